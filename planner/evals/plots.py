"""Small pictures as SVG text: a bar, an interval, and points with their names beside them.

* Pure functions of their values: the same values give the same text.
* Every text is escaped, every picture has a title, and no colour is written here: classes name
  what a shape is, so that the page's style decides for light and for dark.
* Names stand in a column of their own in the order of their points, so they cannot collide.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

_WIDTH: Final = 480.0
_TOP: Final = 16.0
_BOTTOM: Final = 50.0
_LEFT: Final = 58.0
_GAP: Final = 18.0
"""Between the base lines of two names."""
_LETTER: Final = 6.9
"""Width of a letter of a name, on the safe side."""
_LONGEST: Final = 24
"""Letters of a name; the whole one is in the title of its point."""
_OTHER: Final = ", other"
"""After the name of a point of the other run."""
_LEAST_HEIGHT: Final = 220.0
_SIZE: Final = 5.0
_STEPS: Final = (1.0, 2.0, 2.5, 5.0, 10.0)
"""What a step between two ticks may be, times a power of ten."""
_SCALES: Final = ((0.9, 5), (0.8, 4), (0.5, 5), (0.0, 5))
"""Where the vertical axis may start, and its steps up to 1, so that each is a round number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One point with its name."""

    x: float
    y: float
    """From 0 to 1."""
    name: str
    is_other: bool = False
    """Of the run that is compared with: another shape, and never the colour alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    """Where values are on the picture."""

    right: float
    height: float
    x_end: float
    y_start: float

    def x(self, value: float) -> float:
        return _LEFT + (self.right - _LEFT) * value / self.x_end

    def y(self, value: float) -> float:
        return _TOP + self.height * (1 - value) / (1 - self.y_start)


def bar(value: float, title: str) -> str:
    """Return a horizontal bar of *value*, from 0 to 1, that fills its box."""
    width = _number(100 * min(1.0, max(0.0, value)))
    return (
        '<svg class="bar" role="img" viewBox="0 0 100 10" preserveAspectRatio="none">'
        f"<title>{escape(title)}</title>"
        '<rect class="track" width="100" height="10"/>'
        f'<rect class="fill" width="{width}" height="10"/></svg>'
    )


def scatter(points: Sequence[Point], *, title: str, x_name: str, y_name: str) -> str:
    """Return *points* with axes and names; *points* holds at least one.

    Args:
        points: In any order; two of one name, of this run and the other, are joined.
        title: What the picture shows, for who cannot see it.
        x_name: What the horizontal axis counts, from nothing on.
        y_name: What the vertical axis shows; it ends at 1 and starts where the points need it.
    """
    frame = _frame(points)
    box = f"0 0 {_number(_WIDTH)} {_number(_TOP + frame.height + _BOTTOM)}"
    return "".join(
        [
            f'<svg class="scatter" role="img" viewBox="{box}"><title>{escape(title)}</title>',
            *_axes(frame, x_name, y_name),
            *_joins(points, frame),
            *_names(points, frame),
            # This run last, so that a disc stays visible on a diamond in the same place.
            *(_shape(point, frame) for point in sorted(points, key=lambda p: not p.is_other)),
            "</svg>",
        ]
    )


def interval(low: float, middle: float, high: float, title: str) -> str:
    """Return a line from *low* to *high* with its *middle*, all from -1 to 1, across zero."""
    a, b, c = (_number(100 + 90 * min(1.0, max(-1.0, each))) for each in (low, middle, high))
    return (
        '<svg class="interval" role="img" viewBox="0 0 200 20">'
        f"<title>{escape(title)}</title>"
        '<line class="zero" x1="100" x2="100" y1="1" y2="19"/>'
        f'<line class="span" x1="{a}" x2="{c}" y1="10" y2="10"/>'
        f'<line class="span" x1="{a}" x2="{a}" y1="6" y2="14"/>'
        f'<line class="span" x1="{c}" x2="{c}" y1="6" y2="14"/>'
        f'<circle class="middle" cx="{b}" cy="10" r="4"/></svg>'
    )


def spread(wanted: Sequence[float], *, gap: float, low: float, high: float) -> tuple[float, ...]:
    """Return the places nearest to the *wanted* ones, in ascending order, that keep a *gap*.

    Args:
        wanted: In ascending order.
        gap: The least distance of two neighbours.
        low: Where the first place may be.
        high: Where the last place may be; overstepped only where the gaps need more room.
    """
    places: list[float] = []
    for place in wanted:
        places.append(max(low, place) if not places else max(place, places[-1] + gap))
    end = max(high, low + gap * (len(places) - 1))
    for index in range(len(places) - 1, -1, -1):
        places[index] = min(places[index], end)
        end = places[index] - gap
    return tuple(places)


def ticks(end: float, count: int = 4) -> tuple[float, ...]:
    """Return about *count* round numbers from 0 to at least *end*."""
    if end <= 0:
        return (0.0, 1.0)
    power = 10.0 ** _exponent(end / count)
    step = next(power * each for each in _STEPS if power * each * count >= end * (1 - 1e-9))
    number = 1
    while step * number < end * (1 - 1e-9):
        number += 1
    return tuple(round(step * index, 10) for index in range(number + 1))


def _exponent(value: float) -> int:
    return int(f"{value:e}".partition("e")[2])


def _frame(points: Sequence[Point]) -> _Frame:
    longest = max(len(_label(point)) for point in points)
    lowest = min(point.y for point in points)
    start, _ = _scale(lowest)
    return _Frame(
        right=_WIDTH - longest * _LETTER - 30,
        height=max(_LEAST_HEIGHT, _GAP * len(points)),
        x_end=ticks(max(point.x for point in points))[-1],
        y_start=start,
    )


def _scale(lowest: float) -> tuple[float, int]:
    return next(scale for scale in _SCALES if scale[0] <= lowest)


def _axes(frame: _Frame, x_name: str, y_name: str) -> Iterator[str]:
    base = _TOP + frame.height
    _, steps = _scale(frame.y_start)
    for index in range(steps + 1):
        value = frame.y_start + (1 - frame.y_start) * index / steps
        y = _number(frame.y(value))
        yield f'<line class="grid" x1="{_LEFT}" x2="{_number(frame.right)}" y1="{y}" y2="{y}"/>'
        place = _number(frame.y(value) + 4)
        yield f'<text class="tick" x="{_LEFT - 8}" y="{place}" text-anchor="end">{value:.2f}</text>'
    for value in ticks(frame.x_end):
        x = _number(frame.x(value))
        yield (
            f'<text class="tick" x="{x}" y="{_number(base + 18)}" text-anchor="middle">'
            f"{value:,g}</text>"
        )
    ends = f'x1="{_LEFT}" x2="{_number(frame.right)}"'
    yield f'<line class="axis" {ends} y1="{_number(base)}" y2="{_number(base)}"/>'
    middle = _number((_LEFT + frame.right) / 2)
    yield (
        f'<text class="axis-name" x="{middle}" y="{_number(base + 40)}" text-anchor="middle">'
        f"{escape(x_name)}</text>"
    )
    side = _number(_TOP + frame.height / 2)
    yield (
        f'<text class="axis-name" transform="rotate(-90 13 {side})" x="13" y="{side}" '
        f'text-anchor="middle">{escape(y_name)}</text>'
    )


def _joins(points: Sequence[Point], frame: _Frame) -> Iterator[str]:
    for before in (point for point in points if point.is_other):
        for after in points:
            if not after.is_other and after.name == before.name:
                yield _line("join", (before.x, before.y), (after.x, after.y), frame)


def _line(kind: str, start: tuple[float, float], end: tuple[float, float], frame: _Frame) -> str:
    return (
        f'<line class="{kind}" x1="{_number(frame.x(start[0]))}" y1="{_number(frame.y(start[1]))}" '
        f'x2="{_number(frame.x(end[0]))}" y2="{_number(frame.y(end[1]))}"/>'
    )


def _names(points: Sequence[Point], frame: _Frame) -> Iterator[str]:
    ordered = sorted(points, key=lambda point: (-point.y, -point.x, point.is_other, point.name))
    wanted = [frame.y(point.y) for point in ordered]
    places = spread(wanted, gap=_GAP, low=_TOP, high=_TOP + frame.height)
    for point, place in zip(ordered, places, strict=True):
        x, y = frame.x(point.x), frame.y(point.y)
        yield (
            f'<polyline class="lead" points="{_number(x + _SIZE + 4)},{_number(y)} '
            f"{_number(frame.right + 4)},{_number(place)} "
            f'{_number(frame.right + 12)},{_number(place)}"/>'
        )
        kind = "name other" if point.is_other else "name"
        at = f'x="{_number(frame.right + 16)}" y="{_number(place + 4)}"'
        yield f'<text class="{kind}" {at}>{escape(_label(point))}</text>'


def _label(point: Point) -> str:
    cut = point.name if len(point.name) <= _LONGEST else point.name[: _LONGEST - 1] + "…"
    return f"{cut}{_OTHER}" if point.is_other else cut


def _shape(point: Point, frame: _Frame) -> str:
    x, y = frame.x(point.x), frame.y(point.y)
    run = ", the other run" if point.is_other else ""
    title = f"<title>{escape(f'{point.name}{run}: {point.y:.3f} at {point.x:,.1f}')}</title>"
    if point.is_other:
        reach = _SIZE + 3  # seen around a disc in the same place
        corners = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
        shown = " ".join(f"{_number(a)},{_number(b)}" for a, b in corners)
        return f'<polygon class="point other" points="{shown}">{title}</polygon>'
    at = f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(_SIZE)}"'
    return f'<circle class="point" {at}>{title}</circle>'


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")

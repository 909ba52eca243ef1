"""Pictures: names never collide, axes are round, texts are escaped."""

import re
from itertools import pairwise

import pytest

from planner.evals import plots


@pytest.mark.parametrize("number", [1, 2, 8, 40])
def test_names_of_points_never_collide(number: int) -> None:
    points = [plots.Point(x=5.0, y=0.95, name=f"suite-{n} dev") for n in range(number)]
    drawn = plots.scatter(points, title="t", x_name="x", y_name="y")
    places = sorted(float(y) for y in re.findall(r'<text class="name"[^>]* y="([\d.]+)"', drawn))
    assert len(places) == number
    assert [b - a for a, b in pairwise(places) if b - a < 17.9] == []
    height = float(re.findall(r'viewBox="0 0 \S+ ([\d.]+)"', drawn)[0])
    assert places[-1] < height


def test_a_point_of_this_run_lies_over_one_of_the_other() -> None:
    now = plots.Point(x=1, y=1, name="a")
    before = plots.Point(x=1, y=1, name="a", is_other=True)
    drawn = plots.scatter([now, before], title="t", x_name="x", y_name="y")
    assert drawn.index("<polygon") < drawn.index("<circle")


def test_places_that_are_apart_stay_where_they_are() -> None:
    assert plots.spread([10, 50, 90], gap=18, low=0, high=100) == (10, 50, 90)


def test_places_at_an_end_are_pushed_back() -> None:
    assert plots.spread([95, 99], gap=10, low=0, high=100) == (90, 100)


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        (0, (0, 1)),
        (0.003, (0, 0.001, 0.002, 0.003)),
        (1, (0, 0.25, 0.5, 0.75, 1)),
        (730, (0, 200, 400, 600, 800)),
        (1000, (0, 250, 500, 750, 1000)),
    ],
)
def test_ticks_are_round_and_reach_the_end(end: float, expected: tuple[float, ...]) -> None:
    assert plots.ticks(end) == expected


@pytest.mark.parametrize(("value", "width"), [(-1, "0"), (0, "0"), (0.5, "50"), (2, "100")])
def test_a_bar_stays_in_its_box(value: float, width: str) -> None:
    assert f'class="fill" width="{width}"' in plots.bar(value, "t")


def test_titles_and_names_of_pictures_are_escaped() -> None:
    odd = '<b>"&'
    drawn = plots.scatter([plots.Point(x=1, y=1, name=odd)], title=odd, x_name=odd, y_name=odd)
    for picture in (plots.bar(1, odd), plots.interval(0, 0, 0, odd), drawn):
        assert "<b>" not in picture
        assert "&lt;b&gt;" in picture

"""The page of a report: whole, escaped, readable in light and dark, and the same each time."""

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from planner.cli.main import main
from planner.evals.files import as_json
from planner.evals.page import render
from planner.evals.report import CaseResult, Report
from planner.model.vocabulary import Label
from tests.evals.reports import case, confused, many, not_evaluated, report, sample, score

VOID = {"br", "input", "link", "meta", "wbr"}

BEFORE = report(
    case("steady", sample(labels=score(2, 2))),
    case("falls", sample(labels=score(2, 2))),
    case("rises", sample(labels=score(1, 2, reason="one missed"))),
    case("leaves"),
)
NOW = report(
    case("steady", sample(labels=score(2, 2))),
    case("falls", sample(labels=score(0, 2, reason="both missed"))),
    case("rises", sample(labels=score(2, 2))),
    case("lost", not_evaluated("the provider was overloaded")),
    case("attack", suite="adversarial", split="test"),
    confusion=[confused(Label.GOAL, Label.GOAL, 5), confused(Label.GOAL, None, 1)],
)


@dataclass
class Page(HTMLParser):
    """What a parser finds in a page."""

    text: str = ""
    open: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(set(names)) != len(names):
            self.faults.append(f"<{tag}> has an attribute twice: {names}")
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes something else at {self.getpos()}")

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, name: str) -> list[str]:
        """Return each value of the attribute *name*."""
        return [attrs[name] for _, attrs in self.tags if name in attrs]

    def named(self, tag: str) -> list[dict[str, str]]:
        """Return the attributes of each element *tag*."""
        return [attrs for found, attrs in self.tags if found == tag]


def parsed(text: str) -> Page:
    page = Page()
    page.feed(text)
    page.close()
    return page


PAGES = [
    pytest.param(render(NOW), id="one run"),
    pytest.param(render(NOW, BEFORE), id="two runs"),
    pytest.param(render(NOW, report()), id="beside a run of nothing"),
    pytest.param(render(report()), id="nothing"),
    pytest.param(render(many(90)), id="many"),
]


@pytest.mark.parametrize("text", PAGES)
def test_tags_are_balanced(text: str) -> None:
    page = parsed(text)
    assert (page.faults, page.open) == ([], [])


@pytest.mark.parametrize("text", PAGES)
def test_ids_are_unique_and_every_reference_has_its_target(text: str) -> None:
    page = parsed(text)
    ids = Counter(page.all("id"))
    assert [name for name, number in ids.items() if number > 1] == []
    wanted = {link.removeprefix("#") for link in page.all("href") if link.startswith("#")}
    assert wanted | set(page.all("aria-labelledby")) <= set(ids)


@pytest.mark.parametrize("text", PAGES)
def test_nothing_is_fetched_and_nothing_runs(text: str) -> None:
    page = parsed(text)
    assert re.findall(r"(?:https?:|//)[^\s\"')]*", text) == []
    assert page.all("src") == []
    assert [link for link in page.all("href") if not link.startswith(("#", "data:,"))] == []
    assert [tag for tag, _ in page.tags if tag in {"script", "iframe", "object", "img"}] == []
    assert [name for _, attrs in page.tags for name in attrs if name.startswith("on")] == []
    assert re.findall(r"@import|@font-face|url\(", text) == []


@pytest.mark.parametrize("text", PAGES)
def test_who_cannot_see_is_told(text: str) -> None:
    page = parsed(text)
    assert page.named("html") == [{"lang": "en"}]
    assert {attrs.get("role") for attrs in page.named("svg")} <= {"img"}
    assert text.count("<svg ") == len(re.findall(r"<svg [^>]*><title>[^<]+</title>", text))
    assert [attrs for attrs in page.named("th") if "scope" not in attrs] == []
    assert text.count("<table") == text.count("<caption")
    assert [attrs for attrs in page.named("div") if "tabindex" in attrs] == [
        attrs for attrs in page.named("div") if attrs.get("class") == "scroll"
    ]
    regions = [attrs for attrs in page.named("div") if attrs.get("role") == "region"]
    assert [attrs for attrs in regions if not attrs.get("aria-label")] == []


@pytest.mark.parametrize("text", PAGES)
def test_headings_leave_out_no_level(text: str) -> None:
    levels = [int(level) for level in re.findall(r"<h([1-6])", text)]
    assert levels[0] == 1
    assert [b for a, b in pairwise(levels) if b > a + 1] == []


@pytest.mark.parametrize("now", [NOW, many(90)], ids=["few", "many"])
def test_every_case_has_its_row(now: Report) -> None:
    ids = set(parsed(render(now)).all("id"))
    assert {f"case.{each.suite}.{each.split}.{each.case}" for each in now.cases} <= ids


def test_what_did_not_pass_comes_first() -> None:
    rows = re.findall(r'<tr class="(\w+)" id="case\.frontdesk', render(NOW))
    assert rows == ["failed", "not_evaluated", "passed", "passed"]


@pytest.mark.parametrize(
    "reason",
    [
        "<script>alert(1)</script>",
        "</title></svg></table><b>",
        '" onmouseover="alert(1)',
        "' autofocus onfocus='alert(1)",
        "{{ 7 * 7 }} {% raw %}",
        "&lt;b&gt; &amp;",
        "🦊 “quoted”",
    ],
)
@pytest.mark.parametrize("status", ["judged", "not evaluated"])
def test_a_reason_stays_text(reason: str, status: str) -> None:
    cases = {
        "judged": sample(labels=score(0, 3, reason=reason)),
        "not evaluated": not_evaluated(reason),
    }
    page = parsed(render(report(case("a", cases[status]))))
    assert (page.faults, page.open) == ([], [])
    assert reason in page.text
    assert [tag for tag, _ in page.tags if tag == "script"] == []
    assert [name for _, attrs in page.tags for name in attrs if name.startswith("on")] == []


@pytest.mark.parametrize("text", ["<b>_x</b>", 'x" id="main', "x'y", "&amp;"])
def test_names_of_a_run_stay_text(text: str) -> None:
    missed = sample().model_copy(update={"scores": {text: score(0, 2)}, "passed": False})
    odd = report(case(text, missed, suite=text), model=text, filtered=text)
    page = parsed(render(odd, odd))
    assert (page.faults, page.open) == ([], [])
    assert max(Counter(page.all("id")).values()) == 1
    assert page.text.count(text) >= 6


def test_a_hidden_character_is_shown() -> None:
    text = render(many(1, "a\u202eb\0c"))
    assert "a\\u202eb\\u0000c" in text
    assert "\u202e" not in text


def test_the_first_line_says_how_it_went() -> None:
    text = render(NOW)
    assert "<title>3 of 5 cases passed, 1 failed, 1 not evaluated · Planner" in text


@pytest.mark.parametrize(
    ("cases", "mark"),
    [
        ([case("a")], "passed"),
        ([case("a"), case("b", not_evaluated())], "unknown"),
        ([case("a"), case("b", sample(labels=score(0)))], "failed"),
        ([], "failed"),
    ],
    ids=["all passed", "one unknown", "one failed", "nothing ran"],
)
def test_only_a_run_that_passed_whole_is_marked_as_passed(
    cases: list[CaseResult], mark: str
) -> None:
    assert f'<h1 class="verdict {mark}">' in render(report(*cases))


def test_a_cell_never_rounds_up_to_full_marks() -> None:
    text = render(report(case("a", sample(labels=score(999, 1000, reason="one missed")))))
    assert ".99</span>" in text
    assert 'title="labels: 999 of 1000, needed to pass — one missed"' in text


def test_each_repeat_of_a_miss_is_told() -> None:
    missed = [sample(n, labels=score(0, reason=f"reason {n}")) for n in (1, 2)]
    text = render(report(case("a", *missed), repeat=2))
    assert ("reason 1" in text, "reason 2" in text) == (True, True)
    assert "0 of 2 repeats passed" in text


def test_labels_stand_in_the_order_of_the_vocabulary_with_none_last() -> None:
    text = render(
        report(
            case("a"),
            confusion=[
                confused(Label.SET_ASIDE, Label.GOAL, 1),
                confused(Label.GOAL, None, 1),
                confused(Label.GOAL, Label.GOAL, 20),
            ],
        )
    )
    part = text.partition('class="matrix"')[2].partition("</table>")[0]
    assert re.findall(r'tilted"><span>([^<]+)', part) == ["goal", "set aside", "none"]
    assert re.findall(r'<td class="(\w+)" title', part) == [
        *("right", "never", "wrong"),
        *("often", "right", "never"),
    ]


def test_tokens_are_the_cost_where_any_were_used_and_else_seconds() -> None:
    assert "output tokens, mean for each" in render(report(case("a", sample(tokens=9)), model="m"))
    assert "seconds, mean for each" in render(report(case("a")))


def test_what_changed_is_told_case_by_case() -> None:
    part = render(NOW, BEFORE).partition('id="change"')[2].partition("</section>")[0]
    fell, _, rose = part.partition("▲ Pass now")
    assert '<a href="#case.frontdesk.dev.falls">falls</a>' in fell
    assert '<a href="#case.frontdesk.dev.rises">rises</a>' in rose
    assert "Only in the other run: frontdesk dev leaves." in part
    assert "Only in this run: adversarial test attack, frontdesk dev lost." in part
    assert "Not evaluated in this run: frontdesk dev lost." in part
    assert "-0.167" in part


def test_a_drop_between_runs_that_never_vary_is_called_worse() -> None:
    part = render(NOW, BEFORE).partition('id="change"')[2].partition("</section>")[0]
    assert "▼ worse</span>" in part
    assert "or chance" not in part


def test_a_small_drop_of_a_model_may_be_chance() -> None:
    before = BEFORE.model_copy(update={"is_deterministic": False, "model": "m"})
    assert "▼ worse, or chance" in render(NOW, before)


def test_two_runs_that_are_the_same_say_so() -> None:
    part = render(NOW, NOW).partition('id="change"')[2].partition("</section>")[0]
    assert "The same cases pass." in part
    assert "2 scores are the same on both sides." in part


@pytest.mark.parametrize(
    "words",
    ["There is no case in this run.", "No suite was run.", "No labels were judged in this run."],
)
def test_a_part_without_anything_says_so(words: str) -> None:
    assert words in render(report())


def test_a_partial_run_is_called_one() -> None:
    assert "only cases that match “dig*”" in render(report(case("a"), filtered="dig*"))


def test_the_same_reports_give_the_same_bytes() -> None:
    assert render(NOW, BEFORE) == render(NOW, BEFORE)


# --- the style ---------------------------------------------------------------------------------

STYLE = files("planner.evals").joinpath("templates", "page.css.j2").read_text(encoding="utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", part)) for part in STYLE.split("@media")[:2]
)
ON = [
    *((ink, ground) for ink in ("ink", "soft", "link") for ground in ("ground", "paper")),
    *((f"{hue}", f"{hue}-{tint}") for hue in ("good", "part", "bad") for tint in ("tint", "pale")),
    *((hue, "paper") for hue in ("good", "part", "bad")),
    *(("ink", f"{hue}-{tint}") for hue in ("good", "part", "bad") for tint in ("tint", "pale")),
]


def luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("ink", "ground"), ON)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_stands_out_from_its_ground(theme: dict[str, str], ink: str, ground: str) -> None:
    assert contrast(theme[ink], theme[ground]) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_bars_and_frames_stand_out_from_their_ground(theme: dict[str, str]) -> None:
    for shape in ("good", "bad", "part", "frame", "total"):
        assert contrast(theme[shape], theme["paper"]) >= 3
    assert contrast(theme["good"], theme["track"]) >= 3


def test_every_colour_has_a_dark_one() -> None:
    assert LIGHT.keys() == DARK.keys()


def test_every_variable_that_is_used_is_set() -> None:
    assert set(re.findall(r"var\(--([a-z-]+)\)", STYLE)) <= LIGHT.keys()


def test_every_class_of_a_page_has_a_style() -> None:
    used = {name for each in parsed(render(NOW, BEFORE)).all("class") for name in each.split()}
    unstyled = {name for name in used if not re.search(rf"\.{name}\b", STYLE)}
    assert unstyled == set()


# --- the verb ----------------------------------------------------------------------------------


def test_the_verb_writes_the_three_files_and_leaves_the_report(tmp_path: Path) -> None:
    folder, other = tmp_path / "now", tmp_path / "before"
    for path, value in ((folder, NOW), (other, BEFORE)):
        path.mkdir()
        (path / "report.json").write_text(as_json(value), encoding="utf-8")
    said = (folder / "report.json").read_bytes()
    assert main(["eval", "report", str(folder / "report.json"), "--compare", str(other)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "junit.xml",
        "report.html",
        "report.json",
        "report.md",
    ]
    assert (folder / "report.json").read_bytes() == said
    assert (folder / "report.html").read_text(encoding="utf-8") == render(NOW, BEFORE)
    assert [path.name for path in other.iterdir()] == ["report.json"]


@pytest.mark.parametrize("text", ["", "{}", '{"schema": "planner.evals/1"', "[]"])
def test_the_verb_writes_nothing_of_what_is_no_report(tmp_path: Path, text: str) -> None:
    (tmp_path / "report.json").write_text(text, encoding="utf-8")
    assert main(["eval", "report", str(tmp_path)]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["report.json"]


def test_the_verb_needs_a_run_that_is_there(tmp_path: Path) -> None:
    assert main(["eval", "report", str(tmp_path / "nowhere")]) == 2

"""The comment on a pull request: what it says, and that no text of a run is markup in it."""

import re
from html import unescape

import pytest
from markdown_it import MarkdownIt

from planner.evals.as_markdown import CONFUSED_LIMIT, FAILED_LIMIT, code, render
from planner.model.vocabulary import Label
from tests.evals.reports import case, confused, many, not_evaluated, report, sample, score


def cells(text: str) -> list[list[str]]:
    """Return the cells of every table row as a reader of the rendered comment sees them."""
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    rows = re.findall(r"<tr>(.*?)</tr>", html, flags=re.DOTALL)
    return [
        [unescape(re.sub(r"<[^>]+>", "", cell)) for cell in re.findall(r"<t[dh].*?</t[dh]>", row)]
        for row in rows
    ]


def test_the_heading_is_the_verdict() -> None:
    missed = sample(decision=score(0, reason="rejected"))
    text = render(report(case("a"), case("b", missed), case("c", not_evaluated())))
    assert text.startswith(
        "## Planner evaluation: 1 of 3 cases passed, 1 failed, 1 not evaluated\n"
    )


def test_each_grader_has_its_row_with_hits_and_a_mean_of_three_places() -> None:
    text = render(report(case("a", sample(labels=score(2, 3, reason="one missed")))))
    assert ["frontdesk", "dev", "labels", "2/3", "0.667"] in cells(text)
    assert ["frontdesk", "dev", "cases passed", "0/1", "0.000"] in cells(text)


def test_a_grader_without_an_evaluated_case_has_no_mean_and_no_zero() -> None:
    whole = report(case("a", not_evaluated()), case("b"))
    row = whole.rows[0].model_copy(update={"mean": None, "hits": 0, "of": 0, "cases": 0})
    text = render(whole.model_copy(update={"rows": (row,)}))
    assert ["frontdesk", "dev", "decision", "0/0", "not evaluated"] in cells(text)


@pytest.mark.parametrize(
    "reason",
    [
        "a|b",
        "a\\|b",
        "`code` and ``more``",
        "<script>alert(1)</script>",
        "</code><img src=x>",
        "[link](https://example.invalid)",
        "https://example.invalid and www.example.invalid",
        "**bold** _quiet_ ~~gone~~ $x$",
        "&amp; &#124; stays",
        "@someone #12",
        "| --- |",
    ],
)
def test_a_reason_stays_text_in_one_cell(reason: str) -> None:
    text = render(many(1, reason))
    assert ["frontdesk", "dev", "case-000", "failed", f"decision: {reason}"] in cells(text)


def test_a_reason_over_several_lines_stays_in_one_row() -> None:
    text = render(many(1, "one\ntwo\r\n| three |"))
    assert cells(text)[-1][-1] == "decision: one\\ntwo\\r\\n| three |"


@pytest.mark.parametrize("char", ["@", "#", "$", "`", "|", "<", "&", "*", "["])
def test_markup_leaves_as_a_character_reference(char: str) -> None:
    assert code(char) == f"<code>&#{ord(char)};</code>"


def test_a_word_with_an_underscore_stays_readable() -> None:
    assert code("direct_execution") == "<code>direct_execution</code>"


def test_a_hidden_character_is_shown() -> None:
    assert code("a\u202eb") == "<code>a&#92;u202eb</code>"


def test_a_long_reason_is_cut() -> None:
    assert cells(render(many(1, "x" * 1000)))[-1][-1].endswith("x…")


def test_the_list_of_failed_cases_is_cut_and_says_so() -> None:
    text = render(many(FAILED_LIMIT + 2))
    assert f"case-{FAILED_LIMIT - 1:03}" in text
    assert f"case-{FAILED_LIMIT:03}" not in text
    assert "And 2 cases more." in text


def test_the_first_reason_is_of_a_grader_that_the_case_needed() -> None:
    missed = sample(
        commands=score(0, reason="not this", is_required=False),
        decision=score(0, reason="this one"),
    )
    assert cells(render(report(case("a", missed))))[-1][-1] == "decision: this one"


def test_a_case_without_a_result_is_counted() -> None:
    text = render(report(case("a"), absent=1))
    assert "1 of 2 cases passed, 1 failed" in text
    assert "**1 case without any result.**" in text


def test_confused_labels_come_by_number_without_the_diagonal() -> None:
    text = render(
        report(
            case("a"),
            confusion=[
                confused(Label.GOAL, Label.GOAL, 9),
                confused(Label.CRITERION, None, 1),
                confused(Label.PATH, Label.SET_ASIDE, 2),
            ],
        )
    )
    assert cells(text)[-2:] == [
        ["frontdesk", "dev", "path", "set_aside", "2"],
        ["frontdesk", "dev", "criterion", "none", "1"],
    ]


def test_the_list_of_confused_labels_is_cut_and_says_so() -> None:
    pairs = [confused(a, b, 1) for a in list(Label)[:5] for b in list(Label)[5:9]]
    text = render(report(case("a"), confusion=pairs))
    assert f"And {len(pairs) - CONFUSED_LIMIT} more of such pairs." in text


def test_the_cost_is_one_line() -> None:
    text = render(report(case("a", sample(tokens=120, seconds=2.0))))
    assert text.endswith(
        "Cost: 1 model call, 0 input tokens, 120 output tokens, price not known, 2.0 s.\n"
    )


def test_a_run_without_a_model_costs_time_alone() -> None:
    assert render(report(case("a"))).endswith("Cost: no model calls, 0.5 s.\n")


def test_a_partial_run_is_called_one() -> None:
    text = render(report(case("a"), filtered="dig*"))
    assert "**Partial run:** only cases that match <code>dig&#42;</code>." in text


def test_a_run_of_nothing_says_so_and_does_not_pass() -> None:
    text = render(report())
    assert "no case was run" in text
    assert "No suite was run." in text
    assert "There is no result." in text


def test_the_same_report_gives_the_same_text() -> None:
    assert render(many(50)) == render(many(50))

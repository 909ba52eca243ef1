"""The block that a person reads after a regeneration."""

from planner.model.tasklist import Field
from planner.regenerate.summary import Removed, Summary, summary_text
from planner.regenerate.told import Kind, RowName, Told, in_order
from tests.regenerate.lists import ROWS, a_file, a_list, done

ONE = RowName(1, "rpa:P:A.xaml")
TWO = RowName(2, "rpa:P:B.xaml")


def test_the_lines_are_those_of_the_format_and_one_task_is_one_task() -> None:
    summary = Summary(
        completed=(ONE, TWO),
        in_progress=(ONE,),
        blocked=(TWO,),
        pending=(ONE, TWO),
        added=(TWO,),
        archived=(Removed("T7", "rpa:P:Old.xaml", "[x] completed"),),
        unknown=(ONE,),
    )
    assert summary_text(summary, "invoice-tasks.md") == (
        "Regenerated invoice-tasks.md from SDD.\n"
        "- 2 tasks preserved as completed\n"
        "- 1 task preserved as in_progress\n"
        "- 1 task preserved as blocked\n"
        "- 2 tasks unchanged pending\n"
        "- 1 task added (new in SDD)\n"
        "- 1 task archived (removed from SDD)\n"
        "- SDD content may have changed since completed tasks ran. Sanity-check those\n"
        "  implementations against the current SDD before continuing.\n"
    )


def test_what_is_told_follows_in_the_order_of_its_kinds_each_once() -> None:
    told = (
        Told(Kind.STALE, "T4 was `rpa:P:C.xaml`, which is now T5", 12),
        Told(Kind.CHANGED, str(TWO)),
        Told(Kind.CHANGED, str(ONE)),
        Told(Kind.CHANGED, str(TWO)),
    )
    summary = Summary(told=in_order(told))
    assert summary_text(summary, "x.md").splitlines()[-3:] == [
        "- changed since completed: T2 `rpa:P:B.xaml`",
        "- changed since completed: T1 `rpa:P:A.xaml`",
        "- stale task number: line 12: T4 was `rpa:P:C.xaml`, which is now T5",
    ]
    assert [each.text for each in summary.of(Kind.STALE)] == [told[0].text]


def test_a_plan_names_what_it_comes_from() -> None:
    text = summary_text(Summary(), "x.md", source="the request")
    assert text.startswith("Regenerated x.md from the request.\n")
    assert "- 0 tasks added (new in the request)\n" in text
    assert "Sanity-check" not in text


def test_rows_that_lose_the_same_blocker_are_named_in_one_sentence() -> None:
    gone = "T6 `platform:P:asset:A`, which is archived"
    told = [
        Told(Kind.DEPENDENCY, f"T8 `rpa:P:A.xaml` no longer waits for {gone}"),
        Told(Kind.DEPENDENCY, "T8 `rpa:P:A.xaml` no longer waits for itself"),
        Told(Kind.DEPENDENCY, f"T9 `rpa:P:B.xaml` no longer waits for {gone}"),
        Told(Kind.DEPENDENCY, f"T10 `rpa:P:C.xaml` no longer waits for {gone}"),
    ]
    assert [each.text for each in in_order(told)] == [
        f"T8, T9 and T10 no longer wait for {gone}",
        "T8 `rpa:P:A.xaml` no longer waits for itself",
    ]


def test_a_header_field_that_holds_code_is_told_as_it_stands() -> None:
    before = a_file(a_list(*ROWS, more=(Field("Child SDDs", "`a-sdd.md`"),)))
    result = done(before, *ROWS, more=(Field("Child SDDs", "`a-sdd.md`, `b-sdd.md`"),))
    assert [each.text for each in result.summary.of(Kind.HEADER)] == [
        "`Child SDDs` was `a-sdd.md`, is `a-sdd.md`, `b-sdd.md`"
    ]

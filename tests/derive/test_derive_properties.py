"""Laws that hold for every inventory, in every order."""

from hypothesis import given
from hypothesis import strategies as st

from planner.model.tasklist import Stage
from tests.derive.documents import (
    agent,
    bpmn,
    case_document,
    derived,
    flow,
    master,
    sdd,
    section,
    solution_children,
    solution_root,
    table,
    vendor_payment_sync,
    workflows,
)

NAMES = ["Main.xaml", "Process.xaml", "A.xaml", "B.xaml", "Sub/C.xaml", "sub\\d.xaml", "E e.xaml"]
ASSETS = ["Key | Credential", "Url | Text", "Work | Queue", "Key | Text", "Flag | Bool"]


@st.composite
def inventories(draw: st.DrawFn) -> str:
    names = draw(st.lists(st.sampled_from(NAMES), max_size=9))
    assets = draw(st.lists(st.sampled_from(ASSETS), max_size=6))
    calls = draw(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=5))
    deployed = draw(st.booleans())
    parts = [
        section(
            "11. Project Structure",
            workflows(*names),
            "### Workflow Dependencies",
            "\n".join(["```", *(f"{one} -> {other}" for one, other in calls), "```"]),
        ),
        section("15. Credentials & Assets", table("Asset Name | Type", *assets)),
    ]
    if deployed:
        parts.append(
            section("16. Deployment Environment", table("Field | Value", "Trigger | Daily"))
        )
    return sdd("SDD — Any", *draw(st.permutations(parts)))


@given(text=inventories())
def test_rows_are_unique_blockers_point_back_and_tests_come_before_deploys(text: str) -> None:
    rows = derived(text).tasks.rows
    places = {row.identity: at for at, row in enumerate(rows)}
    assert len(places) == len(rows)
    for at, row in enumerate(rows):
        assert all(places[blocker] < at for blocker in row.blocked_by)
        assert len(set(row.blocked_by)) == len(row.blocked_by)
        assert ":" not in row.identity.project
    stages = [row.stage for row in rows]
    assert stages.count(Stage.TESTING) == 1
    tested = stages.index(Stage.TESTING)
    assert all(at < tested for at, stage in enumerate(stages) if stage is Stage.BUILD)
    assert all(at > tested for at, stage in enumerate(stages) if stage is Stage.DEPLOY)


@given(text=inventories())
def test_the_same_text_gives_the_same_rows(text: str) -> None:
    assert derived(text) == derived(text)


WHOLE = [vendor_payment_sync(), flow(), bpmn(), agent(), case_document(), master()]


@given(data=st.data())
def test_a_damaged_document_still_gives_rows_in_order(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(WHOLE)).split("\n")
    kept = data.draw(st.lists(st.sampled_from(range(len(lines))), max_size=12))
    for at in kept:
        lines[at] = data.draw(
            st.sampled_from(["", "|", "| x |", "```", "## 11. X", lines[at][::-1]])
        )
    rows = derived("\n".join(lines)).tasks.rows
    places = {row.identity: at for at, row in enumerate(rows)}
    assert rows
    assert len(places) == len(rows)
    assert all(places[one] < at for at, row in enumerate(rows) for one in row.blocked_by)


@given(order=st.permutations(solution_children()))
def test_the_order_of_a_solutions_children_changes_no_row(order: list[str]) -> None:
    found = derived(solution_root(), *order).tasks.rows
    assert {row.identity for row in found} == {
        row.identity for row in derived(solution_root(), *solution_children()).tasks.rows
    }

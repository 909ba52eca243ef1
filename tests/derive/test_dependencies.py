"""What waits for what, beyond the whole row sets."""

import pytest

from tests.derive.documents import (
    blockers,
    derived,
    identities,
    master,
    sdd,
    section,
    solution_children,
    solution_root,
    table,
    told,
    workflows,
)


def with_tree(*lines: str) -> str:
    tree = "\n".join(["```", *lines, "```"])
    return sdd(
        "SDD — Tree",
        section(
            "11. Project Structure",
            workflows("Start.xaml", "A.xaml", "B.xaml", "C.xaml"),
            "### Workflow Dependencies",
            tree,
        ),
    )


@pytest.mark.parametrize(
    "lines",
    [
        ("Start.xaml", "├── A.xaml", "│   └── C.xaml", "└── B.xaml"),
        ("Start.xaml -> A.xaml, B.xaml", "A.xaml -> C.xaml"),
        ("Start", "  A", "    C", "  B"),
    ],
    ids=["tree", "arrows", "indentation"],
)
def test_what_is_called_comes_before_what_calls_it(lines: tuple[str, ...]) -> None:
    assert blockers(derived(with_tree(*lines))) == {
        "rpa:Tree:B.xaml": [],
        "rpa:Tree:C.xaml": [],
        "rpa:Tree:A.xaml": [2],
        "rpa:Tree:Start.xaml": [1, 3],
        "rpa:Tree:testing": [1, 2, 3, 4],
    }


def test_a_circle_of_calls_is_cut_and_told() -> None:
    found = derived(with_tree("A.xaml -> B.xaml", "B.xaml -> A.xaml"))
    assert len(identities(found)) == 5
    assert told(found, "guess")[-1] == (
        "`rpa:Tree:A.xaml` and `rpa:Tree:B.xaml` wait for each other; the first is done first"
    )


def test_what_calls_the_entry_is_not_waited_for_by_it() -> None:
    text = sdd(
        "SDD — Tree",
        section(
            "11. Project Structure",
            workflows("Main.xaml", "Harness.xaml"),
            "### Workflow Dependencies",
            "```\nHarness.xaml\n  Main.xaml\n```",
        ),
    )
    assert identities(derived(text))[:2] == ["rpa:Tree:Main.xaml", "rpa:Tree:Harness.xaml"]


def test_trees_of_two_projects_are_read_apart() -> None:
    tree = "#### Workflow Dependencies\n\n```\nMain.xaml\n  LoadItems.xaml\n```\n\n### 11.2 Vendor"
    text = master().replace("### 11.2 Vendor", tree)
    assert blockers(derived(text)) == blockers(derived(master()))


def test_the_leaf_is_deployed_before_its_user_where_there_is_no_bundle() -> None:
    given = [
        one.replace("| cloud |", "| automation-suite 2024.10 |")
        for one in (solution_root(), *solution_children())
    ]
    found = derived(*given)
    assert [one for one in identities(found) if one.endswith("deploy")] == [
        "platform:VendorSetup:deploy",
        "platform:OnboardingFlow:deploy",
    ]
    rows = identities(found)
    wired = "maestro-flow:OnboardingFlow:OnboardingFlow.flow"
    assert rows.index("platform:VendorSetup:deploy") + 1 in blockers(found)[wired]


def test_a_master_project_of_single_packages_deploys_each_of_them() -> None:
    found = derived(master(packaging="Standalone package"))
    assert [one for one in identities(found) if one.endswith(":deploy")] == [
        "platform:VendorInvoice_SharedUtils:deploy",
        "platform:VendorInvoice_Dispatcher:deploy",
        "platform:VendorInvoice_Performer:deploy",
    ]


def test_very_many_resources_are_waited_for_by_mention_and_by_the_last() -> None:
    names = [f"W{at}.xaml" for at in range(200)]
    assets = [f"A{at} | Text" for at in range(200)]
    text = sdd(
        "SDD — Many",
        section("11. Project Structure", workflows(*names)),
        section("15. Credentials & Assets", table("Asset Name | Type", *assets)),
    )
    found = blockers(derived(text))
    assert found["rpa:Many:W0.xaml"] == []
    assert found["rpa:Many:W199.xaml"] == list(range(1, 201))


def test_a_flow_of_data_from_an_orchestrator_does_not_turn_the_order_round() -> None:
    rows = identities(derived(solution_root(), *solution_children()))
    assert rows.index("rpa:VendorSetup:testing") < rows.index(
        "maestro-flow:OnboardingFlow:OnboardingFlow.flow"
    )

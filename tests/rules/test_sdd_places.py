"""No place of a template stays open, and no plan is written somewhere else."""

import pytest

from planner.rules.tasks_path import default_tasks_file, path_fault
from tests.rules.sdd_documents import BODY, CASE_BODY, a_document, check, codes
from tests.sdd_pages import a_case


@pytest.mark.parametrize(
    "body",
    [
        "\nSee `<PROCESS_NAME>`.\n",
        "\n<PROCESS_NAME>\n",
        "\n- <PROJECT NAME>_Dispatcher\n",
        "\n> <TENANT>\n",
        "\n| a |\n|---|\n| Queue_<QUEUE_NAME> |\n",
        "\n### <STAGE>\n",
        "\nDeploy to <cloud | standalone>.\n",
        "\n| a |\n|---|\n| <cloud \\| automation-suite <version>> |\n",
    ],
)
def test_a_place_of_the_template_is_found_wherever_it_stands(body: str) -> None:
    assert codes(a_document(BODY + body)) == ["SDD004"]


@pytest.mark.parametrize(
    "body",
    [
        "\n```text\n<PROCESS_NAME>\n```\n",
        "\n<!-- <PROCESS_NAME> -->\n",
        "\ntext <!-- <PROCESS_NAME> --> text\n",
        "\n> ```text\n> <PROCESS_NAME>\n> ```\n",
        "\n`<UNRESOLVED>` and <UNRESOLVED>\n",
        "\n`List<T>`, `Dictionary<STRING>` and `Report_<YYYYMMDD>.xlsx`\n",
        "\nline<BR>line\n",
        "\nThe element `<ORDER>` ends with `</ORDER>`.\n",
        "\n`System.Data` is `pin at build`\n",
        "\na < B and C > d\n",
    ],
)
def test_what_only_looks_like_a_place_passes(body: str) -> None:
    assert codes(a_document(BODY + body)) == []


def test_a_whole_template_is_refused() -> None:
    text = a_document(
        "\n## 11. Structure\n\n| # | Workflow File |\n|---|---|\n| 1 | `<WORKFLOW_FILE>` |\n",
        title="Solution Design Document — <PROCESS_NAME>",
        Status=r"<draft \| ready — set to ready by the author>",
        Execution_autonomy=r"<autonomous \| interactive>",
        Delivery_model=r"<cloud \| automation-suite <version> \| standalone \| unspecified>",
        SDD_scope=r"<single-product \| solution>",
        Tasks_file="`<PROCESS>-tasks.md`",
    )
    found = check(a_case(text))
    assert {each.code for each in found} == {"SDD004"}
    assert len(found) >= 7


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/srv/x-tasks.md",
        "../x-tasks.md",
        "a/../../x-tasks.md",
        "a/../x-tasks.md",
        "./../x-tasks.md",
        "~/x-tasks.md",
        "~root/x-tasks.md",
        "C:x-tasks.md",
        "C:/x-tasks.md",
        "a\\x-tasks.md",
        "..\\x-tasks.md",
        "\\\\server\\x-tasks.md",
        "//server/x-tasks.md",
        "file:///x-tasks.md",
        "%2e%2e/x-tasks.md",
        "x-tasks.md\0",
        "x\u202e-tasks.md",
        "\uff0e\uff0e/x-tasks.md",
        "a//x-tasks.md",
        "./a/./x-tasks.md",
        "x-tasks",
        "x-tasks.MD",
        "x-tasks.txt",
        ".md",
        "a/",
        "-x.md",
        "$HOME/x.md",
        ".git/x-tasks.md",
        ".GIT/x-tasks.md",
        "tasks/tasks.md",
        "./tasks/tasks.md",
        "Tasks/TASKS.md",
        "x-tasks.md ",
        "a" * 300 + ".md",
    ],
)
def test_a_tasks_file_elsewhere_is_refused(path: str) -> None:
    assert path_fault(path) is not None


@pytest.mark.parametrize("path", ["x-tasks.md", "./x-tasks.md", "plans/x-tasks.md", "采购 a.md"])
def test_a_tasks_file_beside_or_below_the_document_passes(path: str) -> None:
    assert path_fault(path) is None


@pytest.mark.parametrize("path", ["vendor-intake-sdd.md", "./Vendor-Intake-SDD.md"])
def test_the_document_is_no_place_for_its_tasks(path: str) -> None:
    assert codes(a_document(Tasks_file=f"`{path}`")) == ["SDD006"]


@pytest.mark.parametrize(
    ("name", "title", "body", "expected"),
    [
        ("vendor-intake-sdd.md", "SDD — Other", BODY, "vendor-intake-tasks.md"),
        ("vendor-solution-sdd.md", "SDD — Other", BODY, "vendor-tasks.md"),
        ("folder/vendor_sdd.md", "SDD — Other", BODY, "vendor-tasks.md"),
        ("sdd.md", "Solution Design Document — Stock Sync", BODY, "stock-sync-tasks.md"),
        ("sdd.md", "Solution Design Document", BODY, "sdd-tasks.md"),
        ("loan-sdd.md", "SDD — Loan Review", CASE_BODY, "loan-review-tasks.md"),
    ],
)
def test_a_tasks_file_without_a_name_gets_one(
    name: str, title: str, body: str, expected: str
) -> None:
    assert default_tasks_file(a_case(a_document(body, title=title)).doc, name) == expected


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("`tasks/tasks.md` (case skill), then `loan-tasks.md`", "loan-tasks.md"),
        ("`tasks/tasks.md`", "loan-review-tasks.md"),
        ("`mine-tasks.md`", "mine-tasks.md"),
    ],
)
def test_a_case_passes_over_the_file_of_its_builder(cell: str, expected: str) -> None:
    case = a_case(a_document(CASE_BODY, title="SDD — Loan Review", Tasks_file=cell), "loan-sdd.md")
    assert case.reading.handoff.tasks_file == expected

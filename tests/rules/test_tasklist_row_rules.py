"""LST: one row of a tasks file, its fields, its sub-steps and its prompt."""

from typing import Any

import pytest

from planner.model.tasklist import grounding_line
from planner.rules.tasklist import LST
from planner.rules.tasklist_case import ListLane
from tests.tasks_pages import PLAN, SDD, a_case, a_row, a_tasks_file

GROUND = grounding_line(SDD)
SAID = "Load uipath-rpa and build `Main.xaml` from section 11."
WRAPPED = GROUND.replace("and structure", "and\nstructure")
VALIDATE = "\n- [ ] **Validate:** the project compiles"


def codes(changes: dict[str, str], **given: Any) -> set[str]:
    return {found.code for found in LST.check(a_case(changes, **given))}


@pytest.mark.parametrize(
    "identity",
    [
        "rpa:Main.xaml",
        "rpa",
        "rpa::Main.xaml",
        "rpa:VendorIntake:",
        ":VendorIntake:Main.xaml",
        "uipath-rpa:VendorIntake:Main.xaml",
        "RPA:VendorIntake:Main.xaml",
        "platform:VendorIntake:Main.xaml",
        "rpa: VendorIntake:Main.xaml",
        "rpa:<project>:Main.xaml",
    ],
)
def test_an_identity_in_another_form_is_refused(identity: str) -> None:
    assert "LST005" in codes({"identity": f"**Identity:** `{identity}`"})


@pytest.mark.parametrize(
    "identity",
    [
        "`rpa:VendorIntake:Process:Main.xaml`",
        "`rpa:VendorIntake:C:/in/Main.xaml:8080`",
        "`rpa:VendorIntake:Read Export.xaml`",
        "rpa:VendorIntake:Main.xaml",
        "`rpa:VendorIntake:Main.xaml` <!-- kept -->",
    ],
)
def test_a_subject_may_hold_colons_and_blanks(identity: str) -> None:
    assert codes({"identity": f"**Identity:** {identity}"}) == set()


def test_an_alias_is_reported_with_the_skills_own_prefix() -> None:
    row = a_row(1, "uipath-maestro-flow", "Wire", "flow:Intake:Intake.flow")
    (found,) = (each for each in LST.check(a_case({"T1": row})) if each.code == "LST005")
    assert found.hint == "write `maestro-flow:Intake:Intake.flow`"


def test_a_second_identity_is_refused() -> None:
    two = "**Identity:** `rpa:VendorIntake:Main.xaml`\n**Identity:** `rpa:VendorIntake:B.xaml`"
    assert codes({"identity": two}) == {"LST005"}


@pytest.mark.parametrize("skill", ["uipath-magic", "rpa", "uipath_rpa", "UiPath-RPA", "<skill>"])
def test_a_skill_that_the_catalogue_lacks_is_refused(skill: str) -> None:
    assert "LST004" in codes({"heading": f"## Task T2 — {skill} — Build Main.xaml"})


def test_a_near_name_of_a_skill_is_hinted_at() -> None:
    case = a_case({"heading": "## Task T2 — rpa — Build Main.xaml"})
    (found,) = (each for each in LST.check(case) if each.code == "LST004")
    assert found.hint == "write `uipath-rpa`"


STATUSES = {
    "[ ] pending": "",
    "[ ]": "",
    "[ ] not started": "",
    "`[ ]` pending": "",
    "[~] in_progress": "",
    "[~] resources created — pending manual step below": "",
    "[!] blocked: no test tenant": "",
    "[!] waiting on IT": "",
    "[x] completed\n**Completed:** 2026-12-02 by agent": "",
    "[X] completed\n**Completed:** 2026-12-02 by human": "",
    "[x] completed\n**Completed:** 2026-12-02 by human (verified)": "",
    "[x] done": "LST105",
    "[x] pending\n**Completed:** 2026-12-02 by human": "LST105",
    "[ ] done": "LST105",
    "[~] completed": "LST105",
    "[!] in progress": "LST105",
    "[-] skipped": "LST118",
    "[>] next": "LST118",
    "[] pending": "LST118",
    "[?]": "LST118",
    "[✓] done": "LST118",
    "[xx] done": "LST118",
    "pending": "LST118",
    "[ ] pending\n**Status:** [x] completed": "LST118",
    "": "LST117",
    "[x] completed\n**Completed:**": "LST116",
    "[x] completed\n**Completed:** soon": "LST116",
    "[x] completed\n**Completed:** 2026-12-02": "LST116",
    "[x] completed\n**Completed:** 2026-12-02 by bob": "LST116",
    "[x] completed\n**Completed:** 2026-12-02 by agent|human": "LST116",
    "[x] completed\n**Completed:** 02.12.2026 by agent": "LST116",
    "[x] completed\n**Completed:** 2026-13-01 by agent": "LST116",
    "[x] completed\n**Completed:** 2025-02-29 by human": "LST116",
    "[x] completed\n**Completed:** ２０２６-12-02 by agent": "LST116",
    "[x] completed\n**Completed:** <YYYY-MM-DD by agent|human>": "LST116",
    "[ ] pending\n**Completed:** 2026-12-02 by agent": "LST116",
    "[~] in_progress\n**Completed:** 2026-12-02 by agent": "LST116",
    "[!] blocked\n**Completed:** 2026-12-02 by agent": "LST116",
    "[x] done\n**Completed:** 2026-12-02 by agent\n**Completed:** 2026-12-03 by agent": "LST116",
}


@pytest.mark.parametrize("status", STATUSES)
def test_the_mark_decides_about_a_status(status: str) -> None:
    wanted = {STATUSES[status]} - {""}
    assert codes({"status": f"**Status:** {status}"}) == wanted


@pytest.mark.parametrize("name", ["identity", "status", "blocked-by", "prompt"])
def test_a_row_without_one_of_its_fields_is_refused(name: str) -> None:
    assert "LST117" in codes({name: ""})


def test_an_empty_quote_is_no_prompt() -> None:
    assert codes({"prompt": "\n"}) == {"LST117"}


GAPS = [
    "TBD",
    "Add logging (TBD)",
    "TODO: error handling",
    "Error handling: tbd",
    "Add the check that is to be determined",
    "Handle errors as needed",
    "Handle errors as appropriate.",
    "Add fields as required",
    "Same as Task 2",
    "Like T1",
    "Similar to the previous task",
    "Repeat Task T1 for the other vendor",
    "See T1",
    "Create the files, etc.",
    "Add name, street and so on",
    "...",
    "…",
    "Do …",
    "Implement ???",
    "Fill in <name of the file>",
    "Create `<PROCESS_NAME>.xaml`",
    "[insert name]",
    "{{ name }}",
    "Details to follow",
    "Fill in the names later",
    "lorem ipsum",
    "N/A",
    "Step 1",
    "",
    "**Action:**",
    "Fehler nach Bedarf behandeln",
    "Noch festzulegen",
    "Ähnlich wie Aufgabe 1",
    "Traiter les erreurs au besoin",
    "Format à définir",
    "Gestionar errores según sea necesario",
    "Formato por definir",
    "Tratar erros conforme necessário",
    "Gestire gli errori secondo necessità",
    "Fouten naar behoefte afhandelen",
    "Obsłużyć błędy w razie potrzeby",
    "Обработать ошибки по необходимости",
    "按需处理错误",
    "格式待定",
    "必要に応じて処理する",
    "형식 미정",
]


@pytest.mark.parametrize("step", GAPS)
def test_a_step_that_leaves_it_open_is_refused(step: str) -> None:
    assert codes({"steps": f"- [ ] {step}{VALIDATE}"}) == {"LST106"}


STEPS = [
    "Create `Main.xaml` with in_Path: String",
    "Read `Data/Export.xlsx` with the columns Name, IBAN and Country",
    "Mark the column as required",
    "Map the status `TBD` to `open`",
    'Write "TODO list" as the title',
    "Write the open points to `TODO.md`",
    "Add the arguments in_Path and out_Count",
    "Post each vendor to `POST /vendors/<id>`",
    "Set the retries to 3 and the auto retry to on",
    "If the file is missing, then raise a business exception",
    "Invoke `A.xaml`, `B.xaml` and `C.xaml` in this order",
    "Build the generic `List<String>` of names",
    "Handle B1 (missing IBAN) and B2 (unknown country)",
    "Bind the target folder `Finance/Vendor`",
    "Configure the target environment production",
    "Run the tests of section 17",
    "Create the asset ApiBaseUrl (Text) = https://erp.example/api",
    "Keep the items that are to be reviewed",
    "Read and write the shared folder",
    "Import and export of vendors work both ways",
    "Add retry and timeout to the HTTP call",
    "Add a date selector to the page of orders",
    "Configure the language selector with de and fr",
    "Test id T-01 covers the happy path",
    "Create `Main.xaml`\n  - with in_Path\n  - and then out_Count",
    "Create `Main.xaml` like this:\n  ```json\n  {}\n  ```",
]


@pytest.mark.parametrize("step", STEPS)
def test_a_concrete_step_has_no_finding(step: str) -> None:
    assert codes({"steps": f"- [ ] {step}{VALIDATE}"}) == set()


COMPOUND = [
    "- [ ] Create the queue and then configure the trigger",
    "- [ ] Create the queue, then deploy it",
    "- [ ] Create the queue; configure the trigger",
    "- [ ] Create the queue. Publish the package.",
    "- [ ] Create `A.xaml` and add the arguments to it",
    "- [ ] Queue anlegen und dann den Trigger einrichten",
    "- [ ] Créer la file puis configurer le déclencheur",
    "- [ ] 创建队列，然后配置触发器",
    "- Create `Main.xaml`",
    "* Create `Main.xaml`",
    "* [ ] Create `Main.xaml`",
    "1. Create `Main.xaml`",
    "1. [ ] Create `Main.xaml`",
    "- [] Create `Main.xaml`",
]


@pytest.mark.parametrize("step", COMPOUND)
def test_two_actions_and_a_step_without_a_box_are_warned_of(step: str) -> None:
    assert codes({"steps": step + VALIDATE}) == {"LST119"}


def test_a_list_in_a_note_is_no_sub_step() -> None:
    steps = f"- [ ] Create `Main.xaml`{VALIDATE}\n\nNotes of May:\n\n- the export has two sheets"
    assert codes({"steps": steps}) == set()


@pytest.mark.parametrize(
    "steps",
    [
        "",
        "- [ ] Create `Main.xaml`",
        "- [ ] Create `Main.xaml`\n- [ ] Validate: it compiles",
        "- [ ] Create `Main.xaml`\n- [ ] **Validation:** it compiles",
        "- [ ] **Validate:** it compiles\n- [ ] Create `Main.xaml`",
        "- [ ] Create `Main.xaml`\n  - [ ] **Validate:** it compiles",
    ],
)
def test_the_last_sub_step_validates(steps: str) -> None:
    assert codes({"steps": steps}) == {"LST107"}


def test_a_ticked_validation_and_two_of_them_are_fine() -> None:
    steps = "- [x] Create `A`\n- [x] **Validate:** A is there\n- [x] **Validate:** all is there"
    assert codes({"steps": steps}) == set()


PROMPTS = {
    f"{SAID}\n{GROUND}": "",
    f"{SAID}\n\n{GROUND}": "",
    f'{SAID}\n```json\n{{"a": 1}}\n```\n{GROUND}': "",
    f"{SAID}\n- [ ] no step\n## Task T9 — fake — x\n### y\n{GROUND}": "",
    f"{SAID}\nAssumption pending SME confirmation: Retries — proceeding with 3\n{GROUND}": "",
    SAID: "LST110",
    f"{SAID} {GROUND}": "LST110",
    f"{GROUND}\n{SAID}": "LST110",
    f"{SAID}\n{GROUND[:-1]}": "LST110",
    f"{SAID}\n{GROUND.replace(SDD, f'`{SDD}`')}": "LST110",
    f"{SAID}\n{GROUND.replace('SDD at', 'plan at')}": "LST110",
    f"{SAID}\n{GROUND.replace('Do not', 'Never')}": "LST110",
    f"{SAID}\n{WRAPPED}": "LST110",
    f"{SAID}\n{GROUND.replace(SDD, 'other-sdd.md')}": "LST201",
    f"{SAID}\n{GROUND.replace(SDD, 'docs/' + SDD)}": "LST201",
    f"{SAID}\n{GROUND.replace(SDD, './' + SDD)}": "",
    f"{SAID}\nFollow this plan.\n{GROUND}": "LST120",
    f"{SAID}\nFollow THIS PLAN's decisions.\n{GROUND}": "LST120",
    f"{SAID}\nSee the plan above.\n{GROUND}": "LST120",
    f"{SAID}\nSiehe diesen Plan.\n{GROUND}": "LST120",
    f"{SAID}\n按本计划执行。\n{GROUND}": "LST120",
    f"{SAID}\nRead the customer's plan and its price.\n{GROUND}": "",
    f"{SAID}\nHandle errors as needed.\n{GROUND}": "LST106",
    f"{SAID}\nDo not configure selectors here; the skill owns them.\n{GROUND}": "",
    f"{SAID}\nConfigure the selector of `Save`.\n{GROUND}": "LST111",
}


@pytest.mark.parametrize("prompt", PROMPTS)
def test_a_prompt_ends_with_its_line_and_names_its_file(prompt: str) -> None:
    assert codes({"prompt": prompt}) == {PROMPTS[prompt]} - {""}


def test_a_prompt_that_ends_with_an_empty_line_is_told() -> None:
    text = a_tasks_file().replace(f"> {GROUND}\n", f"> {GROUND}\n>\n", 1)
    assert codes({"tasks.md": text}) == {"LST110"}


@pytest.mark.parametrize("path", ["a-sdd.md", "b-sdd.md", SDD])
def test_a_prompt_may_be_grounded_in_a_child(path: str) -> None:
    header = (
        f"**Source SDD:** `{SDD}`\n**Child SDDs:** `a-sdd.md`, `b-sdd.md`\n"
        "**SDD scope:** solution\n**Execution autonomy:** interactive\n"
        "**Delivery model:** cloud\n**Generation date:** 2026-12-01\n"
    )
    changes = {"header": header, "prompt": f"{SAID}\n{grounding_line(path)}"}
    assert codes(changes) == set()


@pytest.mark.parametrize(
    ("path", "wanted"),
    [(PLAN, set()), (PLAN.split("/")[-1], set()), ("plans/other.md", {"LST201"})],
)
def test_a_plan_is_grounded_in_its_own_file(path: str, wanted: set[str]) -> None:
    prompt = f"{SAID}\n{grounding_line(path, is_plan=True)}"
    assert codes({"prompt": prompt}, lane=ListLane.PLAN) == wanted


LEAKS = [
    "Open UI Explorer for the Save button",
    "Configure the selector of `Save`",
    "Configure the target for the login screen",
    "Adjust the anchor of the grid cell",
    "Use a fuzzy selector for the title",
    "Use `<webctrl id='save' />` for the button",
    "Register the element in the Object Repository",
    "Add the screens to OR",
    "Write the XAML markup by hand",
    'Begin `Main.xaml` with `<Sequence DisplayName="Main">`',
    "Drag an Assign activity into the canvas",
    "Run `uip login --tenant Finance`",
    "Run the OAuth flow in the browser",
    "Paste the token into the console",
]


@pytest.mark.parametrize("step", LEAKS)
def test_how_a_specialist_works_is_no_step(step: str) -> None:
    assert codes({"steps": f"- [ ] {step}{VALIDATE}"}) == {"LST111"}


@pytest.mark.parametrize(
    "step",
    [
        "Create test cases for the happy path",
        "Mock the ERP API",
        "Assert that 3 rows are posted",
        "Given 3 vendors when they are posted then 3 rows are there",
        "Run `uip rpa test run --all`",
    ],
)
def test_a_testing_row_does_not_say_how_to_test(step: str) -> None:
    row = a_row(
        3,
        "uipath-rpa",
        "Testing (MANDATORY)",
        "rpa:VendorIntake:testing",
        blocked_by="T2",
        steps=f"- [ ] {step}\n- [ ] **Validate:** all tests pass; record results",
    )
    assert codes({"T3": row}) == {"LST111"}


def test_the_testing_prompt_of_the_format_has_no_finding() -> None:
    row = a_row(
        3,
        "uipath-rpa",
        "Testing (MANDATORY)",
        "rpa:VendorIntake:testing",
        blocked_by="T2",
        prompt="Load uipath-rpa and run its testing workflow end-to-end. Always thorough:\n"
        "happy path + edge cases + error scenarios + (for Master Projects) pipeline tests.\n"
        "See that skill's testing references for commands, test-case authoring, and more.\n"
        f"Do not describe the testing procedure here — the specialist owns it.\n{GROUND}",
        steps="- [ ] Run testing workflow per uipath-rpa's testing reference\n"
        "- [ ] **Validate:** all tests pass; record results",
    )
    assert codes({"T3": row}) == set()

"""What the form of a packet may not be, and where it has to agree with readiness.json."""

import pytest

from planner.diagnostics.diagnostic import Severity
from planner.model.vocabulary import Route
from planner.rules.case import Context, TaskCase
from planner.rules.packet import PKT
from tests.builders import a_packet, a_readiness
from tests.rules.packet_cases import FIRST_LINE, codes_in, found_in, with_criterion


@pytest.mark.parametrize("route", [route.value for route in Route])
def test_a_sound_packet_of_every_route_passes(route: str) -> None:
    assert codes_in(a_packet(route=route), route=route) == set()


@pytest.mark.parametrize(
    "packet", ["", "\n", "x", "#", "- ", "Route:", "\u200b", "Allowed paths:\n# Task: x"]
)
def test_a_packet_that_is_hardly_there_crashes_no_rule(packet: str) -> None:
    codes = codes_in(packet)
    assert {"PKT001", "PKT002", "PKT003", "PKT007"} <= codes
    assert "PKT900" not in codes


def test_nothing_is_said_where_there_is_no_packet() -> None:
    case = TaskCase(packet=None, readiness=a_readiness(), context=Context())
    assert list(PKT.check(case)) == []


TITLE = "# Task: Build a weekly digest of open reviews"


@pytest.mark.parametrize(
    "begin",
    [
        pytest.param("", id="no title"),
        pytest.param("# Build a digest\n", id="another heading"),
        pytest.param("## Task: Build a digest\n", id="level two"),
        pytest.param("Task: Build a digest\n====\n", id="underlined"),
        pytest.param("# task: Build a digest\n", id="lower case"),
        pytest.param("#Task: Build a digest\n", id="no space"),
        pytest.param(" # Task: Build a digest\n", id="indented"),
        pytest.param("# Task:\n", id="empty"),
        pytest.param("# Task: -\n", id="no word"),
        pytest.param(f"# Task: {'x' * 81}\n", id="81 code points"),
        pytest.param("# Task: Build a digest\nof open reviews\n", id="two lines"),
        pytest.param("Here it is.\n# Task: Build a digest\n", id="text before"),
        pytest.param("# Task: Build a digest\n# Task: Send it\n", id="two titles"),
    ],
)
def test_a_packet_without_one_plain_title_is_refused(begin: str) -> None:
    assert "PKT001" in codes_in(a_packet().replace(TITLE + "\n", begin))


@pytest.mark.parametrize("title", ["x" * 80, "é" * 80, "週報を作る", "Build: the digest"])
def test_a_title_of_one_to_eighty_code_points_passes(title: str) -> None:
    assert codes_in(a_packet(title=title)) == set()


def test_a_blank_line_around_the_title_is_nothing() -> None:
    assert codes_in("\n" + a_packet().replace("\nRoute:", "\n\nRoute:")) == set()


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("", id="no route"),
        pytest.param("**Route:** direct_execution\n", id="bold"),
        pytest.param("- Route: direct_execution\n", id="an item"),
        pytest.param("route: direct_execution\n", id="lower case"),
        pytest.param(" Route: direct_execution\n", id="indented"),
        pytest.param("Route:\n", id="empty"),
        pytest.param("Route: DIRECT_EXECUTION\n", id="upper case"),
        pytest.param("Route: direct_execution|blocked\n", id="two words"),
        pytest.param("Route: direct_execution\nRoute: direct_execution\n", id="twice"),
        pytest.param("Route: direct_execution\n**Route:** blocked\n", id="a second in bold"),
    ],
)
def test_a_packet_without_one_route_line_is_refused(line: str) -> None:
    assert "PKT002" in codes_in(a_packet().replace("Route: direct_execution\n", line))


def test_a_sentence_about_routes_is_no_route_line() -> None:
    assert codes_in(with_criterion("The route of the page is `/digest`, as before.")) == set()


HEADINGS = (
    "Goal",
    "Acceptance Criteria",
    "Interface Contracts",
    "Constraints And Non-Goals",
    "Execution Decomposition Inputs",
)


@pytest.mark.parametrize("name", HEADINGS)
@pytest.mark.parametrize(
    "written",
    [
        "### {}",
        "# {}",
        "**{}**",
        "{}:",
        "{}\n-----",
        "##{}",
        " ## {}",
        "## {} ##",
        "1. {}",
        "## {}s",
    ],
)
def test_a_section_in_another_spelling_is_missing_and_the_hint_names_it(
    name: str, written: str
) -> None:
    packet = a_packet().replace(f"## {name}\n", written.format(name) + "\n")
    found = [item for item in found_in(packet) if item.code == "PKT003"]
    assert len(found) == 1
    assert f"`## {name}`" in str(found[0].hint)
    assert "in place of line" in str(found[0].hint)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Goal", "goal"),
        ("Goal", "GOAL"),
        ("Goal", "Gaol "),
        ("Constraints And Non-Goals", "Constraints & Non-Goals"),
        ("Constraints And Non-Goals", "Constraints And Non-GGoals"),
        ("Constraints And Non-Goals", "Constraints and Non Goals"),
        ("Interface Contracts", "Interfaces Contract"),
        ("Acceptance Criteria", "Acceptance Criterias"),
        ("Execution Decomposition Inputs", "Decomposition"),
    ],
)
def test_a_heading_that_is_not_exact_is_refused(name: str, written: str) -> None:
    assert "PKT003" in codes_in(a_packet().replace(f"## {name}\n", f"## {written}\n"))


@pytest.mark.parametrize("again", ["## Goal", "### Goal", "## GOAL", " ## Goal", "Goal\n===="])
def test_a_section_given_twice_is_refused_at_the_second(again: str) -> None:
    packet = a_packet().replace("Allowed paths:", f"{again}\nSomething else.\nAllowed paths:")
    found = [item for item in found_in(packet) if item.code == "PKT003"]
    assert [item.where.line for item in found] == [FIRST_LINE + 15]


def test_a_further_section_and_an_indented_sample_pass() -> None:
    packet = a_packet().replace(
        "## Goal\n", "## Background\nA short note.\n\n    ## Goal\n\n## Goal\n"
    )
    assert codes_in(packet) == set()


@pytest.mark.parametrize("body", ["", "   ", "\n\n", "-", "<!-- later -->", "### Details", "***"])
def test_a_section_without_a_word_is_empty(body: str) -> None:
    assert "PKT004" in codes_in(a_packet(goal=body))


def test_none_declared_fills_a_section() -> None:
    packet = a_packet().replace("- No e-mail is sent.", "None declared")
    assert codes_in(packet) == set()


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("- Stable interfaces available: reviews.digest.build\n", ""),
        ("- Stable interfaces available: reviews.digest.build", "- Stable interfaces available:"),
        ("- Stable interfaces available: reviews.digest.build", "- Stable interfaces available: -"),
        ("- Stable interfaces", "- stable interfaces"),
        ("- Stable interfaces", "Stable interfaces"),
        ("- Stable interfaces", "* Stable interfaces"),
        ("- Stable interfaces available:", "- **Stable interfaces available:**"),
        ("- Stable interfaces available:", "- Stable interfaces:"),
    ],
)
def test_each_decomposition_label_needs_its_own_item_and_value(line: str, instead: str) -> None:
    assert "PKT005" in codes_in(a_packet().replace(line, instead))


@pytest.mark.parametrize(
    "criteria",
    [
        "",
        "The digest lists open reviews only.",
        "* The digest lists open reviews only.",
        "1. The digest lists open reviews only.",
        "- The digest lists open reviews only.\n-",
        "- The digest lists open reviews only.\n-  ",
        "- The digest lists open reviews only.\n- [ ]",
        "- The digest lists open reviews only.\n- --",
    ],
)
def test_criteria_need_items_and_none_of_them_blank(criteria: str) -> None:
    packet = a_packet(criteria=()).replace(
        "## Acceptance Criteria\n", f"## Acceptance Criteria\n{criteria}\n"
    )
    assert "PKT006" in codes_in(packet)


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("Allowed paths:\n", ""),
        ("Verification:\n", ""),
        ("Allowed paths:", "allowed paths:"),
        ("Allowed paths:", "**Allowed paths:**"),
        ("Allowed paths:", " Allowed paths:"),
        ("Allowed paths:", "## Allowed paths"),
        ("Allowed paths:", "Allowed paths: reviews/digest.py"),
        ("Allowed paths:\n", "Allowed paths:\nAllowed paths:\n"),
        ("Allowed paths:\n", "Allowed paths:\n\n"),
        ("- tests/test_digest.py", "* tests/test_digest.py"),
        ("Verification:", "And this, too.\nVerification:"),
        ("Verification:\n", "Verification:\nRun this:\n"),
    ],
)
def test_the_two_lists_stand_once_and_hold_items_alone(line: str, instead: str) -> None:
    assert "PKT007" in codes_in(a_packet().replace(line, instead))


@pytest.mark.parametrize(
    "text", ["* src/secret.py", "\n- src/secret.py", "src/secret.py", "## Goal"]
)
@pytest.mark.parametrize("label", ["Allowed paths:", "Verification:"])
def test_nothing_hides_below_a_list_that_a_consumer_reads_as_empty(label: str, text: str) -> None:
    packet = a_packet(route="blocked", commands=()).replace(f"{label}\n", f"{label}\n{text}\n")
    readiness = a_readiness("blocked", verification=[])
    assert "PKT007" in codes_in(packet, route="blocked", readiness=readiness)


def test_lists_before_the_sections_are_refused() -> None:
    packet = a_packet()
    body, _, lists = packet.partition("Allowed paths:")
    title, _, sections = body.partition("## Goal")
    moved = f"{title}Allowed paths:{lists}## Goal{sections}"
    assert "PKT007" in codes_in(moved)


@pytest.mark.parametrize("end", ["\n", "\n\n", "  \n"])
def test_blank_lines_between_and_after_the_lists_are_nothing(end: str) -> None:
    packet = a_packet().replace("Verification:", f"{end}Verification:") + end
    assert codes_in(packet) == set()


def test_a_goal_past_the_excerpt_is_warned_of() -> None:
    packet = a_packet().replace("## Goal\n", f"## Background\n{'A long note. ' * 20}\n## Goal\n")
    (found,) = found_in(packet)
    assert (found.code, found.severity) == ("PKT104", Severity.WARNING)


def test_lists_far_from_the_end_are_warned_of() -> None:
    packet = a_packet() + "A long note. " * 20
    assert {"PKT104", "PKT007"} == codes_in(packet)


def test_a_long_list_is_no_reason_for_a_warning() -> None:
    paths = [f"reviews/part_{number}.py" for number in range(40)]
    readiness = a_readiness(allowed_paths=paths)
    assert codes_in(a_packet(paths=tuple(paths)), readiness=readiness) == set()


def test_a_packet_of_another_route_than_readiness_is_refused() -> None:
    assert "PKT201" in codes_in(a_packet(route="blocked"), route="direct_execution")


@pytest.mark.parametrize(
    ("paths", "said"),
    [
        (("tests/test_digest.py", "reviews/digest.py"), "another order"),
        (("reviews/digest.py",), "not in the packet"),
        (("reviews/digest.py", "tests/test_digest.py", "src/"), "not in `allowed_paths`"),
        (("reviews/digest.py", "tests/test_digest.PY"), "entry 2"),
        ((), "not in the packet"),
    ],
)
def test_paths_that_are_not_those_of_readiness_are_refused(
    paths: tuple[str, ...], said: str
) -> None:
    (found,) = found_in(a_packet(paths=paths))
    assert found.code == "PKT202"
    assert said in found.message


def test_two_unicode_forms_of_a_path_are_told_apart() -> None:
    readiness = a_readiness(allowed_paths=["caf\u00e9.py"])
    (found,) = found_in(a_packet(paths=("cafe\u0301.py",)), readiness=readiness)
    assert "Unicode form" in found.message
    assert r"caf\xe9.py" in found.message


def test_paths_that_only_the_packet_lists_are_refused() -> None:
    assert "PKT202" in codes_in(
        a_packet(route="blocked", paths=("src/secret.py",)), route="blocked"
    )


def test_commands_that_are_not_those_of_readiness_are_refused() -> None:
    assert codes_in(a_packet(commands=("python -m pytest",))) == {"PKT203"}
    assert codes_in(a_packet(commands=("`python -m unittest`",))) == {"PKT203"}


@pytest.mark.parametrize("value", [None, "reviews/digest.py", 3])
def test_a_list_of_another_type_is_left_to_the_schema(value: object) -> None:
    assert codes_in(a_packet(), readiness=a_readiness(allowed_paths=value)) == set()

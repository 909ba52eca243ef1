"""Settings: who wins, what is refused, and where a fault is said to be."""

import json
from pathlib import Path

import pytest

from planner.adapters.config_file import SIZE_LIMIT, Configured
from planner.adapters.config_keys import KEYS
from planner.errors import ConfigFault
from planner.model.settings import Settings
from tests.adapters.configurations import MODEL, configured, refused, write


def test_without_a_source_the_defaults_hold(tmp_path: Path) -> None:
    assert configured(tmp_path) == Configured(Settings(), None)


def test_planner_toml_sets_every_key(tmp_path: Path) -> None:
    write(
        tmp_path,
        "planner.toml",
        'reason = "token"\ncontrol_folders = [".state"]\ncatalogue = "software"\n'
        'off = ["CMD102"]\n'
        '[authority]\nevidence = "activation"\nstate = "required"\n[model]\n'
        + "".join(f"{key} = {json.dumps(value)}\n" for key, value in MODEL.items()),
    )
    found = configured(tmp_path)
    assert found.file == "planner.toml"
    assert found.settings.model_dump(mode="json") == {
        "authority": {"evidence": "activation", "state": "required"},
        "reason": "token",
        "control_folders": [".state"],
        "catalogue": "software",
        "off": ["CMD102"],
        "model": MODEL,
    }
    assert set(found.origins) == set(KEYS)


def test_the_table_of_pyproject_is_read(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", '[project]\nname = "x"\n[tool.planner]\noff = ["CMD102"]\n')
    found = configured(tmp_path)
    assert (found.settings.off, found.file) == (("CMD102",), "pyproject.toml")


def test_a_pyproject_without_the_table_is_no_configuration(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", '[project]\nname = "x"\n[tool.other]\nx = 1\n')
    assert configured(tmp_path) == Configured(Settings(), None)


def test_of_two_files_planner_toml_wins_and_the_user_is_told(tmp_path: Path) -> None:
    write(tmp_path, "planner.toml", 'off = ["CMD103"]\n')
    write(tmp_path, "pyproject.toml", '[tool.planner]\noff = ["CMD102"]\n')
    found = configured(tmp_path)
    assert found.settings.off == ("CMD103",)
    assert found.notes == ("planner.toml is used; [tool.planner] of pyproject.toml is not",)


def test_planner_toml_alone_needs_no_note(tmp_path: Path) -> None:
    write(tmp_path, "planner.toml", 'off = ["CMD103"]\n')
    write(tmp_path, "pyproject.toml", "[tool.other]\n")
    assert configured(tmp_path).notes == ()


def test_a_folder_above_is_not_looked_at(tmp_path: Path) -> None:
    write(tmp_path, "planner.toml", 'off = ["CMD103"]\n')
    inner = tmp_path / "inner"
    inner.mkdir()
    assert configured(inner).file is None


def test_a_flag_wins_over_a_variable_and_a_variable_over_a_file(tmp_path: Path) -> None:
    write(tmp_path, "planner.toml", 'off = ["CMD102"]\nreason = "token"\n')
    environment = {"PLANNER_OFF": "CMD103"}
    assert configured(tmp_path).settings.off == ("CMD102",)
    assert configured(tmp_path, environment=environment).settings.off == ("CMD103",)
    found = configured(tmp_path, environment=environment, off=["TRC201"]).settings
    assert (found.off, found.reason.value) == (("TRC201",), "token")


@pytest.mark.parametrize(
    ("variable", "value", "expected"),
    [
        ("PLANNER_AUTHORITY_EVIDENCE", "activation", {"authority": {"evidence": "activation"}}),
        ("PLANNER_AUTHORITY_STATE", "required", {"authority": {"state": "required"}}),
        ("PLANNER_REASON", "token", {"reason": "token"}),
        ("PLANNER_CONTROL_FOLDERS", ".a, .b,", {"control_folders": [".a", ".b"]}),
        ("PLANNER_OFF", "CMD102,CMD103", {"off": ["CMD102", "CMD103"]}),
    ],
)
def test_each_variable_sets_its_key(
    tmp_path: Path, variable: str, value: str, expected: dict[str, object]
) -> None:
    found = configured(tmp_path, environment={variable: value}).settings
    assert found.model_dump(mode="json", exclude_unset=True) == expected


def test_one_key_of_a_table_leaves_the_other_as_it_was(tmp_path: Path) -> None:
    write(tmp_path, "planner.toml", '[authority]\nstate = "required"\n')
    found = configured(tmp_path, environment={"PLANNER_AUTHORITY_EVIDENCE": "activation"})
    authority = found.settings.authority
    assert (authority.evidence.value, authority.state) == ("activation", "required")


@pytest.mark.parametrize("variable", ["PLANNER_OFF", "PLANNER_REASON", "PLANNER_CONFIG"])
def test_an_empty_variable_is_as_good_as_none(tmp_path: Path, variable: str) -> None:
    assert configured(tmp_path, environment={variable: ""}).settings == Settings()


def test_the_flag_names_another_file_than_the_variable(tmp_path: Path) -> None:
    write(tmp_path, "a.toml", 'off = ["CMD102"]\n')
    write(tmp_path, "b.toml", 'off = ["CMD103"]\n')
    write(tmp_path, "planner.toml", 'off = ["TRC201"]\n')
    environment = {"PLANNER_CONFIG": "a.toml"}
    assert configured(tmp_path, environment=environment).settings.off == ("CMD102",)
    found = configured(tmp_path, environment=environment, config="b.toml")
    assert (found.settings.off, found.file) == (("CMD103",), "b.toml")


def test_a_named_pyproject_is_read_at_its_table(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", '[tool.planner]\noff = ["CMD102"]\n')
    assert configured(tmp_path, config="pyproject.toml").settings.off == ("CMD102",)


def test_a_named_pyproject_without_the_table_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", "[project]\n")
    assert refused(tmp_path, config="pyproject.toml").code is ConfigFault.SCHEMA


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "planner.toml").write_bytes(b'\xef\xbb\xbfoff = ["CMD102"]\r\n')
    assert configured(tmp_path).settings.off == ("CMD102",)


@pytest.mark.parametrize(
    "given", [{"config": "no.toml"}, {"environment": {"PLANNER_CONFIG": "no.toml"}}]
)
def test_a_named_file_that_is_missing_is_cfg001(tmp_path: Path, given: dict[str, object]) -> None:
    error = refused(tmp_path, **given)
    assert (error.code, error.path, error.tool) == (ConfigFault.MISSING, "no.toml", "planner")
    assert error.hint
    assert str(error).startswith("no.toml: CFG001 missing-config")


@pytest.mark.parametrize(
    ("content", "line"),
    [
        pytest.param(b'off = ["CMD102"\n', None, id="never closed"),
        pytest.param(b'reason = "token"\noff = oops\n', 2, id="no value"),
        pytest.param(b'reason = "token"\nreason = "line"\n', 2, id="a key twice"),
        pytest.param(b"\n\nx = '\xff'\n", 3, id="not UTF-8"),
        pytest.param(b"{}", 1, id="JSON"),
        pytest.param(b"off = " + b"[" * 5000, None, id="nested without end"),
        pytest.param(b"#" * (SIZE_LIMIT + 1), None, id="too large"),
    ],
)
def test_what_is_no_toml_is_cfg002(tmp_path: Path, content: bytes, line: int | None) -> None:
    (tmp_path / "planner.toml").write_bytes(content)
    error = refused(tmp_path)
    assert (error.code, error.path, error.line) == (ConfigFault.SYNTAX, "planner.toml", line)
    assert error.hint


def test_a_broken_pyproject_is_not_passed_over(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", "[tool.planner\n")
    assert refused(tmp_path).code is ConfigFault.SYNTAX


@pytest.mark.parametrize(
    ("text", "named"),
    [
        pytest.param("of = []", "`of`", id="unknown key"),
        pytest.param("[authority]\nevidnce = 1", "`authority.evidnce`", id="unknown inner key"),
        pytest.param('authority = "digest"', "`authority`", id="a word for a table"),
        pytest.param('[authority]\nevidence = "none"', "`authority.evidence`", id="a weaker word"),
        pytest.param('[authority]\nstate = "Required"', "`authority.state`", id="another case"),
        pytest.param("reason = true", "`reason`", id="a boolean"),
        pytest.param('off = "CMD102"', "`off`", id="a word for a list"),
        pytest.param("off = [1]", "`off.0`", id="a number for a code"),
        pytest.param('off = ["cmd102"]', "`off.0`", id="a code in lower case"),
        pytest.param('off = ["CMD1020"]', "`off.0`", id="a code that is too long"),
        pytest.param('control_folders = ["a/b"]', "`control_folders.0`", id="a path"),
        pytest.param("control_folders = [1979-05-27]", "`control_folders.0`", id="a date"),
        pytest.param('off = ["XYZ001"]', "XYZ001", id="an unknown code"),
        pytest.param('off = ["CMD900"]', "CMD900", id="a crash cannot be switched off"),
        pytest.param('off = ["RPY001"]', "RPY001", id="grammar"),
        pytest.param('off = ["PTH001"]', "PTH001", id="paths"),
        pytest.param('off = ["SCP001"]', "SCP001", id="scope"),
        pytest.param('off = ["GAT001"]', "GAT001", id="authority"),
        pytest.param('off = ["SEC001"]', "SEC001", id="secrets"),
    ],
)
def test_what_a_file_may_not_say_is_cfg003(tmp_path: Path, text: str, named: str) -> None:
    write(tmp_path, "planner.toml", text)
    error = refused(tmp_path)
    assert (error.code, error.path) == (ConfigFault.SCHEMA, "planner.toml")
    assert named in error.objections[0].fact
    assert error.hint


def test_every_fault_of_a_file_is_told(tmp_path: Path) -> None:
    write(tmp_path, "planner.toml", 'off = ["RPY001", "XYZ001", "CMD102"]')
    error = refused(tmp_path)
    assert [fact.split()[2] for fact, _ in error.objections] == ["RPY001,", "XYZ001,"]


def test_a_misspelt_key_gets_the_right_one_as_a_hint(tmp_path: Path) -> None:
    write(tmp_path, "planner.toml", "control_folder = []")
    assert refused(tmp_path).hint == "did you mean `control_folders`?"


@pytest.mark.parametrize("table", ['tool = {planner = "x"}', "[tool]\nplanner = []"])
def test_a_tool_entry_that_is_no_table_is_refused(tmp_path: Path, table: str) -> None:
    write(tmp_path, "pyproject.toml", table)
    assert refused(tmp_path).code is ConfigFault.SCHEMA


def test_a_fault_of_a_variable_names_the_variable(tmp_path: Path) -> None:
    write(tmp_path, "planner.toml", 'reason = "token"\n')
    error = refused(tmp_path, environment={"PLANNER_REASON": "tokn"})
    assert (error.code, error.path) == (ConfigFault.SCHEMA, "PLANNER_REASON")


@pytest.mark.parametrize("code", ["PTH001", "XYZ001", "nonsense"])
def test_a_fault_of_the_flag_names_the_flag(tmp_path: Path, code: str) -> None:
    error = refused(tmp_path, off=["CMD102", code])
    assert (error.code, error.path) == (ConfigFault.SCHEMA, "--off")


def test_a_fault_that_a_higher_source_would_replace_is_still_a_fault(tmp_path: Path) -> None:
    write(tmp_path, "planner.toml", 'off = ["PTH001"]\n')
    assert refused(tmp_path, off=["CMD102"]).path == "planner.toml"


def test_a_folder_in_place_of_the_file_passes_through(tmp_path: Path) -> None:
    (tmp_path / "planner.toml").mkdir()
    with pytest.raises(IsADirectoryError):
        configured(tmp_path)


def test_a_link_to_nowhere_is_not_taken_for_no_file(tmp_path: Path) -> None:
    (tmp_path / "planner.toml").symlink_to(tmp_path / "gone.toml")
    with pytest.raises(FileNotFoundError):
        configured(tmp_path)

"""What `plan` releases, `check` accepts: our own replies satisfy the rules for strangers'."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.adapters.drafter_offline import OfflineDrafter
from planner.adapters.source import BytesSource
from planner.app.check_reply import check
from planner.app.outcome import Released
from planner.app.plan_one import Ports, plan_one
from planner.app.reading import PlanRequest
from planner.diagnostics.diagnostic import Diagnostic
from planner.gate.permit import Permit
from planner.model.settings import Settings
from tests.builders import INTAKE
from tests.drafting.briefs import EXAMPLES
from tests.drafting.test_split import MIX, OPEN, TWO

KNOWN = {
    "the builders' request": INTAKE,
    "two deliverables": TWO,
    "a mix of routes": MIX,
    "an open set": OPEN,
} | {file.stem: file.read_text(encoding="utf-8") for file in sorted(EXAMPLES.glob("*.md"))}

GOALS = (
    "Add CSV export to the ticket list",
    "Plan the ticket tool as a task set.",
    "予約一覧に CSV 出力を追加する",
    "Füge einen CSV-Export zur Ticketliste hinzu",
    "Ajouter l'export CSV à la liste",
    "Add a `--json` flag to `tool list`; later, one for YAML",
)
WANTED = (
    "The download holds at most 50,000 rows and takes 2 s.",
    "Rows say `null` or “empty” in column opened_at.",
    "`tickets.export.to_csv(rows: list[dict]) -> str` returns the text.",
    "`--json` prints JSON; it must not change the default output.",
    "Update `tickets/export.py` so that `python -m unittest tests/test_export.py` passes.",
    "GET /tickets/export answers 200 with text/csv.",
    "Large exports must show progress. Export must **not** include internal notes.",
    "Task 1: Add CSV export with the filtered rows.",
    "Task 2: Add JSON import that refuses bad JSON with exit code 2.",
    "5 秒以内に「保存」を表示する。",
    "Der Export dauert höchstens 2 Sekunden.",
    "It holds:\n  - `id`\n  - `subject`\n  - 3 columns",
    "Errors raise ExportError with code 17.",
    "Only update `a.py` and change only docs/x.md.",
    "Set __init__.py and snake_case_name to *4* items",
    'A call looks so:\n\n  ```python\n  export(rows, limit=50)\n  print("done")\n  ```\n',
    "Is UTF-8 or ISO-8859-1 used?",
    "The retention of 30 days is not decided yet.",
    "Rows: 5–10, −3 °C, 1,5 s and 12:30.",
    "Escape \\_underscore\\_ and a|b.",
    "needs_detail task: the retention of logs `--keep 30` has to be chosen.",
    "blocked task: `creds.get(name: str) -> str` staging credentials are missing.",
)  # fmt: skip
REFUSED = (
    "No XLSX output.",
    "Do not touch `legacy/`.",
    "XLSX export",
    "Must not use more than 256 MB.",
    "Keine neuen Abhängigkeiten.",
    "XLSX は対象外。",
    "Existing PDF export keeps working.",
    "The following is out of scope:\n  - mobile\n  - `--xml`",
    "Refrain from adding `numpy`",
)
SCOPE = (
    "tickets/export.py", "tests/test_export.py", "`src`", "docs/", "Makefile", "`./bin/run`",
    "/etc/passwd", "lib/a.py, lib/b.py", "tests/**", "README.md (update)", "`pkg/*.py`",
)  # fmt: skip
CHECKS = (
    "`python -m unittest tests/test_export.py`",
    "`python -m unittest discover -s tests -p test_export.py`",
    "`pytest -q && ruff check .`",
    "`git diff --exit-code`",
    "`X=1 python -m pytest`",
    "All tests pass.",
)
TAILS = ("", "Plan several tasks as a task set.\n", "<!-- hidden `--secret` 99 -->\n")
NAMES = ("Constraints", "Non-goals", "Out of scope", "Exclusions")


class Kept:
    """A store in memory."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def put(self, files: Mapping[str, bytes], /) -> str:
        self.files = dict(files)
        return "kept"


class Noon:
    """A clock that stands still."""

    def now(self) -> datetime:
        return datetime(2026, 1, 2, 12, tzinfo=UTC)

    def elapsed(self) -> float:
        return 0.0


def released(text: str) -> bytes | None:
    """Return the reply that is planned for a request; None when none is released."""
    data, store = text.encode(), Kept()
    ports = Ports(
        drafter=OfflineDrafter(), store=store, source=BytesSource(data), clock=Noon()
    )  # fmt: skip
    outcome = asyncio.run(plan_one(PlanRequest(data=data), Settings(), ports))
    return store.files["reply.md"] if isinstance(outcome, Released) else None


def lost(reply: bytes, text: str) -> list[Diagnostic]:
    """Return what the gate misses in an accepted reply; a goal of ours is in words of ours."""
    checked = check(reply, intake=text.encode())
    assert isinstance(checked.decision, Permit)
    traced = [found for found in checked.diagnostics if found.code.startswith("TRC")]
    return [found for found in traced if found.code != "TRC105"]


def section(name: str, items: list[str], *, heads: bool) -> str:
    """Return a labelled list, or nothing where there are no items."""
    title = f"## {name}\n\n" if heads else f"{name}:\n"
    return title + "".join(f"- {item}\n" for item in items) if items else ""


def some(of: tuple[str, ...], most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(of), max_size=most, unique=True)


@st.composite
def requests(draw: st.DrawFn) -> str:
    """Draw a request of the kinds that people write."""
    heads, goal = draw(st.booleans()), draw(st.sampled_from(GOALS))
    first = (
        f"# {goal}\n" if heads else f"**Intake Evidence**\nCCB_REQ_ID: r-1\nMacro request: {goal}"
    )
    parts = (
        first,
        section("Scope", draw(some(SCOPE, 3)), heads=heads),
        section("Required behavior", draw(some(WANTED, 6)), heads=heads),
        section(draw(st.sampled_from(NAMES)), draw(some(REFUSED, 3)), heads=heads),
        " ".join(draw(some(WANTED, 2))),
        section("Verification", draw(some(CHECKS, 2)), heads=heads),
        draw(st.sampled_from(TAILS)),
    )
    return "\n".join(part for part in parts if part)


@pytest.mark.parametrize("text", KNOWN.values(), ids=KNOWN)
def test_the_reply_to_a_known_request_is_accepted_like_a_strangers(text: str) -> None:
    reply = released(text)
    assert reply is not None
    assert not lost(reply, text)


@given(requests())
def test_what_plan_releases_check_accepts(text: str) -> None:
    reply = released(text)
    assert reply is None or not lost(reply, text)

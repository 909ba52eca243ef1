"""`python -m tests.fuzz --n 100000 --seed 1`: mutants of good replies, judged by two gates.

* A mutant is made from its seed and index alone, so that it can be made again.
* The planner may be stricter where the catalogue leaves a judgement of wording open (`JUDGED`);
  every other difference, and every crash, is printed in its smallest form and makes the exit 1.
"""

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher, unified_diff
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from random import Random

import tests.mutations_inside  # noqa: F401 - files its changes
from planner.app.check_reply import check
from planner.diagnostics.report import codes, errors
from tests.builders import READINESS_OF, a_reply
from tests.mutations import MUTATIONS, NO_STATE, Case
from tests.mutations_set import a_set
from tests.oracle.gate import UNASKED, faults

__all__ = ["main", "run"]

JUDGED: tuple[str, ...] = (
    "CMD006",
    "CMD007",
    "CMD009",
    "CMD202",
    "INT",
    "PKT101",
    "PKT102",
    "PKT105",
    "QST104",
)
JUDGED += ("SET105", "SET203", "SCP", "SEC", "TRC", "GAT200", "GAT205")
"""Where the planner reads wording, and the oracle does not."""
_CHUNK = 250
_FILES = ("replies.jsonl", "authority.jsonl")


@dataclass(frozen=True, slots=True)
class Answer:
    """What one gate says."""

    decision: str
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A mutant that the two gates judge differently, or that crashed one."""

    index: int
    seed_name: str
    changes: tuple[str, ...]
    told: str
    diff: str


@dataclass(slots=True)
class Tally:
    """What came of a run."""

    mutants: int = 0
    accepted: int = 0
    stricter: int = 0
    """Refused by the planner alone, for wording."""
    crashes: int = 0
    differences: list[Difference] = field(default_factory=list)
    by_change: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Add what came of another part."""
        self.mutants += other.mutants
        self.accepted += other.accepted
        self.stricter += other.stricter
        self.crashes += other.crashes
        self.differences += other.differences
        self.by_change += other.by_change


@cache
def seeds() -> tuple[tuple[str, Case], ...]:
    """Return the good cases: the accepted vectors and one reply of each route on its own."""
    found = [(f"builder {route}", Case(a_reply(route=route))) for route in READINESS_OF]
    found.append(("builder set", Case(a_set())))
    for name in _FILES:
        text = (Path(__file__).parent / "vectors" / name).read_text(encoding="utf-8")
        for line in map(json.loads, text.splitlines()):
            if line["expect"]["decision"] == "accepted":
                state = NO_STATE if line["state"] is None else line["state"]
                case = Case(line["reply"], line["intake"], line["activation"], state)
                found.append((line["id"], case))
    return tuple(found)


def planner(case: Case) -> Answer:
    """Return the planner's answer."""
    checked = check(
        case.reply.encode("utf-8", "surrogatepass"),
        intake=None if case.intake is None else case.intake.encode("utf-8", "surrogatepass"),
        activation=None if case.activation is None else json.dumps(case.activation).encode(),
        state=None if case.state is NO_STATE else json.dumps(case.state).encode(),
    )
    return Answer(checked.verdict.decision, codes(errors(checked.diagnostics)))


def oracle(case: Case) -> Answer:
    """Return the oracle's answer."""
    state = UNASKED if case.state is NO_STATE else case.state
    found = faults(case.reply, case.intake, case.activation, state)
    return Answer("rejected" if found else "accepted", tuple(sorted(found)))


def differ(ours: Answer, theirs: Answer) -> bool:
    """Say whether the answers contradict each other, wording aside; a crash always does."""
    if any(code.endswith("900") for code in ours.codes):
        return True
    return ours.decision != theirs.decision and not is_stricter(ours, theirs)


def is_stricter(ours: Answer, theirs: Answer) -> bool:
    """Say whether the planner alone refuses, and for wording alone."""
    return theirs.decision == "accepted" and all(code.startswith(JUDGED) for code in ours.codes)


def mutant(seed: int, index: int, only: Sequence[int] | None = None) -> tuple[str, list[str], Case]:
    """Return the name of the seed, the changes and the case; *only* picks some of the changes."""
    rng = Random(f"{seed}:{index}")  # noqa: S311 - reproducible on purpose
    name, case = rng.choice(seeds())
    changes = [rng.choice([*MUTATIONS]) for _ in range(rng.choice((1, 1, 2, 3)))]
    for place, change in enumerate(changes):
        if only is None or place in only:
            own = Random(f"{seed}:{index}:{place}")  # noqa: S311 - as above
            case = MUTATIONS[change](own, case)
    picked = changes if only is None else [changes[place] for place in only]
    return name, picked, case


def part(indexes: range, seed: int, until: float) -> Tally:
    """Judge the mutants of *indexes*; stop at *until* on the monotonic clock."""
    tally = Tally()
    for index in indexes:
        if time.monotonic() > until:
            break
        name, changes, case = mutant(seed, index)
        tally.mutants += 1
        try:
            ours, theirs = planner(case), oracle(case)
        except Exception as error:  # noqa: BLE001 - a crash is what is looked for
            tally.crashes += 1
            told = f"crash: {type(error).__name__}: {error}"
            tally.differences.append(Difference(index, name, tuple(changes), told, ""))
            continue
        tally.accepted += ours.decision == "accepted"
        tally.by_change.update(changes if ours.decision == "accepted" else ())
        tally.stricter += ours.decision != theirs.decision and is_stricter(ours, theirs)
        if differ(ours, theirs):
            tally.crashes += any(code.endswith("900") for code in ours.codes)
            tally.differences.append(smallest(seed, index, len(changes)))
    return tally


def smallest(seed: int, index: int, count: int) -> Difference:
    """Return the difference with the fewest changes, and then the fewest changed lines."""
    for size in range(1, count + 1):
        for only in combinations(range(count), size):
            name, changes, case = mutant(seed, index, only)
            if differ(planner(case), oracle(case)):
                start = dict(seeds())[name]
                case = _fewest_lines(start, case)
                told = f"planner {_told(planner(case))}; oracle {_told(oracle(case))}"
                return Difference(index, name, tuple(changes), told, _diff(start, case))
    message = f"mutant {index} of seed {seed} cannot be made again"
    raise AssertionError(message)


def _told(answer: Answer) -> str:
    return " ".join((answer.decision, *answer.codes))


def _fewest_lines(start: Case, case: Case) -> Case:
    """Undo each changed run of lines that the difference does not need."""
    shrunk = True
    while shrunk:
        shrunk = False
        for reply in _undone(start.reply, case.reply):
            fewer = replace(case, reply=reply)
            if differ(planner(fewer), oracle(fewer)):
                case, shrunk = fewer, True
                break
    return case


def _undone(start: str, text: str) -> Iterator[str]:
    left, right = start.split("\n"), text.split("\n")
    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag != "equal":
            yield "\n".join([*right[:c], *left[a:b], *right[d:]])


def _diff(start: Case, case: Case) -> str:
    pairs = [(start.reply, case.reply), (start.intake or "", case.intake or "")]
    pairs.append((_shown(start.activation), _shown(case.activation)))
    pairs.append((_shown(start.state), _shown(case.state)))
    lines = [
        line
        for one, two in pairs
        for line in [*unified_diff(_lines(one), _lines(two), n=0, lineterm="")][2:]
    ]
    return "\n".join(f"    {ascii(line)[1:-1][:300]}" for line in lines)


def _lines(text: str) -> list[str]:
    """Return the lines of *text*; those of texts inside JSON, and its members, stand apart."""
    return re.sub(r'\\n|", (?=")', lambda found: f"{found.group()}\n", text).split("\n")


def _shown(value: object) -> str:
    return "-" if value is NO_STATE else json.dumps(value, indent=1)


def run(count: int, seed: int, *, jobs: int = 1, minutes: float = 10) -> Tally:
    """Judge *count* mutants, within *minutes*."""
    until = time.monotonic() + 60 * minutes
    chunks = [range(at, min(at + _CHUNK, count)) for at in range(0, count, _CHUNK)]
    judge = partial(part, seed=seed, until=until)
    tally = Tally()
    if jobs == 1:
        for chunk in chunks:
            tally.add(judge(chunk))
        return tally
    with ProcessPoolExecutor(jobs) as pool:
        for one in pool.map(judge, chunks):
            tally.add(one)
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--n", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=20, help="differences to print in full")
    asked = parser.parse_args(arguments)
    tally = run(asked.n, asked.seed, jobs=asked.jobs, minutes=asked.minutes)
    print(  # noqa: T201 - the report
        f"{tally.mutants} mutants of seed {asked.seed}: {tally.accepted} accepted, "
        f"{tally.stricter} refused for wording alone, {len(tally.differences)} differences, "
        f"{tally.crashes} crashes"
    )
    for told, times in Counter(found.told for found in tally.differences).most_common():
        print(f"  {times} x {told}")  # noqa: T201
    for found in tally.differences[: asked.show]:
        changes = ", ".join(found.changes)
        print(f"\n#{found.index} {found.seed_name} [{changes}]\n  {found.told}\n{found.diff}")  # noqa: T201
    return 1 if tally.differences or tally.mutants == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

"""Everything that a rule may look at, as frozen values.

* `ReplyCase` is the whole reply, `TaskCase` one task of it: the packet and readiness families
  judge a task and so serve every item of a set.
* Places in JSON are given as pointers; `assess` turns them into lines once something is found.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from planner.codec.contract import ContractDoc
from planner.codec.intake import IntakeDoc
from planner.codec.packet import PacketDoc
from planner.codec.question import QuestionLine
from planner.codec.reply import ReplyDoc
from planner.codec.strict_json import JsonDoc
from planner.diagnostics.diagnostic import Where
from planner.model.draft import Draft
from planner.model.intake import Brief, LabelledStatement
from planner.model.settings import Settings
from planner.model.vocabulary import EXECUTING, Artifact, GitCapability, Mode, Route


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What is known about the request and the project, the same for every task of a reply."""

    settings: Settings = Settings()
    brief: Brief | None = None
    """The request that the reply answers; None when it was not given."""
    git_repository: GitCapability | None = None
    """The activation's word, or the intake's where it declares none; None is undeclared."""
    phase: str = "planning"
    mode: Mode | None = None
    """The shape that was asked for; None when nothing says so."""
    evidence: str = ""
    """The text of the request and of every artifact: where paths have to be named."""
    terminal_stop: bool = False
    """A verified terminal_status_constraint holds."""
    expected_task_ids: tuple[str, ...] = ()
    """The exact ids that a set has to have; empty when none are imposed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntakeCase:
    """What an intake rule may look at."""

    doc: IntakeDoc
    declared_git: GitCapability | None = None
    """The activation's capability, which may contradict the intake's line."""
    request_id: str | None = None
    """Given beside the intake (`--request-id`)."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One text of a JSON list and its pointer."""

    text: str
    pointer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskCase:
    """One task of a reply: its packet and its readiness as written."""

    packet: PacketDoc | None
    """None when the section is missing."""
    readiness: Mapping[str, object] | None
    """The JSON object; None when it is missing, not strict JSON, or no object."""
    context: Context
    route: Route | None = None
    """What readiness says if it is one of the five, else what the packet says, else None."""
    allowed_paths: tuple[Listed, ...] = ()
    """The texts of `allowed_paths`; without a readable list, the packet's."""
    verification: tuple[Listed, ...] = ()
    blockers: tuple[Listed, ...] = ()
    artifact: str = Artifact.READINESS.value
    """The artifact that JSON places belong to."""
    base: str = ""
    """The pointer of the task in that artifact."""
    contract: ContractDoc | None = None
    """The execution contract that a set's item carries; None when there is none."""
    packet_pointer: str | None = None
    """Where the packet is a text in that artifact, which has no lines of the reply."""

    @property
    def executes(self) -> bool:
        """Whether the route lets an agent change files."""
        return self.route in EXECUTING

    def at(self, pointer: str) -> Where:
        """Return the place of a member of the readiness object."""
        return Where(self.artifact, self.base + pointer)

    def packet_line(self, line: int) -> Where:
        """Return the place of a line of the packet."""
        if self.packet_pointer is not None:
            return Where(self.artifact, self.packet_pointer)
        return Where(Artifact.PACKET.value, line=line)


@dataclass(frozen=True, slots=True)
class Unsound:
    """A set's item in which other families found errors."""

    index: int
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyCase:
    """A whole reply."""

    doc: ReplyDoc
    context: Context
    json: Mapping[Artifact, JsonDoc] = field(default_factory=dict)
    """The JSON sections that could be cut out, strict or not."""
    questions: tuple[QuestionLine, ...] = ()
    has_questions: bool = False
    """The section of questions is there, empty or not."""
    task: TaskCase | None = None
    """The single task, when the reply is not a set."""
    items: tuple[TaskCase, ...] = ()
    """The tasks of a set, in its order."""
    unsound: tuple[Unsound, ...] = ()
    """Those of them in which other families found errors; known once these have run."""

    @property
    def tasks(self) -> tuple[TaskCase, ...]:
        """Every task of the reply: the single one, those of the set, or a mixed reply's both."""
        return (*((self.task,) if self.task is not None else ()), *self.items)


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceCase:
    """Our own draft beside the labelled request that it was made from."""

    brief: Brief
    labels: tuple[LabelledStatement, ...]
    draft: Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignTraceCase:
    """A reply that has no trace, beside the labelled request that it answers."""

    brief: Brief
    labels: tuple[LabelledStatement, ...]
    reply: ReplyCase


AnyTraceCase = TraceCase | ForeignTraceCase


def listed(readiness: Mapping[str, object] | None, member: str) -> tuple[Listed, ...] | None:
    """Return the texts of a list member with their pointers; None when it is no list."""
    values = readiness.get(member) if readiness is not None else None
    if not isinstance(values, list):
        return None
    return tuple(_texts(values, member))


def _texts(values: list[object], member: str) -> Iterator[Listed]:
    for index, value in enumerate(values):
        if isinstance(value, str):
            yield Listed(value, f"/{member}/{index}")

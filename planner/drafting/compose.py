"""A labelled request becomes a draft: the model selects, code writes.

* Nothing is invented: every text of the draft is the request's own, but for the sentences of
  blockers and questions, and every item cites the statements that it rests on.
* A path, a command or an interface that the request does not give is a question and never a
  guess; on a route that may not execute no path is allowed.
* Requirements are carried whole and in order, however many there are.
"""

from collections.abc import Iterable, Iterator, Sequence

from planner.drafting import wording
from planner.drafting.cues import ORDERS, PARTLY
from planner.drafting.gaps import (
    Asked,
    Gap,
    asked,
    merged,
    no_goal,
    no_measure,
    no_paths,
    no_proof,
    no_wanted,
    numbered,
    opposed,
    quoted,
    unsaid_paths,
    unsettled_git,
)
from planner.drafting.interfaces import contracts_in
from planner.drafting.larger_plan import asks_plan_change, changes_larger_plan
from planner.drafting.manner import turns_to_work
from planner.drafting.material import Material, items_of, material_of
from planner.drafting.may_change import is_test, unsaid, was_refused
from planner.drafting.places import reserves
from planner.drafting.standing import comes_after_task
from planner.drafting.wanted import has_told, refusals_of_failure, unmeasured, untold
from planner.model.draft import Cited, Draft
from planner.model.intake import Brief, Form, LabelledStatement
from planner.model.packet import Packet
from planner.model.readiness import ReadinessRecord
from planner.model.reply import Reply
from planner.model.vocabulary import (
    EVIDENCE_COMMANDS,
    EXECUTING,
    Label,
    Readiness,
    Recommendation,
    Route,
    Topic,
)
from planner.rules.named import runs_checks
from planner.rules.proofs import is_cheap, needs_git

READINESS = {
    Route.DIRECT_EXECUTION: Readiness.READY,
    Route.PARTIAL_COMPLETION: Readiness.READY,
    Route.NEEDS_DETAIL: Readiness.NEEDS_CLARIFICATION,
    Route.MACRO_ADJUSTMENT_REQUEST: Readiness.NOT_READY,
    Route.BLOCKED: Readiness.BLOCKED,
}
RECOMMENDED = {
    Route.DIRECT_EXECUTION: Recommendation.READY_FOR_ORCHESTRATION,
    Route.PARTIAL_COMPLETION: Recommendation.READY_FOR_ORCHESTRATION,
    Route.NEEDS_DETAIL: Recommendation.NEEDS_CLARIFICATION,
    Route.MACRO_ADJUSTMENT_REQUEST: Recommendation.REPLAN_REQUIRED,
    Route.BLOCKED: Recommendation.BLOCKED,
}


def compose(
    brief: Brief,
    labels: Sequence[LabelledStatement],
    *,
    title: str = "",
    more: Sequence[Gap] = (),
) -> Draft:
    """Return the draft that the labelled statements of *brief* make.

    Args:
        brief: The request.
        labels: Where each of its statements goes.
        title: What to call the task, in the request's own words; empty for the beginning of
            its title or goal.
        more: What somebody else found to be open, asked after what code finds itself.
    """
    material = material_of(brief, labels)
    goal = _goal(material)
    gaps = [*_gaps(material, has_goal=bool(goal.cites)), *more]
    route = _route(material, gaps)
    executes = route in EXECUTING
    blockers, questions = asked(_chosen(material, route, gaps), material.say, brief.phase)
    named = _title_source(material, goal)
    return Draft(
        title=Cited(text=wording.title_of(title or named.text), cites=named.cites),
        route=route,
        goal=goal,
        criteria=_criteria(material, goal),
        interfaces=material.texts(Label.INTERFACE),
        constraints=(
            *_constraints(material),
            *(() if route is Route.PARTIAL_COMPLETION else material.texts(Label.REMAINDER)),
        ),
        surfaces=_surfaces(material),
        stable_interfaces=tuple(_stable_interfaces(material)),
        ordering=tuple(_ordering(material)),
        remaining_scope=tuple(_remaining(material)) if route is Route.PARTIAL_COMPLETION else (),
        allowed_paths=material.paths if executes else (),
        verification=_verification(material, route),
        blockers=blockers,
        questions=questions,
        status_recommendation=RECOMMENDED[route],
        set_aside=tuple(
            Cited(text=item.reason, cites=(item.statement.id,))
            for item in material.of(Label.SET_ASIDE)
        ),
    )


def open_points(brief: Brief, labels: Sequence[LabelledStatement]) -> tuple[Asked, ...]:
    """Return the questions that `compose` asks, each with what it is about."""
    material = material_of(brief, labels)
    gaps = list(_gaps(material, has_goal=bool(_goal(material).cites)))
    chosen = _chosen(material, _route(material, gaps), gaps)
    return numbered(chosen, material.say, brief.phase)


def packet_reply(draft: Draft, *, reason: str | None = None) -> Reply:
    """Return the reply that *draft* is written as.

    Args:
        draft: The content.
        reason: The controller's reason where the reply has to carry it; None leaves it out.
    """
    paths = tuple(item.text for item in draft.allowed_paths)
    commands = tuple(item.text for item in draft.verification)
    packet = Packet(
        title=draft.title.text,
        route=draft.route,
        goal=draft.goal.text,
        criteria=_texts(draft.criteria),
        interfaces=_texts(draft.interfaces),
        constraints=_texts(draft.constraints),
        surfaces=_joined(draft.surfaces),
        stable_interfaces=_joined(_texts(draft.stable_interfaces)),
        ordering=_joined(_texts(draft.ordering)),
        remaining_scope=_texts(draft.remaining_scope),
        allowed_paths=paths,
        verification=commands,
    )
    members: dict[str, object] = {
        "readiness": READINESS[draft.route],
        "route": draft.route,
        "blockers": tuple(dict.fromkeys(item.text for item in draft.blockers)),
        "allowed_paths": paths,
        "verification": commands,
    }
    if draft.status_recommendation is not None:
        members["status_recommendation"] = draft.status_recommendation
    if reason is not None:
        members["reason"] = reason
    record = ReadinessRecord.model_validate(members)
    return Reply(packet=packet, readiness=record, questions=draft.questions)


def _texts(items: Iterable[Cited]) -> tuple[str, ...]:
    return tuple(item.text for item in items)


def _joined(texts: Sequence[str]) -> str:
    return "; ".join(texts) or "none"


def _goal(material: Material) -> Cited:
    """Return the goal in the request's own words, else its first requirement, else ours."""
    goals = material.of(Label.GOAL)
    spoken = [item for item in goals if item.statement.form is not Form.TITLE] or list(goals[:1])
    if not spoken:
        spoken = [
            item
            for item in material.labels
            if item.label in {Label.CRITERION, Label.INTERFACE, Label.CONSTRAINT}
        ][:1]
    if not spoken:
        return Cited(text=material.say.no_goal[0], cites=())
    joint = "" if material.brief.language in {"ja", "zh"} else " "
    texts = [wording.item_text(item.statement.text) for item in spoken]
    text = wording.line_text(joint.join(texts))
    return Cited(text=text, cites=tuple(item.statement.id for item in spoken))


def _criteria(material: Material, goal: Cited) -> tuple[Cited, ...]:
    """Return what is asked for; where that only names files, led by what says more."""
    criteria = material.texts(Label.CRITERION)
    if has_told(material.labels, Label.CRITERION):
        return criteria
    if untold(material.labels, is_any=True):
        # What goes wrong is never a criterion where one can be had; its refusal is.
        return (*items_of(refusals_of_failure(material.labels)), *criteria) or (goal,)
    if not material.of(Label.GOAL) and criteria:
        return criteria
    return (goal, *criteria)


def _constraints(material: Material) -> tuple[Cited, ...]:
    """Return what holds and what is refused, also by a sentence that asks for work as well.

    A path that such a sentence leaves out may lie inside a folder that is allowed, so that the
    list of paths alone would not say it.
    """
    return tuple(
        items_of(
            [
                item
                for item in material.labels
                if item.label in {Label.CONSTRAINT, Label.NON_GOAL}
                or (
                    item.label in {Label.CRITERION, Label.GOAL}
                    and (turns_to_work(item.statement.text) or reserves(item.statement))
                )
            ]
        )
    )


def _title_source(material: Material, goal: Cited) -> Cited:
    """Return what the title is taken from: the document's title where it says enough."""
    goals = material.of(Label.GOAL)
    title = next((item for item in goals if item.statement.form is Form.TITLE), None)
    if title is not None and (
        " " in title.statement.text.strip() or goal.text == title.statement.text
    ):
        return Cited(text=title.statement.text, cites=(title.statement.id,))
    spoken = next((item for item in goals if item.statement.form is not Form.TITLE), None)
    if spoken is None:
        return goal
    return Cited(text=spoken.statement.text, cites=(spoken.statement.id,))


def _gaps(material: Material, *, has_goal: bool) -> Iterator[Gap]:
    """Yield what is missing, what blocks most first: the third place may have to hold the rest."""
    missing = list(_missing(material, has_goal=has_goal))
    yield from merged(missing, material.labels, material.say)


def _missing(material: Material, *, has_goal: bool) -> Iterator[Gap]:
    yield from opposed(material.labels, material.say)
    yield from unsettled_git(material.brief.unsettled_git, material.say)
    if not has_goal:
        yield no_goal(material.say)
    yield from _unclear(material)
    yield from _unallowed(material)
    if not material.commands:
        yield no_proof(material.say, git_only=material.has_git_only)


def _unclear(material: Material) -> Iterator[Gap]:
    """Yield that what is wanted cannot be told, or not be measured."""
    if cites := untold(material.labels):
        yield no_wanted(cites, material.say)
    elif (vague := unmeasured(material.labels)) is not None:
        yield no_measure(vague, material.say)


def _unallowed(material: Material) -> Iterator[Gap]:
    """Yield that nothing may change, or nothing but tests although the request names more."""
    allowed = [item.text for item in material.paths]
    paths, cites = unsaid(material.labels, allowed)
    if paths:
        yield unsaid_paths(paths, cites, material.say)
    elif not allowed or (was_refused(material.labels) and all(map(is_test, allowed))):
        yield no_paths(material.say)


def _is_partial(material: Material) -> bool:
    """Whether the request wants only a part, in so many words, and says what is left."""
    remaining = material.of(Label.REMAINDER)
    return bool(remaining) and any(
        PARTLY.search(item.statement.text) or PARTLY.search(item.statement.heading)
        for item in (*remaining, *material.of(Label.GOAL), *material.of(Label.CONSTRAINT))
    )


def _remaining(material: Material) -> Iterator[Cited]:
    for item in material.of(Label.REMAINDER):
        yield Cited(text=wording.item_text(item.statement.text), cites=(item.statement.id,))


def _plan_changes(material: Material) -> list[LabelledStatement]:
    is_complete = bool(material.paths and material.commands)
    return [
        item
        for item in material.labels
        if item.label in {Label.GOAL, Label.CRITERION, Label.CONSTRAINT, Label.BLOCKER}
        and (
            asks_plan_change(item.statement.text)
            or (
                not is_complete and changes_larger_plan(item.statement.text, item.statement.heading)
            )
        )
    ]


def _route(material: Material, gaps: Sequence[Gap]) -> Route:
    brief = material.brief
    if brief.is_blocked or brief.stub is not None or material.of(Label.BLOCKER):
        return Route.BLOCKED
    if _plan_changes(material):
        return Route.MACRO_ADJUSTMENT_REQUEST
    if gaps:
        return Route.NEEDS_DETAIL
    return Route.PARTIAL_COMPLETION if _is_partial(material) else Route.DIRECT_EXECUTION


def _chosen(material: Material, route: Route, gaps: Sequence[Gap]) -> list[Gap]:
    """Return the gaps that are asked about on *route*."""
    match route:
        case Route.BLOCKED:
            return list(_blocks(material))
        case Route.MACRO_ADJUSTMENT_REQUEST:
            return list(_changes(material))
        case Route.NEEDS_DETAIL:
            return list(gaps)
        case _:
            return []


def _changes(material: Material) -> Iterator[Gap]:
    blocker, question = material.say.plan_change
    for item in _plan_changes(material):
        text = quoted(item.statement.text)
        cites = (item.statement.id,)
        yield Gap(blocker.format(text=text), question.format(text=text), cites, Topic.PLAN_CHANGE)


def _blocks(material: Material) -> Iterator[Gap]:
    say, brief = material.say, material.brief
    if brief.stub is not None:
        blocker, question = say.stub
        yield Gap(blocker.format(text=brief.stub), question, (), Topic.STUB)
    for item in material.of(Label.BLOCKER):
        text, cites = item.statement.text, (item.statement.id,)
        yield Gap(text, say.blocked[1].format(text=quoted(text)), cites, Topic.BLOCKER)
    if brief.stub is None and not material.of(Label.BLOCKER):
        blocker, question = say.blocked
        yield Gap(blocker, question.format(text=quoted(blocker)), (), Topic.BLOCKER)


def _verification(material: Material, route: Route) -> tuple[Cited, ...]:
    """Return the checks: the request's, or on a route that may not execute a cheap one."""
    if route in EXECUTING:
        return material.commands
    cheap = tuple(item for item in material.commands if is_cheap(item.text))
    return cheap or (Cited(text=EVIDENCE_COMMANDS[route], cites=()),)


def _surfaces(material: Material) -> tuple[str, ...]:
    """Return the named paths by their top folder; tests are reviewed with what they test."""
    by_top: dict[str, list[str]] = {}
    for item in material.paths:
        top, slash, _ = item.text.removeprefix("./").partition("/")
        by_top.setdefault(top if slash else item.text, []).append(item.text)
    tops = [top for top in by_top if top not in {"test", "tests", "spec", "specs"}] or list(by_top)
    return tuple(", ".join(by_top[top]) for top in tops)


def _stable_interfaces(material: Material) -> Iterator[Cited]:
    found: dict[str, list[str]] = {}
    for item in material.labels:
        if (
            item.label in {Label.INTERFACE, Label.CRITERION}
            and item.statement.form is not Form.CODE
        ):
            for contract in contracts_in(item.statement.text):
                is_check = runs_checks(contract) or needs_git(contract)
                if item.label is Label.INTERFACE or (" -" in contract and not is_check):
                    found.setdefault(contract, []).append(item.statement.id)
    for contract, cites in found.items():
        yield Cited(text=f"`{contract}`", cites=tuple(dict.fromkeys(cites)))


def _ordering(material: Material) -> Iterator[Cited]:
    for item in material.labels:
        is_asked = item.label in {
            Label.CRITERION,
            Label.INTERFACE,
            Label.CONSTRAINT,
            Label.NON_GOAL,
        }
        text = item.statement.text
        if is_asked and (ORDERS.search(text) or comes_after_task(text)):
            yield Cited(text=wording.item_text(item.statement.text), cites=(item.statement.id,))

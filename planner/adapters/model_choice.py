"""The drafter, or the chooser, that the settings name, made ready and let go.

* The model's library is imported when a drafter is made, and never for a plan without a model.
* Every model of a chain has its own transport, so that the bounds hold for each: a question takes
  at most `attempts` requests and `total_time` seconds of each model that is asked. What was found
  out about servers is shared.
* A fallback of another provider gets that provider's own key: a key goes to whom it is for.
* `offline` is the last resort by choice, and never chosen here.
* A replay answers from a bundle's record; a record that is absent or torn is no replay.
"""

from collections.abc import Callable, Coroutine, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from planner.adapters.asker import Asker
from planner.adapters.asker_replay import ReplayAsker
from planner.adapters.budget import Budget
from planner.adapters.bundle_reader import read_bundle
from planner.adapters.chooser_model import ModelChooser
from planner.adapters.config_faults import model_faults
from planner.adapters.drafter_model import ModelDrafter
from planner.adapters.drafter_offline import OfflineDrafter
from planner.adapters.event_loop import to_end
from planner.adapters.fallback import FallbackAsker, OfflineFallback
from planner.adapters.pace import Limits
from planner.adapters.provider import dialect_of, provider_key, provider_name
from planner.adapters.run_budget import CappedAsker, RunBudget
from planner.adapters.throttle import LocalThrottle, Throttle
from planner.codec.canonical import digest_bytes
from planner.codec.strict_json import parse_json
from planner.drafting.flow import Ask
from planner.errors import ConfigError, ConfigFault, UsageError
from planner.model.exchange import Drafting, ExchangeRecord
from planner.model.intake import Brief, LabelledStatement
from planner.model.settings import ModelSettings
from planner.model.verdict import VerdictRecord
from planner.model.vocabulary import OFFLINE
from planner.ports import Drafted, Drafter, Labelled
from planner.publish.bundle import EXCHANGE, VERDICT

if TYPE_CHECKING:
    from planner.adapters.asker_journal import Answers

Answer = TypeVar("Answer")
Record = TypeVar("Record", bound=BaseModel)


class OpenDrafter:
    """A drafter together with what has to be closed after it."""

    def __init__(self, drafter: Drafter, asker: Asker | None = None) -> None:
        """Draft by *drafter*, which asks through *asker* where it asks at all."""
        self._drafter = drafter
        self._asker = asker

    @property
    def name(self) -> str:
        """What the verdict calls it."""
        return self._drafter.name

    @property
    def model(self) -> str | None:
        """The model behind it; None without one."""
        return self._drafter.model

    @property
    def drafting(self) -> Drafting | None:
        """How the model is asked; None without one."""
        return self._drafter.drafting

    async def label(self, brief: Brief, labels: tuple[LabelledStatement, ...], /) -> Labelled:
        """Return where the statements go.

        Raises:
            DraftingError: the provider failed.
        """
        return await self._drafter.label(brief, labels)

    async def draft(self, ask: Ask, /) -> Drafted:
        """Answer *ask*.

        Raises:
            DraftingError: the provider failed.
        """
        return await self._drafter.draft(ask)

    async def close(self) -> None:
        """Let go the connections; closing twice is closing once."""
        asker, self._asker = self._asker, None
        if asker is not None:
            await asker.close()


def drafter_of(
    model: ModelSettings,
    environment: Mapping[str, str],
    *,
    budget: Budget | None = None,
    throttle: Throttle | None = None,
    run_budget: RunBudget | None = None,
    journal: "Answers | None" = None,
) -> OpenDrafter:
    """Return the drafter for *model*; the caller closes it, as `run` does.

    Args:
        model: The model, what is asked when it is not there, and the bounds.
        environment: Holds the providers' keys.
        budget: What a plan may cost; that of *model* where none is given.
        throttle: Where its requests wait for their turn beside those of other plans; where none is
            given, beside those of this process, if *model* has limits a minute.
        run_budget: What all plans of a run may cost together.
        journal: Keeps answers; what it holds is not asked for again, and costs nothing. A batch's
            journal is one; `asker_journal.Anew` around it asks all the same.

    Raises:
        UsageError: a cap cannot be kept, since a price is not known.
        ConfigError: a name or the address is none, `offline` is not last, a key is missing or
            none, a provider is not known, or its package is not installed.
    """
    if model.name is None or model.name == OFFLINE:
        return OpenDrafter(OfflineDrafter())
    if faults := list(model_faults(model)):
        raise ConfigError(ConfigFault.SCHEMA, *faults, path="settings.model")
    chain = [model.name, *model.fallback]
    last_resort = chain[-1] == OFFLINE
    is_capped = model.max_cost is not None or model.max_tokens is not None
    if budget is None and is_capped:
        budget = Budget.of(model)
    names = chain[:-1] if last_resort else chain
    asker = _chain_of(model, names, environment, throttle, run_budget)
    if journal is not None:
        asker = _kept_in(journal, asker, model, budget)
        budget = None
    drafter = ModelDrafter(asker, drafting_of(model), budget)
    return OpenDrafter(OfflineFallback(drafter) if last_resort else drafter, asker)


def chooser_of(
    model: ModelSettings,
    environment: Mapping[str, str],
    *,
    throttle: Throttle | None = None,
    run_budget: RunBudget | None = None,
    journal: "Answers | None" = None,
) -> ModelChooser | None:
    """Return who answers what a document leaves open; None without a model.

    The caller closes it. It is asked in the manner of labelling, whatever the mode of *model* is.

    Args:
        model: As for `drafter_of`.
        environment: Likewise.
        throttle: Likewise.
        run_budget: Likewise.
        journal: Likewise.

    Raises:
        UsageError: as for `drafter_of`.
        ConfigError: likewise.
    """
    if model.name is None or model.name == OFFLINE:
        return None
    if faults := list(model_faults(model)):
        raise ConfigError(ConfigFault.SCHEMA, *faults, path="settings.model")
    chain = [model.name, *model.fallback]
    last_resort = chain[-1] == OFFLINE
    names = chain[:-1] if last_resort else chain
    is_capped = model.max_cost is not None or model.max_tokens is not None
    budget = Budget.of(model) if is_capped else None

    def made() -> Asker:
        asker = _chain_of(model, names, environment, throttle, run_budget)
        if journal is None:
            return asker
        return _kept_in(journal, asker, model, budget)

    return ModelChooser(
        made,
        drafting_of(model).model_copy(update={"mode": "labelling"}),
        run,
        budget=budget if journal is None else None,
        is_offline_last=last_resort,
    )


def drafting_of(model: ModelSettings) -> Drafting:
    """Return how *model* is asked, for the record."""
    return Drafting(
        mode=model.mode,
        dialect=dialect_of(model),
        context_tokens=model.context_tokens,
        max_output_tokens=model.max_output_tokens,
    )


def providers_of(model: ModelSettings) -> tuple[str, ...]:
    """Return who is asked, as a throttle calls them; nobody where `offline` always answers."""
    chain = [] if model.name is None else [model.name, *model.fallback]
    if not chain or chain[-1] == OFFLINE:
        return ()
    return tuple(dict.fromkeys(provider_key(_named(model, name)) for name in chain))


def _chain_of(
    model: ModelSettings,
    names: list[str],
    environment: Mapping[str, str],
    given: Throttle | None,
    run_budget: RunBudget | None,
) -> Asker:
    askers = askers_of(model, names, environment, given)
    asker = askers[0] if len(askers) == 1 else FallbackAsker(askers)
    return asker if run_budget is None else CappedAsker(asker, run_budget)


def _kept_in(
    journal: "Answers", asker: Asker, model: ModelSettings, budget: Budget | None
) -> Asker:
    """Return an asker whose answers *journal* keeps, and whose new ones alone *budget* counts."""
    from planner.adapters.asker_journal import JournalAsker, PaidAsker  # noqa: PLC0415 - a batch's

    paid = asker if budget is None else PaidAsker(asker, budget)
    return JournalAsker(paid, journal, model)


def askers_of(
    model: ModelSettings, names: list[str], environment: Mapping[str, str], given: Throttle | None
) -> list[Asker]:
    """Return who asks each of *names*; the caller closes them.

    Args:
        model: As for `drafter_of`.
        names: Of the models, in their order.
        environment: As for `drafter_of`.
        given: Where requests wait for their turn.
    """
    from planner.adapters.output_mode import OutputModes  # noqa: PLC0415 - the model's libraries

    modes = OutputModes()
    make = _asker_of(model)
    throttle = _throttle_of(Limits.of(model)) if given is None else given

    def made(named: ModelSettings) -> Asker:
        if throttle is None:
            return make(named, environment, modes=modes)
        from planner.adapters.transport import RetryingTransport  # noqa: PLC0415 - likewise

        transport = RetryingTransport(named, throttle=throttle)
        return make(named, environment, modes=modes, transport=transport)

    return [made(_named(model, name)) for name in dict.fromkeys(names)]


@cache
def _throttle_of(limits: Limits) -> Throttle | None:
    """Return where all plans of this process wait that have the same limits; None without any."""
    return LocalThrottle(limits) if limits.is_rated else None


def _asker_of(model: ModelSettings) -> Callable[..., Asker]:
    if model.adapter == "instructor":
        from planner.adapters import asker_instructor  # noqa: PLC0415

        return asker_instructor.asker
    from planner.adapters import asker_pydantic_ai  # noqa: PLC0415

    return asker_pydantic_ai.asker


def _named(model: ModelSettings, name: str) -> ModelSettings:
    """Return *model* under another name, with the key of that one's provider."""
    found = model.model_copy(update={"name": name})
    is_same = model.base_url is not None or provider_name(found) == provider_name(model)
    return found if is_same else found.model_copy(update={"api_key_env": None})


def replayed(folder: Path, request: bytes | None = None) -> OpenDrafter:
    """Return a drafter that answers from the bundle in *folder*.

    Args:
        folder: The bundle's.
        request: The bytes of the request that is to be planned; not compared where there are none.

    Raises:
        UsageError: it is no bundle, it was made without a model or from another request, or its
            record is torn.
        OSError: the folder cannot be read.
    """
    found = read_bundle(folder, _WANTED)
    for name in _WANTED:
        if name in found.odd:
            message = f"{folder / name}: {found.odd[name]}"
            raise UsageError(message)
    if EXCHANGE not in found.files:
        message = f"{folder} holds no {EXCHANGE}: no model was asked, so plan without a record"
        raise UsageError(message)
    if VERDICT not in found.files:
        message = f"{folder} holds no {VERDICT}, which names the model: the bundle is not whole"
        raise UsageError(message)
    verdict = _record(folder / VERDICT, found.files[VERDICT], VerdictRecord)
    if verdict.files.get(EXCHANGE) != digest_bytes(found.files[EXCHANGE]):
        message = f"{folder / EXCHANGE} is not the file whose digest {VERDICT} gives"
        raise UsageError(message)
    record = _record(folder / EXCHANGE, found.files[EXCHANGE], ExchangeRecord)
    if verdict.model is None:
        message = f"{folder / VERDICT} names no model, though {EXCHANGE} is there"
        raise UsageError(message)
    if request is not None and verdict.digests.intake != digest_bytes(request):
        message = (
            f"the request is not the one that {folder} was planned from: its digest is not that of "
            f"{VERDICT}; plan it with the model"
        )
        raise UsageError(message)
    asker = ReplayAsker(record, verdict.model)
    return OpenDrafter(ModelDrafter(asker, record.drafting), asker)


def _record(path: Path, data: bytes, kind: type[Record]) -> Record:
    """Return the record in *data*.

    Raises:
        UsageError: it is none; the first thing that is wrong is named.
    """
    try:
        doc = parse_json(data.decode())
    except UnicodeDecodeError as error:
        message = f"{path}: byte {error.start} is not UTF-8"
        raise UsageError(message) from None
    if doc.faults:
        message = f"{path}:{doc.faults[0].pointer} {doc.faults[0].message}"
        raise UsageError(message)
    try:
        return kind.model_validate_json(doc.text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = "".join(f"/{part}" for part in first["loc"])
        message = f"{path}:{place} {first['msg'][:1].lower()}{first['msg'][1:]}"
        raise UsageError(message) from None


class Closing(Protocol):
    """Something that holds connections."""

    async def close(self) -> None:
        """Let go the connections."""
        ...


def run(drafter: Closing, work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run *work*, which drafts by *drafter*, to its end, and close the drafter.

    Inside a running event loop it runs in a thread of its own, and the loop waits for it.
    """

    async def whole() -> Answer:
        try:
            return await work
        finally:
            await drafter.close()

    return to_end(whole())


_WANTED: Final = (EXCHANGE, VERDICT)

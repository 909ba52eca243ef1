"""A batch whose questions go through a provider's batch endpoint, in rounds.

* `submit` plans what can be planned and sends the questions that are left; `collect` takes the
  answers into the journal and plans on. What is asked again goes into the next round.
* Every step can be killed and done again: a round is found by its token, an answer is kept before
  its question is let go.
"""

import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Final

from planner.adapters.event_loop import to_end
from planner.adapters.journal_sqlite import SqliteJournal
from planner.adapters.provider_batch import (
    MOST_BYTES,
    MOST_QUESTIONS,
    ProviderBatches,
    State,
    provider_batches,
    row_of,
)
from planner.adapters.rounds_sqlite import Round, SqliteRounds
from planner.adapters.run_lock import run_lock
from planner.compose.batch_listing import Asked
from planner.compose.batch_run import Listening, run_batch
from planner.compose.batch_shared import JOURNAL, ROUNDS, STATE
from planner.errors import DraftingError, UsageError
from planner.model.batch import Skipped
from planner.model.batch_report import BatchReport
from planner.model.settings import ModelSettings
from planner.model.verdict import Usage

_LOST: Final = "where the provider has lost it, plan what waits for it into another folder"


@dataclass(frozen=True, slots=True)
class Submitted:
    """What came of the items, and the rounds that were sent."""

    report: BatchReport
    rounds: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """A round beside what the provider says of it."""

    round: Round
    state: State | None
    """None where the provider knows nothing of it yet."""
    fault: str = ""
    """Why the provider says nothing of it, where it should."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    """What came back, and what came of the items then."""

    report: BatchReport
    answers: int
    refused: int
    """Questions that came back without a usable answer, and are asked again."""
    in_progress: int
    """Rounds that are not at their end."""
    usage: Usage
    fault: DraftingError | None = None
    """Why a round could not be collected; the others were."""


def submit(
    asked: Asked, told: Listening, *, skipped: Callable[[Skipped], None] = lambda _: None
) -> Submitted:
    """Plan what can be planned, and send every question that is left.

    Raises:
        DraftingError: the provider failed; what was not sent is sent by the next call.
        StoreError: the batch's folder cannot be written.
        UsageError: no model is named, or an input is not there.
    """
    model = _model(asked)
    report = run_batch(replace(asked, is_deferred=True), told, skipped=skipped)
    with ExitStack() as held:
        held.enter_context(run_lock(asked.out))
        rounds = held.enter_context(SqliteRounds(asked.out / STATE / ROUNDS))
        return Submitted(report, to_end(_sent(model, rounds)))


async def _sent(model: ModelSettings, rounds: SqliteRounds) -> tuple[Round, ...]:
    left = [each for each in rounds.rounds() if each.batch_id is None and not each.is_collected]
    if not left and not rounds.open_count():
        return ()
    sent: list[str] = []
    async with provider_batches(model, os.environ) as endpoint:
        for each in left:
            # Written down before a kill; the provider may have it all the same.
            await _send(endpoint, rounds, each, await endpoint.find(each.token))
            sent.append(each.token)
        while (new := _begun(rounds)) is not None:
            await _send(endpoint, rounds, new, None)
            sent.append(new.token)
    return tuple(each for each in rounds.rounds() if each.token in sent)


def _begun(rounds: SqliteRounds) -> Round | None:
    return rounds.begin(token_hex(12), most=MOST_QUESTIONS, most_bytes=MOST_BYTES)


async def _send(
    endpoint: ProviderBatches, rounds: SqliteRounds, each: Round, batch_id: str | None
) -> None:
    if batch_id is None:
        rows = (row_of(key, body) for key, body in rounds.bodies(each.token))
        batch_id = await endpoint.submit(each.token, rows)
    rounds.sent(each.token, batch_id)


def status(asked: Asked) -> tuple[Seen, ...]:
    """Return every round that is not collected, with what the provider says of it.

    Raises:
        DraftingError: the provider failed.
        UsageError: no model is named, or nothing was submitted from this folder.
    """
    with _opened(asked) as rounds:
        return to_end(_seen(_model(asked), rounds))


async def _seen(model: ModelSettings, rounds: SqliteRounds) -> tuple[Seen, ...]:
    async with provider_batches(model, os.environ) as endpoint:
        open_rounds = [each for each in rounds.rounds() if not each.is_collected]
        return tuple([await _one_seen(endpoint, each) for each in open_rounds])


async def _one_seen(endpoint: ProviderBatches, each: Round) -> Seen:
    if each.batch_id is None:
        return Seen(each, None)
    try:
        return Seen(each, await endpoint.state(each.batch_id))
    except DraftingError as error:
        return Seen(each, None, fault=error.message)


def collect(
    asked: Asked, told: Listening, *, skipped: Callable[[Skipped], None] = lambda _: None
) -> Collected:
    """Take the answers of every round that is at its end into the journal, and plan on.

    Raises:
        DraftingError: the provider cannot be asked at all.
        StoreError: the batch's folder cannot be written.
        UsageError: no model is named, or nothing was submitted from this folder.
    """
    model = _model(asked)
    with ExitStack() as held:
        rounds = held.enter_context(_opened(asked))
        lock = held.enter_context(run_lock(asked.out))
        journal = SqliteJournal(asked.out / STATE / JOURNAL, lock.token)
        held.callback(journal.close)
        found = _Take(rounds, journal)
        to_end(found.through(model))
    deferred = replace(asked, is_deferred=True, paid=found.usage)
    report = run_batch(deferred, told, skipped=skipped)
    return Collected(
        report=report,
        answers=found.answers,
        refused=found.refused,
        in_progress=found.in_progress,
        usage=found.usage,
        fault=found.fault,
    )


class _Take:
    """Takes what came back."""

    def __init__(self, rounds: SqliteRounds, journal: SqliteJournal) -> None:
        self._rounds = rounds
        self._journal = journal
        self.answers = self.refused = self.in_progress = 0
        self.usage = Usage()
        self.fault: DraftingError | None = None

    async def through(self, model: ModelSettings) -> None:
        async with provider_batches(model, os.environ) as endpoint:
            for each in self._rounds.rounds():
                if each.is_collected:
                    continue
                try:
                    await self._round(endpoint, each)
                except DraftingError as error:
                    # One that the provider has lost, perhaps: the others are taken all the same.
                    error.message = f"round {each.number}: {error.message}"
                    error.hint = f"{error.hint}; {_LOST}" if error.hint else _LOST
                    self.fault = self.fault or error

    async def _round(self, endpoint: ProviderBatches, each: Round) -> None:
        state = None if each.batch_id is None else await endpoint.state(each.batch_id)
        if state is None or not state.is_ended:
            self.in_progress += 1
            return
        await self._one(endpoint, each, state)

    async def _one(self, endpoint: ProviderBatches, each: Round, state: State) -> None:
        wanted = {key for key, _ in self._rounds.bodies(each.token)}
        async for row in endpoint.rows(state):
            if row.key not in wanted:
                continue
            wanted.discard(row.key)
            if row.answer is None:
                self._rounds.refused(row.key, row.reason)
                self.refused += 1
                continue
            self._journal.keep_answer(row.key, row.answer)
            self._rounds.answered(row.key)
            self.answers += 1
            self.usage = self.usage.plus(row.answer.usage)
        self.refused += len(wanted)
        ended = f"the round ended as {state.status} without a word of it"
        self._rounds.collected(each.token, state.reason or ended)


def _opened(asked: Asked) -> SqliteRounds:
    path = asked.out / STATE / ROUNDS
    if not path.is_file():
        message = f"nothing was submitted from {asked.out}: `planner batch submit` comes first"
        raise UsageError(message)
    return SqliteRounds(path)


def _model(asked: Asked) -> ModelSettings:
    model = asked.settings.model
    if model.name is None:
        message = "name the model that is asked: `--model openai:NAME`"
        raise UsageError(message)
    return model

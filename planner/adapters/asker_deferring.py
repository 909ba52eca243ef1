"""An asker that sends nothing: every question is kept for a provider's batch.

* A question is filed as its answer will be, so that a journal that holds it answers instead.
* One that came back too often without a usable answer fails like any other that did.
"""

from planner.adapters.asker import Answered, Asked
from planner.adapters.asker_journal import question_sha256
from planner.adapters.provider_batch import body_of
from planner.adapters.rounds_sqlite import MOST_ASKED, SqliteRounds
from planner.errors import AnswerPending, ModelMisbehaved, RunFault
from planner.model.settings import ModelSettings


class DeferringAsker:
    """Keeps questions instead of asking them."""

    def __init__(self, model: ModelSettings, rounds: SqliteRounds) -> None:
        """Keep questions to *model* in *rounds*, which is not this one's to close."""
        self._settings = model
        self._rounds = rounds

    @property
    def model(self) -> str:
        """The model that will be asked."""
        return self._settings.name or ""

    async def ask(self, asked: Asked, /) -> Answered:
        """Keep *asked*.

        Raises:
            AnswerPending: it waits for the provider's batch now.
            ModelMisbehaved: it came back too often without a usable answer.
            RequestRefused: its schema cannot be said in the server's dialect.
        """
        key = question_sha256(asked, self.model, self._settings)
        reason = self._rounds.ask(key, body_of(asked, self._settings))
        if reason is not None:
            message = f"asked in {MOST_ASKED} rounds without a usable answer; the last: {reason}"
            raise ModelMisbehaved(
                message, fault=RunFault.EXHAUSTED, hint="use another model", attempts=0
            )
        message = "its questions wait for the provider's batch"
        raise AnswerPending(message)

    async def close(self) -> None:
        """Let go nothing."""

"""Answers from a bundle's exchange.json: the same plan again, without a model or a network."""

from planner.adapters.asker import Answered, Asked
from planner.codec.exchange import asked_sha256
from planner.errors import UsageError
from planner.model.exchange import Exchange, ExchangeRecord


class ReplayAsker:
    """Answers each question with the recorded answer to exactly it."""

    def __init__(self, record: ExchangeRecord, model: str) -> None:
        """Answer from *record*, which *model* was asked for."""
        self.model = model
        self._left: dict[str, list[Exchange]] = {}
        for exchange in record.exchanges:
            self._left.setdefault(exchange.asked, []).append(exchange)

    async def ask(self, asked: Asked, /) -> Answered:
        """Return the recorded answer; one that was given twice is taken in turn.

        Raises:
            UsageError: the record holds no answer to this.
        """
        key = asked_sha256(
            system=asked.system,
            user=asked.user,
            schema=asked.schema,
            max_output_tokens=asked.max_output_tokens,
        )
        left = self._left.get(key)
        if not left:
            message = (
                "the bundle holds no answer to what is asked now: the request, its sources, the "
                "prompt or this version differs from the one that was recorded; plan with the "
                "model again"
            )
            raise UsageError(message)
        found = left.pop(0)
        return Answered(text=found.answer, model=found.model, usage=found.usage, is_replayed=True)

    async def close(self) -> None:
        """There is nothing to close."""

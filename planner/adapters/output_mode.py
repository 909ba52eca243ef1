"""How a server is made to hold an answer to its schema, and which way it understands.

* Three ways, tried in this order: `native` (the schema as the response format), `tool` (one
  function that has to be called), `prompted` (the schema as text; the answer is read strictly).
* `auto` finds out once for a model and its address, and remembers it for the run. It moves on where
  the server says that it does not offer a way, or takes it and does not follow it; never where it
  objects to the schema itself. A way that worked once is not left again.
* A way that was chosen is never exchanged for another.
"""

from typing import Final

from planner.adapters.answer import NotFollowed, OutputMode
from planner.errors import DraftingError, ModelUnavailable, RequestRefused, RunFault
from planner.model.pattern import pattern
from planner.model.settings import ModelSettings

ORDER: Final[tuple[OutputMode, ...]] = ("native", "tool", "prompted")
"""From the way that binds a model most to the one that every server understands."""

Server = tuple[str, str | None]
"""A model and its base URL."""


class OutputModes:
    """What was found out so far about the servers of one run."""

    def __init__(self) -> None:
        """Know nothing."""
        self._at: dict[Server, OutputMode] = {}
        self._proven: set[Server] = set()

    def current(self, settings: ModelSettings) -> OutputMode:
        """Return the way in which the server of *settings* is asked next."""
        if settings.output != "auto":
            return settings.output
        return self._at.get(_server(settings), ORDER[0])

    def worked(self, settings: ModelSettings) -> None:
        """Remember that the current way gave an answer."""
        self._proven.add(_server(settings))

    def moved_on(self, settings: ModelSettings, error: DraftingError) -> bool:
        """Go on to the next way where *error* says that the current one is none here.

        Returns:
            Whether there is another way, which is the current one now.
        """
        at = ORDER.index(self.current(settings))
        is_last = at + 1 == len(ORDER)
        if settings.output != "auto" or _server(settings) in self._proven or is_last:
            return False
        if not isinstance(error, NotFollowed) and not is_unsupported(error):
            return False
        self._at[_server(settings)] = ORDER[at + 1]
        return True


def _server(settings: ModelSettings) -> Server:
    return settings.name or "", settings.base_url


def is_unsupported(error: DraftingError) -> bool:
    """Say whether a provider's sentence is that it does not offer this way of asking.

    A sentence about a detail of the schema is none: another way would meet the same schema.
    """
    refused = isinstance(error, RequestRefused) and error.fault is RunFault.SCHEMA_REFUSED
    absent = isinstance(error, ModelUnavailable) and error.fault is RunFault.UNAVAILABLE
    if not refused and not absent:
        return False
    # What stands before the colon is ours and names schemas itself.
    said = error.message.partition(": ")[2].casefold()
    return bool(_WAY.search(said) and _LACKING.search(said)) and not _DETAIL.search(said)


_WAY: Final = pattern(
    r"response[ _.]?format|json[ _-]?schema|json[ _-]?object|json mode|structured[ _-]?output"
    r"|\btools?\b|tool[ _](?:choice|use|call)|function[ _-]?call|guided|grammar"
)
_LACKING: Final = pattern(
    r"not (?:yet |currently |be )?(?:support|available|allowed|enabled|permitted|implement|recogni)"
    r"|n't (?:yet |currently )?(?:support|allow|accept|implement|recogni)"
    r"|not (?:accept|understand)|unsupported|unavailable|unknown|unrecogni[sz]ed|unexpected"
    r"|no endpoints found|requires? `?--|(?:enabled|available|supported) only"
    r"|only (?:support|allow)"
    r"|must be (?:one of|auto|none|['\"`])|supported (?:values|types)|invalid (?:type|value)"
    r"|invalid tool_choice|extra (?:inputs?|fields?)"
)
_DETAIL: Final = pattern(
    r"keyword|propert(?:y|ies)|\$(?:ref|defs)|\b(?:any|one|all)of\b|\benum\b|\bpattern\b"
    r"|(?:max|min)(?:length|items)|(?<!json)(?<!json[ _-])schema\b|strict|nest(?:ed|ing)"
    r"|function[ _]parameters"
)

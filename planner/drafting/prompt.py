"""A prompt: fixed text with named slots, read from a page with front matter.

* The system text is the same for every request, so that a provider's cache hits; what changes
  stands in the user text, and the request stands there as data.
* A slot that is missing, unknown or left over is an error before anything is sent.
* What is put into a slot is never looked at for slots again.
"""

import tomllib
from dataclasses import dataclass, field
from typing import Final

from planner.codec.canonical import digest_text
from planner.model.pattern import pattern

_FRONT: Final = "+++\n"
_USER: Final = "\n# user\n"
_SYSTEM: Final = "# system\n"
_SLOT: Final = pattern(r"\{\{([a-z][a-z_]*)\}\}")
_MEMBERS: Final = frozenset({"id", "version", "slots"})


class PromptFault(ValueError):
    """A prompt's page, or what is put into its slots, is not what it should be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """One prompt as its page has it."""

    id: str
    version: int
    """Raised with every change of a byte; a snapshot test compares."""
    slots: tuple[str, ...]
    system: str = field(repr=False)
    user: str = field(repr=False)
    sha256: str
    """Of the whole page."""

    @property
    def name(self) -> str:
        """The id with the version, as a record names it."""
        return f"{self.id}/{self.version}"

    def filled(self, **values: str) -> tuple[str, str]:
        """Return the system and the user text with *values* in their slots.

        Raises:
            PromptFault: a slot has no value, or a value has no slot.
        """
        if values.keys() != set(self.slots):
            missing = sorted(set(self.slots) - values.keys())
            extra = sorted(values.keys() - set(self.slots))
            message = f"prompt {self.name}: no value for {missing}, no slot for {extra}"
            raise PromptFault(message)
        return tuple(  # type: ignore[return-value] # two texts give two texts
            _SLOT.sub(lambda found: values[found[1]], text) for text in (self.system, self.user)
        )


def parse_prompt(text: str) -> Prompt:
    """Return the prompt that a page holds.

    Raises:
        PromptFault: the page has no front matter, other members, a slot that is not declared or
            not used, or no system and user part.
    """
    head, front, body = text.partition(_FRONT)
    if head or not front or _FRONT not in body:
        message = "a prompt begins with front matter between two lines `+++`"
        raise PromptFault(message)
    written, _, body = body.partition(_FRONT)
    members = _members(written)
    system, mark, user = body.strip("\n").partition(_USER)
    if not mark or not system.startswith(_SYSTEM):
        message = "a prompt has a part `# system`, then a part `# user`"
        raise PromptFault(message)
    used = {name for part in (system, user) for name in _SLOT.findall(part)}
    if used != set(members.slots):
        message = f"declared slots {sorted(members.slots)}, used slots {sorted(used)}"
        raise PromptFault(message)
    return Prompt(
        id=members.id,
        version=members.version,
        slots=members.slots,
        system=system.removeprefix(_SYSTEM).strip("\n") + "\n",
        user=user.strip("\n") + "\n",
        sha256=digest_text(text),
    )


@dataclass(frozen=True, slots=True)
class _Members:
    id: str
    version: int
    slots: tuple[str, ...]


def _members(written: str) -> _Members:
    try:
        table = tomllib.loads(written)
    except tomllib.TOMLDecodeError as error:
        message = f"the front matter is no TOML: {error}"
        raise PromptFault(message) from None
    match table:
        case {"id": str(name), "version": int(version), "slots": list(slots)} if (
            table.keys() == _MEMBERS and all(isinstance(slot, str) for slot in slots)
        ):
            return _Members(name, version, tuple(slots))
        case _:
            message = f"the front matter has exactly {', '.join(sorted(_MEMBERS))}"
            raise PromptFault(message)

"""What a regeneration is told beside the two lists."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

_NO_ALIASES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Choices of the command line; each default is the one that writes less."""

    aliases: Mapping[str, str] = field(default_factory=lambda: _NO_ALIASES)
    """Other identity prefixes and skill names to the prefix that is written."""
    resolve_duplicates: bool = False
    """Of rows with one identity keep the most advanced, and archive the others."""
    resolve_marks: bool = False
    """Count a status with an unknown mark as pending, and keep its words."""
    allow_mass_change: bool = False
    """Write although most rows leave the plan at once."""
    artifact: str = "tasks-file"
    """What a finding calls the old file."""

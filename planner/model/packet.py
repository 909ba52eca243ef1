"""task-packet.md as meant: title, route, the five sections, and the two authority lists.

* An item is its first line and, after a line feed, the lines that belong to it (a sample is
  indented by four spaces); the writer adds the list mark and the indentation.
"""

from dataclasses import dataclass

from planner.model.vocabulary import Route


@dataclass(frozen=True, slots=True, kw_only=True)
class Packet:
    """The packet that an agent reads (seed 003)."""

    title: str
    """One line, at most 80 code points."""
    route: Route
    goal: str
    criteria: tuple[str, ...]
    """One observable behaviour an item; never empty."""
    interfaces: tuple[str, ...]
    """Concrete contracts; empty prints as `None declared`."""
    constraints: tuple[str, ...]
    """Constraints and explicit non-goals; empty prints as `None declared`."""
    surfaces: str
    """Independently reviewable surfaces, or `none`."""
    stable_interfaces: str
    """Stable interfaces available, or `none`."""
    ordering: str
    """Unresolved ordering constraints requiring predecessor output, or `none`."""
    remaining_scope: tuple[str, ...] = ()
    """What a partial completion leaves undone; one item each."""
    allowed_paths: tuple[str, ...]
    verification: tuple[str, ...]

"""What a model was asked for beside a bundle, where no receipt keeps it."""

from dataclasses import dataclass

from planner.model.verdict import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUse:
    """Who was asked, and what it cost."""

    model: str
    """As it was configured, `provider:model`."""
    usage: Usage
    failed: str = ""
    """The code of the failure after which code answered, where that was wanted."""

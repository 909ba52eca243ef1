"""What a project may decide about its gate; everything else is the catalogue's."""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from planner.model.vocabulary import Evidence, ReasonForm

NEVER_OFF: Final = ("RPY", "PTH", "SCP", "GAT", "SEC")
"""Families whose rules no project may switch off."""

CONTROL_FOLDERS: Final = (".git", ".hg", ".svn", ".ccb")
"""Folders that no reply may touch, whatever a project adds to them."""

_CLOSED = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)

RuleCode = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}[0-9]{3}$")]
Folder = Annotated[str, StringConstraints(pattern=r"^[^/\\\s]+$")]


class AuthoritySettings(BaseModel):
    """How much of an activation's authority is recomputed here."""

    model_config = _CLOSED

    evidence: Evidence = Evidence.DIGEST
    """`digest`: the basis has to be there. `activation`: its fields have to agree."""
    state: Literal["optional", "required"] = "optional"
    """Whether the current state has to be given."""


class Settings(BaseModel):
    """`planner.toml`, or `[tool.planner]` of pyproject.toml."""

    model_config = _CLOSED

    authority: AuthoritySettings = AuthoritySettings()
    reason: ReasonForm = ReasonForm.LINE
    """`token`: `reason` has to be a token, as the CCB importer wants it."""
    control_folders: tuple[Folder, ...] = ()
    """Folders of the project, beside the built-in ones, that no reply may touch."""
    off: tuple[RuleCode, ...] = Field(default=())
    """Codes of rules that are not run; those of RPY, PTH, SCP, GAT and SEC cannot be named."""

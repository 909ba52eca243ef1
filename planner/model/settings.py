"""What a project may decide about its gate and its model; the rest is the catalogue's."""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from planner.model.vocabulary import Evidence, ReasonForm

NEVER_OFF: Final = ("RPY", "PTH", "SCP", "GAT", "SEC")
"""Families whose rules no project may switch off."""

CONTROL_FOLDERS: Final = (".git", ".hg", ".svn", ".ccb")
"""Folders that no reply may touch, whatever a project adds to them."""

_CLOSED = ConfigDict(
    frozen=True, strict=True, extra="forbid", defer_build=True, hide_input_in_errors=True
)

RuleCode = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}[0-9]{3}$")]
Folder = Annotated[str, StringConstraints(pattern=r"^[^/\\\s]+$")]


class AuthoritySettings(BaseModel):
    """How much of an activation's authority is recomputed here."""

    model_config = _CLOSED

    evidence: Evidence = Evidence.DIGEST
    """`digest`: the basis has to be there. `activation`: its fields have to agree."""
    state: Literal["optional", "required"] = "optional"
    """Whether the current state has to be given."""


Variable = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
Positive = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]


class ModelSettings(BaseModel):
    """Which model drafts, through what, and within which bounds (docs/models.md)."""

    model_config = _CLOSED

    name: str | None = None
    """`provider:model`, as `openai:gpt-5-mini`; absent, the offline drafter plans."""
    base_url: Annotated[str, StringConstraints(pattern=r"^https?://[^\s]+$")] | None = Field(
        default=None, repr=False
    )
    """Root of an OpenAI-compatible API, `/v1` included; absent, the provider's own. It is not
    printed, since one with a password in it is found out only afterwards, and refused."""
    api_key_env: Variable | None = None
    """The variable that holds the key; absent, the provider's usual one. Never the key itself."""
    adapter: Literal["pydantic_ai", "instructor"] = "pydantic_ai"
    mode: Literal["labelling", "writing"] = "labelling"
    output: Literal["auto", "native", "tool", "prompted"] = "auto"
    """How the schema is enforced; `auto` finds out once and remembers it for the run."""
    dialect: Literal["strict", "bounded"] | None = None
    """The form of the schema on the wire; absent, `bounded` where a base URL is given."""
    fallback: tuple[str, ...] = ()
    """Models that are asked, in this order, when the one before is unavailable; `offline` last
    plans without one."""
    max_output_tokens: Positive = 4096
    """Of one answer."""
    context_tokens: Positive = 16_384
    """Of one request and its answer together; a longer request is asked in chunks."""
    attempts: Annotated[int, Field(ge=1, le=20)] = 4
    """Requests for one question at the most, the first included."""
    timeout: Seconds = 120.0
    """For one request."""
    total_time: Seconds = 300.0
    """For one question with all its attempts and pauses."""
    longest_pause: Seconds = 60.0
    """A provider that wants a longer pause is not waited for."""
    max_cost: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    """US dollars that one plan may cost."""
    max_tokens: Positive | None = None
    """Tokens, in and out, that one plan may use."""
    requests_per_minute: Positive | None = None
    """To one provider, of all plans that are made together."""
    tokens_per_minute: Positive | None = None
    """In and out, likewise."""
    temperature: Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)] | None = None
    """Absent, the provider's own; not every model takes one."""
    seed: int | None = None


class Settings(BaseModel):
    """`planner.toml`, or `[tool.planner]` of pyproject.toml."""

    model_config = _CLOSED

    authority: AuthoritySettings = AuthoritySettings()
    reason: ReasonForm = ReasonForm.LINE
    """`token`: `reason` has to be a token, as the CCB importer wants it."""
    control_folders: tuple[Folder, ...] = ()
    """Folders of the project, beside the built-in ones, that no reply may touch."""
    catalogue: Annotated[str, StringConstraints(min_length=1)] = "uipath"
    """The skill catalogue of design documents: the id of a built-in one, or a file's path."""
    off: tuple[RuleCode, ...] = Field(default=())
    """Codes of rules that are not run; those of RPY, PTH, SCP, GAT and SEC cannot be named."""
    model: ModelSettings = ModelSettings()

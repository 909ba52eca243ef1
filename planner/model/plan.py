"""A plan file as it is meant: what its header may say, and what a flag may settle beforehand.

* Every choice of the header is a closed vocabulary; what a request does not say is asked for and
  never guessed.
* Where something is built is no choice of a plan: it has no word here.
* The expression language follows from the type of the project and is never chosen by itself.
"""

import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from planner.model.pattern import pattern
from planner.model.sdd import Autonomy, Delivery

NOT_APPLICABLE: Final = "N/A"


class ProjectType(StrEnum):
    """What is built in the first place (seed 000, "Header schema")."""

    XAML = "XAML"
    CODED = "C# coded"
    AGENT = "AI Agent"
    FLOW = "Flow"
    APPLICATION = "Application"


class Approach(StrEnum):
    """Whether the plan is looked at before the first task begins."""

    EXPLORE_FIRST = "explore-first"
    SIMULTANEOUS = "simultaneous"


class Packaging(StrEnum):
    """How what is built is shipped."""

    STANDALONE = "standalone"
    SOLUTION = "solution"


class AppType(StrEnum):
    """What kind of application a robot drives."""

    WEB = "web"
    DESKTOP = "desktop"
    CITRIX = "citrix"
    NONE = NOT_APPLICABLE


class AppState(StrEnum):
    """Whether that application is open when its screens are looked at."""

    OPEN_AND_READY = "open-and-ready"
    USER_WILL_OPEN = "user-will-open"
    SKIP_DISCOVERY = "skip-discovery"
    NONE = NOT_APPLICABLE


class UiTargeting(StrEnum):
    """Who points at the elements of its screens."""

    AGENT_BUILDS = "agent-builds-you-review"
    USER_INDICATES = "user-indicates"
    NONE = NOT_APPLICABLE


class PlanField(StrEnum):
    """The fields of a plan's header, in the order in which they are written."""

    GOAL = "Goal"
    SOURCE = "Source"
    PROJECT_TYPE = "Project type"
    LANGUAGE = "Expression language"
    APPROACH = "Approach"
    AUTONOMY = "Execution autonomy"
    DELIVERY = "Delivery model"
    APP_TYPE = "App type"
    APP_STATE = "App state"
    UI_TARGETING = "UI targeting"
    PACKAGING = "Packaging"
    CATALOGUE = "Catalogue"


DEMANDED: Final = tuple(
    name
    for name in PlanField
    if name not in {PlanField.DELIVERY, PlanField.PACKAGING, PlanField.CATALOGUE}
)
"""Fields that every plan has; the others stand only where there is something to say."""

VOCABULARY: Final[dict[PlanField, tuple[str, ...]]] = {
    PlanField.PROJECT_TYPE: tuple(ProjectType),
    PlanField.APPROACH: tuple(Approach),
    PlanField.AUTONOMY: tuple(Autonomy),
    PlanField.APP_TYPE: tuple(AppType),
    PlanField.APP_STATE: tuple(AppState),
    PlanField.UI_TARGETING: tuple(UiTargeting),
    PlanField.PACKAGING: tuple(Packaging),
}
"""What the closed fields may say; the expression language has `language_of`."""

SOURCE_NONE: Final = "None — planned from user request"
"""The source of a plan that no design document stands behind."""

TITLE_END: Final = "Implementation Plan"
"""What a plan's title ends with."""

UNDERSTANDING: Final = "Understanding"
DECISIONS: Final = "Decisions & Trade-offs"
STOP_CONDITIONS: Final = "Stop conditions"

EXPRESSION_LANGUAGE: Final = "VB.NET"


def language_of(project_type: ProjectType) -> str:
    """Return the expression language of a project: it has one only where it is XAML."""
    return EXPRESSION_LANGUAGE if project_type is ProjectType.XAML else NOT_APPLICABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """Everything that a flag may say; None leaves it to the request."""

    name: str | None = None
    """Of the feature: the title's, and the file's."""
    project: str | None = None
    """The project's name in the identities."""
    project_type: ProjectType | None = None
    approach: Approach | None = None
    autonomy: Autonomy | None = None
    delivery: Delivery | None = None
    packaging: Packaging | None = None
    app_type: AppType | None = None
    app_state: AppState | None = None
    ui_targeting: UiTargeting | None = None
    path: str | None = None
    """Where the plan will be; given, it goes before the rule."""
    is_project: bool = False
    """The folder holds a project already: see `PROJECT_SIGNS`."""


PROJECT_SIGNS: Final = ("project.json", "flow_files/", ".uipath/", "pyproject.toml")
"""What a folder of an existing project holds; a slash ends the name of a folder."""

_SURFACE: Final = pattern(
    r"\b(?P<full>(?i:UiPath[ -]?Studio(?:[ -]?(?:Web|X|Pro|Desktop))?|Studio[ -]?Web"
    r"|VS[ -]?Code|VSCodium|Visual[ -]Studio[ -]Code)|StudioX)\b"
    r"|(?P<before>\b\w+ )?(?<![\w-])(?P<bare>Studio(?: Pro| Desktop)?)\b(?!-?\w| [A-Z])"
)
_LEADS_SURFACE: Final = frozenset({"in", "with", "using", "use", "via", "open", "local", "the"})


def surface_in(text: str) -> str | None:
    """Return the authoring surface that *text* names; none is another product's "… Studio"."""
    for found in _SURFACE.finditer(text):
        if found["full"]:
            return found["full"]
        before = (found["before"] or "").strip()
        if not before[:1].isupper() or before.lower() in _LEADS_SURFACE:
            return found["bare"]
    return None


SLUG_LIMIT: Final = 60
"""Characters of a plan's file name, its date and suffix not counted."""

_NOT_SLUG: Final = pattern(r"[^a-z0-9]+")


def slug_of(text: str) -> str:
    """Return *text* as a file name without suffix; empty where it has no letter that fits."""
    folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    slug = _NOT_SLUG.sub("-", folded).strip("-")
    if len(slug) <= SLUG_LIMIT:
        return slug
    whole, _, _ = slug[: SLUG_LIMIT + 1].rpartition("-")
    return whole or slug[:SLUG_LIMIT]


def plan_path(date: str, slug: str, *, is_project: bool) -> str:
    """Return where a plan is written, relative to where the command runs.

    Args:
        date: Of the plan, `YYYY-MM-DD`.
        slug: Of the feature.
        is_project: Whether a project is there already: then plans belong to its documentation.
    """
    folder = "docs/plans" if is_project else "plans"
    return f"{folder}/{date}-{slug}.md"

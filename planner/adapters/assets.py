"""Pages, schemas, prompts and catalogues by their ids, from the wheel or from a checkout.

* This module alone knows where they are; everybody else asks for an id.
* An id is looked up in the list of what is there, so no id can name a file elsewhere.
"""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent.parent
_SHIPPED: Final = _PACKAGE / "_assets"
"""Where the wheel puts them."""
_CHECKOUT: Final = _PACKAGE.parent
_SCHEMA_SUFFIX: Final = ".schema.json"
_FRONT_MATTER: Final = "+++\n"


def rules_folder() -> Path:
    """Return the folder of the rule pages."""
    shipped = _SHIPPED / "rules"
    return shipped if shipped.is_dir() else _CHECKOUT / "docs" / "rules"


def schemas_folder() -> Path:
    """Return the folder of the committed schemas."""
    shipped = _SHIPPED / "schemas"
    return shipped if shipped.is_dir() else _CHECKOUT / "schemas"


def rule_page(code: str) -> str | None:
    """Return the page of *code* as a reader wants it, without its front matter; None without one.

    Raises:
        OSError: The page is there and cannot be read.
    """
    pages = {path.stem: path for path in rules_folder().glob("*.md")}
    if code not in pages:
        return None
    text = pages[code].read_text(encoding="utf-8")
    if text.startswith(_FRONT_MATTER):
        text = text.removeprefix(_FRONT_MATTER).partition(_FRONT_MATTER)[2]
    return text.lstrip("\n")


def schema_ids() -> tuple[str, ...]:
    """Return the ids of the committed schemas, sorted."""
    found = schemas_folder().glob(f"*{_SCHEMA_SUFFIX}")
    return tuple(sorted(path.name.removesuffix(_SCHEMA_SUFFIX) for path in found))


def schema(schema_id: str) -> str | None:
    """Return the text of a committed schema; None when there is none of that id.

    Raises:
        OSError: The schema is there and cannot be read.
    """
    if schema_id not in schema_ids():
        return None
    return (schemas_folder() / f"{schema_id}{_SCHEMA_SUFFIX}").read_text(encoding="utf-8")


def prompts_folder() -> Path:
    """Return the folder of the prompts."""
    shipped = _SHIPPED / "prompts"
    return shipped if shipped.is_dir() else _CHECKOUT / "prompts"


def prompt(prompt_id: str) -> str:
    """Return the page of a prompt.

    Raises:
        KeyError: There is no prompt of that id.
        OSError: The page is there and cannot be read.
    """
    pages = {path.stem: path for path in prompts_folder().glob("*.md")}
    return pages[prompt_id].read_text(encoding="utf-8")


def catalogues_folder() -> Path:
    """Return the folder of the skill catalogues that come with the planner."""
    shipped = _SHIPPED / "catalogues"
    return shipped if shipped.is_dir() else _CHECKOUT / "catalogues"


def catalogue_ids() -> tuple[str, ...]:
    """Return the ids of the skill catalogues that come with the planner, sorted."""
    return tuple(sorted(path.stem for path in catalogues_folder().glob("*.toml")))


def catalogue(catalogue_id: str) -> bytes | None:
    """Return the TOML of a skill catalogue; None when there is none of that id.

    Raises:
        OSError: The file is there and cannot be read.
    """
    if catalogue_id not in catalogue_ids():
        return None
    return (catalogues_folder() / f"{catalogue_id}.toml").read_bytes()

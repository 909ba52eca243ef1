"""The key of a batch's item: the digest of everything that its outcome hangs on, and no more.

* What an item is called, where it lies and how it is worked on (jobs, rates, caps, keys, pauses)
  is no part of it: the same key is the same work.
* A text counts without its byte order mark and with line ends of LF; bytes that are no text count
  as they are.
* A model counts only where one drafts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from planner import __version__
from planner.catalogue import catalogue_sha256
from planner.codec.canonical import Json, digest, digest_bytes, digest_text
from planner.codec.decoding import Unreadable, decoded
from planner.model.batch import ItemKind
from planner.model.exchange import Drafting
from planner.model.settings import ModelSettings, Settings

_NONE: Final[Mapping[str, str]] = MappingProxyType({})
_NO_OPTIONS: Final[Mapping[str, Json]] = MappingProxyType({})


def input_sha256(data: bytes) -> str:
    """Return the digest of an input's text, however it was encoded."""
    try:
        return digest_text(decoded(data))
    except Unreadable:
        return digest_bytes(data)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """What a model is asked with."""

    drafting: Drafting
    prompts: Mapping[str, str] = field(default_factory=lambda: _NONE)
    """Digest of each prompt that may be asked with, by its name."""
    schemas: Mapping[str, str] = field(default_factory=lambda: _NONE)
    """Digest of each schema that an answer may have to follow, by its name."""


def run_sha256(
    settings: Settings,
    *,
    asking: Asking | None = None,
    skills_sha256: str = "",
    options: Mapping[str, Json] = _NO_OPTIONS,
    planner: str = __version__,
    rules_sha256: str | None = None,
) -> str:
    """Return the digest of what all items of one kind hang on in a run; made once a run.

    Args:
        settings: What the project decided, and the model's name.
        asking: How a model is asked; None where none is asked about items of this kind.
        skills_sha256: Of the skill catalogue, where items are planned by one.
        options: What else the caller decides, as whether projects are laid out.
        planner: The planner's version.
        rules_sha256: Of the rules; of those that there are, where none is given.
    """
    return digest(
        {
            "planner": planner,
            "rules": catalogue_sha256() if rules_sha256 is None else rules_sha256,
            "settings": _of_project(settings),
            "skills": skills_sha256,
            "model": None if asking is None else _of_model(settings.model, asking.drafting),
            "prompts": {} if asking is None else dict(asking.prompts),
            "schemas": {} if asking is None else dict(asking.schemas),
            "options": dict(options),
        }
    )


def key_of(
    kind: ItemKind,
    text_sha256: str,
    run: str,
    *,
    request_id: str | None = None,
    children: Mapping[str, str] = _NONE,
) -> str:
    """Return the key of an item.

    Args:
        kind: What it is.
        text_sha256: `input_sha256` of it.
        run: `run_sha256` for its kind.
        request_id: The id that it is planned under, whether it carries it or was given it.
        children: `input_sha256` of every document that a solution's root names, by the path that
            it is named by; empty where it is not there.
    """
    return digest(
        {
            "kind": kind.value,
            "text": text_sha256,
            "run": run,
            "request_id": request_id,
            "children": dict(children),
        }
    )


def _of_project(settings: Settings) -> Json:
    """Return what a project decided about its gate; a list in which the order says nothing, sorted.

    The skill catalogue is known by its digest and not by its name.
    """
    return {
        "evidence": settings.authority.evidence.value,
        "state": settings.authority.state,
        "reason": settings.reason.value,
        "control_folders": sorted(set(settings.control_folders)),
        "off": sorted(set(settings.off)),
    }


def _of_model(model: ModelSettings, drafting: Drafting) -> Json:
    """Return what changes the answers of a model; its bounds and its key change none."""
    return {
        "name": model.name,
        "fallback": list(dict.fromkeys(model.fallback)),
        "base_url": model.base_url,
        "adapter": model.adapter,
        "output": model.output,
        # A float has no canonical form; its shortest text has.
        "temperature": None if model.temperature is None else repr(float(model.temperature)),
        "seed": None if model.seed is None else str(model.seed),
        "drafting": drafting.model_dump(mode="json"),
    }

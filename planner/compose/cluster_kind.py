"""What kind of worker an item of a batch needs: a version and a configuration, as one digest."""

from typing import Final

from planner.adapters.assets import prompt
from planner.app.item_key import Asking, run_sha256
from planner.codec.canonical import digest, digest_text
from planner.model.settings import Settings
from planner.model.skill_catalogue import Catalogue
from planner.model.vocabulary import OFFLINE

_LENGTH: Final = 32


def queue_of(settings: Settings, catalogue: Catalogue) -> str:
    """Return the name of the queue of items that are planned by this version and these settings.

    Raises:
        ConfigError: the model cannot be set up.
    """
    skills = digest_text(catalogue.model_dump_json())
    asking = None
    if settings.model.name not in {None, OFFLINE}:
        from planner.adapters.model_choice import drafting_of  # noqa: PLC0415 - only with a model

        used = ("label", "write")
        prompts = {name: digest_text(prompt(name)) for name in used}
        asking = Asking(drafting=drafting_of(settings.model), prompts=prompts)
    kind = run_sha256(settings, asking=asking, skills_sha256=skills)
    # Bounds count as well, since a plan that spends less may come out otherwise.
    bounds = settings.model_dump_json(exclude={"model": {"api_key_env"}})
    return f"planner-{digest([kind, digest_text(bounds)])[:_LENGTH]}"

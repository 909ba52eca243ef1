"""Whether a statement asks to change the plan above the task, in ways that a product may share.

* A product may have plans, stages and a roadmap too. So these ways count only in a request that
  names no work of its own: where it has paths and a check, its sentences speak of the product.
* What is forbidden is not asked for.
"""

import re
from typing import Final

from planner.drafting.cues import FORBIDS, PLAN_CHANGE
from planner.model.pattern import pattern

_RANK: Final = r"(?:overall |macro |master |larger |project |general |whole |parent )"
_UNIT: Final = (
    r"(?:stages?|phases?|tasks?|steps?|milestones?|rounds?|work packages?|iterations?|increments?)"
)
_DONE: Final = (
    r"(?:swapped|split|merged|dropped|removed|moved|reordered|reversed|exchanged|changed|replaced"
    r"|cancelled|canceled|struck|deleted|postponed|added|inserted|combined|joined|divided)"
)
_OF_PLAN: Final = pattern(
    # "the stage … has to be dropped from the plan", "… must be split … in the roadmap"
    rf"\b(?:the|this|these|those|both)\b (?:\w+ ){{0,3}}{_UNIT}\b[^.;]{{0,120}}\b(?:has to|have to"
    rf"|needs? to|must|should|ought to) be {_DONE}\b[^.;]{{0,80}}\b(?:in|from|out of|of|into|on)"
    rf" (?:the|our) {_RANK}?(?:plan|roadmap)(?=\s*(?:[.,;:]|\Z))"
    # "an adjustment of the macro plan"
    rf"|\b(?:adjustment|change|revision|amendment|rework(?:ing)?|reordering)s? (?:of|to|in)"
    rf" (?:the|our) (?:{_RANK}(?:plan|roadmap)|roadmap)\b"
    rf"|\b(?:the|our) {_RANK}?(?:plan|roadmap) (?:has to|needs to|must|should) (?:be )?(?:change"
    r"|adjust|revis|rework|amend|reorder)\w*\b"
    r"|\b(?:gesamt|master|projekt|rahmen)plan\b[^.;]{0,60}\b(?:ändern|geändert|anpassen|angepasst"
    r"|umstellen|umgestellt|überarbeite[nt]|umbauen)\b"
    r"|\b(?:übergeordnete[nr]?) plan\w*\b[^.;]{0,60}\b(?:ändern|geändert|anpassen|angepasst)\b"
    r"|\b(?:changer|modifier|adapter|revoir|ajuster|réviser) (?:le|notre) plan (?:général|global"
    r"|d['’]ensemble|directeur)\b"
    r"|\b(?:cambiar|modificar|ajustar|revisar|adaptar) (?:el|nuestro) plan (?:general|global"
    r"|maestro)\b"
    r"|\b(?:cambiare|modificare|rivedere|adattare|aggiornare) il (?:nostro )?piano (?:generale"
    r"|complessivo|globale)\b"
    r"|\b(?:mudar|alterar|ajustar|rever|modificar) o (?:nosso )?plano (?:geral|global|mestre)\b"
    r"|\bhet (?:hoofd|totaal|overkoepelende )plan\b[^.;]{0,40}\b(?:wijzigen|aanpassen|aangepast"
    r"|gewijzigd)\b"
    r"|(?:全体計画|上位計画|ロードマップ)(?:を|の)(?:変更|見直|調整|修正)"
    r"|(?:修改|更改|调整|变更)(?:总体|整体|上层|总)计划|(?:总体|整体)计划(?:需要|必须)(?:修改|更改|调整)",
    re.IGNORECASE,
)
_SECTION: Final = pattern(
    r"\W*(?:macro[ -]?(?:plan )?adjustments?|adjustments? (?:of|to) the"
    r" (?:macro |overall |larger )?plan|changes? to the (?:macro |overall |larger )plan)"
    r"(?: requests?)?\W*\Z",
    re.IGNORECASE,
)


_REFUSED: Final = pattern(
    r"(?:\b(?:not|never|without|no|nor|nicht|nie|ohne|kein\w*|ne|sans|aucune?|no|sin|ning[uú]n\w*"
    r"|non|senza|nessun\w*|não|sem|nenhum\w*|niet|zonder|geen)|n['’]t)(?:\s+\w{1,9}){0,2}\W*\Z",
    re.IGNORECASE,
)
"""What stands before a change that is not to be made ("do not", "without any")."""


def asks_plan_change(text: str) -> bool:
    """Say whether a statement asks by its words alone to change the plan above the task."""
    found = PLAN_CHANGE.search(text)
    return found is not None and not _REFUSED.search(text[: found.start()][-_NEAR:])


def changes_larger_plan(text: str, heading: str) -> bool:
    """Say whether a statement asks to change the plan above the task.

    Args:
        text: The statement.
        heading: What it stands under.
    """
    if _SECTION.match(heading):
        return True
    found = _OF_PLAN.search(text)
    if found is None or FORBIDS.search(found.group()):
        return False
    return not _REFUSED.search(text[: found.start()][-_NEAR:])


_NEAR: Final = 40
"""Characters before a change in which its refusal stands."""

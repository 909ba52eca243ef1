"""Headings that are clauses, and what stands under them.

* "What must not be changed", "What this does not cover" and "Which files are concerned?" are told
  by their verb: no list of them could be complete.
* A form's question about what its sender did ("Which file did you open?") asks for no files of
  the work.
"""

from typing import Final

from planner.model.pattern import pattern
from planner.model.vocabulary import Label

_STAYS: Final = pattern(
    r"\A(?:what|all that|was|ce qui|lo que|ciò che|cosa|o que|wat)\b.*(?:\b(?:not change|stays?"
    r"|remains?|(?:gleich|unverändert|so) bleibt|bleibt|ne change(?:ra)? pas|reste|no cambia"
    r"|se queda|non cambia|resta|não muda|fica igual|niet verandert|blijft)\b)"
    r"|変わらない(?:もの|こと)|不变"
    r"|\b(?:not (?:to )?be (?:chang|touch|edit|modifi|alter)ed|nicht (?:ge|ver)ändert"
    r"|nicht angefasst"
    r"|ne (?:doi(?:t|vent)|sera|seront) pas (?:changer|être)|non (?:deve|devono|va|vanno) \w+"
    r"|no (?:se )?deben? (?:cambiar|tocar|modificar)|não (?:deve|devem) \w+"
    r"|niet (?:worden )?(?:gewijzigd|aangepast|veranderd))\b"
)
"""Headings of what is to stay as it is."""
_COVERS_NOT: Final = pattern(
    r"\b(?:does|do|will|is|are)(?: not|n t) (?:cover|covered|include|included|address|addressed)\b"
    r"|\bnicht (?:abgedeckt|enthalten|behandelt)\b|\bne couvre pas\b|\bno (?:cubre|abarca)\b"
    r"|\bnon (?:copre|comprende)\b|\bnão (?:cobre|abrange)\b"
)
_WHICH_CODE: Final = pattern(
    r"\A(?:in )?(?:which|what|welche\w*|quel(?:le)?s?|qué|qual[ei]?|quais|welke)\b(?!.*\b(?:you"
    r"|not)\b)"
    r".*\b(?:code|files?|modules?|datei(?:en)?|module|quelltext|fichiers?|código|archivos?"
    r"|ficheros?"
    r"|codice|moduli|arquivos?|ficheiros?|bestanden)\b.*\b(?:concerned|affected|involved|betroffen"
    r"|concernée?s?|afectad[oa]s?|interessat[aeio]|coinvolt[aeio]|afetad[oa]s?|betrokken)\b"
)
"""A form's question for the files of the work."""


def label_of_clause(plain: str) -> Label | None:
    """Return what stands under a folded heading that is a clause, None where it does not say."""
    if _STAYS.search(plain):
        return Label.CONSTRAINT
    if _COVERS_NOT.search(plain):
        return Label.NON_GOAL
    return Label.PATH if _WHICH_CODE.search(plain) else None

"""The open questions that a document keeps for its experts, and which of them block.

* A question blocks unless its author says that it does not: an unknown word blocks, an empty
  cell does not.
* Columns and sections are known by name, in the languages that documents are written in.
"""

import re
from collections.abc import Iterator
from typing import Final

from planner.codec.handoff_fields import value_and_note
from planner.codec.sdd import ListBlock, SddDoc, Section, TableBlock, TableRow
from planner.codec.spans import plain, without_comments
from planner.codec.title import title_key
from planner.model.pattern import pattern
from planner.model.sdd import ReviewItem

_SECTIONS: Final = pattern(
    r"\Aaction required|sme review|\breview items\b|\Aopen (?:questions|review)"
    r"|\bhandlungsbedarf|kl(?:ä|ae)rungsbedarf|\Aoffene (?:punkte|fragen)"
    r"|acci[oó]n requerida|acciones requeridas|preguntas abiertas|action requise|actions requises"
    r"|questions ouvertes|a[cç][aã]o necess[aá]ria|a[cç][oõ]es necess[aá]rias|azione richiesta"
    r"|azioni richieste|actie vereist|wymagane dzia[lł]ani|требу\w+ действи|открытые вопросы"
    r"|要対応|要確認|確認事項|需要处理|待确认|待确定|待審核|待办|조치 필요|확인 필요"
)
_BLOCKING: Final = pattern(
    r"block(?!ed\b)|blokker|bloque|bloccan|bloqueia|bloku|блокир|阻塞|阻断|阻碍|ブロック"
    r"|ブロッキング|차단"
)
_QUESTION: Final = pattern(
    r"question|frage|pregunta|pergunta|quest[aã]o|domanda|vraag|pytanie|вопрос|问题|問題|質問|질문"
)
_ITEM: Final = pattern(r"item|topic|punkt|thema|tema|elemento|[eé]l[eé]ment|sujet|项目|項目|항목")
_SECTION: Final = pattern(r"section|abschnitt|secci[oó]n|se[cç][aã]o|sezione|раздел|章|節|节")
_DEFAULT: Final = pattern(r"default|assum|standard|annahme|por defecto|padr[aã]o|défaut|默认|既定")
_NUMBER: Final = pattern(r"(?:#|no|nr|№|id|n°)\Z")
_NO: Final = frozenset(
    {
        *("", "-", "--", "—", "–", "n/a", "none", "[ ]", "❌", "✗", "✘", "☐", "⬜", "0"),
        *("no", "n", "false", "non-blocking", "nonblocking", "not blocking", "does not block"),
        *("nein", "non", "não", "nao", "nee", "nie", "nej", "ei", "ne", "нет", "ні", "hayır"),
        *("いいえ", "否", "不", "无", "아니요", "아니오"),
    }
)
_YES: Final = frozenset(
    {
        *("yes", "y", "true", "ja", "sí", "si", "sì", "oui", "sim", "tak", "да", "так", "evet"),
        *("はい", "是", "예", "네", "áno", "ano", "igen", "kyllä", "✅", "✔", "☑", "[x]"),
    }
)
_SIGNS: Final = pattern(r"^[^\w\[]+(?=\w)|[\s.!]+$")
_IN_TEXT: Final = pattern(
    r"(?:block(?:ing|er|s|ierend)|bloque\w*|bloqu?ant\w*)[\s*_`]*[?:=：][\s*_`]*(\[.\]|[^\s,;.)\]]+)"
)


def review_items(doc: SddDoc) -> tuple[ReviewItem, ...]:
    """Return the review items of *doc* in its order."""
    return tuple(item for section in doc.sections for item in _of_section(section))


def does_block(cell: str) -> bool:
    """Say whether the cell of a blocking column holds a planner up."""
    value, _ = value_and_note(without_comments(cell))
    value = value.casefold().strip()
    return _SIGNS.sub("", value) not in _NO and value not in _NO


def _of_section(section: Section) -> Iterator[ReviewItem]:
    is_review = _SECTIONS.search(section.key) is not None
    for block in section.blocks:
        match block:
            case TableBlock():
                yield from _of_table(block, is_review=is_review)
            case ListBlock() if is_review:
                yield from _of_list(block)


def _of_table(table: TableBlock, *, is_review: bool) -> Iterator[ReviewItem]:
    keys = [title_key(name) for name in table.head]
    blocking = _column(keys, _BLOCKING)
    question, item = _column(keys, _QUESTION), _column(keys, _ITEM)
    if not is_review and (blocking is None or question is None):
        return
    if blocking is None and _says_yes_or_no(table):
        blocking = len(keys) - 1
    for row in table.rows:
        if not any(title_key(cell).strip("-") for cell in row.cells):
            continue
        yield ReviewItem(
            number=_cell(row, _column(keys, _NUMBER)),
            section=_cell(row, _column(keys, _SECTION)),
            item=_cell(row, item),
            question=_cell(row, question),
            default=_cell(row, _column(keys, _DEFAULT)),
            is_blocking=blocking is not None and does_block(row.cells[blocking]),
            line=row.line,
        )


def _of_list(block: ListBlock) -> Iterator[ReviewItem]:
    for item in block.items:
        text = plain(without_comments(item.text))
        found = _IN_TEXT.search(text.casefold())
        yield ReviewItem(
            number="",
            section="",
            item="",
            question=text,
            default="",
            is_blocking=found is not None and does_block(found[1]),
            line=item.line,
        )


def _column(keys: list[str], name: re.Pattern[str]) -> int | None:
    return next((at for at, key in enumerate(keys) if name.search(key)), None)


def _cell(row: TableRow, column: int | None) -> str:
    return plain(row.cells[column]) if column is not None else ""


def _says_yes_or_no(table: TableBlock) -> bool:
    """Say whether the last column answers yes or no, whatever it is called."""
    answers = {plain(row.cells[-1]).casefold() for row in table.rows if row.cells[-1]}
    return bool(answers & _YES) and answers <= _YES | _NO

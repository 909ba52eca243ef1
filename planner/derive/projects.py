"""What a document is about, by name, and the projects that it consists of.

* A name that a table or a code span gives is taken as its author wrote it; a name that only the
  title gives is a guess, and is told as one.
* What other projects use comes first, and what uses them all comes last.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from planner.codec.sdd import ListBlock, Section, TextBlock
from planner.codec.spans import code_spans
from planner.codec.title import process_name
from planner.derive.items import Item, clean, items_of
from planner.derive.reading import Project, Reading
from planner.derive.words import fold, matcher, one_word, pascal, same
from planner.model.catalogue_parts import Place, Source
from planner.model.pattern import pattern
from planner.model.sdd import Remark, RemarkKind
from planner.model.skill_catalogue import Catalogue

_PROJECT_NAME: Final = pattern(r"[^\W\d_]\w*(?:[-_][^\W_]+)*\Z")
_JOINT: Final = pattern(r"(\s*[—–:]\s*|\s+-\s+)")
_DOCUMENT: Final = "solution design document"
_FILE_ENDS: Final = pattern(r"(?:-?(?:solution-)?sdd)?\.\w+\Z")


def named(reading: Reading, catalogue: Catalogue, remarks: list[Remark]) -> None:
    """Give *reading* its title, its process and its projects."""
    doc = reading.document.doc
    title = process_name(_without_words(reading, doc.title))
    title = title or _FILE_ENDS.sub("", reading.document.name)
    reading.title = title
    reading.process = pascal(title, catalogue.filler)
    if reading.kind.is_root:
        return
    listed = _listed(reading)
    if not listed:
        listed = [_unlisted(reading, remarks)]
    ranked = sorted(listed, key=lambda project: project.rank)
    reading.projects = tuple(replace(one, number=at) for at, one in enumerate(ranked))
    if len(listed) == 1:
        reading.process = listed[0].name


def _without_words(reading: Reading, title: str) -> str:
    """Return *title* without the words for such a document, in the languages of the catalogue."""
    head, joint, tail = _JOINT.split(title, maxsplit=1) if _JOINT.search(title) else (title, "", "")
    named = _DOCUMENT in reading.words.keys_of(fold(head))
    return tail if joint and named else title


def _listed(reading: Reading) -> list[Project]:
    for place in reading.kind.projects:
        found = _in_place(reading, place)
        if found:
            return found
    return []


def _in_place(reading: Reading, place: Place) -> list[Project]:
    source = Source(sections=place.sections, name=place.columns, when=place.when)
    items = items_of(source, reading)
    if not items and place.when:
        # One row alone is the document's own project, whatever its product is called.
        every = items_of(Source(sections=place.sections, name=place.columns), reading)
        items = every if len(every) == 1 and not _is_field_table(every[0]) else []
    projects: dict[str, Project] = {}
    for item in items:
        name = one_word(item.name)
        sort = " ".join(item.value((column,)) for column in place.kind)
        projects.setdefault(same(name), _project(reading, item, name, sort))
    return list(projects.values())


def _is_field_table(item: Item) -> bool:
    return item.grid is not None and item.grid.head[:2] == ("field", "value")


def _project(reading: Reading, item: Item, name: str, sort: str) -> Project:
    rank = 1
    if reading.kind.first and matcher(reading.kind.first).search(f"{sort} {name}"):
        rank = 0
    elif reading.kind.last and matcher(reading.kind.last).search(sort):
        rank = 2
    return Project(name, sort, item.line, item.section, rank)


def _unlisted(reading: Reading, remarks: list[Remark]) -> Project:
    doc = reading.document.doc
    for title in reading.kind.named_in:
        for section in reading.sections(title):
            found = next(_spans(section), None)
            if found is not None:
                name, line = found
                text = f"the project is called `{name}` after {reading.cite(section)}"
                remarks.append(Remark(RemarkKind.GUESS, text, line, reading.document.name))
                return Project(name, "", line, section)
    text = f"no section names the project; `{reading.process}` is taken from the title"
    remarks.append(Remark(RemarkKind.GUESS, text, doc.title_line, reading.document.name))
    return Project(reading.process, "", doc.title_line)


def _spans(section: Section) -> Iterator[tuple[str, int]]:
    """Yield the code spans of a section's prose that have the form of a project's name."""
    for block in section.blocks:
        match block:
            case TextBlock(text=text, line=line):
                texts = [(text, line)]
            case ListBlock(items=items):
                texts = [(item.text, item.line) for item in items]
            case _:
                continue
        for text, line in texts:
            for span in code_spans(text):
                if _PROJECT_NAME.match(span):
                    yield clean(span), line


def project_of(item: Item, columns: tuple[str, ...]) -> Project | None:
    """Return the project that *item* belongs to; None where nothing says it."""
    projects = item.reading.projects
    if len(projects) <= 1:
        return projects[0] if projects else None
    said = same(item.value(columns)) if columns else ""
    for project in projects:
        if said and same(project.name) == said:
            return project
    return by_heading(item.section, projects)


def by_heading(section: Section, projects: tuple[Project, ...]) -> Project | None:
    """Return the project that a section, or the nearest one above it, names; None without one."""
    if len(projects) == 1:
        return projects[0]
    headings = [fold(section.key), *map(fold, reversed(section.path))]
    for heading in headings:
        squeezed = same(heading)
        fitting = [project for project in projects if same(project.name) in squeezed]
        if fitting:
            return max(fitting, key=lambda project: len(project.name))
    return None

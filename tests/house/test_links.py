"""Every relative link of a document leads to a file, and to a heading of it."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.house.tree import ROOT, files

DOCUMENTS = [
    path
    for path in files()
    if path.suffix == ".md"
    and (path.parent == ROOT or path.relative_to(ROOT).parts[0] in {"changelog.d", "docs"})
]


def links(text: str) -> Iterator[str]:
    """Yield the targets of links and pictures, without addresses of the web."""
    for token in _inline(MarkdownIt().parse(text)):
        target = token.attrs.get("href") or token.attrs.get("src")
        if target and not re.match(r"[a-z][a-z+.-]*:", str(target)):
            yield unquote(str(target))


def _inline(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _inline(token.children or [])


def anchors(page: Path) -> set[str]:
    """Return what a `#fragment` may name: the headings of *page*, as forges spell them."""
    tokens = MarkdownIt().parse(page.read_text(encoding="utf-8"))
    titles = [after.content for token, after in pairwise(tokens) if token.type == "heading_open"]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def broken(text: str, folder: Path, own: Path) -> Iterator[str]:
    """Yield the links of *text* that lead nowhere."""
    for link in links(text):
        name, _, fragment = link.partition("#")
        target = folder / name if name else own
        if not target.exists() or (fragment and fragment not in anchors(target)):
            yield link


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_relative_link_leads_somewhere(path: Path) -> None:
    assert list(broken(path.read_text(encoding="utf-8"), path.parent, path)) == []


def test_a_link_to_nothing_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One heading\n", encoding="utf-8")
    text = (
        "[a](page.md) [b](page.md#one-heading) [c](gone.md) [d](page.md#two) [e](https://a.example)"
    )
    assert list(broken(text, tmp_path, page)) == ["gone.md", "page.md#two"]

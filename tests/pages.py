"""Read a rule page: its claims about itself, its context, and its worked examples."""

import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

PAGES = Path(__file__).parent.parent / "docs" / "rules"


@dataclass(frozen=True)
class Example:
    """One fence of a page: Reject or Accept, the artifact it replaces, and its text."""

    verdict: str
    artifact: str
    text: str


@dataclass(frozen=True)
class Page:
    """A page as its harness sees it."""

    title: str
    summary: str
    context: dict[str, Any] = field(default_factory=dict)
    examples: tuple[Example, ...] = ()
    headings: tuple[str, ...] = ()

    def seen_by(self, example: Example) -> "Page":
        """Return the page with the context of *example*: a `[reject]` table is for Reject alone."""
        context = dict(self.context)
        special = context.pop("reject", {})
        return replace(self, context=context | (special if example.verdict == "Reject" else {}))


def read(path: Path) -> Page:
    """Return the page at *path*; front matter is TOML between lines of three plus signs."""
    text = path.read_text(encoding="utf-8")
    context: dict[str, Any] = {}
    if text.startswith("+++\n"):
        front, text = text[4:].split("+++\n", 1)
        context = tomllib.loads(front)
    title = summary = heading = ""
    headings: list[str] = []
    examples: list[Example] = []
    tokens = MarkdownIt().parse(text)
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and after is not None:
            heading = after.content
            if not title:
                title = heading
            else:
                headings.append(heading)
        elif token.type == "inline" and token.level == 2 and not summary:
            summary = token.content
        elif token.type == "fence":
            examples.append(Example(heading, token.info.strip(), token.content))
    return Page(title, summary, context, tuple(examples), tuple(headings))

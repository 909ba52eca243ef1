"""Paths that a request names without saying that they may change, and the answer to that.

* Only source paths count: none that is excluded, only read, written by the product, a reference,
  a command's argument or data.
* Tests are no work of their own where more than tests is named: a regression test alone does not
  mend what it tests.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from planner.drafting.manner import bare, only_reads, turns_to_work
from planner.drafting.places import excludes_paths, kept_paths
from planner.drafting.staying import stays
from planner.drafting.targets import points_elsewhere
from planner.model.intake import Form, LabelledStatement
from planner.model.path import reach
from planner.model.path import spelled as spelled_path
from planner.model.pattern import pattern
from planner.model.vocabulary import Label
from planner.model.words import words
from planner.rules.named import Named, paths_in, usable
from planner.rules.refusing import is_refusal

_SPEAKS: Final = frozenset(
    {Label.GOAL, Label.CRITERION, Label.INTERFACE, Label.CONSTRAINT, Label.CONTEXT, Label.PATH}
)
_TEST: Final = pattern(
    r"(?:\A|/)(?:tests?|specs?|__tests__|testdata|fixtures)/|(?:\A|/)(?:test_[^/]*|conftest\.py)\Z"
    r"|[._-](?:test|tests|spec)\.\w+\Z",
    re.IGNORECASE,
)
_SOURCE: Final = pattern(
    r"\.(?:adoc|bash|bat|cc?|cfg|cjs|conf|cpp|cs|css|dart|ex|exs|feature|go|gradle|graphql|h|hpp"
    r"|html?"
    r"|ini|ipynb|java|jsx?|json|kts?|less|lua|md|mdx|mjs|mk|php|pl|proto|ps1|pyi?|rb|rego|rs|rst"
    r"|scala"
    r"|scss|sh|sql|svelte|swift|tf|toml|tsx?|vue|xml|ya?ml|zig)\Z|/\Z",
    re.IGNORECASE,
)
_MADE: Final = pattern(
    r"\A(?:\./)?(?:out|output|build|dist|tmp|temp|target|logs?|data|examples?|samples?|vendor"
    r"|node_modules)/",
    re.IGNORECASE,
)
_USES: Final = words("""
    from read reads reading write writes writing written open opens load loads loading save saves
    import imports importing run runs running like as per than following follow follows via using
    use uses used called named see with against call calls through example lies liest aus wie siehe
    mit gegen lit lire depuis comme voir avec lee leer desde como ver con legge da come vedi lê ler
    veja com leest uit zoals zie parse parses parsing output outputs generate generates produces
""")
_LAST_WORD: Final = pattern(
    r"([^\W\d_]+)[^\w]*(?:\b(?:the|a|an|file|files|module|folder|die|der|das|datei|le|la|el|il|o|de"
    r"|het)\b\W*)*\Z",
    re.IGNORECASE,
)
_WRITES_TO: Final = pattern(
    r"\b(?:write|writes|written|save[sd]?|export(?:s|ed)?|cop(?:y|ies|ied)|prints?|outputs?"
    r"|logs?|points?"
    r"|links?|refers?|redirects?)\b[^.;]{0,80}\b(?:to|into)\W*\Z",
    re.IGNORECASE,
)
_TESTED: Final = pattern(
    r"\btests?\b[^.;]{0,40}\b(?:for|of|cover\w*|against|exercis\w+)\W*(?:the\W+)?\Z", re.IGNORECASE
)


def is_test(path: str) -> bool:
    """Say whether *path* holds tests and nothing else."""
    return _TEST.search(path) is not None


def unsaid(
    labels: Sequence[LabelledStatement], allowed: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the paths that are named and not said to change, and the statements that name them.

    Args:
        labels: The request.
        allowed: What it says may change; where that is more than tests, nothing is unsaid.
    """
    if any(not is_test(path) for path in allowed):
        return (), ()
    refused = _refused(labels)
    known = reach(allowed)
    found: dict[str, list[str]] = {}
    for item in labels:
        if item.label in _SPEAKS:
            for path in _named(item):
                if path not in refused and known.cover(path) is None:
                    found.setdefault(path, []).append(item.statement.id)
    cites = tuple(dict.fromkeys(cite for named in found.values() for cite in named))
    return tuple(found), cites


def was_refused(labels: Sequence[LabelledStatement]) -> bool:
    """Say whether an answer says of a named path that it may not change."""
    return any(
        item.label is Label.NON_GOAL
        and item.statement.answer
        and any(paths_in(item.statement.text))
        for item in labels
    )


def _refused(labels: Sequence[LabelledStatement]) -> frozenset[str]:
    """Return the paths that some statement leaves out; one that turns to others keeps those."""
    paths: set[str] = set()
    for item in labels:
        text = item.statement.text
        every = {named.text for named in paths_in(text)}
        if is_refusal(item) and not turns_to_work(text):
            paths |= every
        elif item.label is not Label.SET_ASIDE and every and excludes_paths(item.statement):
            paths |= every - {named.text for named in kept_paths(text)}
    return frozenset(spelled_path(path) for path in paths)


def _named(item: LabelledStatement) -> Iterator[str]:
    statement = item.statement
    if statement.form is Form.CODE or (item.label is Label.CONTEXT and only_reads(statement.text)):
        return
    text = bare(statement.text)
    for named in kept_paths(text):
        path = spelled_path(named.text)
        is_source = _SOURCE.search(path) and not _MADE.match(path) and not is_test(path)
        if is_source and usable(named.text) and usable(path) and not _is_used(text, named):
            yield path


def _is_used(text: str, named: Named) -> bool:
    """Whether the sentence uses the path for something else than to say where work is."""
    before = text[: named.start].rstrip("`*_\"'“ ")[-120:]
    if points_elsewhere(before) or stays(text[named.end :]):
        return True
    if _WRITES_TO.search(before) or _TESTED.search(before):
        return True
    last = _LAST_WORD.search(before)
    return last is not None and last[1].casefold() in _USES


_YES: Final = pattern(
    r"\A\W*(?:yes|yeah|yep|ja|jawohl|oui|sí|si|sì|sim|はい|ええ|是的?|对"
    r"|可以)(?=[\s,.;:!。，、！—–-]|\Z)"
    r"[\s,.;:!。，、！—–-]*(?P<rest>.*)\Z",
    re.IGNORECASE | re.DOTALL,
)
_NO: Final = pattern(
    r"\A\W*(?:no|nope|nein|non|não|nee|いいえ|不(?:可以|行|能)?|否)(?=[\s,.;:!。，、！—–-]|\Z)"
    r"[\s,.;:!。，、！—–-]*(?P<rest>.*)\Z",
    re.IGNORECASE | re.DOTALL,
)
_AGREES: Final = pattern(
    r"\A(?:please|thanks?|both|all(?: of them| three)?|of course|it may|they (?:all )?may|it can"
    r"|they can"
    r"|both may|you may|that may|(?:it|they) may change|bitte|beide|alle|gerne?|natürlich"
    r"|darf (?:sie|er|es)"
    r"|dürfen sie|tous|toutes|les deux|bien sûr|ambos|ambas|todos|todas|claro|entrambi|tutti"
    r"|certo|beide"
    r"|allebei|allemaal|どうぞ|両方|すべて|都可以|全部)?[\s.!。！]*\Z",
    re.IGNORECASE,
)
_ONLY: Final = pattern(
    r"\b(?:only|just|nur|bloß|seulement|uniquement|solo|sólo|solamente|soltanto|só|somente|apenas"
    r"|alleen|slechts)\b|だけ|のみ|仅|只",
    re.IGNORECASE,
)


def accepted(answer: str, named: Sequence[str]) -> tuple[str, ...] | None:
    """Return which of the *named* paths an answer lets change; None where it does not say."""
    found = _YES.match(answer)
    if found is None:
        return None
    rest = found["rest"]
    if _AGREES.match(rest):
        return tuple(named)
    told = [spelled_path(one.text) for one in paths_in(rest)]
    if not told or "?" in rest or "？" in rest:
        return None
    kept = [spelled_path(one.text) for one in kept_paths(rest)]
    if _ONLY.search(rest):
        return tuple(kept) or None
    refused = set(told) - set(kept)
    return tuple(dict.fromkeys([*(path for path in named if path not in refused), *kept])) or None


def refused_all(answer: str) -> bool:
    """Say whether an answer is a bare no."""
    found = _NO.match(answer)
    return (
        found is not None
        and not any(True for _ in paths_in(found["rest"]))
        and (_MAY_NOT.match(found["rest"]) is not None)
    )


_MAY_NOT: Final = pattern(
    r"\A(?:it may not|they may not|it must not|neither|none|thanks?|danke|merci)?[\s.!。！]*\Z",
    re.IGNORECASE,
)

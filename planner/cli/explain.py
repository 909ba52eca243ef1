"""`planner explain`: the page of a rule."""

import re
from difflib import get_close_matches
from typing import Final

import click

from planner.adapters.assets import rule_page
from planner.catalogue import rules
from planner.errors import CONFIG_NAMES, ConfigFault, UnknownCode

_CONFIG_TEXTS: Final = {
    ConfigFault.MISSING: "A configuration file that was named is not there.",
    ConfigFault.SYNTAX: "A configuration file is not TOML 1.0 in UTF-8.",
    ConfigFault.SCHEMA: "A key is unknown, or has a value that it may not have.",
}
_OWN_TROUBLE: Final = {
    "900": ("crashed-rule", "A rule raised: a fault of planner, which can only refuse."),
    "901": (
        "no-rules",
        "A family has no rules, so nothing was checked and nothing is let through.",
    ),
}


@click.command(name="explain")
@click.argument("code", metavar="CODE")
def command(code: str) -> None:
    """Print the page of a rule.

    CODE is a rule's code, such as PTH002, or its name, such as parent-escape.
    """
    click.echo(page_of(code), nl=False)


def page_of(wanted: str) -> str:
    """Return what there is to say about a code or a name, ending with a line end.

    Raises:
        UnknownCode: There is no such rule.
        OSError: The page is there and cannot be read.
    """
    code, name = wanted.upper(), wanted.lower()
    for rule in rules():
        if code == rule.code or name == rule.name:
            return rule_page(rule.code) or _short(rule.code, rule.name, rule.summary)
    for fault, title in CONFIG_NAMES.items():
        if code == fault or name == title:
            return _short(fault, title, _CONFIG_TEXTS[fault])
    prefixes = {rule.code[:3] for rule in rules()}
    if re.fullmatch(r"[A-Z]{3}90[01]", code) and code[:3] in prefixes:
        return _short(code, *_OWN_TROUBLE[code[3:]])
    raise UnknownCode(wanted, _near(code, name))


def _short(code: str, name: str, summary: str) -> str:
    return f"# {code} · {name}\n\n> {summary}\n"


def _near(code: str, name: str) -> list[str]:
    known = [*(rule.code for rule in rules()), *CONFIG_NAMES]
    named = {rule.name: rule.code for rule in rules()}
    by_name = [named[each] for each in get_close_matches(name, named, n=3)]
    meant = code[:3] + code[3:].translate(_AS_DIGITS)
    return by_name or ([meant] if meant in known else get_close_matches(code, known, n=3))


_AS_DIGITS: Final = str.maketrans("OIL", "011")
"""Letters that are typed for the digits of a code."""

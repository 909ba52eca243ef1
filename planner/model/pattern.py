"""Regular expressions that are compiled when they are first used.

* Compiling every pattern at import would take a third of a short command's time, and most
  commands need few of them; a test compiles them all, so that a faulty one cannot hide.
* After its first use a pattern costs what a compiled one costs: its methods are bound to it.
"""

import re
from typing import Any, Final, cast

_METHODS: Final = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")


class LazyPattern:
    """Stands for a compiled pattern until one of its methods is called."""

    def __init__(self, text: str, flags: int) -> None:
        """Keep what is to be compiled."""
        self.text = text
        self.wanted = flags

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - the attributes of a pattern
        """Compile, and put the pattern's methods in the place of this one."""
        compiled = re.compile(self.text, self.wanted)
        for method in _METHODS:
            self.__dict__[method] = getattr(compiled, method)
        return getattr(compiled, name)


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return the pattern of *text*, to be compiled on first use.

    Args:
        text: The regular expression.
        flags: Those of `re.compile`.
    """
    return cast("re.Pattern[str]", LazyPattern(text, flags))

"""How a rule is spelled: a generator of findings, filed under a family.

* A family owns a three-letter prefix and one subject type.
* A rule is one function; its first docstring line is its summary, its name is its rule's name.
* A rule never raises and never sees the outside world; one that does raise is reported as
  ``<prefix>900``, an error, so a crash can only make a verdict worse.
* A family without rules reports ``<prefix>901``: nothing to run is no reason to let through.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Generic, TypeVar

from planner.diagnostics.diagnostic import Diagnostic, Lands, Severity, Where

Subject = TypeVar("Subject")


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule yields: the fact, the place, and what would be right."""

    message: str
    where: Where
    hint: str | None = None
    value: str | None = None
    severity: Severity | None = None
    """Set only where the catalogue lets a lesser form of the fault through with a warning."""


Check = Callable[[Subject], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Rule(Generic[Subject]):
    """One filed check with its code, name, summary, severity and landing place."""

    code: str
    name: str
    summary: str
    severity: Severity
    lands: Lands
    check: Check[Subject]

    def diagnose(self, finding: Finding) -> Diagnostic:
        """File *finding* under this rule."""
        return Diagnostic(
            code=self.code,
            name=self.name,
            severity=finding.severity or self.severity,
            lands=self.lands,
            message=finding.message,
            where=finding.where,
            value=finding.value,
            hint=finding.hint,
        )


FINDINGS_LIMIT: Final = 100
"""Findings of one rule that are told for one subject; then it says that there are more."""


def _and_more(finding: Finding) -> Finding:
    return replace(
        finding,
        message=f"there are more than {FINDINGS_LIMIT} findings of this kind, the next one here",
        hint="mend those above first; the rest is of the same kind",
        value=None,
    )


@dataclass(slots=True)
class Family(Generic[Subject]):
    """A prefix, a title, and the rules filed under it in the order of their definition."""

    prefix: str
    title: str
    _rules: list[Rule[Subject]] = field(default_factory=list)

    def rule(
        self, number: int, *, lands: Lands, severity: Severity = Severity.ERROR
    ) -> Callable[[Check[Subject]], Rule[Subject]]:
        """File the decorated check under ``<prefix><number>``.

        Raises:
            ValueError: the number is taken, or the check has no docstring.
        """

        def file(check: Check[Subject]) -> Rule[Subject]:
            code = f"{self.prefix}{number:03}"
            summary = (check.__doc__ or "").strip().partition("\n")[0]
            if not summary or any(rule.code == code for rule in self._rules):
                message = f"{code} needs a docstring and a number of its own"
                raise ValueError(message)
            name = getattr(check, "__name__", "").replace("_", "-")
            rule = Rule(code, name, summary, severity, lands, check)
            self._rules.append(rule)
            return rule

        return file

    @property
    def rules(self) -> tuple[Rule[Subject], ...]:
        """Every rule of the family."""
        return tuple(self._rules)

    def check(self, subject: Subject, *, off: Collection[str] = ()) -> Iterator[Diagnostic]:
        """Yield every finding of every rule that is not *off*; a crash is a finding.

        A rule's findings count only when it ran to its end or crashed: what it found before
        a crash is kept, since it can only make the verdict worse.
        """
        if not self._rules:
            yield self._trouble(901, "no-rules", "the family is empty, so nothing was checked")
        for rule in self._rules:
            if rule.code in off:
                continue
            try:
                for number, finding in enumerate(rule.check(subject)):
                    if number == FINDINGS_LIMIT:
                        # A thousandth sentence of one kind helps nobody; the decision stands.
                        yield rule.diagnose(_and_more(finding))
                        break
                    yield rule.diagnose(finding)
            except Exception as error:  # noqa: BLE001 - it can only add an error finding
                yield self._trouble(900, "crashed-rule", f"{rule.code} raised {error!r}")

    def _trouble(self, number: int, name: str, message: str) -> Diagnostic:
        return Diagnostic(
            code=f"{self.prefix}{number}",
            name=name,
            severity=Severity.ERROR,
            lands=Lands.CONTRACT,
            message=message,
            where=Where("planner"),
            hint="this is a fault of the planner: please report it with the input",
        )

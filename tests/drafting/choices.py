"""Choices that a document leaves open, one of each kind."""

from dataclasses import replace

from planner.model.choice import EXISTING, NONE, Choice, ChoiceKind

FATE = Choice(
    identity="rpa:OrderWriter:Main.xaml",
    question="Is `OrderWriter` built here, or does it exist already?",
    answer=EXISTING,
    line=32,
    document="x-sdd.md",
    said=("process=OrderWriter", "called from node=write"),
)
STEPS = Choice(
    identity="rpa:StockSync:Compare.xaml",
    kind=ChoiceKind.STEPS,
    question="Which of these become sub-steps of `rpa:StockSync:Compare.xaml`?",
    options=("1", "2", "3", "4"),
    answer=NONE,
    line=40,
    document="x-sdd.md",
    said=("Build Compare.xaml", "Build `Compare.xaml` in the project `StockSync`"),
    candidates=tuple(
        f'Cover "rule {word} of the shop holds" (section 4 "Rules", row R{at}) in `Compare.xaml`'
        for at, word in enumerate(("one", "two", "three", "four"), 1)
    ),
)


def many(count: int) -> list[Choice]:
    """Return so many choices that differ in what they are about."""
    return [replace(FATE, identity=f"rpa:Part{at}:Main.xaml") for at in range(count)]

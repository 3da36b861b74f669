"""The table that `python -m benchmarks` prints, and how CPU time is taken."""

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import process_time

HEADINGS = ("what", "measured", "reference", "figure", "aim", "met")
WIDTHS = (50, 22, 34, 12, 12, 3)


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement, in words, and the figure that its aim is about, if it has one."""

    name: str
    measured: str
    reference: str = ""
    figure: float | None = None
    unit: str = ""
    at_most: float | None = None
    at_least: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the figure is as it is aimed at; None where nothing is aimed at."""
        if self.figure is None or (self.at_most is None and self.at_least is None):
            return None
        if self.at_most is not None:
            return self.figure <= self.at_most
        return self.at_least is not None and self.figure >= self.at_least

    def cells(self) -> tuple[str, ...]:
        """The texts of the row's six columns."""
        figure = "" if self.figure is None else _figure(self.figure, self.unit)
        aim = "" if self.at_most is None else f"≤ {_figure(self.at_most, self.unit)}"
        aim = aim if self.at_least is None else f"≥ {_figure(self.at_least, self.unit)}"
        return self.name, self.measured, self.reference, figure, aim, {None: "", True: "yes", False: "no"}[self.met]


def _figure(number: float, unit: str) -> str:
    """Three digits at most, and the unit."""
    digits = 0 if abs(number) >= 100 else 1 if abs(number) >= 10 else 2
    text = f"{number:.{digits}f}"
    return f"{text.rstrip('0').rstrip('.') if digits else text} {unit}".strip()


def line(cells: tuple[str, ...]) -> str:
    """One line of the table, which is Markdown too."""
    padded = [cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=True)]
    return f"| {' | '.join(padded)} |"


def heading() -> str:
    """The first two lines of the table."""
    return f"{line(HEADINGS)}\n|{'|'.join('-' * (width + 2) for width in WIDTHS)}|"


def ms(milliseconds: float) -> str:
    """Milliseconds as the table tells them, microseconds below a tenth of one."""
    return f"{milliseconds * 1000:.0f} µs" if milliseconds < 0.1 else _figure(milliseconds, "ms")


def in_turns(recipes: Mapping[str, Callable[[], object]], rounds: int, calls: int = 1) -> dict[str, float]:
    """The median CPU milliseconds of a call of each recipe, taken in turns so that all see the same machine."""
    times: dict[str, list[float]] = {name: [] for name in recipes}
    for _ in range(rounds):
        for name, recipe in recipes.items():
            start = process_time()
            for _ in range(calls):
                recipe()
            times[name].append((process_time() - start) * 1000 / calls)
    return {name: median(taken) for name, taken in times.items()}


Part = Callable[[], AsyncIterator[Row]]
"""A part of the benchmarks: its rows, each as soon as it is measured."""

"""Rows of measurements, the Markdown table of them, and measurement of CPU times of alternating calls."""

import re
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

import pyperf

HEADINGS = ("part", "what", "measured", "figure", "aim", "met")
BEGIN, END = "<!-- benchmarks -->\n", "<!-- /benchmarks -->"
"""Comments in a document between which the table is written."""
_PYPERF = {"ms": ("second", 1e-3), "s": ("second", 1.0), "kB": ("byte", 1e3), "MB": ("byte", 1e6)}
"""pyperf's names of units, with the factor of each; other units are plain numbers."""
_LEAST = 1e-9
"""Smallest sample, since pyperf rejects zeros."""


@dataclass(frozen=True, slots=True)
class Row:
    """A measurement: its samples in a unit, its limits, and the percentile of the samples that is compared with them.

    `at_most` and `at_least` are the limits, None if there is none. `measured` is an additional text for the table.
    """

    name: str
    values: Sequence[float]
    unit: str
    measured: str = ""
    at_most: float | None = None
    at_least: float | None = None
    percentile: int = 50

    @property
    def figure(self) -> float:
        """The percentile of the samples that is compared with the limits."""
        return percentile(self.values, self.percentile)

    @property
    def met(self) -> bool:
        """Whether the figure is within the limits."""
        return (self.at_most is None or self.figure <= self.at_most) and (
            self.at_least is None or self.figure >= self.at_least
        )

    def cells(self, part: str) -> tuple[str, ...]:
        """Return the texts of the columns for this row; `part` is the part of the benchmarks to which it belongs."""
        at = "" if self.percentile == 50 else f" p{self.percentile}"
        aims = [f"{sign} {_number(aim)} {self.unit}" for sign, aim in self._aims() if aim is not None]
        met = ("yes" if self.met else "no") if aims else ""
        return part, self.name, self.measured, f"{_number(self.figure)} {self.unit}{at}", ", ".join(aims), met

    def _aims(self) -> tuple[tuple[str, float | None], ...]:
        return ("≤", self.at_most), ("≥", self.at_least)

    def benchmark(self, part: str) -> pyperf.Benchmark:
        """Return the samples for pyperf, inverted if larger is better, since pyperf assumes that smaller is better."""
        unit, size = _PYPERF.get(self.unit, ("integer", 1.0))
        values = [max(_LEAST, value * size) for value in self.values]
        if self.at_least is not None:
            values = [1 / value for value in values]
        return pyperf.Benchmark([pyperf.Run(values, metadata={"name": f"{part}: {self.name}", "unit": unit})])


Part = Callable[[], AsyncIterator[Row]]
"""A part of the benchmarks: yields its rows as they are measured."""


def percentile(values: Sequence[float], share: int) -> float:
    """Return a percentile of the samples; `share` is from 0 to 100."""
    run = pyperf.Run([max(_LEAST, value) for value in values], metadata={"name": "samples"}, collect_metadata=False)
    return pyperf.Benchmark([run]).percentile(share)


def line(cells: Iterable[str]) -> str:
    """Format a line of the Markdown table."""
    return f"| {' | '.join(cells)} |"


def heading() -> str:
    """Return the first two lines of the table."""
    return f"{line(HEADINGS)}\n{line(['---'] * len(HEADINGS))}"


def write_table(document: Path, lines: Iterable[str], *, whole: bool) -> None:
    """Write rows between the marks of a document; rows not measured are kept, unless `whole`.

    Raises ValueError if the document has no marks.
    """
    before, begin, rest = document.read_text().partition(BEGIN)
    table, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{document} has no markers for the table")
    kept = [] if whole else [row for row in table.splitlines()[2:] if row]
    rows = {tuple(re.split(r" *\| *", row)[1:3]): row for row in (*kept, *lines)}
    document.write_text("\n".join([before + begin + heading(), *rows.values(), end + after]))


def time_interleaved(
    recipes: Mapping[str, Callable[[], object]], rounds: int, calls: int = 1
) -> dict[str, list[float]]:
    """Call each of the named functions in turn, and return their CPU milliseconds per call, for each round.

    The functions alternate, so that other load affects all of them equally.
    """
    times: dict[str, list[float]] = {name: [] for name in recipes}
    for _ in range(rounds):
        for name, recipe in recipes.items():
            start = process_time()
            for _ in range(calls):
                recipe()
            times[name].append((process_time() - start) * 1000 / calls)
    return times


def compare_with_reference(
    name: str, ours: Sequence[float], reference: Sequence[float], told: str, *, at_most: float | None = None
) -> Row:
    """Return a row of ratios: each measurement divided by the reference's measurement that was made beside it.

    `told` is the name of the reference in the row's text.
    """
    ratios = [one / max(other, _LEAST) for one, other in zip(ours, reference, strict=True)]
    return Row(name, ratios, "×", f"{ms(median(ours))}; {told} {ms(median(reference))}", at_most)


def ms(milliseconds: float) -> str:
    """Format milliseconds, as microseconds below 0.1 ms."""
    return f"{milliseconds * 1000:.0f} µs" if milliseconds < 0.1 else f"{_number(milliseconds)} ms"


def _number(number: float) -> str:
    """Format a number with at most three digits."""
    digits = 0 if abs(number) >= 100 else 1 if abs(number) >= 10 else 2
    text = f"{number:.{digits}f}"
    return text.rstrip("0").rstrip(".") if digits else text

"""What the balance reports of all games share: intervals, shares and Markdown tables."""

from collections.abc import Iterable, Sequence
from itertools import chain
from math import sqrt
from statistics import NormalDist
from typing import Final

CONFIDENCE: Final = 0.95


def wilson(won: float, games: int) -> tuple[float, float]:
    """The interval that holds the true share of wins with the stated confidence."""
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share, weight = won / games, z * z / games
    middle, half = share + weight / 2, z * sqrt(share * (1 - share) / games + weight / games / 4)
    return (middle - half) / (1 + weight), (middle + half) / (1 + weight)


def share(won: float, games: int) -> str:
    """A share of wins with its interval, in per cent."""
    low, high = wilson(won, games)
    return f"{won / games:.1%} ({low:.1%} to {high:.1%})" if games else "–"


def table(headings: Sequence[str], lines: Iterable[Sequence[object]]) -> None:
    """Prints a Markdown table, each line as soon as it is known."""
    for row in chain([headings, ["---"] * len(headings)], lines):
        print(f"| {' | '.join(map(str, row))} |", flush=True)
    print()

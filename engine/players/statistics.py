"""How sure a share of won games is: Wilson's interval, Elo differences and the sequential probability ratio test."""

from math import inf, log, log10, sqrt
from statistics import NormalDist
from typing import Final

CONFIDENCE: Final = 0.95
ERROR: Final = 0.05
"""How often the sequential test accepts the wrong hypothesis, each way."""


def wilson(won: float, games: int) -> tuple[float, float]:
    """The interval that holds the true share of wins with the stated confidence (Wilson, 1927)."""
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share, weight = won / games, z * z / games
    middle, half = share + weight / 2, z * sqrt(share * (1 - share) / games + weight / games / 4)
    return (middle - half) / (1 + weight), (middle + half) / (1 + weight)


def elo(share: float, fair: float) -> float:
    """How many Elo points better a player with this share of wins is than others, whose share would be `fair`."""
    if not 0 < share < 1:
        return inf if share else -inf
    return 400 * log10(share * (1 - fair) / (1 - share) / fair)


def sprt(won: float, games: int, lower: float, upper: float) -> bool | None:
    """Whether the share of wins is `upper` rather than `lower`; None while that is open (Wald, 1945)."""
    ratio = won * log(upper / lower) + (games - won) * log((1 - upper) / (1 - lower))
    limit = log((1 - ERROR) / ERROR)
    return None if -limit < ratio < limit else ratio > 0

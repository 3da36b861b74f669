"""Ratings by Weng and Lin's Plackett-Luce model (JMLR 12, 2011), with the constants of the library openskill 6.2.

Differences to openskill: `beta` depends on the number of seats, because the scale depends on the size of a table.
`gamma` is 1, because the library's default hardly lowers sigma at large tables. Tables with ties are rated by the mean
over all orders of the tied people. The library's own handling of ties gives more weight to worse places and lets the
ratings of tied people drift apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import comb, exp, sqrt
from typing import Final, NamedTuple

MEAN: Final = 25.0
SIGMA: Final = MEAN / 3
TAU: Final = MEAN / 300
"""The standard deviation added to each rating before a table, so that ratings never stop changing."""
LEAST_LEFT: Final = 0.0001
"""Minimum share of its variance that a rating keeps when it is updated by a table."""
PROVISIONAL: Final = 8
"""Number of rated tables from which a person's rating is no longer provisional."""


class Rating(NamedTuple):
    """An estimate of a person's skill as a normal distribution: mean and standard deviation."""

    mu: float
    sigma: float


class Standing(NamedTuple):
    """A person's rating and the number of rated tables it is based on."""

    rating: Rating
    tables: int

    @property
    def is_provisional(self) -> bool:
        return self.tables < PROVISIONAL


class RatedTable(NamedTuple):
    """A rated table: its people, and the place of each, 1 for the best."""

    people: tuple[int, ...]
    places: tuple[int, ...]


START: Final = Standing(Rating(MEAN, SIGMA), 0)


def rate(before: Sequence[Rating], places: Sequence[int]) -> tuple[Rating, ...]:
    """Return the ratings after a table; `before`, `places` and the result list its people in the same order.

    Tied people get the mean of the ratings and variances over all orders in which they could have finished. The
    model fills the places from first to last. The chance of each person depends only on the people who have no
    place yet, so the orders need not be enumerated: the sums run over the sets of tied people who are ahead.
    """
    seats = range(len(places))
    variances = [sigma**2 + TAU**2 for _, sigma in before]
    c_squared = sum(variances) + 2 * (MEAN / 6) ** 2
    c = sqrt(c_squared)
    strengths = [exp(mu / c) for mu, _ in before]
    gains, losses = [1.0] * len(seats), [0.0] * len(seats)
    for place in sorted(set(places)):
        tied = [seat for seat in seats if places[seat] == place]
        unplaced = [seat for seat in seats if places[seat] >= place]
        for count in range(len(tied)):
            for ahead in combinations(tied, count):
                left = [seat for seat in unplaced if seat not in ahead]
                total = sum(strengths[seat] for seat in left)
                for seat in left:
                    share = strengths[seat] / total
                    gains[seat] -= share / comb(len(tied), count)
                    losses[seat] += share * (1 - share) / comb(len(tied), count)
    return tuple(
        Rating(mu + variance / c * gain, sqrt(variance * max(1 - variance / c_squared * loss, LEAST_LEFT)))
        for (mu, _), variance, gain, loss in zip(before, variances, gains, losses, strict=True)
    )


def update_ratings(before: Mapping[int, Standing], table: RatedTable) -> dict[int, Standing]:
    """Return the ratings of a table's people after it, with their numbers of rated tables increased by one."""
    known = [before.get(person, START) for person in table.people]
    rated = rate([one.rating for one in known], table.places)
    return {
        person: Standing(rating, one.tables + 1) for person, one, rating in zip(table.people, known, rated, strict=True)
    }


def compute_ratings(tables: Iterable[RatedTable]) -> dict[int, Standing]:
    """Compute the ratings of all people by rating these tables in their order."""
    found: dict[int, Standing] = {}
    for table in tables:
        found |= update_ratings(found, table)
    return found


def displayed_rating(rating: Rating) -> int:
    """Return a rating on the displayed scale, on which new people have 1500."""
    return round(1500 + 30 * (rating.mu - MEAN))


def margin(rating: Rating) -> int:
    """Return the uncertainty of a rating: two standard deviations, on the scale of `displayed_rating`."""
    return round(60 * rating.sigma)

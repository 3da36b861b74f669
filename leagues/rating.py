"""Ratings by Weng and Lin's Plackett-Luce model (JMLR 12, 2011), as openskill has it, with three precautions.

One model for each number of seats, since the scale depends on the size of a table, with a gamma of 1, since the default
hardly lowers sigma with many seats. Tables with ties are rated in every order of the tied, and the mean is taken, since
openskill 6.2 lets tied people drift apart. Ratings are made by `create_rating`, since `rating(mu=0)` gives the default.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain, permutations, product
from math import sqrt
from typing import Any, Final, NamedTuple

MEAN: Final = 25.0
SIGMA: Final = MEAN / 3
PROVISIONAL: Final = 8
"""Below so many rated tables a rating is provisional."""


class Rating(NamedTuple):
    """A belief about somebody's skill: its mean and its standard deviation."""

    mu: float
    sigma: float


class Standing(NamedTuple):
    """A rating after so many rated tables."""

    rating: Rating
    tables: int

    @property
    def is_provisional(self) -> bool:
        return self.tables < PROVISIONAL


class RatedTable(NamedTuple):
    """A table that is rated: its people and their places, 1 for the best."""

    people: tuple[int, ...]
    places: tuple[int, ...]


START: Final = Standing(Rating(MEAN, SIGMA), 0)


def _gamma(*_: object) -> float:
    return 1.0


@cache
def _model(seats: int) -> Any:
    # Loaded with the first table that is rated.
    from openskill.models import PlackettLuce

    return PlackettLuce(beta=MEAN / 6 * sqrt(2 / seats), gamma=_gamma)


def rate(before: Sequence[Rating], places: Sequence[int]) -> tuple[Rating, ...]:
    """The ratings after a table, by seat; for the tied the mean over every order of them (variances are averaged)."""
    model, seats = _model(len(places)), range(len(places))
    groups = [[seat for seat in seats if places[seat] == place] for place in sorted(set(places))]
    orders = [list(chain(*order)) for order in product(*map(permutations, groups))]
    mu, variance = [0.0] * len(places), [0.0] * len(places)
    for order in orders:
        teams = [[model.create_rating([*before[seat]])] for seat in seats]
        ranks = [order.index(seat) for seat in seats]
        for seat, [new] in zip(seats, model.rate(teams, ranks=ranks), strict=True):
            mu[seat] += new.mu / len(orders)
            variance[seat] += new.sigma**2 / len(orders)
    return tuple(Rating(mu[seat], sqrt(variance[seat])) for seat in seats)


def after(before: Mapping[int, Standing], table: RatedTable) -> dict[int, Standing]:
    """The standings of a table's people after it."""
    known = [before.get(person, START) for person in table.people]
    rated = rate([one.rating for one in known], table.places)
    return {
        person: Standing(rating, one.tables + 1) for person, one, rating in zip(table.people, known, rated, strict=True)
    }


def replayed(tables: Iterable[RatedTable]) -> dict[int, Standing]:
    """Everybody's standing after tables in their order."""
    found: dict[int, Standing] = {}
    for table in tables:
        found |= after(found, table)
    return found


def shown(rating: Rating) -> int:
    """A rating as people see it: 1500 for who has just begun."""
    return round(1500 + 30 * (rating.mu - MEAN))


def margin(rating: Rating) -> int:
    """Two standard deviations of a rating, on the scale of `shown`."""
    return round(60 * rating.sigma)

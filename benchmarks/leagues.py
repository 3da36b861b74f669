"""Leagues: CPU time of a deal, of rating a table at which all tie, and of a season's ratings and standings.

The people of the deal have already met at earlier tables.
"""

from collections.abc import AsyncIterator
from random import Random

from benchmarks.rows import Row, time_interleaved
from leagues import rating, scoring
from leagues.deal import Seeker, Sizes, deal
from leagues.rating import RatedTable
from leagues.scoring import Result

PEOPLE, SEATS, DEALS_BEFORE = 30, Sizes(4, 3, 4), 8
RESULTS, MEMBERS = 400, 100
ROUNDS = 10
DEAL_MS, RECOMPUTED_MS, TIED_MS = 100.0, 50.0, 10.0
SEED = b"benchmark"


async def rows() -> AsyncIterator[Row]:
    """Yield rows for a deal, the rating of a table at which all tie, and a season's ratings and standings."""
    seekers, everybody = [Seeker(number, DEALS_BEFORE, number, 2, 0) for number in range(PEOPLE)], range(PEOPLE)
    history: list[tuple[int, ...]] = []
    for number in range(DEALS_BEFORE):
        history += deal(seekers, history, (), SEATS, everybody, SEED, number)
    before = [rating.Rating(rating.MEAN + seat, rating.SIGMA) for seat in range(7)]
    random = Random(SEED)
    people = [tuple(random.sample(range(MEMBERS), SEATS.ideal)) for _ in range(RESULTS)]
    places = [tuple(random.sample(range(1, SEATS.ideal + 1), SEATS.ideal)) for _ in range(RESULTS)]
    rated = list(map(RatedTable, people, places))
    counted = (True,) * SEATS.ideal
    results = [Result(str(number), *table, counted) for number, table in enumerate(zip(people, places, strict=True))]
    recipes = {
        f"deal to {PEOPLE} people after {len(history)} tables": lambda: deal(
            seekers, history, (), SEATS, everybody, SEED, DEALS_BEFORE
        ),
        "rating of a table at which seven tie": lambda: rating.rate(before, [1] * 7),
        f"ratings of {RESULTS} results": lambda: rating.compute_ratings(rated),
        f"standings of {RESULTS} results": lambda: scoring.standings(range(MEMBERS), results),
    }
    aims = (DEAL_MS, TIED_MS, RECOMPUTED_MS, RECOMPUTED_MS)
    for (name, times), aim in zip(time_interleaved(recipes, ROUNDS).items(), aims, strict=True):
        yield Row(name, times, "ms", at_most=aim)

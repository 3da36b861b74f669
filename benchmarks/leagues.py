"""Leagues: a deal, ratings and standings computed anew from results, and the pictures against encoding them alone.

Deals are those of people who have sat together before, since then there is something to choose. CPU time and medians;
pictures are warm.
"""

from collections.abc import AsyncIterator, Callable
from io import BytesIO
from random import Random
from time import process_time

from PIL import Image

from benchmarks import league_commits, league_deal
from benchmarks.rows import Row, in_turns, ms
from leagues import rating, scoring
from leagues.deal import Seeker, Sizes, deal
from leagues.rating import RatedTable
from leagues.scoring import Result
from render.gallery import NAMES
from render.league import exhibits, person, season_result, standings
from render.picture import Picture

PEOPLE = (30, 100)
SEATS = Sizes(4, 3, 4)
DEALS_BEFORE = 8
RESULTS, MEMBERS = 400, 100
DEAL_ROUNDS, RECOMPUTED_ROUNDS, PICTURE_ROUNDS = 5, 10, 60
RECOMPUTED_MS, TIED_MS, ENCODING = 50.0, 10.0, 1.0
"""The aims: ratings and standings of a season, and a table of seven who tie, within so many milliseconds; pictures of
standings and a person's season within this multiple of encoding the same pixels with zlib's level 1. The picture of a
season's result is drawn once, so it has no aim."""
SEED = b"benchmark"


async def rows() -> AsyncIterator[Row]:
    """Deals, ratings, standings, pictures; commits and cards while a season runs; a deal through the whole program."""
    for people in PEOPLE:
        yield deal_row(people)
    for row in (tied_row(), *recomputed_rows(), *picture_rows()):
        yield row
    for part in (league_commits.rows, league_deal.rows):
        async for row in part():
            yield row


def deal_row(people: int) -> Row:
    """A deal to so many people, after several deals."""
    seekers = [Seeker(number, DEALS_BEFORE, number, 2, 0) for number in range(people)]
    everybody = range(people)
    history: list[tuple[int, ...]] = []
    for number in range(DEALS_BEFORE):
        history += deal(seekers, history, (), SEATS, everybody, SEED, number)

    def dealt() -> object:
        return deal(seekers, history, (), SEATS, everybody, SEED, DEALS_BEFORE)

    taken = in_turns({"deal": dealt}, DEAL_ROUNDS)["deal"]
    return Row(f"deal to {people} people, tables of {SEATS.ideal}", ms(taken), f"after {len(history)} tables")


def tied_row() -> Row:
    """Rate a table of Hive Mind at which all seven tie."""
    before = [rating.Rating(rating.MEAN + seat, rating.SIGMA) for seat in range(7)]
    taken = in_turns({"rate": lambda: rating.rate(before, [1] * 7)}, RECOMPUTED_ROUNDS)["rate"]
    return Row("a table of seven who tie, rated", ms(taken), "", taken, "ms", at_most=TIED_MS)


def recomputed_rows() -> list[Row]:
    """All ratings, and all standings, anew from the results of a large season."""
    random = Random(SEED)
    people = [tuple(random.sample(range(MEMBERS), SEATS.ideal)) for _ in range(RESULTS)]
    places = [tuple(random.sample(range(1, SEATS.ideal + 1), SEATS.ideal)) for _ in range(RESULTS)]
    rated = list(map(RatedTable, people, places))
    counted = (True,) * SEATS.ideal
    results = [Result(str(number), *table, counted) for number, table in enumerate(zip(people, places, strict=True))]
    recipes: dict[str, Callable[[], object]] = {
        "ratings": lambda: rating.replayed(rated),
        "standings": lambda: scoring.standings(range(MEMBERS), results),
    }
    return [
        Row(f"{name} anew, {RESULTS} tables of {SEATS.ideal}", ms(taken), "", taken, "ms", at_most=RECOMPUTED_MS)
        for name, taken in in_turns(recipes, RECOMPUTED_ROUNDS).items()
    ]


def picture_rows() -> list[Row]:
    """Each kind of picture, drawn and encoded, against encoding its pixels alone."""
    board, season, result = exhibits.samples(NAMES)
    recipes: list[tuple[str, Callable[[], Picture], float | None]] = [
        (f"standings of {len(board.rows)}", lambda: standings.draw(board), ENCODING),
        (f"a person's season, {len(season.tables)} tables", lambda: person.draw(season), ENCODING),
        ("result of a season", lambda: season_result.draw(result), None),
    ]
    found: list[Row] = []
    for name, recipe, aim in recipes:
        start = process_time()
        recipe()
        cold = (process_time() - start) * 1000
        plane = Image.open(BytesIO(recipe().png))
        plane.load()

        def encode(plane: Image.Image = plane) -> None:
            plane.save(BytesIO(), "PNG", compress_level=1)

        taken = in_turns({"both": recipe, "encode": encode}, PICTURE_ROUNDS)
        both, alone = taken["both"], taken["encode"]
        reference = f"{ms(alone)} encoding alone"
        told = f"{ms(both)}, cold {ms(cold)}"
        found.append(Row(f"{name}: draw + encode", told, reference, both / alone, "×", at_most=aim))
    return found

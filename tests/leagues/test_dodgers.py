"""Seasons with a dodger, who leaves each table with the two strongest at once, and cups of five over kills."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from data.store import Store
from leagues import counting, export
from leagues.document_checks import decode
from leagues.scoring import SeatEnd
from leagues.season import Season, people_of, result_of
from leagues.seasons import Seasons
from leagues.verification import verify
from tables.open_table import Person
from tests.leagues.killed_program import KilledProgram
from tests.playing import NAMES, begin, join, league, step
from tests.running_dispatchers import Clock

PEOPLE, DAYS = 8, 30
STRONGEST = (1, 2)
DODGER = 3


async def play(seasons: Seasons, season: Season, clock: Clock, dodged: Sequence[int]) -> Season:
    """Play a season in which the smaller number wins, and the dodger leaves tables with those in `dodged` at once.

    Whoever is set out is back in the next day.
    """
    for _ in range(DAYS):
        for table in season.open_tables():
            people = people_of(table)
            leaves = DODGER in people and any(person in dodged for person in people)
            ends = [
                SeatEnd(one, 0 if leaves and one == DODGER else 5, people.index(one) + 1, leaves and one == DODGER)
                for one in people
            ]
            best = min(person for person in people if not (leaves and person == DODGER))
            ends = [end._replace(place=1 if end.person == best else 2) for end in ends]
            decide = counting.count(table.table_id, tuple(ends), "played", seasons.now())
            season = await seasons.change(season.row.id, decide)
        if season.require_member(DODGER).state == "ghost":
            season = await seasons.join(season.row.id, Person(DODGER, NAMES[DODGER - 1]))
        if season.row.due is None:
            break
        clock.now = season.row.due
        season = await step(seasons, season)
    return season


async def test_a_dodger_keeps_away_from_the_strongest_only_once_for_free(seasons: Seasons, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), PEOPLE), clock)
    season = await play(seasons, season, clock, STRONGEST)

    dodged = [
        table
        for table in season.tables
        if table.state != "open"
        and DODGER in people_of(table)
        and any(person in people_of(table) for person in STRONGEST)
    ]
    counted = [result for table in dodged if table.state == "counted" and (result := result_of(table))]
    assert [table.state for table in dodged].count("void") == 1
    assert len(counted) == len(dodged) - 1 >= 3
    assert all(result.places[result.people.index(DODGER)] == 2 for result in counted)
    assert not any(rated for result in counted for rated in result.rated)
    places = {line.person: line.place for line in season.standings}
    assert all((places[strong] or 0) < (places[DODGER] or 0) for strong in STRONGEST)


async def test_a_dodger_meets_the_strongest_as_often_as_others_do(seasons: Seasons, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), PEOPLE), clock)
    season = await play(seasons, season, clock, STRONGEST)

    met = Counter(frozenset(pair) for table in season.tables for pair in combinations(people_of(table), 2))
    counts = [met[frozenset((strong, person))] for strong in STRONGEST for person in range(3, PEOPLE + 1)]
    assert min(counts) >= 1
    assert max(counts) - min(counts) <= 2


@pytest.mark.parametrize("seed", range(6))
async def test_a_cup_of_five_over_kills_rotates_who_sits_out(store: Store, clock: Clock, seed: int) -> None:
    """Tables end by leaving at once, at random; the program is killed between any two writes."""
    random = Random(seed)
    program = KilledProgram(store, clock, random)
    cup = await join(program.seasons, await league(program.seasons, preset=2, deals=3), 5)
    clock.now = cup.row.begins
    await program.live_until(clock.now)
    kills = [("season", "count", "timer")[number % 3] for number in range(9)]
    for _ in range(100):
        program.aims += kills[:1]
        del kills[:1]
        await program.work()
        cup = await program.seasons.load(cup.row.id)
        if cup.is_over:
            break
        for table in cup.open_tables():
            loser = random.choice(people_of(table))
            await program.seasons.service.resign(table.table_id, loser)
        await program.live_until(clock.now + 1_000)

    dealt = [
        {person for table in cup.tables if table.deal == deal for person in people_of(table)} for deal in (1, 2, 3)
    ]
    assert (cup.row.state, cup.row.deals, [len(seated) for seated in dealt]) == ("final", 3, [4, 4, 4])
    assert len({person for seated in dealt for person in {1, 2, 3, 4, 5} - seated}) == 3
    assert len(cup.tables) == 6
    assert program.kills > 0
    pairs = [frozenset(people_of(table)) for table in cup.tables]
    assert len(set(pairs)) == 6
    assert all(table.state in ("void", "counted") and table.ended is not None for table in cup.tables)
    document = (await export.files(program.seasons, cup))[export.DOCUMENT]
    assert verify(decode(document)).verdict == "verified"

"""A whole league: thirty people play a season of each game at the same time, with the real services, for eight weeks.

It includes ghosts, dropouts, vacations, a pause, late joiners, a person who leaves the server, organisers' acts,
downtimes and a hundred kills between any two writes. HEXCADE_SEED sets the seed.
"""

import os
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from data.store import OutboxRow, RatingEventRow, TableRow, schema
from data.store.statements import select_rows
from leagues.messages import SEASON_NOTE, NotePayload
from leagues.rating import compute_ratings
from leagues.rating_book import rated_tables, standings_of
from leagues.scoring import explain_score
from leagues.season import Season, people_of, result_of
from tables.preferences import Preferences, preferences
from tables.settings import TableSettings
from tables.timing.quiet import find_ping_time
from tables.timing.running_time import DAY_MS
from tests.leagues.killed_program import KilledProgram
from tests.leagues.season_script import CORRECTIONS, DISPUTES, DOWNTIMES, KILLS, VACATION_DAYS, Script
from tests.leagues.simulated_people import is_steady
from tests.leagues.simulated_season import GAMES, SimulatedSeason
from tests.migrated_database import open_store
from tests.playing import GUILD
from tests.running_dispatchers import Clock

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

SEED = int(os.environ.get("HEXCADE_SEED", "6"))
PEOPLE, DAYS = 30, 66
LEAST_DECIDED = 0.95
MOST_NOTES = 2


@dataclass(frozen=True)
class Played:
    """The stored results of the simulated seasons."""

    season: SimulatedSeason
    script: Script
    planned_ends: Mapping[str, int]
    seasons: Sequence[Season]
    tables: Sequence[TableRow]
    notes: Sequence[OutboxRow]
    events: Mapping[str, Sequence[RatingEventRow]]
    wishes: Mapping[int, Preferences]
    errors: Sequence[Any]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Played]:
    """Yield the seasons of all four games, played once for all tests."""
    clock = Clock()
    store = await open_store(tmp_path_factory.mktemp("seasons") / "hexcade.sqlite3", clock=clock)
    with pytest.MonkeyPatch.context() as patch, capture_logs() as logs:
        drawn = Random(SEED)
        patch.setattr("secrets.token_bytes", drawn.randbytes)
        patch.setattr("secrets.choice", drawn.choice)
        program = KilledProgram(store, clock, Random(SEED))
        season = SimulatedSeason(program, SEED, PEOPLE)
        script = Script(season)
        await season.open()
        planned = {game: (await program.seasons.load(id_)).row.ends for game, id_ in season.seasons.items()}
        await script.plan()
        await season.run(season.start + DAYS * DAY_MS)
    async with store.read() as reader:
        tables = await reader.tables._all(TableRow, select_rows(TableRow, schema.tables), {})
        notes = await reader.tables._all(
            OutboxRow, select_rows(OutboxRow, schema.outbox).where(schema.outbox.c.kind == SEASON_NOTE), {}
        )
        events = {game: await reader.leagues.rating_events(GUILD, game) for game in GAMES}
    found = Played(
        season,
        script,
        planned,
        [await program.seasons.load(season_id) for season_id in season.seasons.values()],
        tables,
        notes,
        events,
        {number: await preferences(store, number) for number in season.people},
        [log for log in logs if log["log_level"] in ("error", "critical")],
    )
    print(summary(found))
    yield found
    await store.close()


def summary(played: Played) -> str:
    """Return the figures of the seasons for the documentation."""
    program, watch = played.season.program, played.season.watch
    lines = [
        f"{season.league.game}: {season.row.deals} deals, {len(season.tables)} tables "
        f"{dict(Counter((table.state, table.why) for table in season.tables))} "
        f"{dict(Counter(member.state for member in season.members))} decided {decided([season]):.3f} "
        f"longest wait {watch.longest_wait.get(season.league.game, 0) / DAY_MS:.1f} days, "
        f"{len(meetings(season))} pairs met, most often {max(meetings(season).values())} times"
        for season in played.seasons
    ]
    return "\n".join(
        [
            *lines,
            f"{dict(played.season.counts)} {program.writes} writes, {program.kills} kills",
            f"{dict(Counter(played.script.done))} {watch.recounted} recounts, {len(played.notes)} notes",
        ]
    )


def meetings(season: Season) -> Counter[tuple[int, ...]]:
    """Return how often each pair was dealt to the same counted table."""
    dealt = [people_of(table) for table in season.tables if table.state == "counted"]
    return Counter(pair for people in dealt for pair in combinations(sorted(people), 2))


def decided(seasons: Sequence[Season]) -> float:
    """Return the share of steady people's tables that were decided by play or clock, without voided ones."""
    found = [
        result_of(table)
        for season in seasons
        for table in season.tables
        if all(map(is_steady, people_of(table))) and table.why != "organiser"
    ]
    return sum(result is not None and result.how in ("played", "corrected") for result in found) / len(found)


async def test_all_that_should_happen_has_happened(played: Played) -> None:
    done = Counter(played.script.done)

    assert played.errors == []
    assert played.season.program.kills == KILLS
    assert played.season.program.aims == []
    assert played.script.down == sum(DOWNTIMES.values())
    assert done == {
        "vacation": len(VACATION_DAYS),
        "emergency": 1,
        "left": 2,
        "dispute": len(DISPUTES),
        "restored": 2,
        "corrected": len(CORRECTIONS),
        "taken out": 1,
    }
    assert {table.game for table in played.tables if table.phase == "finished"} == set(GAMES)


async def test_leagues_6_every_table_is_dealt_once_and_counted_once_or_void_with_a_reason(played: Played) -> None:
    known = {table.table_id: table for season in played.seasons for table in season.tables}
    settings = {row.id: msgspec.json.decode(row.settings, type=TableSettings) for row in played.tables}

    assert len(known) == sum(len(season.tables) for season in played.seasons)
    assert {table_id: own.season for table_id, own in settings.items()} == {
        table_id: table.season_id for table_id, table in known.items()
    }
    for season in played.seasons:
        places = [(table.deal, table.n) for table in season.tables]
        assert len(set(places)) == len(places)
        assert {deal for deal, _ in places} == set(range(1, season.row.deals + 1))
        for table in season.tables:
            result = result_of(table)
            counts = result is not None and any(result.counted) and table.why != "organiser"
            assert (table.state == "counted") == counts
            assert table.state == "counted" or (table.state == "void" and table.why)
        rated = [event.table_id for event in played.events[season.league.game]]
        assert len(set(rated)) == len(rated)


async def test_leagues_7_and_8_nobody_is_over_the_cap_or_dealt_while_out_or_waits_long(played: Played) -> None:
    """`Watch` has checked each step of a season and each result."""
    assert played.season.watch.wrong == []


async def test_leagues_9_tables_are_decided_by_play_and_all_seasons_end_on_their_day(played: Played) -> None:
    assert decided(played.seasons) >= LEAST_DECIDED
    for season in played.seasons:
        assert season.row.state == "final"
        late = played.season.watch.finals[season.row.id] - played.planned_ends[season.league.game]
        assert late <= played.script.down + DAY_MS
        # A season ends earlier only if no game is left to wait for.
        assert late >= 0 or all(table.ended is not None for table in season.tables)


async def test_leagues_10_every_published_standing_follows_from_the_tables(played: Played) -> None:
    """`Watch` has recounted the standings at each step and result; ratings follow from the events."""
    assert played.season.watch.recounted > sum(len(season.tables) for season in played.seasons) / 2
    seasons = played.season.program.seasons
    for season in played.seasons:
        for line in season.standings:
            assert explain_score(line.points).startswith(f"{int(float(line.score) / 60 * 100 + 0.5 + 1e-9)} = ")
        ratings = await seasons.ratings(GUILD, season.league.game)
        events = rated_tables(played.events[season.league.game])
        assert standings_of(list(ratings.values())) == compute_ratings(events)


async def test_leagues_11_what_organisers_did_was_undone_exactly(played: Played) -> None:
    acts = len(DISPUTES) + played.script.done.count("restored") + len(CORRECTIONS) + len(GAMES)

    assert played.script.undone == acts
    assert played.script.changed == []


async def test_leagues_12_the_league_tells_each_person_little_and_nothing_in_quiet_hours(played: Played) -> None:
    notes = [(row, msgspec.json.decode(row.payload, type=NotePayload)) for row in played.notes]

    assert len({row.payload for row, _ in notes}) == len(notes), "none is doubled"
    assert max(Counter((note.season, note.user) for _, note in notes).values()) <= MOST_NOTES
    for row, note in notes:
        assert find_ping_time(row.due, played.wishes[note.user]) == row.due
    told = {(note.season, note.user) for _, note in notes if note.kind in ("ghost", "dodger")}
    wanted = {
        (season.row.id, member.user_id)
        for season in played.seasons
        for member in season.members
        if member.state == "ghost"
    }
    assert told >= wanted, "none is lost"

"""Rules of seasons by version: leaving at once, void tables, who sits out, and the end with running tables."""

from collections.abc import Sequence
from random import Random
from unittest.mock import AsyncMock

import msgspec
import pytest

from data.store import Store
from leagues import counting, organising
from leagues.clockwork import basis_of, count_sat_out
from leagues.messages import SEASON_NOTE, NotePayload, card_due
from leagues.scoring import SeatEnd
from leagues.season import Season, TableResult, people_of, result_of
from leagues.seasons import Seasons
from tables.open_table import Person, load
from tables.refusal import Refusal
from tests.playing import ORGANISER, begin, join, league, step
from tests.running_dispatchers import Clock

WHY = "as agreed"
SECOND_MS, MINUTE_MS, HOUR_MS = 1_000, 60_000, 3_600_000


def ends_left_by(people: Sequence[int], person: int, *, excused: bool = False) -> tuple[SeatEnd, ...]:
    """Return the ends of a table that the person left before two own actions."""
    return tuple(
        SeatEnd(one, 0 if one == person else 5, 2 if one == person else 1, left=one == person, excused=excused)
        for one in people
    )


async def leave_at_once(seasons: Seasons, season: Season, person: int, *, excused: bool = False) -> Season:
    """Count the person's open table as left by them before two own actions."""
    table = season.open_tables(person)[0]
    ends = ends_left_by(people_of(table), person, excused=excused)
    return await seasons.change(season.row.id, counting.count(table.table_id, ends, "played", seasons.now()))


async def test_leaving_at_once_costs_nothing_once_then_the_table_then_a_place_in_deals(
    seasons: Seasons, store: Store, clock: Clock
) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 4), clock)
    seen: list[tuple[str, str]] = []
    for _ in range(3):
        if not season.open_tables(1):
            clock.now += 1
            season = await seasons.deal_now(season.row.id, ORGANISER)
        table = season.open_tables(1)[0].table_id
        season = await leave_at_once(seasons, season, 1)
        member = season.require_member(1)
        seen.append((season.table(table).state, member.state))

    assert seen == [("void", "in"), ("counted", "in"), ("counted", "ghost")]
    lost = [result for table in season.tables if table.state == "counted" and (result := result_of(table))]
    assert all(result.places[result.people.index(1)] == 2 and not any(result.rated) for result in lost)
    async with store.read() as reader:
        rows = await reader.outbox.pending(2**60, 500, busy_tables=(), busy_rows=())
    notes = [msgspec.json.decode(row.payload, type=NotePayload) for row in rows if row.kind == SEASON_NOTE]
    assert [(note.user, note.kind) for note in notes] == [(1, "dodger")]


async def test_leaving_at_once_costs_the_table_in_the_last_standing_too(
    seasons: Seasons, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The season ends while a computer plays on for the person."""
    season = await begin(seasons, await join(seasons, await league(seasons), 2), clock)
    season = await leave_at_once(seasons, season, 1)
    clock.now += 1
    season = await seasons.deal_now(season.row.id, ORGANISER)
    table_id = season.open_tables(1)[0].table_id
    ends = AsyncMock(return_value=ends_left_by((1, 2), 1))
    monkeypatch.setattr(counting, "seat_ends", ends)
    monkeypatch.setattr(counting, "usual_turns", lambda game, rules: 0)

    async with store.read() as reader:
        result = await counting.standing_of(reader, await load(reader, table_id), season, clock.now)

    assert result == TableResult((1, 2), (2, 1), (True, True), (False, False), "standing", absent=(True, False))


async def test_a_vacation_never_counts_as_leaving_at_once(seasons: Seasons, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 2), clock)

    season = await leave_at_once(seasons, season, 1, excused=True)

    assert season.count_absences(1) == 0


async def test_in_a_season_with_the_first_rules_leaving_at_once_is_always_void(
    seasons: Seasons, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leagues.seasons.RULES", 1)
    season = await begin(seasons, await join(seasons, await league(seasons), 4), clock)
    for _ in range(2):
        season = await seasons.load(season.row.id)
        if not season.open_tables(1):
            season = await seasons.deal_now(season.row.id, ORGANISER)
        season = await leave_at_once(seasons, season, 1)

    assert [table.state for table in season.tables if 1 in people_of(table)] == ["void", "void"]


@pytest.mark.parametrize(("rules", "meetings"), [(1, 0), (2, 1)])
async def test_a_void_table_counts_as_a_meeting_except_by_the_first_rules(
    seasons: Seasons, clock: Clock, monkeypatch: pytest.MonkeyPatch, rules: int, meetings: int
) -> None:
    monkeypatch.setattr("leagues.seasons.RULES", rules)
    season = await begin(seasons, await join(seasons, await league(seasons), 2), clock)
    season = await leave_at_once(seasons, season, 1)

    assert len(basis_of(season, clock.now, ()).history) == meetings


@pytest.mark.parametrize("seed", [0, 17, 31, 38, 41, 50, 51, 54, 57])
async def test_in_a_cup_of_five_nobody_sits_out_twice_before_all_have_once(
    seasons: Seasons, clock: Clock, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Every table is void, so that the numbers of tables played say nothing.

    Of some draws, the pairs that have not met yet leave no two tables for the four whose turn it is.
    """
    monkeypatch.setattr("secrets.token_bytes", Random(seed).randbytes)
    cup = await league(seasons, preset=2, deals=5)
    cup = await begin(seasons, await join(seasons, cup, 5), clock)
    out: list[int] = []
    for deal in range(1, 6):
        dealt = {person for table in cup.tables if table.deal == deal for person in people_of(table)}
        out += {1, 2, 3, 4, 5} - dealt
        for table in cup.open_tables():
            await seasons.change(cup.row.id, organising.void_table(ORGANISER, table.table_id, WHY))
            await seasons.service.resign(table.table_id, people_of(table)[0])
            await seasons.count(table.table_id)
        cup = await step(seasons, cup)

    assert sorted(out) == [1, 2, 3, 4, 5]


def test_who_sat_out_is_counted_from_the_first_table_on() -> None:
    assert [count_sat_out(4, seated) for seated in ({1, 2, 3, 4}, {2, 4}, {1}, set[int]())] == [0, 1, 3, 0]


async def test_the_end_voids_running_tables_and_ends_their_games(seasons: Seasons, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 4), clock)

    season = await seasons.end_now(season.row.id, ORGANISER, WHY)

    assert {(table.state, table.why) for table in season.tables} == {("void", "ended")}
    async with seasons.store.read() as reader:
        kinds = {row.kind for row in await reader.timers.due(clock.now)}
    assert "season_over" in kinds
    with pytest.raises(Refusal, match="is over"):
        await seasons.end_now(season.row.id, ORGANISER, WHY)


async def test_running_tables_are_played_out_if_the_organiser_says_so(seasons: Seasons, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 4), clock)

    season = await seasons.end_now(season.row.id, ORGANISER, WHY, plays_out=True)

    assert (season.row.state, season.row.due, len(season.open_tables())) == ("closing", None, 2)
    with pytest.raises(Refusal, match="already ends when"):
        await seasons.end_now(season.row.id, ORGANISER, WHY, plays_out=True)
    for table in season.open_tables():
        await seasons.service.resign(table.table_id, people_of(table)[0])
        await seasons.count(table.table_id)
    assert (await step(seasons, season)).row.state == "final"


def shown_card(season: Season, now: int, age_ms: int) -> Season:
    """Return the season with a card posted `age_ms` ago and edited just now."""
    message_id = (now - age_ms - 1_420_070_400_000) << 22
    row = msgspec.structs.replace(season.row, message_id=message_id, shown=now)
    return Season(season.league, row, season.members, season.tables)


async def test_a_card_is_fresh_while_it_is_young_and_after_somebody_has_joined(seasons: Seasons, clock: Clock) -> None:
    season, now = await league(seasons), 1_700_000_000_000

    assert card_due(season, now, is_urgent=False) == now
    pauses = [
        card_due(shown_card(season, now, age), now, is_urgent=joined) - now
        for age in (5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS)
        for joined in (False, True)
    ]
    assert pauses == [SECOND_MS, SECOND_MS, MINUTE_MS, SECOND_MS, 10 * MINUTE_MS, SECOND_MS]


async def test_who_left_at_once_stays_known_when_the_person_is_forgotten(
    seasons: Seasons, store: Store, clock: Clock
) -> None:
    gone = 10**17
    season = await join(seasons, await league(seasons), 1)
    season = await begin(seasons, await seasons.join(season.row.id, Person(gone, "Gone")), clock)
    await leave_at_once(seasons, season, gone)

    async with store.write() as writer:
        await writer.people.forget_person(gone)

    season = await seasons.load(season.row.id)
    (former,) = (member.user_id for member in season.members if member.user_id < 0)
    assert (season.count_absences(former), season.count_absences(gone), season.count_absences(1)) == (1, 0, 0)

"""Organisers' acts: each with its refusals, its log entries and its undo (acceptance 11)."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.ui.kit.interface import interface
from data.store import SeasonActRow, SeatRow, Store
from leagues import organising
from leagues.calendar import WEEK_MS
from leagues.joining import leave
from leagues.scoring import SeatEnd
from leagues.season import Decision, Season, people_of, result_of
from leagues.seasons import Seasons
from tables.open_table import Person
from tables.refusal import Refusal
from tables.service import TableService
from tables.timing.running_time import DAY_MS
from tests.migrated_database import open_store
from tests.playing import GUILD, ORGANISER, act_twice, begin, count_as, join, league, step
from tests.running_dispatchers import Clock

WHY = "they asked for it"
GAME = "connect_four"


async def list_acts(seasons: Seasons, season: Season) -> tuple[SeasonActRow, ...]:
    async with seasons.store.read() as reader:
        return await reader.leagues.season_acts(season.row.id)


async def undo_newest(seasons: Seasons, season: Season) -> Season:
    newest = [act for act in await list_acts(seasons, season) if act.undone is None][-1]
    return await seasons.undo(season.row.id, newest.id, ORGANISER)


async def played(seasons: Seasons, clock: Clock, people: int = 6) -> Season:
    """Start a season and make its first deal; count one table, won by its first seat."""
    season = await begin(seasons, await join(seasons, await league(seasons), people), clock)
    return await won_by_first(seasons, season)


async def won_by_first(seasons: Seasons, season: Season) -> Season:
    people = people_of(season.open_tables()[0])
    ends = [SeatEnd(person, 5, place, left=False) for place, person in enumerate(people, 1)]
    return await count_as(seasons, season, *ends)


async def seen(seasons: Seasons, season: Season) -> dict[str, Any]:
    """Return all stored values that an act may change."""
    now = await seasons.load(season.row.id)
    row = now.row
    return {
        "standings": now.standings,
        "ratings": await seasons.ratings(GUILD, GAME),
        "tables": now.tables,
        "members": now.members,
        "row": (row.state, row.begins, row.last_deal, row.ends, row.deals, row.due, row.held, row.forbidden),
    }


def counted(season: Season) -> str:
    return next(table.table_id for table in season.tables if table.state == "counted")


async def test_an_act_is_noted_in_the_season_and_in_the_audit_trail(seasons: Seasons, clock: Clock) -> None:
    season = await played(seasons, clock)

    await seasons.change(season.row.id, organising.take_out(ORGANISER, 1, clock.now, f" {WHY} "))
    await seasons.change(season.row.id, organising.void_table(ORGANISER, counted(season), WHY))
    await undo_newest(seasons, season)

    first, second = await list_acts(seasons, season)
    assert (first.actor, first.act, first.why, first.undone) == (ORGANISER, "take out", WHY, None)
    assert msgspec.json.decode(first.details) == {"user": 1}
    assert (second.act, second.undone) == ("void", clock.now)
    async with seasons.store.read() as reader:
        trail = await reader.servers.audit_of_server(GUILD, 9)
    assert [(entry.act, entry.user_id, entry.table_id, entry.reason) for entry in trail] == [
        ("league: undo void", None, counted(season), WHY),
        ("league: void", None, counted(season), WHY),
        ("league: take out", 1, None, WHY),
    ]


@pytest.mark.parametrize("why", ["", "  \n"])
async def test_every_act_needs_a_reason(seasons: Seasons, clock: Clock, why: str) -> None:
    season = await played(seasons, clock)
    before = await seen(seasons, season)
    decisions: tuple[Decision, ...] = (
        organising.put_in(ORGANISER, Person(9, "Ida"), clock.now, why),
        organising.take_out(ORGANISER, 1, clock.now, why),
        organising.void_table(ORGANISER, counted(season), why),
        organising.correct_result(ORGANISER, counted(season), (2, 1), why),
        organising.hold(ORGANISER, why),
        organising.move_dates(ORGANISER, 1, clock.now, why),
        organising.forbid_pair(ORGANISER, 1, 2, why),
    )

    for decide in decisions:
        with pytest.raises(Refusal, match="reason"):
            await seasons.change(season.row.id, decide)
    with pytest.raises(Refusal, match="reason"):
        await seasons.end_now(season.row.id, ORGANISER, why)
    with pytest.raises(Refusal, match="at most 300"):
        await seasons.change(season.row.id, organising.hold(ORGANISER, "x" * 301))

    assert await seen(seasons, season) == before
    assert await list_acts(seasons, season) == ()


async def test_who_is_taken_out_comes_back_only_when_put_in(seasons: Seasons, clock: Clock) -> None:
    season = await played(seasons, clock)
    name = season.names[1]

    after = await seasons.change(season.row.id, organising.take_out(ORGANISER, 1, clock.now, WHY))
    assert after.require_member(1).state == "out"
    assert len(after.open_tables(1)) == len(season.open_tables(1))
    with pytest.raises(Refusal, match="removed you"):
        await seasons.join(season.row.id, Person(1, name))
    with pytest.raises(Refusal, match=f"{name} is already taken out"):
        await seasons.change(season.row.id, organising.take_out(ORGANISER, 1, clock.now, WHY))
    after = await seasons.change(season.row.id, organising.put_in(ORGANISER, Person(1, name), clock.now, WHY))
    assert after.require_member(1).state == "in"
    with pytest.raises(Refusal, match="is already in"):
        await seasons.change(season.row.id, organising.put_in(ORGANISER, Person(1, name), clock.now, WHY))
    with pytest.raises(Refusal, match="never been in"):
        await seasons.change(season.row.id, organising.take_out(ORGANISER, 77, clock.now, WHY))


async def test_who_had_never_been_in_is_put_in_and_that_is_undone(seasons: Seasons, clock: Clock) -> None:
    season = await played(seasons, clock)
    before = season.standings

    after = await seasons.change(season.row.id, organising.put_in(ORGANISER, Person(77, "Zoe"), clock.now, WHY))
    assert after.require_member(77).cap == season.settings.cap
    after = await undo_newest(seasons, season)

    assert after.require_member(77).state == "left"
    assert after.standings == before
    assert (await seasons.join(season.row.id, Person(77, "Zoe"))).require_member(77).state == "in"


async def test_whom_the_server_keeps_from_its_tables_no_organiser_puts_in(seasons: Seasons, clock: Clock) -> None:
    season = await seasons.change((await played(seasons, clock)).row.id, leave(1))
    await seasons.change(season.row.id, organising.take_out(ORGANISER, 2, clock.now, WHY))
    async with seasons.store.write() as writer:
        await writer.servers.add_block(GUILD, 1)
        await writer.servers.add_block(GUILD, 2)

    with pytest.raises(Refusal, match="have blocked them"):
        await seasons.change(season.row.id, organising.put_in(ORGANISER, Person(1, "Ann"), clock.now, WHY))
    with pytest.raises(Refusal, match="have blocked them"):
        await undo_newest(seasons, season)


async def test_undoing_leaves_what_has_changed_since(seasons: Seasons, clock: Clock) -> None:
    season = await played(seasons, clock)
    await seasons.change(season.row.id, organising.take_out(ORGANISER, 1, clock.now, WHY))
    await seasons.change(season.row.id, organising.put_in(ORGANISER, Person(1, "Ann"), clock.now, WHY))
    first, second = await list_acts(seasons, season)

    with pytest.raises(Refusal, match="newer"):
        await seasons.undo(season.row.id, first.id, ORGANISER)
    await seasons.undo(season.row.id, second.id, ORGANISER)
    with pytest.raises(Refusal, match="already undone"):
        await seasons.undo(season.row.id, second.id, ORGANISER)
    await seasons.undo(season.row.id, first.id, ORGANISER)
    with pytest.raises(Refusal, match="no such action"):
        await seasons.undo(season.row.id, 1_000, ORGANISER)

    assert (await seasons.load(season.row.id)).members == season.members


async def test_voiding_and_restoring_a_table_is_as_if_nothing_had_been(seasons: Seasons, clock: Clock) -> None:
    season = await won_by_first(seasons, await played(seasons, clock))
    before, table_id = await seen(seasons, season), counted(season)

    after = await seasons.change(season.row.id, organising.void_table(ORGANISER, table_id, WHY))
    assert (after.table(table_id).state, after.table(table_id).why) == ("void", "organiser")
    assert sorted(line.tables for line in after.standings) == [0, 0, 0, 0, 1, 1]
    assert set(await seasons.ratings(GUILD, GAME)) == {line.person for line in after.standings if line.tables}
    with pytest.raises(Refusal, match="already void"):
        await seasons.change(season.row.id, organising.void_table(ORGANISER, table_id, WHY))
    await seasons.change(season.row.id, organising.restore_table(ORGANISER, table_id, WHY))

    assert await seen(seasons, season) == before
    with pytest.raises(Refusal, match="isn't void"):
        await seasons.change(season.row.id, organising.restore_table(ORGANISER, table_id, WHY))
    with pytest.raises(Refusal, match="doesn't belong"):
        await seasons.change(season.row.id, organising.void_table(ORGANISER, "elsewhere", WHY))


async def test_a_running_table_that_was_voided_is_played_on_and_counted_only_if_restored(
    seasons: Seasons, clock: Clock
) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 2), clock)
    (table,) = season.tables
    await act_twice(seasons, table.table_id)
    await seasons.change(season.row.id, organising.void_table(ORGANISER, table.table_id, WHY))

    assert (await seasons.service.load(table.table_id)).row.phase == "playing"
    with pytest.raises(Refusal, match="still in progress"):
        await seasons.change(season.row.id, organising.correct_result(ORGANISER, table.table_id, (2, 1), WHY))
    await seasons.service.resign(table.table_id, people_of(table)[1])
    await seasons.count(table.table_id)
    assert (await seasons.load(season.row.id)).results == ()
    async with seasons.store.write() as writer:
        await writer.timers.clear(table.table_id)

    await seasons.change(season.row.id, organising.restore_table(ORGANISER, table.table_id, WHY))
    async with seasons.store.read() as reader:
        assert await reader.timers.get(table.table_id, "ended") is not None
    await seasons.count(table.table_id)
    assert len((await seasons.load(season.row.id)).results) == 1


async def test_a_table_that_is_void_by_itself_gets_a_result_only_by_correction(seasons: Seasons, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 2), clock)
    one, other = people_of(season.tables[0])
    table_id = season.tables[0].table_id
    with pytest.raises(Refusal, match="still in progress"):
        await seasons.change(season.row.id, organising.correct_result(ORGANISER, table_id, (1, 2), WHY))
    season = await count_as(seasons, season, SeatEnd(one, 5, 1, left=False), SeatEnd(other, 0, 2, left=True))
    before = await seen(seasons, season)

    with pytest.raises(Refusal, match="not voided by an organiser"):
        await seasons.change(season.row.id, organising.restore_table(ORGANISER, table_id, WHY))
    after = await seasons.change(season.row.id, organising.correct_result(ORGANISER, table_id, (1, 1), WHY))

    result = result_of(after.table(table_id))
    assert result is not None
    assert (result.people, result.places, result.rated, result.how) == ((one, other), (1, 1), (True, True), "corrected")
    assert set(await seasons.ratings(GUILD, GAME)) == {one, other}
    await undo_newest(seasons, season)
    assert await seen(seasons, season) == before


async def test_a_result_is_corrected_with_the_ratings_that_follow(seasons: Seasons, clock: Clock) -> None:
    season = await won_by_first(seasons, await played(seasons, clock))
    before, table_id = await seen(seasons, season), counted(season)
    winner, loser = people_of(season.table(table_id))

    for places in ((1,), (0, 1), (1, 3), (1, 2, 3)):
        with pytest.raises(Refusal, match="a place from 1 to 2"):
            await seasons.change(season.row.id, organising.correct_result(ORGANISER, table_id, places, WHY))
    with pytest.raises(Refusal, match="already"):
        await seasons.change(season.row.id, organising.correct_result(ORGANISER, table_id, (1, 2), WHY))
    after = await seasons.change(season.row.id, organising.correct_result(ORGANISER, table_id, (2, 1), WHY))

    ratings = await seasons.ratings(GUILD, GAME)
    assert ratings[loser].mu > 25 > ratings[winner].mu
    assert [line.person for line in after.standings if line.won and line.person in (winner, loser)] == [loser]
    await seasons.change(season.row.id, organising.correct_result(ORGANISER, table_id, (2, 2), WHY))
    first, second = await list_acts(seasons, season)
    with pytest.raises(Refusal, match="newer"):
        await seasons.undo(season.row.id, first.id, ORGANISER)
    await seasons.undo(season.row.id, second.id, ORGANISER)
    await seasons.undo(season.row.id, first.id, ORGANISER)

    assert await seen(seasons, season) == before


async def test_a_records_contradiction_is_told(seasons: Seasons, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 2), clock)
    (dealt,) = season.tables
    running = await seasons.service.load(dealt.table_id)
    await seasons.service.resign(dealt.table_id, people_of(dealt)[1])
    over = await seasons.service.load(dealt.table_id)

    assert not organising.has_different_places(running, (2, 1))
    assert not organising.has_different_places(over, (1, 2))
    assert organising.has_different_places(over, (2, 1))
    assert organising.has_different_places(over, (1, 1))


async def test_nobody_decides_alone_about_a_table_at_which_they_sit(seasons: Seasons, clock: Clock) -> None:
    season = await played(seasons, clock)
    table_id = counted(season)
    player = people_of(season.table(table_id))[0]
    decisions: tuple[Callable[..., Decision], ...] = (
        lambda **given: organising.void_table(player, table_id, WHY, **given),
        lambda **given: organising.correct_result(player, table_id, (2, 1), WHY, **given),
    )
    for decide in decisions:
        with pytest.raises(Refusal, match="another organiser"):
            await seasons.change(season.row.id, decide())
        await seasons.change(season.row.id, decide(agreed=True))
        newest = (await list_acts(seasons, season))[-1]
        assert msgspec.json.decode(newest.details)["agreed"] is True
        with pytest.raises(Refusal, match="another organiser"):
            await seasons.undo(season.row.id, newest.id, player)
        await seasons.undo(season.row.id, newest.id, player, agreed=True)
    await seasons.change(season.row.id, organising.void_table(ORGANISER, table_id, WHY))
    with pytest.raises(Refusal, match="another organiser"):
        await seasons.change(season.row.id, organising.restore_table(player, table_id, WHY))


async def test_who_has_taken_a_seat_over_sits_there_too(seasons: Seasons, store: Store, clock: Clock) -> None:
    season = await played(seasons, clock)
    table_id = season.open_tables()[0].table_id
    async with store.write() as writer:
        first = (await writer.tables.seats(table_id))[0]
        await writer.tables.remove_seat(table_id, 0)
        await writer.tables.put_seat(table_id, SeatRow(seat=0, user_id=ORGANISER, name="Org", salt=first.salt))

    with pytest.raises(Refusal, match="another organiser"):
        await seasons.change(season.row.id, organising.void_table(ORGANISER, table_id, WHY))


async def test_deals_are_held_and_go_on(seasons: Seasons, clock: Clock) -> None:
    season = await join(seasons, await league(seasons), 4)
    with pytest.raises(Refusal, match="aren't on hold"):
        await seasons.change(season.row.id, organising.resume_deals(ORGANISER, WHY))
    await seasons.change(season.row.id, organising.hold(ORGANISER, WHY))
    with pytest.raises(Refusal, match="already on hold"):
        await seasons.change(season.row.id, organising.hold(ORGANISER, WHY))

    season = await begin(seasons, season, clock)
    assert (season.row.state, season.tables) == ("running", ())
    await seasons.change(season.row.id, organising.resume_deals(ORGANISER, WHY))
    clock.now += DAY_MS
    season = await step(seasons, season)
    assert len(season.tables) == 2

    with pytest.raises(Refusal, match="newer"):
        await seasons.undo(season.row.id, (await list_acts(seasons, season))[0].id, ORGANISER)
    assert (await undo_newest(seasons, season)).row.held == 1
    assert (await undo_newest(seasons, season)).row.held == 0


async def test_dates_are_put_off_never_put_forward(seasons: Seasons, clock: Clock) -> None:
    season = await join(seasons, await league(seasons), 4)
    first = season.row
    for days in (-1, 0, 91):
        with pytest.raises(Refusal, match="from 1 to 90 days"):
            await seasons.change(season.row.id, organising.move_dates(ORGANISER, days, clock.now, WHY))

    moved = (await seasons.change(season.row.id, organising.move_dates(ORGANISER, 2, clock.now, WHY))).row
    assert (moved.begins, moved.due, moved.last_deal, moved.ends) == tuple(
        date + 2 * DAY_MS for date in (first.begins, first.begins, first.last_deal, first.ends)
    )
    back = (await undo_newest(seasons, season)).row
    assert (back.begins, back.due, back.last_deal, back.ends) == (
        first.begins,
        first.due,
        first.last_deal,
        first.ends,
    )

    await seasons.change(season.row.id, organising.move_dates(ORGANISER, 2, clock.now, WHY))
    season = await begin(seasons, await seasons.load(season.row.id), clock)
    longer = (await seasons.change(season.row.id, organising.move_dates(ORGANISER, 7, clock.now, WHY))).row
    assert (longer.begins, longer.due) == (season.row.begins, season.row.due)
    assert (longer.last_deal, longer.ends) == (season.row.last_deal + WEEK_MS, season.row.ends + WEEK_MS)
    await undo_newest(seasons, season)
    # After the first day, the begin stays; later dates move back.
    back = (await undo_newest(seasons, season)).row
    assert (back.begins, back.last_deal, back.ends) == (season.row.begins, first.last_deal, first.ends)


async def test_the_end_of_a_closing_season_is_put_off_and_comes_back(seasons: Seasons, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 4), clock)
    clock.now = season.row.last_deal + 1
    season = await step(seasons, season)
    assert season.row.state == "closing"

    moved = (await seasons.change(season.row.id, organising.move_dates(ORGANISER, 3, clock.now, WHY))).row
    assert (moved.ends, moved.due) == (season.row.ends + 3 * DAY_MS,) * 2
    clock.now = season.row.ends + 1
    with pytest.raises(Refusal, match="have passed"):
        await undo_newest(seasons, season)
    clock.now = season.row.ends - 1
    back = (await undo_newest(seasons, season)).row
    assert (back.ends, back.due) == (season.row.ends, season.row.ends)
    with pytest.raises(Refusal, match="already dealt"):
        await seasons.change(season.row.id, organising.hold(ORGANISER, WHY))
    with pytest.raises(Refusal, match="already dealt"):
        await seasons.deal_now(season.row.id, ORGANISER)


async def test_a_downtime_and_an_undone_move_of_dates_add_up(seasons: Seasons, clock: Clock) -> None:
    season = await league(seasons)
    await seasons.change(season.row.id, organising.move_dates(ORGANISER, 2, clock.now, WHY))
    async with seasons.store.write() as writer:
        await writer.leagues.shift_seasons(5_000)

    assert (await undo_newest(seasons, season)).row.ends == season.row.ends + 5_000


async def test_a_pair_is_kept_apart_and_dealt_again(seasons: Seasons, clock: Clock) -> None:
    season = await join(seasons, await league(seasons), 2)
    for pair, told in (((1, 1), "two different"), ((1, 77), "never been in")):
        with pytest.raises(Refusal, match=told):
            await seasons.change(season.row.id, organising.forbid_pair(ORGANISER, *pair, WHY))
    with pytest.raises(Refusal, match="aren't kept apart"):
        await seasons.change(season.row.id, organising.allow_pair(ORGANISER, 2, 1, WHY))
    await seasons.change(season.row.id, organising.forbid_pair(ORGANISER, 2, 1, WHY))
    with pytest.raises(Refusal, match="already kept apart"):
        await seasons.change(season.row.id, organising.forbid_pair(ORGANISER, 1, 2, WHY))

    season = await begin(seasons, season, clock)
    assert season.tables == ()
    with pytest.raises(Refusal, match="too few at present"):
        await seasons.deal_now(season.row.id, ORGANISER)
    after = await seasons.change(season.row.id, organising.allow_pair(ORGANISER, 1, 2, WHY))
    assert after.forbidden == frozenset()
    assert (await undo_newest(seasons, season)).forbidden == {frozenset((1, 2))}
    assert (await undo_newest(seasons, season)).forbidden == frozenset()


async def test_a_deal_out_of_turn_leaves_the_next_one_and_stays(seasons: Seasons, clock: Clock) -> None:
    season = await begin(seasons, await join(seasons, await league(seasons), 4), clock)
    clock.now += 1_000

    after = await seasons.deal_now(season.row.id, ORGANISER)

    assert (after.row.deals, after.row.due, len(after.tables)) == (2, season.row.due, 4)
    assert msgspec.json.decode((await list_acts(seasons, season))[0].details) == {"deal": 2}
    with pytest.raises(Refusal, match="can't be undone"):
        await undo_newest(seasons, season)


async def test_a_cup_begins_early_once_all_are_there(seasons: Seasons, clock: Clock) -> None:
    season = await join(seasons, await league(seasons, preset=2), 4)

    after = await seasons.deal_now(season.row.id, ORGANISER)

    assert (after.row.state, after.row.deals, len(after.tables)) == ("running", 1, 2)
    assert after.row.due == clock.now + 60 * 60_000


async def test_the_end_comes_at_once_and_stays(seasons: Seasons, clock: Clock) -> None:
    season = await played(seasons, clock)
    await seasons.change(season.row.id, organising.take_out(ORGANISER, 1, clock.now, WHY))
    out, *_ = await list_acts(seasons, season)

    after = await seasons.end_now(season.row.id, ORGANISER, WHY)

    assert (after.row.state, after.row.due, after.open_tables()) == ("final", None, ())
    (following,) = await seasons.leagues_of(GUILD)
    assert following.row.number == 2
    tries: tuple[Callable[[], Awaitable[Season]], ...] = (
        lambda: seasons.undo(season.row.id, out.id, ORGANISER),
        lambda: seasons.end_now(season.row.id, ORGANISER, WHY),
        lambda: seasons.deal_now(season.row.id, ORGANISER),
        lambda: seasons.change(season.row.id, organising.void_table(ORGANISER, counted(season), WHY)),
        lambda: seasons.change(season.row.id, organising.put_in(ORGANISER, Person(1, "Ann"), clock.now, WHY)),
        lambda: seasons.change(season.row.id, organising.allow_pair(ORGANISER, 1, 2, WHY)),
    )
    for trying in tries:
        with pytest.raises(Refusal, match="is over"):
            await trying()


async def test_a_season_that_is_ended_before_it_has_begun_is_cancelled(seasons: Seasons) -> None:
    season = await join(seasons, await league(seasons), 4)

    after = await seasons.end_now(season.row.id, ORGANISER, WHY)

    assert (after.row.state, after.row.due) == ("cancelled", None)
    assert await seasons.leagues_of(GUILD) == ()


def decision(kind: str, season: Season, person: int, table: int, now: int) -> Decision:
    table_id = season.tables[table % len(season.tables)].table_id
    other = person % len(season.members) + 1
    made: dict[str, Decision] = {
        "put in": organising.put_in(ORGANISER, Person(person, season.names[person]), now, WHY),
        "take out": organising.take_out(ORGANISER, person, now, WHY),
        "void": organising.void_table(ORGANISER, table_id, WHY),
        "restore": organising.restore_table(ORGANISER, table_id, WHY),
        "won": organising.correct_result(ORGANISER, table_id, (1, 2), WHY),
        "lost": organising.correct_result(ORGANISER, table_id, (2, 1), WHY),
        "level": organising.correct_result(ORGANISER, table_id, (1, 1), WHY),
        "hold": organising.hold(ORGANISER, WHY),
        "go on": organising.resume_deals(ORGANISER, WHY),
        "dates": organising.move_dates(ORGANISER, table + 1, now, WHY),
        "forbid": organising.forbid_pair(ORGANISER, person, other, WHY),
        "allow": organising.allow_pair(ORGANISER, other, person, WHY),
    }
    return made[kind]


KINDS = "put in,take out,void,restore,won,lost,level,hold,go on,dates,forbid,allow,undo,undo,undo"
STEPS = st.lists(st.tuples(st.sampled_from(KINDS.split(",")), st.integers(1, 6), st.integers(0, 2)), max_size=14)


@settings(max_examples=15, deadline=None)
@given(STEPS)
def test_leagues_11_undoing_restores_standings_and_ratings_exactly(steps: list[tuple[str, int, int]]) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_act_and_undo(Path(folder), steps))


async def _act_and_undo(folder: Path, steps: list[tuple[str, int, int]]) -> None:
    clock = Clock()
    store = await open_store(folder / "hexcade.sqlite3", clock=clock)
    try:
        seasons = Seasons(TableService(store, interface))
        season = await won_by_first(seasons, await played(seasons, clock))
        before = [await seen(seasons, season)]
        for kind, person, table in steps:
            clock.now += 1
            if kind == "undo":
                if len(before) > 1:
                    await undo_newest(seasons, season)
                    before.pop()
                    assert await seen(seasons, season) == before[-1]
                continue
            try:
                await seasons.change(season.row.id, decision(kind, season, person, table, clock.now))
            except Refusal:
                assert await seen(seasons, season) == before[-1]
            else:
                before.append(await seen(seasons, season))
        while len(before) > 1:
            await undo_newest(seasons, season)
            before.pop()
            assert await seen(seasons, season) == before[-1]
    finally:
        await store.close()

"""Pauses at a table: agreed, emergency and moderators' pauses, stopped clocks, and the messages about them."""

from random import Random

import msgspec
import pytest

from data.store import Store
from engine.games import game_type
from tables import lobby
from tables.committing.changes import Decision
from tables.committing.outbox_rows import REFRESH
from tables.refusal import Refusal
from tables.seat_changes import stand_ins
from tables.service import TableService
from tables.timing import pauses
from tables.timing.clocks import DEADLINE
from tables.timing.pauses import EMERGENCY_MS, LONGEST_MS, Pause, PauseTold, decode_pauses, find_current_pause
from tests.battle_games import BATTLE
from tests.cog_tables import ANN, BEN, CAM, DAN, DAY, HOUR, TABLE, due, due_at, mover, play, start_table
from tests.hive_matches import started
from tests.running_dispatchers import Clock, Running


async def change(service: TableService, decide: Decision) -> Pause | None:
    """Commit a decision, and return the current pause if there is one."""
    return find_current_pause((await service.change(TABLE, decide)).row)


async def asked(service: TableService, clock: Clock, people: int = 3) -> int:
    """Start a game with a day per move in which Ann asks for a pause after an hour; return the time of her request."""
    await start_table(service, people, clock=DAY)
    clock.now += HOUR
    assert await change(service, pauses.ask(ANN.id, clock.now)) is None
    return clock.now


async def test_a_pause_begins_when_all_have_agreed(service: TableService, clock: Clock) -> None:
    at = await asked(service, clock)

    assert await change(service, pauses.agree(BEN.id, 0, at, clock.now)) is None
    clock.now += HOUR
    pause = await change(service, pauses.agree(CAM.id, 0, at, clock.now))

    assert pause == Pause("agreed", clock.now, clock.now + LONGEST_MS, 0)


async def test_a_second_tap_changes_nothing(service: TableService, clock: Clock) -> None:
    at = await asked(service, clock)
    for _ in range(2):
        await change(service, pauses.agree(BEN.id, 0, at, clock.now))
        await change(service, pauses.ask(ANN.id, clock.now))

    request = decode_pauses((await service.load(TABLE)).row).request
    assert request is not None
    assert request.agreed == (1,)

    for _ in range(2):
        assert await change(service, pauses.agree(CAM.id, 0, at, clock.now)) is not None
    for _ in range(2):
        assert await change(service, pauses.resume(CAM.id, clock.now)) is None


async def test_whoever_asks_too_agrees(service: TableService, clock: Clock) -> None:
    await asked(service, clock, 2)

    assert await change(service, pauses.ask(BEN.id, clock.now)) is not None


async def test_alone_with_computer_players_nobody_is_asked(service: TableService, clock: Clock) -> None:
    await start_table(service, 1, 1, clock=DAY)

    assert await change(service, pauses.ask(ANN.id, clock.now)) is not None


async def test_a_request_stands_while_moves_are_made(service: TableService, clock: Clock) -> None:
    at = await asked(service, clock, 2)

    await play(service, 3)

    assert await change(service, pauses.agree(BEN.id, 0, at, clock.now)) is not None


async def test_somebody_would_rather_play_on(service: TableService, clock: Clock) -> None:
    at = await asked(service, clock)

    await change(service, pauses.decline(CAM.id, 0, at))

    found = decode_pauses((await service.load(TABLE)).row)
    assert found.request is None
    assert [(told.kind, told.seat) for told in found.told] == [("declined", 2)]
    with pytest.raises(Refusal, match="already been answered"):
        await change(service, pauses.agree(BEN.id, 0, at, clock.now))


async def test_a_pause_is_for_those_who_play_and_the_asker_agrees_already(service: TableService, clock: Clock) -> None:
    at = await asked(service, clock)

    for decide in (
        pauses.ask(DAN.id, at),
        pauses.agree(DAN.id, 0, at, at),
        pauses.decline(DAN.id, 0, at),
        pauses.agree(ANN.id, 0, at, at),
        pauses.agree(BEN.id, 1, at, at),
        pauses.agree(BEN.id, 0, at - 1, at),
        pauses.emergency_pause(DAN.id, at),
        pauses.resume(DAN.id, at),
    ):
        with pytest.raises(Refusal):
            await change(service, decide)


async def test_whoever_has_resigned_is_not_asked_for_a_pause(service: TableService, clock: Clock) -> None:
    at = await asked(service, clock)
    await change(service, pauses.agree(BEN.id, 0, at, clock.now))
    await service.resign(TABLE, CAM.id)

    with pytest.raises(Refusal, match="resigned"):
        await change(service, pauses.ask(CAM.id, clock.now))
    assert find_current_pause((await service.load(TABLE)).row) is not None, "all who play want it"


async def test_the_time_that_is_left_is_the_same_after_a_pause(service: TableService, clock: Clock) -> None:
    at = await asked(service, clock, 2)
    left = await due_at(service.store, DEADLINE) - clock.now
    await change(service, pauses.agree(BEN.id, 0, at, clock.now))
    assert await due(service.store, DEADLINE) == clock.now + LONGEST_MS + left

    clock.now += 5 * 24 * HOUR
    await change(service, pauses.resume(BEN.id, clock.now))

    assert await due(service.store, DEADLINE) == clock.now + left


async def test_moves_are_welcome_in_a_pause_and_the_next_clock_stands_still_too(
    service: TableService, store: Store, clock: Clock
) -> None:
    at = await asked(service, clock, 2)
    await change(service, pauses.agree(BEN.id, 0, at, clock.now))
    clock.now += HOUR

    await play(service, 1)

    assert await due(store, DEADLINE) == at + LONGEST_MS + DAY * 1000
    clock.now += HOUR
    await change(service, pauses.resume(ANN.id, clock.now))
    assert await due(store, DEADLINE) == clock.now + DAY * 1000


async def test_a_pause_ends_by_itself_after_thirty_days_without_a_deadline_missed(
    service: TableService, clock: Clock, timers: Running
) -> None:
    at = await asked(service, clock, 2)
    await timers.settle()
    await change(service, pauses.agree(BEN.id, 0, at, clock.now))

    clock.now += LONGEST_MS - 60_000
    timers_now = await service.load(TABLE)
    assert find_current_pause(timers_now.row) is not None
    await timers.settle(60_000)

    table = await service.load(TABLE)
    assert find_current_pause(table.row) is None
    assert [told.kind for told in decode_pauses(table.row).told] == ["agreed", "over"]
    assert all(seat.missed == 0 for seat in table.seats)


async def test_an_emergency_pause_needs_nobodys_consent_and_comes_once(service: TableService, clock: Clock) -> None:
    await start_table(service, 2, clock=DAY)

    pause = await change(service, pauses.emergency_pause(BEN.id, clock.now))

    assert pause == Pause("emergency", clock.now, clock.now + EMERGENCY_MS, 1)
    with pytest.raises(Refusal, match="Ben started this pause"):
        await change(service, pauses.resume(ANN.id, clock.now))
    with pytest.raises(Refusal, match="already paused"):
        await change(service, pauses.emergency_pause(ANN.id, clock.now))
    assert await change(service, pauses.resume(BEN.id, clock.now)) is None
    with pytest.raises(Refusal, match="already used your emergency pause"):
        await change(service, pauses.emergency_pause(BEN.id, clock.now))
    assert await change(service, pauses.emergency_pause(ANN.id, clock.now)) is not None


async def test_a_pause_whose_end_has_come_is_over_before_its_timer_was(service: TableService, clock: Clock) -> None:
    await start_table(service, 2, clock=DAY)
    await change(service, pauses.emergency_pause(BEN.id, clock.now))
    begin = clock.now
    clock.now += EMERGENCY_MS + HOUR

    await change(service, pauses.emergency_pause(ANN.id, clock.now))

    assert decode_pauses((await service.load(TABLE)).row).past == ((begin, begin + EMERGENCY_MS),)


async def test_a_moderators_pause_takes_the_place_of_any_other_and_only_moderators_end_it(
    service: TableService, clock: Clock
) -> None:
    await start_table(service, 2, clock=DAY)
    await change(service, pauses.emergency_pause(BEN.id, clock.now))

    pause = await change(service, pauses.pause_by_moderator(clock.now))

    assert pause is not None
    assert pause.kind == "moderator"
    with pytest.raises(Refusal, match="only a moderator can resume"):
        await change(service, pauses.resume(BEN.id, clock.now))
    with pytest.raises(Refusal, match="already paused"):
        await change(service, pauses.pause_by_moderator(clock.now))
    assert await change(service, pauses.resume_by_moderator(clock.now)) is None
    with pytest.raises(Refusal, match="isn't paused"):
        await change(service, pauses.resume_by_moderator(clock.now))


@pytest.mark.parametrize("phase", ["lobby", "ended"])
async def test_only_a_game_in_progress_is_paused(service: TableService, clock: Clock, phase: str) -> None:
    if phase == "lobby":
        await start_table(service, 2)
        await service.change(TABLE, lobby.cancel(ANN.id))
    else:
        await start_table(service, 2)
        await play(service)

    for decide in (
        pauses.ask(ANN.id, clock.now),
        pauses.emergency_pause(ANN.id, clock.now),
        pauses.pause_by_moderator(clock.now),
        pauses.resume(ANN.id, clock.now),
    ):
        with pytest.raises(Refusal):
            await change(service, decide)


async def test_a_pause_leaves_open_pages_good_and_is_told_on_the_card_that_is_edited(
    service: TableService, store: Store, clock: Clock
) -> None:
    await start_table(service, 2, clock=DAY)
    person, seen = await mover(service)
    before = (await service.load(TABLE)).row.step

    await change(service, pauses.emergency_pause(BEN.id, clock.now))

    async with store.read() as reader:
        assert await reader.outbox.pending_of_table(TABLE, REFRESH)
    assert (await service.load(TABLE)).row.step == before
    await service.act(TABLE, person.id, seen.legal[0], version=seen.version)
    _, events, _ = await service.load_news(TABLE, 0)
    assert [event.kind for event in events if isinstance(event, PauseTold)] == ["emergency"]
    _, later, _ = await service.load_news(TABLE, (await service.load(TABLE)).require_begun().n - 1, before)
    assert not any(isinstance(event, PauseTold) for event in later)


async def test_a_downtime_in_a_turn_is_kept_when_the_deadline_is_found_anew(
    service: TableService, store: Store, clock: Clock
) -> None:
    await start_table(service, 2, clock=DAY)
    await service.change(TABLE, pauses.ask(ANN.id, clock.now))
    begun = clock.now
    async with store.write() as writer:
        await writer.timers.shift_seats(2 * HOUR)
        await writer.timers.shift(DEADLINE, 2 * HOUR)
    clock.now += 3 * HOUR

    await service.change(TABLE, pauses.agree(BEN.id, 0, begun, clock.now))
    clock.now += 5 * HOUR
    await service.change(TABLE, pauses.resume(BEN.id, clock.now))

    assert await due(store, DEADLINE) == begun + DAY * 1000 + 2 * HOUR + 5 * HOUR


async def test_a_pause_that_all_others_want_begins_when_a_computer_player_stands_in_for_the_last(
    service: TableService, store: Store, clock: Clock
) -> None:
    at = await asked(service, clock)
    await change(service, pauses.agree(BEN.id, 0, at, clock.now))

    await service.change(TABLE, stand_ins.begin(CAM.id, service.hooks("monster_hex")))

    assert find_current_pause((await service.load(TABLE)).row) == Pause("agreed", clock.now, clock.now + LONGEST_MS, 0)
    assert await due(store, pauses.PAUSE_END) == clock.now + LONGEST_MS


async def test_a_request_ends_when_whoever_asked_leaves(service: TableService, clock: Clock) -> None:
    at = await asked(service, clock)

    await service.resign(TABLE, ANN.id)

    with pytest.raises(Refusal, match="already been answered"):
        await change(service, pauses.agree(BEN.id, 0, at, clock.now))
    assert await change(service, pauses.ask(BEN.id, clock.now)) is None


async def test_an_emergency_pause_of_somebody_who_has_left_is_ended_by_anybody(
    service: TableService, clock: Clock
) -> None:
    await start_table(service, 3, clock=DAY)
    await change(service, pauses.emergency_pause(BEN.id, clock.now))
    await service.resign(TABLE, BEN.id)

    assert await change(service, pauses.resume(ANN.id, clock.now)) is None


async def test_whoever_is_beaten_is_not_asked_and_calls_no_pause(service: TableService, clock: Clock) -> None:
    """A person who is out of a long game may not watch it any more, and could block the others' pause."""
    options = msgspec.json.encode(game_type(BATTLE).options(3, {"hp": 1})).decode()
    await start_table(service, 3, clock=DAY, game=BATTLE, options=options)
    rng = Random(3)
    while len((await service.load(TABLE)).staying) == 3:
        person, seen = await mover(service)
        await service.act(TABLE, person.id, rng.choice(seen.legal))
    staying = (await service.load(TABLE)).staying
    (beaten,) = (person for person in (ANN, BEN, CAM) if person.id not in [seat.user_id for seat in staying])
    one, other = (seat.user_id or 0 for seat in staying)

    with pytest.raises(Refusal, match="out of this game"):
        await change(service, pauses.emergency_pause(beaten.id, clock.now))
    assert await change(service, pauses.ask(one, clock.now)) is None
    assert await change(service, pauses.ask(other, clock.now)) is not None


async def test_a_time_limit_of_a_table_without_a_clock_stands_still_in_a_pause_too(
    service: TableService, store: Store, clock: Clock
) -> None:
    """HM-18: guessing the totals has its own time limit."""
    await started(service, edition="gauntlet")
    for turn in range(1, 7):
        await service.expire(TABLE, turn=turn)
    left = await due_at(store, DEADLINE) - clock.now

    await change(service, pauses.emergency_pause(BEN.id, clock.now))
    clock.now += 10 * HOUR
    await change(service, pauses.resume(BEN.id, clock.now))

    assert await due(store, DEADLINE) == clock.now + left

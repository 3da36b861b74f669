"""Games without a limit that have gone to sleep: asked once, then stood in for or ended; with an injected clock."""

from collections.abc import AsyncIterator

import pytest

from data.store import Store
from tables.committing.outbox_rows import CARD, IDLE
from tables.computer_players import ComputerPlayers
from tables.dispatching.timers import Timers
from tables.refusal import Refusal
from tables.seat_changes import stand_ins
from tables.seat_changes.handovers import AWAY_STAND_IN
from tables.seat_changes.seats import may_offer
from tables.service import TableService
from tables.story import SeatNoted
from tables.timing import idle, pauses
from tables.timing.idle import SLEEP_MS, IdlePayload, Sleep, sleep_of
from tests.cog_tables import ANN, BEN, DAN, DAY, HOUR, PEOPLE, TABLE, due, payloads, play, queued, start_table
from tests.hive_matches import started
from tests.running_dispatchers import Clock, Running
from tests.thinking_here import think_here


class Days:
    """Timers without the upkeep, to which long jumps of the clock would be downtimes."""

    def __init__(self, running: Running) -> None:
        self._running = running

    async def settle(self, passed_ms: int = 0) -> None:
        """Advance the clock, then wait until no timer is due."""
        self._running.clock.now += passed_ms
        async with self._running.store.write() as writer:
            await writer.facts.record_alive()
        await self._running.settle()


@pytest.fixture
async def timers(service: TableService, clock: Clock) -> AsyncIterator[Days]:
    """Yield timers whose clock the test advances."""
    computers = ComputerPlayers(service, think_here)
    async with Running(lambda: [Timers(service, computers)], service, clock) as running:
        yield Days(running)


async def slept(service: TableService, timers: Days, people: int = 2) -> int:
    """Start a game without a limit, leave it alone for a week, and return the seat that was asked."""
    await start_table(service, people)
    await timers.settle()
    await timers.settle(SLEEP_MS)
    (seat,) = (await current_sleep(service)).asked
    return seat


async def current_sleep(service: TableService) -> Sleep:
    """Return the table's current inactivity questions and answers."""
    sleep = sleep_of((await service.load(TABLE)).row)
    assert sleep is not None
    return sleep


async def test_after_a_week_without_a_move_whoever_is_waited_for_is_asked_once(
    service: TableService, timers: Days
) -> None:
    await start_table(service)
    await timers.settle()
    await timers.settle(SLEEP_MS - 60_000)
    assert await queued(service, IDLE) == []

    await timers.settle(60_000)
    await timers.settle(SLEEP_MS - 60_000)

    table = await service.load(TABLE)
    assert await payloads(service, IDLE, IdlePayload) == [IdlePayload((await current_sleep(service)).at, table.actors)]
    assert table.seats[table.actors[0]].player is None


async def test_each_move_begins_the_week_anew(service: TableService, store: Store, clock: Clock, timers: Days) -> None:
    await start_table(service)
    await timers.settle()
    await timers.settle(SLEEP_MS - HOUR)

    await play(service, 1)

    assert await due(store, IDLE) == clock.now + SLEEP_MS
    await timers.settle(2 * HOUR)
    assert await queued(service, IDLE) == []


async def test_a_game_with_a_limit_or_of_computer_players_is_not_asked(service: TableService, store: Store) -> None:
    await start_table(service, clock=DAY)

    assert await due(store, IDLE) is None


async def test_whoever_is_still_there_is_left_in_peace_for_another_week(
    service: TableService, store: Store, clock: Clock, timers: Days
) -> None:
    seat = await slept(service, timers)
    at = (await current_sleep(service)).at
    clock.now += HOUR

    await service.change(TABLE, idle.confirm_presence(PEOPLE[seat].id, at))

    assert (await service.load(TABLE)).row.idle is None
    assert await due(store, IDLE) == clock.now + SLEEP_MS
    with pytest.raises(Refusal, match="answered"):
        await service.change(TABLE, idle.confirm_presence(PEOPLE[seat].id, at))


async def test_a_move_answers_the_question(service: TableService, timers: Days) -> None:
    await slept(service, timers)
    at = (await current_sleep(service)).at

    await play(service, 1)

    assert (await service.load(TABLE)).row.idle is None
    for person in (ANN, BEN):
        with pytest.raises(Refusal):
            await service.change(TABLE, idle.end(person.id, at))


async def test_whoever_stays_silent_for_another_week_gets_a_stand_in_and_the_game_goes_on(
    service: TableService, store: Store, timers: Days
) -> None:
    seat = await slept(service, timers)

    await timers.settle(SLEEP_MS)

    table = await service.load(TABLE)
    silent, other = table.seats[seat], table.seats[1 - seat]
    assert (silent.user_id, silent.player) == (PEOPLE[seat].id, "normal")
    assert other.player is None
    assert table.row.phase == "playing"
    assert table.actors == (other.seat,)
    assert may_offer(silent, table.row.host, table.row.host), "who counts as away until they are back"
    _, events, _ = await service.load_news(TABLE, 0)
    assert [event.kind for event in events if isinstance(event, SeatNoted)] == [AWAY_STAND_IN]
    async with store.read() as reader:
        assert await reader.outbox.pending_of_table(TABLE, CARD)


async def test_a_game_in_which_everybody_is_silent_ends_and_counts_for_nobody(
    service: TableService, timers: Days
) -> None:
    seat = await slept(service, timers)
    await timers.settle(SLEEP_MS)

    await timers.settle(SLEEP_MS)
    await timers.settle(SLEEP_MS)

    table = await service.load(TABLE)
    sleep = await current_sleep(service)
    assert (table.row.phase, sleep.ended, sleep.asked) == ("cancelled", "silent", (1 - seat,))
    assert all(row.place is None for row in table.seats)


async def test_who_is_not_waited_for_cannot_answer_for_others(service: TableService, timers: Days) -> None:
    seat = await slept(service, timers)
    at = (await current_sleep(service)).at

    with pytest.raises(Refusal, match="Nobody is waiting for you"):
        await service.change(TABLE, idle.confirm_presence(PEOPLE[1 - seat].id, at))
    with pytest.raises(Refusal):
        await service.change(TABLE, idle.confirm_presence(DAN.id, at))
    assert (await current_sleep(service)).at == at


async def test_the_game_ends_when_all_who_play_say_so_and_not_before(service: TableService, timers: Days) -> None:
    seat = await slept(service, timers)
    at = (await current_sleep(service)).at

    for _ in range(2):
        await service.change(TABLE, idle.end(PEOPLE[seat].id, at))
        assert (await service.load(TABLE)).row.phase == "playing"
    await service.change(TABLE, idle.end(PEOPLE[1 - seat].id, at))

    assert (await service.load(TABLE)).row.phase == "cancelled"
    assert (await current_sleep(service)).ended == "agreed"


async def test_whoever_would_end_the_game_alone_is_not_replaced_for_it(service: TableService, timers: Days) -> None:
    seat = await slept(service, timers)
    await service.change(TABLE, idle.end(PEOPLE[seat].id, (await current_sleep(service)).at))

    await timers.settle(SLEEP_MS)

    table = await service.load(TABLE)
    assert (table.row.phase, table.row.idle, table.seats[seat].player) == ("playing", None, None)


async def test_in_a_simultaneous_turn_only_the_silent_are_stood_in_for(service: TableService, timers: Days) -> None:
    table = await started(service, people=3)
    await timers.settle()
    await timers.settle(SLEEP_MS)
    sleep = await current_sleep(service)
    assert sleep.asked == (0, 1, 2)
    await service.change(table.row.id, idle.confirm_presence(BEN.id, sleep.at))

    await timers.settle(SLEEP_MS)

    after = await service.load(table.row.id)
    assert [seat.player is None for seat in after.seats] == [False, True, False]


async def test_a_paused_game_may_sleep_until_a_week_after_the_pause(
    service: TableService, timers: Days, clock: Clock
) -> None:
    await start_table(service)
    await timers.settle()
    for person in (ANN, BEN):
        await service.change(TABLE, pauses.ask(person.id, clock.now))

    await timers.settle(pauses.LONGEST_MS)
    await timers.settle(SLEEP_MS - HOUR)

    assert (await service.load(TABLE)).row.idle is None
    await timers.settle(HOUR)
    assert (await service.load(TABLE)).row.idle is not None


async def test_a_question_waits_for_an_answer_until_a_week_after_a_pause(service: TableService, timers: Days) -> None:
    """During a pause, no stand-in plays for its players and their game is not ended."""
    seat = await slept(service, timers)
    for person in (ANN, BEN):
        await service.change(TABLE, pauses.ask(person.id, service.now()))

    await timers.settle(2 * SLEEP_MS)
    await service.change(TABLE, pauses.resume(ANN.id, service.now()))
    await timers.settle(SLEEP_MS - HOUR)

    table = await service.load(TABLE)
    assert (table.row.phase, table.seats[seat].player) == ("playing", None)
    await timers.settle(HOUR)
    assert (await service.load(TABLE)).seats[seat].player == "normal"


async def test_a_hidden_choice_is_a_sign_of_life(service: TableService, store: Store, timers: Days) -> None:
    """A hidden choice changes nothing public, so the step stays the same."""
    await started(service, people=3)
    await timers.settle()
    await timers.settle(SLEEP_MS - HOUR)
    await service.act(TABLE, ANN.id, "charge:ADE")
    assert await due(store, IDLE) == service.now() + SLEEP_MS
    await timers.settle(SLEEP_MS)

    await service.act(TABLE, BEN.id, "charge:ADE")

    assert (await current_sleep(service)).here == (1,)


async def test_the_end_hangs_on_nobody_who_leaves_the_game_to_a_computer_player(service: TableService) -> None:
    table = await start_table(service, 3)
    table = await service.change(TABLE, idle.ask(service.now(), has_limit=False))
    sleep, asked = await current_sleep(service), table.awaited_seats()[0].user_id
    ending, leaving = [seat.user_id or 0 for seat in table.seats if seat.user_id != asked]
    for user in (asked or 0, ending):
        await service.change(TABLE, idle.end(user, sleep.at))

    table = await service.change(TABLE, stand_ins.begin(leaving, service.hooks(table.row.game)))

    assert table.row.phase == "cancelled"
    assert (await current_sleep(service)).ended == "agreed"

"""The clocks of seats: banks, deadlines per seat, and the effect of moves, rounds and take-backs on both."""

from typing import Any

import pytest

from data.store import SeatRow, Store
from language.messages import speaking
from tables import lobby
from tables.open_table import Person
from tables.refusal import Refusal
from tables.seat_changes.seats import offer, take
from tables.service import TableService
from tables.texts import format_duration
from tables.timing.clock_settings import PRESETS, ClockSetting, parse_clock, parse_duration
from tables.timing.clocks import DEADLINE, REMINDER
from tests.cog_tables import ANN, BEN, CAM, DAN, HOUR, PEOPLE, TABLE, due, due_at, mover, open_lobby, start_table
from tests.hive_matches import started
from tests.running_dispatchers import Clock, Running

DAYS = PRESETS["days"]


def of(clock: ClockSetting) -> dict[str, Any]:
    """Return a clock as settings for `start_table`."""
    return {"clock": clock.move, "bank": clock.bank, "regained": clock.regained}


async def ready(service: TableService, person: Person) -> None:
    """Hand in some submission for the round."""
    for hive in ("charge", "marcer", "zero"):
        legal = (await service.view(TABLE, person.id)).legal
        await service.act(TABLE, person.id, next(action for action in legal if action.startswith(hive)))
    await service.act(TABLE, person.id, "ready")


async def seats_of(service: TableService) -> tuple[SeatRow, ...]:
    return (await service.load(TABLE)).seats


async def banks(service: TableService) -> list[float | None]:
    """Return the banks in hours."""
    return [None if seat.bank is None else seat.bank / HOUR for seat in await seats_of(service)]


async def move_after(service: TableService, clock: Clock, hours: float) -> int:
    """Let the person who must act move after some hours, and return their seat."""
    clock.now += round(hours * HOUR)
    person, seen = await mover(service)
    assert seen.seat is not None
    await service.act(TABLE, person.id, seen.legal[0])
    return seen.seat


async def test_a_move_takes_from_the_bank_only_what_it_took_beyond_its_time(
    service: TableService, store: Store, clock: Clock
) -> None:
    await start_table(service, **of(ClockSetting(24 * 3600, 72 * 3600)))
    assert await due(store, DEADLINE) == clock.now + 96 * HOUR

    first = await move_after(service, clock, 23)
    assert await banks(service) == [72, 72]
    second = await move_after(service, clock, 34)

    assert (await banks(service))[second] == 62
    await move_after(service, clock, 1)
    assert first != second
    assert await due(store, DEADLINE) == clock.now + (24 + 62) * HOUR


async def test_each_move_in_time_gives_back_a_little_but_never_more_than_a_full_bank(
    service: TableService, clock: Clock
) -> None:
    await start_table(service, **of(DAYS))

    first = await move_after(service, clock, 34)
    assert (await banks(service))[first] == 68
    await move_after(service, clock, 1)
    await move_after(service, clock, 1)

    assert await banks(service) == [72, 72]


async def test_whoever_lets_the_time_run_out_has_an_empty_bank_and_regains_nothing(
    service: TableService, timers: Running
) -> None:
    await start_table(service, **of(ClockSetting(600, 300, 60)))
    person, seen = await mover(service)
    assert seen.seat is not None

    await timers.settle(900_000 - 1)
    assert (await mover(service))[0] == person
    await timers.settle(1)

    seat = (await seats_of(service))[seen.seat]
    assert (seat.bank, seat.missed, seat.due) == (0, 1, None)


async def test_in_a_round_each_has_a_bank_and_it_closes_at_the_latest_deadline_of_those_still_waited_for(
    service: TableService, store: Store, clock: Clock
) -> None:
    """The latest deadline among the seats still to act counts; it comes earlier once that seat is ready."""
    await started(service, **of(ClockSetting(3600, 2 * 3600)))
    begun = clock.now
    clock.now += 2 * HOUR
    await ready(service, ANN)
    for person in (BEN, CAM):
        await ready(service, person)
    assert await banks(service) == [1, 1, 1]

    begun = clock.now
    await ready(service, BEN)
    clock.now += 90 * 60_000
    await ready(service, CAM)
    assert await banks(service) == [1, 1, 0.5]
    assert await due(store, DEADLINE) == begun + 2 * HOUR
    await ready(service, ANN)

    assert (await service.load(TABLE)).row.turn == 3
    assert await banks(service) == [0.5, 1, 0.5]
    assert [seat.due for seat in await seats_of(service)] == [
        clock.now + HOUR + bank for bank in (HOUR // 2, HOUR, HOUR // 2)
    ]
    assert await due(store, DEADLINE) == clock.now + 2 * HOUR
    await ready(service, BEN)
    assert await due(store, DEADLINE) == clock.now + 2 * HOUR - HOUR // 2


async def test_reopening_gives_no_new_time(service: TableService, store: Store, clock: Clock) -> None:
    await started(service, **of(ClockSetting(3600, 3600, 600)))
    before = await due(store, DEADLINE)
    clock.now += 90 * 60_000

    await ready(service, ANN)
    for _ in range(3):
        await service.act(TABLE, ANN.id, "reopen")
        assert await due(store, DEADLINE) == before
        await service.act(TABLE, ANN.id, "ready")

    await service.act(TABLE, ANN.id, "reopen")
    assert (await seats_of(service))[0].bank == HOUR // 2


async def test_whoever_reopens_is_reminded_at_the_same_time_as_before_and_not_twice(
    service: TableService, store: Store, clock: Clock
) -> None:
    await started(service, clock=24 * 3600)
    remind = await due_at(store, REMINDER)
    await ready(service, BEN)
    await service.act(TABLE, BEN.id, "reopen")
    assert (await seats_of(service))[1].remind == remind

    clock.now = remind
    await service.remind(TABLE, turn=1)
    for action in ("ready", "reopen"):
        await service.act(TABLE, BEN.id, action)

    assert [seat.remind for seat in await seats_of(service)] == [None, None, None]


async def test_nobody_is_reminded_just_when_they_reopen(service: TableService, store: Store, clock: Clock) -> None:
    await started(service, clock=24 * 3600)
    await ready(service, BEN)
    clock.now = (await due(store, REMINDER) or 0) + HOUR
    await service.remind(TABLE, turn=1)

    await service.act(TABLE, BEN.id, "reopen")

    assert (await seats_of(service))[1].remind is None


async def test_a_move_taken_back_gives_back_the_bank_and_the_time_that_was_left(
    service: TableService, store: Store, clock: Clock
) -> None:
    await start_table(service, **of(DAYS))
    seat = await move_after(service, clock, 34)
    other = 1 - seat
    clock.now += HOUR
    await service.take_back(TABLE, PEOPLE[seat].id, 1)
    step = (await service.load(TABLE)).row.step
    clock.now += 40 * HOUR

    await service.answer_take_back(TABLE, PEOPLE[other].id, seat, step, allow=True)

    assert await banks(service) == [72, 72]
    assert await due(store, DEADLINE) == clock.now + 62 * HOUR
    assert await move_after(service, clock, 1) == seat
    # The first move had used 10 hours of the bank; with one more hour it is 11, and the move regains 6.
    assert (await banks(service))[seat] == 61 + 6


async def test_whoever_takes_a_seat_over_begins_with_a_full_bank(service: TableService, clock: Clock) -> None:
    await start_table(service, **of(ClockSetting(24 * 3600, 72 * 3600)))
    seat = await move_after(service, clock, 60)
    assert (await banks(service))[seat] == 36
    number = (await service.change(TABLE, offer(PEOPLE[seat].id, seat, DAN.id))).seats[seat].offers

    await service.change(TABLE, take(DAN, seat, number))

    assert (await banks(service))[seat] == 72


async def test_whoever_takes_a_seat_over_in_a_round_has_a_clock_of_their_own(
    service: TableService, clock: Clock
) -> None:
    """A clock that was used up by the previous person does not shorten the new person's time."""
    await started(service, **of(ClockSetting(24 * 3600, 72 * 3600)))
    clock.now += 95 * HOUR
    number = (await service.change(TABLE, offer(BEN.id, 1, DAN.id))).seats[1].offers

    taken = await service.change(TABLE, take(DAN, 1, number))

    assert [(seat.due or 0) - clock.now for seat in taken.seats] == [HOUR, 96 * HOUR, HOUR]


@pytest.mark.parametrize("setting", [ClockSetting(None), DAYS])
async def test_the_guess_of_totals_lasts_a_day_and_has_no_bank(
    service: TableService, clock: Clock, setting: ClockSetting
) -> None:
    """The guess of totals always has a time limit of a day, without a bank (HM-18)."""
    await started(service, edition="gauntlet", **of(setting))
    for turn in range(1, 7):
        assert (await due(service.store, DEADLINE) is None) == (setting.move is None)
        await service.expire(TABLE, turn=turn)

    assert (await service.view(TABLE)).view.phase == "totals"
    assert await due(service.store, DEADLINE) == clock.now + 24 * HOUR


async def test_a_table_from_before_seats_had_clocks_plays_on(
    service: TableService, store: Store, clock: Clock, timers: Running
) -> None:
    await start_table(service, **of(ClockSetting(3600)))
    async with store.write(TABLE) as writer:
        for seat in await writer.tables.seats(TABLE):
            await writer.tables.put_seat(
                TABLE, SeatRow(seat=seat.seat, user_id=seat.user_id, name=seat.name, salt=seat.salt)
            )
    person, _ = await mover(service)

    await timers.settle(HOUR)

    assert (await mover(service))[0] != person
    assert await due(store, DEADLINE) == clock.now + HOUR


async def test_a_clock_is_set_by_the_host_in_the_lobby(service: TableService) -> None:
    await open_lobby(service)
    await service.change(TABLE, lobby.set_clock(ANN.id, DAYS, "computer"))

    settings = (await service.load(TABLE)).settings
    assert (settings.clock, settings.bank, settings.regained) == DAYS
    assert settings.on_expiry == "computer"
    with pytest.raises(Refusal):
        await service.change(TABLE, lobby.set_clock(BEN.id, DAYS, "computer"))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("36h", 36 * 3600),
        ("2 days", 2 * 86_400),
        ("1 day 12 hours", 36 * 3600),
        (" 1.5 Hours ", 5400),
        ("1,5 h", 5400),
        ("90min", 5400),
        ("1 h and 30 min", 5400),
        ("90 s", 90),
        ("", 0),
        ("none", 0),
    ],
)
def test_a_typed_time_is_read_kindly(text: str, seconds: int) -> None:
    assert parse_duration(text) == seconds


def test_a_typed_time_is_read_in_the_readers_language_too() -> None:
    with speaking("de"):
        assert parse_duration("1 Tag 12 Stunden 30 Min.") == parse_duration("1 day 12 h 30 min") == 131_400


@pytest.mark.parametrize(
    ("language", "text"), [("en", "3 minutes 59 seconds"), ("de", "3 Minuten 59 Sekunden"), ("ja", "3分59秒")]
)
def test_a_duration_is_written_as_the_language_does_and_can_be_typed_so(language: str, text: str) -> None:
    with speaking(language):
        assert format_duration(239) == text
        assert parse_duration(text) == 239


@pytest.mark.parametrize("text", ["5", "h", "soon", "2 moons", "1h 5", "-3 h", "٣ h"])
def test_a_time_that_says_too_little_is_refused_with_what_is_possible(text: str) -> None:
    with pytest.raises(Refusal, match="such as 90 min, 36h or 2 days"):
        parse_duration(text)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        (("30 s", "", ""), "from 1 minute to 14 days"),
        (("15 days", "", ""), "from 1 minute to 14 days"),
        (("1 h", "31 d", ""), "at most 30 days"),
        (("1 h", "1 h", "2 h"), "more than the whole reserve"),
        (("", "1 h", ""), "also needs a time for each move"),
    ],
)
def test_own_values_have_limits(typed: tuple[str, str, str], text: str) -> None:
    with pytest.raises(Refusal, match=text):
        parse_clock(*typed)

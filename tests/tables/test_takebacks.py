"""Take-backs at a table: at once, or by request and answer; clocks, computer players, and messages."""

from contextlib import suppress
from random import Random

import msgspec
import pytest

from data.store import Store
from engine.core import CHANCE, HOST
from engine.games import game_type
from engine.record import GameRecord
from engine.verification import verify
from tables import lobby
from tables.committing.outbox_rows import CARD, REFRESH, CardPayload
from tables.open_table import OpenTable
from tables.refusal import BoardMovedOn, Refusal
from tables.seat_changes import stand_ins
from tables.service import TableService
from tables.story import MoveTakenBack
from tables.takebacks import Request, find_unanswered, request_of
from tables.timing.clocks import COMPUTER, DEADLINE
from tests.cog_tables import (
    ANN,
    BEN,
    CAM,
    DAN,
    GAME,
    MINUTES_5,
    PEOPLE,
    SEED,
    TABLE,
    deliver,
    due,
    logged,
    mover,
    payloads,
    play,
    queued,
    start_table,
)
from tests.hive_matches import ROUND_1, started
from tests.running_dispatchers import Clock, Running


async def move_once(service: TableService, number: int = 0) -> int:
    """Let the person who must act make a legal action, and return their seat."""
    person, seen = await mover(service)
    assert seen.seat is not None
    await service.act(TABLE, person.id, seen.legal[number], version=seen.version)
    return seen.seat


async def asked(service: TableService, people: int = 2) -> tuple[OpenTable, int]:
    """Start Monster Hex; the first mover asks to take the move back. Return the table and that seat."""
    await start_table(service, people)
    seat = await move_once(service)
    plan = await service.take_back(TABLE, PEOPLE[seat].id, 1)
    assert plan.result == "asked"
    return await service.load(TABLE), seat


async def request(service: TableService) -> Request | None:
    """Return the table's open take-back request, if any."""
    return request_of((await service.load(TABLE)).row)


async def take_move_back(service: TableService, seat: int, move: int) -> None:
    """Let one of two people ask to take a move back, and the other one allow it."""
    await service.take_back(TABLE, PEOPLE[seat].id, move)
    await allow(service, seat)


async def allow(service: TableService, seat: int) -> None:
    """Let the other one of two people allow the request."""
    step = (await service.load(TABLE)).row.step
    await service.answer_take_back(TABLE, others_of(seat)[0], seat, step, allow=True)


def others_of(seat: int, people: int = 2) -> list[int]:
    """Return the user ids at the other seats."""
    return [PEOPLE[other].id for other in range(people) if other != seat]


async def test_a_move_that_all_have_seen_is_asked_about_and_taken_back_when_all_allow_it(service: TableService) -> None:
    before = await start_table(service, 3)
    seat = await move_once(service)
    step = (await service.load(TABLE)).row.step

    plan = await service.take_back(TABLE, PEOPLE[seat].id, 1)

    table = await service.load(TABLE)
    assert [each.user_id for each in plan.asked] == others_of(seat, 3)
    assert table.row.step == step, "no open page goes stale by a question"
    first, second = others_of(seat, 3)
    await service.answer_take_back(TABLE, first, seat, step, allow=True)
    assert (await service.load(TABLE)).actors != (seat,)
    await service.answer_take_back(TABLE, second, seat, step, allow=True)

    after = await service.load(TABLE)
    assert after.require_playing().state == before.require_playing().state
    assert (await logged(service))[-1].action.startswith("takeback ")
    assert request_of(after.row) is None
    assert after.row.step > table.row.step
    assert after.row.turn > table.row.turn


async def test_every_press_may_come_twice_and_counts_once(service: TableService) -> None:
    table, seat = await asked(service)
    entries = await logged(service)
    (other,) = others_of(seat)
    assert (await service.take_back(TABLE, PEOPLE[seat].id, 1)).result == "asked"
    assert (await service.load(TABLE)).row == table.row

    await service.answer_take_back(TABLE, other, seat, table.row.step, allow=True)
    with pytest.raises(Refusal, match="request is over"):
        await service.answer_take_back(TABLE, other, seat, table.row.step, allow=True)
    assert (await service.take_back(TABLE, PEOPLE[seat].id, 1)).result == "done"

    assert len(await logged(service)) == len(entries) + 1


async def test_a_button_of_an_older_move_takes_nothing_back(service: TableService) -> None:
    await start_table(service)
    first = await move_once(service)
    await move_once(service, 1)
    await move_once(service, 2)
    await move_once(service, 3)
    before = await logged(service)

    with pytest.raises((BoardMovedOn, Refusal)):
        await service.take_back(TABLE, PEOPLE[first].id, 1)

    assert await logged(service) == before
    assert await request(service) is None


async def test_a_confirm_pressed_again_after_a_take_back_is_not_taken_for_done(service: TableService) -> None:
    """A repeated press counts as done only if its action was not undone since."""
    await start_table(service)
    person, seen = await mover(service)
    await service.act(TABLE, person.id, seen.legal[0], version=seen.version)
    await service.act(TABLE, person.id, seen.legal[0], version=seen.version)
    await take_move_back(service, seen.seat or 0, 1)

    with pytest.raises(BoardMovedOn):
        await service.act(TABLE, person.id, seen.legal[0], version=seen.version)


async def test_one_who_keeps_the_move_ends_the_question_and_it_is_not_asked_again(service: TableService) -> None:
    table, seat = await asked(service, 3)
    first, second = others_of(seat, 3)

    await service.answer_take_back(TABLE, first, seat, table.row.step, allow=False)
    await service.answer_take_back(TABLE, first, seat, table.row.step, allow=False)

    kept = await request(service)
    assert kept is not None
    assert kept.kept_by == next(each.seat for each in table.seats if each.user_id == first)
    with pytest.raises(Refusal, match="request is over"):
        await service.answer_take_back(TABLE, second, seat, table.row.step, allow=True)
    with pytest.raises(Refusal, match="didn't agree, so the move stays"):
        await service.take_back(TABLE, PEOPLE[seat].id, 1)


async def test_whoever_asked_may_stop_asking_and_ask_again(service: TableService) -> None:
    table, seat = await asked(service)
    asker = PEOPLE[seat].id
    with pytest.raises(Refusal, match="The others answer"):
        await service.answer_take_back(TABLE, asker, seat, table.row.step, allow=True)

    await service.answer_take_back(TABLE, asker, seat, table.row.step, allow=False)

    assert await request(service) is None
    await service.take_back(TABLE, asker, 1)
    assert await request(service) == Request(seat, 1, table.row.step)


async def test_a_question_ends_when_somebody_acts_on(service: TableService) -> None:
    table, seat = await asked(service, 3)
    first, second = others_of(seat, 3)
    await service.answer_take_back(TABLE, first, seat, table.row.step, allow=True)

    await move_once(service)

    assert await request(service) is None
    with pytest.raises(Refusal, match="request is over"):
        await service.answer_take_back(TABLE, second, seat, table.row.step, allow=True)


async def test_where_the_last_who_was_asked_lets_the_computer_play_whoever_asked_takes_back_with_one_more_tap(
    service: TableService, store: Store
) -> None:
    """A computer player agrees automatically, so nobody is left who could press a button for it."""
    table, seat = await asked(service, 3)
    agreeing = table.awaited_seats()[0].user_id
    assert agreeing is not None
    (away,) = {*others_of(seat, 3)} - {agreeing}
    await service.answer_take_back(TABLE, agreeing, seat, table.row.step, allow=True)
    await deliver(store)
    await service.change(TABLE, stand_ins.begin(away, service.hooks(GAME)))
    assert len(await queued(service, REFRESH)) == 1, "the card no longer asks them"
    standing = await service.load(TABLE)
    request = request_of(standing.row)
    assert request is not None
    assert find_unanswered(standing.staying, request) == ()

    plan = await service.take_back(TABLE, PEOPLE[seat].id, 1)

    after = await service.load(TABLE)
    assert (plan.result, after.actors, request_of(after.row)) == ("done", (seat,), None)


async def test_a_move_that_is_allowed_while_the_computer_plays_for_whoever_asked_brings_nobody_back(
    service: TableService,
) -> None:
    table, seat = await asked(service)
    await service.change(TABLE, stand_ins.begin(PEOPLE[seat].id, service.hooks(GAME)))

    await service.answer_take_back(TABLE, others_of(seat)[0], seat, table.row.step, allow=True)

    after = await service.load(TABLE)
    assert (after.actors, after.seats[seat].player is None) == ((seat,), False)


async def test_a_move_that_a_stand_in_has_answered_stays_and_it_is_said_why(service: TableService) -> None:
    await start_table(service, 3)
    seat = await move_once(service)
    away = (await service.load(TABLE)).awaited_seats()[0]
    await service.change(TABLE, stand_ins.begin(away.user_id or 0, service.hooks(GAME)))
    seen = await service.view(TABLE, away.user_id)
    await service.act_for(TABLE, away.seat, seen.legal[0], turn=seen.row.turn)

    with pytest.raises(Refusal, match="Only they could allow you to undo that"):
        await service.take_back_outlook(TABLE, PEOPLE[seat].id)


async def test_strangers_and_those_who_have_left_are_not_asked(service: TableService) -> None:
    table, seat = await asked(service, 3)
    with pytest.raises(Refusal):
        await service.answer_take_back(TABLE, DAN.id, seat, table.row.step, allow=True)
    with pytest.raises(Refusal):
        await service.take_back_outlook(TABLE, DAN.id)

    await service.resign(TABLE, others_of(seat, 3)[0])

    with pytest.raises(Refusal, match="Somebody left"):
        await service.take_back(TABLE, PEOPLE[seat].id, 1)
    with pytest.raises(Refusal, match="You have resigned"):
        await service.take_back(TABLE, others_of(seat, 3)[0], 1)


async def test_whoever_is_beaten_is_not_asked(service: TableService) -> None:
    """A person who is out of a long game may not watch it any more; nobody waits for their answer."""
    options = msgspec.json.encode(game_type("hex_battle_wars").options(3, {"hp": 2})).decode()
    await start_table(service, 3, game="hex_battle_wars", options=options)
    rng, found, asker = Random(3), None, ANN
    while found is None:
        asker, seen = await mover(service)
        table = await service.act(TABLE, asker.id, rng.choice(seen.legal))
        if len(table.staying) == 2:
            with suppress(Refusal):
                found = await service.take_back_outlook(TABLE, asker.id)
    await service.take_back(TABLE, asker.id, found.move)
    table = await service.load(TABLE)
    request = request_of(table.row)
    assert request is not None
    (beaten,) = {seat.seat for seat in table.seats} - {seat.seat for seat in table.staying}

    assert [seat.seat for seat in found.asked] == [each.seat for each in table.staying if each.seat != request.seat]
    for allow in (True, False):
        with pytest.raises(Refusal, match="out of this game"):
            await service.answer_take_back(TABLE, PEOPLE[beaten].id, request.seat, request.step, allow=allow)


async def two_placements(service: TableService, people: int, computers: int, timers: Running | None = None) -> int:
    """Play Connect Four until both seats drop a monster in turn without dice, and return the first of these seats."""
    await start_table(service, people, computers, game="connect_four")
    for _ in range(40):
        if timers is not None:
            await timers.settle()
        person, seen = await mover(service)
        drops = [action for action in seen.legal if action.startswith("drop")]
        before = await service.load(TABLE)
        await service.act(TABLE, person.id, drops[0] if drops else seen.legal[0], version=seen.version)
        if timers is None and drops:
            person, then = await mover(service)
            drops = [action for action in then.legal if action.startswith("drop")]
            if then.seat == seen.seat or not drops:
                continue
            await service.act(TABLE, person.id, drops[0], version=then.version)
        elif timers is not None:
            await timers.settle()
        if drops and await since(service, before) == {0, 1}:
            assert seen.seat is not None
            return seen.seat
    pytest.fail("no two monsters were placed in turn")


async def test_only_one_question_is_open_at_a_time_and_it_says_that_others_have_moved_since(
    service: TableService,
) -> None:
    first = await two_placements(service, 2, 0)
    second = 1 - first
    found = await service.take_back_outlook(TABLE, PEOPLE[first].id)
    assert found.others
    await service.take_back(TABLE, PEOPLE[first].id, found.move)

    newest = (await service.load(TABLE)).require_playing().logged[second]
    with pytest.raises(Refusal, match="until everybody has answered"):
        await service.take_back(TABLE, PEOPLE[second].id, newest)

    await allow(service, first)
    assert (await service.load(TABLE)).actors == (first,)
    told = (await service.load_recent(TABLE))[1][-1]
    assert (told.seat, told.others) == (first, True)


async def test_computer_players_agree_at_once_and_what_they_did_since_is_undone(
    service: TableService, timers: Running
) -> None:
    seat = await two_placements(service, 1, 1, timers)
    n = (await service.load(TABLE)).require_playing().n
    found = await service.take_back_outlook(TABLE, ANN.id)
    assert (found.asked, found.others, found.is_unseen) == ((), True, False)

    plan = await service.take_back(TABLE, ANN.id, found.move)

    after = (await service.load(TABLE)).require_playing()
    assert plan.result == "done"
    assert (after.actors, after.n) == ((seat,), n + 1)
    assert await due(service.store, COMPUTER) is None


async def test_a_move_is_not_offered_back_where_the_computer_player_next_is_followed_by_a_draw(
    service: TableService, timers: Running
) -> None:
    """Monster Hex draws tiles at the end of each round until none are left."""
    await start_table(service, 1, 1)
    offers: list[bool] = []
    await timers.settle()
    while (await service.load(TABLE)).row.phase == "playing":
        person, seen = await mover(service)
        made = await service.make_move(TABLE, person.id, seen.legal[0], version=seen.version)
        await timers.settle()
        is_refused = True
        with suppress(Refusal):
            await service.take_back_outlook(TABLE, person.id)
            is_refused = False
        offers.append(made.take_back is not None)
        assert offers[-1] is not is_refused

    assert set(offers) == {True, False}


async def since(service: TableService, before: OpenTable) -> set[int]:
    """Return the actors of all entries since `before`."""
    return {entry.actor for entry in (await logged(service))[before.require_playing().n :]}


async def test_what_was_drawn_or_rolled_is_never_given_back(service: TableService) -> None:
    """Monster Hex draws tiles at the end of each round."""
    await start_table(service)
    while True:
        before = await service.load(TABLE)
        seat = await move_once(service)
        if CHANCE in await since(service, before):
            break

    with pytest.raises(Refusal, match="drawn or rolled"):
        await service.take_back_outlook(TABLE, PEOPLE[seat].id)
    with pytest.raises(Refusal, match="drawn or rolled"):
        await service.take_back(TABLE, PEOPLE[seat].id, (await service.load(TABLE)).require_playing().logged[seat])


@pytest.mark.parametrize(("thinking", "left"), [(100_000, 200_000), (290_000, 60_000)])
async def test_the_mover_gets_back_the_time_that_was_left_and_at_least_a_minute(
    service: TableService, clock: Clock, thinking: int, left: int
) -> None:
    await start_table(service, clock=MINUTES_5)
    clock.now += thinking
    seat = await move_once(service)
    clock.now += 30_000
    await service.take_back(TABLE, PEOPLE[seat].id, 1)
    clock.now += 45_000

    await allow(service, seat)

    assert await due(service.store, DEADLINE) == clock.now + left


async def test_a_choice_that_stays_when_another_is_taken_back_gives_nobody_the_bank_of_somebody_else(
    service: TableService, clock: Clock
) -> None:
    """The others' choices are logged again, long after they were made."""
    options = msgspec.json.encode(game_type(GAME).options(4, {"abilities": True})).decode()
    before = await start_table(service, 4, clock=MINUTES_5, bank=600, options=options)
    seats = {seat.user_id: seat.seat for seat in before.seats}
    for person, minutes in ((ANN, 0), (BEN, 6), (CAM, 3)):
        clock.now += minutes * 60_000
        view = await service.view(TABLE, person.id)
        await service.act(TABLE, person.id, view.legal[0])
    banks = {seat.user_id: seat.bank for seat in (await service.load(TABLE)).seats}
    await service.take_back(TABLE, ANN.id, 1)

    found = await service.take_back_outlook(TABLE, CAM.id)
    await service.take_back(TABLE, CAM.id, found.move)

    after = (await service.load(TABLE)).seats[seats[CAM.id]].bank
    assert banks[BEN.id] != banks[CAM.id]
    assert after == banks[CAM.id]


async def test_asking_pings_nobody_and_whoever_asked_is_called_back(service: TableService) -> None:
    await start_table(service)
    seat = await move_once(service)
    await deliver(service.store)

    await service.take_back(TABLE, PEOPLE[seat].id, 1)

    assert [row.kind for row in await queued(service)] == [REFRESH]
    await deliver(service.store)
    await allow(service, seat)
    (card,) = await payloads(service, CARD, CardPayload)
    assert card.users == (PEOPLE[seat].id,)


async def test_whoever_takes_back_at_once_is_not_pinged(service: TableService, store: Store) -> None:
    await start_table(service, 1, 1)
    seat = await move_once(service) if (await service.load(TABLE)).actors == (0,) else None
    if seat is None:
        pytest.fail("seat 0 begins with this seed")
    await deliver(store)

    await service.take_back(TABLE, ANN.id, 1)

    (card,) = await payloads(service, CARD, CardPayload)
    assert card.users == ()


async def test_it_is_told_with_what_it_was_counted_and_stands_in_a_record_that_verifies(service: TableService) -> None:
    await start_table(service)
    for number in (1, 2):
        seat = await move_once(service, number)
        told = (await service.load_recent(TABLE))[1][-1]
        await take_move_back(service, seat, number)

        newest = (await service.load_recent(TABLE))[1][-1]
        assert isinstance(newest, MoveTakenBack)
        assert (newest.seat, newest.count, newest.others) == (seat, number, False)
        assert newest.events[-1] == told

    await service.change(TABLE, lobby.cancel(ANN.id))
    record = await service.record(TABLE, ANN.id)
    found = verify(GameRecord(record.configuration, record.entries, SEED))
    assert (found.takebacks, found.differences) == (2, ())


async def test_a_move_of_which_nothing_was_told_is_told_when_it_is_taken_back(service: TableService) -> None:
    """Everybody has seen that the turn went on: in Connect Four a player may leave a click unused."""
    await start_table(service, game="connect_four")
    await play(service, 26)
    person, seen = await mover(service)
    await service.act(TABLE, person.id, "click none")
    assert seen.seat is not None
    move = (await service.load(TABLE)).require_playing().logged[seen.seat]

    await take_move_back(service, seen.seat, move)

    assert (await service.load_recent(TABLE))[1][-1] == MoveTakenBack(seen.seat, (), others=False, count=1)


async def test_what_is_pending_in_hive_mind_is_changed_itself(service: TableService) -> None:
    """Choices are overwritten and *Ready* is reopened until everybody is ready; later, hints have been given."""
    await started(service)
    await service.act(TABLE, ANN.id, ROUND_1)
    entries = await logged(service)
    for text in ("ready", "reopen"):
        with pytest.raises(Refusal, match="until everybody is ready"):
            await service.take_back_outlook(TABLE, ANN.id)
        await service.act(TABLE, ANN.id, text)
    await service.act(TABLE, ANN.id, "ready")
    for person in (BEN, CAM):
        await service.act(TABLE, person.id, f"{ROUND_1} ready")

    with pytest.raises(Refusal):
        await service.take_back_outlook(TABLE, CAM.id)
    assert not any(entry.actor == HOST for entry in (await logged(service))[len(entries) :])


async def test_a_force_that_nobody_has_seen_is_taken_back_at_once(service: TableService) -> None:
    before = await start_table(service, game="connect_four")
    seat = -1
    table = before
    while not (table.is_simultaneous and len(table.actors) == 1):
        before, seat = table, await move_once(service)
        table = await service.load(TABLE)
    found = await service.take_back_outlook(TABLE, PEOPLE[seat].id)
    assert (found.asked, found.is_unseen) == ((), True)

    assert (await service.take_back(TABLE, PEOPLE[seat].id, found.move)).result == "done"

    after = await service.load(TABLE)
    assert after.require_playing().state == before.require_playing().state
    other = 1 - seat
    assert after.require_playing().view(other) == before.require_playing().view(other)
    told = (await service.load_recent(TABLE))[1][-1]
    assert isinstance(told, MoveTakenBack), "that a force was chosen has been told"
    assert told.seat == seat

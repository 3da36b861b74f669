"""Missed deadlines and stand-ins: the effect of each table setting, and how a person comes back."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from cogs.ui.messages.cards import COMPUTER_PLAYS_ON, format_leavers, state_line
from cogs.ui.messages.pause_block import ENDED_LATE
from data.store import Store
from engine.core import HOST
from engine.game import act, begin
from engine.games import game_type
from engine.record import Configuration, StandIn, parse_host
from engine.record_json import decode, encode
from engine.verification import verify
from tables.calling.questions import ANYBODY, KEPT, TAKEN, OfferPayload
from tables.committing.outbox_rows import CARD, OFFER, CardPayload
from tables.game_hooks import GameHooks
from tables.moderating import moderation
from tables.moderating.moderation import Moderator
from tables.moves import close_turn
from tables.open_table import OpenTable, Person, is_stood_in
from tables.refusal import BoardMovedOn, Refusal
from tables.seat_changes import handovers, seats, stand_ins
from tables.service import TableService
from tables.settings import TableSettings
from tables.story import SeatNoted
from tables.timing.clocks import COMPUTER, DEADLINE
from tests.cog_tables import (
    ANN,
    BEN,
    CAM,
    DAN,
    EVE,
    HOUR,
    MINUTES_5,
    PEOPLE,
    TABLE,
    count_closed_turns,
    deliver,
    due,
    logged,
    mover,
    payloads,
    play,
    start_table,
    table_row,
)
from tests.hive_matches import ROUND_1, started
from tests.running_dispatchers import Clock, Running

MINUTES_5_MS = MINUTES_5 * 1000


async def miss(service: TableService, timers: Running, absent: Person, times: int) -> int:
    """Let one person miss several deadlines while the others move in time, and return that person's seat."""
    seat = (await service.view(TABLE, absent.id)).seat
    assert seat is not None
    while (await service.load(TABLE)).seats[seat].missed < times:
        if (await service.view(TABLE)).awaited_seats():
            person, seen = await mover(service)
            if person != absent:
                await service.act(TABLE, person.id, seen.legal[0])
                continue
        await timers.settle(MINUTES_5_MS)
    return seat


async def noted(service: TableService) -> list[tuple[str, str]]:
    """Return the kinds and names of the seat changes that the story reports."""
    _, events, _ = await service.load_news(TABLE, 0)
    return [(event.kind, event.name) for event in events if isinstance(event, SeatNoted)]


async def made_for(service: TableService, seat: int) -> int:
    """Count the moves that the record marks as made for a seat."""
    commands = [parse_host(entry.action) for entry in await logged(service) if entry.actor == HOST]
    return sum(isinstance(command, StandIn) and command.seat == seat for command in commands)


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("connect_four", 2, {"size": "brawl"}),
        ("hex_battle_wars", 3, {"pieces": 2}),
        ("hive_mind", 3, {}),
        ("monster_hex", 3, {"abilities": True}),
    ],
)
def test_whoever_is_late_is_asked_nothing_more_in_that_turn(name: str, seats: int, options: dict[str, Any]) -> None:
    """A turn may ask several things, such as an ability after a tile; one deadline covers them all."""
    rng, kind, settings = Random(1), game_type(name), TableSettings(seats=seats)
    row = table_row(settings=settings, phase="playing", game=name, options="{}")
    game = begin(Configuration(name, kind.rules_version, kind.options(seats, options), seats), row.server_seed).game
    for _ in range(120):
        closed = close_turn(OpenTable(row, (), game), GameHooks()).game
        assert closed.turn != game.turn or set(closed.actors).isdisjoint(game.actors)
        seat = rng.choice(game.actors)
        game = act(game, seat, rng.choice(game.legal(seat)), row.server_seed).game
        if game.outcome is not None:
            break


@pytest.mark.parametrize("setting", ["default", "computer", "replace", "forfeit"])
async def test_the_first_deadline_missed_is_forgiven_whatever_the_setting(
    service: TableService, timers: Running, setting: str
) -> None:
    await start_table(service, clock=MINUTES_5, on_expiry=setting)

    seat = await miss(service, timers, ANN, 1)

    table = await service.load(TABLE)
    assert (table.row.phase, await count_closed_turns(service)) == ("playing", 1)
    assert (is_stood_in(table.seats[seat]), table.seats[seat].offered_to) == (False, None)
    assert await noted(service) == [(handovers.LATE, "Ann")]


async def test_a_move_or_coming_back_ends_an_absence(service: TableService, timers: Running) -> None:
    await start_table(service, clock=MINUTES_5, on_expiry="computer")
    seat = await miss(service, timers, ANN, 1)
    await service.change(TABLE, stand_ins.come_back(ANN.id))
    assert (await service.load(TABLE)).seats[seat].missed == 0

    await miss(service, timers, ANN, 1)

    assert not is_stood_in((await service.load(TABLE)).seats[seat])
    while (await mover(service))[0] != ANN:
        person, seen = await mover(service)
        await service.act(TABLE, person.id, seen.legal[0])
    await service.act(TABLE, ANN.id, (await mover(service))[1].legal[0])
    assert (await service.load(TABLE)).seats[seat].missed == 0


async def test_by_default_the_rule_books_move_is_made_again_and_again(service: TableService, timers: Running) -> None:
    await start_table(service, clock=MINUTES_5)

    await miss(service, timers, ANN, 3)

    assert await count_closed_turns(service) == 3


async def test_from_the_second_on_a_computer_player_stands_in_and_the_record_tells_its_moves(
    service: TableService, timers: Running
) -> None:
    await start_table(service, clock=MINUTES_5, on_expiry="computer")
    seat = await miss(service, timers, ANN, 2)
    await timers.settle()

    table = await service.load(TABLE)
    assert is_stood_in(table.seats[seat])
    assert (table.seats[seat].user_id, table.seats[seat].name) == (ANN.id, "Ann")
    assert (await mover(service))[0] == BEN, "the game goes on at once"
    assert (await count_closed_turns(service), await made_for(service, seat)) == (1, 1)
    assert (await service.view(TABLE, ANN.id)).seat == seat
    assert await noted(service) == [(handovers.LATE, "Ann"), (handovers.AWAY_STAND_IN, "Ann")]


async def to_the_end(service: TableService, timers: Running) -> OpenTable:
    """Play for people and computer players until the game is over, and return the table."""
    while (table := await service.load(TABLE)).row.phase == "playing":
        if table.awaited_seats():
            await play(service, 1)
        else:
            await timers.settle()
    return table


async def test_what_a_stand_in_comes_to_is_its_persons_result_and_the_record_verifies(
    service: TableService, timers: Running
) -> None:
    await start_table(service)
    await service.change(TABLE, stand_ins.begin(ANN.id, service.hooks("monster_hex")))

    table = await to_the_end(service, timers)

    async with service.store.read() as reader:
        assert {row.user_id for row in await reader.tables.results_of_user(ANN.id, table.row.guild_id or 0, 5)} == {
            ANN.id,
            BEN.id,
        }
    seat = next(row.seat for row in table.seats if row.user_id == ANN.id)
    assert await made_for(service, seat) > 3
    assert not any(entry.actor == seat for entry in await logged(service))
    assert verify(decode(encode(await service.record(TABLE, BEN.id)))).verified


async def test_a_stand_in_begins_at_any_time_and_a_move_of_ones_own_takes_the_seat_back(
    service: TableService, store: Store, clock: Clock
) -> None:
    await start_table(service, clock=MINUTES_5)
    person, seen = await mover(service)
    before = await due(store, DEADLINE)
    clock.now += 60_000
    hooks = service.hooks("monster_hex")

    await service.change(TABLE, stand_ins.begin(person.id, hooks))
    assert await due(store, COMPUTER) == clock.now
    with pytest.raises(Refusal, match="already plays for you"):
        await service.change(TABLE, stand_ins.begin(person.id, hooks))
    assert (await service.load(TABLE)).awaited_seats() == ()
    await service.act(TABLE, person.id, seen.legal[0])

    table = await service.load(TABLE)
    assert not any(is_stood_in(seat) for seat in table.seats)
    assert await made_for(service, seen.seat or 0) == 0
    assert before is not None
    name = person.name
    assert await noted(service) == [(handovers.STAND_IN, name), (handovers.BACK, name)]


async def test_whoever_is_back_in_their_turn_has_its_time_and_gets_a_card_without_a_ping(
    service: TableService, store: Store, clock: Clock
) -> None:

    await start_table(service, clock=MINUTES_5)
    person, _ = await mover(service)
    before = await due(store, DEADLINE)
    await service.change(TABLE, stand_ins.begin(person.id, service.hooks("monster_hex")))
    await deliver(store)
    clock.now += 60_000

    await service.change(TABLE, stand_ins.come_back(person.id))

    assert await due(store, DEADLINE) == before, "going and coming gives no new time"
    assert await due(store, COMPUTER) is None
    async with store.read() as reader:
        rows = await reader.outbox.pending(clock.now + HOUR)
    (card,) = [row for row in rows if row.kind == CARD]
    assert not msgspec.json.decode(card.payload, type=CardPayload).ping


async def test_a_computer_player_that_is_thinking_does_not_move_for_whoever_is_back(service: TableService) -> None:
    await start_table(service)
    person, seen = await mover(service)
    await service.change(TABLE, stand_ins.begin(person.id, service.hooks("monster_hex")))
    await service.change(TABLE, stand_ins.come_back(person.id))

    with pytest.raises(BoardMovedOn):
        await service.act_for(TABLE, seen.seat or 0, seen.legal[0], turn=seen.row.turn)


async def test_a_seat_that_is_opened_is_taken_by_anybody_without_one_and_a_computer_plays_till_then(
    service: TableService, timers: Running
) -> None:
    await start_table(service, clock=MINUTES_5, on_expiry="replace")
    seat = await miss(service, timers, ANN, 2)
    await timers.settle()
    opened = (await service.load(TABLE)).seats[seat]
    assert (opened.offered_to, is_stood_in(opened)) == (ANYBODY, True)
    assert await made_for(service, seat) == 1

    with pytest.raises(Refusal, match="already have a seat"):
        await service.change(TABLE, seats.take(BEN, seat, opened.offers))
    with pytest.raises(Refusal):
        await service.change(TABLE, seats.decline(CAM.id, seat, opened.offers))
    taken = await service.change(TABLE, seats.take(CAM, seat, opened.offers))

    row = taken.seats[seat]
    assert (row.user_id, row.player, row.offered_to, row.missed) == (CAM.id, None, None, 0)
    with pytest.raises(Refusal):
        await service.change(TABLE, seats.take(DAN, seat, opened.offers))
    assert [(offer.to, offer.outcome) for offer in await payloads(service, OFFER, OfferPayload)] == [
        (ANYBODY, ""),
        (CAM.id, TAKEN),
    ]


async def test_whoever_is_back_keeps_the_seat_that_was_opened(service: TableService, timers: Running) -> None:
    await start_table(service, clock=MINUTES_5, on_expiry="replace")
    seat = await miss(service, timers, ANN, 2)
    opened = (await service.load(TABLE)).seats[seat]

    await service.change(TABLE, stand_ins.come_back(ANN.id))

    with pytest.raises(Refusal, match="no longer on offer"):
        await service.change(TABLE, seats.take(CAM, seat, opened.offers))
    assert (await payloads(service, OFFER, OfferPayload))[-1].outcome == KEPT


async def test_a_locked_table_opens_no_seat_which_nobody_could_take(service: TableService, timers: Running) -> None:
    await start_table(service, clock=MINUTES_5, on_expiry="replace")
    await service.change(TABLE, moderation.lock(Moderator(EVE.id)))
    seat = await miss(service, timers, ANN, 2)

    away = (await service.load(TABLE)).seats[seat]
    assert (away.offered_to, is_stood_in(away)) == (None, True)
    assert await payloads(service, OFFER, OfferPayload) == []
    await service.change(TABLE, moderation.unlock(Moderator(EVE.id)))
    await service.change(TABLE, seats.offer(ANN.id, seat, CAM.id))


async def test_a_seat_is_forfeited_at_the_second_deadline_and_the_game_goes_on_by_its_rules(
    service: TableService, timers: Running
) -> None:
    await start_table(service, 3, clock=MINUTES_5, on_expiry="forfeit")
    seat = await miss(service, timers, CAM, 2)

    table = await service.load(TABLE)
    assert (table.row.phase, table.seats[seat].state) == ("playing", "forfeited")
    assert (HOST, f"forfeit {seat} late") in [(entry.actor, entry.action) for entry in await logged(service)]
    assert await noted(service) == [(handovers.LATE, "Cam"), (handovers.FORFEITED, "Cam")]
    assert (await mover(service))[0] != CAM


@pytest.mark.parametrize(("game", "seats"), [("connect_four", 2), ("hive_mind", 3)])
async def test_seats_that_one_deadline_puts_out_go_together_and_the_game_counts_for_nobody(
    service: TableService, timers: Running, game: str, seats: int
) -> None:
    kind = game_type(game)
    chosen: dict[str, Any] = {
        "options": msgspec.json.encode(kind.options(seats, {})).decode(),
        "rules_version": kind.rules_version,
    }
    await start_table(service, seats, clock=MINUTES_5, on_expiry="forfeit", game=game, **chosen)

    await timers.settle(MINUTES_5_MS)
    await timers.settle(MINUTES_5_MS)

    table = await service.load(TABLE)
    assert {seat.state for seat in table.seats} == {"forfeited"}
    assert (table.row.phase, [(seat.place, seat.won) for seat in table.seats]) == ("cancelled", [(None, 0)] * seats)
    seen = await service.view(TABLE)
    assert state_line(seen) == ENDED_LATE
    assert COMPUTER_PLAYS_ON not in format_leavers(seen)
    assert [kind for kind, _ in await noted(service)].count(handovers.FORFEITED) == seats
    assert not verify(await service.record(TABLE, ANN.id)).differences


async def late_in_a_round(service: TableService, timers: Running, absent: Sequence[Person]) -> None:
    """Let everybody else be ready in the first round, and let its time run out."""
    for person in PEOPLE[:3]:
        if person not in absent:
            await service.act(TABLE, person.id, f"{ROUND_1} ready")
    await timers.settle(MINUTES_5_MS)


@pytest.mark.parametrize("setting", ["computer", "forfeit"])
async def test_in_a_round_whoever_is_late_the_first_time_is_closed_without_and_the_other_given_up(
    service: TableService, timers: Running, store: Store, setting: str
) -> None:
    await started(service, clock=MINUTES_5, on_expiry=setting)
    async with store.write(TABLE) as writer:
        (*_, cam) = await writer.tables.seats(TABLE)
        await writer.tables.put_seat(TABLE, msgspec.structs.replace(cam, missed=1))

    await late_in_a_round(service, timers, (BEN, CAM))

    table = await service.load(TABLE)
    assert table.row.turn == 2
    assert [seat.missed for seat in table.seats] == [0, 1, 2]
    assert await count_closed_turns(service) == 1
    assert is_stood_in(table.seats[2]) == (setting == "computer")
    assert table.seats[2].state == ("active" if setting == "computer" else "forfeited")


async def test_in_a_round_computer_players_hand_in_for_all_who_stay_away(
    service: TableService, timers: Running, store: Store
) -> None:
    await started(service, clock=MINUTES_5, on_expiry="computer")
    async with store.write(TABLE) as writer:
        (*_, cam) = await writer.tables.seats(TABLE)
        await writer.tables.put_seat(TABLE, msgspec.structs.replace(cam, missed=1))

    await late_in_a_round(service, timers, (CAM,))

    assert (await service.load(TABLE)).row.turn == 2
    assert await count_closed_turns(service) == 0
    assert await made_for(service, 2) >= 4


@pytest.mark.parametrize("setting", ["computer", "replace"])
async def test_computer_players_do_not_finish_a_game_in_which_nobody_is_left(
    service: TableService, timers: Running, setting: str
) -> None:
    """Otherwise the game would be over and counted within seconds, before anybody could come back."""
    await start_table(service, clock=MINUTES_5, on_expiry=setting)
    await miss(service, timers, ANN, 2)
    await timers.settle()
    seat = (await service.view(TABLE, BEN.id)).seat or 0
    for _ in range(3):
        await timers.settle(MINUTES_5_MS)

    table = await service.load(TABLE)
    ben = table.seats[seat]
    assert (table.row.phase, is_stood_in(ben), ben.missed) == ("playing", False, 3)
    assert ben.offered_to == (ANYBODY if setting == "replace" else None)
    assert (await noted(service))[2:] == [(handovers.LATE, "Ben"), (handovers.LAST_ONE, "Ben")]
    await service.change(TABLE, stand_ins.come_back(ANN.id))
    await service.act(TABLE, BEN.id, (await service.view(TABLE, BEN.id)).legal[0])
    assert (await service.load(TABLE)).awaited_seats()[0].user_id == ANN.id

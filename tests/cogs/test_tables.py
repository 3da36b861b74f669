"""The table service: one write path, and whatever goes through it is committed whole or not at all."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cogs import _lobby
from cogs import _texts as texts
from cogs._looks import DEADLINE, OpenTable, TableSettings
from cogs._refusal import BoardMovedOn, Refusal
from cogs._tables import CARD, COMPUTER, LOBBY, LOBBY_EXPIRY, REPLY, Change, Reply, TableService
from data.store import StaleStep, Store
from engine import table as engine_table
from engine.core import EngineError, NotYourTurn
from tests.cogs import cog_tables
from tests.cogs.cog_tables import (
    ANN,
    BEN,
    CAM,
    DAN,
    EVE,
    HOUR,
    LIMITS,
    TABLE,
    mover,
    open_lobby,
    play,
    start_table,
)
from tests.cogs.dispatchers import Clock, Running

MINUTES_5 = 5 * 60
DAY = 24 * 3600


@pytest.fixture
def everything(tmp_path: Path) -> Any:
    """All rows of all tables of the database, as they are."""

    def rows() -> dict[str, list[tuple[Any, ...]]]:
        with sqlite3.connect(tmp_path / "hexcade.sqlite3") as database:
            names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            found = {name: database.execute(f"SELECT * FROM {name}").fetchall() for name in names}
        database.close()
        return found

    return rows


async def queued(store: Store, clock: Clock) -> list[tuple[str, int]]:
    """What waits to be said: kind and step."""
    async with store.read() as reader:
        return [(row.kind, row.step) for row in await reader.pending_outbox(clock.now)]


async def said(store: Store, clock: Clock) -> None:
    """Everything that waits is said."""
    async with store.write() as writer:
        await writer.outbox_done([row.id for row in await writer.pending_outbox(clock.now)])


async def timer(store: Store, kind: str) -> tuple[int, int] | None:
    """Step and time of a timer."""
    async with store.read() as reader:
        found = await reader.timer(TABLE, kind)
    return None if found is None else (found.step, found.due)


async def promised(store: Store) -> Reply:
    """A promise to answer a slash command."""
    async with store.write() as writer:
        return cog_tables.promised(
            await writer.queue(REPLY, None, 0, "{}", token="token", expires=writer.now + HOUR), "token"
        )


# Opening


async def test_a_new_table_has_its_host_its_lobby_message_and_its_time_to_be_started(
    service: TableService, store: Store, clock: Clock
) -> None:
    row = await open_lobby(service)

    table = await service.load(TABLE)
    assert (table.row, [seat.user_id for seat in table.seats], table.game) == (row, [ANN.id], None)
    assert await queued(store, clock) == [(LOBBY, 1), (REPLY, 0)]
    assert await timer(store, LOBBY_EXPIRY) == (1, 24 * HOUR)


ELSEWHERE = {"host": {"host": BEN.id}, "channel": {"channel_id": 5}, "server": {"guild_id": 6}}


@pytest.mark.parametrize(
    ("scope", "text"),
    [
        ("host", "You have 2 open tables already"),
        ("channel", "This channel has 2 open tables already"),
        ("server", "This server has 2 open tables already"),
    ],
)
async def test_there_are_only_so_many_open_tables_of_a_host_in_a_channel_in_a_server(
    service: TableService, everything: Any, scope: str, text: str
) -> None:
    limits = {**LIMITS, scope: 2}
    otherwise = {key: value for one, change in ELSEWHERE.items() if one != scope for key, value in change.items()}
    await open_lobby(service, limits=limits, id="one")
    await open_lobby(service, limits=limits, id="two", **otherwise)
    before = everything()

    with pytest.raises(Refusal, match=text):
        await open_lobby(service, limits=limits, id="three", **otherwise)

    assert everything() == before
    await open_lobby(service, limits=limits, id="elsewhere", **ELSEWHERE[scope])


async def test_a_table_that_is_closed_makes_room(service: TableService) -> None:
    limits = {**LIMITS, "host": 1}
    await open_lobby(service, limits=limits)
    await service.change(TABLE, _lobby.cancel(ANN.id))

    await open_lobby(service, limits=limits, id="another")


async def test_tables_opened_at_once_do_not_pass_the_limit_together(service: TableService) -> None:
    limits = {**LIMITS, "host": 3}

    opened = await asyncio.gather(
        *(open_lobby(service, limits=limits, id=f"table{number}") for number in range(8)), return_exceptions=True
    )

    assert sum(isinstance(result, Refusal) for result in opened) == 5


async def test_tables_outside_servers_count_for_no_server(service: TableService) -> None:
    limits = {**LIMITS, "server": 1}

    for number in range(3):
        await open_lobby(service, limits=limits, id=f"table{number}", guild_id=None)


# Changing


async def test_an_unknown_table_is_refused(service: TableService) -> None:
    for ask in (service.load("nowhere"), service.look("nowhere"), service.change("nowhere", _lobby.cancel(ANN.id))):
        with pytest.raises(Refusal, match="not known"):
            await ask


async def test_a_change_of_an_earlier_step_is_refused(service: TableService, everything: Any) -> None:
    await open_lobby(service)
    await service.change(TABLE, _lobby.join(BEN, "salt"))
    before = everything()

    with pytest.raises(BoardMovedOn):
        await service.change(TABLE, _lobby.cancel(ANN.id), step=1)

    assert everything() == before


async def test_a_refused_decision_changes_nothing(service: TableService, store: Store, everything: Any) -> None:
    await start_table(service)
    reply = await promised(store)
    person, look = await mover(service)
    other = BEN if person == ANN else ANN
    before = everything()

    for error, attempt in (
        (Refusal, service.change(TABLE, _lobby.join(CAM, "salt"), reply=reply)),
        (Refusal, service.act(TABLE, CAM.id, look.legal[0], reply=reply)),
        (NotYourTurn, service.act(TABLE, other.id, look.legal[0], reply=reply)),
        (EngineError, service.act(TABLE, person.id, "place S1 Z9 0", reply=reply)),
        (EngineError, service.act(TABLE, person.id, "x" * 501, reply=reply)),
        (BoardMovedOn, service.act(TABLE, person.id, look.legal[0], step=look.row.step - 1, reply=reply)),
        (Refusal, service.resign(TABLE, CAM.id, reply=reply)),
        (Refusal, service.change(TABLE, _lobby.cancel(BEN.id), reply=reply)),
        (BoardMovedOn, service.close(TABLE, step=look.row.step - 1)),
    ):
        with pytest.raises(error):
            await attempt
        assert everything() == before


async def test_an_accident_in_the_middle_of_a_commit_changes_nothing(
    service: TableService, everything: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_table(service)
    person, look = await mover(service)
    before = everything()

    async def accident(*_: Any, **__: Any) -> None:
        raise RuntimeError("the power went")

    monkeypatch.setattr(service, "_announce", accident)
    with pytest.raises(RuntimeError):
        await service.act(TABLE, person.id, look.legal[0])

    assert everything() == before


async def test_the_answer_to_a_command_is_finished_together_with_what_it_tells(
    service: TableService, store: Store, clock: Clock
) -> None:
    await start_table(service)
    await said(store, clock)
    reply = await promised(store)
    person, look = await mover(service)

    await service.act(TABLE, person.id, look.legal[0].upper().replace(" ", "  "), reply=reply)

    async with store.read() as reader:
        waiting = await reader.pending_outbox(clock.now)
    answers = [row for row in waiting if row.kind == REPLY]
    assert [row.id for row in answers] != [reply.row]
    assert [row.payload for row in answers] == [f'{{"text":"{texts.done(look.legal[0])}"}}']
    assert [(row.token, row.expires) for row in answers] == [("token", clock.now + 15 * 60_000)]


async def test_whoever_waits_for_commits_is_told_after_each_and_only_then(service: TableService) -> None:
    told: list[int] = []
    service.on_commit(lambda: told.append(1))
    await open_lobby(service)
    assert len(told) == 1

    with pytest.raises(Refusal):
        await service.change(TABLE, _lobby.join(ANN, "salt"))
    assert len(told) == 1

    await service.change(TABLE, _lobby.join(BEN, "salt"))
    assert len(told) == 2


async def test_a_secret_is_in_no_representation(service: TableService, store: Store) -> None:
    table = await start_table(service)
    reply = await promised(store)

    assert "token" not in repr(reply)
    assert table.row.server_seed.hex() not in repr(table)
    assert repr(table.row.server_seed) not in repr(table)
    _, look = await mover(service)
    assert look.view.hand is not None
    assert repr(look.view.hand) not in repr(look.view)


# Acting


async def test_a_click_that_is_sent_twice_counts_once(service: TableService, everything: Any) -> None:
    await start_table(service)
    person, look = await mover(service)

    first, second = await asyncio.gather(
        *(service.act(TABLE, person.id, look.legal[0], step=look.row.step) for _ in range(2))
    )

    assert first.row == second.row
    placed = [row for row in everything()["entries"] if look.legal[0] in row]
    assert len(placed) == 1


async def test_a_double_click_on_the_last_move_counts_once_too(service: TableService) -> None:
    await start_table(service)
    *_, (person, look, action) = [entry async for entry in _played_out(service)]

    again = await service.act(TABLE, person.id, action, step=look.row.step)

    assert again.row.phase == "finished"


async def _played_out(service: TableService) -> Any:
    while (await service.look(TABLE)).row.phase == "playing":
        person, look = await mover(service)
        yield person, look, look.legal[0]
        await service.act(TABLE, person.id, look.legal[0], step=look.row.step)


async def test_another_move_from_an_old_button_is_no_double_click(service: TableService) -> None:
    await start_table(service)
    person, look = await mover(service)
    await service.act(TABLE, person.id, look.legal[0], step=look.row.step)

    with pytest.raises(BoardMovedOn):
        await service.act(TABLE, person.id, look.legal[1], step=look.row.step)


async def test_a_typed_move_that_is_repeated_is_no_double_click(service: TableService) -> None:
    """Typed moves carry no step: the second one is simply out of turn."""
    await start_table(service)
    person, look = await mover(service)
    await service.act(TABLE, person.id, look.legal[0])

    with pytest.raises(NotYourTurn, match="is to move"):
        await service.act(TABLE, person.id, look.legal[0])


async def test_people_acting_at_one_table_at_once_lose_nothing(service: TableService, store: Store) -> None:
    """Through two services, as two processes are: each turn is taken once, and the log is a game by the rules."""
    await start_table(service, 4)
    doors = (service, TableService(store))
    people = (ANN, BEN, CAM, DAN)
    for _ in range(10):
        _, look = await mover(service)
        results = await asyncio.gather(
            *(door.act(TABLE, who.id, look.legal[0], step=look.row.step) for door in doors for who in people),
            return_exceptions=True,
        )
        assert sum(not isinstance(result, Exception) for result in results) == len(doors)
        assert (await service.look(TABLE)).row.step == look.row.step + 1

    game = (await service.load(TABLE)).require_playing()
    assert len([entry for entry in game.entries if entry.actor >= 0]) == 10
    again = engine_table.resume(game.configuration, game.entries, game.step)
    assert engine_table.snapshot(again) == engine_table.snapshot(game)


async def test_a_table_that_was_changed_from_elsewhere_is_not_overwritten(service: TableService, store: Store) -> None:
    """The step is compared and set, whoever writes."""
    await open_lobby(service)
    table = await service.load(TABLE)
    await service.change(TABLE, _lobby.join(BEN, "salt"))

    with pytest.raises(StaleStep):
        async with store.write(TABLE) as writer:
            await service._commit(writer, table, Change(seats=()))

    assert len((await service.load(TABLE)).seats) == 2


async def test_a_table_is_the_same_from_its_log_as_from_its_snapshot(service: TableService, store: Store) -> None:
    await start_table(service)
    table = await play(service, 5)

    async with store.write(TABLE) as writer:
        await writer.save_snapshot(TABLE, 1, 1, b"an old one")

    again = await service.load(TABLE)
    assert (again.row, again.seats) == (table.row, table.seats)
    assert engine_table.snapshot(again.require_playing()) == engine_table.snapshot(table.require_playing())


async def test_a_lobbys_buttons_are_stale_on_the_board(service: TableService) -> None:
    row = await open_lobby(service, TableSettings(seats=2))
    steps = [row.step]
    steps.append((await service.change(TABLE, _lobby.join(BEN, "salt"))).row.step)
    table = await start_table(service, id="another")
    steps.append(table.row.step)

    assert steps == sorted(set(steps))
    assert table.game is not None
    assert table.game.step == table.row.step


# Clocks and computer players


async def test_a_deadline_is_set_for_people_and_again_with_every_step(
    service: TableService, store: Store, clock: Clock
) -> None:
    table = await start_table(service, clock=MINUTES_5)
    assert await timer(store, DEADLINE) == (table.row.step, clock.now + MINUTES_5 * 1000)
    assert await timer(store, LOBBY_EXPIRY) is None

    clock.now += 60_000
    person, look = await mover(service)
    table = await service.act(TABLE, person.id, look.legal[0])

    assert await timer(store, DEADLINE) == (table.row.step, clock.now + MINUTES_5 * 1000)
    assert (await service.look(TABLE)).deadline == clock.now + MINUTES_5 * 1000


async def test_without_a_clock_there_is_no_deadline(service: TableService, store: Store) -> None:
    await start_table(service)

    assert await timer(store, DEADLINE) is None
    assert (await service.look(TABLE)).deadline is None


async def test_while_only_computer_players_act_no_deadline_runs(
    service: TableService, store: Store, timers: Running
) -> None:
    await start_table(service, people=1, computers=1, clock=MINUTES_5)
    await timers.settle()
    await timers.kill()
    _, look = await mover(service)
    assert await timer(store, DEADLINE) == (look.row.step, timers.clock.now + MINUTES_5 * 1000)

    table = await service.act(TABLE, ANN.id, look.legal[0])

    assert not table.waiting_for()
    assert await timer(store, DEADLINE) is None
    assert await timer(store, COMPUTER) == (table.row.step, timers.clock.now)


async def test_a_persons_turn_has_no_timer_of_computer_players(service: TableService, store: Store) -> None:
    await start_table(service, clock=DAY)

    assert await timer(store, COMPUTER) is None


@pytest.mark.parametrize("finish", ["play", "cancel", "resign"])
async def test_an_ended_table_has_no_timers_and_the_time_of_its_end(
    service: TableService, store: Store, clock: Clock, finish: str
) -> None:
    await start_table(service, clock=DAY)
    if finish == "play":
        await play(service)
    elif finish == "cancel":
        await service.change(TABLE, _lobby.cancel(ANN.id))
    else:
        await service.resign(TABLE, BEN.id)

    table = await service.load(TABLE)
    assert table.row.phase == ("cancelled" if finish == "cancel" else "finished")
    assert table.row.ended == clock.now
    assert table.actors == ()
    assert [await timer(store, kind) for kind in (DEADLINE, COMPUTER, LOBBY_EXPIRY)] == [None] * 3


async def test_when_the_time_runs_out_a_default_move_is_made(service: TableService) -> None:
    table = await start_table(service, clock=DAY)
    person, look = await mover(service)

    after = await service.close(TABLE, step=table.row.step)

    assert after.row.step > table.row.step
    assert (await mover(service))[0] != person
    assert after.game is not None
    assert [entry.action for entry in after.game.entries if entry.actor == -2] == ["close"]
    assert look.seat is not None


# What is announced


async def test_a_card_is_queued_only_when_a_person_must_act(service: TableService, store: Store, clock: Clock) -> None:
    table = await start_table(service, people=1, computers=2)
    await said(store, clock)
    cards = 0
    while table.row.phase == "playing":
        seat = table.actors[0]
        assert table.game is not None
        player = table.seats[seat].player
        action = table.game.legal(seat)[0]
        if player is None:
            table = await service.act(TABLE, ANN.id, action)
        else:
            table = await service.act_for(TABLE, seat, action, step=table.row.step)
        expected = [(CARD, table.row.step)] if table.waiting_for() else []
        if table.row.phase == "finished":
            expected = [(LOBBY, table.row.step), (CARD, table.row.step)]
        assert await queued(store, clock) == expected
        cards += len(expected)
        await said(store, clock)
    assert cards > 8


async def test_the_start_is_told_in_the_lobby_and_by_the_first_card(
    service: TableService, store: Store, clock: Clock
) -> None:
    await open_lobby(service)
    await service.change(TABLE, _lobby.join(BEN, "salt"))
    await said(store, clock)
    table = await start_table(service, id="another")

    async with store.read() as reader:
        rows = [row for row in await reader.pending_outbox(clock.now) if row.table_id == "another"]
    assert [(row.kind, row.step) for row in rows][-2:] == [(LOBBY, table.row.step), (CARD, table.row.step)]


async def test_a_closed_lobby_is_told_in_the_lobby_alone(service: TableService, store: Store, clock: Clock) -> None:
    await open_lobby(service)
    await said(store, clock)

    table = await service.change(TABLE, _lobby.cancel(ANN.id))

    assert await queued(store, clock) == [(LOBBY, table.row.step)]


async def test_the_hosts_end_and_a_resignation_are_told_by_a_card(
    service: TableService, store: Store, clock: Clock
) -> None:
    await start_table(service, 3)
    await said(store, clock)

    table = await service.resign(TABLE, CAM.id)
    assert await queued(store, clock) == [(CARD, table.row.step)]
    await said(store, clock)

    table = await service.change(TABLE, _lobby.cancel(ANN.id))
    assert await queued(store, clock) == [(LOBBY, table.row.step), (CARD, table.row.step)]


@pytest.mark.parametrize(("who", "pinged"), [("the one to move", True), ("another one", False)])
async def test_whoever_must_act_is_pinged_once_for_a_turn(
    service: TableService, store: Store, clock: Clock, who: str, pinged: bool
) -> None:
    """Somebody else's leaving makes a card, and no new turn."""
    table = await start_table(service, 3)
    await said(store, clock)
    person, _ = await mover(service)
    other = next(seat.user_id for seat in table.seats if seat.user_id != person.id)
    assert other is not None

    await service.resign(TABLE, person.id if who == "the one to move" else other)

    async with store.read() as reader:
        (card,) = await reader.pending_of_table(TABLE, CARD)
    assert msgspec.json.decode(card.payload) == {"ping": pinged}


async def test_a_table_whose_channel_is_gone_says_nothing_more_and_is_no_longer_open(
    service: TableService, store: Store, clock: Clock
) -> None:
    await start_table(service, clock=DAY)

    await service.abandon(TABLE)

    assert [kind for kind, _ in await queued(store, clock) if kind != REPLY] == []
    assert (await service.load(TABLE)).row.phase == "cancelled"
    assert await timer(store, DEADLINE) is None
    with pytest.raises(Refusal):
        await service.abandon(TABLE)


# Resigning


async def test_whoever_resigns_does_so_once_and_the_others_go_on(service: TableService) -> None:
    await start_table(service, 3)

    table = await service.resign(TABLE, CAM.id)

    assert table.row.phase == "playing"
    assert not (await service.look(TABLE, CAM.id)).may_resign()
    assert (await service.look(TABLE, BEN.id)).may_resign()
    with pytest.raises(Refusal, match="You have resigned"):
        await service.resign(TABLE, CAM.id)


async def test_of_two_the_other_wins(service: TableService) -> None:
    await start_table(service)

    await service.resign(TABLE, ANN.id)

    outcome = (await service.look(TABLE)).outcome
    assert outcome is not None
    assert outcome.winners == (1,)


# Looking


async def test_a_look_has_the_seed_only_when_it_may_be_known(service: TableService) -> None:
    """Who knows the seed knows every hand."""
    table = await start_table(service)
    for person in (ANN, EVE):
        look = await service.look(TABLE, person.id)
        assert (look.row.server_seed, look.row.salts) == (b"", None)

    await service.change(TABLE, _lobby.cancel(ANN.id))

    assert (await service.look(TABLE)).row.server_seed == table.row.server_seed


async def test_each_sees_what_is_theirs_and_no_more(service: TableService) -> None:
    table = await start_table(service)
    person, _ = await mover(service)

    for who in (ANN, BEN, EVE, None):
        look = await service.look(TABLE, None if who is None else who.id)
        seat = table.seat_of(who.id) if who is not None else None
        assert look.seat == (None if seat is None else seat.seat)
        assert (look.view.hand is None) == (seat is None)
        assert bool(look.legal) == (who == person) == look.must_act
        assert look.may_resign() == (seat is not None)


@pytest.mark.parametrize(("phase", "text"), [("lobby", texts.NOT_STARTED), ("cancelled", texts.CANCELLED)])
async def test_where_no_game_was_begun_there_is_no_board(service: TableService, phase: str, text: str) -> None:
    await open_lobby(service)
    if phase == "cancelled":
        await service.change(TABLE, _lobby.cancel(ANN.id))
    look, table = await service.look(TABLE, ANN.id), await service.load(TABLE)

    for require in (look.require_begun, look.require_playing, table.require_begun):
        with pytest.raises(Refusal, match=text):
            require()
    assert look.view is None


async def test_the_story_is_what_everybody_may_know_since_an_entry(service: TableService) -> None:
    await start_table(service)
    _, before, n = await service.news(TABLE, 0)
    assert all(getattr(event, "tile", None) is None for event in before)
    person, look = await mover(service)
    await service.act(TABLE, person.id, look.legal[0])

    after, events, newest = await service.news(TABLE, n)

    assert newest > n
    assert look.legal[0].split()[1] in repr(events[0])
    assert len(after.view.monsters) == 1
    assert (await service.news(TABLE, newest))[1:] == ((), newest)


@pytest.mark.parametrize("finish", ["play", "cancel"])
async def test_the_record_is_given_out_at_the_end_with_the_seed_and_not_before(
    service: TableService, finish: str
) -> None:
    table: OpenTable = await start_table(service)
    with pytest.raises(Refusal, match="when the game is over"):
        await service.record(TABLE)

    if finish == "play":
        await play(service)
    else:
        await service.change(TABLE, _lobby.cancel(ANN.id))

    record = await service.record(TABLE)
    assert record.seed == table.row.server_seed
    assert record.entries == (await service.load(TABLE)).require_begun().entries


async def test_a_lobby_that_was_closed_has_no_record(service: TableService) -> None:
    await open_lobby(service)
    await service.change(TABLE, _lobby.cancel(ANN.id))

    with pytest.raises(Refusal, match="No game was played"):
        await service.record(TABLE)

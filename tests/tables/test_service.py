"""The table service: a single write path, where each change is committed as a whole or not at all."""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from cogs.ui.kit.interface import interface
from data.store import StaleStep, Store
from engine import game as engine_game
from engine.core import EngineError, NotYourTurn
from tables import lobby
from tables import texts as table_texts
from tables.committing.changes import Change
from tables.committing.commit import decide_and_commit
from tables.committing.outbox_rows import CARD, LOBBY, REFRESH, REPLY
from tables.open_table import OpenTable, Person
from tables.refusal import BoardMovedOn, Refusal
from tables.service import DeferredReply, TableService
from tables.settings import TableSettings
from tables.timing.clocks import COMPUTER, DEADLINE, LOBBY_EXPIRY
from tables.viewer import TableView
from tests.cog_tables import (
    ANN,
    BEN,
    CAM,
    DAN,
    DAY,
    EVE,
    HOUR,
    LIMITS,
    MINUTES_5,
    TABLE,
    act,
    deferred,
    deliver,
    logged,
    mover,
    new_game,
    open_lobby,
    play,
    queued,
    start_open_table,
    start_table,
)
from tests.running_dispatchers import Clock, Running


@pytest.fixture
def everything(tmp_path: Path) -> Any:
    """Return a function that reads all rows of all SQL tables."""

    def rows() -> dict[str, list[tuple[Any, ...]]]:
        with sqlite3.connect(tmp_path / "hexcade.sqlite3") as database:
            names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            found = {name: database.execute(f"SELECT * FROM {name}").fetchall() for name in names}
        database.close()
        return found

    return rows


async def steps(service: TableService) -> list[tuple[str, int]]:
    """Return kind and step of the undelivered outbox rows."""
    return [(row.kind, row.step) for row in await queued(service)]


async def timer(store: Store, kind: str) -> tuple[int, int] | None:
    """Return step and due time of a timer, or None."""
    async with store.read() as reader:
        found = await reader.timers.get(TABLE, kind)
    return None if found is None else (found.step, found.due)


async def deferred_reply(store: Store) -> DeferredReply:
    """Store and return a deferred answer to a slash command."""
    async with store.write() as writer:
        row = await writer.outbox.queue(REPLY, None, 0, "{}", token="token", expires=writer.now + HOUR)
    return deferred(row, "token")


# Opening


async def test_a_new_table_has_its_host_its_lobby_message_and_its_time_to_be_started(service: TableService) -> None:
    row = await open_lobby(service)

    table = await service.load(TABLE)
    assert (table.row, [seat.user_id for seat in table.seats], table.game) == (row, [ANN.id], None)
    assert await steps(service) == [(LOBBY, 1), (REPLY, 0)]
    assert await timer(service.store, LOBBY_EXPIRY) == (1, 24 * HOUR)


ELSEWHERE: dict[str, dict[str, Any]] = {
    "host": {"host": BEN.id},
    "channel": {"channel_id": 5},
    "server": {"guild_id": 6},
}


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
    otherwise: dict[str, Any] = {
        key: value for one, change in ELSEWHERE.items() if one != scope for key, value in change.items()
    }
    await open_lobby(service, limits=limits, id="one")
    await open_lobby(service, limits=limits, id="two", **otherwise)
    before = everything()

    with pytest.raises(Refusal, match=text):
        await open_lobby(service, limits=limits, id="three", **otherwise)

    assert everything() == before
    await open_lobby(service, limits=limits, id="elsewhere", **ELSEWHERE[scope])


async def test_an_unknown_table_is_refused(service: TableService) -> None:
    for ask in (service.load("nowhere"), service.view("nowhere"), service.change("nowhere", lobby.cancel(ANN.id))):
        with pytest.raises(Refusal, match="That table is gone"):
            await ask


async def test_a_refused_decision_changes_nothing(service: TableService, store: Store, everything: Any) -> None:
    await start_table(service)
    reply = await deferred_reply(store)
    person, seen = await mover(service)
    other = BEN if person == ANN else ANN
    before = everything()

    for error, attempt in (
        (Refusal, service.change(TABLE, lobby.join(CAM, "salt"), reply=reply)),
        (Refusal, service.act(TABLE, CAM.id, seen.legal[0], reply=reply)),
        (NotYourTurn, service.act(TABLE, other.id, seen.legal[0], reply=reply)),
        (EngineError, service.act(TABLE, person.id, "place S1 Z9 0", reply=reply)),
        (EngineError, service.act(TABLE, person.id, "x" * 501, reply=reply)),
        (BoardMovedOn, service.act(TABLE, person.id, seen.legal[0], version="1", reply=reply)),
        (Refusal, service.resign(TABLE, CAM.id)),
        (Refusal, service.change(TABLE, lobby.cancel(BEN.id), reply=reply)),
        (BoardMovedOn, service.change(TABLE, lobby.cancel(ANN.id), version="1")),
        (BoardMovedOn, service.expire(TABLE, turn=seen.row.turn + 1)),
        (BoardMovedOn, service.act_for(TABLE, seen.actors[0], seen.legal[0], turn=seen.row.turn + 1)),
    ):
        with pytest.raises(error):
            await attempt
        assert everything() == before


async def test_an_accident_in_the_middle_of_a_commit_changes_nothing(
    service: TableService, everything: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_table(service)
    person, seen = await mover(service)
    before = everything()

    async def accident(*_: Any, **__: Any) -> None:
        raise RuntimeError("the power went")

    monkeypatch.setattr("tables.committing.commit.queue_public", accident)
    with pytest.raises(RuntimeError):
        await service.act(TABLE, person.id, seen.legal[0])

    assert everything() == before


async def test_the_answer_to_a_command_is_finished_together_with_what_it_tells(
    service: TableService, store: Store, clock: Clock
) -> None:
    await start_table(service)
    await deliver(store)
    reply = await deferred_reply(store)
    person, seen = await mover(service)

    await service.act(TABLE, person.id, seen.legal[0].upper().replace(" ", "  "), reply=reply)

    async with store.read() as reader:
        waiting = await reader.outbox.pending(clock.now)
    answers = [row for row in waiting if row.kind == REPLY]
    assert [row.id for row in answers] != [reply.row]
    assert [json.loads(row.payload) for row in answers] == [
        {"text": service.hooks(seen.row.game).done_text(seen.view, [seen.legal[0]]), "table": TABLE, "seat": seen.seat}
    ]
    assert [(row.token, row.expires) for row in answers] == [("token", clock.now + 15 * 60_000)]


async def test_whoever_waits_for_commits_is_told_after_each_and_only_then(service: TableService) -> None:
    calls: list[int] = []
    service.on_commit(lambda: calls.append(1))
    await open_lobby(service)
    assert len(calls) == 1

    with pytest.raises(Refusal):
        await service.change(TABLE, lobby.join(ANN, "salt"))
    assert len(calls) == 1

    await service.change(TABLE, lobby.join(BEN, "salt"))
    assert len(calls) == 2


async def test_a_secret_is_in_no_representation(service: TableService, store: Store) -> None:
    table = await start_table(service)
    reply = await deferred_reply(store)

    assert "token" not in repr(reply)
    assert table.row.server_seed.hex() not in repr(table)
    assert repr(table.row.server_seed) not in repr(table)
    _, seen = await mover(service)
    assert seen.view.hand is not None
    assert repr(seen.view.hand) not in repr(seen.view)


# Acting


async def test_a_double_click_on_the_last_move_counts_once_too(service: TableService) -> None:
    await start_table(service)
    person, seen = await mover(service)
    while (await service.act(TABLE, person.id, seen.legal[0], version=seen.version)).row.phase == "playing":
        person, seen = await mover(service)

    again = await service.act(TABLE, person.id, seen.legal[0], version=seen.version)

    assert again.row.phase == "finished"


async def test_another_move_from_an_old_button_is_no_double_click(service: TableService) -> None:
    await start_table(service)
    person, seen = await mover(service)
    await service.act(TABLE, person.id, seen.legal[0], version=seen.version)

    with pytest.raises(BoardMovedOn):
        await service.act(TABLE, person.id, seen.legal[1], version=seen.version)


async def passes_of_two(service: TableService) -> tuple[Person, TableView, TableView]:
    """Let two people pass in turn: return the first of them, their view then, and their view at their next turn."""
    await start_table(service, game="hex_battle_wars", clock=MINUTES_5)
    await act(service)
    await act(service)
    first, before = await mover(service)
    await service.act(TABLE, first.id, "pass", version=before.version)
    second, seen = await mover(service)
    await service.act(TABLE, second.id, "pass", version=seen.version)
    again, after = await mover(service)
    assert (first, "pass" in after.legal) == (again, True)
    return first, before, after


async def test_a_press_for_a_turn_that_timed_out_is_stale_although_the_turn_before_had_the_same_move(
    service: TableService,
) -> None:
    ann, _, seen = await passes_of_two(service)
    await service.expire(TABLE, turn=0)
    before = await logged(service)

    with pytest.raises(BoardMovedOn):
        await service.act(TABLE, ann.id, "pass", version=seen.version)

    assert await logged(service) == before


@pytest.mark.parametrize("turns_later", [0, 1])
async def test_a_press_that_is_delivered_again_after_others_have_moved_is_answered_as_done(
    service: TableService, turns_later: int
) -> None:
    ann, seen, now = await passes_of_two(service)
    for _ in range(turns_later):
        await service.act(TABLE, ann.id, "roll", version=now.version)
    before = await logged(service)

    again = await service.act(TABLE, ann.id, "pass", version=seen.version)

    assert again.row.step > int(seen.version)
    assert await logged(service) == before


async def test_a_typed_move_that_is_repeated_is_no_double_click(service: TableService) -> None:
    """Typed moves carry no step, so the second one is refused as out of turn."""
    await start_table(service)
    person, seen = await mover(service)
    await service.act(TABLE, person.id, seen.legal[0])

    with pytest.raises(NotYourTurn, match="'s turn"):
        await service.act(TABLE, person.id, seen.legal[0])


async def test_people_acting_at_one_table_at_once_lose_nothing(service: TableService, store: Store) -> None:
    """Two services act like two processes: each turn is taken once, and the log stays a valid game.

    Each person clicks once at each service; the second click of the person who must act counts as done already.
    """
    await start_table(service, 4)
    doors = (service, TableService(store, interface))
    people = (ANN, BEN, CAM, DAN)
    for _ in range(10):
        _, seen = await mover(service)
        results = await asyncio.gather(
            *(door.act(TABLE, who.id, seen.legal[0], version=seen.version) for door in doors for who in people),
            return_exceptions=True,
        )
        assert sum(not isinstance(result, Exception) for result in results) == len(doors)
        assert (await service.view(TABLE)).row.step == seen.row.step + 1

    game = (await service.load(TABLE)).require_playing()
    log = await logged(service)
    assert len([entry for entry in log if entry.actor >= 0]) == 10
    again = engine_game.replay_game(game.configuration, log, game.step)
    assert engine_game.snapshot(again) == engine_game.snapshot(game)


async def test_a_table_that_was_changed_from_elsewhere_is_not_overwritten(service: TableService, store: Store) -> None:
    """The commit compares and sets the step for every writer."""
    await open_lobby(service)
    table = await service.load(TABLE)
    await service.change(TABLE, lobby.join(BEN, "salt"))

    with pytest.raises(StaleStep):
        async with store.write(TABLE) as writer:
            await decide_and_commit(writer, table, lambda table: Change(seats=()), interface)

    assert len((await service.load(TABLE)).seats) == 2


@pytest.mark.parametrize("state", ["of an earlier entry", "of another shape", "of another game"])
async def test_a_table_is_the_same_from_its_log_as_from_its_snapshot(service: TableService, state: str) -> None:
    """A snapshot is a cache: an unusable one is ignored."""
    await start_table(service)
    table = await play(service, 5)

    n = table.require_playing().n
    other = engine_game.snapshot(new_game(2)) if state == "of another game" else b'{"an": "old one"}'
    async with service.store.write(TABLE) as writer:
        await writer.logs.save_snapshot(TABLE, 1 if state == "of an earlier entry" else n, 1, other)

    again = await service.load(TABLE)
    assert (again.row, again.seats) == (table.row, table.seats)
    assert engine_game.snapshot(again.require_playing()) == engine_game.snapshot(table.require_playing())


async def test_a_lobbys_buttons_are_stale_on_the_board(service: TableService) -> None:
    row = await open_lobby(service, TableSettings(seats=2))
    steps = [row.step]
    steps.append((await service.change(TABLE, lobby.join(BEN, "salt"))).row.step)
    table = await start_table(service, id="another")
    steps.append(table.row.step)

    assert steps == sorted(set(steps))
    assert table.game is not None
    assert table.game.step == table.row.step


# Clocks and computer players


async def test_a_deadline_is_set_for_people_and_again_with_every_turn(service: TableService, clock: Clock) -> None:
    table = await start_table(service, clock=MINUTES_5)
    assert await timer(service.store, DEADLINE) == (table.row.turn, clock.now + MINUTES_5 * 1000)
    assert [await timer(service.store, kind) for kind in (LOBBY_EXPIRY, COMPUTER)] == [None, None]

    clock.now += 60_000
    person, seen = await mover(service)
    table = await service.act(TABLE, person.id, seen.legal[0])

    assert await timer(service.store, DEADLINE) == (table.row.turn, clock.now + MINUTES_5 * 1000)
    assert (await service.view(TABLE)).deadline == clock.now + MINUTES_5 * 1000


@pytest.mark.parametrize("limit", [MINUTES_5, None])
async def test_while_only_computer_players_act_no_deadline_runs(
    service: TableService, timers: Running, limit: int | None
) -> None:
    await start_table(service, people=1, computers=1, clock=limit)
    await timers.settle()
    await timers.kill()
    _, seen = await mover(service)
    due = None if limit is None else timers.clock.now + limit * 1000
    assert await timer(service.store, DEADLINE) == (None if due is None else (seen.row.turn, due))
    assert seen.deadline == due

    table = await service.act(TABLE, ANN.id, seen.legal[0])

    assert not table.awaited_seats()
    assert await timer(service.store, DEADLINE) is None
    assert await timer(service.store, COMPUTER) == (table.row.step, timers.clock.now)


@pytest.mark.parametrize("finish", ["play", "cancel", "resign"])
async def test_an_ended_table_has_no_timers_and_the_time_of_its_end(
    service: TableService, store: Store, clock: Clock, finish: str
) -> None:
    await start_table(service, clock=DAY)
    if finish == "play":
        await play(service)
    elif finish == "cancel":
        await service.change(TABLE, lobby.cancel(ANN.id))
    else:
        await service.resign(TABLE, BEN.id)

    table = await service.load(TABLE)
    assert table.row.phase == ("cancelled" if finish == "cancel" else "finished")
    assert table.row.ended == clock.now
    assert table.actors == ()
    assert [await timer(store, kind) for kind in (DEADLINE, COMPUTER, LOBBY_EXPIRY)] == [None] * 3


# Announcements


async def test_a_card_is_queued_only_when_a_person_must_act(service: TableService, store: Store) -> None:
    table = await start_table(service, people=1, computers=2)
    await deliver(store)
    cards = 0
    while table.row.phase == "playing":
        seat = table.actors[0]
        assert table.game is not None
        player = table.seats[seat].player
        action = table.game.legal(seat)[0]
        if player is None:
            table = await service.act(TABLE, ANN.id, action)
        else:
            table = await service.act_for(TABLE, seat, action, turn=table.row.turn)
        expected = [(CARD, table.row.step)] if table.awaited_seats() else []
        if table.row.phase == "finished":
            expected = [(LOBBY, table.row.step), (CARD, table.row.step)]
        assert await steps(service) == expected
        cards += len(expected)
        await deliver(store)
    assert cards > 8


async def test_the_start_and_the_end_are_told_in_the_lobby_and_by_a_card(service: TableService) -> None:
    await open_lobby(service)
    await service.change(TABLE, lobby.join(BEN, "salt"))
    for work in (start_open_table(service), service.change(TABLE, lobby.cancel(ANN.id))):
        await deliver(service.store)
        await work
        step = (await service.load(TABLE)).row.step
        assert await steps(service) == [(LOBBY, step), (CARD, step)]


async def test_a_closed_lobby_is_told_in_the_lobby_alone(service: TableService, store: Store) -> None:
    await open_lobby(service)
    await deliver(store)

    table = await service.change(TABLE, lobby.cancel(ANN.id))

    assert await steps(service) == [(LOBBY, table.row.step)]


async def test_somebody_elses_leaving_is_told_on_the_card_that_is_there(service: TableService) -> None:
    table = await start_table(service, 3)
    await deliver(service.store)
    other = next(seat.user_id for seat in table.seats if seat.seat not in table.actors)
    assert other is not None

    table = await service.resign(TABLE, other)

    assert await steps(service) == [(REFRESH, table.row.step)]


async def test_whoever_must_act_because_another_has_left_is_pinged(service: TableService, store: Store) -> None:
    await start_table(service, 3)
    await deliver(store)
    person, _ = await mover(service)

    await service.resign(TABLE, person.id)

    async with store.read() as reader:
        (card,) = await reader.outbox.pending_of_table(TABLE, CARD)
    table = await service.load(TABLE)
    (asked,) = table.awaited_seats()
    assert json.loads(card.payload) == {"users": [asked.user_id], "turn": table.row.turn}


async def test_a_table_whose_channel_is_gone_says_nothing_more_and_is_no_longer_open(service: TableService) -> None:
    await start_table(service, clock=DAY)

    await service.abandon(TABLE)

    assert [kind for kind, _ in await steps(service) if kind != REPLY] == []
    assert (await service.load(TABLE)).row.phase == "cancelled"
    assert await timer(service.store, DEADLINE) is None
    with pytest.raises(Refusal):
        await service.abandon(TABLE)


# Resigning


async def test_whoever_resigns_does_so_once_and_the_others_go_on(service: TableService) -> None:
    await start_table(service, 3)

    table = await service.resign(TABLE, CAM.id)

    assert table.row.phase == "playing"
    assert not (await service.view(TABLE, CAM.id)).may_resign()
    assert (await service.view(TABLE, BEN.id)).may_resign()
    with pytest.raises(Refusal, match="You have resigned"):
        await service.resign(TABLE, CAM.id)


# Views


async def test_a_look_has_the_seed_only_when_it_may_be_known(service: TableService) -> None:
    """The seed reveals every hand."""
    table = await start_table(service)
    for person in (ANN, EVE):
        seen = await service.view(TABLE, person.id)
        assert (seen.row.server_seed, seen.row.salts) == (b"", None)

    await service.change(TABLE, lobby.cancel(ANN.id))

    assert (await service.view(TABLE)).row.server_seed == table.row.server_seed


async def test_each_sees_what_is_theirs_and_no_more(service: TableService) -> None:
    table = await start_table(service)
    person, _ = await mover(service)

    for who in (ANN, BEN, EVE, None):
        seen = await service.view(TABLE, None if who is None else who.id)
        seat = table.seat_of(who.id) if who is not None else None
        assert seen.seat == (None if seat is None else seat.seat)
        assert (seen.view.hand is None) == (seat is None)
        assert bool(seen.legal) == (who == person) == seen.must_act
        assert seen.may_resign() == (seat is not None)


@pytest.mark.parametrize(("phase", "text"), [("lobby", table_texts.NOT_STARTED), ("cancelled", table_texts.CANCELLED)])
async def test_where_no_game_was_begun_there_is_no_board(service: TableService, phase: str, text: str) -> None:
    await open_lobby(service)
    if phase == "cancelled":
        await service.change(TABLE, lobby.cancel(ANN.id))
    seen, table = await service.view(TABLE, ANN.id), await service.load(TABLE)

    for require in (seen.require_begun, seen.require_playing, table.require_begun):
        with pytest.raises(Refusal, match=text):
            require()
    assert seen.view is None


async def test_the_story_is_what_everybody_may_know_since_an_entry(service: TableService) -> None:
    await start_table(service)
    _, before, n = await service.load_news(TABLE, 0)
    assert all(getattr(event, "tile", None) is None for event in before)
    person, seen = await mover(service)
    await service.act(TABLE, person.id, seen.legal[0])

    after, events, newest = await service.load_news(TABLE, n)

    assert newest > n
    assert seen.legal[0].split()[1] in repr(events[0])
    assert len(after.view.monsters) == 1
    assert (await service.load_news(TABLE, newest))[1:] == ((), newest)


@pytest.mark.parametrize("finish", ["play", "cancel"])
async def test_the_record_is_given_out_at_the_end_with_the_seed_and_not_before(
    service: TableService, finish: str
) -> None:
    table: OpenTable = await start_table(service)
    with pytest.raises(Refusal, match="once the game is over"):
        await service.record(TABLE, ANN.id)

    if finish == "play":
        await play(service)
    else:
        await service.change(TABLE, lobby.cancel(ANN.id))

    record = await service.record(TABLE, ANN.id)
    assert record.seed == table.row.server_seed
    assert record.entries == await logged(service)


async def test_a_lobby_that_was_closed_has_no_record(service: TableService) -> None:
    await open_lobby(service)
    await service.change(TABLE, lobby.cancel(ANN.id))

    with pytest.raises(Refusal, match="No game was played"):
        await service.record(TABLE, ANN.id)

"""Helpers that open, fill, start and play tables through the table service."""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from data.store import OutboxRow, SeatRow, Store, TableRow
from engine import fairness
from engine.core import HOST, SPECTATOR
from engine.game import Game, begin
from engine.games import game_type
from engine.record import Entry
from tables import lobby
from tables.committing.changes import Change, Decision
from tables.open_table import OpenTable, Person, build_configuration, to_engine_entries
from tables.refusal import Refusal
from tables.service import DeferredReply, TableService
from tables.settings import TableSettings
from tables.viewer import TableView

GAME = "monster_hex"
TABLE = "abcdefghjk"
GUILD = 10**17
CHANNEL = 2 * 10**17
NAMES = ("Ann", "Ben", "Cam", "Dan", "Eve")
ANN, BEN, CAM, DAN, EVE = (Person(3 * 10**17 + number, name) for number, name in enumerate(NAMES))
PEOPLE = (ANN, BEN, CAM, DAN, EVE)
LIMITS = {"host": 10, "channel": 20, "server": 100}
HOUR = 3_600_000
MINUTES_5 = 5 * 60
"""A clock setting, in seconds."""
DAY = 24 * 3600
"""A clock setting, in seconds."""
SEED = fairness.derive_seed(1)


def table_row(table: str = TABLE, settings: TableSettings | None = None, **changes: Any) -> TableRow:
    """Return the row of a new table with Ann as host, as `/play` creates it."""
    settings = settings or TableSettings(seats=2, host_called=True)
    played = game_type(changes.get("game", GAME))
    values: dict[str, Any] = {
        "id": table,
        "game": played.name,
        "rules_version": played.rules_version,
        "phase": "lobby",
        "host": ANN.id,
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "step": 1,
        "turn": 0,
        "draw": 2,
        "options": msgspec.json.encode(played.options(settings.seats, {})).decode(),
        "settings": msgspec.json.encode(settings).decode(),
        "server_seed": SEED,
        "commitment": fairness.commitment(SEED),
        "created": 0,
        "updated": 0,
    }
    return TableRow(**(values | changes))


def seat_row(seat: int, person: Person = ANN, **changes: Any) -> SeatRow:
    """Return a person's seat row."""
    return SeatRow(**({"seat": seat, "user_id": person.id, "name": person.name, "salt": f"salt {seat}"} | changes))


def deferred(row: int | None, token: str) -> DeferredReply:
    """Return a deferred reply that is stored in this outbox row, or not stored if `row` is None."""
    stored: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
    stored.set_result(row)
    return DeferredReply(stored, token)


async def open_lobby(
    service: TableService, settings: TableSettings | None = None, limits: Mapping[Any, int] = LIMITS, **changes: Any
) -> TableRow:
    """Open a lobby with its host seated and no deferred reply."""
    row = table_row(settings=settings, **changes)
    host = next(person for person in PEOPLE if person.id == row.host)
    await service.create(
        row, [seat_row(0, host)], limits, 24 * HOUR, "The table is open.", reply=deferred(None, secrets.token_hex(8))
    )
    return (await service.load(row.id)).row


async def start_table(
    service: TableService,
    people: int = 2,
    computers: int = 0,
    *,
    clock: int | None = None,
    bank: int = 0,
    regained: int = 0,
    on_expiry: str = "default",
    **changes: Any,
) -> OpenTable:
    """Start a game of the first people and some computer players."""
    settings = TableSettings(
        seats=people + computers,
        clock=clock,
        bank=bank,
        regained=regained,
        on_expiry=on_expiry,
        computer="random",
        host_called=True,
    )
    row = await open_lobby(service, settings, **changes)
    for number in range(1, people):
        await service.change(row.id, lobby.join(PEOPLE[number], f"join {number}"))
    for number in range(computers):
        await service.change(row.id, lobby.add_computer(row.host, f"computer {number}"))
    return await service.change(row.id, lobby.start(row.host, game_type(row.game), service.hooks(row.game)))


async def start_open_table(service: TableService) -> None:
    """Start the game at the open table."""
    row = (await service.load(TABLE)).row
    await service.change(TABLE, lobby.start(row.host, game_type(row.game), service.hooks(row.game)))


async def mover(service: TableService, table: str = TABLE) -> tuple[Person, TableView]:
    """Return the first person who must act, and their view of the table."""
    seat = (await service.view(table)).awaited_seats()[0]
    assert seat.user_id is not None
    person = next(person for person in PEOPLE if person.id == seat.user_id)
    return person, await service.view(table, person.id)


async def act(service: TableService, table: str = TABLE) -> int:
    """Make one legal move and return the step after it."""
    person, seen = await mover(service, table)
    return (await service.act(table, person.id, seen.legal[0])).row.step


async def play(service: TableService, moves: int | None = None, table: str = TABLE) -> OpenTable:
    """Make `moves` random moves, or play to the end; the choice is deterministic."""
    rng = Random(7)
    made = 0
    played = await service.load(table)
    while played.row.phase == "playing" and made != moves:
        user = played.awaited_seats()[0].user_id
        assert user is not None
        seen = await service.view(table, user)
        played = await service.act(table, user, rng.choice(seen.legal), version=seen.version)
        made += 1
    return await service.load(table)


async def logged(service: TableService, table: str = TABLE) -> tuple[Entry, ...]:
    """Return the log of a game."""
    async with service.store.read() as reader:
        return to_engine_entries(await reader.logs.entries(table))


async def count_closed_turns(service: TableService, table: str = TABLE) -> int:
    """Return how many times HOST closed a turn."""
    return sum((entry.actor, entry.action) == (HOST, "close") for entry in await logged(service, table))


async def queued(service: TableService, *kinds: str) -> list[OutboxRow]:
    """Return the undelivered outbox rows, due or not, filtered by kind if any kinds are given."""
    async with service.store.read() as reader:
        rows = await reader.outbox.pending(2**62)
    return [row for row in rows if not kinds or row.kind in kinds]


async def payloads(service: TableService, kind: str, of: type[Any]) -> list[Any]:
    """Return the payloads of the undelivered outbox rows of a kind."""
    return [msgspec.json.decode(row.payload, type=of) for row in await queued(service, kind)]


def refused(decision: Decision, table: OpenTable) -> str:
    """Return the text of the Refusal that a decision raises."""
    with pytest.raises(Refusal) as caught:
        decision(table)
    return caught.value.text


def column(change: Change, name: str) -> Any:
    """Return the new value of a column that a change sets in the table's row."""
    return dict(change.columns)[name]


def after(table: OpenTable, decision: Decision) -> OpenTable:
    """Return the table after a decision."""
    change = decision(table)
    row = msgspec.structs.replace(table.row, **change.columns)
    return OpenTable(row, table.seats if change.seats is None else change.seats, table.game)


def names_in_order(table: OpenTable) -> list[str]:
    """Return the names at a table, and check that the seats are numbered from 0."""
    assert [seat.seat for seat in table.seats] == list(range(len(table.seats)))
    return [seat.name for seat in table.seats]


async def deliver(store: Store) -> None:
    """Mark all pending outbox rows as delivered."""
    async with store.write() as writer:
        await writer.outbox.mark_done([row.id for row in await writer.outbox.pending(writer.now + HOUR)])


async def due(store: Store, kind: str, table: str = TABLE) -> int | None:
    """Return when a table's timer is due, or None if there is no such timer."""
    async with store.read() as reader:
        found = await reader.timers.get(table, kind)
    return None if found is None else found.due


async def due_at(store: Store, kind: str, table: str = TABLE) -> int:
    """Return when a table's timer is due; fail if there is no such timer."""
    found = await due(store, kind, table)
    assert found is not None
    return found


def new_game(seats: int, game: str = GAME, **options: Any) -> Game:
    """Return a new game of people without a store; the seed is fixed."""
    row = table_row(
        game=game,
        settings=TableSettings(seats=seats),
        salts=msgspec.json.encode([str(number) for number in range(seats)]).decode(),
        options=msgspec.json.encode(options).decode(),
    )
    return begin(build_configuration(row, seats), SEED).game


def table_view(table: Game, viewer: int | None = None, names: Sequence[str] = NAMES) -> TableView:
    """Return the table view of a seat or a spectator without a store."""
    configuration, outcome = table.configuration, table.outcome
    settings = TableSettings(seats=configuration.seats)
    row = table_row(
        game=configuration.game,
        settings=settings,
        phase="playing" if outcome is None else "finished",
        step=999_999_999,
        options=msgspec.json.encode(dict(configuration.options)).decode(),
    )
    player = SPECTATOR if viewer is None else viewer
    seats = [seat_row(seat, PEOPLE[seat % 5], name=names[seat % len(names)]) for seat in range(configuration.seats)]
    return TableView(
        row=row,
        seats=tuple(seats),
        settings=settings,
        seat=viewer,
        view=table.view(player),
        legal=table.legal(player) if player in table.actors else (),
        actors=table.actors,
        outcome=outcome,
        deadline=None,
    )

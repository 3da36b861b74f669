"""Tables for the tests of the cogs: opened, filled, started and played by the service itself."""

import asyncio
import secrets
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from cogs import _lobby
from cogs._interfaces import interface, moment
from cogs._looks import Look, OpenTable, Person, TableSettings, configuration_of
from cogs._tables import Reply, TableService
from data.store import SeatRow, TableRow
from engine import fairness
from engine import table as engine_table
from engine.core import SPECTATOR
from engine.games import game

GAME = "monster_hex"
TABLE = "abcdefghjk"
GUILD = 10**17
CHANNEL = 2 * 10**17
NAMES = ("Ann", "Ben", "Cam", "Dan", "Eve")
ANN, BEN, CAM, DAN, EVE = (Person(3 * 10**17 + number, name) for number, name in enumerate(NAMES))
PEOPLE = (ANN, BEN, CAM, DAN, EVE)
LIMITS = {"host": 10, "channel": 20, "server": 100}
HOUR = 3_600_000
SEED = fairness.numbered_seed(1)


def table_row(table: str = TABLE, settings: TableSettings | None = None, **changes: Any) -> TableRow:
    """A new table of Ann's, as `/play` makes it."""
    settings = settings or TableSettings(seats=2)
    played = game(changes.get("game", GAME))
    values: dict[str, Any] = {
        "id": table,
        "game": played.name,
        "rules_version": played.rules_version,
        "phase": "lobby",
        "host": ANN.id,
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "step": 1,
        "options": msgspec.json.encode(played.options(settings.seats, {})).decode(),
        "settings": msgspec.json.encode(settings).decode(),
        "server_seed": SEED,
        "commitment": fairness.commitment(SEED),
        "created": 0,
        "updated": 0,
    }
    return TableRow(**(values | changes))


def seat_row(seat: int, person: Person = ANN, **changes: Any) -> SeatRow:
    """A person's seat."""
    return SeatRow(**({"seat": seat, "user_id": person.id, "name": person.name, "salt": f"salt {seat}"} | changes))


def promised(row: int | None, token: str) -> Reply:
    """An answer that was promised in this row of the outbox (None: not remembered)."""
    remembered: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
    remembered.set_result(row)
    return Reply(remembered, token)


async def open_lobby(
    service: TableService, settings: TableSettings | None = None, limits: Mapping[str, int] = LIMITS, **changes: Any
) -> TableRow:
    """Opens a table with its host seated; nobody waits for the answer."""
    row = table_row(settings=settings, **changes)
    host = next(person for person in PEOPLE if person.id == row.host)
    await service.create(row, seat_row(0, host), limits, 24 * HOUR, reply=promised(None, secrets.token_hex(8)))
    return row


async def start_table(
    service: TableService, people: int = 2, computers: int = 0, *, clock: int | None = None, **changes: Any
) -> OpenTable:
    """A game of the first people and some computer players, started."""
    settings = TableSettings(seats=people + computers, clock=clock, computer="random")
    row = await open_lobby(service, settings, **changes)
    for number in range(1, people):
        await service.change(row.id, _lobby.join(PEOPLE[number], f"join {number}"))
    for number in range(computers):
        await service.change(row.id, _lobby.add_computer(row.host, f"computer {number}"))
    return await service.change(row.id, _lobby.start(row.host, game(GAME), interface(GAME)))


async def mover(service: TableService, table: str = TABLE) -> tuple[Person, Look]:
    """The person who must act, and what they see."""
    seat = (await service.look(table)).waiting_for()[0]
    assert seat.user_id is not None
    person = next(person for person in PEOPLE if person.id == seat.user_id)
    return person, await service.look(table, person.id)


async def play(service: TableService, moves: int | None = None, table: str = TABLE) -> OpenTable:
    """Makes so many moves, or plays to the end; at random, but always the same game."""
    rng = Random(7)
    made = 0
    while (await service.look(table)).row.phase == "playing" and made != moves:
        person, look = await mover(service, table)
        await service.act(table, person.id, rng.choice(look.legal), step=moment(look.row, look.view))
        made += 1
    return await service.load(table)


def begun(seats: int) -> engine_table.Table:
    """A game of people, begun without a store."""
    salts = msgspec.json.encode([str(number) for number in range(seats)]).decode()
    row = table_row(settings=TableSettings(seats=seats), salts=salts, options="{}")
    return engine_table.begin(configuration_of(row, seats), SEED).table


def look_at(
    table: engine_table.Table, viewer: int | None = None, names: tuple[str, ...] = ("Ann", "Ben", "Cam", "Dan")
) -> Look:
    """What a seat, or a spectator, sees of a game that is in no store."""
    outcome = table.outcome
    row = table_row(
        settings=TableSettings(seats=table.configuration.seats),
        phase="playing" if outcome is None else "finished",
        step=999_999_999,
    )
    player = SPECTATOR if viewer is None else viewer
    return Look(
        row=row,
        seats=tuple(
            seat_row(seat, person, name=names[seat]) for seat, person in enumerate(PEOPLE[: table.configuration.seats])
        ),
        settings=TableSettings(seats=table.configuration.seats),
        seat=viewer,
        view=table.view(player),
        legal=table.legal(player) if player in table.actors else (),
        actors=table.actors,
        outcome=outcome,
        deadline=None,
    )

"""Hive Mind matches for tests, with and without a store."""

from random import Random
from typing import Any

import msgspec

from cogs.ui.kit.interface import interface
from engine import fairness
from engine.core import SPECTATOR
from engine.game import Game, act, begin
from engine.games import game_type
from engine.record import Configuration
from tables import lobby
from tables.open_table import OpenTable
from tables.service import TableService
from tables.settings import TableSettings
from tables.viewer import TableView
from tests.cog_tables import PEOPLE, SEED, TABLE, open_lobby, seat_row, table_row

HIVE = "hive_mind"
NAMES = ("*" * 32, "_" * 32, "\\" * 32, "🙂" * 32, "Eve", "Fay", "Gil")
ROUND_1 = "charge:ADE marcer:HKL zero:CFI"


async def started(
    service: TableService,
    people: int = 3,
    computers: int = 0,
    *,
    clock: int | None = None,
    bank: int = 0,
    regained: int = 0,
    on_expiry: str = "default",
    computer: str = "deduction",
    own: dict[str, str] | None = None,
    table: str = TABLE,
    **options: Any,
) -> OpenTable:
    """Start a match of the first people and some computer players."""
    seats = people + computers
    settings = TableSettings(
        seats=seats,
        clock=clock,
        bank=bank,
        regained=regained,
        on_expiry=on_expiry,
        computer=computer,
        own=own or {},
        host_called=True,
    )
    full = msgspec.json.encode(game_type(HIVE).options(seats, options)).decode()
    row = await open_lobby(service, settings, table=table, game=HIVE, options=full)
    for number in range(1, people):
        await service.change(row.id, lobby.join(PEOPLE[number], f"join {number}"))
    for number in range(computers):
        await service.change(row.id, lobby.add_computer(row.host, f"computer {number}"))
    return await service.change(row.id, lobby.start(row.host, game_type(HIVE), interface(HIVE)))


def new_match(seats: int = 3, **options: Any) -> Game:
    """Return a new match without a store."""
    configuration = Configuration(
        HIVE,
        game_type(HIVE).rules_version,
        options,
        seats,
        TABLE,
        fairness.commitment(SEED),
        tuple(map(str, range(seats))),
    )
    return begin(configuration, SEED).game


def played(table: Game, rounds: int, rng: Random) -> Game:
    """Return the match after `rounds` more rounds of random submissions."""
    for _ in range(rounds):
        asked = table.view(SPECTATOR).round, table.view(SPECTATOR).phase
        for seat in table.actors:
            while seat in table.actors and (table.view(SPECTATOR).round, table.view(SPECTATOR).phase) == asked:
                table = act(table, seat, rng.choice(table.legal(seat)), SEED).game
    return table


def acted(table: Game, seat: int, line: str) -> Game:
    """Return the match after a seat's actions, separated by spaces in `line`."""
    for action in line.split():
        table = act(table, seat, action, SEED).game
    return table


def table_view(table: Game, viewer: int | None = None, **own: str) -> TableView:
    """Return the table view of a seat or a spectator without a store."""
    seats = table.configuration.seats
    settings = TableSettings(seats=seats, own=own)
    row = table_row(
        settings=settings, game=HIVE, phase="playing" if table.outcome is None else "finished", step=999_999_999
    )
    player = SPECTATOR if viewer is None else viewer
    return TableView(
        row=row,
        seats=tuple(
            seat_row(seat, PEOPLE[seat % len(PEOPLE)], name=NAMES[seat], user_id=seat) for seat in range(seats)
        ),
        settings=settings,
        seat=viewer,
        view=table.view(player),
        legal=table.legal(player) if player in table.actors else (),
        actors=table.actors,
        outcome=table.outcome,
        deadline=1_700_000_000_000,
    )

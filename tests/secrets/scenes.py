"""Tables in the middle of a game, stored as folders from which each world starts."""

import re
from collections.abc import Awaitable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cogs.ui.kit.interface import playable_games
from engine import fairness
from engine.core import SPECTATOR, Player
from engine.game import Game
from engine.games import game_type
from engine.record import Entry
from tables.calling import nudges
from tables.dispatching import dispatcher
from tables.open_table import Person, to_engine_entries
from tables.opening import ID_LENGTH, ID_LETTERS
from tables.preferences import DIRECT_MESSAGE, change_preferences
from tables.records import record_import
from tables.service import TableService
from tests import cog_tables
from tests.cog_tables import DAN, PEOPLE, TABLE, play, start_table
from tests.in_process_program import InProcessProgram, InteractionResult, open_program, to_json
from tests.running_dispatchers import Clock

PLAYABLE = list(playable_games())
MOVES = 5
MOVES_OF = {"monster_hex": 6, "connect_four": 3, "hex_battle_wars": 9}
"""Numbers of moves after which a game is in the state that the checks need.

In monster_hex a person called by direct messages must act, in connect_four one hidden force is chosen, and in
hex_battle_wars a character is invisible and the other has rolled.
"""
DAY_SECONDS = 86_400


@dataclass(frozen=True)
class StoredTable:
    """A table in the middle of a game, stored as a folder from which each world starts; buttons carry `version`."""

    folder: Path
    game: Game
    log: tuple[Entry, ...]
    version: str

    def viewer(self, who: str) -> tuple[Person, Player]:
        """Return a stranger, a player who need not act, or a player who must act, with the viewer for the engine."""
        if who == "stranger":
            return DAN, SPECTATOR
        seats = range(self.game.configuration.seats)
        seat = next(seat for seat in seats if (seat in self.game.actors) is (who == "acting"))
        return PEOPLE[seat], seat


async def scene(
    folder: Path,
    clock: Clock,
    name: str,
    patch: pytest.MonkeyPatch,
    *,
    moves: int | None = None,
    options: dict[str, Any] | None = None,
) -> StoredTable:
    """Return a game of two people (or the minimum) after some moves, with its newest card not yet posted.

    The commitment is replaced by a constant, because it would distinguish worlds with different seeds. A stranger
    follows the game, and one of the players is called by direct messages.
    """
    patch.setattr(cog_tables, "GAME", name)
    patch.setattr(fairness, "commitment", lambda seed: "c" * 64)
    patch.setattr(record_import, "create_id", lambda: "brought234")
    # Concurrent messages would arrive in any order.
    patch.setattr(dispatcher, "MAX_TASKS", 1)
    async with open_program(folder, clock) as program:
        people = max(2, min(game_type(name).seats))
        chosen: dict[str, Any] = {} if options is None else {"options": msgspec.json.encode(options).decode()}
        await change_preferences(program.store, PEOPLE[1], pings=DIRECT_MESSAGE)
        await start_table(program.service, people=people, clock=DAY_SECONDS, commitment="c" * 64, **chosen)
        await nudges.follow(program.service, TABLE, DAN.id, each_turn=True)
        table = await play(program.service, moves=moves or MOVES_OF.get(name, MOVES))
        while len(table.actors) == table.require_playing().configuration.seats:
            table = await play(program.service, moves=1)
        return await scene_at(folder, program.service)


async def scene_at(folder: Path, played: TableService) -> StoredTable:
    """Return the scene of the table in its current state."""
    table = await played.load(TABLE)
    async with played.store.read() as reader:
        log = to_engine_entries(await reader.logs.entries(TABLE))
    return StoredTable(folder, table.require_playing(), log, table.version)


NEW_TABLE = re.compile(rf"[{ID_LETTERS}]{{{ID_LENGTH}}}(?=::new_)")
"""The id that a button draws for the table it would open."""


def as_sent(result: InteractionResult) -> str:
    """Return all requests and files of one interaction's answer as text."""
    bodies = [
        (request.method, NEW_TABLE.sub("new", to_json(request.body)), request.files) for request in result.requests
    ]
    return repr((bodies, sorted(result.files.items())))


async def await_answer(program: InProcessProgram, asking: Awaitable[InteractionResult]) -> str:
    """Return the answer as text, after delivering all messages that the interaction causes."""
    result = await asking
    await program.outbox.settle()
    return as_sent(result)

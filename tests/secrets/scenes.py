"""A table in the middle of its game, as a folder that each world starts from."""

import re
from collections.abc import Awaitable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cogs.ui.kit.interface import playable
from engine import fairness
from engine.core import SPECTATOR, Player
from engine.game import Game
from engine.games import game_type
from engine.record import Entry
from tables.calling import nudges
from tables.dispatching import dispatcher
from tables.open_table import Person, entries_of
from tables.opening import ID_LENGTH, ID_LETTERS
from tables.preferences import DIRECT_MESSAGE, change_preferences
from tables.records import record_import
from tables.service import TableService
from tests import cog_tables
from tests.cog_tables import DAN, PEOPLE, TABLE, play, start_table
from tests.in_process_program import InProcessProgram, InteractionResult, as_json, open_program
from tests.running_dispatchers import Clock

PLAYABLE = list(playable())
MOVES = 5
MOVES_OF = {"monster_hex": 6, "connect_four": 3, "hex_battle_wars": 8}
"""The moves after which a game has what the checks need: here whoever is called by direct messages must act; here one
force is in, which is hidden at that time only; here somebody is invisible.
"""
DAY_SECONDS = 86_400


@dataclass(frozen=True)
class Scene:
    """A table in the middle of its game, kept as a folder that each world starts from; buttons carry `version`."""

    folder: Path
    game: Game
    log: tuple[Entry, ...]
    version: str

    def viewer(self, who: str) -> tuple[Person, Player]:
        """A stranger, somebody at the table who need not act, or somebody who must; and what they look as."""
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
) -> Scene:
    """A game of two people or the fewest after some moves, with its newest card still to be posted.

    Whoever may not know the seed can't tell it from another: the commitment, which would, is made to say nothing.
    A stranger follows the game, and one of the players wishes to be called by direct messages.
    """
    patch.setattr(cog_tables, "GAME", name)
    patch.setattr(fairness, "commitment", lambda seed: "c" * 64)
    patch.setattr(record_import, "new_id", lambda: "brought234")
    # Messages that are sent at the same time would come in any order.
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


async def scene_at(folder: Path, played: TableService) -> Scene:
    """The table as it stands."""
    table = await played.load(TABLE)
    async with played.store.read() as reader:
        log = entries_of(await reader.entries(TABLE))
    return Scene(folder, table.require_playing(), log, table.version)


NEW_TABLE = re.compile(rf"[{ID_LETTERS}]{{{ID_LENGTH}}}(?=::new_)")
"""The id that a button draws for the table that it would open."""


def as_sent(result: InteractionResult) -> str:
    """Everything that one interaction was answered with."""
    bodies = [
        (request.method, NEW_TABLE.sub("new", as_json(request.body)), request.files) for request in result.requests
    ]
    return repr((bodies, sorted(result.files.items())))


async def settled(program: InProcessProgram, asking: Awaitable[InteractionResult]) -> str:
    """The same, with all that the interaction sets off done before the next one, whose messages are others."""
    result = await asking
    await program.outbox.settle()
    return as_sent(result)

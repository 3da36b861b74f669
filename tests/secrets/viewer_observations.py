"""Whoever looks at a table, presses everything and types everything: all that they are sent, and all that is public."""

import logging
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog

from engine import fairness
from engine.core import SPECTATOR, Player
from engine.game import Game
from engine.games import game_type
from engine.record import Entry
from tables import service
from tables.open_table import OpenTable, Person, entries_of
from tables.service import TableService
from tests.cogs import cog_tables
from tests.cogs.cog_tables import DAN, PEOPLE, TABLE, play, start_table
from tests.cogs.running_dispatchers import Clock
from tests.in_process_program import InProcessProgram, InteractionResult, as_json, open_program
from tests.secrets.twin_worlds import World

MOVES = 5
MOVES_OF = {"connect_four": 3, "hex_battle_wars": 8}
"""The moves of a game that hides something at times only: here one force is in; here somebody is invisible."""
EVERYTHING = (
    *("more", "hand", "rules", "text", "legend", "history", "replay", "zoom:NW", "past:2", "record", "resign"),
    *("fairness", "check", "takeback"),
)
DRAWN = ("legend", "replay", "zoom:NW", "past:2")
"""Of these, what takes its time."""
ERRORS = ("move", "do:nothing", "tile:A1", "hexes:B1:C1", "cancel", "nonsense")
"""What may be pressed by whoever need not act."""
PAGES = 6
"""How many pages of a draft are looked at by whoever must act."""
DOING = (":do:", ":pick:")
"""What custom ids hold whose buttons make a move, or choose an ability for good as soon as the others have."""
WHO = ("stranger", "idle", "acting")
KNOWS_ALL = {("connect_four", "idle"), ("hex_battle_wars", "idle")}
"""From whom nothing is hidden then: whoever has chosen first, or is invisible."""


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
    """
    patch.setattr(cog_tables, "GAME", name)
    patch.setattr(fairness, "commitment", lambda seed: "c" * 64)
    async with open_program(folder, clock) as program:
        people = max(2, min(game_type(name).seats))
        chosen: dict[str, Any] = {} if options is None else {"options": msgspec.json.encode(options).decode()}
        await start_table(program.service, people=people, commitment="c" * 64, **chosen)
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


def play_on(state: Any, patch: pytest.MonkeyPatch) -> None:
    """The whole program takes this for the state of the table."""
    load = service.load

    async def twin(reader: Any, table_id: str) -> OpenTable:
        found = await load(reader, table_id)
        assert found.game is not None
        return OpenTable(found.row, found.seats, msgspec.structs.replace(found.game, state=state))

    patch.setattr(service, "load", twin)


def as_sent(result: InteractionResult) -> str:
    """Everything that one interaction was answered with."""
    bodies = [(request.method, as_json(request.body), request.files) for request in result.requests]
    return repr((bodies, sorted(result.files.items())))


async def world(
    scene: Scene,
    folder: Path,
    clock: Clock,
    truth: World | None,
    who: str,
    looks: Sequence[str] = EVERYTHING,
    *,
    takes_back: bool = True,
) -> dict[str, str]:
    """What a viewer finds out in a world; the same world and time give the same."""
    clock.now = 1_700_000_000_000
    shutil.copytree(scene.folder, folder)
    async with open_program(folder, clock) as program:
        if truth is not None:
            await truth.settle_in(program.store)
        return await everything_shown(program, scene, who, looks, takes_back=takes_back)


async def everything_shown(
    program: InProcessProgram, scene: Scene, who: str, looks: Sequence[str], *, takes_back: bool
) -> dict[str, str]:
    """All that somebody is sent who presses and types everything; the public messages; and the log."""
    person, _ = scene.viewer(who)
    shown: dict[str, str] = {}
    with structlog.testing.capture_logs() as logs, library_logs() as lines:
        await program.outbox.settle()
        for what in looks:
            shown[what] = as_sent(await program.press(person, f"{TABLE}::{what}"))
        wrong = pages_of if who == "acting" else refusals
        shown |= await wrong(program, scene, person)
        for command in ("hand", "games", "settings"):
            shown[f"/{command}"] = as_sent(await program.command(person, command))
        shown |= await completions(program, person)
        if takes_back:
            shown |= await taking_back(program, person)
        await program.outbox.settle()
    public = [repr(request) for request in program.discord.requests if request.path.startswith("/channels")]
    shown["public messages"] = "\n".join(public)
    shown["public pictures"] = repr(program.discord.pictures)
    shown["the log"] = repr([*({**line, "error": None} for line in logs), *lines])
    return shown


@contextmanager
def library_logs() -> Iterator[list[str]]:
    """What discord.py logs meanwhile: accidents in what is offered while somebody types are told there alone."""
    lines: list[str] = []
    handler = logging.Handler(logging.INFO)
    handler.emit = lambda record: lines.append(record.getMessage())  # type: ignore[method-assign]
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield lines
    finally:
        root.removeHandler(handler)


async def refusals(program: InProcessProgram, scene: Scene, person: Person) -> dict[str, str]:
    """What those are told who press and type what is for others to do: their actions too."""
    shown: dict[str, str] = {}
    theirs = [action for seat in scene.game.actors for action in scene.game.legal(seat)[:3]]
    for what in (*ERRORS, *(f"do:{action}" for action in theirs if len(action) < 70)):
        shown[what] = as_sent(await program.press(person, f"{TABLE}:{scene.version}:{what}"))
    for action in ("nothing", *theirs):
        shown[f"/move {action}"] = as_sent(await program.command(person, "move", action=action))
    return shown


async def pages_of(program: InProcessProgram, scene: Scene, person: Person) -> dict[str, str]:
    """What somebody is offered who must act, page by page, without doing it."""
    shown: dict[str, str] = {}
    todo = [f"{TABLE}:{scene.version}:move"]
    while todo and len(shown) < PAGES:
        custom_id = todo.pop()
        result = await program.press(person, custom_id)
        shown[custom_id] = as_sent(result)
        new = [found for found in result.custom_ids if found not in shown and "move" not in found]
        todo += [found for found in new if not any(done in found for done in DOING)]
    return shown


async def taking_back(program: InProcessProgram, person: Person) -> dict[str, str]:
    """What comes of taking back whatever may be, twice, and of moves that were never made, which changes the table."""
    page = await program.press(person, f"{TABLE}::takeback")
    shown: dict[str, str] = {}
    offered = [found for found in page.custom_ids if "::takeback:" in found]
    for custom_id in (f"{TABLE}::takeback:99", *offered, *offered):
        result = await program.press(person, custom_id)
        shown[f"{len(shown)} {custom_id}"] = as_sent(result)
    for answer in ("takeback_allow", "takeback_keep"):
        shown[answer] = as_sent(await program.press(person, f"{TABLE}::{answer}:0:1"))
    return shown


async def completions(program: InProcessProgram, person: Person) -> dict[str, str]:
    """What is offered to somebody who types, for every option of every command that offers anything."""
    shown: dict[str, str] = {}
    for command in program.bot.tree.walk_commands():
        for option in getattr(command, "parameters", ()):
            if option.autocomplete:
                name = f"{command.qualified_name} {option.display_name}"
                result = await program.autocomplete(person, command.qualified_name, option.display_name)
                shown[f"autocomplete of /{name}"] = as_sent(result)
    return shown


def differences(found: list[dict[str, str]]) -> list[str]:
    """Where the worlds can be told apart."""
    names = sorted({what for shown in found for what in shown})
    return [what for what in names if len({shown.get(what) for shown in found}) > 1]

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

from cogs import _looks
from cogs._looks import OpenTable, Person
from cogs._tables import moment_of
from engine import fairness
from engine.core import SPECTATOR, Player
from engine.games import game
from engine.table import Table
from tests.cogs import cog_tables
from tests.cogs.cog_tables import DAN, PEOPLE, TABLE, play, start_table
from tests.cogs.dispatchers import Clock
from tests.faults.hall import Hall, Told, as_json, open_hall
from tests.secrets.twins import World

MOVES = 5
EVERYTHING = ("more", "hand", "rules", "text", "legend", "history", "replay", "zoom:NW", "past:2", "record", "resign")
DRAWN = ("legend", "replay", "zoom:NW", "past:2")
"""Of these, what takes its time."""
ERRORS = ("move", "do:nothing", "tile:A1", "hexes:B1:C1", "cancel", "nonsense")
"""What may be pressed by whoever need not act."""
PAGES = 6
"""How many pages of a draft are looked at by whoever must act."""
WHO = ("stranger", "idle", "acting")


@dataclass(frozen=True)
class Scene:
    """A table in the middle of its game, kept as a folder that each world starts from; `step` is what buttons carry."""

    folder: Path
    game: Table
    step: int

    def viewer(self, who: str) -> tuple[Person, Player]:
        """A stranger, somebody at the table who need not act, or somebody who must; and what they look as."""
        if who == "stranger":
            return DAN, SPECTATOR
        seats = range(self.game.configuration.seats)
        seat = next(seat for seat in seats if (seat in self.game.actors) is (who == "acting"))
        return PEOPLE[seat], seat


async def scene(folder: Path, clock: Clock, name: str, patch: pytest.MonkeyPatch) -> Scene:
    """A game of the fewest people after some moves, with its newest card still to be posted.

    Whoever may not know the seed can't tell it from another: the commitment, which would, is made to say nothing.
    """
    patch.setattr(cog_tables, "GAME", name)
    patch.setattr(fairness, "commitment", lambda seed: "c" * 64)
    async with open_hall(folder, clock) as hall:
        await start_table(hall.service, people=min(game(name).seats), commitment="c" * 64)
        table = await play(hall.service, moves=MOVES)
        while len(table.actors) == table.require_playing().configuration.seats:
            table = await play(hall.service, moves=1)
        return Scene(folder, table.require_playing(), moment_of(table))


def play_on(state: Any, patch: pytest.MonkeyPatch) -> None:
    """The whole program takes this for the state of the table."""
    load = _looks.load

    async def twin(reader: Any, table_id: str) -> OpenTable:
        found = await load(reader, table_id)
        assert found.game is not None
        return OpenTable(found.row, found.seats, msgspec.structs.replace(found.game, state=state))

    patch.setattr(_looks, "load", twin)


def as_sent(told: Told) -> str:
    """Everything that one interaction was answered with."""
    bodies = [(asked.method, as_json(asked.body), asked.files) for asked in told.asked]
    return repr((bodies, sorted(told.files.items())))


async def world(
    scene: Scene, folder: Path, clock: Clock, truth: World | None, who: str, looks: Sequence[str] = EVERYTHING
) -> dict[str, str]:
    """What a viewer finds out in a world; the same world and time give the same."""
    clock.now = 1_700_000_000_000
    shutil.copytree(scene.folder, folder)
    async with open_hall(folder, clock) as hall:
        if truth is not None:
            await truth.settle_in(hall.store)
        return await everything_shown(hall, scene, who, looks)


async def everything_shown(hall: Hall, scene: Scene, who: str, looks: Sequence[str]) -> dict[str, str]:
    """All that somebody is sent who presses and types everything; the public messages; and the log."""
    person, _ = scene.viewer(who)
    shown: dict[str, str] = {}
    with structlog.testing.capture_logs() as logs, library_logs() as lines:
        await hall.outbox.settle()
        for what in looks:
            shown[what] = as_sent(await hall.press(person, f"{TABLE}::{what}"))
        wrong = pages_of if who == "acting" else refusals
        shown |= await wrong(hall, scene, person)
        for command in ("hand", "games", "settings"):
            shown[f"/{command}"] = as_sent(await hall.command(person, command))
        shown |= await completions(hall, person)
        await hall.outbox.settle()
    public = [repr(asked) for asked in hall.discord.asked if asked.path.startswith("/channels")]
    shown["public messages"] = "\n".join(public)
    shown["public pictures"] = repr(hall.discord.pictures)
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


async def refusals(hall: Hall, scene: Scene, person: Person) -> dict[str, str]:
    """What those are told who press and type what is for others to do: their actions too."""
    shown: dict[str, str] = {}
    theirs = [action for seat in scene.game.actors for action in scene.game.legal(seat)[:3]]
    for what in (*ERRORS, *(f"do:{action}" for action in theirs if len(action) < 70)):
        shown[what] = as_sent(await hall.press(person, f"{TABLE}:{scene.step}:{what}"))
    for action in ("nothing", *theirs):
        shown[f"/move {action}"] = as_sent(await hall.command(person, "move", action=action))
    return shown


async def pages_of(hall: Hall, scene: Scene, person: Person) -> dict[str, str]:
    """What somebody is offered who must act, page by page, without doing it."""
    shown: dict[str, str] = {}
    todo = [f"{TABLE}:{scene.step}:move"]
    while todo and len(shown) < PAGES:
        custom_id = todo.pop()
        told = await hall.press(person, custom_id)
        shown[custom_id] = as_sent(told)
        todo += [
            found for found in told.custom_ids if found not in shown and ":do:" not in found and "move" not in found
        ]
    return shown


async def completions(hall: Hall, person: Person) -> dict[str, str]:
    """What is offered to somebody who types, for every option of every command that offers anything."""
    shown: dict[str, str] = {}
    for command in hall.bot.tree.walk_commands():
        for option in getattr(command, "parameters", ()):
            if option.autocomplete:
                name = f"{command.qualified_name} {option.display_name}"
                told = await hall.autocomplete(person, command.qualified_name, option.display_name)
                shown[f"autocomplete of /{name}"] = as_sent(told)
    return shown


def differences(found: list[dict[str, str]]) -> list[str]:
    """Where the worlds can be told apart."""
    names = sorted({what for shown in found for what in shown})
    return [what for what in names if len({shown.get(what) for shown in found}) > 1]

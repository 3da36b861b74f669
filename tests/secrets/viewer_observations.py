"""Everything that a viewer is sent who presses and types everything, and everything public."""

import logging
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog

from cogs.ui.kit.interface import interface
from engine import fairness
from engine.game import Game
from engine.record import Entry
from tables import service
from tables.open_table import OpenTable, Person, to_engine_entries
from tests.cog_tables import TABLE
from tests.in_process_program import InProcessProgram, open_program
from tests.running_dispatchers import Clock
from tests.secrets.around_the_table import around_the_table, as_time_passes
from tests.secrets.scenes import StoredTable, as_sent, await_answer
from tests.twin_worlds import World

EVERYTHING = (
    *("more", "hand", "rules", "text", "legend", "history", "replay", "zoom:NW", "past:2", "record", "resign"),
    *("fairness", "check", "takeback"),
)
DRAWN = ("legend", "replay", "zoom:NW", "past:2")
"""The slow ones of these pages."""
ERRORS = ("move", "do:nothing", "tile:A1", "hexes:B1:C1", "cancel", "nonsense")
"""Actions that a viewer who need not act may press."""
PAGES = 6
"""Number of draft pages opened by the viewer who must act."""
DOING = (":do:", ":pick:")
"""Parts of custom ids whose buttons make a move, or a choice that becomes final once the others have chosen."""
WHO = ("stranger", "idle", "acting")
KNOWS_ALL = {("connect_four", "idle"), ("hex_battle_wars", "idle")}
"""Viewers from whom nothing is hidden at that point: they have chosen first, or are invisible."""


class Insider:
    """The secrets a mutant can leak: the table that the program has loaded last."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._load = service.load
        self.entries: tuple[Entry, ...] = ()
        patch.setattr(service, "load", self._watched)

    async def _watched(self, reader: Any, table_id: str) -> OpenTable:
        self.table = await self._load(reader, table_id)
        self.entries = to_engine_entries(await reader.logs.entries(table_id))
        return self.table

    @property
    def game(self) -> Game:
        return self.table.require_playing()

    @property
    def hands(self) -> str:
        return fairness.encode_canonical(self.game.state).decode()[:600]

    @property
    def digest(self) -> str:
        """An unsalted hash of the hidden state, which must stay secret until the end (see `fairness`)."""
        return self.entries[-1].digest or ""

    @property
    def seed(self) -> str:
        return self.table.row.server_seed.hex()

    @property
    def log(self) -> str:
        return ", ".join(entry.action for entry in self.entries)


def play_on(state: Any, patch: pytest.MonkeyPatch) -> None:
    """Make the whole program use this as the table's state."""
    load = service.load

    async def twin(reader: Any, table_id: str) -> OpenTable:
        found = await load(reader, table_id)
        assert found.game is not None
        return OpenTable(found.row, found.seats, msgspec.structs.replace(found.game, state=state))

    patch.setattr(service, "load", twin)


async def world(
    scene: StoredTable,
    folder: Path,
    clock: Clock,
    truth: World | None,
    who: str,
    looks: Sequence[str] = EVERYTHING,
    *,
    takes_back: bool = True,
) -> dict[str, str]:
    """Return what a viewer sees in a world; the same world and time give the same result."""
    clock.now = 1_700_000_000_000
    shutil.copytree(scene.folder, folder)
    async with open_program(folder, clock) as program:
        if truth is not None:
            await truth.settle_in(program.store)
        return await everything_shown(program, scene, who, looks, takes_back=takes_back)


MESSAGE_ID = re.compile(r"\b9\d{17}\b")
"""An id from the fake Discord."""
SLOW_MACHINE = "store slow"
"""A log event that depends only on how busy the machine is."""


async def everything_shown(
    program: InProcessProgram, scene: StoredTable, who: str, looks: Sequence[str], *, takes_back: bool
) -> dict[str, str]:
    """Return all that a viewer is sent who presses and types everything, the public messages, and the log."""
    person, _ = scene.viewer(who)
    shown: dict[str, str] = {}
    with structlog.testing.capture_logs() as logs, library_logs() as lines:
        await program.outbox.settle()
        for what in looks:
            shown[what] = await await_answer(program, program.press(person, f"{TABLE}::{what}"))
        wrong = list_pages if who == "acting" else refusals
        shown |= await wrong(program, scene, person)
        for command in ("hand", "games", "settings"):
            shown[f"/{command}"] = await await_answer(program, program.command(person, command))
        shown |= await completions(program, person)
        shown |= await around_the_table(program, scene, person)
        if takes_back:
            shown |= await as_time_passes(program, person)
            shown |= await taking_back(program, person)
        await program.outbox.settle()
    public = [
        repr(request)
        for request in program.discord.requests
        # Message look-ups are invisible, and run concurrently with everything else.
        if request.path.startswith("/channels") and request.method != "GET"
    ]
    shown["public messages"] = numbered_anew("\n".join(public))
    shown["public pictures"] = repr(program.discord.pictures)
    told = ({**line, "error": None} for line in logs if line["event"] != SLOW_MACHINE)
    shown["the log"] = repr([*told, *lines])
    return shown


def numbered_anew(text: str) -> str:
    """Renumber message ids by their order in the text, because a private answer may take a number in between."""
    numbers: dict[str, str] = {}
    return MESSAGE_ID.sub(lambda found: numbers.setdefault(found[0], f"message {len(numbers)}"), text)


@contextmanager
def library_logs() -> Iterator[list[str]]:
    """Yield the lines that discord.py logs meanwhile: only there are errors in autocomplete reported."""
    lines: list[str] = []
    handler = logging.Handler(logging.INFO)
    handler.emit = lambda record: lines.append(record.getMessage())  # type: ignore[method-assign]
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield lines
    finally:
        root.removeHandler(handler)


async def refusals(program: InProcessProgram, scene: StoredTable, person: Person) -> dict[str, str]:
    """Return the answers to a person who presses and types other people's actions."""
    shown: dict[str, str] = {}
    theirs = [action for seat in scene.game.actors for action in scene.game.legal(seat)[:3]]
    for what in (*ERRORS, *(f"do:{action}" for action in theirs if len(action) < 70)):
        shown[what] = await await_answer(program, program.press(person, f"{TABLE}:{scene.version}:{what}"))
    for action in ("nothing", *theirs):
        shown[f"/move {action}"] = await await_answer(program, program.command(person, "move", action=action))
    return shown


async def list_pages(program: InProcessProgram, scene: StoredTable, person: Person) -> dict[str, str]:
    """Return the pages offered to a seat that must act, without making a move."""
    shown: dict[str, str] = {}
    todo = [f"{TABLE}:{scene.version}:move"]
    while todo and len(shown) < PAGES:
        custom_id = todo.pop()
        result = await program.press(person, custom_id)
        await program.outbox.settle()
        shown[custom_id] = as_sent(result)
        offered = [found for found in result.custom_ids if found.startswith(f"{TABLE}:")]
        new = [found for found in offered if found not in shown and "move" not in found]
        todo += [found for found in new if not any(done in found for done in DOING)]
    return shown


async def taking_back(program: InProcessProgram, person: Person) -> dict[str, str]:
    """Return the answers to taking everything back twice, and moves that were never made; this changes the table."""
    page = await program.press(person, f"{TABLE}::takeback")
    shown: dict[str, str] = {}
    offered = [found for found in page.custom_ids if "::takeback:" in found]
    for custom_id in (f"{TABLE}::takeback:99", *offered, *offered):
        shown[f"{len(shown)} {custom_id}"] = await await_answer(program, program.press(person, custom_id))
    for answer in ("takeback_allow", "takeback_keep"):
        shown[answer] = await await_answer(program, program.press(person, f"{TABLE}::{answer}:0:1"))
    return shown


async def completions(program: InProcessProgram, person: Person) -> dict[str, str]:
    """Return the autocomplete answers for every option of every command that has them."""
    shown: dict[str, str] = {}
    for command in program.bot.tree.walk_commands():
        for option in getattr(command, "parameters", ()):
            if option.autocomplete:
                name = f"{command.qualified_name} {option.display_name}"
                result = await program.autocomplete(person, command.qualified_name, option.display_name)
                shown[f"autocomplete of /{name}"] = as_sent(result)
    return shown


def differences(found: list[dict[str, str]]) -> list[str]:
    """Return the places where the worlds differ, and print their contents for a failing test."""
    names = sorted({what for shown in found for what in shown})
    wrong = [what for what in names if len({shown.get(what) for shown in found}) > 1]
    for what in wrong:
        print(what, *(shown.get(what) for shown in found), sep="\n    ")
    return wrong


def patch_words(patch: pytest.MonkeyPatch, game: str, **functions: Any) -> None:
    """Replace functions of a game's words, which are frozen."""
    for name, function in functions.items():
        patch.setitem(vars(interface(game).words), name, function)

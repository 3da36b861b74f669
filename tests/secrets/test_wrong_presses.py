"""Random presses by wrong people and strangers change nothing and reveal nothing.

Each press is made in two worlds that differ in what is hidden from the presser; both must give the same answer.
HEXCADE_PRESSES sets the number of presses.
"""

import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from data.store import Store
from data.store.people_schema import lesson_progress
from data.store.schema import metadata
from engine import fairness
from engine.games import game_type
from tables import lobby
from tables.open_table import OpenTable, Person
from tables.refusal import Refusal
from tables.settings import TableSettings
from tests import cog_tables
from tests.cog_tables import DAN, EVE, PEOPLE, TABLE, open_lobby, play, start_table
from tests.in_process_program import InProcessProgram, InteractionResult, open_program
from tests.running_dispatchers import Clock
from tests.secrets.scenes import MOVES, MOVES_OF, PLAYABLE, StoredTable, as_sent, scene_at
from tests.secrets.viewer_observations import KNOWS_ALL, list_pages
from tests.twin_worlds import twin_world

pytestmark = pytest.mark.slow

PRESSES = int(os.environ.get("HEXCADE_PRESSES", "60"))
COMMITMENT = "c" * 64
LOBBY, FINISHED = "lobby23456", "finished23"
TABLES = (LOBBY, TABLE, FINISHED, "nosuch2345", "me")
STRANGERS = (DAN, EVE, Person(77, "Zoe"))
ACTIONS = (
    *("move", "hand", "resign", "resigned", "cancel", "cancelled", "leave", "choose", "computer", "start", "close"),
    *("options", "options_submitted", "own", "game_options", "game_options_submitted", "form", "form_submitted"),
    *("end", "ended", "record", "nonsense", "", "do", "do:", "do:nothing", "do:close", "do:forfeit 0"),
    *("moderate", "mod_tables", "mod_pick", "mod_log", "mod_blocked", "mod_ask:end", "mod_act:end", "mod_act:lock"),
    *("mute", "nudge", "time", "pings", "stand_in", "back", "pause_ask", "pause_agree:0:0", "pause_decline:0:0"),
    *(
        "pause_sos",
        "pause_sos_now",
        "pause_resume",
        "idle_here:0",
        "idle_end:0",
        "weekends",
        "clock",
        "clock_submitted",
    ),
    *("replace", "replaced:0", "take_seat:0:1", "no_seat:0:1", "keep_seat:0:1", "give_seat", "swap_seat", "free_seat"),
    *("invite", "invited", "inviters", "who_may", "order", "seats", "fill_seats", "server_set", "server_reset"),
    *("set_up", "privacy_export", "brought", "brought_replay", "brought_remove", "share", "shared", "again"),
    *("do:takeback 1", "do:for 0 close", "do:" + "x" * 80, "tile:A1", "hexes:B1:C1", "turn:A1:B1:3", "::::", "do:\0"),
)
PICTURES = (
    *("zoom:NW", "zoom:whole", "past:3", "past:99999", "legend", "more", "views", "this_table", "rules"),
    *("text", "history"),
)
"""Views open to everybody; one press in twenty, because drawing is slow."""
OWN = (
    *("hand", "resigned", "cancelled", "cancel", "close", "mute", "nudge", "stand_in", "back", "pause_ask"),
    *("pause_sos", "pause_sos_now", "pause_resume", "replace", "replaced:0", "time"),
)
"""Actions allowed to a player out of turn, and to the host, who may end the table."""


@dataclass(frozen=True)
class Press:
    """A press or submitted form by a person who is not entitled to it."""

    person: Person
    custom_id: str
    values: Sequence[str]
    private: bool
    form: bool

    async def at(self, program: InProcessProgram) -> InteractionResult:
        if self.form:
            return await program.submit(self.person, self.custom_id, list(self.values))
        return await program.press(self.person, self.custom_id, self.values, private=self.private)


async def kept(store: Store) -> list[Any]:
    """Return all rows of the database except lesson progress, which anybody may create."""
    async with store._engine.connect() as connection:
        return [
            (table.name, sorted(map(repr, (await connection.execute(select(table))).all())))
            for table in metadata.sorted_tables
            if table is not lesson_progress
        ]


async def set_up(program: InProcessProgram, name: str) -> dict[str, str]:
    """Open a lobby with a free seat, start a game, and end another; return the pages seen by the seat that must act."""
    people = max(2, min(game_type(name).seats))
    await open_lobby(program.service, TableSettings(seats=people), id=LOBBY, commitment=COMMITMENT)
    await start_table(program.service, people, id=FINISHED, commitment=COMMITMENT)
    await program.service.change(FINISHED, lobby.cancel(PEOPLE[0].id))
    await start_table(program.service, people, commitment=COMMITMENT)
    table = await play(program.service, moves=MOVES_OF.get(name, MOVES))
    while len(table.actors) == people:
        table = await play(program.service, moves=1)
    seen = await scene_at(Path(), program.service)
    pages = await list_pages(program, seen, seen.viewer("acting")[0])
    await program.outbox.settle()
    return pages


def before(version: str) -> str:
    """Return the version before this one, a step or a turn."""
    kind = "t" if version.startswith("t") else ""
    return f"{kind}{int(version.removeprefix(kind)) - 1}"


@dataclass(frozen=True)
class Worlds:
    """Two programs with the same tables, the forged actions, and the people who press them."""

    programs: tuple[InProcessProgram, InProcessProgram]
    scene: StoredTable
    forged: Sequence[str]
    wrong: Sequence[Person]

    def press(self, rng: Random) -> Press:
        """Return a random press."""
        table, person = rng.choice(TABLES), rng.choice(STRANGERS)
        action = rng.choice(PICTURES) if rng.random() < 0.05 else self._action(rng)
        if self.wrong and rng.random() < 0.4:
            table, person = TABLE, rng.choice(self.wrong)
            while action in OWN or action in PICTURES:
                action = self._action(rng)
        version = self.scene.version
        shown = rng.choice(("", version, version, before(version), "999999999", "t9", "0", "t", "x", "-1", "٣"))
        values = [rng.choice(("A1", "S1", "red", "blue", "chance", "dark"))] if rng.random() < 0.2 else []
        return Press(person, f"{table}:{shown}:{action}"[:100], values, rng.random() < 0.5, rng.random() < 0.05)

    def _action(self, rng: Random) -> str:
        """Return a random action; half of the time one that is offered only to others, since these are few."""
        return rng.choice(self.forged if self.forged and rng.random() < 0.5 else ACTIONS)

    async def check(self, presses: int) -> None:
        """Make presses, and raise AssertionError if anything changes or is revealed."""
        rng = Random(1)
        before = [await kept(program.store) for program in self.programs]
        said = [len(program.discord.made) for program in self.programs]
        for number in range(presses):
            press = self.press(rng)
            result, other = [await press.at(program) for program in self.programs]
            assert "reference" not in result.text, f"{press} is an accident: {result.text}"
            assert as_sent(result) == as_sent(other), f"{press} tells worlds apart: {result.text}"
            # A player may preview their own tiles without making a move.
            never = {"do"} if press.person in self.wrong else {"do", "tile"}
            assert not never & {
                custom_id.split(":")[2] for custom_id in result.custom_ids if custom_id.count(":") > 1
            }, press
            if number % 1_000 == 0:
                assert [await kept(program.store) for program in self.programs] == before, press
        for program in self.programs:
            await program.outbox.settle()
        assert [await kept(program.store) for program in self.programs] == before
        assert [len(program.discord.made) for program in self.programs] == said


@asynccontextmanager
async def worlds(name: str, folder: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Worlds]:
    """Yield the true world and its twin for a player who need not act, each with its own database."""
    monkeypatch.setattr(cog_tables, "GAME", name)
    # The commitment would distinguish the seeds.
    monkeypatch.setattr(fairness, "commitment", lambda seed: COMMITMENT)
    async with (
        open_program(folder / "true", clock) as program,
        open_program(folder / "twin", clock) as other,
    ):
        theirs = await set_up(program, name)
        assert await set_up(other, name) == theirs
        scene = await scene_at(Path(), program.service)
        # If the player who need not act knows everything, only strangers cannot distinguish the worlds.
        knows_all = (name, "idle") in KNOWS_ALL
        person, seat = scene.viewer("stranger" if knows_all else "idle")
        await twin_world(scene.game, scene.log, seat, 1).settle_in(other.store)
        yield Worlds((program, other), scene, forged(scene, theirs), [] if knows_all else wrong(scene, person, seat))


def forged(scene: StoredTable, pages: dict[str, str]) -> list[str]:
    """Return the actions offered only to seats that must act: pages of their drafts, and moves."""
    offered = [custom_id.split(":", 2)[2] for custom_id in pages]
    moves = [f"do:{action}" for seat in scene.game.actors for action in scene.game.legal(seat)]
    return [*offered, *moves[:: max(1, len(moves) // 20)]]


def wrong(scene: StoredTable, person: Person, seat: int) -> list[Person]:
    """Return the player who need not act, or nobody if they may still change an earlier choice."""
    suite = import_module(f"tests.engine.{scene.game.configuration.game}.conformance").CONFORMANCE
    rules, state = scene.game.rules, scene.game.state
    may = any(rules.is_legal(state, seat, action) for action in suite.probes(rules))
    return [] if may else [person]


@pytest.mark.parametrize("name", PLAYABLE)
async def test_wrong_presses_change_nothing_and_tell_nothing(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    async with worlds(name, tmp_path, clock, monkeypatch) as both:
        await both.check(PRESSES)


@pytest.mark.parametrize("name", [name for name in PLAYABLE if (name, "idle") not in KNOWS_ALL])
async def test_presses_that_are_taken_for_those_of_whoever_must_act_are_found(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The mutant is a program that does not check who presses."""
    async with worlds(name, tmp_path, clock, monkeypatch) as both:
        seat_of = OpenTable.seat_of
        monkeypatch.setattr(
            OpenTable,
            "seat_of",
            lambda self, user_id: self.seats[self.actors[0]] if self.actors else seat_of(self, user_id),
        )
        with pytest.raises(AssertionError):
            await both.check(5 * PRESSES)


async def test_a_press_that_tells_one_world_from_the_other_is_found(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mutant is a refusal that reveals the seed."""
    async with worlds(PLAYABLE[0], tmp_path, clock, monkeypatch) as both:

        def telling(self: OpenTable, user_id: int) -> Any:
            raise Refusal(self.row.server_seed.hex())

        monkeypatch.setattr(OpenTable, "require_seat", telling)
        with pytest.raises(AssertionError, match="tells worlds apart"):
            await both.check(PRESSES)

"""L2, L4 and L6 in the whole program, each with a mutant that proves that the check can fail.

L2: a computer player knows only what a person at its seat would know. L4: no card or step reveals anything hidden or
changeable. L6: a person without a seat reads what everybody at the table reads.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from cogs.at_table import move_pages, moves
from engine import fairness
from engine import game as engine_game
from engine.core import SPECTATOR
from engine.game import Game
from engine.players import Question
from tables import computer_players
from tables.committing.changes import Change
from tables.committing.outbox_rows import REFRESH_MS
from tables.open_table import OpenTable
from tests.cog_tables import DAN, PEOPLE, TABLE
from tests.in_process_program import InProcessProgram, open_program
from tests.running_dispatchers import Clock
from tests.secrets.scenes import PLAYABLE, StoredTable, as_sent, scene
from tests.twin_worlds import twin_states

pytestmark = pytest.mark.slow

Patch = pytest.MonkeyPatch
Mutant = Callable[[Patch], None]

WORLDS = 6
SEED = bytes(32)


@pytest.fixture(params=PLAYABLE)
async def at(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock, monkeypatch: Patch) -> StoredTable:
    """Return a scene in the middle of each game."""
    return await scene(tmp_path / "scene", clock, request.param, monkeypatch)


def nothing_leaks(patch: Patch) -> None:
    """Leave the program unchanged."""


# L2


def asks_with_a_seed_of_the_state(patch: Patch) -> None:
    question = computer_players.question

    def asked(game: Game, seat: int, name: str, seed: bytes) -> Question:
        return question(game, seat, name, seed)._replace(seed=int(fairness.digest(game.state), 16))

    patch.setattr(computer_players, "question", asked)


@pytest.mark.parametrize(("mutant", "leaks"), [(nothing_leaks, False), (asks_with_a_seed_of_the_state, True)])
async def test_a_computer_player_is_asked_the_same_in_worlds_that_it_cannot_tell_apart(
    at: StoredTable, monkeypatch: Patch, mutant: Mutant, leaks: bool
) -> None:
    """L2, in sampled and in hand-changed worlds: a player knows nothing except its question."""
    mutant(monkeypatch)
    game, seat, rng = at.game, at.game.actors[0], Random(5)
    worlds = [game.rules.determinize(game.view(seat), rng) for _ in range(WORLDS)]
    first, *others = [
        computer_players.question(msgspec.structs.replace(game, state=state), seat, "greedy", SEED)
        for state in (game.state, *worlds, *twin_states(game, seat))
    ]
    assert any(asked != first for asked in others) is leaks


# L4


def looking_is_announced(patch: Patch) -> None:
    """Make a new card whenever somebody looks at their hand."""
    hand_answer = moves.hand_answer

    async def telling(bot: Any, interaction: Any, table: Any) -> Any:
        await bot.service.change(table.row.id, lambda before: Change())
        return await hand_answer(bot, interaction, table)

    for module in (moves, move_pages):
        patch.setattr(module, "hand_answer", telling)


def hidden_choices_are_announced(patch: Patch) -> None:
    """Count hidden choices in the step."""
    patch.setattr(engine_game, "_public_part", lambda rules, state: state)


async def public_traces(program: InProcessProgram, scene: StoredTable) -> list[Any]:
    """Return the public traces after each act of a seat that must stay unnoticed."""
    seat = scene.game.actors[0]
    person = PEOPLE[seat]
    traces: list[Any] = []
    for pressed in ("hand", "move", "do:nothing", "tile:A1"):
        await program.press(person, f"{TABLE}:{scene.version}:{pressed}", private=True)
        traces.append(await trace(program))
    for action in hidden_choices(scene.game, seat):
        table = await program.service.load(TABLE)
        await program.service.act(TABLE, person.id, action, version=table.version)
        traces.append(await trace(program))
    return traces


async def trace(program: InProcessProgram) -> Any:
    """Return everything public: step, pending seats, view, and posted or edited messages."""
    await program.outbox.settle(REFRESH_MS)
    table = await program.service.view(TABLE)
    public = [
        request
        for request in program.discord.requests
        if request.path.startswith("/channels") and request.method != "GET"
    ]
    return table.row.step, table.actors, table.waiting_names(), table.view, public


def hidden_choices(game: Game, seat: int) -> list[str]:
    """Return successive choices of a seat that change neither the seats to act nor a spectator's view."""
    found: list[str] = []
    rules, state = game.rules, game.state
    for _ in range(3):
        public = rules.actors(state), rules.view(state, SPECTATOR)
        for action in rules.legal_actions(state, seat):
            after = rules.apply(state, seat, action).state
            if (rules.actors(after), rules.view(after, SPECTATOR)) == public and after != state:
                found.append(rules.format_action(action))
                state = after
                break
    return found


@pytest.mark.parametrize(
    ("mutant", "leaks"), [(nothing_leaks, False), (looking_is_announced, True), (hidden_choices_are_announced, True)]
)
async def test_who_is_shown_as_pending_changes_only_with_the_public_board(
    at: StoredTable, clock: Clock, monkeypatch: Patch, mutant: Mutant, leaks: bool
) -> None:
    """L4: looking at a hand, composing, a wrong press and a changeable choice leave the public state unchanged."""
    if mutant is hidden_choices_are_announced and not hidden_choices(at.game, at.game.actors[0]):
        leaks = False  # Games whose choices are all public have nothing to announce.
    mutant(monkeypatch)
    async with open_program(at.folder, clock) as program:
        before = await trace(program)
        assert any(found != before for found in await public_traces(program, at)) is leaks


# L6


def strangers_take_a_seat(patch: Patch) -> None:
    """Treat people without a seat as seat 0."""
    seat_of = OpenTable.seat_of
    patch.setattr(OpenTable, "seat_of", lambda self, user_id: seat_of(self, user_id) or self.seats[0])


@pytest.mark.parametrize(("mutant", "leaks"), [(nothing_leaks, False), (strangers_take_a_seat, True)])
async def test_what_a_stranger_is_sent_everybody_at_the_table_may_be_sent_too(
    at: StoredTable, clock: Clock, monkeypatch: Patch, mutant: Mutant, leaks: bool
) -> None:
    """L6: a stranger has no hand and no move, and sees of the board what everybody at the table sees."""
    mutant(monkeypatch)
    async with open_program(at.folder, clock) as program:
        assert await stranger_sees_more(program, at) is leaks


async def stranger_sees_more(program: InProcessProgram, at: StoredTable) -> bool:
    seated = PEOPLE[: at.game.configuration.seats]
    same, less = ("history", "rules", "past:2", "replay"), ("text", "more")
    for what in same:
        shown = {as_sent(await program.press(person, f"{TABLE}::{what}")) for person in (DAN, *seated)}
        if len(shown) > 1:
            return True
    for what in less:
        stranger, *others = [await program.press(person, f"{TABLE}::{what}") for person in (DAN, *seated)]
        if any(not set(stranger.text.splitlines()) <= set(other.text.splitlines()) for other in others):
            return True
    return bool((await program.press(DAN, f"{TABLE}::hand")).files)

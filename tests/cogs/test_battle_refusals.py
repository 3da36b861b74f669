"""What Hex Battle Wars answers to moves that are not possible: privately, with the reason, and nothing is changed."""

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from engine.games import game_type
from engine.hex_battle_wars.board import field
from engine.hex_battle_wars.odds import sight_from
from engine.hex_battle_wars.preview import cut_off, nearest
from engine.hex_battle_wars.view import View
from tests.battle_games import BATTLE
from tests.cog_tables import logged, mover, start_table
from tests.in_process_program import EPHEMERAL, InProcessProgram

Mistake = tuple[str, str]
"""What is typed, and what the answer must hold."""
QUICK = {"radius": 6, "hp": 20}
SEED = 3


def cutting(view: View) -> Mistake | None:
    """A block that would wall hexes in (HBW-3)."""
    if view.phase != "blocks":
        return None
    for level in (2, 3):
        for cell, label in enumerate(field(view.radius).name if view.box[level - 1] else ()):
            lost = [other for other in cut_off(view, level, label) if other != label]
            if lost and view.ground[cell] == ".":
                return f"block {level} {label}", f"would cut off {lost[0]}"
    return None


def too_near(view: View) -> Mistake | None:
    """A start beside somebody else's piece (HBW-5)."""
    others = [seat.pieces[0].label for seat in view.seats if seat.pieces[0].label]
    if view.phase != "deploy" or not others:
        return None
    grid = field(view.radius)
    beside = grid.name[grid.neighbours[grid.index[others[0]]][0]]
    return f"deploy {beside}", f"{beside} is 1 hex from the piece on {others[0]}; pieces start ten hexes apart"


def unreachable(view: View) -> Mistake | None:
    """A hex that the roll does not lead to (HBW-14)."""
    if not is_at(view, "rolled", hidden=False) or view.turn is None:
        return None
    grid, start = field(view.radius), view.seats[view.viewer].pieces[0].label or ""
    far = max(grid.name, key=lambda label: grid.distance(grid.index[label], grid.index[start]))
    told = f"You rolled {view.turn.roll}, and {far} can't be reached"
    return f"move {far}", f"{told} with exactly that. The nearest hex you can reach is {nearest(view, far)}."


def unseen(view: View) -> Mistake | None:
    """Somebody behind a block (HBW-19, HBW-23)."""
    label = view.seats[view.viewer].pieces[0].label
    if label is None or not is_at(view, "start", hidden=False) or view.phase != "turn":
        return None
    hidden = sight_from(view, label, view.viewer).hidden
    if not hidden:
        return None
    return f"attack {hidden[0].label}", f"on {hidden[0].behind[0]}"


def again(view: View) -> Mistake | None:
    """A second roll (HBW-7)."""
    return ("roll", "You have already moved in this turn.") if is_at(view, "moved", hidden=False) else None


def backwards(view: View) -> Mistake | None:
    """Vanishing after the walk (HBW-7)."""
    return ("vanish", "You have already moved in this turn.") if is_at(view, "moved", hidden=False) else None


def no_pass(view: View) -> Mistake | None:
    """A fourth pass (HBW-8)."""
    if is_at(view, "start", hidden=False) and not view.seats[view.viewer].passes:
        return "pass", "You have no passes left, so one action must be taken: vanish, roll or attack."
    return None


def invisible(view: View) -> Mistake | None:
    """An attack out of invisibility (HBW-10)."""
    if not is_at(view, "invisibility", hidden=True):
        return None
    other = view.seats[1 - view.viewer].pieces[0].label
    return (f"attack {other}", "You can't attack while you are invisible.") if other else None


def is_at(view: View, stage: str, *, hidden: bool) -> bool:
    """Whether the viewer's turn is at a stage, invisible or not."""
    turn = view.turn
    return turn is not None and turn.stage == stage and bool(view.seats[turn.seat].tiles) == hidden


@pytest.mark.parametrize(
    ("mistake", "options", "first"),
    [
        (cutting, {"obstacles": "players", "radius": 4}, "block"),
        (too_near, QUICK, ""),
        (unreachable, QUICK, ""),
        (unseen, QUICK, ""),
        (again, QUICK, ""),
        (backwards, QUICK, ""),
        (no_pass, QUICK, "pass"),
        (invisible, QUICK, "vanish"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
async def test_a_move_that_is_not_possible_is_explained_privately_and_changes_nothing(
    program: InProcessProgram, mistake: Callable[[View], Mistake | None], options: dict[str, object], first: str
) -> None:
    service, rng = program.service, Random(SEED)
    full = game_type(BATTLE).options(2, options)
    await start_table(service, 2, game=BATTLE, options=msgspec.json.encode(full).decode())
    person, seen = await mover(service)
    while (made := mistake(seen.view)) is None:
        wanted = [action for action in seen.legal if first and action.startswith(first)]
        usual = [action for action in seen.legal if action not in ("auto", "end", "pass", "appear")]
        await service.act(seen.row.id, person.id, rng.choice(wanted or usual or seen.legal))
        person, seen = await mover(service)
    typed, expected = made
    before, posted = await logged(service), len(program.discord.pictures)

    answer = await program.command(person, "move", action=typed)

    assert expected in answer.text
    assert answer.requests[0].body["data"]["flags"] & EPHEMERAL
    assert await logged(service) == before
    assert len(program.discord.pictures) == posted

"""Hand-made positions of Hex Battle Wars for tests of single rules."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from engine.core import CHANCE, IllegalAction
from engine.hex_battle_wars import GAME_TYPE
from engine.hex_battle_wars.board import OFF, field
from engine.hex_battle_wars.events import Event
from engine.hex_battle_wars.rules import HexBattleWarsRules
from engine.hex_battle_wars.setup import initial_state
from engine.hex_battle_wars.state import START, TURN, Match, State
from engine.hex_battle_wars.terrain import with_ground
from engine.hexgrid import Hex


def rules_for(seats: int = 2, **options: Any) -> HexBattleWarsRules:
    """Return the rules, on a board of radius 6 by default."""
    return GAME_TYPE.rules(seats, {"radius": 6, **options})


def match_of(rules: HexBattleWarsRules) -> Match:
    """Return the configuration of the rules."""
    return rules._match


def label(radius: int, q: int, r: int) -> str:
    """Return the label of an axial hex."""
    grid = field(radius)
    return grid.name[grid.board.cell[Hex(q, r)]]


def ground_with(radius: int, marks: Mapping[str, str]) -> str:
    """Return flat ground with marks on some hexes: "1" to "3" for blocks, "w" water, "q" quicksand."""
    grid = field(radius)
    found = "." * len(grid)
    for name, kind in marks.items():
        found = with_ground(found, grid.index[name], kind)
    return found


def position(
    rules: HexBattleWarsRules,
    places: Sequence[Sequence[str | None]],
    marks: Mapping[str, str] | None = None,
    **changes: Any,
) -> State:
    """Return a state in the first turn of seat 0, with each seat's pieces on the named hexes.

    Every piece has armour class 12 and invisibility score 4.
    """
    match = match_of(rules)
    index = match.grid.index
    at = tuple(OFF if name is None else index[name] for pieces in places for name in pieces)
    state = replace(
        initial_state(match),
        phase=TURN,
        ground=ground_with(match.radius, marks or {}),
        armour=(12,) * len(at),
        scores=(4,) * len(at),
        at=at,
        leader=0,
        round=1,
        seat=0,
        piece=1 if match.pieces == 1 else 0,
        stage=START,
    )
    return replace(state, **changes)


def cells(rules: HexBattleWarsRules, *names: str | None) -> tuple[int, ...]:
    """Return hexes by label, `OFF` for None."""
    index = match_of(rules).grid.index
    return tuple(OFF if name is None else index[name] for name in names)


def played(rules: HexBattleWarsRules, state: State, *texts: str) -> State:
    """Play actions in notation and return the new state; dice are chance's actions."""
    return told(rules, state, *texts)[0]


def told(rules: HexBattleWarsRules, state: State, *texts: str) -> tuple[State, list[Event]]:
    """Play actions in notation and return the new state and the events."""
    events: list[Event] = []
    for text in texts:
        actors = rules.actors(state)
        assert actors, f"{text} after the end"
        transition = rules.apply(state, actors[0], rules.parse_action(text))
        state = transition.state
        events += transition.events
    return state, events


def legal(rules: HexBattleWarsRules, state: State) -> list[str]:
    """Return the legal actions of the seat to act, in notation."""
    return [rules.format_action(action) for action in rules.legal_actions(state, rules.actors(state)[0])]


def verbs(rules: HexBattleWarsRules, state: State) -> list[str]:
    """Return the verbs of the legal actions of the seat to act, each once."""
    return list(dict.fromkeys(text.split()[0] for text in legal(rules, state)))


def refused(rules: HexBattleWarsRules, state: State, text: str) -> str:
    """Return the text of the refusal of the acting seat's illegal action."""
    return refusal(rules, state, text)[0]


def refusal(rules: HexBattleWarsRules, state: State, text: str) -> tuple[str, str]:
    """Return the text of the refusal of the acting seat's illegal action, and the rule that it names."""
    seat = rules.actors(state)[0]
    assert seat != CHANCE
    with pytest.raises(IllegalAction) as caught:
        rules.apply(state, seat, rules.parse_action(text))
    return caught.value.text, caught.value.rule

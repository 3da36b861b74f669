"""The leak tests must find a private card, shared tile, secret choice or hand in another seat's view."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engine.monster_hex import GAME_TYPE
from engine.monster_hex.abilities import ABILITIES
from engine.monster_hex.content import IDS_IN
from engine.monster_hex.objectives import OBJECTIVES
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.state import CHOOSE, PLACE, State
from engine.monster_hex.view import PrivateObjective, View
from engine.record import Configuration
from tests.engine.monster_hex.conformance import CONFORMANCE
from tests.kits import leaks
from tests.kits.walks import Walk, wander

OPTIONS = {"abilities": True, "objectives": True, "shared": True}


def cards_shown(view: View, state: State) -> View:
    """Show every private card to everybody."""
    assert state.secrets is not None
    seats = [
        replace(seat, objectives=tuple(PrivateObjective(OBJECTIVES[card].id, 0) for card in own))
        for seat, own in zip(view.seats, state.secrets.objectives, strict=True)
    ]
    return replace(view, seats=tuple(seats))


def tile_shown(view: View, state: State) -> View:
    """Show the shared tile to everybody."""
    held = IDS_IN[state.hands[2]]
    return replace(view, shared=replace(view.shared, tile=held[0] if held else None))  # type: ignore[type-var]


def choice_shown(view: View, state: State) -> View:
    """Show each seat's choice before all have chosen."""
    assert state.secrets is not None
    seats = [
        replace(seat, ability=ABILITIES[choice] if choice >= 0 else None)
        for seat, choice in zip(view.seats, state.secrets.abilities, strict=True)
    ]
    return replace(view, seats=tuple(seats))


def hand_shown(view: View, state: State) -> View:
    """Show another seat's hand in place of the reason for the end."""
    return replace(view, reason=",".join(IDS_IN[state.hands[0 if view.viewer == 1 else 1]]))


def walk_through(phase: int) -> Walk:
    """Return a random two-player game with all variants, reduced to three states of a phase."""
    options = GAME_TYPE.options(2, OPTIONS)
    configuration = Configuration("monster_hex", GAME_TYPE.rules_version, options, 2, "walk")
    walk = wander(CONFORMANCE, GAME_TYPE.rules(2, options), configuration, 0)
    return walk._replace(states=[state for state in walk.states if state.phase == phase][:3])


@pytest.mark.parametrize(
    ("leak", "phase"),
    [(cards_shown, PLACE), (tile_shown, PLACE), (choice_shown, CHOOSE), (hand_shown, PLACE)],
    ids=["card", "shared tile", "choice", "hand"],
)
def test_a_view_that_shows_a_secret_is_found(
    monkeypatch: pytest.MonkeyPatch, leak: Callable[[View, State], View], phase: int
) -> None:
    """MH-2, MH-15, MH-20, MH-21: the same states pass without the leak."""
    walk = walk_through(phase)
    leaks.l1_twin_states(walk)
    true_view = MonsterHexRules.view

    def leaky(rules: MonsterHexRules, state: State, viewer: int) -> Any:
        return leak(true_view(rules, state, viewer), state)

    monkeypatch.setattr(MonsterHexRules, "view", leaky)
    with pytest.raises(AssertionError, match="L1"):
        leaks.l1_twin_states(walk)

"""Each leak test must fail on a variant of Hex Battle Wars that leaks the real tile.

`tests/engine/test_conformance.py` runs the same checks on the honest game, which passes all of them.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.core import IllegalAction, Transition
from engine.hex_battle_wars import GAME_TYPE
from engine.hex_battle_wars.actions import ROLL, Action, Attack
from engine.hex_battle_wars.events import Event, RealChosen, TurnBegan
from engine.hex_battle_wars.rules import HexBattleWarsRules
from engine.hex_battle_wars.state import State
from engine.hex_battle_wars.view import View
from tests.engine.hex_battle_wars.conformance import HexBattleWarsConformance
from tests.engine.hex_battle_wars.positions import match_of
from tests.kits import leaks
from tests.kits.walks import walks


class ViewShowsTheRealTile(HexBattleWarsRules):
    """Views that show everybody the real tile."""

    def view(self, state: State, viewer: int) -> View:
        seen = super().view(state, viewer)
        seats = tuple(replace(seat, real=real or None) for seat, real in zip(seen.seats, state.real, strict=True))
        return replace(seen, seats=seats)


class ViewPutsTheCharacterOnItsTile(HexBattleWarsRules):
    """Views that show the hex of an invisible character."""

    def view(self, state: State, viewer: int) -> View:
        seen = super().view(state, viewer)
        name = match_of(self).grid.name
        seats = list(seen.seats)
        for seat, (real, tiles, hidden) in enumerate(zip(state.real, state.tiles, state.hidden, strict=True)):
            if hidden and real in (1, 2, 3) and viewer != seat:
                piece = replace(seats[seat].pieces[0], label=name[tiles[real - 1]])
                seats[seat] = replace(seats[seat], pieces=(piece,))
        return replace(seen, seats=tuple(seats))


class TargetsAreRealOnly(HexBattleWarsRules):
    """Rules that list attacks on real tiles only."""

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        ghosts = {
            cell
            for seat, tiles in enumerate(state.tiles)
            for tile, cell in enumerate(tiles, 1)
            if seat != player and tile != state.real[seat]
        }
        found = super().legal_actions(state, player)
        return [action for action in found if not (isinstance(action, Attack) and action.cell in ghosts)] or [ROLL]


class RefusalNamesTheRealTile(HexBattleWarsRules):
    """Rules that name all real tiles in every refusal."""

    def apply(self, state: State, player: int, action: Any) -> Transition[State, Event]:
        try:
            return super().apply(state, player, action)
        except IllegalAction as error:
            raise IllegalAction(f"{error.text} {state.real}") from None


class EventTellsTheRealTile(HexBattleWarsRules):
    """Rules that add public events with the real tiles to every action."""

    def apply(self, state: State, player: int, action: Any) -> Transition[State, Event]:
        transition = super().apply(state, player, action)
        told = (TurnBegan(real) for real in state.real if real)
        return Transition(transition.state, (*transition.events, *told))


class EventForSpectatorsOnly(HexBattleWarsRules):
    """Rules that show the drawn real tile to spectators but not to other seats."""

    def visible(self, event: Event, viewer: int) -> Event | None:
        return event if isinstance(event, RealChosen) and viewer < 0 else super().visible(event, viewer)


class SamplerKnowsTheTruth(HexBattleWarsRules):
    """A sampler that returns the true state."""

    def view(self, state: State, viewer: int) -> View:
        self.truth = state
        return super().view(state, viewer)

    def determinize(self, view: View, rng: Random) -> State:
        return self.truth


class SamplerForgetsItsOwn(HexBattleWarsRules):
    """A sampler that changes the viewer's own real tile."""

    def determinize(self, view: View, rng: Random) -> State:
        state = super().determinize(view, rng)
        return replace(state, real=tuple(real % 3 + 1 if real else 0 for real in state.real))


LEAKS: list[tuple[Callable[..., None], type[HexBattleWarsRules], str]] = [
    (leaks.l1_twin_states, ViewShowsTheRealTile, "view differ"),
    (leaks.l1_twin_states, ViewPutsTheCharacterOnItsTile, "view differ"),
    (leaks.l1_twin_states, TargetsAreRealOnly, "legal actions differ"),
    (leaks.l1_twin_states, RefusalNamesTheRealTile, "refusals differ"),
    (leaks.l2_diversity, SamplerKnowsTheTruth, "always the same"),
    (leaks.l3_canary, ViewShowsTheRealTile, "the view of"),
    (leaks.l3_canary, RefusalNamesTheRealTile, "the refusal of"),
    (leaks.l3_canary, EventTellsTheRealTile, "an event of"),
    (leaks.l5_round_trip, SamplerForgetsItsOwn, "another view"),
    (leaks.l6_spectators_see_least, EventForSpectatorsOnly, "does not see"),
]


class Leaking(HexBattleWarsConformance):
    """The conformance cases of a leaking variant, on a small board where characters vanish often."""

    configurations: Sequence[tuple[int, dict[str, Any]]] = ((3, {"radius": 4, "hp": 30, "max_rounds": 10}),)

    def __init__(self, rules: type[HexBattleWarsRules]) -> None:
        self.game_type = leaks.OtherRules(GAME_TYPE, lambda honest: rules(match_of(honest)))


@pytest.mark.parametrize(("check", "rules", "text"), LEAKS, ids=lambda value: getattr(value, "__name__", ""))
def test_the_leak_is_found(check: Callable[..., None], rules: type[HexBattleWarsRules], text: str) -> None:
    found = walks(Leaking(rules), 4)

    with pytest.raises(AssertionError, match=text):
        leaks.check_all(check, found)

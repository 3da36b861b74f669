"""Why an action is refused, and what is possible instead: written from the actor's view alone, so nothing leaks."""

from collections.abc import Sequence

from engine.core import EngineError, GameOver, IllegalAction, NotYourTurn
from engine.monster_hex.actions import Place, Take
from engine.monster_hex.content import EDGES, TILES, layout
from engine.monster_hex.preview import facing, fitting, free_hexes
from engine.monster_hex.view import View


def refusal(view: View, action: object) -> EngineError:
    """The error for an action that the rules do not allow to the view's owner."""
    if view.phase == "over":
        return GameOver("The game is over.")
    if view.viewer not in view.actors:
        return NotYourTurn(_whose_turn(view))
    if view.take is not None:
        values = _either([f"take {value.points}" for value in view.take.values])
        if isinstance(action, Take):
            text = f"The stone on {view.take.stone} has no value {action.value}: {values} (MH-10)."
            return IllegalAction(text)
        return IllegalAction(f"First pick a value of the stone on {view.take.stone}: {values} (MH-10).")
    if isinstance(action, Place):
        return _placement(view, action)
    if isinstance(action, Take):
        return IllegalAction("No stone's value is yours to pick now; place a tile (MH-4).")
    return IllegalAction("That is for chance to do; place a tile (MH-4).")


def _whose_turn(view: View) -> str:
    if not view.actors:
        return "Tiles and order are being drawn; nobody can move yet."
    faction = (view.seats[view.actors[0]].faction or "").title()
    if view.take is not None:
        return f"It is {faction}'s turn, to pick a value of the stone on {view.take.stone}."
    return f"It is {faction}'s turn."


def _placement(view: View, place: Place) -> EngineError:
    """Says what is wrong with a placement (MH-4 to MH-6)."""
    names = layout(view.board).board.name
    hand = view.hand or ()
    if not 0 <= place.tile < len(TILES) or TILES[place.tile].id not in hand:
        tile = TILES[place.tile].id if 0 <= place.tile < len(TILES) else "That tile"
        return IllegalAction(f"{tile} is not in your hand; you hold {_and(hand)} (MH-4).")
    tile = TILES[place.tile].id
    if not (0 <= place.cell < len(names) and 0 <= place.rotation < 6):
        return IllegalAction(f"That is no place on this board. {_elsewhere(view, tile)}")
    label = names[place.cell]
    for monster in view.monsters:
        if monster.label == label:
            owner = "your" if monster.seat == view.viewer else f"{(view.seats[monster.seat].faction or '').title()}'s"
            return IllegalAction(f"{label} already holds {owner} {monster.tile}. {_elsewhere(view, tile)}")
    free = free_hexes(view)
    if free and not view.monsters:
        return IllegalAction(f"The very first tile goes on a start hex: {_either(free)} (MH-5).")
    if free:
        text = f"No tile of your hand matches anywhere, so any of them goes on {_either(free)}, in any rotation (MH-6)."
        return IllegalAction(text)
    return _mismatch(view, tile, label, place.rotation)


def _mismatch(view: View, tile: str, label: str, rotation: int) -> EngineError:
    """Says which edges would match, and which rotations do (MH-5)."""
    needs = [f"{match.power} on {EDGES[match.edge]}" for match in facing(view, label)]
    if not needs:
        text = f"No Monster lies beside {label}, and one edge must match a neighbour's power (MH-5)."
        return IllegalAction(f"{text} {_elsewhere(view, tile)}")
    text = f"{tile} turned by {rotation} matches nothing on {label}: it would need {_either(needs)} (MH-5)."
    rotations = fitting(view, tile).get(label, ())
    if rotations:
        noun = "rotation" if len(rotations) == 1 else "rotations"
        verb = "fits" if len(rotations) == 1 else "fit"
        return IllegalAction(f"{text} There {noun} {_and([str(turn) for turn in rotations])} {verb}.")
    return IllegalAction(f"{text} {_elsewhere(view, tile)}")


def _elsewhere(view: View, tile: str) -> str:
    places = fitting(view, tile)
    if places:
        return f"{tile} fits on {_and(list(places))}."
    others = [other for other in view.hand or () if fitting(view, other)]
    return f"{tile} fits nowhere now, but {_and(others)} {'does' if len(others) == 1 else 'do'}."


def _and(words: Sequence[str]) -> str:
    return _joined(words, "and")


def _either(words: Sequence[str]) -> str:
    return _joined(words, "or")


def _joined(words: Sequence[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"

"""Why an action is refused, and what is possible instead: written from the actor's view alone, so nothing leaks."""

from collections.abc import Sequence

from engine.core import EngineError, GameOver, IllegalAction, NotYourTurn
from engine.monster_hex.actions import Place, Take
from engine.monster_hex.content import EDGES, TILE_INDEX, TILES, layout
from engine.monster_hex.preview import facing, fitting, free_hexes
from engine.monster_hex.view import TakeChoice, View


def refusal(view: View, action: object) -> EngineError:
    """The error for an action that the rules do not allow to the view's owner."""
    if view.phase == "over":
        return GameOver("The game is over.")
    if view.viewer not in view.actors:
        return NotYourTurn(_whose_turn(view))
    if view.take is not None:
        values = _either([str(value.points) for value in view.take.values])
        if isinstance(action, Take):
            text = f"The {_stone(view, view.take)} has no {action.value}. Choose {values}."
            return IllegalAction(text)
        return IllegalAction(f"First choose a value of the {_stone(view, view.take)}: {values}.")
    if isinstance(action, Place):
        return _placement(view, action)
    if isinstance(action, Take):
        return IllegalAction("There is no value to choose now. Place a tile.")
    return IllegalAction("That happens by itself. Place a tile.")


def _whose_turn(view: View) -> str:
    if not view.actors:
        return "Tiles are being drawn. Try again in a moment."
    faction = (view.seats[view.actors[0]].faction or "").title()
    if view.take is not None:
        return f"It's {faction}'s turn, to choose a value of the {_stone(view, view.take)}."
    return f"It's {faction}'s turn."


def _stone(view: View, choice: TakeChoice) -> str:
    """The name of the stone whose values are chosen from, with its hex."""
    return f"{layout(view.board).stone(choice.stone).short_name} ({choice.stone})"


def _placement(view: View, place: Place) -> EngineError:
    """Says what is wrong with a placement, and where the tile fits (MH-4 to MH-6)."""
    names = layout(view.board).board.name
    hand = view.hand or ()
    if not 0 <= place.tile < len(TILES) or TILES[place.tile].id not in hand:
        tile = f"The {TILES[place.tile].name}" if 0 <= place.tile < len(TILES) else "That tile"
        return IllegalAction(f"{tile} isn't in your hand. You have {_and([f'the {_name(other)}' for other in hand])}.")
    tile = TILES[place.tile].id
    if not (0 <= place.cell < len(names) and 0 <= place.rotation < 6):
        return IllegalAction(f"That is no place on this board. {_elsewhere(view, tile)}")
    label = names[place.cell]
    for monster in view.monsters:
        if monster.label == label:
            owner = "your" if monster.seat == view.viewer else f"{(view.seats[monster.seat].faction or '').title()}'s"
            return IllegalAction(f"{label} already holds {owner} {_name(monster.tile)}. {_elsewhere(view, tile)}")
    free = free_hexes(view)
    if free and not view.monsters:
        return IllegalAction(f"The first tile goes on a start hex: {_either(free)}.")
    if free:
        text = f"Nothing in your hand matches now, so any tile fits on {_either(free)}, any way round."
        return IllegalAction(text)
    return _mismatch(view, tile, label, place.rotation)


def _mismatch(view: View, tile: str, label: str, rotation: int) -> EngineError:
    """Says which edges would match, and which rotations do (MH-5)."""
    needs = [f"a {match.power} on {EDGES[match.edge]}" for match in facing(view, label)]
    if not needs:
        return IllegalAction(f"{label} has no Monster beside it to match. {_elsewhere(view, tile)}")
    rotations = [str(turn) for turn in fitting(view, tile).get(label, ())]
    if rotations:
        text = f"On {label} the {_name(tile)} fits with rotation {_either(rotations)}, not {rotation}."
        return IllegalAction(f"{text} It needs {_either(needs)}.")
    return IllegalAction(
        f"The {_name(tile)} doesn't match on {label}, which needs {_either(needs)}. {_elsewhere(view, tile)}"
    )


def _elsewhere(view: View, tile: str) -> str:
    places = fitting(view, tile)
    if places:
        return f"The {_name(tile)} fits on {_and(list(places))}."
    others = [f"the {_name(other)}" for other in view.hand or () if fitting(view, other)]
    return f"The {_name(tile)} fits nowhere now, but {_and(others)} {'does' if len(others) == 1 else 'do'}."


def _name(tile: str) -> str:
    return TILES[TILE_INDEX[tile]].name


def _and(words: Sequence[str]) -> str:
    return _joined(words, "and")


def _either(words: Sequence[str]) -> str:
    return _joined(words, "or")


def _joined(words: Sequence[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"

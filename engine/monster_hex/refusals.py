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
        return not_your_turn(view)
    if view.take is not None:
        values = either([str(value.points) for value in view.take.values])
        if isinstance(action, Take):
            text = f"The {stone_name(view, view.take)} has no {action.value}. Choose {values}."
            return IllegalAction(text, rule="MH-10")
        return IllegalAction(f"First choose a value of the {stone_name(view, view.take)}: {values}.", rule="MH-10")
    if isinstance(action, Place):
        return placement(view, action)
    if isinstance(action, Take):
        return IllegalAction("There is no value to choose now. Place a tile.", rule="MH-10")
    return IllegalAction("That happens by itself. Place a tile.", rule="MH-4")


def not_your_turn(view: View) -> EngineError:
    """The error for a seat that is not asked: it says who is, and the rule behind it (MH-3, MH-10)."""
    if not view.actors:
        return NotYourTurn("Tiles are being drawn. Try again in a moment.")
    faction = (view.faction_of(view.actors[0]) or "").title()
    if view.take is not None:
        text = f"It's {faction}'s turn, to choose a value of the {stone_name(view, view.take)}."
        return NotYourTurn(text, rule="MH-10")
    return NotYourTurn(f"It's {faction}'s turn.", rule="MH-3")


def stone_name(view: View, choice: TakeChoice) -> str:
    """The name of the stone whose values are chosen from, with its hex."""
    return f"{layout(view.board).stone(choice.stone).short_name} ({choice.stone})"


def placement(view: View, place: Place) -> EngineError:
    """Says what is wrong with a placement, and where the tile fits (MH-4 to MH-6)."""
    names = layout(view.board).board.name
    hand = view.hand or ()
    if not 0 <= place.tile < len(TILES) or TILES[place.tile].id not in hand:
        tile = f"The {TILES[place.tile].name}" if 0 <= place.tile < len(TILES) else "That tile"
        held = joined_by_and([f"the {monster_name(other)}" for other in hand])
        return IllegalAction(f"{tile} isn't in your hand. You have {held}.", rule="MH-2")
    tile = TILES[place.tile].id
    if not (0 <= place.cell < len(names) and 0 <= place.rotation < 6):
        return IllegalAction(f"That is no place on this board. {_elsewhere(view, tile)}", rule="MH-5")
    label = names[place.cell]
    for monster in view.monsters:
        if monster.label == label:
            owner = "your" if monster.seat == view.viewer else f"{(view.faction_of(monster.seat) or '').title()}'s"
            text = f"{label} already holds {owner} {monster_name(monster.tile)}. {_elsewhere(view, tile)}"
            return IllegalAction(text, rule="MH-5")
    if any(stone.label == label for stone in view.temporary):
        return IllegalAction(f"{label} is a temporary Stone now. {_elsewhere(view, tile)}", rule="MH-19")
    free = free_hexes(view)
    if free and not view.monsters:
        return IllegalAction(f"The first tile goes on a start hex: {either(free)}.", rule="MH-5")
    if free:
        text = f"Nothing in your hand matches now, so any tile fits on {either(free)}, any way round."
        return IllegalAction(text, rule="MH-6")
    return _mismatch(view, tile, label, place.rotation)


def _mismatch(view: View, tile: str, label: str, rotation: int) -> EngineError:
    """Says which edges would match, and which rotations do (MH-5)."""
    needs = [f"a {match.power} on {EDGES[match.edge]}" for match in facing(view, label)]
    if not needs:
        return IllegalAction(f"{label} has no Monster beside it to match. {_elsewhere(view, tile)}", rule="MH-5")
    rotations = [str(turn) for turn in fitting(view, tile).get(label, ())]
    if rotations:
        text = f"On {label} the {monster_name(tile)} fits with rotation {either(rotations)}, not {rotation}."
        return IllegalAction(f"{text} It needs {either(needs)}.", rule="MH-5")
    text = f"The {monster_name(tile)} doesn't match on {label}, which needs {either(needs)}."
    return IllegalAction(f"{text} {_elsewhere(view, tile)}", rule="MH-5")


def _elsewhere(view: View, tile: str) -> str:
    places = fitting(view, tile)
    if places:
        return f"The {monster_name(tile)} fits on {joined_by_and(list(places))}."
    others = [f"the {monster_name(other)}" for other in view.hand or () if fitting(view, other)]
    do = "does" if len(others) == 1 else "do"
    return f"The {monster_name(tile)} fits nowhere now, but {joined_by_and(others)} {do}."


def monster_name(tile: str) -> str:
    """The name of a tile's Monster."""
    return TILES[TILE_INDEX[tile]].name


def joined_by_and(words: Sequence[str]) -> str:
    """A, B and C."""
    return _joined(words, "and")


def either(words: Sequence[str]) -> str:
    """A, B or C."""
    return _joined(words, "or")


def _joined(words: Sequence[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"

"""Phrases about Hex Battle Wars' actions, dice, modifiers, hexes and tiles, with emojis where available."""

from collections.abc import Sequence

from cogs.ui.kit import emojis
from engine.hex_battle_wars.odds import Odds
from engine.hex_battle_wars.picks import QuickPick
from engine.hex_battle_wars.view import Piece, View
from render.hex_battle_wars.naming import format_modifiers
from render.text import possessive

_PLAIN = {
    "appear": "Appear",
    "auto": "Lay the rest for me",
    "end": "End the turn",
    "hold": "Stay invisible",
    "pass": "Pass",
    "roll": "Roll",
    "stay": "Leave the tiles where they are",
    "vanish": "Vanish",
}


def describe_action(action: str) -> str:
    """Describe an action in words. Different actions get different texts."""
    match action.split():
        case ["attack", label]:
            return f"Attack {label}"
        case ["attack", label, tile]:
            return f"Attack tile {tile} on {label}"
        case ["block", level, label]:
            return f"Level {level} block on {label}"
        case ["deploy", label]:
            return f"Start on {label}"
        case ["move", label]:
            return f"Walk to {label}"
        case ["tiles", *labels]:
            return f"Tiles to {', '.join(labels)}"
        case ["use", piece]:
            return f"Act with piece {piece}"
        case ["vanish", tile]:
            return f"Vanish as tile {tile}"
        case _:
            return _PLAIN.get(action, action)


def format_piece_name(names: Sequence[str], view: View, seat: int, piece: int) -> str:
    """Return the display name of a piece: its player's name, and its number if the player has several pieces."""
    return names[seat] if len(view.seats[seat].pieces) == 1 else f"{possessive(names[seat], '’s')} piece {piece}"


def format_tile(names: Sequence[str], seat: int, tile: int) -> str:
    """Return the display name of a tile, such as "Cam’s tile 2"."""
    return f"{possessive(names[seat], '’s')} tile {tile}"


def format_target_name(names: Sequence[str], view: View, seat: int, piece: int, tile: int) -> str:
    """Return the display name of the target of an attack: a piece, or a tile if `tile` isn't 0."""
    return format_tile(names, seat, tile) if tile else format_piece_name(names, view, seat, piece)


def format_target(names: Sequence[str], view: View, odds: Odds) -> str:
    """Format the target of an attack with its hex, such as "Ben on n8" or "Cam’s tile 2 on c4"."""
    return f"{format_target_name(names, view, odds.seat, odds.piece, odds.tile)} on {odds.label}"


def format_percent(faces: int, sides: int = 20) -> str:
    """Format the chance that one of `faces` faces comes up on a die with `sides` sides, as a percentage."""
    return f"{100 * faces // sides} %"


def describe_odds(odds: Odds) -> str:
    """Describe the odds of an attack: its sum, the roll needed for a hit, chance to hit, and average damage."""
    needed = "only with a 20" if odds.hits == 1 else f"with {odds.needed} or more"
    share = f", one of {odds.tiles} tiles" if odds.tiles > 1 else ""
    hits = f"hits {needed} ({format_percent(odds.hits)}){share}"
    sum_of = f"d20{format_modifiers(odds.modifiers)} vs {odds.armour}"
    return f"{sum_of}, {hits}, {odds.damage:.1f} damage on average"


def format_pick(pick: QuickPick) -> str:
    """Format a quick pick with what it brings, such as "q13 · 55 % to hit, 20 % to be hit, level 2"."""
    brings = [] if pick.hits is None else [f"{pick.hits} % to hit"]
    if pick.nearest is not None:
        brings.append("unseen" if pick.exposed is None else f"{pick.exposed} % to be hit")
    if pick.middle is not None:
        brings.append(f"{pick.middle} from the middle" if pick.middle else "the middle")
    brings += [f"level {pick.height}"] * bool(pick.height) + [pick.hazard] * bool(pick.hazard)
    return f"{pick.label} · {', '.join(brings)}"


def describe_ground(view: View, cell: int) -> str:
    """Return the terrain of a hex: "water", "quicksand", or a level such as "level 2"; empty for plain ground."""
    kind = view.ground[cell]
    return {".": "", "w": "water", "q": "quicksand"}.get(kind, f"level {kind}")


def describe_scores(piece: Piece) -> str:
    """Describe the public scores of a piece: health points, armour and invisibility."""
    return f"{piece.hp} HP, armour {piece.armour}, invisibility {piece.invisibility}"


# Emojis


TILE, REAL = "battle_tile", "battle_real"
"""Names of the emojis for an ordinary tile and for the viewer's real tile."""
_GROUND = {"water": "battle_water", "quicksand": "battle_quicksand"}


def die_name(sides: int, number: int) -> str:
    """Return the name of the emoji that shows `number` on a die with `sides` sides."""
    return f"d6_{number}" if sides == 6 else f"die_{number}"


def level_name(level: int) -> str:
    """Return the name of the emoji for a height level."""
    return f"height_{level}"


def ground(words: str) -> str:
    """Return the terrain of a hex ("water", "quicksand" or "level 2") with its emoji; empty if `words` is empty."""
    if not words:
        return words
    kind, _, level = words.partition(" ")
    return emojis.prefix_emoji(_GROUND.get(kind) or level_name(int(level)), words)

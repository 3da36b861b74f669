"""Phrases about Hex Battle Wars' actions, dice, modifiers, hexes and tiles, with emojis where available."""

from collections.abc import Sequence

from cogs.ui.kit import emojis
from engine.hex_battle_wars.odds import Odds
from engine.hex_battle_wars.picks import QuickPick
from engine.hex_battle_wars.view import Piece, View
from language.messages import N_, _, capitalize, format_number, format_percentage
from render.hex_battle_wars.naming import format_modifiers
from render.text import possessive

_PLAIN = {
    "appear": N_("Appear"),
    "auto": N_("Lay the rest for me"),
    "end": N_("End the turn"),
    "hold": N_("Stay invisible"),
    "pass": N_("Pass"),
    "roll": N_("Roll"),
    "stay": N_("Leave the tiles where they are"),
    "vanish": N_("Vanish"),
}
HAZARDS = {"water": N_("water"), "quicksand": N_("quicksand")}


def describe_action(action: str) -> str:
    """Describe an action in words. Different actions get different texts.

    Translations begin with a word whose first letter may become small, as a text is also put behind a colon.
    """
    match action.split():
        case ["attack", label]:
            return _("Attack {hex}", hex=label)
        case ["attack", label, tile]:
            return _("Attack tile {tile} on {hex}", tile=tile, hex=label)
        case ["block", level, label]:
            return _("Level {level} block on {hex}", level=level, hex=label)
        case ["deploy", label]:
            return _("Start on {hex}", hex=label)
        case ["move", label]:
            return _("Walk to {hex}", hex=label)
        case ["tiles", *labels]:
            return _("Tiles to {hexes}", hexes=", ".join(labels))
        case ["use", piece]:
            return _("Act with piece {piece}", piece=piece)
        case ["vanish", tile]:
            return _("Vanish as tile {tile}", tile=tile)
        case _:
            return _(_PLAIN[action]) if action in _PLAIN else action


def format_piece_name(names: Sequence[str], view: View, seat: int, piece: int) -> str:
    """Return the display name of a piece: its player's name, and its number if the player has several pieces."""
    if len(view.seats[seat].pieces) == 1:
        return names[seat]
    return _("{name}’s piece {piece}", name=possessive(names[seat], ""), piece=piece)


def format_tile(names: Sequence[str], seat: int, tile: int) -> str:
    """Return the display name of a tile, such as "Cam’s tile 2"."""
    return _("{name}’s tile {tile}", name=possessive(names[seat], ""), tile=tile)


def format_target_name(names: Sequence[str], view: View, seat: int, piece: int, tile: int) -> str:
    """Return the display name of the target of an attack: a piece, or a tile if `tile` isn't 0."""
    return format_tile(names, seat, tile) if tile else format_piece_name(names, view, seat, piece)


def format_target(names: Sequence[str], view: View, odds: Odds) -> str:
    """Format the target of an attack with its hex, such as "Ben on n8" or "Cam’s tile 2 on c4"."""
    who = format_target_name(names, view, odds.seat, odds.piece, odds.tile)
    return _("{target} on {hex}", target=who, hex=odds.label)


def capitalize_target(target: str, odds: Odds) -> str:
    """Start a formatted target with a capital letter, unless it starts with its hex, as it does in Japanese."""
    return target if target.startswith(odds.label) else capitalize(target)


def format_percent(faces: int, sides: int = 20) -> str:
    """Format the chance that one of `faces` faces comes up on a die with `sides` sides, as a percentage."""
    return format_percentage(100 * faces // sides)


def describe_odds(odds: Odds) -> str:
    """Describe the odds of an attack: its sum, the roll needed for a hit, chance to hit, and average damage."""
    chance = format_percent(odds.hits)
    if odds.hits == 1:
        hits = _("hits only with a 20 ({chance})", chance=chance)
    else:
        hits = _("hits with {needed} or more ({chance})", needed=odds.needed, chance=chance)
    parts = [_("d20{modifiers} vs {armour}", modifiers=format_modifiers(odds.modifiers), armour=odds.armour), hits]
    if odds.tiles > 1:
        parts.append(_("one of {number} tiles", number=odds.tiles))
    return ", ".join([*parts, _("{damage} damage on average", damage=format_number(odds.damage, 1))])


def format_pick(pick: QuickPick) -> str:
    """Format a quick pick with what it brings, such as "q13 · 55 % to hit, 20 % to be hit, level 2"."""
    brings = [] if pick.hits is None else [_("{percent} % to hit", percent=pick.hits)]
    if pick.nearest is not None:
        seen = pick.exposed is not None
        brings.append(_("{percent} % to be hit", percent=pick.exposed) if seen else _("out of sight"))
    if pick.middle is not None:
        brings.append(_("{number} from the middle", number=pick.middle) if pick.middle else _("the middle"))
    if pick.height:
        brings.append(_("level {level}", level=pick.height))
    if pick.hazard:
        brings.append(_(HAZARDS[pick.hazard]))
    return f"{pick.label} · {', '.join(brings)}"


def describe_ground(view: View, cell: int) -> str:
    """Describe the terrain of a hex, with its emoji: "water" or "level 2"; empty for plain ground."""
    match view.ground[cell]:
        case ".":
            return ""
        case "w":
            return format_hazard("water")
        case "q":
            return format_hazard("quicksand")
        case level:
            return format_level(int(level))


def describe_scores(piece: Piece) -> str:
    """Describe the public scores of a piece: health points, armour and invisibility."""
    return _(
        "{hp} HP, armour {armour}, invisibility {invisibility}",
        hp=piece.hp,
        armour=piece.armour,
        invisibility=piece.invisibility,
    )


# Emojis


TILE, REAL = "battle_tile", "battle_real"
"""Names of the emojis for an ordinary tile and for the viewer's real tile."""


def die_name(sides: int, number: int) -> str:
    """Return the name of the emoji that shows `number` on a die with `sides` sides."""
    return f"d6_{number}" if sides == 6 else f"die_{number}"


def level_name(level: int) -> str:
    """Return the name of the emoji for a height level."""
    return f"height_{level}"


def format_hazard(kind: str) -> str:
    """Format a kind of hazard with its emoji."""
    return emojis.prefix_emoji(f"battle_{kind}", _(HAZARDS[kind]))


def format_level(level: int) -> str:
    """Format a height level with its emoji, such as "level 2"."""
    return emojis.prefix_emoji(level_name(level), _("level {level}", level=level))

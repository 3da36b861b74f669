"""The options of a game: how long, hazards, pieces, who lays the blocks, a last round."""

from collections.abc import Mapping
from typing import Any

from discord import ui

from cogs.ui.kit.forms import NO, YES, check_offered, flag_field, radio_field, read_number
from engine.hex_battle_wars.content import CONTENT
from engine.hex_battle_wars.options import ROUNDS_AT_MOST
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.texts import quote
from tables.viewer import TableView

PRESET, HAZARDS, PIECES, OBSTACLES, ROUNDS, HP, RADIUS = (
    "preset",
    "hazards",
    "pieces",
    "obstacles",
    "max_rounds",
    "hp",
    "radius",
)
PRESET_NAMES = {name: name.capitalize() for name in CONTENT.presets}
PRESET_LINES = {
    "quick": "25 HP, a smaller board, blocks laid for you",
    "standard": "50 HP, everybody lays blocks",
    "extended": "100 HP, everybody lays blocks; takes long",
}
HAZARD_NAMES = {NO: "Off", YES: "On"}
HAZARD_LINES = {NO: "Plain ground and blocks", YES: "Water and quicksand slow you down"}
PIECE_NAMES = {"1": "One", "2": "Two", "3": "Three"}
PIECE_HINT = "You act with one of them each turn."
BY_PRESET = "preset"
OBSTACLE_NAMES = {BY_PRESET: "As the length says", "program": "For you", "players": "By the players"}
ROUNDS_HINT = "After it the most HP wins. Empty: until one is left."
TYPED = {
    PRESET: tuple(CONTENT.presets),
    HAZARDS: (YES, NO),
    PIECES: tuple(PIECE_NAMES),
    OBSTACLES: ("program", "players"),
    ROUNDS: ("20", "40", "60"),
    HP: tuple(str(preset.hp) for preset in CONTENT.presets.values()),
    RADIUS: ("6", "8", "10", "13", "16"),
}
"""The values that `/play` suggests."""


def form_fields(table: TableView) -> list[ui.Item[Any]]:
    """The fields of the host's form, with the current options as defaults."""
    options = table.options
    rounds: ui.TextInput[Any] = ui.TextInput(
        custom_id=ROUNDS,
        required=False,
        default=str(options[ROUNDS]) if options[ROUNDS] else None,
        placeholder="none",
        max_length=3,
    )
    return [
        radio_field("Length", PRESET, PRESET_NAMES, options[PRESET], lines=PRESET_LINES),
        flag_field("Hazards", HAZARDS, HAZARD_NAMES, HAZARD_LINES, now=options[HAZARDS]),
        radio_field("Pieces for each player", PIECES, PIECE_NAMES, str(options[PIECES]), PIECE_HINT),
        radio_field("Who lays the blocks", OBSTACLES, OBSTACLE_NAMES, _obstacles(options)),
        ui.Label(text="Last round", description=ROUNDS_HINT, component=rounds),
    ]


def _obstacles(options: Mapping[str, Any]) -> str:
    usual = options[OBSTACLES] == CONTENT.presets[options[PRESET]].obstacles
    return BY_PRESET if usual else options[OBSTACLES]


def read(options: Mapping[str, Any], values: Mapping[str, str]) -> dict[str, Any]:
    """The options of a submitted form; what a preset filled in, or was typed for it, stays with it. Raises Refusal."""
    offered = {PRESET: PRESET_NAMES, HAZARDS: HAZARD_NAMES, PIECES: PIECE_NAMES, OBSTACLES: OBSTACLE_NAMES}
    check_offered(values, offered)
    chosen: dict[str, Any] = {
        PRESET: values[PRESET],
        HAZARDS: values[HAZARDS] == YES,
        PIECES: int(values[PIECES]),
        ROUNDS: _rounds(values.get(ROUNDS, "").strip()),
    }
    if options[PRESET] != values[PRESET] and chosen[ROUNDS] == CONTENT.presets[options[PRESET]].max_rounds:
        del chosen[ROUNDS]
    if values[OBSTACLES] != BY_PRESET:
        chosen[OBSTACLES] = values[OBSTACLES]
    if options[PRESET] == values[PRESET]:
        chosen |= {name: options[name] for name in (HP, RADIUS) if name in options}
    return chosen


def _rounds(text: str) -> int | None:
    """The last round as typed, None for none. Raises Refusal."""
    if not text:
        return None
    number = read_number(text, ROUNDS_AT_MOST)
    if not number:
        limits = f"1 to {ROUNDS_AT_MOST}"
        raise Refusal(f"The last round is a number from {limits}, not {quote(text)}, so nothing was changed.")
    return number


def for_seats(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options for any number of seats: a size that its preset fills in follows the seats."""
    sizes = CONTENT.radius[CONTENT.presets[options[PRESET]].radius].values()
    return {name: value for name, value in options.items() if name != RADIUS or value not in sizes}


def summary(options: Mapping[str, Any], settings: TableSettings) -> str:
    """The options in one line, for the lobby."""
    sizes = CONTENT.radius[CONTENT.presets[options[PRESET]].radius]
    radius = for_seats(options).get(RADIUS, sizes.get(settings.seats, options[RADIUS]))
    parts = [
        f"{PRESET_NAMES[options[PRESET]]}: {options[HP]} HP, {3 * radius * (radius + 1) + 1} hexes",
        "blocks are laid for you" if options[OBSTACLES] == "program" else "everybody lays blocks",
    ]
    if options[HAZARDS]:
        parts.append("water and quicksand")
    if options[PIECES] > 1:
        parts.append(f"{options[PIECES]} pieces each")
    if options[ROUNDS]:
        parts.append(f"after round {options[ROUNDS]} the most HP wins")
    return f"{', '.join(parts)}."

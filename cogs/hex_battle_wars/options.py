"""Game options: length, hazards, pieces for each player, who lays the blocks, and the last round."""

from collections.abc import Mapping
from typing import Any

from cogs.ui.kit.custom_ids import read_number
from cogs.ui.kit.forms import NO, YES
from cogs.ui.kit.game_options import OptionSpec, flag
from engine.hex_battle_wars.content import CONTENT
from engine.hex_battle_wars.options import ROUNDS_AT_MOST
from language.messages import N_, _
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.texts import quote

PRESET, OBSTACLES, ROUNDS, HP, RADIUS = "preset", "obstacles", "max_rounds", "hp", "radius"
NEW_PRESET = "skirmish"
"""The preset of a new table. A record without a preset means another one (`engine.hex_battle_wars.options`)."""
PRESET_NAMES = {
    "skirmish": N_("Skirmish"),
    "quick": N_("Quick"),
    "standard": N_("Standard"),
    "extended": N_("Extended"),
}
BY_PRESET = "preset"


def _show_obstacles(options: Mapping[str, Any]) -> str:
    usual = options[OBSTACLES] == CONTENT.presets[options[PRESET]].obstacles
    return BY_PRESET if usual else options[OBSTACLES]


def _parse_rounds(text: str) -> int | None:
    """Parse the typed number of the last round; None if the text is empty.

    Raises Refusal if it is not a number within the limits.
    """
    if not text:
        return None
    number = read_number(text, ROUNDS_AT_MOST)
    if not number:
        wrong = N_("The last round must be a number from 1 to {most}, not {typed}, so nothing was changed.")
        raise Refusal(_(wrong, most=ROUNDS_AT_MOST, typed=quote(text)))
    return number


OPTIONS = (
    OptionSpec(
        name=PRESET,
        title=N_("Length"),
        choices=PRESET_NAMES,
        lines={
            "skirmish": N_("25 HP, a small board with hazards, blocks laid for you"),
            "quick": N_("25 HP, a larger board, blocks laid for you"),
            "standard": N_("50 HP, everybody lays blocks"),
            "extended": N_("100 HP, everybody lays blocks; a long game"),
        },
        typed=tuple(PRESET_NAMES),
    ),
    flag(
        "hazards",
        N_("Hazards"),
        (N_("Off"), N_("Plain ground and blocks")),
        (N_("On"), N_("Water and quicksand slow you down")),
        typed=(YES, NO),
    ),
    OptionSpec(
        name="pieces",
        title=N_("Pieces for each player"),
        choices={"1": N_("One"), "2": N_("Two"), "3": N_("Three")},
        hint=N_("You use one of them each turn."),
        parse=int,
        typed=("1", "2", "3"),
    ),
    OptionSpec(
        name=OBSTACLES,
        title=N_("Who lays the blocks"),
        choices={BY_PRESET: N_("Default for the length"), "program": N_("The program"), "players": N_("The players")},
        show=_show_obstacles,
        typed=("program", "players"),
    ),
    OptionSpec(
        name=ROUNDS,
        title=N_("Last round"),
        hint=N_("After it, the most HP wins. If it is empty, you play until one player is left."),
        placeholder=N_("none"),
        max_length=3,
        show=lambda options: str(options[ROUNDS] or ""),
        parse=_parse_rounds,
        typed=("20", "30", "60"),
    ),
)
TYPED_ONLY = {
    HP: tuple(dict.fromkeys(str(preset.hp) for preset in CONTENT.presets.values())),
    RADIUS: ("6", "8", "10", "13", "16"),
}
"""Options that have no field in the form, with the values that `/play` suggests for them."""


def complete(chosen: dict[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options chosen in the form, without those whose value follows from the preset.

    `before` are the table's previous options. HP and radius have no field in the form, and are kept if the preset stays
    the same. If the preset changes, a last round that was the old preset's default is dropped.
    """
    before = drop_default_radius(before)
    if chosen[OBSTACLES] == BY_PRESET:
        del chosen[OBSTACLES]
    if before[PRESET] == chosen[PRESET]:
        return chosen | {name: before[name] for name in (HP, RADIUS) if name in before}
    if chosen[ROUNDS] == CONTENT.presets[before[PRESET]].max_rounds:
        del chosen[ROUNDS]
    return chosen


def drop_default_radius(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options without a board radius that follows from the preset and the number of seats.

    The remaining options are valid for any number of seats.
    """
    sizes = CONTENT.radius[CONTENT.presets[options[PRESET]].radius].values()
    return {name: value for name, value in options.items() if name != RADIUS or value not in sizes}


def summary(options: Mapping[str, Any], settings: TableSettings) -> str:
    """Format the options as one line for the lobby."""
    sizes = CONTENT.radius[CONTENT.presets[options[PRESET]].radius]
    radius = drop_default_radius(options).get(RADIUS, sizes.get(settings.seats, options[RADIUS]))
    hexes = 3 * radius * (radius + 1) + 1
    parts = [
        _("{length}: {hp} HP, {hexes} hexes", length=_(PRESET_NAMES[options[PRESET]]), hp=options[HP], hexes=hexes),
        _("blocks are laid for you") if options[OBSTACLES] == "program" else _("everybody lays blocks"),
    ]
    if options["hazards"]:
        parts.append(_("water and quicksand"))
    if options["pieces"] > 1:
        parts.append(_("{number} pieces each", number=options["pieces"]))
    if options[ROUNDS]:
        parts.append(_("after round {round} the most HP wins", round=options[ROUNDS]))
    return f"{', '.join(parts)}."

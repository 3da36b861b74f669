"""The options of a match: edition, garnets, note sheets, late submissions, the time for totals."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec
from discord import ui

from cogs.ui.kit.forms import MOST_TYPED, check_offered, choice_field, radio_field, read_number
from engine.hive_mind.editions import EDITIONS
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.texts import CLOCKS, quote
from tables.viewer import TableView

EDITION, GARNETS, NOTES, MISSING, TOTALS = "edition", "garnets", "notes", "missing", "totals"
TOTALS_CLOCK = "1 day"
"""How long the guess of totals lasts unless the host says otherwise (HM-18)."""
NONE, RANDOM = "none", "random"

EDITION_LINES = {
    "gauntlet": "2 hives one after the other, 6 rounds. Pay for Double and Block. Guess the others' totals.",
    "tempo": "3 hives at once, 3 rounds. More Doubles and Blocks cost garnets. The winner gives a token away.",
    "recharged": "3 hives at once, 3 rounds. One Double and one Block for everybody. Good to begin with.",
}
TYPED = {EDITION: tuple(EDITIONS), GARNETS: ("0", "3", "5", "8")}
"""The values that `/play` suggests."""
EDITION_NAMES = {name: edition.title for name, edition in EDITIONS.items()}
NOTES_HINT = "They work out the odds from a player's own hints."
TOTALS_HINT = "After the last round, everybody may guess the others' points."
NOTES_NAMES = {"on": "On: everybody has their own", "off": "Off"}
MISSING_NAMES = {NONE: "Play without the missing shapes", RANDOM: "Fill in missing shapes at random"}


def form_fields(table: TableView) -> list[ui.Item[Any]]:
    """The fields of the host's form, with the current options as defaults."""
    options, own = table.options, table.settings.own
    garnets: ui.TextInput[Any] = ui.TextInput(
        custom_id=GARNETS,
        required=False,
        default=_garnets_set(options) or None,
        placeholder="as in the edition",
        max_length=60,
    )
    hint = "One number for everybody, or one per seat: 8,8,5"
    fields: list[ui.Item[Any]] = [
        radio_field("Edition", EDITION, EDITION_NAMES, options[EDITION], lines=EDITION_LINES),
        ui.Label(text="Garnets at the start", description=hint, component=garnets),
        radio_field("Note sheets", NOTES, NOTES_NAMES, own.get(NOTES, "on"), NOTES_HINT),
        radio_field("When time runs out", MISSING, MISSING_NAMES, own.get(MISSING, NONE)),
    ]
    if EDITIONS[options[EDITION]].guess_of_totals:
        clocks = {name: name.capitalize() for name in CLOCKS}
        fields.append(
            choice_field("Time for the guess of totals", TOTALS, clocks, own.get(TOTALS, TOTALS_CLOCK), TOTALS_HINT)
        )
    return fields


def read(
    options: dict[str, Any], settings: TableSettings, values: Mapping[str, str]
) -> tuple[dict[str, Any], TableSettings]:
    """The options and settings of a submitted form. Raises Refusal for values not offered."""
    # Only the form of an edition with a guess of totals asks for its time.
    values = {TOTALS: settings.own.get(TOTALS, TOTALS_CLOCK), **values}
    check_offered(values, {EDITION: EDITION_NAMES, NOTES: NOTES_NAMES, MISSING: MISSING_NAMES, TOTALS: CLOCKS})
    chosen: dict[str, Any] = {EDITION: values[EDITION]}
    if text := values.get(GARNETS, "").strip():
        chosen[GARNETS] = _garnets(text)
    own = {name: values[name] for name in (NOTES, MISSING, TOTALS)}
    return chosen, msgspec.structs.replace(settings, own=own)


def _garnets(text: str) -> int | list[int]:
    """Parses one or several numbers; the rules check how many. Raises Refusal for anything else."""
    typed = [read_number(part.strip(), MOST_TYPED) for part in text.split(",")]
    numbers = [number for number in typed if number is not None]
    if len(numbers) < len(typed):
        raise Refusal(
            f"I can't read the garnets {quote(text)}, so nothing was changed. "
            "Write one number for everybody, such as 8, or one for each seat, such as 8,8,5."
        )
    return numbers[0] if len(numbers) == 1 else numbers


def with_seats(options: dict[str, Any]) -> dict[str, Any]:
    """The options for the final number of seats: equal garnets are stored as a single number."""
    garnets = options.get(GARNETS)
    if isinstance(garnets, list) and len(set(cast("list[int]", garnets))) == 1:
        return {**options, GARNETS: garnets[0]}
    return options


def rotated(options: dict[str, Any]) -> dict[str, Any]:
    """The options for seats rotated by one."""
    garnets = options.get(GARNETS)
    return {**options, GARNETS: [*garnets[1:], *garnets[:1]]} if isinstance(garnets, list) else options


def summary(options: dict[str, Any], settings: TableSettings) -> str:
    """The edition with what it is, and a line with what the host has set besides; for the lobby."""
    own = settings.own
    parts: list[str] = []
    if garnets := _garnets_set(options):
        parts.append(f"Garnets: {garnets}")
    if own.get(NOTES) == "off":
        parts.append("No note sheets")
    if own.get(MISSING) == RANDOM:
        parts.append("Missing shapes are filled in at random")
    if EDITIONS[options[EDITION]].guess_of_totals:
        parts.append(f"Time for the guess of totals: {own.get(TOTALS, TOTALS_CLOCK)}")
    edition = f"Edition: {EDITION_NAMES[options[EDITION]]}. {EDITION_LINES[options[EDITION]]}"
    return "\n".join([edition, *([f"{' · '.join(parts)}."] if parts else [])])


def _garnets_set(options: dict[str, Any]) -> str:
    """The garnets in the form's notation; empty for the edition's own."""
    garnets = cast("list[int]", options.get(GARNETS) or [])
    if set(garnets) <= {EDITIONS[options[EDITION]].garnets}:
        return ""
    return str(garnets[0]) if len(set(garnets)) == 1 else ",".join(map(str, garnets))


def totals_seconds(settings: TableSettings) -> int | None:
    """The time for the guess of totals (HM-18)."""
    return CLOCKS.get(settings.own.get(TOTALS, TOTALS_CLOCK))

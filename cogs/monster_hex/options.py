"""The variants of a game: abilities, objectives, the shared faction (MH-15, MH-20, MH-21)."""

from collections.abc import Mapping
from typing import Any

from discord import ui

from cogs.ui.forms import radio_field
from tables.refusal import Refusal
from tables.texts import and_list, unknown_choice
from tables.viewer import TableView

ABILITIES, OBJECTIVES, SHARED = "abilities", "objectives", "shared"
ON, OFF = "true", "false"
TITLES = {ABILITIES: "Abilities", OBJECTIVES: "Objectives", SHARED: "Shared faction"}
NAMES = {
    ABILITIES: {OFF: "Without abilities", ON: "With abilities"},
    OBJECTIVES: {OFF: "Without objectives", ON: "With objectives"},
    SHARED: {OFF: "Two factions", ON: "With a shared third faction"},
}
LINES = {
    ABILITIES: {OFF: "Good for a first game", ON: "Each player picks one of two, to use after a red tile"},
    OBJECTIVES: {OFF: "Only stones bring points", ON: "Two for all and one secret for each player bring extra points"},
    SHARED: {OFF: "The board for two", ON: "The board for three; you take turns placing its tiles"},
}
SHARED_SEATS = 2
"""The number of seats that may choose the shared faction; one seat always plays with it (MH-22)."""


def typed(seats: int) -> dict[str, tuple[str, ...]]:
    """The values that `/play` suggests."""
    offered = (ABILITIES, OBJECTIVES, *((SHARED,) if seats == SHARED_SEATS else ()))
    return dict.fromkeys(offered, (ON, OFF))


def form_fields(table: TableView) -> list[ui.Item[Any]]:
    """The fields of the host's form, with the current options as defaults."""
    options = table.options
    offered = (ABILITIES, OBJECTIVES, *((SHARED,) if table.settings.seats == SHARED_SEATS else ()))
    return [
        radio_field(TITLES[name], name, NAMES[name], ON if options.get(name) else OFF, lines=LINES[name])
        for name in offered
    ]


def read(values: Mapping[str, str]) -> dict[str, Any]:
    """The options of a submitted form. Raises Refusal for values not offered."""
    chosen: dict[str, Any] = {}
    for name in NAMES:
        value = values.get(name, OFF)
        if value not in NAMES[name]:
            raise Refusal(unknown_choice(value))
        chosen[name] = value == ON
    # The board and the factions follow from the seats and from who sits there.
    return {**chosen, "board": None, "factions": None}


def played(options: Mapping[str, Any], seats: int) -> list[str]:
    """The variants of a table, as words."""
    names = [name for name in (ABILITIES, OBJECTIVES) if options.get(name)]
    return [*names, *(["shared faction"] if seats == SHARED_SEATS and options.get(SHARED) else [])]


def summary(options: Mapping[str, Any], seats: int) -> str:
    """The options in one line, for the lobby; empty for the base game."""
    solo = "Solo: you place for yourself and for the shared faction. " if seats == 1 else ""
    names = played(options, seats)
    return f"{solo}{f'With {and_list(names)}.' if names else ''}".strip()

"""The options of a game: the variants, a head start, the edition (MH-15, MH-20, MH-21, MH-3, MH-24)."""

from collections.abc import Mapping
from typing import Any

from discord import ui

from cogs.ui.kit.forms import NO, YES, check_offered, flag_field, radio_field
from engine.monster_hex.options import EDITION as YEAR
from engine.monster_hex.options import EDITION_SEATS, HEAD_START_SEATS
from tables.texts import and_list
from tables.viewer import TableView

ABILITIES, OBJECTIVES, SHARED, HEAD_START = "abilities", "objectives", "shared", "head_start"
EDITION, CURRENT = "edition", "current"
EDITIONS = {CURRENT: "Current", str(YEAR): f"{YEAR} edition"}
EDITION_LINES = {
    CURRENT: "With Overwhelm and all eight abilities",
    str(YEAR): "No Overwhelm, Scheme or objectives; Boost and Blitz for Enchant and Strike",
}
TITLES = {
    ABILITIES: "Abilities",
    OBJECTIVES: "Objectives",
    SHARED: "Shared faction",
    HEAD_START: "Points at the beginning",
}
NAMES = {
    ABILITIES: {NO: "Without abilities", YES: "With abilities"},
    OBJECTIVES: {NO: "Without objectives", YES: "With objectives"},
    SHARED: {NO: "Two factions", YES: "With a shared third faction"},
    HEAD_START: {NO: "All begin with 0", YES: "Head start"},
}
LINES = {
    ABILITIES: {NO: "Good for a first game", YES: "Each player picks one of two, to use after a red tile"},
    OBJECTIVES: {NO: "Only stones bring points", YES: "Two for all and one secret for each player bring extra points"},
    SHARED: {NO: "The board for two", YES: "The board for three; you take turns placing its tiles"},
    HEAD_START: {
        NO: "Who begins decides much",
        YES: "Worse places in the order begin with points, which makes all about equally good",
    },
}
SHARED_SEATS = 2
"""The number of seats that may choose the shared faction; one seat always plays with it (MH-22)."""


def _offered(seats: int) -> tuple[str, ...]:
    """The options with the values yes and no for a number of seats."""
    shared = (SHARED,) if seats == SHARED_SEATS else ()
    return (ABILITIES, OBJECTIVES, *shared, *((HEAD_START,) if seats in HEAD_START_SEATS else ()))


def typed(seats: int) -> dict[str, tuple[str, ...]]:
    """The values that `/play` suggests."""
    editions = {EDITION: (str(YEAR),)} if seats in EDITION_SEATS else {}
    return {**dict.fromkeys(_offered(seats), (YES, NO)), **editions}


def form_fields(table: TableView) -> list[ui.Item[Any]]:
    """The fields of the host's form, with the current options as defaults."""
    options, seats = table.options, table.settings.seats
    fields: list[ui.Item[Any]] = [
        flag_field(TITLES[name], name, NAMES[name], LINES[name], now=bool(options.get(name)))
        for name in _offered(seats)
    ]
    # Chosen for more seats, it must be taken back for one.
    if seats in EDITION_SEATS or options.get(EDITION):
        now = str(options.get(EDITION) or CURRENT)
        fields.append(radio_field("Edition", EDITION, EDITIONS, now, lines=EDITION_LINES))
    return fields


def read(values: Mapping[str, str]) -> dict[str, Any]:
    """The options of a submitted form. Raises Refusal for values not offered."""
    # A form asks only for what its number of seats has.
    values = {**dict.fromkeys(NAMES, NO), EDITION: CURRENT, **values}
    check_offered(values, {**NAMES, EDITION: EDITIONS})
    chosen = {name: values[name] == YES for name in NAMES}
    edition = {} if values[EDITION] == CURRENT else {EDITION: YEAR}
    # The board and the factions follow from the seats and from who sits there.
    return {**chosen, **edition, "board": None, "factions": None}


def played(options: Mapping[str, Any], seats: int) -> list[str]:
    """The variants of a table, as words."""
    names = [name for name in (ABILITIES, OBJECTIVES) if options.get(name)]
    return [*names, *(["shared faction"] if seats == SHARED_SEATS and options.get(SHARED) else [])]


def edition_name(options: Mapping[str, Any]) -> str:
    """The edition that a table has chosen (MH-24); empty for the current one."""
    return EDITIONS[str(options[EDITION])] if options.get(EDITION) else ""


def has_head_start(options: Mapping[str, Any], seats: int) -> bool:
    """Whether a table of so many seats plays with a head start (MH-3)."""
    return bool(options.get(HEAD_START)) and seats in HEAD_START_SEATS


def variant(options: Mapping[str, Any]) -> str:
    """The edition and the variants played, for titles."""
    chosen = [name for name in (ABILITIES, OBJECTIVES) if options.get(name)]
    return and_list([name for name in (edition_name(options), *chosen) if name])


def summary(options: Mapping[str, Any], seats: int) -> str:
    """The options in one line, for the lobby; empty for the base game."""
    solo = "Solo: you place for yourself and for the shared faction." if seats == 1 else ""
    names = [*played(options, seats), *(["a head start"] if has_head_start(options, seats) else [])]
    edition = edition_name(options)
    told = (solo, f"With {and_list(names)}." if names else "", f"{edition}." if edition else "")
    return " ".join(filter(None, told))

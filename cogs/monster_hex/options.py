"""The options of Monster Hex: variants, head start and edition (MH-15, MH-20, MH-21, MH-3, MH-24)."""

from collections.abc import Mapping
from typing import Any

from cogs.ui.kit.forms import NO, YES
from cogs.ui.kit.game_options import OptionSpec, flag
from engine.core import join_and
from engine.monster_hex.options import EDITION as YEAR
from engine.monster_hex.options import EDITION_SEATS, HEAD_START_SEATS

ABILITIES, OBJECTIVES, SHARED, HEAD_START = "abilities", "objectives", "shared", "head_start"
EDITION, CURRENT = "edition", "current"
EDITIONS = {CURRENT: "Current", str(YEAR): f"{YEAR} edition"}
SHARED_SEATS = 2
"""The number of seats for which the shared faction is optional; a solo game always has it (MH-22)."""

# `is_asked` decides whether the form contains an option for a given number of seats.
OPTIONS = (
    flag(
        ABILITIES,
        "Abilities",
        ("Without abilities", "Good for a first game"),
        ("With abilities", "Each player picks one of two, to use after a tile with a red rank"),
        if_missing=NO,
        typed=(YES, NO),
    ),
    flag(
        OBJECTIVES,
        "Objectives",
        ("Without objectives", "Only stones bring points"),
        ("With objectives", "Two shared ones and one secret one for each player bring extra points"),
        if_missing=NO,
        typed=(YES, NO),
    ),
    flag(
        SHARED,
        "Shared faction",
        ("Two factions", "The board for two"),
        ("With a shared third faction", "The board for three; you take turns placing its tiles"),
        is_asked=lambda options, seats: seats == SHARED_SEATS,
        if_missing=NO,
        typed=(YES, NO),
    ),
    flag(
        HEAD_START,
        "Points at the beginning",
        ("All begin with 0", "The order of play matters a lot"),
        ("Head start", "Worse places in the order begin with points, which makes all seats about equal"),
        is_asked=lambda options, seats: seats in HEAD_START_SEATS,
        if_missing=NO,
        typed=(YES, NO),
    ),
    OptionSpec(
        name=EDITION,
        title="Edition",
        choices=EDITIONS,
        lines={
            CURRENT: "With Overwhelm and all eight abilities",
            str(YEAR): "No Overwhelm, Scheme or objectives; Boost and Blitz instead of Enchant and Strike",
        },
        show=lambda options: str(options.get(EDITION) or CURRENT),
        parse=lambda value: None if value == CURRENT else YEAR,
        # Also asked while an edition is set, so that it can still be unset after the number of seats was reduced to
        # one.
        is_asked=lambda options, seats: seats in EDITION_SEATS or bool(options.get(EDITION)),
        if_missing=CURRENT,
        typed=(str(YEAR),),
    ),
)


def complete(chosen: dict[str, Any]) -> dict[str, Any]:
    """Complete a form's options: reset the board and the factions, which are computed again from the seats.

    The option for the edition is removed if the current edition is chosen.
    """
    if chosen[EDITION] is None:
        del chosen[EDITION]
    return {**chosen, "board": None, "factions": None}


def list_variants(options: Mapping[str, Any], seats: int) -> list[str]:
    """Return the names of the variants with which a table plays."""
    names = [name for name in (ABILITIES, OBJECTIVES) if options.get(name)]
    return [*names, *(["shared faction"] if seats == SHARED_SEATS and options.get(SHARED) else [])]


def edition_name(options: Mapping[str, Any]) -> str:
    """Return the name of the chosen older edition (MH-24), or an empty text for the current edition."""
    return EDITIONS[str(options[EDITION])] if options.get(EDITION) else ""


def has_head_start(options: Mapping[str, Any], seats: int) -> bool:
    """Return whether a table with this number of seats plays with a head start (MH-3)."""
    return bool(options.get(HEAD_START)) and seats in HEAD_START_SEATS


def variant(options: Mapping[str, Any]) -> str:
    """Format the older edition and the variants in use, for titles; empty for the base game."""
    chosen = [name for name in (ABILITIES, OBJECTIVES) if options.get(name)]
    return join_and([name for name in (edition_name(options), *chosen) if name])


def summary(options: Mapping[str, Any], seats: int) -> str:
    """Format the options in one line, for the lobby; empty for the base game."""
    solo = "Solo: you place for yourself and for the shared faction." if seats == 1 else ""
    names = [*list_variants(options, seats), *(["a head start"] if has_head_start(options, seats) else [])]
    edition = edition_name(options)
    parts = (solo, f"With {join_and(names)}." if names else "", f"{edition}." if edition else "")
    return " ".join(filter(None, parts))

"""The options of Monster Hex: variants, head start and edition (MH-15, MH-20, MH-21, MH-3, MH-24)."""

from collections.abc import Mapping
from typing import Any

from cogs.ui.kit.forms import NO, YES
from cogs.ui.kit.game_options import OptionSpec, flag
from engine.monster_hex.options import EDITION as YEAR
from engine.monster_hex.options import EDITION_SEATS, HEAD_START_SEATS
from language.messages import N_, _, list_and

ABILITIES, OBJECTIVES, SHARED, HEAD_START = "abilities", "objectives", "shared", "head_start"
EDITION, CURRENT = "edition", "current"
EDITIONS = {CURRENT: N_("Current"), str(YEAR): N_("2024 edition")}
VARIANTS = {ABILITIES: N_("abilities"), OBJECTIVES: N_("objectives"), SHARED: N_("shared faction")}
SHARED_SEATS = 2
"""The number of seats for which the shared faction is optional; a solo game always has it (MH-22)."""

# `is_asked` decides whether the form contains an option for a given number of seats.
OPTIONS = (
    flag(
        ABILITIES,
        N_("Abilities"),
        (N_("Without abilities"), N_("Good for a first game")),
        (N_("With abilities"), N_("Each player picks one of two, to use after a tile with a red rank")),
        if_missing=NO,
        typed=(YES, NO),
    ),
    flag(
        OBJECTIVES,
        N_("Objectives"),
        (N_("Without objectives"), N_("Only stones bring points")),
        (N_("With objectives"), N_("Two shared ones and one secret one for each player bring extra points")),
        if_missing=NO,
        typed=(YES, NO),
    ),
    flag(
        SHARED,
        N_("Shared faction"),
        (N_("Two factions"), N_("The board for two")),
        (N_("With a shared third faction"), N_("The board for three; you take turns placing its tiles")),
        is_asked=lambda options, seats: seats == SHARED_SEATS,
        if_missing=NO,
        typed=(YES, NO),
    ),
    flag(
        HEAD_START,
        N_("Points at the beginning"),
        (N_("All begin with 0"), N_("The order of play matters a lot")),
        (N_("Head start"), N_("Worse places in the order begin with points, which makes all seats about equal")),
        is_asked=lambda options, seats: seats in HEAD_START_SEATS,
        if_missing=NO,
        typed=(YES, NO),
    ),
    OptionSpec(
        name=EDITION,
        title=N_("Edition"),
        choices=EDITIONS,
        lines={
            CURRENT: N_("With Overwhelm and all eight abilities"),
            str(YEAR): N_("No Overwhelm, Scheme or objectives; Boost and Blitz instead of Enchant and Strike"),
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
    """Return the options of the variants with which a table plays."""
    names = [name for name in (ABILITIES, OBJECTIVES) if options.get(name)]
    return [*names, *([SHARED] if seats == SHARED_SEATS and options.get(SHARED) else [])]


def edition_name(options: Mapping[str, Any]) -> str:
    """Return the name of the chosen older edition (MH-24), or an empty text for the current edition."""
    return _(EDITIONS[str(options[EDITION])]) if options.get(EDITION) else ""


def has_head_start(options: Mapping[str, Any], seats: int) -> bool:
    """Return whether a table with this number of seats plays with a head start (MH-3)."""
    return bool(options.get(HEAD_START)) and seats in HEAD_START_SEATS


def variant(options: Mapping[str, Any]) -> str:
    """Format the older edition and the variants in use, for titles; empty for the base game."""
    chosen = [_(VARIANTS[name]) for name in (ABILITIES, OBJECTIVES) if options.get(name)]
    return list_and([name for name in (edition_name(options), *chosen) if name])


def summary(options: Mapping[str, Any], seats: int) -> str:
    """Format the options in one line, for the lobby; empty for the base game."""
    names = [_(VARIANTS[name]) for name in list_variants(options, seats)]
    if has_head_start(options, seats):
        names.append(_("a head start"))
    edition = edition_name(options)
    parts = (
        _("Solo: you place for yourself and for the shared faction.") if seats == 1 else "",
        _("With {variants}.", variants=list_and(names)) if names else "",
        f"{edition}." if edition else "",
    )
    return " ".join(filter(None, parts))

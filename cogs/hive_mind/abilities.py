"""Double and Block on the page of the hives: a list of hives each, with the price and the effect (HM-13, HM-16)."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.hive_mind import phrases
from cogs.ui.kit import emojis
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Press
from cogs.ui.kit.layouts import GREEN, GREY, Row, button, rows_of_buttons
from engine.hive_mind import preview
from engine.hive_mind.preview import Declarable
from engine.hive_mind.view import View
from language.messages import N_, _, capitalize
from tables.viewer import TableView

NONE = "none"
WHAT_IT_DOES = {
    "double": N_("**Double**: in round 3, a hex under your shape alone pays you twice."),
    "block": N_(
        "**Block**: in round 3, 1 point for each full hex that you share with a rival who doubles there, "
        "if the hex pays nobody. For example, only you two lie on it."
    ),
}
PAGES = frozenset({"use"})
"""Names of the presses of Double and Block."""


def press(table: TableView, name: str, details: Sequence[str]) -> Press | None:
    """Return the effect of choosing hives for an ability: declare it on exactly these hives.

    Returns None for any other press.
    """
    match name, tuple(details):
        case "use", ("double" | "block" as ability, *hives):
            return Press(_list_changes(table.view, ability, hives), "hives")
        case _:
            return None


def _list_changes(view: View, ability: str, chosen: Sequence[str]) -> tuple[str, ...]:
    """Return the actions after which the viewer has an ability on the chosen hives alone."""
    wanted = [hive for hive in chosen if hive != NONE]
    has = _find_hives(view, ability)
    cleared = [f"clear:{ability}:{hive}" for hive in has if hive not in wanted]
    return (*cleared, *[f"{ability}:{hive}" for hive in wanted if hive not in has])


def _find_hives(view: View, ability: str) -> list[str]:
    """Return the open hives on which the viewer has an ability."""
    return [hive for hive in preview.open_hives(view) if getattr(preview.own_hive(view, hive), ability)]


def list_offers(view: View) -> dict[str, Declarable]:
    """Return the abilities that the viewer may declare now, each with its hives and costs; empty in other rounds."""
    found = {what: preview.find_declarable_hives(view, what) for what in phrases.ABILITIES}
    return {what: possible for what, possible in found.items() if possible.costs}


def list_unused_free(view: View) -> list[str]:
    """Return the abilities that the viewer may declare now for nothing, and has declared on no hive."""
    return [what for what, each in list_offers(view).items() if not each.costs[0] and not _find_hives(view, what)]


def explain_offers(view: View) -> list[str]:
    """Return for each ability that may be declared now its effect and its price."""
    return [
        emojis.prefix_emoji(what, f"{_(WHAT_IT_DOES[what])} {format_price(possible.costs)}.")
        for what, possible in list_offers(view).items()
    ]


def format_price(costs: Sequence[int]) -> str:
    """Format the price of an ability's first use, and the price of further uses if it differs."""
    first = phrases.format_garnets(costs[0])
    if len(costs) == 1 or costs[1] == costs[0]:
        return capitalize(first)
    return _("First {price}, then {further}", price=first, further=phrases.format_garnets(costs[1]))


def offer_rows(table: TableView) -> list[Row]:
    """Build a list of hives for each ability that may be declared now, or a toggle if only one hive is open."""
    offers = list_offers(table.view).items()
    toggles = [_toggle(table, what, *possible.hives) for what, possible in offers if len(possible.hives) == 1]
    lists = [ui.ActionRow(_select(table, what, possible)) for what, possible in offers if len(possible.hives) > 1]
    return [*rows_of_buttons(toggles), *lists]


def _toggle(table: TableView, what: str, hive: str) -> ui.Button[Any]:
    has = hive in _find_hives(table.view, what)
    label = _("{ability} on {hive}", ability=_(phrases.ABILITIES[what]), hive=phrases.hive_name(hive))
    return button(label, page_id(table, "use", what, NONE if has else hive), GREEN if has else GREY)


def _select(table: TableView, what: str, possible: Declarable) -> ui.Select[Any]:
    """Build the list of hives for an ability: one or none, or as many as the viewer can pay for."""
    name, has = _(phrases.ABILITIES[what]), _find_hives(table.view, what)
    most = min(len(possible.costs), len(possible.hives))
    options = [
        discord.SelectOption(
            label=_("{ability} on {hive}", ability=name, hive=phrases.hive_name(hive)), value=hive, default=hive in has
        )
        for hive in possible.hives
    ]
    if most == 1:
        options.append(discord.SelectOption(label=_("No {ability}", ability=name), value=NONE))
    return ui.Select(
        custom_id=str(page_id(table, "use", what)),
        placeholder=_("{ability}: choose a hive", ability=name)
        if most == 1
        else _("{ability}: choose hives", ability=name),
        options=options,
        min_values=1 if most == 1 else 0,
        max_values=most,
    )

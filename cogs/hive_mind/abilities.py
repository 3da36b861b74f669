"""Double and Block on the page of the hives: a toggle for each hive, with the price and the effect (HM-13, HM-16)."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from cogs.hive_mind import phrases
from cogs.ui.kit import emojis
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Press
from cogs.ui.kit.layouts import GREEN, GREY, Row, button
from engine.hive_mind import preview
from engine.hive_mind.preview import Declarable
from engine.hive_mind.view import View
from tables.viewer import TableView

NONE = "none"
WHAT_IT_DOES = {
    "double": "hexes that only you cover pay twice in round 3.",
    "block": "+1 in round 3 on each even hex of yours with a rival's Double.",
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


def explain_offers(view: View) -> list[str]:
    """Return for each ability that may be declared now its effect and its price."""
    return [
        emojis.prefix_emoji(
            what, f"**{phrases.ABILITIES[what]}**: {WHAT_IT_DOES[what]} {format_price(possible.costs)}."
        )
        for what, possible in list_offers(view).items()
    ]


def format_price(costs: Sequence[int]) -> str:
    """Format the price of an ability's first use, and the price of further uses if it differs."""
    first = phrases.format_garnets(costs[0])
    if len(costs) == 1 or costs[1] == costs[0]:
        return first[:1].upper() + first[1:]
    return f"First {first}, then {phrases.format_garnets(costs[1])}"


def toggle_rows(table: TableView) -> list[Row]:
    """Build a row of toggles for each ability that may be declared now, one for each hive."""
    return [
        ui.ActionRow(*[_toggle(table, what, possible, hive) for hive in possible.hives])
        for what, possible in list_offers(table.view).items()
    ]


def _toggle(table: TableView, what: str, possible: Declarable, hive: str) -> ui.Button[Any]:
    """Build the toggle of an ability on a hive.

    An ability that can be used once moves to the pressed hive; one that can't be paid on a further hive is disabled.
    """
    has = _find_hives(table.view, what)
    if hive in has:
        chosen = [other for other in has if other != hive]
    else:
        chosen = [*has, hive] if len(possible.costs) > 1 else [hive]
    label = f"{phrases.ABILITIES[what]} {phrases.hive_name(hive)}"
    made = button(label, page_id(table, "use", what, *(chosen or [NONE])), GREEN if hive in has else GREY)
    made.disabled = len(chosen) > len(possible.costs)
    return made

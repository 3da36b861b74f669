"""The selects of *Lay shapes*: shapes for a hive, the kinds of round 1, Double and Block."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import discord
from discord import ui

from cogs.hive_mind import phrases
from cogs.ui.kit import emojis
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.layouts import Row
from engine.hive_mind import preview
from engine.hive_mind.board import KINDS
from engine.hive_mind.preview import Declarable
from engine.hive_mind.view import Shape, View
from tables.viewer import TableView

NONE = "none"
KINDS_DRAFT = "kinds"
"""Name of the draft with the kinds that the player wants on the open hives in round 1, in the order of the hives."""
FIRST_ARCS, FIRST_ARCS_BESIDE_OTHERS = "ABCD", "AB"
"""Letters with which the Arcs in the first of two selects begin.

`FIRST_ARCS` is for a select that lists only Arcs, `FIRST_ARCS_BESIDE_OTHERS` for one that also lists Tri or
Line.
"""
WHAT_IT_DOES = {
    "double": "In round 3, hexes that only you cover pay twice.",
    "block": "In round 3, +1 on each even hex of yours with a rival's Double.",
}


@dataclass(frozen=True, slots=True)
class Menu:
    """The shapes that one select lists, and the select's title, which names their kinds."""

    title: str
    shapes: tuple[Shape, ...]


def menus(kinds: Sequence[str]) -> list[Menu]:
    """Distribute all shapes of these kinds over as few selects as possible; Discord allows 25 options in each."""
    others = [kind for kind in kinds if kind != "arc"]
    shapes = tuple(shape for kind in others for shape in preview.shapes_of_kind(kind))
    names = " or ".join(phrases.KIND_NAMES[kind] for kind in others)
    if "arc" not in kinds:
        return [Menu(names, shapes)] if shapes else []
    shares = len(others) == 1
    letters = FIRST_ARCS_BESIDE_OTHERS if shares else FIRST_ARCS
    arcs = preview.shapes_of_kind("arc")
    first = tuple(shape for shape in arcs if shape.letters[0] in letters)
    rest = Menu(f"or Arc {chr(ord(letters[-1]) + 1)} to L", tuple(shape for shape in arcs if shape not in first))
    if shares:
        return [Menu(f"{names}, or Arc A to {letters[-1]}", shapes + first), rest]
    arc_menus = [Menu(f"Arc A to {letters[-1]}", first), rest]
    return [Menu(names, shapes), *arc_menus] if shapes else arc_menus


def kinds_by_hive(table: TableView) -> dict[str, tuple[str, ...]]:
    """Return the kinds among which the player may choose on each open hive.

    In a round that takes three different kinds, each hive has only one: that of its pending shape, else the kind wanted
    by the player, else one that is left (HM-7).
    """
    view: View = table.view
    hives = preview.open_hives(view)
    if not preview.needs_three_kinds(view):
        return {hive: preview.possible_kinds(view, hive) for hive in hives}
    wanted = dict(zip(hives, _wanted_kinds(table), strict=False))
    pending = {hive: own.shape.kind for hive in hives if (own := preview.own_hive(view, hive)).shape is not None}
    found = dict(pending)
    for hive in hives:
        if hive not in found:
            left = [kind for kind in KINDS if kind not in found.values()]
            later = [wanted[other] for other in hives if other != hive and other not in found]
            free = [kind for kind in left if kind not in later] or left
            found[hive] = wanted[hive] if wanted[hive] in left else free[0]
    return {hive: (found[hive],) for hive in hives}


def _wanted_kinds(table: TableView) -> tuple[str, ...]:
    """Return the kinds that the player wants on the open hives, in the order of the hives.

    Without a choice of the player, the order depends on the seat.
    """
    chosen = tuple(table.drafts.get(KINDS_DRAFT, "").split(","))
    if sorted(chosen) == sorted(KINDS):
        return chosen
    seat = table.seat or 0
    return tuple(KINDS[(number + seat) % len(KINDS)] for number in range(len(KINDS)))


def kinds_select(table: TableView, kinds: dict[str, tuple[str, ...]]) -> Row:
    """Return the select that assigns a kind to each hive, for a round that takes three different kinds.

    It has an option for each possible order of the kinds; `kinds` is the current assignment.
    """
    now = tuple(kind for found in kinds.values() for kind in found)
    options = [
        discord.SelectOption(
            label=", ".join(
                f"{phrases.hive_name(hive)} {phrases.KIND_NAMES[kind]}" for hive, kind in zip(kinds, order, strict=True)
            ),
            value=",".join(order),
            default=order == now,
        )
        for order in permutations(KINDS)
    ]
    return _row(ui.Select(custom_id=str(page_id(table, "kinds")), placeholder="A kind for each hive", options=options))


def shape_selects(table: TableView, hive: str, kinds: Sequence[str]) -> list[Row]:
    """Return the selects for choosing the shape on a hive, in which the pending shape is selected."""
    name = phrases.hive_name(hive)
    return [
        _row(
            ui.Select(
                custom_id=str(page_id(table, "lay", hive, str(number))),
                placeholder=f"{name}: {menu.title}",
                options=[_shape_option(table.view, hive, shape) for shape in menu.shapes],
            )
        )
        for number, menu in enumerate(menus(kinds))
    ]


def _shape_option(view: View, hive: str, shape: Shape) -> discord.SelectOption:
    is_pending = preview.own_hive(view, hive).shape == shape
    label = f"{phrases.KIND_NAMES[shape.kind]} {shape.letters}"
    cleared = next(other.cleared for other in view.hives if other.name == hive)
    told = [phrases.format_looks(shape)]
    if lost := [letter for letter in shape.letters if letter in cleared]:
        told.append(f"{' '.join(lost)} {'is' if len(lost) == 1 else 'are'} cleared")
    return discord.SelectOption(
        # a closed select shows only the selected option's label, so that label must name the hive
        label=f"{phrases.hive_name(hive)}: {label}" if is_pending else label,
        value=shape.letters,
        description=" · ".join(told),
        emoji=emojis.emoji(shape.kind),
        default=is_pending,
    )


def ability_selects(table: TableView) -> list[Row]:
    """Return the selects for declaring Double and Block, with their costs; empty outside their round (HM-13)."""
    found = {what: preview.find_declarable_hives(table.view, what) for what in phrases.ABILITIES}
    return [_ability_select(table, what, possible) for what, possible in found.items() if possible.costs]


def _ability_select(table: TableView, what: str, possible: Declarable) -> Row:
    name, several = phrases.ABILITIES[what], len(possible.costs) > 1
    has = [hive for hive in possible.hives if getattr(preview.own_hive(table.view, hive), what)]
    options = [
        discord.SelectOption(
            label=f"{name} on {phrases.hive_name(hive)}",
            value=hive,
            description=f"{format_price(possible.costs)}. {WHAT_IT_DOES[what]}",
            emoji=emojis.emoji(what),
            default=hive in has,
        )
        for hive in possible.hives
    ]
    if not several:
        options.insert(0, discord.SelectOption(label=f"Don't use {name}", value=NONE, default=not has))
    select: ui.Select[Any] = ui.Select(
        custom_id=str(page_id(table, "use", what)),
        placeholder=f"{name}: choose up to {len(possible.costs)} hives" if several else f"Don't use {name}",
        min_values=0 if several else 1,
        max_values=len(possible.costs) if several else 1,
        options=options,
    )
    return _row(select)


def format_price(costs: Sequence[int]) -> str:
    """Format the price of an ability's first use, and the price of further uses if it differs."""
    first = phrases.format_garnets(costs[0])
    if len(costs) == 1 or costs[1] == costs[0]:
        return first[:1].upper() + first[1:]
    return f"First {first}, then {phrases.format_garnets(costs[1])}"


def _row(select: ui.Select[Any]) -> Row:
    return ui.ActionRow(select)

"""The pages of a round's submission: an overview, and for each hive the kind, a covered hex, and the shape.

Each choice is logged at once as pending, and may be overwritten until the round closes (HM-5).
"""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.hive_mind import phrases
from cogs.ui import texts
from cogs.ui.custom_ids import CustomId
from cogs.ui.interface import Page, Press
from cogs.ui.layouts import button, rows_of_buttons
from engine.hive_mind import preview
from engine.hive_mind.view import Shape, View
from render.hive_mind import PAINTER
from tables import texts as table_texts
from tables.viewer import TableView

Row = ui.ActionRow[Any]
GREY, BLUE, GREEN = discord.ButtonStyle.secondary, discord.ButtonStyle.primary, discord.ButtonStyle.success


def page_id(table: TableView, action: str, *details: str) -> CustomId:
    """The custom id of a component that is stale after this turn."""
    return CustomId(table.row.id, table.version, action, details)


def open_id(table: TableView, action: str, *details: str) -> CustomId:
    """The custom id of a component that is never stale."""
    return CustomId(table.row.id, None, action, details)


def private_rows(table: TableView) -> list[ui.Button[Any]]:
    """The buttons for one's hints and note sheet."""
    buttons = [button("My hints", open_id(table, "hints"))]
    if notes_allowed(table):
        buttons.append(button("Notes", open_id(table, "notes")))
    return buttons


def notes_allowed(table: TableView) -> bool:
    """Whether the table's settings allow note sheets."""
    return table.settings.own.get("notes") != "off"


def press(table: TableView, name: str, details: Sequence[str]) -> Press | None:
    """The effect of a press on a page of the round; None for another press."""
    match name, tuple(details):
        case "shape", (hive, letters):
            lacking = [name for name in preview.missing(table.view) if name != hive]
            after = Press((f"{hive}:{letters}",), "move")
            return after if not lacking else Press(after.actions, "hive", (lacking[0],))
        case "unshape", (hive,):
            return Press((f"clear:{hive}",), "hive", (hive,))
        case "declare", ("double" | "block" as ability, hive):
            return Press((f"{ability}:{hive}",), "move")
        case "withdraw", ("double" | "block" as ability, hive):
            return Press((f"clear:{ability}:{hive}",), "move")
        case "ready", ():
            return Press(("ready",), "handed", (table.version,))
        case "reopen", ():
            return Press(("reopen",), "move")
        case _:
            return None


def page(table: TableView, name: str, details: Sequence[str]) -> Page | None:
    """A page of a round's submission; None for an unknown page."""
    view: View = table.view
    match name, tuple(details):
        case "move", ():
            return _overview(table) if view.viewer in view.actors else _ready(table)
        case "hive", (hive,) if hive in preview.open_hives(view):
            kinds = preview.possible_kinds(view, hive)
            return _hive(table, hive, kinds[0] if len(kinds) == 1 else None, None)
        case "hive", (hive, kind) if hive in preview.open_hives(view):
            return _hive(table, hive, kind, None)
        case "over", (hive, kind, letter) if hive in preview.open_hives(view):
            return _hive(table, hive, kind, letter)
        case _:
            return None


def _overview(table: TableView) -> Page:
    view: View = table.view
    lines = [
        f"**{phrases.round_words(view).capitalize()}: your submission.** Only you see it, and it is kept as it is."
    ]
    hives = preview.open_hives(view)
    for name in hives:
        own = preview.own_hive(view, name)
        lines.append(
            f"**{phrases.hive_name(name)}** · {phrases.pending_words(own, preview.possible_kinds(view, name))}"
        )
    lines += _status_lines(table)
    if not preview.missing(view):
        lines.append("Nothing is missing. **Ready** hands it in; the round closes when everybody has.")
    return Page("\n".join(lines), _overview_rows(table, hives), lambda theme: PAINTER.hand(view, table.names, theme))


def _status_lines(table: TableView) -> list[str]:
    """The garnets left, and the deadline."""
    view: View = table.view
    lines: list[str] = []
    if view.own is not None and view.own.garnets.start:
        purse = view.own.garnets
        lines.append(f"Garnets: {purse.start - purse.spent} of {purse.start} left.")
    if table.deadline is not None:
        lines.append(f"The round is {texts.until(table.deadline)}.")
    return lines


def _overview_rows(table: TableView, hives: Sequence[str]) -> tuple[Row, ...]:
    view: View = table.view
    lacking = preview.missing(view)
    shapes = [
        button(phrases.hive_name(name), page_id(table, "hive", name), BLUE if name in lacking else GREY)
        for name in hives
    ]
    guesses = [
        button(f"Guess {phrases.hive_name(name)}", page_id(table, "guess", name)) for name in preview.may_guess(view)
    ]
    ready = button("Ready", page_id(table, "ready"), GREEN)
    ready.disabled = bool(lacking)
    return (
        *rows_of_buttons(shapes),
        *rows_of_buttons(_ability_buttons(table, hives)),
        *rows_of_buttons(guesses),
        *rows_of_buttons([ready, *private_rows(table)]),
    )


def _ability_buttons(table: TableView, hives: Sequence[str]) -> list[ui.Button[Any]]:
    """The buttons to declare or withdraw Double and Block (HM-13, HM-16)."""
    costs = {(found.what, found.hive): found.cost for found in preview.purchases(table.view)}
    if table.view.round % 3 != 2:
        return []
    buttons: list[ui.Button[Any]] = []
    for name in hives:
        own = preview.own_hive(table.view, name)
        for what, label in phrases.ABILITIES.items():
            wanted = f"{label} {phrases.hive_name(name)}"
            if getattr(own, what):
                buttons.append(button(f"Without {wanted}", page_id(table, "withdraw", what, name), BLUE))
            elif (what, name) in costs:
                cost = costs[what, name]
                price = f"{cost} garnet{'' if cost == 1 else 's'}" if cost else "free"
                buttons.append(button(f"{wanted}: {price}", page_id(table, "declare", what, name)))
    return buttons


def _ready(table: TableView) -> Page:
    view: View = table.view
    waiting = [table_texts.escape(table.names[seat]) for seat in view.actors]
    lines = [
        f"**{phrases.round_words(view).capitalize()}: you are ready.** Not yet ready: {table_texts.and_list(waiting)}.",
        *(
            f"**{phrases.hive_name(name)}** · {phrases.pending_words(preview.own_hive(view, name), ())}"
            for name in preview.open_hives(view)
        ),
        *_status_lines(table),
        "**Reopen** lets you change it, as long as somebody is missing.",
    ]
    rows = rows_of_buttons([button("Reopen", page_id(table, "reopen")), *private_rows(table)])
    return Page("\n".join(lines), rows, lambda theme: PAINTER.hand(view, table.names, theme))


def _hive(table: TableView, hive: str, kind: str | None, letter: str | None) -> Page:
    """The page for choosing a kind, then a hex that the shape covers, then the shape: at most 12 choices each."""
    view: View = table.view
    kinds = preview.possible_kinds(view, hive)
    if kind not in kinds:
        kind = None
    shapes = preview.shapes_over(kind, letter) if kind and letter else ()
    rows: list[Row] = [*rows_of_buttons(_kind_buttons(table, hive, kinds, kind))]
    if kind:
        rows.append(_hex_select(table, hive, kind, letter))
    if shapes:
        rows.append(_shape_select(table, hive, shapes))
    rows += rows_of_buttons(_navigation_buttons(table, hive))
    action = " ".join((hive, *filter(None, (kind, letter if shapes else None))))
    return Page(
        "\n".join(_hive_lines(table, hive, kind, len(shapes))),
        tuple(rows),
        lambda theme: PAINTER.preview(view, table.names, action, theme),
    )


def _hive_lines(table: TableView, hive: str, kind: str | None, shapes: int) -> list[str]:
    view: View = table.view
    own = preview.own_hive(view, hive)
    kinds = preview.possible_kinds(view, hive)
    lines = [f"**{phrases.hive_name(hive)}** · {phrases.pending_words(own, kinds)}"]
    barred = preview.kinds_pending_elsewhere(view, hive)
    if barred:
        taken = [f"{phrases.KIND_NAMES[found]} is on {phrases.hive_name(where)}" for found, where in barred.items()]
        lines.append(f"In round 1 the hives take three different kinds: {table_texts.and_list(taken)}.")
    if kind is None:
        lines.append("Which kind of shape?")
    elif not shapes:
        lines.append(f"Which hex shall the {phrases.KIND_NAMES[kind]} cover?")
    else:
        lines.append("Which shape? What each looks at is beside it.")
    return lines


def _kind_buttons(table: TableView, hive: str, kinds: Sequence[str], chosen: str | None) -> list[ui.Button[Any]]:
    return [
        button(
            phrases.KIND_NAMES[kind], page_id(table, "hive", hive, kind), BLUE if kind == chosen or not chosen else GREY
        )
        for kind in kinds
    ]


def _hex_select(table: TableView, hive: str, kind: str, chosen: str | None) -> Row:
    options = [
        discord.SelectOption(
            label=letter,
            value=letter,
            default=letter == chosen,
            description=f"{len(preview.shapes_over(kind, letter))} shapes",
        )
        for letter in preview.hexes(kind)
    ]
    custom_id = str(page_id(table, "over", hive, kind))
    return ui.ActionRow(
        ui.Select(custom_id=custom_id, placeholder=f"A hex that the {kind.title()} covers", options=options)
    )


def _shape_select(table: TableView, hive: str, shapes: Sequence[Shape]) -> Row:
    options = [
        discord.SelectOption(
            label=shape.letters, value=shape.letters, description=f"looks at {', '.join(shape.looks) or 'nothing'}"
        )
        for shape in shapes
    ]
    custom_id = str(page_id(table, "shape", hive))
    return ui.ActionRow(ui.Select(custom_id=custom_id, placeholder="The shape", options=options))


def _navigation_buttons(table: TableView, hive: str) -> list[ui.Button[Any]]:
    """The buttons for the other hives, taking the shape back, and the overview."""
    buttons = [
        button(phrases.hive_name(name), page_id(table, "hive", name))
        for name in preview.open_hives(table.view)
        if name != hive
    ]
    if preview.own_hive(table.view, hive).shape is not None:
        buttons.append(button("Take it back", page_id(table, "unshape", hive)))
    return [*buttons, button("Overview", page_id(table, "move"))]

"""*Lay shapes*: one page for a round's submission, and an enlarged page for each hive.

Each choice is logged at once as pending, and may be replaced until the round closes (HM-5).
"""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.hive_mind import guessing, phrases, selects
from cogs.hive_mind.private import may_use_notes, private_buttons
from cogs.ui.kit import emojis
from cogs.ui.kit.composing import confirm_rows
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page, Press
from cogs.ui.kit.layouts import BLUE, GREEN, GREY, Row, button, rows_of_buttons
from cogs.ui.messages.pause_block import due_lines
from engine.core import join_and
from engine.hive_mind import preview
from engine.hive_mind.board import KINDS
from engine.hive_mind.view import Shape, View
from render.hive_mind import PAINTER
from tables import texts as table_texts
from tables.viewer import TableView

SHAPE_TELLS = "Round 1 gives no points. Each shape tells you the sum of the hexes it looks at."
HEX_PAYS = "A hex under 1, 3, 5… shapes pays its value to each of their players. Under 2, 4, 6… it pays nothing."
PAGES = frozenset({"hive", "kinds", "lay", "over", "ready", "reopen", "shape", "unshape", "use"})
"""Names of the pages and presses of a round. The first page is not listed; it is called `move` in every game."""


def press(table: TableView, name: str, details: Sequence[str]) -> Press | None:
    """Return the effect of a press on a page of the round, or None if the press is not one of the round's."""
    match name, tuple(details):
        case "lay", (hive, _, letters):
            return Press((f"{hive}:{letters}",), "move")
        case "shape", (hive, letters):
            return Press((f"{hive}:{letters}",), "move")
        case "unshape", (hive,):
            return Press((f"clear:{hive}",), "hive", (hive,))
        case "kinds", (order,) if sorted(order.split(",")) == sorted(KINDS):
            return _press_kinds(table, order)
        case "use", ("double" | "block" as ability, *hives):
            return _press_ability(table, ability, hives)
        case "ready", ():
            return Press((*guessing.list_unsaved_guesses(table), "ready"), "handed", (table.version,))
        case "reopen", ():
            return Press(("reopen",), "move")
        case _:
            return None


def _press_kinds(table: TableView, order: str) -> Press:
    """Return the effect of choosing kinds for the open hives: store the kinds, and take back shapes of other kinds.

    `order` lists one kind for each open hive, separated by commas.
    """
    view: View = table.view
    wanted = dict(zip(preview.open_hives(view), order.split(","), strict=False))
    pending = {hive: preview.own_hive(view, hive).shape for hive in wanted}
    cleared = [f"clear:{hive}" for hive, shape in pending.items() if shape is not None and shape.kind != wanted[hive]]
    return Press(tuple(cleared), "move", draft=(selects.KINDS_DRAFT, order))


def _press_ability(table: TableView, ability: str, chosen: Sequence[str]) -> Press:
    """Return the effect of choosing hives for an ability (Double or Block): declare it on exactly these hives."""
    view: View = table.view
    wanted = [hive for hive in chosen if hive != selects.NONE]
    has = [hive for hive in preview.open_hives(view) if getattr(preview.own_hive(view, hive), ability)]
    cleared = [f"clear:{ability}:{hive}" for hive in has if hive not in wanted]
    return Press((*cleared, *[f"{ability}:{hive}" for hive in wanted if hive not in has]), "move")


def page(table: TableView, name: str, details: Sequence[str]) -> Page | None:
    """Return the page of a round's submission with this name, or None if there is none."""
    view: View = table.view
    match name, tuple(details):
        case "move", ():
            return _lay_shapes(table) if view.viewer in view.actors else _ready(table)
        case "hive", (hive,) if hive in preview.open_hives(view):
            kinds = preview.possible_kinds(view, hive)
            return _hive(table, hive, kinds[0] if len(kinds) == 1 else None, None)
        case "hive", (hive, kind) if hive in preview.open_hives(view):
            return _hive(table, hive, kind, None)
        case "over", (hive, kind, letter) if hive in preview.open_hives(view):
            return _hive(table, hive, kind, letter)
        case _:
            return None


def _lay_shapes(table: TableView) -> Page:
    view: View = table.view
    kinds, lacking = selects.kinds_by_hive(table), preview.find_missing(view)
    lines = [
        f"**{phrases.format_round(view).capitalize()}: lay your shapes.** Your choices are saved at once.",
        SHAPE_TELLS if view.round % 3 == 1 else HEX_PAYS,
    ]
    # repeat the hints, because the page that first showed them is above the card and easily missed
    newest = [
        f"{phrases.hive_name(hive)} {phrases.format_hint(hints[-1])}"
        for hive in kinds
        if (hints := preview.own_hive(view, hive).hints)
    ]
    if newest:
        lines.append(f"Your newest hints: {' · '.join(newest)}.")
    lines += [f"**{phrases.hive_name(hive)}** · {_pending(table, hive, kinds[hive])}" for hive in kinds]
    if preview.needs_three_kinds(view):
        lines.append(phrases.explain_three_kinds(view))
    lines += _status_lines(table)
    if _has_unguessed_hive(view):
        lines.append(phrases.GUESS_INVITATION)
    if not lacking:
        lines.append("All set. Press **Ready** to hand in.")
    rows = _lay_rows(table, kinds)
    if lacking and view.round == 1:
        # nothing is known in round 1, so show the kinds of shapes instead of the player's boards
        return Page("\n".join(lines), rows, lambda theme: PAINTER.preview(view, table.names, lacking[0], theme))
    return Page("\n".join(lines), rows, lambda theme: PAINTER.hand(view, table.names, theme))


def _pending(table: TableView, hive: str, kinds: Sequence[str]) -> str:
    """Describe the viewer's pending choices on a hive, including entered values that are not saved as a guess yet.

    `kinds` are the kinds to choose from if no shape is pending.
    """
    own = preview.own_hive(table.view, hive)
    told = phrases.describe_pending(own, kinds)
    draft = guessing.unsaved_values(table, hive)
    return f"{told} · guess {phrases.format_guess(draft)}, saved when you press Ready" if draft else told


def _status_lines(table: TableView) -> list[str]:
    """Return the lines about the viewer's remaining garnets, and about the round's deadline or pause."""
    view: View = table.view
    lines: list[str] = []
    if view.own is not None and view.own.garnets.start:
        purse = view.own.garnets
        lines.append(emojis.prefix_emoji("garnet", f"Garnets: {purse.start - purse.spent} of {purse.start} left."))
    return [*lines, *due_lines(table, "The round is {until}.")]


def _lay_rows(table: TableView, kinds: dict[str, tuple[str, ...]]) -> tuple[Row, ...]:
    view: View = table.view
    ready = button("Ready", page_id(table, "ready"), GREEN)
    ready.disabled = bool(preview.find_missing(view))
    rows = [selects.kinds_select(table, kinds)] if preview.needs_three_kinds(view) else []
    # the selects of one hive at a time, so that a phone shows the picture together with them
    for hive in preview.find_missing(view)[:1]:
        rows += selects.shape_selects(table, hive, kinds[hive])
    return (
        *rows,
        *selects.ability_selects(table),
        *rows_of_buttons(_guess_buttons(table)),
        *rows_of_buttons([_hive_button(table, hive) for hive in kinds]),
        *rows_of_buttons([ready, *private_buttons(table)]),
    )


def _hive_button(table: TableView, hive: str) -> ui.Button[Any]:
    """Return the button that opens the enlarged page of a hive, with the emoji of the kind of its pending shape."""
    shape = preview.own_hive(table.view, hive).shape
    sign = emojis.emoji(shape.kind) if shape is not None else None
    return button(phrases.hive_name(hive), page_id(table, "hive", hive), emoji=sign)


def _guess_buttons(table: TableView) -> list[ui.Button[Any]]:
    """Return a button for guessing the next hive, and one for filling in all guesses from the notes (HM-12).

    The second one is left out if notes are switched off or each hive has a guess.
    """
    hives = preview.guessable_hives(table.view)
    following = [name for name in hives if preview.own_hive(table.view, name).guess is None] or hives
    buttons = [guessing.guess_button(table, name) for name in following[:1]]
    if may_use_notes(table) and _has_unguessed_hive(table.view):
        buttons.append(button(guessing.BUTTON_NOTES, page_id(table, "fill"), BLUE))
    return buttons


def _has_unguessed_hive(view: View) -> bool:
    """Return whether the viewer may guess a hive now for which no guess is pending (HM-12)."""
    return any(preview.own_hive(view, name).guess is None for name in preview.guessable_hives(view))


def _ready(table: TableView) -> Page:
    view: View = table.view
    waiting = [table_texts.escape(table.names[seat]) for seat in view.actors]
    lines = [
        f"**{phrases.format_round(view).capitalize()}: you are ready.** Waiting for {join_and(waiting)}.",
        *(
            f"**{phrases.hive_name(name)}** · {phrases.describe_pending(preview.own_hive(view, name), ())}"
            for name in preview.open_hives(view)
        ),
        *_status_lines(table),
        "Press **Reopen** to change something.",
    ]
    rows = rows_of_buttons([button("Reopen", page_id(table, "reopen")), *private_buttons(table)])
    return Page("\n".join(lines), rows, lambda theme: PAINTER.hand(view, table.names, theme))


def _hive(table: TableView, hive: str, kind: str | None, letter: str | None) -> Page:
    """Build the enlarged page of a hive: choose a kind of shape, then a hex that it covers, then the shape.

    `kind` and `letter` are the choices made so far.
    """
    view: View = table.view
    kinds = preview.possible_kinds(view, hive)
    if kind not in kinds:
        kind = None
    shapes = preview.list_shapes_on_hex(kind, letter) if kind and letter else ()
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
    lines = [f"**{phrases.hive_name(hive)}** · {phrases.describe_pending(own, kinds)}"]
    if preview.kinds_pending_elsewhere(view, hive):
        lines.append(phrases.explain_three_kinds(view))
    if kind is None:
        lines.append("Choose a kind.")
    elif not shapes:
        lines.append(f"Pick one hex of your {phrases.KIND_NAMES[kind]}.")
    else:
        lines.append("Pick your shape. The picture shows what each looks at.")
    return lines


def _kind_buttons(table: TableView, hive: str, kinds: Sequence[str], chosen: str | None) -> list[ui.Button[Any]]:
    return [
        button(
            phrases.KIND_NAMES[kind],
            page_id(table, "hive", hive, kind),
            BLUE if kind == chosen or not chosen else GREY,
            emojis.emoji(kind),
        )
        for kind in kinds
    ]


def _hex_select(table: TableView, hive: str, kind: str, chosen: str | None) -> Row:
    options = [
        discord.SelectOption(
            label=letter,
            value=letter,
            default=letter == chosen,
            description=f"{len(preview.list_shapes_on_hex(kind, letter))} shapes",
        )
        for letter in preview.hexes_of_kind(kind)
    ]
    custom_id = str(page_id(table, "over", hive, kind))
    placeholder = f"Pick one hex of your {phrases.KIND_NAMES[kind]}"
    return ui.ActionRow(ui.Select(custom_id=custom_id, placeholder=placeholder, options=options))


def _shape_select(table: TableView, hive: str, shapes: Sequence[Shape]) -> Row:
    options = [
        discord.SelectOption(
            label=shape.letters,
            value=shape.letters,
            description=phrases.format_looks(shape),
            emoji=emojis.emoji(shape.kind),
        )
        for shape in shapes
    ]
    custom_id = str(page_id(table, "shape", hive))
    return ui.ActionRow(ui.Select(custom_id=custom_id, placeholder="Pick your shape", options=options))


def _navigation_buttons(table: TableView, hive: str) -> list[ui.Button[Any]]:
    """Return the buttons of an enlarged page: the other hives, taking the shape back, and all hives."""
    buttons = [_hive_button(table, name) for name in preview.open_hives(table.view) if name != hive]
    if preview.own_hive(table.view, hive).shape is not None:
        buttons.append(button("Take it back", page_id(table, "unshape", hive)))
    return [*buttons, button("All hives", page_id(table, "move"))]


# The page of a hint


def proposal_page(table: TableView, actions: Sequence[str], after: Any) -> Page | None:
    """Return the page that confirms all choices that a hint proposes for a round.

    `after` is the viewer's view with these choices made. Returns None if the hint contains no shape of a round.
    """
    view: View = after
    hives = preview.open_hives(table.view)
    if table.view.phase != "round" or not any(action.split(":")[0] in hives for action in actions):
        return None
    lines = [
        f"**{phrases.hive_name(hive)}** · {phrases.describe_pending(preview.own_hive(view, hive), ())}"
        for hive in hives
    ]
    return Page(
        "\n".join(lines),
        confirm_rows(table, actions),
        lambda theme: PAINTER.hand(view, table.names, theme),
    )

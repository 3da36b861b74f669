"""*Lay shapes*: a keypad for each hive without a shape, then the page of all hives with Double, Block and *Ready*.

Each choice is logged at once as pending, and may be replaced until the round closes (HM-5).
"""

from collections.abc import Sequence
from typing import Any

from discord import ui

from cogs.hive_mind import abilities, guessing, keypad, phrases
from cogs.hive_mind.private import private_button
from cogs.ui.kit import emojis
from cogs.ui.kit.composing import confirm_rows
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page, Press
from cogs.ui.kit.layouts import BLUE, BUTTON_BACK, GREEN, GREY, Row, button, rows_of_buttons
from cogs.ui.messages.pause_block import due_lines
from engine.hive_mind import preview
from engine.hive_mind.view import View
from language.messages import _, list_and
from render.hive_mind import PAINTER
from tables import texts as table_texts
from tables.positions import is_position
from tables.viewer import TableView

PAGES = keypad.PAGES | abilities.PAGES | keypad.FORMER_PAGES | {"all", "hives", "ready", "reopen", "set", "unused"}
"""Names of the pages and presses of a round. The first page is not listed; it is called `move` in every game."""

READY, KEEP = phrases.BUTTON_READY, guessing.KEEP
"""The two ways to go on: hand in, or save a choice that can still be changed."""
CONFIRMED = "confirmed"
"""The detail of *Ready* that hands in without the free abilities."""
HINT_PAGES = frozenset({"move", "hive", "hives", "taps"})
"""Names of the pages on which *Hint* belongs."""


def press(table: TableView, name: str, details: Sequence[str]) -> Press | None:
    """Return the effect of a press on a page of the round, or None if the press is not one of the round's."""
    match name, tuple(details):
        case "ready", () if abilities.list_unused_free(table.view):
            return Press((), "unused")
        case "ready", _:
            return Press((*guessing.list_unsaved_guesses(table), "ready"), "handed", (table.version,))
        case "reopen", ():
            return Press(("reopen",), "hives")
        case "all", (_, *_):
            return Press((*_read_actions(details), "ready"), "handed", (table.version,))
        case "set", (_, *_):
            return Press(_read_actions(details), "hives")
        case _:
            return keypad.press(table, name, tuple(details)) or abilities.press(table, name, details)


def page(table: TableView, name: str, details: Sequence[str]) -> Page | None:
    """Return the page of a round's submission with this name, or None if there is none."""
    view: View = table.view
    if name in keypad.FORMER_PAGES:
        name, details = "move", ()
    is_round = (name, *details) in (("move",), ("hives",), ("unused",))
    if view.viewer not in view.actors and (is_round or name in keypad.PAGES):
        return _ready(table)
    if name == "unused":
        return _confirm_unused(table) if abilities.list_unused_free(view) else _hives(table)
    if not is_round:
        return keypad.page(table, name, tuple(details))
    missing = preview.find_missing(view)
    return keypad.build_page(table, missing[0]) if missing and name == "move" else _hives(table)


def _hives(table: TableView) -> Page:
    """Build the page of all open hives: their shapes, Double and Block, guesses, and *Ready*."""
    view: View = table.view
    missing = preview.find_missing(view)
    guessable, offers = preview.guessable_hives(view), abilities.explain_offers(view)
    lines = [
        _ask_for_shapes(view, missing),
        *_unsaved_lines(table),
        *offers,
        *_status_lines(table),
    ]
    if guessable:
        lines.append(_(phrases.GUESS_INVITATION))
    rows = (
        *rows_of_buttons([_hive_button(table, hive, missing) for hive in preview.open_hives(view)]),
        *abilities.offer_rows(table),
        *rows_of_buttons(guessing.list_guess_buttons(table)),
        *rows_of_buttons([_ready_button(table, missing), *private_button(table)]),
    )
    is_open = bool(missing or offers or guessable)
    return Page("\n".join(lines), rows, lambda theme: PAINTER.hand(view, table.names, theme), has_hint=is_open)


def _ask_for_shapes(view: View, missing: Sequence[str]) -> str:
    """Return the round, and the next step: the hive that lacks a shape, or *Ready*."""
    is_alone = len(view.hives) == 1
    turn = {"number": view.round, "rounds": view.rounds}
    begun = (
        _("**Round {number} of {rounds}: your shape.**", **turn)
        if is_alone
        else _("**Round {number} of {rounds}: your shapes.**", **turn)
    )
    if missing:
        following = _("Now the one for {hive}.", hive=phrases.hive_name(missing[0]))
    elif is_alone:
        following = _("Press **{button}** to hand in.", button=_(READY))
    else:
        following = _("Press **{button}** to hand in, or a hive to change it.", button=_(READY))
    return f"{begun} {following}"


def _unsaved_lines(table: TableView) -> list[str]:
    """Return for each open hive a line about what the picture lacks: unsaved taps and values, impossible guesses."""
    lines: list[str] = []
    for hive in preview.open_hives(table.view):
        draft = guessing.unsaved_values(table, hive)
        guess = _("your guess is saved when you press {button}", button=_(READY)) if draft else ""
        written = draft or preview.own_hive(table.view, hive).guess or ""
        if warning := guessing.warn_of_misfit(table, hive, written) if written else "":
            guess = (guess or _("your guess can’t be right")) + warning
        if told := " · ".join(filter(None, (keypad.describe_taps(table, hive), guess))):
            lines.append(f"**{phrases.hive_name(hive)}** · {told}")
    return lines


def _status_lines(table: TableView) -> list[str]:
    """Return the lines about the viewer's remaining garnets, and about the round's deadline or pause."""
    view: View = table.view
    lines: list[str] = []
    if view.own is not None and view.own.garnets.start:
        purse = view.own.garnets
        left = _("Garnets: {left} of {number} left.", left=purse.start - purse.spent, number=purse.start)
        lines.append(emojis.prefix_emoji("garnet", left))
    return [*lines, *due_lines(table, _("The round is {until}."))]


def _hive_button(table: TableView, hive: str, missing: Sequence[str]) -> ui.Button[Any]:
    """Build the button that opens a hive's keypad: blue if it is the next without a shape."""
    name, is_alone = phrases.hive_name(hive), len(table.view.hives) == 1
    if hive in missing:
        label = _("Lay a shape") if is_alone else name
        return button(label, page_id(table, "hive", hive), BLUE if hive == missing[0] else GREY)
    label = _("Change shape") if is_alone else _("Change {hive}", hive=name)
    return button(label, page_id(table, "hive", hive))


def _ready_button(table: TableView, missing: Sequence[str]) -> ui.Button[Any]:
    ready = button(_(READY), page_id(table, "ready"), GREEN)
    ready.disabled = bool(missing)
    return ready


def _confirm_unused(table: TableView) -> Page:
    """Build the page that asks whether to hand in without the free abilities, which only this round offers (HM-13)."""
    view: View = table.view
    unused = [_(phrases.ABILITIES[what]) for what in abilities.list_unused_free(view)]
    text = (
        _(
            "**No {one} and no {other} this round?** They are free, and offered only now.",
            one=unused[0],
            other=unused[1],
        )
        if len(unused) > 1
        else _("**No {ability} this round?** It is free, and offered only now.", ability=unused[0])
    )
    buttons = [
        button(_(READY), page_id(table, "ready", CONFIRMED), GREEN),
        button(_(BUTTON_BACK), page_id(table, "hives")),
    ]
    return Page(text, rows_of_buttons(buttons), lambda theme: PAINTER.hand(view, table.names, theme))


def _ready(table: TableView) -> Page:
    view: View = table.view
    waiting = [table_texts.escape(table.names[seat]) for seat in view.actors]
    lines = [
        _(
            "**Round {number} of {rounds}: you are ready.** Waiting for {names}.",
            number=view.round,
            rounds=view.rounds,
            names=list_and(waiting),
        ),
        *(
            f"**{phrases.hive_name(name)}** · {phrases.describe_pending(view, name)}"
            for name in preview.open_hives(view)
        ),
        *_status_lines(table),
        _("Press **{button}** to change something.", button=_(phrases.BUTTON_REOPEN)),
    ]
    reopen = button(_(phrases.BUTTON_REOPEN), page_id(table, "reopen"))
    rows: tuple[Row, ...] = rows_of_buttons([reopen, *private_button(table)])
    return Page("\n".join(lines), rows, lambda theme: PAINTER.hand(view, table.names, theme))


# The page of a hint


def _read_actions(details: Sequence[str]) -> tuple[str, ...]:
    """Return the actions in the details of a custom id, which has split them at their colons, without `ready`."""
    return tuple(action for action in ":".join(details).split() if action != "ready")


def proposal_page(table: TableView, actions: Sequence[str], after: Any) -> Page | None:
    """Return the page that proposes the choices of a hint for a round: *Ready* makes them, and hands them in.

    It doesn't hand in where shapes are still missing afterwards, or in a position that belongs to no table. `after` is
    the viewer's view with these choices made. Returns None outside of rounds, and for an ability or a guess alone.
    """
    view: View = after
    if table.view.phase != "round":
        return None
    filled = [hive for hive in preview.open_hives(view) if any(action.startswith(f"{hive}:") for action in actions)]
    if not filled and any(":" in action for action in actions):
        return None
    lines = [_describe_filled(view, filled)]
    if preview.find_missing(view) or is_position(table.row.id):
        rows = confirm_rows(table, actions)
    else:
        told = _(
            "**{ready}** hands this in. **{keep}** lays it, and you can still change it.", ready=_(READY), keep=_(KEEP)
        )
        lines.append(told)
        rows = rows_of_buttons([*_accept_buttons(table, actions), button(_(BUTTON_BACK), page_id(table, "move"))])
    return Page("\n".join(lines), rows, lambda theme: PAINTER.hand(view, table.names, theme))


def _describe_filled(view: View, filled: Sequence[str]) -> str:
    """Describe on which hives a proposal lays a shape."""
    if not filled:
        return _("**Nothing is missing.**")
    if len(view.hives) == 1:
        return _("**This lays a shape.**")
    if filled == [*preview.open_hives(view)]:
        return _("**This lays a shape on {hives}.**", hives=phrases.hive_names(filled))
    return _("**This lays a shape on {hives} only.**", hives=phrases.hive_names(filled))


def _accept_buttons(table: TableView, actions: Sequence[str]) -> list[ui.Button[Any]]:
    """Return *Ready* and *Keep* for proposed actions; none if the actions don't fit into a custom id."""
    proposed = " ".join(actions)
    try:
        return [
            button(_(READY), page_id(table, "all", proposed), GREEN),
            button(_(KEEP), page_id(table, "set", proposed)),
        ]
    except ValueError:
        return []

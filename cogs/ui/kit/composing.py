"""Composing a move: the parts of legal actions, step by step, and the pages that propose or confirm an action."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import BUTTON_HINT, GameInterface, Page, interface
from cogs.ui.kit.layouts import GREEN, Button, button, rows_of_buttons
from cogs.ui.texts import texts
from language.messages import N_, _, capitalize
from tables.hints import explain_no_hints
from tables.open_table import is_stood_in
from tables.viewer import TableView

Parts = tuple[str, ...]

BUTTON_OTHER_MOVE = N_("Other move")
HINT, FIRST_PAGE = "hint", "move"
BEGIN = "begin"
"""The action of the card's button that takes the usual first step of a move at once (`Composing.first_steps`)."""


@dataclass(frozen=True, slots=True)
class MoveParts:
    """The legal actions, keyed by their parts (such as tile, hex and rotation), for choosing part by part."""

    actions: Mapping[Parts, str]

    @classmethod
    def of(cls, legal: Iterable[str], split: Callable[[str], Parts | None]) -> Self:
        """Split legal actions into parts; actions for which `split` returns None are left out."""
        parted = ((split(action), action) for action in legal)
        return cls({parts: action for parts, action in parted if parts is not None})

    def choices(self, chosen: Parts = ()) -> tuple[str, ...]:
        """Return the possible next parts, in the order of the legal actions; empty if the move is complete.

        Also empty if no legal action begins with the chosen parts.
        """
        depth = len(chosen)
        fitting = (parts for parts in self.actions if parts[:depth] == chosen and len(parts) > depth)
        return tuple(dict.fromkeys(parts[depth] for parts in fitting))

    def has_prefix(self, chosen: Parts) -> bool:
        """Return whether a legal action begins with these parts."""
        return any(parts[: len(chosen)] == chosen for parts in self.actions)

    def action(self, chosen: Parts) -> str | None:
        """Return the legal action with exactly these parts, or None if there is none."""
        return self.actions.get(chosen)


def hint_buttons(table: TableView) -> list[Button]:
    """Build the hint button if the viewer has a choice to make and hints are available at the table."""
    return [button(_(BUTTON_HINT), page_id(table, HINT))] if offers_hints(table) else []


def offers_hints(table: TableView) -> bool:
    """Return whether the viewer has a choice to make and hints are available at the table."""
    if table.seat is None or not table.must_act or table.is_planned or is_stood_in(table.seats[table.seat]):
        return False
    if len(table.legal) == 1 or interface(table.row.game).composing.only_move(table.view):
        return False
    return not explain_no_hints(table.settings, table.seats)


def hint_page(ours: GameInterface, table: TableView, actions: Sequence[str], after: Any) -> Page:
    """Build the page that proposes the actions of a hint; `after` is the viewer's view after these actions.

    The game's own proposal page is used, else that of `action_page`.
    """
    return ours.composing.proposal_page(table, actions, after) or action_page(ours, table, actions)


def action_page(ours: GameInterface, table: TableView, actions: Sequence[str]) -> Page:
    """Build the page that confirms actions: that of the typed action, else their words above a move's first page."""
    found = ours.composing.typed_page(table, actions[0]) if len(actions) == 1 else None
    if found is not None:
        return ours.composing.page(table, *found, confirm=True)
    first = ours.composing.page(table, FIRST_PAGE, (), confirm=True)
    words, *others = (ours.words.label(action, table.view) for action in actions)
    for other in others:
        words = _("{words}, then {other}", words=words, other=other)
    text = f"**{capitalize(words)}.**\n{first.text}"
    return replace(first, text=text, rows=confirm_rows(table, actions) or first.rows, final_action=None)


def confirm_rows(table: TableView, actions: Sequence[str]) -> tuple[Any, ...]:
    """Build *Confirm* and *Other move* for proposed actions; no row if the actions don't fit into a custom id."""
    try:
        confirm = button(_(texts.BUTTON_CONFIRM), page_id(table, "do", " ".join(actions)), GREEN)
    except ValueError:
        return ()
    return rows_of_buttons([confirm, button(_(BUTTON_OTHER_MOVE), page_id(table, FIRST_PAGE))])

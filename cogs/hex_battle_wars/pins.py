"""Quick picks as numbered pins: their buttons, their picture, and the form in which any other hex is typed."""

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui

from cogs.hex_battle_wars.marks import explain_pick
from cogs.ui.kit.composing import offers_hints
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.forms import modal
from cogs.ui.kit.interface import Page, Press
from cogs.ui.kit.layouts import BLUE, GREY, Button, button, rows_of_buttons
from engine.hex_battle_wars import refusals
from engine.hex_battle_wars.actions import Action, Deploy, Move, Tiles
from engine.hex_battle_wars.board import OFF
from engine.hex_battle_wars.picks import QuickPick, quick_picks
from engine.hex_battle_wars.preview import deploy_labels, destination_labels
from engine.hex_battle_wars.view import View
from engine.hex_battle_wars.viewing import match_of
from language.messages import N_, _
from render.hex_battle_wars import choices
from tables.refusal import BoardMovedOn, Refusal
from tables.texts import BOARD_MOVED_ON, quote
from tables.viewer import TableView

BUTTON_OTHER_HEX = N_("Other hex")
HEX = "hex"
"""Custom id of the form's only field."""
LONGEST = 6
PAGES = {"walk": "go", "start": "enter", "tile": "tile"}
"""By first detail of the form: the page that a typed hex opens."""


def quick_picks_of(table: TableView, tile: int = 1) -> tuple[QuickPick, ...]:
    """Return the viewer's quick picks; the hint is among them at a table that offers hints."""
    return quick_picks(table.view, table.view.viewer, tile, with_hint=offers_hints(table))


def pin_buttons(table: TableView, picks: Sequence[QuickPick], page: str, chosen: Sequence[str] = ()) -> list[Button]:
    """Return a button for each quick pick, with its number on the picture; the hint's is the primary one.

    The buttons open the page `page`, with the details `chosen` and the hex.
    """
    return [
        button(f"{number} · {pick.label}", page_id(table, page, *chosen, pick.label), BLUE if pick.is_hint else GREY)
        for number, pick in enumerate(picks, 1)
    ]


def build_pins_page(
    table: TableView,
    text: str,
    picks: Sequence[QuickPick],
    buttons: Sequence[Button],
    tiles: Sequence[str] | None = None,
) -> Page:
    """Build the page with the quick picks as pins on the board; `tiles` are the hexes of the first tiles.

    As the hint is among the picks, with its reason in the text, the page has no hint button.
    """
    action = "move" if tiles is None else " ".join(("tiles", *tiles))
    if table.view.phase == "deploy":
        action = "deploy"
    # on a phone, these rows fit the width
    across = 4 if tiles is None else 3
    return Page(
        "\n".join(filter(None, (text, explain_pick(table, picks)))),
        rows_of_buttons(buttons, across),
        lambda theme: choices.where_to(table.view, table.names, picks, theme, action),
        has_hint=False,
    )


# The form


def other_hex_button(
    table: TableView, picks: Sequence[QuickPick], kind: str, chosen: Sequence[str] = ()
) -> list[Button]:
    """Return the button that opens the form; none if every possible hex is among the picks.

    `kind` is a key of `PAGES`, and `chosen` the hexes of the first tiles.
    """
    is_complete = len(picks) == len(_possible(table.view, kind, chosen))
    return [] if is_complete else [button(_(BUTTON_OTHER_HEX), page_id(table, "form", kind, *chosen))]


def form(table: TableView, details: Sequence[str]) -> ui.Modal:
    """Build the form in which a hex is typed. Raises BoardMovedOn if no hex is to be chosen there."""
    _require(table, details)
    written: ui.TextInput[Any] = ui.TextInput(custom_id=HEX, placeholder="f8", required=True, max_length=LONGEST)
    field = ui.Label(
        text=_("Hex"),
        description=_("The letter of its column, and its number: they run from 1 down each column."),
        component=written,
    )
    return modal(_(BUTTON_OTHER_HEX), page_id(table, "form_submitted", *details), [field])


def form_submitted(table: TableView, details: Sequence[str], values: Mapping[str, str]) -> Press:
    """Return the effect of a typed hex: it opens the hex's page.

    Raises Refusal if the board has no such hex, and IllegalAction, which names an alternative, if it can't be chosen.
    """
    _require(table, details)
    kind, *chosen = details
    view: View = table.view
    grid, label = match_of(view).grid, "".join(values.get(HEX, "").split()).lower()
    if label not in grid.index:
        middle = grid.name[len(grid) // 2]
        unknown = _(
            "This board has no hex {hex}. Type a letter and a number, such as {example}: the letters run from a to "
            "{last}, and the numbers from 1 down each column.",
            hex=quote(label),
            example=middle,
            last=_last_column(grid.name),
        )
        raise Refusal(unknown)
    if label not in _possible(view, kind, chosen):
        raise refusals.refusal(view, _action(kind, [grid.index.get(name, OFF) for name in (*chosen, label)]))
    return Press((), PAGES[kind], (*chosen, label))


def _require(table: TableView, details: Sequence[str]) -> None:
    """Raise BoardMovedOn unless the viewer may choose a hex for what the details say."""
    if not details or details[0] not in PAGES or not _possible(table.view, details[0], details[1:]):
        raise BoardMovedOn(_(BOARD_MOVED_ON))


def _possible(view: View, kind: str, chosen: Sequence[str]) -> tuple[str, ...]:
    if view.viewer not in view.actors:
        return ()
    if kind == "start":
        return deploy_labels(view)
    is_tile = bool(view.seats[view.viewer].tiles)
    return destination_labels(view, len(chosen) + 1) if is_tile == (kind == "tile") else ()


def _action(kind: str, cells: Sequence[int]) -> Action:
    if kind == "tile":
        one, two, three = (*cells, OFF, OFF, OFF)[:3]
        return Tiles((one, two, three))
    return Deploy(cells[-1]) if kind == "start" else Move(cells[-1])


def _last_column(names: Sequence[str]) -> str:
    return names[-1].rstrip("0123456789")

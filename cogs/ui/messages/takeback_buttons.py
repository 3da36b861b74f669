"""What taking back adds to messages: its button on answers, and what was asked on the card."""

from collections.abc import Sequence

import discord
from discord import ui

from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.layouts import button, rows_of_buttons
from cogs.ui.texts import takeback_texts
from tables.open_table import unanswered
from tables.takebacks import Request, request_of
from tables.viewer import TableView

ALLOW, KEEP = "takeback_allow", "takeback_keep"


def take_back_button(
    table_id: str, move: int | None, label: str = takeback_texts.BUTTON_TAKE_BACK
) -> ui.Button[ui.LayoutView]:
    """The button that takes the seat's move with this number back; None for one that first says what would come."""
    return button(label, CustomId(table_id, None, "takeback", () if move is None else (str(move),)))


def request_text(table: TableView, names: Sequence[str]) -> str:
    """What somebody asks to take back, or who has kept it, for the card; empty where nothing is asked."""
    request = request_of(table.row)
    if request is None or table.row.phase != "playing":
        return ""
    name = names[request.seat]
    if request.kept_by is not None:
        return takeback_texts.kept_line(name, names[request.kept_by])
    waiting = [names[seat.seat] for seat in unanswered(table.staying, request)]
    return takeback_texts.request_line(name, waiting, others=request.others)


def request_rows(table: TableView) -> tuple[ui.ActionRow[ui.LayoutView], ...]:
    """The buttons that answer what somebody asks to take back."""
    request = request_of(table.row)
    if request is None or request.kept_by is not None or table.row.phase != "playing":
        return ()
    allow, keep = (answer_id(table, request, answer) for answer in (ALLOW, KEEP))
    return rows_of_buttons(
        [
            button(takeback_texts.BUTTON_ALLOW, allow, discord.ButtonStyle.success),
            button("Keep the move", keep),
        ]
    )


def answer_id(table: TableView, request: Request, answer: str) -> CustomId:
    """The custom id of an answer; its step is a detail, since a posted card is recognised by the version."""
    return CustomId(table.row.id, None, answer, (str(request.seat), str(request.step)))

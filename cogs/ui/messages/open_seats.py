"""The messages about open seats of a lobby, to people who have asked for them."""

from collections.abc import Sequence

from discord import ui

from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interface import format_table_title
from cogs.ui.kit.layouts import Button, button, layout, rows_of_buttons
from cogs.ui.messages.call_messages import jump_button, mention_channel
from cogs.ui.texts import clock_texts, texts
from data.store import MessageRow
from language.messages import N_, _, capitalize, list_and, ngettext
from tables.timing.clock_settings import get_clock
from tables.viewer import TableView

NOT_NOW = "not_now"
BUTTON_NOT_NOW = N_("Not for now")
BUTTON_TABLE = N_("See the table")


def seats_line_view(table: TableView, users: Sequence[int], message: MessageRow | None, row: int) -> ui.LayoutView:
    """Build the public line that mentions users; `row` is the outbox row's id."""
    names = list_and([texts.mention(user) for user in users])
    told = _("{names}: {seats} in {game}.", names=names, seats=format_free(table), game=format_table_title(table))
    text = f"-# {told}"
    return layout(ui.TextDisplay(text), *rows_of_buttons(_buttons(table, message, row)))


def seats_direct_view(table: TableView, message: MessageRow | None, row: int) -> ui.LayoutView:
    """Build the direct message to a user. It names nobody, since the user may not see the channel.

    `row` is the outbox row's id.
    """
    clock = clock_texts.summary(get_clock(table.settings))
    told = _("This table waits for players: {seats}.", seats=format_free(table))
    text = (
        f"### {format_table_title(table)}\n{told}\n-# {capitalize(clock)}\n-# {mention_channel(table.row.channel_id)}"
    )
    return layout(ui.TextDisplay(text), *rows_of_buttons(_buttons(table, message, row)))


def format_free(table: TableView) -> str:
    """Format how many seats of a lobby are free, such as "2 of 4 seats are free"."""
    free, seats = table.settings.seats - len(table.seats), table.settings.seats
    return ngettext("{number} of {seats} seats is free", "{number} of {seats} seats are free", free, seats=seats)


def seats_id(table_id: str, row: int) -> CustomId:
    """Return the custom id of *Not for now*; the outbox row's id in it identifies the posted message."""
    return CustomId(table_id, None, NOT_NOW, (str(row),))


def _buttons(table: TableView, message: MessageRow | None, row: int) -> list[Button]:
    link = jump_button(table.row, message)
    link.label = _(BUTTON_TABLE)
    return [link, button(_(BUTTON_NOT_NOW), seats_id(table.row.id, row))]

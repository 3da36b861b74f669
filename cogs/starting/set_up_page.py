"""*Set up* in a lobby: a private page with all settings, and buttons for those that the user may change."""

from collections.abc import Mapping

import discord

from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interface import format_table_title, interface
from cogs.ui.kit.layouts import Button, button, rows_of_buttons
from cogs.ui.messages.shared_buttons import BUTTON_FAIRNESS, FAIRNESS
from cogs.ui.texts import clock_texts
from cogs.ui.texts.clock_texts import WEEKENDS_FREE
from language.messages import N_, _
from tables.seat_changes import seating
from tables.service import TableService
from tables.texts import escape
from tables.timing.clock_settings import get_clock
from tables.timing.standstill import has_free_weekends, should_pause_for_absence
from tables.viewer import TableView

WEEKENDS, COUNT, FREE = "weekends", "count", "free"
SEATS, INVITE = "seats", "invite_here"

RANDOM_ORDER = N_("The seat order is drawn at the start.")
STARTING = N_("The game is starting. The board opens in a moment.")
CLOSED = N_("The free seats are reserved for invited people.")


async def respond_with_set_up(service: TableService, interaction: Interaction, table_id: str, told: str = "") -> None:
    """Show the current *Set up* page with the confirmation `told`; if the game has started, say so instead."""
    table = await service.view(table_id, interaction.user.id)
    if table.row.phase == "lobby":
        await respond(interaction, set_up_page(table, interaction.user.id, told))
    else:
        await respond(interaction, Answer(_(STARTING)))


def set_up_page(table: TableView, user_id: int, told: str = "") -> Answer:
    """Build the page *Set up* as a user may see it; `told` is a confirmation shown above the settings."""
    is_host = table.row.host == user_id
    invite, seats = _seat_buttons(table, user_id)
    buttons = [*invite, *(_host_buttons(table) if is_host else ()), *seats]
    buttons.append(button(_(BUTTON_FAIRNESS), CustomId(table.row.id, None, FAIRNESS)))
    if is_host:
        close = button(_("Close table"), CustomId(table.row.id, None, "close"), discord.ButtonStyle.danger)
        buttons.append(close)
    lines = [set_up_title(format_table_title(table)), *([f"**{told}**"] if told else [])]
    if not is_host:
        host = next((seat.name for seat in table.seats if seat.user_id == table.row.host), None)
        lines.append(format_host_note(None if host is None else escape(host)))
    lines += _lines(table)
    return Answer("\n".join(lines), rows_of_buttons(buttons), colour=interface(table.row.game).colour)


def _lines(table: TableView) -> list[str]:
    """Format the settings of a table in its lobby, one per line."""
    settings, ours = table.settings, interface(table.row.game)
    several = settings.seats > 1
    lines = [
        clock_texts.lobby_line(get_clock(settings), settings.on_expiry),
        _(WEEKENDS_FREE) if has_free_weekends(settings) else "",
        format_seats_and_start(settings.seats, start_when_full=settings.start_when_full) if several else "",
        _(RANDOM_ORDER) if settings.random_order else "",
        "" if settings.open_seats else _(CLOSED),
        format_computers(settings.computer, ours.computers, ours.level_lines) if several else "",
        ours.lobby.options_summary(table.options, settings),
    ]
    return [f"- {line}" for text in lines for line in text.split("\n") if line]


def _host_buttons(table: TableView) -> list[Button]:
    """Build the buttons that only the host gets."""
    row, settings = table.row, table.settings
    buttons = [button(_("Time"), CustomId(row.id, table.version, "clock"))]
    if should_pause_for_absence(settings):
        free = settings.weekend_zone is not None
        label = _("Count weekends") if free else _("Free weekends")
        buttons.append(button(label, CustomId(row.id, None, WEEKENDS, (COUNT if free else FREE,))))
    buttons.append(button(_("Players and start"), CustomId(row.id, table.version, "options")))
    if interface(row.game).lobby.options_form(table):
        buttons.append(button(_("Game options"), CustomId(row.id, table.version, "game_options")))
    return buttons


def _seat_buttons(table: TableView, user_id: int) -> tuple[list[Button], list[Button]]:
    """Build *Invite* and *Seats*, each in a list that is empty if the user can't use it."""
    if table.settings.seats == 1:
        return [], []
    has_seat = table.seat is not None or table.row.host == user_id
    return (
        [button(_("Invite"), CustomId(table.row.id, None, INVITE))] if seating.may_invite(table, user_id) else [],
        [button(_("Seats"), CustomId(table.row.id, None, SEATS))] if has_seat else [],
    )


def set_up_title(title: str) -> str:
    return _("### Settings of {title}", title=title)


def format_host_note(host: str | None) -> str:
    """Format the note that only the host can change the settings; the host's name is passed in escaped."""
    if host is None:
        return _("Only the host can change these settings.")
    return _("Only the host, **{host}**, can change these settings.", host=host)


def format_seats_and_start(seats: int, *, start_when_full: bool) -> str:
    if start_when_full:
        return _("{seats} seats; the game starts when the last seat is taken.", seats=seats)
    return _("{seats} seats; the host starts the game.", seats=seats)


def format_computers(name: str, levels: Mapping[str, str], lines: Mapping[str, str]) -> str:
    level = _(levels.get(name, name))
    if name not in lines:
        return _("Computer players: {level}.", level=level)
    return _("Computer players: {level}. {line}.", level=level, line=_(lines[name]))

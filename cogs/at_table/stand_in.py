"""Stand-ins, which are computer players that play for an absent player: buttons, and lines of the *Time* page."""

from collections.abc import Sequence
from typing import Any

from discord import ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import on
from cogs.ui.kit.interface import interface
from cogs.ui.kit.layouts import button, rows_of_buttons
from cogs.ui.messages.call_messages import BUTTON_STAND_IN
from cogs.ui.messages.cards import BACK_ACTION, STAND_IN_ACTION, back_button, move_row
from cogs.ui.messages.pause_block import find_due
from cogs.ui.texts import clock_texts, texts
from language.messages import N_, _
from tables.open_table import is_stood_in
from tables.refusal import Refusal
from tables.seat_changes import stand_ins
from tables.texts import escape, format_duration
from tables.timing.clock_settings import get_clock
from tables.viewer import TableView

STANDS_IN_NOW = N_("The computer plays for you now. The seat stays yours: make a move to take over again.")
YOU_ARE_BACK = N_("Welcome back. You're playing your seat again.")
HERE_ALL_ALONG = N_("You're still in the game.")


class StandIn(commands.Cog):
    """A cog for *Let the computer play for me* and *I'm back*. Both presses are idempotent."""

    def __init__(self, bot: Hexcade) -> None:
        self.service = bot.service

    @on(STAND_IN_ACTION)
    async def _begin(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self.service.view(pressed.table, interaction.user.id)
        try:
            await self.service.change(pressed.table, stand_ins.begin(interaction.user.id, interface(table.row.game)))
        except Refusal:
            table = await self.service.view(pressed.table, interaction.user.id)
            if table.row.phase != "playing" or table.seat is None or not is_stood_in(table.seats[table.seat]):
                raise
        await respond(interaction, Answer(_(STANDS_IN_NOW), rows_of_buttons([back_button(pressed.table)])))

    @on(BACK_ACTION)
    async def _come_back(self, interaction: Interaction, pressed: CustomId) -> None:
        before = await self.service.view(pressed.table, interaction.user.id)
        await self.service.change(pressed.table, stand_ins.come_back(interaction.user.id))
        table = await self.service.view(pressed.table, interaction.user.id)
        was_away = before.seat is not None and (
            is_stood_in(before.seats[before.seat]) or before.seats[before.seat].missed
        )
        text = _(YOU_ARE_BACK if was_away else HERE_ALL_ALONG)
        await respond(interaction, Answer(text, move_row(table)))


def time_lines(table: TableView) -> list[str]:
    """Format the clock of a running game: its settings, the end of the turn, the players' time banks, and stand-ins."""
    lines = [clock_texts.lobby_line(get_clock(table.settings), table.settings.on_expiry)]
    waiting = table.awaited_seats()
    dues = [find_due(table, seat) for seat in waiting if seat.seat == table.seat or table.seat not in table.actors]
    due = max(filter(None, dues), default=None)
    if due is not None:
        lines.append(_("This turn is {due}.", due=texts.format_due(*due)))
    banks = [(seat.name, seat.bank) for seat in table.seats if seat.user_id is not None and seat.bank is not None]
    if table.settings.bank and banks:
        lines.append(banks_line(banks))
    if line := clock_texts.format_stand_ins([escape(seat.name) for seat in table.seats if is_stood_in(seat)]):
        lines.append(line)
    return lines


def time_buttons(table: TableView) -> list[ui.Button[Any]]:
    """Return *Let the computer play for me*, *I'm back*, or both; empty for users who don't play here."""
    if table.row.phase != "playing" or table.seat is None or not table.may_resign():
        return []
    seat = table.seats[table.seat]
    if is_stood_in(seat):
        return [back_button(table.row.id)]
    stand_in = button(_(BUTTON_STAND_IN), CustomId(table.row.id, None, STAND_IN_ACTION))
    return [stand_in, back_button(table.row.id)] if seat.missed else [stand_in]


def banks_line(shown: Sequence[tuple[str, int]]) -> str:
    """Format the players' time banks, given as pairs of name and milliseconds."""
    banks = " · ".join(f"{escape(name)} {format_duration(bank // 1000)}" for name, bank in shown)
    return _("Reserves: {banks}", banks=banks)

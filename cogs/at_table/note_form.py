"""The form *My note* behind *More*."""

from typing import Any

import discord
from discord import ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.ui.kit.answers import Answer, Interaction, open_form, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.forms import modal, read_form
from cogs.ui.kit.interactions import get_data, on, on_form
from cogs.ui.kit.interface import format_table_title
from cogs.ui.kit.layouts import Button, button, rows_of_buttons
from cogs.ui.messages.shared_buttons import menu_button
from language.messages import N_, _
from tables.notes import MOST_CHARACTERS, keep_note
from tables.texts import escape
from tables.viewer import TableView

BUTTON_NOTE, BUTTON_CHANGE = N_("My note"), N_("Change note")
NOTE, NOTED, FIELD = "note", "noted", "note"
HINT = N_("Only you can see it. Leave it empty to delete it.")
KEPT = N_("-# Only you can see it. I show it on your own pages of this game, and delete it some days after the end.")
DELETED = N_("Your note is deleted.")


class NoteForm(commands.Cog):
    """A cog for the user's own note about a table."""

    def __init__(self, bot: Hexcade) -> None:
        self.service = bot.service

    @on_form(NOTE)
    async def _open(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self.service.view(pressed.table, interaction.user.id)
        table.require_playing()
        field: ui.TextInput[Any] = ui.TextInput(
            custom_id=FIELD,
            style=discord.TextStyle.paragraph,
            default=table.note or None,
            required=False,
            max_length=MOST_CHARACTERS,
        )
        label: ui.Label[Any] = ui.Label(text=_("About this game"), description=_(HINT), component=field)
        await open_form(interaction, modal(_(BUTTON_NOTE), CustomId(pressed.table, None, NOTED), [label]))

    @on(NOTED)
    async def _keep(self, interaction: Interaction, pressed: CustomId) -> None:
        written = read_form(get_data(interaction).get("components", [])).get(FIELD, "")
        await keep_note(self.service, pressed.table, interaction.user.id, written)
        table = await self.service.view(pressed.table, interaction.user.id)
        told = f"{format_note(table)}\n{_(KEPT)}" if table.note else _(DELETED)
        rows = rows_of_buttons([note_button(table), menu_button(table.row.id)])
        await respond(interaction, Answer(f"### {format_table_title(table)} · {_(BUTTON_NOTE)}\n{told}", rows))


def note_button(table: TableView) -> Button:
    """Build the button that opens the form with the user's own note."""
    return button(_(BUTTON_CHANGE if table.note else BUTTON_NOTE), CustomId(table.row.id, None, NOTE))


def format_note(table: TableView) -> str:
    """Format the user's own note about a table; empty if there is none."""
    return _("**Your note:** {note}", note=escape(table.note)) if table.note else ""

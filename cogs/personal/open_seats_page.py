"""The page *Open seats here*: whether the bot tells a user of lobbies on a server that wait for players."""

from typing import Any

import discord
from discord import ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import get_selected_values, on
from cogs.ui.kit.interface import playable_games
from cogs.ui.kit.layouts import BUTTON_BACK, Button, button, rows_of_buttons
from cogs.ui.kit.selects import titled_select
from cogs.ui.messages.open_seats import NOT_NOW
from cogs.ui.requests.interaction_user import get_person, is_away
from data.store import SeekerRow
from language.messages import N_, _
from tables.calling.open_seats import SERVER_LEFT, change_wish, pause_wish, read_games, require_server_kept
from tables.preferences import change_preferences
from tables.refusal import Refusal

OWNER = "me"
"""A placeholder for the table id in the custom ids of this page."""
OPEN, GAMES, OFTEN, HOW, OFF = "seats_here", "seats_games", "seats_often", "seats_how", "seats_off"
OPEN_SETTINGS = "settings"
"""The custom id of the button to the page of `/settings`."""
BUTTON_OPEN = N_("Tell me of open seats here")
BUTTON_OFF = N_("Tell me nothing")
IS_OFF = N_("This is off. Choose games, and you hear when a table here has waited ten minutes for players.")
IS_ON = N_(
    "When a table here has waited ten minutes for players, you hear of it: each table once, at most three a "
    "day, and never in your quiet hours or vacation."
)
PAUSED = N_("You hear of no open seats on that server for a day. `/settings` there changes it sooner.")
ONLY_ON_SERVERS = N_("Type `/settings` on a server, and I can tell you of open seats there.")
OFTEN_CHOICES = {"at once": N_("At once"), "daily": N_("At most once a day")}
HOW_CHOICES = {"direct": N_("Send me a direct message"), "line": N_("Mention me silently in the channel")}


class OpenSeatsPage(commands.Cog):
    """The page *Open seats here*, opened from `/settings` on a server, and the button *Not for now*."""

    def __init__(self, bot: Hexcade) -> None:
        self.service = bot.service

    @on(OPEN)
    async def _show(self, interaction: Interaction, pressed: CustomId) -> None:
        guild_id = _require_guild(interaction)
        async with self.service.store.read() as reader:
            await require_server_kept(reader, guild_id)
            wish = await reader.seekers.get(guild_id, interaction.user.id)
        await respond(interaction, build_page(wish, self.service.now()))

    @on(GAMES)
    async def _set_games(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._change(interaction, games=get_selected_values(interaction))

    @on(OFTEN)
    async def _set_often(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._change(interaction, daily="daily" in get_selected_values(interaction))

    @on(HOW)
    async def _set_how(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._change(interaction, direct="line" not in get_selected_values(interaction))

    @on(OFF)
    async def _switch_off(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._change(interaction, games=())

    async def _change(self, interaction: Interaction, **changes: Any) -> None:
        guild_id = _require_guild(interaction)
        wish = await change_wish(self.service, guild_id, interaction.user.id, **changes)
        if wish is not None:
            await change_preferences(self.service.store, get_person(interaction), seats_refused=False)
        await respond(interaction, build_page(wish, self.service.now()))

    @on(NOT_NOW)
    async def _pause(self, interaction: Interaction, pressed: CustomId) -> None:
        await pause_wish(self.service, pressed.table, interaction.user.id)
        await respond(interaction, Answer(_(PAUSED)))


def build_page(wish: SeekerRow | None, now: int) -> Answer:
    """Build the page with a user's wish on a server, None for none, at `now` (milliseconds UTC)."""
    chosen = () if wish is None else read_games(wish)
    games = playable_games().values()
    options = [
        discord.SelectOption(label=_(game.title), value=game.name, default=game.name in chosen) for game in games
    ]
    select: ui.Select[Any] = ui.Select(
        custom_id=str(CustomId(OWNER, None, GAMES)),
        placeholder=_("Which games?"),
        min_values=1,
        max_values=len(options),
        options=options,
    )
    rows: list[ui.Item[Any]] = [ui.TextDisplay("**" + _("Games") + "**"), ui.ActionRow(select)]
    title = "### " + _("Open seats here")
    back = button(_(BUTTON_BACK), CustomId(OWNER, None, OPEN_SETTINGS))
    if wish is None:
        return Answer(f"{title}\n{_(IS_OFF)}", (*rows, *rows_of_buttons([back])))
    often, how = ("daily" if wish.daily else "at once"), ("direct" if wish.direct else "line")
    rows += titled_select(CustomId(OWNER, None, OFTEN), N_("How often"), OFTEN_CHOICES, often)
    rows += titled_select(CustomId(OWNER, None, HOW), N_("How"), HOW_CHOICES, how)
    rows += rows_of_buttons([button(_(BUTTON_OFF), CustomId(OWNER, None, OFF)), back])
    text = f"{title}\n{_(IS_ON)}"
    if wish.paused_until > now:
        until = f"<t:{wish.paused_until // 1000}:f>"
        text += "\n" + _("Paused until {until}. Any choice here ends the pause.", until=until)
    return Answer(text, tuple(rows))


def open_seats_button() -> Button:
    """Build the button that opens the page *Open seats here*."""
    return button(_(BUTTON_OPEN), CustomId(OWNER, None, OPEN))


def _require_guild(interaction: Interaction) -> int:
    """Return the server of an interaction. Raise Refusal in direct messages, and on servers without the bot."""
    if interaction.guild_id is None:
        raise Refusal(_(ONLY_ON_SERVERS))
    if is_away(interaction):
        raise Refusal(_(SERVER_LEFT))
    return interaction.guild_id

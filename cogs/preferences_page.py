"""The page of `/settings`: a user's own preferences."""

from typing import Any

import discord
import msgspec
from discord import ui

from cogs.client import Hexcade
from cogs.ui import texts
from cogs.ui.answers import Answer, Interaction, respond
from cogs.ui.custom_ids import CustomId
from cogs.ui.interaction_user import person_of
from cogs.ui.interactions import Handler, selected
from tables.preferences import prefer, preferences

OWNER = "me"
"""Takes the place of the table id in the custom ids of this page."""


class PreferencesPage:
    """Shown by `/settings`; each choice takes effect at once."""

    def __init__(self, bot: Hexcade) -> None:
        self._store = bot.service.store
        self.handlers: dict[str, Handler] = {
            "theme": self._theme,
            "confirm": self._confirm,
            "listed": self._listed,
        }

    async def answer(self, user_id: int) -> Answer:
        """The page with the user's current preferences."""
        now = await preferences(self._store, user_id)
        confirm, listed = ("yes" if wanted else "no" for wanted in (now.confirm, now.listed))
        rows = (
            *_choice("theme", texts.THEME_TITLE, texts.THEMES, now.theme),
            *_choice("confirm", texts.CONFIRM_TITLE, texts.CONFIRMS, confirm),
            *_choice("listed", texts.LISTED_TITLE, texts.LISTED, listed),
        )
        return Answer(texts.SETTINGS, rows)

    async def _theme(self, interaction: Interaction, pressed: CustomId) -> None:
        chosen = next(iter(selected(interaction)), "")
        if chosen in texts.THEMES:
            await self._prefer(interaction, theme=chosen)

    async def _confirm(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._prefer(interaction, confirm="no" not in selected(interaction))

    async def _listed(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._prefer(interaction, listed="no" not in selected(interaction))

    async def _prefer(self, interaction: Interaction, **changes: Any) -> None:
        now = await preferences(self._store, interaction.user.id)
        wanted = msgspec.structs.replace(now, **changes)
        await prefer(self._store, person_of(interaction), wanted)
        await respond(interaction, await self.answer(interaction.user.id))


def _choice(action: str, title: str, choices: dict[str, str], now: str) -> tuple[ui.Item[ui.LayoutView], ...]:
    """A select with a title above it, since the chosen value hides its placeholder."""
    options = [discord.SelectOption(label=label, value=value, default=value == now) for value, label in choices.items()]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(CustomId(OWNER, None, action)), placeholder=title, options=options
    )
    return ui.TextDisplay(f"**{title}**"), ui.ActionRow(select)

"""The slash command `/settings`: a user's own preferences."""

from collections.abc import Mapping
from typing import Any

from discord import app_commands, ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.personal.open_seats_page import OPEN_SETTINGS, open_seats_button
from cogs.personal.quiet_hours import quiet_button, quiet_state
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import get_selected_values, on
from cogs.ui.kit.layouts import rows_of_buttons
from cogs.ui.kit.selects import titled_select
from cogs.ui.requests.interaction_user import get_person, is_away, is_direct
from cogs.ui.texts import texts
from language.catalogues import find_spoken_language
from language.messages import N_, _, speak
from tables.preferences import Preferences, change_preferences, preferences
from tables.timing.quiet import has_quiet_hours

PINGS_TITLE = N_("When it's your turn")

PINGS = {
    "mention": N_("Mention me in the channel"),
    "direct": N_("Send me a direct message"),
    "none": N_("Don't notify me"),
}
CONFIRMS = {"yes": N_("Ask before making a move"), "no": N_("Move without asking")}
LISTED = {"yes": N_("Everybody here can see them"), "no": N_("Only I can see them")}

OWNER = "me"
"""A placeholder for the table id in the custom ids of this page."""


class PreferencesPage(commands.Cog):
    """The command `/settings` and its page; each choice takes effect at once."""

    def __init__(self, bot: Hexcade) -> None:
        self._service = bot.service
        self._store = bot.service.store

    @app_commands.command(
        name="settings", description=N_("Your settings: colours, confirming moves, pings, quiet hours")
    )
    async def settings(self, interaction: Interaction) -> None:
        """Show the user's preferences, privately."""
        async with give_answer(interaction, self._service, "settings") as answer:
            answer.content = await self._answer(interaction)

    @on(OPEN_SETTINGS)
    async def _show(self, interaction: Interaction, pressed: CustomId) -> None:
        await respond(interaction, await self._answer(interaction))

    async def _answer(self, interaction: Interaction) -> Answer:
        """Build the page with the user's current preferences."""
        now = await preferences(self._store, interaction.user.id)
        on_server = not is_direct(interaction) and not is_away(interaction)
        confirm, listed = ("yes" if wanted else "no" for wanted in (now.confirm, now.listed))
        rows = (
            *_choice("language", N_("Your language"), texts.list_languages(), now.language or texts.FROM_DISCORD),
            *_choice("theme", N_("Colours of your private pictures"), texts.THEMES, now.theme),
            *_choice("confirm", N_("Confirming moves"), CONFIRMS, confirm),
            *_choice("pinged", PINGS_TITLE, PINGS, now.pings),
            *_choice("listed", N_("Your statistics"), LISTED, listed),
            *self._build_quiet_hours(now, on_server=on_server),
        )
        hint = _("They apply at all your tables. The host chooses the colours of the board that everybody sees.")
        title = _("Your settings")
        return Answer(f"### {title}\n{hint}", rows)

    def _build_quiet_hours(self, now: Preferences, *, on_server: bool) -> tuple[ui.Item[ui.LayoutView], ...]:
        """Return the text with quiet hours and time zone, if they are set, and the buttons to further pages."""
        state = quiet_state(now, self._store.now())
        shown = [ui.TextDisplay[ui.LayoutView](state)] if now.time_zone or has_quiet_hours(now) else []
        return (*shown, *rows_of_buttons([quiet_button(), *([open_seats_button()] if on_server else [])]))

    @on("language")
    async def _set_language(self, interaction: Interaction, pressed: CustomId) -> None:
        chosen = next(iter(get_selected_values(interaction)), "")
        if chosen in texts.list_languages():
            wanted = "" if chosen == texts.FROM_DISCORD else chosen
            speak(wanted or find_spoken_language(interaction.locale.value))
            await self._change_preferences(interaction, language=wanted)

    @on("theme")
    async def _theme(self, interaction: Interaction, pressed: CustomId) -> None:
        chosen = next(iter(get_selected_values(interaction)), "")
        if chosen in texts.THEMES:
            await self._change_preferences(interaction, theme=chosen)

    @on("confirm")
    async def _confirm(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._change_preferences(interaction, confirm="no" not in get_selected_values(interaction))

    @on("pinged")
    async def _set_pings(self, interaction: Interaction, pressed: CustomId) -> None:
        chosen = next(iter(get_selected_values(interaction)), "")
        if chosen in PINGS:
            await self._change_preferences(interaction, pings=chosen, direct_refused=False)

    @on("listed")
    async def _set_listed(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._change_preferences(interaction, listed="no" not in get_selected_values(interaction))

    async def _change_preferences(self, interaction: Interaction, **changes: Any) -> None:
        await change_preferences(self._store, get_person(interaction), **changes)
        await respond(interaction, await self._answer(interaction))


def _choice(action: str, title: str, choices: Mapping[str, str], now: str) -> tuple[ui.Item[ui.LayoutView], ...]:
    return titled_select(CustomId(OWNER, None, action), title, choices, now)

"""The page of `/server`: a server's settings for its tables."""

from collections.abc import Callable, Mapping
from typing import Any

import discord
import msgspec
from discord import app_commands, ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.custom_ids import CustomId, read_number
from cogs.ui.kit.forms import read_ids
from cogs.ui.kit.interactions import get_selected_values, on
from cogs.ui.kit.interface import playable_games
from cogs.ui.kit.layouts import button, rows_of_buttons
from cogs.ui.kit.selects import cut
from cogs.ui.requests.interaction_user import get_requester
from cogs.ui.texts import clock_texts, texts
from language.messages import N_, _, capitalize, ngettext, translate_labels
from tables.moderating.server_settings import (
    MOST_CHANNELS,
    RETENTION_DAYS,
    ServerSettings,
    change_server,
    require_manages,
    server_settings,
)
from tables.refusal import Refusal
from tables.texts import unknown_choice
from tables.timing.clock_settings import DEFAULT_CLOCK, NAMED

BUTTON_RESET = N_("Reset to defaults")

TITLE = N_("### Settings of this server")
INTRODUCTION = N_("-# Each choice takes effect at once. Hosts can choose differently for their tables.")
NOT_HERE = N_("This works only on servers. Use `/server` in one of the server's channels.")
NOT_EVERYBODY = N_("Everybody has that role. Choose one that only your moderators have.")

OWNER = "server"
"""Placeholder for a table id in the custom ids of this page."""
SET, RESET = "server_set", "server_reset"
CHANNELS, PLACE, GAME, CLOCK = "channels", "place", "game", "clock"
THEME, ROLE, RETENTION, LANGUAGE = "theme", "role", "retention", "language"
NONE = "-"
"""Form value of a choice that leaves a setting unset."""
CHANNEL_TYPES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]
"""The types of channels in which commands can be used.

Voice and stage channels have a text chat, and posts in forums are threads. Media channels are missing, since Discord
doesn't offer them.
"""

Setting = Callable[[int, tuple[str, ...]], dict[str, Any]]

IN_THREADS, IN_CHANNEL = "threads", "channel"
PLACES = {IN_THREADS: N_("Each game in its own thread"), IN_CHANNEL: N_("Games in the channel itself")}
RETENTIONS = (1, 3, 7, 14, 30, 60, 90)
"""The retention times offered for ended tables, in days."""


class ServerPage(commands.Cog):
    """A cog for `/server` and its page. Each choice takes effect immediately."""

    def __init__(self, bot: Hexcade) -> None:
        self._service = bot.service
        self._store = bot.service.store

    @app_commands.command(name="server", description=N_("Where and how games are played on this server"))
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def server(self, interaction: Interaction) -> None:
        """Show the server's settings privately, to users who may manage it."""
        async with give_answer(interaction, self._service, "server") as answer:
            answer.content = await self.answer(interaction)

    async def answer(self, interaction: Interaction) -> Answer:
        """Build the page with the server's current settings.

        Raises Refusal if the user may not change them.
        """
        return content(await server_settings(self._store, _require_manager(interaction)))

    @on(SET)
    async def _set(self, interaction: Interaction, pressed: CustomId) -> None:
        guild = _require_manager(interaction)
        change = _SETTINGS.get(pressed.details[0] if pressed.details else "")
        if change is None:
            raise Refusal(unknown_choice(pressed.action))
        await self._change(interaction, guild, change(guild, get_selected_values(interaction)))

    @on(RESET)
    async def _reset(self, interaction: Interaction, pressed: CustomId) -> None:
        guild = _require_manager(interaction)
        await self._change(interaction, guild, msgspec.structs.asdict(ServerSettings()))

    async def _change(self, interaction: Interaction, guild: int, changes: Mapping[str, Any]) -> None:
        await respond(interaction, content(await change_server(self._store, guild, **changes)))


def content(now: ServerSettings) -> Answer:
    """Build the page of `/server` for the given settings."""
    games = {NONE: _("/play shows all games equally")} | {
        name: format_game_choice(_(game.title)) for name, game in playable_games().items()
    }
    place = IN_THREADS if now.threads else IN_CHANNEL
    channels: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=_id(CHANNELS),
        channel_types=CHANNEL_TYPES,
        placeholder=_("All channels"),
        min_values=0,
        max_values=MOST_CHANNELS,
        default_values=[discord.SelectDefaultValue.from_channel(discord.Object(channel)) for channel in now.channels],
    )
    roles = (
        [] if now.moderator_role is None else [discord.SelectDefaultValue.from_role(discord.Object(now.moderator_role))]
    )
    role: ui.RoleSelect[Any] = ui.RoleSelect(
        custom_id=_id(ROLE),
        placeholder=_("Only those with Manage Server"),
        min_values=0,
        max_values=1,
        default_values=roles,
    )
    retentions = retention_choices(now.retention_days)
    rows: list[ui.Item[Any]] = [
        *_add_title(_("Channels for new games"), channels),
        ui.ActionRow(_select(PLACE, translate_labels(PLACES), place)),
        ui.ActionRow(_select(GAME, games, now.game or NONE)),
        *_add_title(
            _("Time for each move at new tables"),
            _select(CLOCK, clock_choices(), now.clock or DEFAULT_CLOCK),
        ),
        ui.ActionRow(_select(THEME, theme_choices(), now.theme)),
        *_add_title(
            _("Language of boards and leagues"),
            _select(LANGUAGE, texts.list_languages(), now.language or texts.FROM_DISCORD),
        ),
        *_add_title(_("Who moderates games"), role),
        *_add_title(
            _("Ended games"),
            _select(RETENTION, retentions, str(now.retention_days), _("Records and results are kept forever")),
        ),
    ]
    if now != ServerSettings():
        rows += rows_of_buttons([button(_(BUTTON_RESET), CustomId(OWNER, None, RESET))])
    return Answer(f"{_(TITLE)}\n{_(INTRODUCTION)}", tuple(rows))


def _require_manager(interaction: Interaction) -> int:
    """Return the id of the server that the user manages.

    Raises Refusal if they don't manage it, or outside of servers.
    """
    if interaction.guild_id is None:
        raise Refusal(_(NOT_HERE))
    require_manages(get_requester(interaction))
    return interaction.guild_id


def _add_title(
    title: str, select: ui.Select[Any] | ui.ChannelSelect[Any] | ui.RoleSelect[Any]
) -> tuple[ui.Item[Any], ...]:
    """Return a select with a title above it, because a selected value hides the placeholder."""
    return ui.TextDisplay(f"**{title}**"), ui.ActionRow(select)


def _select(setting: str, choices: Mapping[str, str], now: str, hint: str | None = None) -> ui.Select[Any]:
    options = [
        discord.SelectOption(label=label, value=value, description=hint, default=value == now)
        for value, label in choices.items()
    ]
    return ui.Select(custom_id=_id(setting), options=options)


def _id(setting: str) -> str:
    return str(CustomId(OWNER, None, SET, (setting,)))


def _build_choice_setting(name: str, offered: Callable[[], Mapping[str, Any]]) -> Setting:
    """Return a setting that accepts one of the offered values, or the choice `NONE`, which unsets it.

    The setting raises Refusal for any other value.
    """

    def change(_guild: int, chosen: tuple[str, ...]) -> dict[str, Any]:
        value = next(iter(chosen), NONE)
        if value != NONE and value not in offered():
            raise Refusal(unknown_choice(value))
        return {name: None if value == NONE else value}

    return change


def _theme(_guild: int, chosen: tuple[str, ...]) -> dict[str, Any]:
    value = next(iter(chosen), "")
    if value not in texts.THEMES:
        raise Refusal(unknown_choice(value))
    return {"theme": value}


def _language(_guild: int, chosen: tuple[str, ...]) -> dict[str, Any]:
    value = next(iter(chosen), "")
    if value not in texts.list_languages():
        raise Refusal(unknown_choice(value))
    return {"language": "" if value == texts.FROM_DISCORD else value}


def _channels(_guild: int, chosen: tuple[str, ...]) -> dict[str, Any]:
    return {"channels": read_ids(chosen)[:MOST_CHANNELS]}


def _role(guild: int, chosen: tuple[str, ...]) -> dict[str, Any]:
    role = next(iter(read_ids(chosen)), None)
    # the @everyone role has the server's own id
    if role == guild:
        raise Refusal(_(NOT_EVERYBODY))
    return {"moderator_role": role}


def _place(_guild: int, chosen: tuple[str, ...]) -> dict[str, Any]:
    return {"threads": IN_CHANNEL not in chosen}


def _retention(_guild: int, chosen: tuple[str, ...]) -> dict[str, Any]:
    text = next(iter(chosen), "")
    days = read_number(text, 99)
    if days not in RETENTION_DAYS:
        raise Refusal(unknown_choice(text))
    return {"retention_days": days}


_SETTINGS: Mapping[str, Setting] = {
    CHANNELS: _channels,
    PLACE: _place,
    GAME: _build_choice_setting("game", playable_games),
    CLOCK: _build_choice_setting("clock", lambda: NAMED),
    THEME: _theme,
    LANGUAGE: _language,
    ROLE: _role,
    RETENTION: _retention,
}


def format_game_choice(game: str) -> str:
    """Format the label of the choice that makes `/play` propose a game first."""
    return _("/play shows {game} first", game=game)


def clock_choices() -> dict[str, str]:
    """Return the labels of the clocks that a server may choose, by name."""
    labels = {name: clock_texts.choice(name, clock) for name, clock in NAMED.items()}
    return {name: cut(capitalize(label)) for name, label in labels.items()}


def theme_choices() -> dict[str, str]:
    """Return the labels of the board colours for new tables, by theme name."""
    return {name: _("Board colours: {label}", label=_(label)) for name, label in texts.THEMES.items()}


def retention_choices(now: int) -> dict[str, str]:
    """Return the labels of the retention choices, by number of days as text.

    `now` is the server's current number of days, which is always among the choices.
    """
    days = sorted({*RETENTIONS, now})
    return {
        str(number): ngettext(
            "Clean up ended games after {number} day", "Clean up ended games after {number} days", number
        )
        for number in days
    }

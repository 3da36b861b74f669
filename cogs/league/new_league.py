"""Opening a league (a form with three fields, then a preview) or a cup (two presses), and the check of who may."""

from collections.abc import Mapping
from datetime import date, timedelta, tzinfo
from typing import Final

import discord
import msgspec
from discord.ext import commands

from cogs.client import Hexcade
from cogs.starting.new_table import require_game, require_startable
from cogs.ui.kit.answers import Answer, Interaction, open_form, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.forms import check_offered, choice_field, modal, read_form
from cogs.ui.kit.interactions import get_data, on, on_form
from cogs.ui.kit.interface import playable_games
from cogs.ui.kit.layouts import button, rows_of_buttons
from cogs.ui.messages.season_card import MINE, ORGANISE, START
from cogs.ui.requests.interaction_user import find_home_channel, find_shared_language, get_requester
from cogs.ui.texts import league_texts
from data.store import Conflict, LeagueRow
from language.messages import N_, _, capitalize, format_day, ngettext
from language.punctuation import localize_marks
from leagues.calendar import MINUTE_MS, compute_deal_time, dates
from leagues.organising import may_organise
from leagues.season import Season
from leagues.settings import CUP as CUP_KIND
from leagues.settings import PRESETS, LeagueSettings, Preset, StoredSettings, find_preset
from leagues.texts import build_name, translate_name
from tables.moderating.server_settings import may_moderate, server_settings
from tables.opening import create_id, is_id
from tables.preferences import preferences
from tables.refusal import Refusal
from tables.texts import escape
from tables.timing.absence import day_of
from tables.timing.quiet import find_user_zone
from tables.timing.time_zones import UNIVERSAL

STARTED_ALREADY = N_("This cup has already started. Use *Organise* to deal more tables.")

CUP_WHICH = N_(
    "### Cup now\nWhich game? Everybody who presses *I'm in* gets three tables this evening, with different people."
)
BAD_DAY = N_("That day has passed or isn't valid. Please choose another one from the list.")

NEW, PREVIEW, PUBLISH, CUP, CUP_GAME, CUP_PUBLISH = (
    "league_new",
    "league_preview",
    "league_publish",
    "league_cup",
    "league_cup_game",
    "league_cup_publish",
)
OWNER = "league"
WHAT, DAY, HOUR = "what", "day", "hour"
DAYS_OFFERED: Final = 14
USUAL_HOUR: Final = 18
CUP_OPEN_MS: Final = 30 * MINUTE_MS
"""Time from opening a cup to its first deal, in milliseconds. An organiser may start it earlier."""

ONLY_ORGANISERS = N_("Only organisers and moderators can do that. You can use *My tables* and *Standings*.")


class NewLeague(commands.Cog):
    """A cog for opening leagues and cups. Each press checks the user's permission again, because roles change."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.seasons = bot.seasons

    @on_form(NEW)
    async def _open_form(self, interaction: Interaction, pressed: CustomId) -> None:
        await require_opener(self.bot, interaction)
        await require_startable(self.bot, interaction)
        wishes = await preferences(self.bot.service.store, interaction.user.id)
        days, zone = self._days(find_user_zone(wishes)), wishes.time_zone or UNIVERSAL
        # *Change* in the preview passes what was chosen.
        what, day, hour = (pressed.detail(number) for number in range(3))
        fields = [
            choice_field(_("Game and kind of season"), WHAT, _kinds(), _offered(what, _kinds(), next(iter(_kinds())))),
            choice_field(_("First tables on"), DAY, days, _offered(day, days, next(iter(days)))),
            choice_field(
                _("New tables at"), HOUR, _hours(), _offered(hour, _hours(), str(USUAL_HOUR)), hour_hint(zone)
            ),
        ]
        await open_form(interaction, modal(_("New league"), CustomId(OWNER, None, PREVIEW), fields))

    def _days(self, zone: tzinfo) -> dict[str, str]:
        """Return the labels of the days offered for the first deal, by date in ISO format; the first is tomorrow."""
        today = day_of(self.bot.service.now(), zone)
        days = [today + timedelta(days=number) for number in range(1, DAYS_OFFERED + 1)]
        return {day.isoformat(): format_day(day) for day in days}

    @on(PREVIEW)
    async def _preview(self, interaction: Interaction, pressed: CustomId) -> None:
        await require_opener(self.bot, interaction)
        await require_startable(self.bot, interaction)
        values = read_form(get_data(interaction).get("components", []))
        wishes = await preferences(self.bot.service.store, interaction.user.id)
        check_offered(values, {WHAT: _kinds(), DAY: self._days(find_user_zone(wishes)), HOUR: _hours()})
        hour = int(values[HOUR])
        game, name = values[WHAT].split(".")
        preset = _preset(game, name)
        settings = _with_hour(preset.settings, hour, wishes.time_zone)
        begins = compute_deal_time(date.fromisoformat(values[DAY]), settings)
        planned = dates(begins, settings)
        text = preview(
            translate_name(league_name(require_game(game).title)),
            _(require_game(game).title),
            _(preset.title),
            league_texts.format_table_count(settings),
            begins,
            planned.ends,
            settings.every_days,
        )
        details = (game, name, str(hour), str(begins // MINUTE_MS))
        buttons = [
            button(_("Publish"), CustomId(create_id(), None, PUBLISH, details), discord.ButtonStyle.success),
            button(_("Change"), CustomId(OWNER, None, NEW, (values[WHAT], values[DAY], values[HOUR]))),
        ]
        await respond(interaction, Answer(text, rows_of_buttons(buttons)))

    @on(PUBLISH)
    async def _publish(self, interaction: Interaction, pressed: CustomId) -> None:
        game, name, hour, minute = _four(pressed)
        begins = minute * MINUTE_MS
        now = self.bot.service.now()
        if not now < begins:
            raise Refusal(_(BAD_DAY))
        wishes = await preferences(self.bot.service.store, interaction.user.id)
        preset = _preset(game, name)
        settings = _with_hour(preset.settings, hour, wishes.time_zone)
        await self._create(interaction, pressed, game, preset, settings, begins)

    @on(CUP)
    async def _cup(self, interaction: Interaction, pressed: CustomId) -> None:
        await require_opener(self.bot, interaction)
        bright, chosen = discord.ButtonStyle, pressed.detail(0)
        buttons = [
            button(
                _(game.title),
                CustomId(OWNER, None, CUP_GAME, (name,)),
                bright.primary if chosen in ("", name) else bright.secondary,
            )
            for name, game in playable_games().items()
            if find_preset(name, CUP_KIND) is not None
        ]
        await respond(interaction, Answer(_(CUP_WHICH), rows_of_buttons(buttons)))

    @on(CUP_GAME)
    async def _preview_cup(self, interaction: Interaction, pressed: CustomId) -> None:
        await require_opener(self.bot, interaction)
        await require_startable(self.bot, interaction)
        game = pressed.detail(0)
        preset = _preset(game, CUP_KIND)
        begins = self.bot.service.now() + CUP_OPEN_MS
        text = preview_cup(require_game(game).title, preset, begins)
        buttons = [
            button(_("Publish"), CustomId(create_id(), None, CUP_PUBLISH, (game,)), discord.ButtonStyle.success),
            button(_("Change"), CustomId(OWNER, None, CUP, (game,))),
        ]
        await respond(interaction, Answer(text, rows_of_buttons(buttons)))

    @on(CUP_PUBLISH)
    async def _open_cup(self, interaction: Interaction, pressed: CustomId) -> None:
        game = "".join(pressed.details[:1])
        preset = _preset(game, CUP_KIND)
        begins = self.bot.service.now() + CUP_OPEN_MS
        await self._create(interaction, pressed, game, preset, preset.settings, begins)

    async def _create(
        self,
        interaction: Interaction,
        pressed: CustomId,
        game: str,
        preset: Preset,
        settings: LeagueSettings,
        begins: int,
    ) -> None:
        """Publish a league or cup under the id in the pressed button, so that a second press can't publish it again.

        Raises Refusal if it is published already or the user may not open leagues.
        """
        guild = await require_opener(self.bot, interaction)
        language = find_shared_language(interaction, await require_startable(self.bot, interaction))
        title, is_cup = require_game(game).title, settings.kind == CUP_KIND
        name = cup_name(title) if is_cup else league_name(title)
        row = LeagueRow(
            id=pressed.table if is_id(pressed.table) else create_id(),
            guild_id=guild,
            channel_id=find_home_channel(interaction),
            organiser=interaction.user.id,
            name=name,
            game=game,
            options=msgspec.json.encode(preset.options).decode(),
            settings=msgspec.json.encode(
                StoredSettings(**msgspec.structs.asdict(settings), language=language)
            ).decode(),
            created=self.bot.service.now(),
        )
        try:
            season = await self.seasons.create(row, begins)
        except Conflict:
            raise Refusal(_("This league is already published. You can find it with `/league`.")) from None
        buttons = [
            *([button(_(league_texts.BUTTON_START), CustomId(season.row.id, None, START))] if is_cup else []),
            button(_(league_texts.BUTTON_MINE), CustomId(season.row.id, None, MINE)),
            button(_(league_texts.BUTTON_ORGANISE), CustomId(season.row.id, None, ORGANISE)),
        ]
        text = format_publish_reply(season.name, row.channel_id, cup=is_cup)
        await respond(interaction, Answer(text, rows_of_buttons(buttons)))

    @on(START)
    async def _start(self, interaction: Interaction, pressed: CustomId) -> None:
        season = await self.seasons.load(pressed.table)
        await require_organiser(self.bot, interaction, season)
        if season.row.state != "open":
            raise Refusal(_(STARTED_ALREADY))
        season = await self.seasons.deal_now(season.row.id, interaction.user.id)
        text = format_start_reply(len(season.open_tables()))
        buttons = [
            button(_(league_texts.BUTTON_MINE), CustomId(season.row.id, None, MINE), discord.ButtonStyle.primary)
        ]
        await respond(interaction, Answer(text, rows_of_buttons(buttons)))


def _kinds() -> dict[str, str]:
    """Return the labels of all league presets, by game and preset name joined by a dot. Cups are left out."""
    return {
        f"{name}.{preset.name}": localize_marks(f"{_(game.title)}: {_(preset.title)}")
        for name, game in playable_games().items()
        for preset in PRESETS.get(name, ())
        if preset.settings.kind != CUP_KIND
    }


def _offered(chosen: str, choices: Mapping[str, str], usual: str) -> str:
    """Return what was chosen before if it is still offered, otherwise the usual choice."""
    return chosen if chosen in choices else usual


def _hours() -> dict[str, str]:
    return {str(hour): f"{hour:02}:00" for hour in range(24)}


def _preset(game: str, name: str) -> Preset:
    found = find_preset(require_game(game).name, name)
    if found is None:
        raise Refusal(_(BAD_DAY))
    return found


def _with_hour(settings: LeagueSettings, hour: int, zone: str) -> LeagueSettings:
    return msgspec.structs.replace(settings, hour=hour, zone=zone or UNIVERSAL)


def _four(pressed: CustomId) -> tuple[str, str, int, int]:
    """Parse the details of *Publish*: game, preset, hour of the deals, and time of the first deal.

    The time is in minutes since the epoch, UTC. Raises Refusal if the details are invalid.
    """
    hour, minute = pressed.number(2, 23), pressed.number(3, 999_999_999)
    if len(pressed.details) != 4 or hour is None or minute is None:
        raise Refusal(_(BAD_DAY))
    return pressed.detail(0), pressed.detail(1), hour, minute


async def require_organiser(bot: Hexcade, interaction: Interaction, season: Season) -> None:
    """Raise Refusal unless the user may organise the season and has pressed on the season's server."""
    settings = await server_settings(bot.service.store, season.league.guild_id)
    is_there = interaction.guild_id == season.league.guild_id
    if not is_there or not may_organise(get_requester(interaction), settings, season):
        raise Refusal(_(ONLY_ORGANISERS))


async def require_opener(bot: Hexcade, interaction: Interaction) -> int:
    """Return the id of the interaction's server if the user may open leagues there.

    Raises Refusal otherwise, and outside of servers.
    """
    if interaction.guild_id is None:
        raise Refusal(_(ONLY_ORGANISERS))
    settings = await server_settings(bot.service.store, interaction.guild_id)
    if not may_moderate(get_requester(interaction), settings):
        raise Refusal(_(league_texts.WHO_OPENS))
    return interaction.guild_id


def league_name(game: str) -> str:
    """Return the name that a new league is stored with, from its game's title in English."""
    return build_name(game, cup=False)


def cup_name(game: str) -> str:
    return build_name(game, cup=True)


def format_start_reply(tables: int) -> str:
    return ngettext(
        "Dealt: {number} table. The next deal comes when all of them are over.",
        "Dealt: {number} tables. The next deal comes when all of them are over.",
        tables,
    )


def hour_hint(zone: str) -> str:
    return _("In the time zone {zone}; you can change yours in /settings", zone=zone)


def preview(name: str, game: str, kind: str, much: str, first: int, ends: int, every: int) -> str:
    """Format the preview of a new league, which is shown before it is published.

    `much` describes its number of tables. `first` and `ends` are in milliseconds UTC, and `every` is in days.
    """
    rhythm = {1: _("every day"), 7: _("every week")}.get(every) or _("every {number} days", number=every)
    return "\n".join(
        (
            f"### {escape(name)}",
            f"{game} · {kind}",
            _(
                "First tables {first}, then {every_day} at the same time, until {ends}.",
                first=f"<t:{first // 1000}:F>",
                every_day=rhythm,
                ends=f"<t:{ends // 1000}:D>",
            ),
            f"{capitalize(much)}.",
            "-# "
            + _(
                "*Publish* posts the season card here. The league then runs by itself. Players can join late or leave."
            ),
        )
    )


def preview_cup(game: str, preset: Preset, first: int) -> str:
    """Format the preview of a cup. `game` is the game's title in English.

    `first` is the latest time of its first deal, in milliseconds UTC.
    """
    settings = preset.settings
    return "\n".join(
        (
            f"### {escape(translate_name(cup_name(game)))}",
            f"{_(game)} · {_(preset.title)}",
            _(
                "First tables when you press *{button}*, or by itself {when}. "
                "A new deal follows when all tables are over, at the latest after {minutes} minutes.",
                button=_(league_texts.BUTTON_START),
                when=f"<t:{first // 1000}:t>",
                minutes=settings.minutes,
            ),
            ngettext(
                "{number} table each, with different people.",
                "{number} tables each, with different people.",
                settings.deals,
            ),
            "-# " + _("*Publish* posts the cup's card here. Players can join late or leave."),
        )
    )


def format_publish_reply(name: str, channel: int, *, cup: bool) -> str:
    if cup:
        return _(
            "**{season}** is open in {channel}. Press *{button}* when everybody has joined. "
            "It starts by itself in half an hour.",
            season=escape(name),
            channel=f"<#{channel}>",
            button=_(league_texts.BUTTON_START),
        )
    return _(
        "**{season}** is open in {channel}. Everybody can join there with *I'm in*.",
        season=escape(name),
        channel=f"<#{channel}>",
    )

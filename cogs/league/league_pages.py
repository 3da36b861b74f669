"""League pages for players and spectators: the server's leagues, own tables, standings, and scores."""

from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.league.new_league import CUP, NEW, require_opener
from cogs.league.organise_page import LOG
from cogs.league.page_texts import (
    explain_rules,
    explain_score,
    explain_total,
    format_import_reply,
    format_join_reply,
    format_leave_reply,
    format_membership,
    league_line,
    own_results,
    rating_line,
    ratings_list,
)
from cogs.personal.games_list import GamesPage
from cogs.starting.new_table import require_startable
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.custom_ids import CustomId, read_number
from cogs.ui.kit.interactions import get_selected_values, on
from cogs.ui.kit.layouts import Button, button, page_buttons, rows_of_buttons
from cogs.ui.kit.private_pages import draw
from cogs.ui.messages.season_card import (
    EXPLAIN,
    JOIN,
    LEAVE,
    MINE,
    ORGANISE,
    RATINGS,
    STANDINGS,
    START,
)
from cogs.ui.messages.season_pictures import person_content, rating_text, standings_content
from cogs.ui.requests.interaction_user import find_home_channel, get_person, get_requester
from cogs.ui.texts import league_texts
from cogs.ui.texts.texts import ONLY_ON_A_SERVER
from engine.games import game_title
from language.messages import N_, _
from leagues import joining
from leagues.calendar import remaining_share
from leagues.document_checks import require_size
from leagues.rating import PROVISIONAL
from leagues.season import Season
from render.league import person, standings
from tables.moderating.server_settings import may_moderate, server_settings
from tables.refusal import Refusal

NO_LEAGUES = N_(
    "### Leagues\nThis server has no league right now. A league deals tables to its members for some weeks, "
    "a cup for one evening."
)
AWAY_HOW = N_("Announce a vacation with `/away`: your clocks stop, and you get no new tables until you are back.")

LIST, ME, CAP, AWAY = "league_list", "league_me", "league_cap", "league_away"
REPORT = "league_report"
OWNER = "league"
"""Placeholder for a season's id in the custom ids of pages that don't belong to one season."""
LEAGUES_A_PAGE = 4
RATINGS_SHOWN = 30

Item = ui.Item[Any]


class LeaguePages(commands.Cog):
    """A cog for `/league` and for the players' buttons on season cards and private pages."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.seasons = bot.seasons
        self.games = bot.require_cog(GamesPage)

    @app_commands.command(
        name="league", description=N_("Leagues and cups of this server: join, your tables, standings")
    )
    @app_commands.guild_only()
    @app_commands.describe(file=N_("For organisers: the JSON file of a finished season to import"))
    async def league(self, interaction: Interaction, file: discord.Attachment | None = None) -> None:
        """Show the server's leagues in a private answer, or import a finished season from a file."""
        async with give_answer(interaction, self.bot.service, "league") as answer:
            if file is None:
                answer.content = await self.answer(interaction)
                return
            guild = await require_opener(self.bot, interaction)
            await require_startable(self.bot, interaction)
            channel, data = find_home_channel(interaction), await download_season(file)
            season = await self.seasons.import_season(guild, channel, interaction.user.id, data)
            answer.content = Answer(format_import_reply(season.name, channel))

    # The server's leagues

    async def answer(self, interaction: Interaction, page: int = 0) -> Answer:
        """Build the page of the server's leagues, with buttons for opening a new one if the user may.

        `page` is counted from 0. Raises Refusal outside of servers.
        """
        guild = interaction.guild_id
        if guild is None:
            raise Refusal(_(ONLY_ON_A_SERVER))
        found = await self.seasons.leagues_of(guild)
        page = min(page, max(0, len(found) - 1) // LEAGUES_A_PAGE)
        shown = found[page * LEAGUES_A_PAGE :][:LEAGUES_A_PAGE]
        requester = get_requester(interaction)
        server = await server_settings(self.bot.service.store, guild)
        items: list[Item] = []
        for season in shown:
            items.append(ui.TextDisplay(league_line(season, len(season.open_tables()))))
            items += rows_of_buttons(self._season_buttons(season, interaction))
        more: list[Button] = []
        if len(found) > LEAGUES_A_PAGE:
            more += page_buttons(CustomId(OWNER, None, LIST), page, (len(found) - 1) // LEAGUES_A_PAGE)
        may_open = may_moderate(requester, server)
        if may_open:
            bright = discord.ButtonStyle.secondary if found else discord.ButtonStyle.primary
            more.append(button(_("New league"), CustomId(OWNER, None, NEW), bright))
            more.append(button(_("Cup now"), CustomId(OWNER, None, CUP)))
        head = _("### Leagues here") if found else _(NO_LEAGUES)
        if not found and not may_open:
            head = f"{head}\n{_(league_texts.WHO_OPENS)}"
        return Answer(head, (*items, *rows_of_buttons(more)))

    def _season_buttons(self, season: Season, interaction: Interaction) -> list[Button]:
        row, user = season.row, interaction.user.id
        member = season.member(user)
        is_in = member is not None and member.state == "in"
        buttons: list[Button] = []
        if not is_in and row.state in ("open", "running"):
            style = discord.ButtonStyle.success
            buttons.append(button(_(league_texts.BUTTON_JOIN), CustomId(row.id, None, JOIN), style))
        mine = discord.ButtonStyle.primary if season.open_tables(user) else discord.ButtonStyle.secondary
        buttons += [
            button(_(league_texts.BUTTON_MINE), CustomId(row.id, None, MINE), mine),
            button(_(league_texts.BUTTON_STANDINGS), CustomId(row.id, None, STANDINGS)),
            button(_(league_texts.BUTTON_ORGANISE), CustomId(row.id, None, ORGANISE)),
        ]
        if season.is_cup and row.state == "open":
            buttons.append(button(_(league_texts.BUTTON_START), CustomId(row.id, None, START)))
        return buttons

    @on(LIST)
    async def _list(self, interaction: Interaction, pressed: CustomId) -> None:
        await respond(interaction, await self.answer(interaction, pressed.number(0, 999) or 0))

    # Taking part

    @on(JOIN)
    async def _join(self, interaction: Interaction, pressed: CustomId) -> None:
        season = await self.seasons.join(pressed.table, get_person(interaction))
        tables = estimate_tables_left(season, self.seasons.now())
        cap = season.require_member(interaction.user.id).cap
        note = format_join_reply(tables, cap, season.row.ends, cup=season.is_cup)
        await respond(interaction, await self._build_member_page(interaction, season, note))

    @on(LEAVE)
    async def _leave(self, interaction: Interaction, pressed: CustomId) -> None:
        user = interaction.user.id
        season = await self.seasons.change(pressed.table, joining.leave(user))
        note = format_leave_reply(season.name, len(season.open_tables(user)))
        await respond(interaction, await self._build_member_page(interaction, season, note))

    @on(CAP)
    async def _set_cap(self, interaction: Interaction, pressed: CustomId) -> None:
        chosen = "".join(get_selected_values(interaction)[:1])
        cap = read_number(chosen, 99) or 0
        season = await self.seasons.change(pressed.table, joining.set_cap(interaction.user.id, cap))
        await respond(interaction, await self._build_member_page(interaction, season))

    @on(MINE)
    async def _my_tables(self, interaction: Interaction, pressed: CustomId) -> None:
        await respond(interaction, await self._build_member_page(interaction, await self.seasons.load(pressed.table)))

    @on(AWAY)
    async def _away(self, interaction: Interaction, pressed: CustomId) -> None:
        season = await self.seasons.load(pressed.table)
        await respond(interaction, await self._build_member_page(interaction, season, _(AWAY_HOW)))

    async def _build_member_page(self, interaction: Interaction, season: Season, note: str = "") -> Answer:
        """Build the page about a user: their state in a season, and their open tables in all leagues of the server.

        `note` is a line about the last press.
        """
        user = interaction.user.id
        head = format_membership(season, user, len(season.open_tables(user)))
        tables = await self.games.list_league_tables(user, interaction.guild_id)
        items: list[Item] = [*tables] if tables else [ui.TextDisplay(_("You have no open league tables."))]
        text = "\n".join(line for line in (head, note) if line)
        return Answer(text, (*items, *_own_rows(season, user)))

    # Standings and scores

    @on(STANDINGS)
    async def _standings(self, interaction: Interaction, pressed: CustomId) -> None:
        season = await self.seasons.load(pressed.table)
        ratings = await self.seasons.ratings(season.league.guild_id, season.league.game)
        away, page = await self.seasons.away(season), pressed.number(0, 999) or 1
        content = standings_content(season, ratings, away, self.seasons.now(), page)
        drawn = await draw(self.bot, interaction, lambda theme: standings.draw(content, theme))
        buttons = [
            *page_buttons(CustomId(season.row.id, None, STANDINGS), content.page, content.pages, first=1),
            button(_(league_texts.BUTTON_EXPLAIN), CustomId(season.row.id, None, EXPLAIN)),
            button(_(league_texts.BUTTON_MINE), CustomId(season.row.id, None, MINE)),
        ]
        text = f"### {league_texts.escape(season.name)}\n{league_texts.state(season, len(season.open_tables()))}"
        await respond(interaction, Answer(text, rows_of_buttons(buttons), drawn))

    @on(EXPLAIN)
    async def _explain(self, interaction: Interaction, pressed: CustomId) -> None:
        season = await self.seasons.load(pressed.table)
        line = next((line for line in season.standings if line.person == interaction.user.id), None)
        own = ""
        if line is not None and line.tables:
            results = own_results(season, interaction.user.id)
            own = explain_score(season.name, explain_total(season, line), results)
        buttons = [
            button(_(league_texts.BUTTON_STANDINGS), CustomId(season.row.id, None, STANDINGS)),
            button(_(league_texts.BUTTON_MINE), CustomId(season.row.id, None, MINE)),
            button(_(league_texts.BUTTON_LOG), CustomId(season.row.id, None, LOG)),
        ]
        text = "\n\n".join(part for part in (explain_rules(season), own) if part)
        await respond(interaction, Answer(text, rows_of_buttons(buttons)))

    @on(RATINGS)
    async def _ratings(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show the best ratings of a server's players in the game of a table, at most `RATINGS_SHOWN`.

        Provisional ratings come last.
        """
        table = await self.bot.service.view(pressed.table)
        guild = table.row.guild_id
        if guild is None or guild != interaction.guild_id:
            raise Refusal(_(ONLY_ON_A_SERVER))
        rows = (await self.seasons.ratings(guild, table.row.game)).values()
        listed = sorted(rows, key=lambda row: (row.tables < PROVISIONAL, -row.mu, row.user_id))[:RATINGS_SHOWN]
        lines = [rating_line(row.user_id, rating_text(row), row.tables) for row in listed]
        await respond(interaction, Answer(ratings_list(_(game_title(table.row.game)), lines)))

    @on(ME)
    async def _show_own_season(self, interaction: Interaction, pressed: CustomId) -> None:
        season = await self.seasons.load(pressed.table)
        season.require_member(interaction.user.id)
        ratings = await self.seasons.ratings(season.league.guild_id, season.league.game)
        content = person_content(season, interaction.user.id, ratings.get(interaction.user.id))
        drawn = await draw(self.bot, interaction, lambda theme: person.draw(content, theme))
        buttons = [
            button(_(league_texts.BUTTON_EXPLAIN), CustomId(season.row.id, None, EXPLAIN)),
            button(_(league_texts.BUTTON_MINE), CustomId(season.row.id, None, MINE)),
        ]
        await respond(interaction, Answer(f"### {league_texts.escape(season.name)}", rows_of_buttons(buttons), drawn))


def estimate_tables_left(season: Season, now: int) -> int:
    """Return roughly how many tables a player who joins the season now will get."""
    settings, row = season.settings, season.row
    if season.is_cup:
        return settings.deals - row.deals
    return max(1, round(settings.tables * remaining_share(row.begins, row.last_deal, now)))


def _own_rows(season: Season, user: int) -> tuple[Item, ...]:
    """Return the rows of a user's controls in a season: *Leave* or *Join*, the limit of tables, and other pages.

    *Join* is highlighted.
    """
    row, member = season.row, season.member(user)
    buttons: list[Button] = []
    selects: list[Item] = []
    if member is not None and member.state == "in" and not season.is_over:
        buttons.append(button(_("Leave"), CustomId(row.id, None, LEAVE)))
        most = season.settings.cap
        if most > 1:
            options = [
                discord.SelectOption(
                    label=league_texts.format_table_limit(number), value=str(number), default=number == member.cap
                )
                for number in range(1, most + 1)
            ]
            select: ui.Select[Any] = ui.Select(
                custom_id=str(CustomId(row.id, None, CAP)), placeholder=_("Tables at once"), options=options
            )
            selects.append(ui.ActionRow(select))
    elif row.state in ("open", "running") and (member is None or member.state != "out"):
        is_ghost = member is not None and member.state == "ghost"
        label = league_texts.BUTTON_BACK_IN if is_ghost else league_texts.BUTTON_JOIN
        buttons.append(button(_(label), CustomId(row.id, None, JOIN), discord.ButtonStyle.success))
    buttons.append(button(_(league_texts.BUTTON_STANDINGS), CustomId(row.id, None, STANDINGS)))
    if member is not None:
        buttons.append(button(_("My season"), CustomId(row.id, None, ME)))
        if not season.is_over:
            buttons.append(button(_("Away"), CustomId(row.id, None, AWAY)))
        if season.tables:
            buttons.append(button(_("Report"), CustomId(row.id, None, REPORT)))
    return (*selects, *rows_of_buttons(buttons))


async def download_season(file: discord.Attachment) -> bytes:
    """Download the file of a season that is to be imported.

    Raises Refusal, before downloading, for a file that is too large.
    """
    require_size(file.size)
    return await file.read()

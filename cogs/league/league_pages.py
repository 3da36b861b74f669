"""League pages for players and spectators: the server's leagues, own tables, standings, and scores."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.league.new_league import CUP, NEW, require_opener
from cogs.league.organise_page import LOG
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
from cogs.ui.texts.texts import ONLY_ON_A_SERVER, mention
from engine.games import game_title
from language.messages import N_, _, list_and, ngettext
from leagues import joining, scoring
from leagues.calendar import remaining_share
from leagues.document_checks import require_size
from leagues.rating import PROVISIONAL
from leagues.season import Season, format_total, results_for
from render.league import person, standings
from tables.moderating.server_settings import may_moderate, server_settings
from tables.refusal import Refusal
from tables.texts import escape

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
RESULTS_SHOWN, RATINGS_SHOWN = 12, 30

Item = ui.Item[Any]

_MEMBER = {
    "in": N_("You're in"),
    "left": N_("You have left. Press *{join}* to return"),
    "ghost": N_("You get no new tables. Press *{back}* to return"),
    "out": N_("An organiser has removed you"),
}
EXPLAIN_SEASON = N_(
    "### How the score works\n"
    "The first place at a table gives 60 points, the last 0, and the others are spaced evenly. Tied players share. "
    "Your score is the mean of your points as a number from 0 to 100, with three average tables added: 50 is average. "
    "So one lucky table doesn't lead, and playing more tables is neither an advantage nor a disadvantage.\n"
    "You get a place after three tables. "
    "Ties are broken by tables won, then by points at shared tables. Otherwise the place is shared."
)
EXPLAIN_CUP = N_(
    "### How the cup is decided\n"
    "{most} You have a place after your first table. "
    "Ties are broken by points at the tables that the tied players shared. Otherwise the place is shared."
)
EXPLAIN_OLD_CUP = N_(
    "### How the cup is decided\n"
    "The first place at a table gives 60 points, the last 0, and the others are spaced evenly. The cup goes by the "
    "mean of your points, with three average tables added. You have a place after your first table."
)
EXPLAIN_LEAVING = N_(
    "If you leave a table, you are placed last there. A table of two doesn't count if one of them never played."
)
EXPLAIN_LEAVING_TWICE = N_(
    "If you leave a table, you are placed last there. A table of two that you leave before you have made two moves "
    "doesn't count the first time. The second time you lose it. The third time you also get no more tables until you "
    "press *{back}*. Vacations never count."
)


def explain_rules(season: Season) -> str:
    """Explain how the places of a season or cup are decided, by the rules under which it began."""
    if not season.is_cup:
        decided = _(EXPLAIN_SEASON)
    elif season.ranking == "mean":
        decided = _(EXPLAIN_OLD_CUP)
    elif season.settings.most == 2:
        decided = _(EXPLAIN_CUP, most=_("Most wins take the cup."))
    else:
        decided = _(EXPLAIN_CUP, most=_("A table gives 60 points to 0. Most points take the cup."))
    leaving = EXPLAIN_LEAVING_TWICE if season.rules >= 2 else EXPLAIN_LEAVING
    return f"{decided}\n{_(leaving, back=_(league_texts.BUTTON_BACK_IN))}"


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


def own_results(season: Season, user: int) -> Sequence[str]:
    """Return a user's latest results in a season, one per line, newest first, at most `RESULTS_SHOWN`."""
    found: list[str] = []
    for result, seat in results_for(season, user):
        points = scoring.points(result.places)[seat]
        others = [season.names[one] for one in result.people if one != user]
        if season.ranking == "total" and len(result.people) == 2:
            found.append(own_duel(others[0], points))
        else:
            found.append(own_result(others, result.places[seat], len(result.people), scoring.format_points(points)))
    return found[::-1][:RESULTS_SHOWN]


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


def format_import_reply(name: str, channel: int) -> str:
    return _(
        "**{season}** is imported. Its card is in {channel}. The ratings of this server don't change.",
        season=escape(name),
        channel=f"<#{channel}>",
    )


def rating_line(user: int, rating: str, tables: int) -> str:
    """Format a user's line in the list of ratings. A user whose data was deleted is called a former player."""
    who = mention(user) if user > 0 else _("a former player")
    return ngettext(
        "**{rating}** {who} · {number} table", "**{rating}** {who} · {number} tables", tables, rating=rating, who=who
    )


def ratings_list(game: str, lines: Sequence[str]) -> str:
    """Format the list of ratings in a game, and explain that a question mark means fewer than eight rated tables."""
    foot = "-# " + _("A question mark means fewer than eight rated tables.")
    return "\n".join([_("### Ratings · {game}", game=game), *lines, foot])


def league_line(season: Season, running: int) -> str:
    head = _("**{season}** in {channel}", season=escape(season.name), channel=f"<#{season.row.channel_id}>")
    return f"{head}\n{league_texts.state(season, running)}"


def format_join_reply(tables: int, cap: int, ends: int, *, cup: bool) -> str:
    """Format the reply to joining, in one line: number of tables, moves a day, and the end of the season.

    `cap` is the maximum number of tables at once, and `ends` is in milliseconds UTC.
    """
    if cup:
        return ngettext(
            "You get {number} table this evening, one at a time.",
            "You get {number} tables this evening, one at a time.",
            tables,
        )
    until = f"<t:{ends // 1000}:D>"
    if cap > 1:
        return ngettext(
            "You get about {number} table, at most {cap} at once, roughly 3 moves a day, until {until}. "
            "You can leave or go on vacation at any time.",
            "You get about {number} tables, at most {cap} at once, roughly 3 moves a day, until {until}. "
            "You can leave or go on vacation at any time.",
            tables,
            cap=cap,
            until=until,
        )
    return ngettext(
        "You get about {number} table, roughly 3 moves a day, until {until}. "
        "You can leave or go on vacation at any time.",
        "You get about {number} tables, roughly 3 moves a day, until {until}. "
        "You can leave or go on vacation at any time.",
        tables,
        until=until,
    )


def format_leave_reply(name: str, open_tables: int) -> str:
    sentences = [_("You get no more tables in **{season}**.", season=escape(name))]
    if open_tables:
        sentences.append(
            ngettext("You still have {number} open table.", "You still have {number} open tables.", open_tables)
        )
    sentences.append(_("Press *{button}* to return.", button=_(league_texts.BUTTON_JOIN)))
    return " ".join(sentences)


def format_membership(season: Season, user: int, open_tables: int) -> str:
    """Format a user's state and place in a season, which is shown above the list of their tables.

    For a user who gets no tables and can't join, it is the season's state.
    """
    member = season.member(user)
    head = f"### {escape(season.name)}"
    line = next((line for line in season.standings if line.person == user), None)
    if season.is_over or (season.row.state == "closing" and (member is None or member.state != "in")):
        parts = [league_texts.state(season, len(season.open_tables()))]
        if line is not None and line.place is not None:
            parts.append(_("place {place}", place=line.place))
        return f"{head}\n{' · '.join(parts)}"
    if member is None:
        text = _("You haven't joined yet. Press *{button}* to get tables.", button=_(league_texts.BUTTON_JOIN))
        return f"{head}\n{text}"
    parts = [_(_MEMBER[member.state], join=_(league_texts.BUTTON_JOIN), back=_(league_texts.BUTTON_BACK_IN))]
    if line is not None and line.tables:
        place = _("no place yet") if line.place is None else _("place {place}", place=line.place)
        parts.append(
            ngettext("{place}, {number} table counted", "{place}, {number} tables counted", line.tables, place=place)
        )
    if member.state == "in" and season.settings.cap > 1:
        cap = min(member.cap, season.settings.cap)
        parts.append(_("{tables} of {cap} tables at once", tables=open_tables, cap=cap))
    return f"{head}\n{' · '.join(parts)}"


def explain_score(name: str, total: str, results: Sequence[str]) -> str:
    """Format how a user's own place is decided: a formula or words (see `explain_total`), and the user's results."""
    return "\n".join(
        [f"**{escape(name)}**: {total}", *(f"- {result}" for result in league_texts.list_first(results, 2_000))]
    )


def explain_total(season: Season, line: scoring.Line) -> str:
    """Format how a person's place is decided, with their own numbers: a formula, the tables won, or the points.

    Only the formula is code, because code keeps English marks in each language.
    """
    if season.ranking == "mean":
        return f"`{scoring.explain_score(line.points)}`"
    if season.settings.most > 2:
        return _("{points} points", points=format_total(season, line))
    told = [_("{number} won", number=line.form.count("won"))]
    if season.has_draws:
        told.append(_("{number} drawn", number=line.form.count("drawn")))
    return ", ".join([*told, _("{number} lost", number=line.form.count("lost"))])


def own_duel(name: str, points: Fraction) -> str:
    """Format the result of a duel in a cup."""
    if points == scoring.MOST_POINTS:
        return _("won against {name}", name=escape(name))
    if points == scoring.MEAN:
        return _("drew with {names}", names=escape(name))
    return _("lost to {names}", names=escape(name))


def own_result(names: Sequence[str], place: int, seats: int, points: str) -> str:
    return _(
        "{points} points: place {place} of {seats}, with {names}",
        points=points,
        place=place,
        seats=seats,
        names=list_and([escape(name) for name in names]),
    )

"""Handlers of the organisers' pages and actions, of players' reports, and of the season's public log."""

from io import BytesIO
from typing import Any

import discord
from discord import ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.league import organise_page
from cogs.league.league_pages import REPORT
from cogs.league.new_league import require_organiser
from cogs.league.organise_form import (
    REPORTED,
    act_form,
    is_played_out,
    read_days,
    read_people,
    read_places,
    read_report,
    read_why,
    report_form,
)
from cogs.league.organise_page import ACT, ASK, EXPORT, LOG, MOVE, PEOPLE, TABLE, TABLES, UNDO
from cogs.outbox.delivery import THREAD
from cogs.starting.new_table import require_startable
from cogs.ui.kit.answers import Answer, Interaction, open_form, respond
from cogs.ui.kit.custom_ids import MOST_ID, CustomId, read_number
from cogs.ui.kit.interactions import get_selected_values, on, on_form
from cogs.ui.messages.season_card import AGREE, ORGANISE
from cogs.ui.requests.interaction_user import find_home_channel
from cogs.ui.texts import league_texts
from data.store import SeasonActRow
from language.messages import N_, _
from leagues import acts, agreement, export, organising, reports, table_decisions
from leagues.season import Decision, Season
from leagues.seasons import Seasons
from tables.refusal import Refusal
from tables.texts import escape

ASKED = N_("You play at that table, so I have asked the others there. It takes effect when all of them agree.")
UNKNOWN_ACT = N_("That button is out of date. Open the page again with `/league`.")

ABOUT_TABLES = (acts.VOID, acts.RESTORE, acts.CORRECT)

REPORTED_TEXT = N_("Thank you. Your report is on the organisers' page; only they can see it.")


class Organise(commands.Cog):
    """A cog for organising seasons. Each press checks the user's permission again, because roles change."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service
        self.seasons = bot.seasons

    # The organisers' pages

    @on(ORGANISE)
    async def _main(self, interaction: Interaction, pressed: CustomId) -> None:
        await respond(interaction, await self._main_answer(await self._require_season(interaction, pressed)))

    async def _main_answer(self, season: Season, note: str = "") -> Answer:
        return organise_page.main_page(season, reports.list_open_reports(await self._load_acts(season)), note)

    @on(PEOPLE)
    async def _people(self, interaction: Interaction, pressed: CustomId) -> None:
        await respond(interaction, organise_page.people_page(await self._require_season(interaction, pressed)))

    @on(TABLES)
    async def _tables(self, interaction: Interaction, pressed: CustomId) -> None:
        season = await self._require_season(interaction, pressed)
        await respond(interaction, organise_page.tables_page(season, (pressed.number(0, MOST_ID) or 0)))

    @on(TABLE)
    async def _table(self, interaction: Interaction, pressed: CustomId) -> None:
        season = await self._require_season(interaction, pressed)
        await respond(interaction, await self._table_answer(season, "".join(get_selected_values(interaction)[:1])))

    async def _table_answer(self, season: Season, table_id: str, note: str = "") -> Answer:
        table = season.table(table_id)
        async with self.service.store.read() as reader:
            thread = await reader.messages.newest(table_id, THREAD)
        return organise_page.table_page(season, table, thread, note)

    @on(LOG)
    async def _log(self, interaction: Interaction, pressed: CustomId) -> None:
        season = await self.seasons.load(pressed.table)
        try:
            await require_organiser(self.bot, interaction, season)
            may_undo = True
        except Refusal:
            may_undo = False
        await respond(interaction, organise_page.log_page(season, await self._load_acts(season), may_undo=may_undo))

    @on(EXPORT)
    async def _export(self, interaction: Interaction, pressed: CustomId) -> None:
        season = await self._require_season(interaction, pressed)
        await respond(interaction, await build_export_answer(self.seasons, season))

    # Organisers' actions

    @on_form(ASK)
    async def _open_form(self, interaction: Interaction, pressed: CustomId) -> None:
        season = await self._require_season(interaction, pressed)
        act, *details = (*pressed.details, *get_selected_values(interaction))
        if act not in league_texts.BUTTONS:
            raise Refusal(_(UNKNOWN_ACT))
        await open_form(interaction, act_form(season, act, details))

    @on(ACT)
    async def _act(self, interaction: Interaction, pressed: CustomId) -> None:
        season = await self._require_season(interaction, pressed)
        act, *details = pressed.details or ("",)
        user, why = interaction.user.id, read_why(interaction)
        if act == acts.DEAL_NOW:
            season = await self.seasons.deal_now(season.row.id, user)
        elif act == acts.END_NOW:
            season = await self.seasons.end_now(season.row.id, user, why, plays_out=is_played_out(interaction))
        elif act in ABOUT_TABLES:
            await self._act_on_table(interaction, season, act, "".join(details[:1]), why)
            return
        else:
            decide = await self._decision(interaction, season, act, "".join(details[:1]), why)
            season = await self.seasons.change(season.row.id, decide)
        await respond(interaction, await self._main_answer(season, format_done(act, season)))

    async def _act_on_table(self, interaction: Interaction, season: Season, act: str, table_id: str, why: str) -> None:
        """Apply an organiser's action to a table, or ask the table's other players if the organiser plays there.

        In the second case, the action is applied when all of them agree.
        """
        user, table = interaction.user.id, season.table(table_id)
        places = read_places(interaction, season, table) if act == acts.CORRECT else ()
        proposal = agreement.Proposal(table_id, act, places)
        if await self.seasons.has_sat_at(season, table_id, user):
            season = await self.seasons.change(season.row.id, agreement.ask(user, proposal, why))
            note = _(ASKED)
        else:
            decide = agreement.decision(user, proposal, why, agreed=False)
            season = await self.seasons.change(season.row.id, decide)
            told = await self._format_contradiction(season, table_id) if act == acts.CORRECT else ""
            note = told or format_done(act, season)
        await respond(interaction, await self._table_answer(season, table_id, note))

    async def _decision(self, interaction: Interaction, season: Season, act: str, about: str, why: str) -> Decision:
        """Return the decision that carries out the action of a submitted form.

        `about` is the id of the report concerned, if there is one. Raises Refusal if the action is unknown or its
        fields are invalid.
        """
        user, now = interaction.user.id, self.seasons.now()
        pairs = {acts.FORBID: organising.forbid_pair, acts.ALLOW: organising.allow_pair}
        holds = {acts.HOLD: organising.hold, acts.GO_ON: organising.resume_deals}
        if act == acts.PUT_IN:
            return organising.put_in(user, read_people(interaction, 1)[0], now, why)
        if act == acts.TAKE_OUT:
            return organising.take_out(user, read_people(interaction, 1)[0].id, now, why)
        if act in pairs:
            one, other = read_people(interaction, 2)
            return pairs[act](user, one.id, other.id, why)
        if act in holds:
            return holds[act](user, why)
        if act in (acts.LAST, acts.RENEW):
            return organising.set_renewing(user, why, renews=act == acts.RENEW)
        if act == acts.MOVE_DATES:
            return organising.move_dates(user, read_days(interaction), now, why)
        if act == reports.SETTLE:
            return reports.settle(user, read_number(about, MOST_ID) or 0, why, await self._load_acts(season))
        raise Refusal(_(UNKNOWN_ACT))

    async def _format_contradiction(self, season: Season, table_id: str) -> str:
        """Format the note that a corrected result differs from the table's record; empty if it doesn't differ."""
        known = season.table(table_id)
        table = await self.service.load(table_id)
        result = organise_page.result_of(known)
        if result is None or not table_decisions.has_different_places(table, result.places):
            return ""
        recorded = [f"{seat.place} {seat.name}" for seat in table.seats if seat.place is not None]
        return format_contradiction(", ".join(sorted(recorded)))

    @on(AGREE)
    async def _agree(self, interaction: Interaction, pressed: CustomId) -> None:
        await self.seasons.agree(pressed.table, pressed.number(0, MOST_ID) or 0, interaction.user.id)
        await respond(interaction, Answer(_("Thank you. It takes effect when everybody at this table has agreed.")))

    @on(UNDO)
    async def _undo(self, interaction: Interaction, pressed: CustomId) -> None:
        season = await self._require_season(interaction, pressed)
        act_id = read_number("".join(get_selected_values(interaction)[:1]), MOST_ID) or 0
        season = await self.seasons.undo(season.row.id, act_id, interaction.user.id)
        await respond(interaction, organise_page.log_page(season, await self._load_acts(season), may_undo=True))

    @on(MOVE)
    async def _move(self, interaction: Interaction, pressed: CustomId) -> None:
        season = await self._require_season(interaction, pressed)
        await require_startable(self.bot, interaction)
        season = await self.seasons.move(season.row.id, find_home_channel(interaction))
        await respond(interaction, await self._main_answer(season))

    # Players' reports

    @on_form(REPORT)
    async def _open_report(self, interaction: Interaction, pressed: CustomId) -> None:
        season = await self.seasons.load(pressed.table)
        season.require_member(interaction.user.id)
        await open_form(interaction, report_form(season, interaction.user.id))

    @on(REPORTED)
    async def _submit_report(self, interaction: Interaction, pressed: CustomId) -> None:
        season = await self.seasons.load(pressed.table)
        kind, table, text = read_report(interaction)
        decide = reports.report(interaction.user.id, kind, table, text, await self._load_acts(season))
        await self.seasons.change(season.row.id, decide)
        await respond(interaction, Answer(_(REPORTED_TEXT)))

    async def _require_season(self, interaction: Interaction, pressed: CustomId) -> Season:
        """Return the season that a press names.

        Raises Refusal if the user may not organise it.
        """
        season = await self.seasons.load(pressed.table)
        await require_organiser(self.bot, interaction, season)
        return season

    async def _load_acts(self, season: Season) -> tuple[SeasonActRow, ...]:
        async with self.service.store.read() as reader:
            return await reader.leagues.season_acts(season.row.id)


async def build_export_answer(seasons: Seasons, season: Season) -> Answer:
    """Build the answer to which a season's exported files are attached."""
    files = await export.files(seasons, season)
    shown: list[ui.Item[Any]] = [ui.File(f"attachment://{name}") for name in files]
    attached = tuple(discord.File(BytesIO(content), filename=name) for name, content in files.items())
    return Answer(format_export_reply(season.name, is_over=season.is_over), tuple(shown), attached=attached)


def format_done(act: str, season: Season) -> str:
    return _(
        "Done: {act}. It is recorded in the log of {season}.",
        act=league_texts.format_act(act),
        season=escape(season.name),
    )


def format_contradiction(places: str) -> str:
    """Format a note that a corrected result differs from the table's record. `places` is the recorded result."""
    return _(
        "This differs from the game's record ({places}). Your correction counts, and the log shows your reason.",
        places=places,
    )


def format_export_reply(name: str, *, is_over: bool) -> str:
    files = _("**{season}**: standings, tables and ratings as CSV, and everything as JSON.", season=escape(name))
    if is_over:
        seeds = _("The seed is included, so `python -m leagues verify` can check every deal.")
    else:
        seeds = _("The seed of the deals is included once the season is over.")
    return f"{files} {seeds}"

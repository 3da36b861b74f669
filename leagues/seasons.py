"""The service of leagues, and the only write path of seasons: lock, load, decide and commit in one transaction.

The tables of a deal are stored and started in the same transaction as the season's new state. Ratings are
stored in the same transaction as the result that changes them.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence

import msgspec

from data.store import (
    DealRow,
    LeagueRow,
    RatingEventRow,
    RatingRow,
    Reader,
    SeasonRow,
    SeasonTableRow,
    Writer,
)
from engine.games import game_type
from language.messages import _
from leagues import agreement, counting, organising, texts
from leagues.calendar import dates, first_day
from leagues.clockwork import advance
from leagues.document_checks import decode
from leagues.joining import join
from leagues.messages import queue_card, queue_counted, queue_deal, queue_notes, queue_question, queue_result
from leagues.rated_alone import rate_alone
from leagues.rating_book import note_result
from leagues.scoring import TableEnd
from leagues.season import (
    Decision,
    Season,
    SeasonChange,
    TableResult,
    encode_json,
    find_away,
    is_in_progress,
    load_season,
    result_of,
)
from leagues.season_import import add_imported, renumber, require_importable
from leagues.settings import RULES, LeagueSettings
from leagues.table_decisions import people_at_table
from leagues.undoing import counting_of
from tables.dealt import create_dealt_table, open_dealt
from tables.moderating.gone_places import has_left
from tables.moderating.server_settings import read_settings
from tables.open_table import OpenTable, Person, load
from tables.opening import create_id
from tables.refusal import Refusal
from tables.service import TableService
from tables.settings import TableSettings
from tables.timing.clock_settings import EXPIRIES, find_clock
from tables.timing.clocks import ENDED, SEASON_OVER
from tables.timing.running_time import HOUR_MS

SEED_BYTES = 32


class Seasons:
    """The service that loads seasons, applies decisions and commits.

    After each commit it notifies the listeners of the table service: the outbox and the timers also process leagues'
    rows.
    """

    def __init__(self, service: TableService) -> None:
        self.service = service
        self.store = service.store
        self.now = service.now

    async def load(self, season_id: str) -> Season:
        """Return a season. Raise Refusal if it is unknown."""
        async with self.store.read() as reader:
            return await load_season(reader, season_id)

    async def leagues_of(self, guild_id: int) -> tuple[Season, ...]:
        """Return the newest season of each league of a server, without ended leagues; oldest league first."""
        async with self.store.read() as reader:
            found = [
                await reader.leagues.seasons(league.id)
                for league in await reader.leagues.of_server(guild_id)
                if not league.ended
            ]
            return tuple([await load_season(reader, seasons[-1].id) for seasons in found if seasons])

    async def ratings(self, guild_id: int, game: str) -> Mapping[int, RatingRow]:
        """Return all ratings on a server in a game, by user id."""
        async with self.store.read() as reader:
            return {row.user_id: row for row in await reader.leagues.ratings(guild_id, game)}

    async def rating_events(self, season: Season) -> tuple[RatingEventRow, ...]:
        """Return all rated tables of the season's game on its league's server, in the order in which they were added.

        Tables of other seasons and voided ones are included.
        """
        async with self.store.read() as reader:
            return await reader.leagues.rating_events(season.league.guild_id, season.league.game)

    async def away(self, season: Season) -> frozenset[int]:
        """Return the members of a season who are on vacation."""
        async with self.store.read() as reader:
            return await find_away(reader, [member.user_id for member in season.members], self.now())

    async def create(self, league: LeagueRow, begins: int) -> Season:
        """Publish a league and open its first season. Raise Conflict if the league is already published."""
        async with self.store.write() as writer:
            await writer.leagues.add(league)
            season = await _open(writer, league, 1, begins)
        self.service.notify()
        return season

    async def import_season(self, guild_id: int, channel_id: int, actor: int, data: bytes) -> Season:
        """Import a finished season from its exported document and queue its card.

        Raises Refusal if the document is invalid, or if the server already has the season.
        """
        document = await asyncio.to_thread(decode, data)
        await asyncio.to_thread(require_importable, document)
        season = None
        while season is None:
            async with self.store.read() as reader:
                lowest = await reader.leagues.lowest_person()
            renumbered = await asyncio.to_thread(renumber, document, lowest)
            async with self.store.write(long=True) as writer:
                season = await add_imported(writer, guild_id, channel_id, actor, document, renumbered)
                if season is not None:
                    await queue_card(writer, season)
        self.service.notify()
        return season

    async def change(self, season_id: str, decide: Decision) -> Season:
        """Commit the change that a decision makes to a season. Return the season after it.

        Raises Refusal if the decision does; then nothing has changed.
        """

        async def build_change(_: Writer, season: Season) -> SeasonChange:
            return decide(season)

        return await self._change(season_id, build_change)

    async def join(self, season_id: str, person: Person, cap: int | None = None) -> Season:
        """Add a person to a season. Raise Refusal if that is not possible, or if the server has blocked them."""
        return await self.change(season_id, join(person, self.now(), cap))

    async def advance(self, season_id: str) -> None:
        """Make the season's next step if it is due. If the server has removed the bot, postpone it."""

        async def build_change(writer: Writer, season: Season) -> SeasonChange:
            if await has_left(writer, season.league.guild_id):
                # The step stays due and is retried hourly, until the bot is back on the server.
                await writer.leagues.record_season_failure(season_id, season.row.attempts, writer.now + HOUR_MS)
                return SeasonChange()
            standing = await _standing(writer, season) if season.row.state == "closing" else {}
            return advance(writer.now, await _away(writer, season), standing)(season)

        await self._change(season_id, build_change)

    async def note_failure(self, season_id: str, attempts: int, retry: int | None) -> None:
        """Store how often a season's step has failed in a row, and the time of the next attempt (milliseconds UTC)."""
        async with self.store.write() as writer:
            await writer.leagues.record_season_failure(season_id, attempts, retry)

    async def deal_now(self, season_id: str, actor: int) -> Season:
        """Deal tables at once, as an organiser. Raises Refusal if that is not possible."""

        async def build_change(writer: Writer, season: Season) -> SeasonChange:
            return organising.deal_now(actor, writer.now, await _away(writer, season))(season)

        return await self._change(season_id, build_change)

    async def end_now(self, season_id: str, actor: int, why: str, *, plays_out: bool = False) -> Season:
        """End a season, as an organiser, now or with `plays_out` when its tables are over.

        Raises Refusal if that is not possible or the reason is missing.
        """

        async def build_change(writer: Writer, season: Season) -> SeasonChange:
            standing = await _standing(writer, season) if season.rules < 2 else {}
            return organising.end_now(actor, standing, why, plays_out=plays_out)(season)

        return await self._change(season_id, build_change)

    async def agree(self, season_id: str, asked_id: int, user_id: int) -> Season:
        """Agree to an organiser's question about a table. With the last agreement the act is performed.

        Raises Refusal if the user is not asked, or if the question is already decided.
        """

        async def build_change(writer: Writer, season: Season) -> SeasonChange:
            done = await writer.leagues.season_acts(season_id)
            asked = next((act for act in done if act.id == asked_id and act.act == agreement.ASK), None)
            if asked is None:
                raise Refusal(_(texts.NO_SUCH_ACT))
            table = season.table(msgspec.json.decode(asked.details, type=agreement.Proposal).table)
            return agreement.agree(user_id, asked, done, await people_at_table(writer, table))(season)

        return await self._change(season_id, build_change)

    async def has_sat_at(self, season: Season, table_id: str, user_id: int) -> bool:
        """Return whether a user sits or sat at a table of a season."""
        async with self.store.read() as reader:
            return user_id in await people_at_table(reader, season.table(table_id))

    async def undo(self, season_id: str, act_id: int, actor: int, *, agreed: bool = False) -> Season:
        """Undo an organiser's act.

        `agreed` says that the people of the table concerned have agreed. Without it, the organiser must not sit at
        that table. Raises Refusal if the act can't be undone.
        """

        async def build_change(writer: Writer, season: Season) -> SeasonChange:
            act = next((act for act in await writer.leagues.season_acts(season_id) if act.id == act_id), None)
            if act is None:
                raise Refusal(_(texts.NO_SUCH_ACT))
            return organising.undo(actor, act, writer.now, agreed=agreed)(season)

        return await self._change(season_id, build_change)

    async def _change(self, season_id: str, decided: Callable[[Writer, Season], Awaitable[SeasonChange]]) -> Season:
        """Commit a change that is decided by an async function, which may read in the same transaction."""
        async with self.store.write() as writer:
            await writer.leagues.lock_season(season_id)
            season = await load_season(writer, season_id)
            after = await self._commit(writer, season, await decided(writer, season))
        self.service.notify()
        return after

    async def lose_channel(self, season_id: str, channel_id: int) -> None:
        """Suspend the deals of a season whose channel was deleted, until it is moved to another one. Idempotent."""
        async with self.store.write() as writer:
            await writer.leagues.lock_season(season_id)
            season = await load_season(writer, season_id)
            if not season.is_over and not season.has_lost_channel and season.row.channel_id == channel_id:
                await writer.leagues.update_season(season_id, season.row.version, held=1)
                await writer.leagues.set_season_card(season_id, season.row.channel_id, None)

    async def move(self, season_id: str, channel_id: int) -> Season:
        """Move a season whose channel was deleted to another channel. Post a new card and resume its deals."""
        async with self.store.write() as writer:
            await writer.leagues.lock_season(season_id)
            season = await load_season(writer, season_id)
            season.require_going_on()
            if not season.has_lost_channel:
                raise Refusal(_(texts.HAS_A_CHANNEL))
            await writer.leagues.move(season.league.id, channel_id)
            await writer.leagues.set_season_card(season_id, channel_id, None)
            await writer.leagues.update_season(season_id, season.row.version, held=0)
            season = await load_season(writer, season_id)
            await queue_card(writer, season)
        self.service.notify()
        return season

    async def count(self, table_id: str) -> None:
        """Count the result of an ended table for its season and for ratings. Idempotent."""
        async with self.store.write(table_id) as writer:
            table = await load(writer, table_id)
            known = await writer.leagues.season_table(table_id)
            if known is None:
                await rate_alone(writer, table)
            else:
                await writer.leagues.lock_season(known.season_id)
                season = await load_season(writer, known.season_id)
                if is_in_progress(season.table(table_id)):
                    members = frozenset(member.user_id for member in season.members)
                    ends = await counting.seat_ends(writer, table, members, writer.now)
                    decide = counting.count(table_id, ends, classify_end(table), writer.now)
                    await self._commit(writer, season, decide(season))
        self.service.notify()

    async def _commit(self, writer: Writer, season: Season, change: SeasonChange) -> Season:
        row, league = season.row, season.league
        if change == SeasonChange():
            return season
        ratings = await writer.leagues.ratings(league.guild_id, league.game) if change.tables else ()
        await _require_welcome(writer, season, change)
        await organising.require_no_seat(writer, season, change)
        await writer.leagues.update_season(row.id, row.version, **change.columns)
        if change.renews is not None:
            settings = msgspec.structs.replace(season.settings, renews=change.renews)
            await writer.leagues.set_settings(league.id, encode_json(settings))
        for member in change.members:
            await writer.leagues.put_member(member)
        for table in change.tables:
            await writer.leagues.put_season_table(table)
            if table.state == "open":
                await _count_if_over(writer, table.table_id)
        await self._deal(writer, season, change)
        for table in change.tables:
            if table.table_id in change.rated:
                result = result_of(table) if table.state == "counted" and change.rated[table.table_id] else None
                await note_result(writer, league.guild_id, league.game, table.table_id, result)
        await _note_acts(writer, season, change)
        after = await load_season(writer, row.id)
        is_urgent = bool(change.dealt) or len(after.active) > len(season.active)
        await queue_card(writer, after, is_urgent=is_urgent)
        news = [table for table in change.tables if counting_of(season.table(table.table_id)) != counting_of(table)]
        await queue_counted(writer, after, news, {one.user_id: one for one in ratings})
        await queue_notes(writer, after, change.notes)
        if after.is_over and not season.is_over:
            await _end_tables(writer, season)
            if after.row.state == "final":
                await queue_result(writer, after)
            await _open_next(writer, after)
        return after

    async def _deal(self, writer: Writer, season: Season, change: SeasonChange) -> None:
        deal = change.columns.get("deals", season.row.deals)
        for number, people in enumerate(change.dealt):
            table_id = await self._open_table(writer, season, deal, number, people)
            dealt = SeasonTableRow(
                table_id=table_id, season_id=season.row.id, deal=deal, n=number, people=encode_json(people)
            )
            await writer.leagues.put_season_table(dealt)
        if change.basis is not None:
            await writer.leagues.add_deal(
                DealRow(season_id=season.row.id, number=deal, made_from=encode_json(change.basis))
            )
            await queue_deal(writer, season, deal)

    async def _open_table(self, writer: Writer, season: Season, deal: int, number: int, people: Sequence[int]) -> str:
        league, names = season.league, season.names
        clock = find_clock(season.settings.clock)
        settings = TableSettings(
            seats=len(people),
            clock=clock.move,
            bank=clock.bank,
            regained=clock.regained,
            on_expiry=EXPIRIES[0],
            theme=(await read_settings(writer, league.guild_id)).theme,
            season=season.row.id,
            season_label=season.label(deal),
            league_name=league.name,
            language=season.settings.language,
        )
        row, seats = create_dealt_table(
            game_type(league.game),
            season.options,
            settings,
            [Person(person, names[person]) for person in people],
            guild_id=league.guild_id,
            channel_id=league.channel_id,
            now=writer.now,
            salt=f"{season.row.id} {deal} {number}",
        )
        await open_dealt(writer, row, seats, self.service.hooks)
        return row.id


def classify_end(table: OpenTable) -> TableEnd:
    """Return the way in which a table ended: played to its end, or void."""
    return "played" if table.row.phase == "finished" else "void"


async def _away(writer: Writer, season: Season) -> frozenset[int]:
    """Return the users who get no table of a season at present.

    These are users on vacation, users blocked by the server, and users who have asked to be forgotten.
    """
    people = [member.user_id for member in season.members]
    blocked = await writer.servers.filter_blocked_users(season.league.guild_id, people)
    return blocked | await find_away(writer, people, writer.now) | frozenset(await writer.people.pending_deletions())


async def _standing(writer: Writer, season: Season) -> dict[str, TableResult | None]:
    """Return the result that each open table of a season would have if it ended now; None if it would not count."""
    return {
        known.table_id: await counting.standing_of(writer, await load(writer, known.table_id), season, writer.now)
        for known in season.open_tables()
    }


async def _note_acts(writer: Writer, season: Season, change: SeasonChange) -> None:
    """Store a change's act, mark the act that it undoes, and add the audit entry.

    If the act is a question to a table's people, queue the message that asks them.
    """
    if change.act is not None:
        act_id = await writer.leagues.add_season_act(change.act)
        if change.asked:
            await queue_question(writer, season, act_id, change.act)
    if change.undone is not None:
        await writer.leagues.undo_season_act(change.undone)
    if change.audit is not None:
        await writer.servers.add_audit(change.audit)


async def _require_welcome(reader: Reader, season: Season, change: SeasonChange) -> None:
    """Raise Refusal if a change adds a user whom the server has blocked."""
    known = {member.user_id for member in season.active}
    newcomers = [member.user_id for member in change.members if member.state == "in" and member.user_id not in known]
    if newcomers and await reader.servers.filter_blocked_users(season.league.guild_id, newcomers):
        raise Refusal(_(texts.BLOCKED if change.audit is None else texts.BLOCKED_ANOTHER))


async def _count_if_over(writer: Writer, table_id: str) -> None:
    """Queue the counting of a table that an organiser has restored, if its game has ended meanwhile."""
    row = await writer.tables.get(table_id)
    if row is not None and row.ended is not None:
        await writer.timers.set(table_id, ENDED, row.step, writer.now)


async def _end_tables(writer: Writer, season: Season) -> None:
    """Queue the end of all tables that are still played when a season ends; those with rules 1 are played on."""
    for table in season.tables:
        row = await writer.tables.get(table.table_id) if season.rules >= 2 and is_in_progress(table) else None
        if row is not None and row.phase == "playing":
            await writer.timers.set(row.id, SEASON_OVER, row.step, writer.now)


async def _open(writer: Writer, league: LeagueRow, number: int, begins: int) -> Season:
    """Store a new open season of a league and queue its card."""
    settings = msgspec.json.decode(league.settings, type=LeagueSettings)
    planned = dates(begins, settings)
    row = SeasonRow(
        id=create_id(),
        league_id=league.id,
        number=number,
        seed=secrets.token_bytes(SEED_BYTES),
        begins=planned.begins,
        last_deal=planned.last_deal,
        ends=planned.ends,
        due=planned.begins,
        channel_id=league.channel_id,
        rules=RULES,
    )
    await writer.leagues.add_season(row)
    season = Season(league, row, (), ())
    await queue_card(writer, season)
    return season


async def _open_next(writer: Writer, season: Season) -> None:
    """Open the next season of a league, or end the league.

    The league ends if the season was a cup, was cancelled for lack of people, or is not set to be followed by another
    one.
    """
    if season.row.state == "cancelled" or season.is_cup or not season.settings.renews:
        await writer.leagues.end(season.league.id)
        return
    begins = first_day(writer.now, 7, season.settings)
    await _open(writer, season.league, season.row.number + 1, begins)

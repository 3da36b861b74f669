"""Sender for the outbox rows of leagues: season cards, deals, results of tables, results of seasons, and notes."""

from collections.abc import Sequence
from typing import TypeVar

import discord
import msgspec

from cogs.outbox.delivery import THREAD, TOO_OLD_TO_EDIT, UNKNOWN_CHANNEL, Delivery, Recognised, custom_ids, is_gone
from cogs.outbox.sender import PrivateChannels, Sender, is_refused_message, note_refusal, sends
from cogs.ui.kit.answers import attachment
from cogs.ui.kit.custom_ids import parse
from cogs.ui.kit.drawing_pool import DrawingPool
from cogs.ui.messages import season_card
from cogs.ui.messages.cards import PICTURE, build_mentions
from cogs.ui.messages.season_pictures import result_content, standings_content
from data.store import OutboxRow
from language.messages import speak
from leagues.messages import (
    COUNTED,
    DEAL,
    SEASON_CARD,
    SEASON_NOTE,
    SEASON_QUESTION,
    SEASON_RESULT,
    CountedPayload,
    DealPayload,
    NotePayload,
    QuestionPayload,
    ResultPayload,
    SeasonCardPayload,
    queue_card,
)
from leagues.rated_alone import RATED, RatedPayload
from leagues.season import Season, load_season
from leagues.seasons import Seasons
from render.league import season_result, standings
from render.picture import Picture
from tables.moderating.server_settings import server_settings
from tables.preferences import DIRECT_MESSAGE, MENTION, preferences

Payload = TypeVar("Payload", bound=msgspec.Struct)


class SeasonMessages(Sender):
    """The sender for messages of leagues; it marks the rows as delivered.

    Raises HTTPException if Discord refuses a message.
    """

    def __init__(
        self, seasons: Seasons, drawing_pool: DrawingPool, delivery: Delivery, private: PrivateChannels
    ) -> None:
        super().__init__(seasons.service, delivery)
        self._seasons = seasons
        self._pool = drawing_pool
        self._private = private

    @sends(SEASON_CARD)
    async def send_cards(self, rows: Sequence[OutboxRow]) -> None:
        """Post or edit the season card; queue another edit if the season has changed in the meantime.

        Discord limits the edits of a message older than an hour. If it refuses one, a new card replaces the old one.
        """
        row = rows[0]
        payload = _payload(row, SeasonCardPayload)
        season = await self._seasons.load(payload.season)
        drawn = await self._standings(season)
        view = season_card.card_view(season, drawn.alt)
        channel, message_id = season.row.channel_id, season.row.message_id
        # A card posted by an earlier attempt shows the season as it was then, so it is edited too.
        is_edited = message_id not in (None, payload.old) or row.attempted is not None
        try:
            if message_id is None or message_id == payload.old:
                is_card = _build_details_recogniser(season.row.id, (season_card.CARD,))

                def recognised(message: discord.Message) -> bool:
                    return message.id != payload.old and is_card(message)

                message = await self._delivery.post_apart(
                    row, channel, view, build_mentions(()), recognised, lambda: [attachment(drawn, PICTURE)]
                )
                message_id = message.id
            if is_edited:
                await self._edit_message(channel, message_id, view, lambda: [attachment(drawn, PICTURE)])
        except discord.HTTPException as error:
            if error.code == UNKNOWN_CHANNEL:
                await self._seasons.lose_channel(season.row.id, channel)
                await self._fail([row], f"{error.status}, code {error.code}")
                return
            if season.row.message_id is not None and is_gone(error):
                # The card was deleted, so it is posted again.
                await self._forget_card(season)
                await self.send_cards(rows)
                return
            if error.code == TOO_OLD_TO_EDIT and message_id is not None and message_id != payload.old:
                await self._replace_card(row, message_id)
                return
            raise
        if payload.old is not None and payload.old != message_id:
            await self._delete_message(channel, payload.old)
        await self._shown(row, season, message_id)

    async def _replace_card(self, row: OutboxRow, message_id: int) -> None:
        """Post a new season card in place of one that Discord no longer lets us edit."""
        text = msgspec.json.encode(SeasonCardPayload(_payload(row, SeasonCardPayload).season, message_id)).decode()
        async with self._store.write() as writer:
            await writer.outbox.change_queued(row.id, text)
            changed = await writer.outbox.get(row.id)
        if changed is not None:
            await self.send_cards([changed])

    async def _standings(self, season: Season) -> Picture:
        ratings = await self._seasons.ratings(season.league.guild_id, season.league.game)
        content = standings_content(season, ratings, await self._seasons.away(season), self._seasons.now())
        theme = (await server_settings(self._store, season.league.guild_id)).theme
        return await self._pool.draw(lambda: standings.draw(content, theme))

    async def _forget_card(self, season: Season) -> None:
        async with self._store.write() as writer:
            await writer.leagues.set_season_card(season.row.id, season.row.channel_id, None)

    async def _shown(self, row: OutboxRow, season: Season, message_id: int) -> None:
        async with self._store.write() as writer:
            await writer.leagues.lock_season(season.row.id)
            await writer.leagues.set_season_card(season.row.id, season.row.channel_id, message_id)
            await writer.outbox.mark_done([row.id])
            now = await load_season(writer, season.row.id)
            if now.row.version != season.row.version:
                await queue_card(writer, now)
        self._service.notify()

    @sends(DEAL)
    async def post_deals(self, rows: Sequence[OutboxRow]) -> None:
        """Post the message about a deal, with links to its tables; in a cup, also the picture of the standings."""
        row = rows[0]
        payload = _payload(row, DealPayload)
        season = await self._seasons.load(payload.season)
        dealt = [table.table_id for table in season.tables if table.deal == payload.deal]
        threads = {table: found for table in dealt if (found := await self._delivery.find_message(table, THREAD))}
        # The players of a cup look at the standings between deals.
        drawn = await self._standings(season) if season.is_cup and season.results else None
        view = season_card.deal_view(season, payload.deal, threads, None if drawn is None else drawn.alt)
        recognised = _build_details_recogniser(season.row.id, (season_card.DEAL, str(payload.deal)))
        await self._post(row, season.row.channel_id, view, recognised, drawn)

    @sends(COUNTED)
    async def post_counted(self, rows: Sequence[OutboxRow]) -> None:
        """Post, at a finished table, the message about its effect on the standings and the ratings."""
        for row in rows:
            payload = _payload(row, CountedPayload)
            season = await self._seasons.load(payload.season)
            table = await self._service.view(str(row.table_id))
            channel = await self._delivery.ensure_target_channel(table)
            view = season_card.counted_view(season, payload, row.id)
            await self._post(
                row, channel, view, _build_details_recogniser(season.row.id, (season_card.RESULT, str(row.id)))
            )

    @sends(SEASON_QUESTION)
    async def post_questions(self, rows: Sequence[OutboxRow]) -> None:
        """Ask a table's players whether they agree with an action proposed by an organiser who plays at that table."""
        for row in rows:
            payload = _payload(row, QuestionPayload)
            season = await self._seasons.load(payload.season)
            async with self._store.read() as reader:
                act = next(act for act in await reader.leagues.season_acts(payload.season) if act.id == payload.act)
            channel = await self._delivery.ensure_target_channel(await self._service.view(str(row.table_id)))
            view = season_card.question_view(season, act)
            await self._post(row, channel, view, _build_details_recogniser(season.row.id, (str(act.id),)))

    @sends(RATED)
    async def post_rated(self, rows: Sequence[OutboxRow]) -> None:
        """Post, at a finished table outside leagues, the message about its effect on the ratings."""
        for row in rows:
            payload = _payload(row, RatedPayload)
            channel = await self._delivery.ensure_target_channel(await self._service.view(str(row.table_id)))
            view = season_card.rated_view(str(row.table_id), payload, row.id)
            await self._post(
                row, channel, view, _build_details_recogniser(str(row.table_id), (season_card.RESULT, str(row.id)))
            )

    @sends(SEASON_RESULT)
    async def post_results(self, rows: Sequence[OutboxRow]) -> None:
        """Post the result of a season."""
        row = rows[0]
        season = await self._seasons.load(_payload(row, ResultPayload).season)
        ratings = await self._seasons.ratings(season.league.guild_id, season.league.game)
        content = result_content(season, await self._seasons.rating_events(season), ratings, self._seasons.now())
        theme = (await server_settings(self._store, season.league.guild_id)).theme
        drawn = await self._pool.draw(lambda: season_result.draw(content, theme))
        view = season_card.result_view(season, content.champions, drawn.alt)
        recognised = _build_details_recogniser(season.row.id, (season_card.NOTE,))
        await self._post(row, season.row.channel_id, view, recognised, drawn)

    @sends(SEASON_NOTE)
    async def send_notes(self, rows: Sequence[OutboxRow]) -> None:
        """Notify a member who is dealt no more tables: by a mention, by a direct message, or not at all.

        The member's preferences decide which.
        """
        row = rows[0]
        payload = _payload(row, NotePayload)
        season = await self._seasons.load(payload.season)
        member = season.member(payload.user)
        known = await preferences(self._store, payload.user)
        wish = known.pings
        if member is None or member.state != "ghost" or wish not in (MENTION, DIRECT_MESSAGE):
            await self._mark_delivered([row])
            return
        if wish == DIRECT_MESSAGE:
            speak(known.find_language())
        view = season_card.note_view(season, payload.kind, payload.user, row.id)
        recognised = _build_details_recogniser(season.row.id, (season_card.NOTE, str(row.id)))
        if wish == MENTION:
            await self._post(row, season.row.channel_id, view, recognised, mention=payload.user)
            return
        try:
            await self._post(row, await self._private.open_channel(payload.user), view, recognised)
        except discord.HTTPException as error:
            if not is_refused_message(error):
                raise
            async with self._store.write() as writer:
                await note_refusal(writer, payload.user)
            await self._post(row, season.row.channel_id, view, recognised, mention=payload.user)

    async def _post(
        self,
        row: OutboxRow,
        channel: int,
        view: discord.ui.LayoutView,
        recognised: Recognised,
        drawn: Picture | None = None,
        mention: int | None = None,
    ) -> None:
        def files() -> list[discord.File]:
            return [] if drawn is None else [attachment(drawn, PICTURE)]

        mentions = build_mentions(() if mention is None else (mention,))
        try:
            await self._delivery.post_apart(row, channel, view, mentions, recognised, files)
        except discord.HTTPException as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
            await self._give_up([row], error)
        else:
            await self._mark_delivered([row])


def _payload(row: OutboxRow, kind: type[Payload]) -> Payload:
    return msgspec.json.decode(row.payload, type=kind)


def _build_details_recogniser(season_id: str, details: tuple[str, ...]) -> Recognised:
    """Return a predicate that recognises a message by a button with the season's id and these details."""

    def recognised(message: discord.Message) -> bool:
        found = (parse(text) for text in custom_ids(message))
        return any(one is not None and (one.table, one.details) == (season_id, details) for one in found)

    return recognised

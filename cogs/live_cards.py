"""The live card of a table may be deleted by anybody who moderates: whoever plays there gets it again.

Handlers use no gateway-only events (design.md, Outgrowing one machine), so it is looked for when a player shows up.
"""

import discord
import msgspec
import structlog
from discord.ext import commands

from cogs._answers import UNREACHABLE, Interaction
from cogs._client import Hexcade
from cogs._custom_ids import parse
from cogs._tables import CARD, now_ms
from data.store import MessageRow, StoreUnavailable

log = structlog.get_logger()

LOOK_EVERY_MS = 60_000
"""Discord is asked about a table's card no more often, whoever shows up."""
AT_MOST = 5
"""So many tables of a person are looked after at one command."""


class LiveCards(commands.Cog):
    """Finds out that a live card is gone, and has it posted again without pinging anybody twice."""

    def __init__(self, bot: Hexcade) -> None:
        self._service = bot.service
        self._http = bot.http
        self._looked: dict[str, int] = {}

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Looks after the tables of whoever presses or commands; what fails is left to the next time."""
        if interaction.type is discord.InteractionType.autocomplete:
            return
        try:
            for card in await self._cards(interaction):
                await self._look(card)
        except (*UNREACHABLE, StoreUnavailable) as error:
            log.info("a card could not be looked for", error=repr(error))

    async def _cards(self, interaction: Interaction) -> list[MessageRow]:
        """The cards that should stand where the person plays, but for those that were looked for lately."""
        now = now_ms()
        self._looked = {table: at for table, at in self._looked.items() if 0 <= now - at < LOOK_EVERY_MS}
        pressed = parse((interaction.data or {}).get("custom_id", ""))
        async with self._service.store.read() as reader:
            rows = await reader.tables_of_user(interaction.user.id, ("playing",))
            tables = [row.id for row in rows if pressed is None or row.id == pressed.table]
            tables = [table for table in tables if table not in self._looked][:AT_MOST]
            cards = [await reader.message(table, CARD) for table in tables]
        self._looked |= dict.fromkeys(tables, now)
        seen = None if interaction.message is None else interaction.message.id
        return [card for card in cards if card is not None and card.message_id != seen]

    async def _look(self, card: MessageRow) -> None:
        try:
            await self._http.get_message(card.channel_id, card.message_id)
        except discord.NotFound:
            await self._post_again(card)

    async def _post_again(self, gone: MessageRow) -> None:
        """Forgets the card, so that the one before it counts as the newest, and the same story is told again."""
        table = gone.table_id
        async with self._service.store.write(table) as writer:
            row, card = await writer.table(table), await writer.message(table, CARD)
            if row is None or row.phase != "playing" or card != gone:
                return
            await writer.forget_message(CARD, gone.message_id)
            if not await writer.pending_of_table(table, CARD):
                await writer.queue(CARD, table, row.step, msgspec.json.encode({"ping": False}).decode())
        log.info("a card is gone and comes again", table=table, step=gone.step)
        self._service.notify()


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(LiveCards(bot))

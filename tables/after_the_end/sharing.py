"""Sharing the result of a game in a channel. A game can be shared once."""

import msgspec

from data.store import Reader, TableRow
from language.messages import _
from tables import texts
from tables.committing.outbox_rows import SHARE, SharePayload, encode_json
from tables.refusal import Refusal
from tables.service import TableService


async def share(service: TableService, table_id: str, user_id: int, channel: int | None = None) -> None:
    """Queue the message with result and replay for a channel, by default the table's own.

    Raises Refusal as `require_shareable` does. The caller checks that the user and the bot may write in the channel.
    """
    async with service.store.write(table_id) as writer:
        row = await require_shareable(writer, table_id, user_id)
        await writer.outbox.queue(SHARE, table_id, row.step, encode_json(SharePayload(channel)))
    service.notify()


async def require_shareable(reader: Reader, table_id: str, user_id: int) -> TableRow:
    """Return the row of a table that the user may share.

    Raises Refusal as `require_sharer` does, and if the game was already shared.
    """
    row = await require_sharer(reader, table_id, user_id)
    shared = await find_shared_channel(reader, row)
    if shared is not None:
        raise Refusal(texts.format_already_shared(shared))
    return row


async def require_sharer(reader: Reader, table_id: str, user_id: int) -> TableRow:
    """Return the row of a table whose game the user may pass on to others.

    Raises Refusal if there is no such table, if it is not on a server, if the game is not finished, or if the user had
    no seat in it.
    """
    row = await reader.tables.get(table_id)
    if row is None:
        raise Refusal(_(texts.NO_SUCH_TABLE))
    if row.guild_id is None:
        raise Refusal(_(texts.NO_SHARE_HERE))
    if row.phase != "finished":
        raise Refusal(_(texts.SHARE_AFTER_THE_END))
    if all(seat.user_id != user_id for seat in await reader.tables.seats(table_id)):
        raise Refusal(texts.format_players_only(_("Share")))
    return row


async def find_shared_channel(reader: Reader, row: TableRow) -> int | None:
    """Return the id of the channel in which a game was shared, or will be; None if it was not shared."""
    waiting = await reader.outbox.pending_of_table(row.id, SHARE)
    known = await reader.messages.newest(row.id, SHARE)
    if waiting:
        payload = msgspec.json.decode(waiting[0].payload, type=SharePayload)
        return payload.channel or row.channel_id
    return None if known is None else known.channel_id

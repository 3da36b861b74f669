"""Tables are numbered within their server, or within the direct messages that they are in."""

import msgspec

from data.store import TableRow, Writer
from tables.settings import TableSettings


def counted_in(row: TableRow) -> str:
    """The name of the fact that counts the tables of a table's server, or of the direct messages that it is in."""
    return f"tables opened in {row.channel_id if row.guild_id is None else row.guild_id}"


async def numbered(writer: Writer, row: TableRow) -> TableRow:
    """The row of a new table with the next number of its server, or of the direct messages that it is in."""
    number = await writer.next_number(counted_in(row))
    settings = msgspec.json.decode(row.settings, type=TableSettings)
    return msgspec.structs.replace(
        row, settings=msgspec.json.encode(msgspec.structs.replace(settings, number=number)).decode()
    )

"""Users' own notes about a table. Nobody else may see them."""

from typing import Final

from language.messages import _
from tables.committing.changes import committed
from tables.open_table import load
from tables.refusal import Refusal
from tables.service import TableService

MOST_CHARACTERS: Final = 500


async def keep_note(service: TableService, table_id: str, user_id: int, text: str) -> None:
    """Store a user's note about a game in progress, replacing the previous one; an empty text deletes it.

    Raises Refusal if the text is too long, or if the game is not in progress. Then the previous note stays.
    """
    # PostgreSQL stores no NUL.
    content = text.replace("\0", "").strip()
    if len(content) > MOST_CHARACTERS:
        raise Refusal(format_too_long(len(content)))
    async with service.store.write(table_id) as writer:
        (await load(writer, table_id)).require_playing()
        await writer.people.put_note(table_id, user_id, content)
    committed.set(True)


def format_too_long(length: int) -> str:
    return _(
        "A note can have {most} characters, and yours has {length}. Nothing was changed.",
        most=MOST_CHARACTERS,
        length=length,
    )

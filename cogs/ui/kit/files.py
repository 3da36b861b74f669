"""Files that people send with a command, and files in answers."""

from io import BytesIO
from typing import Any

import discord
from discord import ui

from cogs.ui.kit.answers import Answer, Interaction
from engine.record import RECORD_BYTES
from leagues.document_checks import require_size
from tables.refusal import Refusal

FILE_TOO_LARGE = "A record is at most 1 MiB, and this file is larger."
FILE_IS_ZIP = "This file holds several records. Unpack it, and send me one of the files in it."

ROOM_LEFT = 100_000
"""Bytes of the upload limit that are left for everything beside the file."""
ZIP = b"PK\x03\x04"
"""How the archives of `/export` begin; they are never unpacked here."""


async def record_content(file: discord.Attachment) -> bytes:
    """Fetch a record. Raises Refusal for an archive, and, without fetching it, for a file that is too large."""
    if file.size > RECORD_BYTES:
        raise Refusal(FILE_TOO_LARGE)
    content = await file.read()
    if content.startswith(ZIP):
        raise Refusal(FILE_IS_ZIP)
    return content


async def season_content(file: discord.Attachment) -> bytes:
    """Fetch a season's document. Raises Refusal, without fetching it, for a file that is too large."""
    require_size(file.size)
    return await file.read()


def room_for_file(interaction: Interaction) -> int:
    """How many bytes a file in an answer may have."""
    return interaction.filesize_limit - ROOM_LEFT


def with_file(text: str, name: str, content: bytes, *rows: ui.Item[Any]) -> Answer:
    """An answer with a file."""
    shown: ui.File[ui.LayoutView] = ui.File(f"attachment://{name}")
    return Answer(text, (shown, *rows), attached=(discord.File(BytesIO(content), filename=name),))

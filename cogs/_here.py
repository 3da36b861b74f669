"""Which table a slash command means, and what its autocomplete offers."""

from collections.abc import Iterable, Sequence

import structlog
from discord import app_commands

from cogs import _texts as texts
from cogs._answers import Interaction
from cogs._looks import Look
from cogs._refusal import Refusal
from cogs._tables import TableService
from data.store import TableRow
from engine.core import EngineError

log = structlog.get_logger()

CHOICES = 25


async def look_here(service: TableService, interaction: Interaction, game: str | None = None) -> Look:
    """The table of this channel or thread: where the person must move, else where they sit, else any that is playing.

    Raises Refusal where there is none (of the game, if one is named).
    """
    async with service.store.read() as reader:
        rows = await reader.tables_in_channel(interaction.channel_id or 0)
    wanted = [row for row in rows if row.phase == "playing" and game in (None, row.game)]
    looks = await looks_at(service, wanted, interaction.user.id)
    if not looks:
        raise Refusal(texts.NO_TABLE_HERE)
    if sum(look.must_act for look in looks) > 1:
        raise Refusal(texts.SEVERAL_TABLES_HERE)
    look = min(looks, key=lambda look: (not look.must_act, look.seat is None))
    # Whatever the command logs from here on is about this table.
    structlog.contextvars.bind_contextvars(table=look.row.id, step=look.row.step)
    return look


async def looks_at(service: TableService, tables: Iterable[TableRow], user_id: int) -> list[Look]:
    """One person's looks at several tables; one that can't be read is logged, and spoils none of the others."""
    looks: list[Look] = []
    for row in tables:
        try:
            looks.append(await service.look(row.id, user_id))
        except EngineError as error:
            log.error("a table can't be read", table=row.id, step=row.step, error=repr(error))
    return looks


def choices(labelled: Sequence[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    """At most 25 of the labelled values whose label or value contains every word that was typed."""
    words = typed.lower().split()
    fitting = [
        app_commands.Choice(name=label[:100], value=value)
        for label, value in labelled
        if all(word in label.lower() or word in value.lower() for word in words)
    ]
    return fitting[:CHOICES]

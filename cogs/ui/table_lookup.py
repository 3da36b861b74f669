"""Finding the table that a slash command refers to, and filtering autocomplete choices."""

from collections.abc import Iterable, Sequence

import structlog
from discord import app_commands

from cogs.ui import texts
from cogs.ui.answers import Interaction
from data.store import TableRow
from engine.core import EngineError
from tables.refusal import Refusal
from tables.service import TableService
from tables.viewer import TableView

log = structlog.get_logger()

CHOICES = 25


async def find_table(service: TableService, interaction: Interaction, game: str | None = None) -> TableView:
    """The table of this channel or thread: where the user must act, else where they have a seat, else any in progress.

    Raises Refusal if there is none (of the game, if given), or if the user must act at several.
    """
    async with service.store.read() as reader:
        rows = await reader.tables_in_channel(interaction.channel_id or 0)
    wanted = [row for row in rows if row.phase == "playing" and game in (None, row.game)]
    found = await views_of(service, wanted, interaction.user.id)
    if not found:
        raise Refusal(texts.NO_TABLE_HERE)
    if sum(table.must_act for table in found) > 1:
        raise Refusal(texts.SEVERAL_TABLES_HERE)
    table = min(found, key=lambda table: (not table.must_act, table.seat is None))
    # Context for everything that the command logs from here on.
    structlog.contextvars.bind_contextvars(table=table.row.id, step=table.row.step)
    return table


async def views_of(service: TableService, tables: Iterable[TableRow], user_id: int) -> list[TableView]:
    """One user's views of several tables; a table that can't be read is logged and left out."""
    found: list[TableView] = []
    for row in tables:
        try:
            found.append(await service.view(row.id, user_id))
        except EngineError as error:
            log.error("a table can't be read", table=row.id, step=row.step, error=repr(error))
    return found


def choices(labelled: Sequence[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    """At most 25 autocomplete choices whose label or value contains every typed word."""
    words = typed.lower().split()
    fitting = [
        app_commands.Choice(name=label[:100], value=value)
        for label, value in labelled
        if all(word in label.lower() or word in value.lower() for word in words)
    ]
    return fitting[:CHOICES]

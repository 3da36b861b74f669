"""Lookup of the table that a slash command refers to, and filtering of autocomplete choices."""

from collections.abc import Iterable, Sequence

import structlog
from discord import app_commands

from cogs.ui.kit.answers import Interaction
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.errors import Question
from cogs.ui.kit.interface import format_table_title, playable_games
from cogs.ui.kit.layouts import BUTTON_LENGTH, Row, button, rows_of_buttons
from data.store import MessageRow, Reader, Store, TableRow
from engine.core import EngineError
from language.messages import N_, _
from render.text import truncate
from tables.refusal import Refusal
from tables.service import TableService
from tables.viewer import TableView

NO_TABLE_HERE = N_("No game is being played in this channel. `/play` opens a table, `/games` lists yours.")

NOT_THAT_TABLE = N_("That game isn't being played in this channel. Pick one from the list, or leave the option out.")

log = structlog.get_logger()

CHOICES = 25
LABEL_LIMIT = 100
TABLE_OPTION = N_("Which game, if you play several here")
"""The description of the commands' option `table`."""
MOST_BUTTONS = 15


async def find_table(
    service: TableService, interaction: Interaction, game: str | None = None, action: str = "move"
) -> TableView:
    """Return the table of this channel or thread that a command refers to.

    It is the table chosen in the option `table`; else the only one that waits for the user; else the only one where
    they play. Users without a seat get the newest table. Raises Refusal if there is none (of the game, if given), and
    Question if the user must choose: its buttons have the action `action`.
    """
    found = await list_tables_here(service, interaction, game)
    if not found:
        raise Refusal(_(NO_TABLE_HERE))
    chosen = getattr(getattr(interaction, "namespace", None), "table", None)
    if chosen:
        found = [table for table in found if chosen in (table.row.id, table_label(table))]
    if not found:
        raise Refusal(_(NOT_THAT_TABLE))
    own = [table for table in found if table.may_resign()] or [table for table in found if table.seat is not None]
    meant = [table for table in own if table.must_act] or own or found[:1]
    if len(meant) > 1:
        raise Question(_("You play several games in this channel. Which one do you mean?"), _buttons(meant, action))
    table = meant[0]
    # Added to every later log entry of this command.
    structlog.contextvars.bind_contextvars(table=table.row.id, step=table.row.step)
    return table


async def list_tables_here(service: TableService, interaction: Interaction, game: str | None = None) -> list[TableView]:
    """Return the games in progress in this channel or thread, newest first."""
    async with service.store.read() as reader:
        rows = await reader.tables.in_channel(interaction.channel_id or 0)
    wanted = [row for row in rows if row.phase == "playing" and game in (None, row.game)]
    return await list_views(service, wanted, interaction.user.id)


async def find_game_here(store: Store, interaction: Interaction) -> str | None:
    """Return the game of this thread, or of the newest open table of this channel; None if there is none."""
    async with store.read() as reader:
        of_thread = await reader.tables.of_thread(interaction.channel_id or 0)
        rows = [of_thread] if of_thread else await reader.tables.in_channel(interaction.channel_id or 0)
    return next((row.game for row in rows if row.game in playable_games()), None)


async def find_running_game(service: TableService, user_id: int, game: str) -> str | None:
    """Return the address of the newest card of a running game that the user plays; None if there is none.

    A game that waits for the user comes first.
    """
    async with service.store.read() as reader:
        rows = await reader.tables.of_user(user_id)
    running = [row for row in rows if row.phase == "playing" and row.game == game]
    tables = [table for table in await list_views(service, running, user_id) if table.may_resign()]
    if not tables:
        return None
    row = max(tables, key=lambda table: table.must_act).row
    async with service.store.read() as reader:
        return format_table_url(row, await find_table_message(reader, row))


async def find_table_message(reader: Reader, row: TableRow) -> MessageRow | None:
    """Return the message to which a game's link leads: its newest card, else its lobby's message, else None."""
    return await reader.messages.newest(row.id, "card") or await reader.messages.newest(row.id, "lobby")


def format_table_url(row: TableRow, message: MessageRow | None) -> str:
    """Format the address of a table's message, or of its channel."""
    channel = row.channel_id if message is None else message.channel_id
    where = [str(row.guild_id or "@me"), str(channel), *([] if message is None else [str(message.message_id)])]
    return f"https://discord.com/channels/{'/'.join(where)}"


def table_label(table: TableView) -> str:
    """Format a table as a choice: its title, whether it is the viewer's turn, and the other players."""
    others = [seat.name for seat in table.seats if seat.seat != table.seat]
    parts = [format_table_title(table), *([_("your turn")] if table.must_act else []), ", ".join(others)]
    return truncate(" · ".join(part for part in parts if part), LABEL_LIMIT)


async def table_choices(
    service: TableService, interaction: Interaction, typed: str, game: str | None = None
) -> list[app_commands.Choice[str]]:
    """Return the tables of this channel as choices: the user's own, or all if they have none.

    Tables that wait for the user come first.
    """
    found = await list_tables_here(service, interaction, game)
    own = [table for table in found if table.seat is not None] or found
    own.sort(key=lambda table: not table.must_act)
    return choices([(table_label(table), table.row.id) for table in own], typed)


def _buttons(tables: Sequence[TableView], action: str) -> tuple[Row, ...]:
    """Build a button for each table, with the action `action` in its custom id."""
    buttons = [
        button(truncate(table_label(table), BUTTON_LENGTH), CustomId(table.row.id, None, action)) for table in tables
    ]
    return rows_of_buttons(buttons[:MOST_BUTTONS])


async def list_views(service: TableService, tables: Iterable[TableRow], user_id: int) -> list[TableView]:
    """Return a user's views of several tables, without games that this program no longer has.

    A table that can't be read is logged and left out.
    """
    found: list[TableView] = []
    for row in tables:
        if row.game not in playable_games():
            continue
        try:
            found.append(await service.view(row.id, user_id))
        except EngineError as error:
            log.error("table unreadable", table=row.id, step=row.step, error=repr(error))
    return found


def choices(labelled: Sequence[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    """Return at most 25 autocomplete choices whose label or value contains every typed word."""
    words = typed.lower().split()
    fitting = [
        app_commands.Choice(name=truncate(label, LABEL_LIMIT), value=value)
        for label, value in labelled
        if all(word in label.lower() or word in value.lower() for word in words)
    ]
    return fitting[:CHOICES]


def game_choices() -> list[app_commands.Choice[str]]:
    """Return the choices of a command's option for a game, from the easiest game to learn to the hardest."""
    return [app_commands.Choice(name=_(game.title), value=name) for name, game in playable_games().items()]

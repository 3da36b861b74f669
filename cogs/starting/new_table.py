"""Opening a table within the limits, and answering with a link to the board of a game that has just started."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec

from cogs.client import Hexcade
from cogs.outbox.delivery import THREAD
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.errors import UNREACHABLE
from cogs.ui.kit.interface import interface, playable_games
from cogs.ui.requests.interaction_user import (
    find_home_channel,
    find_shared_language,
    get_person,
    places_of,
    require_postable,
    require_present,
)
from cogs.ui.texts import texts
from data.store import Conflict, Scope, SeatRow, StoreUnavailable, TableRow
from engine.core import GameType
from engine.games import game_type
from language.messages import N_, _
from tables import lobby
from tables.committing.changes import Decision
from tables.moderating.server_settings import ServerSettings, require_may_start, server_settings
from tables.newcomers import list_finished
from tables.opening import choose_seat_count, computer_seats, host_seat, new_table
from tables.refusal import Refusal
from tables.service import DeferredReply, TableService
from tables.settings import TableSettings
from tables.surprises import encode_surprise
from tables.timing.clock_settings import DEFAULT_CLOCK, EXPIRIES, NAMED, NO_LIMIT, ClockSetting
from tables.timing.running_time import HOUR_MS
from tables.viewer import TableView

OPEN_ALREADY = N_("You've already opened this table; it's in this channel. To open another one, type `/play`.")

ATTEMPTS = 15
"""The number of times that the table's thread is looked up, one second apart.

If there is still none, the answer keeps its link to the channel.
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request for a new table.

    `table_id` comes from the pressed button, so that a second press opens no second table.
    """

    game: str
    seats: int | None = None
    clock: ClockSetting | None = None
    """The clock, or None for the server's default clock; a table for one person then has no time limit."""
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    invited: Sequence[int] = ()
    open_seats: bool = True
    start_when_full: bool = True
    table_id: str | None = None
    is_first: bool = False
    """Whether the table is started from `/help`: with the options of a first game, and without questions before the
    first move."""


def require_game(name: str) -> GameType:
    """Return the playable game with this name. Raise Refusal if there is none."""
    found = playable_games().get(name)
    if found is None:
        raise Refusal(texts.format_unknown_game(name, [_(known.title) for known in playable_games().values()]))
    return found


async def require_startable(bot: Hexcade, interaction: Interaction) -> ServerSettings:
    """Return the settings of the interaction's server. Raise Refusal if games may not start in this channel."""
    require_present(interaction)
    require_postable(interaction, find_home_channel(interaction))
    server = await server_settings(bot.service.store, interaction.guild_id)
    require_may_start(server, places_of(interaction))
    return server


def server_clock_name(server: ServerSettings) -> str:
    """Return the name of a server's default clock for new tables of people."""
    # The stored name may come from another version that has other clocks.
    return server.clock if server.clock in NAMED else DEFAULT_CLOCK


async def table_row(bot: Hexcade, interaction: Interaction, wanted: Wanted) -> TableRow:
    """Build the row of a new table in the interaction's channel.

    Raises Refusal if the game is unknown or may not start here, and InvalidOptions for invalid game options.
    """
    server = await require_startable(bot, interaction)
    game, ours = require_game(wanted.game), interface(wanted.game)
    seats = choose_seat_count(game, wanted.seats, ours.default_seats)
    is_alone = interaction.guild_id is None or seats == 1
    usual = NO_LIMIT if is_alone else NAMED[server_clock_name(server)]
    clock = usual if wanted.clock is None else wanted.clock
    settings = TableSettings(
        seats=seats,
        clock=clock.move,
        bank=clock.bank,
        regained=clock.regained,
        on_expiry=EXPIRIES[0],
        computer=next(iter(ours.computers)),
        theme=server.theme,
        start_when_full=wanted.start_when_full,
        invited=tuple(wanted.invited),
        open_seats=wanted.open_seats,
        language=find_shared_language(interaction, server),
    )
    return new_table(
        game,
        settings,
        await _choose_options(bot, interaction, wanted),
        host=get_person(interaction),
        guild_id=interaction.guild_id,
        channel_id=find_home_channel(interaction),
        now=bot.service.now(),
        table_id=wanted.table_id,
    )


async def _choose_options(bot: Hexcade, interaction: Interaction, wanted: Wanted) -> dict[str, Any]:
    """Return the options of a new table: those of all new tables, of a first game, and those that were asked for."""
    ours = interface(wanted.game).lobby
    first = dict(ours.first_options) if wanted.is_first else {}
    if first:
        async with bot.service.store.read() as reader:
            if await list_finished(reader, wanted.game, [interaction.user.id]):
                first = {}
    return {**ours.new_options, **first, **wanted.options}


async def leave_first_game(service: TableService, table: TableView, user_id: int, decide: Decision) -> Decision:
    """Wrap a decision by which a user takes a seat in a lobby.

    A first game becomes an ordinary one if the user is the first at the table who has finished a table of the game.
    """
    ours, game, seated = interface(table.row.game).lobby, table.row.game, [seat.user_id for seat in table.seats]
    if user_id in seated or not ours.is_first_game(table.options):
        return decide
    async with service.store.read() as reader:
        finished = await list_finished(reader, game, [user_id, *filter(None, seated)])
    return lobby.change_options(decide, game_type(game), ours.new_options) if finished == [user_id] else decide


async def open_lobby(
    bot: Hexcade,
    interaction: Interaction,
    row: TableRow,
    *,
    answer: str = "",
    reply: DeferredReply | None = None,
    others: Sequence[SeatRow] = (),
    surprised: bool = False,
) -> None:
    """Open a lobby with the user as its host, and the given other seats.

    With `surprised`, the host leaves their set-up to chance. Raises Refusal if a limit is reached or the table is
    already open.
    """
    own = host_seat(get_person(interaction), str(interaction.id))
    if surprised:
        own = msgspec.structs.replace(own, choices=encode_surprise())
    seats = (own, *others)
    try:
        await create_lobby(bot, row, seats, answer=answer, reply=reply)
    except Conflict:
        raise Refusal(_(OPEN_ALREADY)) from None


async def create_lobby(
    bot: Hexcade, row: TableRow, seats: Sequence[SeatRow], *, answer: str = "", reply: DeferredReply | None = None
) -> None:
    """Open a lobby within the limits.

    Raises Refusal if a limit is reached, and Conflict if the table exists or is a second rematch of the same game.
    """
    config = bot.config
    limits: dict[Scope, int] = {
        "host": config.tables_per_host,
        "channel": config.tables_per_channel,
        "server": config.tables_per_server,
    }
    expires = bot.service.now() + config.lobby_hours * HOUR_MS
    await bot.service.create(row, seats, limits, expires, answer, reply=reply)


async def start_against_computers(
    bot: Hexcade, interaction: Interaction, row: TableRow, *, surprised: bool = False
) -> None:
    """Open a table with computer players on all other seats and start the game; idempotent.

    With `surprised`, the user leaves their set-up to chance. Raises Refusal if a limit is reached.
    """
    if not await _exists(bot, row.id):
        settings = msgspec.json.decode(row.settings, type=TableSettings)
        others = computer_seats(settings, str(interaction.id))
        await open_lobby(bot, interaction, row, others=others, surprised=surprised)
    table = await bot.service.view(row.id)
    if table.row.phase == "lobby":
        starting = lobby.start(interaction.user.id, game_type(row.game), interface(row.game))
        await bot.service.change(row.id, starting)


async def _exists(bot: Hexcade, table_id: str) -> bool:
    try:
        await bot.service.view(table_id)
    except Refusal:
        return False
    return True


async def respond_with_board(bot: Hexcade, interaction: Interaction, row: TableRow, text: Callable[[int], str]) -> None:
    """Answer with a link to the board: at first to the channel, replaced by the thread once it exists."""
    place = await _find_thread(bot, row.id)
    if place is not None:
        await respond(interaction, Answer(text(place)))
        return
    await respond(interaction, Answer(text(row.channel_id)))
    bot.start_background_task(_follow(bot, interaction, row.id, text))


async def _follow(bot: Hexcade, interaction: Interaction, table_id: str, text: Callable[[int], str]) -> None:
    for _attempt in range(ATTEMPTS):
        await asyncio.sleep(1)
        with suppress(StoreUnavailable, *UNREACHABLE):
            place = await _find_thread(bot, table_id)
            if place is not None:
                await interaction.edit_original_response(view=Answer(text(place)).view())
                return


async def _find_thread(bot: Hexcade, table_id: str) -> int | None:
    """Return the id of the channel or thread in which the table's board is posted, or None if it isn't decided yet."""
    async with bot.service.store.read() as reader:
        found = await reader.messages.newest(table_id, THREAD)
    return None if found is None else found.message_id


def format_direct_start(title: str) -> str:
    """Format the answer to `/play` in direct messages; the board is posted as a separate message."""
    return _("Your game of {title} starts now. The board follows in the next message.", title=title)

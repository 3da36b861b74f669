"""Opening a table: its row from what was chosen, within the limits of open tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from cogs.client import Hexcade
from cogs.ui.kit.answers import Interaction
from cogs.ui.kit.interface import interface, playable
from cogs.ui.requests.interaction_user import home_of, person_of, places_of, require_postable
from cogs.ui.requests.presence import require_present
from cogs.ui.texts import texts
from data.store import Conflict, Scope, SeatRow, TableRow
from engine.core import GameType
from engine.games import game_type
from tables import lobby
from tables.moderating.server_settings import ServerSettings, require_may_start, server_settings
from tables.opening import computer_seats, host_seat, new_table, seats_for
from tables.refusal import Refusal
from tables.service import DeferredReply
from tables.settings import TableSettings
from tables.timing.clock_settings import EXPIRIES, NAMED, ClockSetting
from tables.timing.running_time import HOUR_MS

OPEN_ALREADY = "You have opened this table already; it is in this channel. `/play` opens another one."


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants to play; `table_id` is given by a page, so that a second press opens no second table.

    `clock` is a name; None leaves it to the server's settings.
    """

    game: str
    seats: int | None = None
    clock: ClockSetting | None = None
    """None for the server's."""
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    invited: Sequence[int] = ()
    open_seats: bool = True
    start_when_full: bool = True
    table_id: str | None = None


def known_game(name: str) -> GameType:
    """The playable game of that name. Raises Refusal."""
    found = playable().get(name)
    if found is None:
        raise Refusal(texts.unknown_game(name, [known.title for known in playable().values()]))
    return found


async def require_startable(bot: Hexcade, interaction: Interaction) -> ServerSettings:
    """The settings of a server on which games may start in the interaction's channel. Raises Refusal."""
    require_present(interaction)
    require_postable(interaction, home_of(interaction))
    server = await server_settings(bot.service.store, interaction.guild_id)
    require_may_start(server, places_of(interaction))
    return server


def server_clock_name(server: ServerSettings) -> str:
    """The name of the clock of new tables on a server."""
    # It may be one of a version that had other names.
    return server.clock if server.clock in NAMED else "no limit"


async def table_row(bot: Hexcade, interaction: Interaction, wanted: Wanted) -> TableRow:
    """The row of a new table where the interaction comes from. Raises Refusal and InvalidOptions."""
    server = await require_startable(bot, interaction)
    game, ours = known_game(wanted.game), interface(wanted.game)
    clock = NAMED[server_clock_name(server)] if wanted.clock is None else wanted.clock
    settings = TableSettings(
        seats=seats_for(game, wanted.seats, ours.default_seats),
        clock=clock.move,
        bank=clock.bank,
        regained=clock.regained,
        on_expiry=EXPIRIES[0],
        computer=next(iter(ours.computers)),
        theme=server.theme,
        start_when_full=wanted.start_when_full,
        invited=tuple(wanted.invited),
        open_seats=wanted.open_seats,
    )
    return new_table(
        game,
        settings,
        dict(wanted.options),
        host=person_of(interaction),
        guild_id=interaction.guild_id,
        channel_id=home_of(interaction),
        now=bot.service.now(),
        table_id=wanted.table_id,
    )


async def open_lobby(
    bot: Hexcade,
    interaction: Interaction,
    row: TableRow,
    *,
    answer: str = "",
    reply: DeferredReply | None = None,
    others: Sequence[SeatRow] = (),
) -> None:
    """Opens a lobby with the user as its host, and with others seated already. Raises Refusal."""
    seats = (host_seat(person_of(interaction), str(interaction.id)), *others)
    try:
        await create_lobby(bot, row, seats, answer=answer, reply=reply)
    except Conflict:
        raise Refusal(OPEN_ALREADY) from None


async def create_lobby(
    bot: Hexcade, row: TableRow, seats: Sequence[SeatRow], *, answer: str = "", reply: DeferredReply | None = None
) -> None:
    """Opens a lobby within the limits. Raises Refusal, and Conflict if it is open already or is a second rematch."""
    config = bot.config
    limits: dict[Scope, int] = {
        "host": config.tables_per_host,
        "channel": config.tables_per_channel,
        "server": config.tables_per_server,
    }
    expires = bot.service.now() + config.lobby_hours * HOUR_MS
    await bot.service.create(row, seats, limits, expires, answer, reply=reply)


async def start_against_computers(bot: Hexcade, interaction: Interaction, row: TableRow) -> None:
    """Opens a table with computer players on all other seats, and starts the game; idempotent. Raises Refusal."""
    if not await _exists(bot, row.id):
        settings = msgspec.json.decode(row.settings, type=TableSettings)
        await open_lobby(bot, interaction, row, others=computer_seats(settings, str(interaction.id)))
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

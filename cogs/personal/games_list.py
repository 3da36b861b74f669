"""The slash command `/games`: a user's games, each with a link; open games first, then finished ones."""

from collections.abc import Sequence
from typing import Any

import msgspec
from discord import app_commands, ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import on
from cogs.ui.kit.interface import interface, playable_games, row_title
from cogs.ui.kit.layouts import page_buttons, rows_of_buttons
from cogs.ui.messages.pause_block import find_due
from cogs.ui.messages.stories import escaped_names
from cogs.ui.requests.table_lookup import find_table_message, format_table_url, list_views
from cogs.ui.texts import texts
from data.store import MessageRow, Reader, TableRow
from language.messages import N_, _, list_and, ngettext
from render.text import ordinal
from tables.settings import TableSettings
from tables.texts import escape
from tables.viewer import TableView

YOUR_GAMES = N_("### Your games")
NO_OPEN_GAMES = N_("You have no open games. Start one with `/play`.")

GAMES = "games"
OWNER = "me"
"""A placeholder for the table id in the custom ids of this page."""
GAMES_A_PAGE = 6
NO_DEADLINE = 2**63

Item = ui.Item[Any]


MOST_NAMES = 2
"""The maximum number of players listed by name; if there are more, only their number is shown.

With this limit, a page of games fits into a message.
"""


class GamesPage(commands.Cog):
    """The command `/games` and its pages; each press shows the current list."""

    def __init__(self, bot: Hexcade) -> None:
        self.service = bot.service

    @app_commands.command(name="games", description=N_("Your games: your turn first, finished games last"))
    async def games(self, interaction: Interaction) -> None:
        """List the user's games, privately."""
        async with give_answer(interaction, self.service, "games") as answer:
            answer.content = await self.answer(interaction.user.id, interaction.guild_id)

    async def answer(self, user_id: int, guild_id: int | None, page: int = 0) -> Answer:
        """Build a page of the user's games on all servers; the first page if the requested one no longer exists.

        Pages are counted from 0. `guild_id` is the server on which the page is shown, None outside of servers.
        """
        open_tables = await self._open_tables(user_id)
        start = page * GAMES_A_PAGE
        shown = open_tables[start : start + GAMES_A_PAGE]
        room = GAMES_A_PAGE - len(shown)
        async with self.service.store.read() as reader:
            finished = await reader.tables.finished_of_user(user_id, room + 1, max(0, start - len(open_tables)))
            rows: list[Item] = [
                _section(number, row, state, await find_table_message(reader, row), guild_id)
                for number, (row, state) in enumerate(shown, 1)
            ]
            if finished[:room]:
                rows.append(ui.TextDisplay(_("**Finished**")))
            rows += [
                _section(
                    number, row, await _result(reader, row, user_id), await find_table_message(reader, row), guild_id
                )
                for number, row in enumerate(finished[:room], len(shown) + 1)
            ]
        if not rows:
            return (
                Answer(_("You have no games yet. Start one with `/play`."))
                if page == 0
                else await self.answer(user_id, guild_id)
            )
        is_last = len(finished) <= room and start + GAMES_A_PAGE >= len(open_tables)
        head = _(YOUR_GAMES) if open_tables else f"{_(YOUR_GAMES)}\n{_(NO_OPEN_GAMES)}"
        turning = page_buttons(CustomId(OWNER, None, GAMES), page, page if is_last else page + 1)
        return Answer(head, (*rows, *rows_of_buttons(turning)))

    async def list_league_tables(self, user_id: int, guild_id: int | None) -> tuple[Item, ...]:
        """List the user's open league tables, most urgent first, at most `GAMES_A_PAGE`."""
        found = [(row, state) for row, state in await self._open_tables(user_id) if _settings(row).season is not None]
        async with self.service.store.read() as reader:
            return tuple(
                [
                    _section(number, row, state, await find_table_message(reader, row), guild_id)
                    for number, (row, state) in enumerate(found[:GAMES_A_PAGE], 1)
                ]
            )

    async def _open_tables(self, user_id: int) -> Sequence[tuple[TableRow, str]]:
        """Return the user's open games with their states; games that this program can no longer run come last."""
        async with self.service.store.read() as reader:
            rows = await reader.tables.of_user(user_id)
        found = await list_views(self.service, rows, user_id)
        shown = sorted((table for table in found if table.row.phase == "lobby" or table.may_resign()), key=_urgency)
        gone = [(row, _("this game is no longer available")) for row in rows if row.game not in playable_games()]
        return [*((table.row, _state(table)) for table in shown), *gone]

    @on(GAMES)
    async def _page(self, interaction: Interaction, pressed: CustomId) -> None:
        page = pressed.number(0) or 0
        await respond(interaction, await self.answer(interaction.user.id, interaction.guild_id, page))


def _settings(row: TableRow) -> TableSettings:
    return msgspec.json.decode(row.settings, type=TableSettings)


def _urgency(table: TableView) -> tuple[bool, bool, int, int, str]:
    """Return the sort key of an open game: the user's turn first, then running games, then the nearest deadline.

    The time of the last change is not part of it, since it would reveal hidden moves.
    """
    due = _due(table)
    deadline = NO_DEADLINE if due is None else due[0]
    return (not table.must_act, table.row.phase != "playing", deadline, -table.row.created, table.row.id)


def _due(table: TableView) -> tuple[int, str] | None:
    """Return the viewer's deadline if the viewer must act, else the latest deadline of the seats that must act.

    It has a note about the reserve (see `find_due`). None if there is no time limit, or during a pause.
    """
    waiting = table.awaited_seats()
    own = [seat for seat in waiting if seat.seat == table.seat]
    return max((due for seat in own or waiting if (due := find_due(table, seat)) is not None), default=None)


def _state(table: TableView) -> str:
    """Format the state of an open game.

    A lobby shows the number of taken seats, a running game its headline, the players to act and the deadline.
    """
    if table.view is None:
        return format_seats_taken(len(table.seats), table.settings.seats)
    state = _("**your turn**") if table.must_act else format_awaited(table.waiting_names())
    headline = interface(table.row.game).words.headline(table.view, escaped_names(table))
    due = _due(table)
    return f"{headline} · {state}{'' if due is None else f' · {texts.format_due(*due)}'}"


async def _result(reader: Reader, row: TableRow, user_id: int) -> str:
    """Describe how a finished game ended for the user."""
    seats = await reader.tables.seats(row.id)
    own = next(seat for seat in seats if seat.user_id == user_id)
    winners = [seat.name for seat in seats if seat.won]
    return finished_state(winners, own.place, len(seats), won=bool(own.won), ended=row.ended or row.updated)


def _section(number: int, row: TableRow, state: str, message: MessageRow | None, guild_id: int | None) -> Item:
    """Build the line of a game and its link, which are numbered, so that each link has its own name."""
    link: ui.Button[ui.LayoutView] = ui.Button(
        label=_("Open {number}", number=number), url=format_table_url(row, message)
    )
    elsewhere = guild_id is not None and row.guild_id != guild_id
    # The button already links to the thread, whose name repeats the title, so the line names the channel.
    place = game_place(row.channel_id, direct=row.guild_id is None, elsewhere=elsewhere)
    return ui.Section(ui.TextDisplay(f"{number}\\. {game_line(row_title(row), place, state)}"), accessory=link)


def abbreviate_names(names: Sequence[str]) -> str:
    if len(names) > MOST_NAMES:
        return ngettext("{number} player", "{number} players", len(names))
    return list_and([escape(name) for name in names])


def format_awaited(names: Sequence[str]) -> str:
    return _("waiting for {names}", names=abbreviate_names(names)) if names else _(texts.COMPUTER_THINKS)


def game_line(title: str, place: str, state: str) -> str:
    """Format a game in one line; the parts are passed in escaped."""
    return f"**{title}** {place} · {state}"


def format_seats_taken(taken: int, seats: int) -> str:
    """Format the number of taken seats at a table in the lobby."""
    if taken == seats:
        return texts.lobby_state(taken, seats)
    return _("{taken} of {seats} seats taken", taken=taken, seats=seats)


def game_place(channel: int, *, direct: bool, elsewhere: bool) -> str:
    """Format the place of a game: its channel or the direct messages; `elsewhere` means another server.

    Discord shows the channel's name to its members, also on another server.
    """
    if direct:
        return _("in our direct messages")
    if elsewhere:
        return _("in {channel}, on another server", channel=f"<#{channel}>")
    return _("in {channel}", channel=f"<#{channel}>")


def finished_state(winners: Sequence[str], place: int | None, seats: int, *, won: bool, ended: int) -> str:
    """Format the result of a finished game for a user: the winners, the user's place, and the date.

    `place` is None until the result is stored.
    """
    parts = [f"<t:{ended // 1000}:D>"]
    if place is not None and not won:
        parts.insert(0, _("you came {place} of {seats}", place=ordinal(place), seats=seats))
    if won:
        parts.insert(0, _format_own_win(len(winners) - 1))
    elif winners:
        names = abbreviate_names(winners)
        parts.insert(0, ngettext("{names} won", "{names} won", len(winners), names=names))
    return " · ".join(parts)


def _format_own_win(others: int) -> str:
    if not others:
        return _("you won")
    return ngettext("you won, with {number} more", "you won, with {number} more", others)

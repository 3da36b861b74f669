"""Handlers of the buttons *Play again* and *Share* on the card of a finished game."""

from functools import partial

from discord.ext import commands

from cogs.at_table.share_form import SHARE_FORM, SHARED, chosen_channel, require_may_write, share_form
from cogs.client import Hexcade
from cogs.starting.new_table import create_lobby, format_direct_start, respond_with_board
from cogs.ui.kit.answers import Answer, Interaction, build_file_answer, open_form, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import on, on_form
from cogs.ui.kit.interface import format_table_title, interface
from cogs.ui.kit.layouts import BUTTON_BACK, button, rows_of_buttons
from cogs.ui.kit.private_pages import draw
from cogs.ui.messages.replay_page import FinishedGame, make_replay_page
from cogs.ui.requests.interaction_user import get_person, places_of, require_postable
from data.store import Conflict, TableRow
from engine.games import game_type
from language.messages import N_, _
from tables import lobby
from tables.after_the_end.rematch import new_rematch, require_player
from tables.after_the_end.sharing import find_shared_channel, require_shareable, require_sharer, share
from tables.committing.changes import Decision
from tables.moderating.server_settings import require_may_start, server_settings
from tables.viewer import TableView

BUTTON_AS_PAGE = N_("As a page")
SHARE_PAGE = "share_page"
PAGE_MADE = N_("The whole game as one page. Discord shows it as a file: download it and open it in a browser.")


class AfterTheEnd(commands.Cog):
    """A cog for rematches and for sharing results."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @on("again")
    async def _play_again(self, interaction: Interaction, pressed: CustomId) -> None:
        """Open the rematch, or accept the one that another player has already opened.

        Idempotent: a repeated press opens no second rematch and takes no second seat.
        """
        table = await self.service.view(pressed.table, interaction.user.id)
        require_player(table)
        known = await self._find_rematch(pressed.table)
        if known is None:
            known = await self._open(interaction, table)
        rematch = await self.service.view(known.id, interaction.user.id)
        decision = self._agreement(interaction, rematch)
        if decision is not None:
            await self.service.change(known.id, decision)
            rematch = await self.service.view(known.id, interaction.user.id)
        phase, seated = rematch.row.phase, rematch.seat is not None
        if phase == "playing" and rematch.row.guild_id is None:
            await respond(interaction, Answer(format_direct_start(_(game_type(rematch.row.game).title))))
        elif phase == "playing":
            await respond_with_board(
                self.bot,
                interaction,
                rematch.row,
                lambda place: rematch_state(phase, place, seated=seated),
            )
        else:
            text = rematch_state(phase, rematch.row.channel_id, seated=seated)
            await respond(interaction, Answer(text))

    async def _find_rematch(self, table_id: str) -> TableRow | None:
        async with self.service.store.read() as reader:
            return await reader.tables.rematch_of(table_id)

    async def _open(self, interaction: Interaction, table: TableView) -> TableRow:
        """Open the lobby of a rematch in the channel of the finished game, and return its table row.

        Returns the other player's rematch if one was opened at the same time. Raises Refusal if the user may not open
        it or the bot may not post there.
        """
        game, hooks = game_type(table.row.game), interface(table.row.game)
        row, seats = new_rematch(
            table,
            get_person(interaction),
            str(interaction.id),
            game,
            hooks,
            now=self.service.now(),
            kept_out=await self._list_blocked_players(table),
        )
        require_postable(interaction, row.channel_id)
        # server settings may allow only the parent channel, and only an interaction in the thread itself reveals it
        here = places_of(interaction)
        places = here if row.channel_id in here else (row.channel_id,)
        require_may_start(await server_settings(self.service.store, row.guild_id), places)
        try:
            await create_lobby(self.bot, row, seats)
        except Conflict:
            # another player opened the rematch at the same time
            row = await self._find_rematch(table.row.id) or row
        return row

    async def _list_blocked_players(self, table: TableView) -> frozenset[int]:
        """Return the user ids of the table's players whom moderators have blocked from the server's tables."""
        if table.row.guild_id is None:
            return frozenset()
        async with self.service.store.read() as reader:
            people = [seat.user_id for seat in table.seats if seat.user_id is not None]
            return await reader.servers.filter_blocked_users(table.row.guild_id, people)

    def _agreement(self, interaction: Interaction, rematch: TableView) -> Decision | None:
        """Return the decision that accepts the rematch for the user, or None if there is nothing to do.

        A user without a seat joins, which may start the game. A seated user starts the game if all seats are taken and
        the settings start full tables at once.
        """
        if rematch.row.phase != "lobby":
            return None
        game, hooks = game_type(rematch.row.game), interface(rematch.row.game)
        if rematch.seat is None:
            joining = lobby.join(get_person(interaction), str(interaction.id))
            return lobby.start_if_full(joining, game, hooks)
        is_full = len(rematch.seats) == rematch.settings.seats and rematch.settings.start_when_full
        return lobby.start(interaction.user.id, game, hooks, self.service.now()) if is_full else None

    @on("share")
    async def _show_ways_to_share(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show the ways to share a game: once in a channel, and as a page at any time."""
        async with self.service.store.read() as reader:
            row = await require_sharer(reader, pressed.table, interaction.user.id)
            channel = await find_shared_channel(reader, row)
        as_page = button(_(BUTTON_AS_PAGE), CustomId(row.id, None, SHARE_PAGE))
        in_channel = [button(_("In a channel"), CustomId(row.id, None, SHARE_FORM))] if channel is None else []
        await respond(interaction, Answer(format_share(channel), rows_of_buttons([*in_channel, as_page])))

    @on(SHARE_PAGE)
    async def _share_page(self, interaction: Interaction, pressed: CustomId) -> None:
        """Send the game as an HTML file. Its pictures are drawn one by one, so that those of others go on."""
        async with self.service.store.read() as reader:
            await require_sharer(reader, pressed.table, interaction.user.id)
        table, turns = await self.service.past_turns(pressed.table)
        assert table.outcome is not None
        over = FinishedGame(table.row.game, format_table_title(table), turns, table.outcome, table.names)
        page = await make_replay_page(over, partial(draw, self.bot, interaction))
        back = button(_(BUTTON_BACK), CustomId(table.row.id, None, "share"))
        await respond(
            interaction, build_file_answer(_(PAGE_MADE), f"{table.row.game}.html", page, *rows_of_buttons([back]))
        )

    @on_form(SHARE_FORM)
    async def _open_share(self, interaction: Interaction, pressed: CustomId) -> None:
        """Open the form that asks for a channel; the game's own channel is preselected."""
        async with self.service.store.read() as reader:
            row = await require_shareable(reader, pressed.table, interaction.user.id)
        await open_form(interaction, share_form(row))

    @on(SHARED)
    async def _share(self, interaction: Interaction, pressed: CustomId) -> None:
        """Queue a message with the result and the replay for the channel chosen in the form.

        Without a choice it is the game's own channel. Raises Refusal if the user or the bot may not write there.
        """
        table = await self.service.view(pressed.table)
        channel = chosen_channel(interaction) or table.row.channel_id
        require_may_write(self.bot, interaction, channel)
        await share(self.service, pressed.table, interaction.user.id, channel)
        await respond(interaction, Answer(shared(channel)))


def rematch_state(phase: str, channel: int, *, seated: bool) -> str:
    """Format the answer to *Play again*: the rematch waits for players, is in progress, or is over already."""
    if phase == "lobby":
        return _(
            "You're in. The next game is in {channel} and starts when everybody has agreed.", channel=f"<#{channel}>"
        )
    if phase != "playing":
        return _("The next game is already over. To start another one, type `/play`.")
    if seated:
        return _("The next game starts in {channel}.", channel=f"<#{channel}>")
    return _("The next game has started without you in {channel}.", channel=f"<#{channel}>")


def format_share(channel: int | None) -> str:
    """Format the page with the ways to share a game; `channel` is where it was shared already, if anywhere."""
    lines = (
        _("### Share this game"),
        _("Post the result and the replay in a channel, once.") if channel is None else format_shared_once(channel),
        _("Or get the whole game as one page for any browser, to keep or to pass on."),
    )
    return "\n".join(lines)


def format_shared_once(channel: int) -> str:
    return _("This game has already been shared in {channel}.", channel=f"<#{channel}>")


def shared(channel: int) -> str:
    return _("The result and the replay are on their way to {channel}.", channel=f"<#{channel}>")

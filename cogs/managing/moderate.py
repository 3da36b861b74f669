"""Moderation: `/moderate`, the page of a table, the server's tables, blocked users, and the log."""

from collections.abc import Sequence

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from cogs.at_table.seats import replace_buttons
from cogs.client import Hexcade
from cogs.managing import moderate_page
from cogs.managing.moderate_page import (
    ACT,
    ASK,
    BLOCKED,
    BUTTON_TABLES,
    BUTTONS,
    LOG,
    PAGE,
    PICK,
    SERVER,
    TABLES,
    TABLES_A_PAGE,
    may_moderate_table,
    require_moderator,
)
from cogs.ui.kit.answers import Answer, Interaction, open_form, respond
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.custom_ids import MOST_ID, CustomId, read_number
from cogs.ui.kit.forms import list_chosen_people, read_choices
from cogs.ui.kit.interactions import get_data, get_selected_values, on, on_form
from cogs.ui.kit.interface import row_title
from cogs.ui.kit.layouts import button
from cogs.ui.messages.seat_offer import BUTTON_WITHDRAW, WITHDRAW, offer_id
from cogs.ui.messages.shared_buttons import menu_button
from data.store import OPEN_PHASES, AuditRow, TableRow
from language.messages import N_, _
from tables.committing.changes import Decision
from tables.moderating import blocks, moderation
from tables.moderating.moderation import SEAT_HAS_CHANGED, Moderator
from tables.moderating.moderation_state import decode_moderation
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.texts import ONLY_HOST, describe_end
from tables.timing import pauses
from tables.viewer import TableView

NOBODY_HERE = N_("There is nobody at this table whom you can remove.")
NOT_HERE = N_("That table isn't on this server. Choose another one with `/moderate`.")

CHOOSE_SOMEBODY = N_("Choose one other person who isn't a bot.")
UNKNOWN_ACT = N_("That button is out of date. Open the page again with `/moderate`.")
FOR_HOST = N_(
    "As the host you can cancel the game, and offer the seats of computer players and of people who are away."
)

DONE = {
    moderation.PAUSE: N_("The game is paused."),
    moderation.RESUME: N_("The game is resumed."),
    moderation.END: N_("The game has ended."),
    moderation.OFFER: N_("I have asked them."),
    moderation.REMOVE: N_("They are no longer at this table."),
    moderation.LOCK: N_("The table is locked."),
    moderation.UNLOCK: N_("The table is unlocked."),
    moderation.BLOCK: N_("They are blocked now."),
    moderation.UNBLOCK: N_("They can join tables on this server again."),
}


class ModeratePage(commands.Cog):
    """A cog for `/moderate`, *Moderate* and their pages. Each press checks the user's permission again."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @app_commands.command(
        name="moderate",
        description=N_("For moderators: pause, lock or end tables, and replace, remove or block players"),
    )
    @app_commands.guild_only()
    async def moderate(self, interaction: Interaction) -> None:
        """List the server's open tables privately."""
        async with give_answer(interaction, self.bot.service, "moderate") as answer:
            guild_id = await require_moderator(self.service, interaction)
            answer.content = await self.tables(guild_id)

    # Pages of a move, and private pages

    async def tables(self, guild_id: int, page: int = 0, note: str = "") -> Answer:
        """Build a page of the server's open tables, newest first."""
        start = page * TABLES_A_PAGE
        async with self.service.store.read() as reader:
            found = await reader.tables.list_open_of_server(guild_id, TABLES_A_PAGE + 1, start)
            shown = [(row, _seat_count(row), await reader.tables.seats(row.id)) for row in found[:TABLES_A_PAGE]]
        if not shown and page:
            return await self.tables(guild_id, note=note)
        return moderate_page.tables_answer(shown, page, is_last=len(found) <= TABLES_A_PAGE, note=note)

    @on(PAGE)
    async def _table(self, interaction: Interaction, pressed: CustomId) -> None:
        await respond(interaction, await self._table_answer(interaction, pressed.table))

    async def _table_answer(self, interaction: Interaction, table_id: str, note: str = "") -> Answer:
        """Build the page of a table for a moderator, or a reduced one for its host.

        Raises Refusal for other users.
        """
        table = await self.service.view(table_id, interaction.user.id)
        is_moderator = await may_moderate_table(self.service, interaction, table.row)
        if not is_moderator and table.row.host != interaction.user.id:
            raise Refusal(_(ONLY_HOST))
        async with self.service.store.read() as reader:
            log = await reader.servers.audit_of_table(table_id, moderate_page.LOG_LINES_OF_TABLE)
        if not is_moderator:
            own = [
                *moderate_page.host_buttons(table.row),
                *replace_buttons(table, interaction.user.id),
                menu_button(table.row.id),
            ]
            # reasons are for moderators only, and the host is a player
            unreasoned = [msgspec.structs.replace(entry, reason="") for entry in log]
            return moderate_page.table_answer(
                table.row, table.seats, unreasoned, (), more=own, note=note or _(FOR_HOST)
            )
        back = [
            *_withdraw_buttons(table, interaction.user.id),
            *([menu_button(table.row.id)] if table.view is not None else []),
            moderate_page.page_button(_(BUTTON_TABLES), TABLES),
        ]
        return moderate_page.table_answer(table.row, table.seats, log, possible_acts(table), more=back, note=note)

    @on(TABLES)
    async def _tables(self, interaction: Interaction, pressed: CustomId) -> None:
        guild_id = await require_moderator(self.service, interaction)
        await respond(interaction, await self.tables(guild_id, _start(pressed)))

    @on(PICK)
    async def _pick(self, interaction: Interaction, pressed: CustomId) -> None:
        await respond(interaction, await self._table_answer(interaction, "".join(get_selected_values(interaction)[:1])))

    @on(LOG)
    async def _log(self, interaction: Interaction, pressed: CustomId) -> None:
        guild_id, start = await require_moderator(self.service, interaction), _start(pressed)
        async with self.service.store.read() as reader:
            log = await reader.servers.audit_of_server(guild_id, moderate_page.LOG_LINES + 1, start)
            rows = [await reader.tables.get(table) for table in _collect_table_ids(log)]
        titles = {row.id: row_title(row) for row in rows if row is not None}
        await respond(interaction, moderate_page.log_answer(log, titles, start))

    @on(BLOCKED)
    async def _show_blocked(self, interaction: Interaction, pressed: CustomId) -> None:
        guild_id = await require_moderator(self.service, interaction)
        await respond(interaction, await self._blocked_answer(guild_id, start=_start(pressed)))

    async def _blocked_answer(self, guild_id: int, note: str = "", start: int = 0) -> Answer:
        async with self.service.store.read() as reader:
            found = await reader.servers.blocks(guild_id, TABLES_A_PAGE + 1, start)
        return moderate_page.blocked_answer(found, note, start)

    # Organisers' actions

    @on_form(ASK)
    async def _open_form(self, interaction: Interaction, pressed: CustomId) -> None:
        """Open the form for a moderator action, in which the user confirms it and may give a reason."""
        act = _act_of(pressed)
        guild_id = await require_moderator(self.service, interaction)
        if pressed.table == SERVER:
            blocked = await self._blocked_names(guild_id, _start(pressed, 1))
            if act == moderation.UNBLOCK and not blocked:
                raise Refusal(_("Nobody is blocked from the tables of this server."))
            await open_form(interaction, moderate_page.act_form(SERVER, act, blocked=blocked))
            return
        table = await self._require_table(interaction, pressed.table)
        if act not in (*possible_acts(table), moderation.BLOCK):
            raise Refusal(describe_end(table.row.phase) if table.row.phase not in OPEN_PHASES else _(UNKNOWN_ACT))
        offered = moderate_page.eligible_seats(table.row, table.seats, act)
        if act in (moderation.REMOVE, moderation.OFFER) and not offered:
            raise Refusal(_(NOBODY_HERE))
        await open_form(interaction, moderate_page.act_form(table.row.id, act, offered))

    async def _blocked_names(self, guild_id: int, start: int) -> dict[int, str]:
        """Return the names of one page of the server's blocked users, by user id.

        A user without a known name gets the id as name.
        """
        async with self.service.store.read() as reader:
            users = [row.user_id for row in await reader.servers.blocks(guild_id, TABLES_A_PAGE, start)]
            names = {row.id: row.name for row in await reader.people.users(users)}
        return {user: names.get(user, str(user)) for user in users}

    @on(ACT)
    async def _act(self, interaction: Interaction, pressed: CustomId) -> None:
        """Carry out the moderator action of the submitted form, and show the updated page.

        Idempotent: repeating an action is refused, because it has already been done.
        """
        act = _act_of(pressed)
        guild_id = await require_moderator(self.service, interaction)
        values = read_choices(get_data(interaction).get("components", []))
        by = Moderator(interaction.user.id, _reason(values.get(moderate_page.REASON, ())))
        if act in (moderation.BLOCK, moderation.UNBLOCK):
            await self._block(interaction, guild_id, act, values, by)
            answer = await self._blocked_answer(guild_id, _(DONE[act]))
        else:
            table = await self._require_table(interaction, pressed.table)
            await self.service.change(table.row.id, self._decision(interaction, act, values, by))
            answer = await self._table_answer(interaction, table.row.id, _(DONE[act]))
        await respond(interaction, answer)

    async def _block(
        self,
        interaction: Interaction,
        guild_id: int,
        act: str,
        values: dict[str, tuple[str, ...]],
        by: Moderator,
    ) -> None:
        if act == moderation.BLOCK:
            await blocks.block(self.service, guild_id, _person(interaction), by)
        else:
            await blocks.unblock(self.service, guild_id, _number(values.get(moderate_page.PERSON, ())), by)

    def _decision(
        self, interaction: Interaction, act: str, values: dict[str, tuple[str, ...]], by: Moderator
    ) -> Decision:
        """Return the decision that carries out a moderator action at a table.

        Raises Refusal if the action is unknown, or if a computer player has the seat to be cleared.
        """
        match act:
            case moderation.END:
                return moderation.end(by)
            case moderation.PAUSE:
                return moderation.add_audit_entry(pauses.pause_by_moderator(self.service.now()), by, act)
            case moderation.RESUME:
                return moderation.add_audit_entry(pauses.resume_by_moderator(self.service.now()), by, act)
            case moderation.LOCK:
                return moderation.lock(by)
            case moderation.UNLOCK:
                return moderation.unlock(by)
            case moderation.OFFER:
                return moderation.offer(by, *_chosen_seat(values), _person(interaction))
            case moderation.REMOVE:
                _seat, holder = _chosen_seat(values)
                if holder is None:
                    raise Refusal(_(NOBODY_HERE))
                return moderation.remove(by, holder)
            case _:
                raise Refusal(_(UNKNOWN_ACT))

    # Permissions

    async def _require_table(self, interaction: Interaction, table_id: str) -> TableView:
        """Return the view of a table on the interaction's server.

        Raises Refusal if the table is not on that server.
        """
        table = await self.service.view(table_id, interaction.user.id)
        if table.row.guild_id is None or table.row.guild_id != interaction.guild_id:
            raise Refusal(_(NOT_HERE))
        return table


def possible_acts(table: TableView) -> list[str]:
    """Return the moderator actions that are possible at a table; empty if the table is closed."""
    if table.row.phase not in OPEN_PHASES:
        return []
    locking = moderation.UNLOCK if decode_moderation(table.row).locked else moderation.LOCK
    if table.row.phase != "playing":
        return [locking, moderation.REMOVE, moderation.END]
    # a moderator can replace a pause made by players with a moderator's pause, or end it
    standing = pauses.find_current_pause(table.row)
    is_ours = standing is not None and standing.kind == "moderator"
    pausing = [*([] if is_ours else [moderation.PAUSE]), *([] if standing is None else [moderation.RESUME])]
    return [*pausing, locking, moderation.REMOVE, moderation.OFFER, moderation.END]


def _withdraw_buttons(table: TableView, user_id: int) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """Return a *Withdraw* button for each open offer of a seat that this moderator made."""
    own = [seat for seat in table.seats if seat.by_moderator and seat.offered_by == user_id]
    return [button(_(BUTTON_WITHDRAW), offer_id(table.row.id, WITHDRAW, seat.seat, seat.offers)) for seat in own]


def _act_of(pressed: CustomId) -> str:
    act = "".join(pressed.details[:1])
    if act not in BUTTONS:
        raise Refusal(_(UNKNOWN_ACT))
    return act


def _start(pressed: CustomId, place: int = 0) -> int:
    """Return the page number or offset at the index `place` of a button's details; 0 if there is none."""
    return pressed.number(place, 999_999) or 0


def _reason(values: Sequence[str]) -> str:
    return " ".join("".join(values[:1]).split())[: moderation.REASON_LIMIT]


def _person(interaction: Interaction) -> int:
    people = list_chosen_people(interaction, moderate_page.PERSON)
    if len(people) != 1:
        raise Refusal(_(CHOOSE_SOMEBODY))
    return people[0]


def _number(values: Sequence[str]) -> int:
    number = read_number("".join(values[:1]), MOST_ID)
    if number is None:
        raise Refusal(_(CHOOSE_SOMEBODY))
    return number


def _chosen_seat(values: dict[str, tuple[str, ...]]) -> tuple[int, int | None]:
    """Return the seat chosen in a form, and the user id of its player (None for a computer player).

    The player is the one who had the seat when the form was opened. Raises Refusal for a value in another format.
    """
    words = "".join(values.get(moderate_page.SEAT, ())[:1]).split()
    if len(words) != 2:
        # forms opened by earlier versions contain the seat without its player
        raise Refusal(SEAT_HAS_CHANGED)
    return _number(words[:1]), _number(words[1:]) or None


def _seat_count(row: TableRow) -> int:
    return msgspec.json.decode(row.settings, type=TableSettings).seats


def _collect_table_ids(log: Sequence[AuditRow]) -> list[str]:
    return [*dict.fromkeys(entry.table_id for entry in log if entry.table_id is not None)]

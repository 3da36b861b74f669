"""Moderator permissions; the pages and forms of moderation, which are built from database rows."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from cogs.ui.kit.answers import Answer, Interaction
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.forms import choice_field, modal, radio_field
from cogs.ui.kit.interface import row_title
from cogs.ui.kit.layouts import button, paging_buttons, rows_of_buttons
from cogs.ui.messages.cards import text_length
from cogs.ui.requests.interaction_user import get_requester
from cogs.ui.texts import texts
from cogs.ui.texts.league_texts import format_audit_entry
from data.store import OPEN_PHASES, AuditRow, BlockRow, SeatRow, TableRow
from language.messages import N_, _, list_and
from leagues.undoing import AUDITED
from render.text import truncate
from tables.moderating import moderation
from tables.moderating.moderation import REASON_LIMIT
from tables.moderating.moderation_state import decode_moderation
from tables.moderating.server_settings import may_moderate, require_may_moderate, server_settings
from tables.open_table import ACTIVE
from tables.refusal import Refusal
from tables.seat_changes import seats
from tables.service import TableService
from tables.texts import escape
from tables.viewer import TableView

PERSON_FIELD = N_("Who?")

BUTTON_MODERATE = N_("Moderate")
SERVER = "server"
"""Placeholder for a table id in the custom ids of pages about the whole server."""
PAGE, TABLES, PICK, LOG, BLOCKED, ASK, ACT = (
    "moderate",
    "mod_tables",
    "mod_pick",
    "mod_log",
    "mod_blocked",
    "mod_ask",
    "mod_act",
)
REASON, SEAT, PERSON = "reason", "seat", "person"
TABLES_A_PAGE = 25
LOG_LINES = 20
LOG_LINES_OF_TABLE = 5
TEXT_LIMIT = 3_600

Item = ui.Item[Any]

BUTTON_TABLES = N_("Open tables")
BUTTONS = {
    moderation.PAUSE: N_("Pause"),
    moderation.RESUME: N_("Resume"),
    moderation.END: N_("End game for all"),
    moderation.OFFER: N_("Replace somebody"),
    moderation.REMOVE: N_("Remove somebody"),
    moderation.LOCK: N_("Lock"),
    moderation.UNLOCK: N_("Unlock"),
    moderation.BLOCK: N_("Block somebody"),
    moderation.UNBLOCK: N_("Unblock somebody"),
}
"""The labels of the buttons for moderator actions; the forms have the same titles."""
HINTS = {
    moderation.PAUSE: N_("All clocks stop until a moderator resumes the game."),
    moderation.RESUME: N_("The clocks continue from where they stopped."),
    moderation.END: N_("The game doesn't count for anybody. This can't be undone."),
    moderation.OFFER: N_("They are asked with one ping. They take the seat if they accept."),
    moderation.REMOVE: N_("If the game has started, the computer plays on in their seat."),
    moderation.LOCK: N_("Nobody can join, take a seat or take a move back. The game itself continues."),
    moderation.UNLOCK: N_("Players can join, pass on seats and take moves back again."),
    moderation.BLOCK: N_(
        "They leave tables that haven't started, and can't join others. Their running games continue."
    ),
    moderation.UNBLOCK: N_("They can join tables on this server again."),
}
"""Descriptions of the effects of the moderator actions, for their forms: at most 100 characters each."""
TABLES_TITLE = N_("### Open tables of this server\nChoose one to moderate it.")
LOG_TITLE = N_("### Moderation log")
BLOCKED_TITLE = N_("### Blocked from the tables of this server")
_ACTS_TOLD = {
    moderation.PAUSE: N_("{name} paused the game"),
    moderation.RESUME: N_("{name} resumed the game"),
    moderation.END: N_("{name} ended the game"),
    moderation.OFFER: N_("{name} offered a seat to {other}"),
    seats.WITHDRAW: N_("{name} withdrew the offer of a seat to {other}"),
    moderation.REMOVE: N_("{name} removed {other}"),
    moderation.LOCK: N_("{name} locked the table"),
    moderation.UNLOCK: N_("{name} unlocked the table"),
    moderation.BLOCK: N_("{name} blocked {other}"),
    moderation.UNBLOCK: N_("{name} unblocked {other}"),
}


async def may_moderate_table(service: TableService, interaction: Interaction, row: TableRow) -> bool:
    """Return whether the user is on the table's server and moderates it."""
    if row.guild_id is None or row.guild_id != interaction.guild_id:
        return False
    return may_moderate(get_requester(interaction), await server_settings(service.store, row.guild_id))


async def require_moderator(service: TableService, interaction: Interaction) -> int:
    """Return the id of the server that the user moderates.

    Raises Refusal if they don't moderate it, or outside of servers.
    """
    if interaction.guild_id is None:
        raise Refusal(_("This works only on servers. Use `/moderate` on the server of the table."))
    require_may_moderate(get_requester(interaction), await server_settings(service.store, interaction.guild_id))
    return interaction.guild_id


async def moderate_buttons(
    service: TableService, interaction: Interaction, table: TableView
) -> list[ui.Button[ui.LayoutView]]:
    """Return the button *Moderate* for the page *More*; only the host and the server's moderators get it.

    The list is empty for other users, for tables in direct messages, and unless the game is in progress.
    """
    # direct messages have no moderators, and the game there has its own button to end it
    if table.row.phase != "playing" or table.row.guild_id is None:
        return []
    if table.row.host != interaction.user.id and not await may_moderate_table(service, interaction, table.row):
        return []
    return [page_button(_(BUTTON_MODERATE), PAGE, table.row.id)]


def table_answer(
    row: TableRow,
    seats: Sequence[SeatRow],
    log: Sequence[AuditRow],
    acts: Sequence[str],
    *,
    more: Sequence[ui.Button[ui.LayoutView]] = (),
    note: str = "",
) -> Answer:
    """Build the page of a table: its state, the moderator actions taken so far, and buttons for the possible ones."""
    head = table_page(
        row_title(row),
        row.channel_id,
        row.host,
        [seat.name for seat in seats],
        over=row.phase not in OPEN_PHASES,
        locked=decode_moderation(row).locked,
    )
    lines = [line for line in (f"**{note}**" if note else "", head, *_log_lines(log, {})) if line]
    buttons = [ask_button(row.id, act) for act in acts]
    return Answer("\n".join(drop_overflow(lines)), rows_of_buttons([*buttons, *more]))


def ask_button(table: str, act: str, *details: str) -> ui.Button[ui.LayoutView]:
    """Return the button that opens the form for a moderator action."""
    style = discord.ButtonStyle.danger if act == moderation.END else discord.ButtonStyle.secondary
    return button(_(BUTTONS[act]), CustomId(table, None, ASK, (act, *details)), style)


def page_button(label: str, action: str, table: str = SERVER, *details: str) -> ui.Button[ui.LayoutView]:
    """Return a button with the given label that opens a page of moderation; its custom id has no version."""
    return button(label, CustomId(table, None, action, details))


def tables_answer(
    rows: Sequence[tuple[TableRow, int, Sequence[SeatRow]]], page: int, *, is_last: bool, note: str = ""
) -> Answer:
    """Build the page with a server's open tables; `page` is counted from 0.

    `rows` holds, for each table, its row, its number of seats, and the seats that are taken.
    """
    items: list[Item] = []
    if rows:
        options = [
            discord.SelectOption(
                label=truncate(row_title(row), 100),
                value=row.id,
                description=table_state(len(seats), count, row.phase, [seat.name for seat in seats]),
            )
            for row, count, seats in rows
        ]
        custom_id = str(CustomId(SERVER, None, PICK))
        items.append(ui.ActionRow(ui.Select(custom_id=custom_id, placeholder=_("Choose a table"), options=options)))
    buttons = [
        *_page_buttons(TABLES, newer=page - 1 if page else None, older=None if is_last else page + 1),
        page_button(_("Blocked people"), BLOCKED),
        page_button(_("Log"), LOG),
    ]
    head = _(TABLES_TITLE) if rows else _("There are no open tables on this server.")
    return Answer(f"**{note}**\n{head}" if note else head, (*items, *rows_of_buttons(buttons)))


def log_answer(log: Sequence[AuditRow], titles: dict[str, str], start: int = 0) -> Answer:
    """Build a page of the server's moderation log, newest first; `start` is the offset of its first entry.

    `log` has one entry more than a page can hold if there are older ones. Long reasons reduce the number of entries on
    a page. `titles` are the titles of tables by id.
    """
    lines = _log_lines(log[:LOG_LINES], titles) or [_("Nothing yet.")]
    shown = drop_overflow([_(LOG_TITLE), *lines])
    end = start + len(shown) - 1
    turning = _page_buttons(
        LOG, newer=max(0, start - LOG_LINES) if start else None, older=end if end < start + len(log) else None
    )
    back = page_button(_(BUTTON_TABLES), TABLES)
    return Answer("\n".join(shown), rows_of_buttons([*turning, back]))


def blocked_answer(blocked: Sequence[BlockRow], note: str = "", start: int = 0) -> Answer:
    """Build a page of the users blocked on the server, newest first.

    `blocked` has one entry more than fits a page if there are more. `start` is the offset of the first entry.
    """
    shown = blocked[:TABLES_A_PAGE]
    lines = [blocked_line(row.user_id, row.created) for row in shown]
    head = [line for line in (f"**{note}**" if note else "", _(BLOCKED_TITLE)) if line]
    buttons = [ask_button(SERVER, moderation.BLOCK)]
    if blocked:
        buttons.append(ask_button(SERVER, moderation.UNBLOCK, str(start)))
    end = start + TABLES_A_PAGE
    turning = _page_buttons(
        BLOCKED,
        newer=max(0, start - TABLES_A_PAGE) if start else None,
        older=end if len(blocked) > len(shown) else None,
    )
    back = page_button(_(BUTTON_TABLES), TABLES)
    text = "\n".join(drop_overflow([*head, *(lines or [_("Nobody.")])]))
    return Answer(text, rows_of_buttons([*turning, *buttons, back]))


def _page_buttons(action: str, *, newer: int | None, older: int | None) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons to the newer and the older page; `newer` and `older` are their numbers or offsets.

    None disables a button. If both are None, there are no buttons.
    """
    if newer is None and older is None:
        return []
    back, following = (
        CustomId(SERVER, None, action, (str(start or 0), name)) for start, name in ((newer, "newer"), (older, "older"))
    )
    return paging_buttons(
        back, following, is_first=newer is None, is_last=older is None, labels=(N_("Newer"), N_("Older"))
    )


def drop_overflow(lines: Sequence[str]) -> list[str]:
    """Return the lines that fit into a message; lines at the end are dropped if the text would be too long."""
    kept = [*lines]
    while text_length("\n".join(kept)) > TEXT_LIMIT:
        kept.pop()
    return kept


def act_form(
    table: str, act: str, offered: Sequence[SeatRow] = (), blocked: Mapping[int, str] | None = None
) -> ui.Modal:
    """Build the form for a moderator action: the person or the seat, if the action needs one, and the reason.

    `offered` are the seats that can be chosen. `blocked` are the names of the users who can be unblocked, by id.
    """
    fields: list[Item] = []
    if act in (moderation.REMOVE, moderation.OFFER):
        names = {seat_value(seat): seat.name for seat in offered}
        fields.append(radio_field(_("Which seat?"), SEAT, names, ""))
    if act == moderation.UNBLOCK:
        users = {str(user): name for user, name in (blocked or {}).items()}
        fields.append(choice_field(_(PERSON_FIELD), PERSON, users, ""))
    if act in (moderation.OFFER, moderation.BLOCK):
        people: ui.UserSelect[Any] = ui.UserSelect(custom_id=PERSON, required=True)
        fields.append(ui.Label(text=_(PERSON_FIELD), component=people))
    reason: ui.TextInput[Any] = ui.TextInput(
        custom_id=REASON,
        required=False,
        max_length=REASON_LIMIT,
        style=discord.TextStyle.paragraph,
        placeholder=_("For the moderators' log; players don't see it"),
    )
    fields.append(ui.Label(text=_("Why?"), description=_(HINTS[act]), component=reason))
    return modal(_(BUTTONS[act]), CustomId(table, None, ACT, (act,)), fields)


def seat_value(seat: SeatRow) -> str:
    """Return a form value that contains the seat's number and its current player's id.

    So a change of the seat's player while the form is open is noticed.
    """
    return f"{seat.seat} {seat.user_id or 0}"


def eligible_seats(row: TableRow, seats: Sequence[SeatRow], act: str) -> list[SeatRow]:
    """Return the seats to which a moderator can apply the action `act`: offering a seat, or removing its player.

    Any seat still in the game can be offered. Users can be removed, except the host of a lobby; computer players can't.
    """
    active = [seat for seat in seats if seat.state == ACTIVE]
    if act == moderation.OFFER:
        return active
    kept = (None, row.host) if row.phase == "lobby" else (None,)
    return [seat for seat in active if seat.user_id not in kept]


def _log_lines(log: Sequence[AuditRow], titles: dict[str, str]) -> list[str]:
    return [
        log_line(
            entry.act,
            entry.actor,
            entry.user_id,
            entry.created,
            entry.reason,
            titles.get(entry.table_id or ""),
        )
        for entry in log
    ]


def host_buttons(row: TableRow) -> list[ui.Button[ui.LayoutView]]:
    """Return the button *Cancel game* for a host who isn't a moderator; none unless the game is running."""
    if row.phase != "playing":
        return []
    return [button(texts.BUTTON_CANCEL, CustomId(row.id, None, "cancel"))]


def table_page(title: str, channel: int, host: int, names: Sequence[str], *, over: bool, locked: bool) -> str:
    """Format the head of a table's page for moderators: title, place, host, players and state."""
    people = list_and([escape(name) for name in names])
    state = _("It has ended.") if over else _("It is locked.") if locked else ""
    told = _("In {channel}, opened by {host}: {people}.", channel=f"<#{channel}>", host=_mention(host), people=people)
    return " ".join(part for part in (f"### {title}\n{told}", state) if part)


def _mention(user: int) -> str:
    """Format a mention; 0 is the id of a deleted user."""
    return f"<@{user}>" if user else _("somebody")


def log_line(act: str, actor: int, user: int | None, created: int, reason: str, table: str | None) -> str:
    """Format a moderator action for the log in one line."""
    told = _tell_act(act, _mention(actor), "" if user is None else f"<@{user}>")
    if table is not None:
        told = _("{told} at {table}", told=told, table=table)
    why = f": {escape(reason)}" if reason else ""
    return f"<t:{created // 1000}:R> {told}{why}"


def _tell_act(act: str, name: str, other: str) -> str:
    if act in _ACTS_TOLD:
        return _(_ACTS_TOLD[act], name=name, other=other)
    return " ".join((name, format_audit_entry(act.removeprefix(AUDITED))))


def blocked_line(user: int, since: int) -> str:
    return _("{name} since {when}", name=f"<@{user}>", when=f"<t:{since // 1000}:d>")


def table_state(seats: int, of: int, phase: str, names: Sequence[str]) -> str:
    """Format a table's state for its option in the select of tables, at most 100 characters long."""
    state = _("{seats} of {of} seats taken", seats=seats, of=of) if phase == "lobby" else _("in progress")
    return truncate(f"{state} · {', '.join(names)}", 100)

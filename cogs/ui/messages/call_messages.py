"""The messages that call players to a table, and the messages to its followers; each links to the board."""

from collections.abc import Sequence

from discord import ui

from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interface import format_table_title, interface
from cogs.ui.kit.layouts import button, layout, picture, rows_of_buttons
from cogs.ui.messages.cards import PICTURE, STAND_IN_ACTION, state_line
from cogs.ui.messages.stories import escaped_names
from cogs.ui.texts import texts
from data.store import MessageRow, TableRow
from language.messages import N_, _, capitalize, list_and, ngettext
from tables.calling.recipients import BACK, LAST, NUDGE, REMINDER, CallPayload
from tables.texts import escape
from tables.viewer import TableView

PINGS, FOLLOW = "pings", "follow"
"""Actions in custom ids: PINGS opens the page *Pings*; FOLLOW follows a table or stops following it."""
TURNS, END, STOP = "turns", "end", "stop"
"""The detail of a FOLLOW custom id: follow every turn, follow the end only, or stop following."""

BUTTON_STAND_IN = N_("Let the computer play for me")

BUTTON_PINGS = N_("Pings")
BUTTON_OPEN = N_("Open the board")
BUTTON_STOP = N_("Stop following")


def call_view(
    table: TableView, payload: CallPayload, users: Sequence[int], card: MessageRow | None, row: int
) -> ui.LayoutView:
    """Build the public message that mentions the called users; `row` is the outbox row's id."""
    who = [texts.mention(user) for user in users]
    text = call_text(payload.reason, who, _task(table), by=payload.by, deadline=_due(table, users))
    return layout(ui.TextDisplay(text), *rows_of_buttons(_buttons(table, payload, card, row)))


def direct_view(table: TableView, payload: CallPayload, card: MessageRow | None, row: int) -> ui.LayoutView:
    """Build the direct message that calls a user; `row` is the outbox row's id."""
    place = mention_channel(table.row.channel_id if card is None else card.channel_id)
    text = direct_text(
        payload.reason,
        format_table_title(table),
        place,
        _task(table),
        by=payload.by,
        deadline=_due(table, payload.users),
    )
    return layout(ui.TextDisplay(text), *rows_of_buttons(_buttons(table, payload, card, row)))


def next_line_view(table: TableView, user: int, row: int) -> ui.LayoutView:
    """Build the public line for the user who is next; `row` is the outbox row's id."""
    text = f"-# {texts.mention(user)}, {next_text(table.waiting_names())}"
    return layout(ui.TextDisplay(text), *rows_of_buttons([button(_(BUTTON_PINGS), pings_id(table.row.id, row))]))


def next_direct_view(table: TableView, card: MessageRow | None, row: int) -> ui.LayoutView:
    """Build the direct message to the user who is next; `row` is the outbox row's id."""
    place = mention_channel(table.row.channel_id if card is None else card.channel_id)
    sentence = next_text(table.waiting_names())
    text = f"### {format_table_title(table)}\n{capitalize(sentence)}\n-# {place}"
    buttons = [jump_button(table.row, card), button(_(BUTTON_PINGS), pings_id(table.row.id, row))]
    return layout(ui.TextDisplay(text), *rows_of_buttons(buttons))


def next_text(before: Sequence[str]) -> str:
    """Format the message that a user is next; `before` names those who must act now."""
    names = list_and([escape(name) for name in before])
    return _("it's not your turn yet: {names} moves first, and you're next. I call you then.", names=names)


def follow_view(table: TableView, story: str, alt: str, card: MessageRow | None) -> ui.LayoutView:
    """Build the direct message to a follower: state, picture and story, from a spectator's view."""
    headline = interface(table.row.game).words.headline(table.view, escaped_names(table))
    head = ui.TextDisplay[ui.LayoutView](f"### {format_table_title(table)} · {headline}\n{state_line(table)}")
    buttons = [jump_button(table.row, card)]
    if table.row.phase == "playing":
        buttons.append(button(_(BUTTON_STOP), stop_id(table.row.id)))
    else:
        # A disabled button: the message is recognised by it if it was sent but not recorded.
        stop = button(_(BUTTON_STOP), stop_id(table.row.id))
        stop.disabled = True
        buttons.append(stop)
    below = [ui.TextDisplay[ui.LayoutView](story)] if story else []
    return layout(head, picture(PICTURE, alt), *below, *rows_of_buttons(buttons))


def jump_button(row: TableRow, message: MessageRow | None) -> ui.Button[ui.LayoutView]:
    """Build the button that links to a table's message, or to its channel if there is none."""
    channel = row.channel_id if message is None else message.channel_id
    where = [str(row.guild_id or "@me"), str(channel), *([] if message is None else [str(message.message_id)])]
    return ui.Button(label=_(BUTTON_OPEN), url=f"https://discord.com/channels/{'/'.join(where)}")


def pings_id(table_id: str, row: int) -> CustomId:
    """Return the custom id that opens the page *Pings*; the outbox row's id in it identifies the posted message."""
    return CustomId(table_id, None, PINGS, (str(row),))


def stop_id(table_id: str) -> CustomId:
    """Return the custom id that stops following a table."""
    return CustomId(table_id, None, FOLLOW, (STOP,))


def _due(table: TableView, users: Sequence[int]) -> int | None:
    """Return the earliest deadline of the called users, or None if no clock runs."""
    return table.due([seat for seat in table.awaited_seats() if seat.user_id in users])


def _task(table: TableView) -> str:
    return interface(table.row.game).words.task(table.view)


def _buttons(
    table: TableView, payload: CallPayload, card: MessageRow | None, row: int
) -> list[ui.Button[ui.LayoutView]]:
    """Build the link to the board, *Pings*, and for a reminder the button that lets a computer player stand in."""
    stand_in = button(_(BUTTON_STAND_IN), CustomId(table.row.id, None, STAND_IN_ACTION))
    pings = button(_(BUTTON_PINGS), pings_id(table.row.id, row))
    return [jump_button(table.row, card), *([stand_in] if payload.reason == REMINDER else []), pings]


def call_text(reason: str, who: Sequence[str], task: str, *, by: str = "", deadline: int | None = None) -> str:
    """Format the public message that calls users to act.

    `who` are their mentions. `task` is what they have to do, such as "to move".
    """
    names = list_and(who)
    match reason:
        case value if value == LAST:
            called = _("{names}, you're the last one: everybody else is done.", names=names)
        case value if value == NUDGE:
            called = _("{names}, {by} is looking forward to your move.", names=names, by=escape(by))
        case value if value == REMINDER:
            called = ngettext(
                "{names}, a reminder: it's your turn {task}.",
                "{names}, a reminder: it's your turn {task}.",
                len(who),
                names=names,
                task=task,
            )
        case value if value == BACK:
            called = _("{names}, your move was taken back, so it's your turn {task} again.", names=names, task=task)
        case _:
            called = ngettext(
                "{names}, it's your turn {task}.", "{names}, it's your turn {task}.", len(who), names=names, task=task
            )
    return called + _format_until(deadline)


def direct_text(reason: str, title: str, place: str, task: str, *, by: str = "", deadline: int | None = None) -> str:
    """Format the direct message that calls a user to a table in a channel."""
    asked = {
        LAST: _("You're the last one: everybody else is done."),
        NUDGE: _("{by} is looking forward to your move.", by=escape(by)),
        REMINDER: _("A reminder: it's your turn {task}.", task=task),
        BACK: _("Your move was taken back, so it's your turn {task} again.", task=task),
    }
    turn = _("It's your turn {task}.", task=task)
    return f"### {title}\n{asked.get(reason, turn)}{_format_until(deadline)}\n-# {place}"


def _format_until(deadline: int | None) -> str:
    return "" if deadline is None else " " + _("Due {when}.", when=f"<t:{deadline // 1000}:R>")


def mention_channel(channel: int) -> str:
    return f"<#{channel}>"

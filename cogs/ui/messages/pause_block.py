"""Pauses, vacations and inactivity in messages: the lines on the card, and the inactivity question."""

from collections.abc import Sequence

import discord
from discord import ui

from cogs.ui.kit import emojis
from cogs.ui.kit.custom_ids import CustomId, parse
from cogs.ui.kit.interface import interface
from cogs.ui.kit.layouts import button, layout, rows_of_buttons
from cogs.ui.texts import texts
from data.store import SeatRow
from language.messages import N_, _, list_and, ngettext
from tables.moderating.moderation_state import decode_moderation
from tables.open_table import ACTIVE, find_unanswered, is_played_by_person
from tables.texts import SEASON_OVER, escape, format_duration
from tables.timing.idle import IdlePayload, Sleep, sleep_of
from tables.timing.pauses import PauseTold, decode_pauses, find_current_pause
from tables.viewer import TableView

ENDED_SILENT = N_("Nobody was playing any more, so this game has ended. It doesn't count, and you can play again.")
ENDED_LATE = N_("Time ran out for everybody, so this game has ended. It doesn't count, and you can play again.")
CANCELLED_GAME = N_("The host ended this game. It doesn't count.")

AGREE, PLAY_ON, RESUME = "pause_agree", "pause_decline", "pause_resume"
HERE, END, COMPUTER = "idle_here", "idle_end", "stand_in"


def pause_text(table: TableView) -> str:
    """Format the current or requested pause and the players on vacation, for the card; empty without any."""
    if table.row.phase != "playing":
        return ""
    names = [escape(seat.name) for seat in table.seats]
    pauses, lines = decode_pauses(table.row), _standing_lines(table)
    if not lines and pauses.request is not None:
        waiting = [names[seat.seat] for seat in find_unanswered(table.staying, pauses.request)]
        lines.append(pause_request_line(names[pauses.request.seat], waiting))
    lines += [away_line(names[away.seat], away.begins, away.ends, table.now) for away in table.away]
    return "\n".join(lines)


def due_lines(table: TableView, sentence: str) -> list[str]:
    """Format the viewer's deadline, which replaces `{until}` in `sentence`; during a pause, format the pause instead.

    Empty if there is neither a pause nor a deadline.
    """
    due = find_own_due(table)
    told = [] if due is None else [emojis.prefix_emoji("hourglass", sentence.format(until=texts.format_due(*due)))]
    return _standing_lines(table) or told


def find_own_due(table: TableView) -> tuple[int, str] | None:
    """Return the deadline of the viewer's seat as `find_due` does; None if the table doesn't wait for the viewer."""
    return next((find_due(table, seat) for seat in table.awaited_seats() if seat.seat == table.seat), None)


def find_due(table: TableView, seat: SeatRow) -> tuple[int, str] | None:
    """Return the end of a seat's time for the move in milliseconds UTC, and a note about its reserve, the bank.

    Once the time for the move is over, it is the end of the reserve instead. The note is empty for a clock without a
    bank, and in phases of a game that don't use it. None without a time limit and during a pause.
    """
    due, move = table.due([seat]), table.move_dues.get(seat.seat)
    if due is None:
        return None
    if move is None or not interface(table.row.game).has_bank(table.view):
        return due, ""
    if move <= table.now:
        return due, _("using the reserve")
    reserve = (seat.bank or 0) // 1000
    if not reserve:
        return move, _("with no reserve left")
    return move, _("then {duration} of reserve", duration=format_duration(reserve))


def _standing_lines(table: TableView) -> list[str]:
    """Format the current pause; empty if there is none."""
    pause = find_current_pause(table.row)
    if pause is None:
        return []
    name = None if pause.seat is None else escape(table.seats[pause.seat].name)
    return [paused_line(pause.kind, name, pause.end)]


def pause_buttons(table: TableView) -> list[ui.Button[ui.LayoutView]]:
    """Build the buttons that answer a request for a pause, or that end the pause."""
    if table.row.phase != "playing":
        return []
    pauses = decode_pauses(table.row)
    if pauses.standing is not None and pauses.standing.kind == "moderator":
        # Only moderators can end it, on their own page.
        return []
    if pauses.standing is not None:
        return [button(_("Resume"), CustomId(table.row.id, None, RESUME))]
    if pauses.request is None:
        return []
    # The time of the request is a detail. The version stays empty, since posted cards are recognised by it.
    details = (str(pauses.request.seat), str(pauses.request.at))
    return [
        button(_("Agree"), CustomId(table.row.id, None, AGREE, details), discord.ButtonStyle.success),
        button(_("Play on"), CustomId(table.row.id, None, PLAY_ON, details)),
    ]


def pause_sentence(event: PauseTold, names: list[str]) -> str:
    """Format a pause for the story. Names are passed in escaped."""
    return format_pause(event.kind, None if event.seat is None else names[event.seat])


def cancelled_line(table: TableView) -> str:
    """Format the reason why a game was cancelled."""
    if decode_moderation(table.row).season_over:
        return _(SEASON_OVER)
    sleep = sleep_of(table.row)
    if sleep is None or not sleep.ended:
        everybody_is_out = all(seat.state != ACTIVE for seat in table.seats)
        return _(ENDED_LATE) if everybody_is_out else _(CANCELLED_GAME)
    return _("You all agreed to end this game. It doesn't count.") if sleep.ended == "agreed" else _(ENDED_SILENT)


def find_open_sleep(table: TableView, asked: IdlePayload) -> Sleep | None:
    """Return the table's inactivity question if it is open and is the question that `asked` describes, else None."""
    sleep = sleep_of(table.row) if table.row.phase == "playing" else None
    return None if sleep is None or sleep.at != asked.at else sleep


def sleep_view(table: TableView, asked: IdlePayload, title: str) -> ui.LayoutView:
    """Build the message with the inactivity question, or with its outcome."""
    sleep = find_open_sleep(table, asked)
    if sleep is None:
        return layout(ui.TextDisplay(_format_sleep_outcome(table)))
    names = [escape(seat.name) for seat in table.seats]
    mentions = [texts.mention(user) for user in sleepers(table, asked)]
    lines = (
        format_sleep_question(mentions, title),
        format_present_players([names[seat] for seat in sleep.here if seat not in sleep.ending]),
        format_end_votes(
            [names[seat] for seat in sleep.ending],
            [names[seat.seat] for seat in table.staying if is_played_by_person(seat) and seat.seat not in sleep.ending],
        ),
    )
    buttons = [
        button(_("I'm still here"), sleep_id(table.row.id, HERE, asked), discord.ButtonStyle.success),
        button(_("Let the computer play for me"), CustomId(table.row.id, None, COMPUTER)),
        button(_("End the game"), sleep_id(table.row.id, END, asked)),
    ]
    return layout(
        ui.TextDisplay("\n".join(line for line in lines if line)),
        *rows_of_buttons(buttons),
        colour=interface(table.row.game).colour,
    )


def _format_sleep_outcome(table: TableView) -> str:
    """Format the outcome of an inactivity question."""
    if table.row.phase == "playing":
        return _("-# The game goes on.")
    return f"-# {cancelled_line(table) if table.row.phase == 'cancelled' else _(texts.GAME_OVER)}"


def sleepers(table: TableView, asked: IdlePayload) -> list[int]:
    """Return the users who were asked by an inactivity question and still have their seats."""
    return [user for seat in asked.asked if (user := table.seats[seat].user_id) is not None]


def sleep_id(table: str, action: str, asked: IdlePayload) -> CustomId:
    """Return the custom id of an answer to an inactivity question.

    It contains the time of the question, which distinguishes it from later questions.
    """
    return CustomId(table, None, action, (str(asked.at),))


def is_sleep_question(custom_id: str, table: str, asked: IdlePayload) -> bool:
    """Return whether a custom id belongs to the message of this inactivity question."""
    return parse(custom_id) == sleep_id(table, HERE, asked)


def pause_request_line(name: str, waiting: Sequence[str]) -> str:
    """Format a player's request for a pause. Names are passed in escaped."""
    return _("{name} asks for a pause. {names}: is that all right with you?", name=name, names=list_and(waiting))


def paused_line(kind: str, name: str | None, end: int) -> str:
    """Format the current pause. The name is passed in escaped."""
    when = f"<t:{end // 1000}:f>"
    if kind == "emergency":
        return _(
            "**Paused.** {name} had an emergency; all clocks are stopped until {when}, or until {name} is back.",
            name=name,
            when=when,
        )
    if kind == "moderator":
        return _(
            "**Paused** by a moderator until {when} at the latest. Moderators can end it earlier. You can still move.",
            when=when,
        )
    return _(
        "**Paused.** You all agreed; all clocks are stopped until {when} at the latest. You can still move.", when=when
    )


def format_pause(kind: str, name: str | None) -> str:
    """Format a change of a pause for the story. The name is passed in escaped."""
    return {
        "agreed": _("You all agreed to pause the game."),
        "emergency": _("{name} paused the game for an emergency.", name=name),
        "moderator": _("A moderator paused the game."),
        "resumed": _("A moderator resumed the game.") if name is None else _("{name} resumed the game.", name=name),
        "over": _("The pause is over, and the game goes on."),
        "declined": _("{name} would rather play on.", name=name),
    }.get(kind, "")


def away_line(name: str, begins: int, ends: int, now: int) -> str:
    """Format a player's vacation for the card. The name is passed in escaped."""
    until = f"<t:{ends // 1000}:f>"
    if begins <= now:
        return _("{name} is away until {until}.", name=name, until=until)
    return _("{name} is away from {since} until {until}.", name=name, since=f"<t:{begins // 1000}:f>", until=until)


def format_sleep_question(mentions: Sequence[str], title: str) -> str:
    return ngettext(
        "{names}, {game} has been waiting for you for a week. Are you still there?\nIf I don't hear from you within "
        "another week, the computer plays for you. The seat can be taken back at any time.",
        "{names}, {game} has been waiting for you for a week. Are you still there?\nIf somebody doesn't answer within "
        "another week, the computer plays for them. The seat can be taken back at any time.",
        len(mentions),
        names=list_and(mentions),
        game=title,
    )


def format_present_players(names: Sequence[str]) -> str:
    """Format the players who have answered that they are still here; empty without any. Names are passed in escaped."""
    return _("-# Still here: {names}.", names=list_and(names)) if names else ""


def format_end_votes(names: Sequence[str], others: Sequence[str]) -> str:
    """Format the players who want to end the game, and those who haven't said so. Names are passed in escaped."""
    if not names:
        return ""
    if not others:
        return _("-# {names} would like to end the game. It ends when everybody would too.", names=list_and(names))
    return _(
        "-# {names} would like to end the game. It ends when {others} would too.",
        names=list_and(names),
        others=list_and(others),
    )

"""Buttons that cards share with pages: taking back, reviewing, *What if*, and checking the draws."""

from collections.abc import Sequence

import discord
from discord import ui

from cogs.ui.kit.custom_ids import LEARN, CustomId
from cogs.ui.kit.guide import NO_TABLE
from cogs.ui.kit.interface import interface
from cogs.ui.kit.layouts import BLUE, BUTTON_BACK, GREY, Button, button, rows_of_buttons
from cogs.ui.texts.texts import BUTTON_STEPS
from data.store import OPEN_PHASES
from engine.players.coach import is_coached
from language.messages import N_, _, list_and
from tables.open_table import find_unanswered
from tables.takebacks import Request, request_of
from tables.viewer import TableView

ALLOW, KEEP = "takeback_allow", "takeback_keep"

PLAY_PAGE = "new_other"
"""The action that opens the page of `/play`, for the game in the custom id if there is one."""

REVIEW, WOULD, HOW_SURE = "review", "would", "sure"
PAST = "past"
HELP = "help"
"""The action that opens the page of `/help`."""

BUTTON_WHATIF = N_("What if")
BUTTON_WHATIF_HERE = N_("What if from here")
AT_TABLE, AT_RECORD, AT_LESSON = "whatif", "whatif_record", "whatif_lesson"

MORE, TIME = "more", "time"
FAIRNESS, CHECK = "fairness", "check"

BUTTON_FAIRNESS = N_("Fairness")
BUTTON_CHECK = N_("Check")

BUTTON_TAKE_BACK = N_("Take back")
BUTTON_ALLOW = N_("Allow")


def play_button(label: str, *game: str) -> Button:
    """Build the button that opens the page of `/play`, by default for the first game."""
    return button(label, CustomId(NO_TABLE, None, PLAY_PAGE, game))


def take_back_button(table_id: str, move: int | None, label: str = "") -> ui.Button[ui.LayoutView]:
    """Build the button that takes back the move with this number; with None, it opens a confirmation first."""
    details = () if move is None else (str(move),)
    return button(label or _(BUTTON_TAKE_BACK), CustomId(table_id, None, "takeback", details))


def request_text(table: TableView, names: Sequence[str]) -> str:
    """Format the request to take back a move, or its refusal, for the card; empty if there is none."""
    request = request_of(table.row)
    if request is None or table.row.phase != "playing":
        return ""
    name = names[request.seat]
    if request.kept_by is not None:
        return format_declined_takeback(name, names[request.kept_by])
    waiting = [names[seat.seat] for seat in find_unanswered(table.staying, request)]
    return request_line(name, waiting, others=request.others)


def request_rows(table: TableView) -> tuple[ui.ActionRow[ui.LayoutView], ...]:
    """Build the buttons that answer a request to take back a move."""
    request = request_of(table.row)
    if request is None or request.kept_by is not None or table.row.phase != "playing":
        return ()
    allow, keep = (answer_id(table, request, answer) for answer in (ALLOW, KEEP))
    return rows_of_buttons(
        [
            button(_(BUTTON_ALLOW), allow, discord.ButtonStyle.success),
            button(_("Keep the move"), keep),
        ]
    )


def answer_id(table: TableView, request: Request, answer: str) -> CustomId:
    """Return the custom id of an answer to a request to take back a move.

    Its version is empty, because posted cards are recognised by the step in the versions of their buttons. The step
    of the request is in the details instead.
    """
    return CustomId(table.row.id, None, answer, (str(request.seat), str(request.step)))


def review_buttons(table: TableView) -> list[Button]:
    """Build *My turning points* or the game's own review for a finished game; none if the game has neither."""
    own = interface(table.row.game).own_review
    if own is not None and table.row.phase == "finished":
        label, action = own
        return [button(_(label), CustomId(table.row.id, None, action))]
    if table.row.phase != "finished" or not is_coached(table.row.game, len(table.seats)):
        return []
    return [button(_("My turning points"), CustomId(table.row.id, None, REVIEW))]


def turning_point_buttons(table_id: str, shown: int, count: int) -> list[Button]:
    """Build a button for each turning point, none if there is only one, and *How sure?* for the one shown."""
    numbered = [
        button(str(number), CustomId(table_id, None, REVIEW, (str(number),)), BLUE if number == shown else GREY)
        for number in range(1, count + 1)
        if count > 1
    ]
    return [*numbered, button(_("How sure?"), CustomId(table_id, None, HOW_SURE, (str(shown),)))]


def would_have_played_buttons(table: TableView, user_id: int, turn: int, view: object) -> list[Button]:
    """Build *Compare with the coach* for a turn of a finished game.

    Empty if the table is still open, the user was not to move in that turn, or the game has no coach.
    """
    movers = getattr(view, "actors", ())
    is_own = any(seat.user_id == user_id and seat.seat in movers for seat in table.seats)
    if not is_own or table.row.phase in OPEN_PHASES or not is_coached(table.row.game, len(table.seats)):
        return []
    return [button(_("Compare with the coach"), CustomId(table.row.id, None, WOULD, (str(turn),)))]


def whatif_table_button(table_id: str, turn: int | None = None) -> Button:
    """Build the *What if* button for a finished game, or for one of its turns."""
    details = () if turn is None else (str(turn),)
    label = _(BUTTON_WHATIF) if turn is None else _(BUTTON_WHATIF_HERE)
    return button(label, CustomId(table_id, None, AT_TABLE, details))


def steps_button(table_id: str, turn: int, origin: str = "") -> Button:
    """Build *Step by step*, which opens the board after a turn; its *Back* leads to the page that `origin` names."""
    return button(_(BUTTON_STEPS), CustomId(table_id, None, PAST, (*([origin] if origin else []), str(turn))))


def whatif_record_button(owner: str, import_id: str, turn: int) -> Button:
    """Build the *What if* button for a turn of an imported record; `owner` is the placeholder for a table id."""
    return button(_(BUTTON_WHATIF_HERE), CustomId(owner, None, AT_RECORD, (import_id, str(turn))))


def whatif_lesson_button(game: str, lesson: str, page: int) -> Button:
    """Build the *What if* button for a page of a lesson; `page` starts at 0."""
    return button(_(BUTTON_WHATIF), CustomId(LEARN, None, AT_LESSON, (game, lesson, str(page))))


def menu_button(table_id: str) -> Button:
    """Build *Back*, which leads from a page behind *More* to the menu's front page."""
    return button(_(BUTTON_BACK), CustomId(table_id, None, MORE))


def request_line(name: str, waiting: Sequence[str], *, others: bool) -> str:
    """Format a request to take back a move, for the card. Names are passed in escaped.

    `waiting` are the names of the players who have not answered; empty if the last of them was replaced by a
    stand-in. `others` is whether later moves of other players are taken back too.
    """
    if others:
        asked = _("{name} asks to take back the last move and everything since.", name=name)
    else:
        asked = _("{name} asks to take back the last move.", name=name)
    if not waiting:
        return asked + " " + _("Nobody is left to ask: press *{button}* to do it.", button=_(BUTTON_ALLOW))
    return asked + " " + _("{names}: is that all right with you?", names=list_and(waiting))


def format_declined_takeback(name: str, keeper: str) -> str:
    """Format the message that a player has declined a request to take back a move. Names are passed in escaped."""
    return _(
        "{name} asked to take back the last move. {keeper} would rather keep it, so it stays.", name=name, keeper=keeper
    )

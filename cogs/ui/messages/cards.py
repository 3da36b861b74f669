"""The card of a table (state, picture, story, buttons), its folded form, and the message that shares a result."""

from collections.abc import Collection, Sequence

import discord
from discord import ui

from cogs.ui.kit import emojis
from cogs.ui.kit.composing import BEGIN, BUTTON_OTHER_MOVE
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interface import format_table_title, interface, short_title
from cogs.ui.kit.layouts import button, layout, picture, rows_of_buttons
from cogs.ui.messages.pause_block import cancelled_line, find_due, pause_buttons, pause_text
from cogs.ui.messages.shared_buttons import (
    MORE,
    play_button,
    request_rows,
    request_text,
)
from cogs.ui.messages.stories import escaped_names, seat_marks
from cogs.ui.texts import clock_texts, texts
from data.store import OPEN_PHASES, TableRow
from language.messages import N_, _, list_and, ngettext
from leagues.texts import translate_label, translate_name
from tables.moderating.moderation_state import decode_moderation
from tables.open_table import FORFEITED, RESIGNED, is_stood_in
from tables.planning import BUTTON_PLAN, position_id
from tables.texts import escape
from tables.viewer import TableView

LOCKED = N_("-# A moderator has locked this table: nobody can join, and moves can't be taken back.")
ENDED = N_("A moderator ended this game. It doesn't count.")

PICTURE = "board.png"
BACK_ACTION, STAND_IN_ACTION = "back", "stand_in"
MOST_BUTTONS = 6
"""Maximum number of buttons on a card."""
CARD_CHARACTERS = 3_900
"""The maximum length of a card's text in characters.

The story gets the characters that the other parts leave.
"""

REPLAY = "replay.gif"
LEFT_ALONE = ("forfeit", "concession")
"""The reasons of a game's end that say that all players but the winners have left."""

BUTTON_MY_PLAN = N_("My plan")
COMPUTER_PLAYS_ON = N_("A computer player makes their moves.")


def card_view(table: TableView, story: str, alt: str, *, newcomers: bool = False) -> ui.LayoutView:
    """Build the card, which mentions the players to act. With `newcomers`, it also offers *How to play*.

    It has the state, open requests, the picture with alt text, recent events, and buttons.
    """
    row = table.row
    ours = interface(row.game)
    headline = ours.words.headline(table.view, escaped_names(table))
    top = f"### {format_table_title(table)} · {headline}\n{state_line(table)}"
    # Requests come before the picture, so that they are visible without scrolling.
    asked = (request_text(table, escaped_names(table)), pause_text(table))
    head = ui.TextDisplay[ui.LayoutView]("\n".join((top, *filter(None, asked))))
    rows = (*request_rows(table), *rows_of_buttons(pause_buttons(table)))
    items: list[ui.Item[ui.LayoutView]] = [head, *rows, picture(PICTURE, alt)]
    below = _build_text_below(table, story, CARD_CHARACTERS - text_length(head.content))
    if below:
        items.append(ui.TextDisplay(below))
    return layout(*items, *rows_of_buttons(card_buttons(table, newcomers=newcomers)), colour=ours.colour)


def _build_text_below(table: TableView, story: str, room: int) -> str:
    """Build the text below the picture; the oldest sentences of the story are dropped to fit `room`.

    It doesn't repeat the standings, which the picture and its alt text show.
    """
    standing = (
        "" if _ended_by_leavers(table) else format_leavers(table),
        stand_in_line(table),
        moderation_line(table.row),
        hints_line(table),
        league_line(table),
    )
    told = story.splitlines()
    while True:
        below = "\n".join(emojis.mark_once([line for line in (*standing, *told) if line], seat_marks(table)))
        if not told or text_length(below) <= room:
            return below
        del told[0]


def league_line(table: TableView) -> str:
    """Format the table's league, or the note that the game is rated; empty for any other table."""
    settings = table.settings
    if settings.season is not None:
        return season_line(settings.season_label, settings.league_name)
    return _("-# Rated: the result counts for everybody's rating here.") if settings.rated else ""


def hints_line(table: TableView) -> str:
    """Format the number of hints taken by each player; empty while the game is played."""
    if table.row.phase == "playing":
        return ""
    names = escaped_names(table)
    return format_hints_taken([(names[seat.seat], seat.hints) for seat in table.seats])


def text_length(text: str) -> int:
    """Return the length of a text as Discord may count it: most emojis count as two."""
    return len(text.encode("utf-16-le")) // 2


def state_line(table: TableView) -> str:
    """Format the players who must act and their deadlines, or the end of the game."""
    if table.row.phase == "cancelled":
        return _(ENDED) if decode_moderation(table.row).ended else cancelled_line(table)
    if table.outcome is not None:
        return f"{_(texts.GAME_OVER)} {verdict(table)}"
    waiting = table.awaited_seats()
    who = [texts.mention(seat.user_id) for seat in waiting if seat.user_id is not None]
    task = interface(table.row.game).words.task(table.view)
    if not who:
        return _(texts.COMPUTER_THINKS)
    state = _("{names} {task}", names=list_and(who), task=task)
    dues = [due for seat in waiting if (due := find_due(table, seat)) is not None]
    if not dues:
        return state
    if len({first for first, _ in dues}) > 1:
        # The players have different clocks, so one common deadline would be wrong.
        each = [f"{name} ({texts.format_due(*due)})" for name, due in zip(who, dues, strict=True)]
        return _("{names} {task}", names=list_and(each), task=task)
    common = dues[0] if len({*dues}) == 1 else (dues[0][0], _("then each their own reserve"))
    return f"{state} · {emojis.prefix_emoji('hourglass', texts.format_due(*common))}"


def verdict(table: TableView) -> str:
    """Format the winners and their lead, or the players who left a winner alone; the table must have an outcome."""
    assert table.outcome is not None
    names = [f"**{name}**" if seat in table.outcome.winners else name for seat, name in enumerate(escaped_names(table))]
    if _ended_by_leavers(table):
        return format_leavers(table) + " " + _("{name} wins.", name=names[table.outcome.winners[0]])
    return interface(table.row.game).words.verdict(table.view, table.outcome, names)


def format_leavers(table: TableView) -> str:
    """Format the players who have resigned or run out of time, and whether a computer player moves for them."""
    told = ((RESIGNED, format_resignations), (FORFEITED, format_forfeits))
    found = [(tell, [escape(seat.name) for seat in table.seats if seat.state == state]) for state, tell in told]
    lines = [tell(names) for tell, names in found if names]
    ended = table.outcome is not None and table.outcome.reason in LEFT_ALONE
    if lines and interface(table.row.game).plays_on and not ended and table.row.phase != "cancelled":
        lines.append(_(COMPUTER_PLAYS_ON))
    return " ".join(lines)


def _ended_by_leavers(table: TableView) -> bool:
    """Return whether all players but a winner have left, and seats say so."""
    over = table.outcome
    return over is not None and over.reason in LEFT_ALONE and len(over.winners) == 1 and bool(format_leavers(table))


def moderation_line(row: TableRow) -> str:
    """Return the line that says that a moderator has locked the table; empty if the table is not open or not locked."""
    return _(LOCKED) if row.phase in OPEN_PHASES and decode_moderation(row).locked else ""


def stand_in_line(table: TableView) -> str:
    """Format the seats in which computer players stand in; empty if there are none."""
    if table.row.phase != "playing":
        return ""
    return clock_texts.format_stand_ins([escape(seat.name) for seat in table.seats if is_stood_in(seat)])


def card_buttons(table: TableView, *, newcomers: bool = False) -> tuple[ui.Button[ui.LayoutView], ...]:
    """Build the buttons of a card, at most six. After the end, everything else is behind *More*.

    With `newcomers`, *How to play* stands beside the move button while the game is played, if there is room.
    """
    table_id = table.row.id
    more = button(_(texts.BUTTON_MORE), CustomId(table_id, None, MORE))
    if table.row.phase != "playing":
        again = button(_again_label(table), CustomId(table_id, None, "again"), discord.ButtonStyle.success)
        # Its custom id contains the step, by which a posted card is recognised.
        replay = button(_(texts.BUTTON_REPLAY), CustomId(table_id, str(table.row.step), "replay"))
        is_shareable = table.row.phase == "finished" and table.row.guild_id is not None
        share = [button(_("Share"), CustomId(table_id, None, "share"))] if is_shareable else []
        return (again, *share, replay, more)
    pages = interface(table.row.game).composing.private_buttons(table)
    private = [button(label, CustomId(table_id, None, page)) for label, page in pages]
    back = [back_button(table_id)] if any(is_stood_in(seat) for seat in table.seats) else []
    begin, others = _begin_buttons(table), (*private, *back, more)
    has_guide = newcomers and len(begin) + len(others) < MOST_BUTTONS
    guide = [button(_(texts.BUTTON_HOW_TO_PLAY), CustomId(table_id, None, "rules"))] if has_guide else []
    return (*begin, *guide, *others)


def _again_label(table: TableView) -> str:
    """Return the label of the rematch, which after a first game is the full game in some games."""
    ours = interface(table.row.game)
    following = ours.rematch_options(table.options)
    is_full = ours.lobby.is_first_game(table.options) and not ours.lobby.is_first_game(following)
    return _("Play the full game") if is_full else _("Play again")


def _begin_buttons(table: TableView) -> tuple[ui.Button[ui.LayoutView], ...]:
    """Build the move button, after the buttons that take the first step of a usual move if the game has some.

    They are equal choices, so none is the primary button.
    """
    steps = interface(table.row.game).composing.first_steps(table)
    if not steps:
        return (move_button(table),)
    other = move_button(table)
    other.label, other.style = _(BUTTON_OTHER_MOVE), discord.ButtonStyle.secondary
    begin = [button(label, CustomId(table.row.id, str(table.row.step), BEGIN, (detail,))) for label, detail in steps]
    return (*begin, other)


def move_button(table: TableView) -> ui.Button[ui.LayoutView]:
    """Build the move button; its custom id contains the step, by which a posted card is recognised."""
    label = interface(table.row.game).words.compose_label(table.view)
    return button(label, CustomId(table.row.id, str(table.row.step), "move"), discord.ButtonStyle.primary)


def back_button(table_id: str) -> ui.Button[ui.LayoutView]:
    """Build the button *I'm back*, which ends a computer player's stand-in."""
    return button(_("I'm back"), CustomId(table_id, None, BACK_ACTION))


def move_row(table: TableView) -> tuple[ui.ActionRow[ui.LayoutView], ...]:
    """Build a row with the move button or that of a plan; empty if the viewer has no move to compose."""
    return rows_of_buttons(move_buttons(table))


def move_buttons(table: TableView) -> list[ui.Button[ui.LayoutView]]:
    """Build the move button if the viewer must act or may still change a pending submission, else that of a plan."""
    if table.row.phase != "playing" or table.view is None:
        return []
    if interface(table.row.game).composing.may_compose(table):
        return [move_button(table)]
    return [_plan_button(table)] if table.may_plan else []


def _plan_button(table: TableView) -> ui.Button[ui.LayoutView]:
    """Build the button that opens the viewer's plan, or the pages on which it is composed if there is none."""
    has_plan = table.plan is not None and table.plan.dropped is None
    label = _(BUTTON_MY_PLAN) if has_plan else _(BUTTON_PLAN)
    return button(label, CustomId(position_id(table.row.id), None, MORE))


def pings(table: TableView, called: Collection[int]) -> discord.AllowedMentions:
    """Return the allowed mentions of a card: those of the called users who must still act."""
    return build_mentions([user for user in waiting_users(table) if user in called])


def build_mentions(users: Sequence[int]) -> discord.AllowedMentions:
    """Return the allowed mentions of a message that pings only these users."""
    if not users:
        return discord.AllowedMentions.none()
    pinged = [discord.Object(user) for user in users]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=pinged)


def waiting_users(table: TableView) -> list[int]:
    """Return the users who must act."""
    return [seat.user_id for seat in table.awaited_seats() if seat.user_id is not None]


def folded_view(story: str) -> ui.LayoutView:
    """Build an old card's folded form: the events that followed it, in small print."""
    return layout(
        ui.TextDisplay("\n".join(f"-# {line}" for line in story.splitlines()) or _("-# The board has moved on."))
    )


def shared_step(table: TableView) -> int:
    """Return the step in the buttons of a shared result: the table's last step plus 1.

    The table never reaches that step, so the message is not taken for the card.
    """
    return table.row.step + 1


def share_view(table: TableView, result: str, replay: str) -> ui.LayoutView:
    """Build the message that shares a finished game; `result` and `replay` are the alt texts of its pictures."""
    steps = button(_(texts.BUTTON_STEPS), CustomId(table.row.id, str(shared_step(table)), "past", ("0",)))
    play = play_button(_("Play {game}", game=short_title(table.row.game)), table.row.game)
    return layout(
        ui.TextDisplay(
            "\n".join(filter(None, (f"### {format_table_title(table)}", verdict(table), hints_line(table))))
        ),
        picture(PICTURE, result),
        picture(REPLAY, replay),
        *rows_of_buttons([play, steps]),
        colour=interface(table.row.game).colour,
    )


def format_forfeits(names: Sequence[str]) -> str:
    """Format the sentence that seats are forfeited because their time ran out. Names are passed in escaped."""
    return ngettext(
        "Time ran out for {names} twice, so the seat is forfeited.",
        "Time ran out for {names} twice, so the seats are forfeited.",
        len(names),
        names=list_and(names),
    )


def format_hints_taken(counts: Sequence[tuple[str, int]]) -> str:
    """Format the number of hints that each player took, for the end of a game; empty if there were none."""
    told = [
        ngettext(
            "{name} took {number} hint from the computer",
            "{name} took {number} hints from the computer",
            number,
            name=name,
        )
        for name, number in counts
        if number
    ]
    return f"{list_and(told)}." if told else ""


def format_resignations(names: Sequence[str]) -> str:
    return ngettext("{names} has resigned.", "{names} have resigned.", len(names), names=list_and(names))


def season_line(label: str, league: str) -> str:
    """Format the small line of a card that names the table's league."""
    return f"-# {translate_label(label)} · {escape(translate_name(league))}"

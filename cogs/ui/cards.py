"""The card of a table (state, picture, recent events, buttons), and the folded form of an old card."""

from collections.abc import Sequence

import discord
from discord import ui

from cogs.ui import emojis, seat_texts, texts
from cogs.ui.custom_ids import CustomId
from cogs.ui.fairness_line import fairness_line
from cogs.ui.interface import interface
from cogs.ui.layouts import button, layout, picture, rows_of_buttons
from cogs.ui.takeback_buttons import request_rows, request_text
from cogs.ui.takeback_texts import taken_back
from engine.games import game_type
from tables.open_table import RESIGNED
from tables.story import MoveTakenBack, SeatHandedOver
from tables.texts import and_list, escape
from tables.viewer import TableView

PICTURE = "board.png"
LINE_END = "\0"
"""What stands between sentences while their marks are counted: no sentence has it."""
STORY_SENTENCES = 12
STORY_CHARACTERS = 2_500
"""The limit for the story; Discord allows 4,000 characters per message, and escaped names take up room."""


def card_view(table: TableView, story: str, alt: str) -> ui.LayoutView:
    """The card: state, picture with alt text, recent events, and buttons; it mentions the actors."""
    row = table.row
    ours = interface(row.game)
    top = f"### {game_type(row.game).title} · {ours.headline(table.view, escaped_names(table))}\n{state_line(table)}"
    # What is asked comes first, so that it is seen without scrolling.
    asked = request_text(table, escaped_names(table))
    head = ui.TextDisplay[ui.LayoutView](f"{top}\n{asked}" if asked else top)
    items: list[ui.Item[ui.LayoutView]] = [head, *request_rows(table), picture(PICTURE, alt)]
    lines = (ours.scores(table.view, _marked_names(table)), resigned_line(table), story)
    below = emojis.mark_once("\n".join(line for line in lines if line), _marks(table))
    if below:
        items.append(ui.TextDisplay(below))
    if row.phase != "playing":
        items.append(fairness_line(row))
    return layout(*items, *rows_of_buttons(card_buttons(table)), colour=ours.colour)


def state_line(table: TableView) -> str:
    """Who must act by when, or how the game ended."""
    if table.row.phase == "cancelled":
        return texts.CANCELLED_GAME
    if table.outcome is not None:
        return f"{texts.GAME_OVER} {verdict(table)}"
    who = [texts.mention(user) for user in _waiting_users(table)]
    task = interface(table.row.game).task(table.view)
    state = f"{and_list(who)} {task}" if who else texts.COMPUTER_THINKS
    return state if table.deadline is None else f"{state} · {emojis.marked('hourglass', texts.until(table.deadline))}"


def verdict(table: TableView) -> str:
    """Who has won and by how much; only of a table with an outcome."""
    assert table.outcome is not None
    names = [f"**{name}**" if seat in table.outcome.winners else name for seat, name in enumerate(escaped_names(table))]
    return interface(table.row.game).verdict(table.view, table.outcome, names)


def resigned_line(table: TableView) -> str:
    """Who has resigned, and whether a computer player makes their moves; empty if nobody has."""
    names = [escape(seat.name) for seat in table.seats if seat.state == RESIGNED]
    ended = table.outcome is not None and table.outcome.reason == "forfeit"
    plays_on = interface(table.row.game).plays_on and not ended
    return texts.have_resigned(names, plays_on=plays_on) if names else ""


def card_buttons(table: TableView) -> tuple[ui.Button[ui.LayoutView], ...]:
    """The buttons of a card; after the end, those of private pages remain."""
    table_id = table.row.id
    pages = interface(table.row.game).private_buttons(table)
    private = [button(label, CustomId(table_id, None, page)) for label, page in pages]
    more = button(texts.BUTTON_MORE, CustomId(table_id, None, "more"))
    if table.row.phase != "playing":
        again = button(texts.BUTTON_AGAIN, CustomId(table_id, None, "again"), discord.ButtonStyle.success)
        # It carries the step, by which a posted card is recognised.
        replay = button(texts.BUTTON_REPLAY, CustomId(table_id, str(table.row.step), "replay"))
        if table.row.phase == "cancelled":
            return (again, replay, more)
        return (again, button(texts.BUTTON_SHARE, CustomId(table_id, None, "share")), *private, replay, more)
    return (move_button(table), *private, more)


def move_button(table: TableView) -> ui.Button[ui.LayoutView]:
    """The button that opens the first page of a move; it carries the step, by which a posted card is recognised."""
    label = interface(table.row.game).compose_label(table.view)
    return button(label, CustomId(table.row.id, str(table.row.step), "move"), discord.ButtonStyle.primary)


def move_row(table: TableView) -> tuple[ui.ActionRow[ui.LayoutView], ...]:
    """The Move button, for a viewer who must act or may still change a pending submission; else nothing."""
    may_move = table.row.phase == "playing" and table.view is not None
    if not (may_move and interface(table.row.game).may_compose(table)):
        return ()
    return rows_of_buttons([move_button(table)])


def pings(table: TableView) -> discord.AllowedMentions:
    """The allowed mentions of a card: only the users who must act."""
    return mentions_of(_waiting_users(table))


def mentions_of(users: Sequence[int]) -> discord.AllowedMentions:
    """The allowed mentions of a message that pings these users and nobody else."""
    if not users:
        return discord.AllowedMentions.none()
    pinged = [discord.Object(user) for user in users]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=pinged)


def _waiting_users(table: TableView) -> list[int]:
    return [seat.user_id for seat in table.waiting_for() if seat.user_id is not None]


def story_text(table: TableView, events: Sequence[object], *, on_card: bool = False) -> str:
    """The events since the last card as sentences; the oldest are dropped to fit the limits.

    What stands `on_card` leaves out who has left the game, because the card has a line for them.
    """
    sentences = told(table, events, STORY_SENTENCES, leaving=not on_card)
    while sum(map(len, sentences)) > STORY_CHARACTERS:
        del sentences[0]
    return "\n".join(sentences)


def told(table: TableView, events: Sequence[object], most: int, *, leaving: bool = True) -> list[str]:
    """At most so many of the newest events as sentences, newest last, with each seat's mark where it comes first.

    Without `leaving`, who left is not told.
    """
    sentences = _sentences(table, events, leaving=leaving)[-most:]
    return emojis.mark_once(LINE_END.join(sentences), _marks(table)).split(LINE_END) if sentences else []


def _sentences(table: TableView, events: Sequence[object], *, leaving: bool) -> list[str]:
    """The events as sentences, each with the names of whoever had the seats then.

    Moves made for a seat after it left are told as a computer player's.
    """
    ours, names = interface(table.row.game), _names_before(table, events)
    marks = _marks(table)
    leavers = [None if isinstance(event, SeatHandedOver) else ours.leaver(event) for event in events]
    absent = {seat.seat for seat in table.seats if seat.state == RESIGNED} - {*leavers}
    sentences: list[str] = []
    begin = 0
    for end, (event, leaver) in enumerate(zip([*events, None], [*leavers, None], strict=True)):
        handed_over = isinstance(event, SeatHandedOver)
        if not handed_over and leaver is None and end < len(events):
            continue
        shown = [texts.stand_in(name) if seat in absent else name for seat, name in enumerate(names)]
        marked = emojis.mark_names(marks, shown if ours.plays_on else names)
        until = end + (leaver is not None and leaving)
        sentences += _game_sentences(table, events[begin:until], marked)
        if handed_over:
            names[event.seat] = escape(event.after)
            sentences.append(seat_texts.handed_over(escape(event.before), escape(event.after)))
        absent |= {leaver} - {None}
        begin = end + 1
    return sentences


def _game_sentences(table: TableView, events: Sequence[object], names: Sequence[str]) -> list[str]:
    """The game's sentences, and one for each move taken back between them."""
    tell = interface(table.row.game).sentences
    sentences: list[str] = []
    begin = 0
    for number, event in enumerate(events):
        if isinstance(event, MoveTakenBack):
            move = next(iter(tell(table.view, event.events, names)), "")
            sentences += tell(table.view, events[begin:number], names)
            sentences.append(taken_back(names[event.seat], move, others=event.others, count=event.count))
            begin = number + 1
    return sentences + tell(table.view, events[begin:], names)


def _names_before(table: TableView, events: Sequence[object]) -> list[str]:
    """The escaped names at the table before the first of the events."""
    names = escaped_names(table)
    for event in reversed(events):
        if isinstance(event, SeatHandedOver):
            names[event.seat] = escape(event.before)
    return names


def folded_view(story: str) -> ui.LayoutView:
    """An old card, reduced to small print that says what happened next."""
    return layout(ui.TextDisplay("\n".join(f"-# {line}" for line in story.splitlines()) or texts.FOLDED))


def escaped_names(table: TableView) -> list[str]:
    """The names at the table, escaped for use in a message."""
    return [escape(name) for name in table.names]


def _marked_names(table: TableView) -> list[str]:
    """The escaped names, each after its seat's mark."""
    return emojis.mark_names(_marks(table), escaped_names(table))


def _marks(table: TableView) -> tuple[discord.PartialEmoji | None, ...]:
    return emojis.seat_marks(table.row.game, table.view, table.names)

"""Every text of the interface that belongs to no single game, in one place, so that languages can be added later.

Short, warm, exact (design.md, Speaking). Names are escaped here, so no caller can forget it.
"""

import re
from collections.abc import Sequence

import discord

NO_SUCH_TABLE = "That table is not known here any more. `/play` opens a new one."
NOT_AT_THIS_TABLE = "You are not at this table, so there is nothing for you to do here. `/play` opens one of your own."
NOT_STARTED = "This game has not started yet: its host presses Start once every seat is taken."
BOARD_MOVED_ON = "The board has moved on since that button was made. Nothing was changed; this is how it stands now."
ONLY_HOST = "Only the host of this table can do that."
ALREADY_SEATED = "You already have a seat at this table."
NOT_SEATED = "You have no seat at this table."
HOST_STAYS = "As the host you keep the table open. Close table ends it for everybody."
ALREADY_STARTED = "This game has already started."
NO_TABLE_HERE = "No game is being played in this channel. `/play` opens a table, `/games` lists yours."
RECORD_AFTER_THE_END = "The record tells what everybody holds, so it is given out when the game is over."
BAD_FORM = "I can't read that form. Nothing was changed; please open Options again."
INTERRUPTED = "I was restarted before I could finish that. Nothing is lost; please look at the table and try again."
SEVERAL_TABLES_HERE = (
    "You have to move at several tables in this channel. Please use the buttons of the card that you mean; "
    "`/games` lists your tables."
)
NO_GAMES = "You are at no open table. `/play` opens one."
NOTHING_HIDDEN = "There is no hand to show at this moment."
CANCELLED = "The table was closed. No game was played."
CANCELLED_GAME = "The host ended this game. It counts for nobody."
CONFIRM_RESIGN = "Resign from this game? It can't be taken back."
CONFIRM_CANCEL = "End this game for everybody? It can't be taken back."
RESIGNED = "You have resigned."
ENDED_FOR_ALL = "The game is ended."
ROUND_ENDED = "The round is closed."

BUTTON_JOIN = "Join"
BUTTON_LEAVE = "Leave"
BUTTON_COMPUTER = "Add computer player"
BUTTON_OPTIONS = "Options"
BUTTON_OWN_OPTIONS = "Game options"
BUTTON_START = "Start"
BUTTON_CLOSE = "Close table"
BUTTON_MOVE = "Move"
BUTTON_HAND = "My hand"
BUTTON_MORE = "More"
BUTTON_RULES = "How to play"
BUTTON_TEXT_BOARD = "Board as text"
BUTTON_ZOOM = "Zoom"
BUTTON_HISTORY = "What happened"
BUTTON_REPLAY = "Replay"
BUTTON_STEPS = "Step by step"
BUTTON_LEGEND = "Signs"
BUTTON_FIRST = "First"
BUTTON_BACK = "Back"
BUTTON_FORWARD = "Forward"
BUTTON_NEWEST = "Newest"
BUTTON_RESIGN = "Resign"
BUTTON_CANCEL = "End game for all"
BUTTON_RECORD = "Record"
BUTTON_YES_RESIGN = "Yes, resign"
BUTTON_YES_CANCEL = "Yes, end it"
BUTTON_END_ROUND = "Close round"
BUTTON_YES_END_ROUND = "Yes, close it"
BUTTON_CONFIRM = "Confirm"

OPTIONS_TITLE = "Options of this table"
OWN_OPTIONS_TITLE = "Options of this game"
OPTION_SEATS = "Seats"
OPTION_CLOCK = "Time for each move"
OPTION_CLOCK_HINT = "When it runs out, a default move is made for whoever is late."
OPTION_COMPUTER = "Computer players"

OPTION_THEME = "Colours of the board"

THEMES = {"dark": "Dark", "light": "Light", "high_contrast": "High contrast"}
THEME_TITLE = "Colours of your private pictures"
CONFIRMS = {"yes": "Ask before a move is made", "no": "Move as soon as nothing is left to choose"}
CONFIRM_TITLE = "Confirming moves"
SETTINGS = "### Your settings\nThey hold at every table. The host of a table chooses the colours of its board."

LEGEND = "What the signs on the board mean."
NOTHING_YET = "Nothing has happened yet."
ZOOM_LAST = "Last move"
ZOOM_WHOLE = "Whole board"
ZOOM_QUARTERS = {"NW": "North-west", "NE": "North-east", "SW": "South-west", "SE": "South-east"}

COMPUTER_LEVELS = {"greedy": "looks one move ahead", "random": "plays any legal move"}

CLOCKS: dict[str, int | None] = {
    "no limit": None,
    "5 minutes": 5 * 60,
    "30 minutes": 30 * 60,
    "2 hours": 2 * 3600,
    "12 hours": 12 * 3600,
    "1 day": 24 * 3600,
    "2 days": 2 * 24 * 3600,
    "3 days": 3 * 24 * 3600,
    "7 days": 7 * 24 * 3600,
    "14 days": 14 * 24 * 3600,
}

PERMISSIONS = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
}


def escape(text: str) -> str:
    """Somebody's text as it may stand in a message: no markdown, no links, no mentions."""
    # Not the library's own: it leaves what stands inside a link as it is, and channels and times in angle brackets.
    marked = re.sub(r"[\\*_~`|<>\[\]#:]|(?<!\S)[-+](?=\s)|(?<=\d)\.", r"\\\g<0>", text)
    return discord.utils.escape_mentions(marked)


def and_list(items: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def clock_name(seconds: int | None) -> str:
    """A clock setting in words."""
    return next((name for name, value in CLOCKS.items() if value == seconds), f"{seconds} seconds")


def ended(phase: str) -> str:
    return "This game was ended before its time." if phase == "cancelled" else "This game is over."


def not_your_turn(waiting: Sequence[str]) -> str:
    if not waiting:
        return "It is not your turn: a computer player is thinking."
    verb = "is" if len(waiting) == 1 else "are"
    return f"It is not your turn: {and_list([escape(name) for name in waiting])} {verb} to move."


def confirm_end_round(late: Sequence[str]) -> str:
    return (
        f"Close the round without waiting for {and_list([escape(name) for name in late]) or 'anybody'}? "
        "What they have pending counts. It can't be taken back."
    )


def too_many_changes(limit: int) -> str:
    return (
        f"You have changed your mind {limit} times in this round, which is as often as the log takes. "
        "What you have pending stays; you can still say that you are ready."
    )


def too_many_tables(scope: str, limit: int) -> str:
    whose = {"host": "You have", "channel": "This channel has", "server": "This server has"}[scope]
    return (
        f"{whose} {limit} open tables already, which is the most there may be. "
        "Finish or close one first; `/games` lists yours."
    )


def missing_permissions(names: Sequence[str]) -> str:
    shown = and_list([f"**{PERMISSIONS.get(name, name)}**" for name in names])
    return f"I can't play in this channel: I lack the permission {shown}. Somebody who runs this server can grant it."


def lobby_full(seats: int) -> str:
    return f"All {seats} seats are taken. The host can change their number under Options, if the game allows more."


def seats_free(free: int, possible: str) -> str:
    seats = "1 seat is" if free == 1 else f"{free} seats are"
    return (
        f"{seats} still free. Add a computer player, wait for somebody to join, "
        f"or set fewer seats under Options. {possible}"
    )


def seats_taken(taken: int) -> str:
    return f"{taken} seats are taken already, so there can't be fewer."


def seats_range(title: str, possible: Sequence[int]) -> str:
    return f"{title} has {and_or(possible)} seats."


def and_or(numbers: Sequence[int]) -> str:
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def unknown_game(name: str, known: Sequence[str]) -> str:
    return f"I know no game called {escape(name[:80])}. There is {and_list(list(known))}."


def unknown_clock(text: str) -> str:
    return f"{escape(text[:80])} is no time that can be set. Possible: {', '.join(CLOCKS)}."


def bad_options(text: str) -> str:
    return f"I can't read the option {escape(text[:80])}. Write them as `name=value`, several apart by spaces."


def choice_taken(label: str, name: str) -> str:
    return f"{label} is taken by {escape(name)}. Choose another one, or leave it to chance."


def unknown_choice(value: str) -> str:
    return f"{escape(value[:80])} can't be chosen here."


def computer_name(number: int) -> str:
    return f"Computer {number}"


def table_opened(channel: int) -> str:
    return f"The table is open in <#{channel}>. Others join it there; when every seat is taken, press Start."


def done(action: str) -> str:
    return f"Done: `{action}`."


TOO_FAST = "That was too much at once, so I left some of it out. Please go on one at a time."

STORE_AWAY = "I can't reach my memory at the moment, so nothing was changed. Please try again in a minute."


def our_error(reference: str) -> str:
    return (
        "Something went wrong on my side, and nothing was changed. I am sorry. "
        f"If it happens again, please tell the operator this reference: `{reference}`."
    )


def mention(user_id: int) -> str:
    return f"<@{user_id}>"


def until(due_ms: int) -> str:
    return f"due <t:{due_ms // 1000}:R>"


def commitment(value: str) -> str:
    return f"-# Every draw of this game comes from a sealed number. Its seal: `{value}`"


def revealed(seed: str, commitment_value: str) -> str:
    return (
        f"-# The sealed number was `{seed}`, its seal `{commitment_value}`. "
        "*Record* gives what `verify` proves every draw with."
    )


LEFT_TO_CHANCE = "Leave it to chance"
FOLDED = "-# The board has moved on."


def lobby_state(taken: int, seats: int) -> str:
    if taken == seats:
        return "Every seat is taken: the host can start."
    return f"{taken} of {seats} seats taken. Press Join to play."


def seat_free(number: int) -> str:
    return f"{number}. *free*"


def seat_taken(number: int, name: str, *, host: bool, computer: str | None, choice: str | None) -> str:
    level = COMPUTER_LEVELS.get(computer or "", computer or "")
    notes = [note for note in ("host" if host else "", level, choice or "") if note]
    return f"{number}. **{escape(name)}**" + (f" · {', '.join(notes)}" if notes else "")


def lobby_settings(clock: int | None) -> str:
    return f"Time for each move: {clock_name(clock)}."


def lobby_started(names: Sequence[str], place: int | None) -> str:
    where = "The board follows." if place is None else f"The board is in <#{place}>."
    return f"At the table: {and_list([escape(name) for name in names])}. {where}"


def winners(names: Sequence[str]) -> str:
    if not names:
        return "The game is over."
    if len(names) == 1:
        return f"The game is over: **{names[0]}** wins."
    return f"The game is over: {and_list([f'**{name}**' for name in names])} share the victory."


def thread_name(title: str, names: Sequence[str]) -> str:
    """At most 100 characters, as Discord allows."""
    return f"{title} · {', '.join(names)}"[:100]


YOUR_HAND = "Your hand. Only you can see it."
RECORD = "The record of this game. `verify` proves its draws: `.venv/bin/python -m engine verify FILE`."


def more(title: str, commitment_value: str) -> str:
    return f"### {title}\n{commitment(commitment_value)}"


def zoomed(part: str) -> str:
    return f"{part}."


def replayed(turns: int) -> str:
    return f"The game so far in {turns} {'turn' if turns == 1 else 'turns'}."


def turn_of(number: int, last: int) -> str:
    return "The start." if number == 0 else f"After turn {number} of {last}."


COMPUTER_THINKS = "a computer player is thinking"
YOUR_TURN = "**your turn**"


def waiting_for(names: Sequence[str]) -> str:
    if not names:
        return COMPUTER_THINKS
    return f"waiting for {and_list([escape(name) for name in names])}"


def game_line(title: str, channel: int, state: str) -> str:
    return f"**{title}** in <#{channel}> · {state}"

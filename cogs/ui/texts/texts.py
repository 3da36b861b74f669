"""Every text of the interface that belongs to no single game, so that languages can be added later.

Refusals of the table service are in `tables.texts`.
"""

from collections.abc import Sequence

from tables.texts import and_list, escape, quote

BAD_FORM = "I can't read that form, so nothing was changed. Please open it again."

BUTTON_HAND = "My hand"
BUTTON_MORE = "More"
BUTTON_RULES = "How to play"
BUTTON_TEXT_BOARD = "Board as text"
BUTTON_ZOOM = "Zoom"
BUTTON_REPLAY = "Replay"
BUTTON_STEPS = "Step by step"
BUTTON_CANCEL = "End game for all"
BUTTON_CONFIRM = "Confirm"


THEMES = {"dark": "Dark", "light": "Light", "high_contrast": "High contrast"}

LEGEND = "What the signs on the board mean."
ZOOM_LAST = "Last move"
ZOOM_QUARTERS = {"NW": "North-west", "NE": "North-east", "SW": "South-west", "SE": "South-east"}


PERMISSIONS = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
}


def part_of_text(number: int) -> str:
    """The button of another part of the board as text."""
    return f"Part {number}"


def confirm_end_round(late: Sequence[str]) -> str:
    return (
        f"Close the round without waiting for {and_list([escape(name) for name in late]) or 'anybody'}? "
        "What they have chosen so far counts. It can't be taken back."
    )


def missing_permissions(names: Sequence[str]) -> str:
    shown = and_list([f"**{PERMISSIONS.get(name, name)}**" for name in names])
    return f"To play in this channel I need the permission {shown}. Somebody who runs this server can grant it."


def unknown_game(name: str, known: Sequence[str]) -> str:
    return f"I don't know a game called {quote(name)}. You can play {and_list(list(known))}."


def bad_options(text: str) -> str:
    return f"I can't read the option {quote(text)}. Write `name=value`, with a space between two options."


def table_opened(channel: int, *, alone: bool = False) -> str:
    if alone:
        return f"Your table is open in <#{channel}>. Press Start there."
    return f"The table is open in <#{channel}>. Others join it there."


TOO_FAST = "That was a lot at once, so I skipped some of it. Please go on one at a time."

OLD_BUTTON = "This button is from an older version; open the table again."
DONE_MOVED_ON = "Done and saved. The board has moved on meanwhile; this is how it stands now."


def our_error(reference: str) -> str:
    return (
        "Sorry, something went wrong on my side. Nothing was changed. "
        f"If it happens again, please give the people who run me this reference: `{reference}`."
    )


def mention(user_id: int) -> str:
    return f"<@{user_id}>"


def until(due_ms: int) -> str:
    return f"due <t:{due_ms // 1000}:R>"


def lobby_state(taken: int, seats: int, *, start_when_full: bool = False) -> str:
    if taken == seats:
        return "All set: press Start." if seats == 1 else "Every seat is taken: the host can start."
    start = " The game starts when the last seat is taken." if start_when_full else ""
    return f"{taken} of {seats} seats taken.{start}"


def invited(users: Sequence[int]) -> str:
    return f"Invited: {and_list([mention(user) for user in users])}."


def table_is_full(host: int, title: str) -> str:
    return f"{mention(host)}, your table of {title} is full. Press Start when you like."


def seat_taken(number: int, name: str, *, host: bool, computer: str | None, choices: Sequence[str]) -> str:
    notes = [note for note in ("host" if host else "", computer or "", *choices) if note]
    return f"{number}. **{escape(name)}**" + (f" · {', '.join(notes)}" if notes else "")


def lobby_started(names: Sequence[str], place: int | None) -> str:
    where = "The board follows." if place is None else f"The board is in <#{place}>."
    return f"At the table: {and_list([escape(name) for name in names])}. {where}"


GAME_OVER = "The game is over."


def have_resigned(names: Sequence[str]) -> str:
    return f"{and_list(names)} {'has' if len(names) == 1 else 'have'} resigned."


COMPUTER_PLAYS_ON = "A computer player makes their moves."


def stand_in(name: str) -> str:
    return f"Computer for {name}"


def thread_name(title: str, people: Sequence[str], computers: int = 0) -> str:
    """The people, and how many computer players: at most 100 characters, as Discord allows."""
    counted = ["1 computer" if computers == 1 else f"{computers} computers"] if computers else []
    return f"{title} · {', '.join([*people, *counted])}"[:100]


def more(title: str) -> str:
    return f"### {title}"


def zoomed(part: str) -> str:
    return f"{part}."


def replayed(turns: int, *, over: bool) -> str:
    return f"The {'whole game' if over else 'game so far'} in {turns} {'turn' if turns == 1 else 'turns'}."


def turn_of(number: int, last: int) -> str:
    return "The start." if number == 0 else f"After turn {number} of {last}."


COMPUTER_THINKS = "a computer player is thinking"

"""The texts of calling people to a table: messages that mention them, direct messages, and the page *Pings*."""

from collections.abc import Sequence

from tables.calling.recipients import BACK, LAST, NUDGE, REMINDER
from tables.texts import and_list, escape

BUTTON_PINGS = "Pings"
BUTTON_OPEN = "Open the board"
BUTTON_STOP = "Stop following"


def page(game: str, lines: Sequence[str]) -> str:
    return "\n".join([f"### {game} · Pings", *lines])


def pinged(wish: str) -> str:
    ways = {
        "mention": "I mention you when it's your turn.",
        "direct": "I send you a direct message when it's your turn.",
        "none": "I don't tell you when it's your turn: you look by yourself.",
    }
    return f"{ways.get(wish, ways['mention'])} `/settings` changes that for all your tables."


def waits_for(names: Sequence[str], at: int, now: int) -> str:
    """Whom the table waits for; a nudge is possible from a time on, both in milliseconds UTC."""
    when = "A nudge asks them kindly, once a day." if at <= now else f"You can nudge them <t:{at // 1000}:R>."
    return f"This table waits for {and_list([escape(name) for name in names])}. {when}"


def call(reason: str, who: Sequence[str], task: str, *, by: str = "", deadline: int | None = None) -> str:
    """The public message that calls people, by their mentions; `task` is what is asked: "to move"."""
    names, until = and_list(list(who)), "" if deadline is None else f" Due <t:{deadline // 1000}:R>."
    match reason:
        case value if value == LAST:
            return f"{names}, you're the last one: everybody else is done.{until}"
        case value if value == NUDGE:
            return f"{names}, {escape(by)} is looking forward to your move.{until}"
        case value if value == REMINDER:
            return f"{names}, a reminder: it's your turn {task}.{until}"
        case value if value == BACK:
            return f"{names}, your move is taken back, and it's your turn {task} again.{until}"
        case _:
            return f"{names}, it's your turn {task}.{until}"


def direct(reason: str, title: str, place: str, task: str, *, by: str = "", deadline: int | None = None) -> str:
    """The direct message that calls somebody to a table in a channel."""
    until = "" if deadline is None else f" Due <t:{deadline // 1000}:R>."
    asked = {
        LAST: "You're the last one: everybody else is done.",
        NUDGE: f"{escape(by)} is looking forward to your move.",
        REMINDER: f"A reminder: it's your turn {task}.",
        BACK: f"Your move is taken back, and it's your turn {task} again.",
    }
    turn = f"It's your turn {task}."
    return f"### {title}\n{asked.get(reason, turn)}{until}\n-# {place}"


def in_channel(channel: int) -> str:
    return f"<#{channel}>"

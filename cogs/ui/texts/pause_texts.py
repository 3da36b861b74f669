"""The texts about time that does not count: pauses, vacations, free weekends, quiet hours, games asleep.

Names come escaped where they are called so.
"""

from collections.abc import Sequence

from tables.texts import and_list, quote

WEEKENDS_FREE = "Weekends are free: no clock runs from Saturday 0:00 until Sunday 24:00 in the host's time zone."
ZONE_FIELD = "Your time zone"
FROM_FIELD = "Quiet from"
UNTIL_FIELD = "Quiet until"


def request_line(name: str, waiting: Sequence[str]) -> str:
    """Somebody's question for a pause; names come escaped."""
    return f"{name} asks for a pause. {and_list(list(waiting))}: is that all right with you?"


def paused_line(kind: str, name: str | None, end: int) -> str:
    """The pause that stands; the name comes escaped."""
    until = f"until <t:{end // 1000}:f>"
    if kind == "emergency":
        return f"**Paused.** {name} had an emergency; no clock runs {until}, or until {name} is back."
    if kind == "moderator":
        return f"**Paused** by a moderator, who can end it, {until} at the latest. Moves are welcome."
    return f"**Paused.** You all agreed; no clock runs {until} at the latest. Moves are welcome."


def told(kind: str, name: str | None) -> str:
    """What the story tells of a pause; the name comes escaped."""
    return {
        "agreed": "You all agreed to pause the game.",
        "emergency": f"{name} paused the game for an emergency.",
        "moderator": "A moderator paused the game.",
        "resumed": "A moderator resumed the game." if name is None else f"{name} resumed the game.",
        "over": "The pause is over, and the game goes on.",
        "declined": f"{name} would rather play on.",
    }.get(kind, "")


def away_line(name: str, begins: int, ends: int, now: int) -> str:
    """Somebody's vacation on the card; the name comes escaped."""
    since = "" if begins <= now else f"from <t:{begins // 1000}:f> "
    return f"{name} is away {since}until <t:{ends // 1000}:f>."


def own_vacation(begins: int, ends: int, now: int) -> str:
    since = "You are away" if begins <= now else f"You will be away from <t:{begins // 1000}:f>"
    return f"{since} until <t:{ends // 1000}:f>."


def quiet_line(begin: str, until: str, zone: str, clock: str) -> str:
    return f"Your quiet hours: {begin} to {until}, in {zone}, where it is {clock} now."


def zone_line(zone: str, clock: str) -> str:
    return f"Your time zone: {zone}, where it is {clock} now."


def asleep(mentions: Sequence[str], title: str) -> str:
    one = len(mentions) == 1
    who, plays = ("I don't hear from you", "you") if one else ("somebody doesn't answer", "them")
    return (
        f"{and_list(list(mentions))}, {title} has been waiting for you for a week. Are you still there?\n"
        f"If {who} within another week, the computer plays for {plays}. The seat can be taken back at any time."
    )


def here(names: Sequence[str]) -> str:
    """Who has answered; names come escaped."""
    return f"-# Still here: {and_list(list(names))}." if names else ""


def would_end(names: Sequence[str], others: Sequence[str]) -> str:
    """Who would end the game, and who has not said so; names come escaped."""
    if not names:
        return ""
    return f"-# {and_list(names)} would like to end the game. It ends when {and_list(others) or 'everybody'} would too."


def unreadable_day(text: str) -> str:
    return f"I can't read {quote(text)} as a day. Pick one from the list, or type it as 2026-12-24."

"""The texts of moderating: the page, its forms, and what the others at a table read of it."""

from collections.abc import Sequence

from cogs.ui.texts import organise_texts
from cogs.ui.texts.texts import PERMISSIONS
from leagues.undoing import AUDITED
from tables.moderating import moderation
from tables.seat_changes import seats
from tables.texts import and_list, escape

BUTTON_TABLES = "Open tables"
BUTTONS = {
    moderation.PAUSE: "Pause",
    moderation.RESUME: "Resume",
    moderation.END: "End game for all",
    moderation.OFFER: "Replace somebody",
    moderation.REMOVE: "Remove somebody",
    moderation.LOCK: "Lock",
    moderation.UNLOCK: "Unlock",
    moderation.BLOCK: "Block somebody",
    moderation.UNBLOCK: "Unblock somebody",
}
"""What a button does; the title of its form too."""
HINTS = {
    moderation.PAUSE: "No time runs until a moderator resumes it.",
    moderation.RESUME: "Time runs on from where it stood.",
    moderation.END: "The game counts for nobody. This can't be undone.",
    moderation.OFFER: "They are asked, pinged once, and play on when they say yes.",
    moderation.REMOVE: "In a game, the computer plays on in their seat.",
    moderation.LOCK: "Nobody joins, takes a seat or takes a move back. The game itself goes on.",
    moderation.UNLOCK: "Players join, pass seats on and take moves back again.",
    moderation.BLOCK: "They leave tables that haven't started, and come to no other. Games that run go on.",
    moderation.UNBLOCK: "They can come to the tables of this server again.",
}
"""What an act brings, as its form tells: at most 100 characters."""
DONE = {
    moderation.PAUSE: "The game is paused.",
    moderation.RESUME: "The game goes on.",
    moderation.END: "The game has ended.",
    moderation.OFFER: "They have been asked.",
    moderation.REMOVE: "They are no longer at this table.",
    moderation.LOCK: "The table is locked.",
    moderation.UNLOCK: "The table is unlocked.",
    moderation.BLOCK: "They are blocked now.",
    moderation.UNBLOCK: "They can come to the tables of this server again.",
}

TABLES = "### Open tables of this server\nChoose one to moderate it."
LOG = "### What moderators did"
BLOCKED = "### Blocked from the tables of this server"


def cant_post(missing: Sequence[str]) -> str:
    """What keeps the board from being posted."""
    named = and_list([f"**{PERMISSIONS.get(name, name)}**" for name in missing])
    what = "the permission" if len(missing) == 1 else "the permissions"
    return (
        f"-# The game is saved, but I can't post the board in its channel: I lack {what} {named}. "
        "Somebody who runs this server can grant it, and the board comes by itself."
    )


_TOLD = {
    moderation.PAUSE: "paused the game",
    moderation.RESUME: "resumed the game",
    moderation.END: "ended the game",
    moderation.OFFER: "offered a seat to",
    seats.WITHDRAW: "took back the offer of a seat to",
    moderation.REMOVE: "removed",
    moderation.LOCK: "locked the table",
    moderation.UNLOCK: "unlocked the table",
    moderation.BLOCK: "blocked",
    moderation.UNBLOCK: "unblocked",
}


def table_page(title: str, channel: int, host: int, names: Sequence[str], *, over: bool, locked: bool) -> str:
    """The head of a table's page."""
    people = and_list([escape(name) for name in names])
    state = "It is over." if over else "It is locked." if locked else ""
    head = f"### {title}\nIn <#{channel}>, opened by {_person(host)}: {people}."
    return " ".join(part for part in (head, state) if part)


def _person(user: int) -> str:
    """A mention; whoever wanted to be forgotten has no id any more."""
    return f"<@{user}>" if user else "somebody"


def log_line(act: str, actor: int, user: int | None, created: int, reason: str, table: str | None) -> str:
    """What a moderator did, as one line."""
    whom = "" if user is None else f" <@{user}>"
    where = "" if table is None else f" at {table}"
    why = f": {escape(reason)}" if reason else ""
    return f"<t:{created // 1000}:R> {_person(actor)} {_told(act)}{whom}{where}{why}"


def _told(act: str) -> str:
    if act.startswith(AUDITED):
        return organise_texts.audited(act.removeprefix(AUDITED))
    return _TOLD.get(act, act)


def blocked_line(user: int, since: int) -> str:
    return f"<@{user}> since <t:{since // 1000}:d>"


def table_choice(seats: int, of: int, phase: str, names: Sequence[str]) -> str:
    """What stands below a table in the list: at most 100 characters."""
    state = f"{seats} of {of} seats taken" if phase == "lobby" else "being played"
    return f"{state} · {', '.join(names)}"[:100]

"""Checks at the end of the simulated fortnight, and its summary."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cogs.ui.messages.cards import ENDED
from cogs.ui.messages.pause_block import CANCELLED_GAME, ENDED_SILENT
from cogs.ui.texts import texts
from engine.core import HOST
from tables.calling.recipients import BACK, LAST, NUDGE, REMINDER
from tables.texts import CANCELLED
from tests.end_to_end.fortnight_faults import STORE_GONE
from tests.end_to_end.fortnight_tables import MINUTE, PEOPLE, Played
from tests.end_to_end.fortnight_wishes import Wishes
from tests.end_to_end.simulated_fortnight import AT_ONCE_MS, Fortnight

CALLS = ("card", "turn")
"""The kinds of messages that call a player at the beginning of a turn."""
TOLD = {
    "its host ended it": CANCELLED_GAME,
    "a moderator ended it": ENDED,
    "everybody was silent": ENDED_SILENT,
    "too few people came": CANCELLED,
}
"""The text on the final card, by the reason why a game was called off."""


def pings_are_right(fortnight: Fortnight, wishes: Wishes) -> list[str]:
    """Return the mistakes in pings.

    - Each player is called exactly once for each turn, unless their own action has just begun it.
    - No call is needed if they acted before their quiet hours or an outage of Discord ended.
    - Of the messages that wait for the end of quiet hours, only the newest is sent.
    - Nudges, reminders and messages to the last player of a turn are counted separately, each once.
    - Nobody is called in quiet hours.
    """
    called = Counter((ping.table, ping.turn, ping.user) for ping in fortnight.pings if ping.kind in CALLS)
    others = Counter((ping.table, ping.turn, ping.user, ping.kind) for ping in fortnight.pings)
    nudged = Counter(wishes.nudged)
    wrong = [f"called {number} times in a turn: {key}" for key, number in called.items() if number > 1]
    for key, number in others.items():
        allowed = nudged[key[:3]] if key[3] == NUDGE else 1
        if number > allowed:
            wrong.append(f"{number} times: {key}")
    here = {(table.id, turn, user) for table in fortnight.tables.values() for user, turn in table.here}
    wrong += [f"called though they had just acted: {key}" for key in called if key in here - fortnight.unsure]
    for table in fortnight.tables.values():
        for (user, turn), since in table.awaited.items():
            key = (table.id, turn, user)
            until = table.left[user, turn]
            habits = fortnight.habits[user - PEOPLE[0].id]
            is_told = any(others[*key, kind] for kind in (LAST, NUDGE, REMINDER, BACK))
            if called[key] or (is_told and habits.has_quiet_hours and habits.is_asleep(since)):
                continue
            if key not in here | fortnight.unsure and until > _reachable(fortnight, user, since):
                wrong.append(f"never called: {table.plan.game} {key} from {since} until {until}")
    for ping in fortnight.pings:
        habits = fortnight.habits[ping.user - PEOPLE[0].id]
        is_night = habits.has_quiet_hours and habits.is_asleep(ping.at) and habits.is_asleep(ping.at - MINUTE)
        if is_night and ping.kind in (*CALLS, REMINDER, NUDGE, LAST, BACK):
            wrong.append(f"called in quiet hours: {ping}")
    return wrong


def _reachable(fortnight: Fortnight, user: int, since: int) -> int:
    """Return from when a player awaited since `since` can be called; an outage may begin just before the call."""
    habits, at = fortnight.habits[user - PEOPLE[0].id], since
    while (habits.has_quiet_hours and habits.is_asleep(at)) or any(
        b - AT_ONCE_MS <= at < e for b, e in fortnight.outages
    ):
        at += MINUTE
    return at + AT_ONCE_MS


def clocks_are_right(fortnight: Fortnight) -> list[str]:
    """Return the cases in which a player's time ran out in their quiet hours, on vacation or in a pause."""
    wrong: list[str] = []
    for table in fortnight.tables.values():
        for at in expiries(table):
            if table.is_paused(at) and table.is_paused(at - MINUTE):
                wrong.append(f"time ran out in a pause: {table.id} at {at}")
            late = [user for (user, turn), since in table.awaited.items() if since < at == table.left[user, turn]]
            for user in late if table.plan.counts_days else ():
                habits = fortnight.habits[user - PEOPLE[0].id]
                if habits.is_in_peace(at) and habits.is_in_peace(at - AT_ONCE_MS):
                    wrong.append(f"time ran out in quiet hours or on vacation: {table.id} {user} at {at}")
    return wrong


def expiries(table: Played) -> Iterator[int]:
    """Return the times at which turns were closed because time had run out."""
    return (one.at for one in table.log if one.actor == str(HOST) and one.action.split()[0] in ("close", "forfeit"))


async def ends_are_told(fortnight: Fortnight, wishes: Wishes) -> list[str]:
    """Return the tables whose end isn't on their card or lobby, and those whose follower wasn't told exactly once."""
    wrong: list[str] = []
    said = await fortnight.told()
    for table in fortnight.tables.values():
        # The channel may have been deleted after the end.
        if table.plan.channel in fortnight.discord.deleted:
            continue
        wanted = texts.GAME_OVER if table.end == "finished" else TOLD[table.why]
        if sum(wanted in one for one in said[table.id]) < 1:
            wrong.append(f"not told: {table.plan.game} {table.id} {table.why}: {said[table.id]}")
    for table, number in wishes.followed:
        stop = f"{table.id}::follow:stop"
        sent = [
            message
            for message in fortnight.discord.direct_messages(PEOPLE[number].id)
            if stop in str(message["components"])
        ]
        wanted = texts.GAME_OVER if table.end == "finished" else TOLD.get(table.why, "")
        if len(sent) != 1 or wanted not in str(sent[0]["components"]):
            wrong.append(f"a follower was not told once how it ended: {table.id} {table.why} {len(sent)}")
    return wrong


def messages_are_single(fortnight: Fortnight) -> list[str]:
    """Return the messages that were posted more than once in the same place."""
    return [f"{number} times: {key}" for key, number in Counter(fortnight.sent).items() if number > 1]


def records_have_all(fortnight: Fortnight) -> list[str]:
    """Return the acknowledged actions that are missing from the log or in another order there."""
    wrong: list[str] = []
    for table in fortnight.tables.values():
        for seat, told in table.acknowledged.items():
            log = iter([one.action for one in table.log if one.actor == str(seat)])
            lost = [(action, said) for action, said in told if action not in log]
            wrong += [f"{table.plan.game} {table.id}: {seat} {action}, but was told: {said}" for action, said in lost]
    return wrong


def unexplained(logs: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the logged warnings and errors not explained by an outage, a deletion or a slow machine."""
    return [one for one in logs if one["log_level"] not in ("info", "debug") and not _is_explained(one)]


def _is_explained(one: Mapping[str, Any]) -> bool:
    what = str(one.get("error", "")) + repr(one.get("exc_info", ""))
    match one["event"]:
        case "the store is unavailable":
            return STORE_GONE in what
        case "post failed" | "message check failed":
            return any(known in what for known in ("503", "404", STORE_GONE))
        case "store slow":
            # Real seconds have passed: other tests keep the machine busy.
            return True
        case _:
            return False


def summary(fortnight: Fortnight) -> str:
    """Return a Markdown summary of the fortnight: a table by game and a few lines."""
    kinds = ["card", "turn", "last", "reminder", "nudge", "offer", "idle"]
    lines = ["| game | tables | finished | cancelled | actions | expiries | stand-ins | " + " | ".join(kinds) + " |"]
    lines.append("|---" * (7 + len(kinds)) + "|")
    for game in dict.fromkeys(table.plan.game for table in fortnight.tables.values()):
        tables = [table for table in fortnight.tables.values() if table.plan.game == game]
        ends = Counter(table.end for table in tables)
        ids = {table.id for table in tables}
        pings = Counter(ping.kind for ping in fortnight.pings if ping.table in ids)
        figures = [
            len(tables),
            ends["finished"],
            ends["cancelled"],
            sum(len(told) for table in tables for told in table.acknowledged.values()),
            sum(len(list(expiries(table))) for table in tables),
            sum(note.endswith("stand_in") for table in tables for note in table.notes),
            *(pings[kind] for kind in kinds),
        ]
        lines.append(f"| {game} | " + " | ".join(map(str, figures)) + " |")
    counts = {what: number for what, number in fortnight.counts.items() if ":" not in what}
    lines.append("\nEnds: " + _listed(Counter(table.why for table in fortnight.tables.values())))
    lines.append("\nWhat else happened: " + _listed(counts))
    lines.append("\nSeats: " + _listed(Counter(note for table in fortnight.tables.values() for note in table.notes)))
    return "\n".join(lines)


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{what} {number}" for what, number in counts.items())

"""The texts of leagues: at tables, on the season card, and on the pages of `/league`."""

from collections.abc import Sequence
from itertools import accumulate

from cogs.ui.texts.texts import mention
from engine.core import join_and
from leagues import acts, agreement, reports
from leagues.season import Season
from leagues.settings import CUP, LeagueSettings
from render.text import pluralize, truncate
from tables.texts import escape

BUTTON_LOG = "Log"
KINDS = {"stalling": "Somebody stalls", "conduct": "Somebody behaves badly", "correction": "A result is wrong"}
BUTTONS = {
    acts.PUT_IN: "Put in",
    acts.TAKE_OUT: "Take out",
    acts.FORBID: "Keep apart",
    acts.ALLOW: "Allow together",
    acts.VOID: "Void",
    acts.RESTORE: "Restore",
    acts.CORRECT: "Correct result",
    acts.HOLD: "Hold deals",
    acts.GO_ON: "Go on",
    acts.LAST: "Last season",
    acts.RENEW: "Next season too",
    acts.MOVE_DATES: "Put off",
    acts.DEAL_NOW: "Deal now",
    acts.END_NOW: "End season",
    reports.SETTLE: "Settle",
}
ACTS_TOLD = {
    acts.PUT_IN: "put in",
    acts.TAKE_OUT: "took out",
    acts.FORBID: "keeps apart",
    acts.ALLOW: "allows together",
    acts.VOID: "voided",
    acts.RESTORE: "restored",
    acts.CORRECT: "corrected",
    acts.HOLD: "put the deals on hold",
    acts.GO_ON: "resumed the deals",
    acts.LAST: "made this the last season",
    acts.RENEW: "added a next season",
    acts.MOVE_DATES: "postponed the dates",
    acts.DEAL_NOW: "dealt tables",
    acts.END_NOW: "ended the season",
    acts.IMPORT: "imported the season",
    agreement.ASK: "asked a table's players about it",
    agreement.AGREE: "agreed",
    reports.REPORT: "reported",
    reports.SETTLE: "settled a report",
}


def list_first(parts: Sequence[str], room: int) -> list[str]:
    """Return the first parts that fit into `room` characters, followed by "N more" if some are left out."""
    ends = accumulate(len(part) + 3 for part in parts)
    shown = sum(end <= room for end in ends)
    return [*parts] if shown == len(parts) else [*parts[:shown], f"{len(parts) - shown} more"]


# At tables


WHY = {
    "unfinished": "less than half was played when the season ended",
    "nobody": "somebody never played here, so the others come first in the next deal",
    "void": "it was ended early",
    "ended": "an organiser ended the season",
    "organiser": "an organiser voided it",
    "corrected": "corrected by an organiser",
    "standing": "by the standing on the season's last day",
}
"""The reasons, in words, why a table's counted result differs from the result played."""


# The season card


BUTTON_JOIN = "I'm in"
BUTTON_MINE = "My tables"
BUTTON_STANDINGS = "Standings"
BUTTON_EXPLAIN = "Explain"
BUTTON_ORGANISE = "Organise"
BUTTON_START = "Start dealing"
BUTTON_BACK_IN = "I'm back"


def seats(least: int, most: int) -> str:
    """Format the numbers of seats that a league's tables can have."""
    if least == most:
        return f"tables of {most}"
    return f"tables of {least} {'or' if most == least + 1 else 'to'} {most}"


def format_table_count(settings: LeagueSettings) -> str:
    """Format the number of tables that each player gets in a season, and the maximum at the same time."""
    if settings.kind == CUP:
        return f"{settings.deals} tables each"
    at_once = f", at most {settings.cap} at once" if settings.cap > 1 else ""
    return f"about {settings.tables} tables each{at_once}"


def state(season: Season, running: int) -> str:
    """Format the state of a season in one line."""
    row, people = season.row, f"{len(season.active)} {'person' if len(season.active) == 1 else 'people'}"
    ends = f"until <t:{row.ends // 1000}:{'t' if season.is_cup else 'D'}>"
    tables = f"{pluralize(running, 'table')} running"
    match row.state:
        case "open" if season.is_cup:
            return f"Open · {people} in · *{BUTTON_START}* deals the first tables"
        case "open":
            return f"Open · {people} in · first tables <t:{row.begins // 1000}:F>"
        case "running":
            following = "" if row.due is None else f" · next <t:{row.due // 1000}:R>"
            if season.is_cup:
                following = " · next once all tables are over" if running else following
            deal = f"Deal {_format_deal_number(season)}{' · on hold' if row.held else following}"
            return f"{deal} · {tables} · {people} in · {ends}"
        case "closing":
            until = "" if row.due is None else f" · {ends}"
            return f"The last {'table is' if running == 1 else 'tables are'} being played · {tables}{until}"
        case "final":
            return f"Over · {pluralize(len(season.results), 'table')} counted"
        case "cancelled" if not row.waited:
            return "Closed by an organiser before its first tables. `/league` opens another one."
        case "cancelled":
            return "Closed: there were too few people for a table. `/league` opens another one."


def _format_deal_number(season: Season) -> str:
    return f"{season.row.deals} of {season.settings.deals}" if season.is_cup else str(season.row.deals)


def result(name: str, champions: Sequence[str]) -> str:
    """Format the text about the end of a season, shown above its picture."""
    if not champions:
        return f"### {escape(name)} is over\nToo few tables were finished for a ranking this time."
    won = "wins" if len(champions) == 1 else "share first place"
    return f"### {escape(name)} is over\n**{join_and([escape(name) for name in champions])}** {won}. Well played."


# /league

WHO_OPENS = "Moderators of this server can open one with `/league`."


def format_table_limit(number: int) -> str:
    return "1 table at once" if number == 1 else f"{number} tables at once"


# New league


def format_audit_entry(act: str) -> str:
    """Format an organiser's action for the server's moderation log; `act` is its name without the prefix "league: "."""
    undone = act.removeprefix("undo ")
    told = ACTS_TOLD.get(undone, undone)
    return f"league: {told}" if undone == act else f"league: undid: {told}"


def table_choice(deal: int, names: Sequence[str]) -> str:
    return truncate(f"Deal {deal}: {', '.join(names)}", 100)


def format_person(user: int) -> str:
    return mention(user) if user > 0 else "somebody"

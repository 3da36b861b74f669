"""The texts of leagues: at tables, on the season card, and on the pages of `/league`."""

from collections.abc import Sequence
from itertools import accumulate

from cogs.ui.texts.texts import mention
from language.messages import N_, _, list_and, ngettext
from leagues import acts, agreement, reports
from leagues.season import Season
from leagues.settings import CUP, LeagueSettings
from render.text import truncate
from tables.texts import escape

BUTTON_LOG = N_("Log")
KINDS = {
    "stalling": N_("Somebody stalls"),
    "conduct": N_("Somebody behaves badly"),
    "correction": N_("A result is wrong"),
}
BUTTONS = {
    acts.PUT_IN: N_("Put in"),
    acts.TAKE_OUT: N_("Take out"),
    acts.FORBID: N_("Keep apart"),
    acts.ALLOW: N_("Allow together"),
    acts.VOID: N_("Void"),
    acts.RESTORE: N_("Restore"),
    acts.CORRECT: N_("Correct result"),
    acts.HOLD: N_("Hold deals"),
    acts.GO_ON: N_("Go on"),
    acts.LAST: N_("Last season"),
    acts.RENEW: N_("Next season too"),
    acts.MOVE_DATES: N_("Put off"),
    acts.DEAL_NOW: N_("Deal now"),
    acts.END_NOW: N_("End season"),
    reports.SETTLE: N_("Settle"),
}
ACTS_TOLD = {
    acts.PUT_IN: N_("put in"),
    acts.TAKE_OUT: N_("took out"),
    acts.FORBID: N_("keeps apart"),
    acts.ALLOW: N_("allows together"),
    acts.VOID: N_("voided"),
    acts.RESTORE: N_("restored"),
    acts.CORRECT: N_("corrected"),
    acts.HOLD: N_("put the deals on hold"),
    acts.GO_ON: N_("resumed the deals"),
    acts.LAST: N_("made this the last season"),
    acts.RENEW: N_("added a next season"),
    acts.MOVE_DATES: N_("postponed the dates"),
    acts.DEAL_NOW: N_("dealt tables"),
    acts.END_NOW: N_("ended the season"),
    acts.IMPORT: N_("imported the season"),
    agreement.ASK: N_("asked a table's players about it"),
    agreement.AGREE: N_("agreed"),
    reports.REPORT: N_("reported"),
    reports.SETTLE: N_("settled a report"),
}
"""The names of acts by themselves."""
ACTS_ABOUT = {
    acts.PUT_IN: N_("put in {whom}"),
    acts.TAKE_OUT: N_("took out {whom}"),
    acts.FORBID: N_("keeps apart {whom}"),
    acts.ALLOW: N_("allows together {whom}"),
    acts.VOID: N_("voided the table of {whom}"),
    acts.RESTORE: N_("restored the table of {whom}"),
    acts.CORRECT: N_("corrected the table of {whom}"),
    acts.MOVE_DATES: N_("postponed the dates by {days}"),
}
"""The acts with the person, pair, table or days that they are about."""
LOGGED = {
    acts.PUT_IN: N_("{who} put in {whom}"),
    acts.TAKE_OUT: N_("{who} took out {whom}"),
    acts.FORBID: N_("{who} keeps apart {whom}"),
    acts.ALLOW: N_("{who} allows together {whom}"),
    acts.VOID: N_("{who} voided the table of {whom}"),
    acts.RESTORE: N_("{who} restored the table of {whom}"),
    acts.CORRECT: N_("{who} corrected the table of {whom}"),
    acts.HOLD: N_("{who} put the deals on hold"),
    acts.GO_ON: N_("{who} resumed the deals"),
    acts.LAST: N_("{who} made this the last season"),
    acts.RENEW: N_("{who} added a next season"),
    acts.MOVE_DATES: N_("{who} postponed the dates by {days}"),
    acts.DEAL_NOW: N_("{who} dealt tables"),
    acts.END_NOW: N_("{who} ended the season"),
    acts.IMPORT: N_("{who} imported the season"),
    agreement.ASK: N_("{who} asked the players at the table of {whom}"),
    agreement.AGREE: N_("{who} agreed at the table of {whom}"),
    reports.SETTLE: N_("{who} settled a report"),
}
"""The acts in the season's log, with the person who acted and what the act is about."""


def list_first(parts: Sequence[str], room: int) -> list[str]:
    """Return the first parts that fit into `room` characters, followed by "N more" if some are left out."""
    ends = accumulate(len(part) + 3 for part in parts)
    shown = sum(end <= room for end in ends)
    return [*parts] if shown == len(parts) else [*parts[:shown], _("{number} more", number=len(parts) - shown)]


# At tables


WHY = {
    "unfinished": N_("less than half was played when the season ended"),
    "nobody": N_("somebody never played here, so the others come first in the next deal"),
    "void": N_("it was ended early"),
    "ended": N_("an organiser ended the season"),
    "organiser": N_("an organiser voided it"),
    "corrected": N_("corrected by an organiser"),
    "standing": N_("by the standing on the season's last day"),
}
"""The reasons, in words, why a table's counted result differs from the result played."""


# The season card


BUTTON_JOIN = N_("I'm in")
BUTTON_MINE = N_("My tables")
BUTTON_STANDINGS = N_("Standings")
BUTTON_EXPLAIN = N_("Explain")
BUTTON_ORGANISE = N_("Organise")
BUTTON_START = N_("Start dealing")
BUTTON_BACK_IN = N_("I'm back")


def seats(least: int, most: int) -> str:
    """Format the numbers of seats that a league's tables can have."""
    if least == most:
        return _("tables of {most}", most=most)
    if most == least + 1:
        return _("tables of {least} or {most}", least=least, most=most)
    return _("tables of {least} to {most}", least=least, most=most)


def format_table_count(settings: LeagueSettings) -> str:
    """Format the number of tables that each player gets in a season, and the maximum at the same time."""
    if settings.kind == CUP:
        return ngettext("{number} table each", "{number} tables each", settings.deals)
    if settings.cap > 1:
        return _("about {tables} tables each, at most {cap} at once", tables=settings.tables, cap=settings.cap)
    return _("about {tables} tables each", tables=settings.tables)


def state(season: Season, running: int) -> str:
    """Format the state of a season in one line."""
    row = season.row
    people = ngettext("{number} person in", "{number} people in", len(season.active))
    until = _("until {when}", when=f"<t:{row.ends // 1000}:{'t' if season.is_cup else 'D'}>")
    tables = ngettext("{number} table running", "{number} tables running", running)
    match row.state:
        case "open" if season.is_cup:
            parts = [_("Open"), people, _("*{button}* deals the first tables", button=_(BUTTON_START))]
        case "open":
            parts = [_("Open"), people, _("first tables {when}", when=f"<t:{row.begins // 1000}:F>")]
        case "running":
            parts = [_format_deal_number(season), _format_following(season, running), tables, people, until]
        case "closing":
            last = ngettext("The last table is being played", "The last tables are being played", running)
            parts = [last, tables, "" if row.due is None else until]
        case "final":
            parts = [_("Over"), ngettext("{number} table counted", "{number} tables counted", len(season.results))]
        case "cancelled" if not row.waited:
            return _("Closed by an organiser before its first tables. `/league` opens another one.")
        case "cancelled":
            return _("Closed: there were too few people for a table. `/league` opens another one.")
    return " · ".join(filter(None, parts))


def _format_following(season: Season, running: int) -> str:
    """Format when a running season deals tables next; empty if that is unknown."""
    row = season.row
    if row.held:
        return _("on hold")
    if season.is_cup and running:
        return _("next once all tables are over")
    return "" if row.due is None else _("next {when}", when=f"<t:{row.due // 1000}:R>")


def _format_deal_number(season: Season) -> str:
    if season.is_cup:
        return _("Deal {deal} of {deals}", deal=season.row.deals, deals=season.settings.deals)
    return _("Deal {deal}", deal=season.row.deals)


def result(name: str, champions: Sequence[str]) -> str:
    """Format the text about the end of a season, shown above its picture."""
    if not champions:
        return _("### {season} is over\nToo few tables were finished for a ranking this time.", season=escape(name))
    return ngettext(
        "### {season} is over\n**{names}** wins. Well played.",
        "### {season} is over\n**{names}** share first place. Well played.",
        len(champions),
        season=escape(name),
        names=list_and([escape(name) for name in champions]),
    )


# /league

WHO_OPENS = N_("Moderators of this server can open one with `/league`.")


def format_table_limit(number: int) -> str:
    return ngettext("{number} table at once", "{number} tables at once", number)


# New league


def format_act(act: str, about: str = "") -> str:
    """Format an organiser's action, such as "put in Ann"; `act` is its stored name.

    `about` names the people or the number of days that it was about; without them it is "put in".
    """
    if about and act in ACTS_ABOUT:
        return _(ACTS_ABOUT[act], whom=about, days=about)
    return _(ACTS_TOLD.get(act, act))


def format_logged(act: str, who: str, about: str) -> str:
    """Format an organiser's action for the season's log, with the person who acted."""
    logged = LOGGED.get(act)
    # The log of an imported season doesn't have the tables.
    if logged is None or (not about and any(field in logged for field in ("{whom}", "{days}"))):
        return _("{who}: {act}", who=who, act=format_act(act))
    return _(logged, who=who, whom=about, days=about)


def format_audit_entry(act: str) -> str:
    """Format an organiser's action for the server's moderation log; `act` is its name without the prefix "league: "."""
    undone = act.removeprefix("undo ")
    if undone == act:
        return _("league: {act}", act=format_act(act))
    return _("league: undid: {act}", act=format_act(undone))


def table_choice(deal: int, names: Sequence[str]) -> str:
    return truncate(_("Deal {deal}: {names}", deal=deal, names=", ".join(names)), 100)


def format_person(user: int) -> str:
    return mention(user) if user > 0 else _("somebody")

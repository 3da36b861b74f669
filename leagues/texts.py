"""The texts of refusals about leagues, and the names of leagues and seasons that are stored with tables."""

from tables.texts import escape

CUP_LABEL = "Cup"
NO_SUCH_SEASON = "I don't know this season any more. `/league` shows the leagues of this server."
NOT_OF_THE_SEASON = "That table doesn't belong to this season."
ALREADY_IN = "You are in already. *My tables* shows what you are playing."
NOT_IN_NOW = "You aren't in this season. *I'm in* brings you in."
BLOCKED = "The moderators of this server keep you from its tables, so I can't deal you one."
TAKEN_OUT = "An organiser has taken you out of this season. Please ask them."
CAP_RANGE = "Choose a number of tables from 1 to {most}."
TOO_LATE = "The last tables of this season are dealt already. `/league` shows where you can join."


def season_name(league: str, number: int) -> str:
    return f"{league} · season {number}"


def not_in(name: str) -> str:
    return f"You aren't in {name}. *I'm in* on its card brings you in."


def over(name: str) -> str:
    return f"{name} is over. `/league` shows what goes on."


def cap_range(most: int) -> str:
    return CAP_RANGE.format(most=most)


# Refusals of organisers' acts

BLOCKED_ANOTHER = (
    "The moderators of this server keep them from its tables. A moderator can let them in under `/moderate`."
)
WHY_NEEDED = "Please say why: everybody finds it in the season's log."
NEVER_IN = "They never were in this season. You can put them in first."
NO_PAIR = "A pair is two different people. Please choose two."
APART_ALREADY = "These two are kept apart already."
NOT_APART = "These two aren't kept apart, so they can be dealt to one table already."
VOID_ALREADY = "That table is void already. You can restore it, or correct its result."
NOT_VOID = "That table isn't void. You can void it, or correct its result."
VOID_BY_ITSELF = (
    "No organiser has voided that table: it counted for nothing when it ended. "
    "You can give it a result with *Correct result*."
)
STILL_PLAYED = "That table is still being played, so it has no result yet. You can correct it once it has ended."
COUNTS_SO_ALREADY = "That table counts with these places already. Choose others to correct it."
OWN_TABLE = (
    "You sit at that table, so another organiser decides about it, or you do once everybody who sits there has agreed."
)
CUP_IS_ALONE = "A cup is one evening, so no other season follows it. `/league` opens another cup."
RENEWS_SO_ALREADY = "That is set already. *Organise* shows how it stands now."
HAS_A_CHANNEL = "This season goes on in its channel already. `/league` shows where."
HELD_ALREADY = "The deals are held already. *Go on* has tables dealt again."
NOT_HELD = "The deals aren't held. The next one comes at its time, or with *Deal now*."
NO_MORE_DEALS = "The last tables of this season are dealt already. You can end it now, or put off its end."
DATES_PASSED = "Those dates have passed by now, so they stay as they are. You can still put them off further."
NO_SUCH_ACT = "I don't know that act in this season. The log shows what can be undone."
UNDONE_ALREADY = "That was undone already. You can do it again."
CHANGED_SINCE = (
    "Something newer has changed the same thing since, so there is nothing left to undo here. "
    "The log shows what was newer: undo that first, or set it as you want it."
)


EXPORTED_TOO_EARLY = "This season wasn't over when it was exported. Export it again once it is, and bring that in."
STANDINGS_DIFFER = (
    "The standings in this file don't follow from its tables, so somebody has changed it. Export the season again."
)
IMPORTED_ALREADY = "This season is on this server already, with its card. Another file can be brought in."


def no_export(fault: str) -> str:
    return f"This file isn't a season's export: {escape(fault)}. *Export* under *Organise* gives one, `season.json`."


def is_in_already(name: str) -> str:
    return f"{escape(name)} is in already. You can take them out."


def is_out_already(name: str) -> str:
    return f"{escape(name)} was taken out already. You can put them in again."


def why_too_long(most: int) -> str:
    return f"Please say why in at most {most} characters."


def places_needed(people: int) -> str:
    return f"Give each of the {people} people a place from 1 to {people}; those who are level have the same."


def days_range(most: int) -> str:
    return f"Dates can only be put off: choose from 1 to {most} days. To stop earlier, end the season now."


def nobody_to_deal(least: int) -> str:
    return (
        f"A table needs {least} people with room who may sit together, and there aren't as many now. "
        "The next deal finds them once tables end or somebody comes in."
    )


def cannot_undo(act: str) -> str:
    if act == "deal now":
        return "A deal can't be undone, since its tables are being played. You can void each of them."
    return "The end of a season can't be undone. `/league` shows what goes on."


# Agreement

DECIDED_ALREADY = "That is decided already. The season's *Log* shows it."
NOT_ASKED = "That question is for those who sit at this table."
AGREED_ALREADY = "You have agreed already. It is done once everybody who sits here has."


# Players' reports

UNKNOWN_REPORT = "Please say what it is about: stalling, conduct, or a result that is wrong."
REPORTS_WAIT = "Five of your reports wait for the organisers already. Please give them a moment."
SETTLED_ALREADY = "That report is settled already."
SAY_WHAT = "Please say it in a few words."

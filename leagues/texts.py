"""The texts of refusals about leagues, and the names of leagues and seasons that are stored with tables."""

from tables.texts import escape

CUP_LABEL = "Cup"
NO_SUCH_SEASON = "This season no longer exists. `/league` shows the leagues of this server."
NOT_OF_THE_SEASON = "That table doesn't belong to this season."
ALREADY_IN = "You have already joined. *My tables* shows your open games."
NOT_IN_NOW = "You aren't in this season. Press *I'm in* to join."
BLOCKED = "The moderators of this server have blocked you from its tables, so you can't join."
TAKEN_OUT = "An organiser has removed you from this season. Ask them if you want to return."
CAP_RANGE = "Choose a number of tables from 1 to {most}."
TOO_LATE = "The last tables of this season are already dealt. `/league` shows where you can join."


def season_name(league: str, number: int) -> str:
    return f"{league} · season {number}"


def format_not_a_member(name: str) -> str:
    return f"You aren't in {name}. Press *I'm in* on its card to join."


def format_season_over(name: str) -> str:
    return f"{name} is over. `/league` shows the current seasons."


def cap_range(most: int) -> str:
    return CAP_RANGE.format(most=most)


# Refusals of organisers' acts

BLOCKED_ANOTHER = (
    "The moderators of this server have blocked them from its tables. A moderator can unblock them with `/moderate`."
)
WHY_NEEDED = "Please give a reason. Everybody can read it in the season's log."
NEVER_IN = "They have never been in this season. You can add them with *Put in*."
NO_PAIR = "Please choose two different people."
APART_ALREADY = "These two are already kept apart."
NOT_APART = "These two aren't kept apart. They can already be dealt to the same table."
VOID_ALREADY = "That table is already void. You can restore it, or correct its result."
NOT_VOID = "That table isn't void. You can void it, or correct its result."
VOID_BY_ITSELF = (
    "That table was not voided by an organiser. It ended without a result that counts. "
    "You can enter one with *Correct result*."
)
STILL_PLAYED = "That table is still in progress and has no result yet. You can correct it when it has ended."
COUNTS_SO_ALREADY = "That table already has these places. Enter different ones to correct it."
OWN_TABLE = "You play at that table. Ask another organiser to decide, or get the agreement of everybody who sits there."
CUP_IS_ALONE = "A cup lasts one evening, so no other season follows. You can open another cup with `/league`."
RENEWS_SO_ALREADY = "That is already set. *Organise* shows the current state."
HAS_A_CHANNEL = "This season still has its channel. `/league` shows it."
HELD_ALREADY = "Deals are already on hold. Press *Go on* to resume them."
NOT_HELD = "Deals aren't on hold. The next one comes as scheduled, or at once with *Deal now*."
PLAYED_OUT_ALREADY = "No more tables are dealt, and this season already ends when its tables are over."
NO_MORE_DEALS = "The last tables of this season are already dealt. You can end the season now, or postpone its end."
DATES_PASSED = "The earlier dates have passed, so this can't be undone. You can still postpone the dates further."
NO_SUCH_ACT = "There is no such action in this season. The log shows what can be undone."
UNDONE_ALREADY = "That is already undone. You can repeat the action."
CHANGED_SINCE = (
    "A newer action has changed the same thing, so this one can't be undone. "
    "The log shows the newer one. Undo that first, or make the change that you want."
)


EXPORTED_TOO_EARLY = (
    "This season wasn't over when it was exported. Export it again when it is over, and import that file."
)
STANDINGS_DIFFER = (
    "The standings in this file don't match its tables, so somebody has changed it. Export the season again."
)
IMPORTED_ALREADY = "This server already has this season. You can import another file."


def format_invalid_export(fault: str) -> str:
    return f"This file isn't an exported season: {escape(fault)}. Use the `season.json` from *Export* under *Organise*."


def format_unknown_rules(rules: int, newest: int) -> str:
    """Refuse an export that follows league rules of a later version; `newest` is the latest known one."""
    return (
        f"This season was played by version {rules} of the league rules, and this program has them up to version "
        f"{newest}. Import the file where the program is up to date."
    )


def format_already_in(name: str) -> str:
    return f"{escape(name)} is already in this season. You can take them out."


def format_already_out(name: str) -> str:
    return f"{escape(name)} is already taken out. You can put them in again."


def format_reason_limit(most: int) -> str:
    return f"Please shorten the reason to at most {most} characters."


def format_places_needed(people: int) -> str:
    return f"Give each of the {people} people a place from 1 to {people}. Tied people have the same place."


def days_range(most: int) -> str:
    return f"Dates can only be postponed. Choose from 1 to {most} days. To stop earlier, end the season now."


def format_no_candidates(least: int) -> str:
    return (
        f"A table needs {least} people who are free and may sit together. There are too few at present. "
        "Try again when tables have ended or more people have joined."
    )


def cannot_undo(act: str) -> str:
    if act == "deal now":
        return "A deal can't be undone, because its tables have started. You can void each of them."
    return "The end of a season can't be undone. `/league` shows the current seasons."


# Agreement

DECIDED_ALREADY = "That is already decided. The season's *Log* shows it."
NOT_ASKED = "Only the people at this table can answer that question."
AGREED_ALREADY = "You have already agreed. It takes effect when everybody at this table has."


# Players' reports

UNKNOWN_REPORT = "Please choose what it is about: stalling, conduct, or a wrong result."
REPORTS_WAIT = (
    "Five of your reports are still open. You can send another one when the organisers have settled one of them."
)
SETTLED_ALREADY = "That report is already settled."
SAY_WHAT = "Please describe it in a few words."

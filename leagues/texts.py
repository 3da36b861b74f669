"""The texts of refusals about leagues, and the names of leagues and seasons that are stored with tables."""

from engine.games import game_title, game_types
from language.messages import N_, _
from tables.texts import escape

CUP_LABEL = "Cup R"
"""The start of the label of a cup's deal. It is stored in English, and translated where it is shown."""
LEAGUE_NAME, CUP_NAME = N_("{game} league"), N_("{game} cup")
"""The names of leagues and cups. They are stored in English, and translated where they are shown."""
NO_SUCH_SEASON = N_("This season no longer exists. `/league` shows the leagues of this server.")
NOT_OF_THE_SEASON = N_("That table doesn't belong to this season.")
ALREADY_IN = N_("You have already joined. *My tables* shows your open games.")
NOT_IN_NOW = N_("You aren't in this season. Press *I'm in* to join.")
BLOCKED = N_("The moderators of this server have blocked you from its tables, so you can't join.")
TAKEN_OUT = N_("An organiser has removed you from this season. Ask them if you want to return.")
CAP_RANGE = N_("Choose a number of tables from 1 to {most}.")
TOO_LATE = N_("The last tables of this season are already dealt. `/league` shows where you can join.")


def season_name(league: str, number: int) -> str:
    return _("{league} · season {number}", league=league, number=number)


def build_name(game: str, *, cup: bool) -> str:
    """Return the name that a new league or cup of a game is stored with; `game` is the game's title."""
    return (CUP_NAME if cup else LEAGUE_NAME).format(game=_shorten_title(game))


def translate_name(stored: str) -> str:
    """Return the stored name of a league in the context's language, if `build_name` has made it."""
    for game in game_types():
        for name in (LEAGUE_NAME, CUP_NAME):
            title = _shorten_title(game_title(game))
            if stored == name.format(game=title):
                return _(name, game=_(title))
    return stored


def translate_label(stored: str) -> str:
    """Return the stored label of a cup's deal in the context's language; other labels need no translation."""
    start, deal = stored[: len(CUP_LABEL)], stored[len(CUP_LABEL) :]
    return _("Cup R{deal}", deal=deal) if start == CUP_LABEL and deal.isdecimal() else stored


def _shorten_title(game: str) -> str:
    return game.partition(" – ")[0]


def format_not_a_member(name: str) -> str:
    return _("You aren't in {name}. Press *I'm in* on its card to join.", name=name)


def format_season_over(name: str) -> str:
    return _("{name} is over. `/league` shows the current seasons.", name=name)


def cap_range(most: int) -> str:
    return _(CAP_RANGE, most=most)


# Refusals of organisers' acts

BLOCKED_ANOTHER = N_(
    "The moderators of this server have blocked them from its tables. A moderator can unblock them with `/moderate`."
)
WHY_NEEDED = N_("Please give a reason. Everybody can read it in the season's log.")
NEVER_IN = N_("They have never been in this season. You can add them with *Put in*.")
NO_PAIR = N_("Please choose two different people.")
APART_ALREADY = N_("These two are already kept apart.")
NOT_APART = N_("These two aren't kept apart. They can already be dealt to the same table.")
VOID_ALREADY = N_("That table is already void. You can restore it, or correct its result.")
NOT_VOID = N_("That table isn't void. You can void it, or correct its result.")
VOID_BY_ITSELF = N_(
    "That table was not voided by an organiser. It ended without a result that counts. "
    "You can enter one with *Correct result*."
)
STILL_PLAYED = N_("That table is still in progress and has no result yet. You can correct it when it has ended.")
COUNTS_SO_ALREADY = N_("That table already has these places. Enter different ones to correct it.")
OWN_TABLE = N_(
    "You play at that table. Ask another organiser to decide, or get the agreement of everybody who sits there."
)
CUP_IS_ALONE = N_("A cup lasts one evening, so no other season follows. You can open another cup with `/league`.")
RENEWS_SO_ALREADY = N_("That is already set. *Organise* shows the current state.")
HAS_A_CHANNEL = N_("This season still has its channel. `/league` shows it.")
HELD_ALREADY = N_("Deals are already on hold. Press *Go on* to resume them.")
NOT_HELD = N_("Deals aren't on hold. The next one comes as scheduled, or at once with *Deal now*.")
PLAYED_OUT_ALREADY = N_("No more tables are dealt, and this season already ends when its tables are over.")
NO_MORE_DEALS = N_("The last tables of this season are already dealt. You can end the season now, or postpone its end.")
DATES_PASSED = N_("The earlier dates have passed, so this can't be undone. You can still postpone the dates further.")
NO_SUCH_ACT = N_("There is no such action in this season. The log shows what can be undone.")
UNDONE_ALREADY = N_("That is already undone. You can repeat the action.")
CHANGED_SINCE = N_(
    "A newer action has changed the same thing, so this one can't be undone. "
    "The log shows the newer one. Undo that first, or make the change that you want."
)


EXPORTED_TOO_EARLY = N_(
    "This season wasn't over when it was exported. Export it again when it is over, and import that file."
)
STANDINGS_DIFFER = N_(
    "The standings in this file don't match its tables, so somebody has changed it. Export the season again."
)
IMPORTED_ALREADY = N_("This server already has this season. You can import another file.")


def format_invalid_export(fault: str) -> str:
    return _(
        "This file isn't an exported season: {fault}. Use the `season.json` from *Export* under *Organise*.",
        fault=escape(fault),
    )


def format_unknown_rules(rules: int, newest: int) -> str:
    """Refuse an export that follows league rules of a later version; `newest` is the latest known one."""
    return _(
        "This season was played by version {rules} of the league rules, and this program has them up to version "
        "{newest}. Import the file where the program is up to date.",
        rules=rules,
        newest=newest,
    )


def format_already_in(name: str) -> str:
    return _("{name} is already in this season. You can take them out.", name=escape(name))


def format_already_out(name: str) -> str:
    return _("{name} is already taken out. You can put them in again.", name=escape(name))


def format_reason_limit(most: int) -> str:
    return _("Please shorten the reason to at most {most} characters.", most=most)


def format_places_needed(people: int) -> str:
    return _(
        "Give each of the {people} people a place from 1 to {people}. Tied people have the same place.", people=people
    )


def days_range(most: int) -> str:
    return _(
        "Dates can only be postponed. Choose from 1 to {most} days. To stop earlier, end the season now.", most=most
    )


def format_no_candidates(least: int) -> str:
    return _(
        "A table needs {least} people who are free and may sit together. There are too few at present. "
        "Try again when tables have ended or more people have joined.",
        least=least,
    )


def cannot_undo(act: str) -> str:
    if act == "deal now":
        return _("A deal can't be undone, because its tables have started. You can void each of them.")
    return _("The end of a season can't be undone. `/league` shows the current seasons.")


# Agreement

DECIDED_ALREADY = N_("That is already decided. The season's *Log* shows it.")
NOT_ASKED = N_("Only the people at this table can answer that question.")
AGREED_ALREADY = N_("You have already agreed. It takes effect when everybody at this table has.")


# Players' reports

UNKNOWN_REPORT = N_("Please choose what it is about: stalling, conduct, or a wrong result.")
REPORTS_WAIT = N_(
    "Five of your reports are still open. You can send another one when the organisers have settled one of them."
)
SETTLED_ALREADY = N_("That report is already settled.")
SAY_WHAT = N_("Please describe it in a few words.")

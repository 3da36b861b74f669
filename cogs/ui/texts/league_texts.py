"""The texts of leagues: at tables, on the season card, and on the pages of `/league`."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

from cogs.ui.texts.texts import mention
from leagues.messages import CountedLine
from leagues.rated_alone import RatedLine
from leagues.season import Season
from leagues.settings import CUP, LeagueSettings
from render.text import pluralize
from tables.texts import and_list, escape


def some(parts: Sequence[str], room: int) -> list[str]:
    """The first parts for which a message has room, so many characters; then how many more there are."""
    ends = accumulate(len(part) + 3 for part in parts)
    shown = sum(end <= room for end in ends)
    return [*parts] if shown == len(parts) else [*parts[:shown], f"{len(parts) - shown} more"]


# At tables


def dealt(label: str, names: Sequence[str], place: int | None) -> str:
    """The line about a table that a season has dealt, from which its thread is made."""
    board = "" if place is None else f" → <#{place}>"
    return f"{label} · {', '.join(escape(name) for name in names)}{board}"


def at_table(label: str, league: str) -> str:
    """The small line of a card that tells which league its table belongs to."""
    return f"-# {label} · {escape(league)}"


WHY = {
    "unfinished": "less than half was played when the season ended",
    "nobody": "somebody never played here, so the others come first in the next deal",
    "void": "it was ended before it was over",
    "organiser": "an organiser has voided it",
    "corrected": "as an organiser has corrected it",
    "standing": "by the standing on the season's last day",
}
"""Why a table counts differently than as it was played."""


def counted(season: str, lines: Sequence[CountedLine], names: Mapping[int, str], why: str) -> str:
    """What a table did to the standings and the ratings of its season."""
    reason = WHY.get(why, "")
    if not lines:
        return f"**{escape(season)}**: this table doesn't count{f': {reason}' if reason else ''}."
    head = f"**{escape(season)}**: counted{f', {reason}' if reason else ''}."
    return "\n".join([head, *(f"- {_counted_line(line, names)}" for line in lines)])


def _counted_line(line: CountedLine, names: Mapping[int, str]) -> str:
    parts = [f"{escape(names[line.user])} +{line.points}", f"score **{line.score}**"]
    if line.place is not None:
        parts.append(f"place {line.place}")
    if line.rating is not None and line.change is not None:
        parts.append(f"rating {line.rating} ({line.change:+})")
    return " · ".join(parts)


def rating_line(user: int, rating: str, tables: int) -> str:
    """Somebody in the list of ratings; one who was forgotten has no mention."""
    who = mention(user) if user > 0 else "a former player"
    return f"**{rating}** {who} · {pluralize(tables, 'table')}"


def ratings_list(game: str, lines: Sequence[str]) -> str:
    """Everybody's rating in a game; those with a question mark have played fewer than eight rated tables."""
    return "\n".join([f"### Ratings · {game}", *lines, "-# With a question mark: fewer than eight rated tables."])


def rated(lines: Sequence[RatedLine]) -> str:
    """What a table outside of leagues did to the ratings."""
    if not lines:
        return "You have had six rated tables together within 30 days, so this one isn't rated. Leagues always rate."
    told = " · ".join(f"{escape(line.name)} **{line.rating}** ({line.change:+})" for line in lines)
    return f"Rated: {told}"


# The season card


BUTTON_JOIN = "I'm in"
BUTTON_MINE = "My tables"
BUTTON_STANDINGS = "Standings"
BUTTON_EXPLAIN = "Explain"
BUTTON_ORGANISE = "Organise"
BUTTON_START = "Start dealing"
BUTTON_BACK_IN = "I'm back"


def seats(least: int, most: int) -> str:
    """Which sizes the tables of a league have."""
    if least == most:
        return f"tables of {most}"
    return f"tables of {least} {'or' if most == least + 1 else 'to'} {most}"


def how_many(settings: LeagueSettings) -> str:
    """How many tables somebody gets who stays, and how many at once at most."""
    if settings.kind == CUP:
        return f"{settings.deals} tables each"
    at_once = f", at most {settings.cap} at once" if settings.cap > 1 else ""
    return f"about {settings.tables} tables each{at_once}"


def state(season: Season, running: int) -> str:
    """How a season stands, in one line."""
    row, people = season.row, f"{len(season.active)} {'person' if len(season.active) == 1 else 'people'}"
    ends = f"until <t:{row.ends // 1000}:{'t' if season.is_cup else 'D'}>"
    tables = f"{pluralize(running, 'table')} running"
    match row.state:
        case "open" if season.is_cup:
            return f"Open · {people} in · *{BUTTON_START}* makes the first tables"
        case "open":
            return f"Open · {people} in · first tables <t:{row.begins // 1000}:F>"
        case "running":
            following = "" if row.due is None else f" · next <t:{row.due // 1000}:R>"
            if season.is_cup:
                following = " · next once all tables are over" if running else following
            return f"Deal {_of(season)}{' · on hold' if row.held else following} · {tables} · {people} in · {ends}"
        case "closing":
            return f"The last {'table is' if running == 1 else 'tables are'} being played · {tables} · {ends}"
        case "final":
            return f"Over · {pluralize(len(season.results), 'table')} counted"
        case "cancelled" if not row.waited:
            return "Closed by an organiser before its first tables. `/league` opens another one."
        case "cancelled":
            return "Closed: there were too few people for a table. `/league` opens another one."


def _of(season: Season) -> str:
    return f"{season.row.deals} of {season.settings.deals}" if season.is_cup else str(season.row.deals)


def deal(name: str, number: int, places: Sequence[str]) -> str:
    """The line about a deal, with where its tables are."""
    return (
        f"**{escape(name)}** · deal {number}: {pluralize(len(places), 'new table')}\n{' · '.join(some(places, 3_000))}"
    )


def result(name: str, champions: Sequence[str]) -> str:
    """The end of a season, above its picture."""
    if not champions:
        return f"### {escape(name)} is over\nToo few tables were finished for a place this time."
    won = "wins" if len(champions) == 1 else "share the first place"
    return f"### {escape(name)} is over\n**{and_list([escape(name) for name in champions])}** {won}. Well played, all."


def ghost(user: int, name: str) -> str:
    """Tells somebody that they get no more tables for now."""
    return (
        f"{mention(user)}, your time ran out in **{escape(name)}**, so you get no new tables for now. "
        f"*{BUTTON_BACK_IN}* brings you back, whenever you like."
    )


# /league

WHO_OPENS = "Those who moderate this server can open one with `/league`."


def league_line(season: Season, running: int) -> str:
    return f"**{escape(season.name)}** in <#{season.row.channel_id}>\n{state(season, running)}"


def at_once(number: int) -> str:
    return "1 table at once" if number == 1 else f"{number} tables at once"


def joined(tables: int, cap: int, ends: int, *, cup: bool) -> str:
    """What joining costs, in one line."""
    if cup:
        return f"You get {pluralize(tables, 'table')} this evening, one at a time."
    at_once = f", at most {cap} at once" if cap > 1 else ""
    return (
        f"You get about {pluralize(tables, 'table')}{at_once}, some 3 moves a day, until <t:{ends // 1000}:D>. "
        "Leave or be away whenever you like."
    )


def left(name: str, open_tables: int) -> str:
    rest = f" {pluralize(open_tables, 'open table')} of yours go on." if open_tables else ""
    return f"You get no more tables in **{escape(name)}**.{rest} *{BUTTON_JOIN}* brings you back."


def mine(season: Season, user: int, open_tables: int) -> str:
    """How somebody stands in a season, above their tables."""
    member = season.member(user)
    head = f"### {escape(season.name)}"
    if member is None:
        return f"{head}\nYou aren't in yet. *{BUTTON_JOIN}* deals you tables."
    line = next((line for line in season.standings if line.person == user), None)
    parts = [_MEMBER[member.state]]
    if line is not None and line.tables:
        place = "no place yet" if line.place is None else f"place {line.place}"
        parts.append(f"{place}, {pluralize(line.tables, 'table')} counted")
    if member.state == "in" and season.settings.cap > 1:
        parts.append(f"{open_tables} of {min(member.cap, season.settings.cap)} tables at once")
    return f"{head}\n{' · '.join(parts)}"


_MEMBER = {
    "in": "You're in",
    "left": f"You have left; *{BUTTON_JOIN}* brings you back",
    "ghost": f"You get no new tables; *{BUTTON_BACK_IN}* brings you back",
    "out": "An organiser has taken you out",
}

EXPLAIN = (
    "### How the score works\n"
    "A table gives 60 points to the first and 0 to the last, evenly in between; who is level shares. "
    "The score is your mean, with three tables of 30 added, so that one lucky table doesn't lead, and playing more "
    "neither helps nor harms. From three tables on you have a place, in a cup from the first. "
    "Equal scores: more tables won, then the points in "
    "tables with each other, then a shared place.\n"
    "Who leaves a table is last there. At a table of two that somebody never played, nothing counts."
)


def explained(name: str, formula: str, results: Sequence[str]) -> str:
    """Somebody's own score, as it comes about."""
    return "\n".join([f"**{escape(name)}**: `{formula}`", *(f"- {result}" for result in some(results, 2_000))])


def own_result(names: Sequence[str], place: int, seats: int, points: str) -> str:
    return f"{points} points: place {place} of {seats}, with {and_list([escape(name) for name in names])}"


# New league


def league_name(game: str) -> str:
    """What a league is called: its game, without the words behind a dash."""
    return f"{game.partition(' – ')[0]} league"


def cup_name(game: str) -> str:
    return f"{game.partition(' – ')[0]} cup"


def started(tables: int) -> str:
    return f"Dealt: {pluralize(tables, 'table')}. The next ones come once all are over."


def hour_hint(zone: str) -> str:
    return f"Hours of {zone}; /settings sets your time zone"


def preview(name: str, game: str, kind: str, much: str, first: int, ends: int, every: int) -> str:
    """What a new league would be, before it is published."""
    rhythm = "every day" if every == 1 else "every week" if every == 7 else f"every {every} days"
    return (
        f"### {escape(name)}\n{game} · {kind}\n"
        f"First tables <t:{first // 1000}:F>, then {rhythm} at the same hour; over by <t:{ends // 1000}:D>.\n"
        f"{much[:1].upper()}{much[1:]}.\n"
        "-# Publishing posts the season card here. From then on it runs by itself, and one may join late or leave."
    )


def published(name: str, channel: int, *, cup: bool) -> str:
    start = f" Press *{BUTTON_START}* once everybody is in; it starts by itself in half an hour."
    more = start if cup else " Everybody can press *I'm in* there."
    return f"**{escape(name)}** is open in <#{channel}>.{more}"

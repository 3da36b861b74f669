"""The sentences of the league pages: replies, a person's state and results, and how places are decided."""

from collections.abc import Sequence
from fractions import Fraction

from cogs.ui.texts import league_texts
from cogs.ui.texts.texts import mention
from language.messages import N_, _, list_and, ngettext
from leagues import scoring
from leagues.season import Season, format_total, results_for
from tables.texts import escape

RESULTS_SHOWN = 12

_MEMBER = {
    "in": N_("You're in"),
    "left": N_("You have left. Press *{join}* to return"),
    "ghost": N_("You get no new tables. Press *{back}* to return"),
    "out": N_("An organiser has removed you"),
}
EXPLAIN_SEASON = N_(
    "### How the score works\n"
    "The first place at a table gives 60 points, the last 0, and the others are spaced evenly. Tied players share. "
    "Your score is the mean of your points as a number from 0 to 100, with three average tables added: 50 is average. "
    "So one lucky table doesn't lead, and playing more tables is neither an advantage nor a disadvantage.\n"
    "You get a place after three tables. "
    "Ties are broken by tables won, then by points at shared tables. Otherwise the place is shared."
)
EXPLAIN_CUP = N_(
    "### How the cup is decided\n"
    "{most} You have a place after your first table. "
    "Ties are broken by points at the tables that the tied players shared. Otherwise the place is shared."
)
EXPLAIN_OLD_CUP = N_(
    "### How the cup is decided\n"
    "The first place at a table gives 60 points, the last 0, and the others are spaced evenly. The cup goes by the "
    "mean of your points, with three average tables added. You have a place after your first table."
)
EXPLAIN_LEAVING = N_(
    "If you leave a table, you are placed last there. A table of two doesn't count if one of them never played."
)
EXPLAIN_LEAVING_TWICE = N_(
    "If you leave a table, you are placed last there. A table of two that you leave before you have made two moves "
    "doesn't count the first time. The second time you lose it. The third time you also get no more tables until you "
    "press *{back}*. Vacations never count."
)


def explain_rules(season: Season) -> str:
    """Explain how the places of a season or cup are decided, by the rules under which it began."""
    if not season.is_cup:
        decided = _(EXPLAIN_SEASON)
    elif season.ranking == "mean":
        decided = _(EXPLAIN_OLD_CUP)
    elif season.settings.most == 2:
        decided = _(EXPLAIN_CUP, most=_("Most wins take the cup."))
    else:
        decided = _(EXPLAIN_CUP, most=_("A table gives 60 points to 0. Most points take the cup."))
    leaving = EXPLAIN_LEAVING_TWICE if season.rules >= 2 else EXPLAIN_LEAVING
    return f"{decided}\n{_(leaving, back=_(league_texts.BUTTON_BACK_IN))}"


def own_results(season: Season, user: int) -> Sequence[str]:
    """Return a user's latest results in a season, one per line, newest first, at most `RESULTS_SHOWN`."""
    found: list[str] = []
    for result, seat in results_for(season, user):
        points = scoring.points(result.places)[seat]
        others = [season.names[one] for one in result.people if one != user]
        if season.ranking == "total" and len(result.people) == 2:
            found.append(own_duel(others[0], points))
        else:
            found.append(own_result(others, result.places[seat], len(result.people), scoring.format_points(points)))
    return found[::-1][:RESULTS_SHOWN]


def format_import_reply(name: str, channel: int) -> str:
    return _(
        "**{season}** is imported. Its card is in {channel}. The ratings of this server don't change.",
        season=escape(name),
        channel=f"<#{channel}>",
    )


def rating_line(user: int, rating: str, tables: int) -> str:
    """Format a user's line in the list of ratings. A user whose data was deleted is called a former player."""
    who = mention(user) if user > 0 else _("a former player")
    return ngettext(
        "**{rating}** {who} · {number} table", "**{rating}** {who} · {number} tables", tables, rating=rating, who=who
    )


def ratings_list(game: str, lines: Sequence[str]) -> str:
    """Format the list of ratings in a game, and explain that a question mark means fewer than eight rated tables."""
    foot = "-# " + _("A question mark means fewer than eight rated tables.")
    return "\n".join([_("### Ratings · {game}", game=game), *lines, foot])


def league_line(season: Season, running: int) -> str:
    head = _("**{season}** in {channel}", season=escape(season.name), channel=f"<#{season.row.channel_id}>")
    return f"{head}\n{league_texts.state(season, running)}"


def format_join_reply(tables: int, cap: int, ends: int, *, cup: bool) -> str:
    """Format the reply to joining, in one line: number of tables, moves a day, and the end of the season.

    `cap` is the maximum number of tables at once, and `ends` is in milliseconds UTC.
    """
    if cup:
        return ngettext(
            "You get {number} table this evening, one at a time.",
            "You get {number} tables this evening, one at a time.",
            tables,
        )
    until = f"<t:{ends // 1000}:D>"
    if cap > 1:
        return ngettext(
            "You get about {number} table, at most {cap} at once, roughly 3 moves a day, until {until}. "
            "You can leave or go on vacation at any time.",
            "You get about {number} tables, at most {cap} at once, roughly 3 moves a day, until {until}. "
            "You can leave or go on vacation at any time.",
            tables,
            cap=cap,
            until=until,
        )
    return ngettext(
        "You get about {number} table, roughly 3 moves a day, until {until}. "
        "You can leave or go on vacation at any time.",
        "You get about {number} tables, roughly 3 moves a day, until {until}. "
        "You can leave or go on vacation at any time.",
        tables,
        until=until,
    )


def format_leave_reply(name: str, open_tables: int) -> str:
    sentences = [_("You get no more tables in **{season}**.", season=escape(name))]
    if open_tables:
        sentences.append(
            ngettext("You still have {number} open table.", "You still have {number} open tables.", open_tables)
        )
    sentences.append(_("Press *{button}* to return.", button=_(league_texts.BUTTON_JOIN)))
    return " ".join(sentences)


def format_membership(season: Season, user: int, open_tables: int) -> str:
    """Format a user's state and place in a season, which is shown above the list of their tables.

    For a user who gets no tables and can't join, it is the season's state.
    """
    member = season.member(user)
    head = f"### {escape(season.name)}"
    line = next((line for line in season.standings if line.person == user), None)
    if season.is_over or (season.row.state == "closing" and (member is None or member.state != "in")):
        parts = [league_texts.state(season, len(season.open_tables()))]
        if line is not None and line.place is not None:
            parts.append(_("place {place}", place=line.place))
        return f"{head}\n{' · '.join(parts)}"
    if member is None:
        text = _("You haven't joined yet. Press *{button}* to get tables.", button=_(league_texts.BUTTON_JOIN))
        return f"{head}\n{text}"
    parts = [_(_MEMBER[member.state], join=_(league_texts.BUTTON_JOIN), back=_(league_texts.BUTTON_BACK_IN))]
    if line is not None and line.tables:
        place = _("no place yet") if line.place is None else _("place {place}", place=line.place)
        parts.append(
            ngettext("{place}, {number} table counted", "{place}, {number} tables counted", line.tables, place=place)
        )
    if member.state == "in" and season.settings.cap > 1:
        cap = min(member.cap, season.settings.cap)
        parts.append(_("{tables} of {cap} tables at once", tables=open_tables, cap=cap))
    return f"{head}\n{' · '.join(parts)}"


def explain_score(name: str, total: str, results: Sequence[str]) -> str:
    """Format how a user's own place is decided: a formula or words (see `explain_total`), and the user's results."""
    return "\n".join(
        [f"**{escape(name)}**: {total}", *(f"- {result}" for result in league_texts.list_first(results, 2_000))]
    )


def explain_total(season: Season, line: scoring.Line) -> str:
    """Format how a person's place is decided, with their own numbers: a formula, the tables won, or the points.

    Only the formula is code, because code keeps English marks in each language.
    """
    if season.ranking == "mean":
        return f"`{scoring.explain_score(line.points)}`"
    if season.settings.most > 2:
        return _("{points} points", points=format_total(season, line))
    told = [_("{number} won", number=line.form.count("won"))]
    if season.has_draws:
        told.append(_("{number} drawn", number=line.form.count("drawn")))
    return ", ".join([*told, _("{number} lost", number=line.form.count("lost"))])


def own_duel(name: str, points: Fraction) -> str:
    """Format the result of a duel in a cup."""
    if points == scoring.MOST_POINTS:
        return _("won against {name}", name=escape(name))
    if points == scoring.MEAN:
        return _("drew with {names}", names=escape(name))
    return _("lost to {names}", names=escape(name))


def own_result(names: Sequence[str], place: int, seats: int, points: str) -> str:
    return _(
        "{points} points: place {place} of {seats}, with {names}",
        points=points,
        place=place,
        seats=seats,
        names=list_and([escape(name) for name in names]),
    )

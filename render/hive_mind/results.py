"""The results of a match in sentences and columns: winners, points by source, all shapes played (HM-19 to HM-29)."""

from collections.abc import Sequence
from typing import TypeAlias

from engine.hive_mind.view import Play, Scores, SeatScore, View
from language.messages import N_, _, list_and, list_or, ngettext
from render import text

VICTORY = {
    "points": N_("most points"),
    "threes": N_("level on points, more of them on 3s"),
    "twos": N_("level on points and on 3s, more on 2s"),
    "guesses": N_("level on points, on 3s and on 2s, more from guesses"),
    "feats": N_("most feats"),
}
FEATS = {
    "feats": N_("most feats"),
    "threes": N_("level on feats, fewer points on 3s"),
    "twos": N_("level on feats and on 3s, fewer on 2s"),
}
ALONE = N_("the only one left")
LAST = {
    "points": N_("fewest points"),
    "threes": N_("level on points, fewer on 3s"),
    "twos": N_("level on points and on 3s, fewer on 2s"),
}
TIE_BREAKS = {
    "threes": (N_("More points on 3s"), "on_threes"),
    "twos": (N_("More points on 2s"), "on_twos"),
    "guesses": (N_("More from guesses"), "guesses"),
}
"""By name of a tie-break for victory: its wording, and the field of `SeatScore` that it compares."""
TOKENS = (N_("No Tokens of Life"), N_("One Token of Life"), N_("Two Tokens of Life"), N_("Three Tokens of Life"))
FEAT_COLUMNS = (("disjoint", N_("apart")), ("alone", N_("alone")), ("twos", N_("all 2s")), ("avoided", N_("avoid")))
TOTAL = N_("total")
COLUMNS = (("points", TOTAL), ("placement", N_("shapes")), ("guesses", N_("guesses")), ("blocks", N_("blocks")))

Columns: TypeAlias = Sequence[tuple[str, tuple[int, ...]]]
"""Columns of a table: for each a heading and a number per seat."""


def rank_seats(view: View) -> list[int]:
    """Return the seats sorted by points; at equal points, winners come first, then the tie-breaks decide."""
    scores = final_scores(view)
    standing = view.standing
    winners = (standing.winner, standing.second_winner) if standing is not None else ()
    return sorted(
        range(len(view.seats)),
        key=lambda seat: (-scores.seats[seat].points, seat not in winners, *_tie_break_key(scores, seat)),
    )


def _tie_break_key(scores: Scores, seat: int) -> tuple[int, ...]:
    """Return a sort key for seats with equal points: the tie-breaks for victory; the lowest key is best."""
    own = scores.seats[seat]
    return -own.on_threes, -own.on_twos, -own.guesses, seat


def final_scores(view: View) -> Scores:
    """Return the scores, which are revealed after the last scoring phase.

    Raises ValueError before that.
    """
    if view.scores is None:
        raise ValueError("points are revealed after the last scoring phase (HM-29)")
    return view.scores


def has_won(view: View, seat: int) -> bool:
    """Return whether a seat has a Token of Life; in a first game, which has none, whether it is the winner."""
    if view.parameters.shapes_only:
        return view.standing is not None and view.standing.winner == seat
    return final_scores(view).seats[seat].tokens > 0


def tables(view: View) -> list[tuple[str, Columns]]:
    """Return the tables of the result with their headings: points, and details unless it was a first game."""
    found = [(_("Points; those of shapes by number"), columns(view))]
    return found if view.parameters.shapes_only else [*found, (details_title(view), details(view))]


def columns(view: View) -> Columns:
    """Return the columns of the table of points: the total, its sources, and the points of shapes by hidden number.

    In a first game all points come from shapes, so the total alone is listed.
    """
    scores = final_scores(view).seats
    sources = COLUMNS[:1] if view.parameters.shapes_only else COLUMNS
    found = [(_(heading), tuple(getattr(seat, name) for seat in scores)) for name, heading in sources]
    if view.parameters.guess_of_totals:
        found.append((_("totals"), tuple(totals(seat) for seat in scores)))
    found.append((_("on 3s"), tuple(seat.on_threes for seat in scores)))
    found.append((_("on 2s"), tuple(seat.on_twos for seat in scores)))
    found.append((_("on 1s"), tuple(seat.placement - seat.on_threes - seat.on_twos for seat in scores)))
    if view.parameters.guess_of_totals:
        found.append((_("feats"), tuple(count_feats(seat) for seat in scores)))
    return found


def details(view: View) -> Columns:
    """Return the columns of the table of details: tokens and garnets (at the start, spent, earned).

    One edition also has columns for the types of feats and for the guess of totals.
    """
    scores = final_scores(view).seats
    found = [
        (_("tokens"), tuple(seat.tokens for seat in scores)),
        (_("start"), tuple(seat.garnets.start for seat in scores)),
        (_("spent"), tuple(seat.garnets.spent for seat in scores)),
        (_("earned"), tuple(seat.garnets.earned for seat in scores)),
    ]
    done = [seat.feats for seat in scores if seat.feats is not None]
    for name, heading in FEAT_COLUMNS if done else ():
        found.append((_(heading), tuple(getattr(feat, name) for feat in done)))
    compared = [seat.totals for seat in scores if seat.totals is not None]
    if compared:
        found.append((_("correct"), tuple(score.right for score in compared)))
        found.append((_("hit by"), tuple(score.hit for score in compared)))
    return found


def totals(seat: SeatScore) -> int:
    """Return the points of a seat in the guess of totals (HM-18).

    It gains 1 for each correct guess of its own, and loses 2 for each other seat that guessed its total.
    """
    return 0 if seat.totals is None else seat.totals.right - 2 * seat.totals.hit


def count_feats(seat: SeatScore) -> int:
    """Return the total number of a seat's feats, 0 in editions without feats (HM-20)."""
    done = seat.feats
    return 0 if done is None else done.disjoint + done.alone + done.twos + done.avoided


def details_title(view: View) -> str:
    """Return the heading above the columns of `details`."""
    if view.parameters.guess_of_totals:
        return _("Tokens; garnets at the start, spent, earned; feats; totals")
    return _("Tokens; garnets at the start, spent, earned")


def runner_up(view: View, seat: int) -> int | None:
    """Return the best of the other seats that have not left, by the criteria for victory; None if there are none."""
    scores = final_scores(view)
    others = [other for other in range(len(view.seats)) if other != seat and not view.seats[other].forfeited]
    return min(others, key=lambda other: (-scores.seats[other].points, *_tie_break_key(scores, other)), default=None)


def victory(view: View, names: Sequence[str]) -> tuple[str, str]:
    """Return two texts: who has won, by points or by feats (HM-20), and the reason."""
    found = view.standing
    if found is None or (found.winner is None and found.second_winner is None):
        reason = _("everybody has left") if view.reason == "forfeit" else _("level on every tie-break")
        return _("Nobody wins"), reason
    if found.winner is None and found.second_winner is not None:
        return _("{name} wins", name=names[found.second_winner]), _(FEATS.get(found.second_by, ALONE))
    if found.second_winner in (None, found.winner) and found.winner is not None:
        return _("{name} wins", name=names[found.winner]), _find_reason(view, names, found.winner)
    return _("{names} win", names=join_winners(view, names)), _("a Token of Life each")


def join_winners(view: View, names: Sequence[str]) -> str:
    """Return the names of both winners, joined by "and"."""
    standing = view.standing
    winners = (standing.winner, standing.second_winner) if standing is not None else ()
    return list_and([name for seat, name in enumerate(names) if seat in winners])


def _find_reason(view: View, names: Sequence[str], winner: int) -> str:
    """Return the reason why a seat has won by points; after a tie, with the numbers of the tie-break."""
    by = view.standing.winner_by if view.standing is not None else ""
    rival = runner_up(view, winner)
    why = _(VICTORY.get(by, ALONE))
    if by not in TIE_BREAKS or rival is None:
        return why
    numbers = _compare(view, by, winner, rival)
    return _("{reason}, {numbers} against {name}", reason=why, numbers=numbers, name=names[rival])


def _compare(view: View, by: str, winner: int, rival: int) -> str:
    """Format the numbers of the winner and the rival that decided a tie-break, such as "6 to 3"."""
    field = TIE_BREAKS[by][1]
    one, other = (getattr(final_scores(view).seats[seat], field) for seat in (winner, rival))
    return _("{one} to {other}", one=one, other=other)


def margin(view: View, names: Sequence[str], winner: int) -> tuple[str, str]:
    """Return two texts for the banner: a winner's points, and its lead over the runner-up.

    For a seat that has won only by feats, they are the number of its feats and the word "feats".
    """
    standing, scores = view.standing, final_scores(view).seats
    points, rival = scores[winner].points, runner_up(view, winner)
    if standing is not None and standing.winner is None:
        return str(count_feats(scores[winner])), _("feats")
    if rival is None:
        return str(points), _("points")
    lead = points - scores[rival].points
    level = _("points, level with {name}", name=names[rival])
    return str(points), _("points, {lead} ahead", lead=lead) if lead > 0 else level


def prize(view: View) -> str:
    """Return a text with the tie-break that decided, if any, and the winner's number of Tokens of Life."""
    standing, scores = view.standing, final_scores(view).seats
    if standing is None:
        return ""
    winner = standing.winner if standing.winner is not None else standing.second_winner
    held = tokens_text(scores[winner].tokens) if winner is not None and not view.parameters.shapes_only else ""
    rival = runner_up(view, winner) if winner is not None else None
    if winner is None or rival is None or standing.winner_by not in TIE_BREAKS:
        return held
    decided = f"{_(TIE_BREAKS[standing.winner_by][0])}, {_compare(view, standing.winner_by, winner, rival)}"
    return f"{decided}. {held}" if held else decided


def two_prizes_text(view: View, names: Sequence[str]) -> str:
    """Return a text with the points of the one winner and the feats of the other."""
    standing, scores = view.standing, final_scores(view).seats
    if standing is None or standing.winner is None or standing.second_winner is None:
        return ""
    first, second = standing.winner, standing.second_winner
    done = count_feats(scores[second])
    return ngettext(
        "{name}: {points} points. {other}: {number} feat",
        "{name}: {points} points. {other}: {number} feats",
        done,
        name=names[first],
        points=scores[first].points,
        other=names[second],
    )


def tokens_text(count: int) -> str:
    """Format a number of Tokens of Life, such as "Two Tokens of Life"."""
    if count < len(TOKENS):
        return _(TOKENS[count])
    return ngettext("{number} Token of Life", "{number} Tokens of Life", count)


def describe_points_by_source(view: View, names: Sequence[str]) -> list[str]:
    """Return for each seat a sentence with its points by source and the garnets that it earned, best seat first.

    A first game has no garnets.
    """
    seats = final_scores(view).seats
    told: list[str] = []
    for seat in rank_seats(view):
        parts = [f"{heading} {numbers[seat]}" for heading, numbers in columns(view)[1:]]
        if not view.parameters.shapes_only:
            parts.append(_("garnets earned {number}", number=seats[seat].garnets.earned))
        told.append(f"{names[seat]}: {', '.join(parts)}.")
    return told


def sentences(view: View, names: Sequence[str]) -> list[str]:
    """Return sentences on the whole result: victory, points, outcomes, and Tokens of Life."""
    scores = final_scores(view)
    title, why = victory(view, names)
    points = text.join_people(_points_text(view, names, seat) for seat in rank_seats(view))
    found = [f"{title}: {why}.", _("Points: {points}.", points=points)]
    return found if view.parameters.shapes_only else [*found, *outcomes(view, names), *_token_sentence(scores, names)]


def outcomes(view: View, names: Sequence[str]) -> list[str]:
    """Return sentences on the token for feats, the gift of a token, and the Elimination Candidate."""
    standing = view.standing
    if standing is None or view.parameters.shapes_only:
        return []
    found: list[str] = []
    if view.parameters.guess_of_totals:
        points, feats = _(VICTORY.get(standing.winner_by, ALONE)), _(FEATS.get(standing.second_by, ALONE))
        found.append(_("Token for points: {holder}.", holder=_holder_text(names, standing.winner, points)))
        found.append(_("Token for feats: {holder}.", holder=_holder_text(names, standing.second_winner, feats)))
    if view.gift_open and view.actors:
        found.append(_("A Token of Life is still to be given away."))
    elif view.gift is not None:
        found.append(_("A Token of Life was given to {name}.", name=names[view.gift]))
    found.append(_candidate_sentence(view, names))
    if view.phase == "choice" and view.actors:
        found.append(_("To choose: {names}.", names=", ".join(names[seat] for seat in view.actors)))
    return found


def _holder_text(names: Sequence[str], seat: int | None, why: str) -> str:
    return _("nobody") if seat is None else f"{names[seat]}, {why}"


def _candidate_sentence(view: View, names: Sequence[str]) -> str:
    standing = view.standing
    tied = standing.candidates if standing is not None else ()
    if standing is None or not tied:
        return _("There is no Elimination Candidate.")
    if view.candidate is None:
        choice = list_or([names[seat] for seat in tied])
        if standing.decider is None:
            return _("Elimination Candidate: {names}; chance decides.", names=choice)
        return _("Elimination Candidate: {names}; {name} decides.", names=choice, name=names[standing.decider])
    is_alone = len(tied) == 1
    why = _name_group(view, _(LAST.get(standing.candidate_by, ALONE))) if is_alone else _("tied for the last place")
    return _("Elimination Candidate: {name}, {reason}.", name=names[view.candidate], reason=why)


def _name_group(view: View, reason: str) -> str:
    """Return the reason with the group in which it holds, such as "fewest points of those who stayed".

    The group is named if another seat has no more points than the candidate: one that has left, or is exempted by its
    token (HM-21, HM-28).
    """
    scores, standing = final_scores(view).seats, view.standing
    if standing is None or view.candidate is None:
        return reason
    fewest = scores[view.candidate].points
    holders = (standing.winner, standing.second_winner)
    lower = [seat for seat, score in enumerate(scores) if seat != view.candidate and score.points <= fewest]
    is_exempted = any(seat in holders for seat in lower)
    if not any(view.seats[seat].forfeited for seat in lower):
        return _("{reason} among those without a Token of Life", reason=reason) if is_exempted else reason
    if is_exempted:
        return _("{reason} of those who stayed without a Token of Life", reason=reason)
    return _("{reason} of those who stayed", reason=reason)


def _points_text(view: View, names: Sequence[str], seat: int) -> str:
    points = final_scores(view).seats[seat].points
    if view.seats[seat].forfeited:
        return _("{name} {points} (left)", name=names[seat], points=points)
    return f"{names[seat]} {points}"


def _token_sentence(scores: Scores, names: Sequence[str]) -> list[str]:
    held = [
        _("{name} has {number}", name=name, number=seat.tokens)
        for name, seat in zip(names, scores.seats, strict=True)
        if seat.tokens
    ]
    return [_("Tokens of Life: {holders}.", holders=", ".join(held) or _("none"))]


def table(view: View, names: Sequence[str]) -> list[str]:
    """Return the tables of points and details as lines for a monospaced font, the best seat first."""
    rows = [f"{seat + 1} {name[:12]}" for seat, name in enumerate(names)]
    wide = max(map(len, rows))
    lines: list[str] = []
    for title, told in tables(view):
        lines += ["", title] if lines else [title]
        lines.append(" " * wide + "".join(heading.rjust(8) for heading, _ in told))
        lines += [
            rows[seat].ljust(wide) + "".join(str(numbers[seat]).rjust(8) for _, numbers in told)
            for seat in rank_seats(view)
        ]
    return lines


def format_plays(view: View, hive: int, names: Sequence[str]) -> list[str]:
    """Return the shapes played on a hive as lines for a monospaced font: shape, clue and points by round."""
    rows = [f"{seat + 1} {name[:12]}" for seat, name in enumerate(names)]
    wide = max(map(len, rows))
    rounds = final_scores(view).plays[hive]
    lines = [_("Shape, clue and points of each:")]
    for seat, row in enumerate(rows):
        plays = [round_plays[seat] for round_plays in rounds]
        # Added up over all rounds, although Blocks and guesses score in round 3 only (HM-12, HM-15).
        blocks, guess = sum(play.blocks for play in plays), sum(play.guess for play in plays)
        more = [_("blocks +{points}", points=blocks)] if blocks else []
        more += [_("guess +{points}", points=guess)] if guess else []
        lines.append("  ".join((row.ljust(wide), *map(_play_text, plays), *more)).rstrip())
    return lines


def _play_text(play: Play) -> str:
    """Format a seat's shape in a round with clue and points, such as "ADE 7 +3", padded to a fixed width."""
    return _("nothing").ljust(10) if play.shape is None else f"{play.shape} {play.hint:2} {f'+{play.points}':3}"

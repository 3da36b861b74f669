"""The results of a match in sentences and columns: winners, points by source, all shapes played (HM-19 to HM-29)."""

from collections.abc import Sequence
from typing import TypeAlias

from engine.hive_mind.view import Play, Scores, SeatScore, View
from render import text

VICTORY = {
    "points": "most points",
    "threes": "level on points, more of them on 3s",
    "twos": "level on points and on 3s, more on 2s",
    "guesses": "level on points, on 3s and on 2s, more from guesses",
    "feats": "most feats",
}
FEATS = {
    "feats": "most feats",
    "threes": "level on feats, fewer points on 3s",
    "twos": "level on feats and on 3s, fewer on 2s",
}
ALONE = "the only one left"
LAST = {
    "points": "fewest points",
    "threes": "level on points, fewer on 3s",
    "twos": "level on points and on 3s, fewer on 2s",
}
TIE_BREAKS = {
    "threes": ("More points on 3s", "on_threes"),
    "twos": ("More points on 2s", "on_twos"),
    "guesses": ("More from guesses", "guesses"),
}
"""By name of a tie-break for victory: its wording, and the field of `SeatScore` that it compares."""
NUMBERS = ("No", "One", "Two", "Three")
FEAT_COLUMNS = (("disjoint", "apart"), ("alone", "alone"), ("twos", "all 2s"), ("avoided", "avoid"))
TOTAL = "total"
COLUMNS = (("points", TOTAL), ("placement", "shapes"), ("guesses", "guesses"), ("blocks", "blocks"))

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
    found = [("Points; those of shapes by number", columns(view))]
    return found if view.parameters.shapes_only else [*found, (details_title(view), details(view))]


def columns(view: View) -> Columns:
    """Return the columns of the table of points: the total, its sources, and the points of shapes by hidden number.

    In a first game all points come from shapes, so the total alone is listed.
    """
    scores = final_scores(view).seats
    sources = COLUMNS[:1] if view.parameters.shapes_only else COLUMNS
    found = [(heading, tuple(getattr(seat, name) for seat in scores)) for name, heading in sources]
    if view.parameters.guess_of_totals:
        found.append(("totals", tuple(totals(seat) for seat in scores)))
    found.append(("on 3s", tuple(seat.on_threes for seat in scores)))
    found.append(("on 2s", tuple(seat.on_twos for seat in scores)))
    found.append(("on 1s", tuple(seat.placement - seat.on_threes - seat.on_twos for seat in scores)))
    if view.parameters.guess_of_totals:
        found.append(("feats", tuple(count_feats(seat) for seat in scores)))
    return found


def details(view: View) -> Columns:
    """Return the columns of the table of details: tokens and garnets (at the start, spent, earned).

    One edition also has columns for the types of feats and for the guess of totals.
    """
    scores = final_scores(view).seats
    found = [
        ("tokens", tuple(seat.tokens for seat in scores)),
        ("start", tuple(seat.garnets.start for seat in scores)),
        ("spent", tuple(seat.garnets.spent for seat in scores)),
        ("earned", tuple(seat.garnets.earned for seat in scores)),
    ]
    done = [seat.feats for seat in scores if seat.feats is not None]
    for name, heading in FEAT_COLUMNS if done else ():
        found.append((heading, tuple(getattr(feat, name) for feat in done)))
    compared = [seat.totals for seat in scores if seat.totals is not None]
    if compared:
        found.append(("right", tuple(score.right for score in compared)))
        found.append(("hit", tuple(score.hit for score in compared)))
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
    found = "Tokens; garnets at the start, spent, earned"
    return f"{found}; feats; totals" if view.parameters.guess_of_totals else found


def runner_up(view: View, seat: int) -> int | None:
    """Return the best of the other seats that have not left, by the criteria for victory; None if there are none."""
    scores = final_scores(view)
    others = [other for other in range(len(view.seats)) if other != seat and not view.seats[other].forfeited]
    return min(others, key=lambda other: (-scores.seats[other].points, *_tie_break_key(scores, other)), default=None)


def victory(view: View, names: Sequence[str]) -> tuple[str, str]:
    """Return two texts: who has won, by points or by feats (HM-20), and the reason."""
    found = view.standing
    if found is None or (found.winner is None and found.second_winner is None):
        return "Nobody wins", "everybody has left" if view.reason == "forfeit" else "level on every tie-break"
    if found.winner is None and found.second_winner is not None:
        return f"{names[found.second_winner]} wins", FEATS.get(found.second_by, ALONE)
    if found.second_winner in (None, found.winner) and found.winner is not None:
        return f"{names[found.winner]} wins", _find_reason(view, names, found.winner)
    both = [name for seat, name in enumerate(names) if seat in (found.winner, found.second_winner)]
    return f"{' and '.join(both)} win", "a Token of Life each"


def _find_reason(view: View, names: Sequence[str], winner: int) -> str:
    """Return the reason why a seat has won by points; after a tie, with the numbers of the tie-break."""
    by = view.standing.winner_by if view.standing is not None else ""
    rival = runner_up(view, winner)
    why = VICTORY.get(by, ALONE)
    if by not in TIE_BREAKS or rival is None:
        return why
    return f"{why}, {_compare(view, by, winner, rival)} against {names[rival]}"


def _compare(view: View, by: str, winner: int, rival: int) -> str:
    """Format the numbers of the winner and the rival that decided a tie-break, such as "6 to 3"."""
    _, field = TIE_BREAKS[by]
    one, other = (getattr(final_scores(view).seats[seat], field) for seat in (winner, rival))
    return f"{one} to {other}"


def margin(view: View, names: Sequence[str], winner: int) -> tuple[str, str]:
    """Return two texts for the banner: a winner's points, and its lead over the runner-up.

    For a seat that has won only by feats, they are the number of its feats and the word "feats".
    """
    standing, scores = view.standing, final_scores(view).seats
    points, rival = scores[winner].points, runner_up(view, winner)
    if standing is not None and standing.winner is None:
        return str(count_feats(scores[winner])), "feats"
    if rival is None:
        return str(points), "points"
    lead = points - scores[rival].points
    return str(points), f"points, {lead} ahead" if lead > 0 else f"points, level with {names[rival]}"


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
    words, _ = TIE_BREAKS[standing.winner_by]
    decided = f"{words}, {_compare(view, standing.winner_by, winner, rival)}"
    return f"{decided}. {held}" if held else decided


def two_prizes_text(view: View, names: Sequence[str]) -> str:
    """Return a text with the points of the one winner and the feats of the other."""
    standing, scores = view.standing, final_scores(view).seats
    if standing is None or standing.winner is None or standing.second_winner is None:
        return ""
    first, second = standing.winner, standing.second_winner
    done = count_feats(scores[second])
    return f"{names[first]}: {scores[first].points} points. {names[second]}: {done} feat{'' if done == 1 else 's'}"


def tokens_text(count: int) -> str:
    """Format a number of Tokens of Life, such as "Two Tokens of Life"."""
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} Token{'' if count == 1 else 's'} of Life"


def describe_points_by_source(view: View, names: Sequence[str]) -> list[str]:
    """Return for each seat a sentence with its points by source and the garnets that it earned, best seat first.

    A first game has no garnets.
    """
    seats = final_scores(view).seats
    told: list[str] = []
    for seat in rank_seats(view):
        parts = [f"{heading} {numbers[seat]}" for heading, numbers in columns(view)[1:]]
        parts += [] if view.parameters.shapes_only else [f"garnets earned {seats[seat].garnets.earned}"]
        told.append(f"{names[seat]}: {', '.join(parts)}.")
    return told


def sentences(view: View, names: Sequence[str]) -> list[str]:
    """Return sentences on the whole result: victory, points, outcomes, and Tokens of Life."""
    scores = final_scores(view)
    title, why = victory(view, names)
    found = [
        f"{title}: {why}.",
        f"Points: {text.join_people(_points_text(view, names, seat) for seat in rank_seats(view))}.",
    ]
    return found if view.parameters.shapes_only else [*found, *outcomes(view, names), *_token_sentence(scores, names)]


def outcomes(view: View, names: Sequence[str]) -> list[str]:
    """Return sentences on the token for feats, the gift of a token, and the Elimination Candidate."""
    standing = view.standing
    if standing is None or view.parameters.shapes_only:
        return []
    found: list[str] = []
    if view.parameters.guess_of_totals:
        points, feats = VICTORY.get(standing.winner_by, ALONE), FEATS.get(standing.second_by, ALONE)
        found.append(f"Token for points: {_holder_text(names, standing.winner, points)}.")
        found.append(f"Token for feats: {_holder_text(names, standing.second_winner, feats)}.")
    if view.gift_open and view.actors:
        found.append("A Token of Life is still to be given away.")
    elif view.gift is not None:
        found.append(f"A Token of Life was given to {names[view.gift]}.")
    found.append(_candidate_sentence(view, names))
    if view.phase == "choice" and view.actors:
        found.append(f"To choose: {', '.join(names[seat] for seat in view.actors)}.")
    return found


def _holder_text(names: Sequence[str], seat: int | None, why: str) -> str:
    return "nobody" if seat is None else f"{names[seat]}, {why}"


def _candidate_sentence(view: View, names: Sequence[str]) -> str:
    standing = view.standing
    tied = standing.candidates if standing is not None else ()
    if standing is None or not tied:
        return "There is no Elimination Candidate."
    if view.candidate is None:
        chooser = "chance" if standing.decider is None else names[standing.decider]
        return f"Elimination Candidate: {text.join_words([names[seat] for seat in tied], 'or')}; {chooser} decides."
    is_alone = len(tied) == 1
    why = LAST.get(standing.candidate_by, ALONE) + _among_text(view) if is_alone else "tied for the last place"
    return f"Elimination Candidate: {names[view.candidate]}, {why}."


def _among_text(view: View) -> str:
    """Return the group in which the candidate has the fewest points, such as " of those who stayed"; often empty.

    It is named if another seat has no more points than the candidate: one that has left, or is exempted by its token
    (HM-21, HM-28).
    """
    scores, standing = final_scores(view).seats, view.standing
    if standing is None or view.candidate is None:
        return ""
    fewest = scores[view.candidate].points
    holders = (standing.winner, standing.second_winner)
    lower = [seat for seat, score in enumerate(scores) if seat != view.candidate and score.points <= fewest]
    stayed = " of those who stayed" if any(view.seats[seat].forfeited for seat in lower) else ""
    return stayed + (" without a Token of Life" if stayed else " among those without a Token of Life") * any(
        seat in holders for seat in lower
    )


def _points_text(view: View, names: Sequence[str], seat: int) -> str:
    return f"{names[seat]} {final_scores(view).seats[seat].points}{' (left)' * view.seats[seat].forfeited}"


def _token_sentence(scores: Scores, names: Sequence[str]) -> list[str]:
    held = [f"{name} has {seat.tokens}" for name, seat in zip(names, scores.seats, strict=True) if seat.tokens]
    return [f"Tokens of Life: {', '.join(held) or 'none'}."]


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
    lines = ["Shape, clue and points of each:"]
    for seat, row in enumerate(rows):
        plays = [round_plays[seat] for round_plays in rounds]
        # Added up over all rounds, although Blocks and guesses score in round 3 only (HM-12, HM-15).
        blocks, guess = sum(play.blocks for play in plays), sum(play.guess for play in plays)
        more = [f"{what} +{points}" for what, points in (("blocks", blocks), ("guess", guess)) if points]
        lines.append("  ".join((row.ljust(wide), *map(_play_text, plays), *more)).rstrip())
    return lines


def _play_text(play: Play) -> str:
    """Format a seat's shape in a round with clue and points, such as "ADE 7 +3", padded to a fixed width."""
    return "nothing".ljust(10) if play.shape is None else f"{play.shape} {play.hint:2} {f'+{play.points}':3}"

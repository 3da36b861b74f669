"""The end of a match in words: who won and why, points by source, who played what (HM-19 to HM-29)."""

from collections.abc import Sequence
from typing import TypeAlias

from engine.hive_mind.editions import EDITIONS
from engine.hive_mind.view import Play, Scores, SeatScore, View

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
FEAT_COLUMNS = (("disjoint", "apart"), ("alone", "alone"), ("twos", "all 2s"), ("avoided", "avoid"))
TOTAL = "total"
COLUMNS = (("points", TOTAL), ("placement", "hexes"), ("guesses", "guess"), ("blocks", "block"))

Columns: TypeAlias = Sequence[tuple[str, tuple[int, ...]]]
"""Headings, and a number for each seat."""


def ranked(view: View) -> list[int]:
    """The seats with most points first; who has won before those level with them."""
    told = scores(view)
    standing = view.standing
    winners = (standing.winner, standing.second_winner) if standing is not None else ()
    return sorted(range(len(view.seats)), key=lambda seat: (-told.seats[seat].points, seat not in winners, seat))


def scores(view: View) -> Scores:
    """What is told at the end. Raises ValueError before."""
    if view.scores is None:
        raise ValueError("points are told when the last scoring phase has ended (HM-29)")
    return view.scores


def columns(view: View) -> Columns:
    """The table of points."""
    told = scores(view).seats
    found = [(heading, tuple(getattr(seat, name) for seat in told)) for name, heading in COLUMNS]
    if EDITIONS[view.edition].guess_of_totals:
        found.append(("totals", tuple(totals(seat) for seat in told)))
    found.append(("on 3s", tuple(seat.on_threes for seat in told)))
    found.append(("on 2s", tuple(seat.on_twos for seat in told)))
    if EDITIONS[view.edition].guess_of_totals:
        found.append(("feats", tuple(feats(seat) for seat in told)))
    found.append(("garnets", tuple(garnets(seat) for seat in told)))
    return found


def details(view: View) -> Columns:
    """What stands behind the points: tokens and garnets; where the edition has them, feats and guesses of totals."""
    told = scores(view).seats
    found = [
        ("tokens", tuple(seat.tokens for seat in told)),
        ("start", tuple(seat.garnets.start for seat in told)),
        ("spent", tuple(seat.garnets.spent for seat in told)),
        ("earned", tuple(seat.garnets.earned for seat in told)),
    ]
    done = [seat.feats for seat in told if seat.feats is not None]
    for name, heading in FEAT_COLUMNS if done else ():
        found.append((heading, tuple(getattr(feat, name) for feat in done)))
    compared = [seat.totals for seat in told if seat.totals is not None]
    if compared:
        found.append(("right", tuple(score.right for score in compared)))
        found.append(("hit", tuple(score.hit for score in compared)))
    return found


def totals(seat: SeatScore) -> int:
    """What the guess of totals brought: 1 for each right, 2 less for each time one was guessed (HM-18)."""
    return 0 if seat.totals is None else seat.totals.right - 2 * seat.totals.hit


def feats(seat: SeatScore) -> int:
    """How many feats a seat has done (HM-20)."""
    done = seat.feats
    return 0 if done is None else done.disjoint + done.alone + done.twos + done.avoided


def garnets(seat: SeatScore) -> int:
    """A seat's garnets after the match."""
    return seat.garnets.start - seat.garnets.spent + seat.garnets.earned


def victory(view: View, shown: Sequence[str]) -> tuple[str, str]:
    """Who won a Token of Life, in `gauntlet` perhaps one for points and one for feats (HM-20), and by what."""
    found = view.standing
    if found is None or (found.winner is None and found.second_winner is None):
        return "Nobody wins", "forfeit" if view.reason == "forfeit" else "a tie that nothing breaks"
    if found.winner is None and found.second_winner is not None:
        return f"{shown[found.second_winner]} wins", FEATS.get(found.second_by, ALONE)
    if found.second_winner in (None, found.winner) and found.winner is not None:
        return f"{shown[found.winner]} wins", VICTORY.get(found.winner_by, ALONE)
    both = [name for seat, name in enumerate(shown) if seat in (found.winner, found.second_winner)]
    return f"{' and '.join(both)} win", "a Token of Life each"


def sentences(view: View, shown: Sequence[str]) -> list[str]:
    """Victory, points, tokens, and the Elimination Candidate."""
    told = scores(view)
    title, why = victory(view, shown)
    found = [f"{title}: {why}.", "Points: " + ", ".join(_points(view, shown, seat) for seat in ranked(view)) + "."]
    return [*found, *outcomes(view, shown), *_held(told, shown)]


def outcomes(view: View, shown: Sequence[str]) -> list[str]:
    """The second token, the gift, and the Elimination Candidate, a sentence each."""
    standing = view.standing
    if standing is None:
        return []
    found: list[str] = []
    if EDITIONS[view.edition].guess_of_totals:
        points, feats = VICTORY.get(standing.winner_by, ALONE), FEATS.get(standing.second_by, ALONE)
        found.append(f"Token for points: {_holder(shown, standing.winner, points)}.")
        found.append(f"Token for feats: {_holder(shown, standing.second_winner, feats)}.")
    if view.gift_open:
        found.append("The winner may still give a Token of Life away.")
    elif view.gift is not None:
        found.append(f"A Token of Life was given to {shown[view.gift]}.")
    found.append(_candidate(view, shown))
    return found


def _holder(shown: Sequence[str], seat: int | None, why: str) -> str:
    return "nobody" if seat is None else f"{shown[seat]}, {why}"


def _candidate(view: View, shown: Sequence[str]) -> str:
    standing = view.standing
    tied = standing.candidates if standing is not None else ()
    if standing is None or not tied:
        return "There is no Elimination Candidate."
    if view.candidate is None:
        chooser = "chance" if standing.decider is None else shown[standing.decider]
        return f"Elimination Candidate: {_or([shown[seat] for seat in tied])}; {chooser} decides."
    if len(tied) == 1:
        why = LAST.get(standing.candidate_by, "the only one left")
    else:
        why = "drawn among the tied" if standing.decider is None else f"chosen by {shown[standing.decider]} or drawn"
    return f"Elimination Candidate: {shown[view.candidate]}, {why}."


def _or(names: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _points(view: View, shown: Sequence[str], seat: int) -> str:
    return f"{shown[seat]} {scores(view).seats[seat].points}{' (left)' * view.seats[seat].forfeited}"


def _held(told: Scores, shown: Sequence[str]) -> list[str]:
    held = [f"{name} has {seat.tokens}" for name, seat in zip(shown, told.seats, strict=True) if seat.tokens]
    return [f"Tokens of Life: {', '.join(held) or 'none'}."]


def table(view: View, shown: Sequence[str]) -> list[str]:
    """Points by source for a font of fixed width, the best first."""
    told = columns(view)
    names = [f"{seat + 1} {shown[seat][:12]}" for seat in range(len(shown))]
    wide = max(map(len, names))
    lines = [" " * wide + "".join(heading.rjust(8) for heading, _ in told)]
    lines += [
        names[seat].ljust(wide) + "".join(str(numbers[seat]).rjust(8) for _, numbers in told) for seat in ranked(view)
    ]
    done = [seat.feats for seat in scores(view).seats]
    for seat, feat in enumerate(done):
        if feat is not None:
            lines.append(
                f"{names[seat]}, feats: {feat.disjoint} apart, {feat.alone} alone, {feat.twos} on three 2s, "
                f"{feat.avoided} avoiding what all others chose"
            )
    return lines


def plays_table(view: View, hive: int, shown: Sequence[str]) -> list[str]:
    """Who played what on a hive for a font of fixed width: by round the shape, its hint and its points."""
    names = [f"{seat + 1} {name[:12]}" for seat, name in enumerate(shown)]
    wide = max(map(len, names))
    rounds = scores(view).plays[hive]
    lines = ["Shape, hint and points of each:"]
    for seat, name in enumerate(names):
        plays = [told[seat] for told in rounds]
        # Only round 3 brings these (HM-12, HM-15).
        blocks, guess = sum(play.blocks for play in plays), sum(play.guess for play in plays)
        more = [f"{what} +{points}" for what, points in (("blocks", blocks), ("guess", guess)) if points]
        lines.append("  ".join((name.ljust(wide), *map(_played, plays), *more)).rstrip())
    return lines


def _played(play: Play) -> str:
    """As wide for every play."""
    return "nothing".ljust(10) if play.shape is None else f"{play.shape} {play.hint:2} {f'+{play.points}':3}"

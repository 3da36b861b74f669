"""Sampling of possible states ("worlds") that are consistent with a view (HM-10, HM-11).

Layouts fit the viewer's hints, and others' shapes fit the announcements. Others' pending shapes, Blocks and guesses are
arbitrary legal ones. The worlds are not sampled uniformly.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, TypeAlias

from engine.hive_mind.board import ALL_KINDS, KINDS, LETTERS, SHAPE_CELLS, SHAPE_INDEX, SHAPE_KIND, SHAPES_OF, layouts
from engine.hive_mind.editions import ROUNDS, Match
from engine.hive_mind.knowledge import count_resolved_rounds, own_submission
from engine.hive_mind.posterior import find_consistent_layouts, known_hints, sample_layout
from engine.hive_mind.search import Turn, search_kinds, search_shapes
from engine.hive_mind.state import NONE, OPEN, PHASES, ROUND, State, Submission, empty_submission
from engine.hive_mind.view import Announcement, Scores, TotalsScore, View

GUESS_SHARE: Final = 0.5
BLOCK_SHARE: Final = 0.3
"""Assumed probability that another seat has a Block on a hive, if it can pay for one.

`GUESS_SHARE` above is the probability that another seat has guessed a finished hive.
"""

Rows: TypeAlias = list[list[tuple[int, ...]]]
"""By hive and round: the shape of each seat, or `NONE`."""


def determinize(match: Match, view: View, rng: Random) -> State:
    """Sample a possible full state: the viewer's view of it equals the given view."""
    drawn = [number for number, hive in enumerate(view.hives) if hive.drawn]
    played = _told(view.scores) if view.scores is not None else _sample_shapes(match, view, rng)
    hives = _sample_layouts(view, drawn, rng)
    used = _used_kinds(played, match.seats)
    doubles = _convert_announced([hive.doublers for hive in view.hives], match.seats)
    blocks = _blocks(match, view, doubles, rng)
    number = count_resolved_rounds(match, view)
    return State(
        phase=PHASES.index(view.phase),
        number=number,
        hives=hives,
        pending=tuple(_pending(match, view, seat, number, used[seat], rng) for seat in range(match.seats)),
        waiting=sum(1 << seat for seat in view.actors),
        played=tuple(tuple(rounds) for rounds in played),
        announced=tuple(hive.rounds for hive in view.hives),
        cleared=tuple(_cells(hive.cleared) for hive in view.hives),
        used=tuple(tuple(kinds) for kinds in used),
        doubles=doubles,
        blocks=blocks,
        guesses=tuple(_guesses(view, seat, hives, rng) for seat in range(match.seats)),
        forfeited=sum(1 << seat for seat, seated in enumerate(view.seats) if seated.forfeited),
        totals=_totals(view.scores),
        standing=view.standing,
        gift=OPEN if view.gift_open else NONE if view.gift is None else view.gift,
        candidate=NONE if view.candidate is None else view.candidate,
    )


def _used_kinds(played: Rows, seats: int) -> list[list[int]]:
    """Return by seat and hive the bit mask of kinds that the seat has played there."""
    used = [[0] * len(played) for _ in range(seats)]
    for hive, rounds in enumerate(played):
        for shapes in rounds:
            for seat, shape in enumerate(shapes):
                used[seat][hive] |= 0 if shape == NONE else 1 << SHAPE_KIND[shape]
    return used


def _cells(letters: Iterable[str]) -> int:
    """Return the bit mask of the hexes with the given letters."""
    return sum(1 << LETTERS.index(letter) for letter in letters)


def _sample_layouts(view: View, drawn: Sequence[int], rng: Random) -> tuple[str, ...]:
    """Return a layout for each drawn hive: sampled ones that fit the viewer's hints (HM-4), or the revealed ones."""
    if view.scores is not None:
        return view.scores.values
    hints = known_hints(view)
    return tuple(
        sample_layout(find_consistent_layouts(hints[hive]), rng) if hints[hive] else rng.choice(layouts())
        for hive in drawn
    )


def _told(scores: Scores) -> Rows:
    return [
        [tuple(NONE if play.shape is None else SHAPE_INDEX[play.shape] for play in plays) for plays in rounds]
        for rounds in scores.plays
    ]


def _sample_shapes(match: Match, view: View, rng: Random) -> Rows:
    """Sample the other seats' shapes, so that with the viewer's own they add up to the announcements."""
    turns: list[Turn] = []
    shapes: list[list[int]] = []
    rows: list[list[int]] = []
    for number, hive in enumerate(view.hives):
        for turn, told in enumerate(hive.rounds, 1):
            own = _own_shape(view, number, turn)
            counts, kinds = _strip(told, own)
            others = [seat for seat in range(match.seats) if seat != view.viewer and seat not in told.left]
            turns.append(Turn(number, turn == 1, others, kinds))
            shapes.append(search_shapes(counts, kinds, rng))
            rows.append([own if seat == view.viewer else NONE for seat in range(match.seats)])
    for (turn, seat), kind in search_kinds(turns, match.seats, match.edition.three_kinds_first, rng).items():
        if kind != NONE:
            fitting = next(shape for shape in shapes[turn] if SHAPE_KIND[shape] == kind)
            shapes[turn].remove(fitting)
            rows[turn][seat] = fitting
    played: Rows = [[] for _ in view.hives]
    for turn, row in zip(turns, rows, strict=True):
        played[turn.hive].append(tuple(row))
    return played


def _own_shape(view: View, hive: int, turn: int) -> int:
    hints = view.own.hives[hive].hints if view.own is not None else ()
    return next((SHAPE_INDEX[hint.shape.letters] for hint in hints if hint.round == turn), NONE)


def _strip(told: Announcement, own: int) -> tuple[list[int], list[int]]:
    """Return the counts per hex and per kind of an announcement, less the viewer's own shape."""
    counts, kinds = list(told.counts), [getattr(told.shapes, kind) for kind in KINDS]
    if own != NONE:
        kinds[SHAPE_KIND[own]] -= 1
        for cell in SHAPE_CELLS[own]:
            counts[cell] -= 1
    return counts, kinds


def _convert_announced(told: Sequence[tuple[int, ...] | None], seats: int) -> tuple[int, ...]:
    """Convert announced seats, one tuple or None per hive, to a bit mask of hives for each seat."""
    return tuple(sum(1 << hive for hive, users in enumerate(told) if users and seat in users) for seat in range(seats))


def _blocks(match: Match, view: View, doubles: Sequence[int], rng: Random) -> tuple[int, ...]:
    """Return each seat's Blocks as bit masks of hives (HM-16, HM-17).

    They are the announced ones, the viewer's own, and random ones that other seats can pay.
    """
    blocks = list(_convert_announced([hive.blockers for hive in view.hives], match.seats))
    for number, hive in enumerate(view.hives):
        if len(hive.rounds) > 1 and hive.blockers is None:
            for seat in range(match.seats):
                more = blocks[seat] | 1 << number
                if seat == view.viewer and view.own is not None:
                    blocks[seat] = more if view.own.hives[number].block else blocks[seat]
                elif rng.random() < BLOCK_SHARE:
                    cost = match.edition.cost((more, doubles[seat]))
                    blocks[seat] = more if cost is not None and cost <= match.garnets[seat] else blocks[seat]
    return tuple(blocks)


def _guesses(view: View, seat: int, hives: Sequence[str], rng: Random) -> tuple[str, ...]:
    """Return a seat's guesses on the hives that are finished, an empty string on all others (HM-12).

    They are the viewer's own, sampled ones or, once the scores are revealed, ones that earn the revealed points.
    """
    found: list[str] = []
    for number, hive in enumerate(view.hives):
        guess = ""
        if len(hive.rounds) == ROUNDS:
            if seat == view.viewer and view.own is not None:
                guess = view.own.hives[number].guess or ""
            elif view.scores is not None:
                guess = _build_guess(view.scores.plays[number][-1][seat].guess, hives[number])
            elif rng.random() < GUESS_SHARE:
                guess = rng.choice(layouts())
        found.append(guess)
    return tuple(found)


def _build_guess(points: int, layout: str) -> str:
    """Return a guess that earns the given points: the values 1 to `points` are right, all others are blank."""
    return "".join(digit if int(digit) <= points else "." for digit in layout) if points else ""


def _totals(scores: Scores | None) -> tuple[TotalsScore, ...]:
    told = [] if scores is None else [seat.totals for seat in scores.seats]
    return tuple(totals for totals in told if totals is not None)


def _pending(match: Match, view: View, seat: int, number: int, used: Sequence[int], rng: Random) -> Submission:
    """Return the viewer's own submission, a random one for a seat that is ready, or an empty one (HM-5)."""
    if seat == view.viewer and view.own is not None:
        return own_submission(view, view.own)
    if PHASES.index(view.phase) != ROUND or seat in view.actors or view.seats[seat].forfeited:
        return empty_submission(match)
    shapes = [NONE] * len(view.hives)
    barred = 0
    for hive in match.schedule[number]:
        kinds = ALL_KINDS & ~used[hive] & ~barred
        shapes[hive] = rng.choice(SHAPES_OF[kinds])
        if not number and match.edition.three_kinds_first:
            barred |= 1 << SHAPE_KIND[shapes[hive]]
    return Submission(tuple(shapes), 0, 0, ("",) * len(shapes), ())

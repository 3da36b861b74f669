"""The resolution of a round, for all submissions at once (HM-5, HM-6, HM-8 to HM-10, HM-13, HM-27)."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.hive_mind.board import (
    COUNTED,
    COVERED,
    SHAPE_HINT,
    SHAPE_LETTERS,
    USED_KIND,
    cells_in,
    split_counts,
    values_of,
)
from engine.hive_mind.editions import ROUNDS, Match
from engine.hive_mind.events import BlockersTold, DoublersTold, Event, HintTold, HiveAnnounced
from engine.hive_mind.state import NONE, SEATS_IN, State, Submission, empty_submission
from engine.hive_mind.view import Announcement, Kinds


def resolve(match: Match, state: State, events: list[Event]) -> State:
    """Resolve the round with the pending submissions, even of seats that are not ready.

    In the returned state no seat must act; the caller opens the next round.
    """
    number, turn, pending = state.number, state.number % ROUNDS, state.pending
    played, announced, cleared = list(state.played), list(state.announced), list(state.cleared)
    by_hive = tuple(zip(*[submission.shapes for submission in pending], strict=True))
    told: list[Event] = []
    names, hives = match.edition.hives, match.schedule[number]
    for hive in hives:
        name, shapes = names[hive], by_hive[hive]
        odd, numbers = _lay(shapes, name, turn + 1, values_of(state.hives[hive]), events)
        # Round 1 does not clear hexes (HM-8).
        newly = odd & ~cleared[hive] if turn else 0
        counts, kinds = split_counts(numbers)
        announcement = Announcement(Kinds(*kinds), counts, cells_in(newly), SEATS_IN[state.forfeited])
        told.append(HiveAnnounced(name, turn + 1, announcement))
        cleared[hive] |= newly
        played[hive] += (shapes,)
        announced[hive] += (announcement,)
    events += told
    after = replace(
        state,
        number=number + 1,
        pending=(empty_submission(match),) * match.seats,
        waiting=0,
        played=tuple(played),
        announced=tuple(announced),
        cleared=tuple(cleared),
        used=_mark_used_kinds(state),
    )
    if match.edition.shapes_only:
        return after
    if turn == 1:
        after = _with_abilities(after, pending)
        # Doublers are announced with the results of round 2, blockers after round 3 or at the end (HM-16).
        events += [DoublersTold(names[hive], users(after.doubles, hive)) for hive in hives]
    elif turn == ROUNDS - 1:
        after = _with_guesses(after, pending)
        events += [BlockersTold(names[hive], users(after.blocks, hive)) for hive in hives]
    return after


def _lay(shapes: Sequence[int], hive: str, number: int, values: int, events: list[Event]) -> tuple[int, int]:
    """Add the hint event of each seat that has a shape on a hive, and count the shapes.

    Returns the bit mask of hexes under an odd number of shapes, and the sum of the shapes' `COUNTED` items.
    """
    odd = numbers = 0
    above = values >> 1
    for seat, shape in enumerate(shapes):
        if shape != NONE:
            odd ^= COVERED[shape]
            numbers += COUNTED[shape]
            # The code of `hint`, inlined to save a call for each shape.
            looks = SHAPE_HINT[shape]
            value = (values & looks).bit_count() + 2 * (above & looks).bit_count()
            events.append(HintTold(seat, hive, number, SHAPE_LETTERS[shape], value))
    return odd, numbers


def hint(values: int, shape: int) -> int:
    """Return the hint of a shape: the sum of the starting values that it looks at (HM-4).

    `values` is a layout in the format of `board.values_of`.
    """
    looks = SHAPE_HINT[shape]
    return (values & looks).bit_count() + 2 * (values >> 1 & looks).bit_count()


def _mark_used_kinds(state: State) -> tuple[tuple[int, ...], ...]:
    """Return by seat and hive the bit mask of kinds played, including the shapes of this round (HM-7)."""
    used: list[tuple[int, ...]] = []
    for had, submission in zip(state.used, state.pending, strict=True):
        used.append(tuple(map(_add_kind, had, submission.shapes)))
    return tuple(used)


def _add_kind(kinds: int, shape: int) -> int:
    return kinds | USED_KIND[shape]


def _with_abilities(state: State, pending: Sequence[Submission]) -> State:
    """Return the state with the Doubles and Blocks that seats declared in round 2 (HM-13)."""
    doubles, blocks = list(state.doubles), list(state.blocks)
    for seat, submission in enumerate(pending):
        doubles[seat] |= submission.doubles
        blocks[seat] |= submission.blocks
    return replace(state, doubles=tuple(doubles), blocks=tuple(blocks))


def _with_guesses(state: State, pending: Sequence[Submission]) -> State:
    """Return the state with the guesses that seats submitted in round 3 (HM-12)."""
    guesses = list(state.guesses)
    for seat, submission in enumerate(pending):
        if any(submission.guesses):
            pairs = zip(guesses[seat], submission.guesses, strict=True)
            guesses[seat] = tuple([new or old for old, new in pairs])
    return replace(state, guesses=tuple(guesses))


def users(abilities: tuple[int, ...], hive: int) -> tuple[int, ...]:
    """Return the seats that have an ability on a hive; `abilities` holds a bit mask of hives per seat."""
    return tuple([seat for seat, hives in enumerate(abilities) if hives >> hive & 1])

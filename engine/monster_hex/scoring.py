"""Points and the end of the game (MH-14, and forfeits of MH-23)."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from engine.core import Outcome, Standing, ranked
from engine.monster_hex.content import Layout
from engine.monster_hex.state import OVER, State, head_starts
from engine.monster_hex.view import Capture, Score

MOST_POINTS: Final = "most_points"
"""One seat has more points than all others."""
DEMON_KING: Final = "demon_king"
"""Tied on points; one of the tied was first at the Demon King Stone."""
SHARED: Final = "shared"
"""Tied on points, and none of the tied was first there: they share the victory."""
FORFEIT: Final = "forfeit"
"""All but one of two seats, or all seats, left or resigned."""


def scores(layout: Layout, state: State, owners: int) -> tuple[Score, ...]:
    """Each owner's points so far and their parts."""
    large, small, colour = [0] * owners, [0] * owners, [0] * owners
    for values, found in zip(layout.values, state.captures, strict=True):
        if found is not None:
            part = large if values else small
            for taken in found.taken:
                part[taken.seat] += taken.value
                colour[taken.seat] += taken.bonus
    return tuple(
        Score(sum(parts), large=parts[0], small=parts[1], colour=parts[2], reward=0, objectives=0, head_start=parts[3])
        for parts in zip(large, small, colour, head_starts(state, owners), strict=True)
    )


def points(state: State, seats: int) -> list[int]:
    """Each seat's points so far."""
    found = head_starts(state, seats)
    for capture in state.captures:
        if capture is not None:
            for taken in capture.taken:
                found[taken.seat] += taken.value + taken.bonus
    return found


def first_at_demon_king(layout: Layout, captures: Sequence[Capture | None]) -> int | None:
    """Who was first at the stone with the 7; None before its capture, or after a tie."""
    found = captures[layout.demon_king]
    return None if found is None else found.first


def outcome(layout: Layout, state: State) -> Outcome | None:
    """The end: most points wins, then the first at the Demon King Stone, else the victory is shared (MH-14).

    Forfeited seats cannot win; of two seats the other wins (MH-23). A winner's return is 1, everybody else's 0.
    """
    if state.phase != OVER:
        return None
    seats = len(state.hands)
    staying = [seat for seat in range(seats) if not state.forfeited >> seat & 1]
    if not staying or (seats == 2 and state.forfeited):
        return ended(FORFEIT, staying, seats)
    return decided(staying, points(state, seats), first_at_demon_king(layout, state.captures), seats)


def decided(staying: Sequence[int], reached: Sequence[int], first: int | None, seats: int) -> Outcome:
    """Who wins of those that stay, by the points reached and who was first at the Demon King Stone (MH-14)."""
    most = max([reached[seat] for seat in staying])
    tied = [seat for seat in staying if reached[seat] == most]
    if len(tied) == 1:
        return ended(MOST_POINTS, tied, seats)
    return ended(DEMON_KING, [first], seats) if first in tied else ended(SHARED, tied, seats)


def standing(layout: Layout, state: State) -> Standing:
    """The seats by points, then the first at the Demon King Stone (MH-14); those that left come last (MH-23)."""
    seats = range(len(state.hands))
    reached = points(state, len(seats))
    first = first_at_demon_king(layout, state.captures)
    left = [seat for seat in seats if state.forfeited >> seat & 1]
    return ranked((seat for seat in seats if seat not in left), lambda seat: (reached[seat], seat == first), left)


def ended(reason: str, winners: Sequence[int], seats: int) -> Outcome:
    """The end for a reason of `scoring`: a winner's return is 1, everybody else's 0."""
    return Outcome(reason, tuple([int(seat in winners) for seat in range(seats)]), tuple(winners))


def result(layout: Layout, state: State) -> dict[str, Any] | None:
    """The result as the rule book's Notation gives it; None before the end."""
    end = outcome(layout, state)
    if end is None:
        return None
    return {
        "seats": [parts(state, score) for score in scores(layout, state, len(state.hands))],
        "winners": list(end.winners),
        "demon_king": first_at_demon_king(layout, state.captures),
        "stones": {
            stone.label: captured(found)
            for stone, found in zip(layout.stones, state.captures, strict=True)
            if found is not None
        },
    }


def parts(state: State, score: Score) -> dict[str, int]:
    """An owner's points as the result has them; those of a head start only where there is one."""
    told: dict[str, int] = msgspec.structs.asdict(score)
    begun = told.pop("head_start")
    return {**told, "head_start": begun} if state.head_start else told


def captured(found: Capture, named: Callable[[int | None], int | str | None] = lambda owner: owner) -> dict[str, Any]:
    """A capture as the result has it; `named` gives an owner's name there."""
    return {
        "powers": {str(named(owner)): power for owner, power in enumerate(found.powers) if power is not None},
        "first": named(found.first),
        "second": named(found.second),
        "taken": [{"seat": named(taken.seat), "value": taken.value, "bonus": taken.bonus} for taken in found.taken],
    }

"""Points and the end of a game: captures, Reward, Objectives, solo games, forfeits (MH-14, MH-16, MH-20 to MH-23)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.core import Outcome, Standing, rank_seats
from engine.monster_hex import objectives
from engine.monster_hex.content import SLOTS
from engine.monster_hex.events import Event, ObjectiveScored
from engine.monster_hex.objectives import OBJECTIVES, Cells, Owner
from engine.monster_hex.setup import cards_of
from engine.monster_hex.state import OVER, State, head_starts, variant_of
from engine.monster_hex.variants import Variants
from engine.monster_hex.view import Capture, Score

MOST_POINTS: Final = "most_points"
"""Reason for the end: one seat has more points than every other seat."""
DEMON_KING: Final = "demon_king"
"""Reason for the end: a tie on points, broken in favour of the seat that was first at the Demon King Stone."""
SHARED: Final = "shared"
"""Reason for the end: a tie on points that is not broken; the tied seats share the victory."""
FORFEIT: Final = "forfeit"
"""Reason for the end: one of at most two seats forfeited, or all seats did."""
SOLO: Final = "solo"
"""Reason for the end: a solo game was played to its end; it has points but no winner (MH-22)."""


class Card(msgspec.Struct, frozen=True, gc=False):
    """The score of one seat for one Objective card; `card` is an index of `OBJECTIVES` (MH-20)."""

    card: int
    is_private: bool
    times: int

    @property
    def points(self) -> int:
        """The points for all the times that the card is fulfilled."""
        return self.times * OBJECTIVES[self.card].points


def is_ended_by_forfeit(variants: Variants, state: State) -> bool:
    """Return whether a forfeit ended the game (MH-23).

    With more than two seats the others play on.
    """
    return state.phase == OVER and bool(state.forfeited) and variants.seats <= 2


def cells_by_owner(board: Iterable[int], owners: int, shared_owner: int) -> dict[Owner, int]:
    """Return by owner the mask of the cells with its Monsters, in the form that `objectives` uses.

    Owners without a Monster have an entry too, with the mask 0.
    """
    masks = [0] * owners
    for cell, piece in enumerate(board):
        if piece >= 0:
            masks[piece // SLOTS] |= 1 << cell
    return {objectives.SHARED if owner == shared_owner else owner: mask for owner, mask in enumerate(masks)}


def count_card_fulfilments(variants: Variants, cells: Cells, seat: int, card: int) -> int:
    """Return how often a seat fulfils an Objective card with the Monsters in `cells` (MH-20)."""
    return objectives.count_fulfilments(variants.layout, OBJECTIVES[card], cells, seat)


def cards(variants: Variants, state: State) -> tuple[tuple[Card, ...], ...]:
    """Return for each seat its scores for all cards, private cards before public ones (MH-20).

    The inner tuples are empty before the end, and if a forfeit ended the game.
    """
    if state.variant is None or state.phase != OVER or is_ended_by_forfeit(variants, state):
        return ((),) * variants.seats
    public, private = state.variant.public, cards_of(state)
    if not public and not any(private):
        return ((),) * variants.seats
    cells = cells_by_owner(state.board, variants.owners, variants.shared_owner)
    return tuple(
        tuple(
            Card(card, is_private, count_card_fulfilments(variants, cells, seat, card))
            for is_private, held in ((True, own), (False, public))
            for card in held
        )
        for seat, own in enumerate(private)
    )


def scores(variants: Variants, state: State) -> tuple[Score, ...]:
    """Return each owner's points so far, with the parts that they consist of; Objectives count only at the end."""
    owners, variant = variants.owners, state.variant
    large, small, colour = [0] * owners, [0] * owners, [0] * owners
    rewards, by_cards = [0] * owners, [0] * owners
    for values, found in zip(variants.layout.values, state.captures, strict=True):
        if found is not None:
            part = large if values else small
            for taken in found.taken:
                part[taken.seat] += taken.value
                colour[taken.seat] += taken.bonus
    if variant is not None:
        for stone in variant.captured:
            for taken in stone.capture.taken:
                large[taken.seat] += taken.value
        rewards[: variants.seats] = variant.rewards
        by_cards[: variants.seats] = _points_of_cards(variants, state)
    parts = zip(large, small, colour, rewards, by_cards, head_starts(state, owners), strict=True)
    return tuple([Score(sum(owned), *owned) for owned in parts])


def points(variants: Variants, state: State) -> list[int]:
    """Return each owner's total points so far."""
    reached, variant = head_starts(state, variants.owners), state.variant
    captures = state.captures
    if variant is not None:
        captures = [*captures, *[stone.capture for stone in variant.captured]]
        for seat, by_cards in enumerate(_points_of_cards(variants, state)):
            reached[seat] += variant.rewards[seat] + by_cards
    for found in captures:
        if found is not None:
            for taken in found.taken:
                reached[taken.seat] += taken.value + taken.bonus
    return reached


def _points_of_cards(variants: Variants, state: State) -> list[int]:
    """Return each seat's points by Objectives; 0 before the end."""
    return [sum([card.points for card in held]) for held in cards(variants, state)]


def score_events(variants: Variants, state: State) -> list[Event]:
    """Return an event for each seat and each card that counts for it at the end (MH-20)."""
    return [
        ObjectiveScored(seat, OBJECTIVES[card.card].id, card.is_private, card.times, card.points)
        for seat, held in enumerate(cards(variants, state))
        for card in held
    ]


def find_first_at_demon_king(variants: Variants, captures: Sequence[Capture | None]) -> int | None:
    """Return the seat that was first at the Demon King Stone, the one with the 7 (MH-14).

    None before its capture, after a tie, and for the shared faction.
    """
    found = captures[variants.layout.demon_king]
    return None if found is None or found.first == variants.shared_owner else found.first


def outcome(variants: Variants, state: State) -> Outcome | None:
    """Return the outcome, or None before the end (MH-14).

    Most points win, then the seat that was first at the Demon King Stone; otherwise the victory is shared. Forfeited
    seats cannot win, and with two seats the other one wins (MH-23). Solo games have no winner (MH-22).
    `Outcome.returns` is 1 for winners and 0 for the others.
    """
    if state.phase != OVER:
        return None
    seats = variants.seats
    staying = [seat for seat in range(seats) if not state.forfeited >> seat & 1]
    if not staying or is_ended_by_forfeit(variants, state):
        return _build_outcome(FORFEIT, staying, seats)
    if variants.is_solo:
        return _build_outcome(SOLO, (), seats)
    return decide(staying, points(variants, state), find_first_at_demon_king(variants, state.captures), seats)


def decide(staying: Sequence[int], reached: Sequence[int], first: int | None, seats: int) -> Outcome:
    """Return the outcome among the seats that have not forfeited (MH-14).

    `reached` holds the points by owner, and `first` is the seat in first place at the Demon King Stone, or None.
    """
    most = max([reached[seat] for seat in staying])
    tied = [seat for seat in staying if reached[seat] == most]
    if len(tied) == 1:
        return _build_outcome(MOST_POINTS, tied, seats)
    return _build_outcome(DEMON_KING, [first], seats) if first in tied else _build_outcome(SHARED, tied, seats)


def _build_outcome(reason: str, winners: Sequence[int], seats: int) -> Outcome:
    return Outcome(reason, tuple([int(seat in winners) for seat in range(seats)]), tuple(winners))


def standing(variants: Variants, state: State) -> Standing:
    """Return the ranking by points; at a tie the seat that was first at the Demon King Stone is ahead (MH-14).

    Forfeited seats are last (MH-23).
    """
    reached = points(variants, state)
    first = find_first_at_demon_king(variants, state.captures)
    left = [seat for seat in range(variants.seats) if state.forfeited >> seat & 1]
    staying = (seat for seat in range(variants.seats) if seat not in left)
    return rank_seats(staying, lambda seat: (reached[seat], seat == first), left)


def result(variants: Variants, state: State) -> dict[str, Any] | None:
    """Return the result as JSON values, as defined in the rule book's Notation section; None before the end."""
    end = outcome(variants, state)
    if end is None:
        return None
    parts = [_score_parts(state, score) for score in scores(variants, state)]
    result: dict[str, Any] = {
        "seats": parts[: variants.seats],
        "winners": list(end.winners),
        "demon_king": find_first_at_demon_king(variants, state.captures),
        "stones": {
            stone.label: _capture_parts(variants, found)
            for stone, found in zip(variants.layout.stones, state.captures, strict=True)
            if found is not None
        },
    }
    if variants.is_base_game:
        return result
    result["seats"] = [
        {**parts[seat], "cards": [_card_parts(card) for card in held]}
        for seat, held in enumerate(cards(variants, state))
    ]
    result["temporary"] = [
        {"hex": stone.label, **_capture_parts(variants, stone.capture)} for stone in variant_of(state).captured
    ]
    if variants.shared:
        result["shared"] = parts[variants.shared_owner]
    return result


def _score_parts(state: State, score: Score) -> dict[str, int]:
    """Return an owner's points and their parts for the result; `head_start` is left out unless the option is on."""
    parts: dict[str, int] = msgspec.structs.asdict(score)
    if not state.head_start:
        del parts["head_start"]
    return parts


def _card_parts(card: Card) -> Mapping[str, Any]:
    return {"id": OBJECTIVES[card.card].id, "times": card.times, "points": card.points}


def _capture_parts(variants: Variants, found: Capture) -> dict[str, Any]:
    def name(owner: int | None) -> int | str | None:
        return objectives.SHARED if owner is not None and owner == variants.shared_owner else owner

    return {
        "powers": {str(name(owner)): power for owner, power in enumerate(found.powers) if power is not None},
        "first": name(found.first),
        "second": name(found.second),
        "taken": [{"seat": name(taken.seat), "value": taken.value, "bonus": taken.bonus} for taken in found.taken],
    }

"""Points and the end with variants: Reward, Objectives, the shared faction, solo (MH-14, MH-16, MH-20 to MH-23)."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from engine.core import Outcome, Standing, ranked
from engine.monster_hex import scoring
from engine.monster_hex.abilities import variant_of
from engine.monster_hex.content import SLOTS
from engine.monster_hex.events import Event, ObjectiveScored
from engine.monster_hex.objectives import OBJECTIVES, SHARED, Cells, Owner, times
from engine.monster_hex.state import OVER, State
from engine.monster_hex.variant_setup import cards_of
from engine.monster_hex.variants import Variants
from engine.monster_hex.view import Score

SOLO: Final = "solo"
"""One seat played with the shared faction: nobody wins, and the points are the score (MH-22)."""


class Card(msgspec.Struct, frozen=True, gc=False):
    """What a seat scores by a card, numbered as in `OBJECTIVES` (MH-20)."""

    card: int
    is_private: bool
    times: int

    @property
    def points(self) -> int:
        """The points for all times together."""
        return self.times * OBJECTIVES[self.card].points


def is_ended_by_forfeit(variants: Variants, state: State) -> bool:
    """Whether the game ended at once because a seat left; with more than two seats others play on (MH-23)."""
    return state.phase == OVER and bool(state.forfeited) and variants.seats <= 2


def cells_by_owner(board: Iterable[int], owners: int, shared_owner: int) -> dict[Owner, int]:
    """The cells with each owner's Monsters as masks, every seat included, as `objectives` wants them."""
    masks = [0] * owners
    for cell, piece in enumerate(board):
        if piece >= 0:
            masks[piece // SLOTS] |= 1 << cell
    return {SHARED if owner == shared_owner else owner: mask for owner, mask in enumerate(masks)}


def counted(variants: Variants, cells: Cells, seat: int, card: int) -> int:
    """How often a seat fulfils a card by the board as it lies (MH-20)."""
    return times(variants.layout, OBJECTIVES[card], cells, seat)


def cards(variants: Variants, state: State) -> tuple[tuple[Card, ...], ...]:
    """What each seat scores by its cards, own private ones first, then public ones; nothing before the end.

    Nothing either where a forfeit ends the game (MH-20).
    """
    if state.phase != OVER or is_ended_by_forfeit(variants, state):
        return ((),) * variants.seats
    public, private = variant_of(state).public, cards_of(state)
    if not public and not any(private):
        return ((),) * len(private)
    cells = cells_by_owner(state.board, variants.owners, variants.shared_owner)
    return tuple(
        tuple(
            Card(card, is_private, counted(variants, cells, seat, card))
            for is_private, held in ((True, own), (False, public))
            for card in held
        )
        for seat, own in enumerate(private)
    )


def scores(variants: Variants, state: State) -> tuple[Score, ...]:
    """Each owner's points so far and their parts; Objectives count at the end."""
    plain = scoring.scores(variants.layout, state, variants.owners)
    variant, by_cards = variant_of(state), cards(variants, state)
    large = [0] * variants.owners
    for found in variant.captured:
        for part in found.capture.taken:
            large[part.seat] += part.value
    return tuple(
        _score(
            score,
            large[owner],
            variant.rewards[owner] if owner < variants.seats else 0,
            sum(card.points for card in by_cards[owner]) if owner < variants.seats else 0,
        )
        for owner, score in enumerate(plain)
    )


def _score(plain: Score, large: int, reward: int, objectives: int) -> Score:
    return Score(
        points=plain.points + large + reward + objectives,
        large=plain.large + large,
        small=plain.small,
        colour=plain.colour,
        reward=reward,
        objectives=objectives,
        head_start=plain.head_start,
    )


def score_events(variants: Variants, state: State) -> list[Event]:
    """What every seat scores by every card at the end (MH-20)."""
    return [
        ObjectiveScored(seat, OBJECTIVES[card.card].id, card.is_private, card.times, card.points)
        for seat, held in enumerate(cards(variants, state))
        for card in held
    ]


def first_at_demon_king(variants: Variants, state: State) -> int | None:
    """The seat that was first at the stone with the 7; None after a tie, and for the shared faction (MH-14)."""
    first = scoring.first_at_demon_king(variants.layout, state.captures)
    return None if first == variants.shared_owner else first


def outcome(variants: Variants, state: State) -> Outcome | None:
    """The end: as in the base game, by all points of the seats; solo has no winner (MH-14, MH-22, MH-23)."""
    if state.phase != OVER:
        return None
    seats = variants.seats
    staying = [seat for seat in range(seats) if not state.forfeited >> seat & 1]
    if not staying or is_ended_by_forfeit(variants, state):
        return scoring.ended(scoring.FORFEIT, staying, seats)
    if variants.is_solo:
        return scoring.ended(SOLO, (), seats)
    points = [score.points for score in scores(variants, state)]
    return scoring.decided(staying, points, first_at_demon_king(variants, state), seats)


def standing(variants: Variants, state: State) -> Standing:
    """The seats by points, then the first at the Demon King Stone (MH-14); those that left come last (MH-23)."""
    points = [score.points for score in scores(variants, state)]
    first = first_at_demon_king(variants, state)
    left = [seat for seat in range(variants.seats) if state.forfeited >> seat & 1]
    staying = (seat for seat in range(variants.seats) if seat not in left)
    return ranked(staying, lambda seat: (points[seat], seat == first), left)


def result(variants: Variants, state: State) -> dict[str, Any] | None:
    """The result as the rule book's Notation gives it; None before the end."""
    end = outcome(variants, state)
    if end is None:
        return None
    found = scores(variants, state)
    parts = [scoring.parts(state, score) for score in found]

    def named(owner: int | None) -> int | str | None:
        return SHARED if owner is not None and owner == variants.shared_owner else owner

    return {
        "seats": [
            {**parts[seat], "cards": [_card(card) for card in held]} for seat, held in enumerate(cards(variants, state))
        ],
        "winners": list(end.winners),
        "demon_king": first_at_demon_king(variants, state),
        "stones": {
            stone.label: scoring.captured(found, named)
            for stone, found in zip(variants.layout.stones, state.captures, strict=True)
            if found is not None
        },
        "temporary": [
            {"hex": stone.label, **scoring.captured(stone.capture, named)} for stone in variant_of(state).captured
        ],
        **({"shared": parts[variants.shared_owner]} if variants.shared else {}),
    }


def _card(card: Card) -> Mapping[str, Any]:
    return {"id": OBJECTIVES[card.card].id, "times": card.times, "points": card.points}

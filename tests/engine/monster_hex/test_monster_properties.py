"""Random play and positions: invariants, and agreement with the independent implementation (MH-4 to MH-14)."""

from collections.abc import Sequence
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.monster_hex.actions import Action, Place
from engine.monster_hex.content import EMPTY, FACTIONS, SLOTS, TILES, layout
from engine.monster_hex.events import PointsTaken, StoneCaptured
from engine.monster_hex.state import TAKE, State
from tests.engine.monster_hex import oracle
from tests.engine.monster_hex.positions import Lying, position, rules_for

SEATS = st.sampled_from([2, 3, 4])
SEEDS = st.integers(0, 2**32)


def on_hexes(state: State, size: int) -> dict[oracle.Hexagon, oracle.Lying]:
    """Return the board of a state in the oracle's form."""
    hexes = layout(size).board.hexes
    return {
        (hexes[cell].q, hexes[cell].r): (piece // SLOTS, TILES[piece % SLOTS // 6].id, piece % 6)
        for cell, piece in enumerate(state.board)
        if piece != EMPTY
    }


def placements(actions: Sequence[Action], size: int) -> set[tuple[str, oracle.Hexagon, int]]:
    """Return placements in the oracle's form."""
    hexes = layout(size).board.hexes
    return {(TILES[a.tile].id, (hexes[a.cell].q, hexes[a.cell].r), a.rotation) for a in actions if isinstance(a, Place)}


def held(state: State, seat: int) -> list[str]:
    return [tile.id for number, tile in enumerate(TILES) if state.hands[seat] >> number & 1]


@given(SEATS, SEEDS, st.sets(st.sampled_from([tile.id for tile in TILES]), min_size=1, max_size=2),
       st.sets(st.sampled_from([tile.id for tile in TILES]), min_size=1, max_size=3), st.integers(0, 30))  # fmt: skip
@settings(max_examples=150)
def test_legality_agrees_with_the_oracle_on_any_position(
    seats: int, seed: int, lying: set[str], hand: set[str], count: int
) -> None:
    """MH-5, MH-6: positions with few kinds of tiles, where little fits. `is_legal` agrees for every placement."""
    rules, state = rules_for(seats), any_position(seats, Random(seed), sorted(lying), sorted(hand), count)
    legal = rules.legal_actions(state, 0)

    assert placements(legal, seats) == oracle.legal(seats, on_hexes(state, seats), held(state, 0))
    allowed = set(legal)
    for tile in range(10):
        for cell in range(len(state.board)):
            for rotation in range(6):
                action = Place(tile, cell, rotation)
                assert rules.is_legal(state, 0, action) == (action in allowed)


def any_position(seats: int, rng: Random, lying: Sequence[str], hand: Sequence[str], count: int) -> State:
    """Return a position with random tiles of some kinds and at least one free hex."""
    names = layout(seats).board.name
    labels = rng.sample(names, min(count, len(names) - 1))
    monsters: dict[str, Lying] = {
        label: (rng.randrange(seats), rng.choice(lying), rng.randrange(6)) for label in labels
    }
    return position(seats, monsters, hands={0: " ".join(hand)})


@given(SEATS, SEEDS, st.permutations(FACTIONS))
@settings(max_examples=40)
def test_captures_agree_with_the_oracle(seats: int, seed: int, factions: list[str]) -> None:
    """MH-8 to MH-13: on full boards of random tiles, the last placement captures the oracle's stones in its order."""
    rng = Random(seed)
    chosen = factions[:seats]
    rules, table = rules_for(seats, chosen), layout(seats)
    last = rng.choice(table.board.name)
    monsters: dict[str, Lying] = {
        label: (rng.randrange(seats), rng.choice(TILES).id, rng.randrange(6))
        for label in table.board.name
        if label != last
    }
    state = position(seats, monsters, factions=chosen)
    events: list[object] = []
    action: Action = rng.choice(rules.legal_actions(state, 0))
    transition = rules.apply(state, 0, action)
    after = on_hexes(transition.state, seats)
    events += transition.events
    while transition.state.phase == TAKE:
        (seat,) = rules.actors(transition.state)
        transition = rules.apply(transition.state, seat, rng.choice(rules.legal_actions(transition.state, seat)))
        events += transition.events

    assert isinstance(action, Place)
    placed = table.board.hexes[action.cell]
    stones = oracle.surrounded(seats, after, (placed.q, placed.r))
    captured = [event for event in events if isinstance(event, StoneCaptured)]
    assert [event.stone for event in captured] == [
        next(stone.label for stone in table.stones if (stone.q, stone.r) == at) for at in stones
    ]
    for at, event in zip(stones, captured, strict=True):
        expected = oracle.capture(seats, after, chosen, at)
        taken = [(e.seat, e.value, e.bonus) for e in events if isinstance(e, PointsTaken) and e.stone == event.stone]
        assert {s: power for s, power in enumerate(event.powers) if power is not None} == expected.powers
        assert (event.first, event.second) == (expected.first, expected.second)
        if expected.taken is None:
            assert [seat for seat, _, _ in taken] == [event.first, event.second]
        else:
            assert taken == expected.taken

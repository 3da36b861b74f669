"""Random play and positions: invariants, and agreement with a second reading of the rule book (MH-4 to MH-14)."""

from collections.abc import Iterator, Sequence
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import CHANCE, SPECTATOR
from engine.monster_hex.actions import Action, Place, Take
from engine.monster_hex.content import ALL_TILES, EMPTY, FACTIONS, SLOTS, TILES, layout
from engine.monster_hex.events import PointsTaken, StoneCaptured
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.state import PLACE, TAKE, State, acting_seat
from tests.engine.monster_hex import oracle
from tests.engine.monster_hex.conformance import CONFORMANCE
from tests.engine.monster_hex.positions import Lying, position, rules_for

SEATS = st.sampled_from([2, 3, 4])
SEEDS = st.integers(0, 2**32)


def moves(rules: MonsterHexRules, rng: Random) -> Iterator[tuple[State, int, Action]]:
    """A random legal game: each state with who acts and what is done; the last state with CHANCE and no action."""
    state = rules.initial_state()
    while actors := rules.actors(state):
        if actors == (CHANCE,):
            action = rng.choice(rules.chance_outcomes(state))
        else:
            action = rng.choice(rules.legal_actions(state, actors[0]))
        yield state, actors[0], action
        state = rules.apply(state, actors[0], action).state
    assert rules.outcome(state) is not None


def on_hexes(state: State, size: int) -> dict[oracle.Hexagon, oracle.Lying]:
    """The board of a state as the oracle has it."""
    hexes = layout(size).board.hexes
    return {
        tuple(hexes[cell]): (piece // SLOTS, TILES[piece % SLOTS // 6].id, piece % 6)
        for cell, piece in enumerate(state.board)
        if piece != EMPTY
    }


def placements(actions: Sequence[Action], size: int) -> set[tuple[str, oracle.Hexagon, int]]:
    """Placements as the oracle has them."""
    hexes = layout(size).board.hexes
    return {(TILES[a.tile].id, tuple(hexes[a.cell]), a.rotation) for a in actions if isinstance(a, Place)}


def held(state: State, seat: int) -> list[str]:
    return [tile.id for number, tile in enumerate(TILES) if state.hands[seat] >> number & 1]


@given(SEATS, SEEDS)
@settings(max_examples=25)
def test_random_play_keeps_the_invariants(seats: int, seed: int) -> None:
    """MH-1 to MH-14: tiles, hands, captures and points add up in every state of a random game."""
    rules = rules_for(seats)

    for state, _, _ in moves(rules, Random(seed)):
        CONFORMANCE.check_invariants(rules, state)


@given(SEATS, SEEDS)
@settings(max_examples=15)
def test_random_play_ends_with_everything_captured(seats: int, seed: int) -> None:
    """MH-4, MH-8: at the end the board is full and every stone captured, and points are values and bonuses taken."""
    rules = rules_for(seats)
    state, player, action = list(moves(rules, Random(seed)))[-1]
    end = rules.view(rules.apply(state, player, action).state, SPECTATOR)

    assert len(end.monsters) == len(layout(seats).cells)
    captures = [capture for capture in end.captures if capture is not None]
    assert len(captures) == len(layout(seats).stones)
    taken = [part for capture in captures for part in capture.taken]
    for number, seat in enumerate(end.seats):
        assert seat.score.points == sum(part.value + part.bonus for part in taken if part.seat == number)


@given(SEATS, SEEDS)
@settings(max_examples=10)
def test_legality_agrees_with_the_oracle_in_play(seats: int, seed: int) -> None:
    """MH-5, MH-6: in every state of a random game exactly what the oracle allows is legal."""
    rules = rules_for(seats)

    for state, player, _ in moves(rules, Random(seed)):
        if player != CHANCE and state.phase == PLACE:
            expected = oracle.legal(seats, on_hexes(state, seats), held(state, player))
            assert placements(rules.legal_actions(state, player), seats) == expected


@given(SEATS, SEEDS, st.sets(st.sampled_from([tile.id for tile in TILES]), min_size=1, max_size=2),
       st.sets(st.sampled_from([tile.id for tile in TILES]), min_size=1, max_size=3), st.integers(0, 30))  # fmt: skip
@settings(max_examples=150)
def test_legality_agrees_with_the_oracle_on_any_position(
    seats: int, seed: int, lying: set[str], hand: set[str], count: int
) -> None:
    """MH-5, MH-6: also where few kinds of tiles lie and fit badly; `is_legal` agrees for every placement."""
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
    """Tiles of some kinds strewn on a board, the last hex left free."""
    names = layout(seats).board.name
    labels = rng.sample(names, min(count, len(names) - 1))
    monsters: dict[str, Lying] = {
        label: (rng.randrange(seats), rng.choice(lying), rng.randrange(6)) for label in labels
    }
    return position(seats, monsters, hands={0: " ".join(hand)})


@given(SEATS, SEEDS, st.permutations(FACTIONS))
@settings(max_examples=40)
def test_captures_agree_with_the_oracle(seats: int, seed: int, factions: list[str]) -> None:
    """MH-8 to MH-13: on full boards of random tiles, the last placement captures as the oracle says, in its order."""
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
    while True:
        events += transition.events
        seat = acting_seat(transition.state)
        if seat is None or transition.state.phase != TAKE:
            break
        transition = rules.apply(transition.state, seat, rng.choice(rules.legal_actions(transition.state, seat)))

    assert isinstance(action, Place)
    stones = oracle.surrounded(seats, after, tuple(table.board.hexes[action.cell]))
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


@given(SEATS, SEEDS)
@settings(max_examples=10)
def test_a_game_of_takes_and_places_only_spends_unplayed_tiles(seats: int, seed: int) -> None:
    """MH-2: what a seat has not yet played is what it started with without what lies on the board."""
    rules = rules_for(seats)

    for state, player, action in moves(rules, Random(seed)):
        after = rules.apply(state, player, action).state
        if isinstance(action, Place):
            assert after.unplayed[player] == state.unplayed[player] & (ALL_TILES ^ 1 << action.tile)
        if isinstance(action, Take):
            assert after.unplayed == state.unplayed

"""Monster Hex as the conformance suite asks for it."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import comb, prod
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.core import SPECTATOR
from engine.monster_hex import GAME_TYPE
from engine.monster_hex.actions import Action, Place, Take
from engine.monster_hex.content import ALL_TILES, COLOUR_BONUS, EMPTY, IDS_IN, SLOTS, TILES_IN, layout
from engine.monster_hex.events import (
    Event,
    GameEnded,
    OrderDrawn,
    PointsTaken,
    SeatForfeited,
    StoneCaptured,
    TilePlaced,
    ValueAsked,
)
from engine.monster_hex.placing import fits_on
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.setup import hand_size
from engine.monster_hex.state import DRAW, OVER, State, is_surrounded
from engine.monster_hex.view import View
from tests.kits.suite import PUBLIC, Conformance

FORMS: Mapping[str, str] = {
    "State": "phase factions order placed board fits unplayed captures pending last forfeited",
    "Capture": "powers first second taken",
    "Taken": "seat value bonus",
    "FactionAssigned": "seat faction",
    "OrderDrawn": "order",
    "TileDrawn": "seat",
    "TilePlaced": "seat tile label rotation",
    "StoneCaptured": "stone powers first second overwhelm",
    "ValueAsked": "seat stone",
    "PointsTaken": "seat stone value bonus",
    "RoundEnded": "round",
    "TimeRanOut": "seat",
    "SeatForfeited": "seat",
    "GameEnded": "reason winners",
}
"""The public fields."""


class MonsterHexConformance(Conformance):
    """Seats of every number, with and without chosen factions."""

    game_type = GAME_TYPE
    configurations: Sequence[tuple[int, dict[str, Any]]] = (
        (2, {}),
        (3, {"factions": ["green", None, "red"]}),
        (4, {"factions": ["red", "blue", "yellow", "green"]}),
    )
    action_type = Action
    returns = (0, 1)
    fields: Mapping[str, str] = {
        **{f"{form}.{name}": PUBLIC for form, names in FORMS.items() for name in names.split()},
        "State.hands": "each seat its own (MH-2)",
        "TileDrawn.tile": "the seat that drew (MH-2)",
    }

    def probes(self, rules: MonsterHexRules) -> Sequence[Action]:
        """Places of the board's rim, middle and start hexes for tiles of every rank, and values on and off stones."""
        table = layout(rules.seats)
        cells = (0, *table.start, len(table.board) // 2, len(table.board) - 1)
        places = [Place(tile, cell, tile % 6) for tile in (0, 2, 5, 9) for cell in cells]
        return [*places, Place(0, len(table.board), 0), Place(0, 0, 6), Take(4), Take(7), Take(9)]

    def check_invariants(self, rules: MonsterHexRules, state: State) -> None:
        """Tiles, hands, captures and points add up."""
        self._check_tiles(rules, state)
        table = layout(rules.seats)
        for stone, found in enumerate(state.captures):
            surrounded = is_surrounded(table, state.board, stone)
            assert surrounded == (found is not None or stone in state.pending), f"stone {stone}: {found}"
        if state.phase == OVER and not (rules.seats == 2 and state.forfeited):
            assert EMPTY not in state.board, "over before the board is full"
            assert None not in state.captures, "a stone is left at the end"
            assert not state.pending, "points are left at the end"
        self._check_points(rules, state)

    def _check_tiles(self, rules: MonsterHexRules, state: State) -> None:
        table = layout(rules.seats)
        assert state.fits == fits_on(table, state.board), "fits do not follow from the board"
        assert sum(piece != EMPTY for piece in state.board) == state.placed, "a tile too many or too few"
        for seat, (hand, unplayed) in enumerate(zip(state.hands, state.unplayed, strict=True)):
            pieces = [piece % SLOTS // 6 for piece in state.board if piece != EMPTY and piece // SLOTS == seat]
            assert sum(1 << tile for tile in pieces) == ALL_TILES & ~unplayed, f"tiles of seat {seat}"
            assert len(pieces) == len(set(pieces)), f"seat {seat} placed a tile twice"
            assert not hand & ~unplayed, f"seat {seat} holds what it has played"
            assert hand.bit_count() <= hand_size(rules.seats), f"seat {seat} holds too many"
        if state.phase not in (DRAW, OVER) and state.order and state.placed % rules.seats == 0 and not state.pending:
            for hand, unplayed in zip(state.hands, state.unplayed, strict=True):
                assert hand.bit_count() == min(hand_size(rules.seats), unplayed.bit_count()), "a hand is not full"

    def _check_points(self, rules: MonsterHexRules, state: State) -> None:
        view = rules.view(state, SPECTATOR)
        captures = zip(layout(rules.seats).stones, view.captures, strict=True)
        taken = [(stone, part) for stone, found in captures if found is not None for part in found.taken]
        assert sum(seat.score.points for seat in view.seats) == sum(part.value + part.bonus for _, part in taken)
        for stone, part in taken:
            factions = {value.points: value.faction for value in stone.values}
            own = view.seats[part.seat].faction == factions.get(part.value)
            assert part.bonus == (COLOUR_BONUS if own else 0), f"bonus at {stone.label}"
            assert part.value in (factions or {1: ""}), f"value at {stone.label}"
        picked = [(stone.label, part.value) for stone, part in taken]
        assert len(picked) == len(set(picked)), "a value is taken twice"

    def public_board(self, view: View) -> Any:
        """Monsters, stones, points, order, the question that is open, who left, and the end."""
        return {
            "order": view.order,
            "monsters": {monster.label: (monster.seat, monster.tile, monster.rotation) for monster in view.monsters},
            "stones": {
                stone.label: (
                    found.powers,
                    found.first,
                    found.second,
                    [(taken.seat, taken.value, taken.bonus) for taken in found.taken],
                )
                for stone, found in zip(layout(view.board).stones, view.captures, strict=True)
                if found is not None
            },
            "points": [seat.score.points for seat in view.seats],
            "asked": (view.take.seat, view.take.stone) if view.take is not None else None,
            "forfeited": [seat for seat, seated in enumerate(view.seats) if seated.forfeited],
            "end": (view.reason, view.winners) if view.winners is not None else None,
        }

    def rebuild(self, rules: MonsterHexRules, events: Sequence[Event]) -> Any:
        """The same from the events."""
        board: dict[str, Any] = {"order": (), "monsters": {}, "stones": {}, "points": [0] * rules.seats}
        board |= {"asked": None, "forfeited": [], "end": None}
        open_stones: dict[str, Any] = {}
        for event in events:
            match event:
                case OrderDrawn(order):
                    board["order"] = order
                case TilePlaced(seat, tile, label, rotation):
                    board["monsters"][label] = (seat, tile, rotation)
                case StoneCaptured(stone, powers, first, second):
                    board["stones"][stone] = (powers, first, second, [])
                case ValueAsked(seat, stone):
                    board["asked"] = (seat, stone)
                    open_stones[stone] = board["stones"].pop(stone)
                case PointsTaken(seat, stone, value, bonus):
                    board["asked"] = None
                    if stone in open_stones:
                        board["stones"][stone] = open_stones.pop(stone)
                    board["stones"][stone][3].append((seat, value, bonus))
                    board["points"][seat] += value + bonus
                case SeatForfeited(seat):
                    board["forfeited"] = sorted([*board["forfeited"], seat])
                case GameEnded(reason, winners):
                    board |= {"asked": None, "end": (reason, winners)}
                case _:
                    pass
        return board

    def worlds(self, rules: MonsterHexRules, state: State, seat: int) -> int:
        """Every hand that the others may hold (MH-2)."""
        others = [other for other in range(rules.seats) if other != seat]
        return prod(comb(state.unplayed[other].bit_count(), state.hands[other].bit_count()) for other in others)

    def twins(self, rules: MonsterHexRules, state: State, seat: int, rng: Random) -> Iterable[State]:
        """One tile of another seat's hand swapped with one of its stack."""
        for other in range(rules.seats):
            hand, stack = state.hands[other], state.unplayed[other] & ~state.hands[other]
            if other != seat and hand and stack:
                swapped = hand ^ 1 << rng.choice(TILES_IN[hand]) ^ 1 << rng.choice(TILES_IN[stack])
                yield replace(state, hands=(*state.hands[:other], swapped, *state.hands[other + 1 :]))

    def plant(self, rules: MonsterHexRules, state: State, owner: int) -> tuple[State, tuple[str, ...]] | None:
        """A hand that nobody else's tiles make up: its number has three digits, which no number in a view has."""
        size, unplayed = state.hands[owner].bit_count(), state.unplayed[owner]
        if not size or size == unplayed.bit_count():
            return None
        known = {*state.hands, *state.unplayed}
        hands = (sum(1 << tile for tile in tiles) for tiles in combinations(TILES_IN[unplayed], size))
        hand = next((hand for hand in hands if hand >= 100 and hand not in known), None)
        if hand is None:
            return None
        planted = replace(state, hands=(*state.hands[:owner], hand, *state.hands[owner + 1 :]))
        return planted, (str(hand), f'"hand":{msgspec.json.encode(IDS_IN[hand]).decode()}')


CONFORMANCE = MonsterHexConformance()

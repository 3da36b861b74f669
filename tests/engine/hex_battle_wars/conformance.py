"""Hex Battle Wars' part of the conformance suite."""

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.hex_battle_wars import GAME_TYPE
from engine.hex_battle_wars.actions import (
    APPEAR,
    AUTO,
    END,
    HOLD,
    PASS,
    ROLL,
    STAY,
    USES,
    VANISHES,
    Action,
    Attack,
    Block,
    Deploy,
    Die,
    Move,
    Tiles,
)
from engine.hex_battle_wars.board import OFF
from engine.hex_battle_wars.content import PASSES
from engine.hex_battle_wars.events import (
    Appeared,
    ArmourRolled,
    BlockLaid,
    DamageRolled,
    Event,
    GameEnded,
    GhostRemoved,
    HazardLaid,
    InvisibilityRolled,
    Moved,
    Passed,
    PieceDeployed,
    PieceDied,
    RoundBegan,
    SeatForfeited,
    SeatOut,
    TurnBegan,
    VanishRolled,
)
from engine.hex_battle_wars.rules import HexBattleWarsRules
from engine.hex_battle_wars.state import OVER, TURN, VANISH, State, is_in, with_entry
from engine.hex_battle_wars.terrain import flat_ground, terrain, with_ground
from engine.hex_battle_wars.view import View
from tests.engine.hex_battle_wars.positions import match_of
from tests.kits.suite import PUBLIC, Conformance

FORMS: Mapping[str, str] = {
    "State": (
        "phase ground armour scores hp at passes tiles hidden out_round forfeited dice rolling leader box round seat"
        " piece stage roll acted closing walk shot reason"
    ),
    "Walk": "seat piece paths",
    "Shot": (
        "seat piece origin target_seat target_piece tile label modifiers armour die total hit struck damage_die damage"
        " hp"
    ),
    "Modifier": "name number",
    "HazardLaid": "kind label",
    "ArmourRolled": "seat piece armour",
    "InvisibilityRolled": "seat piece score",
    "OrderRolled": "seat sides die",
    "OrderTied": "seats",
    "OrderWon": "seat sides",
    "BlockLaid": "seat level label program",
    "BlocksReturned": "seat blocks",
    "PieceDeployed": "seat piece label",
    "RoundBegan": "round",
    "TurnBegan": "seat",
    "PieceChosen": "seat piece",
    "VanishRolled": "seat piece label die score success",
    "RealChosen": "seat",
    "HoldRolled": "seat piece die score success",
    "Appeared": "seat piece label",
    "MovementRolled": "seat piece sides die held",
    "Moved": "walk",
    "TilesStayed": "seat",
    "AttackRolled": "shot",
    "GhostRemoved": "seat tile label",
    "DamageRolled": "shot",
    "PieceDied": "seat piece",
    "SeatOut": "seat",
    "Passed": "seat left",
    "TimeRanOut": "seat",
    "SeatForfeited": "seat",
    "GameEnded": "reason winners",
}
"""The public fields of each class."""


class HexBattleWarsConformance(Conformance):
    """The conformance cases of Hex Battle Wars.

    Quick games, and short ones with blocks laid by players, hazards and several pieces.
    """

    game_type = GAME_TYPE
    configurations: Sequence[tuple[int, dict[str, Any]]] = (
        (2, {}),
        (3, {"radius": 6, "hp": 9, "obstacles": "players", "hazards": True, "pieces": 2, "max_rounds": 5}),
        (6, {"radius": 5, "hp": 5, "max_rounds": 4}),
    )
    action_type = Action
    returns = (0, 1)
    fields: Mapping[str, str] = {
        **{f"{form}.{name}": PUBLIC for form, names in FORMS.items() for name in names.split()},
        "State.real": "each seat its own (HBW-9)",
        "RealChosen.tile": "the seat whose tile it is (HBW-9)",
    }

    def probes(self, rules: HexBattleWarsRules) -> Sequence[Action]:
        """Return one action of each kind, on some hexes of the board and off it."""
        last = len(match_of(rules).grid) - 1
        cells = (0, last // 3, last // 2, last, last + 1)
        hexed = [kind(cell) for kind in (Attack, Deploy, Move) for cell in cells]
        blocks = [Block(level, cell) for level in (1, 2, 3) for cell in cells]
        plain = [APPEAR, AUTO, END, HOLD, PASS, ROLL, STAY, *USES, *VANISHES]
        return [*hexed, *blocks, *plain, Tiles((0, 1, last)), Tiles((OFF, OFF, 0)), Attack(0, 2), Die(10, 1)]

    def check_invariants(self, rules: HexBattleWarsRules, state: State) -> None:
        """Check that the board is connected, no hex holds two pieces, and each invisible character has its tiles."""
        match, grid = match_of(rules), match_of(rules).grid
        ground = terrain(match.radius, state.ground)
        assert connected(ground.expand_step, grid.one[0]) == grid.all, "the board is cut"
        for level, number in enumerate(match.box, 1):
            assert state.ground.count(str(level)) <= number, f"too many blocks of level {level}"
        taken: dict[int, tuple[int, int]] = {}
        for number, cell in enumerate(state.at):
            seat, piece = divmod(number, match.pieces)
            hidden = state.hidden[seat] == piece + 1
            assert not (hidden and cell != OFF), "an invisible character stands on the board"
            assert 0 <= state.hp[number] <= match.hp, "health"
            if cell != OFF:
                assert cell not in taken, f"two characters on {grid.name[cell]}"
                taken[cell] = (seat, 0)
                assert state.hp[number] > 0, "a dead character stands on the board"
            elif TURN <= state.phase < OVER and is_in(match, state, seat) and state.hp[number]:
                assert hidden, "a living character is nowhere"
        for seat, tiles in enumerate(state.tiles):
            assert bool(tiles) == bool(state.hidden[seat]), "tiles without a character, or one without tiles"
            assert 0 <= state.passes[seat] <= PASSES, "passes"
            for cell in tiles:
                if cell != OFF:
                    assert taken.setdefault(cell, (seat, 1)) == (seat, 1), f"two share {grid.name[cell]}"
            if tiles and state.real[seat]:
                assert tiles[state.real[seat] - 1] != OFF, "the real tile is gone"

    def public_board(self, view: View) -> Any:
        """Return ground, characters, tiles, scores, health, passes, whose turn it is, who is out, and the end."""
        seats = view.seats
        return {
            "ground": view.ground,
            "at": [[piece.label for piece in seat.pieces] for seat in seats],
            "tiles": [list(seat.tiles) for seat in seats],
            "armour": [[piece.armour for piece in seat.pieces] for seat in seats],
            "scores": [[piece.invisibility for piece in seat.pieces] for seat in seats],
            "hp": [[piece.hp for piece in seat.pieces] for seat in seats],
            "passes": [seat.passes for seat in seats],
            "out": [seat.out_round for seat in seats],
            "forfeited": [number for number, seat in enumerate(seats) if seat.forfeited],
            "round": view.round,
            "turn": view.turn.seat if view.turn is not None and view.round else None,
            "end": (view.reason, view.winners) if view.winners is not None else None,
        }

    def rebuild(self, rules: HexBattleWarsRules, events: Sequence[Event]) -> Any:
        """Return the public board as rebuilt from the events."""
        match = match_of(rules)
        index = match.grid.index

        def each(value: Any) -> list[list[Any]]:
            return [[value] * match.pieces for _ in range(match.seats)]

        ground, at, armour, scores, hp = flat_ground(match.radius), each(None), each(0), each(0), each(match.hp)
        tiles: list[list[str | None]] = [[] for _ in range(match.seats)]
        passes = [PASSES] * match.seats
        out: list[int | None] = [None] * match.seats
        board: dict[str, Any] = {"forfeited": [], "round": 0, "turn": None, "end": None}
        for event in events:
            if isinstance(event, HazardLaid):
                ground = with_ground(ground, index[event.label], event.kind[0])
            elif isinstance(event, BlockLaid):
                ground = with_ground(ground, index[event.label], str(event.level))
            elif isinstance(event, ArmourRolled):
                armour[event.seat][event.piece - 1] = event.armour
            elif isinstance(event, InvisibilityRolled):
                scores[event.seat][event.piece - 1] = event.score
            elif isinstance(event, PieceDeployed):
                at[event.seat][event.piece - 1] = event.label
            elif isinstance(event, VanishRolled) and event.success:
                at[event.seat][event.piece - 1] = None
                tiles[event.seat] = [event.label] * 3
            elif isinstance(event, Appeared):
                at[event.seat][event.piece - 1] = event.label
                tiles[event.seat] = []
            elif isinstance(event, Moved) and len(event.walk.paths) == 1:
                at[event.walk.seat][event.walk.piece - 1] = event.walk.paths[0][-1]
            elif isinstance(event, Moved):
                tiles[event.walk.seat] = [path[-1] if path else None for path in event.walk.paths]
            elif isinstance(event, GhostRemoved):
                tiles[event.seat][event.tile - 1] = None
            elif isinstance(event, DamageRolled):
                hp[event.shot.target_seat][event.shot.target_piece - 1] = event.shot.hp
            elif isinstance(event, PieceDied):
                at[event.seat][event.piece - 1] = None
            elif isinstance(event, Passed):
                passes[event.seat] = event.left
            elif isinstance(event, SeatOut):
                out[event.seat] = board["round"]
            elif isinstance(event, SeatForfeited):
                at[event.seat] = [None] * match.pieces
                tiles[event.seat] = []
                out[event.seat] = board["round"]
                board["forfeited"] = sorted([*board["forfeited"], event.seat])
            elif isinstance(event, RoundBegan):
                board["round"] = event.round
            elif isinstance(event, TurnBegan):
                board["turn"] = event.seat
            elif isinstance(event, GameEnded):
                board["end"] = (event.reason, event.winners)
        public = {"ground": ground, "at": at, "tiles": tiles, "armour": armour, "scores": scores, "hp": hp}
        return {**public, "passes": passes, "out": out, **board}

    def worlds(self, rules: HexBattleWarsRules, state: State, seat: int) -> int:
        """Return the number of possible worlds: one real tile for each other seat.

        A tile that was named before the roll counts too.
        """
        others = [other for other in range(rules.seats) if other != seat]
        return prod(len(possible(state, other)) for other in others)

    def twins(self, rules: HexBattleWarsRules, state: State, seat: int, rng: Random) -> Iterable[State]:
        """Yield states in which another seat has another real tile."""
        for other in range(rules.seats):
            more = [tile for tile in possible(state, other) if tile != state.real[other]]
            if other != seat and more:
                yield replace(state, real=with_entry(state.real, other, rng.choice(more)))

    def plant(self, rules: HexBattleWarsRules, state: State, owner: int) -> tuple[State, tuple[str, ...]] | None:
        """Set the owner's real tile to an impossible number."""
        if not state.real[owner]:
            return None
        return replace(state, real=with_entry(state.real, owner, 7770777)), ("7770777",)


def possible(state: State, seat: int) -> list[int]:
    """Return the real tiles that a seat may have from the others' point of view."""
    if state.phase == VANISH and state.seat == seat:
        return [0, 1, 2, 3]
    if state.tiles[seat] and state.real[seat]:
        return [tile for tile, cell in enumerate(state.tiles[seat], 1) if cell != OFF]
    return [state.real[seat]]


def connected(after_step: Any, start: int) -> int:
    """Return the bit mask of all hexes that walks from `start` can reach."""
    reached = edge = start
    while edge:
        edge = after_step(edge) & ~reached
        reached |= edge
    return reached


CONFORMANCE = HexBattleWarsConformance()

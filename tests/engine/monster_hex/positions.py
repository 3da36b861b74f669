"""Hand-made positions of Monster Hex for tests of single rules."""

from collections.abc import Mapping, Sequence

from engine.core import Transition
from engine.monster_hex import GAME_TYPE
from engine.monster_hex.actions import Place
from engine.monster_hex.content import ALL_TILES, EMPTY, FACTIONS, POWERS, SLOTS, TILE_INDEX, layout, tile_set
from engine.monster_hex.events import Event
from engine.monster_hex.placing import fits_after_changes
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.state import PLACE, State

Lying = tuple[int, str, int]
"""Seat, tile and rotation of a Monster on the board."""
ALL_IDS = " ".join(TILE_INDEX)
DEFAULT_FACTIONS = ("red", "blue", "yellow", "green")


def rules_for(seats: int, factions: Sequence[str | None] | None = None) -> MonsterHexRules:
    """Return the rules, with factions red, blue, yellow, green in seat order by default."""
    return GAME_TYPE.rules(seats, {"factions": list(factions or DEFAULT_FACTIONS[:seats])})


def position(
    seats: int,
    monsters: Mapping[str, Lying],
    mover: int = 0,
    hands: Mapping[int, str] | None = None,
    factions: Sequence[str] | None = None,
) -> State:
    """Return a state in which the mover must place a tile.

    By default the mover holds all tiles and the others none.
    """
    table = layout(seats)
    cells = [EMPTY] * len(table.board)
    for label, (seat, tile, rotation) in monsters.items():
        cells[table.board.index[label]] = seat * SLOTS + TILE_INDEX[tile] * 6 + rotation
    board, placed = tuple(cells), len(monsters)
    held = {mover: ALL_IDS, **(hands or {})}
    return State(
        phase=PLACE,
        factions=tuple(FACTIONS.index(name) for name in factions or DEFAULT_FACTIONS[:seats]),
        order=tuple((mover + turn - placed) % seats for turn in range(seats)),
        placed=placed,
        board=board,
        fits=fits_after_changes(table, board, (0,) * len(board)),
        hands=tuple(tile_set(tuple(held.get(seat, "").split())) for seat in range(seats)),
        unplayed=(ALL_TILES,) * seats,
        captures=(None,) * len(table.stones),
        pending=(),
        last=(),
        forfeited=0,
    )


def place(seats: int, tile: str, label: str, rotation: int) -> Place:
    """Return a placement on the board for this number of seats."""
    return Place(TILE_INDEX[tile], layout(seats).board.index[label], rotation)


def moves_to(rules: MonsterHexRules, state: State, label: str) -> list[Place]:
    """Return the mover's legal placements on a hex."""
    cell = layout(rules.seats).board.index[label]
    actions = rules.legal_actions(state, rules.actors(state)[0])
    return [action for action in actions if isinstance(action, Place) and action.cell == cell]


def edge_to(seats: int, label: str, stone: str) -> int:
    """Return the edge of a hex that faces a stone."""
    table = layout(seats)
    facing = dict(table.facing[table.stone_index[stone]])
    return facing[table.board.index[label]]


def showing(seats: int, label: str, stone: str, seat: int, power: int) -> Lying:
    """Return the seat's first tile and rotation that shows a power towards a stone from a hex."""
    edge = edge_to(seats, label, stone)
    slot = next(slot for slot in range(SLOTS) if POWERS[slot][edge] == power)
    return seat, list(TILE_INDEX)[slot // 6], slot % 6


def surround(
    seats: int, stone: str, powers: Mapping[str, tuple[int, int]], factions: Sequence[str] | None = None
) -> Transition[State, Event]:
    """Surround a stone with (seat, power facing it) by hex; a legal placement fills the last hex."""
    *before, last = powers
    mover, power = powers[last]
    monsters = {label: showing(seats, label, stone, *powers[label]) for label in before}
    rules, state = rules_for(seats, factions), position(seats, monsters, mover, factions=factions)
    edge = edge_to(seats, last, stone)
    moves = moves_to(rules, state, last)
    move = next(action for action in moves if POWERS[action.tile * 6 + action.rotation][edge] == power)
    return rules.apply(state, mover, move)

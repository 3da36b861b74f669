"""Possible actions and destinations, computed from a view: for choices, pictures and refusals.

They concern the acting piece or, at set-up, the next block or piece.
"""

import msgspec
from msgspec.structs import replace

from engine.hex_battle_wars import setup, turns
from engine.hex_battle_wars.board import OFF
from engine.hex_battle_wars.content import APART
from engine.hex_battle_wars.state import find_index, is_hidden, occupied_cells, with_entry
from engine.hex_battle_wars.terrain import COSTS, terrain
from engine.hex_battle_wars.view import View, Walk
from engine.hex_battle_wars.viewing import match_of, public_state
from engine.hex_battle_wars.walking import Reach


class Destination(msgspec.Struct, frozen=True, gc=False):
    """A hex where the acting piece, or one of its tiles, can end, with the path to it.

    `path` includes the start; `costs` has the cost of each step.
    """

    label: str
    path: tuple[str, ...]
    costs: tuple[int, ...]


class Side(msgspec.Struct, frozen=True, gc=False):
    """A hex beside a piece.

    `why` is None if the piece may step there, else "taken", "too high" or "too low".
    """

    label: str
    why: str | None


class Near(msgspec.Struct, frozen=True, gc=False):
    """A piece of another seat, and its distance from the hex in question."""

    label: str
    seat: int
    piece: int
    distance: int


def reaches(view: View) -> tuple[Reach | None, ...]:
    """Return the destinations of the acting character after its movement roll, or of each of its three tiles.

    The item of a removed tile is None. Empty if there is no movement roll to use.
    """
    if view.turn is None or view.turn.stage != "rolled" or view.phase != "turn":
        return ()
    match, state = match_of(view), public_state(view)
    return turns.tile_reaches(match, state) if is_hidden(state) else (turns.reach_of(match, state),)


def destination_labels(view: View, tile: int = 1) -> tuple[str, ...]:
    """Return the labels of the hexes where the acting character, or one of its tiles, can end.

    Empty if there is no movement roll to use.
    """
    found = reaches(view)
    reach = found[tile - 1] if len(found) >= tile else None
    grid = match_of(view).grid
    return () if reach is None else tuple(grid.name[cell] for cell in grid.members(reach.ends))


def destination(view: View, label: str, tile: int = 1) -> Destination | None:
    """Return a destination with the path to it, or None if a movement cannot end on this hex."""
    found = reaches(view)
    reach = found[tile - 1] if len(found) >= tile else None
    grid = match_of(view).grid
    if reach is None or label not in grid.index or not reach.ends & grid.one[grid.index[label]]:
        return None
    path = reach.path(grid.index[label])
    costs = tuple(COSTS.get(view.ground[cell], 1) for cell in path[1:])
    return Destination(label, tuple(grid.name[cell] for cell in path), costs)


def is_taken(view: View, label: str) -> bool:
    """Return whether the acting character, or its tiles, may not enter a hex because of other pieces (HBW-15)."""
    match, state = match_of(view), public_state(view)
    return bool(occupied_cells(match, state, is_hidden(state)) & match.grid.one[match.grid.index[label]])


def nearest(view: View, label: str, tile: int = 1) -> str | None:
    """Return the label of the destination that is nearest to a hex, or None if there is no destination."""
    grid = match_of(view).grid
    labels = destination_labels(view, tile)
    return min(labels, key=lambda other: grid.distance(grid.index[other], grid.index[label]), default=None)


def after_walk(view: View, label: str) -> View:
    """Return the view after the acting character has walked to a hex. Raises ValueError if it can't end there."""
    turn, found = view.turn, destination(view, label)
    if turn is None or turn.piece is None or found is None:
        raise ValueError("no walk ends on this hex")
    own = view.seats[turn.seat]
    pieces = with_entry(own.pieces, turn.piece - 1, replace(own.pieces[turn.piece - 1], label=label))
    return replace(
        view,
        seats=with_entry(view.seats, turn.seat, replace(own, pieces=pieces)),
        turn=replace(turn, stage="moved", roll=0),
        walk=Walk(turn.seat, turn.piece, (found.path,)),
    )


def sides(view: View, seat: int, piece: int) -> tuple[Side, ...]:
    """Return the hexes around a character, with the reasons why it may not step there (HBW-15).

    Players are shown these reasons when the character is boxed in.
    """
    match, state = match_of(view), public_state(view)
    start = state.at[find_index(match, seat, piece)]
    if start == OFF:
        return ()
    ground = terrain(view.radius, view.ground)
    taken = occupied_cells(match, replace(state, seat=seat, piece=piece), False)
    return tuple(
        Side(
            match.grid.name[cell],
            _find_reason(ground.height(cell) - ground.height(start), bool(taken & match.grid.one[cell])),
        )
        for cell in match.grid.neighbours[start]
    )


def _find_reason(climb: int, taken: bool) -> str | None:
    if abs(climb) > 1:
        return "too high" if climb > 0 else "too low"
    return "taken" if taken else None


def block_labels(view: View, level: int) -> tuple[str, ...]:
    """Return the labels of the hexes where a block of a level may be laid (HBW-2, HBW-3).

    Empty if no block of this level is left.
    """
    grid = match_of(view).grid
    if not view.box[level - 1]:
        return ()
    cells = terrain(view.radius, view.ground).block_cells(level)
    return tuple(grid.name[cell] for cell in grid.members(cells))


def find_cut_off(view: View, level: int, label: str) -> tuple[str, ...]:
    """Return the labels of the hexes that a block on a hex would cut off from most of the board (HBW-3).

    The hex itself may be among them.
    """
    grid = match_of(view).grid
    cells = terrain(view.radius, view.ground).find_cut_off(grid.index[label], level)
    return tuple(grid.name[cell] for cell in grid.members(cells))


def deploy_labels(view: View) -> tuple[str, ...]:
    """Return the labels of the hexes where the next piece may be deployed (HBW-5); empty in other phases."""
    if view.phase != "deploy":
        return ()
    match = match_of(view)
    return tuple(
        match.grid.name[cell] for cell in match.grid.members(setup.deployable_cells(match, public_state(view)))
    )


def find_too_near(view: View, label: str, seat: int) -> tuple[Near, ...]:
    """Return the pieces of other seats that are too near to a hex for deployment, nearest first (HBW-5)."""
    match, state = match_of(view), public_state(view)
    found: list[Near] = []
    for number, cell in enumerate(state.at):
        owner, piece = divmod(number, match.pieces)
        if cell != OFF and owner != seat:
            distance = match.grid.distance(match.grid.index[label], cell)
            if distance < APART:
                found.append(Near(match.grid.name[cell], owner, piece + 1, distance))
    return tuple(sorted(found, key=lambda near: near.distance))

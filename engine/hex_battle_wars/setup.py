"""Set-up: hazards, armour and invisibility scores, blocks, and the deployment of characters (HBW-1 to HBW-6)."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.core import Weighted
from engine.hex_battle_wars.actions import AUTO, DICE, Action, Block, Deploy, Hazard, hex_actions
from engine.hex_battle_wars.board import OFF, pick_items
from engine.hex_battle_wars.content import APART, PASSES
from engine.hex_battle_wars.events import (
    ArmourRolled,
    BlockLaid,
    BlocksReturned,
    Event,
    HazardLaid,
    InvisibilityRolled,
    OrderRolled,
    OrderTied,
    OrderWon,
    PieceDeployed,
)
from engine.hex_battle_wars.laying import blocks, due_hazard, due_level, hazards
from engine.hex_battle_wars.state import (
    BLOCKS,
    DEPLOY,
    FIRST,
    HAZARDS,
    LAYING,
    NOBODY,
    ORDER,
    PLAYING,
    START,
    STATS,
    TURN,
    Match,
    State,
    find_index,
    list_clockwise,
    with_entry,
)
from engine.hex_battle_wars.terrain import HAZARDS as KINDS
from engine.hex_battle_wars.terrain import flat_ground, terrain, with_ground
from engine.hex_battle_wars.turns import begin_turn

ORDER_SIDES = {ORDER: 20, FIRST: 6}
"""By phase: the number of sides of the die that is rolled for order, to lay blocks first or to deploy first."""


def initial_state(match: Match) -> State:
    """Return the state at the start: an empty board, before hazards are laid and scores are rolled."""
    pieces, seats = match.seats * match.pieces, match.seats
    return State(
        phase=HAZARDS if due_hazard(match, flat_ground(match.radius)) else STATS,
        ground=flat_ground(match.radius),
        armour=(0,) * pieces,
        scores=(0,) * pieces,
        hp=(match.hp,) * pieces,
        at=(OFF,) * pieces,
        passes=(PASSES,) * seats,
        tiles=((),) * seats,
        hidden=(0,) * seats,
        real=(0,) * seats,
        out_round=(-1,) * seats,
        forfeited=0,
        dice=(0,) * seats,
        rolling=0,
        leader=NOBODY,
        box=(0, 0, 0),
        round=0,
        seat=NOBODY,
        piece=0,
        stage=START,
        roll=0,
        acted=False,
        closing=False,
        walk=None,
        shot=None,
        reason=PLAYING,
    )


def outcomes(match: Match, state: State) -> Sequence[Action] | Weighted[Action]:
    """Return what chance draws from in the current phase of set-up: weighted hexes, or the faces of a die."""
    if state.phase == HAZARDS:
        kind = due_hazard(match, state.ground)
        return () if kind is None else hazards(match, state.ground, kind)
    if state.phase == LAYING:
        level = due_level(match, state)
        return () if level is None else blocks(match, state, level)
    return DICE[ORDER_SIDES.get(state.phase, 6)]


def may_happen(match: Match, state: State, action: object) -> bool:
    """Return whether a hazard or a block is one that chance may lay now; False for all other actions.

    The result is consistent with `outcomes` and faster, since they are not built.
    """
    cells = len(match.grid)
    if isinstance(action, Hazard) and state.phase == HAZARDS and 0 <= action.cell < cells:
        plain = terrain(match.radius, state.ground).plain
        return action.kind == due_hazard(match, state.ground) and bool(plain & match.grid.one[action.cell])
    if isinstance(action, Block) and state.phase == LAYING:
        return action.level == due_level(match, state) and may_lay(match, state, action)
    return False


def may_lay(match: Match, state: State, block: Block) -> bool:
    """Return whether a block of this level is left and may be laid on its hex (HBW-2, HBW-3)."""
    if not (1 <= block.level <= 3 and 0 <= block.cell < len(match.grid) and state.box[block.level - 1]):
        return False
    return terrain(match.radius, state.ground).may_lie(block.level, block.cell)


def legal_blocks(match: Match, state: State) -> list[Action]:
    """Return the legal actions of a seat that lays blocks: `auto`, and every legal block."""
    found: list[Action] = [AUTO]
    ground, actions = terrain(match.radius, state.ground), hex_actions(match.radius)
    for level, left in enumerate(state.box, 1):
        if left:
            found += pick_items(actions.blocks_at[level - 1], ground.block_cells(level))
    return found


def lay_hazard(match: Match, state: State, hazard: Hazard, events: list[Event]) -> State:
    """Return the state with a hazard laid; after the last hazard, scores are rolled."""
    events.append(HazardLaid(hazard.kind, match.grid.name[hazard.cell]))
    ground = with_ground(state.ground, hazard.cell, KINDS[hazard.kind])
    return replace(state, ground=ground, phase=STATS if due_hazard(match, ground) is None else HAZARDS)


def roll_score(match: Match, state: State, die: int, events: list[Event]) -> State:
    """Apply a d6 to the next piece: first its armour class, then its invisibility score (HBW-1)."""
    number = state.scores.index(0)
    seat, piece = divmod(number, match.pieces)
    if not state.armour[number]:
        events.append(ArmourRolled(seat, piece + 1, 10 + die))
        return replace(state, armour=with_entry(state.armour, number, 10 + die))
    events.append(InvisibilityRolled(seat, piece + 1, die))
    state = replace(state, scores=with_entry(state.scores, number, die))
    if 0 in state.scores:
        return state
    if not match.program:
        return _roll_for_order(match, state, ORDER)
    return _lay(match, replace(state, phase=LAYING, box=match.box), events)


def _roll_for_order(match: Match, state: State, phase: int) -> State:
    everybody = (1 << match.seats) - 1
    return replace(state, phase=phase, dice=(0,) * match.seats, rolling=everybody, leader=NOBODY, seat=NOBODY)


def roll_for_order(match: Match, state: State, die: int, events: list[Event]) -> State:
    """Apply a die of a roll for order; seats that tie for the highest number roll again (HBW-4, HBW-5)."""
    sides = ORDER_SIDES[state.phase]
    rolling = [seat for seat in range(match.seats) if state.rolling >> seat & 1]
    seat = next(seat for seat in rolling if not state.dice[seat])
    events.append(OrderRolled(seat, sides, die))
    dice = with_entry(state.dice, seat, die)
    state = replace(state, dice=dice)
    if seat != rolling[-1]:
        return state
    best = max(dice[seat] for seat in rolling)
    tied = [seat for seat in rolling if dice[seat] == best]
    if len(tied) > 1:
        events.append(OrderTied(tuple(tied)))
        dice = tuple(0 if seat in tied else rolled for seat, rolled in enumerate(dice))
        return replace(state, dice=dice, rolling=sum(1 << seat for seat in tied))
    events.append(OrderWon(tied[0], sides))
    state = replace(state, rolling=0, leader=tied[0])
    if state.phase == ORDER:
        return _begin_laying(match, state, tied[0], events)
    return _begin_deployment(match, state, tied[0], events)


def _find_next_seat(match: Match, state: State, seat: int) -> int | None:
    """Return `seat` or the next seat clockwise that has not left; None once all seats have had their turn.

    The seats are in clockwise order, beginning with the leader.
    """
    for other in (seat, *list_clockwise(match, seat)):
        if other == state.leader and seat != state.leader:
            return None
        if not state.forfeited >> other & 1:
            return other
    return None


def _after(match: Match, state: State, seat: int) -> int | None:
    following = (seat + 1) % match.seats
    return None if following == state.leader else _find_next_seat(match, state, following)


def _begin_laying(match: Match, state: State, seat: int | None, events: list[Event]) -> State:
    """Begin the laying of blocks by `seat`, or by the next seat if it has left the game.

    If `seat` is None, or no such seat follows, begin the roll for deploying first.
    """
    seat = None if seat is None else _find_next_seat(match, state, seat)
    if seat is None:
        return _roll_for_order(match, replace(state, box=(0, 0, 0)), FIRST)
    box = match.block_counts(seat, state.leader)
    return _lay(match, replace(state, phase=BLOCKS, seat=seat, box=box), events)


def _lay(match: Match, state: State, events: list[Event]) -> State:
    """Go on to the next seat if no further block can be laid; otherwise return the state unchanged.

    Blocks that do not fit go back to the box. After the last seat, or if the program lays all blocks, the roll for
    deploying first follows.
    """
    if due_level(match, state) is not None:
        return state
    if any(state.box):
        events.append(BlocksReturned(None if state.seat == NOBODY else state.seat, state.box))
    if state.seat == NOBODY:
        return _roll_for_order(match, replace(state, box=(0, 0, 0)), FIRST)
    return _begin_laying(match, state, _after(match, state, state.seat), events)


def lay_block(match: Match, state: State, block: Block, events: list[Event]) -> State:
    """Return the state with a block laid by a seat or by chance (HBW-2, HBW-3)."""
    seat = None if state.seat == NOBODY else state.seat
    events.append(BlockLaid(seat, block.level, match.grid.name[block.cell], state.phase == LAYING))
    one, two, three = with_entry(state.box, block.level - 1, state.box[block.level - 1] - 1)
    ground = with_ground(state.ground, block.cell, str(block.level))
    return _lay(match, replace(state, ground=ground, box=(one, two, three)), events)


def deployable_cells(match: Match, state: State) -> int:
    """Return the set of hexes where the acting seat may deploy its next piece (HBW-5).

    They are at least ten hexes from the pieces of other seats, or as far as possible.
    """
    grid = match.grid
    own = range(find_index(match, state.seat, 1), find_index(match, state.seat + 1, 1))
    others = [cell for number, cell in enumerate(state.at) if cell != OFF and number not in own]
    free = grid.all & ~grid.mask(state.at[number] for number in own if state.at[number] != OFF)
    near, distance = grid.mask(others), 1
    while near and distance < APART:
        wider = near | grid.find_neighbours(near) & grid.all
        if not free & ~wider:
            break
        near, distance = wider, distance + 1
    return free & ~near


def deploy(match: Match, state: State, deploy: Deploy, events: list[Event]) -> State:
    """Put a piece on the board, and go on to the seat's next piece or to the next seat."""
    events.append(PieceDeployed(state.seat, state.piece, match.grid.name[deploy.cell]))
    at = with_entry(state.at, find_index(match, state.seat, state.piece), deploy.cell)
    state = replace(state, at=at)
    if state.piece < match.pieces:
        return replace(state, piece=state.piece + 1)
    return _begin_deployment(match, state, _after(match, state, state.seat), events)


def _begin_deployment(match: Match, state: State, seat: int | None, events: list[Event]) -> State:
    seat = None if seat is None else _find_next_seat(match, state, seat)
    if seat is not None:
        return replace(state, phase=DEPLOY, seat=seat, piece=1)
    first = _find_next_seat(match, state, state.leader)
    if first is None:
        raise ValueError("no seat is left in the game")
    return begin_turn(match, replace(state, phase=TURN, leader=first, round=1), first, events)


def leave(match: Match, state: State, events: list[Event]) -> State:
    """Go on to the next seat after the seat that lays or deploys has left the game."""
    if state.phase in (BLOCKS, LAYING):
        return _begin_laying(match, state, _after(match, state, state.seat), events)
    return _begin_deployment(match, state, _after(match, state, state.seat), events)

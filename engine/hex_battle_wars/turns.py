"""Turns: the legal actions of a seat, and their effects up to the next roll of a die (HBW-7 to HBW-19)."""

from typing import Final

from msgspec.structs import replace

from engine.hex_battle_wars.actions import (
    APPEAR,
    END,
    HOLD,
    PASS,
    ROLL,
    STAY,
    USES,
    VANISH,
    Action,
    Appear,
    Attack,
    End,
    Hold,
    Move,
    Pass,
    Roll,
    Stay,
    Tiles,
    Use,
    Vanish,
    hex_actions,
)
from engine.hex_battle_wars.board import OFF, pick_items
from engine.hex_battle_wars.events import (
    Appeared,
    Event,
    Moved,
    Passed,
    PieceChosen,
    RoundBegan,
    TilesStayed,
    TurnBegan,
)
from engine.hex_battle_wars.shooting import aim, attacks, find_target, list_visible_enemies
from engine.hex_battle_wars.state import ATTACK as ATTACK_DUE
from engine.hex_battle_wars.state import (
    DAMAGE,
    INVISIBILITY,
    MAX_ROUNDS,
    MOVED,
    OVER,
    ROLLED,
    START,
    TURN,
    Match,
    State,
    find_index,
    is_hidden,
    is_in,
    living_pieces,
    occupied_cells,
    with_entry,
)
from engine.hex_battle_wars.state import HOLD as HOLD_DUE
from engine.hex_battle_wars.state import ROLL as ROLL_DUE
from engine.hex_battle_wars.state import VANISH as VANISH_DUE
from engine.hex_battle_wars.view import Walk
from engine.hex_battle_wars.walking import Reach, reach

TILES_LISTED: Final = 100
"""Maximum number of tile movements among the listed legal actions, `stay` not counted; all others are legal too."""


def begin_turn(match: Match, state: State, seat: int, events: list[Event]) -> State:
    """Begin a seat's turn; if it has only one piece left, this piece is chosen automatically."""
    if state.round == 1 and seat == state.leader:
        events.append(RoundBegan(1))
    events.append(TurnBegan(seat))
    pieces = living_pieces(match, state, seat)
    piece = pieces[0] if len(pieces) == 1 else 0
    return replace(state, phase=TURN, seat=seat, piece=piece, stage=START, roll=0, acted=False, closing=False)


def next_turn(match: Match, state: State, events: list[Event]) -> State:
    """Begin the turn of the next seat in the game, or end the game after the last round (HBW-26)."""
    seats, before = match.seats, state.seat
    seat = before
    while True:
        seat = (seat + 1) % seats
        if is_in(match, state, seat):
            break
    if (seat - state.leader) % seats <= (before - state.leader) % seats:
        if state.round >= match.last_round:
            return replace(state, phase=OVER, reason=MAX_ROUNDS)
        state = replace(state, round=state.round + 1)
        events.append(RoundBegan(state.round))
    return begin_turn(match, state, seat, events)


def legal(match: Match, state: State) -> list[Action]:
    """Return the legal actions of the acting seat, sorted.

    Not listed are tile movements beyond `TILES_LISTED`, and `vanish` with the number of the tile that will hide the
    character; `is_legal` accepts these too.
    """
    stage = state.stage
    if stage == ROLLED:
        if is_hidden(state):
            return [STAY, *_sample_tiles(match, state)]
        return list(pick_items(hex_actions(match.radius).moves_at, reach_of(match, state).ends))
    if stage == START and state.tiles[state.seat]:
        return [APPEAR, HOLD]
    passes = [PASS] if not state.acted and state.passes[state.seat] else []
    ends = [END] if state.acted else []
    if not state.piece:
        return [*ends, *passes, *(USES[piece - 1] for piece in living_pieces(match, state, state.seat))]
    found = attacks(match, state)
    found += ends
    found += passes
    if stage < ROLLED:
        found.append(ROLL)
    if stage == START:
        found.append(VANISH)
    return found


def is_legal(match: Match, state: State, action: object) -> bool:
    """Return whether the acting seat may take an action, including those that `legal` does not list."""
    if isinstance(action, Move):
        return (
            state.stage == ROLLED
            and not is_hidden(state)
            and 0 <= action.cell < len(match.grid)
            and bool(reach_of(match, state).ends & match.grid.one[action.cell])
        )
    if isinstance(action, Tiles):
        return state.stage == ROLLED and is_hidden(state) and _may_go(match, state, action)
    if isinstance(action, Stay):
        return state.stage == ROLLED and is_hidden(state)
    if state.stage == ROLLED:
        return False
    if isinstance(action, Attack):
        return state.piece > 0 and find_target(match, state, action) is not None
    if isinstance(action, Vanish):
        return 0 <= action.real <= 3 and VANISH in legal(match, state)
    return action in legal(match, state)


def reach_of(match: Match, state: State) -> Reach:
    """Return the destinations that the acting character can reach with its movement roll."""
    start = state.at[find_index(match, state.seat, state.piece)]
    return reach(match.radius, state.ground, start, state.roll, occupied_cells(match, state, False))


def tile_reaches(match: Match, state: State) -> tuple[Reach | None, ...]:
    """Return, for each tile of the acting seat, the destinations that it can reach with the movement roll (HBW-12).

    The item of a removed tile is None.
    """
    taken = occupied_cells(match, state, True)
    return tuple(
        None if cell == OFF else reach(match.radius, state.ground, cell, state.roll, taken)
        for cell in state.tiles[state.seat]
    )


def _may_go(match: Match, state: State, tiles: Tiles) -> bool:
    if len(tiles.cells) != len(state.tiles[state.seat]):
        return False
    for cell, found in zip(tiles.cells, tile_reaches(match, state), strict=True):
        if found is None:
            if cell != OFF:
                return False
        elif not (0 <= cell < len(match.grid) and found.ends & match.grid.one[cell]):
            return False
    return True


def _sample_tiles(match: Match, state: State) -> list[Tiles]:
    """Return at most `TILES_LISTED` movements of the three tiles, spread evenly over all possible ones."""
    ends = [[OFF] if found is None else match.grid.members(found.ends) for found in tile_reaches(match, state)]
    one, two, three = ends
    number = len(one) * len(two) * len(three)
    shown = min(TILES_LISTED, number)
    found: list[Tiles] = []
    for part in range(shown):
        rest, last = divmod(part * number // shown, len(three))
        first, middle = divmod(rest, len(two))
        found.append(Tiles((one[first], two[middle], three[last])))
    return found


def default(match: Match, state: State) -> Action:
    """Return the action that the program plays for a seat whose time ran out (HBW-25)."""
    if state.stage == START:
        if state.tiles[state.seat]:
            return HOLD
        if state.passes[state.seat]:
            return PASS
        return ROLL if state.piece else USES[living_pieces(match, state, state.seat)[0] - 1]
    if state.stage == ROLLED:
        if is_hidden(state):
            return STAY
        ends = reach_of(match, state).ends
        return Move(match.grid.members(ends)[0])
    return END


def play(match: Match, state: State, action: Action, events: list[Event]) -> State:
    """Return the state after a legal action of the acting seat in its turn."""
    match action:
        case Roll():
            return replace(state, phase=ROLL_DUE, acted=True)
        case Move():
            return _move(match, state, action, events)
        case Attack():
            return _attack(match, state, action)
        case End():
            return next_turn(match, state, events)
        case Vanish(real):
            reals = with_entry(state.real, state.seat, real) if real else state.real
            return replace(state, phase=VANISH_DUE, acted=True, real=reals)
        case Hold():
            return replace(state, phase=HOLD_DUE, acted=True)
        case Appear():
            return appear(match, replace(state, acted=True, stage=INVISIBILITY), state.seat, events)
        case Tiles():
            return _move_tiles(match, state, action, events)
        case Stay():
            events.append(TilesStayed(state.seat))
            return continue_after_move(match, replace(state, stage=MOVED, roll=0), events)
        case Pass():
            left = state.passes[state.seat] - 1
            events.append(Passed(state.seat, left))
            return next_turn(match, replace(state, passes=with_entry(state.passes, state.seat, left)), events)
        case Use(piece):
            events.append(PieceChosen(state.seat, piece))
            return replace(state, piece=piece)
        case _:
            raise ValueError("not an action of a turn")


def _move(match: Match, state: State, move: Move, events: list[Event]) -> State:
    path = reach_of(match, state).path(move.cell)
    walk = Walk(state.seat, state.piece, (tuple([match.grid.name[cell] for cell in path]),))
    events.append(Moved(walk))
    at = with_entry(state.at, find_index(match, state.seat, state.piece), move.cell)
    return continue_after_move(match, replace(state, at=at, walk=walk, stage=MOVED, roll=0), events)


def _move_tiles(match: Match, state: State, tiles: Tiles, events: list[Event]) -> State:
    name = match.grid.name
    paths = tuple(
        () if found is None else tuple([name[step] for step in found.path(cell)])
        for cell, found in zip(tiles.cells, tile_reaches(match, state), strict=True)
    )
    walk = Walk(state.seat, state.piece, paths)
    events.append(Moved(walk))
    after = with_entry(state.tiles, state.seat, tiles.cells)
    return continue_after_move(match, replace(state, tiles=after, walk=walk, stage=MOVED, roll=0), events)


def continue_after_move(match: Match, state: State, events: list[Event]) -> State:
    """Go on after a movement: end the turn if no enemy is in sight (HBW-8)."""
    return state if list_visible_enemies(match, state) else next_turn(match, state, events)


def _attack(match: Match, state: State, attack: Attack) -> State:
    target = find_target(match, state, attack)
    if target is None:
        raise ValueError("no target on this hex")
    return replace(state, phase=ATTACK_DUE, shot=aim(match, state, target), acted=True)


def appear(match: Match, state: State, seat: int, events: list[Event]) -> State:
    """Remove a seat's tiles, and put its character on the hex of the real tile (HBW-10, HBW-13)."""
    piece, cell = state.hidden[seat], state.tiles[seat][state.real[seat] - 1]
    events.append(Appeared(seat, piece, match.grid.name[cell]))
    return replace(
        state,
        at=with_entry(state.at, find_index(match, seat, piece), cell),
        tiles=with_entry(state.tiles, seat, ()),
        hidden=with_entry(state.hidden, seat, 0),
        real=with_entry(state.real, seat, 0),
    )


def leave(match: Match, state: State, events: list[Event]) -> State:
    """Go on after a seat has left the game during the turns (HBW-25).

    The turn ends if it was that seat's own, if a damage roll against that seat was due, or if the acting seat has
    moved and sees no enemy any more.
    """
    if not is_in(match, state, state.seat):
        return next_turn(match, state, events)
    if state.phase == DAMAGE and state.shot is not None and not is_in(match, state, state.shot.target_seat):
        return next_turn(match, state, events)
    return continue_after_move(match, state, events) if state.phase == TURN and state.stage == MOVED else state

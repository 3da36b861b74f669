"""Turns: their start, clicks for hourglasses, placements, and passes (CF-8 to CF-10, CF-18)."""

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from engine.connect_four.combat import Hit, piece_at
from engine.connect_four.damage import Step, check_fours, end_game
from engine.connect_four.events import Event, InfectionOver, Passed, Placed, TurnBegan
from engine.connect_four.grid import Grid, cells_in
from engine.connect_four.roster import CLASSES, MONSTERS, NUMBER_IN_CLASS
from engine.connect_four.state import ACT, CLICK, DUE, HOURGLASS, OVER, Piece, State
from engine.connect_four.view import Report

_BEFORE_THE_ACTION: Final = ("start", "click")


def start_turn(grid: Grid, state: State, seat: int, events: list[Event]) -> State:
    """Begin a seat's turn (CF-8, CF-9).

    Clicks by infect and decay are applied first, then those by miasma. Then the seat chooses clicks for its hourglasses
    if it has any, or acts.
    """
    turn = state.turn + 1
    events.append(TurnBegan(seat, turn))
    position = state.position
    sets = position.sets
    own = sets[seat]
    is_again = seat == state.active
    recent: list[Report] = []
    for each in state.recent:
        if (is_again or each.seat != seat) and each.kind not in _BEFORE_THE_ACTION:
            recent.append(each)  # noqa: PERF401 - a loop is faster for the few that there are
    after = State(
        CLICK if sets[HOURGLASS] & own else ACT,
        seat,
        turn,
        position,
        state.reserves,
        state.kill_points,
        state.passes,
        None,
        None,
        tuple(recent),
        state.setup,
        None,
    )
    if sets[DUE] & own:
        for step in (_apply_sickness, _apply_miasma):
            after = step(grid, after, seat, events)
            if after.phase == OVER:
                return after
        return replace(after, phase=CLICK if after.position.sets[HOURGLASS] & after.position.sets[seat] else ACT)
    return after


def next_turn(grid: Grid, state: State, events: list[Event]) -> State:
    """Begin the other seat's turn, unless the game is over."""
    return state if state.phase == OVER else start_turn(grid, state, 1 - state.active, events)


def _apply_sickness(grid: Grid, state: State, seat: int, events: list[Event]) -> State:
    """Apply the clicks that infect and decay cause to a seat's own monsters, all at once (CF-8)."""
    hits: list[tuple[int, Hit]] = []
    for cell in cells_in(state.position.sets[DUE] & state.position.sets[seat]):
        piece = piece_at(state.position, cell)
        if piece.infected:
            events.append(InfectionOver(grid.name[cell]))
            hits.append((cell, Hit("infect", 1, None)))
        if piece.face.speed_power == "decay":
            hits.append((cell, Hit("decay", 1, None)))
    if not hits:
        return state
    step = Step(grid, state, events)
    step.take(hits)
    for cell, hit in hits:
        if hit.cause == "infect" and (piece := step.survivor(cell)) is not None:
            step.put(cell, replace(piece, infected=False))
    return step.finish_step(lambda: step.report("start"))


def _apply_miasma(grid: Grid, state: State, seat: int, events: list[Event]) -> State:
    """Apply the clicks that the miasma of a seat's monsters causes to opposing monsters, all at once (CF-8, CF-19)."""
    hits: list[tuple[int, Hit]] = []
    position = state.position
    for cell in cells_in(position.sets[DUE] & position.sets[seat]):
        if piece_at(position, cell).face.speed_power == "miasma":
            hits += [
                (other, Hit("miasma", 1, cell))
                for other in cells_in(grid.near[cell] & position.sets[1 - seat])
                if piece_at(position, other).face.defense_power != "tough"
            ]
    if not hits:
        return state
    step = Step(grid, state, events)
    step.take(hits)
    return step.finish_step(lambda: step.report("start"))


def apply_clicks(grid: Grid, state: State, cells: tuple[int, ...], events: list[Event]) -> State:
    """Give the monsters on these cells a click each for their hourglass; then the seat acts (CF-9)."""
    if not cells:
        return replace(state, phase=ACT)
    step = Step(grid, replace(state, phase=ACT), events)
    step.take((cell, Hit("hourglass", 1, None)) for cell in cells)
    return step.finish_step(lambda: step.report("click"))


@lru_cache(1 << 12)
def _build_piece(seat: int, monster: str) -> Piece:
    return Piece(seat, monster, MONSTERS[monster].start, 0, 0, False)


def place_monster(grid: Grid, state: State, monster: str, column: int, again: bool, events: list[Event]) -> State:
    """Place a monster from the active seat's reserve on top of a column, then begin the next turn (CF-6, CF-10).

    `again` says whether the same seat has the next turn too.
    """
    seat, position = state.active, state.position
    sets = position.sets
    cell = column * grid.rows + grid.height(sets[0] | sets[1], column)
    square = grid.name[cell]
    events.append(Placed(seat, monster, square))
    number = NUMBER_IN_CLASS[monster]
    reserve = state.reserves[seat]
    reserve = (*reserve[:number], reserve[number] - 1, *reserve[number + 1 :])
    after = State(
        ACT,
        seat,
        state.turn,
        position.with_piece(cell, _build_piece(seat, monster)),
        (state.reserves[0], reserve) if seat else (reserve, state.reserves[1]),
        state.kill_points,
        0,
        None,
        None,
        (*state.recent, Report(seat, "drop", monster, square, (), (), (), ())),
        state.setup,
        None,
    )
    if grid.has_four(after.position.sets[seat], cell):
        return check_fours(grid, after, (cell,), events)
    return start_turn(grid, after, seat if again else 1 - seat, events)


def pass_turn(grid: Grid, state: State, events: list[Event]) -> State:
    """Pass the turn; the second pass in succession ends the game, and the higher kill points win (CF-18)."""
    seat = state.active
    events.append(Passed(seat))
    after = replace(
        state, passes=state.passes + 1, recent=(*state.recent, Report(seat, "pass", "", "", (), (), (), ()))
    )
    if after.passes < 2:
        return next_turn(grid, after, events)
    first, second = after.kill_points
    winner = None if first == second else int(second > first)
    return end_game(after, "kill_points", winner)


def may_place(grid: Grid, state: State, seat: int, monster: str, column: int) -> bool:
    """Return whether a seat may place this monster in this column (CF-10).

    The monster must be in the seat's reserve, and the column must not be full.
    """
    own_class = state.setup.classes[seat]
    known = MONSTERS.get(monster)
    if known is None or known.class_name != own_class or not 0 <= column < grid.columns:
        return False
    sets = state.position.sets
    is_full = (sets[0] | sets[1]) >> ((column + 1) * grid.rows - 1) & 1
    return not is_full and state.reserves[seat][NUMBER_IN_CLASS[monster]] > 0


def find_cheapest_monster(class_name: str, reserve: tuple[int, ...]) -> str | None:
    """Return the id of the cheapest monster in a reserve, or None if the reserve is empty (CF-20).

    At equal points it is the first in roster order.
    """
    there = [monster for monster, number in zip(CLASSES[class_name], reserve, strict=True) if number]
    return min(there, key=lambda monster: monster.points).id if there else None


def lowest_column(grid: Grid, occupied: int) -> int | None:
    """Return the column with the fewest monsters, or None if all columns are full (CF-20).

    Columns are numbered from the left; among equal ones it is the leftmost.
    """
    heights = [grid.height(occupied, column) for column in range(grid.columns)]
    lowest = min(heights)
    return heights.index(lowest) if lowest < grid.rows else None

"""Conversions in both directions: from a state to a view, and from a view to a random state consistent with it."""

from collections.abc import Mapping
from random import Random

from engine.connect_four.clash import rampage_targets
from engine.connect_four.damage import fours
from engine.connect_four.forces import ready_made_forces
from engine.connect_four.grid import Grid, cells_in
from engine.connect_four.options import Size
from engine.connect_four.roster import CLASSES
from engine.connect_four.setup import SETUP, find_missing
from engine.connect_four.state import (
    CLASS,
    CLICK,
    FORCE,
    HOURGLASS,
    OVER,
    PHASES,
    RAMPAGE,
    Clash,
    End,
    Piece,
    Position,
    Setup,
    State,
    to_counts,
    to_reserve,
)
from engine.connect_four.view import Counts, Monster, OpenAttack, SeatView, View


def view(
    grid: Grid,
    size: Size,
    same_class: bool,
    first: int | None,
    state: State,
    actors: tuple[int, ...],
    viewer: int,
) -> View:
    """Return the view of a state for a seat; any other number gives a spectator's view."""
    end, turn = state.end, state.turn
    made: Mapping[int, tuple[tuple[int, ...], int]] = fours(grid, state.position) if end is not None else {}
    clash = state.clash
    return View(
        viewer=viewer,
        columns=grid.columns,
        rows=grid.rows,
        points=size.points,
        same_class=same_class,
        phase=PHASES[state.phase],
        turn=turn,
        first=first,
        active=state.active if turn else None,
        actors=tuple(player for player in actors if player >= 0),
        seats=(_seat(grid, state, 0, viewer, made), _seat(grid, state, 1, viewer, made)),
        monsters=tuple(
            Monster(grid.name[cell], piece.seat, piece.id, piece.click, piece.tokens, piece.victims, piece.infected)
            for cell, piece in enumerate(state.position.board)
            if piece is not None
        ),
        rolls=state.setup.rolls,
        attack=None
        if clash is None
        else OpenAttack(
            grid.name[clash.attacker],
            grid.name[clash.target],
            clash.ranged,
            clash.shackle,
            clash.rampage,
            clash.dice,
            clash.retaliation,
            clash.blow,
        ),
        choices=tuple(grid.name[cell] for cell in _choices(grid, state)),
        rampaging=None if state.rampaging is None else grid.name[state.rampaging],
        passes=state.passes,
        recent=state.recent,
        winners=None if end is None else () if end.winner is None else (end.winner,),
        reason=None if end is None else end.reason,
    )


def _choices(grid: Grid, state: State) -> tuple[int, ...]:
    if state.phase == CLICK:
        return click_candidates(state)
    if state.phase == RAMPAGE and state.rampaging is not None:
        return tuple(cells_in(rampage_targets(grid, state.position, state.rampaging)))
    return ()


def click_candidates(state: State) -> tuple[int, ...]:
    """Return the cells of the active seat's monsters that show an hourglass (CF-9)."""
    return tuple(cells_in(state.position.sets[state.active] & state.position.sets[HOURGLASS]))


def _seat(
    grid: Grid, state: State, seat: int, viewer: int, made: Mapping[int, tuple[tuple[int, ...], int]]
) -> SeatView:
    setup, is_own = state.setup, seat == viewer
    four = made.get(seat)
    class_name, force = setup.classes[seat], setup.forces[seat]
    return SeatView(
        class_name=class_name or (setup.pending_classes[seat] if is_own else None),
        chosen=state.phase in (CLASS, FORCE) and seat not in find_missing(state),
        force=force if force is not None else setup.pending_forces[seat] if is_own else None,
        reserve=to_counts(class_name, state.reserves[seat]) if force is not None else (),
        kill_points=state.kill_points[seat],
        four=None if four is None else tuple(grid.name[cell] for cell in four[0]),
        four_points=None if four is None else four[1],
    )


def position_of(grid: Grid, seen: View) -> Position:
    """Return the position that a view shows, in the form that states use."""
    board: list[Piece | None] = [None] * len(grid.board)
    for monster in seen.monsters:
        board[grid.board.index[monster.square]] = Piece(
            monster.seat, monster.id, monster.click, monster.tokens, monster.victims, monster.infected
        )
    return Position(tuple(board))


def determinize(grid: Grid, seen: View, rng: Random) -> State:
    """Return a random state that is consistent with everything the viewer knows.

    A secret choice of another seat is replaced by a random class or ready-made force.
    """
    index = grid.board.index
    phase = PHASES.index(seen.phase)
    first, second = (_chosen(seen, seat, rng) for seat in (0, 1))
    reserves = tuple(
        to_reserve(seat.class_name, seat.reserve) if seat.class_name and seat.force is not None else ()
        for seat in seen.seats
    )
    attack = seen.attack
    clash = None
    if attack is not None:
        clash = Clash(
            index[attack.square],
            index[attack.target],
            attack.ranged,
            attack.shackle,
            attack.rampage,
            attack.dice,
            attack.retaliation,
            attack.blow,
        )
    return State(
        phase=phase,
        active=seen.active or 0,
        turn=seen.turn,
        position=position_of(grid, seen),
        reserves=(reserves[0], reserves[1]) if phase not in SETUP[:-1] else ((), ()),
        kill_points=(seen.seats[0].kill_points, seen.seats[1].kill_points),
        passes=seen.passes,
        clash=clash,
        rampaging=None if seen.rampaging is None else index[seen.rampaging],
        recent=seen.recent,
        setup=Setup(
            pending_classes=(first[0], second[0]),
            pending_forces=(first[1], second[1]),
            classes=(first[2], second[2]),
            forces=(first[3], second[3]),
            rolls=seen.rolls,
        ),
        end=None if phase != OVER else End(seen.reason or "", seen.winners[0] if seen.winners else None),
    )


def _chosen(seen: View, seat: int, rng: Random) -> tuple[str | None, Counts | None, str | None, Counts | None]:
    """Return a seat's pending class, pending force, revealed class and revealed force, None for each one it lacks.

    A choice that is hidden from the viewer is random.
    """
    seated = seen.seats[seat]
    is_own = seat == seen.viewer
    if seen.phase == PHASES[CLASS]:
        name = seated.class_name if is_own else rng.choice(list(CLASSES))
        return name if seated.chosen else None, None, None, None
    if seen.phase == PHASES[FORCE]:
        force = seated.force
        if not is_own:
            force = rng.choice(list(ready_made_forces(seated.class_name or "", seen.points).values()))
        return None, force if seated.chosen else None, seated.class_name, None
    return None, None, seated.class_name, seated.force

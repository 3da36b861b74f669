"""The set-up before the first turn: choosing classes and forces, and the roll-off for the first turn (CF-4 to CF-6)."""

from typing import Final

from msgspec.structs import replace

from engine.connect_four.events import (
    Chosen,
    ClassesShown,
    DieRolled,
    Event,
    ForcesShown,
    OtherClassTaken,
    RollOffWon,
)
from engine.connect_four.forces import default, sort_force
from engine.connect_four.grid import Grid
from engine.connect_four.roster import CLASSES
from engine.connect_four.state import (
    CLASS,
    CLASS_ROLL,
    DOUBLED,
    FIRST_ROLL,
    FORCE,
    OTHER_CLASS,
    State,
    to_counts,
    to_reserve,
)
from engine.connect_four.turn import start_turn
from engine.connect_four.view import Counts

SETUP: Final = (CLASS, CLASS_ROLL, OTHER_CLASS, FORCE, FIRST_ROLL)


def find_missing(state: State) -> tuple[int, ...]:
    """Return the seats that have not yet made the secret choice of a class or force that is due."""
    pending = state.setup.pending_classes if state.phase == CLASS else state.setup.pending_forces
    return tuple(seat for seat in (0, 1) if pending[seat] is None)


def loser(state: State) -> int:
    """Return the seat that rolled the lower die in the latest roll-off."""
    first, second = state.setup.rolls
    return 0 if first < second else 1


def find_first(state: State, double_start: bool) -> int | None:
    """Return the seat that had the first turn, or None before the first turn."""
    turn = state.turn
    if not turn:
        return None
    in_turns = turn - 1 if double_start and turn > DOUBLED else turn
    return state.active if in_turns % 2 else 1 - state.active


def choose_class(state: State, seat: int, name: str, same_class: bool, events: list[Event]) -> State:
    """Store a seat's choice of a class (CF-4).

    Once both seats have chosen, the classes are revealed. If they are the same, and the options do not allow this, a
    roll-off follows.
    """
    setup = state.setup
    if state.phase == OTHER_CLASS:
        events.append(OtherClassTaken(seat, name))
        classes = (name, setup.classes[1]) if seat == 0 else (setup.classes[0], name)
        return replace(state, phase=FORCE, setup=replace(setup, classes=classes))
    if setup.pending_classes[seat] is None:
        events.append(Chosen(seat))
    first, second = (name, setup.pending_classes[1]) if seat == 0 else (setup.pending_classes[0], name)
    if first is None or second is None:
        return replace(state, setup=replace(setup, pending_classes=(first, second)))
    events.append(ClassesShown((first, second)))
    shown = replace(setup, pending_classes=(None, None), classes=(first, second))
    return replace(state, phase=CLASS_ROLL if first == second and not same_class else FORCE, setup=shown)


def choose_force(state: State, seat: int, force: Counts, events: list[Event]) -> State:
    """Store a seat's choice of a force; once both seats have chosen, the forces are revealed (CF-5)."""
    setup, force = state.setup, sort_force(force)
    if setup.pending_forces[seat] is None:
        events.append(Chosen(seat))
    first, second = (force, setup.pending_forces[1]) if seat == 0 else (setup.pending_forces[0], force)
    if first is None or second is None:
        return replace(state, setup=replace(setup, pending_forces=(first, second)))
    reserves = to_reserve(setup.classes[0] or "", first), to_reserve(setup.classes[1] or "", second)
    forces = to_counts(setup.classes[0], reserves[0]), to_counts(setup.classes[1], reserves[1])
    events.append(ForcesShown(forces))
    shown = replace(setup, pending_forces=(None, None), forces=forces, rolls=())
    return replace(state, phase=FIRST_ROLL, reserves=reserves, setup=shown)


def apply_order_die(grid: Grid, state: State, number: int, events: list[Event]) -> State:
    """Add a rolled die to a roll-off, where seat 0 rolls first (CF-4, CF-6).

    The higher die wins. At a tie both seats roll again.
    """
    rolls = state.setup.rolls
    rolls = (number,) if len(rolls) == 2 else (*rolls, number)
    events.append(DieRolled(len(rolls) - 1, number, ""))
    after = replace(state, setup=replace(state.setup, rolls=rolls))
    if len(rolls) < 2 or rolls[0] == rolls[1]:
        return after
    winner = 1 - loser(after)
    events.append(RollOffWon(winner, "class" if state.phase == CLASS_ROLL else "first"))
    return replace(after, phase=OTHER_CLASS) if state.phase == CLASS_ROLL else start_turn(grid, after, winner, events)


def make_default_choices(state: State, points: int, same_class: bool, events: list[Event]) -> State:
    """Make the default choice for every seat that has not chosen its class or force in time, in seat order (CF-20)."""
    if state.phase == FORCE:
        for seat in find_missing(state):
            state = choose_force(state, seat, default(state.setup.classes[seat] or "", points), events)
        return state
    for seat in find_missing(state) if state.phase == CLASS else (loser(state),):
        others = state.setup.pending_classes if state.phase == CLASS else state.setup.classes
        name = next(name for name in CLASSES if name != others[1 - seat])
        state = choose_class(state, seat, name, same_class, events)
    return state

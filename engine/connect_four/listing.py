"""Legal actions in the order of the rule book's Notation, the default move, and the maximum number of log entries."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain, combinations, compress
from typing import Final

from engine.connect_four.actions import PASS, RETALIATIONS, Action, ChooseForce, Click, Drop, Rampage
from engine.connect_four.combat import attacks
from engine.connect_four.forces import ready_made_forces
from engine.connect_four.grid import Grid
from engine.connect_four.roster import CLASSES, NUMBER
from engine.connect_four.state import CLICK, RAMPAGE, RETALIATE, State
from engine.connect_four.turn import find_cheapest_monster, lowest_column

MOST_SUBSETS: Final = 5
"""Up to this number of monsters with an hourglass, every combination of clicks is listed as a legal action."""
TIES: Final = 20
"""The number of ties that `max_game_length` allows for in each roll-off."""


def list_acts(grid: Grid, state: State, seat: int) -> Sequence[Action]:
    """Return the placements and attacks of the seat whose turn it is, or only a pass (CF-10, CF-11, CF-18)."""
    sets = state.position.sets
    by_monster = _drops(state.setup.classes[seat] or "", (sets[0] | sets[1]) & grid.tops, grid)
    drops = chain.from_iterable(compress(by_monster, state.reserves[seat]))
    return [*drops, *attacks(grid, state.position, seat)] or (PASS,)


def default(grid: Grid, state: State) -> Action:
    """Return the default move for a seat whose time has run out (CF-20).

    It declines clicks and a rampage, and retaliates by a close attack. In its turn, the seat places the cheapest
    monster in the lowest column; otherwise it makes the first attack without shackle, or passes.
    """
    if state.phase == CLICK:
        return Click(())
    if state.phase == RAMPAGE:
        return Rampage(None)
    if state.phase == RETALIATE:
        return RETALIATIONS[0]
    seat, own = state.active, state.position.own
    cheapest = find_cheapest_monster(state.setup.classes[seat] or "", state.reserves[seat])
    column = lowest_column(grid, own[0] | own[1])
    if cheapest is not None and column is not None:
        return Drop(cheapest, column)
    return next((attack for attack in attacks(grid, state.position, seat) if not attack.shackle), PASS)


@lru_cache(1 << 14)
def _drops(class_name: str, full: int, grid: Grid) -> tuple[tuple[Action, ...], ...]:
    """Return the placements of a class, as one tuple of actions per monster; full columns are left out (CF-10).

    `full` is a mask of the occupied top cells.
    """
    tops = [column[-1] for column in grid.board.columns]
    columns = [column for column, top in enumerate(tops) if not full >> top & 1]
    return tuple([tuple([_drop(monster.id, column) for column in columns]) for monster in CLASSES[class_name]])


@cache
def _drop(monster: str, column: int) -> Drop:
    """Return the shared `Drop` instance for a monster and a column.

    Listing shared instances is faster, since they stay in the CPU cache.
    """
    return Drop(monster, column)


@lru_cache(1 << 12)
def clicks(cells: tuple[int, ...]) -> tuple[Click, ...]:
    """Return the possible choices of monsters that take a click for their hourglass, sorted (CF-9).

    For up to `MOST_SUBSETS` monsters, these are all subsets. For more, they are no monster, each one alone, and
    all.
    """
    if len(cells) <= MOST_SUBSETS:
        chosen = [part for size in range(len(cells) + 1) for part in combinations(cells, size)]
    else:
        chosen = [(), *((cell,) for cell in cells), cells]
    return tuple(Click(part) for part in sorted(chosen))


@lru_cache(1 << 10)
def ready_forces(class_name: str, points: int) -> tuple[ChooseForce, ...]:
    """Return the choices of the ready-made forces, sorted by their monsters' roster numbers and counts (CF-5)."""
    ready = ready_made_forces(class_name, points).values()
    by_monsters = sorted(ready, key=lambda force: [(NUMBER[monster], number) for monster, number in force])
    return tuple(ChooseForce(force) for force in by_monsters)


def max_game_length(monsters: int) -> int:
    """Return an upper bound on a game's log entries; a seat has at most `monsters` monsters (CF-18, CF-20)."""
    # Two roll-offs with two dice for each try; two classes, another class after a roll-off, and two forces.
    at_setup = 2 * 2 * (TIES + 1) + 5
    # Each monster is placed once and attacks at most twice; each of these may follow a choice of clicks. An attack
    # leads to up to three questions (retaliation, rampage, retaliation to the rampage) and eight dice. There is at most
    # one pass after each placement or attack, and two at the end.
    drops, attacks = 2 * monsters, 2 * 2 * monsters
    turns = drops + attacks
    return at_setup + 2 * drops + (2 + 3 + 8) * attacks + 2 * (turns + 2) + 1

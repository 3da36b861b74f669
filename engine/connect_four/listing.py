"""What a seat may do in its turn, in the order of the rule book's Notation; its default move; the length of games."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain, combinations, compress
from typing import Final

from engine.connect_four.actions import PASS, RETALIATIONS, Action, ChooseForce, Click, Drop, Rampage
from engine.connect_four.combat import attacks
from engine.connect_four.forces import ready_made
from engine.connect_four.grid import Grid
from engine.connect_four.roster import CLASSES, NUMBER
from engine.connect_four.state import CLICK, RAMPAGE, RETALIATE, State
from engine.connect_four.turn import cheapest_in_reserve, lowest_column

MOST_SUBSETS: Final = 5
"""Up to so many monsters with an hourglass, every choice of them is among the legal actions."""
TIES: Final = 20
"""The ties in a roll-off that `max_game_length` counts."""


def acts(grid: Grid, state: State, seat: int) -> Sequence[Action]:
    """Placements, attacks, or else to pass (CF-10, CF-11, CF-18)."""
    sets = state.position.sets
    by_monster = _drops(state.setup.classes[seat] or "", (sets[0] | sets[1]) & grid.tops, grid)
    drops = chain.from_iterable(compress(by_monster, state.reserves[seat]))
    return [*drops, *attacks(grid, state.position, seat)] or (PASS,)


def default(grid: Grid, state: State) -> Action:
    """The answer when the clock ran out: none, close, the cheapest monster in the lowest column, an attack (CF-20)."""
    if state.phase == CLICK:
        return Click(())
    if state.phase == RAMPAGE:
        return Rampage(None)
    if state.phase == RETALIATE:
        return RETALIATIONS[0]
    seat, own = state.active, state.position.own
    cheapest = cheapest_in_reserve(state.setup.classes[seat] or "", state.reserves[seat])
    column = lowest_column(grid, own[0] | own[1])
    if cheapest is not None and column is not None:
        return Drop(cheapest, column)
    return next((attack for attack in attacks(grid, state.position, seat) if not attack.shackle), PASS)


@lru_cache(1 << 14)
def _drops(class_name: str, full: int, grid: Grid) -> tuple[tuple[Action, ...], ...]:
    """For each monster of a class its placements in the columns that are not full (CF-10)."""
    tops = [column[-1] for column in grid.board.columns]
    columns = [column for column, top in enumerate(tops) if not full >> top & 1]
    return tuple([tuple([_drop(monster.id, column) for column in columns]) for monster in CLASSES[class_name]])


@cache
def _drop(monster: str, column: int) -> Drop:
    """One object for each, since those that are at hand in the processor's cache are listed faster."""
    return Drop(monster, column)


@lru_cache(1 << 12)
def clicks(cells: tuple[int, ...]) -> tuple[Click, ...]:
    """None, and every choice or, of many monsters, each one and all (CF-9)."""
    if len(cells) <= MOST_SUBSETS:
        chosen = [part for size in range(len(cells) + 1) for part in combinations(cells, size)]
    else:
        chosen = [(), *((cell,) for cell in cells), cells]
    return tuple(Click(part) for part in sorted(chosen))


@lru_cache(1 << 10)
def ready_forces(class_name: str, points: int) -> tuple[ChooseForce, ...]:
    """The ready-made forces, by their monsters in roster order with their numbers (CF-5)."""
    ready = ready_made(class_name, points).values()
    by_monsters = sorted(ready, key=lambda force: [(NUMBER[monster], number) for monster, number in force])
    return tuple(ChooseForce(force) for force in by_monsters)


def max_game_length(monsters: int) -> int:
    """The most entries from any state on, when each seat has at most so many monsters (CF-18, CF-20)."""
    # Both dice of both seats with their ties, twice; classes, another class, forces.
    at_setup = 2 * 2 * (TIES + 1) + 5
    # Every monster is placed once and attacks twice; each after a click, an attack with two questions in the turn of a
    # rampage and eight dice. Passes: one beside each of these, and the last two.
    drops, attacks = 2 * monsters, 2 * 2 * monsters
    turns = drops + attacks
    return at_setup + 2 * drops + (2 + 3 + 8) * attacks + 2 * (turns + 2) + 1

"""A heuristic evaluation of positions for a seat, in points of monsters, for computer players and playouts."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.connect_four.actions import Action, Drop
from engine.connect_four.combat import THROWS, list_retaliations, outcomes, piece_at, reckoning
from engine.connect_four.grid import Grid, cells_in, grid
from engine.connect_four.roster import CLASSES, MONSTERS
from engine.connect_four.state import PHASES, Clash, Position, State
from engine.connect_four.view import OpenAttack, View
from engine.connect_four.viewing import position_of

WON: Final = 10_000.0
_NEXT: Final = 2_000.0
"""Value of three in a row for the seat that is to act, if it can complete the four by its next placement."""
_MUST_BLOCK: Final = 120.0
"""Value of three in a row for the seat that is not to act, if it could complete the four by a placement."""
_FORK: Final = 600.0
"""Value of a fork for the seat that is to act: a placement after which it threatens two fours at once."""
_FORK_LATER: Final = 40.0
"""Value of a fork for the seat that is not to act."""
_LINES: Final = (0.0, 1.0, 5.0, 25.0)
"""Value of a line of four squares that holds monsters of one seat only, indexed by their number (0 to 3)."""
_ALIVE: Final = 0.4
"""The fraction of a monster's points that it is worth until destroyed; the rest is proportional to its clicks left."""
_AFTER_THE_ACTION: Final = ("roll", "retaliate", "rampage")
_KILLED: Final = 0.3
"""Value of each kill point, in addition to the value of the destroyed monster."""


def evaluate(view: View, seat: int) -> float:
    """Return the value of a view for a seat, approximately in points of monsters; positive if the seat is ahead."""
    if view.winners is not None:
        return 0.0 if not view.winners else WON if seat in view.winners else -WON
    table = grid(view.columns, view.rows)
    clash = None if view.attack is None else _clash(table, view.attack)
    reserves = [sum(number * MONSTERS[monster].points for monster, number in seated.reserve) for seated in view.seats]
    kills = [seated.kill_points for seated in view.seats]
    to_act = view.active if view.active is not None else seat
    if view.phase in _AFTER_THE_ACTION:
        to_act = 1 - to_act
    return _value(table, position_of(table, view), clash, reserves, kills, to_act, seat)


def evaluate_state(table: Grid, state: State, seat: int) -> float:
    """Return the value of a state after set-up for a seat, as `evaluate` does for views but several times faster."""
    if state.end is not None:
        return 0.0 if state.end.winner is None else WON if state.end.winner == seat else -WON
    reserves = [*map(_reserve_points, state.setup.classes, state.reserves)]
    to_act = 1 - state.active if PHASES[state.phase] in _AFTER_THE_ACTION else state.active
    return _value(table, state.position, state.clash, reserves, state.kill_points, to_act, seat)


@lru_cache(1 << 12)
def _reserve_points(class_name: str | None, reserve: tuple[int, ...]) -> int:
    return sum(monster.points * number for monster, number in zip(CLASSES[class_name or ""], reserve, strict=True))


def _value(
    table: Grid,
    position: Position,
    clash: Clash | None,
    reserves: Sequence[int],
    kills: Sequence[int],
    to_act: int,
    seat: int,
) -> float:
    value = reserves[seat] - reserves[1 - seat] + _KILLED * (kills[seat] - kills[1 - seat])
    value += position_value(table, position, seat, to_act, reserves)
    return value if clash is None else value + _exchange(table, position, clash, seat)


def _clash(table: Grid, attack: OpenAttack) -> Clash:
    start, end = table.board.index[attack.square], table.board.index[attack.target]
    return Clash(start, end, attack.ranged, attack.shackle, attack.rampage, (), attack.retaliation, None)


def _exchange(table: Grid, position: Position, clash: Clash, seat: int) -> float:
    """Return a seat's expected gain from an attack in progress and the retaliation, before their dice are rolled."""
    start, end = clash.attacker, clash.target
    back = [clash.retaliation] if clash.retaliation else list(list_retaliations(table, position, clash))
    gains = [gain(table, position, start, end, clash.ranged, clash.shackle)]
    if back:
        gains.append(-max(gain(table, position, end, start, kind == "ranged", False) for kind in back))
    return sum(gains) if piece_at(position, start).seat == seat else -sum(gains)


def gain(table: Grid, position: Position, start: int, end: int, ranged: bool, shackle: bool) -> float:
    """Return the points that the target of a blow is expected to lose, kill points included."""
    reckoned = reckoning(table, position, start, end, ranged, shackle)
    target = piece_at(position, end)
    monster = MONSTERS[target.id]
    left = monster.clicks - target.click
    found = 0.0
    for throws, dealt in outcomes(reckoned).clicks:
        found += throws * monster.points * (1 - _ALIVE) * min(dealt, left) / monster.clicks
        found += throws * monster.points * (_ALIVE + _KILLED) * (dealt >= left)
    return found / len(THROWS)


def position_value(table: Grid, position: Position, seat: int, to_act: int, reserves: Sequence[int]) -> float:
    """Return the value for a seat of the monsters, lines and threats on the grid.

    `to_act` is the seat that acts next. A seat without points in `reserves` can place no more monsters.
    """
    value = 0.0
    for piece in position.board:
        if piece is not None:
            monster = MONSTERS[piece.id]
            worth = monster.points * (_ALIVE + (1 - _ALIVE) * (monster.clicks - piece.click) / monster.clicks)
            value += worth if piece.seat == seat else -worth
    own, other = position.own[seat], position.own[1 - seat]
    return value + _lines(table, own, other, seat == to_act, reserves[seat] > 0, reserves[1 - seat] > 0)


@lru_cache(1 << 14)
def _lines(table: Grid, own: int, other: int, acts: bool, places: bool, other_places: bool) -> float:
    """Return the value of lines and threats for the seat with the monsters on `own`.

    `own` and `other` are masks of the cells with each seat's monsters. `acts` says whether the seat acts next. `places`
    and `other_places` say whether each seat can still place monsters.
    """
    value = 0.0
    occupied = own | other
    landings = landing_cells(table, occupied)
    threatened: tuple[dict[int, int], dict[int, int]] = {}, {}
    for _, mask in table.fours:
        held = mask & occupied
        if not held or (held & own and held & other):
            continue
        is_own = held & own != 0
        count = held.bit_count()
        worth = _LINES[count]
        if count == 3 and mask & ~occupied & landings and (places if is_own else other_places):
            worth = _NEXT if is_own == acts else _MUST_BLOCK
        value += worth if is_own else -worth
        if count == 2:
            _note_threats(threatened[is_own], mask & ~occupied, landings)
    return value + _forks(threatened, acts, places, other_places)


def _forks(threatened: Sequence[dict[int, int]], acts: bool, places: bool, other_places: bool) -> float:
    """Return the value of forks for a seat: placements after which it or its opponent threatens two fours at once.

    `threatened` holds the results of `_note_threats` for the opponent, then for the seat.
    """
    value = 0.0
    if other_places and _has_fork(threatened[False]):
        value -= _FORK_LATER if acts else _FORK
    if places and _has_fork(threatened[True]):
        value += _FORK if acts else _FORK_LATER
    return value


def _has_fork(threatened: dict[int, int]) -> bool:
    """Return whether some placement creates threats on at least two cells."""
    return any(then & (then - 1) for then in threatened.values())


def _note_threats(threatened: dict[int, int], free: int, landings: int) -> None:
    """Record the threats that a line with two own monsters and two free cells makes possible.

    In `threatened`, the keys are cells where a monster would land now, as one-bit masks. Each value is a mask of the
    cells where a further monster would then complete a four.
    """
    low = free & -free
    for here, there in ((low, free ^ low), (free ^ low, low)):
        if here & landings and (there & landings or there == here << 1):
            threatened[here] = threatened.get(here, 0) | there


def landing_cells(table: Grid, occupied: int) -> int:
    """Return a mask of the cells where a monster placed now would land, one for each column that is not full."""
    found = 0
    for column in range(table.columns):
        height = table.height(occupied, column)
        if height < table.rows:
            found |= 1 << column * table.rows + height
    return found


def find_winning_cells(table: Grid, position: Position, seat: int) -> int:
    """Return a mask of the cells where a monster of a seat, placed now, would complete four in a row."""
    own = position.own[seat]
    found = 0
    for cell in cells_in(landing_cells(table, position.own[0] | position.own[1])):
        if table.has_four(own | 1 << cell, cell):
            found |= 1 << cell
    return found


def find_urgent_drops(table: Grid, position: Position, seat: int, legal: Sequence[Action]) -> list[Drop]:
    """Return the legal placements that complete the seat's own four, otherwise those that block the opponent's.

    Empty if there is neither.
    """
    for owner in (seat, 1 - seat):
        columns = {cell // table.rows for cell in cells_in(find_winning_cells(table, position, owner))}
        found = [action for action in legal if isinstance(action, Drop) and action.column in columns] if columns else []
        if found:
            return found
    return []


def evaluate_placement(table: Grid, position: Position, seat: int, column: int) -> float:
    """Return by how much the value of a seat's lines and threats rises if it places a monster in a column."""
    own, other = position.own[seat], position.own[1 - seat]
    cell = column * table.rows + table.height(own | other, column)
    before = _lines(table, own, other, True, True, True)
    return _lines(table, own | 1 << cell, other, False, True, True) - before

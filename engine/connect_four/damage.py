"""Damage steps: clicks, healing, destruction, falls, and fours in a row (CF-1, CF-13, CF-15 to CF-17)."""

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from engine.connect_four.combat import Hit, piece_at
from engine.connect_four.events import (
    Damaged,
    Event,
    Fell,
    FourMade,
    Healed,
    KillScored,
    VictimTaken,
)
from engine.connect_four.grid import Grid
from engine.connect_four.roster import MONSTERS
from engine.connect_four.state import OVER, End, Piece, Position, State
from engine.connect_four.view import Blow, Fall, Heal, Loss, Report


class Step:
    """A change to the grid that is being put together.

    Clicks, healing and tokens are applied one after another; `finish_step` then returns the new state.
    """

    def __init__(self, grid: Grid, state: State, events: list[Event]) -> None:
        self.grid = grid
        self.position = state.position
        self.board: list[Piece | None] = list(state.position.board)
        self.kill_points = [*state.kill_points]
        self.losses: list[Loss] = []
        self.heals: list[Heal] = []
        self.falls: list[Fall] = []
        self.destroyed: set[int] = set()
        self.changed: set[int] = set()
        self.moved: dict[int, int] = {}
        self._state = state
        self._events = events

    def take(self, hits: Iterable[tuple[int, Hit]]) -> None:
        """Apply all clicks at the same time (CF-13, CF-17).

        `hits` are pairs (cell, clicks). If an opposing monster dealt any of the clicks that destroy a monster, the
        other seat scores it.
        """
        by_cell: dict[int, list[Hit]] = {}
        for cell, hit in hits:
            by_cell.setdefault(cell, []).append(hit)
        killed: list[tuple[Piece, set[int]]] = []
        for cell, taken in sorted(by_cell.items()):
            piece = piece_at(self.position, cell)
            click, scorer = piece.click + sum([hit.clicks for hit in taken]), None
            dead = click >= len(MONSTERS[piece.id].faces[0])
            if dead:
                self.destroyed.add(cell)
                killers = {hit.source for hit in taken if hit.source is not None}
                if killers:
                    scorer = 1 - piece.seat
                    killed.append((piece, killers))
            else:
                self.put(cell, replace(piece, click=click))
            loss = Loss(
                square=self.grid.name[cell],
                seat=piece.seat,
                monster=piece.id,
                clicks=click - piece.click,
                causes=tuple([(hit.cause, hit.clicks) for hit in taken]),
                destroyed=dead,
                scorer=scorer,
            )
            self.losses.append(loss)
            self._events.append(Damaged(loss))
        for piece, killers in killed:
            self._score(piece, killers)

    def _score(self, dead: Piece, killers: Iterable[int]) -> None:
        """Score a destroyed monster for the other seat, and give a victim token to each surviving killer (CF-17).

        `killers` are the cells of the monsters that dealt the clicks.
        """
        points = MONSTERS[dead.id].points
        self.kill_points[1 - dead.seat] += points
        self._events.append(KillScored(1 - dead.seat, dead.id, points))
        for killer in sorted(killers):
            if (piece := self.survivor(killer)) is not None:
                self.put(killer, replace(piece, victims=piece.victims + 1))
                self._events.append(VictimTaken(self.grid.name[killer]))

    def survivor(self, cell: int) -> Piece | None:
        """Return the monster that stood on a cell when the step began, or None if it has been destroyed.

        It is returned with its changes so far.
        """
        return None if cell in self.destroyed else self.board[cell]

    def put(self, cell: int, piece: Piece | None) -> None:
        """Replace the monster on a cell, or clear the cell if `piece` is None."""
        self.board[cell] = piece
        self.changed.add(cell)

    def heal(self, heals: Iterable[tuple[int, str]]) -> None:
        """Heal each surviving monster by one click for each of its causes, but not beyond click 0 (CF-1, CF-13).

        `heals` are pairs (cell, cause).
        """
        by_cell: dict[int, list[str]] = {}
        for cell, cause in heals:
            by_cell.setdefault(cell, []).append(cause)
        for cell, causes in sorted(by_cell.items()):
            piece = self.survivor(cell)
            if piece is not None and piece.click:
                clicks = min(piece.click, len(causes))
                self.put(cell, replace(piece, click=piece.click - clicks))
                heal = Heal(self.grid.name[cell], piece.seat, piece.id, clicks, tuple(causes))
                self.heals.append(heal)
                self._events.append(Healed(heal))

    def finish_step(self, recent: Callable[[], Report] | None = None) -> State:
        """Return the state after the step, with falls and the check for four in a row (CF-15, CF-16).

        Destroyed monsters are removed first. `recent` builds the report of the step, which is added to `State.recent`.
        """
        before = self._state
        if self.destroyed:
            self._fall()
        after = State(
            before.phase,
            before.active,
            before.turn,
            self.position.apply_changes(self.board, self.changed) if self.changed else self.position,
            before.reserves,
            (self.kill_points[0], self.kill_points[1]),
            before.passes,
            None,
            None,
            before.recent if recent is None else (*before.recent, recent()),
            before.setup,
            None,
        )
        return check_fours(self.grid, after, self.moved.values(), self._events) if self.moved else after

    def report(self, kind: str, monster: str = "", square: str = "", blows: tuple[Blow, ...] = ()) -> Report:
        """Return the report of this step.

        `kind`, `monster`, `square` and `blows` are as in `view.Report`.
        """
        seat, losses, heals = self._state.active, tuple(self.losses), tuple(self.heals)
        return Report(seat, kind, monster, square, blows, losses, heals, tuple(self.falls))

    def _fall(self) -> None:
        grid, board = self.grid, self.board
        free: dict[int, int] = {}
        for cell in sorted(self.destroyed):
            self.put(cell, None)
            free.setdefault(cell // grid.rows, cell)
        for column, lowest in free.items():
            for start in range(lowest + 1, (column + 1) * grid.rows):
                piece = board[start]
                if piece is not None:
                    self.put(start, None)
                    self.put(lowest, piece)
                    self.moved[start] = lowest
                    fall = Fall(piece.seat, piece.id, grid.name[start], grid.name[lowest])
                    self.falls.append(fall)
                    self._events.append(Fell(fall))
                    lowest += 1


def check_fours(grid: Grid, state: State, moved: Iterable[int], events: list[Event]) -> State:
    """Return the state, ended if a monster on one of the cells in `moved` is part of four in a row (CF-15, CF-16)."""
    own, board = state.position.sets, state.position.board
    for cell in moved:
        piece = board[cell]
        if piece is not None and grid.has_four(own[piece.seat], cell):
            return _end_by_fours(grid, state, events)
    return state


def _end_by_fours(grid: Grid, state: State, events: list[Event]) -> State:
    """Return the state with the game ended by four in a row of one seat or of both (CF-16)."""
    found = fours(grid, state.position)
    for seat, (squares, points) in sorted(found.items()):
        events.append(FourMade(seat, tuple(grid.name[cell] for cell in squares), points))
    if len(found) == 1:
        return end_game(state, "four", next(iter(found)))
    totals = tuple(found[seat][1] for seat in (0, 1))
    for first, second in ((totals[1], totals[0]), state.kill_points):
        if first != second:
            return end_game(state, "double_four", 0 if first > second else 1)
    return end_game(state, "double_four", None)


def fours(grid: Grid, position: Position) -> Mapping[int, tuple[tuple[int, ...], int]]:
    """Return, for each seat with four in a row, the cells of its cheapest four and their points (CF-16).

    Of several fours with equal points, the first in cell order is taken.
    """
    found: dict[int, tuple[tuple[int, ...], int]] = {}
    for seat in (0, 1):
        own = position.sets[seat]
        rows = [line for line, mask in grid.fours if own & mask == mask]
        if rows:
            points = {line: sum(MONSTERS[piece_at(position, cell).id].points for cell in line) for line in rows}
            cheapest = min(rows, key=lambda line: (points[line], line))
            found[seat] = cheapest, points[cheapest]
    return found


def end_game(state: State, reason: str, winner: int | None) -> State:
    """Return the state with the game ended for a reason; `winner` is None for a draw."""
    return replace(state, phase=OVER, clash=None, rampaging=None, end=End(reason, winner))

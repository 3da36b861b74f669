"""The state of a game. Cells are numbered as in `squaregrid`, and monsters are ids."""

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from typing import Final

import msgspec

from engine.connect_four.roster import CLASSES, MONSTERS, NUMBER_IN_CLASS, Face
from engine.connect_four.view import Blow, Counts, Report

PHASES: Final = (
    "class",
    "class roll",
    "other class",
    "force",
    "first roll",
    "click",
    "act",
    "roll",
    "retaliate",
    "rampage",
    "over",
)
"""The phase names used in views; states hold their index."""
CLASS, CLASS_ROLL, OTHER_CLASS, FORCE, FIRST_ROLL, CLICK, ACT, ROLL, RETALIATE, RAMPAGE, OVER = range(len(PHASES))


DOUBLED: Final = 1
"""The turn that is played twice with a double start (CF-6)."""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A monster on the grid; `click` counts from 0, and `infected` marks a pending infection.

    `tokens` are action tokens, `victims` victim tokens.
    """

    seat: int
    id: str
    click: int
    tokens: int
    victims: int
    infected: bool

    @property
    def face(self) -> Face:
        """The values and powers that it shows (CF-1, CF-2)."""
        return MONSTERS[self.id].faces[self.victims > 0][self.click]


SOLID, READY, SHACKLER, SHOOTER, DUE, HOURGLASS = range(2, 8)
"""Indices of `Position.sets`, after those of the two seats' monsters.

They are masks of the cells with monsters that are not intangible (SOLID), that may attack with an action (READY), that
have shackle (SHACKLER), that have a range (SHOOTER), that have an effect at the start of their turn (DUE), and that
show an hourglass in any slot (HOURGLASS).
"""


_NUMBERS: Final = tuple(tuple(number for number in range(8) if bits >> number & 1) for bits in range(1 << 8))
"""The positions of the bits set, by 8-bit mask."""


@cache
def _of_faces(monster: str) -> tuple[tuple[int, ...], ...]:
    """Return the sets of a monster with neither tokens nor an infection, as bits by blooded and click."""
    range_bit = (MONSTERS[monster].range > 0) << SHOOTER
    return tuple(
        tuple(
            (face.defense is not None) << SOLID
            | (face.attack is not None) << READY
            | (face.attack_power == "shackle") << SHACKLER
            | range_bit
            | (face.speed_power in ("decay", "miasma")) << DUE
            | face.hourglass << HOURGLASS
            for face in faces
        )
        for faces in MONSTERS[monster].faces
    )


def _memberships(piece: Piece | None) -> int:
    """Return the sets of `Position.sets` that a piece belongs to, as bits by index."""
    if piece is None:
        return 0
    bits = _of_faces(piece.id)[piece.victims > 0][piece.click] | 1 << piece.seat
    if piece.infected:
        bits |= 1 << DUE
    return bits & ~(1 << READY) if piece.tokens > 1 else bits


class Position(msgspec.Struct, frozen=True, dict=True):
    """The pieces on the grid by cell, None if empty. Derived data is cached outside the fields."""

    board: tuple[Piece | None, ...]

    @cached_property
    def sets(self) -> tuple[int, ...]:
        """Masks of cells: each seat's monsters, then the properties from `SOLID` on."""
        sets = [0] * (HOURGLASS + 1)
        for cell, piece in enumerate(self.board):
            for number in _NUMBERS[_memberships(piece)]:
                sets[number] |= 1 << cell
        return tuple(sets)

    @property
    def own(self) -> tuple[int, int]:
        """Masks of the cells of each seat's monsters."""
        return self.sets[0], self.sets[1]

    def with_new(self, cell: int, piece: Piece) -> "Position":
        """Return the position with one more monster."""
        board = [*self.board]
        board[cell] = piece
        return self.changed(board, (cell,))

    def changed(self, board: Sequence[Piece | None], cells: Iterable[int]) -> "Position":
        """Return the position with a new board that differs only in these cells; `sets` is updated incrementally."""
        after, before = Position(tuple(board)), self.board
        sets = [*self.sets]
        for cell in cells:
            for number in _NUMBERS[_memberships(before[cell]) ^ _memberships(board[cell])]:
                sets[number] ^= 1 << cell
        vars(after)["sets"] = tuple(sets)
        return after


class Clash(msgspec.Struct, frozen=True, gc=False):
    """An attack in progress, by cells.

    `retaliation` is "close" or "ranged", or "" while it is undecided. `blow` is set once both dice of the attack are
    rolled.
    """

    attacker: int
    target: int
    ranged: bool
    shackle: bool
    rampage: bool
    dice: tuple[int, ...]
    retaliation: str
    blow: Blow | None


class Setup(msgspec.Struct, frozen=True, gc=False):
    """The choices before the first turn: classes and forces of both seats, pending (hidden) and revealed.

    `rolls` are the dice of the current or latest roll-off (CF-4, CF-6).
    """

    pending_classes: tuple[str | None, str | None] = (None, None)
    pending_forces: tuple[Counts | None, Counts | None] = (None, None)
    classes: tuple[str | None, str | None] = (None, None)
    forces: tuple[Counts | None, Counts | None] = (None, None)
    rolls: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"Setup(classes={self.classes}, pending choices hidden)"


class End(msgspec.Struct, frozen=True, gc=False):
    """The reason for the end, and the winner, None for a draw."""

    reason: str
    winner: int | None


class State(msgspec.Struct, frozen=True, gc=False):
    """The full state of a game.

    - `active`: the seat whose turn it is
    - `turn`: counts from 1, 0 during set-up
    - `reserves`: numbers of monsters, in the order of the seat's class
    - `passes`: the number of successive passes
    - `rampaging`: the cell of the monster that may attack once more
    - `recent`: see `View.recent`
    """

    phase: int
    active: int
    turn: int
    position: Position
    reserves: tuple[tuple[int, ...], tuple[int, ...]]
    kill_points: tuple[int, int]
    passes: int
    clash: Clash | None
    rampaging: int | None
    recent: tuple[Report, ...]
    setup: Setup
    end: End | None

    def __repr__(self) -> str:
        return f"State(phase={PHASES[self.phase]}, turn={self.turn}, choices of class and force hidden)"


def initial_state(cells: int) -> State:
    """Return the state before any choice (CF-4)."""
    return State(CLASS, 0, 0, Position((None,) * cells), ((), ()), (0, 0), 0, None, None, (), Setup(), None)


def as_reserve(class_name: str, force: Counts) -> tuple[int, ...]:
    """Return a force as numbers of monsters in the order of its class."""
    numbers = [0] * len(CLASSES[class_name])
    for monster, number in force:
        if monster in NUMBER_IN_CLASS and MONSTERS[monster].class_name == class_name:
            numbers[NUMBER_IN_CLASS[monster]] = number
    return tuple(numbers)


def as_counts(class_name: str | None, reserve: tuple[int, ...]) -> Counts:
    """Return the nonzero counts of a reserve by monster id."""
    if class_name is None:
        return ()
    return tuple((monster.id, number) for monster, number in zip(CLASSES[class_name], reserve, strict=True) if number)

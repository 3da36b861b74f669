"""The state of a game. Cells are numbered as `squaregrid` numbers them; monsters are named by their ids."""

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
"""What is due, as a view names it; states hold the index."""
CLASS, CLASS_ROLL, OTHER_CLASS, FORCE, FIRST_ROLL, CLICK, ACT, ROLL, RETALIATE, RAMPAGE, OVER = range(len(PHASES))


DOUBLED: Final = 1
"""The turn that comes twice when the game opens with a double start (CF-6)."""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A monster on the grid: the click it shows from 0, action and victim tokens, and a pending infection."""

    seat: int
    id: str
    click: int
    tokens: int
    victims: int
    infected: bool

    @property
    def face(self) -> Face:
        """What it shows (CF-1, CF-2)."""
        return MONSTERS[self.id].faces[self.victims > 0][self.click]


SOLID, READY, SHACKLER, SHOOTER, DUE, HOURGLASS = range(2, 8)
"""Sets of cells in `Position.sets` after those of each seat's monsters: monsters that are not intangible; that may
attack by an action; that have shackle; that have a range; with something to happen at the start of their turn; with an
hourglass in any slot."""


_NUMBERS: Final = tuple(tuple(number for number in range(8) if bits >> number & 1) for bits in range(1 << 8))
"""By the bits that are set: their numbers."""


@cache
def _of_faces(monster: str) -> tuple[tuple[int, ...], ...]:
    """By blooded or not, and by click: in which sets a monster is that is neither infected nor has acted."""
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
    """In which of the sets of `Position.sets` what is on a cell is, as bits by their numbers."""
    if piece is None:
        return 0
    bits = _of_faces(piece.id)[piece.victims > 0][piece.click] | 1 << piece.seat
    if piece.infected:
        bits |= 1 << DUE
    return bits & ~(1 << READY) if piece.tokens > 1 else bits


class Position(msgspec.Struct, frozen=True, dict=True):
    """The grid: a piece or None for each cell. What follows from it is worked out once, and is no part of it."""

    board: tuple[Piece | None, ...]

    @cached_property
    def sets(self) -> tuple[int, ...]:
        """The sets of cells of each seat's monsters, and of those with certain properties, by `SOLID` and so on."""
        sets = [0] * (HOURGLASS + 1)
        for cell, piece in enumerate(self.board):
            for number in _NUMBERS[_memberships(piece)]:
                sets[number] |= 1 << cell
        return tuple(sets)

    @property
    def own(self) -> tuple[int, int]:
        """The sets of cells of each seat's monsters."""
        return self.sets[0], self.sets[1]

    def with_new(self, cell: int, piece: Piece) -> "Position":
        """The position with one more monster."""
        board = [*self.board]
        board[cell] = piece
        return self.changed(board, (cell,))

    def changed(self, board: Sequence[Piece | None], cells: Iterable[int]) -> "Position":
        """The position with another board, which differs in these cells."""
        after, before = Position(tuple(board)), self.board
        sets = [*self.sets]
        for cell in cells:
            for number in _NUMBERS[_memberships(before[cell]) ^ _memberships(board[cell])]:
                sets[number] ^= 1 << cell
        vars(after)["sets"] = tuple(sets)
        return after


class Clash(msgspec.Struct, frozen=True, gc=False):
    """An attack being rolled, by cells; `retaliation` is "close" or "ranged", or "" before that is known.

    `blow` is the attack once its own two dice are there.
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
    """What is chosen before the first turn: classes and forces of both seats, and what is still hidden of them.

    `rolls` are the dice of the roll-off that goes on, or was the last (CF-4, CF-6).
    """

    pending_classes: tuple[str | None, str | None] = (None, None)
    pending_forces: tuple[Counts | None, Counts | None] = (None, None)
    classes: tuple[str | None, str | None] = (None, None)
    forces: tuple[Counts | None, Counts | None] = (None, None)
    rolls: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"Setup(classes={self.classes}, pending choices hidden)"


class End(msgspec.Struct, frozen=True, gc=False):
    """Why the game ended, and who won; None for a draw."""

    reason: str
    winner: int | None


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything about a game. `active` is the seat whose turn it is; `turn` counts from 1, 0 during set-up.

    `reserves` are numbers of monsters in the order of the seat's class. `passes` counts those in succession.
    `rampaging` is the cell of the monster that may attack once more. `recent` is as in the view.
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
    """Nothing chosen yet (CF-4)."""
    return State(CLASS, 0, 0, Position((None,) * cells), ((), ()), (0, 0), 0, None, None, (), Setup(), None)


def as_reserve(class_name: str, force: Counts) -> tuple[int, ...]:
    """A force as numbers of monsters in the order of its class."""
    numbers = [0] * len(CLASSES[class_name])
    for monster, number in force:
        if monster in NUMBER_IN_CLASS and MONSTERS[monster].class_name == class_name:
            numbers[NUMBER_IN_CLASS[monster]] = number
    return tuple(numbers)


def as_counts(class_name: str | None, reserve: tuple[int, ...]) -> Counts:
    """Numbers of monsters in the order of a class by id, without those of which there are none."""
    if class_name is None:
        return ()
    return tuple((monster.id, number) for monster, number in zip(CLASSES[class_name], reserve, strict=True) if number)

"""The state of a Connect Four game; cells are numbered as in `squaregrid`, and monsters are given by id."""

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
"""The names of the phases as used in views; a state holds the index of its phase in this tuple."""
CLASS, CLASS_ROLL, OTHER_CLASS, FORCE, FIRST_ROLL, CLICK, ACT, ROLL, RETALIATE, RAMPAGE, OVER = range(len(PHASES))


DOUBLED: Final = 1
"""The number of the turn after which the same seat moves again, if the option for a double start is on (CF-6)."""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A monster on the grid; `click` is its position on the dial, counted from 0.

    `tokens` is its number of action tokens, and `victims` that of its victim tokens. `infected` says whether it takes a
    click at the start of its seat's next turn.
    """

    seat: int
    id: str
    click: int
    tokens: int
    victims: int
    infected: bool

    @property
    def face(self) -> Face:
        """The values and powers that the monster shows at its present click (CF-1, CF-2)."""
        return MONSTERS[self.id].faces[self.victims > 0][self.click]


SOLID, READY, SHACKLER, SHOOTER, DUE, HOURGLASS = range(2, 8)
"""Indices of masks in `Position.sets`; the indices 0 and 1 are those of the two seats' monsters.

Each mask has the cells of the monsters with one property:

- SOLID: not intangible
- READY: may make an attack as an action
- SHACKLER: has the power shackle
- SHOOTER: has a range
- DUE: has an effect at the start of its seat's turn
- HOURGLASS: shows an hourglass in any slot
"""


_NUMBERS: Final = tuple(tuple(number for number in range(8) if bits >> number & 1) for bits in range(1 << 8))
"""For each 8-bit number, the positions of its 1 bits, counted from 0 for the lowest."""


@cache
def _build_face_lookup(monster: str) -> tuple[tuple[int, ...], ...]:
    """Return the properties that each face of a monster gives it, indexed by [blooded][click].

    An entry has a 1 bit for each property's index in `Position.sets`. Tokens and infections are not considered.
    """
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
    """Return the indices of the masks in `Position.sets` that contain this piece's cell, as 1 bits; 0 for None."""
    if piece is None:
        return 0
    bits = _build_face_lookup(piece.id)[piece.victims > 0][piece.click] | 1 << piece.seat
    if piece.infected:
        bits |= 1 << DUE
    return bits & ~(1 << READY) if piece.tokens > 1 else bits


class Position(msgspec.Struct, frozen=True, dict=True):
    """The pieces on the grid: `board[cell]` is a piece, or None for an empty cell.

    The masks in `sets` are derived from it and cached.
    """

    board: tuple[Piece | None, ...]

    @cached_property
    def sets(self) -> tuple[int, ...]:
        """Masks of cells: one for each seat's monsters, then one for each property, from `SOLID` to `HOURGLASS`."""
        sets = [0] * (HOURGLASS + 1)
        for cell, piece in enumerate(self.board):
            for number in _NUMBERS[_memberships(piece)]:
                sets[number] |= 1 << cell
        return tuple(sets)

    @property
    def own(self) -> tuple[int, int]:
        """The masks of the cells with each seat's monsters."""
        return self.sets[0], self.sets[1]

    def with_piece(self, cell: int, piece: Piece) -> "Position":
        """Return the position with one more monster, on an empty cell."""
        board = [*self.board]
        board[cell] = piece
        return self.apply_changes(board, (cell,))

    def apply_changes(self, board: Sequence[Piece | None], cells: Iterable[int]) -> "Position":
        """Return the position with a new board that differs from the present one only on `cells`.

        `sets` is updated incrementally, which is faster than computing it again.
        """
        after, before = Position(tuple(board)), self.board
        sets = [*self.sets]
        for cell in cells:
            for number in _NUMBERS[_memberships(before[cell]) ^ _memberships(board[cell])]:
                sets[number] ^= 1 << cell
        vars(after)["sets"] = tuple(sets)
        return after


class Clash(msgspec.Struct, frozen=True, gc=False):
    """An attack in progress; `attacker` and `target` are cells.

    `dice` are those rolled so far. `retaliation` is "close" or "ranged", or "" while it is undecided. `blow` is the
    attack with its result, None until both its dice are rolled.
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
    """The choices of both seats before the first turn: classes and forces.

    The fields beginning with `pending_` hold secret choices until both seats have chosen; `classes` and `forces` hold
    the revealed ones. `rolls` are the dice of the current or latest roll-off (CF-4, CF-6).
    """

    pending_classes: tuple[str | None, str | None] = (None, None)
    pending_forces: tuple[Counts | None, Counts | None] = (None, None)
    classes: tuple[str | None, str | None] = (None, None)
    forces: tuple[Counts | None, Counts | None] = (None, None)
    rolls: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"Setup(classes={self.classes}, pending choices hidden)"


class End(msgspec.Struct, frozen=True, gc=False):
    """The end of a game: the reason, and the winner, which is None for a draw."""

    reason: str
    winner: int | None


class State(msgspec.Struct, frozen=True, gc=False):
    """The full state of a game, including secret choices.

    - `active`: the seat whose turn it is
    - `turn`: the number of the turn, counted from 1; 0 during set-up
    - `reserves`: for each seat, the number of copies not placed yet of each monster of its class, in roster order
    - `passes`: the number of passes in succession
    - `clash`: the attack in progress, or None
    - `rampaging`: the cell of the monster that may attack once more, or None
    - `recent`: the reports of recent actions, see `View.recent`
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
    """Return the state before any choice is made, for a grid with this number of cells (CF-4)."""
    return State(CLASS, 0, 0, Position((None,) * cells), ((), ()), (0, 0), 0, None, None, (), Setup(), None)


def to_reserve(class_name: str, force: Counts) -> tuple[int, ...]:
    """Return a force as a reserve: the number of copies of each monster of the class, in roster order."""
    numbers = [0] * len(CLASSES[class_name])
    for monster, number in force:
        if monster in NUMBER_IN_CLASS and MONSTERS[monster].class_name == class_name:
            numbers[NUMBER_IN_CLASS[monster]] = number
    return tuple(numbers)


def to_counts(class_name: str | None, reserve: tuple[int, ...]) -> Counts:
    """Return the monsters of a reserve as pairs (monster id, count), without zero counts."""
    if class_name is None:
        return ()
    return tuple((monster.id, number) for monster, number in zip(CLASSES[class_name], reserve, strict=True) if number)

"""The actions of seats and of chance in Hex Battle Wars; frequent actions are shared objects.

Hexes are cells (`board`); pieces and tiles count from 1.
"""

from functools import cache
from typing import Final, Literal, TypeAlias

from engine.core import GameAction
from engine.hex_battle_wars.board import field

HazardKind: TypeAlias = Literal["quicksand", "water"]


class Appear(GameAction, frozen=True):
    """An invisible character's choice to become visible (HBW-11)."""


class Attack(GameAction, frozen=True):
    """An attack by the acting piece on the target on a hex (HBW-19).

    `tile` selects one of several tiles that share the hex; 0 otherwise.
    """

    cell: int
    tile: int = 0


class Auto(GameAction, frozen=True):
    """A seat's request that the program lay the rest of its blocks (HBW-4)."""


class Block(GameAction, frozen=True):
    """The laying of a block, by a seat or by chance (HBW-2, HBW-3)."""

    level: int
    cell: int


class Deploy(GameAction, frozen=True):
    """The deployment of a seat's next piece (HBW-5)."""

    cell: int


class Die(GameAction, frozen=True):
    """Chance action: roll a die."""

    sides: int
    number: int


class End(GameAction, frozen=True):
    """The end of the turn after at least one action (HBW-8)."""


class Hazard(GameAction, frozen=True):
    """Chance action: lay water or quicksand (HBW-16)."""

    kind: HazardKind
    cell: int


class Hold(GameAction, frozen=True):
    """An invisible character's attempt to stay invisible (HBW-10)."""


class Move(GameAction, frozen=True):
    """A walk of the acting piece to a hex with the whole roll (HBW-14)."""

    cell: int


class Pass(GameAction, frozen=True):
    """A turn without an action (HBW-8)."""


class Real(GameAction, frozen=True):
    """Chance action: choose the tile that hides the character (HBW-9)."""

    tile: int

    def __repr__(self) -> str:
        return "Real(<hidden>)"


class Roll(GameAction, frozen=True):
    """The movement roll: d10, or d6 for tiles (HBW-12, HBW-14)."""


class Stay(GameAction, frozen=True):
    """The choice to move no tile (HBW-12)."""


class Tiles(GameAction, frozen=True):
    """The destinations of tiles 1, 2 and 3; `OFF` for a removed tile (HBW-12)."""

    cells: tuple[int, int, int]


class Use(GameAction, frozen=True):
    """The choice of the piece that acts in this turn, for a seat with several pieces."""

    piece: int


class Vanish(GameAction, frozen=True):
    """A visible character's attempt to become invisible (HBW-9).

    `real` is the tile to hide it, or 0 for a random one.
    """

    real: int = 0

    def __repr__(self) -> str:
        return "Vanish(<hidden>)"


SeatAction: TypeAlias = (
    Appear | Attack | Auto | Block | Deploy | End | Hold | Move | Pass | Roll | Stay | Tiles | Use | Vanish
)
Action: TypeAlias = SeatAction | Die | Hazard | Real

APPEAR: Final = Appear()
AUTO: Final = Auto()
END: Final = End()
HOLD: Final = Hold()
PASS: Final = Pass()
ROLL: Final = Roll()
STAY: Final = Stay()
VANISH: Final = Vanish()
VANISHES: Final = tuple(Vanish(tile) for tile in range(4))
"""Shared actions by the real tile; the first leaves it to chance."""
REALS: Final = tuple(Real(tile) for tile in range(1, 4))
USES: Final = tuple(Use(piece) for piece in range(1, 4))
DICE: Final = {sides: tuple(Die(sides, number) for number in range(1, sides + 1)) for sides in (6, 10, 16, 20)}
"""Shared actions by the number of sides."""


class Hexed:
    """The shared actions of a board that name a hex, in label order.

    Lists with the suffix `_at` are indexed by bit, for `board.picked`.
    """

    def __init__(self, radius: int) -> None:
        grid = field(radius)
        cells = range(len(grid))
        self.attacks: Final = tuple(tuple(Attack(cell, tile) for tile in range(4)) for cell in cells)
        """Attacks by cell and tile."""
        self.moves_at: Final = grid.by_bit(Move(cell) for cell in cells)
        self.deploys_at: Final = grid.by_bit(Deploy(cell) for cell in cells)
        self.blocks_at: Final = tuple(grid.by_bit(Block(level, cell) for cell in cells) for level in range(1, 4))
        """Blocks by level - 1."""
        self.water_at: Final = grid.by_bit(Hazard("water", cell) for cell in cells)
        self.quicksand_at: Final = grid.by_bit(Hazard("quicksand", cell) for cell in cells)


@cache
def hexed(radius: int) -> Hexed:
    """Return the shared actions of the board with a radius."""
    return Hexed(radius)

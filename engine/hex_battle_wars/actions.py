"""What can be done in Hex Battle Wars, by seats and by chance. Frequent actions are shared objects.

Hexes are cells (`board`); pieces and tiles count from 1.
"""

from functools import cache
from typing import Final, Literal, TypeAlias

from engine.core import GameAction
from engine.hex_battle_wars.board import field

HazardKind: TypeAlias = Literal["quicksand", "water"]


class Appear(GameAction, frozen=True):
    """An invisible character becomes visible by its own will (HBW-11)."""


class Attack(GameAction, frozen=True):
    """The acting piece attacks what stands on a hex; `tile` names one of several that share it, else 0 (HBW-19)."""

    cell: int
    tile: int = 0


class Auto(GameAction, frozen=True):
    """The program lays the rest of a seat's blocks (HBW-4)."""


class Block(GameAction, frozen=True):
    """A block is laid, by a seat or by chance (HBW-2, HBW-3)."""

    level: int
    cell: int


class Deploy(GameAction, frozen=True):
    """A seat's next piece enters the board (HBW-5)."""

    cell: int


class Die(GameAction, frozen=True):
    """Chance rolls a die."""

    sides: int
    number: int


class End(GameAction, frozen=True):
    """The turn ends after an action (HBW-8)."""


class Hazard(GameAction, frozen=True):
    """Chance lays water or quicksand (HBW-16)."""

    kind: HazardKind
    cell: int


class Hold(GameAction, frozen=True):
    """An invisible character tries to stay so (HBW-10)."""


class Move(GameAction, frozen=True):
    """The acting piece walks to a hex, with the whole roll (HBW-14)."""

    cell: int


class Pass(GameAction, frozen=True):
    """A turn without an action (HBW-8)."""


class Real(GameAction, frozen=True):
    """Chance chooses the tile that hides the character (HBW-9)."""

    tile: int

    def __repr__(self) -> str:
        return "Real(<hidden>)"


class Roll(GameAction, frozen=True):
    """The die for movement: d10, or d6 for tiles (HBW-12, HBW-14)."""


class Stay(GameAction, frozen=True):
    """No tile moves (HBW-12)."""


class Tiles(GameAction, frozen=True):
    """Where tiles 1, 2 and 3 go; `OFF` for a removed one (HBW-12)."""

    cells: tuple[int, int, int]


class Use(GameAction, frozen=True):
    """The piece that acts in this turn, where a seat has several."""

    piece: int


class Vanish(GameAction, frozen=True):
    """A visible character tries to become invisible; `real` is the tile that is to hide it, 0 for any (HBW-9)."""

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
"""By the tile named; the first names none."""
REALS: Final = tuple(Real(tile) for tile in range(1, 4))
USES: Final = tuple(Use(piece) for piece in range(1, 4))
DICE: Final = {sides: tuple(Die(sides, number) for number in range(1, sides + 1)) for sides in (6, 10, 16, 20)}
"""By the number of sides."""


class Hexed:
    """The actions that name a hex of a board, in label order and, with suffix `_at`, by bit for `board.picked`."""

    def __init__(self, radius: int) -> None:
        grid = field(radius)
        cells = range(len(grid))
        self.attacks: Final = tuple(tuple(Attack(cell, tile) for tile in range(4)) for cell in cells)
        """By cell and tile."""
        self.moves_at: Final = grid.by_bit(Move(cell) for cell in cells)
        self.deploys_at: Final = grid.by_bit(Deploy(cell) for cell in cells)
        self.blocks_at: Final = tuple(grid.by_bit(Block(level, cell) for cell in cells) for level in range(1, 4))
        """By level, less 1."""
        self.water_at: Final = grid.by_bit(Hazard("water", cell) for cell in cells)
        self.quicksand_at: Final = grid.by_bit(Hazard("quicksand", cell) for cell in cells)


@cache
def hexed(radius: int) -> Hexed:
    """The actions of a board."""
    return Hexed(radius)

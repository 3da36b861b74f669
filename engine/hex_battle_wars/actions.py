"""The actions of seats and of chance in Hex Battle Wars.

Frequent actions are created once, in the lookups at the end of the module, and shared. Hexes are given as cells (see
`board`); pieces and tiles count from 1.
"""

from functools import cache
from typing import Final, Literal, TypeAlias

from engine.core import GameAction
from engine.hex_battle_wars.board import field

HazardKind: TypeAlias = Literal["quicksand", "water"]


class Appear(GameAction, frozen=True):
    """An invisible character's choice to become visible again without a roll (HBW-11)."""


class Attack(GameAction, frozen=True):
    """An attack by the acting piece on the enemy on a hex (HBW-19).

    `tile` is the number of the attacked tile if several tiles share the hex, else 0.
    """

    cell: int
    tile: int = 0


class Auto(GameAction, frozen=True):
    """A seat's request that the program lay its remaining blocks (HBW-4)."""


class Block(GameAction, frozen=True):
    """The laying of one block on a hex, by a seat or by chance (HBW-2, HBW-3)."""

    level: int
    cell: int


class Deploy(GameAction, frozen=True):
    """The placement of a seat's next piece on the board at set-up (HBW-5)."""

    cell: int


class Die(GameAction, frozen=True):
    """Chance action: roll a die."""

    sides: int
    number: int


class End(GameAction, frozen=True):
    """The end of a turn in which the seat has taken at least one action (HBW-8)."""


class Hazard(GameAction, frozen=True):
    """Chance action: put water or quicksand on a hex (HBW-16)."""

    kind: HazardKind
    cell: int


class Hold(GameAction, frozen=True):
    """An invisible character's roll to stay invisible at the start of a turn (HBW-10)."""


class Move(GameAction, frozen=True):
    """A character's walk to a hex, which uses its whole movement roll (HBW-14)."""

    cell: int


class Pass(GameAction, frozen=True):
    """A pass: the seat ends its turn without any action (HBW-8)."""


class Real(GameAction, frozen=True):
    """Chance action: choose which of the three tiles hides the character (HBW-9)."""

    tile: int

    def __repr__(self) -> str:
        return "Real(<hidden>)"


class Roll(GameAction, frozen=True):
    """A request to roll for movement: a d10 for a character, a d6 for tiles (HBW-12, HBW-14)."""


class Stay(GameAction, frozen=True):
    """The choice to use up the movement roll without moving any tile (HBW-12)."""


class Tiles(GameAction, frozen=True):
    """A movement of a seat's tiles: the destination of tiles 1, 2 and 3, `OFF` for a removed tile (HBW-12)."""

    cells: tuple[int, int, int]


class Use(GameAction, frozen=True):
    """The choice of the piece that acts in this turn; asked of a seat with several pieces."""

    piece: int


class Vanish(GameAction, frozen=True):
    """A visible character's roll to become invisible (HBW-9).

    `real` is the number of the tile that will hide it, or 0 to leave the tile to chance.
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
"""Shared `Vanish` actions, by the number of the real tile; item 0 leaves the tile to chance."""
REALS: Final = tuple(Real(tile) for tile in range(1, 4))
USES: Final = tuple(Use(piece) for piece in range(1, 4))
DICE: Final = {sides: tuple(Die(sides, number) for number in range(1, sides + 1)) for sides in (6, 10, 16, 20)}
"""By number of sides: the shared `Die` actions, in the order of their faces."""


class Hexed:
    """Shared actions that name a hex, for boards of one radius.

    Lists with the suffix `_at` have one item for each bit of a set of cells; `board.pick_items` selects from them.
    """

    def __init__(self, radius: int) -> None:
        grid = field(radius)
        cells = range(len(grid))
        self.attacks: Final = tuple(tuple(Attack(cell, tile) for tile in range(4)) for cell in cells)
        """Shared `Attack` actions: `attacks[cell][tile]`."""
        self.moves_at: Final = grid.index_by_bit(Move(cell) for cell in cells)
        self.deploys_at: Final = grid.index_by_bit(Deploy(cell) for cell in cells)
        self.blocks_at: Final = tuple(grid.index_by_bit(Block(level, cell) for cell in cells) for level in range(1, 4))
        """Shared `Block` actions by level - 1, each with an item per bit."""
        self.water_at: Final = grid.index_by_bit(Hazard("water", cell) for cell in cells)
        self.quicksand_at: Final = grid.index_by_bit(Hazard("quicksand", cell) for cell in cells)


@cache
def hex_actions(radius: int) -> Hexed:
    """Return the shared actions that name a hex on a board of a given radius."""
    return Hexed(radius)

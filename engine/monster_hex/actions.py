"""The actions of seats and the outcomes of chance, as immutable values.

The most frequent ones exist once and are shared (`TAKES`, `DRAWS`, `placements` and others), which makes listing them
fast.
"""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import Final, TypeAlias, TypeVar, final

from engine.core import GameAction
from engine.monster_hex.content import FACTIONS, TILES, layout


@final
class Place(GameAction, frozen=True):
    """The placement of a tile from the seat's hand on a cell (MH-5).

    The tile is turned clockwise by `rotation` times 60 degrees.
    """

    tile: int
    cell: int
    rotation: int


class Take(GameAction, frozen=True):
    """The choice of one of a Large Stone's printed values by the owner in first place there (MH-10)."""

    value: int


class AssignFaction(GameAction, frozen=True, tag="faction"):
    """A chance outcome: the faction of an owner for which none was chosen (MH-3)."""

    seat: int
    faction: int


class SeatOrder(GameAction, frozen=True, tag="order"):
    """A chance outcome: the order in which the seats play in every round (MH-3)."""

    order: tuple[int, ...]


@final
class Draw(GameAction, frozen=True):
    """A chance outcome: the tile that a seat draws from its own stack (MH-2)."""

    seat: int
    tile: int

    def __repr__(self) -> str:
        return f"Draw(seat={self.seat}, tile=<hidden>)"


class Scatter(GameAction, frozen=True):
    """A placement on a hex where no power matches, allowed by the ability Scatter (MH-17).

    Placements that are legal without the ability are `Place` actions.
    """

    tile: int
    cell: int
    rotation: int


@final
class PlaceShared(GameAction, frozen=True):
    """The placement of the round's shared tile by the seat that holds it (MH-21, MH-22)."""

    cell: int
    rotation: int


class Choose(GameAction, frozen=True):
    """A seat's secret choice of an ability; `ability` is an index of `abilities.ABILITIES` (MH-15)."""

    ability: int

    def __repr__(self) -> str:
        return "Choose(ability=<hidden>)"


class Enchant(GameAction, frozen=True):
    """The use of Enchant: all powers of one of the seat's own Monsters rise (MH-16)."""

    cell: int


class Curse(GameAction, frozen=True):
    """The use of Curse: all powers of an opponent's Monster fall (MH-19)."""

    cell: int


class Confuse(GameAction, frozen=True):
    """The use of Confuse: an opponent's Monster is turned to another rotation (MH-18)."""

    cell: int
    rotation: int


class Petrify(GameAction, frozen=True):
    """The use of Petrify: an empty hex becomes a temporary Large Stone (MH-19)."""

    cell: int


class Reward(GameAction, frozen=True):
    """The use of Reward: each later first place at a Large Stone brings the seat extra points (MH-16)."""


class Strike(GameAction, frozen=True):
    """The use of Strike: the seat places another tile at once (MH-17)."""


class Scheme(GameAction, frozen=True):
    """The use of Scheme: the seat is dealt a private Objective card (MH-18)."""


class Decline(GameAction, frozen=True):
    """The decision not to use the ability that a placed tile offers (MH-15)."""


class DealObjective(GameAction, frozen=True, tag="objective"):
    """A chance outcome: an Objective card dealt to a seat (MH-18, MH-20).

    If `seat` is `PUBLIC_CARD`, the card counts for all seats.
    """

    seat: int
    card: int

    def __repr__(self) -> str:
        return f"DealObjective(seat={self.seat}, card=<hidden>)"


@final
class DrawShared(GameAction, frozen=True):
    """A chance outcome: the shared faction's next tile, drawn for the seat that will place it (MH-21, MH-22)."""

    tile: int

    def __repr__(self) -> str:
        return "DrawShared(tile=<hidden>)"


Ability: TypeAlias = Enchant | Curse | Confuse | Petrify | Reward | Strike | Scheme | Decline
"""The possible answers to the question whether a seat uses its ability (MH-15)."""
Chance: TypeAlias = AssignFaction | SeatOrder | Draw | DealObjective | DrawShared
"""The outcomes of random events: faction, order of play, tile, Objective card and shared tile."""
Action: TypeAlias = Place | Take | Ability | Scatter | PlaceShared | Choose | Chance

PlacedT = TypeVar("PlacedT", Place, PlaceShared)

PUBLIC_CARD: Final = -1

TAKES: Final = tuple(Take(value) for value in range(10))
"""The shared `Take` instances, indexed by printed value."""
ASSIGNMENTS: Final = tuple(tuple(AssignFaction(seat, faction) for faction in range(len(FACTIONS))) for seat in range(4))
"""The shared `AssignFaction` instances, indexed by owner and faction number."""
DRAWS: Final = tuple(tuple(Draw(seat, tile) for tile in range(len(TILES))) for seat in range(4))
"""The shared `Draw` instances, indexed by seat and tile number."""


@cache
def seat_orders(seats: int) -> tuple[SeatOrder, ...]:
    """Return all possible orders of play for a number of seats, in lexicographic order."""
    return tuple(SeatOrder(order) for order in permutations(range(seats)))


SHARED_DRAWS: Final = tuple(DrawShared(tile) for tile in range(len(TILES)))
"""The shared `DrawShared` instances, indexed by tile number."""


@cache
def placements(size: int) -> tuple[tuple[tuple[tuple[Place, ...], ...], ...], ...]:
    """Return all `Place` actions on the board of this size, indexed by tile, cell, and mask of allowed rotations.

    A mask has 6 bits, one for each rotation. Each innermost tuple is sorted by rotation.
    """
    cells = range(len(layout(size).board))
    return tuple(
        tuple(_turns([Place(tile, cell, rotation) for rotation in range(6)]) for cell in cells)
        for tile in range(len(TILES))
    )


@cache
def shared_placements(size: int) -> tuple[tuple[tuple[tuple[PlaceShared, ...], ...], ...], ...]:
    """Return all `PlaceShared` actions on the board of this size, indexed as in `placements`.

    The entries are the same for every tile, because the action does not name the tile.
    """
    cells = range(len(layout(size).board))
    by_cell = tuple(_turns([PlaceShared(cell, rotation) for rotation in range(6)]) for cell in cells)
    return (by_cell,) * len(TILES)


def _turns(places: Sequence[PlacedT]) -> tuple[tuple[PlacedT, ...], ...]:
    """Return, for each 6-bit mask of rotations, the placements with one of these rotations.

    `places` are the placements of one tile on one cell, in the order of their rotations.
    """
    return tuple(tuple(place for rotation, place in enumerate(places) if mask >> rotation & 1) for mask in range(64))

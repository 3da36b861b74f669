"""What happens in a game of Monster Hex, in order, for words and for rebuilding the public board.

Tiles, hexes and stones are named as in the notation, factions by name.
"""

from typing import TypeAlias

import msgspec


class FactionAssigned(msgspec.Struct, frozen=True, gc=False, tag="faction_assigned"):
    """A seat that had not chosen got a faction (MH-3)."""

    seat: int
    faction: str


class OrderDrawn(msgspec.Struct, frozen=True, gc=False, tag="order_drawn"):
    """The seat order of every round is known (MH-3)."""

    order: tuple[int, ...]


class TileDrawn(msgspec.Struct, frozen=True, gc=False, tag="tile_drawn"):
    """A seat drew a tile (MH-2); `tile` is None for everybody else."""

    seat: int
    tile: str | None

    def __repr__(self) -> str:
        return f"TileDrawn(seat={self.seat}, tile=<hidden>)"


class TilePlaced(msgspec.Struct, frozen=True, gc=False, tag="tile_placed"):
    """A seat placed a tile (MH-5, MH-6)."""

    seat: int
    tile: str
    label: str
    rotation: int


class StoneCaptured(msgspec.Struct, frozen=True, gc=False, tag="stone_captured"):
    """A stone was surrounded (MH-8): the powers at it (None without a tile there), and the places (MH-9, MH-11).

    `overwhelm` says that the first takes both values (MH-12). The points follow as `PointsTaken`.
    """

    stone: str
    powers: tuple[int | None, ...]
    first: int | None
    second: int | None
    overwhelm: bool


class ValueAsked(msgspec.Struct, frozen=True, gc=False, tag="value_asked"):
    """The first at a stone must pick one of its values (MH-10)."""

    seat: int
    stone: str


class PointsTaken(msgspec.Struct, frozen=True, gc=False, tag="points_taken"):
    """A seat took a printed value of a stone (1 of a Small Stone), and the bonus for its own colour (MH-10, MH-11)."""

    seat: int
    stone: str
    value: int
    bonus: int


class RoundEnded(msgspec.Struct, frozen=True, gc=False, tag="round_ended"):
    """Every seat has placed its tile of a round (MH-4)."""

    round: int


class TimeRanOut(msgspec.Struct, frozen=True, gc=False, tag="time_ran_out"):
    """A seat's clock ran out; what follows is the default move (MH-23)."""

    seat: int


class SeatForfeited(msgspec.Struct, frozen=True, gc=False, tag="seat_forfeited"):
    """A seat left or resigned; default moves go on for it, and it cannot win (MH-23)."""

    seat: int


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag="game_ended"):
    """The game is over, for one of the reasons of `scoring` (MH-14, MH-23)."""

    reason: str
    winners: tuple[int, ...]


Event: TypeAlias = (
    FactionAssigned
    | OrderDrawn
    | TileDrawn
    | TilePlaced
    | StoneCaptured
    | ValueAsked
    | PointsTaken
    | RoundEnded
    | TimeRanOut
    | SeatForfeited
    | GameEnded
)

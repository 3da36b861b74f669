"""The events of Hex Battle Wars, in order, for the story and for rebuilding the public board.

Hexes are labels. Pieces and tiles count from 1, seats from 0. Dice are the numbers rolled.
"""

from typing import TypeAlias

from engine.core import GameEnded, GameEvent, SeatForfeited, TimeRanOut
from engine.hex_battle_wars.view import Shot, Walk


class HazardLaid(GameEvent, frozen=True):
    """Water or quicksand was laid on a hex (HBW-16)."""

    kind: str
    label: str


class ArmourRolled(GameEvent, frozen=True):
    """A piece received its armour class, 10 + d6 (HBW-1)."""

    seat: int
    piece: int
    armour: int


class InvisibilityRolled(GameEvent, frozen=True):
    """A piece received its invisibility score (HBW-1)."""

    seat: int
    piece: int
    score: int


class OrderRolled(GameEvent, frozen=True):
    """A seat rolled for laying blocks first (d20), or for going first (d6) (HBW-4, HBW-5)."""

    seat: int
    sides: int
    die: int


class OrderTied(GameEvent, frozen=True):
    """These seats share the highest roll and roll again."""

    seats: tuple[int, ...]


class OrderWon(GameEvent, frozen=True):
    """A seat lays blocks first (d20), or deploys first and has the first turn (d6)."""

    seat: int
    sides: int


class BlockLaid(GameEvent, frozen=True):
    """A block was laid on a hex.

    `seat` is its owner, or None for a block from the box; `program` says whether the program laid it.
    """

    seat: int | None
    level: int
    label: str
    program: bool


class BlocksReturned(GameEvent, frozen=True):
    """Blocks of levels 1, 2 and 3 that fit on no hex went back to the box (HBW-4)."""

    seat: int | None
    blocks: tuple[int, int, int]


class PieceDeployed(GameEvent, frozen=True):
    """A character was deployed (HBW-5)."""

    seat: int
    piece: int
    label: str


class RoundBegan(GameEvent, frozen=True):
    """A round began."""

    round: int


class TurnBegan(GameEvent, frozen=True):
    """A seat's turn began."""

    seat: int


class PieceChosen(GameEvent, frozen=True):
    """A seat chose the piece that acts."""

    seat: int
    piece: int


class VanishRolled(GameEvent, frozen=True):
    """A piece on a hex rolled a d10 to become invisible; on `success` three tiles lie there (HBW-9)."""

    seat: int
    piece: int
    label: str
    die: int
    score: int
    success: bool


class RealChosen(GameEvent, frozen=True):
    """The tile that hides the character was chosen; `tile` is None for everybody but its owner (HBW-9)."""

    seat: int
    tile: int | None

    def __repr__(self) -> str:
        return f"RealChosen(seat={self.seat}, tile=<hidden>)"


class HoldRolled(GameEvent, frozen=True):
    """An invisible piece rolled a d10 to stay invisible; without `success`, `Appeared` follows (HBW-10)."""

    seat: int
    piece: int
    die: int
    score: int
    success: bool


class Appeared(GameEvent, frozen=True):
    """A piece became visible again and its tiles were removed (HBW-10, HBW-11, HBW-13)."""

    seat: int
    piece: int
    label: str


class MovementRolled(GameEvent, frozen=True):
    """A piece rolled for movement.

    `held` is None, or the reason why it stays where it is: "stuck" in a hazard, or "boxed_in".
    """

    seat: int
    piece: int
    sides: int
    die: int
    held: str | None


class Moved(GameEvent, frozen=True):
    """A character, or its tiles, moved (HBW-12, HBW-14)."""

    walk: Walk


class TilesStayed(GameEvent, frozen=True):
    """A seat's tiles used up their roll without moving (HBW-12)."""

    seat: int


class AttackRolled(GameEvent, frozen=True):
    """The d20 of an attack was rolled (HBW-20, HBW-21)."""

    shot: Shot


class GhostRemoved(GameEvent, frozen=True):
    """A tile that was hit was a ghost and was removed (HBW-13)."""

    seat: int
    tile: int
    label: str


class DamageRolled(GameEvent, frozen=True):
    """The d16 of an attack was rolled (HBW-21, HBW-22)."""

    shot: Shot


class PieceDied(GameEvent, frozen=True):
    """A character died (HBW-22)."""

    seat: int
    piece: int


class SeatOut(GameEvent, frozen=True):
    """The last piece of a seat died."""

    seat: int


class Passed(GameEvent, frozen=True):
    """A seat passed; `left` is the number of passes that it still has (HBW-8)."""

    seat: int
    left: int


Event: TypeAlias = (
    HazardLaid
    | ArmourRolled
    | InvisibilityRolled
    | OrderRolled
    | OrderTied
    | OrderWon
    | BlockLaid
    | BlocksReturned
    | PieceDeployed
    | RoundBegan
    | TurnBegan
    | PieceChosen
    | VanishRolled
    | RealChosen
    | HoldRolled
    | Appeared
    | MovementRolled
    | Moved
    | TilesStayed
    | AttackRolled
    | GhostRemoved
    | DamageRolled
    | PieceDied
    | SeatOut
    | Passed
    | TimeRanOut
    | SeatForfeited
    | GameEnded
)

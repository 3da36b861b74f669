"""The events of Hex Battle Wars: all that the story and the public board need.

Hexes are labels. Pieces and tiles count from 1, seats from 0. `die` is the number that was rolled.
"""

from typing import TypeAlias

from engine.core import GameEnded, GameEvent, SeatForfeited, TimeRanOut
from engine.hex_battle_wars.view import Shot, Walk


class HazardLaid(GameEvent, frozen=True):
    """Event: water or quicksand was put on a hex (HBW-16)."""

    kind: str
    label: str


class ArmourRolled(GameEvent, frozen=True):
    """Event: a piece received its armour class, 10 plus a d6 (HBW-1)."""

    seat: int
    piece: int
    armour: int


class InvisibilityRolled(GameEvent, frozen=True):
    """Event: a piece received its invisibility score, a d6 (HBW-1)."""

    seat: int
    piece: int
    score: int


class OrderRolled(GameEvent, frozen=True):
    """Event: a seat rolled a d20 for laying blocks first, or a d6 for deploying first (HBW-4, HBW-5)."""

    seat: int
    sides: int
    die: int


class OrderTied(GameEvent, frozen=True):
    """Event: these seats tied for the highest roll, and roll again."""

    seats: tuple[int, ...]


class OrderWon(GameEvent, frozen=True):
    """Event: a seat won the roll for order.

    With 20 sides, it lays blocks first; with 6 sides, it deploys first and has the first turn.
    """

    seat: int
    sides: int


class BlockLaid(GameEvent, frozen=True):
    """Event: a block was laid on a hex.

    `seat` is the seat whose block it is, or None if the program lays all blocks. `program` says whether the program
    chose the hex.
    """

    seat: int | None
    level: int
    label: str
    program: bool


class BlocksReturned(GameEvent, frozen=True):
    """Event: blocks that fit on no hex went back to the box (HBW-4).

    `blocks` are the numbers of blocks of levels 1, 2 and 3.
    """

    seat: int | None
    blocks: tuple[int, int, int]


class PieceDeployed(GameEvent, frozen=True):
    """Event: a seat put a piece on the board at set-up (HBW-5)."""

    seat: int
    piece: int
    label: str


class RoundBegan(GameEvent, frozen=True):
    """Event: a round of turns began."""

    round: int


class TurnBegan(GameEvent, frozen=True):
    """Event: the turn of a seat began."""

    seat: int


class PieceChosen(GameEvent, frozen=True):
    """Event: a seat chose the piece that acts in its turn."""

    seat: int
    piece: int


class VanishRolled(GameEvent, frozen=True):
    """Event: a piece rolled a d10 to become invisible (HBW-9).

    If `success` is set, three tiles now lie on its hex.
    """

    seat: int
    piece: int
    label: str
    die: int
    score: int
    success: bool


class RealChosen(GameEvent, frozen=True):
    """Event: chance chose the tile that hides a character; `tile` is None for all viewers but its owner (HBW-9)."""

    seat: int
    tile: int | None

    def __repr__(self) -> str:
        return f"RealChosen(seat={self.seat}, tile=<hidden>)"


class HoldRolled(GameEvent, frozen=True):
    """Event: an invisible piece rolled a d10 to stay invisible; after a failure, `Appeared` follows (HBW-10)."""

    seat: int
    piece: int
    die: int
    score: int
    success: bool


class Appeared(GameEvent, frozen=True):
    """Event: a piece became visible again, and its tiles were removed (HBW-10, HBW-11, HBW-13)."""

    seat: int
    piece: int
    label: str


class MovementRolled(GameEvent, frozen=True):
    """Event: a piece rolled for movement.

    `held` is None, or the reason why it must stay on its hex: "stuck" in a hazard, or "boxed_in".
    """

    seat: int
    piece: int
    sides: int
    die: int
    held: str | None


class Moved(GameEvent, frozen=True):
    """Event: a character or its tiles moved (HBW-12, HBW-14)."""

    walk: Walk


class TilesStayed(GameEvent, frozen=True):
    """Event: a seat used up its movement roll without moving its tiles (HBW-12)."""

    seat: int


class AttackRolled(GameEvent, frozen=True):
    """Event: the d20 of an attack was rolled (HBW-20, HBW-21)."""

    shot: Shot


class GhostRemoved(GameEvent, frozen=True):
    """Event: a tile was hit and did not hide the character, so it was removed (HBW-13)."""

    seat: int
    tile: int
    label: str


class DamageRolled(GameEvent, frozen=True):
    """Event: the d16 for the damage of an attack was rolled (HBW-21, HBW-22)."""

    shot: Shot


class PieceDied(GameEvent, frozen=True):
    """Event: a character lost its last point of health (HBW-22)."""

    seat: int
    piece: int


class SeatOut(GameEvent, frozen=True):
    """Event: a seat is out, since its last piece died."""

    seat: int


class Passed(GameEvent, frozen=True):
    """Event: a seat passed; `left` is the number of passes that remain (HBW-8)."""

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

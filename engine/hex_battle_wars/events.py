"""What happens in a game of Hex Battle Wars, in order, for words and for rebuilding the public board.

Hexes are labels; pieces and tiles count from 1, seats from 0. Dice are told as they fell.
"""

from typing import TypeAlias

import msgspec

from engine.hex_battle_wars.view import Shot, Walk


class HazardLaid(msgspec.Struct, frozen=True, gc=False, tag="hazard_laid"):
    """Water or quicksand lies on a hex (HBW-16)."""

    kind: str
    label: str


class ArmourRolled(msgspec.Struct, frozen=True, gc=False, tag="armour_rolled"):
    """A piece has its armour class, 10 + d6 (HBW-1)."""

    seat: int
    piece: int
    armour: int


class InvisibilityRolled(msgspec.Struct, frozen=True, gc=False, tag="invisibility_rolled"):
    """A piece has its invisibility score (HBW-1)."""

    seat: int
    piece: int
    score: int


class OrderRolled(msgspec.Struct, frozen=True, gc=False, tag="order_rolled"):
    """A seat rolled for who lays blocks first (d20), or who goes first (d6) (HBW-4, HBW-5)."""

    seat: int
    sides: int
    die: int


class OrderTied(msgspec.Struct, frozen=True, gc=False, tag="order_tied"):
    """These seats share the highest roll and roll again."""

    seats: tuple[int, ...]


class OrderWon(msgspec.Struct, frozen=True, gc=False, tag="order_won"):
    """A seat lays blocks first (d20), or deploys first and has the first turn (d6)."""

    seat: int
    sides: int


class BlockLaid(msgspec.Struct, frozen=True, gc=False, tag="block_laid"):
    """A block lies on a hex; `seat` is whose it was, None from the box; `program` says that the program laid it."""

    seat: int | None
    level: int
    label: str
    program: bool


class BlocksReturned(msgspec.Struct, frozen=True, gc=False, tag="blocks_returned"):
    """Blocks of levels 1, 2 and 3 for which no hex was left went back to the box (HBW-4)."""

    seat: int | None
    blocks: tuple[int, int, int]


class PieceDeployed(msgspec.Struct, frozen=True, gc=False, tag="piece_deployed"):
    """A character entered the board (HBW-5)."""

    seat: int
    piece: int
    label: str


class RoundBegan(msgspec.Struct, frozen=True, gc=False, tag="round_began"):
    """A round began."""

    round: int


class TurnBegan(msgspec.Struct, frozen=True, gc=False, tag="turn_began"):
    """A seat's turn began."""

    seat: int


class PieceChosen(msgspec.Struct, frozen=True, gc=False, tag="piece_chosen"):
    """A seat chose which of its pieces acts."""

    seat: int
    piece: int


class VanishRolled(msgspec.Struct, frozen=True, gc=False, tag="vanish_rolled"):
    """A piece on a hex rolled a d10 to become invisible; with `success` three tiles lie there (HBW-9)."""

    seat: int
    piece: int
    label: str
    die: int
    score: int
    success: bool


class RealChosen(msgspec.Struct, frozen=True, gc=False, tag="real_chosen"):
    """Which tile hides the character; `tile` is None for everybody but its owner (HBW-9)."""

    seat: int
    tile: int | None

    def __repr__(self) -> str:
        return f"RealChosen(seat={self.seat}, tile=<hidden>)"


class HoldRolled(msgspec.Struct, frozen=True, gc=False, tag="hold_rolled"):
    """An invisible piece rolled a d10 to stay so; without `success` it `Appeared` (HBW-10)."""

    seat: int
    piece: int
    die: int
    score: int
    success: bool


class Appeared(msgspec.Struct, frozen=True, gc=False, tag="appeared"):
    """A piece is visible again; its tiles are gone (HBW-10, HBW-11, HBW-13)."""

    seat: int
    piece: int
    label: str


class MovementRolled(msgspec.Struct, frozen=True, gc=False, tag="movement_rolled"):
    """A piece rolled for movement; `held` is None, or why it stays where it is: "stuck" in a hazard, or "boxed_in"."""

    seat: int
    piece: int
    sides: int
    die: int
    held: str | None


class Moved(msgspec.Struct, frozen=True, gc=False, tag="moved"):
    """A character, or the tiles of one, moved (HBW-12, HBW-14)."""

    walk: Walk


class TilesStayed(msgspec.Struct, frozen=True, gc=False, tag="tiles_stayed"):
    """The tiles of a seat used their roll up without moving (HBW-12)."""

    seat: int


class AttackRolled(msgspec.Struct, frozen=True, gc=False, tag="attack_rolled"):
    """The d20 of an attack (HBW-20, HBW-21)."""

    shot: Shot


class GhostRemoved(msgspec.Struct, frozen=True, gc=False, tag="ghost_removed"):
    """A tile that was hit was a ghost (HBW-13)."""

    seat: int
    tile: int
    label: str


class DamageRolled(msgspec.Struct, frozen=True, gc=False, tag="damage_rolled"):
    """The d16 of an attack (HBW-21, HBW-22)."""

    shot: Shot


class PieceDied(msgspec.Struct, frozen=True, gc=False, tag="piece_died"):
    """A character is dead (HBW-22)."""

    seat: int
    piece: int


class SeatOut(msgspec.Struct, frozen=True, gc=False, tag="seat_out"):
    """The last piece of a seat died."""

    seat: int


class Passed(msgspec.Struct, frozen=True, gc=False, tag="passed"):
    """A seat passed; `left` are the passes that it still has (HBW-8)."""

    seat: int
    left: int


class TimeRanOut(msgspec.Struct, frozen=True, gc=False, tag="time_ran_out"):
    """A seat's clock ran out; the rest of its turn is played by itself (HBW-25)."""

    seat: int


class SeatForfeited(msgspec.Struct, frozen=True, gc=False, tag="seat_forfeited"):
    """A seat left or resigned; its pieces are gone (HBW-25)."""

    seat: int


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag="game_ended"):
    """The game is over; `reason` is last, max_rounds or forfeit."""

    reason: str
    winners: tuple[int, ...]


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

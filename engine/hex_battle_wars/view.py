"""The views of Hex Battle Wars. Hidden: the real tile of an invisible character.

Views hold what changes during a game. Hexes, labels and neighbours are those of `board.field(view.radius)`. Pieces and
tiles count from 1, seats from 0; hexes are named by their labels.
"""

import msgspec


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A character; its scores are 0 until they are rolled (HBW-1).

    `label` is None while it is not on the board: before deployment, while it is `invisible`, and once it is out.
    """

    hp: int
    armour: int
    invisibility: int
    label: str | None
    invisible: bool


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat as seen by a viewer; all but `real` is public.

    `tiles` are the hexes of tiles 1, 2 and 3 of its invisible character, None for a removed one; empty if no piece is
    invisible. `real` is the tile that hides the character; it is set for the owner, and for everybody once the game is
    over.
    """

    passes: int
    pieces: tuple[Piece, ...]
    tiles: tuple[str | None, ...]
    real: int | None
    forfeited: bool
    out_round: int | None

    def __repr__(self) -> str:
        return f"SeatView(passes={self.passes}, pieces={self.pieces}, tiles={self.tiles}, real=<hidden>)"


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """A modifier of an attack's d20; `name` is "distance" or "height" (HBW-20)."""

    name: str
    number: int


class Shot(msgspec.Struct, frozen=True, gc=False):
    """An attack as far as it has been rolled; dice are 0 until then.

    `target_piece` is the character aimed at, even if a tile was named (`tile`, 1 to 3, else 0), since everybody knows
    which character is invisible. `total` is the d20 with its modifiers, `armour` the number that it must reach; a
    natural 20 always hits. `struck` is None unless the attack hit, then "character", "ghost", or "real" for a real
    tile. `damage` is the d16, doubled after a natural 20; `hp` is the character's remaining health.
    """

    seat: int
    piece: int
    origin: str
    target_seat: int
    target_piece: int
    tile: int
    label: str
    modifiers: tuple[Modifier, ...]
    armour: int
    die: int = 0
    total: int = 0
    hit: bool = False
    struck: str | None = None
    damage_die: int = 0
    damage: int = 0
    hp: int = 0


class Walk(msgspec.Struct, frozen=True, gc=False):
    """A movement: the hexes from start to end of the character, or of each tile (empty for a removed one)."""

    seat: int
    piece: int
    paths: tuple[tuple[str, ...], ...]


class Turn(msgspec.Struct, frozen=True, gc=False):
    """The progress of a turn (HBW-7).

    `piece` is the acting one, None if not chosen yet. `stage` is the last completed step: "start" (none),
    "invisibility" (done or skipped), "rolled" (a destination is due) or "moved". `roll` is the movement roll, 0 if
    there is none. `acted` says whether an action was taken, `closing` whether the clock ran out and default moves
    complete the turn.
    """

    seat: int
    piece: int | None
    stage: str
    roll: int
    acted: bool
    closing: bool


class View(msgspec.Struct, frozen=True, gc=False):
    """A game of Hex Battle Wars as seen by `viewer`.

    - `phase`: one of `state.PHASES`. Seats act in blocks, deploy and turn, chance in the others: it lays hazards and
      blocks (`laying`), rolls for scores, for laying first and going first, and for the action that the phase names.
    - `ground`: a character per cell in label order: "." plain, "w" water, "q" quicksand, "1" to "3" a block
    - `hp`: each piece's health at the start
    - `box`: blocks of levels 1, 2 and 3 left to the seat that lays blocks
    - `dice`: the roll for order per seat, 0 for none yet
    - `rolling`: the seats that roll for order
    - `leader`: the winner of the newest roll for order; lays first, or after the second such roll has the first turn
    - `round`: 0 before the first turn
    - `walk`, `shot`: the newest movement and attack
    - `winners`, `reason` (last, max_rounds or forfeit): None before the end
    """

    viewer: int
    radius: int
    hp: int
    last_round: int
    phase: str
    ground: str
    round: int
    actors: tuple[int, ...]
    seats: tuple[SeatView, ...]
    turn: Turn | None
    box: tuple[int, int, int]
    dice: tuple[int, ...]
    rolling: tuple[int, ...]
    leader: int | None
    walk: Walk | None
    shot: Shot | None
    winners: tuple[int, ...] | None
    reason: str | None

    def __repr__(self) -> str:
        return f"View(viewer={self.viewer}, phase={self.phase}, round={self.round}, real=<hidden>)"

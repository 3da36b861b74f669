"""The views of Hex Battle Wars; the only secret is which tile of an invisible character is the real one.

Views hold what changes during a game. The hexes of the board and their neighbours are those of
`board.field(view.radius)`. Pieces and tiles count from 1, seats from 0; hexes are named by their labels.
"""

import msgspec


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A character; armour class and invisibility score are 0 until they are rolled (HBW-1).

    `label` is its hex, or None while it is not on the board: before deployment, while it is `invisible`, and once it is
    out.
    """

    hp: int
    armour: int
    invisibility: int
    label: str | None
    invisible: bool


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat as seen by a viewer; only `real` depends on the viewer.

    `tiles` are the hexes of tiles 1, 2 and 3 of its invisible character, None for a removed tile; empty if no piece is
    invisible. `real` is the number of the tile that hides the character. It is set for the owner, and for everybody
    once the game is over.
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
    """A number added to the d20 of an attack; `name` is "distance" or "height" (HBW-20)."""

    name: str
    number: int


class Shot(msgspec.Struct, frozen=True, gc=False):
    """An attack, with the dice rolled so far; those not rolled yet are 0.

    - `target_piece`: the character aimed at, even if a tile is attacked, since everybody knows which piece is invisible
    - `tile`: the number of the attacked tile, 1 to 3, or 0 for a visible character
    - `die`, `total`: the d20 without and with its modifiers
    - `armour`: the number that `total` must reach; a 20 on the die always hits
    - `struck`: None unless the attack hit, then "character", "ghost", or "real" for a real tile
    - `damage`: the d16 (`damage_die`), doubled after a 20 on the d20
    - `hp`: the health that the character has left
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
    """A movement of a piece or its tiles.

    `paths` holds the hexes from start to end for the character, or for each of three tiles; empty for a removed tile.
    """

    seat: int
    piece: int
    paths: tuple[tuple[str, ...], ...]


class Turn(msgspec.Struct, frozen=True, gc=False):
    """The progress of a turn (HBW-7).

    - `piece`: the number of the acting piece, None if it is not chosen yet
    - `stage`: the last completed step: "start" (none), "invisibility" (done or skipped), "rolled" (a destination must
      be chosen) or "moved"
    - `roll`: the movement roll to be used, 0 if there is none
    - `acted`: whether an action was taken
    - `closing`: whether time ran out, so that default actions complete the turn
    """

    seat: int
    piece: int | None
    stage: str
    roll: int
    acted: bool
    closing: bool


class View(msgspec.Struct, frozen=True, gc=False):
    """A game of Hex Battle Wars as seen by `viewer`.

    - `phase`: one of `state.PHASES`. In blocks, deploy and turn a seat acts, in all others chance.
    - `ground`: a character per cell in label order: "." plain, "w" water, "q" quicksand, "1" to "3" a block
    - `hp`: each piece's health at the start
    - `box`: the numbers of blocks of levels 1, 2 and 3 that the acting seat or the program still has to lay
    - `dice`: each seat's roll for order, 0 before it
    - `rolling`: the seats that still roll for order
    - `leader`: the winner of the newest roll for order; after the roll for deploying first, it has the first turn
    - `round`: 0 before the first turn
    - `turn`: the progress of the current turn, or None
    - `walk`, `shot`: the newest movement and attack
    - `winners`, `reason` (last, max_rounds or forfeit): None before the end
    - `attacks`: the attacks that a card tells, oldest first, at most one for each seat; empty in all other views
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
    attacks: tuple[Shot, ...] = ()

    def __repr__(self) -> str:
        return f"View(viewer={self.viewer}, phase={self.phase}, round={self.round}, real=<hidden>)"

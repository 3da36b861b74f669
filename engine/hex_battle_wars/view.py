"""What a seat or a spectator of Hex Battle Wars may know. Hidden: which of an invisible character's tiles is real.

Views hold what changes during a game. Hexes, labels and neighbours are those of `board.field(view.radius)`. Pieces and
tiles count from 1, seats from 0; hexes are named by their labels.
"""

import msgspec


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A character; its scores are 0 until they are rolled (HBW-1).

    `label` is None while it is not on the board: before it is deployed, while it is `invisible`, and when it is out.
    """

    hp: int
    armour: int
    invisibility: int
    label: str | None
    invisible: bool


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat as everybody sees it, but for `real`.

    `tiles` are the hexes of the tiles 1, 2 and 3 of its invisible character, None for a removed one; empty while no
    piece is invisible. `real` is the tile that hides the character, for its owner, and for everybody when the game is
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
    """A part of what is added to an attack's d20: its `name` is "distance" or "height" (HBW-20)."""

    name: str
    number: int


class Shot(msgspec.Struct, frozen=True, gc=False):
    """An attack, as far as it is rolled: a die is 0 until then.

    `target_piece` is the character aimed at, also when it is `tile` (1 to 3, else 0) that was named, since everybody
    knows which character is invisible. `total` is the d20 with its modifiers, `armour` what it must reach; a natural 20
    hits anyway. `struck` is None until a hit is known, then "character", "ghost" or, for a tile that was real, "real".
    `damage` is what the d16 took, doubled after a natural 20; `hp` what the character has left then.
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
    """How far a turn has come (HBW-7).

    `piece` is the one that acts, None while it is not chosen. `stage` is the last thing done: "start" (nothing),
    "invisibility" (that step is over), "rolled" (a destination is due), "moved". `roll` is the movement roll, 0 without
    one. `acted` says whether an action was taken, `closing` that the clock ran out and the rest is played by itself.
    """

    seat: int
    piece: int | None
    stage: str
    roll: int
    acted: bool
    closing: bool


class View(msgspec.Struct, frozen=True, gc=False):
    """A game of Hex Battle Wars as `viewer` may know it.

    `phase` is one of hazards, stats, order, blocks, laying, first, deploy, turn, vanish, real, hold, roll, attack,
    damage, over; seats act in blocks, deploy and turn, chance in the others: it lays hazards and blocks (`laying`), and
    rolls for scores, for who lays and who goes first, and for what is named. `ground` has a character for each cell in
    label order: "." plain, "w" water, "q" quicksand, "1" to "3" a block. `hp` is what every piece began with. `box` are
    the blocks of levels 1, 2 and 3 that are left to whoever lays blocks now. `dice` are the rolls for order per seat, 0
    for none yet; `rolling` the seats that roll for it. `leader` won such a roll: who lays first, then who has the first
    turn. `round` is 0 before the first turn. `walk` and `shot` are the newest movement and attack. `winners` and
    `reason` (last, max_rounds or forfeit) are None before the end.
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

"""The full state of a game of Hex Battle Wars, and its configuration."""

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

import msgspec

from engine.hex_battle_wars.board import OFF, field
from engine.hex_battle_wars.content import CONTENT
from engine.hex_battle_wars.view import Shot, Walk

PHASES: Final = (
    "hazards",
    "stats",
    "order",
    "blocks",
    "laying",
    "first",
    "deploy",
    "turn",
    "vanish",
    "real",
    "hold",
    "roll",
    "attack",
    "damage",
    "over",
)
"""The names of the phases, as views use them; a state holds the index."""
(
    HAZARDS,
    STATS,
    ORDER,
    BLOCKS,
    LAYING,
    FIRST,
    DEPLOY,
    TURN,
    VANISH,
    REAL,
    HOLD,
    ROLL,
    ATTACK,
    DAMAGE,
    OVER,
) = range(len(PHASES))
STAGES: Final = ("start", "invisibility", "rolled", "moved")
START, INVISIBILITY, ROLLED, MOVED = range(len(STAGES))
REASONS: Final = ("", "last", "max_rounds", "forfeit")
PLAYING, LAST, MAX_ROUNDS, FORFEIT = range(len(REASONS))
NOBODY: Final = -1


class Match:
    """The configuration of a game, with values derived from it.

    `program` says whether the program lays all blocks.
    """

    def __init__(
        self, seats: int, radius: int, hp: int, pieces: int, last_round: int, program: bool, hazards: bool
    ) -> None:
        self.seats: Final = seats
        self.radius: Final = radius
        self.hp: Final = hp
        self.pieces: Final = pieces
        self.last_round: Final = last_round
        self.program: Final = program
        self.grid: Final = field(radius)
        self.box: Final = CONTENT.boxes[seats]
        percent = CONTENT.hazard_percent if hazards else {}
        self.hazards: Final = {
            kind: (percent.get(kind, 0) * len(self.grid) + 50) // 100 for kind in ("water", "quicksand")
        }
        """By kind of hazard: the number of hexes that it covers."""

    def block_counts(self, seat: int, leader: int) -> tuple[int, int, int]:
        """Return the number of blocks of levels 1, 2 and 3 that a seat lays (HBW-4).

        The leader, who won the roll for laying first, also gets the remainder of the division.
        """
        one, two, three = (number // self.seats + (number % self.seats if seat == leader else 0) for number in self.box)
        return one, two, three


class State(msgspec.Struct, frozen=True, gc=False):
    """The full state of a game; only `real` is hidden information.

    Per piece, seat by seat:

    - `armour`: armour class
    - `scores`: invisibility score
    - `hp`: health
    - `at`: its cell, or `OFF`

    Per seat:

    - `passes`: number of passes left
    - `tiles`: the cells of tiles 1, 2 and 3, `OFF` for a removed tile; empty if no piece is invisible
    - `hidden`: the number of the invisible piece, 0 for none
    - `real`: the number of the tile that hides it, 0 for none or not yet decided
    - `out_round`: the round in which the seat dropped out, -1 while it is in the game
    - `dice`: its roll for order

    For the game:

    - `rolling`: a bit mask of the seats that still roll for order
    - `leader`: the winner of the newest roll for order
    - `box`: the numbers of blocks of levels 1, 2 and 3 that are still to be laid
    - `seat`: the seat that lays, deploys or has its turn, also while a die of that turn is due
    - `piece` (0 if not chosen), `stage`, `roll`, `acted`, `closing`: the progress of its turn (see `view.Turn`)
    - `forfeited`: a bit mask of the seats that have left
    - `walk`, `shot`: the newest movement and attack (see `view.Walk` and `view.Shot`)
    """

    phase: int
    ground: str
    armour: tuple[int, ...]
    scores: tuple[int, ...]
    hp: tuple[int, ...]
    at: tuple[int, ...]
    passes: tuple[int, ...]
    tiles: tuple[tuple[int, ...], ...]
    hidden: tuple[int, ...]
    real: tuple[int, ...]
    out_round: tuple[int, ...]
    forfeited: int
    dice: tuple[int, ...]
    rolling: int
    leader: int
    box: tuple[int, int, int]
    round: int
    seat: int
    piece: int
    stage: int
    roll: int
    acted: bool
    closing: bool
    walk: Walk | None
    shot: Shot | None
    reason: int

    def __repr__(self) -> str:
        return f"State(phase={PHASES[self.phase]}, round={self.round}, seat={self.seat}, real=<hidden>)"


EntryT = TypeVar("EntryT")


def with_entry(entries: Iterable[EntryT], index: int, entry: EntryT) -> tuple[EntryT, ...]:
    """Return a tuple of the entries, with the one at an index replaced."""
    changed = [*entries]
    changed[index] = entry
    return tuple(changed)


def find_index(match: Match, seat: int, piece: int) -> int:
    """Return the index of a piece in those fields of a state that have an entry per piece."""
    return seat * match.pieces + piece - 1


def living_pieces(match: Match, state: State, seat: int) -> list[int]:
    """Return the numbers, from 1, of a seat's pieces that are still in the game."""
    if state.forfeited >> seat & 1:
        return []
    first = seat * match.pieces
    return [piece for piece in range(1, match.pieces + 1) if state.hp[first + piece - 1] > 0]


def is_in(match: Match, state: State, seat: int) -> bool:
    """Return whether a seat is still in the game."""
    return not state.forfeited >> seat & 1 and any(state.hp[seat * match.pieces : (seat + 1) * match.pieces])


def is_hidden(state: State) -> bool:
    """Return whether the acting piece is invisible."""
    return state.piece > 0 and state.hidden[state.seat] == state.piece


def list_clockwise(match: Match, seat: int) -> Iterator[int]:
    """Yield the other seats clockwise, beginning with the one after `seat`."""
    return ((seat + step) % match.seats for step in range(1, match.seats))


def occupied_cells(match: Match, state: State, tile: bool) -> int:
    """Return the set of hexes that the acting character, or its tiles, may not enter (HBW-15).

    `tile` says whether tiles move. The character's own hex, or the hexes of the own tiles, are not in the set.
    """
    one = match.grid.one
    own = -1 if tile else find_index(match, state.seat, state.piece)
    taken = 0
    for number, cell in enumerate(state.at):
        if cell != OFF and number != own:
            taken |= one[cell]
    for seat, cells in enumerate(state.tiles):
        if cells and not (tile and seat == state.seat):
            for cell in cells:
                if cell != OFF:
                    taken |= one[cell]
    return taken

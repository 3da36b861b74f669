"""The state of a game of Hex Battle Wars, and the settings of its table."""

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
"""The phases, as named in views; states hold the index."""
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
    """The settings of a table, with values derived from them."""

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
        """Number of hexes of each kind of hazard."""

    def allotment(self, seat: int, leader: int) -> tuple[int, int, int]:
        """Return the blocks that a seat lays; the high roller also gets the remainder (HBW-4)."""
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

    - `passes`: passes left
    - `tiles`: three cells, `OFF` for a removed tile, or empty
    - `hidden`: the piece that the tiles hide, 0 for none
    - `real`: the tile that hides it, 0 for none or not yet decided
    - `out_round`: the round in which it dropped out, -1 while it is in
    - `dice`: its roll for order

    The rest concerns the game: `rolling` is the set of seats that roll for order, and `leader` the winner of that roll.
    `box` holds the blocks still to lay. `seat` acts, or acted if a die is due. `piece` (0 if not chosen), `stage`,
    `roll`, `acted` and `closing` describe its turn, as in views. `forfeited` is a set of seats; `walk` and `shot` are
    as in views.
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
    """Return the entries with one replaced."""
    changed = [*entries]
    changed[index] = entry
    return tuple(changed)


def number_of(match: Match, seat: int, piece: int) -> int:
    """Return the index of a piece in a state's fields."""
    return seat * match.pieces + piece - 1


def living(match: Match, state: State, seat: int) -> list[int]:
    """Return the numbers of a seat's pieces that are still in the game."""
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


def clockwise(match: Match, seat: int) -> Iterator[int]:
    """Yield the other seats in join order, starting after a seat."""
    return ((seat + step) % match.seats for step in range(1, match.seats))


def occupied(match: Match, state: State, tile: bool) -> int:
    """Return the set of hexes that the acting piece, or its tile, may not enter (HBW-15).

    Its own hex, or those of its tiles, are free.
    """
    one = match.grid.one
    own = -1 if tile else number_of(match, state.seat, state.piece)
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

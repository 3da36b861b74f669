"""What a seat or a spectator of Monster Hex may know. Hidden: the tiles in others' hands, and the order of all stacks.

Views hold what changes during a game. What is printed and never changes is in `content`: `TILES`, and for the number of
a view's board its hexes, stones and rounds, `layout(view.board)`.
"""

import msgspec

from engine.monster_hex.printed import Value


class Monster(msgspec.Struct, frozen=True, gc=False):
    """A tile on the board; `powers[edge]` as it lies there, rotation and abilities included (MH-5, MH-7)."""

    label: str
    seat: int
    tile: str
    rank: str
    red: bool
    rotation: int
    powers: tuple[int, ...]


class Taken(msgspec.Struct, frozen=True, gc=False):
    """What a seat got from a stone: the printed value (1 at a Small Stone) and the colour bonus (MH-9 to MH-12)."""

    seat: int
    value: int
    bonus: int


class Capture(msgspec.Struct, frozen=True, gc=False):
    """How a stone was captured: `powers` per seat (None without a tile there), places (None if nobody), and points.

    `taken` is empty when nobody got anything. After Overwhelm both entries are the first's; the second is who had the
    second most power all the same (MH-12).
    """

    powers: tuple[int | None, ...]
    first: int | None
    second: int | None
    taken: tuple[Taken, ...]


class Score(msgspec.Struct, frozen=True, gc=False):
    """A seat's points, and the parts they come from."""

    points: int
    large: int
    small: int
    colour: int
    reward: int
    objectives: int


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat as everybody sees it; `unplayed` are the ids of its tiles not yet placed, in hand or stack (MH-2)."""

    faction: str | None
    score: Score
    hand_size: int
    unplayed: tuple[str, ...]
    forfeited: bool


class TakeChoice(msgspec.Struct, frozen=True, gc=False):
    """The first at a Large Stone must pick one of the values (MH-10)."""

    seat: int
    stone: str
    values: tuple[Value, ...]


class View(msgspec.Struct, frozen=True, gc=False):
    """A game of Monster Hex as `viewer` may know it; `board` is the number of the board.

    `phase` is one of faction, order, draw (chance is due), place, take, over. `round` counts from 1. `order` is the
    seat order of every round, empty before it is drawn. `actors` are the seats that must act. `hand` has the own
    tile ids in data order, None for a spectator. `captures` has an entry per stone of the board, in its order: None
    until the points are taken, thus also while the first is asked for a value (`take`). `last` are the labels of the
    newest placements, the newest last, at most one per seat. `winners` and `reason` (one of most_points, demon_king,
    shared, forfeit) are None before the end; forfeits by all seats leave no winner.
    """

    viewer: int
    board: int
    round: int
    phase: str
    order: tuple[int, ...]
    actors: tuple[int, ...]
    seats: tuple[SeatView, ...]
    hand: tuple[str, ...] | None
    monsters: tuple[Monster, ...]
    captures: tuple[Capture | None, ...]
    last: tuple[str, ...]
    take: TakeChoice | None
    demon_king: int | None
    winners: tuple[int, ...] | None
    reason: str | None

    def __repr__(self) -> str:
        return f"View(viewer={self.viewer}, board={self.board}, round={self.round}, phase={self.phase}, hand=<hidden>)"

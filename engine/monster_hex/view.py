"""What a seat or a spectator of Monster Hex may know. Hidden: the tiles in others' hands, and the order of all stacks;
until all have chosen, others' abilities; until the end, others' private Objectives; the shared tile but for its holder.

An *owner* of Monsters is a seat or, with the number after the last seat, the shared faction (`View.faction_of`).
Wherever a board, a capture or an event says who, it is an owner: `Monster.seat`, `Taken.seat`, the entries of
`Capture.powers`, `first` and `second`.

Views hold what changes during a game. What is printed and never changes is in `content`: `TILES`, and for the number of
a view's board its hexes, stones and rounds, `layout(view.board)`.
"""

import msgspec

from engine.monster_hex.content import Value


class Monster(msgspec.Struct, frozen=True, gc=False):
    """A tile on the board; `powers[edge]` as it lies there, rotation and abilities included (MH-5, MH-7).

    `seat` is its owner. `change` is what Enchant and Curse have added to each of its printed powers, 0 if nothing.
    """

    label: str
    seat: int
    tile: str
    rank: str
    red: bool
    rotation: int
    powers: tuple[int, ...]
    change: int = 0


class Taken(msgspec.Struct, frozen=True, gc=False):
    """What a seat got from a stone: the printed value (1 at a Small Stone) and the colour bonus (MH-9 to MH-12)."""

    seat: int
    value: int
    bonus: int


class Capture(msgspec.Struct, frozen=True, gc=False):
    """How a stone was captured: `powers` per seat (None without a tile there), places (None if nobody), and points.

    With the shared faction `powers` have one entry more, its own. `taken` is empty when nobody got anything. After
    Overwhelm both entries are the first's; the second is who had the second most power all the same (MH-12).
    """

    powers: tuple[int | None, ...]
    first: int | None
    second: int | None
    taken: tuple[Taken, ...]


class Score(msgspec.Struct, frozen=True, gc=False):
    """A seat's points, and the parts they come from; `head_start` are those that it began with (MH-3)."""

    points: int
    large: int
    small: int
    colour: int
    reward: int
    objectives: int
    head_start: int = 0


class PrivateObjective(msgspec.Struct, frozen=True, gc=False):
    """A seat's own Objective card, and how often the seat fulfils it now (MH-20); both None for who may not see it."""

    id: str | None
    times: int | None

    def __repr__(self) -> str:
        return "PrivateObjective(<hidden>)"


class PublicObjective(msgspec.Struct, frozen=True, gc=False):
    """A public Objective card, and how often each seat fulfils it now, by seat (MH-20)."""

    id: str
    times: tuple[int, ...]


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat as everybody sees it; `unplayed` are the ids of its tiles not yet placed, in hand or stack (MH-2).

    `ability` is what it chose (MH-15): None before, and for others until all have chosen; `has_chosen` says whether it
    has, once abilities are being chosen. `reward` are the points that it gets for each first place at a Large Stone
    from now on (MH-16). `objectives` are its private cards in the order of their draws, shown to all at the end.
    `score` has points of Objectives at the end only.
    """

    faction: str | None
    score: Score
    hand_size: int
    unplayed: tuple[str, ...]
    forfeited: bool
    ability: str | None = None
    has_chosen: bool = False
    reward: int = 0
    objectives: tuple[PrivateObjective, ...] = ()


class SharedView(msgspec.Struct, frozen=True, gc=False):
    """The shared faction (MH-21, MH-22), whose Monsters have the number after the last seat.

    `holder` is the seat that places its next tile, None before the order is drawn. `is_drawn` says whether that tile is
    drawn, `tile` which it is, for its holder only. `unplayed` are the ids of the tiles not yet on the board.
    """

    faction: str | None
    score: Score
    unplayed: tuple[str, ...]
    holder: int | None
    is_drawn: bool
    tile: str | None

    def __repr__(self) -> str:
        return f"SharedView(faction={self.faction!r}, holder={self.holder}, tile=<hidden>)"


class TemporaryStone(msgspec.Struct, frozen=True, gc=False):
    """A hex that Petrify has made a temporary Large Stone with one value (MH-19)."""

    label: str
    value: int


class TemporaryCapture(msgspec.Struct, frozen=True, gc=False):
    """How a temporary Stone was captured; its hex is free again since, and may hold a Monster by now (MH-19)."""

    label: str
    value: int
    capture: Capture


class AbilityChoice(msgspec.Struct, frozen=True, gc=False):
    """A seat has placed a red tile on `label` and may use its ability (MH-15).

    `strength` is 2 with rank S, else 1: what is added to powers or taken away, the points of Reward, the value of the
    temporary Stone; Confuse reaches adjacent tiles with 1 and all with 2. `targets` are the hexes that can be named, in
    label order; empty for Strike, Reward and Scheme, which name none.
    """

    seat: int
    ability: str
    label: str
    strength: int
    targets: tuple[str, ...]


class TakeChoice(msgspec.Struct, frozen=True, gc=False):
    """The first at a Large Stone must pick one of the values (MH-10)."""

    seat: int
    stone: str
    values: tuple[Value, ...]


class View(msgspec.Struct, frozen=True, gc=False):
    """A game of Monster Hex as `viewer` may know it; `board` is the number of the board.

    `phase` is one of faction, order, draw (chance is due), place, take, over; with variants also objectives (chance
    deals the cards), choose (all choose abilities at the same time), ability (see `ability`), scheme (chance deals a
    card), shared_draw (chance) and shared (the holder places the shared tile). `round` counts from 1. `order` is the
    seat order of every round, empty before it is drawn. `actors` are the seats that must act. `hand` has the own
    tile ids in data order, None for a spectator. `captures` has an entry per stone of the board, in its order: None
    until the points are taken, thus also while the first is asked for a value (`take`). `last` are the labels of the
    newest placements, the newest last, at most one per owner. `winners` and `reason` (one of most_points, demon_king,
    shared, forfeit, solo) are None before the end; forfeits by all seats leave no winner, and solo never has one.
    `demon_king` is the seat that was first at the stone with the 7.

    `variants` are those of abilities, objectives, shared that are played. `waiting` are the labels of the Stones,
    temporary ones too, that are surrounded and whose captures are still to be made, in their order. `is_extra` says
    that the tile to be placed now is the extra one of Strike (MH-17). `temporary` are the temporary Stones on the board
    in label order, `temporary_captures` those captured so far, in order (MH-19). With Scatter, a seat that must place
    may also use the placements of `preview.scattering_hexes` (MH-17). `head_start` are the points with which the first,
    the second and so on in the order begin, empty without a head start (MH-3). `edition` is 2024, or None for the
    current text (MH-24).
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
    variants: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    ability: AbilityChoice | None = None
    is_extra: bool = False
    temporary: tuple[TemporaryStone, ...] = ()
    temporary_captures: tuple[TemporaryCapture, ...] = ()
    public_objectives: tuple[PublicObjective, ...] = ()
    shared: SharedView | None = None
    head_start: tuple[int, ...] = ()
    edition: int | None = None

    def faction_of(self, owner: int) -> str | None:
        """The faction of a seat or, for the number after the last seat, of the shared faction; None before it is drawn.

        Raises IndexError for any other number.
        """
        if self.shared is not None and owner == len(self.seats):
            return self.shared.faction
        return self.seats[owner].faction

    def __repr__(self) -> str:
        return f"View(viewer={self.viewer}, board={self.board}, round={self.round}, phase={self.phase}, hand=<hidden>)"

"""A Monster Hex game as a seat or a spectator may see it.

Hidden are the tiles in other hands, the order of all stacks, other seats' abilities until all have chosen, other seats'
private Objectives until the end, and the shared tile except from the seat that holds it.

An *owner* of Monsters is a seat or the shared faction, which has the number after the last seat (`View.faction_of`).
These fields and events refer to owners: `Monster.seat`, `Taken.seat`, the entries of `Capture.powers`, `Capture.first`
and `Capture.second`.

Views hold only what changes during a game. Printed data is in `content`: `TILES`, and the hexes, stones and rounds of a
view's board in `layout(view.board)`.
"""

import msgspec

from engine.monster_hex.content import Value


class Monster(msgspec.Struct, frozen=True, gc=False):
    """A tile on the board; `powers[edge]` are its powers as turned and as changed by abilities (MH-5, MH-7).

    `seat` is its owner. `change` is the total change by Enchant and Curse, the same for every edge.
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
    """An owner's points from a Stone: the value taken, 1 at a Small Stone, and the colour bonus (MH-9 to MH-12)."""

    seat: int
    value: int
    bonus: int


class Capture(msgspec.Struct, frozen=True, gc=False):
    """The capture of a Stone: the powers by owner, the owners in first and second place, and the points.

    The entry of `powers` is None for an owner without a tile there. `first` and `second` are None if the place is
    tied or nobody has it. `taken` is empty if no points were given. With Overwhelm both entries of `taken` belong
    to the owner in first place, and `second` still names the owner with the second most power (MH-12).
    """

    powers: tuple[int | None, ...]
    first: int | None
    second: int | None
    taken: tuple[Taken, ...]


class Score(msgspec.Struct, frozen=True, gc=False):
    """An owner's points and the parts that they consist of.

    The parts are values of Large and Small Stones, colour bonuses, Reward, Objectives and the starting points (MH-3).
    """

    points: int
    large: int
    small: int
    colour: int
    reward: int
    objectives: int
    head_start: int = 0


class PrivateObjective(msgspec.Struct, frozen=True, gc=False):
    """A seat's private Objective, and how often the seat fulfils it now (MH-20).

    Both fields are None if the card is hidden from the viewer.
    """

    id: str | None
    times: int | None

    def __repr__(self) -> str:
        return "PrivateObjective(<hidden>)"


class PublicObjective(msgspec.Struct, frozen=True, gc=False):
    """A public Objective, and for each seat how often it fulfils the card now (MH-20)."""

    id: str
    times: tuple[int, ...]


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat as the viewer may see it.

    `unplayed` are the ids of its tiles in hand or stack (MH-2). `ability` is None before it is chosen, and for other
    viewers until all seats have chosen (MH-15). `reward` is the seat's bonus for each later first place at a Large
    Stone (MH-16). `objectives` are its private cards in the order dealt; all viewers see them at the end. `score`
    includes Objectives only at the end.
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
    """The shared faction (MH-21, MH-22). Its owner number is the one after the last seat.

    `holder` is the seat that places its next tile, None before the order of play is drawn. `is_drawn` says whether that
    tile has been drawn. `tile` is the id of that tile; only the holder sees it. `unplayed` are the ids of the faction's
    tiles that are not on the board.
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
    """A temporary Large Stone on the board, made from the hex `label` by Petrify; it has one value (MH-19)."""

    label: str
    value: int


class TemporaryCapture(msgspec.Struct, frozen=True, gc=False):
    """The capture of a temporary Stone (MH-19).

    Its hex `label` became free by the capture and may hold a Monster now.
    """

    label: str
    value: int
    capture: Capture


class AbilityChoice(msgspec.Struct, frozen=True, gc=False):
    """The open question whether a seat uses its ability, after it placed a red tile on `label` (MH-15).

    `strength` is 2 for a tile of rank S, otherwise 1. It is the change of powers, the bonus of Reward, or the value of
    the temporary Stone; Confuse reaches adjacent Monsters with 1 and all Monsters with 2. `targets` are the labels of
    the possible target hexes, in label order; it is empty for Strike, Reward and Scheme.
    """

    seat: int
    ability: str
    label: str
    strength: int
    targets: tuple[str, ...]


class TakeChoice(msgspec.Struct, frozen=True, gc=False):
    """The open question which of a Large Stone's values the owner in first place takes (MH-10)."""

    seat: int
    stone: str
    values: tuple[Value, ...]


class View(msgspec.Struct, frozen=True, gc=False):
    """A game of Monster Hex as seen by `viewer`; `board` is the size of the board.

    - `phase`: faction, order or draw (chance acts), place, take or over. With variants also objectives (chance deals
      cards), choose (all seats choose abilities), ability (see the field `ability`), scheme (chance deals a card),
      shared_draw (chance draws the shared tile) and shared (its holder places it)
    - `round`: the number of the round, counted from 1
    - `order`: the order of play in every round, empty before it is drawn
    - `actors`: the seats that must act
    - `hand`: the ids of the viewer's tiles in the data file's order, None for a spectator
    - `captures`: the capture of each printed Stone, None until its points are given
    - `last`: the labels of the newest placements, the newest last, at most one per owner
    - `take`: the open question about a Stone's value, None if there is none
    - `demon_king`: the seat that was first at the Demon King Stone, the one with the 7
    - `winners`, `reason`: None before the end; `reason` is most_points, demon_king, shared, forfeit or solo. Solo
      games, and games that every seat forfeited, have no winner
    - `variants`: the option names of the variants in play, among abilities, objectives and shared
    - `waiting`: the labels of surrounded Stones whose captures are pending, in order
    - `is_extra`: whether the next placement is the extra one of Strike (MH-17)
    - `temporary`: the temporary Stones on the board, in label order
    - `temporary_captures`: the captures of temporary Stones so far, in order (MH-19)
    - `head_start`: the starting points in the order of play, empty if the option is off (MH-3)
    - `edition`: 2024, or None for the current rules (MH-24)

    With the ability Scatter, a seat may also make the placements of `preview.scattering_hexes` (MH-17).
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
        """Return the faction name of an owner (a seat or the shared faction), or None before it is assigned.

        Raises IndexError for any other number.
        """
        if self.shared is not None and owner == len(self.seats):
            return self.shared.faction
        return self.seats[owner].faction

    def __repr__(self) -> str:
        return f"View(viewer={self.viewer}, board={self.board}, round={self.round}, phase={self.phase}, hand=<hidden>)"

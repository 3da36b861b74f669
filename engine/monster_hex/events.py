"""What happens in a game of Monster Hex, in order, for words and for rebuilding the public board.

Tiles, hexes, stones, abilities and Objectives are named as in the notation, factions by name. `seat` of factions, tiles
and points is an owner as in `view`: the shared faction has the number after the last seat. Fields that have a default
are not written when they hold it, so that the events of the base game stay as they were.
"""

from typing import TypeAlias

from engine.core import GameEnded, GameEvent, SeatForfeited, TimeRanOut


class FactionAssigned(GameEvent, frozen=True):
    """A seat that had not chosen got a faction (MH-3)."""

    seat: int
    faction: str


class OrderDrawn(GameEvent, frozen=True):
    """The seat order of every round is known (MH-3)."""

    order: tuple[int, ...]


class HeadStartGiven(GameEvent, frozen=True):
    """With the order it is known with how many points each seat begins (MH-3)."""

    points: tuple[int, ...]


class TileDrawn(GameEvent, frozen=True):
    """A seat drew a tile (MH-2); `tile` is None for everybody else."""

    seat: int
    tile: str | None

    def __repr__(self) -> str:
        return f"TileDrawn(seat={self.seat}, tile=<hidden>)"


class TilePlaced(GameEvent, frozen=True, omit_defaults=True):
    """A tile was placed (MH-5, MH-6), by Scatter (MH-17) or as the extra one of Strike."""

    seat: int
    tile: str
    label: str
    rotation: int
    is_scattered: bool = False
    is_extra: bool = False


class StoneCaptured(GameEvent, frozen=True, omit_defaults=True):
    """A stone was surrounded (MH-8): the powers at it (None without a tile there), and the places (MH-9, MH-11).

    `overwhelm` says that the first takes both values (MH-12). `temporary` is the value of a temporary Stone, whose hex
    is free again now, 0 for another (MH-19). The points follow as `RewardEarned` and `PointsTaken`.
    """

    stone: str
    powers: tuple[int | None, ...]
    first: int | None
    second: int | None
    overwhelm: bool
    temporary: int = 0


class ValueAsked(GameEvent, frozen=True):
    """The first at a stone must pick one of its values (MH-10)."""

    seat: int
    stone: str


class PointsTaken(GameEvent, frozen=True):
    """A seat took a printed value of a stone (1 of a Small Stone), and the bonus for its own colour (MH-10, MH-11)."""

    seat: int
    stone: str
    value: int
    bonus: int


class RoundEnded(GameEvent, frozen=True):
    """Every seat has placed its tile of a round (MH-4)."""

    round: int


class AbilityChosen(GameEvent, frozen=True):
    """A seat has chosen its ability; which is secret until all have chosen (MH-15). Choosing again is no event."""

    seat: int


class AbilitiesShown(GameEvent, frozen=True):
    """All have chosen: the ability of each seat (MH-15)."""

    abilities: tuple[str, ...]


class AbilityAsked(GameEvent, frozen=True):
    """The red tile that a seat has placed on `label` lets it use its ability (MH-15)."""

    seat: int
    ability: str
    label: str


class AbilityDeclined(GameEvent, frozen=True):
    """A seat did not use its ability this time (MH-15)."""

    seat: int
    ability: str


class PowersChanged(GameEvent, frozen=True):
    """By Enchant or Curse all powers of the Monster on `label` grew by `change`, or shrank (MH-16, MH-19)."""

    seat: int
    ability: str
    label: str
    change: int


class TileTurned(GameEvent, frozen=True):
    """By Confuse the Monster on `label` was turned (MH-18)."""

    seat: int
    label: str
    before: int
    rotation: int


class HexPetrified(GameEvent, frozen=True):
    """By Petrify an empty hex became a temporary Large Stone (MH-19)."""

    seat: int
    label: str
    value: int


class RewardRaised(GameEvent, frozen=True):
    """By Reward a seat's first places at Large Stones bring `more` from now on, `total` altogether (MH-16)."""

    seat: int
    more: int
    total: int


class RewardEarned(GameEvent, frozen=True):
    """A seat with Reward was first at a Large Stone (MH-16)."""

    seat: int
    stone: str
    points: int


class StrikeUsed(GameEvent, frozen=True):
    """A seat places another tile at once (MH-17)."""

    seat: int


class SchemeUsed(GameEvent, frozen=True):
    """A seat draws a private Objective (MH-18)."""

    seat: int


class ObjectiveDealt(GameEvent, frozen=True):
    """A card was dealt (MH-18, MH-20): a public one, with `seat` None, or a seat's own, None for everybody else."""

    seat: int | None
    objective: str | None

    def __repr__(self) -> str:
        return f"ObjectiveDealt(seat={self.seat}, objective=<hidden>)"


class SharedDrawn(GameEvent, frozen=True):
    """A seat got the shared tile that it will place (MH-21, MH-22); `tile` is None for everybody else."""

    seat: int
    tile: str | None

    def __repr__(self) -> str:
        return f"SharedDrawn(seat={self.seat}, tile=<hidden>)"


class TurnSkipped(GameEvent, frozen=True):
    """A seat has placed as many tiles as the game has rounds, so its turn is skipped (MH-17)."""

    seat: int


class ObjectiveScored(GameEvent, frozen=True):
    """At the end: how often a seat fulfils a card, and the points for it (MH-20); a private card is shown by it."""

    seat: int
    objective: str
    is_private: bool
    times: int
    points: int


Event: TypeAlias = (
    FactionAssigned
    | OrderDrawn
    | HeadStartGiven
    | TileDrawn
    | TilePlaced
    | StoneCaptured
    | ValueAsked
    | PointsTaken
    | RoundEnded
    | TimeRanOut
    | SeatForfeited
    | GameEnded
    | AbilityChosen
    | AbilitiesShown
    | AbilityAsked
    | AbilityDeclined
    | PowersChanged
    | TileTurned
    | HexPetrified
    | RewardRaised
    | RewardEarned
    | StrikeUsed
    | SchemeUsed
    | ObjectiveDealt
    | SharedDrawn
    | TurnSkipped
    | ObjectiveScored
)

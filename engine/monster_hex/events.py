"""The events of Monster Hex, in the order in which they happen.

They serve to tell the story of a game and to rebuild the public board. Tiles, hexes, stones, abilities and Objectives
are named as in the notation, factions by name. In events about factions, tiles and points, `seat` is an owner as in
`view`: the shared faction has the number after the last seat. Fields with their default value are omitted from the
JSON, so that events of the base game keep their stored form.
"""

from typing import TypeAlias

from engine.core import GameEnded, GameEvent, SeatForfeited, TimeRanOut


class FactionAssigned(GameEvent, frozen=True):
    """Chance assigned a faction to an owner for which none was chosen (MH-3)."""

    seat: int
    faction: str


class OrderDrawn(GameEvent, frozen=True):
    """Chance determined the order of play for all rounds (MH-3)."""

    order: tuple[int, ...]


class HeadStartGiven(GameEvent, frozen=True):
    """The seats got their starting points, which depend on the order of play; `points` are in seat order (MH-3)."""

    points: tuple[int, ...]


class TileDrawn(GameEvent, frozen=True):
    """A seat drew a tile (MH-2). `tile` is None for all viewers but that seat."""

    seat: int
    tile: str | None

    def __repr__(self) -> str:
        return f"TileDrawn(seat={self.seat}, tile=<hidden>)"


class TilePlaced(GameEvent, frozen=True, omit_defaults=True):
    """An owner's tile was placed (MH-5, MH-6).

    `is_scattered` marks a placement by Scatter, and `is_extra` the extra placement after Strike (MH-17).
    """

    seat: int
    tile: str
    label: str
    rotation: int
    is_scattered: bool = False
    is_extra: bool = False


class StoneCaptured(GameEvent, frozen=True, omit_defaults=True):
    """A surrounded Stone was captured: the powers and the places there (MH-8, MH-9, MH-11).

    `powers` has an entry per owner, None without a tile there. `overwhelm` is set if the owner in first place takes
    both values (MH-12). `temporary` is the value of a temporary Stone, whose hex becomes free again, or 0 for a printed
    one (MH-19). The points follow as `RewardEarned` and `PointsTaken`.
    """

    stone: str
    powers: tuple[int | None, ...]
    first: int | None
    second: int | None
    overwhelm: bool
    temporary: int = 0


class ValueAsked(GameEvent, frozen=True):
    """The owner in first place at a Large Stone has to choose one of its values (MH-10)."""

    seat: int
    stone: str


class PointsTaken(GameEvent, frozen=True):
    """An owner got a value of a Stone, 1 for a Small Stone (MH-10, MH-11).

    `bonus` is the extra for a value in the owner's colour, otherwise 0.
    """

    seat: int
    stone: str
    value: int
    bonus: int


class RoundEnded(GameEvent, frozen=True):
    """A round ended: every seat has placed its tile of the round, or its turn was skipped (MH-4, MH-17)."""

    round: int


class AbilityChosen(GameEvent, frozen=True):
    """A seat chose its ability, which stays secret until all seats have chosen (MH-15).

    If a seat changes its choice, there is no second event.
    """

    seat: int


class AbilitiesShown(GameEvent, frozen=True):
    """All seats have chosen, so their abilities were revealed; `abilities` are in seat order (MH-15)."""

    abilities: tuple[str, ...]


class AbilityAsked(GameEvent, frozen=True):
    """A seat placed a red tile on `label` and has to decide whether to use its ability (MH-15)."""

    seat: int
    ability: str
    label: str


class AbilityDeclined(GameEvent, frozen=True):
    """A seat decided not to use its ability (MH-15)."""

    seat: int
    ability: str


class PowersChanged(GameEvent, frozen=True):
    """Enchant or Curse changed all powers of the Monster on `label` by `change` (MH-16, MH-19)."""

    seat: int
    ability: str
    label: str
    change: int


class TileTurned(GameEvent, frozen=True):
    """Confuse turned the Monster on `label` from the rotation `before` to `rotation` (MH-18)."""

    seat: int
    label: str
    before: int
    rotation: int


class HexPetrified(GameEvent, frozen=True):
    """Petrify turned the empty hex `label` into a temporary Large Stone (MH-19)."""

    seat: int
    label: str
    value: int


class RewardRaised(GameEvent, frozen=True):
    """A seat used Reward: its bonus for each first place at a Large Stone rose by `more` to `total` (MH-16)."""

    seat: int
    more: int
    total: int


class RewardEarned(GameEvent, frozen=True):
    """A seat that has used Reward got its bonus for first place at a Large Stone (MH-16)."""

    seat: int
    stone: str
    points: int


class StrikeUsed(GameEvent, frozen=True):
    """A seat used Strike and places another tile at once (MH-17)."""

    seat: int


class SchemeUsed(GameEvent, frozen=True):
    """A seat used Scheme and is dealt a private Objective (MH-18)."""

    seat: int


class ObjectiveDealt(GameEvent, frozen=True):
    """An Objective card was dealt (MH-18, MH-20).

    `seat` is None for a public card. `objective` is None for viewers who may not see a private card.
    """

    seat: int | None
    objective: str | None

    def __repr__(self) -> str:
        return f"ObjectiveDealt(seat={self.seat}, objective=<hidden>)"


class SharedDrawn(GameEvent, frozen=True):
    """The shared tile of the round was drawn for the seat that will place it (MH-21, MH-22).

    `tile` is None for all viewers but that seat.
    """

    seat: int
    tile: str | None

    def __repr__(self) -> str:
        return f"SharedDrawn(seat={self.seat}, tile=<hidden>)"


class TurnSkipped(GameEvent, frozen=True):
    """A seat's turn was skipped, since it has already placed as many tiles as the game has rounds (MH-17)."""

    seat: int


class ObjectiveScored(GameEvent, frozen=True):
    """An Objective card was scored for a seat at the end (MH-20).

    `times` is how often the seat fulfils it, and `points` are the points for all times together. The event reveals
    private cards.
    """

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

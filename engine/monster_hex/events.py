"""The events of Monster Hex, in order, for the story and for rebuilding the public board.

Tiles, hexes, stones, abilities and Objectives are named as in the notation, factions by name. In events of factions,
tiles and points, `seat` is an owner as in `view`: the shared faction has the number after the last seat. Fields that
hold their default are omitted, so that events of the base game keep their stored form.
"""

from typing import TypeAlias

from engine.core import GameEnded, GameEvent, SeatForfeited, TimeRanOut


class FactionAssigned(GameEvent, frozen=True):
    """A seat that had not chosen a faction got one (MH-3)."""

    seat: int
    faction: str


class OrderDrawn(GameEvent, frozen=True):
    """The order of play in every round was drawn (MH-3)."""

    order: tuple[int, ...]


class HeadStartGiven(GameEvent, frozen=True):
    """Seats got starting points according to the order of play (MH-3)."""

    points: tuple[int, ...]


class TileDrawn(GameEvent, frozen=True):
    """A seat drew a tile (MH-2). `tile` is None for other viewers."""

    seat: int
    tile: str | None

    def __repr__(self) -> str:
        return f"TileDrawn(seat={self.seat}, tile=<hidden>)"


class TilePlaced(GameEvent, frozen=True, omit_defaults=True):
    """A tile was placed (MH-5, MH-6), perhaps by Scatter (MH-17) or as the extra tile of Strike."""

    seat: int
    tile: str
    label: str
    rotation: int
    is_scattered: bool = False
    is_extra: bool = False


class StoneCaptured(GameEvent, frozen=True, omit_defaults=True):
    """A Stone was surrounded: the powers and ranking at it (MH-8, MH-9, MH-11).

    `powers` is None for owners without a tile there. `overwhelm`: the first takes both values (MH-12). `temporary` is
    the value of a temporary Stone, whose hex becomes free again, or 0 for a printed one (MH-19). The points follow as
    `RewardEarned` and `PointsTaken`.
    """

    stone: str
    powers: tuple[int | None, ...]
    first: int | None
    second: int | None
    overwhelm: bool
    temporary: int = 0


class ValueAsked(GameEvent, frozen=True):
    """The first at a stone has to choose one of its values (MH-10)."""

    seat: int
    stone: str


class PointsTaken(GameEvent, frozen=True):
    """A seat took a value of a stone (1 for a Small Stone) and the bonus for its own colour (MH-10, MH-11)."""

    seat: int
    stone: str
    value: int
    bonus: int


class RoundEnded(GameEvent, frozen=True):
    """Every seat has placed its tile of the round (MH-4)."""

    round: int


class AbilityChosen(GameEvent, frozen=True):
    """A seat chose its ability, which stays secret until all have chosen (MH-15).

    A changed choice emits no event.
    """

    seat: int


class AbilitiesShown(GameEvent, frozen=True):
    """All seats have chosen, and their abilities are revealed (MH-15)."""

    abilities: tuple[str, ...]


class AbilityAsked(GameEvent, frozen=True):
    """A seat placed a red tile on `label` and may use its ability (MH-15)."""

    seat: int
    ability: str
    label: str


class AbilityDeclined(GameEvent, frozen=True):
    """A seat declined to use its ability (MH-15)."""

    seat: int
    ability: str


class PowersChanged(GameEvent, frozen=True):
    """Enchant or Curse changed all powers of the Monster on `label` by `change` (MH-16, MH-19)."""

    seat: int
    ability: str
    label: str
    change: int


class TileTurned(GameEvent, frozen=True):
    """Confuse turned the Monster on `label` (MH-18)."""

    seat: int
    label: str
    before: int
    rotation: int


class HexPetrified(GameEvent, frozen=True):
    """Petrify made an empty hex a temporary Large Stone (MH-19)."""

    seat: int
    label: str
    value: int


class RewardRaised(GameEvent, frozen=True):
    """Reward raised a seat's bonus for first places at Large Stones by `more`, to `total` (MH-16)."""

    seat: int
    more: int
    total: int


class RewardEarned(GameEvent, frozen=True):
    """A seat with Reward was first at a Large Stone (MH-16)."""

    seat: int
    stone: str
    points: int


class StrikeUsed(GameEvent, frozen=True):
    """A seat used Strike and places another tile at once (MH-17)."""

    seat: int


class SchemeUsed(GameEvent, frozen=True):
    """A seat used Scheme and draws a private Objective (MH-18)."""

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
    """A seat got the shared tile that it will place (MH-21, MH-22). `tile` is None for other viewers."""

    seat: int
    tile: str | None

    def __repr__(self) -> str:
        return f"SharedDrawn(seat={self.seat}, tile=<hidden>)"


class TurnSkipped(GameEvent, frozen=True):
    """A seat's turn was skipped, since it has placed one tile per round of the game (MH-17)."""

    seat: int


class ObjectiveScored(GameEvent, frozen=True):
    """A card was scored at the end: how often a seat fulfils it, and the points (MH-20).

    A private card is revealed by this event.
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

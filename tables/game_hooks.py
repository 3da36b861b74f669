"""Hooks with which a game customizes the table service beyond its rules; each has a default."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from tables.settings import TableSettings


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A choice that each seat may make in the lobby, such as a faction."""

    name: str
    title: str
    options: Mapping[str, str]
    """Labels by value."""
    exclusive: bool = True
    """Whether a value can be chosen by one seat only."""
    secret: bool = False
    """Whether others see only that something was chosen; a secret choice is never exclusive."""


LEVELS: Final[Mapping[str, str]] = {"easy": "Easy", "normal": "Normal", "strong": "Strong", "master": "Master"}
"""The levels of a game with all of them, easiest first."""
STAND_IN: Final = "normal"
"""The level that stands in for people, whatever the table's computer players are."""


def stand_in(computers: Collection[str], preferred: str = "") -> str:
    """The one of a game's computer players that moves for people: a normal one, where the game has levels."""
    return next(kind for kind in (STAND_IN, preferred, *computers) if kind in computers)


class GameHooks:
    """The part of a game's interface that the table service calls; the rest is in `cogs.ui.kit.interface`."""

    computers: Mapping[str, str] = {"greedy": "Normal", "random": "Easy"}
    """The computer players that a host may choose: levels by name; the first one is the default."""
    default_seats: int = 2
    """The seats of a new table, unless its host says otherwise."""
    record_for_seats_only: bool = False
    """Whether only the table's own players may download its record, because it holds more than the end reveals."""

    def seat_choices(self, options: dict[str, Any]) -> tuple[SeatChoice, ...]:
        """The choices that each seat may make in the lobby."""
        return ()

    def with_choices(self, options: dict[str, Any], chosen: Sequence[Mapping[str, str]]) -> dict[str, Any]:
        """The game's options with the seats' choices applied; `chosen` has one mapping by choice name per seat."""
        return options

    def rematch_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """The game's options for a rematch: those of the game that is over, without what seats chose for themselves."""
        return options

    def solo_score(self, view: Any) -> int | None:
        """The points of a game played alone that has ended; None for any other. `view` is a spectator's."""
        return None

    def turn_seconds(self, view: Any, settings: TableSettings) -> int | None:
        """The time limit of the current turn; `view` is a spectator's. None for no limit."""
        return settings.clock

    def has_bank(self, view: Any) -> bool:
        """Whether the banks of seats count in the current turn, on top of its limit; `view` is a spectator's."""
        return True

    def stand_in(self, settings: TableSettings, view: Any, legal: Sequence[str], rng: Random) -> str | None:
        """The next action for a seat that missed the deadline, before HOST's `close`; None for no (more) action."""
        return None

    def done_text(self, view: Any, actions: Sequence[str]) -> str:
        """The reply to typed actions once they are committed; `view` is the player's own, afterwards."""
        return f"Done: `{' '.join(actions)}`."

    def submission_text(self, view: Any) -> str:
        """The state of a player's own submission in a simultaneous turn; may be empty."""
        return ""

"""What a game may decide at a table beyond its rules; every part has a default."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tables.settings import TableSettings


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """Something that each seat may choose before the start, such as a faction."""

    name: str
    title: str
    options: Mapping[str, str]
    """Labels by value."""
    exclusive: bool = True
    """Whether a value can be chosen by one seat only."""
    secret: bool = False
    """Whether others see only that something was chosen; a secret choice is never exclusive."""


class GameHooks:
    """The part of a game's interface that the table service asks; the rest is in `cogs.ui.interface`."""

    computers: Mapping[str, str] = {"greedy": "looks one move ahead", "random": "plays any legal move"}
    """The computer players that a host may choose, in words by name; the first one is the default."""
    record_for_seats_only: bool = False
    """Whether only the people of a table may ask for its record, which then holds what the end does not show."""

    def seat_choices(self, options: dict[str, Any]) -> tuple[SeatChoice, ...]:
        """What each seat may choose in the lobby."""
        return ()

    def with_choices(self, options: dict[str, Any], chosen: Sequence[Mapping[str, str]]) -> dict[str, Any]:
        """The game's options once the seats have chosen; one mapping of choices by name for each seat."""
        return options

    def turn_seconds(self, view: Any, settings: TableSettings) -> int | None:
        """How long the turn that a spectator's view shows may take; None for no limit."""
        return settings.clock

    def stand_in(self, settings: TableSettings, view: Any, legal: Sequence[str], rng: Random) -> str | None:
        """The next action for a seat that is late, before its turn is closed; None for nothing (more)."""
        return None

    def done_text(self, view: Any, actions: Sequence[str]) -> str:
        """What somebody who typed actions reads once they are durable; `view` is their own afterwards."""
        return f"Done: `{' '.join(actions)}`."

    def submission_text(self, view: Any) -> str:
        """How somebody's own submission stands in a simultaneous turn; empty for nothing to say."""
        return ""

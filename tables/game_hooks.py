"""Hooks with which a game customizes the table service beyond its rules; each has a default."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
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


def _same_options(options: dict[str, Any]) -> dict[str, Any]:
    return options


def _without_choices(options: dict[str, Any], chosen: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    return options


def _clock(view: Any, settings: TableSettings) -> int | None:
    return settings.clock


def _done(view: Any, actions: Sequence[str]) -> str:
    return f"Done: `{' '.join(actions)}`."


@dataclass(frozen=True, kw_only=True)
class GameHooks:
    """The part of a game's interface that the table service calls; the rest is in `cogs.ui.kit.interface`."""

    computers: Mapping[str, str] = field(default_factory=lambda: {"greedy": "Normal", "random": "Easy"})
    """The computer players that a host may choose: levels by name; the first one is the default."""
    default_seats: int = 2
    """The seats of a new table, unless its host says otherwise."""
    record_for_seats_only: bool = False
    """Whether only the table's own players may download its record, because it holds more than the end reveals."""
    seat_choices: Callable[[dict[str, Any]], tuple[SeatChoice, ...]] = lambda options: ()
    """The choices that each seat may make in the lobby, for the game's options."""
    with_choices: Callable[[dict[str, Any], Sequence[Mapping[str, str]]], dict[str, Any]] = _without_choices
    """The game's options with the seats' choices applied; takes one mapping by choice name per seat."""
    rematch_options: Callable[[dict[str, Any]], dict[str, Any]] = _same_options
    """The game's options for a rematch: those of the game that is over, without what seats chose for themselves."""
    solo_score: Callable[[Any], int | None] = lambda view: None
    """The points of a game played alone that has ended; None for any other. Takes a spectator's view."""
    turn_seconds: Callable[[Any, TableSettings], int | None] = _clock
    """The time limit of the current turn in seconds, None for no limit. Takes a spectator's view."""
    has_bank: Callable[[Any], bool] = lambda view: True
    """Whether the banks of seats count in the current turn, on top of its limit. Takes a spectator's view."""
    stand_in: Callable[[TableSettings, Any, Sequence[str], Random], str | None] = lambda settings, view, legal, rng: (
        None
    )
    """The next action for a seat that missed the deadline, before HOST's `close`; None for no (more) action.

    Takes the seat's view and legal actions.
    """
    done_text: Callable[[Any, Sequence[str]], str] = _done
    """The reply to typed actions once they are committed; takes the player's own view afterwards."""
    submission_text: Callable[[Any], str] = lambda view: ""
    """The state of a player's own submission in a simultaneous turn; may be empty. Takes the player's view."""

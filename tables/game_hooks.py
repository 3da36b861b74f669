"""Hooks with which a game customises the table service beyond its rules. Each has a default."""

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
    """Whether others see only that something was chosen. A secret choice is never exclusive."""


LEVELS: Final[Mapping[str, str]] = {"easy": "Easy", "normal": "Normal", "strong": "Strong", "master": "Master"}
"""All levels of computer players, easiest first. A game may have only some of them."""
STAND_IN: Final = "normal"
"""The level that stands in for people, regardless of the table's computer players."""


def stand_in(computers: Collection[str], preferred: str = "") -> str:
    """Return the computer player that stands in for people.

    It is `STAND_IN` if the game has that level, else `preferred`, else the first one.
    """
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
    """The part of a game's interface that the table service calls. The rest is in `cogs.ui.kit.interface`."""

    computers: Mapping[str, str] = field(default_factory=lambda: {"greedy": "Normal", "random": "Easy"})
    """The computer players that a host may choose: levels by name. The first one is the default."""
    default_seats: int = 2
    """The number of seats of a new table, unless its host chooses another."""
    record_for_seats_only: bool = False
    """Whether only the table's own players may download its record, because it holds more than the end reveals."""
    seat_choices: Callable[[dict[str, Any]], tuple[SeatChoice, ...]] = lambda options: ()
    """Return the choices that each seat may make in the lobby, for the game's options."""
    with_choices: Callable[[dict[str, Any], Sequence[Mapping[str, str]]], dict[str, Any]] = _without_choices
    """Return the game's options with the seats' choices applied. Takes one mapping by choice name per seat."""
    rematch_options: Callable[[dict[str, Any]], dict[str, Any]] = _same_options
    """Return the game's options for a rematch: the old options without the seats' own choices."""
    solo_score: Callable[[Any], int | None] = lambda view: None
    """Return the score of a finished game played alone, or None for any other game. Takes a spectator's view."""
    turn_seconds: Callable[[Any, TableSettings], int | None] = _clock
    """Return the time limit of the current turn in seconds, or None for no limit. Takes a spectator's view."""
    has_bank: Callable[[Any], bool] = lambda view: True
    """Return whether the seats' banks count in the current turn, on top of its limit. Takes a spectator's view."""
    stand_in: Callable[[TableSettings, Any, Sequence[str], Random], str | None] = lambda settings, view, legal, rng: (
        None
    )
    """Return the next action for a seat that missed the deadline, before HOST's `close`, or None for no (more) action.

    Takes the seat's view and legal actions.
    """
    done_text: Callable[[Any, Sequence[str]], str] = _done
    """Return the reply to typed actions after their commit. Takes the player's own view after them."""
    submission_text: Callable[[Any], str] = lambda view: ""
    """Return the state of a player's own submission in a simultaneous turn. May be empty. Takes the player's view."""

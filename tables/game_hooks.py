"""Hooks by which a game customises the table service beyond its rules. All have defaults."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from language.messages import N_, _
from tables.settings import TableSettings


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A choice that each seat has in the lobby, such as its faction."""

    name: str
    title: str
    options: Mapping[str, str]
    """The labels of the choice's values, by value."""
    exclusive: bool = True
    """Whether each value can be chosen by only one seat."""
    secret: bool = False
    """Whether other players see only that a value was chosen, but not which. A secret choice is never exclusive."""


LEVELS: Final[Mapping[str, str]] = {
    "easy": N_("Easy"),
    "normal": N_("Normal"),
    "strong": N_("Strong"),
    "master": N_("Master"),
}
"""By name, easiest first: the labels of all levels of computer players. A game may have only some of them."""
STAND_IN: Final = "normal"
"""The level of the computer player that stands in for a person, whatever level the table's computer players have."""


def stand_in(computers: Collection[str], preferred: str = "") -> str:
    """Return the name of the computer player that stands in for people, out of a game's computer players.

    It is `STAND_IN` if the game has that level, else `preferred` if given, else the first one.
    """
    return next(kind for kind in (STAND_IN, preferred, *computers) if kind in computers)


def _keep_options(options: dict[str, Any]) -> dict[str, Any]:
    return options


def _ignore_choices(options: dict[str, Any], chosen: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    return options


def _clock(view: Any, settings: TableSettings) -> int | None:
    return settings.clock


def _done(view: Any, actions: Sequence[str]) -> str:
    return _("Done: {actions}.", actions=f"`{' '.join(actions)}`")


@dataclass(frozen=True, kw_only=True)
class GameHooks:
    """The part of a game's interface that the table service calls. The rest is in `cogs.ui.kit.interface`."""

    computers: Mapping[str, str] = field(default_factory=lambda: {"greedy": "Normal", "random": "Easy"})
    """The computer players that a host may choose: the labels of their levels, by name.

    The first one is the default.
    """
    default_seats: int = 2
    """The number of seats of a new table, unless its host chooses another."""
    record_for_seats_only: bool = False
    """Whether only the table's own players may download a finished game's record.

    This is so if the record reveals more than the end of the game does.
    """
    seat_choices: Callable[[dict[str, Any]], tuple[SeatChoice, ...]] = lambda options: ()
    """A function that returns the choices that each seat may make in the lobby, given the game's options."""
    with_choices: Callable[[dict[str, Any], Sequence[Mapping[str, str]]], dict[str, Any]] = _ignore_choices
    """A function that returns the game's options with the seats' choices applied.

    It takes the options and, for each seat, a mapping of choice names to chosen values.
    """
    surprise: Callable[[Any, Random], str | None] | None = None
    """A function that returns the next action of a seat that leaves its set-up to chance, or None after the set-up.

    It takes the seat's view and a random generator. None for a game without a set-up to leave to chance.
    """
    set_up_hint: Callable[[Any], str | None] = lambda view: None
    """A function that returns the hint for a seat's next choice at set-up if it needs no search, else None.

    It takes the seat's view.
    """
    rematch_options: Callable[[dict[str, Any]], dict[str, Any]] = _keep_options
    """A function that returns the game's options for a rematch: the old options without the seats' own choices."""
    is_rateable: Callable[[Mapping[str, Any]], bool] = lambda options: True
    """A function that returns whether games with these options may be rated."""
    solo_score: Callable[[Any], int | None] = lambda view: None
    """A function that returns the score of a finished single-player game, or None for any other. Takes a spectator's
    view."""
    turn_seconds: Callable[[Any, TableSettings], int | None] = _clock
    """A function that returns the time limit of the current turn in seconds, or None. Takes a spectator's view and
    settings."""
    has_bank: Callable[[Any], bool] = lambda view: True
    """A function that returns whether seats may use their banks in the current turn, in addition to the time limit.

    It takes a spectator's view.
    """
    stand_in: Callable[[TableSettings, Any, Sequence[str], Random], str | None] = lambda settings, view, legal, rng: (
        None
    )
    """A function that returns the next action for a seat that missed the deadline, or None for no further action.

    It is called repeatedly before the program (HOST) closes the turn. It takes the settings, the seat's view, its legal
    actions and a random generator.
    """
    done_text: Callable[[Any, Sequence[str]], str] = _done
    """A function that returns the reply to typed actions after their commit.

    It takes the player's view after the actions, and the actions.
    """
    submission_text: Callable[[Any], str] = lambda view: ""
    """A function that returns a text about a player's own choice in a simultaneous turn, or "". Takes the player's
    view."""
    is_chosen: Callable[[Any, str], bool] | None = None
    """A function that returns whether an action of a simultaneous turn is still among a seat's choices.

    It takes the seat's view and an action in notation. None for a game in which such choices can't be changed.
    """

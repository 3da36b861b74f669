"""What every game is made of: players, rules, transitions, outcomes, and the errors that explain a refusal.

A game is a stateless `Rules` object over frozen states. Chance and time are players like the seats: whatever they do is
an action in the log, so a record alone gives the game again (engine.md, decisions 1-4).

Errors::

    EngineError(ValueError)
    ├── InvalidAction      the text is no action of this game; says where
    ├── IllegalAction      a rule stands in the way; names it
    ├── NotYourTurn        the player has nothing to do now
    ├── GameOver           nobody has
    ├── InvalidOptions     seats or options that the game does not offer
    ├── VersionMismatch    a record of rules that this program does not have
    └── CorruptRecord      a record that contradicts itself
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

Player: TypeAlias = int
"""A seat, 0 to n-1, or one of the three below."""

CHANCE: Player = -1
"""Dice, draws and shuffles: acts when `actors` says `(CHANCE,)`."""
HOST: Player = -2
"""Does what no seat does: closes a round whose clock ran out, forfeits a seat. Never among the actors."""
SPECTATOR: Player = -3
"""Sees what everybody may see, and acts never."""

ECHO_LIMIT = 80
"""The most characters of somebody's input that an error text repeats (design.md, Trust)."""


class EngineError(ValueError):
    """A refusal, with a stable `code` and a text fit for every viewer (view-safe: no hidden information)."""

    code = "engine_error"

    def __init__(self, text: str, code: str | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.code = code or type(self).code


class InvalidAction(EngineError):  # noqa: N818 - the name says what happened, as python-chess does
    code = "invalid_action"


class IllegalAction(EngineError):  # noqa: N818
    code = "illegal_action"


class NotYourTurn(EngineError):  # noqa: N818
    code = "not_your_turn"


class GameOver(EngineError):  # noqa: N818
    code = "game_over"


class InvalidOptions(EngineError):  # noqa: N818
    code = "invalid_options"


class VersionMismatch(EngineError):  # noqa: N818
    code = "version_mismatch"


class CorruptRecord(EngineError):  # noqa: N818
    code = "corrupt_record"


def echo(text: str) -> str:
    """Somebody's input as an error text may repeat it: quoted, and cut to `ECHO_LIMIT` characters."""
    return repr(text if len(text) <= ECHO_LIMIT else text[: ECHO_LIMIT - 1] + "…")


class Close(msgspec.Struct, frozen=True, gc=False, tag="close"):
    """HOST: the clock ran out; whoever must act gets the rule book's default move."""


class Forfeit(msgspec.Struct, frozen=True, gc=False, tag="forfeit"):
    """HOST: a seat left the game or resigned."""

    seat: int


HostAction: TypeAlias = Close | Forfeit
"""What HOST may ask of a game's rules; `for SEAT ACTION` and `takeback N` are folded by `engine.record`."""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The end of a game: why it ended, and what each seat gets.

    `returns` holds one number per seat, higher is better, in the range that `GameInfo` declares; `winners` the seats
    that won, in seat order (several for a shared victory, none for a game without one).
    """

    reason: str
    returns: tuple[int, ...]
    winners: tuple[int, ...]


class GameInfo(msgspec.Struct, frozen=True, gc=False):
    """What a table must know of a game before anybody sits down."""

    name: str
    title: str
    rules_version: int
    seats: tuple[int, ...]
    max_game_length: int
    """The most entries, chance and HOST included, that a game can take."""


StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")
ViewT = TypeVar("ViewT")


class Transition(msgspec.Struct, Generic[StateT, EventT], frozen=True, gc=False):
    """What `apply` gives: the state after the action, and what happened on the way, in order."""

    state: StateT
    events: tuple[EventT, ...]


class Rules(Protocol[StateT, ActionT, EventT, ViewT]):
    """One game in one configuration (seats and options): stateless and deterministic.

    The state never leaves the engine; everything else gets `view`, `visible` events and the `Outcome`.
    """

    info: GameInfo
    seats: int
    state_type: type[StateT]
    view_type: type[ViewT]

    def initial_state(self) -> StateT:
        """The state before the first entry."""
        ...

    def actors(self, state: StateT) -> tuple[Player, ...]:
        """Who must act: () at the end, (CHANCE,), one seat, or several at once."""
        ...

    def legal_actions(self, state: StateT, player: Player) -> Sequence[ActionT]:
        """The advancing actions of a player: finite, sorted, unique, enough to end the game; empty for non-actors."""
        ...

    def is_legal(self, state: StateT, player: Player, action: ActionT) -> bool:
        """Whether `apply` would take the action; may allow more than `legal_actions` lists."""
        ...

    def host_actions(self, state: StateT) -> Sequence[HostAction]:
        """What HOST may do now."""
        ...

    def chance_outcomes(self, state: StateT) -> Sequence[tuple[ActionT, int]]:
        """Each outcome of the draw that is due, with its integer weight; empty when CHANCE is not the actor."""
        ...

    def apply(self, state: StateT, player: Player, action: ActionT | HostAction) -> Transition[StateT, EventT]:
        """The state after an action. Raises GameOver, NotYourTurn or IllegalAction, naming the rule."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """The end, or None before it."""
        ...

    def result(self, state: StateT) -> dict[str, Any] | None:
        """The result in JSON terms, as the game's rule book says; None before the end."""
        ...

    def view(self, state: StateT, viewer: Player) -> ViewT:
        """What a seat or SPECTATOR may know: the only way out for hidden information."""
        ...

    def visible(self, event: EventT, viewer: Player) -> EventT | None:
        """The event as the viewer may know it, or None."""
        ...

    def determinize(self, view: ViewT, rng: Random) -> StateT:
        """A random state that the view's owner cannot tell from the true one."""
        ...

    def evaluate(self, view: ViewT, seat: int) -> float:
        """How good the view looks for a seat, higher is better; for computer players that look one move ahead."""
        ...

    def format_action(self, view: ViewT, action: ActionT) -> str:
        """The action in the game's notation; `parse_action` is its inverse."""
        ...

    def parse_action(self, view: ViewT, text: str) -> ActionT:
        """The action that a text means. Raises InvalidAction, which says where the text goes wrong."""
        ...


AnyRules: TypeAlias = Rules[Any, Any, Any, Any]


class Game(Protocol):
    """A registered game: makes its rules for given seats and options.

    One with computer players of its own also is an `engine.players.base.BringsPlayers`.
    """

    name: str
    title: str
    rules_version: int
    seats: tuple[int, ...]

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        """The options in full, defaults filled in, in JSON terms. Raises InvalidOptions, saying what is possible."""
        ...

    def rules(self, seats: int, options: dict[str, Any]) -> AnyRules:
        """The rules in one configuration. Raises InvalidOptions."""
        ...

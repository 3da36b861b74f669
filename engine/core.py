"""The contract of every game: players, rules, transitions, outcomes, and errors.

A game is a stateless `Rules` object over immutable states. Chance and time are players like the seats: everything they
do is an action in the log, so that replaying the log reproduces the game.

Errors::

    EngineError(ValueError)
    ├── InvalidAction      the text is not in the game's notation; says where
    ├── IllegalAction      the action is against the rules; names the rule
    ├── NotYourTurn        the player is not an actor now
    ├── GameOver           the game has ended
    ├── InvalidOptions     seats or options that the game does not offer
    ├── VersionMismatch    a record of rules that this program does not have
    └── CorruptRecord      an inconsistent record
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

Player: TypeAlias = int
"""A seat, 0 to n-1, or one of the three below."""

CHANCE: Player = -1
"""The chance player: dice, draws and shuffles; acts when `actors` gives `(CHANCE,)`."""
HOST: Player = -2
"""The administrator: closes a turn whose time ran out, forfeits a seat. Never among the actors."""
SPECTATOR: Player = -3
"""A viewer without a seat: sees public information only, and never acts."""

ECHO_LIMIT = 80
"""The most characters of user input that an error text quotes."""


class EngineError(ValueError):
    """Base of the engine's errors: a stable `code`, and a text without hidden information, fit for every viewer.

    `rule` is the number of the rule that forbids the action, "MH-5"; empty where it is no rule of the game.
    """

    code = "engine_error"

    def __init__(self, text: str, code: str | None = None, rule: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.code = code or type(self).code
        self.rule = rule


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
    """User input for an error text: in “quotes”, on one line of at most `ECHO_LIMIT` characters.

    It has no such quotes itself, so that markdown in it can be escaped later (`tables.texts.escape_quoted`).
    """
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    line = " ".join(printable.replace("“", '"').replace("”", '"').split())
    return f"“{line if len(line) <= ECHO_LIMIT else line[: ECHO_LIMIT - 1] + '…'}”"


def join_and(words: Sequence[str]) -> str:
    """Words as "A, B and C"; empty without any."""
    return _join(words, "and")


def join_or(words: Sequence[str]) -> str:
    """Words as "A, B or C"; empty without any."""
    return _join(words, "or")


def _join(words: Sequence[str], last: str) -> str:
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def tag_of(name: str) -> str:
    """The tag by which a type is known in JSON, from the name of its class: `tile_placed` of `TilePlaced`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).removeprefix("_")


class GameAction(msgspec.Struct, frozen=True, gc=False, order=True, tag=tag_of):
    """The base of every game's actions: immutable, sorted by their fields, with a tag."""


class GameEvent(msgspec.Struct, frozen=True, gc=False, tag=tag_of):
    """The base of every game's events: immutable, with a tag, by which stored ones are decoded."""


class TimeRanOut(GameEvent, frozen=True):
    """A seat's clock ran out; what follows is the rule book's default move."""

    seat: int


class SeatForfeited(GameEvent, frozen=True):
    """A seat left or resigned; what becomes of it, the rule book says."""

    seat: int


class GameEnded(GameEvent, frozen=True):
    """The game is over: why, by the reason of the outcome, and the seats that won."""

    reason: str
    winners: tuple[int, ...]


class Close(msgspec.Struct, frozen=True, gc=False, tag="close"):
    """HOST closes the turn: the missing actors get the rule book's default move."""


class Forfeit(msgspec.Struct, frozen=True, gc=False, tag="forfeit"):
    """HOST removes a seat that left the game or resigned; `late` if its time ran out, which changes no rule."""

    seat: int
    late: bool = False


HostAction: TypeAlias = Close | Forfeit
"""The HOST actions that a game's rules implement; `engine.replay` handles `for SEAT ACTION` and `takeback N`."""


Standing: TypeAlias = tuple[tuple[int, ...], ...]
"""A ranking: groups of seats, best first, tied seats together, every seat once; seats that left come last."""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The end of a game: why it ended, and the return of each seat.

    `returns` holds one number per seat, higher is better; `winners` the seats that won, in seat order (several for a
    shared victory, none for a game without one).
    """

    reason: str
    returns: tuple[int, ...]
    winners: tuple[int, ...]


StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")
ViewT = TypeVar("ViewT")


def ranked(staying: Iterable[int], key: Callable[[int], Any], left: Iterable[int] = ()) -> Standing:
    """The ranking of the seats that stay by a key, highest first, followed by the seats that left."""
    groups: dict[Any, list[int]] = {}
    for seat in staying:
        groups.setdefault(key(seat), []).append(seat)
    ordered = [tuple(groups[value]) for value in sorted(groups, reverse=True)]
    return (*ordered, last) if (last := tuple(left)) else tuple(ordered)


class Transition(msgspec.Struct, Generic[StateT, EventT], frozen=True, gc=False):
    """The result of an action: the state after it, and its events in order."""

    state: StateT
    events: tuple[EventT, ...]


def played_by_default(
    state: StateT, due: Callable[[StateT], ActionT | None], play: Callable[[StateT, ActionT], StateT]
) -> StateT:
    """The state after default moves, as many as are due; games end their `play` with it.

    `due` gives the default move of a seat whose turn HOST has closed or that has left, and None for every other actor,
    CHANCE included. If the state says that the rest of a turn is played by default, the default moves continue after
    each draw, and a log needs HOST's `close` only once.
    """
    while (action := due(state)) is not None:
        state = play(state, action)
    return state


class Weighted(msgspec.Struct, Generic[ActionT], frozen=True, gc=False):
    """A draw's outcomes with unequal probabilities: one positive integer weight for each."""

    outcomes: tuple[ActionT, ...]
    weights: tuple[int, ...]


def sample_outcome(outcomes: Sequence[ActionT] | Weighted[ActionT], rng: Random) -> ActionT:
    """A random outcome of a draw, by weight; for playouts, not for logged games."""
    if isinstance(outcomes, Weighted):
        return rng.choices(outcomes.outcomes, outcomes.weights)[0]
    return outcomes[int(rng.random() * len(outcomes))]


class Rules(Protocol[StateT, ActionT, EventT, ViewT]):
    """One game in one configuration (seats and options): stateless and deterministic. Games inherit from it.

    The state stays inside the engine; everything else gets `view`, `visible` events and the `Outcome`.
    `event_type` is the union of the game's events, to decode stored ones. `max_game_length` is the most entries that a
    game can take from any state when every seat's action is one of `legal_actions`; chance and HOST are included.
    """

    seats: int
    max_game_length: int
    state_type: type[StateT]
    view_type: type[ViewT]
    event_type: Any

    @property
    def entries_kept_free(self) -> int:
        """How many entries of the log stay free for the rest of the game, so that no change of mind prevents its end.

        All that it can take, unless that is more than a record holds and far more than games take.
        """
        return self.max_game_length

    @abstractmethod
    def initial_state(self) -> StateT:
        """The state before the first entry."""
        ...

    @abstractmethod
    def actors(self, state: StateT) -> tuple[Player, ...]:
        """Who must act: () at the end, (CHANCE,), one seat, or several at once."""
        ...

    def is_simultaneous(self, state: StateT) -> bool:
        """Whether several seats act at the same time in this turn, also when only one of them is still missing."""
        return False

    @abstractmethod
    def turn_key(self, state: StateT) -> tuple[int, ...]:
        """A public key of the current turn; it changes when the next turn begins, and only then.

        A turn is one placement, several actions by one seat, or a round that all seats submit simultaneously, in which
        the key stays the same when one of them submits.
        """
        ...

    @abstractmethod
    def legal_actions(self, state: StateT, player: Player) -> Sequence[ActionT]:
        """A player's advancing actions: finite, sorted, unique, enough to end the game; empty for non-actors."""
        ...

    def is_legal(self, state: StateT, player: Player, action: ActionT | HostAction) -> bool:
        """Whether `apply` accepts the action; may allow more than `legal_actions` lists."""
        return action in (self.host_actions(state) if player == HOST else self.legal_actions(state, player))

    def staying(self, state: StateT) -> Sequence[int]:
        """The seats that may still be forfeited; none by default."""
        return ()

    def host_actions(self, state: StateT) -> Sequence[HostAction]:
        """The legal actions of HOST: close while a seat must act, and until the end forfeit a seat that stays."""
        actors = self.actors(state)
        if not actors:
            return ()
        forfeits = [Forfeit(seat) for seat in self.staying(state)]
        return forfeits if actors == (CHANCE,) else [Close(), *forfeits]

    def chance_outcomes(self, state: StateT) -> Sequence[ActionT] | Weighted[ActionT]:
        """The outcomes of the draw that is due, equally likely unless weighted; () when CHANCE is not the actor."""
        return ()

    def apply(self, state: StateT, player: Player, action: ActionT | HostAction) -> Transition[StateT, EventT]:
        """The state after an action, and its events. Raises GameOver, NotYourTurn or IllegalAction, naming the rule.

        `GameEnded` is the last event of every game; a game lists it in its `event_type`.
        """
        if not self.is_legal(state, player, action):
            raise self.refusal(state, player, action)
        events: list[Any] = []
        after = self.play(state, player, action, events)
        if (end := self.outcome(after)) is not None:
            events.append(GameEnded(end.reason, end.winners))
        return Transition(after, tuple(events))

    @abstractmethod
    def play(self, state: StateT, player: Player, action: ActionT | HostAction, events: list[EventT]) -> StateT:
        """The state after a legal action; appends its events to `events`."""
        ...

    def refusal(self, state: StateT, player: Player, action: ActionT | HostAction) -> EngineError:
        """The error for an action that is not legal: GameOver, NotYourTurn or IllegalAction."""
        if 0 <= player < self.seats:
            return self.seat_refusal(state, player, action)
        actors = self.actors(state)
        if not actors:
            return GameOver("The game is over.")
        if player == HOST:
            return self._host_refusal(action)
        if player != CHANCE:
            return NotYourTurn("Only the seats at the table play.")
        if actors == (CHANCE,):
            return IllegalAction("That is not among the outcomes of the draw that is due.")
        return NotYourTurn("Nothing is to be drawn now.")

    def seat_refusal(self, state: StateT, seat: int, action: ActionT | HostAction) -> EngineError:
        """The error for a seat's action that is not legal; it names the rule, and what the seat may do instead."""
        if not self.actors(state):
            return GameOver("The game is over.")
        if seat not in self.actors(state):
            return NotYourTurn("It is not your turn.")
        return IllegalAction("That is not possible now.")

    def _host_refusal(self, action: ActionT | HostAction) -> EngineError:
        if isinstance(action, Close):
            return IllegalAction("No clock is running, since no seat has to act.")
        if isinstance(action, Forfeit) and 0 <= action.seat < self.seats:
            return IllegalAction("That seat has already left the game.")
        return IllegalAction("The host closes a turn or forfeits one of the seats at the table.")

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """The outcome, or None before the end."""
        ...

    def result(self, state: StateT) -> dict[str, Any] | None:
        """The result in JSON terms, as the game's rule book says; None before the end."""
        end = self.outcome(state)
        return None if end is None else {"returns": list(end.returns), "winners": list(end.winners)}

    def standing(self, state: StateT) -> Standing:
        """The ranking if the game ended now; at the end all winners come before everybody else.

        It may depend on hidden information and is secret until the end. By default all are level before the end, and
        ranked by their returns then.
        """
        end = self.outcome(state)
        return ranked(range(self.seats), lambda seat: 0 if end is None else end.returns[seat])

    @abstractmethod
    def view(self, state: StateT, viewer: Player) -> ViewT:
        """The information that a seat or SPECTATOR may have; the only way in which state leaves the engine."""
        ...

    def visible(self, event: EventT, viewer: Player) -> EventT | None:
        """The event reduced to what the viewer may know, or None if it is hidden entirely."""
        return event

    @abstractmethod
    def determinize(self, view: ViewT, rng: Random) -> StateT:
        """A random state of the view's information set: indistinguishable from the true one for the viewer."""
        ...

    def evaluate(self, view: ViewT, seat: int) -> float:
        """The heuristic value of a view for a seat, higher is better; for computer players that search one move."""
        return 0.0

    @abstractmethod
    def format_action(self, action: ActionT) -> str:
        """The action in the game's notation; `parse_action` is its inverse."""
        ...

    @abstractmethod
    def parse_action(self, text: str) -> ActionT:
        """The action that a text in notation stands for. Raises InvalidAction, which says where the text is wrong."""
        ...

    def split_actions(self, text: str) -> Sequence[str]:
        """Splits typed text into actions; a single one, unless the game's notation allows several."""
        return (text,)


AnyRules: TypeAlias = Rules[Any, Any, Any, Any]


class GameType(Protocol):
    """A registered game: makes its rules for given seats and options.

    A game with its own computer players also implements `engine.players.base.BringsPlayers`.
    """

    # Properties, so that a game may have narrower types, such as a pair of seats.
    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def rules_version(self) -> int: ...

    @property
    def seats(self) -> tuple[int, ...]: ...

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        """The complete options, defaults included, as JSON values. Raises InvalidOptions, saying what is possible."""
        ...

    def rules(self, seats: int, options: dict[str, Any]) -> AnyRules:
        """The rules in one configuration. Raises InvalidOptions."""
        ...

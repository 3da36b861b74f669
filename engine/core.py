"""The contract of every game: players, rules, transitions, outcomes and errors.

A game is a stateless `Rules` object over immutable states. Chance and the host are players too: everything they do is
an action in the log, so replaying the log reproduces the game.

Errors::

    EngineError(ValueError)
    ├── InvalidAction      the text is not valid notation; the message says where
    ├── IllegalAction      the action is against the rules; names the rule
    ├── NotYourTurn        the player is not an actor now
    ├── GameOver           the game has ended
    ├── InvalidOptions     seats or options that the game does not offer
    ├── VersionMismatch    the record needs a rules version that this program does not have
    └── CorruptRecord      the record is inconsistent
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from engine.messages import Message

Player: TypeAlias = int
"""A seat number from 0 to n-1, or one of CHANCE, HOST and SPECTATOR."""

CHANCE: Player = -1
"""The player whose actions are chance outcomes: dice, draws and shuffles.

It acts when `Rules.actors` returns `(CHANCE,)`.
"""
HOST: Player = -2
"""The program as administrator, not the user who hosts a table.

It closes a turn whose time is over, forfeits seats, acts for absent seats, and takes moves back.

`Rules.actors` never returns it.
"""
SPECTATOR: Player = -3
"""A viewer without a seat. It sees public information only and never acts."""

ECHO_LIMIT = 80
"""The maximum number of characters of user input that an error text quotes."""


class EngineError(ValueError):
    """The base class of the engine's errors, with a stable `code` and a text that reveals nothing hidden.

    `message` is the text with its fields, for translation. `rule` is the number of the rule that forbids the action,
    such as "MH-5", or empty if no game rule is involved.
    """

    code = "engine_error"

    def __init__(self, text: str | Message, code: str | None = None, rule: str = "") -> None:
        super().__init__(str(text))
        self.text = str(text)
        self.message = text
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


def quote_input(text: str) -> str:
    """Return user input as a quotation for an error text: in “quotes”, on one line, at most `ECHO_LIMIT` characters.

    Curly quotes inside the input are replaced by straight ones, so that the quotation can be recognised later and its
    markdown escaped (`tables.texts.escape_quoted`).
    """
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    line = " ".join(printable.replace("“", '"').replace("”", '"').split())
    return f"“{line if len(line) <= ECHO_LIMIT else line[: ECHO_LIMIT - 1] + '…'}”"


def to_tag(name: str) -> str:
    """Convert a class name to its JSON tag: `TilePlaced` becomes `tile_placed`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).removeprefix("_")


class GameAction(msgspec.Struct, frozen=True, gc=False, order=True, tag=to_tag):
    """The base class of every game's actions: immutable, ordered by their fields, and marked with a tag in JSON."""


class GameEvent(msgspec.Struct, frozen=True, gc=False, tag=to_tag):
    """The base class of every game's events: immutable, and marked with a tag by which stored events are decoded."""


class TimeRanOut(GameEvent, frozen=True):
    """Event: a seat's time ran out; the rule book's default move follows."""

    seat: int


class SeatForfeited(GameEvent, frozen=True):
    """Event: a seat left the game or resigned; the game's rules define the consequences."""

    seat: int


class GameEnded(GameEvent, frozen=True):
    """Event: the game has ended; `reason` and `winners` are those of the `Outcome`."""

    reason: str
    winners: tuple[int, ...]


class Close(msgspec.Struct, frozen=True, gc=False, tag="close"):
    """HOST action: close the turn, because its time is over.

    Each seat that has not acted gets the rule book's default move.
    """


class Forfeit(msgspec.Struct, frozen=True, gc=False, tag="forfeit"):
    """HOST action: remove a seat from the game, because it left or resigned.

    `late` records that the seat ran out of time; the rules ignore it.
    """

    seat: int
    late: bool = False


HostAction: TypeAlias = Close | Forfeit
"""The HOST actions that each game's rules implement.

The other two, `for SEAT ACTION` and `takeback N`, are handled by `engine.replay`.
"""


Standing: TypeAlias = tuple[tuple[int, ...], ...]
"""A ranking: groups of tied seats, best first. Seats that left the game are in the last group."""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The outcome of a finished game: the reason for its end, the return of each seat, and the winners.

    `returns` holds one number per seat, in which higher is better (a term of game theory). `winners` holds the winning
    seats in seat order: several for a shared victory, none if nobody won.
    """

    reason: str
    returns: tuple[int, ...]
    winners: tuple[int, ...]


StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")
ViewT = TypeVar("ViewT")


def rank_seats(staying: Iterable[int], key: Callable[[int], Any], left: Iterable[int] = ()) -> Standing:
    """Rank the seats in `staying` by `key`, highest first; the seats in `left` form a last group."""
    groups: dict[Any, list[int]] = {}
    for seat in staying:
        groups.setdefault(key(seat), []).append(seat)
    ordered = [tuple(groups[value]) for value in sorted(groups, reverse=True)]
    return (*ordered, last) if (last := tuple(left)) else tuple(ordered)


class Transition(msgspec.Struct, Generic[StateT, EventT], frozen=True, gc=False):
    """The result of an action: the new state and the events in order."""

    state: StateT
    events: tuple[EventT, ...]


def play_defaults(
    state: StateT, due: Callable[[StateT], ActionT | None], play: Callable[[StateT, ActionT], StateT]
) -> StateT:
    """Make default moves as long as any are due; a game's `play` method can end with this call.

    `due` returns the default move of a seat whose turn HOST has closed, or which has left. It returns None if no
    default move is due, or if CHANCE must act. If the state records that the rest of a turn is played by default,
    default moves continue after each draw, so the log needs HOST's `close` only once.
    """
    while (action := due(state)) is not None:
        state = play(state, action)
    return state


class Weighted(msgspec.Struct, Generic[ActionT], frozen=True, gc=False):
    """The possible outcomes of a draw that are not equally likely, each with a positive integer weight."""

    outcomes: tuple[ActionT, ...]
    weights: tuple[int, ...]


def sample_outcome(outcomes: Sequence[ActionT] | Weighted[ActionT], rng: Random) -> ActionT:
    """Return a random outcome of a draw by weight; for simulated games, not for logged ones."""
    if isinstance(outcomes, Weighted):
        return rng.choices(outcomes.outcomes, outcomes.weights)[0]
    return outcomes[int(rng.random() * len(outcomes))]


class Rules(Protocol[StateT, ActionT, EventT, ViewT]):
    """The base class of a game's rules for one configuration (seats and options); stateless and deterministic.

    States stay inside the engine; other code gets views, visible events and the `Outcome`. `event_type` is the union of
    the game's event classes, used to decode stored events. `max_game_length` is the maximum number of entries, those of
    CHANCE and HOST included, that a game can still take from any state if seats play only `legal_actions`.
    """

    seats: int
    max_game_length: int
    state_type: type[StateT]
    view_type: type[ViewT]
    event_type: Any

    @property
    def entries_kept_free(self) -> int:
        """The number of log entries that are reserved so that the game can always finish.

        It is `max_game_length`, unless that exceeds the capacity of a record and real games are far shorter.
        """
        return self.max_game_length

    @abstractmethod
    def initial_state(self) -> StateT:
        """Return the state before the first entry."""
        ...

    @abstractmethod
    def actors(self, state: StateT) -> tuple[Player, ...]:
        """Return the players who must act: () at the end of the game, (CHANCE,), one seat or several seats."""
        ...

    def is_simultaneous(self, state: StateT) -> bool:
        """Return whether this turn is simultaneous, even if only one seat still has to act."""
        return False

    @abstractmethod
    def turn_key(self, state: StateT) -> tuple[int, ...]:
        """Return a public key of the current turn, which differs from the key of the next turn.

        A turn is one placement, several actions by one seat, or one simultaneous round. The key of a simultaneous round
        stays the same while seats submit their actions.
        """
        ...

    @abstractmethod
    def legal_actions(self, state: StateT, player: Player) -> Sequence[ActionT]:
        """Return a player's legal actions that advance the game, sorted and without duplicates.

        The list is finite, and games in which only listed actions are played always end. Empty if the player need not
        act.
        """
        ...

    def is_legal(self, state: StateT, player: Player, action: ActionT | HostAction) -> bool:
        """Return whether `apply` accepts an action; it may accept actions that `legal_actions` does not list."""
        return action in (self.host_actions(state) if player == HOST else self.legal_actions(state, player))

    def remaining_seats(self, state: StateT) -> Sequence[int]:
        """Return the seats that HOST may still forfeit; by default none."""
        return ()

    def host_actions(self, state: StateT) -> Sequence[HostAction]:
        """Return HOST's legal actions: to close the turn while a seat must act, and to forfeit any remaining seat.

        Empty at the end of the game.
        """
        actors = self.actors(state)
        if not actors:
            return ()
        forfeits = [Forfeit(seat) for seat in self.remaining_seats(state)]
        return forfeits if actors == (CHANCE,) else [Close(), *forfeits]

    def chance_outcomes(self, state: StateT) -> Sequence[ActionT] | Weighted[ActionT]:
        """Return the possible outcomes of the draw that is due; () if CHANCE does not have to act.

        They are equally likely unless weighted.
        """
        return ()

    def apply(self, state: StateT, player: Player, action: ActionT | HostAction) -> Transition[StateT, EventT]:
        """Apply an action and return the new state with the events.

        `GameEnded` is the last event of every game; each game includes it in its `event_type`. Raises GameOver,
        NotYourTurn or IllegalAction.
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
        """Return the state after a legal action, and append its events to `events`."""
        ...

    def refusal(self, state: StateT, player: Player, action: ActionT | HostAction) -> EngineError:
        """Build the error for an action that is not legal: GameOver, NotYourTurn or IllegalAction."""
        if 0 <= player < self.seats:
            return self.seat_refusal(state, player, action)
        actors = self.actors(state)
        if not actors:
            return GameOver("The game is over.")
        if player == HOST:
            return self._host_refusal(action)
        if player != CHANCE:
            return NotYourTurn("Only seats at the table can play.")
        if actors == (CHANCE,):
            return IllegalAction("That is not a possible outcome of this draw.")
        return NotYourTurn("No draw is due now.")

    def seat_refusal(self, state: StateT, seat: int, action: ActionT | HostAction) -> EngineError:
        """Build the error for an action of a seat that is not legal; games name the rule and the possible actions."""
        if not self.actors(state):
            return GameOver("The game is over.")
        if seat not in self.actors(state):
            return NotYourTurn("It is not your turn.")
        return IllegalAction("You can't do that now.")

    def _host_refusal(self, action: ActionT | HostAction) -> EngineError:
        if isinstance(action, Close):
            return IllegalAction("No clock is running, because no seat has to act.")
        if isinstance(action, Forfeit) and 0 <= action.seat < self.seats:
            return IllegalAction("That seat has already left the game.")
        return IllegalAction("The host can only close a turn or forfeit a seat at the table.")

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Return the outcome, or None before the end of the game."""
        ...

    def result(self, state: StateT) -> dict[str, Any] | None:
        """Return the result as JSON values, as defined in the game's rule book; None before the end."""
        end = self.outcome(state)
        return None if end is None else {"returns": list(end.returns), "winners": list(end.winners)}

    def standing(self, state: StateT) -> Standing:
        """Return the ranking of the seats as if the game ended now; at the end, all winners come first.

        It may depend on hidden information, so it is secret until the end. By default all seats are tied before the end
        and ranked by their returns at the end.
        """
        end = self.outcome(state)
        return rank_seats(range(self.seats), lambda seat: 0 if end is None else end.returns[seat])

    @abstractmethod
    def view(self, state: StateT, viewer: Player) -> ViewT:
        """Return the view of a seat or SPECTATOR; other code sees a state only through views."""
        ...

    def list_next_seats(self, view: ViewT) -> Sequence[int]:
        """Return the other seats in the order of their next turns, as a view lets expect it.

        Empty if that order is open, in a simultaneous turn, and if no other seat has another turn.
        """
        return ()

    def visible(self, event: EventT, viewer: Player) -> EventT | None:
        """Return an event reduced to what a viewer may know, or None if the viewer may not know of it at all."""
        return event

    @abstractmethod
    def determinize(self, view: ViewT, rng: Random) -> StateT:
        """Return a random state that is consistent with everything a view shows (a determinization)."""
        ...

    def evaluate(self, view: ViewT, seat: int) -> float:
        """Return a heuristic value of a view for a seat; higher is better.

        It is used by computer players that look one move ahead.
        """
        return 0.0

    @abstractmethod
    def format_action(self, action: ActionT) -> str:
        """Format an action in the game's notation; the inverse of `parse_action`."""
        ...

    @abstractmethod
    def parse_action(self, text: str) -> ActionT:
        """Parse an action in notation.

        Raises InvalidAction; its text says what is wrong and where.
        """
        ...

    def split_actions(self, text: str) -> Sequence[str]:
        """Split a text that a player typed into actions; it is one action unless the game's notation allows several."""
        return (text,)


AnyRules: TypeAlias = Rules[Any, Any, Any, Any]


class GameType(Protocol):
    """A registered game: its name, seats and options, and the factory of its rules.

    A game with its own computer players also implements `engine.players.base.BringsPlayers`.
    """

    # Properties, not attributes, so that a game may declare narrower types.
    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def difficulty(self) -> int:
        """The place of the game among all, from the easiest to learn (1, recommended to newcomers) to the hardest."""
        ...

    @property
    def rules_version(self) -> int: ...

    @property
    def seats(self) -> tuple[int, ...]: ...

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        """Return the complete options as JSON values, with defaults filled in.

        Raises InvalidOptions; its text lists the possible values.
        """
        ...

    def rules(self, seats: int, options: dict[str, Any]) -> AnyRules:
        """Return the rules for one number of seats and these options.

        Raises InvalidOptions.
        """
        ...

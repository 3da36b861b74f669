"""Sandboxes of *What if*: a position and the moves that a user tries out in it. Pure; `sandboxes` stores them.

All moves follow the engine's rules. The outcomes of chance (dice, cards) are random or chosen by the user, so a sandbox
can't be verified like a game. A *draw* is such a chance event.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import msgspec

from engine.core import CHANCE, AnyRules, Outcome, Weighted, sample_outcome
from engine.history import visible
from engine.record import Configuration, configure
from engine.replay import apply_text
from language.messages import N_, _
from tables.refusal import Refusal
from tables.texts import escape

ONLY_OVER = N_(
    "*What if* is for finished games. This one is still being played, so you can't try anything out in it, "
    "not even from your own view."
)
RECORD_OF_OPEN = N_(
    "This record is of a game that is still being played here, so you can't try anything out in it. *What "
    "if* is for finished games."
)
NO_SANDBOX = N_(
    "You have nothing to try out yet. Press *What if* on the last card of a game, beside a step of its "
    "replay or in a lesson, or use `/whatif` with a record's file."
)
REPLACED = N_("This *What if* is gone: you started a newer one, or didn't use it for 7 days.")
NOTHING_TO_DO = N_("There's no decision to make there, so there's nothing to try out. Choose another turn.")
NOTHING_TAKEN_BACK = N_("You haven't tried anything yet, so there's nothing to take back.")
NOTHING_DUE = N_("There's nothing to roll or draw now.")
NO_SUCH_LESSON = N_("That lesson page no longer exists. `/learn` lists the lessons.")
OVER = N_("The game is over here. *Back* takes the last move back, *Reset* starts again.")

MOST_MOVES: Final = 200
"""Maximum number of moves and chance draws in a sandbox."""


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """The origin of a position: a table, a record or a lesson.

    For a table or record, `turn` is the turn of the position and `last` the game's last turn. `lesson` is the title
    of a lesson; `lesson_id` and `page` locate the position in it.
    """

    table: str = ""
    lesson: str = ""
    lesson_id: str = ""
    page: int = 0
    turn: int | None = None
    last: int | None = None


class Sandbox(msgspec.Struct, frozen=True):
    """A user's sandbox: the starting position, and all moves made since, each with its actor.

    `step` counts the changes; `turn` is the step at which the current turn began. `told` is the number of moves before
    the last change. `seat` is the seat whose view is shown. `chooses`: the user chooses the outcomes of chance draws.
    `repr` hides the state.
    """

    id: str
    origin: Origin
    configuration: Configuration
    start: Any
    moves: tuple[tuple[int, str], ...] = ()
    drafts: Mapping[str, str] = {}
    step: int = 1
    turn: int = 1
    told: int = 0
    seat: int = 0
    chooses: bool = False

    def __repr__(self) -> str:
        return f"Sandbox({self.id!r}, {self.configuration.game!r}, {len(self.moves)} moves, hidden)"


@dataclass(frozen=True, slots=True, repr=False)
class Standing:
    """The state of a sandbox after its moves. `events` are those of the last change."""

    rules: AnyRules
    state: Any
    events: tuple[Any, ...] = ()

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that must act. Empty at the end of the game, and while a chance draw is due."""
        return tuple(actor for actor in self.rules.actors(self.state) if actor >= 0)

    @property
    def outcome(self) -> Outcome | None:
        return self.rules.outcome(self.state)

    @property
    def is_draw_due(self) -> bool:
        """Whether chance acts next: dice are to be rolled or cards to be drawn."""
        return self.rules.actors(self.state) == (CHANCE,)

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The possible outcomes of the chance draw that is due, in notation; empty if none is due.

        They are in the order of the rules.
        """
        found = self.rules.chance_outcomes(self.state) if self.is_draw_due else ()
        possible = found.outcomes if isinstance(found, Weighted) else found
        return tuple(self.rules.format_action(action) for action in possible)

    def seen(self, seat: int) -> tuple[Any, ...]:
        """Return the events of the last change as a seat sees them: hidden parts are removed."""
        return visible(self.rules, self.events, seat)


def create_sandbox(sandbox_id: str, origin: Origin, configuration: Configuration, state: Any, rng: Random) -> Sandbox:
    """Create a sandbox from a position.

    Raises Refusal if the game is over in this position, and EngineError if the state does not fit the
    configuration's rules.
    """
    # Leave out the commitment and salts, from which the table's sealed random draws could be identified.
    plain = Configuration(
        configuration.game, configuration.rules_version, dict(configuration.options), configuration.seats
    )
    fresh = Sandbox(sandbox_id, origin, plain, state)
    if Standing(configure(plain), state).outcome is not None:
        raise Refusal(_(NOTHING_TO_DO))
    work = Work(fresh)
    work.settle(rng)
    return work.build_result(fresh)


def standing(sandbox: Sandbox) -> Standing:
    """Return the current state of a sandbox by replaying its moves.

    Raises EngineError if this version's rules don't allow them.
    """
    work = Work(sandbox)
    return Standing(work.rules, work.state, tuple(work.events))


def acted(sandbox: Sandbox, seat: int, actions: Sequence[str], rng: Random) -> Sandbox:
    """Return the sandbox after a seat's actions, and after the chance draws that follow unless the user chooses them.

    Raises Refusal if the sandbox is full, and EngineError for an illegal action.
    """
    work = Work(sandbox)
    for action in actions:
        work.act(seat, action)
        work.settle(rng)
    return work.build_result(sandbox)


def apply_draw(sandbox: Sandbox, outcome: str | None, rng: Random) -> Sandbox:
    """Return the sandbox after the chance draw that is due, with the given outcome, or a random one if None."""
    work = Work(sandbox)
    now = work.standing
    if not now.is_draw_due or (outcome is not None and outcome not in now.outcomes):
        raise Refusal(_(NOTHING_DUE))
    if outcome is None:
        work.draw(rng)
    else:
        work.act(CHANCE, outcome)
    work.settle(rng)
    return work.build_result(sandbox)


def take_move_back(sandbox: Sandbox, rng: Random) -> Sandbox:
    """Return the sandbox without its last move and the chance draws after it.

    If the user chooses draws, only the last move or draw is removed.
    """
    moves = list(sandbox.moves)
    while moves and moves[-1][0] == CHANCE and not sandbox.chooses:
        moves.pop()
    if not moves:
        raise Refusal(_(NOTHING_TAKEN_BACK))
    moves.pop()
    return _truncate_to(sandbox, tuple(moves), rng)


def reset(sandbox: Sandbox, rng: Random) -> Sandbox:
    """Return the sandbox without its moves. Chance draws at its beginning are made again."""
    return _truncate_to(sandbox, (), rng)


def _truncate_to(sandbox: Sandbox, moves: tuple[tuple[int, str], ...], rng: Random) -> Sandbox:
    work = Work(msgspec.structs.replace(sandbox, moves=moves))
    work.settle(rng)
    after = work.build_result(sandbox)
    # A new turn gives the seat a new page to act on, and makes all open pages stale.
    return msgspec.structs.replace(after, turn=after.step, told=len(after.moves), drafts={})


def view_from_seat(sandbox: Sandbox, seat: int) -> Sandbox:
    """Return the sandbox shown from another seat. The user can then move for that seat."""
    if not 0 <= seat < sandbox.configuration.seats:
        return sandbox
    step = sandbox.step + 1
    return msgspec.structs.replace(sandbox, seat=seat, step=step, turn=step, drafts={})


def set_dice_choice(sandbox: Sandbox, rng: Random, *, chosen: bool) -> Sandbox:
    """Return the sandbox with `chosen` set: whether the user chooses the outcomes of chance draws.

    If not, chance draws that are due are made at random.
    """
    work = Work(msgspec.structs.replace(sandbox, chooses=chosen))
    work.settle(rng)
    return work.build_result(msgspec.structs.replace(sandbox, chooses=chosen))


class Work:
    """A mutable copy of a sandbox on which changes are made: its replayed state, moves and events.

    Creating it replays the moves and raises EngineError if this version's rules don't allow them.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self.rules = configure(sandbox.configuration)
        self.state = sandbox.start
        self.moves: list[tuple[int, str]] = []
        self.events: list[Any] = []
        for number, (actor, action) in enumerate(sandbox.moves):
            if number == sandbox.told:
                self.events = []
            self.act(actor, action)
        if sandbox.told >= len(sandbox.moves):
            self.events = []

    def copy(self) -> "Work":
        """Return an independent copy."""
        other = object.__new__(Work)
        other.__dict__ = {**self.__dict__, "moves": [*self.moves], "events": [*self.events]}
        return other

    @property
    def standing(self) -> Standing:
        return Standing(self.rules, self.state, tuple(self.events))

    def act(self, actor: int, action: str) -> None:
        """Make one action of an actor. Raise EngineError if it is illegal."""
        written = self.rules.format_action(self.rules.parse_action(action))
        after = apply_text(self.rules, self.state, actor, written)
        self.state = after.state
        self.moves.append((actor, written))
        self.events.extend(after.events)

    def draw(self, rng: Random) -> None:
        """Make the chance draw that is due, with a random outcome by the outcomes' weights."""
        outcome = sample_outcome(self.rules.chance_outcomes(self.state), rng)
        self.act(CHANCE, self.rules.format_action(outcome))

    def settle(self, rng: Random) -> None:
        """Make all chance draws that are due at random, unless the user chooses their outcomes."""
        while not self._sandbox.chooses and self.standing.is_draw_due:
            self.draw(rng)

    def build_result(self, before: Sandbox) -> Sandbox:
        """Return the sandbox after the changes; `before` is the sandbox before them.

        Raises Refusal if it has more than `MOST_MOVES` moves.
        """
        if len(self.moves) > MOST_MOVES:
            raise Refusal(format_full(MOST_MOVES))
        step, actors = before.step + 1, self.standing.actors
        seat = before.seat if before.seat in actors or not actors else actors[0]
        past = Standing(self.rules, _decode_state(before))
        same = seat == before.seat and self.rules.turn_key(past.state) == self.rules.turn_key(self.state)
        return msgspec.structs.replace(
            before,
            moves=tuple(self.moves),
            step=step,
            turn=before.turn if same else step,
            told=before.told if len(self.moves) == len(before.moves) else len(before.moves),
            seat=seat,
            drafts=before.drafts if same else {},
        )


def _decode_state(sandbox: Sandbox) -> Any:
    return Work(sandbox).state


def find_group(outcomes: Sequence[str], path: Sequence[int], most: int) -> Sequence[str]:
    """Return the group of outcomes that a user reaches by choosing one group after another.

    Each index in `path` chooses one of the `groups` into which the group chosen before it is split. Returns () for
    an invalid path.
    """
    for number in path:
        found = groups(outcomes, most)
        outcomes = found[number] if number < len(found) else ()
    return outcomes


def groups(outcomes: Sequence[str], most: int) -> list[Sequence[str]]:
    """Split outcomes into at most `most` consecutive groups of equal size. The last one may be smaller.

    If there are at most `most` outcomes, each group has one.
    """
    size = 1
    while -(-len(outcomes) // size) > most:
        size *= most
    return [outcomes[start : start + size] for start in range(0, len(outcomes), size)]


def format_full(limit: int) -> str:
    return _(
        "You've reached the limit of {limit} moves and draws. *Back* takes the last one back, *Reset* starts again.",
        limit=limit,
    )


def format_outdated(why: str) -> str:
    """Format the refusal for a sandbox or lesson that this version of the program can't open."""
    outdated = _("This position is from an earlier version of the program, so you can't try it out any more.")
    return f"{outdated} {escape(why)}"

"""Planned moves: a seat chooses its next move while others are to move, with a condition under which it is made.

A game that offers plans has a `Planner`. Conditions are built and checked from the seat's own view alone.
"""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from engine.core import AnyRules, GameType, IllegalAction
from engine.game import Game
from engine.games import game_type
from engine.messages import Message, find_message


class Planner(Protocol):
    """The functions of a game in which a seat can plan its next move; a module."""

    @property
    def OBJECTIONS(self) -> Sequence[Message]:  # noqa: N802 - a constant of the module
        """The messages of `find_objection`, without fields."""
        ...

    def give_turn(self, rules: AnyRules, state: Any, seat: int) -> Any | None:
        """Return the present state as if it were a seat's turn to move; None if the seat can't plan a move now."""
        ...

    def asks_for_plan(self, view: Any) -> bool:
        """Return whether a view of a seat that must act asks for the kind of move that can be planned."""
        ...

    def build_condition(self, view: Any, action: str) -> msgspec.Struct:
        """Return the condition of a legal action, from the seat's view as if it were its turn.

        It holds in this view. Raises IllegalAction for an action that can't be planned.
        """
        ...

    def describe_condition(self, condition: bytes) -> str | Message:
        """Return an encoded condition in words, such as "B3 is still free and brings you +4 or more"."""
        ...

    def find_objection(self, view: Any, action: str, condition: bytes, *, is_legal: bool) -> str | Message:
        """Return why a planned action can't be made in a view, in words; empty if its encoded condition holds."""
        ...


@runtime_checkable
class BringsPlans(Protocol):
    """A game (`engine.core.GameType`) that offers plans."""

    planner: Planner


class Ahead(msgspec.Struct, frozen=True):
    """A seat's view and legal actions, as if it were its turn now."""

    view: Any
    legal: tuple[str, ...]


class Verdict(msgspec.Struct, frozen=True):
    """The state of a plan: whether its move is due now, and why it can't be made (empty if the condition holds)."""

    is_due: bool
    objection: str | Message = ""

    @property
    def holds(self) -> bool:
        """Whether the planned move can be made now."""
        return self.is_due and not self.objection


def offers_plans(game: str) -> bool:
    """Return whether a game offers plans."""
    return isinstance(game_type(game), BringsPlans)


def look_ahead(game: Game, seat: int) -> Ahead | None:
    """Return a seat's view and legal actions as if it were its turn; None if it must act, or can't plan a move now."""
    kind = game_type(game.configuration.game)
    if not isinstance(kind, BringsPlans) or game.outcome is not None or seat in game.actors:
        return None
    rules = game.rules
    state = kind.planner.give_turn(rules, game.state, seat)
    if state is None:
        return None
    legal = tuple(rules.format_action(action) for action in rules.legal_actions(state, seat))
    return Ahead(rules.view(state, seat), legal) if legal else None


def build_condition(game: str, ahead: Ahead, action: str) -> str:
    """Return the condition of a plan as JSON. Raise IllegalAction if the action is not legal or can't be planned."""
    if action not in ahead.legal:
        raise IllegalAction("You can't plan that: it isn't possible on the board as it is now.")
    return msgspec.json.encode(_planner(game_type(game)).build_condition(ahead.view, action)).decode()


def describe_condition(game: str, condition: str) -> str | Message:
    """Return a plan's condition in words, without "if"."""
    return _planner(game_type(game)).describe_condition(condition.encode())


def find_stored_objection(game: str, text: str) -> str | Message:
    """Return the objection that was stored as `text`, for translation; `text` itself if it is none of the game's."""
    return find_message(text, _planner(game_type(game)).OBJECTIONS)


def judge(game: Game, seat: int, action: str, condition: str) -> Verdict:
    """Return the state of a seat's plan, by the seat's own view.

    The plan of a seat that need not act, or is asked another question first, is not due.
    """
    kind, view = _planner(game_type(game.configuration.game)), game.view(seat)
    if seat not in game.actors or not kind.asks_for_plan(view):
        return Verdict(is_due=False)
    is_legal = action in game.legal(seat)
    return Verdict(True, kind.find_objection(view, action, condition.encode(), is_legal=is_legal))


def _planner(kind: GameType) -> Planner:
    if not isinstance(kind, BringsPlans):
        raise IllegalAction("Moves can't be planned in this game.")
    return kind.planner

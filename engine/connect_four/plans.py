"""Plans: the next placement or attack of a seat, and the condition under which it is made."""

from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from engine.connect_four import listing
from engine.connect_four.actions import Pass
from engine.connect_four.preview import Threat, landing, threats
from engine.connect_four.rules import ConnectFourRules
from engine.connect_four.state import ACT, OVER, State
from engine.connect_four.view import Monster, View
from engine.core import IllegalAction
from engine.messages import Message

_COLUMN: Final = Message("column {column} has changed")
_SQUARE: Final = Message("{square} has changed")
_NOT_POSSIBLE: Final = Message("it is no longer possible")
_YOU_WIN: Final = Message("you can win on {square}")
_OTHER_WINS: Final = Message("the other player can win on {square}")
OBJECTIONS: Final = (_COLUMN, _SQUARE, _NOT_POSSIBLE, _YOU_WIN, _OTHER_WINS)
"""The reasons for which a planned move can't be made, without their fields."""


class DropCondition(msgspec.Struct, frozen=True, tag="drop"):
    """The condition of a placement: the square where the monster lands, and the dangers of the plan.

    A danger is a square that lets a seat win with its next placement, as "SEAT SQUARE". Further ones break the plan.
    """

    square: str
    dangers: tuple[str, ...]


class AttackCondition(msgspec.Struct, frozen=True, tag="attack"):
    """The condition of an attack: the attacker and the target as they are now, and the dangers of the plan."""

    attacker: Monster
    target: Monster
    dangers: tuple[str, ...]


Condition: TypeAlias = DropCondition | AttackCondition


def give_turn(rules: ConnectFourRules, state: State, seat: int) -> State | None:
    """Return the state as if the seat had to place or attack; None in set-up, at the end, and if it could only pass."""
    if not state.turn or state.phase == OVER:
        return None
    after = replace(state, phase=ACT, active=seat, clash=None, rampaging=None)
    acts = listing.list_acts(rules.grid, after, seat)
    return None if all(isinstance(act, Pass) for act in acts) else after


def asks_for_plan(view: View) -> bool:
    """Return whether the viewer is asked to place or attack."""
    return view.phase == "act"


def build_condition(view: View, action: str) -> Condition:
    """Return the condition of a placement or an attack that is legal in this view.

    Raises IllegalAction for other actions.
    """
    match action.split():
        case ["drop", monster, column]:
            found = landing(view, view.viewer, monster, _column_number(column))
            assert found is not None
            return DropCondition(found.square, _list_dangers(view, action))
        case ["attack", start, end, *_]:
            attacker, target = _find(view, start), _find(view, end)
            assert attacker is not None
            assert target is not None
            return AttackCondition(attacker, target, _list_dangers(view, action))
        case _:
            raise IllegalAction("Only placing and attacking can be planned.")


def describe_condition(condition: bytes) -> Message:
    """Return an encoded condition in words."""
    kept = msgspec.json.decode(condition, type=Condition)
    if isinstance(kept, DropCondition):
        column = kept.square[0]
        if kept.dangers:
            return Message("column {column} is as high as now and nobody can win in a new way", column=column)
        return Message("column {column} is as high as now and nobody can win", column=column)
    start, end = kept.attacker.square, kept.target.square
    if kept.dangers:
        return Message("{start} and {end} are as they are now and nobody can win in a new way", start=start, end=end)
    return Message("{start} and {end} are as they are now and nobody can win", start=start, end=end)


def find_objection(view: View, action: str, condition: bytes, *, is_legal: bool) -> str | Message:
    """Return why a planned move can't be made, in words; empty if its encoded condition holds."""
    kept = msgspec.json.decode(condition, type=Condition)
    if isinstance(kept, DropCondition):
        _, monster, column = action.split()
        found = landing(view, view.viewer, monster, _column_number(column))
        if found is None or found.square != kept.square:
            return Message(_COLUMN.text, column=column)
    else:
        for monster in (kept.attacker, kept.target):
            if _find(view, monster.square) != monster:
                return Message(_SQUARE.text, square=monster.square)
    if not is_legal:
        return _NOT_POSSIBLE
    new = sorted({*_list_dangers(view, action)} - {*kept.dangers})
    if not new:
        return ""
    seat, square = new[0].split()
    return Message((_YOU_WIN if int(seat) == view.viewer else _OTHER_WINS).text, square=square)


def _list_dangers(view: View, action: str) -> tuple[str, ...]:
    """Return the squares where a seat could win with its next placement, sorted, as "SEAT SQUARE".

    These are squares before the move, except the one that it takes, and the other seat's squares after a placement. A
    placement that wins has none.
    """
    found: list[Threat] = [*threats(view)]
    match action.split():
        case ["drop", monster, column]:
            placed = landing(view, view.viewer, monster, _column_number(column))
            if placed is not None:
                if placed.fours:
                    return ()
                found = [threat for threat in found if threat.square != placed.square]
                found += [threat for threat in placed.threats if threat.seat != view.viewer]
        case _:
            pass
    return tuple(sorted({f"{threat.seat} {threat.square}" for threat in found if threat.is_next}))


def _column_number(column: str) -> int:
    return ord(column) - ord("a")


def _find(view: View, square: str) -> Monster | None:
    return next((monster for monster in view.monsters if monster.square == square), None)

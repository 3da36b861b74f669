"""Plans: the next placement of a seat, chosen while others are to move, and the condition under which it is made."""

from typing import Final

import msgspec
from msgspec.structs import replace

from engine.core import IllegalAction
from engine.messages import Message
from engine.monster_hex.preview import expected_points, forecast
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.state import ABILITY, NO_CELL, PLACE, SHARED, TAKE, State, variant_of
from engine.monster_hex.view import View

_PLANNED: Final = frozenset((PLACE, TAKE, ABILITY, SHARED))
"""The phases in which a seat that need not act may plan a placement."""


_NO_TILE: Final = Message("you no longer have that tile")
_TAKEN: Final = Message("{label} is taken")
_NO_FIT: Final = Message("the tile no longer fits on {label} that way")
_NO_POINTS: Final = Message("it would bring you no points, not +{wanted}")
_FEWER_POINTS: Final = Message("it would bring you +{points}, not +{wanted}")
_RIVALS: Final = Message("it would bring somebody else +{points}")
OBJECTIONS: Final = (_NO_TILE, _TAKEN, _NO_FIT, _NO_POINTS, _FEWER_POINTS, _RIVALS)
"""The reasons for which a planned placement can't be made, without their fields."""


class Condition(msgspec.Struct, frozen=True):
    """The condition of a placement: its hex is free, and the points that it brings now.

    `points` are the least points for the seat itself, `rivals` the most for any single rival.
    """

    label: str
    points: int
    rivals: int


def give_turn(rules: MonsterHexRules, state: State, seat: int) -> State | None:
    """Return the state as if the seat had to place a tile; None in other phases, and before the first tile."""
    if state.phase not in _PLANNED or not state.placed or state.forfeited >> seat & 1 or not state.hands[seat]:
        return None
    variant = replace(variant_of(state), turn=state.order.index(seat), cell=NO_CELL, is_extra=False)
    return replace(state, phase=PLACE, pending=(), variant=variant)


def asks_for_plan(view: View) -> bool:
    """Return whether the viewer is asked for the placement of its turn, not for another decision."""
    return view.phase == "place" and not view.is_extra


def build_condition(view: View, action: str) -> Condition:
    """Return the condition of a placement that is legal in this view. Raise IllegalAction for other actions."""
    match action.split():
        case ["place", tile, label, rotation, *_]:
            return Condition(label, *_gains(view, tile, label, int(rotation)))
        case _:
            raise IllegalAction("Only the placement of a tile can be planned.")


def describe_condition(condition: bytes) -> Message:
    """Return an encoded condition in words."""
    kept = msgspec.json.decode(condition, type=Condition)
    if kept.points and kept.rivals:
        return Message(
            "{label} is still free and brings you +{points} or more and nobody else more than +{rivals}",
            label=kept.label,
            points=kept.points,
            rivals=kept.rivals,
        )
    if kept.points:
        return Message(
            "{label} is still free and brings you +{points} or more and nobody else points",
            label=kept.label,
            points=kept.points,
        )
    if kept.rivals:
        return Message(
            "{label} is still free and brings nobody else more than +{rivals}", label=kept.label, rivals=kept.rivals
        )
    return Message("{label} is still free and brings nobody else points", label=kept.label)


def find_objection(view: View, action: str, condition: bytes, *, is_legal: bool) -> str | Message:
    """Return why a planned placement can't be made, in words; empty if its encoded condition holds."""
    kept = msgspec.json.decode(condition, type=Condition)
    _, tile, label, rotation, *_ = action.split()
    if tile not in (view.hand or ()):
        return _NO_TILE
    if any(monster.label == label for monster in view.monsters):
        return Message(_TAKEN.text, label=label)
    if not is_legal:
        return Message(_NO_FIT.text, label=label)
    points, rivals = _gains(view, tile, label, int(rotation))
    if points < kept.points:
        if not points:
            return Message(_NO_POINTS.text, wanted=kept.points)
        return Message(_FEWER_POINTS.text, points=points, wanted=kept.points)
    if rivals > kept.rivals:
        return Message(_RIVALS.text, points=rivals)
    return ""


def _gains(view: View, tile: str, label: str, rotation: int) -> tuple[int, int]:
    """Return the points that a placement brings the viewer, and the most that it brings one rival."""
    points = expected_points(view, forecast(view, tile, label, rotation))
    rivals = (gained for seat, gained in points.items() if seat != view.viewer and seat < len(view.seats))
    return points.get(view.viewer, 0), max(rivals, default=0)

"""Choices of computer players at set-up: a class and a ready-made force, drawn with weights.

The weights favour what wins most (docs/developing/balance.md), but leave nothing out, so that opponents vary.
"""

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from engine.connect_four.actions import ChooseClass, ChooseForce
from engine.connect_four.forces import READY_MADE, find_kind
from engine.connect_four.view import View


class Draft(NamedTuple):
    """The weight of a class, and those of its ready-made forces, in the order of `READY_MADE`."""

    weight: int
    forces: tuple[int, int, int]


_DRAFTS: Final[Mapping[str, Draft]] = MappingProxyType(
    {
        "spirit": Draft(380, (1, 3, 96)),
        "werewolf": Draft(260, (1, 3, 96)),
        "alien": Draft(172, (1, 3, 96)),
        "undead": Draft(47, (40, 50, 10)),
        "vampire": Draft(47, (10, 80, 10)),
        "occultist": Draft(47, (30, 30, 40)),
        "demon": Draft(47, (10, 80, 10)),
    }
)
_OTHER: Final = Draft(47, (1, 1, 1))
"""The weights of a class that has not been measured."""


def find_draft(class_name: str) -> Draft:
    """Return the weights of a class and of its forces."""
    return _DRAFTS.get(class_name, _OTHER)


def weigh_force(class_name: str, kind: str) -> int:
    """Return the weight of a kind of ready-made force."""
    return find_draft(class_name).forces[READY_MADE.index(kind)]


def draw(view: View, legal_actions: Sequence[Any], rng: Random) -> Any:
    """Return a random legal class or ready-made force, drawn with its weight."""
    return rng.choices(legal_actions, [_weigh(view, action) for action in legal_actions])[0]


def _weigh(view: View, action: Any) -> int:
    if isinstance(action, ChooseClass):
        return find_draft(action.name).weight
    if not isinstance(action, ChooseForce):
        return 1
    class_name = view.seats[view.viewer].class_name or ""
    return weigh_force(class_name, find_kind(class_name, view.points, action.monsters))

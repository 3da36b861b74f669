"""The registration of Connect Four – HorrorClix Edition as a game, with the levels of its computer players."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.connect_four import habits, options, plans
from engine.connect_four.forces import find_kind
from engine.connect_four.grid import grid
from engine.connect_four.options import dimensions
from engine.connect_four.players import Normal
from engine.connect_four.playouts import Playouts
from engine.connect_four.rules import ConnectFourRules
from engine.connect_four.view import View
from engine.players.base import Maker, Traits
from engine.players.greedy import build_soft_maker
from engine.players.search import Budget, Search, build_search_maker

_TEMPERATURE: Final = 30.0
"""The softmax temperature of the easy computer player, in points of monsters."""
_STRONG: Final = Budget(actions=3, playouts=16, depth=4)
_MASTER: Final = Budget(actions=8, playouts=400, depth=4)

LEVELS: Final[Mapping[str, Maker]] = MappingProxyType(
    {
        "easy": build_soft_maker(_TEMPERATURE),
        "normal": Normal,
        "strong": build_search_maker(Playouts, _STRONG),
        "master": build_search_maker(Playouts, _MASTER),
    }
)


class ConnectFour:
    """The game Connect Four – HorrorClix Edition: monsters drop into a grid and fight, and four in a row win."""

    name = "connect_four"
    title = "Connect Four – HorrorClix Edition"
    difficulty = 3
    rules_version = 1
    seats = options.SEATS
    players: Final[Mapping[str, Maker]] = LEVELS
    coached: Final = (2,)
    planner: Final = plans
    count_habits = staticmethod(habits.count_habits)

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        """Return the options with defaults filled in. Raises InvalidOptions, naming the possible values."""
        return options.complete(seats, raw)

    def rules(self, seats: int, options: dict[str, Any]) -> ConnectFourRules:
        """Return the rules for a number of seats and options. Raises InvalidOptions."""
        full = self.options(seats, options)
        return ConnectFourRules(dimensions(full), full["same_class"], full["double_start"])

    def places(self, view: View) -> tuple[str, ...]:
        """Return the names of the squares on a view's grid."""
        return grid(view.columns, view.rows).name

    def is_weighed(self, view: View) -> bool:
        """Return whether the coach can judge this decision by playouts.

        It cannot before the first turn, while classes and forces are chosen.
        """
        return view.turn > 0

    def coach(self, rules: ConnectFourRules, seat: int) -> Search:
        """Return the player that judges decisions in reviews, as strong as the level "master"."""
        return Search(rules, seat, Playouts(rules, seat), _MASTER)

    def traits(self, view: View, result: Mapping[str, Any], seat: int) -> Traits:
        """Return a seat's class, kind of force, place in the order and the game's ending, for balance statistics.

        The ending is given with the number of turns. A force that is not ready-made has the kind "own".
        """
        own = view.seats[seat]
        ending = "draw" if result["winner"] is None else str(result["reason"])
        return {
            "class": {own.class_name or "": None},
            "force": {find_kind(own.class_name, view.points, own.force): None},
            "place": {"1st" if seat == view.first else "2nd": None},
            "ending, with turns": {ending: view.turn},
        }


GAME_TYPE: Final = ConnectFour()

"""Connect Four – HorrorClix Edition as a registered game."""

from collections.abc import Mapping
from typing import Any, Final

from engine.connect_four import options
from engine.connect_four.grid import grid
from engine.connect_four.levels import LEVELS, coach
from engine.connect_four.options import dimensions
from engine.connect_four.rules import ConnectFourRules
from engine.connect_four.view import View
from engine.players.base import Maker
from engine.players.search import Search


class ConnectFour:
    """Monsters drop into a grid: four in a row win, and they fight each other out of the way."""

    name: Final = "connect_four"
    title: Final = "Connect Four – HorrorClix Edition"
    rules_version: Final = 1
    seats: Final = options.SEATS
    players: Final[Mapping[str, Maker]] = LEVELS
    coached: Final = (2,)

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        """The options in full. Raises InvalidOptions, saying what is possible."""
        return options.complete(seats, raw)

    def rules(self, seats: int, options: dict[str, Any]) -> ConnectFourRules:
        """The rules for some seats and options. Raises InvalidOptions."""
        full = self.options(seats, options)
        return ConnectFourRules(dimensions(full), full["same_class"], full["double_start"])

    def places(self, view: View) -> tuple[str, ...]:
        """The squares of a view's grid."""
        return grid(view.columns, view.rows).name

    def is_weighed(self, view: View) -> bool:
        """Whether playouts tell anything about a decision: not before the first turn."""
        return view.turn > 0

    def coach(self, rules: ConnectFourRules, seat: int) -> Search:
        """The player that judges decisions."""
        return coach(rules, seat)


GAME_TYPE: Final = ConnectFour()

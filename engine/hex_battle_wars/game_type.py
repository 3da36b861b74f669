"""The game type of Hex Battle Wars."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.hex_battle_wars import habits, options
from engine.hex_battle_wars.board import field
from engine.hex_battle_wars.content import LAST_ROUND, SEATS
from engine.hex_battle_wars.hiding import Hider
from engine.hex_battle_wars.levels import LEVELS
from engine.hex_battle_wars.playouts import build_coach
from engine.hex_battle_wars.rules import HexBattleWarsRules
from engine.hex_battle_wars.state import Match
from engine.hex_battle_wars.view import View
from engine.players.base import Maker, Traits


class HexBattleWars:
    """Hex Battle Wars as a game type, with its name, seats, options, rules and computer players."""

    name = "hex_battle_wars"
    title = "Hex Battle Wars"
    difficulty = 4
    rules_version = 1
    seats = SEATS
    players: Final[Mapping[str, Maker]] = MappingProxyType({**LEVELS, "hider": Hider})
    coached: Final = (2, 3, 4)
    count_habits = staticmethod(habits.count_habits)
    coach = staticmethod(build_coach)

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        """Return the options with defaults filled in.

        Raises InvalidOptions if an option is unknown or invalid; its text lists the possible values.
        """
        return options.complete(seats, raw)

    def rules(self, seats: int, options: dict[str, Any]) -> HexBattleWarsRules:
        """Return the rules for a number of seats with the given options.

        Raises InvalidOptions if an option is unknown or invalid.
        """
        full = self.options(seats, options)
        return HexBattleWarsRules(
            Match(
                seats=seats,
                radius=full["radius"],
                hp=full["hp"],
                pieces=full["pieces"],
                last_round=full["max_rounds"] or LAST_ROUND,
                program=full["obstacles"] == "program",
                hazards=full["hazards"],
            )
        )

    def places(self, view: View) -> tuple[str, ...]:
        """Return the labels of all hexes of the board, which players can name."""
        return field(view.radius).name

    def traits(self, view: View, result: Mapping[str, Any], seat: int) -> Traits:
        """Return for statistics which place a seat had in the order of turns: 1st to 6th (HBW-6)."""
        places = ("1st", "2nd", "3rd", "4th", "5th", "6th")
        return {"place": {places[(seat - (view.leader or 0)) % len(view.seats)]: None}}

    def is_weighed(self, view: View) -> bool:
        """Return whether the coach can judge this decision by playouts; it cannot before the first turn."""
        return view.phase == "turn"


GAME_TYPE: Final = HexBattleWars()

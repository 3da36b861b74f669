"""The registration of Monster Hex as a game, with the levels of its computer players."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.monster_hex import habits, options, plans
from engine.monster_hex.content import FACTIONS, layout
from engine.monster_hex.objectives import OBJECTIVES
from engine.monster_hex.options import head_start
from engine.monster_hex.playouts import Playouts
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.state import UNASSIGNED
from engine.monster_hex.variants import Variants
from engine.monster_hex.view import View
from engine.players.base import Maker, Traits
from engine.players.greedy import Greedy, build_soft_maker
from engine.players.search import Budget, Search, build_search_maker

_TEMPERATURE: Final = 0.3
"""The softmax temperature of the easy computer player, in points of lead."""
_STRONG: Final = Budget(actions=4, playouts=24)
_MASTER: Final = Budget(actions=6, playouts=480)
_COACH: Final = Budget(actions=24, playouts=480)
"""The search budget of the coach, which reviews finished games and has more time than a player."""

LEVELS: Final[Mapping[str, Maker]] = MappingProxyType(
    {
        "easy": build_soft_maker(_TEMPERATURE),
        "normal": Greedy,
        "strong": build_search_maker(Playouts, _STRONG),
        "master": build_search_maker(Playouts, _MASTER),
    }
)


class MonsterHex:
    """The game Monster Hex: players place monsters around Magic Stones and score where they have the most power."""

    name = "monster_hex"
    title = "Monster Hex"
    difficulty = 1
    rules_version = 1
    seats = options.SEATS
    players: Final[Mapping[str, Maker]] = LEVELS
    coached: Final = (2, 3, 4)
    count_habits = staticmethod(habits.count_habits)
    planner: Final = plans

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        """Return the options with defaults filled in. Raises InvalidOptions, naming the possible values."""
        return options.complete(seats, raw)

    def rules(self, seats: int, options: dict[str, Any]) -> MonsterHexRules:
        """Return the rules for a number of seats and options. Raises InvalidOptions."""
        full = self.options(seats, options)
        chosen = tuple(UNASSIGNED if name is None else FACTIONS.index(name) for name in full["factions"])
        begun = head_start(full, seats)
        edition = full.get("edition")
        variants = Variants(full["board"], seats, full["abilities"], full["objectives"], full["shared"], edition)
        return MonsterHexRules(variants, chosen, begun)

    def places(self, view: View) -> list[str]:
        """Return the labels of a view's hexes, stones included."""
        return [place.label for place in layout(view.board).places]

    def is_weighed(self, view: View) -> bool:
        """Return whether the coach can judge the decision that a view asks for, by playouts.

        It cannot while abilities are chosen secretly.
        """
        return view.phase != "choose"

    def coach(self, rules: MonsterHexRules, seat: int) -> Search:
        """Return the player that judges decisions: the search of the strong levels with more actions and playouts."""
        return Search(rules, seat, Playouts(rules, seat), _COACH)

    def traits(self, view: View, result: Mapping[str, Any], seat: int) -> Traits:
        """Return a seat's place in the order of play, faction, ability and Objectives, for balance statistics.

        The place appears twice, once with the seat's power at the Demon King Stone and once with whether it was first
        there. The number of the ability is the seat's points minus the average of the others, and that of an
        Objective is how often the seat fulfilled it. The faction has no number.
        """
        own, points = view.seats[seat], [each["points"] for each in result["seats"]]
        king = next(stone.label for stone in layout(view.board).stones if stone.demon_king)
        place, power = ("1st", "2nd", "3rd", "4th")[view.order.index(seat)], result["stones"][king]["powers"]
        cards, public = result["seats"][seat].get("cards", ()), {card.id for card in view.public_objectives}
        others = max(1, len(points) - 1)
        traits: dict[str, Mapping[str, float | None]] = {
            "place, with power at the Demon King": {place: power.get(str(seat), 0)},
            "place, with being first at the Demon King": {place: result["demon_king"] == seat},
            "faction": {str(own.faction): None},
        }
        if own.ability is not None:
            ahead = points[seat] - (sum(points) - points[seat]) / others
            traits["ability, with points ahead"] = {own.ability: ahead}
        if cards:
            names = {card.id: card.name for card in OBJECTIVES}
            traits["Objective, with times fulfilled"] = {
                f"{names[card['id']]}{in_hand}": card["times"]
                for card in cards
                for in_hand in ("", *(", in hand",) * (card["id"] not in public))
            }
        return traits


GAME_TYPE: Final = MonsterHex()

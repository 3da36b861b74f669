"""Monster Hex as a registered game."""

from collections.abc import Mapping
from typing import Any, Final

from engine.monster_hex import options
from engine.monster_hex.content import FACTIONS, layout
from engine.monster_hex.levels import LEVELS, coach
from engine.monster_hex.options import head_start
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.state import UNASSIGNED
from engine.monster_hex.variant_rules import VariantRules
from engine.monster_hex.variants import Variants
from engine.monster_hex.view import View
from engine.players.base import Maker
from engine.players.search import Search


class MonsterHex:
    """Monsters are placed around Magic Stones; who has the most power at a stone takes its points."""

    name: Final = "monster_hex"
    title: Final = "Monster Hex"
    rules_version: Final = 1
    seats: Final = options.SEATS
    players: Final[Mapping[str, Maker]] = LEVELS
    coached: Final = (2,)

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        """The options in full. Raises InvalidOptions, saying what is possible."""
        return options.complete(seats, raw)

    def rules(self, seats: int, options: dict[str, Any]) -> MonsterHexRules | VariantRules:
        """The rules for some seats and options. Raises InvalidOptions."""
        full = self.options(seats, options)
        chosen = tuple(UNASSIGNED if name is None else FACTIONS.index(name) for name in full["factions"])
        begun = head_start(full, seats)
        edition = full.get("edition")
        variants = Variants(full["board"], seats, full["abilities"], full["objectives"], full["shared"], edition)
        if variants.names or edition is not None:
            return VariantRules(variants, chosen, begun)
        return MonsterHexRules(variants.layout, chosen, begun)

    def places(self, view: View) -> list[str]:
        """The hexes of a view's board, stones included."""
        return [place.label for place in layout(view.board).places]

    def is_weighed(self, view: View) -> bool:
        """Whether playouts tell anything about a decision: not while abilities are chosen secretly."""
        return view.phase != "choose"

    def coach(self, rules: MonsterHexRules | VariantRules, seat: int) -> Search:
        """The player that judges decisions."""
        return coach(rules, seat)


GAME_TYPE: Final = MonsterHex()

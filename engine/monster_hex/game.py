"""Monster Hex as a registered game."""

from typing import Any, Final

from engine.core import GameInfo
from engine.monster_hex import options
from engine.monster_hex.content import FACTIONS, TILES, layout
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.state import UNASSIGNED


class MonsterHex:
    """Monsters are placed around Magic Stones; who has the most power at a stone takes its points."""

    name: Final = "monster_hex"
    title: Final = "Monster Hex"
    rules_version: Final = 1
    seats: Final = options.SEATS

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        """The options in full. Raises InvalidOptions, saying what is possible."""
        return options.complete(seats, raw)

    def rules(self, seats: int, options: dict[str, Any]) -> MonsterHexRules:
        """The rules for some seats and options. Raises InvalidOptions."""
        full = self.options(seats, options)
        board = layout(full["board"])
        chosen = tuple(UNASSIGNED if name is None else FACTIONS.index(name) for name in full["factions"])
        info = GameInfo(
            name=self.name,
            title=self.title,
            rules_version=self.rules_version,
            seats=self.seats,
            # Factions and forfeits, the order, draws, placements, and a question at every stone.
            max_game_length=2 * seats + 1 + seats * len(TILES) + len(board.board) + len(board.stones),
        )
        return MonsterHexRules(info, board, chosen)


GAME: Final = MonsterHex()

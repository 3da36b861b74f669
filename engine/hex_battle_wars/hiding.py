"""The computer player `hider`, which only the arena uses: it measures whether keeping away wins games."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engine.hex_battle_wars.actions import END, HOLD, PASS, ROLL, STAY, VANISH, Move, Tiles
from engine.hex_battle_wars.board import OFF
from engine.hex_battle_wars.levels import Strong
from engine.hex_battle_wars.odds import Lookups
from engine.hex_battle_wars.preview import reaches
from engine.hex_battle_wars.urgency import measure_lead
from engine.hex_battle_wars.view import View
from engine.players.base import find_best

_LOOKED_AT: Final = 12
"""Number of distant hexes whose threats are compared."""
_NEARNESS: Final = 0.3
"""Points of health that a step of distance to the nearest enemy is worth."""


class Hider(Strong):
    """A player like `strong` until it has more health than every other seat.

    From then on it turns invisible, keeps away and never attacks. It remembers this, so each game needs a new one.
    """

    _has_led = False

    def choose(self, view: View, legal_actions: Sequence[Any], rng: Random) -> Any:
        """Return the action to take, one of the legal ones."""
        self._has_led = self._has_led or measure_lead(view, self._seat) > 0
        return super().choose(view, legal_actions, rng)

    def _act(self, scene: Lookups, legal: Sequence[Any], rng: Random) -> Any:
        if self._has_led:
            return next(action for action in (HOLD, VANISH, ROLL, END, PASS) if action in legal)
        return super()._act(scene, legal, rng)

    def _go(self, scene: Lookups, legal: Sequence[Any], rng: Random) -> Any:
        if not self._has_led:
            return super()._go(scene, legal, rng)
        if isinstance(legal[0], Move):
            moves = {move.cell: move for move in legal}
            threats = self._outlook(scene).threats
            return moves[min(self._list_far(scene, [*moves]), key=lambda cell: sum(threats(cell).values()))]
        ends = [[] if reach is None else scene.grid.members(reach.ends) for reach in reaches(scene.view)]
        cells = [self._list_far(scene, each)[0] if each else OFF for each in ends]
        return Tiles((cells[0], cells[1], cells[2])) if len(cells) == 3 else STAY

    def _list_far(self, scene: Lookups, cells: Sequence[int]) -> Sequence[int]:
        """Return the cells that are the farthest from enemies and the least in danger, best first."""
        prospects = scene.prospects(cells, self._seat, self._piece(scene).armour)
        return find_best(cells, [_NEARNESS * each.nearest - each.danger for each in prospects], _LOOKED_AT)

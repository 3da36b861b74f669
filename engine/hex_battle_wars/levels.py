"""The levels of computer players in Hex Battle Wars, built on `Normal`, with searches two and four plies deep."""

from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean
from types import MappingProxyType
from typing import Any, Final

from engine.hex_battle_wars.actions import APPEAR, DICE, END, HOLD, ROLL, VANISH, Attack, Move
from engine.hex_battle_wars.board import OFF
from engine.hex_battle_wars.content import TILES
from engine.hex_battle_wars.duel import Duel
from engine.hex_battle_wars.odds import Foe, Lookups
from engine.hex_battle_wars.outlook import CellEvaluation, Weights, find_roll_ends
from engine.hex_battle_wars.players import Normal, sample_cells
from engine.hex_battle_wars.state import find_index, is_hidden, living_pieces
from engine.hex_battle_wars.urgency import weigh_step
from engine.players.base import Maker, find_best, sample_softmax

_LOOKED_AT_BEFORE_A_ROLL: Final = 3
"""Number of destinations evaluated for each movement roll when deciding whether to roll."""
_STARTS: Final = 24
"""Number of hexes that are sampled and evaluated as starting hexes."""
_BOLD: Final = 0.5
"""Weight of the enemies' threats for `strong` while it wants to come closer."""
_TEMPERATURE: Final = 6.0
"""Softmax temperature of the level `easy`, in points of health."""


class TwoPlies(Normal):
    """A player that searches two plies: its own attack from each promising hex, and the enemies' next attacks.

    At set-up and while its piece is invisible it plays like `Normal`.
    """

    _weights = Weights(caution=0.9, height=0.0, step=0.02)
    _looked_at = 6
    """Number of destinations evaluated after a movement roll."""

    def _act(self, scene: Lookups, legal: Sequence[Any], rng: Random) -> Any:
        if not scene.state.piece or APPEAR in legal or is_hidden(scene.state):
            return super()._act(scene, legal, rng)
        outlook, here = self._outlook(scene), self._cell(scene)
        attacks = outlook.attacks(here)
        values: dict[Any, float] = {action: attacks[action.cell] for action in legal if isinstance(action, Attack)}
        if ROLL in legal:
            values[ROLL] = self._evaluate_roll(scene, outlook, here)
        if END in legal:
            values[END] = outlook.rest(here)
        if VANISH in legal:
            chance = self._find_chance_to_hide(scene)
            values[VANISH] = chance * outlook.rest(here, TILES) + (1 - chance) * max(values.values())
        return self._choose(values, rng)

    def _go(self, scene: Lookups, legal: Sequence[Any], rng: Random) -> Any:
        if not isinstance(legal[0], Move):
            return super()._go(scene, legal, rng)
        moves = {move.cell: move for move in legal}
        return self._choose({moves[cell]: value for cell, value in self._evaluate_ends(scene, [*moves]).items()}, rng)

    def find_end(self, scene: Lookups, cells: Sequence[int]) -> int:
        """Return the best of the cells where the acting character's walk can end."""
        values = self._evaluate_ends(scene, cells)
        return max(values, key=lambda cell: values[cell])

    def _evaluate_ends(self, scene: Lookups, cells: Sequence[int]) -> Mapping[int, float]:
        """Return the values of the most promising of the cells where a walk can end."""
        outlook = self._outlook(scene)
        return {cell: outlook.value(cell) for cell in self._find_promising(scene, cells, self._looked_at)}

    def _outlook(self, scene: Lookups) -> CellEvaluation:
        return CellEvaluation(scene, self._seat, scene.state.piece, self._weights)

    def _choose(self, values: Mapping[Any, float], rng: Random) -> Any:
        """Return the action with the highest value; subclasses may choose differently."""
        return max(values, key=lambda action: values[action])

    def _evaluate_roll(self, scene: Lookups, outlook: CellEvaluation, here: int) -> float:
        """Return the value of rolling for movement: the mean over all rolls of the best destination's value."""
        rolls = find_roll_ends(scene, here, find_index(scene.match, self._seat, scene.state.piece))
        found = [self._find_promising(scene, scene.grid.members(ends), _LOOKED_AT_BEFORE_A_ROLL) for ends in rolls]
        return sum(max(map(outlook.value, cells)) for cells in found) / len(rolls)

    def _find_chance_to_hide(self, scene: Lookups) -> float:
        """Return the chance that the roll to turn or stay invisible succeeds (HBW-9, HBW-10)."""
        return (len(DICE[10]) + 1 - self._score(scene)) / len(DICE[10])

    def _find_promising(self, scene: Lookups, cells: Sequence[int], count: int) -> Sequence[int]:
        """Return the `count` best cells by a quick estimate, best first."""
        prospects = scene.prospects(cells, self._seat, self._piece(scene).armour)
        values = {cell: scene.value(cell, prospect) for cell, prospect in zip(cells, prospects, strict=True)}
        return sorted(cells, key=lambda cell: -values[cell])[:count]


class Strong(TwoPlies):
    """The level `strong`: a four-ply search in a duel, else a two-ply search.

    In a duel only two characters are left, and the opponent's is visible.
    """

    def find_start(self, scene: Lookups, cells: Sequence[int]) -> int:
        """Return the best of the cells to start on; against one opponent on the board, by a search of the duel.

        The search starts with the opponent's turn, since the seat that deploys first also has the first turn.
        """
        foe = self._opponent(scene)
        if foe is None:
            return super().find_start(scene, cells)
        duel = Duel(scene, self._seat, scene.state.piece, foe)
        return max(sample_cells(scene, cells, _STARTS), key=duel.rest)

    def _act(self, scene: Lookups, legal: Sequence[Any], rng: Random) -> Any:
        foe = self._opponent(scene)
        if foe is None or (is_hidden(scene.state) and APPEAR not in legal):
            if weigh_step(scene.view, self._seat):
                legal = [action for action in legal if action != VANISH]
            return super()._act(scene, legal, rng)
        duel, here = self._duel(scene, foe), self._cell(scene)
        shown = [action for action in legal if action == APPEAR or isinstance(action, Attack)]
        values: dict[Any, float] = {action: duel.value(here) for action in shown}
        hide = next((action for action in (VANISH, HOLD) if action in legal), None)
        if ROLL in legal:
            if not values and hide is None:
                return ROLL
            values[ROLL] = self._evaluate_duel_roll(scene, duel, here)
        if APPEAR in legal:
            values[APPEAR] = max(values[APPEAR], self._evaluate_duel_roll(scene, duel, here))
        if END in legal:
            values[END] = duel.rest(here)
        if hide is not None:
            tiles = sum(cell != OFF for cell in scene.state.tiles[self._seat]) or TILES
            chance = self._find_chance_to_hide(scene)
            values[hide] = chance * duel.hide(here, tiles) + (1 - chance) * max(values.values())
        return self._choose(values, rng)

    def _go(self, scene: Lookups, legal: Sequence[Any], rng: Random) -> Any:
        if not isinstance(legal[0], Move):
            return super()._go(scene, legal, rng)
        moves = {move.cell: move for move in legal}
        return moves[self.find_end(scene, [*moves])]

    def find_end(self, scene: Lookups, cells: Sequence[int]) -> int:
        """Return the best of the cells where the acting character's walk can end."""
        foe = self._opponent(scene)
        if foe is None:
            return super().find_end(scene, cells)
        return self._best_end(self._duel(scene, foe), cells, 4)[0]

    def _evaluate_duel_roll(self, scene: Lookups, duel: Duel, here: int) -> float:
        """Return the value of rolling for movement in a duel: the mean over all rolls of the best destination's."""
        rolls = find_roll_ends(scene, here, find_index(scene.match, self._seat, scene.state.piece))
        return fmean([self._best_end(duel, scene.grid.members(ends), 2)[1] for ends in rolls])

    def _duel(self, scene: Lookups, foe: Foe) -> Duel:
        return Duel(scene, self._seat, scene.state.piece, foe, weigh_step(scene.view, self._seat))

    def _outlook(self, scene: Lookups) -> CellEvaluation:
        pressure = weigh_step(scene.view, self._seat)
        weights = self._weights._replace(step=pressure, caution=_BOLD) if pressure else self._weights
        return CellEvaluation(scene, self._seat, scene.state.piece, weights)

    def _opponent(self, scene: Lookups) -> Foe | None:
        """Return the opponent if only two characters are left and the other one is visible on the board, else None."""
        match, state, foes = scene.match, scene.state, scene.foes_of(self._seat)
        left = sum(len(living_pieces(match, state, seat)) for seat in range(match.seats))
        return foes[0] if left == 2 and len(foes) == 1 and state.piece and state.at[foes[0].number] != OFF else None

    def _cell(self, scene: Lookups) -> int:
        """Return the cell of the acting piece, which is that of the real tile if it is invisible."""
        real = scene.view.seats[self._seat].real
        return scene.state.tiles[self._seat][real - 1] if real and is_hidden(scene.state) else super()._cell(scene)

    def _best_end(self, duel: Duel, cells: Sequence[int], count: int) -> tuple[int, float]:
        """Return the cell with the highest value, and this value.

        Only the `count` cells with the highest values of a shorter search (`Duel.evaluate_quickly`) are compared.
        """
        looked_at = find_best(cells, [duel.evaluate_quickly(cell) for cell in cells], count)
        values = [duel.value(cell) for cell in looked_at]
        most = max(values)
        return looked_at[values.index(most)], most


class Easy(TwoPlies):
    """The level `easy`: a player that samples actions by a softmax of their values.

    It ignores the enemies' next turns and prefers not to climb. Without the second handicap it would win too often
    against players that neither look ahead nor climb.
    """

    _weights = Weights(caution=0.0, height=-1.0, step=0.12)
    _looked_at = 60

    def _choose(self, values: Mapping[Any, float], rng: Random) -> Any:
        return sample_softmax([*values], [*values.values()], _TEMPERATURE, rng)


LEVELS: Final[Mapping[str, Maker]] = MappingProxyType({"easy": Easy, "normal": Normal, "strong": Strong})

"""The computer player `normal`, which knows only the view of its seat and the legal actions."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engine.hex_battle_wars.actions import (
    APPEAR,
    AUTO,
    END,
    HOLD,
    ROLL,
    STAY,
    VANISH,
    Attack,
    Deploy,
    Move,
    Tiles,
    Use,
)
from engine.hex_battle_wars.board import OFF
from engine.hex_battle_wars.odds import Lookups
from engine.hex_battle_wars.preview import reaches
from engine.hex_battle_wars.view import Piece, View

GOOD_SHOT: Final = 3.5
"""Minimum appeal (see `appeal`) of an attack that `normal` makes at once, without moving first."""
_FAIR_SHOT: Final = 1.5
"""Minimum expected damage of an attack for which a hurt, invisible character appears."""
_DANGER: Final = 1.5
"""Minimum expected damage by enemies for which a hurt character turns invisible."""
_HURT: Final = 0.4
"""Share of its full health below which a piece counts as hurt."""
_SURE: Final = 5
"""Highest invisibility score with which `normal` tries to turn invisible."""
SEEN: Final = 1 / 6
"""Share of the destinations of a walk that `normal` considers. The others it overlooks."""
SEEN_AT_LEAST: Final = 6
"""Minimum number of destinations that `normal` considers, if there are as many."""
_HEIGHT: Final = 0.4
"""Value of a start one level higher at deployment, in points of health."""


def appeal(damage: float, hits: int, hp: int) -> float:
    """Return the value of an attack to `normal`: the expected damage, times 1.5 if a hit would probably kill."""
    return damage * (1.5 if hp <= damage * 20 / hits else 1.0)


def sample_cells(scene: Lookups, cells: Sequence[int], count: int, tile: int = 0) -> list[int]:
    """Return up to `count` of the cells, drawn by the public position, so that a hint and the quick picks agree.

    Different tiles on the same hex draw different cells.
    """
    view = scene.view
    places = [(*(piece.label for piece in seat.pieces), *seat.tiles) for seat in view.seats]
    return Random(f"{view.ground} {view.round} {places} {tile}").sample(cells, min(count, len(cells)))


class Normal:
    """A computer player that moves to hexes with a good shot and little danger, and hides when it is hurt."""

    def __init__(self, rules: object, seat: int) -> None:
        self._seat = seat

    def choose(self, view: View, legal_actions: Sequence[Any], rng: Random) -> Any:
        """Return the action to take, one of the legal ones."""
        if view.phase == "blocks":
            return AUTO
        scene = Lookups(view)
        if view.phase == "deploy":
            return Deploy(self.find_start(scene, [action.cell for action in legal_actions]))
        turn = view.turn
        if turn is not None and turn.stage == "rolled":
            return self._go(scene, legal_actions, rng)
        return self._act(scene, legal_actions, rng)

    def _best_shot(self, scene: Lookups, legal: Sequence[Any]) -> tuple[float, Attack | None]:
        """Return the appeal of the best legal attack and the attack, or (0, None) without one."""
        best, found = 0.0, None
        odds_of = (
            {odds.action: odds for odds in scene.targets(self._cell(scene), self._seat)}
            if any(isinstance(action, Attack) for action in legal)
            else {}
        )
        name = scene.grid.name
        for action in legal:
            if isinstance(action, Attack):
                tile = f" {action.tile}" if action.tile else ""
                odds = odds_of[f"attack {name[action.cell]}{tile}"]
                value = appeal(odds.damage, odds.hits, odds.hp)
                if value > best:
                    best, found = value, action
        return best, found

    def _cell(self, scene: Lookups) -> int:
        """Return the cell of the acting piece."""
        state = scene.state
        return state.at[state.seat * scene.match.pieces + state.piece - 1]

    def find_start(self, scene: Lookups, cells: Sequence[int]) -> int:
        """Return the best of up to 40 sampled cells to start on: high, and with little danger from pieces there."""
        armour = min(piece.armour for piece in scene.view.seats[self._seat].pieces)
        looked_at = sample_cells(scene, cells, 40)
        dangers = scene.dangers(looked_at, self._seat, armour)
        values = [_HEIGHT * scene.ground.height(cell) - danger for cell, danger in zip(looked_at, dangers, strict=True)]
        return looked_at[values.index(max(values))]

    def _act(self, scene: Lookups, legal: Sequence[Any], rng: Random) -> Any:
        if APPEAR in legal:
            return HOLD if self._is_hurt(scene) and not self._can_strike(scene) else APPEAR
        uses = [action for action in legal if isinstance(action, Use)]
        if uses:
            return max(uses, key=lambda use: self._evaluate_piece(scene, use.piece))
        if VANISH in legal and self._score(scene) <= _SURE and self._is_hurt(scene) and self._is_in_danger(scene):
            return VANISH
        value, attack = self._best_shot(scene, legal)
        if attack is not None and (ROLL not in legal or value >= GOOD_SHOT):
            return attack
        if ROLL in legal:
            return ROLL
        return attack or END

    def _go(self, scene: Lookups, legal: Sequence[Any], rng: Random) -> Any:
        armour = self._piece(scene).armour
        if isinstance(legal[0], Move):
            cells = [move.cell for move in legal]
            seen = sample_cells(scene, cells, max(SEEN_AT_LEAST, round(SEEN * len(cells))))
            return legal[cells.index(scene.best(seen, self._seat, armour))]
        cells = self.find_tile_ends(scene)
        return Tiles((cells[0], cells[1], cells[2])) if len(cells) == 3 else STAY

    def find_tile_ends(self, scene: Lookups) -> list[int]:
        """Return for each tile of the acting character the best of up to 20 sampled destinations.

        A destination is good if it has a good shot and little danger. Tiles go to different hexes where possible, so
        that enemies can't be near all of them. A removed tile has `OFF`.
        """
        armour, found = self._piece(scene).armour, list[int]()
        for tile, reach in enumerate(reaches(scene.view), 1):
            ends = [] if reach is None else scene.grid.members(reach.ends)
            free = [cell for cell in ends if cell not in found] or ends
            found.append(scene.best(sample_cells(scene, free, 20, tile), self._seat, armour) if free else OFF)
        return found

    def _piece(self, scene: Lookups) -> Piece:
        """Return the acting piece; piece 1 if none is chosen yet."""
        turn = scene.view.turn
        number = 1 if turn is None or turn.piece is None else turn.piece
        return scene.view.seats[self._seat].pieces[number - 1]

    def _score(self, scene: Lookups) -> int:
        return self._piece(scene).invisibility

    def _is_hurt(self, scene: Lookups) -> bool:
        """Return whether the seat's piece has little health, and less than the healthiest enemy piece.

        The piece is the invisible one, or else the acting one.
        """
        own = scene.view.seats[self._seat].pieces
        piece = next((piece for piece in own if piece.invisible), self._piece(scene))
        others = [
            other.hp
            for seat, seated in enumerate(scene.view.seats)
            if seat != self._seat and not seated.forfeited
            for other in seated.pieces
            if other.hp
        ]
        return piece.hp < _HURT * scene.view.hp and piece.hp < max(others, default=0)

    def _is_in_danger(self, scene: Lookups) -> bool:
        """Return whether enemies in sight threaten so much damage to the acting piece that hiding is worthwhile."""
        return scene.danger(self._cell(scene), self._seat, self._piece(scene).armour) >= _DANGER

    def _can_strike(self, scene: Lookups) -> bool:
        """Return whether an attack from the hex of the seat's real tile would do enough damage to appear for it."""
        seated = scene.view.seats[self._seat]
        label = None if seated.real is None else seated.tiles[seated.real - 1]
        return label is not None and scene.promise(scene.grid.index[label], self._seat) >= _FAIR_SHOT

    def _evaluate_piece(self, scene: Lookups, piece: int) -> float:
        label = scene.view.seats[self._seat].pieces[piece - 1].label
        if label is None:
            return -1.0
        cell = scene.grid.index[label]
        return scene.promise(cell, self._seat) - scene.nearest(cell, self._seat) / 100

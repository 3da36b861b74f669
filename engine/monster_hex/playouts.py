"""Playouts for players that search: the placement with the best gain at the stones beside it, read off a state."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final

from engine.monster_hex import capturing, placing
from engine.monster_hex.actions import TAKES, Place
from engine.monster_hex.content import EMPTY, POWERS, SLOTS, SMALL_STONE_POINTS, Layout
from engine.monster_hex.evaluation import promise
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.scoring import points
from engine.monster_hex.state import PLACE, TAKE, State
from engine.monster_hex.variant_rules import VariantRules
from engine.monster_hex.view import View
from engine.players.choosing import several_best
from engine.players.greedy import Greedy

_RANDOM: Final = 0.1
"""How often a playout plays at random, so that it meets what a greedy player would not."""
_LARGEST: Final = max(power for powers in POWERS for power in powers)
_MARGIN: Final = 40.0
"""The points ahead that count as much in a playout as half a victory."""


class Playouts:
    """What the search needs of Monster Hex, with or without variants."""

    def __init__(self, rules: MonsterHexRules | VariantRules, seat: int) -> None:
        self._rules = rules
        self._layout = rules.layout
        self._greedy = Greedy(rules, seat)

    def shortlist(self, view: View, legal_actions: Sequence[Any], count: int, rng: Random) -> Sequence[Any]:
        """The placements with the best gain; of anything else what greedy likes best."""
        if type(legal_actions[0]) is Place and type(legal_actions[-1]) is Place:
            gains = gains_on(self._layout, self._rules.determinize(view, rng), view.viewer)
            values = [gain_of(gains, place) for place in legal_actions]
        else:
            values = self._greedy.values(view, legal_actions, rng)
        return several_best(legal_actions, values, count)

    def playout_action(self, state: State, seat: int, rng: Random) -> Any:
        """The placement with the best gain, now and then any; the value best after bonus; any answer else."""
        layout = self._layout
        if state.phase == TAKE:
            return TAKES[capturing.best_value(layout.values[state.pending[0]], state.factions[seat])[0]]
        if state.phase != PLACE or rng.random() < _RANDOM:
            legal = self._rules.legal_actions(state, seat)
            return legal[int(rng.random() * len(legal))]
        gains = gains_on(layout, state, seat)
        legal = placing.legal_placements(layout, state.board, state.fits, state.hands[seat])
        return max(legal, key=lambda place: gain_of(gains, place))

    def value(self, state: State, seat: int) -> float:
        """A victory, and the points ahead as a smaller part of it."""
        end = self._rules.outcome(state)
        won = 1 / len(end.winners) if end is not None and seat in end.winners else 0.0
        reached = points(state, len(state.factions))
        ahead = reached[seat] - max(each for other, each in enumerate(reached) if other != seat)
        return won + max(-1.0, min(1.0, ahead / _MARGIN)) / 2


Gains = dict[int, tuple[tuple[int, tuple[float, ...]], ...]]


def gains_on(layout: Layout, state: State, seat: int) -> Gains:
    """For each free cell, by edge that faces an open stone, what a power there gains a seat."""
    board, owners = state.board, len(state.factions)
    found: Gains = {}
    for cell, piece in enumerate(board):
        if piece == EMPTY:
            found[cell] = ()
    for stone, captured in enumerate(state.captures):
        ring = layout.ring[stone](board)
        # With abilities a stone may be surrounded and still open.
        if captured is None and EMPTY in ring:
            gains = stone_gains(layout, stone, ring, seat, owners, state.factions)
            for cell, edge in layout.facing[stone]:
                if board[cell] == EMPTY:
                    found[cell] = (*found[cell], (edge, gains))
    return found


def gain_of(gains: Gains, place: Place) -> float:
    """What a placement gains at the stones beside it."""
    powers = POWERS[place.tile * 6 + place.rotation]
    return sum([by_power[powers[edge]] for edge, by_power in gains[place.cell]])


@lru_cache(1 << 15)
def stone_gains(
    layout: Layout, stone: int, ring: tuple[int, ...], seat: int, owners: int, factions: tuple[int, ...]
) -> tuple[float, ...]:
    """What one more tile of a seat gains it at an open stone, by the power that the tile shows there."""
    powers: list[int | None] = [None] * owners
    for (_, edge), piece in zip(layout.facing[stone], ring, strict=True):
        if piece >= 0:
            owner, slot = divmod(piece, SLOTS)
            powers[owner] = (powers[owner] or 0) + POWERS[slot][edge]
    free = ring.count(EMPTY)
    before = promise(layout, stone, [power or 0 for power in powers], seat, free)
    gains: list[float] = []
    for power in range(_LARGEST + 1):
        shown = [*powers]
        shown[seat] = (shown[seat] or 0) + power
        if free == 1:
            gains.append(_captured(layout, stone, tuple(shown), seat, factions) - before)
        else:
            gains.append(promise(layout, stone, [each or 0 for each in shown], seat, free - 1) - before)
    return tuple(gains)


def _captured(
    layout: Layout, stone: int, powers: tuple[int | None, ...], seat: int, factions: tuple[int, ...]
) -> float:
    """The points ahead for a seat from a capture by these powers; none from a tie at a Small Stone."""
    reached = [0] * len(powers)
    if layout.values[stone]:
        # With no seats nobody is asked: each gets the best value that is left.
        for taken in capturing.capture_by(layout, (), factions, stone, powers, seats=0).taken:
            reached[taken.seat] += taken.value + taken.bonus
    else:
        most = max([power for power in powers if power is not None])
        if powers.count(most) == 1:
            reached[powers.index(most)] = SMALL_STONE_POINTS
    return reached[seat] - max(points for other, points in enumerate(reached) if other != seat)

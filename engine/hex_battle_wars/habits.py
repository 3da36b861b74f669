"""Habits of players in Hex Battle Wars: poor shots, walks to and fro, and rounds in which little happens."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from engine.core import AnyRules
from engine.hex_battle_wars.actions import Attack, Move
from engine.hex_battle_wars.odds import POOR, Lookups
from engine.hex_battle_wars.state import MAX_ROUNDS, TURN, State
from engine.hex_battle_wars.view import View
from engine.players.arena import Step
from engine.players.habits import Count, Counts

_QUIET: Final = (6, 10)
"""Numbers of rounds in a row without a better shot that are counted."""
_REPEATED: Final = 3
"""Number of times that a position must occur to count as repeated."""


class _Walk(NamedTuple):
    """A character's walk: its start and end, the steps by which it comes closer to an enemy, and the lead in health.

    `closer` is the change of the distance to the nearest enemy, and `lead` the lead over the healthiest other seat.
    """

    seat: int
    piece: int
    start: int
    end: int
    closer: int
    lead: int


def count_habits(rules: AnyRules, steps: Sequence[Step], seats: Sequence[int]) -> Counts:
    """Return the counts of a finished game; only what the given seats did counts.

    A position counts as repeated if the same seat begins a turn in it for the third time without a shot above 10 % in
    between. A walk goes back if it ends where the walk of the turn before began.
    """
    own = [step for step in steps if step.actor in seats]
    last: State = steps[-1].transition.state
    shots = [(step.before.round, hits) for step in own if (hits := _count_hits(rules, step)) is not None]
    quiet = _count_quiet_rounds(last.round, {number for number, hits in shots if hits > POOR})
    walks = [_measure(rules, step) for step in own if isinstance(step.action, Move)]
    behind, ahead = ([walk.closer for walk in walks if walk.lead * side > 0] for side in (-1, 1))
    return {
        "shots at 10 % or less": Count(sum(hits <= POOR for _, hits in shots), len(shots)),
        "games with a repeated position": Count(_repeats_position(rules, steps, seats), 1),
        **{f"games with {most} rounds without a shot above 10 %": Count(quiet >= most, 1) for most in _QUIET},
        "games ended by the round limit": Count(last.reason == MAX_ROUNDS, 1),
        "walks that go back": Count(_count_walks_back(walks), len(walks)),
        "steps closer in a walk when behind": Count(sum(behind), len(behind)),
        "steps closer in a walk when ahead": Count(sum(ahead), len(ahead)),
        "rounds in a game": Count(last.round, 1),
    }


def _count_hits(rules: AnyRules, step: Step) -> int | None:
    """Return the number of d20 faces that hit in a step's attack; None if the step is no attack."""
    if not isinstance(step.action, Attack):
        return None
    view: View = rules.view(step.before, step.actor)
    scene, state = Lookups(view), step.before
    targets = scene.targets(state.at[state.seat * scene.match.pieces + state.piece - 1], state.seat)
    return next(odds.hits for odds in targets if odds.action == rules.format_action(step.action))


def _count_quiet_rounds(rounds: int, lively: set[int]) -> int:
    """Return the length of the longest run of rounds that are not among the `lively` ones."""
    runs = groupby(number in lively for number in range(1, rounds + 1))
    return max((len([*run]) for is_lively, run in runs if not is_lively), default=0)


def _repeats_position(rules: AnyRules, steps: Sequence[Step], seats: Sequence[int]) -> bool:
    seen = Counter[tuple[object, ...]]()
    turn: tuple[int, int] | None = None
    for step in steps:
        state: State = step.before
        if state.phase == TURN and turn != (turn := (state.round, state.seat)) and state.seat in seats:
            position = state.seat, state.at, state.tiles, state.hp
            seen[position] += 1
            if seen[position] == _REPEATED:
                return True
        if (_count_hits(rules, step) or 0) > POOR:
            seen.clear()
    return False


def _measure(rules: AnyRules, step: Step) -> _Walk:
    view: View = rules.view(step.before, step.actor)
    scene, state, end = Lookups(view), step.before, step.action.cell
    start = state.at[state.seat * scene.match.pieces + state.piece - 1]
    health = [sum(piece.hp for piece in seat.pieces) for seat in view.seats]
    lead = health.pop(state.seat) - max(health)
    closer = scene.nearest(start, state.seat) - scene.nearest(end, state.seat)
    return _Walk(state.seat, state.piece, start, end, closer, lead)


def _count_walks_back(walks: Sequence[_Walk]) -> int:
    before: dict[tuple[int, int], int] = {}
    back = 0
    for walk in walks:
        back += before.get((walk.seat, walk.piece)) == walk.end
        before[walk.seat, walk.piece] = walk.start
    return back

"""The coach: reviews a seat's decisions in a finished game and finds those where another move does better.

Each decision is judged only by what its seat could see. The player that searches picks the best other move; then this
move and the one played are both played out in the same newly sampled worlds (states consistent with the view) with the
same random numbers. New worlds avoid a bias towards the move that was picked. A turning point is a decision for which
the confidence interval of the difference lies above 0.
"""

from bisect import bisect_left
from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from engine.core import SPECTATOR, AnyRules, InvalidOptions
from engine.games import game_types
from engine.history import turn_end_entries
from engine.players.base import legal_actions_from_view
from engine.players.search import Search
from engine.record import Configuration, GameRecord, active_entries, configure
from engine.replay import play_log

CONFIDENCE: Final = 0.95
"""The probability that all intervals of a review contain their true values at the same time."""
MOST: Final = 3
"""The maximum number of turning points in a review."""
PLAYOUTS: Final = 190
"""The number of sampled worlds in which the two moves of a decision are played out."""
_FIRST: Final = 40
"""The number of worlds after which a comparison stops if the other move is not ahead."""


@runtime_checkable
class BringsCoach(Protocol):
    """A game (`engine.core.GameType`) whose decisions can be judged by playouts."""

    coached: tuple[int, ...]
    """The numbers of seats with which games can be reviewed."""

    def is_weighed(self, view: Any) -> bool:
        """Return whether playouts can judge the decision that a view asks for."""
        ...

    def coach(self, rules: AnyRules, seat: int) -> Search:
        """Return the player that judges decisions for a seat: the game's strongest."""
        ...


class Decision(NamedTuple):
    """A move of a seat, with the view from which it was chosen.

    `turn` is the index, in a spectator's `history`, of the position before the move. `seed` is the seed that a
    computer player would have had for this decision.
    """

    configuration: Configuration
    view: Any
    seat: int
    played: str
    seed: int
    turn: int


class TurningPoint(NamedTuple):
    """A decision and a move that does better.

    In playouts the move `better` is ahead by `difference` ± `margin`, where a won game counts 1.
    """

    decision: Decision
    better: str
    difference: float
    margin: float


class Weighed(NamedTuple):
    """The best other move of a decision, its average gain over the move played, and the standard error of that gain."""

    better: str
    difference: float
    error: float


def is_coached(game: str, seats: int) -> bool:
    """Return whether games with this name and number of seats can be reviewed."""
    found = game_types().get(game)
    return isinstance(found, BringsCoach) and seats in found.coached


def decisions(record: GameRecord, seat: int) -> tuple[Decision, ...]:
    """Return a seat's decisions in a finished game that can be judged, in order.

    Moves that were taken back, or that HOST made for the seat, are left out. Raises InvalidOptions for a game that
    cannot be reviewed, VersionMismatch, BrokenLog, and CorruptRecord for a seed that does not match the record.
    """
    configuration = record.configuration
    game = _coached(configuration)
    rules = configure(configuration)
    dealer = configuration.dealer(record.seed or b"")
    ends = turn_end_entries(configuration, record.entries, SPECTATOR)
    active = set(active_entries(record.entries))
    found: list[Decision] = []
    for played in play_log(rules, record.entries):
        if played.number in active and played.entry.actor == seat:
            view, before = rules.view(played.before, seat), played.number - 1
            if game.is_weighed(view):
                seed, turn = dealer.player_seed(seat, before), bisect_left(ends, played.number) - 1
                found.append(Decision(configuration, view, seat, played.entry.action, seed, turn))
    return tuple(found)


def review(asked: Sequence[Decision]) -> tuple[TurningPoint, ...]:
    """Return the turning points among a seat's decisions, at most `MOST`, those with the largest difference first.

    The same decisions always give the same result. The intervals are wide enough that all of them hold together with
    the probability `CONFIDENCE` (a correction for multiple comparisons).
    """
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / max(1, len(asked)))
    found = [(decision, weighed) for decision in asked if (weighed := weigh(decision)) is not None]
    points = [TurningPoint(each, by.better, by.difference, z * by.error) for each, by in found]
    marked = [point for point in points if point.difference > point.margin]
    return tuple(sorted(marked, key=lambda point: -point.difference)[:MOST])


def weigh(asked: Decision) -> Weighed | None:
    """Compare the best other move of a decision with the move played, by playouts.

    None if there is no other move, or if the first `_FIRST` worlds show no gain.
    """
    rules, coach, rng = _judge(asked)
    played = rules.parse_action(asked.played)
    others = [
        action for action in legal_actions_from_view(rules, asked.view, asked.seat, asked.seed) if action != played
    ]
    if not others:
        return None
    better = coach.choose(asked.view, others, rng)
    differences: list[float] = []
    for number in range(PLAYOUTS):
        # Stopping early only drops decisions, so it adds no false turning points.
        if number == _FIRST and fmean(differences) <= 0:
            return None
        world, seed = rules.determinize(asked.view, rng), rng.getrandbits(64)
        worth = [coach.try_action(world, action, Random(seed)) for action in (better, played)]
        differences.append(worth[0] - worth[1])
    return Weighed(rules.format_action(better), fmean(differences), stdev(differences) / sqrt(PLAYOUTS))


def find_coach_move(asked: Decision) -> str:
    """Return the move that the game's strongest player would choose from the seat's view; always the same one."""
    rules, coach, rng = _judge(asked)
    return rules.format_action(
        coach.choose(asked.view, legal_actions_from_view(rules, asked.view, asked.seat, asked.seed), rng)
    )


def _judge(asked: Decision) -> tuple[AnyRules, Search, Random]:
    rules = configure(asked.configuration)
    return rules, _coached(asked.configuration).coach(rules, asked.seat), Random(asked.seed)


def _coached(configuration: Configuration) -> BringsCoach:
    found = game_types().get(configuration.game)
    if not isinstance(found, BringsCoach) or configuration.seats not in found.coached:
        raise InvalidOptions("This game has no coach.", "no_coach")
    return found

"""The coach: reviews a seat's decisions in a finished game and finds those where another move does better.

Each decision is judged only by what its seat could see. The player that searches picks the best other move; then this
move and the one played are both played out in the same newly sampled worlds (states consistent with the view) with the
same random numbers. New worlds avoid a bias towards the move that was picked. A turning point is a decision in which
the other move wins more games: at least `LEAST`, and with a confidence interval above 0.

The coach values positions like the player that gives hints, and looks at least as long. So it rarely prefers another
move than the hint; where it does, the turning point is marked as `hinted`.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from engine.core import SPECTATOR, AnyRules, InvalidOptions
from engine.games import game_types
from engine.history import turn_end_entries
from engine.players import Question, answer
from engine.players.base import legal_actions_from_view
from engine.players.search import Search
from engine.record import Configuration, GameRecord, active_entries, configure
from engine.replay import play_log

CONFIDENCE: Final = 0.95
"""The probability that all intervals of a review contain their true values at the same time."""
MOST: Final = 3
"""The maximum number of turning points in a review."""
LEAST: Final = 0.1
"""The minimum share of won games that a move must cost to be a turning point."""
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
    computer player would have had for this decision. `adviser` is the name of the computer player that gives hints.
    """

    configuration: Configuration
    view: Any
    seat: int
    played: str
    seed: int
    turn: int
    adviser: str

    @property
    def hint(self) -> str:
        """The hint of this position: the move that the adviser chooses from the same view with the same seed."""
        return answer(Question(self.configuration, self.view, self.seat, self.adviser, self.seed))


class TurningPoint(NamedTuple):
    """A decision and a move that does better.

    In playouts the move `better` wins `difference` ± `margin` more games, as a share of all games. `hinted`: the move
    played is also the hint of this position.
    """

    decision: Decision
    better: str
    difference: float
    margin: float
    hinted: bool


class CoachMove(NamedTuple):
    """The move that the coach would have played in a decision.

    `hinted`: the move played is also the hint of this position.
    """

    action: str
    hinted: bool


class Weighed(NamedTuple):
    """The best other move of a decision, the share of games that it wins more, and the standard error of that share."""

    better: str
    difference: float
    error: float


def is_coached(game: str, seats: int) -> bool:
    """Return whether games with this name and number of seats can be reviewed."""
    found = game_types().get(game)
    return isinstance(found, BringsCoach) and seats in found.coached


def decisions(record: GameRecord, seat: int, adviser: str) -> tuple[Decision, ...]:
    """Return a seat's decisions in a finished game that can be judged, in order.

    `adviser` is the name of the computer player that gives hints. Moves that were taken back, or that HOST made for the
    seat, are left out. Raises InvalidOptions for a game that cannot be reviewed, VersionMismatch, BrokenLog, and
    CorruptRecord for a seed that does not match the record.
    """
    return list_decisions(record, seat, adviser, _coached(record.configuration).is_weighed)


def list_decisions(
    record: GameRecord, seat: int, adviser: str, is_weighed: Callable[[Any], bool]
) -> tuple[Decision, ...]:
    """Return a seat's decisions in a finished game, in order: those for whose views `is_weighed` is true.

    For `adviser`, for what is left out, and for the exceptions see `decisions`.
    """
    configuration = record.configuration
    rules = configure(configuration)
    dealer = configuration.dealer(record.seed or b"")
    ends = turn_end_entries(configuration, record.entries, SPECTATOR)
    active = set(active_entries(record.entries))
    found: list[Decision] = []
    for played in play_log(rules, record.entries):
        if played.number in active and played.entry.actor == seat:
            view, before = rules.view(played.before, seat), played.number - 1
            if is_weighed(view):
                seed, turn = dealer.player_seed(seat, before), bisect_left(ends, played.number) - 1
                found.append(Decision(configuration, view, seat, played.entry.action, seed, turn, adviser))
    return tuple(found)


def review(asked: Sequence[Decision]) -> tuple[TurningPoint, ...]:
    """Return the turning points among a seat's decisions, at most `MOST`, those with the largest difference first.

    The same decisions always give the same result. The intervals are wide enough that all of them hold together with
    the probability `CONFIDENCE` (a correction for multiple comparisons).
    """
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / max(1, len(asked)))
    found = [(decision, weighed) for decision in asked if (weighed := weigh(decision)) is not None]
    marked = [(each, by) for each, by in found if by.difference >= LEAST and by.difference > z * by.error]
    marked.sort(key=lambda pair: -pair[1].difference)
    return tuple(
        TurningPoint(each, by.better, by.difference, z * by.error, each.hint == each.played)
        for each, by in marked[:MOST]
    )


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
        won = [
            count_won(rules, coach, asked.seat, coach.play_out(world, each, Random(seed))) for each in (better, played)
        ]
        differences.append(won[0] - won[1])
    return Weighed(rules.format_action(better), fmean(differences), stdev(differences) / sqrt(PLAYOUTS))


def count_won(rules: AnyRules, coach: Search, seat: int, end: Any) -> float:
    """Return the share of a game that a seat has won at the end of a playout: 1 for a victory, less if it is shared.

    If the playout stopped before the end of the game, it is the coach's estimate, from 0 to 1.
    """
    outcome = rules.outcome(end)
    if outcome is None:
        return coach.value(end)
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


def find_coach_move(asked: Decision) -> CoachMove:
    """Return the move that the game's strongest player would choose from the seat's view; always the same one."""
    rules, coach, rng = _judge(asked)
    found = coach.choose(asked.view, legal_actions_from_view(rules, asked.view, asked.seat, asked.seed), rng)
    return CoachMove(rules.format_action(found), asked.hint == asked.played)


def _judge(asked: Decision) -> tuple[AnyRules, Search, Random]:
    rules = configure(asked.configuration)
    return rules, _coached(asked.configuration).coach(rules, asked.seat), Random(asked.seed)


def _coached(configuration: Configuration) -> BringsCoach:
    found = game_types().get(configuration.game)
    if not isinstance(found, BringsCoach) or configuration.seats not in found.coached:
        raise InvalidOptions("This game has no coach.", "no_coach")
    return found

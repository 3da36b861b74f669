"""The coach: reviews a seat's decisions in a finished game and finds those where another move does better.

Each decision is judged only by what its seat could see. The player that searches picks the best other move; then this
move and the one played are both played out in the same sampled worlds (states consistent with the view), with the same
dice in each turn. A first pass compares each decision in few worlds. The worst ones are compared again in many new
worlds, so the choice of decisions and moves does not bias the result. A turning point is a decision in which the other
move wins more games: at least `LEAST`, and with a confidence interval above 0.

In Monster Hex and Connect Four the coach values positions like the player that gives hints, and looks at least as long.
In Hex Battle Wars that player has no playouts, but its move is among those that the coach compares. So the coach rarely
prefers another move than the hint; where it does, the turning point is marked as `hinted`.
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
PLAYOUTS: Final = 250
"""The number of sampled worlds in which the two moves of a suspect are played out."""
_FIRST: Final = 40
"""The number of worlds of the first pass, and after which a comparison stops if the difference is small."""
_SUSPECTS: Final = 6
"""The maximum number of decisions that are compared again after the first pass."""


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


class Suspect(NamedTuple):
    """A decision that looks bad after the first pass, and the best other move."""

    decision: Decision
    better: str


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

    The same decisions always give the same result. The intervals of all suspects hold together with the probability
    `CONFIDENCE` (a correction for multiple comparisons). Suspects are selected in other worlds, so only they count.
    """
    suspects = find_suspects(asked)
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / max(1, len(suspects)))
    found = [(each.decision, weighed) for each in suspects if (weighed := weigh(each)) is not None]
    marked = [(each, by) for each, by in found if by.difference >= LEAST and by.difference > z * by.error]
    marked.sort(key=lambda pair: -pair[1].difference)
    return tuple(
        TurningPoint(each, by.better, by.difference, z * by.error, each.hint == each.played)
        for each, by in marked[:MOST]
    )


def find_suspects(asked: Sequence[Decision]) -> list[Suspect]:
    """Return the decisions whose moves lose most against the best other one in `_FIRST` worlds, at most `_SUSPECTS`.

    Decisions without a gain, or without another move, are left out.
    """
    found: list[tuple[float, Suspect]] = []
    for decision in asked:
        rules, coach, rng = _judge(decision)
        played = rules.parse_action(decision.played)
        others = [action for action in _list_legal(rules, decision) if action != played]
        if others:
            better = rules.format_action(coach.choose(decision.view, others, rng))
            found.append((fmean(_compare(decision, better, _FIRST, rng)), Suspect(decision, better)))
    found.sort(key=lambda pair: -pair[0])
    return [suspect for gain, suspect in found[:_SUSPECTS] if gain > 0]


def weigh(asked: Suspect) -> Weighed | None:
    """Compare the better move of a suspect with the move played, in `PLAYOUTS` new worlds.

    None if the first `_FIRST` of them show little gain.
    """
    decision, better = asked
    rng = Random(f"weigh {decision.seed}")
    differences = _compare(decision, better, _FIRST, rng)
    # Stopping early only drops decisions, so it adds no false turning points.
    if fmean(differences) < LEAST / 2:
        return None
    differences += _compare(decision, better, PLAYOUTS - _FIRST, rng)
    return Weighed(better, fmean(differences), stdev(differences) / sqrt(PLAYOUTS))


def _compare(asked: Decision, better: str, worlds: int, rng: Random) -> list[float]:
    """Return for each of some sampled worlds the share of a game that `better` wins more than the move played."""
    rules, coach, _ = _judge(asked)
    moves = rules.parse_action(better), rules.parse_action(asked.played)
    found: list[float] = []
    for _ in range(worlds):
        world, seed = rules.determinize(asked.view, rng), rng.getrandbits(64)
        more, less = (count_won(rules, coach, asked.seat, coach.play_out_paired(world, each, seed)) for each in moves)
        found.append(more - less)
    return found


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
    found = coach.choose(asked.view, _list_legal(rules, asked), rng)
    return CoachMove(rules.format_action(found), asked.hint == asked.played)


def _list_legal(rules: AnyRules, asked: Decision) -> Sequence[Any]:
    return legal_actions_from_view(rules, asked.view, asked.seat, asked.seed)


def _judge(asked: Decision) -> tuple[AnyRules, Search, Random]:
    rules = configure(asked.configuration)
    return rules, _coached(asked.configuration).coach(rules, asked.seat), Random(asked.seed)


def _coached(configuration: Configuration) -> BringsCoach:
    found = game_types().get(configuration.game)
    if not isinstance(found, BringsCoach) or configuration.seats not in found.coached:
        raise InvalidOptions("This game has no coach.", "no_coach")
    return found

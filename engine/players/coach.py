"""The coach: looks back at a seat's decisions in a finished game, and finds those that another move would have beaten.

Each decision is judged from what its seat could see then. The player that searches names the best other move; both are
then played out in the same fresh worlds with the same luck, so that the choice among many does not flatter the one
chosen. A turning point is a decision whose interval of differences lies above 0.
"""

from bisect import bisect_left
from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from engine.core import SPECTATOR, AnyRules, InvalidOptions
from engine.games import game_types
from engine.history import turn_ends
from engine.players.base import legal_from
from engine.players.search import Search
from engine.record import Configuration, GameRecord, active_entries, configure
from engine.replay import play_log

CONFIDENCE: Final = 0.95
"""The confidence with which all turning points of a review hold together."""
MOST: Final = 3
"""The most turning points of a review."""
PLAYOUTS: Final = 190
"""In how many worlds both moves are played out."""
_FIRST: Final = 40
"""Of these, how many decide whether the rest is worth it: where the played move is not behind, it is not."""


@runtime_checkable
class BringsCoach(Protocol):
    """A game (`engine.core.GameType`) whose decisions can be judged by playouts."""

    coached: tuple[int, ...]
    """With how many seats."""

    def is_weighed(self, view: Any) -> bool:
        """Whether playouts tell anything about the decision in a view."""
        ...

    def coach(self, rules: AnyRules, seat: int) -> Search:
        """The player that judges: the game's strongest one."""
        ...


class Decision(NamedTuple):
    """A move that a seat made, and all that it could see; `turn` is that of a spectator's `history`.

    The seed is the one that a computer player would have had.
    """

    configuration: Configuration
    view: Any
    seat: int
    played: str
    seed: int
    turn: int


class TurningPoint(NamedTuple):
    """A decision, and a move that does better in playouts: by `difference` ± `margin`, where 1 is a won game."""

    decision: Decision
    better: str
    difference: float
    margin: float


class Weighed(NamedTuple):
    """How much better another move does on average than the one played, and the standard error of that."""

    better: str
    difference: float
    error: float


def is_coached(game: str, seats: int) -> bool:
    """Whether games of that kind can be reviewed."""
    found = game_types().get(game)
    return isinstance(found, BringsCoach) and seats in found.coached


def decisions(record: GameRecord, seat: int) -> tuple[Decision, ...]:
    """A seat's own decisions in a finished game, in order, without those that were taken back or made for it.

    Raises InvalidOptions for a game that can't be reviewed, VersionMismatch, BrokenLog, and CorruptRecord for a seed
    that is not the record's.
    """
    configuration = record.configuration
    game = _coached(configuration)
    rules = configure(configuration)
    dealer = configuration.dealer(record.seed or b"")
    ends = turn_ends(configuration, record.entries, SPECTATOR)
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
    """The decisions of a game that cost most, at most `MOST`, the largest difference first; deterministic.

    All intervals together hold with `CONFIDENCE`, since of many decisions some look bad by luck.
    """
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / max(1, len(asked)))
    found = [(decision, weighed) for decision in asked if (weighed := weigh(decision)) is not None]
    points = [TurningPoint(each, by.better, by.difference, z * by.error) for each, by in found]
    marked = [point for point in points if point.difference > point.margin]
    return tuple(sorted(marked, key=lambda point: -point.difference)[:MOST])


def weigh(asked: Decision) -> Weighed | None:
    """The best other move against the one played; None without another one, and where the first worlds show none."""
    rules, coach, rng = _judge(asked)
    played = rules.parse_action(asked.played)
    others = [action for action in legal_from(rules, asked.view, asked.seat, asked.seed) if action != played]
    if not others:
        return None
    better = coach.choose(asked.view, others, rng)
    differences: list[float] = []
    for number in range(PLAYOUTS):
        # Stopping early only where nothing will be marked adds no false marks.
        if number == _FIRST and fmean(differences) <= 0:
            return None
        world, seed = rules.determinize(asked.view, rng), rng.getrandbits(64)
        worth = [coach.tried(world, action, Random(seed)) for action in (better, played)]
        differences.append(worth[0] - worth[1])
    return Weighed(rules.format_action(better), fmean(differences), stdev(differences) / sqrt(PLAYOUTS))


def would_play(asked: Decision) -> str:
    """What the strongest player does there, from what the seat could see; deterministic."""
    rules, coach, rng = _judge(asked)
    return rules.format_action(coach.choose(asked.view, legal_from(rules, asked.view, asked.seat, asked.seed), rng))


def _judge(asked: Decision) -> tuple[AnyRules, Search, Random]:
    rules = configure(asked.configuration)
    return rules, _coached(asked.configuration).coach(rules, asked.seat), Random(asked.seed)


def _coached(configuration: Configuration) -> BringsCoach:
    found = game_types().get(configuration.game)
    if not isinstance(found, BringsCoach) or configuration.seats not in found.coached:
        raise InvalidOptions("This game has no coach.", "no_coach")
    return found

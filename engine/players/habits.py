"""Habits of computer players: how often they do what a person would notice, counted over whole games.

Examples are shots with little chance, or the share of games that end by the round limit. Each game counts its own.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from typing import Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from engine.core import AnyRules, InvalidOptions
from engine.games import game_type
from engine.players import create_computer_player
from engine.players.arena import CONFIDENCE, Contest, Deal, MapDeals, Step, play_steps


class Count(NamedTuple):
    """The number of times that something was done in a game, and the number of occasions for it.

    With one occasion a game, the ratio over many games is an average per game.
    """

    done: float
    occasions: float


Counts: TypeAlias = Mapping[str, Count]
"""The counts of one game, by the name of the habit."""


@runtime_checkable
class BringsHabits(Protocol):
    """A game (`engine.core.GameType`) that counts habits of its players."""

    def count_habits(self, rules: AnyRules, steps: Sequence[Step], seats: Sequence[int]) -> Counts:
        """Return the counts of a finished game; only what the given seats did counts."""
        ...


class Habit(NamedTuple):
    """A habit in many games: the ratio of the sums of its counts, the half width of its interval, and the occasions.

    The interval of the level `CONFIDENCE` takes games as independent, but not the occasions within a game.
    """

    ratio: float
    margin: float
    occasions: float


def count_habits(
    contest: Contest, player: str, against: str | None = None, map_deals: MapDeals = map
) -> Mapping[str, Habit]:
    """Play the contest's games and return the habits of a player by name.

    The player has all seats and all of them count. With `against` it has one seat, a different one from game to game,
    and that seat alone counts. Raises InvalidOptions for an unknown player and for a game that counts no habits.
    """
    for name in (player, against or player):
        create_computer_player(contest.game, name, contest.rules(), 0)
    if not isinstance(game_type(contest.game), BringsHabits):
        raise InvalidOptions("This game counts no habits.")
    deals = [Deal(contest, player, against or player, number) for number in range(contest.games)]
    counted: Counts
    habits: dict[str, list[Count]] = {}
    for counted in map_deals(_count_alone if against else _count_all, deals):
        for name, count in counted.items():
            habits.setdefault(name, []).append(count)
    return {name: estimate(counts) for name, counts in habits.items()}


def _count_all(deal: Deal) -> Counts:
    return _count(deal, 0, range(deal.contest.seats))


def _count_alone(deal: Deal) -> Counts:
    seat = deal.number % deal.contest.seats
    return _count(deal, seat, [seat])


def _count(deal: Deal, seat: int, counted: Sequence[int]) -> Counts:
    found, rules = game_type(deal.contest.game), deal.contest.rules()
    assert isinstance(found, BringsHabits)
    return found.count_habits(rules, [*play_steps(rules, deal, seat, {})], counted)


_Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def estimate(counts: Sequence[Count]) -> Habit:
    """Return the ratio of the sums of the counts with its interval (Cochran, Sampling Techniques, 1977, section 6.3).

    Without occasions, the ratio is 0. For a single game, the margin is 0.
    """
    games, done, occasions = len(counts), sum(count.done for count in counts), sum(count.occasions for count in counts)
    if not occasions:
        return Habit(0.0, 0.0, 0.0)
    ratio = done / occasions
    residuals = sum((count.done - ratio * count.occasions) ** 2 for count in counts)
    return Habit(ratio, _Z * sqrt(residuals * games / max(1, games - 1)) / occasions, occasions)

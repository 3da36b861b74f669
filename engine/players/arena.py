"""An arena: computer players play each other on the same deals, with confidence intervals for the results.

Each deal is played once per seating: one seat is the player's, and the others are those of the player it is compared
with. All random numbers come from the seed, the number of the deal and the seat, so the games are reproducible.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import inf, log, log10, sqrt
from random import Random
from statistics import NormalDist
from time import thread_time
from typing import Any, Final, NamedTuple

import msgspec

from engine.core import CHANCE, AnyRules, InvalidOptions, sample_outcome
from engine.games import game_type
from engine.players import computer_player

MapDeals = Callable[[Callable[["Deal"], Any], Sequence["Deal"]], Iterator[Any]]
"""A function that plays deals in order, such as `map` or the `map` of a process pool."""
_DEALS_AT_ONCE: Final = 8
"""The number of deals between two evaluations of the sequential test."""
CONFIDENCE: Final = 0.95
"""The confidence of the intervals of shares."""
ERROR: Final = 0.05
"""The probability that the sequential test accepts the wrong hypothesis, each way."""


class Hypotheses(NamedTuple):
    """The two shares of wins that a sequential probability ratio test decides between."""

    lower: float
    upper: float


class Contest(msgspec.Struct, frozen=True):
    """The conditions of all games: the game, the minimum number of games per pair, and the seed.

    Actions that start with a word in `drawn` are drawn at random. Actions that contain a word in `withheld` are open
    only to the player, not to its opponents, unless these have no others.
    """

    game: str
    seats: int
    options: Mapping[str, Any]
    games: int
    seed: int
    hypotheses: Hypotheses | None = None
    drawn: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()

    def rules(self) -> AnyRules:
        """Return the rules of the game. Raises InvalidOptions."""
        found = game_type(self.game)
        return found.rules(self.seats, found.options(self.seats, dict(self.options)))


class Deal(NamedTuple):
    """A deal of a pair: `player` takes each seat in turn, `against` all the others."""

    contest: Contest
    player: str
    against: str
    number: int


class Played(NamedTuple):
    """The player's results in the games of a deal, with a shared victory counted as a fraction.

    `seconds` are the CPU seconds of each choice, by player name.
    """

    won: float
    games: int
    seconds: Mapping[str, Sequence[float]]


class Result(msgspec.Struct, frozen=True):
    """A player's result against another; `fair` is its share of wins if both are equally good.

    `low` and `high` bound the Wilson interval of the share, and `elo` is the difference in Elo points. `is_upper` is
    the decision of the sequential test, or None if it is undecided.
    """

    player: str
    against: str
    games: int
    won: float
    share: float
    low: float
    high: float
    fair: float
    elo: float
    is_upper: bool | None


def contests(contest: Contest, players: Sequence[str]) -> Sequence[tuple[str, str]]:
    """Return the pairings of a round robin; with more than two seats a pair is one player against several of another.

    Raises InvalidOptions for an unknown game, option or player, for a single seat, and for fewer than two players.
    """
    rules = contest.rules()
    for name in players:
        computer_player(contest.game, name, rules, 0)
    if contest.seats < 2:
        raise InvalidOptions("An arena needs a game for at least two seats.")
    if len(set(players)) < 2:
        raise InvalidOptions("An arena needs at least two different players.")
    pairs = combinations if contest.seats == 2 else permutations
    return [*pairs(dict.fromkeys(players), 2)]


def compete(
    contest: Contest, player: str, against: str, map_deals: MapDeals = map
) -> tuple[Result, Mapping[str, Sequence[float]]]:
    """Play the games of one pair, until the sequential test decides if there is one.

    Returns the result and the CPU seconds of each choice, by player name.
    """
    played: Played
    won, games, seconds, decided = 0.0, 0, dict[str, list[float]](), None
    deals = [Deal(contest, player, against, number) for number in range(-(-contest.games // contest.seats))]
    while deals and decided is None:
        now, deals = deals[:_DEALS_AT_ONCE], deals[_DEALS_AT_ONCE:]
        for played in map_deals(play, now):
            won, games = won + played.won, games + played.games
            for name, taken in played.seconds.items():
                seconds.setdefault(name, []).extend(taken)
        if contest.hypotheses is not None:
            decided = sprt(won, games, *contest.hypotheses)
    (low, high), fair = wilson(won, games), 1 / contest.seats
    share = won / games
    return Result(player, against, games, won, share, low, high, fair, elo(share, fair), decided), seconds


def play(deal: Deal) -> Played:
    """Play the games of a deal, one per seating."""
    rules, won, seconds = deal.contest.rules(), 0.0, dict[str, list[float]]()
    for seat in range(rules.seats):
        won += share(rules, finish(rules, deal, seat, seconds), seat)
    return Played(won, rules.seats, seconds)


def share(rules: AnyRules, state: Any, seat: int) -> float:
    """Return a seat's share of the victory in a finished game; if no seat wins, all seats share it."""
    outcome = rules.outcome(state)
    winners = range(rules.seats) if outcome is None or not outcome.winners else outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def finish(rules: AnyRules, deal: Deal, player_seat: int, seconds: dict[str, list[float]]) -> Any:
    """Return the final state of the deal's game with the player in this seat; adds CPU seconds to `seconds`."""
    contest, game, seed = deal.contest, deal.contest.game, f"{deal.contest.seed} {deal.number}"
    names = [deal.player if seat == player_seat else deal.against for seat in range(rules.seats)]
    players = [computer_player(game, name, rules, seat) for seat, name in enumerate(names)]
    dice, own = Random(f"{seed} dice"), [Random(f"{seed} seat {seat}") for seat in range(rules.seats)]
    state = rules.initial_state()
    while actors := rules.actors(state):
        actor = actors[0]
        if actor == CHANCE:
            action = sample_outcome(rules.chance_outcomes(state), dice)
        else:
            view, legal = rules.view(state, actor), rules.legal_actions(state, actor)
            if contest.drawn and _words(rules, legal[0])[0] in contest.drawn:
                action = own[actor].choice(legal)
            else:
                if contest.withheld and actor != player_seat:
                    legal = [each for each in legal if not {*_words(rules, each)} & {*contest.withheld}] or legal
                begun = thread_time()
                action = players[actor].choose(view, legal, own[actor])
                seconds.setdefault(names[actor], []).append(thread_time() - begun)
        state = rules.apply(state, actor, action).state
    return state


def _words(rules: AnyRules, action: Any) -> Sequence[str]:
    return rules.format_action(action).split()


def wilson(won: float, games: int) -> tuple[float, float]:
    """Return the confidence interval of the true share of wins, at level `CONFIDENCE` (Wilson, 1927)."""
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share, weight = won / games, z * z / games
    middle, half = share + weight / 2, z * sqrt(share * (1 - share) / games + weight / games / 4)
    return (middle - half) / (1 + weight), (middle + half) / (1 + weight)


def elo(share: float, fair: float) -> float:
    """Return the lead in Elo points of a player with this share of wins, if equal players would have `fair`."""
    if not 0 < share < 1:
        return inf if share else -inf
    return 400 * log10(share * (1 - fair) / (1 - share) / fair)


def sprt(won: float, games: int, lower: float, upper: float) -> bool | None:
    """Return whether the share of wins is `upper` rather than `lower`, or None while undecided (Wald, 1945)."""
    ratio = won * log(upper / lower) + (games - won) * log((1 - upper) / (1 - lower))
    limit = log((1 - ERROR) / ERROR)
    return None if -limit < ratio < limit else ratio > 0

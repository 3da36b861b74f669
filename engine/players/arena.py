"""An arena: computer players against each other on the same deals, and how sure it is who is better.

Each deal is played once per seating: one seat is the player's, all others are those of the player it is compared with.
All randomness comes from the seed, the number of the deal and the seat, so the same seed gives the same games.
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
"""Plays deals in their order, as `map` does or the `map` of a pool of processes."""
_DEALS_AT_ONCE: Final = 8
"""The number of deals between two evaluations of the sequential test."""
CONFIDENCE: Final = 0.95
"""The confidence of the intervals of shares."""
ERROR: Final = 0.05
"""The probability that the sequential test accepts the wrong hypothesis, each way."""


class Hypotheses(NamedTuple):
    """The two shares of wins between which a sequential probability ratio test decides."""

    lower: float
    upper: float


class Contest(msgspec.Struct, frozen=True):
    """The conditions of all games: the game, games of each pair at least, and the seed.

    Actions that begin with a word of `drawn` are drawn at random instead of chosen. Actions that hold a word of
    `withheld` are open to the player alone, not to those that it is compared with, unless they have no others.
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
        """The rules of the game. Raises InvalidOptions."""
        found = game_type(self.game)
        return found.rules(self.seats, found.options(self.seats, dict(self.options)))


class Deal(NamedTuple):
    """One deal of a pair: `player` takes each seat in turn, `against` all the others."""

    contest: Contest
    player: str
    against: str
    number: int


class Played(NamedTuple):
    """What the games of a deal gave the player, a shared victory as a share, and how long each choice took.

    `seconds` are CPU times by name.
    """

    won: float
    games: int
    seconds: Mapping[str, Sequence[float]]


class Result(msgspec.Struct, frozen=True):
    """How one player did against another; `fair` is its share of wins if both were equally good.

    `low` and `high` are Wilson's interval of the share, `elo` is the difference in Elo points, and `is_upper` what the
    sequential test decided, None without a decision.
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
    """Who plays whom, in a round robin; with more than two seats one of the first among others of the second.

    Raises InvalidOptions for a game or an option that there is not, a player that the game lacks, or a single seat.
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
    """The games of one pair, and the CPU seconds of each choice by player; stops once the sequential test decides."""
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
    """The games of a deal, one per seating."""
    rules, won, seconds = deal.contest.rules(), 0.0, dict[str, list[float]]()
    for seat in range(rules.seats):
        won += share(rules, finish(rules, deal, seat, seconds), seat)
    return Played(won, rules.seats, seconds)


def share(rules: AnyRules, state: Any, seat: int) -> float:
    """A seat's part of the victory in a finished game; where nobody wins, all seats share it."""
    outcome = rules.outcome(state)
    winners = range(rules.seats) if outcome is None or not outcome.winners else outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def finish(rules: AnyRules, deal: Deal, player_seat: int, seconds: dict[str, list[float]]) -> Any:
    """The last state of the deal's game in which the player has this seat; adds the CPU seconds of each choice."""
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
    """The interval that holds the true share of wins with the stated confidence (Wilson, 1927)."""
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share, weight = won / games, z * z / games
    middle, half = share + weight / 2, z * sqrt(share * (1 - share) / games + weight / games / 4)
    return (middle - half) / (1 + weight), (middle + half) / (1 + weight)


def elo(share: float, fair: float) -> float:
    """How many Elo points better a player with this share of wins is than others, whose share would be `fair`."""
    if not 0 < share < 1:
        return inf if share else -inf
    return 400 * log10(share * (1 - fair) / (1 - share) / fair)


def sprt(won: float, games: int, lower: float, upper: float) -> bool | None:
    """Whether the share of wins is `upper` rather than `lower`; None while that is open (Wald, 1945)."""
    ratio = won * log(upper / lower) + (games - won) * log((1 - upper) / (1 - lower))
    limit = log((1 - ERROR) / ERROR)
    return None if -limit < ratio < limit else ratio > 0

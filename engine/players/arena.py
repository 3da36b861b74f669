"""The arena: computer players play many games against each other, and the results have confidence intervals.

A *deal* fixes the random numbers of a game. It is played once per seat: the player takes that seat, and the player that
it is compared with takes all the others. All random numbers come from the seed, the number of the deal and the seat, so
the games are reproducible.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import inf, log, log10, sqrt
from random import Random
from statistics import NormalDist
from time import thread_time
from typing import Any, Final, NamedTuple

import msgspec

from engine.core import CHANCE, AnyRules, InvalidOptions, Player, Transition, sample_outcome
from engine.games import game_type
from engine.players import create_computer_player

MapDeals = Callable[[Callable[["Deal"], Any], Sequence["Deal"]], Iterator[Any]]
"""A function that applies another one to deals and keeps their order, such as `map` or the `map` of a process pool."""
_DEALS_AT_ONCE: Final = 8
"""The number of deals that are played between two evaluations of the sequential test."""
CONFIDENCE: Final = 0.95
"""The confidence level of the intervals for win rates."""
ERROR: Final = 0.05
"""The probability that the sequential test accepts a wrong hypothesis, the same for both hypotheses."""


class Hypotheses(NamedTuple):
    """The two win rates between which a sequential probability ratio test decides."""

    lower: float
    upper: float


class Contest(msgspec.Struct, frozen=True):
    """The conditions that all games of an arena have in common.

    `games` is the number of games per pair, rounded up to whole deals; a sequential test (`hypotheses`) may end
    earlier. Actions that start with a word in `drawn` are not chosen by the players but picked at random. Actions
    that contain a word in `withheld` may be chosen by the player only, not by its opponents, unless these have no
    others.
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
        """Return the rules of the game for the contest's seats and options. Raises InvalidOptions."""
        found = game_type(self.game)
        return found.rules(self.seats, found.options(self.seats, dict(self.options)))


class Deal(NamedTuple):
    """A deal for two computer players: `player` takes each seat once, and `against` has all the others."""

    contest: Contest
    player: str
    against: str
    number: int


class PlayerResults(NamedTuple):
    """The results of a player in the games of one deal.

    `won` is the number of victories, a shared one counted as a fraction. `seconds` holds the CPU seconds of each
    choice, by player name.
    """

    won: float
    games: int
    seconds: Mapping[str, Sequence[float]]


class Step(NamedTuple):
    """An action in a game of the arena: the state before it, the actor (a seat or CHANCE), and the transition."""

    before: Any
    actor: Player
    action: Any
    transition: Transition[Any, Any]


class Result(msgspec.Struct, frozen=True):
    """The result of one player against another.

    `share` is its win rate, and `low` and `high` are the bounds of the Wilson interval. `fair` is the win rate of
    equally good players, and `elo` is the difference in Elo points. `is_upper` says whether the sequential test accepts
    the upper hypothesis; None if it is undecided or not used.
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


def list_pairings(contest: Contest, players: Sequence[str]) -> Sequence[tuple[str, str]]:
    """Return the pairings (player, against) of a round robin.

    With more than two seats each pair plays in both roles, because one player meets several copies of the other. Raises
    InvalidOptions for an unknown game, option or player, for a single seat, and for fewer than two different players.
    """
    rules = contest.rules()
    for name in players:
        create_computer_player(contest.game, name, rules, 0)
    if contest.seats < 2:
        raise InvalidOptions("The arena needs at least two seats.")
    if len(set(players)) < 2:
        raise InvalidOptions("The arena needs at least two different players.")
    pairs = combinations if contest.seats == 2 else permutations
    return [*pairs(dict.fromkeys(players), 2)]


def compete(
    contest: Contest, player: str, against: str, map_deals: MapDeals = map
) -> tuple[Result, Mapping[str, Sequence[float]]]:
    """Play the games of one pair; a sequential test, if the contest has one, can end them early.

    Returns the result, and the CPU seconds of each choice by player name.
    """
    played: PlayerResults
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


def play(deal: Deal) -> PlayerResults:
    """Play the games of one deal, one for each seat of the player."""
    rules, won, seconds = deal.contest.rules(), 0.0, dict[str, list[float]]()
    for seat in range(rules.seats):
        won += share(rules, finish(rules, deal, seat, seconds), seat)
    return PlayerResults(won, rules.seats, seconds)


def share(rules: AnyRules, state: Any, seat: int) -> float:
    """Return a seat's fraction of the victory in a finished game: 1, 0, or less than 1 for a shared victory.

    If no seat wins, all seats share the victory.
    """
    outcome = rules.outcome(state)
    winners = range(rules.seats) if outcome is None or not outcome.winners else outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def finish(rules: AnyRules, deal: Deal, player_seat: int, seconds: dict[str, list[float]]) -> Any:
    """Play one game of a deal, with the player in `player_seat`, and return its final state.

    The CPU seconds of each choice are added to `seconds`, by player name.
    """
    state = rules.initial_state()
    for step in play_steps(rules, deal, player_seat, seconds):
        state = step.transition.state
    return state


def play_steps(rules: AnyRules, deal: Deal, player_seat: int, seconds: dict[str, list[float]]) -> Iterator[Step]:
    """Play one game of a deal, with the player in `player_seat`, and yield its actions and draws in order.

    The CPU seconds of each choice are added to `seconds`, by player name.
    """
    contest, game, seed = deal.contest, deal.contest.game, f"{deal.contest.seed} {deal.number}"
    names = [deal.player if seat == player_seat else deal.against for seat in range(rules.seats)]
    players = [create_computer_player(game, name, rules, seat) for seat, name in enumerate(names)]
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
        transition = rules.apply(state, actor, action)
        yield Step(state, actor, action, transition)
        state = transition.state


def _words(rules: AnyRules, action: Any) -> Sequence[str]:
    return rules.format_action(action).split()


def wilson(won: float, games: int) -> tuple[float, float]:
    """Return the Wilson confidence interval (1927) of the true win rate, at the level `CONFIDENCE`.

    `won` is the number of victories and may be a fraction.
    """
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share, weight = won / games, z * z / games
    middle, half = share + weight / 2, z * sqrt(share * (1 - share) / games + weight / games / 4)
    return (middle - half) / (1 + weight), (middle + half) / (1 + weight)


def elo(share: float, fair: float) -> float:
    """Return a player's lead in Elo points, given its win rate.

    `fair` is the win rate of equally good players. The lead is infinite for the win rates 0 and 1.
    """
    if not 0 < share < 1:
        return inf if share else -inf
    return 400 * log10(share * (1 - fair) / (1 - share) / fair)


def sprt(won: float, games: int, lower: float, upper: float) -> bool | None:
    """Decide by a sequential probability ratio test (Wald, 1945) between two win rates.

    True for `upper`, False for `lower`, None while the test is undecided.
    """
    ratio = won * log(upper / lower) + (games - won) * log((1 - upper) / (1 - lower))
    limit = log((1 - ERROR) / ERROR)
    return None if -limit < ratio < limit else ratio > 0

"""The balance of a game: win rates by traits of seats, such as the place in the order of play, faction or class.

The same computer player has all seats. All random numbers come from the seed, as in the arena.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import NamedTuple

from engine.core import SPECTATOR, InvalidOptions
from engine.games import game_type
from engine.players import create_computer_player
from engine.players.arena import Contest, Deal, MapDeals, finish, share
from engine.players.base import BringsTraits, Traits


@dataclass
class Seats:
    """The statistics of all seats with one trait.

    `count` is the number of seats, `won` the number of victories (a shared one counts as a fraction), and `numbers`
    are the trait's numbers to average.
    """

    count: int = 0
    won: float = 0.0
    numbers: list[float] = field(default_factory=list[float])


@dataclass
class TraitStatistics:
    """The statistics of one kind of trait.

    - `seats`: by trait, the statistics of the seats that have it
    - `pairs`: by (own trait, opponent's trait), the statistics of the seats with the own trait; only for games with
      two seats that have different traits
    """

    seats: dict[str, Seats] = field(default_factory=dict[str, Seats])
    pairs: dict[tuple[str, str], Seats] = field(default_factory=dict[tuple[str, str], Seats])


class _CountedSeat(NamedTuple):
    """A seat of a finished game that counts in the statistics: its fraction of the victory, and its traits."""

    won: float
    traits: Traits


def balance(contest: Contest, player: str, map_deals: MapDeals = map) -> Mapping[str, TraitStatistics]:
    """Play the contest's games with one player in all seats and return the statistics by kind of trait.

    All seats count, unless actions are withheld: then only the seat that may choose them counts in each game. Raises
    InvalidOptions for a game without traits.
    """
    create_computer_player(contest.game, player, contest.rules(), 0)
    if not isinstance(game_type(contest.game), BringsTraits):
        raise InvalidOptions("This game's seats have no traits to compare.")
    counted: Sequence[_CountedSeat]
    tallies: dict[str, TraitStatistics] = {}
    deals = [Deal(contest, player, player, number) for number in range(contest.games)]
    for counted in map_deals(_play, deals):
        for kind in dict.fromkeys(kind for seat in counted for kind in seat.traits):
            _add(tallies.setdefault(kind, TraitStatistics()), kind, counted)
    return tallies


def _add(tally: TraitStatistics, kind: str, counted: Sequence[_CountedSeat]) -> None:
    """Add the seats of one game to the statistics of one kind of trait.

    A seat may lack the kind, as those without Objectives do beside one that uses Scheme.
    """
    for won, traits in counted:
        for trait, number in traits.get(kind, {}).items():
            seats = tally.seats.setdefault(trait, Seats())
            seats.count, seats.won = seats.count + 1, seats.won + won
            if number is not None:
                seats.numbers.append(number)
    if len(counted) == 2:
        for (won, traits), (_, others) in permutations(counted):
            match [*traits.get(kind, {})], [*others.get(kind, {})]:
                case [own], [other] if own != other:
                    pair = tally.pairs.setdefault((own, other), Seats())
                    pair.count, pair.won = pair.count + 1, pair.won + won
                case _:
                    pass


def _play(deal: Deal) -> Sequence[_CountedSeat]:
    """Play one game and return the seats that count in the statistics.

    If actions are withheld, only the seat that may choose them counts; the seats take turns in this role, by deal.
    """
    found, rules = game_type(deal.contest.game), deal.contest.rules()
    assert isinstance(found, BringsTraits)
    favoured = deal.number % rules.seats
    state = finish(rules, deal, favoured, {})
    view, result = rules.view(state, SPECTATOR), rules.result(state)
    seats = [favoured] if deal.contest.withheld else range(rules.seats)
    return [_CountedSeat(share(rules, state, seat), found.traits(view, result, seat)) for seat in seats]

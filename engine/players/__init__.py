"""Computer players, which get the same information as a person at their seat: a view and the legal actions."""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from engine.core import AnyRules, InvalidOptions, NotYourTurn, echo
from engine.game import Game
from engine.games import game_types
from engine.players.base import BringsPlayers, ComputerPlayer, Maker, legal_from
from engine.players.greedy import Greedy, Uniform
from engine.record import Configuration, configure

PLAYERS: Final[Mapping[str, Maker]] = MappingProxyType({"random": Uniform, "greedy": Greedy})
"""The computer players for every game, by name."""


def players(game: str) -> Mapping[str, Maker]:
    """The computer players for a game by name: the general ones and the game's own."""
    found = game_types().get(game)
    return MappingProxyType({**PLAYERS, **(found.players if isinstance(found, BringsPlayers) else {})})


def computer_player(game: str, name: str, rules: AnyRules, seat: int) -> ComputerPlayer:
    """Makes the computer player of that name for a seat. Raises InvalidOptions."""
    known = players(game)
    if name not in known:
        raise InvalidOptions(f"There is no computer player {echo(name)}, only {', '.join(known)}.", "unknown_player")
    return known[name](rules, seat)


class Question(NamedTuple):
    """What a computer player is asked: all that its seat may know, and the seed of its own randomness."""

    configuration: Configuration
    view: Any
    seat: int
    name: str
    seed: int


def question(game: Game, seat: int, name: str, seed: bytes) -> Question:
    """What to ask a computer player; the same for the same record and server seed, which it does not tell.

    Raises NotYourTurn when the seat need not act.
    """
    if seat not in game.actors:
        raise NotYourTurn("It is not this seat's turn.")
    own = game.configuration.dealer(seed).player_seed(seat, game.n)
    return Question(game.configuration, game.view(seat), seat, name, own)


def answer(asked: Question) -> str:
    """A computer player's action in notation; deterministic. Raises InvalidOptions for an unknown name."""
    rules = configure(asked.configuration)
    player = computer_player(asked.configuration.game, asked.name, rules, asked.seat)
    legal = legal_from(rules, asked.view, asked.seat, asked.seed)
    return rules.format_action(player.choose(asked.view, legal, Random(asked.seed)))


def decide(game: Game, seat: int, name: str, seed: bytes) -> str:
    """A computer player's action in notation. Raises InvalidOptions for an unknown name, NotYourTurn."""
    return answer(question(game, seat, name, seed))

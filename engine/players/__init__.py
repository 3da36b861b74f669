"""Computer players: each gets only its seat's view and the legal actions, like a person at that seat."""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from engine.core import AnyRules, InvalidOptions, NotYourTurn, quote_input
from engine.game import Game
from engine.games import game_types
from engine.players.base import BringsPlayers, ComputerPlayer, Maker, legal_actions_from_view
from engine.players.greedy import Greedy, Uniform
from engine.record import Configuration, configure

PLAYERS: Final[Mapping[str, Maker]] = MappingProxyType({"random": Uniform, "greedy": Greedy})
"""The computer players that can play every game, by name."""


def players(game: str) -> Mapping[str, Maker]:
    """Return the computer players for a game by name: those for every game and the game's own."""
    found = game_types().get(game)
    return MappingProxyType({**PLAYERS, **(found.players if isinstance(found, BringsPlayers) else {})})


def create_computer_player(game: str, name: str, rules: AnyRules, seat: int) -> ComputerPlayer:
    """Return a new computer player for a seat. Raises InvalidOptions for an unknown name."""
    known = players(game)
    if name not in known:
        raise InvalidOptions(
            f"I don't know a computer player called {quote_input(name)}. Choose one of these: {', '.join(known)}.",
            "unknown_player",
        )
    return known[name](rules, seat)


class Question(NamedTuple):
    """A request for a computer player's action: its seat's view, its name, and the seed of its random numbers."""

    configuration: Configuration
    view: Any
    seat: int
    name: str
    seed: int


def question(game: Game, seat: int, name: str, seed: bytes) -> Question:
    """Return the request for a computer player's action, to be answered by `answer`.

    `seed` is the secret seed of the game. The request's own seed is derived from it and does not reveal it, so the same
    record always gives the same request. Raises NotYourTurn if the seat does not have to act.
    """
    if seat not in game.actors:
        raise NotYourTurn("It is not this seat's turn.")
    own = game.configuration.dealer(seed).player_seed(seat, game.n)
    return Question(game.configuration, game.view(seat), seat, name, own)


def answer(asked: Question) -> str:
    """Return the action, in notation, that a computer player chooses; the same request always gives the same action.

    Raises InvalidOptions for an unknown name.
    """
    rules = configure(asked.configuration)
    player = create_computer_player(asked.configuration.game, asked.name, rules, asked.seat)
    legal = legal_actions_from_view(rules, asked.view, asked.seat, asked.seed)
    return rules.format_action(player.choose(asked.view, legal, Random(asked.seed)))


def decide(game: Game, seat: int, name: str, seed: bytes) -> str:
    """Return the action, in notation, that a computer player chooses for a seat in the present position.

    `seed` is the secret seed of the game. Raises InvalidOptions for an unknown name, NotYourTurn if the seat does not
    have to act.
    """
    return answer(question(game, seat, name, seed))

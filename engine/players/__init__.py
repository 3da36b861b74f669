"""Computer players. They get what a person at their seat gets: a view and the legal actions."""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from engine.core import AnyRules, InvalidOptions, NotYourTurn, echo
from engine.game import Game
from engine.games import game_types
from engine.players.base import BringsPlayers, ComputerPlayer, Maker
from engine.players.greedy import Greedy
from engine.players.uniform import Uniform

PLAYERS: Final[Mapping[str, Maker]] = MappingProxyType({"random": Uniform, "greedy": Greedy})
"""Those that play every game, by name."""


def players(game: str) -> Mapping[str, Maker]:
    """The computer players for a game, by name: those of every game, and those that it brings."""
    found = game_types().get(game)
    return MappingProxyType({**PLAYERS, **(found.players if isinstance(found, BringsPlayers) else {})})


def computer_player(game: str, name: str, rules: AnyRules, seat: int) -> ComputerPlayer:
    """A game's computer player of that name at a seat. Raises InvalidOptions."""
    known = players(game)
    if name not in known:
        raise InvalidOptions(f"There is no computer player {echo(name)}, only {', '.join(known)}.", "unknown_player")
    return known[name](rules, seat)


def decide(game: Game, seat: int, name: str, seed: bytes) -> str:
    """What a computer player does in a game, in notation; the same again for the same record and server seed.

    Raises InvalidOptions for an unknown name, NotYourTurn when the seat need not act.
    """
    player = computer_player(game.configuration.game, name, game.rules, seat)
    legal = game.rules.legal_actions(game.state, seat)
    if not legal:
        raise NotYourTurn("It is not this seat's turn.")
    rng = Random(game.configuration.dealer(seed).player_seed(seat, game.n))
    return game.rules.format_action(player.choose(game.view(seat), legal, rng))

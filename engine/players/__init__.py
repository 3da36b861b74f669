"""Computer players, which get the same information as a person at their seat: a view and the legal actions."""

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


def decide(game: Game, seat: int, name: str, seed: bytes) -> str:
    """A computer player's action in notation; deterministic for the same record and server seed.

    Raises InvalidOptions for an unknown name, NotYourTurn when the seat need not act.
    """
    player = computer_player(game.configuration.game, name, game.rules, seat)
    legal = game.rules.legal_actions(game.state, seat)
    if not legal:
        raise NotYourTurn("It is not this seat's turn.")
    rng = Random(game.configuration.dealer(seed).player_seed(seat, game.n))
    return game.rules.format_action(player.choose(game.view(seat), legal, rng))

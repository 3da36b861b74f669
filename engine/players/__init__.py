"""Computer players. They get what a person at their seat would get, a view and the legal actions, and never a state."""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from engine.core import AnyRules, InvalidOptions, NotYourTurn, echo
from engine.games import games
from engine.players.base import BringsPlayers, ComputerPlayer, Maker
from engine.players.greedy import Greedy
from engine.players.uniform import Uniform
from engine.table import Table

PLAYERS: Final[Mapping[str, Maker]] = MappingProxyType({"random": Uniform, "greedy": Greedy})
"""Those that play every game, by name."""


def players(game: str) -> Mapping[str, Maker]:
    """The computer players for a game, by name: those of every game, and those that it brings."""
    found = games().get(game)
    return MappingProxyType({**PLAYERS, **(found.players if isinstance(found, BringsPlayers) else {})})


def computer_player(name: str, rules: AnyRules, seat: int) -> ComputerPlayer:
    """The computer player of that name at a seat. Raises InvalidOptions."""
    known = players(rules.info.name)
    if name not in known:
        raise InvalidOptions(f"There is no computer player {echo(name)}, only {', '.join(known)}.", "unknown_player")
    return known[name](rules, seat)


def decide(table: Table, seat: int, name: str, seed: bytes) -> str:
    """What a computer player does at a table, in notation; the same again for the same record and server seed.

    Raises InvalidOptions for an unknown name, NotYourTurn when the seat need not act.
    """
    player = computer_player(name, table.rules, seat)
    legal = table.rules.legal_actions(table.state, seat)
    if not legal:
        raise NotYourTurn("It is not this seat's turn.")
    view = table.view(seat)
    rng = Random(table.configuration.dealer(seed).player_seed(seat, table.n))
    return table.rules.format_action(view, player.choose(view, legal, rng))

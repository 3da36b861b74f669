"""The base of computer players: protocols, legal actions derived from a view, and selection of actions by value."""

from collections.abc import Callable, Mapping, Sequence
from math import exp
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from engine.core import AnyRules


class ComputerPlayer(Protocol):
    """A computer player for one seat, built from the rules and the seat by a `Maker`."""

    def choose(self, view: Any, legal_actions: Sequence[Any], rng: Random) -> Any:
        """Return the action to play, one of `legal_actions`; all random numbers must come from `rng`.

        `legal_actions` is not empty. It may lack actions that the game's `is_legal` allows.
        """
        ...


Maker: TypeAlias = Callable[[AnyRules, int], ComputerPlayer]
"""A function that builds a computer player from a game's rules and a seat."""


@runtime_checkable
class BringsPlayers(Protocol):
    """A game (`engine.core.GameType`) with computer players of its own; `players` has their factories by name."""

    players: Mapping[str, Maker]


Traits: TypeAlias = Mapping[str, Mapping[str, float | None]]
"""The traits of a seat: for each kind, the names of its traits, each with a number to average or None.

An example is `{"place": {"1st": None}}`.
"""


@runtime_checkable
class BringsTraits(Protocol):
    """A game (`engine.core.GameType`) that defines traits of seats for balance statistics."""

    def traits(self, view: Any, result: Any, seat: int) -> Traits:
        """Return the traits of a seat in a finished game, for balance statistics.

        `view` is a spectator's view at the end, and `result` the game's result.
        """
        ...


def legal_actions_from_view(rules: AnyRules, view: Any, seat: int, seed: int) -> Sequence[Any]:
    """Return a seat's legal actions, derived from its view by way of a sampled state; `seed` selects the sample."""
    return rules.legal_actions(rules.determinize(view, Random(seed)), seat)


Choice = TypeVar("Choice")


def best(actions: Sequence[Choice], values: Sequence[float], rng: Random) -> Choice:
    """Return the action with the highest value; ties are broken at random. `values` are in the order of the actions."""
    most = max(values)
    return rng.choice([action for action, value in zip(actions, values, strict=True) if value == most])


def find_best(actions: Sequence[Choice], values: Sequence[float], count: int) -> list[Choice]:
    """Return the `count` actions with the highest values, the highest first.

    `values` are in the order of the actions.
    """
    ranked = sorted(range(len(values)), key=lambda number: -values[number])
    return [actions[number] for number in ranked[:count]]


def sample_softmax(actions: Sequence[Choice], values: Sequence[float], temperature: float, rng: Random) -> Choice:
    """Return a random action by softmax: the weight of each is e^(value / temperature)."""
    most = max(values)
    return rng.choices(actions, [exp((value - most) / temperature) for value in values])[0]

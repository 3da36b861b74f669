"""The base of computer players: their protocols, a seat's legal actions from its view, and choosing by value."""

from collections.abc import Callable, Mapping, Sequence
from math import exp
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from engine.core import AnyRules


class ComputerPlayer(Protocol):
    """A computer player for one seat, created with the rules."""

    def choose(self, view: Any, legal_actions: Sequence[Any], rng: Random) -> Any:
        """Return a legal action; all random numbers come from `rng`.

        `legal_actions` is not empty. It may lack actions that the game's `is_legal` allows.
        """
        ...


Maker: TypeAlias = Callable[[AnyRules, int], ComputerPlayer]
"""A factory of computer players: takes a game's rules and a seat."""


@runtime_checkable
class BringsPlayers(Protocol):
    """A game (`engine.core.GameType`) with its own computer players, by name."""

    players: Mapping[str, Maker]


Traits: TypeAlias = Mapping[str, Mapping[str, float | None]]
"""The traits of a seat by kind, such as `{"place": {"1st": None}}`, each with a number to average, or None."""


@runtime_checkable
class BringsTraits(Protocol):
    """A game (`engine.core.GameType`) that defines traits of seats for balance statistics."""

    def traits(self, view: Any, result: Any, seat: int) -> Traits:
        """Return the traits of a seat, from a spectator's view of a finished game and its result."""
        ...


def legal_from(rules: AnyRules, view: Any, seat: int, seed: int) -> Sequence[Any]:
    """Return a seat's legal actions, derived from its view."""
    return rules.legal_actions(rules.determinize(view, Random(seed)), seat)


Choice = TypeVar("Choice")


def best(actions: Sequence[Choice], values: Sequence[float], rng: Random) -> Choice:
    """Return the action with the highest value; ties are broken at random."""
    most = max(values)
    return rng.choice([action for action, value in zip(actions, values, strict=True) if value == most])


def several_best(actions: Sequence[Choice], values: Sequence[float], count: int) -> list[Choice]:
    """Return the `count` actions with the highest values, the best first."""
    ranked = sorted(range(len(values)), key=lambda number: -values[number])
    return [actions[number] for number in ranked[:count]]


def softly(actions: Sequence[Choice], values: Sequence[float], temperature: float, rng: Random) -> Choice:
    """Return a random action, with weights e^(value / temperature)."""
    most = max(values)
    return rng.choices(actions, [exp((value - most) / temperature) for value in values])[0]

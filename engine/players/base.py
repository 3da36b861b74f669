"""The base of computer players: their protocols, a seat's legal actions from its view, and choosing by value."""

from collections.abc import Callable, Mapping, Sequence
from math import exp
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from engine.core import AnyRules


class ComputerPlayer(Protocol):
    """A computer player for one seat, which knows the rules and the seat's view."""

    def choose(self, view: Any, legal_actions: Sequence[Any], rng: Random) -> Any:
        """A legal action; all randomness comes from `rng`.

        `legal_actions` is not empty; it may lack actions that the game's `is_legal` allows.
        """
        ...


Maker: TypeAlias = Callable[[AnyRules, int], ComputerPlayer]
"""A factory of computer players, from a game's rules and a seat."""


@runtime_checkable
class BringsPlayers(Protocol):
    """A game (`engine.core.GameType`) with its own computer players, by name."""

    players: Mapping[str, Maker]


Traits: TypeAlias = Mapping[str, Mapping[str, float | None]]
"""The traits of a seat by kind, such as `{"place": {"1st": None}}`, each with a number to average, such as points."""


@runtime_checkable
class BringsTraits(Protocol):
    """A game (`engine.core.GameType`) whose seats have traits that may matter."""

    def traits(self, view: Any, result: Any, seat: int) -> Traits:
        """The traits of a seat, from a spectator's view of a finished game and its result."""
        ...


def legal_from(rules: AnyRules, view: Any, seat: int, seed: int) -> Sequence[Any]:
    """What a seat may do, which follows from what it sees."""
    return rules.legal_actions(rules.determinize(view, Random(seed)), seat)


Choice = TypeVar("Choice")


def best(actions: Sequence[Choice], values: Sequence[float], rng: Random) -> Choice:
    """The action that is worth most; ties are broken at random."""
    most = max(values)
    return rng.choice([action for action, value in zip(actions, values, strict=True) if value == most])


def several_best(actions: Sequence[Choice], values: Sequence[float], count: int) -> list[Choice]:
    """The `count` actions that are worth most, the best first."""
    ranked = sorted(range(len(values)), key=lambda number: -values[number])
    return [actions[number] for number in ranked[:count]]


def softly(actions: Sequence[Choice], values: Sequence[float], temperature: float, rng: Random) -> Choice:
    """One of the actions, each with the weight e^(value / temperature)."""
    most = max(values)
    return rng.choices(actions, [exp((value - most) / temperature) for value in values])[0]

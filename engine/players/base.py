"""The protocols of computer players and of traits that they are compared by, and what a seat may do by what it sees."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Protocol, TypeAlias, runtime_checkable

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

"""What a computer player is."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Protocol, TypeAlias, runtime_checkable

from engine.core import AnyRules


class ComputerPlayer(Protocol):
    """Plays one seat, knowing the rules and what the seat may know."""

    def choose(self, view: Any, legal_actions: Sequence[Any], rng: Random) -> Any:
        """A legal action; all chance comes from `rng`.

        `legal_actions` has at least one, but not all where a game's `is_legal` allows more.
        """
        ...


Maker: TypeAlias = Callable[[AnyRules, int], ComputerPlayer]
"""Makes a computer player for a game's rules and a seat."""


@runtime_checkable
class BringsPlayers(Protocol):
    """A game (`engine.core.GameType`) with computer players of its own, by name."""

    players: Mapping[str, Maker]

"""The random player: uniform among the legal actions."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.core import AnyRules


class Uniform:
    """Plays a uniformly random legal action."""

    def __init__(self, rules: AnyRules, seat: int) -> None:
        pass

    def choose(self, view: Any, legal_actions: Sequence[Any], rng: Random) -> Any:
        """One of the legal actions."""
        return rng.choice(legal_actions)

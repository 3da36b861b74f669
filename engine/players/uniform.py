"""The random player: every legal action as likely as any other."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.core import AnyRules


class Uniform:
    """Plays at random; needs neither the rules nor the view."""

    def __init__(self, rules: AnyRules, seat: int) -> None:
        pass

    def choose(self, view: Any, legal_actions: Sequence[Any], rng: Random) -> Any:
        """One of the legal actions."""
        return rng.choice(legal_actions)

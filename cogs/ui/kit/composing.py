"""Composing a move step by step: each page offers only parts that some legal action still has."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Self

Parts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveParts:
    """The legal actions, keyed by their parts (such as tile, hex and rotation)."""

    actions: Mapping[Parts, str]

    @classmethod
    def of(cls, legal: Iterable[str], split: Callable[[str], Parts | None]) -> Self:
        """The legal actions that `split` takes apart; those for which it gives None are left out."""
        parted = ((split(action), action) for action in legal)
        return cls({parts: action for parts, action in parted if parts is not None})

    def choices(self, chosen: Parts = ()) -> tuple[str, ...]:
        """The possible next parts, in the order of the legal actions; empty for a complete or an impossible move."""
        depth = len(chosen)
        fitting = (parts for parts in self.actions if parts[:depth] == chosen and len(parts) > depth)
        return tuple(dict.fromkeys(parts[depth] for parts in fitting))

    def allows(self, chosen: Parts) -> bool:
        """Whether some legal action begins with these parts."""
        return any(parts[: len(chosen)] == chosen for parts in self.actions)

    def action(self, chosen: Parts) -> str | None:
        """The action, once all its parts are chosen."""
        return self.actions.get(chosen)

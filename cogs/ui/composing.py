"""Composing a move of several parts from the legal actions: each page offers only what can still become legal."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Self

Parts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveParts:
    """The legal actions by their parts, such as tile, hex and rotation."""

    actions: Mapping[Parts, str]

    @classmethod
    def of(cls, legal: Iterable[str], split: Callable[[str], Parts | None]) -> Self:
        """The legal actions that `split` takes apart; those for which it gives None are left out."""
        parted = ((split(action), action) for action in legal)
        return cls({parts: action for parts, action in parted if parts is not None})

    def choices(self, chosen: Parts = ()) -> tuple[str, ...]:
        """What can be chosen next, in the order of the legal actions; empty for a whole or an impossible move."""
        depth = len(chosen)
        fitting = (parts for parts in self.actions if parts[:depth] == chosen and len(parts) > depth)
        return tuple(dict.fromkeys(parts[depth] for parts in fitting))

    def allows(self, chosen: Parts) -> bool:
        """Whether what is chosen so far can still become a legal action."""
        return any(parts[: len(chosen)] == chosen for parts in self.actions)

    def action(self, chosen: Parts) -> str | None:
        """The action, once all its parts are chosen."""
        return self.actions.get(chosen)

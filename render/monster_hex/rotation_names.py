"""Names for the rotations of a tile on a hex, by the effect of each."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from engine.monster_hex.content import EDGES
from engine.monster_hex.preview import at_free_hexes, at_stones, matches
from engine.monster_hex.view import View
from render.monster_hex import prospects
from render.monster_hex.contests import stone_at

LONGEST = 76
"""The maximum number of characters that fit on a card of the picture."""


def rotation_effects(view: View, tile: str, label: str, turns: Sequence[int]) -> dict[int, str]:
    """Return the effect of each rotation, in order: powers brought to stones, or else the matching edges.

    Rotations with equal effects also name the powers facing free hexes, if these differ.
    """
    names = {turn: _effect(view, tile, label, turn) for turn in turns}
    for detail in (_joined, _open):
        names = _told_apart(names, lambda turn, detail=detail: detail(view, tile, label, turn))
    numbers = enumerate(names.items(), 1)
    return {turn: name if len(name) <= LONGEST else f"way {number}" for number, (turn, name) in numbers}


def rotation_names(view: View, tile: str, label: str, turns: Sequence[int]) -> dict[int, str]:
    """Return a unique name for each rotation: its effect, with its number added if others are equal."""
    numbers = {turn: number for number, turn in enumerate(turns, 1)}
    return _told_apart(rotation_effects(view, tile, label, turns), lambda turn: f"way {numbers[turn]}")


def ways_text(view: View, tile: str, label: str, effects: Mapping[int, str]) -> str:
    """Format all rotations with their numbers, effects and points for the viewer, for alt texts."""
    told: list[str] = []
    for number, (turn, effect) in enumerate(effects.items(), 1):
        gain = prospects.gain_text(view, (tile, label, turn))
        told.append(f"{number}: {effect}{f', {gain} for you' if gain else ''}.")
    return f"Ways to turn it: {' '.join(told)}"


def _told_apart(names: dict[int, str], detail: Callable[[int], str]) -> dict[int, str]:
    """Return the names, with a detail added where it distinguishes rotations of the same name."""
    count = Counter(names.values())
    details = {turn: detail(turn) for turn, name in names.items() if count[name] > 1}
    variety = {name: len({details[turn] for turn in details if names[turn] == name}) for name in count}
    return {turn: f"{name}; {details[turn]}" if variety[name] > 1 else name for turn, name in names.items()}


def _effect(view: View, tile: str, label: str, turn: int) -> str:
    stones = [stone_at(view, stone) for stone, _ in at_stones(view, tile, label, turn)]
    powers = [power for _, power in at_stones(view, tile, label, turn)]
    if stones:
        names = [stone.short_name if stone.large else f"{stone.short_name} {stone.label}" for stone in stones]
        return ", ".join(f"{power} to the {name}" for power, name in zip(powers, names, strict=True))
    matched = [f"{EDGES[match.edge]} {match.power}" for match in matches(view, tile, label, turn)]
    return f"matches {' / '.join(matched)}" if matched else _open(view, tile, label, turn)


def _joined(view: View, tile: str, label: str, turn: int) -> str:
    matched = [f"{EDGES[match.edge]} {match.power}" for match in matches(view, tile, label, turn)]
    return f"matches {' / '.join(matched)}" if matched else "matches nothing"


def _open(view: View, tile: str, label: str, turn: int) -> str:
    free = [f"{EDGES[edge]} {power}" for edge, power in at_free_hexes(view, tile, label, turn)]
    return f"open {' / '.join(free)}"

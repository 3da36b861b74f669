"""Names for the rotations of a tile on a hex, which describe the effect of each rotation."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from engine.monster_hex.content import SIDES
from engine.monster_hex.preview import edges_at_free_hexes, list_matches, powers_at_stones
from engine.monster_hex.view import View
from language.messages import _
from render.monster_hex import naming, prospects
from render.monster_hex.contests import stone_at


def rotation_effects(view: View, tile: str, label: str, turns: Sequence[int]) -> dict[int, str]:
    """Return a description of each rotation's effect, by rotation, in the order of `turns`.

    The effect is the powers that the tile brings to stones or, if it faces none, the edges that match neighbours.
    If several rotations have the same effect, their matching edges are added if these differ, and then likewise the
    powers that face free hexes.
    """
    names = {turn: _effect(view, tile, label, turn) for turn in turns}
    for detail in (_format_matches, _open):
        names = _distinguish(names, lambda turn, detail=detail: detail(view, tile, label, turn))
    return names


def format_rotations(view: View, tile: str, label: str, effects: Mapping[int, str]) -> str:
    """Format all rotations for an alt text, each with its number, its effect and the points for the viewer."""
    told: list[str] = []
    for number, (turn, effect) in enumerate(effects.items(), 1):
        if captures := prospects.placement_forecast(view, tile, label, turn):
            gain = prospects.expected_gain(view, captures)
            told.append(_("{number}: {effect}, +{points} points.", number=number, effect=effect, points=gain))
        else:
            told.append(f"{number}: {effect}.")
    return _("Ways to turn it: {ways}", ways=" ".join(told))


def _distinguish(names: dict[int, str], detail: Callable[[int], str]) -> dict[int, str]:
    """Return the names by rotation; to equal names, `detail` of the rotation is added if it differs between them."""
    count = Counter(names.values())
    details = {turn: detail(turn) for turn, name in names.items() if count[name] > 1}
    variety = {name: len({details[turn] for turn in details if names[turn] == name}) for name in count}
    return {turn: f"{name}; {details[turn]}" if variety[name] > 1 else name for turn, name in names.items()}


def _effect(view: View, tile: str, label: str, turn: int) -> str:
    stones = [stone_at(view, stone) for stone, _ in powers_at_stones(view, tile, label, turn)]
    powers = [power for _, power in powers_at_stones(view, tile, label, turn)]
    if stones:
        names = map(naming.stone_name, stones)
        return ", ".join(
            _("+{power} power at the {stone}", power=power, stone=name)
            for power, name in zip(powers, names, strict=True)
        )
    matched = list_matches(view, tile, label, turn)
    return _format_matches(view, tile, label, turn) if matched else _open(view, tile, label, turn)


def _format_matches(view: View, tile: str, label: str, turn: int) -> str:
    matched = [f"{match.power} ({_(SIDES[match.edge])})" for match in list_matches(view, tile, label, turn)]
    return _("matches {edges}", edges=", ".join(matched)) if matched else _("matches nothing")


def _open(view: View, tile: str, label: str, turn: int) -> str:
    free = [f"{power} ({_(SIDES[edge])})" for edge, power in edges_at_free_hexes(view, tile, label, turn)]
    return _("open {edges}", edges=", ".join(free))

"""What placements bring their player, by which tiles, hexes and rotations are ordered and marked."""

from collections.abc import Sequence

from cogs.ui.kit.composing import MoveParts
from engine.monster_hex.preview import at_stones
from engine.monster_hex.view import View
from render.monster_hex.prospects import best_by_hex, best_by_scatter, expected_prospect, own_points, placement_forecast


def gains(view: View, tile: str) -> dict[str, int]:
    """The points that a tile can bring its player at once, by hex, by Scatter too; hexes without any are left out."""
    points: dict[str, int] = {}
    for label, prospect in [*best_by_hex(view, tile).items(), *best_by_scatter(view, tile).items()]:
        gain = 0 if prospect is None else own_points(view, prospect)
        if gain > points.get(label, 0):
            points[label] = gain
    return points


def best_tile(view: View, places: MoveParts) -> str:
    """The tile that can bring most points at once; of several the one that fits most hexes."""

    def key(tile: str) -> tuple[int, int]:
        return max(gains(view, tile).values(), default=0), len(places.choices((tile,)))

    return max(places.choices(), key=key)


def hexes_best_first(view: View, places: MoveParts, tile: str) -> list[str]:
    """The hexes of a tile: those with most points first, the others in label order."""
    worth = gains(view, tile)
    return sorted(places.choices((tile,)), key=lambda label: -worth.get(label, 0))


def best_rotation(view: View, tile: str, label: str, turns: Sequence[int]) -> int:
    """The rotation that brings most points at once, or else most power to the stones."""

    def key(turn: int) -> tuple[int, int]:
        expected = expected_prospect(view, label, turn, placement_forecast(view, tile, label, turn))
        return own_points(view, expected), sum(power for _, power in at_stones(view, tile, label, turn))

    return max(turns, key=key)

"""Prospects: the stones captured and the points expected if the viewer places a tile in a certain way."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.monster_hex.preview import Forecast, expected_points, find_placements, forecast, scattering_hexes
from engine.monster_hex.view import View


class Prospect(NamedTuple):
    """A placement that captures stones, with the points expected by owner.

    The points are those if every player who chooses a value takes the one that is worth most to them.
    """

    label: str
    rotation: int
    stones: tuple[str, ...]
    points: Mapping[int, int]


def best_prospects(view: View, tile: str) -> dict[str, Prospect | None]:
    """Return a tile's best prospect on each hex where it fits, by hex; None for a hex where it captures nothing.

    The result is empty while the possible hexes are unknown; see `has_known_places`.
    """
    if not has_known_places(view):
        return {}
    return {
        label: _best_rotation(view, tile, label, rotations) for label, rotations in find_placements(view, tile).items()
    }


def best_scatter_prospects(view: View, tile: str) -> dict[str, Prospect | None]:
    """Return a tile's best prospect on each hex that only Scatter allows (MH-17), by hex.

    The prospect is None for a hex where the tile captures nothing. The result is empty while the possible hexes are
    unknown; see `has_known_places`.
    """
    if not has_known_places(view):
        return {}
    return {label: _best_rotation(view, tile, label, turns) for label, turns in scattering_hexes(view, tile).items()}


def has_known_places(view: View) -> bool:
    """Return whether it is known where the viewer can place tiles.

    It is known once a tile lies on the board, and for the seat that places the first tile.
    """
    return bool(view.monsters) or view.viewer in view.actors or view.viewer in view.order[:1]


def sort_prospects(view: View, prospects: Iterable[Prospect | None]) -> list[Prospect]:
    """Return the prospects that bring the viewer points, best first; None is skipped."""
    scoring = [prospect for prospect in prospects if prospect is not None and own_points(view, prospect)]
    return sorted(scoring, key=lambda prospect: _rank_key(view, prospect), reverse=True)


def placing_owner(view: View) -> int:
    """Return the owner of the tile that the viewer would place now.

    It is the shared faction while the viewer has to place the shared tile (MH-21), otherwise the viewer.
    """
    return len(view.seats) if view.phase == "shared" and view.viewer in view.actors else view.viewer


def placement_forecast(view: View, tile: str, label: str, rotation: int) -> tuple[Forecast, ...]:
    """Return the captures that follow if the viewer places a tile, which is their own or the shared one.

    The tile counts as the shared one while the viewer has to place that (MH-21); see `placing_owner`.
    """
    return forecast(view, tile, label, rotation, placing_owner(view))


def own_points(view: View, prospect: Prospect) -> int:
    """Return the points that the viewer is expected to gain by a placement."""
    return prospect.points.get(view.viewer, 0)


def expected_gain(view: View, captures: Sequence[Forecast]) -> int:
    """Return the points that captures bring the viewer; see `expected_points`."""
    return expected_points(view, captures).get(view.viewer, 0)


def _best_rotation(view: View, tile: str, label: str, rotations: Sequence[int]) -> Prospect | None:
    # The captured stones are the same in every rotation, so one rotation shows whether there are any.
    if not placement_forecast(view, tile, label, rotations[0]):
        return None
    found = {rotation: placement_forecast(view, tile, label, rotation) for rotation in rotations}
    turned = (
        Prospect(label, rotation, tuple(capture.stone for capture in captures), expected_points(view, captures))
        for rotation, captures in found.items()
    )
    return max(turned, key=lambda prospect: _rank_key(view, prospect))


def _rank_key(view: View, prospect: Prospect) -> tuple[int, int]:
    """Return the sort key of a prospect, higher for a better one.

    More points for the viewer are better; if they are equal, fewer points for the others.
    """
    return own_points(view, prospect), -sum(points for seat, points in prospect.points.items() if seat != view.viewer)

"""Prospects: the stones captured and the points expected if the viewer places a tile in a certain way."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.monster_hex.content import COLOUR_BONUS, layout
from engine.monster_hex.preview import Forecast, find_placements, forecast, scattering_hexes
from engine.monster_hex.view import Value, View


class Prospect(NamedTuple):
    """A placement that captures stones, with the points expected by owner.

    The points are those if every player who picks a value takes the one that is worth most to them. `is_unsure` says
    whether the viewer's points depend on another player's choice.
    """

    label: str
    rotation: int
    stones: tuple[str, ...]
    points: Mapping[int, int]
    is_unsure: bool = False


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


def expected_prospect(view: View, label: str, rotation: int, captures: Sequence[Forecast]) -> Prospect:
    """Return the prospect of a placement on the hex `label` that makes the given captures."""
    stones = tuple(capture.stone for capture in captures)
    is_unsure = view.viewer in find_unsure_owners(view, captures)
    return Prospect(label, rotation, stones, expected_points(view, captures), is_unsure)


def find_unsure_owners(view: View, captures: Sequence[Forecast]) -> set[int]:
    """Return the owners whose points depend on a choice of a value that isn't the viewer's (MH-10)."""
    asked = [capture.capture for capture in captures if capture.choice]
    first = {capture.first for capture in asked if capture.first is not None} - {view.viewer}
    return first | {capture.second for capture in asked if capture.second is not None}


def gain_text(view: View, placement: tuple[str, str, int]) -> str:
    """Format the points that the viewer gains by a placement (tile, hex, rotation); empty if it captures nothing."""
    captures = placement_forecast(view, *placement)
    return format_gain(view, expected_prospect(view, *placement[1:], captures)) if captures else ""


def format_gain(view: View, prospect: Prospect) -> str:
    """Format the viewer's points, with a question mark if they depend on another player's choice of a value."""
    return f"+{own_points(view, prospect)}{'?' * prospect.is_unsure}"


def expected_points(view: View, captures: Sequence[Forecast]) -> dict[int, int]:
    """Return the points that captures bring, by owner, if every player picks the value that is worth most to them.

    The bonus of Reward for first places at Large Stones is included (MH-16).
    """
    points: dict[int, int] = {}
    for capture in captures:
        for got in capture.capture.taken:
            points[got.seat] = points.get(got.seat, 0) + got.value + got.bonus
        first, second = capture.capture.first, capture.capture.second
        reward = 0 if first is None or first >= len(view.seats) else view.seats[first].reward
        if first is not None and reward and (capture.temporary or layout(view.board).stone(capture.stone).large):
            points[first] = points.get(first, 0) + reward
        if capture.choice is None or first is None or second is None:
            continue
        values = list(capture.choice.values)
        for seat in (first, second):
            faction = view.faction_of(seat)
            picked = max(values, key=lambda value: (value_for_faction(value, faction), value.points))
            values.remove(picked)
            points[seat] = points.get(seat, 0) + value_for_faction(picked, faction)
    return points


def _best_rotation(view: View, tile: str, label: str, rotations: Sequence[int]) -> Prospect | None:
    # The captured stones are the same in every rotation, so one rotation shows whether there are any.
    if not placement_forecast(view, tile, label, rotations[0]):
        return None
    found = {rotation: placement_forecast(view, tile, label, rotation) for rotation in rotations}
    turned = (expected_prospect(view, label, rotation, captures) for rotation, captures in found.items())
    return max(turned, key=lambda prospect: _rank_key(view, prospect))


def value_for_faction(value: Value, faction: str | None) -> int:
    """Return the points that a printed value is worth to a faction, including the bonus for its own colour (MH-10)."""
    return value.points + COLOUR_BONUS * (value.faction == faction)


def _rank_key(view: View, prospect: Prospect) -> tuple[int, int]:
    """Return the sort key of a prospect, higher for a better one.

    More points for the viewer are better; if they are equal, fewer points for the others.
    """
    return own_points(view, prospect), -sum(points for seat, points in prospect.points.items() if seat != view.viewer)

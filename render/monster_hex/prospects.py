"""What the viewer's placements would bring: stones captured, and points for whom. For hands, choices and previews."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.monster_hex.content import COLOUR_BONUS
from engine.monster_hex.preview import Forecast, fitting, forecast
from engine.monster_hex.view import Value, View


class Prospect(NamedTuple):
    """A placement that captures: by seat the points, everybody picking the value that is worth most to them."""

    label: str
    rotation: int
    stones: tuple[str, ...]
    points: Mapping[int, int]


def prospects(view: View, tile: str) -> dict[str, Prospect | None]:
    """The best that a tile of the viewer's can do on each hex where it may go; None where it captures nothing."""
    return {label: _best(view, tile, label, rotations) for label, rotations in fitting(view, tile).items()}


def ranked(view: View, found: Iterable[Prospect | None]) -> list[Prospect]:
    """Those that bring the viewer points, the best first."""
    scoring = [prospect for prospect in found if prospect is not None and own(view, prospect)]
    return sorted(scoring, key=lambda prospect: _worth(view, prospect), reverse=True)


def own(view: View, prospect: Prospect) -> int:
    """The viewer's points."""
    return prospect.points.get(view.viewer, 0)


def expected(view: View, label: str, rotation: int, captures: Sequence[Forecast]) -> Prospect:
    """What a placement brings that would make these captures."""
    points: dict[int, int] = {}
    for capture in captures:
        for got in capture.capture.taken:
            points[got.seat] = points.get(got.seat, 0) + got.value + got.bonus
        first, second = capture.capture.first, capture.capture.second
        if capture.choice is None or first is None or second is None:
            continue
        values = list(capture.choice.values)
        for seat in (first, second):
            faction = view.seats[seat].faction
            picked = max(values, key=lambda value: (worth(value, faction), value.points))
            values.remove(picked)
            points[seat] = points.get(seat, 0) + worth(picked, faction)
    return Prospect(label, rotation, tuple(capture.stone for capture in captures), points)


def _best(view: View, tile: str, label: str, rotations: Sequence[int]) -> Prospect | None:
    # What is surrounded does not depend on the rotation: most hexes are settled by the first.
    if not forecast(view, tile, label, rotations[0]):
        return None
    turned = (expected(view, label, rotation, forecast(view, tile, label, rotation)) for rotation in rotations)
    return max(turned, key=lambda prospect: _worth(view, prospect))


def worth(value: Value, faction: str | None) -> int:
    """What a printed value is worth to a faction (MH-10)."""
    return value.points + COLOUR_BONUS * (value.faction == faction)


def _worth(view: View, prospect: Prospect) -> tuple[int, int]:
    """Most points for the viewer, then fewest for the others."""
    return own(view, prospect), -sum(points for seat, points in prospect.points.items() if seat != view.viewer)

"""The worth of placements: points now and the lead at stones, to offer the best hexes and ways first."""

from collections.abc import Sequence
from typing import NamedTuple

from cogs.ui.kit.composing import MoveParts
from engine.monster_hex.content import Stone, layout
from engine.monster_hex.preview import expected_points, powers_at_stones
from engine.monster_hex.view import View
from render.monster_hex.contests import Contest, find_contests
from render.monster_hex.preview import place_tile
from render.monster_hex.prospects import placement_forecast


class Worth(NamedTuple):
    """The expected gain of a placement: points now, and its standing at the stones beside it.

    `rivals` is the most points of one rival. `lead` sums the best values of the stones at which the viewer leads.
    """

    points: int
    rivals: int
    lead: int
    power: int

    @property
    def is_good(self) -> bool:
        """Whether the viewer gets points, and no rival more."""
        return self.points > 0 and self.points >= self.rivals

    def __str__(self) -> str:
        """Return the points as the end of a hex's label: "" if nobody gets any, else such as " +5, they +6"."""
        own = f" +{self.points}" if self.points else ""
        return own + (f"{',' if own else ''} they +{self.rivals}" if self.rivals else "")


def rank_hexes(view: View, places: MoveParts, tile: str) -> dict[str, Worth]:
    """Return the hexes on which a tile fits, each with the worth of the best way there; the best ones are first."""
    best = {
        label: max((rate_placement(view, tile, label, int(turn)) for turn in places.choices((tile, label))), key=_rank)
        for label in places.choices((tile,))
    }
    return {label: best[label] for label in sorted(best, key=lambda label: _rank(best[label]), reverse=True)}


def best_rotation(view: View, tile: str, label: str, turns: Sequence[int]) -> int:
    """Return the rotation with the largest expected gain in points.

    On a tie, it is the one with the fewest points for a rival, then with the most points at stones where the viewer
    leads, then with the most power at stones.
    """
    return max(turns, key=lambda turn: _rank(rate_placement(view, tile, label, turn)))


def _rank(worth: Worth) -> tuple[int, int, int, int]:
    return worth.points, -worth.rivals, worth.lead, worth.power


def rate_placement(view: View, tile: str, label: str, turn: int) -> Worth:
    captures = placement_forecast(view, tile, label, turn)
    points = expected_points(view, captures)
    rivals = (gained for seat, gained in points.items() if seat != view.viewer and seat < len(view.seats))
    return Worth(
        points.get(view.viewer, 0),
        max(rivals, default=0),
        sum(max((value.points for value in stone.values), default=1) for stone in find_leads(view, tile, label, turn)),
        sum(power for _, power in powers_at_stones(view, tile, label, turn)),
    )


def find_leads(view: View, tile: str, label: str, turn: int) -> dict[Stone, Contest]:
    """Return the contests for the stones beside a hex at which the viewer leads after a placement there."""
    board = layout(view.board)
    beside = {board.stones[number].label for number in board.stones_at[board.board.index[label]]}
    captures = placement_forecast(view, tile, label, turn)
    contests = find_contests(place_tile(view, tile, label, turn, captures))
    return {
        stone: contest
        for stone, contest in contests.items()
        if stone.label in beside and contest.left > 0 and _is_led(contest, view.viewer)
    }


def _is_led(contest: Contest, seat: int) -> bool:
    powers = contest.powers
    return bool(powers) and powers[0][0] == seat and (len(powers) == 1 or powers[0][1] > powers[1][1])

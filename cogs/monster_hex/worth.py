"""The worth of placements: points now and the lead at stones; and sentences that compare ways by it."""

from collections.abc import Sequence
from typing import NamedTuple

from cogs.ui.kit.composing import MoveParts
from engine.monster_hex.content import SIDES, Stone, layout
from engine.monster_hex.preview import edges_at_free_hexes, expected_points, powers_at_stones
from engine.monster_hex.view import View
from language.messages import _, list_and, ngettext
from render.monster_hex import naming
from render.monster_hex.contests import Contest, find_contests
from render.monster_hex.preview import place_tile
from render.monster_hex.prospects import placement_forecast


class Worth(NamedTuple):
    """The expected gain of a placement: points now, and its standing at the stones beside it that stay.

    `rivals` is the most points of one rival. `lead` sums the best values of the stones at which the viewer leads, and
    `power` sums the power that the tile adds. Of two placements, the one with the higher `rank` brings more.
    """

    points: int
    rivals: int
    lead: int
    power: int

    @property
    def is_good(self) -> bool:
        """Whether the viewer gets points, and no rival more."""
        return self.points > 0 and self.points >= self.rivals

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """The sort key: more points are better, then fewer for a rival, then the lead, then the power."""
        return self.points, -self.rivals, self.lead, self.power

    def __str__(self) -> str:
        """Return the points as the end of a hex's label: "" if nobody gets any, else such as " +5, they +6"."""
        own = f"+{self.points}" if self.points else ""
        others = _("they +{points}", points=self.rivals) if self.rivals else ""
        told = ", ".join(filter(None, (own, others)))
        return f" {told}" if told else ""


def rate_placement(view: View, tile: str, label: str, turn: int) -> Worth:
    """Rate the placement of the viewer's tile on a hex in one rotation."""
    captures = placement_forecast(view, tile, label, turn)
    points = expected_points(view, captures)
    fallen = {capture.stone for capture in captures}
    rivals = (gained for seat, gained in points.items() if seat != view.viewer and seat < len(view.seats))
    return Worth(
        points.get(view.viewer, 0),
        max(rivals, default=0),
        sum(max((value.points for value in stone.values), default=1) for stone in find_leads(view, tile, label, turn)),
        sum(power for stone, power in powers_at_stones(view, tile, label, turn) if stone not in fallen),
    )


def rank_hexes(view: View, places: MoveParts, tile: str) -> dict[str, Worth]:
    """Return the hexes on which a tile fits, each with the worth of the best way there.

    Those with most points for the viewer come first, then those with the fewest for a rival; equal ones keep the
    board's order.
    """
    best = {
        label: max(
            (rate_placement(view, tile, label, int(turn)) for turn in places.choices((tile, label))),
            key=lambda worth: worth.rank,
        )
        for label in places.choices((tile,))
    }
    return {label: best[label] for label in sorted(best, key=lambda label: best[label].rank[:2], reverse=True)}


def best_rotations(view: View, tile: str, label: str, turns: Sequence[int]) -> list[int]:
    """Return the rotations that bring most by `Worth.rank`."""
    ranks = {turn: rate_placement(view, tile, label, turn).rank for turn in turns}
    return [turn for turn in turns if ranks[turn] == max(ranks.values())]


def find_leads(view: View, tile: str, label: str, turn: int) -> dict[Stone, Contest]:
    """Return the contests for the stones beside a hex at which the viewer leads after a placement there."""
    return {
        stone: contest
        for stone, contest in _contests_beside(view, tile, label, turn).items()
        if contest.left > 0 and _is_led(contest, view.viewer)
    }


def _contests_beside(view: View, tile: str, label: str, turn: int) -> dict[Stone, Contest]:
    board = layout(view.board)
    beside = {board.stones[number].label for number in board.stones_at[board.board.index[label]]}
    captures = placement_forecast(view, tile, label, turn)
    contests = find_contests(place_tile(view, tile, label, turn, captures))
    return {stone: contest for stone, contest in contests.items() if stone.label in beside}


def _is_led(contest: Contest, seat: int) -> bool:
    powers = contest.powers
    return bool(powers) and powers[0][0] == seat and (len(powers) == 1 or powers[0][1] > powers[1][1])


# Sentences


def describe_last_hexes(view: View, tile: str, label: str, turn: int) -> str:
    """Return a sentence about the stones that have a single free hex after a placement beside them; may be empty."""
    contests = _contests_beside(view, tile, label, turn)
    left = [naming.stone_name(stone) for stone, contest in contests.items() if contest.left == 1]
    if not left:
        return ""
    return ngettext(
        "The {stones} then has 1 hex left: the next tile there decides.",
        "The {stones} then have 1 hex left: the next tile there decides.",
        len(left),
        stones=list_and(left),
    )


def compare_ways(view: View, tile: str, label: str, turns: Sequence[int]) -> str:
    """Return a sentence about the ways that bring most at once, and what they have more of than the others."""
    best = best_rotations(view, tile, label, turns)
    if len(best) == len(turns):
        power = rate_placement(view, tile, label, best[0]).power
        is_split = power and len({powers_at_stones(view, tile, label, turn) for turn in turns}) > 1
        return _("All ways bring power {power} in all.", power=power) if is_split else _("All ways score the same.")
    leads = list_and([naming.stone_name(stone) for stone in find_leads(view, tile, label, best[0])])
    reasons = (
        _("most points now"),
        _("fewest points for a rival"),
        _("you then lead at the {stones}", stones=leads),
        _("most power now"),
    )
    top, *others = sorted((rate_placement(view, tile, label, turn).rank for turn in turns), reverse=True)
    told = ""
    for number, reason in enumerate(reasons):
        if any(other[number] < top[number] for other in others):
            told = _("{reasons}, then {reason}", reasons=told, reason=reason) if told else reason
            others = [other for other in others if other[number] == top[number]]
    return f"{_name_ways([turns.index(turn) + 1 for turn in best])}: {told}."


def explain_other_way(view: View, tile: str, label: str, turns: Sequence[int], wanted: int, other: int) -> str:
    """Return sentences that explain why somebody who looks ahead prefers the rotation `wanted` to the rotation `other`.

    If `wanted` brings less at once, they say what brings most, and which powers `wanted` offers to later tiles instead.
    """
    told = compare_ways(view, tile, label, turns)
    if wanted in best_rotations(view, tile, label, turns):
        return told
    opened, instead = (_format_open(view, tile, label, turn) for turn in (wanted, other))
    way = _name_ways([turns.index(wanted) + 1])
    if not opened or opened == instead:
        better = _("{way} does better later.", way=way)
    elif instead:
        better = _(
            "{way} does better later: its open edges are {edges}, not {others}.", way=way, edges=opened, others=instead
        )
    else:
        better = _("{way} does better later: its open edges are {edges}.", way=way, edges=opened)
    return f"{told} {better}"


def _name_ways(numbers: Sequence[int]) -> str:
    ways = list_and([f"**{number}**" for number in numbers])
    return ngettext("Way {ways}", "Ways {ways}", len(numbers), ways=ways)


def _format_open(view: View, tile: str, label: str, turn: int) -> str:
    return list_and([f"{power} ({_(SIDES[edge])})" for edge, power in edges_at_free_hexes(view, tile, label, turn)])

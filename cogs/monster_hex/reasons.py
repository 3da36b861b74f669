"""The reason for a hint: what the proposed move brings, computed from the player's own view."""

from collections.abc import Mapping, Sequence

from cogs.monster_hex.composing import describe_split, placements, split_placement
from cogs.monster_hex.worth import explain_other_way, find_leads
from engine.monster_hex.content import Stone, layout
from engine.monster_hex.variants import variants_of
from engine.monster_hex.view import View
from language.messages import _, ngettext
from render.monster_hex import naming
from render.monster_hex.contests import Contest, find_contests
from render.monster_hex.preview import place_tile
from render.monster_hex.prospects import (
    expected_gain,
    placement_forecast,
    placing_owner,
)
from tables.texts import escape
from tables.viewer import TableView


def explain(table: TableView, actions: Sequence[str]) -> str:
    """Return the reason for a hint in a sentence or two; empty if nothing is known that the page doesn't show."""
    view: View = table.view
    match actions[0].split():
        case ["take", points] if view.take is not None:
            hinted, *others = sorted(view.take.values, key=lambda value: str(value.points) != points)
            names = [escape(name) for name in table.names]
            return " ".join(
                _("The {value}: {points}.", value=value.points, points=describe_split(view, value, names))
                for value in (hinted, *others)
            )
        case ["place" | "shared", *_] if (placed := split_placement(view, actions[0])) is not None:
            return " ".join(_explain_placement(table, *placed))
        case _:
            return ""


def explain_better(table: TableView, played: str, better: str) -> str:
    """Return the reason why the coach prefers a move to the one played; empty if none is known."""
    wanted, other = (split_placement(table.view, action) for action in (better, played))
    if wanted is None or other is None or wanted[:2] != other[:2]:
        return explain(table, [better])
    tile, label, turn = wanted
    turns = [int(each) for each in placements(table).choices((tile, label))]
    return explain_other_way(table.view, tile, label, turns, int(turn), int(other[2]))


def _explain_placement(table: TableView, tile: str, label: str, rotation: str) -> list[str]:
    view: View = table.view
    placement = tile, label, int(rotation)
    captures = placement_forecast(view, *placement)
    contests = find_contests(place_tile(view, *placement, captures))
    told: list[str] = []
    if placing_owner(view) == view.viewer and (led := find_leads(view, *placement)):
        told.append(_describe_lead(led))
    if not told and not expected_gain(view, captures) and (safe := _explain_safety(table, contests)):
        told.append(safe)
    return told


def _describe_lead(led: Mapping[Stone, Contest]) -> str:
    """Return a sentence about the most valuable of the stones at which the viewer leads."""
    stone = max(led, key=lambda stone: max((value.points for value in stone.values), default=1))
    contest = led[stone]
    name, (power, *others) = naming.stone_name(stone), [power for _seat, power in contest.powers]
    if others:
        return ngettext(
            "You then lead at the {stone}, {power} to {other}, with {number} hex left.",
            "You then lead at the {stone}, {power} to {other}, with {number} hexes left.",
            contest.left,
            stone=name,
            power=power,
            other=others[0],
        )
    return ngettext(
        "You then lead at the {stone}, alone, with power {power} and {number} hex left.",
        "You then lead at the {stone}, alone, with power {power} and {number} hexes left.",
        contest.left,
        stone=name,
        power=power,
    )


def _explain_safety(table: TableView, contests: dict[Stone, Contest]) -> str:
    """Return a sentence if no Large Stone can fall in the next turn, though another placement would have allowed it.

    Empty with abilities, since Strike places two tiles in a turn.
    """
    view: View = table.view
    if variants_of(view).abilities or any(stone.large and contest.left < 2 for stone, contest in contests.items()):
        return ""
    board = layout(view.board)
    two_left = {stone.label for stone, contest in find_contests(view).items() if stone.large and contest.left == 2}
    hexes = {parts[1] for parts in placements(table).actions}
    risky = any(
        board.stones[number].label in two_left for hex_ in hexes for number in board.stones_at[board.board.index[hex_]]
    )
    return _("No Large Stone can fall in the next turn.") if risky else ""

"""A heuristic evaluation of views for a seat, used by computer players that look one move ahead."""

from collections.abc import Sequence
from typing import Final

from engine.monster_hex import capturing
from engine.monster_hex.capturing import best_value
from engine.monster_hex.content import EMPTY, Layout, layout
from engine.monster_hex.objectives import OBJECTIVE, OBJECTIVES
from engine.monster_hex.preview import Forecast, forecast_captures
from engine.monster_hex.variants import Variants
from engine.monster_hex.view import View
from engine.monster_hex.viewing import changes_of, faction_numbers, pieces

_VICTORY: Final = 1000.0
_STRONG_EDGE: Final = 4.0
"""A typical high power of one edge.

It is multiplied by one more than the number of free hexes at a Stone, to scale a lead in power there.
"""
_FIRSTS: Final = 0.25
"""The fraction of the open Large Stones at which a seat is expected to be first; weights the bonus of Reward."""
_KEPT: Final = 0.7
"""The factor applied to the points of "most of" Objectives, since the lead may be lost by the end."""
_EXTRA_TILE: Final = 0.4
"""The value, in points, of the extra placement that Strike brings (MH-17)."""
_CARD: Final = sum(card.points for card in OBJECTIVES) / len(OBJECTIVES)
"""The value, in points, of a card that is not known or not drawn yet: the average points of all cards (MH-18)."""


def evaluate(variants: Variants, view: View, seat: int) -> float:
    """Return the value of a view for a seat: its expected lead, in points, over the best other owner.

    At the end it is a large positive value for winners and a negative one for the others. In solo games it is the
    expected points of the seat (MH-22).
    """
    if view.winners is not None and not variants.is_solo:
        return _VICTORY if seat in view.winners else -_VICTORY
    if variants.is_base_game:
        return _evaluate_base_game(view, seat)
    expected = _estimate_points(variants, view)
    if variants.is_solo:
        return expected[0]
    return expected[seat] - max(points for number, points in enumerate(expected) if number != seat)


def _evaluate_base_game(view: View, seat: int) -> float:
    """Return a seat's lead in points over the best other seat, plus its expected gains at all open stones.

    For games without variants.
    """
    table, board = layout(view.board), pieces(view)
    points = [seated.score.points for seated in view.seats]
    promises: list[float] = []
    for stone, found in enumerate(view.captures):
        if found is None:
            powers = capturing.powers_around(table.facing[stone], board, (), len(points))
            free = table.ring[stone](board).count(EMPTY)
            promises.append(promise(table, stone, [power or 0 for power in powers], seat, free))
    return _lead(points, seat) + sum(promises)


def promise(table: Layout, stone: int, powers: Sequence[int], seat: int, free: int) -> float:
    """Return a seat's expected gain in points over the best other owner at an open stone; negative if it is behind.

    `powers` holds each owner's power at the stone, and `free` is the number of free hexes around it.
    """
    lead = _lead(powers, seat)
    return table.worth[stone] * lead / (abs(lead) + _STRONG_EDGE * (1 + free))


def _lead(numbers: Sequence[int], seat: int) -> int:
    """Return a seat's entry in `numbers` minus the highest entry of the others."""
    return numbers[seat] - max([number for other, number in enumerate(numbers) if other != seat])


def _estimate_points(variants: Variants, view: View) -> list[float]:
    """Return the points that each seat is expected to have at the end, for games with variants.

    They are the present points, the pending captures, estimates for open Stones, and the values of Reward, of
    Objectives, and of a placement or card that follows from an ability.
    """
    board, changes = pieces(view), changes_of(view)
    expected = [float(seated.score.points) for seated in view.seats]
    if view.winners is not None:
        return expected
    for found in _forecast_waiting(view, board, changes):
        _add_capture(variants, view, found, expected)
    waiting = set(view.waiting)
    open_stones = 0
    for number, stone in enumerate(layout(view.board).stones):
        if view.captures[number] is None and stone.label not in waiting:
            worth = variants.layout.worth[number]
            open_stones += stone.large
            _add_promise(variants, board, changes, number, worth, expected)
    for stone in view.temporary:
        if stone.label not in waiting:
            site = capturing.site_of(layout(view.board), stone.label)
            _add_promise(variants, board, changes, site, stone.value, expected)
    for seat, seated in enumerate(view.seats):
        expected[seat] += seated.reward * open_stones * _FIRSTS + _score_cards(view, seat)
    if view.is_extra and view.actors:
        expected[view.actors[0]] += _EXTRA_TILE
    if view.phase == "scheme":
        owner = next(monster.seat for monster in view.monsters if monster.label == view.last[-1])
        expected[owner] += _CARD
    return expected


def _forecast_waiting(view: View, board: tuple[int, ...], changes: tuple[int, ...]) -> Sequence[Forecast]:
    table = layout(view.board)
    sites = tuple(capturing.site_of(table, label) for label in view.waiting)
    return forecast_captures(view, board, changes, sites, {stone.label: stone.value for stone in view.temporary})


def _add_capture(variants: Variants, view: View, found: Forecast, expected: list[float]) -> None:
    """Add the points of a pending capture to `expected`.

    If the owner in first place has to choose a value, it is assumed to take the best one (MH-10).
    """
    factions = faction_numbers(view)
    for part in found.capture.taken:
        if part.seat < variants.seats:
            expected[part.seat] += part.value + part.bonus
    first, second = found.capture.first, found.capture.second
    is_asked = view.take is not None and view.take.stone == found.stone
    is_large = bool(found.temporary) or variants.layout.stone(found.stone).large
    if first is not None and first < variants.seats and is_large and not is_asked:
        expected[first] += view.seats[first].reward
    if found.choice is None or first is None or second is None:
        return
    values = list(variants.layout.values[variants.layout.stone_index[found.stone]])
    for owner in (first, second):
        value = best_value(values, factions[owner])
        values.remove(value)
        if owner < variants.seats:
            expected[owner] += value[0] + 2 * (value[1] == factions[owner])


def _add_promise(
    variants: Variants,
    board: tuple[int, ...],
    changes: tuple[int, ...],
    site: int,
    worth: int,
    expected: list[float],
) -> None:
    """Add each seat's expected points at an open Stone to `expected`.

    They grow with the seat's lead in power there and are negative for seats that are behind. `worth` is the Stone's
    highest value.
    """
    facing = capturing.find_facing_edges(variants.layout, site)
    powers = [power or 0 for power in capturing.powers_around(facing, board, changes, variants.owners)]
    free = sum(board[cell] == -1 for cell, _ in facing)
    best, *others = sorted(powers, reverse=True)
    for seat in range(variants.seats):
        lead = powers[seat] - (others[0] if powers[seat] == best else best)
        expected[seat] += worth * lead / (abs(lead) + _STRONG_EDGE * (1 + free)) / 2


def _score_cards(view: View, seat: int) -> float:
    """Return the points of a seat's Objectives on the present board.

    A card that is hidden from the viewer counts as an average one.
    """
    points = 0.0
    for card in view.public_objectives:
        points += card.times[seat] * _estimate_card(card.id)
    for own in view.seats[seat].objectives:
        points += _CARD if own.id is None or own.times is None else own.times * _estimate_card(own.id)
    return points


def _estimate_card(card: str) -> float:
    objective = OBJECTIVE[card]
    return objective.points * (_KEPT if objective.kind == "most" else 1.0)

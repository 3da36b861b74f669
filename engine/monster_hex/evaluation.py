"""The heuristic value of a view for a seat, for computer players that look one move ahead."""

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
"""Power of a good edge: a lead at an open stone counts in proportion to what its free edges may still bring."""
_FIRSTS: Final = 0.25
"""The share of the Large Stones still open at which a seat may hope to be first."""
_KEPT: Final = 0.7
"""The share of an Objective's points now that still counts at the end, for "most of" may be lost."""
_EXTRA_TILE: Final = 0.4
"""The worth of placing a tile earlier than in one's turn (MH-17)."""
_CARD: Final = sum(card.points for card in OBJECTIVES) / len(OBJECTIVES)
"""The worth of a card that is drawn later (MH-18): the points of an average one, fulfilled once."""


def evaluate(variants: Variants, view: View, seat: int) -> float:
    """Expected points ahead of the best other owner; solo counts the own points alone (MH-22)."""
    if view.winners is not None and not variants.is_solo:
        return _VICTORY if seat in view.winners else -_VICTORY
    if variants.is_base_game:
        return _evaluate_base_game(view, seat)
    expected = _expected(variants, view)
    if variants.is_solo:
        return expected[0]
    return expected[seat] - max(points for number, points in enumerate(expected) if number != seat)


def _evaluate_base_game(view: View, seat: int) -> float:
    """Points ahead of the best other seat, and a share of the open stones by the lead in power there."""
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
    """The expected points ahead for a seat from an open stone with these powers and so many free hexes around it."""
    lead = _lead(powers, seat)
    return table.worth[stone] * lead / (abs(lead) + _STRONG_EDGE * (1 + free))


def _lead(numbers: Sequence[int], seat: int) -> int:
    """A seat's number less the highest of the others."""
    return numbers[seat] - max([number for other, number in enumerate(numbers) if other != seat])


def _expected(variants: Variants, view: View) -> list[float]:
    """Each seat's expected points: those it has, waiting captures, open stones, Reward, Objectives, and draws due."""
    board, changes = pieces(view), changes_of(view)
    expected = [float(seated.score.points) for seated in view.seats]
    if view.winners is not None:
        return expected
    for found in _waiting(view, board, changes):
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
        expected[seat] += seated.reward * open_stones * _FIRSTS + _by_cards(view, seat)
    if view.is_extra and view.actors:
        expected[view.actors[0]] += _EXTRA_TILE
    if view.phase == "scheme":
        owner = next(monster.seat for monster in view.monsters if monster.label == view.last[-1])
        expected[owner] += _CARD
    return expected


def _waiting(view: View, board: tuple[int, ...], changes: tuple[int, ...]) -> Sequence[Forecast]:
    table = layout(view.board)
    sites = tuple(capturing.site_of(table, label) for label in view.waiting)
    return forecast_captures(view, board, changes, sites, {stone.label: stone.value for stone in view.temporary})


def _add_capture(variants: Variants, view: View, found: Forecast, expected: list[float]) -> None:
    """The points of a capture that waits, with the first picking the best value (MH-10)."""
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
    """A share of a Stone's worth for the lead over the best other owner there."""
    facing = capturing.facing_site(variants.layout, site)
    powers = [power or 0 for power in capturing.powers_around(facing, board, changes, variants.owners)]
    free = sum(board[cell] == -1 for cell, _ in facing)
    best, *others = sorted(powers, reverse=True)
    for seat in range(variants.seats):
        lead = powers[seat] - (others[0] if powers[seat] == best else best)
        expected[seat] += worth * lead / (abs(lead) + _STRONG_EDGE * (1 + free)) / 2


def _by_cards(view: View, seat: int) -> float:
    """The points of a seat's Objectives by the present board; an unknown card counts for as much as any."""
    points = 0.0
    for card in view.public_objectives:
        points += card.times[seat] * _worth(card.id)
    for own in view.seats[seat].objectives:
        points += _CARD if own.id is None or own.times is None else own.times * _worth(own.id)
    return points


def _worth(card: str) -> float:
    objective = OBJECTIVE[card]
    return objective.points * (_KEPT if objective.kind == "most" else 1.0)

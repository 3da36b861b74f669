"""Forecasts of the effect of using an ability, computed from a view alone, for private previews (MH-16 to MH-19)."""

from random import Random

import msgspec

from engine.monster_hex import capturing, effects
from engine.monster_hex.actions import Ability
from engine.monster_hex.content import layout
from engine.monster_hex.preview import Forecast, forecast_captures
from engine.monster_hex.state import PHASES
from engine.monster_hex.variants import variants_of
from engine.monster_hex.view import Monster, TemporaryStone, View
from engine.monster_hex.viewing import determinize, monster


class PowersAt(msgspec.Struct, frozen=True, gc=False):
    """The total powers at an uncaptured Stone before and after an ability is used, indexed by owner.

    None for an owner without a tile at the Stone.
    """

    stone: str
    before: tuple[int | None, ...]
    after: tuple[int | None, ...]


class AbilityForecast(msgspec.Struct, frozen=True, gc=False):
    """The effect of one answer to the question in `View.ability`.

    `monster` is the target Monster after the change, and `stone` the temporary Stone that Petrify makes. `powers` has
    an entry for each uncaptured Stone where powers change, printed Stones first. `reward` is the seat's total bonus for
    each later first place at a Large Stone. `captures` are the captures that follow at once, in order. It is empty for
    Strike and Scheme, because a placement or a card comes before the captures.
    """

    monster: Monster | None
    stone: TemporaryStone | None
    powers: tuple[PowersAt, ...]
    reward: int
    captures: tuple[Forecast, ...]


def ability_forecast(view: View, action: Ability) -> AbilityForecast:
    """Return the forecast for one legal answer to the question whether the seat uses its ability.

    Raises ValueError if no such question is open in the view, or if the view is of a base game.
    """
    if view.ability is None:
        raise ValueError("no ability awaits an answer")
    variants, table = variants_of(view), layout(view.board)
    before = determinize(variants, view, Random(0))
    after = effects.use(variants, before, action, [])
    if before.variant is None or after.variant is None:
        raise ValueError("the view is of a game without abilities")
    target = next(
        (
            cell
            for cell, piece in enumerate(after.board)
            if piece >= 0 and (piece, after.variant.changes[cell]) != (before.board[cell], before.variant.changes[cell])
        ),
        None,
    )
    made = set(after.variant.stones) - set(before.variant.stones)
    values = {table.board.name[cell]: value for cell, value in after.variant.stones}
    open_sites = [
        *(stone for stone, found in enumerate(view.captures) if found is None),
        *(capturing.temporary_site(table, cell) for cell, _ in after.variant.stones),
    ]
    powers: list[PowersAt] = []
    for site in open_sites:
        facing = capturing.find_facing_edges(table, site)
        old = capturing.powers_around(facing, before.board, before.variant.changes, variants.owners)
        new = capturing.powers_around(facing, after.board, after.variant.changes, variants.owners)
        if old != new:
            powers.append(PowersAt(capturing.label_of(table, site), old, new))
    waits = after.phase == PHASES.index("ability")
    return AbilityForecast(
        monster=None
        if target is None
        else monster(table.size, target, after.board[target], after.variant.changes[target]),
        stone=next((TemporaryStone(table.board.name[cell], value) for cell, value in made), None),
        powers=tuple(powers),
        reward=after.variant.rates[view.ability.seat],
        captures=forecast_captures(view, after.board, after.variant.changes, after.pending, values) if waits else (),
    )

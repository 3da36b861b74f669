"""What using an ability would change, told from a view alone: for private previews (MH-16 to MH-19)."""

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
    """A Stone not yet captured at which powers change: those of each owner before and after."""

    stone: str
    before: tuple[int | None, ...]
    after: tuple[int | None, ...]


class AbilityForecast(msgspec.Struct, frozen=True, gc=False):
    """What an answer to `View.ability` would change.

    `monster` is the target as it would lie; `stone` the temporary Stone made; `powers` are the Stones at which powers
    change, those of the board first; `reward` is what each first place would bring; `captures` are those that would
    follow at once, in their order, none after Strike and Scheme, which do something else first.
    """

    monster: Monster | None
    stone: TemporaryStone | None
    powers: tuple[PowersAt, ...]
    reward: int
    captures: tuple[Forecast, ...]


def ability_forecast(view: View, action: Ability) -> AbilityForecast:
    """What a legal answer to the open question would change. Raises ValueError when no ability is asked about."""
    if view.ability is None:
        raise ValueError("no ability is asked about")
    variants, table = variants_of(view), layout(view.board)
    before = determinize(variants, view, Random(0))
    after = effects.use(variants, before, action, [])
    if before.variant is None or after.variant is None:
        raise ValueError("this is a view of the base game")
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
        facing = capturing.facing_site(table, site)
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

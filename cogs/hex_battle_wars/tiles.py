"""Moving the tiles of an invisible piece: one page for each tile, then a page that confirms all (HBW-12).

The choices made so far are kept in the custom ids of the page's components.
"""

from dataclasses import replace

from cogs.hex_battle_wars import phrases
from cogs.hex_battle_wars.choosing import build_confirmation, preview
from cogs.hex_battle_wars.pins import build_pins_page, other_hex_button, pin_buttons, quick_picks_of
from cogs.ui.kit import emojis
from cogs.ui.kit.composing import offers_hints
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import Button, button
from engine.hex_battle_wars.picks import suggest_tiles
from engine.hex_battle_wars.preview import destination_labels
from engine.hex_battle_wars.view import View
from language.messages import N_, _
from tables.refusal import BoardMovedOn
from tables.texts import BOARD_MOVED_ON
from tables.viewer import TableView

REMOVED = "-"
BUTTON_STAY = N_("All stay")
BUTTON_START_OVER = N_("Start over")


def page(table: TableView, name: str, chosen: tuple[str, ...], *, confirm: bool) -> Page:
    """Build the page for the next tile, or, if all tiles have a hex, the page that confirms them.

    `chosen` holds the hexes of the first tiles. Raises BoardMovedOn if the page is stale.
    """
    if name == "spread" and not chosen:
        ends = suggest_tiles(table.view, table.view.viewer, with_hint=offers_hints(table))
        return _all(table, tuple(label or REMOVED for label in ends), confirm=confirm)
    if name not in ("move", "tile") or not is_possible(table.view, chosen):
        raise BoardMovedOn(_(BOARD_MOVED_ON))
    ends = _add_forced_choices(table.view, chosen)
    if len(ends) < len(_tiles(table.view)):
        return _next(table, ends)
    return _all(table, ends, confirm=confirm, is_forced=not chosen)


def is_possible(view: View, chosen: tuple[str, ...]) -> bool:
    """Return whether each tile can reach the hex chosen for it. `chosen` holds the hexes of the first tiles."""
    tiles = _tiles(view)
    return len(chosen) <= len(tiles) and all(label in _ends(view, tile) for tile, label in enumerate(chosen, 1))


def _tiles(view: View) -> tuple[str | None, ...]:
    return view.seats[view.viewer].tiles


def _ends(view: View, tile: int) -> tuple[str, ...]:
    """Return the hexes where a tile can end its move, or only `REMOVED` if the tile is gone."""
    return (REMOVED,) if _tiles(view)[tile - 1] is None else destination_labels(view, tile)


def _add_forced_choices(view: View, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Extend `chosen` with the hexes of the next tiles, as long as each of them has only one possible hex."""
    while len(chosen) < len(_tiles(view)) and len(ends := _ends(view, len(chosen) + 1)) == 1:
        chosen = (*chosen, ends[0])
    return chosen


def _next(table: TableView, chosen: tuple[str, ...]) -> Page:
    view: View = table.view
    turn, tile = view.turn, len(chosen) + 1
    assert turn is not None
    picks = quick_picks_of(table, tile)
    asked = _("**You rolled {roll}. Where does tile {tile} go?**", roll=turn.roll, tile=tile)
    lines = [f"{asked} {_describe_role(view, tile)}", *_format_progress(chosen)]
    ways: list[Button] = [
        *other_hex_button(table, picks, "tile", chosen),
        button(_("Suggest all"), page_id(table, "spread")),
        button(_(BUTTON_STAY), page_id(table, "do", "stay")),
    ]
    if chosen:
        ways.append(button(_(BUTTON_START_OVER), page_id(table, "move")))
    return build_pins_page(table, "\n".join(lines), picks, [*pin_buttons(table, picks, "tile", chosen), *ways], chosen)


def _describe_role(view: View, tile: int) -> str:
    if view.seats[view.viewer].real == tile:
        return emojis.prefix_emoji(phrases.REAL, _("This one is you."))
    return emojis.prefix_emoji(phrases.TILE, _("This one is a ghost."))


def _format_progress(chosen: tuple[str, ...]) -> list[str]:
    told = [_("tile {tile} to {hex}", tile=tile, hex=label) for tile, label in enumerate(chosen, 1) if label != REMOVED]
    return [_("So far: {tiles}.", tiles=", ".join(told))] if told else []


def _all(table: TableView, chosen: tuple[str, ...], *, confirm: bool, is_forced: bool = False) -> Page:
    """Build the page that confirms a hex for each tile; `is_forced` is whether no tile has another one."""
    view: View = table.view
    assert view.turn is not None
    action = " ".join(("tiles", *chosen))
    lines = [_("**You rolled {roll}. Move your tiles like this?**", roll=view.turn.roll)]
    for tile, (start, label) in enumerate(zip(_tiles(view), chosen, strict=True), 1):
        if start is not None:
            is_only = len(_ends(view, tile)) == 1
            way = (
                N_("Tile {tile}: {start} › {end}, the only hex possible.")
                if is_only
                else N_("Tile {tile}: {start} › {end}.")
            )
            told = _(way, tile=tile, start=start, end=label)
            lines.append(f"{told} {_describe_role(view, tile)}")
    others = [] if is_forced else [button(_(BUTTON_START_OVER), page_id(table, "move"))]
    others.append(button(_(BUTTON_STAY), page_id(table, "do", "stay")))
    page = build_confirmation(
        table, "\n".join(lines), action, others, preview(table, action), confirm=confirm or is_forced
    )
    return replace(page, has_hint=False)

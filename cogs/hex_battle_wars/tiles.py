"""Moving the tiles of an invisible piece: one page for each tile, then a page that confirms all (HBW-12).

The choices made so far are kept in the custom ids of the page's components.
"""

from cogs.hex_battle_wars import phrases
from cogs.hex_battle_wars.choosing import build_confirmation, column, format_best, hex_button, hex_rows, preview
from cogs.hex_battle_wars.phrases import list_reasons
from cogs.ui.kit import emojis
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import Button, button, rows_of_buttons
from engine.hex_battle_wars.preview import Suggestion, destination_labels, suggestions
from engine.hex_battle_wars.view import View
from render.text import pluralize
from tables.refusal import BoardMovedOn
from tables.texts import BOARD_MOVED_ON
from tables.viewer import TableView

REMOVED = "-"
BEST = 3


def page(table: TableView, name: str, chosen: tuple[str, ...], shown: str | None, *, confirm: bool) -> Page:
    """Build the page for the next tile, or, if all tiles have a hex, the page that confirms them.

    `chosen` holds the hexes of the first tiles, and `shown` the selected column. Raises BoardMovedOn if the page is
    stale.
    """
    if name not in ("move", "tile") or not is_possible(table.view, chosen):
        raise BoardMovedOn(BOARD_MOVED_ON)
    chosen = _add_forced_choices(table.view, chosen)
    if len(chosen) < len(_tiles(table.view)):
        return _next(table, chosen, shown)
    return _all(table, chosen, confirm=confirm)


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


def _next(table: TableView, chosen: tuple[str, ...], shown: str | None) -> Page:
    view: View = table.view
    tile = len(chosen) + 1
    labels, best = _ends(view, tile), _best(view, chosen)
    buttons = [hex_button(each.label, each.level, page_id(table, "tile", *chosen, each.label)) for each in best]
    first = column(best[0].label if best else labels[0])
    ways: list[Button] = [button("Leave all tiles", page_id(table, "do", "stay"))]
    if chosen:
        ways.append(button("Start over", page_id(table, "move")))
    turn = view.turn
    assert turn is not None
    lines = [
        f"**You rolled {turn.roll}. Where does tile {tile} go?** It is on {_tiles(view)[tile - 1]}. "
        f"{_describe_role(view, tile)}",
        f"It can reach {pluralize(len(labels), 'hex')}. Move each tile exactly {turn.roll}, or leave all of them.",
        *_format_progress(chosen),
        format_best([(each.label, list_reasons(each)) for each in best]),
    ]
    return Page(
        "\n".join(line for line in lines if line),
        (
            *rows_of_buttons(buttons),
            *hex_rows(table, labels, "tile", "tile", chosen, shown or first),
            *rows_of_buttons(ways),
        ),
        preview(table, " ".join(("tiles", *chosen))),
    )


def _best(view: View, chosen: tuple[str, ...]) -> list[Suggestion]:
    """Return the best hexes for the next tile, at most `BEST`.

    Hexes chosen for other tiles come last, because tiles on different hexes hide the piece better.
    """
    ranking = suggestions(view, len(chosen) + 1, BEST + len(chosen))
    return sorted(ranking, key=lambda each: each.label in chosen)[:BEST]


def _describe_role(view: View, tile: int) -> str:
    if view.seats[view.viewer].real == tile:
        return emojis.prefix_emoji(phrases.REAL, "This one is you.")
    return emojis.prefix_emoji(phrases.TILE, "This one is a ghost.")


def _format_progress(chosen: tuple[str, ...]) -> list[str]:
    told = [f"tile {tile} to {label}" for tile, label in enumerate(chosen, 1) if label != REMOVED]
    return [f"So far: {', '.join(told)}."] if told else []


def _all(table: TableView, chosen: tuple[str, ...], *, confirm: bool) -> Page:
    view: View = table.view
    action = " ".join(("tiles", *chosen))
    lines = ["**Move your tiles like this?**"]
    for tile, (start, label) in enumerate(zip(_tiles(view), chosen, strict=True), 1):
        if start is not None:
            lines.append(f"Tile {tile}: {start} › {label}. {_describe_role(view, tile)}")
    others = [
        button("Start over", page_id(table, "move")),
        button("Leave all tiles", page_id(table, "do", "stay")),
    ]
    return build_confirmation(table, "\n".join(lines), action, others, preview(table, action), confirm=confirm)

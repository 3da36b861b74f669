"""Enlarged parts of the public board: around a hex, around the latest action, or a quarter."""

from collections.abc import Sequence
from typing import Final

from engine.hex_battle_wars.board import field
from engine.hex_battle_wars.view import View
from language.messages import N_, _
from render import header
from render.hex_battle_wars import alt_text, board, naming, rows
from render.hex_battle_wars.places import fit
from render.hex_battle_wars.scene import spots
from render.hex_battle_wars.themes import BattleTheme
from render.picture import WIDTH, Sheet

QUARTERS: Final = {"NW": (-1, -1), "NE": (1, -1), "SW": (-1, 1), "SE": (1, 1)}
"""By quarter of the board: the signs of its directions to the right and down."""
TITLES: Final = {
    "NW": N_("North-west quarter"),
    "NE": N_("North-east quarter"),
    "SW": N_("South-west quarter"),
    "SE": N_("South-east quarter"),
}
TOP: Final = header.HEIGHT + 8


def draw(view: View, labels: Sequence[str], around: str, theme: BattleTheme) -> tuple[Sheet, str]:
    """Draw the part of the public board that `around` names, enlarged; return it with its alt text.

    Raises ValueError for an unknown name; its text lists the valid ones.
    """
    names = naming.display_names(view, labels)
    title, focus = _zoom_focus(view, around.strip())
    window = fit(view.radius, focus, WIDTH, (900, 1360), (34, 104), 0.6)
    sheet = Sheet(theme, TOP + window.height + rows.height(view) + 14)
    part = board.draw_part(theme, view, names, window.grid, window.height)
    board.paste_part(sheet, part, TOP)
    header.draw_title(sheet, title, naming.format_round(view), naming.title(view, names, 500))
    rows.draw(sheet, theme, view, names, TOP + window.height + 14)
    return sheet, alt_text.describe_board(view, labels, f"{title}.")


def _zoom_focus(view: View, around: str) -> tuple[str, list[str]]:
    """Return the title for a name such as "NE", "last" or "k7", and the hexes that must be in the picture.

    Raises ValueError for an unknown name.
    """
    grid = field(view.radius)
    if around.upper() in QUARTERS:
        across, down = QUARTERS[around.upper()]
        found = [(name, place.q, 2 * place.r + place.q) for name, place in zip(grid.name, grid.hexes, strict=True)]
        focus = [name for name, right, low in found if right * across >= 0 and low * down >= 0]
        return _(TITLES[around.upper()]), focus
    if around.lower() == "last":
        found = board.focus(view)
        if not found:
            turn = view.turn
            own = [spot.label for spot in spots(view) if turn is not None and spot.seat == turn.seat]
            title = _("Around the player to move") if own else _("Middle of the board")
            return title, board.list_labels_near(view, own or [grid.name[len(grid) // 2]], 4)
        return _("The last move"), board.list_labels_near(view, found, 2)
    if around.lower() in grid.index:
        return _("Around {hex}", hex=around.lower()), board.list_labels_near(view, [around.lower()], 5)
    raise ValueError(
        f"no hex {around[:80]!r} on this board; zoom to a hex from {grid.name[0]} to {grid.name[-1]}, "
        f"“last” or a quarter: {', '.join(QUARTERS)}"
    )

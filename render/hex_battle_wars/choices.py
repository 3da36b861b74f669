"""Pictures for a choice of one player: where to walk, with quick picks, and whom to attack, with the odds."""

from collections.abc import Sequence

from engine.hex_battle_wars.picks import QuickPick
from engine.hex_battle_wars.view import View
from render.hex_battle_wars import PAINTER, closeup, naming, pages
from render.hex_battle_wars.themes import BattleTheme
from render.picture import Picture, Sheet, draw_and_encode


def where_to(
    view: View, labels: Sequence[str], picks: Sequence[QuickPick], theme: str = "dark", action: str = "move"
) -> Picture:
    """Draw the hexes where the viewer's piece can end, with a numbered pin for each pick and a table of the picks.

    `action` is the beginning of an action in notation: "move", or for tiles "tiles", "tiles k7" and so on. Raises
    ValueError if no destination is to be chosen.
    """
    return draw_and_encode(draw_where_to, view, labels, picks, PAINTER.theme(theme), action)


def draw_where_to(
    view: View, labels: Sequence[str], picks: Sequence[QuickPick], theme: BattleTheme, action: str = "move"
) -> tuple[Sheet, str]:
    """Draw the picture of `where_to` on a sheet; return it with its alt text."""
    names = naming.display_names(view, labels)
    page = pages.add_picks(view, names, pages.find_page(view, names, action), picks)
    return closeup.draw_page(view, names, page, theme), closeup.describe(view, names, page)


def whom(view: View, labels: Sequence[str], hint: str | None = None, theme: str = "dark") -> Picture:
    """Draw all targets of the acting piece with the chances to hit them.

    `hint` is the attack that is marked as the hint, in notation. Raises ValueError if no visible piece acts.
    """
    return draw_and_encode(draw_whom, view, labels, hint, PAINTER.theme(theme))


def draw_whom(view: View, labels: Sequence[str], hint: str | None, theme: BattleTheme) -> tuple[Sheet, str]:
    """Draw the picture of `whom` on a sheet; return it with its alt text."""
    names = naming.display_names(view, labels)
    page = pages.find_page(view, names, "attack")._replace(hint=hint)
    return closeup.draw_page(view, names, page, theme), closeup.describe(view, names, page)

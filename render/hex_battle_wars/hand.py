"""The contents of the close-up of a viewer's own situation: the decision to make, or the own pieces."""

from collections.abc import Sequence

from engine.hex_battle_wars.board import field
from engine.hex_battle_wars.view import View
from language.messages import _
from render.hex_battle_wars import alt_text, naming, pages
from render.hex_battle_wars.pages import Page
from render.hex_battle_wars.scene import spots


def hand_page(view: View, names: Sequence[str]) -> Page:
    """Return the close-up of the viewer's own situation: its decision, or its pieces if it has none to make.

    Raises ValueError for a spectator.
    """
    seat = view.viewer
    if not 0 <= seat < len(view.seats):
        raise ValueError("spectators have no pieces")
    asked = _decision_page(view, names) if seat in view.actors else None
    if asked is not None:
        return asked
    seated = view.seats[seat]
    own = [spot.label for spot in spots(view) if spot.seat == seat]
    sub = _("Tile {tile} is you", tile=seated.real) if seated.real and naming.is_hidden(view, seat) else ""
    pieces = "; ".join(alt_text.piece_words(view, names, seat, number) for number in range(1, len(seated.pieces) + 1))
    grid = field(view.radius)
    near = [name for name in grid.name if any(grid.distance(grid.index[name], grid.index[each]) <= 4 for each in own)]
    if not own:
        near = list(grid.name)
    return Page(
        _("You, {name}", name=names[seat]),
        sub or (_("Out") if seated.out_round is not None else _("Your pieces")),
        focus=near,
        acting=(seat, 1) if seat in view.actors else None,
        alt=f"{sub}. {pieces}.".lstrip(". "),
    )


def _decision_page(view: View, names: Sequence[str]) -> Page | None:
    """Return the close-up for the decision that the viewer has to make.

    Returns None for an invisible piece that must first either roll to stay hidden or appear.
    """
    turn = view.turn
    if view.phase == "deploy":
        return pages.find_page(view, names, "deploy")
    if view.phase == "blocks":
        return pages.find_page(view, names, "block")
    if turn is not None and turn.stage == "rolled":
        return _add_real_tile(view, pages.find_page(view, names, "tiles" if pages.is_tiles(view) else "move"))
    if pages.own_label(view) is not None:
        page = pages.find_page(view, names, "attack")
        return _add_real_tile(view, page._replace(title=_("Your turn, {name}", name=names[view.viewer])))
    return None


def _add_real_tile(view: View, page: Page) -> Page:
    """Return the page with the viewer's real tile named in its alt text, also while another piece acts."""
    secret = pages.real_tile_text(view)
    return page if secret in page.alt else page._replace(alt=f"{secret} {page.alt}")

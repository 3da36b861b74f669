"""Pictures, alt text and plain text of Monster Hex."""

from collections.abc import Sequence
from itertools import pairwise

from engine.monster_hex.view import View
from language.messages import _, ngettext
from render import Painter, text
from render.monster_hex import (
    ability_pictures,
    alt_text,
    banner,
    board,
    ending,
    glyphs,
    hand,
    legend,
    naming,
    objective_list,
    preview,
    rotations,
    status,
    targets,
    text_board,
    zoom,
)
from render.monster_hex.contests import seat_order
from render.monster_hex.themes import THEMES, MonsterTheme
from render.picture import ALT_LIMIT, Picture, Sheet, draw_and_encode


class MonsterHexPainter(Painter):
    """The painter of Monster Hex, which also draws all Objective cards."""

    def objectives(self, size: int, theme: str = "dark") -> Picture:
        """Draw all Objective cards of the board for `size` players: 2, 3 or 4."""
        return draw_and_encode(objective_list.draw, size, self.theme(theme))


def _draw_preview(view: View, labels: Sequence[str], action: str, theme: MonsterTheme) -> tuple[Sheet, str]:
    """Draw the preview of an action, or of the beginning of one, for the viewer only.

    `place TILE HEX ROTATION` shows the board after that placement, `place TILE HEX` all rotations of the tile on that
    hex, and `place TILE` the hexes where it fits. While the viewer may use an ability, an action such as `curse HEX`
    shows the board after it. Raises ValueError for anything else.
    """
    match action.split():
        case [preview.VERB, tile]:
            return targets.draw(view, labels, tile, theme)
        case [preview.VERB, _tile, _hex]:
            return rotations.draw(view, labels, action, theme)
        case [preview.VERB, *_]:
            return preview.draw(view, labels, action, theme)
        case _:
            return ability_pictures.draw(view, labels, action, theme)


def _describe_replay(views: Sequence[View], labels: Sequence[str]) -> str:
    last = views[-1]
    names = naming.display_names(last, labels)
    placed = [
        f"{naming.owner_faction(after, monster.seat)} {naming.tile_name(monster.tile)} {monster.label}"
        for before, after in pairwise(views)
        for monster in after.monsters
        if monster not in before.monsters
    ]
    title, state, _latest = status.headline(last, names)
    scores = text.join_people(f"{names[seat]} {last.seats[seat].score.points}" for seat in seat_order(last))
    count = len(views)
    sentences = (
        ngettext("Replay of Monster Hex, {number} picture.", "Replay of Monster Hex, {number} pictures.", count),
        _("Last picture: {title} ({state}); {scores}.", title=title, state=state, scores=scores),
        _("Placed, in order: {tiles}.", tiles=", ".join(placed)) if placed else _("Nothing was placed."),
    )
    return text.truncate_saying(" ".join(sentences), ALT_LIMIT, _(text.STEPS))


def _seat_marks(view: View, names: Sequence[str]) -> list[str]:
    """Return the emoji name of each seat's faction, by seat number; empty for a seat that has no faction yet."""
    return [f"faction_{seat.faction}" if seat.faction else "" for seat in view.seats]


PAINTER = MonsterHexPainter(
    game="monster_hex",
    scene=banner.scene,
    themes=THEMES,
    draw_board=board.draw,
    describe_board=alt_text.describe_board,
    draw_hand=hand.draw,
    draw_preview=_draw_preview,
    draw_zoom=zoom.draw,
    draw_legend=legend.draw,
    draw_result=ending.draw,
    describe_replay=_describe_replay,
    frame_height=lambda view, labels: board.public_layout(view).height,
    text=text_board.plain_text,
    hand_text=hand.plain_text,
    emojis=glyphs.EMOJIS,
    seat_marks=_seat_marks,
)

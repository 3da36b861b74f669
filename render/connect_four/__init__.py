"""Pictures, alt text and plain text of Connect Four – HorrorClix Edition."""

from collections.abc import Sequence
from typing import Final

from engine.connect_four.view import View
from language.messages import _, ngettext
from render import Painter
from render.connect_four import (
    alt_text,
    banner,
    board,
    classes,
    dial,
    ending,
    glyphs,
    legend,
    naming,
    preview,
    zoom,
)
from render.connect_four.themes import THEMES, GridTheme
from render.picture import ALT_LIMIT, Picture, Sheet, draw_and_encode
from render.text import truncate_to_text_board

FRAMES: Final = 24
"""The maximum number of frames in a replay. Of a longer game, evenly spaced views are shown, so that the GIF stays
below 1.5 MB."""


class ConnectFourPainter(Painter):
    """The painter of Connect Four, which also draws the cards of single monsters."""

    def monster(
        self,
        monster: str,
        click: int | None = None,
        victims: int = 0,
        tokens: int = 0,
        seat: int = 0,
        letter: str = "",
        theme: str = "dark",
    ) -> Picture:
        """Draw the card of one monster, with its dial and its powers, on a click of the dial.

        `click` is by default the click on which the monster starts. `victims` and `tokens` are the numbers of its
        victims and action tokens; `seat` and `letter` are those of its owner. Raises ValueError for an unknown monster
        or click.
        """
        return draw_and_encode(dial.draw, self.theme(theme), monster, click, victims, tokens, seat, letter)


def _draw_board(view: View, labels: Sequence[str], theme: GridTheme, marks: Sequence[str] = ()) -> Sheet:
    return board.draw(view, labels, theme, marks) if view.turn else classes.draw_public(view, labels, theme)


def choose_frames(views: Sequence[View]) -> Sequence[View]:
    """Choose at most `FRAMES` views for a replay, evenly spaced from the first turn to the end.

    A game that ended before its first turn has one frame, its last view.
    """
    played = [view for view in views if view.turn] or views[-1:]
    if len(played) <= FRAMES:
        return played
    return [played[number * (len(played) - 1) // (FRAMES - 1)] for number in range(FRAMES)]


def _frame_height(view: View, labels: Sequence[str]) -> int:
    names = naming.display_names(labels)
    return board.public_board_height(view, names) if view.turn else classes.public_height(view, names)


def _describe_replay(views: Sequence[View], labels: Sequence[str]) -> str:
    last = alt_text.describe_board(views[-1], labels)
    told = ngettext(
        "Replay of {game}, {number} picture. Last picture: {described}",
        "Replay of {game}, {number} pictures. Last picture: {described}",
        len(views),
        game=_(naming.TITLE),
        described=last,
    )
    return truncate_to_text_board(told, ALT_LIMIT)


PAINTER = ConnectFourPainter(
    game="connect_four",
    scene=banner.scene,
    themes=THEMES,
    draw_board=_draw_board,
    describe_board=alt_text.describe_board,
    draw_hand=classes.draw_hand,
    draw_preview=preview.draw,
    draw_zoom=zoom.draw,
    draw_legend=legend.draw,
    draw_result=ending.draw,
    choose_frames=choose_frames,
    frame_height=_frame_height,
    round_number=lambda view: (view.turn + 1) // 2,
    board_rows=board.board_rows,
    describe_replay=_describe_replay,
    text=alt_text.plain_text,
    hand_text=classes.plain_text,
    emojis=glyphs.EMOJIS,
    seat_marks=naming.seat_marks,
)

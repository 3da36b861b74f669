"""A game of Connect Four as an animation of its public boards."""

from collections.abc import Sequence

from engine.connect_four.view import View
from render import text
from render.animation import Animation, encode_gif
from render.connect_four import alt_text, board, classes, naming
from render.connect_four.themes import GridTheme
from render.picture import ALT_LIMIT
from render.text import pluralize

FRAMES = 24
"""The most frames of a replay, which keep it below 1.5 MB; of a longer game they are chosen at even distances."""


def draw(views: Sequence[View], labels: Sequence[str], theme: GridTheme) -> Animation:
    """An animation of the views from the first turn on, before that of the set-up as it stands.

    Raises ValueError without views.
    """
    if not views:
        raise ValueError("nothing to replay")
    played = _spread([view for view in views if view.turn])
    if not played:
        sheet = classes.draw_public(views[-1], labels, theme)
        return encode_gif((sheet,), 1, sheet.plane.height, _alt(views[-1:], labels))
    names = naming.display_names(labels)
    height = max(board.height_of(view, names) for view in played)
    sheets = (board.draw(view, labels, theme) for view in played)
    return encode_gif(sheets, len(played), height, _alt(played, labels))


def _spread(views: Sequence[View]) -> Sequence[View]:
    """At most `FRAMES` of the views, the first and the last among them."""
    if len(views) <= FRAMES:
        return views
    return [views[number * (len(views) - 1) // (FRAMES - 1)] for number in range(FRAMES)]


def _alt(views: Sequence[View], labels: Sequence[str]) -> str:
    last = alt_text.describe_board(views[-1], labels)
    return text.truncate_to_text_board(f"Replay, {pluralize(len(views), 'picture')}. The last: {last}", ALT_LIMIT)

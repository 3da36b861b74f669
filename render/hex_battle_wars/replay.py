"""A game of Hex Battle Wars as an animation of its public boards."""

from collections.abc import Sequence

from engine.hex_battle_wars.view import View
from render import text
from render.animation import Animation, encode_gif
from render.hex_battle_wars import alt_text, board, naming
from render.hex_battle_wars.themes import BattleTheme
from render.picture import ALT_LIMIT
from render.text import pluralize


def draw(views: Sequence[View], labels: Sequence[str], theme: BattleTheme) -> Animation:
    """An animation with one frame per view. Raises ValueError without views."""
    if not views:
        raise ValueError("nothing to replay")
    names = naming.display_names(views[-1], labels)
    height = max(board.layout_of(view).height for view in views)
    sheets = (board.draw(view, names, theme) for view in views)
    lead = f"Replay of {naming.TITLE}, {pluralize(len(views), 'picture')}. The last:"
    alt = text.truncate(alt_text.describe_board(views[-1], labels, lead), ALT_LIMIT)
    return encode_gif(sheets, len(views), height, alt)

"""A match of Hive Mind as an animation of its public boards."""

from collections.abc import Sequence
from itertools import groupby

from engine.hive_mind.view import View
from render import text
from render.animation import Animation, encode_gif
from render.hive_mind import alt_text, board, end_card, results
from render.hive_mind.themes import HiveTheme
from render.picture import ALT_LIMIT, Sheet
from render.text import pluralize


def draw(views: Sequence[View], labels: Sequence[str], theme: HiveTheme) -> Animation:
    """An animation with one frame per announcement, not per change of readiness. Raises ValueError without views."""
    if not views:
        raise ValueError("nothing to replay")
    frames = [next(same) for _, same in groupby(views, _announced)]
    # The last frame is the final view.
    frames[-1] = views[-1]
    sheets = [frame(view, labels, theme) for view in frames]
    height = max(sheet.plane.height for sheet in sheets)
    return encode_gif(sheets, len(frames), height, _alt(frames, labels))


def frame(view: View, labels: Sequence[str], theme: HiveTheme, marks: Sequence[str] = ()) -> Sheet:
    """The board, or the end card once the points are told."""
    return board.draw(view, labels, theme, marks) if view.scores is None else end_card.draw(view, labels, theme)


def _announced(view: View) -> object:
    return [hive.rounds for hive in view.hives], view.phase, view.gift, view.candidate


def _alt(views: Sequence[View], labels: Sequence[str]) -> str:
    last = views[-1]
    names = alt_text.display_names(last, labels)
    described = f"Replay of {alt_text.TITLE}, {pluralize(len(views), 'picture')}. The last: "
    if last.scores is not None:
        return text.truncate_to_text_board(described + " ".join(results.sentences(last, names)), ALT_LIMIT)
    return text.truncate_to_text_board(described + alt_text.describe_board(last, labels), ALT_LIMIT)

"""A match of Hive Mind as an animation: a board for each time something was announced. The same for everybody."""

from collections.abc import Sequence
from itertools import groupby

from engine.hive_mind.view import View
from render import text
from render.animation import Animation, animated
from render.hive_mind import board, results, words
from render.picture import ALT_LIMIT
from render.theme import Theme


def drawn(views: Sequence[View], labels: Sequence[str], theme: Theme) -> Animation:
    """The boards of the views in their order, a frame for each that tells something new.

    Who is ready changes too often to be watched. Raises ValueError without views.
    """
    if not views:
        raise ValueError("nothing to replay")
    shown = [next(same) for _, same in groupby(views, _told)]
    # The last is the one that everything is known of.
    shown[-1] = views[-1]
    height = max(board.arranged(view).height for view in shown)
    sheets = (board.drawn(view, labels, theme) for view in shown)
    return animated(sheets, len(shown), height, _alt(shown, labels))


def _told(view: View) -> object:
    return [hive.rounds for hive in view.hives], view.phase, view.gift, view.candidate


def _alt(views: Sequence[View], labels: Sequence[str]) -> str:
    last = views[-1]
    shown = words.names(last, labels)
    described = f"Replay of {words.TITLE}, {words.counted(len(views), 'picture')}. The last: "
    if last.scores is not None:
        return text.cut(described + " ".join(results.sentences(last, shown)), ALT_LIMIT)
    return text.cut(described + words.alt(last, labels), ALT_LIMIT)

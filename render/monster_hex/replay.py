"""A game of Monster Hex as an animation: its boards one after the other. The same for everybody."""

from collections.abc import Sequence
from itertools import pairwise

from engine.monster_hex.view import View
from render import text
from render.animation import Animation, animated
from render.monster_hex import board, words
from render.picture import ALT_LIMIT
from render.theme import Theme


def drawn(views: Sequence[View], labels: Sequence[str], theme: Theme) -> Animation:
    """The boards of the views in their order, a frame for each. Raises ValueError without views."""
    if not views:
        raise ValueError("nothing to replay")
    height = max(board.arranged(view).height for view in views)
    sheets = (board.drawn(view, labels, theme) for view in views)
    return animated(sheets, len(views), height, _alt(views, labels))


def _alt(views: Sequence[View], labels: Sequence[str]) -> str:
    last = views[-1]
    shown = words.names(last, labels)
    placed = [
        f"{words.faction_name(after.seats[monster.seat], monster.seat)} {monster.tile} {monster.label}"
        for before, after in pairwise(views)
        for monster in after.monsters
        if monster not in before.monsters
    ]
    title, state, _ = words.headline(last, shown)
    scores = [f"{name} {seat.score.points}" for name, seat in zip(shown, last.seats, strict=True)]
    described = f"Replay of Monster Hex, {words.counted(len(views), 'picture')}. "
    described += f"The last: {title}, {state[0].lower()}{state[1:]}; {', '.join(scores)}. "
    return text.cut(described + f"Placed, in order: {', '.join(placed) or 'nothing'}.", ALT_LIMIT)

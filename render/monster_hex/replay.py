"""A game of Monster Hex as an animation of its public boards."""

from collections.abc import Sequence
from itertools import pairwise

from engine.monster_hex.view import View
from render import text
from render.animation import Animation, encode_gif
from render.monster_hex import board, naming, status
from render.monster_hex.contests import seat_order
from render.picture import ALT_LIMIT
from render.text import pluralize
from render.theme import Theme


def draw(views: Sequence[View], labels: Sequence[str], theme: Theme) -> Animation:
    """An animation with one frame per view. Raises ValueError without views."""
    if not views:
        raise ValueError("nothing to replay")
    height = max(board.public_layout(view).height for view in views)
    sheets = (board.draw(view, labels, theme) for view in views)
    return encode_gif(sheets, len(views), height, _alt(views, labels))


def _alt(views: Sequence[View], labels: Sequence[str]) -> str:
    last = views[-1]
    names = naming.display_names(last, labels)
    placed = [
        f"{naming.owner_faction(after, monster.seat)} {naming.tile_name(monster.tile)} {monster.label}"
        for before, after in pairwise(views)
        for monster in after.monsters
        if monster not in before.monsters
    ]
    title, state, _ = status.headline(last, names)
    scores = [f"{names[seat]} {last.seats[seat].score.points}" for seat in seat_order(last)]
    described = f"Replay of Monster Hex, {pluralize(len(views), 'picture')}. "
    described += f"The last: {title}, {state[0].lower()}{state[1:]}; {', '.join(scores)}. "
    described += f"Placed, in order: {', '.join(placed) or 'nothing'}."
    return text.truncate_saying(described, ALT_LIMIT, text.STEPS)

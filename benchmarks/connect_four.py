"""Pictures of Connect Four: drawing and encoding against encoding the same pixels alone, warm, in CPU time, medians."""

from collections.abc import AsyncIterator, Callable

from benchmarks.pictures import encode, opened
from benchmarks.rows import Row, in_turns, ms
from engine.connect_four.options import SIZES
from engine.connect_four.players import Easy
from render.connect_four import PAINTER as PAINT
from render.gallery import Moment, play
from render.picture import Picture

LABELS = ("Ann", "Bénédicte")
ROUNDS = 40
ENCODING = 1.5
"""What is aimed at: at most so many times what zlib's level 1 takes for the same pixels."""


async def rows() -> AsyncIterator[Row]:
    """The board of every size late in a game, and the other kinds of pictures in the standard one."""
    for size in SIZES:
        moment = late_moment(size)
        yield against_encoding(f"board, {size}", lambda moment=moment: PAINT.board(moment.public, LABELS))
    moments = play("connect_four", 2, 7, player=Easy)
    moment = late_moment("standard")
    drop = next(action for action in moment.actions if action.startswith("drop"))
    public = [each.public for each in moments]
    kinds: dict[str, Callable[[], Picture]] = {
        "classes": lambda: PAINT.hand(moments[0].own, LABELS),
        "reserve": lambda: PAINT.hand(moment.own, LABELS),
        "columns": lambda: PAINT.preview(moment.own, LABELS, " ".join(drop.split()[:2])),
        "landing": lambda: PAINT.preview(moment.own, LABELS, drop),
        "zoom": lambda: PAINT.zoom(moment.public, LABELS, "last"),
        "dial": lambda: PAINT.monster("wer-u"),
    }
    for kind, draw in kinds.items():
        yield against_encoding(kind, draw)
    # Drawn once in a game, from all its positions.
    yield against_encoding("result", lambda: PAINT.result(public, LABELS), None)


def late_moment(size: str) -> Moment:
    """A game of simple players shortly before its end, when somebody may place."""
    moments = play("connect_four", 2, 7, options={"size": size}, player=Easy)
    return next(each for each in moments[-4::-1] if any(action.startswith("drop") for action in each.actions))


def against_encoding(title: str, draw: Callable[[], Picture], at_most: float | None = ENCODING) -> Row:
    """One picture drawn and encoded against its pixels encoded alone."""
    plane = opened(draw().png)
    taken = in_turns({"both": draw, "encode": lambda: encode(plane)}, ROUNDS)
    both, alone = taken["both"], taken["encode"]
    told = f"{ms(alone)} encoding alone"
    return Row(f"connect_four, {title}: draw + encode", ms(both), told, both / alone, "×", at_most=at_most)

"""Pictures: time to draw a board relative to encoding its pixels, its size, and the size of private pages."""

from collections.abc import AsyncIterator, Iterator
from io import BytesIO
from typing import Any, NamedTuple

from PIL import Image

from benchmarks.rows import Row, compare_with_reference, time_interleaved
from engine.players.greedy import Greedy, Uniform
from render import Painter, painter
from tools.pictures.gallery import NAMES, Moment, play, preview_or_none, showpiece

ROUNDS = 40
ENCODING, BOARD_KB, PAGE_KB = 0.8, 250.0, 60.0
"""Maxima: the time to draw and encode a board relative to encoding alone with zlib's level 1, and sizes in kB.

The sizes are those of a board and of a private page.
"""


class Exhibit(NamedTuple):
    """A game whose pictures are measured, played by random players or greedy ones."""

    title: str
    game: str
    seats: int
    options: dict[str, Any]
    greedy: bool = False


EXHIBITS = (
    Exhibit("Monster Hex, 2 seats", "monster_hex", 2, {}),
    Exhibit("Monster Hex, 4 seats", "monster_hex", 4, {}),
    Exhibit("Hive Mind, 5 seats", "hive_mind", 5, {}),
    Exhibit("Connect Four", "connect_four", 2, {}, greedy=True),
    Exhibit("Hex Battle Wars, 2 seats", "hex_battle_wars", 2, {}),
    Exhibit("Hex Battle Wars, 817 hexes", "hex_battle_wars", 6, {"preset": "standard", "obstacles": "program"}),
)


async def rows() -> AsyncIterator[Row]:
    """Yield three rows for each exhibit: time to draw a board, size of the board, size of the largest private page."""
    for exhibit in EXHIBITS:
        player = Greedy if exhibit.greedy else Uniform
        moments = play(exhibit.game, exhibit.seats, exhibit.seats, options=exhibit.options, player=player)
        paint, labels, late = painter(exhibit.game), NAMES[: exhibit.seats], moments[-4].public
        png = paint.board(late, labels).png
        plane = Image.open(BytesIO(png))
        plane.load()

        def encode(plane: Image.Image = plane) -> None:
            plane.save(BytesIO(), "PNG", compress_level=1)

        recipes = {"both": lambda paint=paint, late=late, labels=labels: paint.board(late, labels), "encode": encode}
        taken = time_interleaved(recipes, ROUNDS)
        name = f"draw and encode a board, {exhibit.title}"
        yield compare_with_reference(name, taken["both"], taken["encode"], "zlib's level 1", at_most=ENCODING)
        yield Row(f"size of a board, {exhibit.title}", [len(png) / 1000], "kB", at_most=BOARD_KB)
        kind, size = max(private_pages(paint, moments, labels), key=lambda page: page[1])
        yield Row(f"largest private page, {exhibit.title}", [size / 1000], "kB", kind, at_most=PAGE_KB)


def private_pages(paint: Painter, moments: list[Moment], labels: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """Yield the name and the size in bytes of each private picture of one seat, at a position midway through a game."""
    moment, action = showpiece(paint, moments, labels)
    yield "hand", len(paint.hand(moment.own, labels).png)
    words = action.split()
    for count in range(1, len(words) + 1):
        asked = " ".join(words[:count])
        if picture := preview_or_none(paint, moment, labels, asked, "dark"):
            yield asked, len(picture.png)

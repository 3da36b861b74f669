"""The finished picture, and the sheet that it is drawn on."""

from collections.abc import Callable, Sequence
from io import BytesIO
from threading import Lock
from typing import NamedTuple, ParamSpec

from PIL import Image, ImageChops, ImageDraw, ImageFile

from render import text
from render.palette import palette_of
from render.sprites import Sprite
from render.text import Style, Written
from render.theme import Colour, Theme

Arguments = ParamSpec("Arguments")

WIDTH = 1200
"""The width of every picture: three pixels for each point of a phone's screen."""
MARGIN = 26
"""What stays free at a picture's edges, in pixels."""
ALT_LIMIT = 1024
"""The most characters of a picture's description that Discord takes."""

# Encoded in one piece: after each smaller one an encoding thread would wait for another's drawing (performance.md).
ImageFile.MAXBLOCK = 1 << 20


class Picture(NamedTuple):
    """A PNG with its size in pixels and its alt text of at most `ALT_LIMIT` characters."""

    png: bytes
    width: int
    height: int
    alt: str


class Sheet:
    """A picture being drawn: a plane of indices, and all the texts written on it."""

    def __init__(self, theme: Theme, height: int) -> None:
        self.theme = theme
        self.palette = palette_of(theme)
        self.plane = Image.new("L", (WIDTH, height), self.palette.index_of(theme.background))
        # Sprites' texts, and where their centres are: moved there only when somebody asks.
        self._texts: list[tuple[Sequence[Written], int, int]] = []

    @property
    def written(self) -> list[Written]:
        """The texts as they stand in the picture."""
        return [written.moved(x, y) for texts, x, y in self._texts for written in texts]

    @written.setter
    def written(self, texts: Sequence[Written]) -> None:
        self._texts = [(texts, 0, 0)]

    def paste(self, sprite: Sprite, x: int, y: int) -> None:
        """Puts a sprite's centre at (x, y)."""
        left, top = x - sprite.centre_x, y - sprite.centre_y
        self.plane.paste(sprite.plane, (left, top), sprite.mask)
        self._texts.append((sprite.written, x, y))

    def lay(self, sprite: Sprite, x: int, y: int) -> None:
        """Puts a sprite's centre at (x, y), with the ground around it: several times faster than `paste`."""
        self.paste(sprite._replace(mask=None), x, y)

    def join(self, other: "Sheet") -> None:
        """Adds what lies on another sheet where this one shows nothing but its background."""
        # The background's index is 0 (palette.py): of two pixels one is 0, and their sum is the other.
        self.plane = ImageChops.add_modulo(self.plane, other.plane)
        self._texts += other._texts

    def cover(self, sprite: Sprite, x: int, y: int) -> None:
        """Puts a sprite's centre at (x, y), over texts that will not be seen any more."""
        left, top = x - sprite.centre_x, y - sprite.centre_y

        def covered(written: Written) -> bool:
            at = (written.left + written.right) // 2 - left, (written.top + written.bottom) // 2 - top
            inside = 0 <= at[0] < sprite.plane.width and 0 <= at[1] < sprite.plane.height
            return inside and (sprite.mask is None or bool(sprite.mask.getpixel(at)))

        self.written = [written for written in self.written if not covered(written)]
        self.paste(sprite, x, y)

    def write(self, words: str, style: Style, x: int, y: int, over: Colour, under: Colour, anchor: str = "l") -> int:
        """Writes with the baseline at `y`, from, around or up to `x` (anchor l, m, r); gives the width in pixels."""
        width = text.width(words, style)
        start = x - {"l": 0, "m": width // 2, "r": width}[anchor]
        line = text.line(words, style, self.theme, over, under)
        left, top = start + line.left, y + line.top
        self.plane.paste(line.plane, (left, top))
        written = Written(words, style, left, top, left + line.plane.width, top + line.plane.height)
        self._texts.append(((written,), 0, 0))
        return width

    def rule(self, left: int, y: int, right: int, thickness: int, colour: Colour) -> None:
        """A level line."""
        ImageDraw.Draw(self.plane).rectangle((left, y, right, y + thickness - 1), self.palette.index_of(colour))

    def encode(self, alt: str) -> Picture:
        """The picture; the sheet is used up. PNG level 1: a third larger than level 6 at a tenth of its time."""
        self.plane.putpalette(self.palette.image.getpalette() or [])
        stream = BytesIO()
        self.plane.save(stream, "PNG", compress_level=1)
        return Picture(stream.getvalue(), *self.plane.size, alt)


_one_at_a_time = Lock()


def finished(draw: Callable[Arguments, tuple[Sheet, str]], *args: Arguments.args, **kw: Arguments.kwargs) -> Picture:
    """What `draw` draws, with its alt text, as a picture."""
    # Two threads that draw hand the interpreter back and forth and gain nothing; one that encodes leaves it to others.
    with _one_at_a_time:
        sheet, alt = draw(*args, **kw)
    return sheet.encode(alt)

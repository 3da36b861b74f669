"""Encoded pictures, the sheets that they are drawn on, and functions that crop or pad a picture.

A plane is an image of palette indices, one byte per pixel.
"""

from collections.abc import Callable, Sequence
from io import BytesIO
from struct import pack
from threading import Lock
from typing import Generic, NamedTuple, ParamSpec

from isal import isal_zlib
from PIL import Image, ImageDraw

from render import text
from render.palette import get_palette
from render.sprites import Sprite
from render.text import Style, Written
from render.theme import Colour, ThemeT_co

Arguments = ParamSpec("Arguments")

WIDTH = 1200
"""The width of every picture in pixels: three pixels for each point of a phone's screen 400 points wide."""
MARGIN = 28
"""The margin of a picture, in pixels."""
ALT_LIMIT = 1024
"""Discord's limit on the length of an alt text (an attachment's description)."""

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS, _INDEXED = 8, 3
_BEGINNING = 8
"""The number of pixels compressed and flushed first, which makes a PNG's bytes reproducible; one pixel is too few."""


class Picture(NamedTuple):
    """A PNG with its size in pixels and its alt text of at most `ALT_LIMIT` characters."""

    png: bytes
    width: int
    height: int
    alt: str


class Sheet(Generic[ThemeT_co]):
    """A picture in progress: a plane (an image of palette indices), and the texts written on it."""

    def __init__(self, theme: ThemeT_co, height: int) -> None:
        self.theme: ThemeT_co = theme
        self.palette = get_palette(theme)
        # Each row of pixels is followed by the filter byte that a PNG has before its next row. Zero is the background,
        # the palette's first colour.
        self._rows = bytearray((WIDTH + 1) * height)
        self.plane = Image.frombuffer("L", (WIDTH, height), self._rows, "raw", "L", WIDTH + 1, 1)
        # Pillow would otherwise copy the pixels before it changes them.
        self.plane.readonly = 0
        # Groups of texts, each with the centre of their sprite; positions in the picture are computed only when needed.
        self._texts: list[tuple[Sequence[Written], int, int]] = []

    @property
    def written(self) -> list[Written]:
        """The texts on the sheet, with their bounding boxes in pixels of the picture."""
        return [written.shift_by(x, y) for texts, x, y in self._texts for written in texts]

    @written.setter
    def written(self, texts: Sequence[Written]) -> None:
        self._texts = [(texts, 0, 0)]

    def paste(self, sprite: Sprite, x: int, y: int) -> None:
        """Paste a sprite, centred on (x, y)."""
        left, top = x - sprite.centre_x, y - sprite.centre_y
        self.plane.paste(sprite.plane, (left, top), sprite.mask)
        self._texts.append((sprite.written, x, y))

    def paste_opaque(self, sprite: Sprite, x: int, y: int) -> None:
        """Paste a sprite as a full rectangle, without its mask; this is several times faster than `paste`."""
        self.paste(sprite._replace(mask=None), x, y)

    def paste_over(self, sprite: Sprite, x: int, y: int) -> None:
        """Paste a sprite with its centre at (x, y), and remove the texts that it covers from the list of texts."""
        left, top = x - sprite.centre_x, y - sprite.centre_y

        def is_covered(written: Written) -> bool:
            centre = (written.left + written.right) // 2 - left, (written.top + written.bottom) // 2 - top
            inside = 0 <= centre[0] < sprite.plane.width and 0 <= centre[1] < sprite.plane.height
            return inside and (sprite.mask is None or bool(sprite.mask.getpixel(centre)))

        self.written = [written for written in self.written if not is_covered(written)]
        self.paste(sprite, x, y)

    def write(self, words: str, style: Style, x: int, y: int, over: Colour, under: Colour, anchor: str = "l") -> int:
        """Write a text in the colour `over` on a background of the colour `under`; return its width in pixels.

        Its baseline is at `y`. Its left end, middle or right end is at `x` for the anchor "l", "m" or "r".
        """
        width = text.width(words, style)
        start = x - {"l": 0, "m": width // 2, "r": width}[anchor]
        line = text.draw_line(words, style, self.theme, over, under)
        left, top = start + line.left, y + line.top
        self.plane.paste(line.plane, (left, top))
        written = Written(words, style, left, top, left + line.plane.width, top + line.plane.height)
        self._texts.append(((written,), 0, 0))
        return width

    def draw_rule(self, left: int, y: int, right: int, thickness: int, colour: Colour) -> None:
        """Draw a horizontal line from `left` to `right`, with its upper edge at `y`."""
        ImageDraw.Draw(self.plane).rectangle((left, y, right, y + thickness - 1), self.palette.nearest_index(colour))

    def encode(self, alt: str) -> Picture:
        """Encode the sheet as a PNG with a palette and unfiltered rows.

        See sections 11.3.1 and 12.7 of the PNG specification.
        """
        width, height = self.plane.size
        chunks = (
            (b"IHDR", pack(">IIBBBBB", width, height, _EIGHT_BITS, _INDEXED, 0, 0, 0)),
            (b"PLTE", self.palette.encoded),
            (b"IDAT", self._compressed_rows()),
            (b"IEND", b""),
        )
        return Picture(PNG_SIGNATURE + b"".join(_chunk(*chunk) for chunk in chunks), width, height, alt)

    def _compressed_rows(self) -> bytes:
        deflate = isal_zlib.compressobj(1)
        # In a PNG, a filter byte (0 for none) precedes each row. The buffer has it after each row, so the last one is
        # cut off.
        rows = memoryview(self._rows)[:-1]
        # ISA-L 2.32 seeds the hash of a long input with part of an address (write_first_byte in its icf_body), so equal
        # pixels sometimes compressed to different bytes. Flushing a short input first avoids that.
        beginning = deflate.compress(b"\0" + rows[:_BEGINNING]) + deflate.flush(isal_zlib.Z_SYNC_FLUSH)
        return beginning + deflate.compress(rows[_BEGINNING:]) + deflate.flush()


def _chunk(kind: bytes, content: bytes) -> bytes:
    return pack(">I", len(content)) + kind + content + pack(">I", isal_zlib.crc32(kind + content))


_drawing_lock = Lock()


def draw_and_encode(
    draw: Callable[Arguments, tuple[Sheet, str]], *args: Arguments.args, **kw: Arguments.kwargs
) -> Picture:
    """Call `draw` with the other arguments; encode the sheet that it returns, with the alt text.

    Only one thread draws at a time.
    """
    # The lock only saves time: drawing holds the GIL, so two threads that draw at once are slower than one after the
    # other; encoding releases the GIL. Animations are drawn and encoded frame by frame without the lock, so that no
    # picture waits for them.
    with _drawing_lock:
        sheet, alt = draw(*args, **kw)
    return sheet.encode(alt)


def crop_between(picture: Picture, above: float, below: float) -> Picture:
    """Crop a picture to the part between two heights, which are measured from its top in shares of its width.

    Each height is moved up to the next row that is all background, so that nothing is cut through.
    """
    drawn = Image.open(BytesIO(picture.png))
    upper, lower = (_empty_row(drawn, min(picture.height, round(share * picture.width))) for share in (above, below))
    out = BytesIO()
    drawn.crop((0, upper, picture.width, lower)).save(out, "PNG", compress_level=1)
    return Picture(out.getvalue(), picture.width, lower - upper, picture.alt)


def _empty_row(drawn: Image.Image, row: int) -> int:
    """Return the nearest row, at `row` or above it, that is all background.

    The upper and the lower end of the picture count as such rows.
    """
    while 0 < row < drawn.height and drawn.crop((0, row, drawn.width, row + 1)).getextrema() != (0, 0):
        row -= 1
    return row


def limit_height(picture: Picture, share: float) -> Picture:
    """Widen a picture until its height is at most `share` of its width, by equal margins at both sides.

    A picture that is low enough is returned unchanged.
    """
    width = round(picture.height / share)
    if width <= picture.width:
        return picture
    drawn = Image.open(BytesIO(picture.png))
    # Index 0 of every picture's palette is its background.
    wide = Image.new(drawn.mode, (width, picture.height), 0)
    palette = drawn.getpalette()
    assert palette is not None, "pictures have a palette"
    wide.putpalette(palette)
    wide.paste(drawn, ((width - picture.width) // 2, 0))
    out = BytesIO()
    wide.save(out, "PNG", compress_level=1)
    return Picture(out.getvalue(), width, picture.height, picture.alt)

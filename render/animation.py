"""Animations: sheets as the frames of one GIF, of each frame only what changed."""

from collections.abc import Iterable
from io import BytesIO
from typing import NamedTuple

from PIL import GifImagePlugin, Image, ImageChops

from render.palette import SIZE
from render.picture import WIDTH, Sheet

STEP = 900
"""How long a frame is shown, in milliseconds."""
REST = 4000
"""The same for the last one, before it begins again."""
KEPT = SIZE
"""The value of a frame's pixels where the frame before shows through."""
COLOURS = b"\xf7\x00\x00"  # One palette of 256 colours for all frames; background 0, square pixels.
FOREVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
END = b"\x3b"


class Animation(NamedTuple):
    """A GIF that repeats, with its size in pixels and its alt text."""

    gif: bytes
    width: int
    height: int
    alt: str


def animated(sheets: Iterable[Sheet], count: int, height: int, alt: str) -> Animation:
    """So many sheets of one theme one after the other, from the top of a picture that is `height` pixels high.

    Sheets are taken one by one, so that no more than two need be in memory.
    """
    stream = BytesIO()
    before: Image.Image | None = None
    for number, sheet in enumerate(sheets, 1):
        plane = _grown(sheet, height)
        duration = REST if number == count else STEP
        if before is None:
            size = WIDTH.to_bytes(2, "little") + height.to_bytes(2, "little")
            palette = bytes(sheet.palette.image.getpalette() or ())
            stream.write(b"GIF89a" + size + COLOURS + palette + FOREVER)
            _write(stream, plane, (0, 0), duration)
        else:
            _write(stream, *_changed(before, plane), duration)
        before = plane
    stream.write(END)
    return Animation(stream.getvalue(), WIDTH, height, alt)


def _grown(sheet: Sheet, height: int) -> Image.Image:
    if sheet.plane.height == height:
        return sheet.plane
    plane = Image.new("L", (WIDTH, height), sheet.palette.index_of(sheet.theme.background))
    plane.paste(sheet.plane, (0, 0))
    return plane


def _changed(before: Image.Image, plane: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """The part of a plane that is new, what is not new in it left out, and where it lies."""
    new = ImageChops.difference(before, plane).point([0] + [255] * 255)
    # A frame that changes nothing is a single pixel, so that every sheet has its time.
    left, top, right, bottom = new.getbbox() or (0, 0, 1, 1)
    part = Image.new("L", (right - left, bottom - top), KEPT)
    box = (left, top, right, bottom)
    part.paste(plane.crop(box), mask=new.crop(box))
    return part, (left, top)


def _write(stream: BytesIO, part: Image.Image, offset: tuple[int, int], duration: int) -> None:
    stream.writelines(GifImagePlugin.getdata(part, offset, duration=duration, transparency=KEPT, disposal=1))

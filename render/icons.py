"""Icons: the glyphs of the font RPG Awesome, by their names in its package, as masks of any size.

The font's file is read from the package `tkinter-icons-rpga` without importing it, which would need Tk.
"""

import json
from functools import cache, lru_cache
from importlib.metadata import distribution
from math import ceil
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

PACKAGE = "tkinter-icons-rpga"
FOLDER = Path(str(distribution(PACKAGE).locate_file("tkinter_icons_rpga")))
FONT = FOLDER / "fonts" / "rpgawesome-webfont.ttf"


@lru_cache(maxsize=16)
def icon(name: str, size: int, outline: float = 0) -> Image.Image:
    """The coverage of an icon, cropped to its ink, whose longer side is `size` pixels; cached.

    An `outline` makes it so many pixels wider on every side, with round corners.

    Raises KeyError for a name that the font does not have.
    """
    character = chr(int(_code_points()[name], 16))
    # The ink fills only a part of the em square, so the first measure is enlarged to the size wanted.
    left, top, right, bottom = _font(size).getbbox(character)
    em = round(size * size / max(right - left, bottom - top))
    face = _font(em)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(character))
    around = ceil(outline)
    mask = Image.new("L", (right - left + 2 * around, bottom - top + 2 * around))
    ImageDraw.Draw(mask).text((around - left, around - top), character, 255, face, stroke_width=outline)
    return mask


@cache
def _code_points() -> dict[str, str]:
    return json.loads((FOLDER / "glyphmap.json").read_bytes())


@lru_cache(maxsize=4)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT), size, layout_engine=ImageFont.Layout.BASIC)

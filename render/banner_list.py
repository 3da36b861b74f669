"""Several games in one picture, a row each: name, one sentence and duration on the left, the banner's position right.

The games have palettes of their own, so the rows are put together in full colour, and get one palette at the end.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render import fonts, text
from render.banner import ART, HEIGHT, Scene, draw_ground
from render.picture import WIDTH, Picture
from render.text import Style, font
from render.theme import Colour, Theme

ROW: Final = 136
GAP: Final = 8
SHARE: Final = ROW / HEIGHT
"""The scale of the position from the banner."""
LEFT: Final = 34
RIM: Final = 4
ROUNDED: Final = 26
SMOOTH: Final = 4
"""The supersampling factor of the round corners."""
TITLE: Final = Style(46, 850)
SUBTITLE: Final = Style(30, 600)
SENTENCE: Final = Style(32, 600)
DURATION: Final = Style(29, 600)
SMALLEST: Final = 26
TITLE_LINE, SENTENCE_LINE, DURATION_LINE = 49, 37, 30
ASCENT: Final = 0.78
"""The distance from the top of a line to its baseline, as a share of the font size."""
COLOURS: Final = 255
"""The number of colours of the picture, beside the transparent one."""


class Entry(NamedTuple):
    """One game of the list: its words, the game's part of its banner, and its theme."""

    title: str
    subtitle: str
    sentence: str
    duration: str
    scene: Scene
    theme: Theme


def draw(entries: Sequence[Entry]) -> Picture:
    """Draw the games one below the other; the gaps between them are transparent."""
    height = len(entries) * (ROW + GAP) - GAP
    image, seen = Image.new("RGB", (WIDTH, height)), Image.new("1", (WIDTH, height))
    inner, outer = _round_mask(RIM), _round_mask(0)
    for number, entry in enumerate(entries):
        place = 0, number * (ROW + GAP)
        image.paste(entry.scene.colours.rim, (*place, WIDTH, place[1] + ROW))
        image.paste(_draw_row(entry), place, inner)
        seen.paste(outer.point([0] * 128 + [255] * 128, "1"), place)
    reduced = image.quantize(COLOURS, dither=Image.Dither.NONE)
    indexed = Image.new("P", image.size, COLOURS)
    palette = reduced.getpalette()
    assert palette is not None, "a reduced picture has a palette"
    indexed.putpalette([*palette, *[0] * (3 * (COLOURS + 1) - len(palette))])
    indexed.paste(reduced, mask=seen)
    out = BytesIO()
    indexed.save(out, "PNG", optimize=True, transparency=COLOURS)
    return Picture(out.getvalue(), WIDTH, height, " ".join(_describe(entry) for entry in entries))


def _describe(entry: Entry) -> str:
    return f"{entry.title} {entry.subtitle}".strip() + f": {entry.sentence} {entry.duration}"


def _draw_row(entry: Entry) -> Image.Image:
    """Draw a game's row without its rim: the banner reduced to the row's height, with its left part stretched."""
    sheet = draw_ground(entry.scene, entry.theme)
    banner = Image.frombytes("P", sheet.plane.size, sheet.plane.tobytes())
    banner.putpalette(sheet.palette.encoded)
    banner = banner.convert("RGB")
    across = round((WIDTH - ART) * SHARE)
    row = banner.crop((0, 0, ART, HEIGHT)).resize((WIDTH - across, ROW))
    whole = Image.new("RGB", (WIDTH, ROW))
    whole.paste(row)
    art = banner.crop((ART, 0, WIDTH, HEIGHT)).resize((across, ROW), Image.Resampling.LANCZOS)
    whole.paste(art, (WIDTH - across, 0))
    _write(ImageDraw.Draw(whole), entry, WIDTH - across - LEFT - 12)
    return whole


def _write(draw: ImageDraw.ImageDraw, entry: Entry, room: int) -> None:
    """Write a game's words into its row, centred vertically as a block."""
    theme, colours = entry.theme, entry.scene.colours
    _, style = text.fit(entry.sentence, SENTENCE, room, SMALLEST)
    sentence = text.wrap(entry.sentence, style, room)
    line_height = SENTENCE_LINE if len(sentence) == 1 else style.size + 2
    y = (ROW - TITLE_LINE - len(sentence) * line_height - DURATION_LINE) / 2
    _line(draw, entry.title, TITLE, LEFT, y, theme.ink)
    if entry.subtitle:
        x, baseline = LEFT + text.width(entry.title, TITLE) + 20, (TITLE.size - SUBTITLE.size) * ASCENT
        _line(draw, entry.subtitle, SUBTITLE, x, y + baseline, colours.sentence)
    y += TITLE_LINE
    for line in sentence:
        _line(draw, line, style, LEFT, y, theme.ink)
        y += line_height
    words, style = text.fit(entry.duration.removesuffix("."), DURATION, room, SMALLEST)
    _line(draw, words, style, LEFT, y, colours.sentence)


def _line(draw: ImageDraw.ImageDraw, words: str, style: Style, x: float, top: float, fill: Colour) -> None:
    baseline = top + style.size * ASCENT
    if fonts.is_plain(words):
        draw.text((x, baseline), words, fill, font(style.size, style.weight), anchor="ls")
        return
    coverage, left, above = text.draw_coverage(words, style)
    draw.bitmap((round(x) + left, round(baseline) + above), coverage, fill)


def _round_mask(inset: int) -> Image.Image:
    """Return the mask of a row with round corners, `inset` pixels smaller at each side."""
    mask = Image.new("L", (WIDTH * SMOOTH, ROW * SMOOTH))
    edge = inset * SMOOTH
    box = (edge, edge, mask.width - edge - 1, mask.height - edge - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, (ROUNDED - inset) * SMOOTH, 255)
    return mask.reduce(SMOOTH)

"""Animated GIFs: replays of games, and stories, which are sequences of pictures with captions.

Each frame stores only the pixels that changed since the previous one.
"""

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import NamedTuple

from PIL import GifImagePlugin, Image, ImageChops, ImageDraw

from render import text
from render.palette import MAX_COLOURS
from render.picture import MARGIN, WIDTH, Picture, Sheet
from render.text import Style
from render.theme import Theme

FRAME_MS = 900
"""The maximum duration of each frame of a replay except the last, in milliseconds."""
LAST_FRAME_MS = 4000
"""The duration of a replay's last frame, before the animation repeats, in milliseconds."""
TOTAL_MS = 20_000
"""The maximum duration of a whole replay, in milliseconds; with many frames, each one is shorter."""
TRANSPARENT = MAX_COLOURS
"""The palette index of transparent pixels, where the previous frame shows through."""
COLOUR_TABLE_FLAGS = b"\xf7\x00\x00"  # Flags: global colour table of 256 entries, background index 0, square pixels.
LOOP_FOREVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
TRAILER = b"\x3b"

CAPTION = Style(48, 650)
"""The text style of captions: the letters are about 15 pixels high where a phone shows the picture 390 pixels wide."""
LINE = 60
BEFORE_TEXT, AFTER_TEXT = 24, 20
BAR, BAR_GAP = 10, 8
"""The height of the progress bar, and the gap between two of its segments, in pixels."""
AFTER_BAR = 14


class Animation(NamedTuple):
    """A looping GIF with its size in pixels and its alt text."""

    gif: bytes
    width: int
    height: int
    alt: str


def encode_gif(
    sheets: Iterable[Sheet], count: int, height: int, alt: str, durations: Sequence[int] | None = None
) -> Animation:
    """Encode sheets as the frames of an animated GIF `height` pixels high.

    `sheets` yields `count` sheets of the same theme. A sheet that is less high is filled up with background at the
    bottom. Sheets are read lazily, so at most two are in memory at a time. `durations` are in milliseconds, one per
    frame; the default is the durations of a replay.
    """
    stream = BytesIO()
    before: Image.Image | None = None
    shown = durations or [*[frame_ms(count)] * (count - 1), LAST_FRAME_MS]
    for sheet, duration in zip(sheets, shown, strict=True):
        plane = _pad_to_height(sheet, height)
        if before is None:
            size = WIDTH.to_bytes(2, "little") + height.to_bytes(2, "little")
            palette = bytes(sheet.palette.image.getpalette() or ())
            stream.write(b"GIF89a" + size + COLOUR_TABLE_FLAGS + palette + LOOP_FOREVER)
            _write_frame(stream, plane, (0, 0), duration)
        else:
            _write_frame(stream, *_changed_region(before, plane), duration)
        before = plane
    stream.write(TRAILER)
    return Animation(stream.getvalue(), WIDTH, height, alt)


def frame_ms(count: int) -> int:
    """Return the duration of each frame of a replay with `count` frames, except the last, in milliseconds.

    The result is a multiple of 10, because GIFs store hundredths of a second.
    """
    return min(FRAME_MS, (TOTAL_MS - LAST_FRAME_MS) // max(1, count - 1) // 10 * 10)


def _pad_to_height(sheet: Sheet, height: int) -> Image.Image:
    if sheet.plane.height == height:
        return sheet.plane
    plane = Image.new("L", (WIDTH, height), sheet.palette.nearest_index(sheet.theme.background))
    plane.paste(sheet.plane, (0, 0))
    return plane


def _changed_region(before: Image.Image, plane: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """Return the part of a frame that differs from the previous one, `before`, and the offset of its upper left corner.

    The part is the bounding box of all changed pixels; the unchanged pixels in it are transparent.
    """
    new = ImageChops.difference(before, plane).point([0] + [255] * 255)
    # A frame without changes is stored as a single transparent pixel, so that its duration is kept.
    left, top, right, bottom = new.getbbox() or (0, 0, 1, 1)
    part = Image.new("L", (right - left, bottom - top), TRANSPARENT)
    box = (left, top, right, bottom)
    part.paste(plane.crop(box), mask=new.crop(box))
    return part, (left, top)


def _write_frame(stream: BytesIO, part: Image.Image, offset: tuple[int, int], duration: int) -> None:
    stream.writelines(GifImagePlugin.getdata(part, offset, duration=duration, transparency=TRANSPARENT, disposal=1))


class Scene(NamedTuple):
    """A picture of a story, of which the rows of pixels from `top` to `bottom` are shown (None for the last one)."""

    picture: Picture
    top: int = 0
    bottom: int | None = None


def _crop(scene: Scene) -> Image.Image:
    """Return the rows of a scene's picture that are shown, as palette indices."""
    picture, top, bottom = scene
    drawn = Image.open(BytesIO(picture.png))
    plane = Image.frombytes("L", drawn.size, drawn.tobytes())
    return plane.crop((0, top, plane.width, min(plane.height, bottom or plane.height)))


def draw_story(
    scenes: Sequence[Scene], captions: Sequence[str], durations: Sequence[int], theme: Theme, alt: str
) -> Animation:
    """Draw an animation that shows pictures one after the other, each below its caption and a progress bar.

    `captions` and `durations` (in milliseconds) are in the order of `scenes`, which must all be drawn in `theme`.
    """
    pictures = [_crop(scene) for scene in scenes]
    lines = [text.wrap(caption, CAPTION, WIDTH - 2 * MARGIN) for caption in captions]
    top = BEFORE_TEXT + max(map(len, lines)) * LINE + AFTER_TEXT + BAR + AFTER_BAR
    height = top + max(picture.height for picture in pictures)
    sheets = (_frame(picture, lines[step], (step, len(pictures)), top, theme) for step, picture in enumerate(pictures))
    return encode_gif(sheets, len(pictures), height, alt, durations)


def _frame(picture: Image.Image, lines: Sequence[str], steps: tuple[int, int], top: int, theme: Theme) -> Sheet:
    sheet = Sheet(theme, top + picture.height)
    pen = ImageDraw.Draw(sheet.plane)
    pen.rectangle((0, 0, WIDTH, top - AFTER_BAR - 1), sheet.palette.nearest_index(theme.panel))
    for number, line in enumerate(lines):
        y = BEFORE_TEXT + number * LINE + round(CAPTION.size * (1 + text.CAP_HEIGHT) / 2)
        sheet.write(line, CAPTION, MARGIN, y, theme.ink, theme.panel)
    _draw_steps(sheet, *steps, top - AFTER_BAR - BAR)
    # The picture and the sheet have the same palette, so the pixels' palette indices can be copied.
    sheet.plane.paste(picture, ((WIDTH - picture.width) // 2, top))
    return sheet


def _draw_steps(sheet: Sheet, step: int, steps: int, y: int) -> None:
    theme, width = sheet.theme, (WIDTH + BAR_GAP) / steps
    for number in range(steps):
        left, right = round(number * width), round((number + 1) * width) - BAR_GAP
        sheet.draw_rule(left, y, right, BAR, theme.gold if number <= step else theme.raised)

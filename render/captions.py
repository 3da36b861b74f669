"""Captions over pictures: frames of an animation that tells a story step by step."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw

from render import text
from render.animation import Animation, encode_gif
from render.picture import MARGIN, WIDTH, Picture, Sheet
from render.text import Style
from render.theme import Theme

CAPTION = Style(48, 650)
"""15 pixels high where the picture is shown 390 pixels wide."""
LINE = 60
BEFORE_TEXT, AFTER_TEXT = 24, 20
BAR, BAR_GAP = 10, 8
"""The height of the bar of steps, and the gap between two of them."""
AFTER_BAR = 14


def draw_story(
    pictures: Sequence[Picture], captions: Sequence[str], durations: Sequence[int], theme: Theme, alt: str
) -> Animation:
    """Pictures drawn in a theme, each below its caption and a bar that tells how far the story is.

    `durations` are in milliseconds.
    """
    lines = [text.wrap(caption, CAPTION, WIDTH - 2 * MARGIN) for caption in captions]
    top = BEFORE_TEXT + max(map(len, lines)) * LINE + AFTER_TEXT + BAR + AFTER_BAR
    height = top + max(picture.height for picture in pictures)
    sheets = (_frame(picture, lines[step], (step, len(pictures)), top, theme) for step, picture in enumerate(pictures))
    return encode_gif(sheets, len(pictures), height, alt, durations)


def _frame(picture: Picture, lines: Sequence[str], steps: tuple[int, int], top: int, theme: Theme) -> Sheet:
    sheet = Sheet(theme, top + picture.height)
    pen = ImageDraw.Draw(sheet.plane)
    pen.rectangle((0, 0, WIDTH, top - AFTER_BAR - 1), sheet.palette.index_of(theme.panel))
    for number, line in enumerate(lines):
        y = BEFORE_TEXT + number * LINE + round(CAPTION.size * (1 + text.CAP_HEIGHT) / 2)
        sheet.write(line, CAPTION, MARGIN, y, theme.ink, theme.panel)
    _draw_steps(sheet, *steps, top - AFTER_BAR - BAR)
    # Pictures of a theme have its palette, so that pixels can be taken as they are.
    drawn = Image.open(BytesIO(picture.png))
    sheet.plane.paste(Image.frombytes("L", drawn.size, drawn.tobytes()), ((WIDTH - picture.width) // 2, top))
    return sheet


def _draw_steps(sheet: Sheet, step: int, steps: int, y: int) -> None:
    theme, width = sheet.theme, (WIDTH + BAR_GAP) / steps
    for number in range(steps):
        left, right = round(number * width), round((number + 1) * width) - BAR_GAP
        sheet.rule(left, y, right, BAR, theme.gold if number <= step else theme.raised)

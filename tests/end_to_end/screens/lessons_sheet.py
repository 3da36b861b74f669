"""Contact sheets of all lesson pages: `python -m tests.end_to_end.screens.lessons_sheet FOLDER [--documents]`.

Each page is its picture at a phone's width with its text below. With `--documents` the pages are half as wide and have
few colours, small enough for `docs/pictures/lessons` in the repository.
"""

import argparse
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw

from cogs.learning.lesson_pictures import page_picture
from engine.lessons import Lesson, Page, Quiz, Show, load_lessons
from engine.lessons.files import load_all_lessons
from render.text import Style, font, wrap

COLUMNS = 6
BACKGROUND, INK, TITLE_INK = (32, 34, 40), (225, 228, 235), (255, 214, 120)
COLOURS = 160
THEME = "dark"


class Size(NamedTuple):
    """Width of a picture, gap between pictures, and letter height, in pixels."""

    width: int
    gap: int
    letters: int


PHONE = Size(390, 20, 20)
SMALL = Size(195, 10, 11)


def sheet(game: str, size: Size) -> Image.Image:
    """Draw all pages of a game's lessons in reading order, row by row."""
    tiles = [
        _tile(lesson, number, size) for lesson in load_lessons(game).values() for number in range(len(lesson.pages))
    ]
    rows = [tiles[start : start + COLUMNS] for start in range(0, len(tiles), COLUMNS)]
    heights = [max(tile.height for tile in row) + size.gap for row in rows]
    whole = Image.new("RGB", (COLUMNS * (size.width + size.gap) + size.gap, sum(heights) + size.gap), BACKGROUND)
    top = size.gap
    for row, height in zip(rows, heights, strict=True):
        for column, tile in enumerate(row):
            whole.paste(tile, (size.gap + column * (size.width + size.gap), top))
        top += height
    return whole


def _tile(lesson: Lesson, number: int, size: Size) -> Image.Image:
    """Draw a page: its title, the picture and its text."""
    with Image.open(BytesIO(page_picture(lesson, number, THEME).png)) as drawn:
        shape = size.width, round(drawn.height * size.width / drawn.width)
        picture = drawn.convert("RGB").resize(shape, Image.Resampling.LANCZOS)
    page = lesson.pages[number]
    title = _lines(f"{lesson.level}. {lesson.title}, page {number + 1} of {len(lesson.pages)}", size, 700)
    words = [line for text in _words(page) for line in _lines(text, size, 450)]
    line = size.letters * 13 // 10
    tile = Image.new("RGB", (size.width, (len(title) + len(words) + 1) * line + picture.height), BACKGROUND)
    _write(tile, title, 0, size, 700, TITLE_INK)
    tile.paste(picture, (0, len(title) * line + line // 3))
    _write(tile, words, len(title) * line + line // 3 + picture.height + line // 3, size, 450, INK)
    return tile


def _words(page: Page) -> Iterator[str]:
    if isinstance(page, Show):
        yield page.caption
        return
    yield page.question
    if isinstance(page, Quiz):
        yield f"→ {' / '.join(page.choices)}. {page.because}"
        return
    if page.offer:
        yield f"→ {' / '.join(choice.label for choice in page.offer)}"
    yield f"✓ {page.right}"
    yield from (f"✗ {answer.says}" for answer in page.answer)


def _lines(text: str, size: Size, weight: int) -> list[str]:
    return wrap(text, Style(size.letters, weight), size.width)


def _write(
    tile: Image.Image, lines: Sequence[str], top: int, size: Size, weight: int, ink: tuple[int, int, int]
) -> None:
    draw = ImageDraw.Draw(tile)
    for number, line in enumerate(lines):
        draw.text((0, top + number * (size.letters * 13 // 10)), line, ink, font(size.letters, weight))


def main() -> None:
    """Read the arguments and write a sheet for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--documents", action="store_true", help="half as wide, in few colours")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for game, lessons in load_all_lessons().items():
        if not lessons:
            continue
        drawn = sheet(game, SMALL if given.documents else PHONE)
        if given.documents:
            drawn = drawn.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        path = given.folder / f"{game}.png"
        drawn.save(path, optimize=True)
        print(path)


if __name__ == "__main__":
    main()

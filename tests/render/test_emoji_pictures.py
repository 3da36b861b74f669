"""Emojis: within Discord's limits, transparent around the drawing, and distinguishable at text size."""

from collections.abc import Iterable
from functools import cache
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.games import game_types
from render import emojis

MAX_BYTES = 256 * 1024
MAX_NAME = 32 - len("_01234567")
TEXT_HEIGHT = 22
"""The height of an emoji in text, in pixels."""
DIFFERENCE = 8
"""The least mean difference of two emojis at text size, 0 to 255."""
PHONE_HEIGHT = 44
"""The height of an emoji on a phone, which has two or more device pixels per pixel."""
LETTER_DIFFERENCE = 1.5
"""The least difference between a side's marks, for instance O and Q, and between dice of different numbers."""
NUMBERED = [f"die_{number}" for number in range(1, emojis.MOST_PIPS + 1)]
GROUNDS = ((49, 51, 56), (255, 255, 255))
"""Discord's dark and light backgrounds."""


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


DRAWINGS = emojis.drawings(game_types())


@cache
def png_of(name: str) -> bytes:
    return DRAWINGS[name]()


def picture_of(name: str) -> Image.Image:
    return opened(png_of(name))


@pytest.mark.parametrize("name", DRAWINGS)
def test_an_emoji_is_what_discord_takes(name: str) -> None:
    picture = picture_of(name)
    assert (picture.size, picture.mode) == ((128, 128), "RGBA")
    corners = [picture.getpixel((x, y)) for x in (0, 127) for y in (0, 127)]
    assert [corner[3] for corner in corners if isinstance(corner, tuple)] == [0, 0, 0, 0]
    assert picture.getchannel("A").getextrema() == (0, 255)
    assert len(png_of(name)) <= MAX_BYTES
    assert name.replace("_", "").isalnum()
    assert name == name.lower()
    assert len(name) <= MAX_NAME


def shrunk(names: Iterable[str], size: int, ground: tuple[int, int, int]) -> dict[str, Image.Image]:
    """Return the emojis at a size, on a background colour."""
    small: dict[str, Image.Image] = {}
    for name in names:
        picture = picture_of(name)
        shown = Image.new("RGB", picture.size, ground)
        shown.paste(picture, mask=picture)
        small[name] = shown.resize((size, size), Image.Resampling.LANCZOS)
    return small


def alike(small: dict[str, Image.Image], difference: float) -> list[tuple[str, str]]:
    """Return the pairs of emojis that differ by less than `difference`."""
    return [
        (one, other)
        for one, other in combinations(small, 2)
        if max(ImageStat.Stat(ImageChops.difference(small[one], small[other])).mean) < difference
    ]


@pytest.mark.parametrize("ground", GROUNDS)
def test_emojis_are_told_apart_in_the_size_of_text(ground: tuple[int, int, int]) -> None:
    signs = DRAWINGS.keys() - emojis.MARKS.keys() - set(NUMBERED)
    assert alike(shrunk(signs, TEXT_HEIGHT, ground), DIFFERENCE) == []


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("letter", "am")
def test_the_sides_are_told_apart_by_colour_in_the_size_of_text(letter: str, ground: tuple[int, int, int]) -> None:
    sides = [emojis.seat_mark(side, letter) for side in emojis.SEAT_SIDES]

    assert len(sides) == 6
    assert alike(shrunk(sides, TEXT_HEIGHT, ground), DIFFERENCE) == []


def test_letters_and_numbers_are_told_apart_on_a_phone() -> None:
    letters = [name for name in emojis.MARKS if name.startswith("seat_green")]

    assert (len(letters), len(NUMBERED)) == (26, 20)
    assert alike(shrunk([*letters, *NUMBERED], PHONE_HEIGHT, GROUNDS[0]), LETTER_DIFFERENCE) == []


def test_a_mark_has_its_sides_colour_and_pattern() -> None:
    """Beside the letter, every side except red shows two tones of its main colour."""
    for side in emojis.SEAT_SIDES:
        main = emojis.MARKED_SIDES[side].main
        strip = picture_of(emojis.seat_mark(side, "i")).convert("RGB").crop((24, 40, 44, 90))
        tones = {tone for count, tone in strip.getcolors(4096) or () if count > 20}
        assert main in tones
        assert (len(tones) > 1) == (side != "red")


def test_an_edge_is_as_opaque_as_it_is_covered() -> None:
    """A partly covered pixel has the full colour at partial opacity, so it fits any background."""
    half = emojis.SIZE / 2
    png = emojis.draw(lambda sketch: sketch.box(-half / 2 - 0.5, 0, half, 2 * half, (200, 100, 50)) or ())

    inside, edge, outside = (opened(png).getpixel((x, 64)) for x in (32, 63, 66))

    assert inside == (200, 100, 50, 255)
    assert isinstance(edge, tuple)
    assert 120 < edge[3] < 220
    assert max(abs(a - b) for a, b in zip(edge[:3], (200, 100, 50), strict=True)) <= 3
    assert outside == (0, 0, 0, 0)


def test_the_same_picture_is_the_same_bytes() -> None:
    """An emoji is named by its bytes, so every start must draw the same ones."""
    assert emojis.pictures(game_types()) == {name: png_of(name) for name in DRAWINGS}


def test_two_games_cannot_have_emojis_of_one_name() -> None:
    with pytest.raises(ValueError, match="emoji names of hive_mind are already in use: arc, block"):
        emojis.emojis(["hive_mind", "hive_mind"])

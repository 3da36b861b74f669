"""Emojis: within Discord's limits, transparent around what they show, and told apart in the size of text."""

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
"""The least mean difference of two emojis at that size, of 255."""
GROUNDS = ((49, 51, 56), (255, 255, 255))
"""Discord's dark and light ground."""


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


PNGS = emojis.pictures(game_types())
PICTURES = {name: opened(png) for name, png in PNGS.items()}


@pytest.mark.parametrize("name", PICTURES)
def test_an_emoji_is_what_discord_takes(name: str) -> None:
    picture = PICTURES[name]
    assert (picture.size, picture.mode) == ((128, 128), "RGBA")
    corners = [picture.getpixel((x, y)) for x in (0, 127) for y in (0, 127)]
    assert [corner[3] for corner in corners if isinstance(corner, tuple)] == [0, 0, 0, 0]
    assert picture.getchannel("A").getextrema() == (0, 255)
    assert len(PNGS[name]) <= MAX_BYTES
    assert name.replace("_", "").isalnum()
    assert name == name.lower()
    assert len(name) <= MAX_NAME


@pytest.mark.parametrize("ground", GROUNDS)
def test_emojis_are_told_apart_in_the_size_of_text(ground: tuple[int, int, int]) -> None:
    small: dict[str, Image.Image] = {}
    for name, picture in PICTURES.items():
        shown = Image.new("RGB", picture.size, ground)
        shown.paste(picture, mask=picture)
        small[name] = shown.resize((TEXT_HEIGHT, TEXT_HEIGHT), Image.Resampling.LANCZOS)

    alike = [
        (one, other)
        for one, other in combinations(small, 2)
        if max(ImageStat.Stat(ImageChops.difference(small[one], small[other])).mean) < DIFFERENCE
    ]

    assert alike == []


def test_an_edge_is_as_opaque_as_it_is_covered() -> None:
    """A part of a pixel in a colour is that colour at a part of its opacity, on whatever ground it is shown."""
    half = emojis.SIZE / 2
    png = emojis.draw(lambda sketch: sketch.box(-half / 2 - 0.5, 0, half, 2 * half, (200, 100, 50)) or ())

    inside, edge, outside = (opened(png).getpixel((x, 64)) for x in (32, 63, 66))

    assert inside == (200, 100, 50, 255)
    assert isinstance(edge, tuple)
    assert 120 < edge[3] < 220
    assert max(abs(a - b) for a, b in zip(edge[:3], (200, 100, 50), strict=True)) <= 3
    assert outside == (0, 0, 0, 0)


def test_the_same_picture_is_the_same_bytes() -> None:
    """An emoji is named by its bytes, so that a start draws them as the one before."""
    assert emojis.pictures(game_types()) == PNGS


def test_two_games_cannot_have_emojis_of_one_name() -> None:
    with pytest.raises(ValueError, match="hive_mind have names that are used already: arc, block"):
        emojis.emojis(["hive_mind", "hive_mind"])

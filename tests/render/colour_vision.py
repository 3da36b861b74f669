"""Colours as seen with each kind of colour vision, their contrast, and the difference of shapes in grey."""

from PIL import Image, ImageStat

from render.palette import get_palette
from render.sprites import Sprite
from render.theme import Colour, Theme

PHONE = 390 / 1200
"""A phone's points per pixel of a picture."""

Matrix = tuple[tuple[float, float, float], ...]
LUMINANCE = (0.2126, 0.7152, 0.0722)
# The first three: Machado, Oliveira and Fernandes (2009), severity 1, in linear RGB.
VISIONS: dict[str, Matrix] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}


def linear(colour: Colour) -> tuple[float, ...]:
    """Return a colour in linear light."""
    return tuple((part / 255) / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour)


def seen(colour: Colour, vision: Matrix) -> tuple[float, float, float]:
    """Return a colour in CIELAB as seen with this colour vision."""
    rgb = [min(1, max(0, sum(a * b for a, b in zip(row, linear(colour), strict=True)))) for row in vision]
    rows = ((0.4339, 0.3762, 0.1899), LUMINANCE, (0.0177, 0.1095, 0.8730))
    x, y, z = (sum(a * b for a, b in zip(row, rgb, strict=True)) for row in rows)
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, 1 to 21, as WCAG defines it."""
    dim, bright = sorted(sum(a * b for a, b in zip(LUMINANCE, linear(each), strict=True)) for each in (one, other))
    return (bright + 0.05) / (dim + 0.05)


def on_a_phone_in_grey(theme: Theme, sprite: Sprite) -> list[float]:
    """Return a sprite's grey pixels at a phone's size, normalised to mean 0 and deviation 1: only shapes remain."""
    plane = sprite.plane.copy()
    plane.putpalette(get_palette(theme).image.getpalette() or [])
    grey = plane.convert("RGB").convert("L")
    small = grey.resize((round(grey.width * PHONE), round(grey.height * PHONE)), Image.Resampling.BOX)
    (mean,), (deviation,) = ImageStat.Stat(small).mean, ImageStat.Stat(small).stddev
    return [(pixel - mean) / deviation for pixel in small.tobytes()]


def difference(one: list[float], other: list[float]) -> float:
    """Return the mean difference of two pictures, in standard deviations."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)

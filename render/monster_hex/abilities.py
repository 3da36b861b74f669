"""Signs about abilities: their icons, badges with icons, the points that Reward adds, and changes of powers."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render import text
from render.monster_hex import glyphs
from render.sprites import Letter, Sketch, Sprite, compose, hexagon, without_ground
from render.text import Style
from render.theme import Colour, Theme

SIGN: Final = 0.44
"""The width of a sign on a badge, as a share of the badge's width."""
SIGN_AWAY: Final = (0.36, 0.42)
"""The offset of a sign's centre from the badge's centre, to the side and up or down, as shares of the badge's width."""
BORDER: Final = 10
"""The room added to a badge's left and right for signs that extend beyond it, in pixels."""
REWARD: Final = Style(24, 850, label=True)
CHANGE: Final = 0.25
"""The minimum width of the sign that shows a change of a tile's powers, as a share of the tile's width."""
CHANGE_AWAY: Final = 0.44
"""The distance of the sign for changed powers from the tile's centre, as a share of the tile's width."""
FIGURE, SMALLEST_FIGURE = 0.155, 24
TRIANGLE: Final = 0.095


def badge_with_signs(theme: Theme, badge: Sprite, ability: str | None, reward: int, ground: Colour) -> Sprite:
    """Return a badge with the ability's icon at the lower right and Reward's points at the upper left.

    `reward` are the points that Reward adds to each first place at a Large Stone. The badge is returned unchanged
    without an ability and points. `ground` is the colour behind it.
    """
    if ability is None and not reward:
        return badge
    width = badge.plane.width
    x, y = (round(width * share) for share in SIGN_AWAY)
    parts = [(badge, 0, 0)]
    if ability is not None:
        parts.append((ability_sign(theme, ability, round(width * SIGN), ground), x, y))
    if reward:
        parts.append((reward_sign(theme, reward, round(width * SIGN), ground), -x, -y))
    return compose(_blank(theme, width + 2 * BORDER, badge.plane.height + BORDER, ground), parts, theme, ())


@lru_cache(maxsize=16)
def _blank(theme: Theme, width: int, height: int, ground: Colour) -> Sprite:
    return Sketch(theme, width, height, ground).finish()


@lru_cache(maxsize=32)
def ability_sign(theme: Theme, ability: str, width: int, ground: Colour) -> Sprite:
    """Return an ability's icon on a violet disc with a rim in the colour `ground`, which sets it off from a badge."""
    sketch = Sketch(theme, width + 4, width + 4, ground)
    sketch.circle(0, 0, width / 2 - 1, theme.magic_deep)
    sketch.icon(glyphs.ABILITIES[ability], 0, 0, width * 0.66, theme.magic_hi)
    return sketch.finish(mask=_rounded_mask(sketch, width + 2, width + 2))


@lru_cache(maxsize=32)
def reward_sign(theme: Theme, points: int, width: int, ground: Colour) -> Sprite:
    """Return a gold sign with the points that Reward adds to each first place at a Large Stone."""
    sketch, height = Sketch(theme, width + 8, width + 4, ground), round(width * 0.82)
    sketch.box(0, 0, width + 3, height, theme.gold, width * 0.28)
    letters = [Letter(f"+{points}", REWARD, 0, 0, theme.print)]
    return sketch.finish(letters, _rounded_mask(sketch, width + 6, height + 4))


def _rounded_mask(sketch: Sketch, width: int, height: int) -> Image.Image:
    """Return the mask of a box at a sprite's centre; its shorter sides are half circles."""
    mask = Image.new("1", (2 * sketch.half_width, 2 * sketch.half_height))
    left, top = sketch.half_width - width // 2, sketch.half_height - height // 2
    ImageDraw.Draw(mask).rounded_rectangle((left, top, left + width - 1, top + height - 1), height // 2, 1)
    return mask


def change_offset(width: float) -> tuple[int, int]:
    """Return the offset of the sign for changed powers from the tile's centre, in pixels.

    The sign is in the upper right corner of the tile.
    """
    return round(width * CHANGE_AWAY * 3**0.5 / 2), -round(width * CHANGE_AWAY / 2)


@lru_cache(maxsize=32)
def change_sign(theme: Theme, width: float, change: int) -> Sprite:
    """Return the sign for changed powers: a triangle that points up (Enchant) or down (Curse), and the amount.

    An increase is light on violet, a decrease violet on dark. `width` is that of the tile, in pixels.
    """
    style = Style(max(SMALLEST_FIGURE, round(width * FIGURE)), 850, label=True)
    words, triangle, gap = str(abs(change)), max(12.0, width * TRIANGLE), 2
    across = text.width(words, style) + triangle + gap
    size = max(width * CHANGE, across * 1.22)
    sketch = Sketch(theme, size * 1.1, size * 1.2, theme.gold_hi)
    sketch.polygon(hexagon(0, 0, size), theme.print)
    sketch.polygon(hexagon(0, 0, size - 5), theme.magic_lo if change > 0 else theme.print)
    ink, half, up = theme.bone if change > 0 else theme.magic_hi, triangle / 2, 1 if change > 0 else -1
    left = -across / 2
    sketch.polygon([(left + half, -half * up), (left + triangle, half * up), (left, half * up)], theme.magic_hi)
    letters = [Letter(words, style, left + triangle + gap + text.width(words, style) / 2, 0, ink)]
    return without_ground(sketch.finish(letters), theme, theme.gold_hi)

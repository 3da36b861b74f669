"""The area below the grid: the reserve of each seat, and a key to the small signs on pieces."""

from functools import lru_cache
from typing import Final

from engine.connect_four.roster import MONSTERS
from engine.connect_four.view import Counts, View
from language.messages import N_, _, spoken_language
from render import header, text
from render.connect_four import ground, naming, piece
from render.connect_four.themes import GridTheme
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite
from render.text import Style
from render.theme import Colour

RESERVE_HEADING: Final = 44
RESERVE_PITCH: Final = 81
RESERVE_DISC: Final = 72
RESERVE_ROW: Final = 122
IN_A_ROW: Final = 7
HEADING: Final = Style(30, 600)
WORTH: Final = Style(28, 700)
TIMES: Final = Style(25, 800, label=True)
KEY: Final = Style(28, 600)
KEY_HEIGHT: Final = 56


def reserve_height(view: View) -> int:
    """Return the height of the reserves, which are side by side, in pixels."""
    rows = max((-(-len(seat.reserve) // IN_A_ROW) for seat in view.seats), default=1)
    return RESERVE_HEADING + max(1, rows) * RESERVE_ROW


def draw_reserves(sheet: Sheet, view: View, top: int) -> int:
    """Draw both reserves side by side; return their lower edge."""
    boxes = header.seat_boxes(2)
    for seat, box in enumerate(boxes):
        draw_reserve(sheet, view.seats[seat].reserve, seat, box.left, top)
    return top + reserve_height(view)


def draw_reserve(sheet: Sheet, reserve: Counts, seat: int, left: int, top: int) -> None:
    """Draw the reserve of a seat: each different monster once, with its points and its number of copies."""
    theme = sheet.theme
    number = naming.count(reserve)
    words = _("Reserve of {number}", number=number) if number else _("All placed")
    sheet.write(words, HEADING, left, top + 28, theme.muted, theme.background)
    counted: list[tuple[int, int, int]] = []
    for place, (monster, many) in enumerate(reserve):
        x = left + place % IN_A_ROW * RESERVE_PITCH + RESERVE_DISC // 2
        y = top + RESERVE_HEADING + place // IN_A_ROW * RESERVE_ROW + RESERVE_DISC // 2 + 2
        draw_kind(sheet, seat, monster, x, y)
        counted += [(many, x, y)] if many > 1 else []
    for many, x, y in counted:
        sheet.paste(draw_count(theme, many, seat), x + RESERVE_DISC // 2 - 8, y - RESERVE_DISC // 2 + 10)


def draw_kind(sheet: Sheet, seat: int, monster: str, x: int, y: int, card: Colour | None = None) -> None:
    """Draw a monster as a small disc centred on (x, y), with its points below."""
    theme = sheet.theme
    sheet.paste_opaque(piece.small(theme, RESERVE_DISC, seat, monster, card or theme.background), x, y)
    points = str(MONSTERS[monster].points)
    sheet.write(points, WORTH, x, y + RESERVE_DISC // 2 + 32, theme.ink, card or theme.background, "m")


@lru_cache(maxsize=32)
def draw_count(theme: GridTheme, many: int, seat: int) -> Sprite:
    """Return a small sign with a number of copies of a monster, such as ×3, in a seat's colour."""
    side = theme.sides[naming.SIDES[seat]]
    sketch = Sketch(theme, 46, 34, theme.pit)
    sketch.box(0, 0, 46, 34, theme.background, 17)
    sketch.box(0, 0, 40, 28, side.main, 14)
    sprite = sketch.finish([Letter(f"×{many}", TIMES, 0, 0, theme.print)])
    return sprite._replace(mask=ground.rounded_mask(sketch, 44, 32, 16))


def draw_key(sheet: Sheet, top: int) -> None:
    """Draw the key to the small signs on pieces, with its upper edge at `top`."""
    theme = sheet.theme
    sprite = _key(theme, spoken_language())
    sheet.paste_opaque(sprite, WIDTH // 2, top + KEY_HEIGHT // 2)


@lru_cache(maxsize=8)
def _key(theme: GridTheme, language: str) -> Sprite:
    """Return the key; `language` is the spoken one, a part of the cache's key."""
    sketch = Sketch(theme, WIDTH - 2 * MARGIN, KEY_HEIGHT - 4, theme.background)
    letters: list[Letter] = []
    x = -WIDTH / 2 + MARGIN

    def write(words: str, ink: tuple[int, int, int], gap: int = 17) -> None:
        nonlocal x
        width = text.width(words, KEY)
        letters.append(Letter(words, KEY, x + width / 2, 0, ink))
        x += width + gap

    write(_("attack"), theme.attack if not theme.is_light else theme.sides["red"].lo)
    write(_("defense"), theme.ink)
    write(_("damage"), theme.damage if not theme.is_light else theme.gold_text)
    start = x
    write(_("power"), theme.muted, 28)
    sketch.box((start + x - 28) / 2, 22, x - 28 - start, 5, theme.magic_text, 2)
    radius = 15
    yellow = theme.sides["yellow"].main if not theme.is_light else theme.sides["yellow"].lo
    ring = sketch.at(round(x + radius), 0)
    ring.polygon(piece.arc(140, 400, radius, radius * 0.56), yellow)
    x += 2 * radius + 10
    write(_("clicks left"), theme.muted, 21)
    for icon, ground_colour, ink, words in (
        ("lightning-bolt", theme.bone, theme.print, N_("token")),
        ("skull", theme.blood, theme.bone, N_("victim")),
        ("footprint", theme.power_field, theme.speed, N_("speed power")),
    ):
        piece.disc(sketch, x + radius, 0, radius, ground_colour)
        sketch.icon(icon, x + radius, 0, radius * 1.15, ink)
        x += 2 * radius + 10
        write(_(words), theme.muted, 21)
    return sketch.finish(letters)

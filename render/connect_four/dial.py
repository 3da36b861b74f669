"""The card of one monster: its silhouette, its dial with the values of every click, and its powers in words.

The dial has four slots: speed, attack, defense and damage.
"""

from functools import lru_cache
from math import cos, radians, sin
from typing import Final

from engine.connect_four.roster import MONSTERS, SLOTS, Face
from language.messages import N_, _, ngettext, spoken_language
from render import text
from render.connect_four import alt_text, glyphs, naming, piece
from render.connect_four.themes import GridTheme
from render.palette import cap_colour
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite
from render.text import CAP_HEIGHT, Style
from render.theme import Colour

ROOM: Final = WIDTH - 2 * MARGIN
BANNER: Final = 364
BORDER: Final = 5
DISC: Final = 288
DISC_X: Final = 206
TEXT_LEFT: Final = 396
NAME: Final = Style(62, 850)
SMALLEST_NAME: Final = 44
CLASS: Final = Style(33, 600)
CHIP: Final = Style(33, 700)
SIGN: Final = Style(30, 600)
RAYS: Final = 20

TABLE_TOP: Final = 76
TABLE_ROW: Final = 88
TABLE_LABELS: Final = 216
"""The least width of the labels of the table, in pixels."""
SLOT_LEFT: Final = 74
SLOT: Final = Style(32, 650)
CLICK: Final = Style(28, 650)
VALUE: Final = Style(42, 750)
NOTE: Final = Style(29, 550)
POWER_HEIGHT: Final = 98
POWER: Final = Style(34, 750)
GAP: Final = 14
ACTIVE: Final = N_("active now")


def value_ink(theme: GridTheme, slot: str, on_field: bool = True) -> Colour:
    """Return the colour of the values of a slot, on a dark field (`on_field`) or directly on a card."""
    if theme.is_light and not on_field:
        return theme.ink
    return {"speed": theme.speed, "attack": theme.attack, "damage": theme.damage}.get(slot, theme.bone)


def values_of(face: Face) -> dict[str, tuple[int | None, str]]:
    """Return by slot the value and the active power on one click of the dial.

    The value is None where an hourglass is shown; the power is "" if none is active.
    """
    shown = (face.speed, face.attack, face.defense, face.damage)
    lit = (face.speed_power, face.attack_power, face.defense_power, face.damage_power)
    return dict(zip(SLOTS, zip(shown, lit, strict=True), strict=True))


def draw(
    theme: GridTheme,
    monster: str,
    click: int | None = None,
    victims: int = 0,
    tokens: int = 0,
    seat: int = 0,
    letter: str = "",
) -> tuple[Sheet, str]:
    """Draw the card of a monster on a click of its dial; return it with its alt text.

    `click` is by default the click on which the monster starts. Raises ValueError for an unknown monster or click.
    """
    printed = MONSTERS.get(monster)
    if printed is None:
        raise ValueError(f"no monster {monster[:40]!r}; monsters: {', '.join(MONSTERS)}")
    now = printed.start if click is None else click
    if not 0 <= now < printed.clicks:
        raise ValueError(f"{printed.name} has clicks 0 to {printed.clicks - 1}")
    listed = naming.list_powers(monster)
    height = MARGIN + BANNER + 30 + TABLE_TOP + len(SLOTS) * TABLE_ROW + 14 + 80
    height += len(listed) * (POWER_HEIGHT + GAP) + MARGIN
    sheet = Sheet(theme, height)
    sheet.paste_opaque(
        _banner(theme, monster, now, victims, tokens, seat, letter, spoken_language()), WIDTH // 2, MARGIN + BANNER // 2
    )
    y = _draw_table(sheet, monster, now, victims, seat, MARGIN + BANNER + 30)
    lost = now - printed.start
    left = printed.clicks - now
    sheet.write(_describe_lost(lost, printed.start), NOTE, MARGIN, y + 52, theme.muted, theme.background)
    words = ngettext("{number} click left, then destroyed", "{number} clicks left, then destroyed", left)
    sheet.write(words, NOTE, WIDTH - MARGIN, y + 52, theme.muted, theme.background, "r")
    y += 80
    shown = printed.face(now, victims)
    for power, is_later in listed.items():
        if power in shown.powers:
            when = ACTIVE
        elif is_later and not victims:
            when = N_("once it has a victim")
        else:
            when = N_("not now")
        sheet.paste_opaque(_draw_power(theme, power, when, spoken_language()), WIDTH // 2, y + POWER_HEIGHT // 2)
        y += POWER_HEIGHT + GAP
    return sheet, _alt_text(monster, now, victims, tokens, listed)


def _describe_lost(lost: int, start: int) -> str:
    """Say how many clicks a monster has lost; `start` is the click on which it starts."""
    if lost > 0:
        return ngettext("{number} click lost", "{number} clicks lost", lost)
    if lost < 0:
        return _("{number} healed above", number=-lost)
    return _("fresh, with room to heal") if start else _("fresh")


@lru_cache(maxsize=16)
def _banner(
    theme: GridTheme, monster: str, click: int, victims: int, tokens: int, seat: int, letter: str, language: str
) -> Sprite:
    """Return the upper part of a card, with the monster; `language` is the spoken one, a part of the cache's key."""
    printed, side = MONSTERS[monster], theme.sides[naming.SIDES[seat]]
    sketch = Sketch(theme, ROOM, BANNER, theme.background)
    rim = theme.gold if printed.unique else side.main
    sketch.box(0, 0, ROOM, BANNER, rim, 24)
    across, down = ROOM / 2 - BORDER - 19, BANNER / 2 - BORDER - 19
    disc_x = round(DISC_X - ROOM / 2 - MARGIN)

    def paint(inner: Sketch) -> None:
        inner.box(0, 0, ROOM, BANNER, side.deep)
        moved = inner.at(disc_x, 0)
        for ray in range(RAYS):
            angles = (radians(360 / RAYS * (ray + share)) for share in (0, 0.5))
            moved.polygon([(0, 0), *((WIDTH * cos(angle), WIDTH * sin(angle)) for angle in angles)], side.deep2)

    sketch.clip([(-across, -down), (across, -down), (across, down), (-across, down)], 19, paint)
    look = piece.reserve_look(monster, seat, letter)._replace(click=click, tokens=0)
    moved = sketch.at(disc_x, 0)
    moved.circle(0, DISC * 0.02, DISC / 2, cap_colour(side))
    piece.paint_disc(moved, DISC, look)
    moved.circle(0, -2, DISC * 0.255, cap_colour(side))
    moved.icon(look.glyph, 0, -2, DISC * 0.37, side.main)
    letters = _banner_letters(sketch, monster, victims, tokens, seat)
    if look.chevrons:
        piece.paint_chevrons(moved, look.chevrons, DISC * 0.44, DISC * 0.03, side.tint)
    else:
        moved.icon(glyphs.UNIQUE, 0, DISC * 0.44, DISC * 0.17, theme.gold, 5, cap_colour(side))
    if letter:
        piece.disc(moved, -DISC * 0.37, -DISC * 0.37, 31, side.main)
        letters.append(Letter(letter, Style(40, 850), disc_x - DISC * 0.37, -DISC * 0.37, theme.print))
    return sketch.finish(letters)


def _left(words: str, style: Style, left: float, baseline: float, fill: Colour) -> Letter:
    return Letter(words, style, left + text.width(words, style) / 2, baseline - style.size * CAP_HEIGHT / 2, fill)


def _banner_letters(sketch: Sketch, monster: str, victims: int, tokens: int, seat: int) -> list[Letter]:
    theme, printed, side = sketch.theme, MONSTERS[monster], sketch.theme.sides[naming.SIDES[seat]]
    left, top, room = TEXT_LEFT - ROOM / 2 - MARGIN, -BANNER / 2, ROOM - TEXT_LEFT + MARGIN - 30
    name = naming.full_name(monster)
    lines, style = [name], NAME
    if text.width(name, NAME) > room:
        lines = text.wrap(name, NAME, room)
        while len(lines) > 2 and style.size > SMALLEST_NAME:
            style = style._replace(size=style.size - 2)
            lines = text.wrap(name, style, room)
    letters: list[Letter] = []
    y = top + (92 if len(lines) > 1 else 120)
    for line in lines[:2]:
        letters.append(_left(line, style, left, y, theme.bone))
        y += style.size + 8
    words = f"{naming.class_name(printed.class_name)}, {naming.rank_words(monster)}"
    letters.append(_left(words, CLASS, left, y - 6, side.tint))
    y += 22
    x = left
    reach = naming.reach(monster)
    for icon, chip, ink in (
        (glyphs.POINTS, naming.format_points(monster), theme.gold),
        (glyphs.RANGE, reach, theme.bone),
    ):
        width = text.width(chip, CHIP) + 84
        sketch.box(x + width / 2, y + 28, width, 62, cap_colour(side), 14)
        sketch.icon(icon, x + 36, y + 28, 34, ink)
        letters.append(_left(chip, CHIP, x + 64, y + 28 + CHIP.size * CAP_HEIGHT / 2, ink))
        x += width + 16
    y, x = y + 98, left
    signs: list[tuple[str, Colour, Colour, str]] = []
    if tokens:
        signs.append((glyphs.TOKEN, theme.bone, theme.print, alt_text.format_tokens(tokens)))
    if victims:
        words = ngettext("blooded, {number} victim", "blooded, {number} victims", victims)
        signs.append((glyphs.KILLS, theme.blood, theme.bone, words))
    for icon, fill, ink, said in signs:
        piece.disc(sketch, x + 17, y, 17, fill)
        sketch.icon(icon, x + 17, y, 20, ink)
        letters.append(_left(said, SIGN, x + 46, y + SIGN.size * CAP_HEIGHT / 2, theme.bone))
        x += 46 + text.width(said, SIGN) + 30
    return letters


def _draw_table(sheet: Sheet, monster: str, now: int, victims: int, seat: int, top: int) -> int:
    sprite = _table(sheet.theme, monster, now, victims, seat, spoken_language())
    sheet.paste_opaque(sprite, WIDTH // 2, top + sprite.centre_y)
    return top + TABLE_TOP + len(SLOTS) * TABLE_ROW + 14


@lru_cache(maxsize=32)
def _table(theme: GridTheme, monster: str, now: int, victims: int, seat: int, language: str) -> Sprite:
    """Return the dial as a table on a card: a column per click, and a border around the current one, `now`.

    `language` is the spoken one, a part of the cache's key.
    """
    printed, side = MONSTERS[monster], theme.sides[naming.SIDES[seat]]
    height = TABLE_TOP + len(SLOTS) * TABLE_ROW + 14
    sketch = Sketch(theme, ROOM, height + 24, theme.background)
    sketch.box(0, 0, ROOM, height, theme.panel, 18)
    # German has a longer word for defense.
    labels = max(TABLE_LABELS, SLOT_LEFT + 16 + max(text.width(_(slot), SLOT) for slot in SLOTS))
    step = (ROOM - labels - 10) / printed.clicks
    letters: list[Letter] = []
    top = -height / 2

    def click_x(click: int) -> float:
        return -ROOM / 2 + labels + step * (click + 0.5)

    well = side.tint if theme.is_light else cap_colour(side)
    sketch.box(click_x(now), 0, min(step - 4, 156), height + 20, theme.ring, 18)
    sketch.box(click_x(now), 0, min(step - 4, 156) - 10, height + 10, well, 14)
    for row, slot in enumerate(SLOTS):
        y = top + TABLE_TOP + TABLE_ROW * (row + 0.5)
        ink = value_ink(theme, slot, False)
        sketch.icon(glyphs.SLOTS[slot], -ROOM / 2 + 40, y, 38, ink)
        letters.append(_left(_(slot), SLOT, -ROOM / 2 + SLOT_LEFT, y + SLOT.size * CAP_HEIGHT / 2, theme.ink))
    for click in range(printed.clicks):
        x, is_lost, is_now = click_x(click), click < now, click == now
        words = _("start") if click == printed.start else _("now") if is_now else str(click)
        ink = theme.ink if is_now else theme.faint if is_lost else theme.muted
        letters.append(Letter(words, CLICK, x, top + TABLE_TOP / 2 + 2, ink))
        for row, (slot, (value, power)) in enumerate(values_of(printed.face(click, victims)).items()):
            y = top + TABLE_TOP + TABLE_ROW * (row + 0.5)
            _paint_value(sketch, letters, slot, value, bool(power), (x, y), min(step - 24, 114), is_lost, well, is_now)
    return sketch.finish(letters)


def _paint_value(
    sketch: Sketch,
    letters: list[Letter],
    slot: str,
    value: int | None,
    is_on: bool,
    at: tuple[float, float],
    width: float,
    is_lost: bool,
    well: Colour,
    is_now: bool,
) -> None:
    theme = sketch.theme
    ground = well if is_now else theme.panel
    field = theme.power_field
    if is_lost:
        field = _fade(field, theme.panel, 0.32 if not theme.is_light else 0.22)
    ink = value_ink(theme, slot, is_on and not (is_lost and theme.is_light))
    if is_lost:
        ink = _fade(ink, field if is_on else ground, 0.45)
    if is_on:
        sketch.box(*at, width, 66, field, 13)
    if value is None:
        sketch.icon(glyphs.HOURGLASS, *at, 40, ink if is_lost else theme.magic_hi if is_on else theme.magic_text)
    else:
        style = VALUE._replace(size=VALUE.size + 5, weight=850) if is_now else VALUE
        letters.append(Letter(str(value), style, *at, ink))


def _fade(colour: Colour, ground: Colour, share: float) -> Colour:
    red, green, blue = (round(under + (over - under) * share) for under, over in zip(ground, colour, strict=True))
    return red, green, blue


@lru_cache(maxsize=64)
def _draw_power(theme: GridTheme, power: str, when: str, language: str) -> Sprite:
    """Return the card of a power; `language` is the spoken one, a part of the cache's key."""
    is_on, when = when == ACTIVE, _(when)
    ground = theme.magic_deep if is_on else theme.panel
    ink, quiet = (theme.bone, theme.magic_hi) if is_on else (theme.ink, theme.muted)
    sketch = Sketch(theme, ROOM, POWER_HEIGHT, theme.background)
    sketch.box(0, 0, ROOM, POWER_HEIGHT, ground, 18)
    slot, left = naming.find_slot(power), -ROOM / 2
    sketch.circle(left + 56, 0, 34, theme.power_field)
    sketch.icon(glyphs.SLOTS[slot], left + 56, 0, 36, value_ink(theme, slot))
    style = Style(28, 650)
    room = round(ROOM - 112 - 40 - text.width(when, style))
    words, fitted = text.fit(_(naming.POWER_WORDS[power]), NOTE, room, 28)
    letters = [
        _left(naming.power_title(power), POWER, left + 112, -8, ink),
        _left(words, fitted, left + 112, 32, quiet),
        _left(when, style, ROOM / 2 - 24 - text.width(when, style), 10, quiet),
    ]
    return sketch.finish(letters)


def _alt_text(monster: str, now: int, victims: int, tokens: int, listed: dict[str, bool]) -> str:
    printed = MONSTERS[monster]
    reach = naming.reach(monster)
    said = [
        _(
            "{monster}, {class_name}, {rank}: {points}, {reach}.",
            monster=naming.full_name(monster),
            class_name=_(printed.class_name),
            rank=naming.rank_words(monster),
            points=naming.format_points(monster),
            reach=reach,
        )
    ]
    said.append(_("Speed, attack, defense and damage by click; * power on:"))
    rows: list[str] = []
    for click in range(printed.clicks):
        shown = values_of(printed.face(click, victims)).values()
        values = " ".join(f"{'H' if value is None else value}{'*' if power else ''}" for value, power in shown)
        told = _("now {click}", click=click) if click == now else str(click)
        rows.append(f"{told}: {values}")
    said.append("; ".join(rows) + ".")
    said += [f"{naming.power_title(power)}: {_(naming.POWER_WORDS[power])}." for power in listed]
    if tokens:
        said.append(f"{alt_text.format_tokens(tokens)}.")
    if victims:
        said.append(_("Blooded."))
    return text.truncate(" ".join(said), ALT_LIMIT)


MINI_ROW: Final = 35
MINI_COLUMN: Final = 54
MINI: Final = Style(26, 750, label=True)


@lru_cache(maxsize=128)
def draw_mini_dial(theme: GridTheme, monster: str, card: Colour) -> Sprite:
    """Return a small dial on a card, with a column for each click and a border around the click on which it starts."""
    printed = MONSTERS[monster]
    width, height = printed.clicks * MINI_COLUMN, len(SLOTS) * MINI_ROW
    sketch = Sketch(theme, width + 6, height + 6, card)
    letters: list[Letter] = []
    for click in range(printed.clicks):
        x = -width / 2 + MINI_COLUMN * (click + 0.5)
        if click == printed.start:
            sketch.box(x, 0, MINI_COLUMN + 1, height + 5, theme.muted, 11)
            sketch.box(x, 0, MINI_COLUMN - 4, height, card, 9)
        for row, (slot, (value, power)) in enumerate(values_of(printed.faces[0][click]).items()):
            y = -height / 2 + MINI_ROW * (row + 0.5)
            if power:
                sketch.box(x, y, MINI_COLUMN - 8, MINI_ROW - 4, theme.power_field, 8)
            if value is None:
                sketch.icon(glyphs.HOURGLASS, x, y, 22, theme.magic_hi if power else theme.magic_text)
            else:
                letters.append(Letter(str(value), MINI, x, y, value_ink(theme, slot, bool(power))))
    return sketch.finish(letters)


def draw_slots(sheet: Sheet, x: int, top: int, card: Colour) -> None:
    """Draw the icons of the four slots in a column, as labels for the rows of a small dial."""
    theme = sheet.theme
    for row, slot in enumerate(SLOTS):
        sheet.paste_opaque(_slot(theme, slot, card), x, top + round(MINI_ROW * (row + 0.5)))


@lru_cache(maxsize=16)
def _slot(theme: GridTheme, slot: str, card: Colour) -> Sprite:
    sketch = Sketch(theme, 28, 28, card)
    sketch.icon(glyphs.SLOTS[slot], 0, 0, 24, value_ink(theme, slot, False))
    return sketch.finish()

"""Banners of games: a name, a sentence and two facts on the left, and a tense position of the game on the right.

They stand on the pages where people choose a game. Banners have the colours of the dark theme for every viewer, so one
picture serves private pages and public messages.
"""

from collections.abc import Callable, Sequence
from io import BytesIO
from math import cos, radians, sin
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from language.messages import N_, _, capitalize
from render import text
from render.picture import WIDTH, Picture, Sheet, draw_and_encode
from render.sprites import Letter, Point, Sketch, Sprite
from render.text import CAP_HEIGHT, Style
from render.theme import Colour, Theme

HEIGHT: Final = 420
ART: Final = 560
"""The left edge of a banner's picture, in pixels; texts stay left of it."""
LEFT: Final = 52
RIM: Final = 5
ROUNDED: Final = 30
RAYS: Final = 15
TITLE: Final = Style(72, 850)
SUBTITLE: Final = Style(32, 600)
SENTENCE: Final = Style(36, 600)
FACT: Final = Style(34, 700)
SMALLEST_SENTENCE, SMALLEST_FACT = 28, 24
NEW: Final = Style(30, 750)
NEW_WORDS: Final = N_("New here? Start with this")
MARGIN, BOX_PADDING, FACT_GAP = 12, 22, 14
TITLE_LINE, SUBTITLE_LINE, SENTENCE_LINE, FACT_HEIGHT, NEW_HEIGHT = 72, 48, 46, 56, 50


class Words(NamedTuple):
    """The texts of a banner: the game's title and subtitle, a sentence, and facts such as the number of players.

    `is_first` adds the sign that newcomers start with this game.
    """

    title: str
    subtitle: str
    sentence: str
    facts: tuple[str, ...]
    is_first: bool = False


class Colours(NamedTuple):
    """The colours of a banner: its ground with rays, its rim, its sentence, and the ground of its facts."""

    ground: Colour
    rays: Colour
    rim: Colour
    sentence: Colour
    fact: Colour


def _paint_nothing(sketch: Sketch) -> Sequence[Letter]:
    return ()


def _paste_nothing(sheet: Sheet) -> None:
    return None


class Scene(NamedTuple):
    """A game's part of its banner: the colours, and two functions that draw the position, one after the other.

    `paint` draws on the sketch of the ground, with (0, 0) at the banner's centre, and returns texts. `paste` pastes
    sprites on the finished ground.
    """

    colours: Colours
    paint: Callable[[Sketch], Sequence[Letter]] = _paint_nothing
    paste: Callable[[Sheet], None] = _paste_nothing


def draw_plain(theme: Theme) -> Scene:
    """Return the banner of a game without a position of its own: only rays."""
    side = theme.sides["none"]
    return Scene(Colours(side.deep, side.deep2, side.main, side.tint, theme.line))


def draw(words: Words, scene: Callable[[Theme], Scene], theme: Theme) -> Picture:
    """Draw a banner; it is compressed well, since it is drawn once and sent often."""
    picture = draw_and_encode(_draw, words, scene(theme), theme)
    out = BytesIO()
    Image.open(BytesIO(picture.png)).save(out, "PNG", optimize=True)
    return picture._replace(png=out.getvalue())


def _draw(words: Words, scene: Scene, theme: Theme) -> tuple[Sheet, str]:
    sheet = draw_ground(scene, theme, words)
    sheet.paste(_rim(theme, scene.colours.rim), WIDTH // 2, HEIGHT // 2)
    facts = ", ".join(words.facts)
    return sheet, f"{words.title} {words.subtitle}".strip() + f": {words.sentence} {capitalize(facts)}."


def draw_ground(scene: Scene, theme: Theme, words: Words | None = None) -> Sheet:
    """Draw a banner without its rim; without `words`, the game's position and the rays alone."""
    sheet = Sheet(theme, HEIGHT)
    sketch = Sketch(theme, WIDTH, HEIGHT, scene.colours.ground)
    _paint_rays(sketch, scene.colours.rays)
    letters = list(scene.paint(sketch))
    if words is not None:
        letters += _place_words(sketch, words, scene.colours)
    sheet.paste(_crop(sketch.finish(letters)), WIDTH // 2, HEIGHT // 2)
    scene.paste(sheet)
    return sheet


def _paint_rays(sketch: Sketch, fill: Colour) -> None:
    x = ART + (WIDTH - ART) / 2 - WIDTH / 2

    def point(ray: float) -> Point:
        angle = radians(360 / RAYS * ray)
        return x + WIDTH * cos(angle), WIDTH * sin(angle)

    for ray in range(RAYS):
        sketch.polygon([(x, 0), point(ray), point(ray + 0.5)], fill)


def _place_words(sketch: Sketch, words: Words, colours: Colours) -> list[Letter]:
    """Draw the boxes behind the facts and the sign for newcomers; return all texts with their places.

    The texts are centred vertically as a block, with the facts at the bottom.
    """
    theme, room = sketch.theme, ART - LEFT - 8
    titles = _wrap_title(words.title, room)
    others = len(titles) * TITLE_LINE + FACT_HEIGHT + 34
    others += SUBTITLE_LINE * bool(words.subtitle) + (NEW_HEIGHT + 12) * words.is_first
    sentence_style, line_height = SENTENCE, SENTENCE_LINE
    sentence = text.wrap(words.sentence, sentence_style, room)
    while len(sentence) * line_height > HEIGHT - 2 * MARGIN - others and sentence_style.size > SMALLEST_SENTENCE:
        sentence_style, line_height = sentence_style._replace(size=sentence_style.size - 1), line_height - 1
        sentence = text.wrap(words.sentence, sentence_style, room)
    y = (HEIGHT - others - len(sentence) * line_height) / 2
    letters: list[Letter] = []
    if words.is_first:
        new_here, style = text.fit(_(NEW_WORDS), NEW, room - 2 * BOX_PADDING, SMALLEST_FACT)
        letters += _paint_box(sketch, new_here, style, (LEFT, y), NEW_HEIGHT, (theme.gold, theme.print))[0]
        y += NEW_HEIGHT + 12
    for line, style in titles:
        letters.append(_place(line, style, LEFT, y + TITLE_LINE - 14, theme.ink))
        y += TITLE_LINE
    if words.subtitle:
        letters.append(_place(words.subtitle, SUBTITLE, LEFT, y + SUBTITLE_LINE - 18, colours.sentence))
        y += SUBTITLE_LINE
    for line in sentence:
        letters.append(_place(line, sentence_style, LEFT, y + line_height - 6, colours.sentence))
        y += line_height
    x, y = float(LEFT), y + 34
    fact_style = _fit_facts(words.facts)
    for fact in words.facts:
        placed, x = _paint_box(sketch, fact, fact_style, (x, y), FACT_HEIGHT, (colours.fact, theme.ink))
        letters += placed
        x += FACT_GAP
    return letters


def _fit_facts(facts: Sequence[str]) -> Style:
    """Return the style in which the boxes of the facts end before the banner's picture, if it is large enough."""
    room = ART - 12 - LEFT - sum(2 * BOX_PADDING + FACT_GAP for _fact in facts) + FACT_GAP
    style = FACT
    while sum(text.width(fact, style) for fact in facts) > room and style.size > SMALLEST_FACT:
        style = style._replace(size=style.size - 1)
    return style


def _wrap_title(title: str, room: int) -> list[tuple[str, Style]]:
    return [text.fit(line, TITLE, room, 44) for line in text.wrap(title, TITLE, room)]


def _paint_box(
    sketch: Sketch, words: str, style: Style, place: Point, height: int, colours: tuple[Colour, Colour]
) -> tuple[list[Letter], float]:
    """Draw a rounded box with its upper left corner at `place`; return its text, and the x of its right edge."""
    (left, top), (fill, ink) = place, colours
    width = text.width(words, style) + 2 * BOX_PADDING
    x, y = left + width / 2 - WIDTH / 2, top + height / 2 - HEIGHT / 2
    sketch.box(x, y, width, height, fill, 14)
    return [Letter(words, style, x, y, ink)], left + width


def _place(words: str, style: Style, left: float, baseline: float, fill: Colour) -> Letter:
    middle = baseline - style.size * CAP_HEIGHT / 2
    return Letter(words, style, left + text.width(words, style) / 2 - WIDTH / 2, middle - HEIGHT / 2, fill)


def _rim(theme: Theme, fill: Colour) -> Sprite:
    """Return the banner's rim, with the background outside its round corners."""
    sketch = Sketch(theme, WIDTH - 2, HEIGHT - 2, theme.background)
    sketch.box(0, 0, WIDTH, HEIGHT, fill, ROUNDED)
    mask = Image.new("L", sketch.image.size, 255)
    edge, radius = RIM * sketch.scale, (ROUNDED - RIM) * sketch.scale
    inner = (edge, edge, mask.width - edge - 1, mask.height - edge - 1)
    ImageDraw.Draw(mask).rounded_rectangle(inner, radius, 0)
    return sketch.finish(mask=sketch.reduce_mask(mask).point([0] * 128 + [255] * 128))


def _crop(sprite: Sprite) -> Sprite:
    """Crop a sprite of the whole banner to the banner's size."""
    left, top = sprite.centre_x - WIDTH // 2, sprite.centre_y - HEIGHT // 2
    plane = sprite.plane.crop((left, top, left + WIDTH, top + HEIGHT))
    return sprite._replace(plane=plane, centre_x=WIDTH // 2, centre_y=HEIGHT // 2)


def paste_all(sheet: Sheet, sprites: Sequence[tuple[Sprite, int, int]]) -> None:
    """Paste sprites at their places, the first at the bottom."""
    for sprite, x, y in sprites:
        sheet.paste(sprite, x, y)

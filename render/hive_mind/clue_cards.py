"""The cards with the clues of one hive, beside its last row; with three clues, below the hive."""

from collections.abc import Sequence

from engine.hive_mind.view import Hint
from language.messages import _
from render import header, text
from render.header import Box
from render.hive_mind import cell_signs
from render.hive_mind.kinds import bright, kind_name
from render.hive_mind.themes import HiveTheme
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Sketch, Sprite
from render.text import Style

CARD = (302, 200)
GAP = 28
BESIDE = 2
"""Maximum number of cards beside the last row of the hive."""
NAME = Style(30, 650)
SUM = Style(34, 700)
LONG = 28
"""Font size of a sum that takes two lines, in pixels."""
VALUE = Style(58, 850)
PAD = 22
FEW = 2
"""Maximum number of hexes with which a clue fits one line."""
ONE_LINE = Style(58, 850)


def extra_height(clues: Sequence[Hint]) -> int:
    """Return the height that is needed below the hive for the cards of its clues, in pixels."""
    return CARD[1] + GAP if len(clues) > BESIDE else 0


def draw_cards(sheet: Sheet[HiveTheme], clues: Sequence[Hint], bottom: int) -> None:
    """Draw the cards of a hive's clues, the oldest on the left; `bottom` is their lower edge beside the hive."""
    width, height = CARD
    if len(clues) <= BESIDE:
        lefts = [MARGIN, WIDTH - MARGIN - width][: len(clues)]
    else:
        bottom += extra_height(clues)
        width = (WIDTH - 2 * MARGIN - (len(clues) - 1) * GAP) // len(clues)
        lefts = [MARGIN + index * (width + GAP) for index in range(len(clues))]
    for clue, left in zip(clues, lefts, strict=True):
        _draw_card(sheet, clue, Box(left, bottom - height, left + width, bottom))


def _draw_card(sheet: Sheet[HiveTheme], clue: Hint, box: Box) -> None:
    theme = sheet.theme
    main, ground = theme.kinds[clue.shape.kind]
    card = header.panel(theme, box.right - box.left, box.bottom - box.top, ground, ground, 2)
    sheet.paste_opaque(card, box.left + card.centre_x, box.top + card.centre_y)
    x, ink, room = box.left + PAD, bright(theme), box.right - box.left - 2 * PAD
    eye = bare_eye(theme, clue.shape.kind)
    sheet.paste_opaque(eye, x + eye.centre_x - 2, box.top + 39)
    heading, style = text.fit(_("{kind} clue", kind=kind_name(clue.shape.kind)), NAME, room - 58, 24)
    sheet.write(heading, style, x + 58, box.top + 50, main, ground)
    added, value = clue.shape.looks or _("nothing"), f"= {clue.value}"
    if len(clue.shape.looks) <= FEW and clue.shape.looks:
        words, style = text.fit(f"{' + '.join(added)} {value}", ONE_LINE, room, 40)
        sheet.write(words, style, x, box.top + 142, ink, ground)
        return
    lines = ["+".join(added) if clue.shape.looks else added]
    if text.width(lines[0], SUM._replace(size=LONG)) > room:
        half = -(-len(added) // 2)
        lines = ["+".join(added[:half]) + "+", "+".join(added[half:])]
    for number, line in enumerate(lines):
        words, style = text.fit(line, SUM, room, LONG)
        sheet.write(words, style, x, box.top + (104 if len(lines) == 1 else 90 + 34 * number), ink, ground)
    sheet.write(value, VALUE, x, box.top + (172 if len(lines) == 1 else 182), ink, ground)


def bare_eye(theme: HiveTheme, kind: str) -> Sprite:
    """Return the sprite of an eye in a kind's colour, on the kind's ground."""
    main, ground = theme.kinds[kind]
    sketch = Sketch(theme, 50, 34, ground)
    cell_signs.paint_eye(sketch, 0, 0, 44, main, ground)
    return sketch.finish()

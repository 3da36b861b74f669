"""The legend of Monster Hex's pictures: factions, pieces, hexes, marks."""

from collections.abc import Sequence

from engine.monster_hex.content import FACTIONS, Cell, layout
from engine.monster_hex.variants import variants_of
from engine.monster_hex.view import View
from language.messages import N_, _
from render import header, text
from render.badges import badge
from render.legend import LINE, MEANING, Layout, Legend, Sign, describe
from render.monster_hex import (
    abilities,
    board,
    glyphs,
    ground,
    preview,
    status,
    stones,
    taken_stones,
    targets,
    tiles,
    variant_texts,
)
from render.monster_hex.contests import COLOURLESS, TEMPORARY
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.sprites import Letter, Sketch, Sprite
from render.text import Style
from render.theme import Theme

TITLE = N_("Legend")
PITCH = 140
BADGE = 100
NAME = Style(32, 700)
LAYOUT = Layout(PITCH, PITCH * 8 // 7, 28, NAME)
SIGNS = {
    "red": N_("fire, plain"),
    "blue": N_("trident, bars"),
    "yellow": N_("sun, dots"),
    "green": N_("leaf, chevrons"),
}
PICKS = N_("Most power chooses a value, second gets the other; +2 in your own colour.")
OVERWHELM = N_("With twice the power, first takes both.")


PLAIN = (N_("One left"), N_("Taken stone"), N_("Nobody"), N_("Free hex"), N_("Start hex"), N_("Match"), "+6")
"""The names of self-explanatory signs, which the alt text leaves out if it must also explain abilities."""


def draw(view: View | None, theme: Theme) -> tuple[Sheet, str]:
    """Draw the legend for the factions and the variant of a view, or for all factions; return it with its alt text."""
    known = [seat.faction for seat in view.seats if seat.faction] if view is not None else []
    factions = known or list(FACTIONS)
    cells = layout(2 if view is None else view.board).cells
    has_overwhelm = view is not None and variants_of(view).layout.has_overwhelm
    signs = _signs(theme, factions, cells, has_overwhelm=has_overwhelm)
    more = _ability_signs(theme, factions, view.edition) if view is not None and "abilities" in view.variants else []
    plain = {_(name) for name in PLAIN}
    told = [sign for sign in signs if not more or sign.name not in plain] + more
    signs += more
    legend = Legend(signs, LAYOUT)
    top = header.HEIGHT + 8
    sheet = Sheet(theme, top + BADGE + 40 + legend.height + MARGIN)
    header.draw_title(sheet, _(TITLE), _(status.TITLE), "")
    _write_factions(sheet, factions, top)
    legend.draw(sheet, top + BADGE + 40 + LAYOUT.row_gap // 2)
    return sheet, _alt_text(factions, told)


def _write_factions(sheet: Sheet, factions: Sequence[str], top: int) -> None:
    theme, width = sheet.theme, (WIDTH - 2 * MARGIN) // max(2, len(factions))
    for index, faction in enumerate(factions):
        x = MARGIN + index * width
        sprite = badge(theme, faction, glyphs.FACTIONS[faction], faction[0].upper(), theme.background, BADGE)
        sheet.paste(sprite, x + BADGE // 2, top + BADGE // 2 + 8)
        x += BADGE + 14
        sheet.write(_(faction.capitalize()), NAME, x, top + 34, theme.ink, theme.background)
        for line, words in enumerate(_(SIGNS[faction]).split(", ")):
            sheet.write(words, MEANING, x, top + 34 + LINE * (line + 1), theme.muted, theme.background)


def _signs(theme: Theme, factions: Sequence[str], cells: Sequence[Cell], *, has_overwhelm: bool) -> list[Sign]:
    """Return the signs of every game. The examples of hexes are taken from `cells`, the board's hexes for tiles."""
    one, other = factions[0], factions[-1]
    start = next(cell.label for cell in cells if cell.start)
    free, *_between, gold = (cell.label for cell in cells if not cell.start)
    powers, turned = (5, 5, 3, 2, 2, 3), (2, 5, 2, 4, 3, 4)
    edges = (tiles.LIVE, tiles.LIVE, tiles.OPEN, tiles.OPEN, tiles.SPENT, tiles.SPENT)
    newest = tiles.monster(theme, PITCH, other, "B2", (3, 3, 3, 2, 3, 2), tiles.LIT)
    azure, king = ((6, "blue"), (3, "yellow")), ((7, "red"), (4, "green"))
    contest = ((9, one), (5, other))
    return [
        Sign(
            (tiles.monster(theme, PITCH, one, "A1", powers, tiles.LIT),),
            _("Monster"),
            _("A power per edge. Colour, pattern and letter: its seat. Dots: its rank: C 1, B 2, A 3, S 4."),
        ),
        Sign(
            (tiles.monster(theme, PITCH, one, "A2", turned, edges),),
            _("Edges"),
            _("Bright: faces a stone in play. Full colour: a free hex. Grey: nothing."),
        ),
        Sign(
            (stones.large_stone(theme, PITCH, "Azure Lord Stone", azure, contest, 3, False),),
            _("Large Stone"),
            f"{_(PICKS)} {_(OVERWHELM)}" if has_overwhelm else _(PICKS),
        ),
        Sign(
            (stones.large_stone(theme, PITCH, "Demon King Stone", king, (), 6, True),),
            _("Demon King"),
            _("First here wins a tie at the end."),
        ),
        Sign(
            (stones.small_stone(theme, PITCH, "A1", 1, ((4, one), (2, other)), 2),),
            _("Small Stone"),
            _("1 point for the most power around it; the rank breaks ties."),
        ),
        Sign(
            (stones.small_stone(theme, PITCH, "A1", 1, (), 1),), _("One left"), _("The next tile beside it decides it.")
        ),
        Sign(
            (taken_stones.taken_stone(theme, PITCH, "Azure Lord Stone", ((6, one), (5, other)), False),),
            _("Taken stone"),
            _("Who took how many points."),
        ),
        Sign(
            (taken_stones.taken_stone(theme, PITCH, taken_stones.SMALL, (), False),),
            _("Nobody"),
            _("Nobody took it: a tie."),
        ),
        Sign(
            (ground.free_hex(theme, PITCH, free, False),),
            _("Free hex"),
            _("Named by row and number. Lit in the first two rounds: a tile may fit."),
        ),
        Sign(
            (ground.free_hex(theme, PITCH, start, True),),
            _("Start hex"),
            _("For the first tile, and when no tile fits."),
        ),
        Sign(
            (newest, tiles.ring(theme, PITCH, theme.ring, board.NEWEST)),
            _("Ring"),
            _("The last tile. Thin and grey: the others’ last ones."),
        ),
        Sign(
            (targets.target_hex(theme, PITCH, gold, False, one, 6),),
            _("Gold"),
            _("Points for the chosen tile there. Gold crown: the leader."),
        ),
        Sign(
            (_draw_facing_edges(theme, one, other), preview.match_link(theme, PITCH, 0)),
            _("Match"),
            _("Equal powers that face each other. A new tile needs one."),
        ),
        Sign(
            (header.gain_badge(theme, "+6", theme.gold, theme.background),),
            "+6",
            _("Points by the last tiles, or by the shown move."),
        ),
    ]


def _ability_signs(theme: Theme, factions: Sequence[str], edition: int | None) -> list[Sign]:
    """Return the additional signs of games with abilities."""
    one, other = factions[0], factions[-1]
    emblem, letter = glyphs.FACTIONS[one], one[0].upper()
    plain = badge(theme, one, emblem, letter, theme.background, BADGE)
    return [
        Sign(
            (tiles.monster(theme, PITCH, one, "B3", (6, 6, 3, 3, 4, 6), tiles.LIT, change=2),),
            variant_texts.enchanted_word(edition),
            _("All powers are this much higher. They match as shown."),
        ),
        Sign(
            (tiles.monster(theme, PITCH, other, "C2", (2, 1, 0, 2, 0, 1), tiles.LIT, change=-1),),
            _("Cursed"),
            _("All powers are this much lower, even below 0."),
        ),
        Sign(
            (stones.large_stone(theme, PITCH, TEMPORARY, ((2, COLOURLESS),), ((3, one),), 4, False),),
            _("Petrified hex"),
            _("A temporary stone: once taken, the hex is free again."),
        ),
        Sign(
            (abilities.badge_with_signs(theme, plain, "reward", 2, theme.background),),
            _("Badge"),
            _("Violet: the seat’s ability. Gold: what Reward adds to each first place."),
        ),
        Sign(
            (tiles.monster(theme, PITCH, other, "S1", (5, 4, 5, 3, 4, 3), tiles.LIT, red=True),),
            _("Red rank"),
            _("White diamonds: placing it lets the seat use its ability."),
        ),
    ]


def _draw_facing_edges(theme: Theme, *factions: str) -> Sprite:
    """Return a picture of two tile edges that face each other, one of each faction, with equal powers."""
    width, height, apart = 66, 96, 3
    sketch = Sketch(theme, PITCH, height, theme.background)
    letters: list[Letter] = []
    for side, faction in zip((-1, 1), factions, strict=True):
        sketch.box(side * (width / 2 + apart), 0, width, height, theme.sides[faction].main, 8)
        letters.append(Letter("4", Style(34, 800), side * (width / 2 + apart + 6), 0, theme.print))
    return sketch.finish(letters)


def _alt_text(factions: Sequence[str], signs: Sequence[Sign]) -> str:
    patterns = "; ".join(f"{_(faction)} {_(SIGNS[faction])}" for faction in factions)
    told = _("Factions: {patterns}.", patterns=patterns)
    return text.truncate(f"{_(TITLE)}. {told} {describe(signs)}", ALT_LIMIT)

"""The legend: the signs on the grid, each with its meaning."""

from typing import Final

from engine.connect_four.view import View
from language.messages import _
from render import legend, text
from render.connect_four import ground, naming, piece, reckoning
from render.connect_four.themes import GridTheme
from render.legend import Layout, Sign
from render.picture import ALT_LIMIT, Sheet
from render.sprites import Sketch, Sprite
from render.text import Style

PITCH: Final = 150
LAYOUT: Final = Layout(PITCH, PITCH + 6, 20, Style(34, 750), gap=22, line_margin=10)


def draw(view: View | None, theme: GridTheme) -> tuple[Sheet, str]:
    """Draw the legend; return it with its alt text."""
    signs = _signs(theme)
    state = "" if view is None else naming.state(view)
    sheet = legend.draw(signs, LAYOUT, (_("Signs on the grid"), state, _(naming.TITLE)), theme)
    return sheet, text.truncate(_("Signs on the grid. {signs}", signs=legend.describe(signs)), ALT_LIMIT)


def _signs(theme: GridTheme) -> list[Sign]:
    mastiff = piece.reserve_look("wer-2v", 0, "A")._replace(moving=False, lit=(True, False, True))
    wisp = piece.reserve_look("spi-1e", 1, "T")._replace(clicks=4, click=0)
    plain = wisp._replace(lit=(False, False, False))
    unique = piece.reserve_look("spi-u", 1, "T")._replace(lit=(False, False, False))
    card = theme.background

    def shown(look: piece.PieceStyle) -> tuple[Sprite, ...]:
        return (piece.draw_on_card(theme, PITCH, look, card),)

    hole, ring = _draw_framed_square(theme), ground.ring(theme, PITCH, theme.ring, 7, piece.spared(wisp))
    return [
        Sign(
            shown(mastiff),
            _("A monster"),
            _("Below: attack, defense, damage. Violet line: a power is on."),
        ),
        Sign(
            shown(plain._replace(click=2)),
            _("Clicks"),
            _("One bright arc per click left. Dark arcs on a fresh one: room to heal."),
        ),
        Sign(shown(plain._replace(tokens=1)), _("1 action token"), _("It has attacked once and can once more.")),
        Sign(shown(plain._replace(tokens=2)), _("2 action tokens"), _("No more attacks, but it strikes back.")),
        Sign(shown(plain._replace(is_blooded=True)), _("Victim"), _("It destroyed a monster. More powers may be on.")),
        Sign(
            shown(plain._replace(values=("H", "H", "0"))),
            _("Hourglass"),
            _("On attack: can’t attack. On defense: can’t be attacked. Its owner may turn it."),
        ),
        Sign(shown(plain._replace(moving=True)), _("Footprint"), _("Its speed power is on: rampage, miasma or decay.")),
        Sign(shown(plain._replace(is_infected=True)), _("Infected"), _("It takes 1 at the start of its owner’s turn.")),
        Sign(shown(unique), _("Unique"), _("Gold rim and crown. Others: chevrons for the rank.")),
        Sign(
            (hole, ground.threat(theme, PITCH, ("red",), "A", True)),
            _("Fourth"),
            _("It would complete a four. “4th”: the next monster lands there."),
        ),
        Sign((hole, ground.lit(theme, PITCH, "red")), _("Lit"), _("Where a monster lands, in the first four turns.")),
        Sign((hole, ground.chevron(theme, PITCH, 0.75, theme.ring)), _("Fell"), _("A monster just fell through here.")),
        Sign((*shown(wisp), ring), _("Ring"), _("Just placed. Thin and grey: it fell into a gap.")),
        Sign((ground.burst(theme, "−2", PITCH),), _("Clicks lost"), _("All that it just lost. Green: clicks healed.")),
        Sign((hole, ground.skull(theme, PITCH)), _("Destroyed"), _("A monster just died here.")),
        Sign((_dice(theme),), _("Dice"), _("Dice plus attack must reach the defense. Double 6 hits, double 1 misses.")),
    ]


def _draw_framed_square(theme: GridTheme) -> Sprite:
    """Return an empty square of the grid on a piece of the frame with round corners."""
    sketch = Sketch(theme, PITCH, PITCH, theme.background)
    sketch.box(0, 0, PITCH, PITCH, theme.frame, 18)
    ground.paint_hole(sketch, PITCH)
    return sketch.finish()


def _dice(theme: GridTheme) -> Sprite:
    one, other = (reckoning.die(theme, number, 60, theme.background) for number in (5, 4))
    sprite = Sketch(theme, 130, 70, theme.background).finish()
    sprite.plane.paste(one.plane, (0, 2))
    sprite.plane.paste(other.plane, (66, 2))
    return sprite

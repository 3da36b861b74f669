"""A seat's own hand: its tiles as they lie unturned, where each of them fits now, and the best it could take there.

For its owner only.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.monster_hex.preview import fitting
from engine.monster_hex.view import Tile, View
from render import strip, text
from render.hexes import TALL
from render.monster_hex import tiles, words
from render.monster_hex.prospects import Prospect, own, prospects, ranked
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.text import Style
from render.theme import Theme

LARGEST = 360
"""The widest that a tile is drawn, in pixels."""
TILE_NAME = Style(56, 750)
FITS = Style(36, 650)
BEST = Style(32, 650)
HEXES = Style(30, 500)
LINE = 40
MOST_BEST = 2
MOST_LINES = 4
STACK = Style(30, 500)
ASIDE = 36
"""What stays free between the lists of two tiles, in pixels."""


class Held(NamedTuple):
    """A tile of the hand, and by hex what it could do there."""

    tile: Tile
    places: Mapping[str, Prospect | None]

    def best(self, view: View) -> list[Prospect]:
        """The placements worth most to the viewer."""
        return ranked(view, self.places.values())[:MOST_BEST]


def drawn(view: View, labels: Sequence[str], theme: Theme) -> tuple[Sheet, str]:
    """The hand and its alt text. Raises ValueError for a view without a hand."""
    held = _held(view)
    seat = view.seats[view.viewer]
    name = words.names(view, labels)[view.viewer]
    column = (WIDTH - 2 * MARGIN) // max(3, len(held))
    pitch = min(LARGEST, column) // 2 * 2
    lists = [_lists(view, one, column - ASIDE) for one in held]
    lines = max((len(best) + len(places) for best, places in lists), default=0)
    height = strip.HEADER + 196 + round(pitch * TALL) + lines * LINE if held else strip.HEADER + 110
    sheet = Sheet(theme, height)
    title = strip.titled([name], lambda cut: f"{cut[0]}’s hand")
    strip.header(sheet, title, words.faction_name(seat, view.viewer), f"Round {view.round} of {view.rounds}")
    x = WIDTH // 2 - column * (len(held) - 1) // 2
    for one, (best, places) in zip(held, lists, strict=True):
        y = _tile(sheet, one, seat.faction, x, pitch)
        for style, ink, listed in ((BEST, theme.gold, best), (HEXES, theme.muted, places)):
            for line in listed:
                y += LINE
                sheet.write(line, style, x, y, ink, theme.background, "m")
        x += column
    stack = _stack(view)
    below = f"Still in the stack: {' '.join(stack)}" if stack else "The stack is empty"
    line, style = text.fit(below if held else "No tiles left", STACK, WIDTH - 2 * MARGIN, 28)
    sheet.write(line, style, WIDTH // 2, height - MARGIN - 8, theme.muted, theme.background, "m")
    return sheet, _alt(view, name, held)


def plain_text(view: View, labels: Sequence[str]) -> str:
    """The hand for a font of fixed width. Raises ValueError for a view without a hand."""
    held = _held(view)
    name = words.names(view, labels)[view.viewer]
    faction = words.faction_name(view.seats[view.viewer], view.viewer)
    lines = [f"{name}’s hand · {faction} · Round {view.round} of {view.rounds}", f"Powers {' '.join(words.EDGES)}"]
    for one in held:
        rotations = fitting(view, one.tile.id)
        places = ", ".join(f"{label} ({' '.join(map(str, rotations[label]))})" for label in one.places)
        lines += ["", f"{_named(one.tile)}: {''.join(map(str, one.tile.powers))}"]
        lines.append(f"  {words.fits(len(one.places))}{f', with rotations: {places}' if places else ''}")
        for prospect in one.best(view):
            taken = words.joined(prospect.stones)
            lines.append(
                f"  +{own(view, prospect)} on {prospect.label}, rotation {prospect.rotation}: captures {taken}"
            )
    return "\n".join((*lines, "", f"In the stack: {' '.join(_stack(view)) or 'nothing'}"))


def _held(view: View) -> list[Held]:
    if view.hand is None:
        raise ValueError("a spectator has no hand")
    return [Held(tile, prospects(view, tile.id)) for tile in view.tiles if tile.id in view.hand]


def _stack(view: View) -> list[str]:
    return [tile for tile in view.seats[view.viewer].unplayed if tile not in (view.hand or ())]


def _named(tile: Tile) -> str:
    return f"{tile.id}, {'red' if tile.red else 'black'} rank"


def _tile(sheet: Sheet, held: Held, faction: str | None, x: int, pitch: int) -> int:
    """The tile with its name above and on how many hexes it fits below, on the baseline that is given back."""
    theme, tile, y = sheet.theme, held.tile, strip.HEADER + 44
    sheet.write(tile.id, TILE_NAME, x, y, theme.ink, theme.background, "m")
    y += 22 + round(pitch * TALL / 2)
    sheet.paste(tiles.monster(theme, pitch, faction, tile.rank, tile.red, tile.powers), x, y)
    y += round(pitch * TALL / 2) + 50
    ink = theme.ink if held.places else theme.muted
    sheet.write(words.fits(len(held.places)), FITS, x, y, ink, theme.background, "m")
    return y


def _lists(view: View, held: Held, room: int) -> tuple[list[str], list[str]]:
    """The lines below a tile: the placements worth most, and all the hexes where it may go."""
    return [_best(view, prospect, room) for prospect in held.best(view)], _lines(tuple(held.places), room)


def _best(view: View, prospect: Prospect, room: int) -> str:
    short = f"+{own(view, prospect)} on {prospect.label}"
    long = f"{short} from {', '.join(prospect.stones)}"
    return long if text.width(long, BEST) <= room else short


def _lines(places: Sequence[str], room: int) -> list[str]:
    lines: list[str] = []
    rest = list(places)
    while rest and len(lines) < MOST_LINES:
        count = len(rest)
        last = len(lines) == MOST_LINES - 1
        while count > 1 and text.width(_line(rest, count, last), HEXES) > room:
            count -= 1
        lines.append(_line(rest, count, last))
        rest = rest[count:]
    return lines


def _line(places: Sequence[str], count: int, last: bool) -> str:
    return " ".join(places[:count]) + f" {text.ELLIPSIS}" * (last and count < len(places))


def _alt(view: View, name: str, held: Sequence[Held]) -> str:
    described = f"The hand of {name}, powers from E clockwise."
    for one in held:
        single = "".join(map(str, one.tile.powers))
        described += f" {_named(one.tile)}, {single}: {' '.join([words.fits(len(one.places)), *one.places])}"
        best = [f"+{own(view, prospect)} on {prospect.label}" for prospect in one.best(view)]
        described += f", best {words.joined(best)}." if best else "."
    described += f" In the stack: {' '.join(_stack(view)) or 'nothing'}."
    return text.cut(described, ALT_LIMIT)

"""One hive of a submission, large: as it is pending, as an action would make it, or what can be chosen on it.

For its owner only.
"""

from collections.abc import Mapping, Sequence

import msgspec

from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS
from engine.hive_mind.submitting import is_guess
from engine.hive_mind.view import OwnHive, Shape, View
from render import strip, text
from render.hive_mind import board, comb, draft, kinds, words
from render.hive_mind.comb import Face
from render.hive_mind.kinds import NAMES
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.text import Style
from render.theme import Theme

NOTE = Style(36, 600)
BELOW = 100
CAPTION = 96
BADGE = 56
MOST_LETTERS = 60


def drawn(view: View, labels: Sequence[str], action: str, theme: Theme) -> tuple[Sheet, str]:
    """What an action or its beginning shows, and the alt text. Raises ValueError where there is nothing to show."""
    own = draft.owned(view)
    names = {hive.name: number for number, hive in enumerate(view.hives)}
    match action.replace(":", " ").split():
        case [name] if name in names:
            return _hive(view, labels, names[name], own.hives[names[name]], theme)
        case [name, kind] if name in names and kind in NAMES:
            return _hexes(view, names[name], kind, theme)
        case [name, kind, letter] if name in names and kind in NAMES and letter.upper() in [*LETTERS]:
            return _shapes(view, names[name], kind, letter.upper(), theme)
        case [what, name, *rest] if name in names:
            mine = _with(own.hives[names[name]], what, rest)
            if mine is not None:
                return _hive(view, labels, names[name], mine, theme)
        case [name, letters] if name in names:
            shape = preview.shape_of(letters)
            if shape is not None:
                mine = msgspec.structs.replace(own.hives[names[name]], shape=shape)
                return _hive(view, labels, names[name], mine, theme)
        case _:
            pass
    raise ValueError(f"nothing to preview: {action[:MOST_LETTERS]!r}")


def _with(mine: OwnHive, what: str, rest: Sequence[str]) -> OwnHive | None:
    """What a seat has on a hive with a Double, a Block or a guess; None for anything else."""
    match what, *rest:
        case ["double"]:
            return msgspec.structs.replace(mine, double=True)
        case ["block"]:
            return msgspec.structs.replace(mine, block=True)
        case ["guess", values] if is_guess(values):
            # A guess that is being begun is none yet.
            return msgspec.structs.replace(mine, guess=values if values.strip(".") else None)
        case _:
            return None


def _hive(view: View, labels: Sequence[str], number: int, mine: OwnHive, theme: Theme) -> tuple[Sheet, str]:
    hive = view.hives[number]
    changed = msgspec.structs.replace(draft.owned(view), hives=_replaced(view, number, mine))
    notes = [words.shape_name(mine.shape), draft.looks(mine.shape.looks)] if mine.shape is not None else []
    if not notes and hive.open:
        notes = ["No shape yet", draft.left(view, number)]
    sheet = large(view, draft.faces(view, number, mine), theme, BELOW)
    strip.header(sheet, words.hive_name(hive.name), draft.goes_on(view, number), ", ".join(draft.abilities(mine)))
    _below(sheet, " · ".join(notes), mine.shape.kind if mine.shape is not None else None)
    shown = msgspec.structs.replace(view, own=changed)
    return sheet, words.alt(shown, labels, f"{words.hive_name(hive.name)}, large. {draft.described(shown, labels)}")


def _replaced(view: View, number: int, mine: OwnHive) -> tuple[OwnHive, ...]:
    hives = draft.owned(view).hives
    return (*hives[:number], mine, *hives[number + 1 :])


def large(view: View, faces: Mapping[str, Face], theme: Theme, below: int) -> Sheet:
    """A hive over the full width, with so many pixels free below it."""
    grid = comb.grid_of(view.cells, MARGIN, WIDTH - MARGIN, strip.HEADER)
    sheet = Sheet(theme, strip.HEADER + comb.height(view.cells, grid.pitch) + below + MARGIN // 2)
    comb.draw(sheet, grid, view.cells, faces)
    return sheet


def _below(sheet: Sheet, note: str, kind: str | None) -> None:
    """A line at the foot, with the badge of a kind."""
    theme, x, y = sheet.theme, MARGIN, sheet.plane.height - MARGIN - 12
    if kind is not None:
        sheet.paste(kinds.badge(theme, kind, BADGE, theme.background), x + BADGE // 2, y - 12)
        x += BADGE + 18
    note, style = text.fit(note, NOTE, WIDTH - MARGIN - x, 28)
    if note:
        sheet.write(note, style, x, y, theme.ink, theme.background)


def _hexes(view: View, number: int, kind: str, theme: Theme) -> tuple[Sheet, str]:
    """The hexes that a shape of a kind can cover."""
    hive = view.hives[number]
    bare = msgspec.structs.replace(draft.owned(view).hives[number], shape=None)
    letters = preview.hexes(kind)
    title = f"Where on {words.hive_name(hive.name)}?"
    sheet = large(view, draft.marked(draft.faces(view, number, bare), letters, kind), theme, BELOW)
    strip.header(sheet, title, NAMES[kind], draft.goes_on(view, number))
    _below(sheet, f"Pick a hex that the {NAMES[kind]} covers", kind)
    return sheet, f"{title} {NAMES[kind]}: can cover {words.spaced(letters)}."


def _shapes(view: View, number: int, kind: str, letter: str, theme: Theme) -> tuple[Sheet, str]:
    """The shapes of a kind over a hex, side by side, with what each looks at."""
    hive, shapes = view.hives[number], preview.shapes_over(kind, letter)
    if not shapes:
        raise ValueError(f"no {NAMES[kind]} covers {letter}")
    columns = 2 if len(shapes) <= 4 else 3 if len(shapes) <= 9 else 4
    width = (WIDTH - 2 * MARGIN - (columns - 1) * board.GAP) // columns
    pitch = comb.grid_of(view.cells, 0, width, 0).pitch
    row = comb.height(view.cells, pitch) + CAPTION
    sheet = Sheet(theme, strip.HEADER + row * -(-len(shapes) // columns) + MARGIN // 2)
    title = f"Which {NAMES[kind]} over {letter}?"
    strip.header(sheet, title, words.hive_name(hive.name), draft.goes_on(view, number))
    for index, shape in enumerate(shapes):
        left, top = MARGIN + index % columns * (width + board.GAP), strip.HEADER + index // columns * row
        _small(sheet, view, number, shape, (left, top, width))
    told = "; ".join(f"{shape.letters} {draft.looks(shape.looks)}" for shape in shapes)
    return sheet, text.cut(f"{title} {words.hive_name(hive.name)}: {told}.", ALT_LIMIT)


def _small(sheet: Sheet, view: View, number: int, shape: Shape, place: tuple[int, int, int]) -> None:
    """A hive with a shape on it, its letters and what it looks at below."""
    theme, (left, top, width) = sheet.theme, place
    grid = comb.grid_of(view.cells, left, left + width, top)
    comb.draw(sheet, grid, view.cells, shape_faces(view, number, shape))
    y = top + comb.height(view.cells, grid.pitch)
    sheet.write(shape.letters, NOTE, left + width // 2, y + 36, theme.ink, theme.background, "m")
    line, style = text.fit(draft.looks(shape.looks), draft.LINE, width)
    sheet.write(line, style, left + width // 2, y + 74, theme.muted, theme.background, "m")


def shape_faces(view: View, number: int, shape: Shape) -> dict[str, Face]:
    """A hive's hexes with a shape and what it looks at, and nothing but their letters."""
    hive = view.hives[number]
    return {
        letter: Face(
            board.ground(hive, letter),
            mark=comb.COVERED if letter in shape.letters else comb.LOOKED * (letter in shape.looks),
            kind=shape.kind if letter in shape.letters + shape.looks else "none",
            middle=letter,
        )
        for letter in LETTERS
    }

"""Previews of one hive: its pending submission, the result of an action, or possible choices. Private to its owner."""

from collections.abc import Mapping, Sequence

import msgspec

from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS
from engine.hive_mind.submitting import is_guess
from engine.hive_mind.view import OwnHive, Shape, View
from render import header, text
from render.hive_mind import alt_text, board, draft, honeycomb, kinds
from render.hive_mind.honeycomb import Face
from render.hive_mind.kinds import NAMES
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.text import Style
from render.theme import Theme

NOTE = Style(36, 600)
NOTE_HEIGHT = 100
CAPTION = 96
BADGE = 56
MAX_ECHOED = 60


def draw(view: View, labels: Sequence[str], action: str, theme: Theme) -> tuple[Sheet, str]:
    """The preview of an action or its beginning, and the alt text. Raises ValueError for anything else."""
    own = draft.own_part(view)
    names = {hive.name: number for number, hive in enumerate(view.hives)}
    match action.replace(":", " ").split():
        case [name] if name in names:
            return _draw_hive(view, labels, names[name], own.hives[names[name]], theme)
        case [name, kind] if name in names and kind in NAMES:
            return _draw_hexes(view, names[name], kind, theme)
        case [name, kind, letter] if name in names and kind in NAMES and letter.upper() in [*LETTERS]:
            return _draw_shapes(view, names[name], kind, letter.upper(), theme)
        case [verb, name, *rest] if name in names:
            mine = _apply(own.hives[names[name]], verb, rest)
            if mine is not None:
                return _draw_hive(view, labels, names[name], mine, theme)
        case [name, letters] if name in names:
            shape = preview.shape_of(letters)
            if shape is not None:
                mine = msgspec.structs.replace(own.hives[names[name]], shape=shape)
                return _draw_hive(view, labels, names[name], mine, theme)
        case _:
            pass
    raise ValueError(f"nothing to preview: {action[:MAX_ECHOED]!r}")


def _apply(mine: OwnHive, verb: str, rest: Sequence[str]) -> OwnHive | None:
    """A hive's submission after a Double, a Block or a guess; None for any other action."""
    match verb, *rest:
        case ["double"]:
            return msgspec.structs.replace(mine, double=True)
        case ["block"]:
            return msgspec.structs.replace(mine, block=True)
        case ["guess", values] if is_guess(values):
            # Twelve blanks are the start of composing a guess.
            return msgspec.structs.replace(mine, guess=values if values.strip(".") else None)
        case _:
            return None


def _draw_hive(view: View, labels: Sequence[str], number: int, mine: OwnHive, theme: Theme) -> tuple[Sheet, str]:
    hive = view.hives[number]
    changed = msgspec.structs.replace(draft.own_part(view), hives=_replace_hive(view, number, mine))
    notes = [alt_text.shape_name(mine.shape), draft.looks_text(mine.shape.looks)] if mine.shape is not None else []
    if not notes and hive.open:
        notes = ["No shape yet", draft.possible_kinds_text(view, number)]
    sheet = enlarged_hive(draft.faces(view, number, mine), theme, NOTE_HEIGHT)
    header.draw_title(
        sheet, alt_text.hive_name(hive.name), draft.round_status(view, number), ", ".join(draft.abilities(mine))
    )
    _write_note(sheet, " · ".join(notes), mine.shape.kind if mine.shape is not None else None)
    shown = msgspec.structs.replace(view, own=changed)
    return sheet, alt_text.describe_board(
        shown, labels, f"{alt_text.hive_name(hive.name)}, large. {draft.describe(shown, labels)}"
    )


def _replace_hive(view: View, number: int, mine: OwnHive) -> tuple[OwnHive, ...]:
    hives = draft.own_part(view).hives
    return (*hives[:number], mine, *hives[number + 1 :])


def enlarged_hive(faces: Mapping[str, Face], theme: Theme, below: int) -> Sheet:
    """A sheet with a hive at full width and `below` pixels of space under it."""
    grid = honeycomb.grid_of(MARGIN, WIDTH - MARGIN, header.HEIGHT)
    sheet = Sheet(theme, header.HEIGHT + honeycomb.height(grid.pitch) + below + MARGIN // 2)
    honeycomb.draw_hexes(sheet, grid, faces)
    return sheet


def _write_note(sheet: Sheet, note: str, kind: str | None) -> None:
    """Writes a line at the bottom, with the badge of a kind."""
    theme, x, y = sheet.theme, MARGIN, sheet.plane.height - MARGIN - 12
    if kind is not None:
        sheet.paste(kinds.badge(theme, kind, BADGE, theme.background), x + BADGE // 2, y - 12)
        x += BADGE + 18
    note, style = text.fit(note, NOTE, WIDTH - MARGIN - x, 28)
    if note:
        sheet.write(note, style, x, y, theme.ink, theme.background)


def _draw_hexes(view: View, number: int, kind: str, theme: Theme) -> tuple[Sheet, str]:
    """Draws the hexes that a shape of a kind can cover."""
    hive = view.hives[number]
    bare = msgspec.structs.replace(draft.own_part(view).hives[number], shape=None)
    letters = preview.hexes(kind)
    title = f"Where on {alt_text.hive_name(hive.name)}?"
    sheet = enlarged_hive(draft.offer_hexes(draft.faces(view, number, bare), letters, kind), theme, NOTE_HEIGHT)
    header.draw_title(sheet, title, NAMES[kind], draft.round_status(view, number))
    _write_note(sheet, f"Pick a hex that the {NAMES[kind]} covers", kind)
    return sheet, f"{title} {NAMES[kind]}: can cover {alt_text.spaced(letters)}."


def _draw_shapes(view: View, number: int, kind: str, letter: str, theme: Theme) -> tuple[Sheet, str]:
    """Draws the shapes of a kind over a hex side by side, with the hexes they look at."""
    hive, shapes = view.hives[number], preview.shapes_over(kind, letter)
    if not shapes:
        raise ValueError(f"no {NAMES[kind]} covers {letter}")
    columns = 2 if len(shapes) <= 4 else 3 if len(shapes) <= 9 else 4
    width = (WIDTH - 2 * MARGIN - (columns - 1) * board.GAP) // columns
    pitch = honeycomb.grid_of(0, width, 0).pitch
    row = honeycomb.height(pitch) + CAPTION
    sheet = Sheet(theme, header.HEIGHT + row * -(-len(shapes) // columns) + MARGIN // 2)
    title = f"Which {NAMES[kind]} over {letter}?"
    header.draw_title(sheet, title, alt_text.hive_name(hive.name), draft.round_status(view, number))
    for index, shape in enumerate(shapes):
        left, top = MARGIN + index % columns * (width + board.GAP), header.HEIGHT + index // columns * row
        _draw_shape(sheet, view, number, shape, (left, top, width))
    choices = "; ".join(f"{shape.letters} {draft.looks_text(shape.looks)}" for shape in shapes)
    return sheet, text.truncate(f"{title} {alt_text.hive_name(hive.name)}: {choices}.", ALT_LIMIT)


def _draw_shape(sheet: Sheet, view: View, number: int, shape: Shape, place: tuple[int, int, int]) -> None:
    """Draws a hive with a shape on it, and below it the letters and the hexes it looks at."""
    theme, (left, top, width) = sheet.theme, place
    grid = honeycomb.grid_of(left, left + width, top)
    honeycomb.draw_hexes(sheet, grid, shape_faces(view, number, shape))
    y = top + honeycomb.height(grid.pitch)
    sheet.write(shape.letters, NOTE, left + width // 2, y + 36, theme.ink, theme.background, "m")
    line, style = text.fit(draft.looks_text(shape.looks), draft.LINE, width)
    sheet.write(line, style, left + width // 2, y + 74, theme.muted, theme.background, "m")


def shape_faces(view: View, number: int, shape: Shape) -> dict[str, Face]:
    """The faces of a hive's hexes with one shape and the hexes it looks at, without counts."""
    hive = view.hives[number]
    return {
        letter: Face(
            board.ground(hive, letter),
            mark=honeycomb.COVERED if letter in shape.letters else honeycomb.LOOKED * (letter in shape.looks),
            kind=shape.kind if letter in shape.letters + shape.looks else "none",
            middle=letter,
        )
        for letter in LETTERS
    }

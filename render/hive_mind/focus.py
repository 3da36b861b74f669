"""Enlarged pictures of one hive with its pending submission, the result of an action, or possible choices.

They are private: only the viewer sees them.
"""

from collections.abc import Mapping, Sequence

import msgspec

from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS
from engine.hive_mind.submitting import is_guess
from engine.hive_mind.view import OwnHive, Shape, View
from render import header, text
from render.header import Box
from render.hive_mind import alt_text, board, draft, guesses, honeycomb, kinds, parts
from render.hive_mind.honeycomb import Face
from render.hive_mind.kinds import KINDS, NAMES
from render.hive_mind.themes import HiveTheme
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.text import Style

NOTE = Style(36, 650)
NAME = Style(36, 750)
NOTE_HEIGHT = 100
CAPTION = 100
BADGE = 56
MAX_ECHOED = 60
CHOICE_WIDTH = 760
"""Width of the hive that is drawn above the cards of the three kinds, in pixels."""
CARD_HEIGHT = 456


def draw(view: View, labels: Sequence[str], action: str, theme: HiveTheme) -> tuple[Sheet, str]:
    """Draw one hive, enlarged, for the viewer only; return it with its alt text.

    `action` is an action in notation, or the beginning of a choice:

    - `HIVE`: its pending submission, or an example of each kind if there is no shape
    - `HIVE KIND`: the hexes that a shape of this kind can cover
    - `HIVE KIND HEX`: the shapes of this kind over a hex
    - `HIVE:LETTERS`, `double:HIVE`, `block:HIVE`: the submission after this action
    - `guess:HIVE:TWELVE`: the guess

    Raises ValueError for a spectator and for any other text.
    """
    own = draft.own_part(view)
    names = {hive.name: number for number, hive in enumerate(view.hives)}
    match action.replace(":", " ").split():
        case [name] if name in names:
            if _may_choose_kind(view, names[name]):
                return _draw_kinds(view, labels, names[name], theme)
            return _draw_hive(view, labels, names[name], own.hives[names[name]], theme)
        case [name, kind] if name in names and kind in NAMES:
            return _draw_hexes(view, names[name], kind, theme)
        case [name, kind, letter] if name in names and kind in NAMES and letter.upper() in [*LETTERS]:
            return _draw_shapes(view, names[name], kind, letter.upper(), theme)
        case ["guess", name, values] if name in names and is_guess(values):
            return guesses.draw(view, name, values, False, theme)
        case [("double" | "block") as ability, name] if name in names:
            mine = msgspec.structs.replace(own.hives[names[name]], **{ability: True})
            return _draw_hive(view, labels, names[name], mine, theme)
        case [name, letters] if name in names and (shape := preview.parse_shape(letters)) is not None:
            mine = msgspec.structs.replace(own.hives[names[name]], shape=shape)
            return _draw_hive(view, labels, names[name], mine, theme)
        case _:
            pass
    raise ValueError(f"nothing to preview: {action[:MAX_ECHOED]!r}")


def _may_choose_kind(view: View, number: int) -> bool:
    hive = view.hives[number]
    return hive.open and preview.own_hive(view, hive.name).shape is None


def _draw_hive(view: View, labels: Sequence[str], number: int, mine: OwnHive, theme: HiveTheme) -> tuple[Sheet, str]:
    hive = view.hives[number]
    changed = msgspec.structs.replace(draft.own_part(view), hives=_replace_hive(view, number, mine))
    shape = mine.shape
    note = f"{alt_text.shape_name(shape)} {draft.looks_text(shape.looks)}" if shape else "No shape yet" * hive.open
    sheet = enlarged_hive(draft.faces(view, number, mine), theme, NOTE_HEIGHT)
    header.draw_title(
        sheet, alt_text.hive_name(hive.name), draft.round_status(view, number), ", ".join(draft.abilities(mine))
    )
    _write_note(sheet, note, shape.kind if shape is not None else None)
    shown = msgspec.structs.replace(view, own=changed)
    return sheet, alt_text.describe_board(
        shown, labels, f"{alt_text.hive_name(hive.name)}, large. {draft.describe(shown, labels)}"
    )


def _replace_hive(view: View, number: int, mine: OwnHive) -> tuple[OwnHive, ...]:
    hives = draft.own_part(view).hives
    return (*hives[:number], mine, *hives[number + 1 :])


def enlarged_hive(faces: Mapping[str, Face], theme: HiveTheme, below: int) -> Sheet:
    """Return a sheet with a hive at full width and `below` pixels of free space under it."""
    grid = honeycomb.fit_hive_grid(MARGIN, WIDTH - MARGIN, header.HEIGHT)
    sheet = Sheet(theme, header.HEIGHT + honeycomb.height(grid.pitch) + below + MARGIN // 2)
    honeycomb.draw_hexes(sheet, grid, faces)
    return sheet


def _write_note(sheet: Sheet, note: str, kind: str | None) -> None:
    """Write a line at the bottom of a sheet, after the badge of a kind if one is given."""
    theme, x, y = sheet.theme, MARGIN, sheet.plane.height - MARGIN - 12
    if kind is not None:
        sheet.paste(kinds.badge(theme, kind, BADGE, theme.background), x + BADGE // 2, y - 12)
        x += BADGE + 18
    note, style = text.fit(note, NOTE, WIDTH - MARGIN - x, 28)
    if note:
        sheet.write(note, style, x, y, theme.ink, theme.background)


def _draw_kinds(view: View, labels: Sequence[str], number: int, theme: HiveTheme) -> tuple[Sheet, str]:
    """Draw a hive and, below it, a card with an example of each kind; return it with its alt text."""
    hive, mine = view.hives[number], draft.own_part(view).hives[number]
    left = (WIDTH - CHOICE_WIDTH) // 2
    grid = honeycomb.fit_hive_grid(left, left + CHOICE_WIDTH, header.HEIGHT)
    top = header.HEIGHT + honeycomb.height(grid.pitch) + 16
    sheet = Sheet(theme, top + CARD_HEIGHT + MARGIN)
    name = alt_text.hive_name(hive.name)
    header.draw_title(sheet, f"Which kind on {name}?", draft.round_status(view, number), "No shape yet")
    honeycomb.draw_hexes(sheet, grid, draft.faces(view, number, mine))
    width = (WIDTH - 2 * MARGIN - 2 * board.GAP) // 3
    for index, kind in enumerate(KINDS):
        x = MARGIN + index * (width + board.GAP)
        _draw_kind(sheet, kind, kind_note(view, hive.name, kind), Box(x, top, x + width, top + CARD_HEIGHT))
    return sheet, alt_text.describe_board(view, labels, f"{name}, large. {draft.describe(view, labels)}")


def kind_note(view: View, hive: str, kind: str) -> str:
    """Return a short reason why a kind can't be played on a hive now, or an empty string if it can (HM-7)."""
    if kind in preview.possible_kinds(view, hive):
        return ""
    where = preview.kinds_pending_elsewhere(view, hive).get(kind)
    return "played already" if where is None else f"is on {alt_text.hive_name(where)}"


def _draw_kind(sheet: Sheet, kind: str, note: str, box: Box) -> None:
    """Draw the card of a kind with an example on a small hive.

    If the kind can't be played, `note` says why, and the hive is empty.
    """
    theme, shape = sheet.theme, preview.parse_shape(kinds.EXAMPLES[kind])
    parts.draw_card(sheet, box, theme.background, theme.raised if note else theme.kinds[kind].main)
    grid = honeycomb.fit_hive_grid(box.left + 14, box.right - 14, box.top + 66)
    faces = {letter: Face(honeycomb.CLOSED) for letter in LETTERS}
    if shape is not None and not note:
        faces = example_faces(shape)
    honeycomb.draw_hexes(sheet, grid, faces)
    ink = theme.muted if note else theme.ink
    badge = kinds.badge(theme, kind, 46, theme.background)
    sheet.paste(badge, box.left + 20 + badge.centre_x, box.top + 36)
    sheet.write(NAMES[kind], NAME, box.left + 82, box.top + 49, ink, theme.background)
    middle = (box.left + box.right) // 2
    words, style = text.fit(note or f"{shape_letters(kind)}: hint adds up", draft.LINE, box.right - box.left - 32)
    sheet.write(words, style, middle, box.bottom - 58 + 10, theme.muted, theme.background, "m")
    if not note and shape is not None:
        sheet.write(" + ".join(shape.looks), draft.HEAD, middle, box.bottom - 18, ink, theme.background, "m")


def shape_letters(kind: str) -> str:
    """Return the name of a kind and the letters of its example shape, such as "Tri ABE"."""
    return f"{NAMES[kind]} {kinds.EXAMPLES[kind]}"


def example_faces(shape: Shape) -> dict[str, Face]:
    """Return by letter the contents of a hive's cells with only a shape and the hexes it looks at."""
    return {
        letter: Face(
            honeycomb.HONEY if letter in shape.looks else honeycomb.CLOSED,
            mark=honeycomb.COVERED if letter in shape.letters else honeycomb.LOOKED * (letter in shape.looks),
            kind=shape.kind,
            middle=letter,
        )
        for letter in LETTERS
    }


def _draw_hexes(view: View, number: int, kind: str, theme: HiveTheme) -> tuple[Sheet, str]:
    """Draw a hive with the hexes marked that a shape of a kind can cover; return it with its alt text."""
    hive = view.hives[number]
    bare = msgspec.structs.replace(draft.own_part(view).hives[number], shape=None)
    letters = preview.hexes_of_kind(kind)
    title = f"Where on {alt_text.hive_name(hive.name)}?"
    sheet = enlarged_hive(draft.offer_hexes(draft.faces(view, number, bare), letters, kind), theme, NOTE_HEIGHT)
    header.draw_title(sheet, title, draft.round_status(view, number), NAMES[kind])
    _write_note(sheet, f"Pick a hex that the {NAMES[kind]} covers", kind)
    return sheet, f"{title} {NAMES[kind]}: can cover {alt_text.format_hexes(letters)}."


def _draw_shapes(view: View, number: int, kind: str, letter: str, theme: HiveTheme) -> tuple[Sheet, str]:
    """Draw all shapes of a kind over a hex, each on a hive of its own; return them with the alt text.

    Raises ValueError if there are none.
    """
    hive, shapes = view.hives[number], preview.list_shapes_on_hex(kind, letter)
    if not shapes:
        raise ValueError(f"no {NAMES[kind]} covers {letter}")
    columns = 2 if len(shapes) <= 4 else 3 if len(shapes) <= 9 else 4
    width = (WIDTH - 2 * MARGIN - (columns - 1) * board.GAP) // columns
    pitch = honeycomb.fit_hive_grid(0, width, 0).pitch
    row = honeycomb.height(pitch) + CAPTION
    sheet = Sheet(theme, header.HEIGHT + row * -(-len(shapes) // columns) + MARGIN // 2)
    title = f"Which {NAMES[kind]} over {letter}?"
    header.draw_title(sheet, title, alt_text.hive_name(hive.name), draft.round_status(view, number))
    for index, shape in enumerate(shapes):
        left, top = MARGIN + index % columns * (width + board.GAP), header.HEIGHT + index // columns * row
        _draw_shape(sheet, view, number, shape, (left, top, width))
    choices = "; ".join(f"{shape.letters} {draft.looks_text(shape.looks)}" for shape in shapes)
    return sheet, text.truncate_to_text_board(f"{title} {alt_text.hive_name(hive.name)}: {choices}.", ALT_LIMIT)


def _draw_shape(sheet: Sheet, view: View, number: int, shape: Shape, place: tuple[int, int, int]) -> None:
    """Draw a hive with a shape on it and, below it, the shape's letters and the hexes it looks at.

    `place` is the left edge, the top edge and the width, in pixels.
    """
    theme, (left, top, width) = sheet.theme, place
    grid = honeycomb.fit_hive_grid(left, left + width, top)
    honeycomb.draw_hexes(sheet, grid, shape_faces(view, number, shape))
    y = top + honeycomb.height(grid.pitch)
    sheet.write(shape.letters, NAME, left + width // 2, y + 38, theme.ink, theme.background, "m")
    line, style = text.fit(draft.looks_text(shape.looks), draft.LINE, width)
    sheet.write(line, style, left + width // 2, y + 76, theme.muted, theme.background, "m")


def shape_faces(view: View, number: int, shape: Shape) -> dict[str, Face]:
    """Return by letter the contents of a hive's cells with a shape and the hexes it looks at.

    The numbers of shapes played are left out.
    """
    hive = view.hives[number]
    return {
        letter: board.bare_face(hive, letter)._replace(
            mark=honeycomb.COVERED if letter in shape.letters else honeycomb.LOOKED * (letter in shape.looks),
            kind=shape.kind,
            middle=letter,
        )
        for letter in LETTERS
    }

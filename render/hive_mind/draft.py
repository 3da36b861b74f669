"""The picture and texts of a pending submission: shapes, the hexes they look at, Double, Block and guess.

They are private: only the submission's owner sees them.
"""

from collections.abc import Mapping, Sequence

from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS
from engine.hive_mind.editions import ROUNDS
from engine.hive_mind.view import Hint, OwnHive, PrivateView, View
from render import header, text
from render.header import Box
from render.hive_mind import alt_text, board, honeycomb, kinds, parts
from render.hive_mind.honeycomb import Face
from render.hive_mind.kinds import NAMES
from render.hive_mind.themes import HiveTheme
from render.picture import Sheet
from render.text import Style, pluralize
from render.theme import Colour

SHAPE = Style(34, 700)
HEAD = Style(30, 700)
LINE = Style(28, 500)
STEP = 38
BAND = 100
BADGE = 44
NOTHING_MISSING = "All set. Press Ready."


def draw(view: View, labels: Sequence[str], theme: HiveTheme) -> tuple[Sheet, str]:
    """Draw the viewer's whole submission and return it with its alt text.

    Raises ValueError for a spectator.
    """
    own = own_part(view)
    sentences = status_sentences(view, labels, own)
    # In a round the first sentence says which shapes are missing, so it becomes the notice.
    notice = sentences.pop(0) if view.phase == "round" and progress(view) else alt_text.notice(view)
    room = board.build_layout(view, BAND, 0).panel
    lines = _lines(view, own, sentences, room.right - room.left)
    panel = parts.HEADING_HEIGHT + sum(_line_height(style) for _, style in lines) + board.PAD
    places = board.build_layout(view, BAND, panel, bool(notice))
    sheet = Sheet(theme, places.height)
    header.draw_title(sheet, title(view), alt_text.status(view), progress(view))
    if notice:
        parts.draw_notice(sheet, notice, board.TOP)
    for number, mine in enumerate(own.hives):
        box = places.hives[number]
        board.draw_hive(sheet, view, number, box, faces(view, number, mine), round_status(view, number))
        _draw_submission(sheet, view, number, mine, box)
    _draw_panel(sheet, lines, places.panel)
    return sheet, alt_text.describe_board(view, labels, describe(view, labels))


def own_part(view: View) -> PrivateView:
    """Return the private part of the viewer's view.

    Raises ValueError for a spectator.
    """
    if view.own is None:
        raise ValueError("a spectator has no submission")
    return view.own


def title(view: View) -> str:
    """Return the title of the picture; after the end, the picture only shows guesses and hints."""
    return "Your submission" if view.scores is None else "Your guesses and hints"


def progress(view: View) -> str:
    """Return "ready" or "not ready yet" for the viewer; an empty string if nothing is submitted now."""
    if view.phase not in ("round", "totals") or view.seats[view.viewer].forfeited:
        return ""
    return "not ready yet" if view.viewer in view.actors else "ready"


def round_status(view: View, number: int) -> str:
    """Return the current round of a hive in words, such as "Round 2 of 3" or "closed"."""
    hive = view.hives[number]
    return f"Round {hive.round} of {ROUNDS}" if hive.open else "closed" if hive.rounds else "not open yet"


def faces(view: View, number: int, mine: OwnHive) -> dict[str, Face]:
    """Return the contents of a hive's cells in the picture of a submission, by letter.

    They show the pending shape, the hexes that it looks at, the guess, and the number of shapes in each round.
    """
    hive = view.hives[number]
    faces_by_letter: dict[str, Face] = {}
    for cell, letter in enumerate(LETTERS):
        mark = ""
        if mine.shape is not None:
            mark = (
                honeycomb.COVERED if letter in mine.shape.letters else honeycomb.LOOKED * (letter in mine.shape.looks)
            )
        guessed = mine.guess[cell] if mine.guess is not None else "."
        faces_by_letter[letter] = board.bare_face(hive, letter)._replace(
            mark=mark,
            kind=mine.shape.kind if mine.shape is not None and mark else "tri",
            middle=letter,
            foot=alt_text.counts_by_round(hive.rounds, cell),
            digit=guessed if guessed != "." else "",
        )
    return faces_by_letter


def _draw_submission(sheet: Sheet, view: View, number: int, mine: OwnHive, box: Box) -> None:
    """Draw below a hive its pending shape, the hexes that it looks at, and chips for Double and Block."""
    theme, hive = sheet.theme, view.hives[number]
    top, x, right = box.bottom - BAND + 8, box.left, box.right
    for word in reversed(abilities(mine)):
        draw_chip = parts.double_chip if word == "Double" else parts.block_chip
        chip = draw_chip(theme, word, theme.background)
        right -= chip.plane.width
        sheet.paste_opaque(chip, right + chip.centre_x, top + 24)
        right -= board.CHIP_GAP
    if mine.shape is not None:
        sheet.paste(kinds.badge(theme, mine.shape.kind, BADGE, theme.background), x + BADGE // 2, top + 24)
        sheet.write(alt_text.shape_name(mine.shape), SHAPE, x + BADGE + 14, top + 36, theme.ink, theme.background)
        second = looks_text(mine.shape.looks)
    elif hive.open:
        sheet.write("No shape yet", SHAPE, x, top + 36, theme.ink, theme.background)
        second = possible_kinds_text(view, number)
    else:
        second = ""
    second, style = text.fit(second, LINE, box.right - box.left)
    if second:
        sheet.write(second, style, x, top + 80, theme.muted, theme.background)


def abilities(mine: OwnHive) -> list[str]:
    """Return the names of the abilities that a seat has on a hive: "Double", "Block", both or none."""
    return [word for word, has in (("Double", mine.double), ("Block", mine.block)) if has]


def looks_text(letters: str) -> str:
    """Return a text on the hexes that a shape looks at, such as "looks at B F H I"."""
    return f"looks at {' '.join(letters)}" if letters else "looks at nothing"


def possible_kinds_text(view: View, number: int) -> str:
    """Return a text on the kinds that the viewer may play on a hive now, such as "possible: Tri or Arc" (HM-7)."""
    possible = preview.possible_kinds(view, view.hives[number].name)
    return f"possible: {text.join_words([NAMES[kind] for kind in possible], 'or') or 'nothing'}"


def status_sentences(view: View, labels: Sequence[str], own: PrivateView) -> list[str]:
    """Return sentences on the viewer's submission: missing shapes, guesses, possible Doubles and Blocks, garnets."""
    names = alt_text.display_names(view, labels)
    sentences: list[str] = []
    if view.phase == "round":
        missing = [alt_text.hive_name(name) for name in preview.find_missing(view)]
        if progress(view) == "ready":
            sentences.append("You are ready.")
        elif progress(view):
            sentences.append(f"No shape yet on {text.join_words(missing)}." if missing else NOTHING_MISSING)
        if guessable := preview.guessable_hives(view):
            made = sum(preview.own_hive(view, name).guess is not None for name in guessable)
            sentences.append(f"Values guessed: {made} of {pluralize(len(guessable), 'hive')}.")
        sentences += describe_purchases(view)
    if view.phase == "totals":
        guesses = [f"{names[seat]} {total}" for seat, total in enumerate(own.totals) if total is not None]
        sentences.append(f"Totals guessed: {', '.join(guesses) or 'none'}.")
    if own.garnets.start or own.garnets.spent:
        sentences.append(f"Garnets: {own.garnets.start - own.garnets.spent} of {own.garnets.start}.")
    return sentences


def describe_purchases(view: View) -> list[str]:
    """Return sentences on the Doubles and Blocks that the viewer may declare now, with prices (HM-13)."""
    sentences: list[str] = []
    for ability in ("double", "block"):
        offered = [purchase for purchase in preview.purchases(view) if purchase.what == ability]
        if offered:
            prices = {purchase.cost for purchase in offered}
            price = f", {pluralize(max(prices), 'garnet')}" if max(prices) else ""
            hives = text.join_words([alt_text.hive_name(purchase.hive) for purchase in offered], "or")
            sentences.append(f"{ability.capitalize()} possible on {hives}{price}.")
    return sentences


def hint_line(hint: Hint) -> str:
    """Format a hint as a sum, such as "Tri ADE: B+F+H+I = 7"."""
    return f"{alt_text.shape_name(hint.shape)}: {'+'.join(hint.shape.looks) or 'nothing'} = {hint.value}"


def _lines(view: View, own: PrivateView, sentences: Sequence[str], room: int) -> list[tuple[str, Style]]:
    """Return the lines of the panel with their styles: the sentences, and the hints of each hive.

    They are wrapped to `room` pixels.
    """
    paragraphs = [(sentence, LINE) for sentence in sentences]
    for hive, mine in zip(view.hives, own.hives, strict=True):
        if mine.hints:
            paragraphs.append((alt_text.hive_name(hive.name), HEAD))
            paragraphs += [(hint_line(hint), LINE) for hint in mine.hints]
    return [(line, style) for sentence, style in paragraphs for line in text.wrap(sentence, style, room)]


def _line_height(style: Style) -> int:
    """Return the height of a line of the panel in a style, in pixels."""
    return STEP + 8 * (style is HEAD)


def _draw_panel(sheet: Sheet, lines: Sequence[tuple[str, Style]], box: Box) -> None:
    theme = sheet.theme
    if lines:
        parts.draw_heading(sheet, "So far", "", box, theme.ink, theme.muted)
    y = box.top + parts.HEADING_HEIGHT
    for line, style in lines:
        ink: Colour = theme.ink if style is HEAD else theme.muted
        y += _line_height(style)
        fitted, style_fitted = text.fit(line, style, box.right - box.left)
        if y <= box.bottom:
            sheet.write(fitted, style_fitted, box.left, y, ink, theme.background)


def describe(view: View, labels: Sequence[str]) -> str:
    """Return the viewer's submission and hints in sentences, for an alt text."""
    own = own_part(view)
    told: list[str] = []
    for number, (hive, mine) in enumerate(zip(view.hives, own.hives, strict=True)):
        details: list[str] = []
        if mine.shape is not None:
            details.append(f"{alt_text.shape_name(mine.shape)}, {looks_text(mine.shape.looks)}")
        elif hive.open:
            details.append(f"no shape yet ({possible_kinds_text(view, number)})")
        details += abilities(mine)
        if mine.guess is not None:
            details.append(f"guess {mine.guess}")
        if details:
            told.append(f"{alt_text.hive_name(hive.name)}: {', '.join(details)}.")
    head = f"{title(view)}, ready." if progress(view) == "ready" else f"{title(view)}."
    described = " ".join([head, *told, *status_sentences(view, labels, own)])
    hints = [f"{alt_text.hive_name(name)} round {hint.round} {hint_text(hint)}" for name, hint in preview.hints(view)]
    return f"{described} Hints: {', '.join(hints)}." if hints else described


def hint_text(hint: Hint) -> str:
    """Format a hint briefly, such as "Tri ADE looks BFHI 7"."""
    return f"{alt_text.shape_name(hint.shape)} looks {hint.shape.looks or 'nowhere'} {hint.value}"


def plain_text(view: View, labels: Sequence[str]) -> str:
    """Return the viewer's submission and hints as text for a monospaced font.

    Raises ValueError for a spectator.
    """
    own = own_part(view)
    lines = [
        " · ".join(filter(None, (title(view), alt_text.status(view), progress(view)))),
        *status_sentences(view, labels, own),
    ]
    for number, (hive, mine) in enumerate(zip(view.hives, own.hives, strict=True)):
        lines += ["", f"{alt_text.hive_name(hive.name)}, {round_status(view, number)}"]
        if mine.shape is not None:
            lines.append(f"  Shape: {alt_text.shape_name(mine.shape)}, {looks_text(mine.shape.looks)}")
        elif hive.open:
            lines.append("  Shape: none yet")
        if hive.open:
            lines.append(f"  {possible_kinds_text(view, number).capitalize()}")
        if abilities(mine):
            lines.append(f"  {text.join_words(abilities(mine))}")
        if mine.guess is not None:
            lines.append(f"  Guess, A to L: {mine.guess}")
        lines += [f"  Hint of round {hint.round}: {hint_line(hint)}" for hint in mine.hints]
    return "\n".join(lines)


def offer_hexes(hex_faces: Mapping[str, Face], offered: str, kind: str) -> dict[str, Face]:
    """Return cells with those in `offered` marked as hexes that a shape of the kind could cover."""
    return {
        letter: face._replace(mark=honeycomb.OFFERED, kind=kind) if letter in offered else face
        for letter, face in hex_faces.items()
    }

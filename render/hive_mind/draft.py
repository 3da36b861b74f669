"""A submission as it is pending: shapes on the hives, what each would look at, Double, Block, guess. For its owner."""

from collections.abc import Mapping, Sequence

from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS
from engine.hive_mind.editions import ROUNDS
from engine.hive_mind.view import Hint, Own, OwnHive, View
from render import strip, text
from render.hive_mind import board, comb, kinds, words
from render.hive_mind.comb import Face
from render.hive_mind.kinds import NAMES
from render.picture import Sheet
from render.strip import Box
from render.text import Style
from render.theme import Colour, Theme

SHAPE = Style(34, 700)
HEAD = Style(30, 700)
LINE = Style(28, 500)
STEP = 38
BAND = 100
BADGE = 44


def drawn(view: View, labels: Sequence[str], theme: Theme) -> tuple[Sheet, str]:
    """The whole submission and its alt text. Raises ValueError for a spectator."""
    own = owned(view)
    room = board.arranged(view, BAND).panel
    lines = _lines(view, labels, own, room.right - room.left)
    panel = board.TITLE_HEIGHT + sum(_step(style) for _, style in lines) + board.PAD
    places = board.arranged(view, BAND, panel)
    sheet = Sheet(theme, places.height)
    strip.header(sheet, title(view), words.state(view), progress(view))
    for number, mine in enumerate(own.hives):
        box = places.hives[number]
        board.draw_hive(sheet, view, number, box, faces(view, number, mine), places.pitch, goes_on(view, number))
        _band(sheet, view, number, mine, box)
    _panel(sheet, lines, places.panel)
    return sheet, words.alt(view, labels, described(view, labels))


def owned(view: View) -> Own:
    """What the viewer alone knows. Raises ValueError for a spectator."""
    if view.own is None:
        raise ValueError("a spectator submits nothing")
    return view.own


def title(view: View) -> str:
    """What the picture shows; nothing is submitted any more once the points are told."""
    return "Your submission" if view.scores is None else "Your guesses and hints"


def progress(view: View) -> str:
    """Whether the viewer is ready."""
    if view.phase not in ("round", "totals") or view.seats[view.viewer].forfeited:
        return ""
    return "not ready yet" if view.viewer in view.actors else "ready"


def goes_on(view: View, number: int) -> str:
    """Which of its rounds goes on on a hive."""
    hive = view.hives[number]
    return f"round {hive.round} of {ROUNDS}" if hive.open else "closed" if hive.rounds else "not open yet"


def faces(view: View, number: int, mine: OwnHive) -> dict[str, Face]:
    """The hexes with the pending shape, what it looks at, the guess, and the shapes that lay there before."""
    hive = view.hives[number]
    found: dict[str, Face] = {}
    for cell, letter in enumerate(LETTERS):
        mark = ""
        if mine.shape is not None:
            mark = comb.COVERED if letter in mine.shape.letters else comb.LOOKED * (letter in mine.shape.looks)
        guessed = mine.guess[cell] if mine.guess is not None else "."
        played = bool(hive.rounds) or hive.open
        found[letter] = Face(
            ground=board.ground(hive, letter) if played else comb.CLOSED,
            mark=mark,
            kind=mine.shape.kind if mine.shape is not None and mark else "none",
            middle=letter,
            foot=words.history(hive.rounds, cell),
            digit=guessed if guessed != "." else "",
        )
    return found


def _band(sheet: Sheet, view: View, number: int, mine: OwnHive, box: Box) -> None:
    """The pending shape and what it looks at; Double and Block."""
    theme, hive = sheet.theme, view.hives[number]
    top, x, right = box.bottom - BAND + 8, box.left, box.right
    for word in reversed(abilities(mine)):
        coin = board.coin(theme, word, theme.background)
        sheet.paste(coin, right - coin.plane.width // 2, top + 24)
        right -= coin.plane.width + 10
    if mine.shape is not None:
        sheet.paste(kinds.badge(theme, mine.shape.kind, BADGE, theme.background), x + BADGE // 2, top + 24)
        sheet.write(words.shape_name(mine.shape), SHAPE, x + BADGE + 14, top + 36, theme.ink, theme.background)
        second = looks(mine.shape.looks)
    elif hive.open:
        sheet.write("No shape yet", SHAPE, x, top + 36, theme.gold, theme.background)
        second = left(view, number)
    else:
        second = ""
    second, style = text.fit(second, LINE, box.right - box.left)
    if second:
        sheet.write(second, style, x, top + 80, theme.muted, theme.background)


def abilities(mine: OwnHive) -> list[str]:
    """Double and Block, as far as a seat has them on a hive."""
    return [word for word, has in (("Double", mine.double), ("Block", mine.block)) if has]


def looks(letters: str) -> str:
    """What a shape looks at, in words."""
    return f"looks at {' '.join(letters)}" if letters else "looks at nothing"


def left(view: View, number: int) -> str:
    """The kinds that may be submitted for a hive now (HM-7)."""
    possible = preview.possible_kinds(view, view.hives[number].name)
    return f"possible: {words.joined([NAMES[kind] for kind in possible], 'or') or 'nothing'}"


def status(view: View, labels: Sequence[str], own: Own) -> list[str]:
    """What is missing, garnets, and guesses of totals."""
    shown = words.names(view, labels)
    found: list[str] = []
    if view.phase == "round":
        missing = [words.hive_name(name) for name in preview.missing(view)]
        if progress(view) == "ready":
            found.append("You are ready.")
        elif progress(view):
            found.append(f"No shape yet on {words.joined(missing)}." if missing else "A shape on every hive.")
        if guessable := preview.may_guess(view):
            made = sum(preview.own_hive(view, name).guess is not None for name in guessable)
            found.append(f"Values guessed: {made} of {words.counted(len(guessable), 'hive')}.")
        found += purchases(view)
    if view.phase == "totals":
        guesses = [f"{shown[seat]} {total}" for seat, total in enumerate(own.totals) if total is not None]
        found.append(f"Totals guessed: {', '.join(guesses) or 'none'}.")
    if own.garnets.start or own.garnets.spent:
        found.append(f"Garnets: {own.garnets.start - own.garnets.spent} of {own.garnets.start}.")
    return found


def purchases(view: View) -> list[str]:
    """The Doubles and Blocks that may be added, a sentence for each of the two (HM-13)."""
    found: list[str] = []
    for what in ("double", "block"):
        offered = [bought for bought in preview.purchases(view) if bought.what == what]
        if offered:
            prices = {bought.cost for bought in offered}
            price = f", {words.counted(max(prices), 'garnet')}" if max(prices) else ""
            hives = words.joined([words.hive_name(bought.hive) for bought in offered], "or")
            found.append(f"{what.capitalize()} possible on {hives}{price}.")
    return found


def hint_line(hint: Hint) -> str:
    """A hint with the shape that earned it."""
    return f"{words.shape_name(hint.shape)}: {'+'.join(hint.shape.looks) or 'nothing'} = {hint.value}"


def _lines(view: View, labels: Sequence[str], own: Own, room: int) -> list[tuple[str, Style]]:
    """What the panel says, in lines of at most `room` pixels."""
    told = [(sentence, LINE) for sentence in status(view, labels, own)]
    for hive, mine in zip(view.hives, own.hives, strict=True):
        if mine.hints:
            told.append((words.hive_name(hive.name), HEAD))
            told += [(hint_line(hint), LINE) for hint in mine.hints]
    return [(line, style) for sentence, style in told for line in text.wrapped(sentence, style, room)]


def _step(style: Style) -> int:
    """How far a line of the panel stands below the one before, in pixels."""
    return STEP + 8 * (style is HEAD)


def _panel(sheet: Sheet, lines: Sequence[tuple[str, Style]], box: Box) -> None:
    theme = sheet.theme
    sheet.write("So far", board.TITLE, box.left, box.top + 40, theme.ink, theme.background)
    y = box.top + board.TITLE_HEIGHT
    for line, style in lines:
        ink: Colour = theme.ink if style is HEAD else theme.muted
        y += _step(style)
        fitted, style_fitted = text.fit(line, style, box.right - box.left)
        if y <= box.bottom:
            sheet.write(fitted, style_fitted, box.left, y, ink, theme.background)


def described(view: View, labels: Sequence[str]) -> str:
    """The submission in words."""
    own = owned(view)
    parts: list[str] = []
    for number, (hive, mine) in enumerate(zip(view.hives, own.hives, strict=True)):
        told: list[str] = []
        if mine.shape is not None:
            told.append(f"{words.shape_name(mine.shape)}, {looks(mine.shape.looks)}")
        elif hive.open:
            told.append(f"no shape yet ({left(view, number)})")
        told += abilities(mine)
        if mine.guess is not None:
            told.append(f"guess {mine.guess}")
        if told:
            parts.append(f"{words.hive_name(hive.name)}: {', '.join(told)}.")
    head = f"{title(view)}, ready." if progress(view) == "ready" else f"{title(view)}."
    found = " ".join([head, *parts, *status(view, labels, own)])
    told = [f"{words.hive_name(name)} round {hint.round} {hint_text(hint)}" for name, hint in preview.hints(view)]
    return f"{found} Hints: {', '.join(told)}." if told else found


def hint_text(hint: Hint) -> str:
    """A hint shortly."""
    return f"{words.shape_name(hint.shape)} looks {hint.shape.looks or 'nowhere'} {hint.value}"


def plain_text(view: View, labels: Sequence[str]) -> str:
    """The submission and hints for a font of fixed width. Raises ValueError for a spectator."""
    own = owned(view)
    lines = [
        " · ".join(filter(None, (title(view), words.state(view), progress(view)))),
        *status(view, labels, own),
    ]
    for number, (hive, mine) in enumerate(zip(view.hives, own.hives, strict=True)):
        lines += ["", f"{words.hive_name(hive.name)}, {goes_on(view, number)}"]
        if mine.shape is not None:
            lines.append(f"  Shape: {words.shape_name(mine.shape)}, {looks(mine.shape.looks)}")
        elif hive.open:
            lines.append("  Shape: none yet")
        if hive.open:
            lines.append(f"  {left(view, number).capitalize()}")
        if abilities(mine):
            lines.append(f"  {words.joined(abilities(mine))}")
        if mine.guess is not None:
            lines.append(f"  Guess, A to L: {mine.guess}")
        lines += [f"  Hint of round {hint.round}: {hint_line(hint)}" for hint in mine.hints]
    return "\n".join(lines)


def marked(letters: Mapping[str, Face], marks: str, kind: str) -> dict[str, Face]:
    """Faces with some hexes offered for a kind."""
    return {
        letter: face._replace(mark=comb.OFFERED, kind=kind) if letter in marks else face
        for letter, face in letters.items()
    }

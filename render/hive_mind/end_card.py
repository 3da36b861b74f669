"""The end card: the winner, points by source, the hidden values, the turning point, and after a first game the next."""

from collections.abc import Sequence
from functools import partial

from engine.hive_mind.board import CELLS, LETTERS
from engine.hive_mind.view import View
from language.messages import _, capitalize
from render import result, text
from render.hive_mind import alt_text, gains, grids, honeycomb, parts, results, turning
from render.hive_mind.honeycomb import Face, Setting
from render.hive_mind.themes import HiveTheme, comb_tones
from render.palette import rim_colour, tone
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.result import Banner, Part, Source, Standing
from render.sprites import Sketch, hexagon
from render.text import Style
from render.theme import Side

GAP = 28
NOTE_GAP = 16
ONE_HIVE = 440
"""Width of the hive after a first game, which has only one, in pixels. The notes stand beside it."""
NOTE_PAD, NOTE_STEP, TALLEST_NOTE = 34, 40, 200
"""Distance from the left edge of a note beside the hive to its texts, and between its lines; its maximum height.

In pixels.
"""
WITH_LETTER = Setting(letter=0.33, letter_y=-0.28, digit_y=0.14)
NAME = Style(34, 700)
NAME_HEIGHT = 46
LINE = Style(32, 550)
LINE_HEIGHT = 44
FEAT = Style(30, 650)
ART_LEFT = result.BANNER_TEXT + result.NAME_ROOM - result.ART_CENTRE
"""Left limit of the comb on the banner, in pixels from the centre of the banner's picture.

The banner's texts end there.
"""
CELL = 104
"""Width of a cell of the comb on the banner, in pixels."""
ROW = 70
"""Height of a seat's row without the hexes that paid it, in pixels."""
SKULL, CROWN = "skull", "queen-crown"


def draw(view: View, labels: Sequence[str], theme: HiveTheme) -> Sheet:
    """Draw the end card of a match.

    Raises ValueError before the points are revealed.
    """
    results.final_scores(view)
    names = alt_text.display_names(view, labels)
    notes = _notes(view, names)
    sentences = [f"{gains.explain(view)}.", *results.outcomes(view, names)]
    lines = [line for sentence in sentences for line in text.wrap(sentence, LINE, WIDTH - 2 * MARGIN)]
    is_alone = len(view.hives) == 1
    width = ONE_HIVE if is_alone else (WIDTH - 2 * MARGIN - 2 * GAP) // 3
    comb = grids.height(grids.fit_hive_grid(0, width, 0).pitch)
    standings = _standings(view, names, theme)
    notes_below = sum(len(result.fit_note(standing.note)[0]) for standing in standings)
    cells = result.TOP + result.BANNER_HEIGHT + 20 + result.HEADING_HEIGHT + ROW * len(names)
    cells += result.NOTE_LINE * notes_below + LINE_HEIGHT * len(lines) + 32
    below = cells + result.HEADING_HEIGHT + (0 if is_alone else NAME_HEIGHT) + comb + 20
    sheet = Sheet(theme, below + 8 + (0 if is_alone else sum(result.NOTE_HEIGHT + NOTE_GAP for _ in notes)))
    bottom = result.draw_banner(sheet, _banner(view, names, theme)) + 20
    bottom = result.draw_standings(sheet, _("Points"), _sources(view, theme), standings, bottom, ROW)
    for number, line in enumerate(lines):
        sheet.write(line, LINE, MARGIN, bottom + LINE_HEIGHT * number + 40, theme.muted, theme.background)
    _draw_cells(sheet, view, names, cells, width)
    if is_alone:
        _draw_notes_aside(sheet, notes, MARGIN + width + GAP, below - 20 - comb, comb)
        return sheet
    for lead, words in notes:
        below = result.draw_note(sheet, f"{lead}:", words, below) + NOTE_GAP
    return sheet


def _notes(view: View, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the notes at the end with their leads: the turning point, and after a first game the full one."""
    point, more = turning.turning_point(view, names), _("more hives, and more ways to win points")
    notes = [(_("Turning point"), point)] if point else []
    return [*notes, (_("The full game adds"), more)] if view.parameters.shapes_only else notes


def draw_with_alt(views: Sequence[View], labels: Sequence[str], theme: HiveTheme) -> tuple[Sheet, str]:
    """Draw the end card of a match and return it with its alt text.

    Raises ValueError without views, or before the points are revealed.
    """
    if not views:
        raise ValueError("a result needs at least one view")
    return draw(views[-1], labels, theme), _alt_text(views[-1], alt_text.display_names(views[-1], labels))


def _alt_text(view: View, names: Sequence[str]) -> str:
    def describe(short: Sequence[str]) -> str:
        told = [*results.sentences(view, short), *(f"{lead}: {words}." for lead, words in _notes(view, short))]
        title = _("Result of {game}, {edition}:", game=_(alt_text.TITLE), edition=alt_text.edition_title(view))
        origins = [f"{short[seat]}: {gains.describe(view, seat)}." for seat in results.rank_seats(view)]
        return " ".join((title, *told, *alt_text.value_sentences(view), f"{gains.explain(view)}.", *origins))

    return text.truncate_to_text_board(text.shorten_names_to_fit(names, (32, 16, 8), ALT_LIMIT, describe), ALT_LIMIT)


def _banner(view: View, names: Sequence[str], theme: HiveTheme) -> Banner:
    standing, honey = view.standing, theme.honey
    side = Side(honey[3], honey[4], honey[2], theme.notice, theme.notice, theme.notice_ink, honey[1])
    title, why = results.victory(view, names)
    first, second = (standing.winner, standing.second_winner) if standing is not None else (None, None)
    if first is None and second is None:
        reason = f"{capitalize(why)}"
        return Banner(side, _(alt_text.TITLE), title, "", reason, "", partial(_draw_art, is_empty=True), crowned=False)
    if first is not None and second not in (None, first):
        style, room = result.NAME._replace(size=result.SMALLEST_NAME), result.NAME_ROOM
        title = parts.fit_names(names, style, lambda each: results.join_winners(view, each), room)
        sentence = parts.fit_names(names, result.SENTENCE, lambda each: results.two_prizes_text(view, each), room)
        return Banner(side, _(alt_text.TITLE), title, "", _("A Token of Life each"), sentence, _draw_art)
    winner = first if first is not None else second or 0
    points, margin = results.margin(view, names, winner)
    return Banner(side, _(alt_text.TITLE), names[winner], points, margin, results.prize(view), _draw_art)


def _draw_art(sketch: Sketch, is_empty: bool = False) -> None:
    """Draw the banner's picture: a comb in the background and a hive in front.

    The hive is full of honey, or empty if nobody has won.
    """
    theme, tones = sketch.theme, comb_tones(sketch.theme)
    for column in range(-2, 3):
        for row in range(-2, 3):
            # A pattern that looks random but is always the same.
            number = (column * 7 + row * 5 + column * row * 3) % 5
            x, y = (column + row % 2 / 2) * CELL * 1.03, row * CELL * 0.9
            if number < len(tones) and x - CELL / 2 > ART_LEFT:
                sketch.polygon(hexagon(x, y, CELL - 8), tones[number], 4)
    for cell in CELLS:
        x, y = (cell.q + cell.r / 2 - 0.75) * 66, (cell.r - 1.5) * 57
        if is_empty:
            sketch.polygon(hexagon(x, y, 54), theme.honey[1], 5)
            sketch.polygon(hexagon(x, y, 46), theme.notice, 5)
            continue
        sketch.polygon(hexagon(x, y + 6, 52), tone(theme.honey[2], -0.32), 5)
        sketch.polygon(hexagon(x, y, 52), rim_colour(theme, theme.honey[4]), 5)
        sketch.polygon(hexagon(x, y + 1, 46), theme.honey[5], 5)


def _sources(view: View, theme: HiveTheme) -> list[Source]:
    found = [Source(_("shapes"), fill=theme.honey[3])]
    if not view.parameters.shapes_only:
        found.append(Source(_("guesses"), fill=theme.kinds["tri"].main))
        found.append(Source(_("blocks"), fill=theme.kinds["arc"].main))
    if view.parameters.guess_of_totals:
        found.append(Source(_("totals"), fill=theme.kinds["line"].main))
    return found


def _standings(view: View, names: Sequence[str], theme: HiveTheme) -> list[Standing]:
    sources = _sources(view, theme)
    found: list[Standing] = []
    for seat in results.rank_seats(view):
        score = results.final_scores(view).seats[seat]
        numbers = (score.placement, score.guesses, score.blocks, results.totals(score))
        fills = [theme.blow if number < 0 else source.fill for number, source in zip(numbers, sources, strict=False)]
        bars = [Part(number, fill or theme.ink) for number, fill in zip(numbers, fills, strict=False)]
        has_won = results.has_won(view, seat) and view.gift != seat
        icon = SKULL if view.candidate == seat else CROWN if has_won else None
        fill = theme.blow if view.candidate == seat else theme.gold_text
        name, note = _seat_name(view, names, seat), gains.describe(view, seat)
        found.append(Standing(name, score.points, bars, None, has_won, icon, fill, note))
    return found


def _seat_name(view: View, names: Sequence[str], seat: int) -> str:
    """Return a seat's name, followed by "(left)" if the seat has left the match."""
    if not view.seats[seat].forfeited:
        return names[seat]
    style, room = result.SEAT._replace(size=result.SMALLEST_SEAT), result.BAR_LEFT - 16 - MARGIN
    return parts.fit_names([names[seat]], style, lambda each: _("{name} (left)", name=each[0]), room)


def _draw_cells(sheet: Sheet, view: View, names: Sequence[str], top: int, width: int) -> None:
    """Draw each hive with its starting values; hexes that scored have a gold rim.

    In the edition with two hives, the feats are drawn beside them.
    """
    theme = sheet.theme
    top = result.draw_heading(sheet, _("The hidden numbers"), top, _("gold rim: scored"))
    for number, hive in enumerate(view.hives):
        left, upper = MARGIN + number * (width + GAP), top
        if len(view.hives) > 1:
            sheet.write(alt_text.hive_name(hive.name), NAME, left, top + 30, theme.ink, theme.background)
            upper += NAME_HEIGHT
        grid = grids.fit_hive_grid(left, left + width, upper)
        honeycomb.draw_hexes(sheet, grid, value_faces(view, number), WITH_LETTER)
    if view.parameters.guess_of_totals:
        _draw_feats(sheet, view, names, MARGIN + len(view.hives) * (width + GAP), top)


def _draw_notes_aside(sheet: Sheet, notes: Sequence[tuple[str, str]], left: int, top: int, height: int) -> None:
    """Draw the notes one below the other in a column `height` pixels high, each lead above its words."""
    theme, room = sheet.theme, WIDTH - MARGIN - left
    for lead, words in notes:
        tall = min(TALLEST_NOTE, (height - NOTE_GAP * (len(notes) - 1)) // len(notes))
        sketch = Sketch(theme, room, tall, theme.background)
        sketch.box(0, 0, room, tall, theme.notice, 12)
        sketch.box(-room / 2 + 6, 0, 12, tall, theme.gold, 6)
        sheet.paste(sketch.finish(), left + room // 2, top + tall // 2)
        x, lines = left + NOTE_PAD, text.wrap(words, result.NOTE, room - 2 * NOTE_PAD)
        y = top + tall // 2 + 11 - len(lines) * NOTE_STEP // 2
        sheet.write(f"{lead}:", result.NOTE._replace(weight=800), x, y, theme.gold, theme.notice)
        for number, line in enumerate(lines, 1):
            sheet.write(line, result.NOTE, x, y + number * NOTE_STEP, theme.notice_ink, theme.notice)
        top += tall + NOTE_GAP


def value_faces(view: View, number: int) -> dict[str, Face]:
    """Return the contents of a hive's hexes by letter: the letter and the starting value.

    A hex that scored is full with a gold rim; all others are grey.
    """
    values, paid = results.final_scores(view).values[number], view.hives[number].cleared
    return {
        letter: Face(honeycomb.FULL, letter, mark=honeycomb.SCORED, digit=value)
        if letter in paid
        else Face(honeycomb.DRAINED, letter, digit=value)
        for letter, value in zip(LETTERS, values, strict=True)
    }


def _draw_feats(sheet: Sheet, view: View, names: Sequence[str], left: int, top: int) -> None:
    """Draw the number of feats of each seat, highest first."""
    theme, right = sheet.theme, WIDTH - MARGIN
    sheet.write(_("Feats"), NAME, left, top + 30, theme.ink, theme.background)
    seats = results.final_scores(view).seats
    second = view.standing.second_winner if view.standing is not None else None
    for row, seat in enumerate(sorted(range(len(names)), key=lambda seat: (-results.count_feats(seats[seat]), seat))):
        y = top + NAME_HEIGHT + 34 + row * 44
        ink = theme.gold_text if seat == second else theme.ink
        wide = sheet.write(str(results.count_feats(seats[seat])), FEAT, right, y, ink, theme.background, "r")
        name, style = text.fit(names[seat], FEAT, right - left - wide - 20, 28)
        sheet.write(name, style, left, y, ink, theme.background)

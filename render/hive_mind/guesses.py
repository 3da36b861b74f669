"""The private picture of a player's guess of a hive's values, with or without odds."""

from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS
from engine.hive_mind.posterior import HiveNotes, posterior
from engine.hive_mind.submitting import is_guess
from engine.hive_mind.view import View
from language.messages import N_, _
from render import header, text
from render.hive_mind import alt_text, board, clue_cards, draft, grids, honeycomb, mine, odds, parts
from render.hive_mind.honeycomb import Face
from render.hive_mind.themes import HiveTheme
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.text import Style

NOTICE = N_("A hive has five 1s, four 2s and three 3s; the 3s are never all connected")
LINE = Style(32, 550)


def draw(view: View, hive: str, values: str, has_odds: bool, theme: HiveTheme) -> tuple[Sheet[HiveTheme], str]:
    """Draw a guess of a hive's values, with `has_odds` also the odds; return it with its alt text.

    Raises ValueError for a spectator, an unknown hive, or values that are not a guess.
    """
    own = draft.own_part(view)
    names = [each.name for each in view.hives]
    if hive not in names or not is_guess(values):
        raise ValueError("nothing to guess: name a hive of the match and twelve of 1, 2, 3 and “.”")
    number = names.index(hive)
    known = posterior(view)[number] if has_odds else None
    clues = own.hives[number].hints
    sheet = Sheet(theme, mine.HEIGHT + clue_cards.extra_height(clues))
    name = alt_text.hive_name(hive)
    header.draw_title(sheet, _("Guess {hive}", hive=name), draft.round_status(view, number), progress(values))
    grid = grids.place_hive_grid(mine.PITCH, 0, WIDTH, mine.HIVE_TOP)
    if known is None:
        faces = {
            letter: Face(board.ground(view.hives[number], letter), letter, value=value.strip("."))
            for letter, value in zip(LETTERS, values, strict=True)
        }
        honeycomb.draw_hexes(sheet, grid, faces, honeycomb.GUESS)
    else:
        odds.draw_odds(sheet, grid, known, view.hives[number].cleared, values)
    parts.draw_card(sheet, mine.STRIP, theme.panel, theme.panel)
    middle = (mine.STRIP.top + mine.STRIP.bottom) // 2
    notice, style = text.fit(_(NOTICE), LINE, mine.STRIP.right - mine.STRIP.left - 56, 26)
    sheet.write(notice, style, mine.STRIP.left + 28, middle + 11, theme.ink, theme.panel)
    clue_cards.draw_cards(sheet, clues, mine.HEIGHT - MARGIN)
    return sheet, _alt_text(name, values, known)


def progress(values: str) -> str:
    """Return how many 1s, 2s and 3s a guess has, such as "1s: 3 of 5 · 2s: 0 of 4 · 3s: 1 of 3"."""
    check = preview.check_guess(values)
    if check is None or check.blanks == len(LETTERS):
        return _("nothing yet")
    return _(
        "1s: {ones} of 5 · 2s: {twos} of 4 · 3s: {threes} of 3", ones=check.ones, twos=check.twos, threes=check.threes
    )


def _alt_text(name: str, values: str, known: HiveNotes | None) -> str:
    written = " ".join(f"{letter} {value}" for letter, value in zip(LETTERS, values, strict=True) if value != ".")
    told = _("Your guess on {hive}: {values}.", hive=name, values=written or _("nothing yet"))
    if known is not None:
        shares = ", ".join(f"{letter} {odds.hex_text(known, cell)}" for cell, letter in enumerate(LETTERS))
        told = " ".join((told, _("Chances of 1/2/3 in percent: {shares}.", shares=shares)))
    return text.truncate(told, ALT_LIMIT)

"""A past round of a finished match: the hidden numbers, each seat's shapes with clue and points, the hexes that paid.

Its view is that of the public board after the round, with the scores of the end, which reveal everything (HM-29).
"""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.hive_mind.board import LETTERS
from engine.hive_mind.editions import ROUNDS
from engine.hive_mind.view import View
from language.messages import N_, _
from render import header, text
from render.hive_mind import alt_text, board, end_card, final_pages, grids, honeycomb, results
from render.hive_mind.final_pages import MARGIN, NAME, NAME_WIDTH
from render.hive_mind.honeycomb import Face, Setting
from render.hive_mind.themes import HiveTheme
from render.picture import ALT_LIMIT, WIDTH, Sheet
from render.text import Style

KEY = N_("Gold rim: paid in this round")
HIVE_NAME = Style(34, 700)
NAME_HEIGHT = 48
ONE_HIVE = 560
"""Width of the hive if only one was played in the round, in pixels. The seats stand beside it."""
SETTING = Setting(letter=0.24, letter_y=-0.32, digit_y=0.0, pips_y=0.33, tall_y=0.33, pip=0.62)


def look_back(views: Sequence[View], number: int) -> View:
    """Return the view to draw for the past view with this index.

    Once the scores are revealed, it is the page of the newest round, or the end card after the last one.
    """
    last, view = views[-1], views[number]
    if last.scores is None:
        return view
    is_new = not number or [len(hive.rounds) for hive in view.hives] != [
        len(hive.rounds) for hive in views[number - 1].hives
    ]
    return replace(view, phase="round", scores=last.scores) if view.scores is None or is_new else view


def is_round_page(view: View) -> bool:
    """Return whether a view is one of `look_back`: in a round, although the scores are revealed."""
    return view.scores is not None and view.phase == "round"


def newest(view: View) -> tuple[list[int], int]:
    """Return the hives of the newest resolved round, by index, and the number of that round; 0 before the first."""
    begun = [number for number, hive in enumerate(view.hives) if hive.rounds]
    shown = [*range(len(view.hives))] if view.parameters.at_once > 1 else begun[-1:] or [0]
    return shown, len(view.hives[shown[0]].rounds)


def match_round(view: View) -> int:
    """Return the number of the newest resolved round of the match; 0 before the first."""
    shown, turn = newest(view)
    return turn + (ROUNDS * shown[0] if view.parameters.at_once == 1 else 0)


def title(view: View) -> str:
    """Return the title of the page, such as "Round 2 of 3"."""
    number = match_round(view)
    return _("Round {number} of {rounds}", number=number, rounds=view.rounds) if number else _("The start")


def draw(view: View, labels: Sequence[str], theme: HiveTheme) -> Sheet[HiveTheme]:
    """Draw the page; before the first round only the hives with their numbers."""
    shown, turn = newest(view)
    names, is_alone = alt_text.display_names(view, labels), len(shown) == 1
    column = (WIDTH - 2 * MARGIN - NAME_WIDTH) // len(shown)
    step = (WIDTH - 2 * MARGIN + board.GAP) // len(shown)
    width = ONE_HIVE if is_alone else step - board.GAP
    comb = NAME_HEIGHT + grids.height(grids.fit_hive_grid(0, width, 0).pitch)
    left = MARGIN + ONE_HIVE + board.GAP if is_alone else MARGIN
    room = WIDTH - MARGIN - left - NAME_WIDTH if is_alone else column
    notes = final_pages.list_notes(view, shown if turn == ROUNDS else (), room)
    row = final_pages.row_height(notes)
    rows = row * len(names) if turn else 0
    tall = max(comb, rows) if is_alone else comb + board.GAP + rows
    sheet = Sheet(theme, header.HEIGHT + tall + MARGIN)
    header.draw_title(sheet, title(view), alt_text.edition_title(view), _(KEY) if turn > 1 else _(alt_text.TITLE))
    for index, number in enumerate(shown):
        x = MARGIN + index * step
        if len(view.hives) > 1:
            name = alt_text.hive_name(view.hives[number].name)
            sheet.write(name, HIVE_NAME, x, header.HEIGHT + 34, theme.ink, theme.background)
        grid = grids.fit_hive_grid(x, x + width, header.HEIGHT + NAME_HEIGHT)
        honeycomb.draw_hexes(sheet, grid, faces(view, number), SETTING if is_alone else end_card.WITH_LETTER)
    for seat, name in enumerate(names if turn else ()):
        top = header.HEIGHT + (0 if is_alone else comb + board.GAP) + seat * row
        sheet.draw_rule(left, top, WIDTH - MARGIN, 2, theme.line)
        fitted, style = text.fit(name, NAME, NAME_WIDTH - 16, 28)
        sheet.write(fitted, style, left, top + 68, theme.ink, theme.background)
        for index, number in enumerate(shown):
            play = results.final_scores(view).plays[number][turn - 1][seat]
            below = notes[seat][index] if turn == ROUNDS else ()
            final_pages.draw_play(sheet, play, left + NAME_WIDTH + index * column, top + 8, room, below)
    return sheet


def faces(view: View, number: int) -> dict[str, Face]:
    """Return the contents of a hive's hexes by letter: value, whether it paid now or before, and on a large hive pips.

    The pips show the shapes of the newest round.
    """
    is_large = len(newest(view)[0]) == 1
    hive, values = view.hives[number], results.final_scores(view).values[number]
    newest_round = hive.rounds[-1] if hive.rounds else None
    paid_now = newest_round.cleared if newest_round is not None else ""
    found: dict[str, Face] = {}
    for cell, letter in enumerate(LETTERS):
        is_paid = letter in hive.cleared and letter not in paid_now
        found[letter] = Face(
            honeycomb.DRAINED if is_paid else honeycomb.FULL,
            letter,
            newest_round.counts[cell] if newest_round is not None and is_large else 0,
            mark=honeycomb.SCORED if letter in paid_now else "",
            digit=values[cell],
        )
    return found


def describe_board(view: View, labels: Sequence[str]) -> str:
    """Return the alt text of the page."""
    shown, turn = newest(view)

    def described(names: Sequence[str]) -> str:
        scores, parts = results.final_scores(view), [f"{title(view)}."]
        for number in shown:
            hive = view.hives[number]
            values = alt_text.format_by_row(scores.values[number])
            parts.append(_("{hive}, values by row: {values}.", hive=alt_text.hive_name(hive.name), values=values))
            if turn:
                played = [
                    f"{name} {final_pages.describe_play(play)}"
                    for name, play in zip(names, scores.plays[number][turn - 1], strict=True)
                ]
                fields = {"counts": alt_text.counts_text(hive.rounds[-1]), "plays": ", ".join(played)}
                paid = alt_text.format_hexes(hive.rounds[-1].cleared)
                parts.append(
                    _("Counts {counts}, paid {hexes}: {plays}.", hexes=paid, **fields)
                    if turn > 1
                    else _("Counts {counts}: {plays}.", **fields)
                )
        return " ".join(parts)

    names = alt_text.display_names(view, labels)
    fitted = text.shorten_names_to_fit(names, final_pages.NAME_LENGTHS, ALT_LIMIT, described)
    return text.truncate_to_text_board(fitted, ALT_LIMIT)

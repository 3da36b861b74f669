"""Scored Objectives on the end card: each with its points, and a board with outlines around Monsters that fulfil it."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.monster_hex.content import layout
from engine.monster_hex.objectives import Fulfilment, Objective
from engine.monster_hex.view import View
from language.messages import _
from render import header, text
from render.monster_hex import fulfilments, naming, objective_scenes, outlines, small_board
from render.monster_hex.contests import seat_order
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Sprite, compose
from render.text import Style
from render.theme import Theme

COLUMNS: Final = 3
GAP: Final = 18
TOP: Final = 118
FOOT: Final = 70
SCENE: Final = (116, 92)
# All are labels, which may be smaller than other texts: after the game, no decisions depend on them.
NAME = Style(32, 700, label=True)
WORTH = Style(26, 600, label=True)
RESULT = Style(30, 700, label=True)
REST = Style(28, 550, label=True)
NOBODY_HEIGHT: Final = 50
INNER: Final = 14
OUTLINE: Final = 6
FIGURES: Final = 24
LINKED: Final = ("pattern", "around", "opposite")


class Card(NamedTuple):
    """An Objective at the end of a game; `scored` are the seats that fulfil it, each with its `Fulfilment`.

    `owner` is the seat of a private Objective, None for a public one.
    """

    objective: Objective
    owner: int | None
    scored: tuple[tuple[int, Fulfilment], ...]


def cards(view: View) -> list[Card]:
    """Return cards for the private Objectives in order of play, then for the public ones.

    There are none unless Objectives are scored.
    """
    return [*_cards(view)] if fulfilments.has_scored_objectives(view) else []


def _cards(view: View) -> Iterator[Card]:
    order = seat_order(view)
    for seat in order:
        for objective in fulfilments.private_cards(view, seat):
            yield Card(objective, seat, _scored(view, objective, (seat,)))
    for objective in fulfilments.public_cards(view):
        yield Card(objective, None, _scored(view, objective, order))


def sentences(view: View) -> list[str]:
    """Return sentences for the alt text: one per scored Objective with its seats, points and hexes.

    A last sentence names the Objectives that nobody fulfils, if any.
    """
    told = [_sentence(view, card) for card in cards(view) if card.scored]
    return [*told, f"{rest}."] if (rest := format_unfulfilled(view)) else told


def _sentence(view: View, card: Card) -> str:
    found = [
        f"{naming.owner_letter(view, seat)} +{now.points} ({'; '.join(map(' '.join, now.configurations))})"
        for seat, now in card.scored
    ]
    return f"{_format_name(view, card)}: {', '.join(found)}."


def _scored(view: View, objective: Objective, seats: tuple[int, ...]) -> tuple[tuple[int, Fulfilment], ...]:
    found = ((seat, fulfilments.seat_fulfilment(view, objective, seat)) for seat in seats)
    return tuple((seat, now) for seat, now in found if now.times)


def height(view: View, theme: Theme) -> int:
    """Return the height of the cards and of the line about unfulfilled Objectives, in pixels; 0 if there are none."""
    found = cards(view)
    rows = (sum(bool(card.scored) for card in found) + COLUMNS - 1) // COLUMNS
    return rows * (_card_height(view, theme) + GAP) + (NOBODY_HEIGHT if not all(card.scored for card in found) else 0)


def format_unfulfilled(view: View) -> str:
    """Return a line with the names of the Objectives that nobody fulfils; empty if all are fulfilled."""
    names = [_format_name(view, card) for card in cards(view) if not card.scored]
    return _("Nobody: {objectives}", objectives=", ".join(names)) if names else ""


def _format_name(view: View, card: Card) -> str:
    name = _(card.objective.name)
    if card.owner is None:
        return name
    return _("{objective} ({letter} only)", objective=name, letter=naming.owner_letter(view, card.owner))


def draw(sheet: Sheet, view: View, top: int) -> None:
    """Draw a card for each fulfilled Objective, three in a row, and a line with the names of the others.

    `top` is the upper edge in pixels.
    """
    width, high, theme = _width(), _card_height(view, sheet.theme), sheet.theme
    if words := format_unfulfilled(view):
        words, style = text.fit(words, REST, WIDTH - 2 * MARGIN, 24)
        bottom = top + height(view, theme) - GAP
        sheet.write(words, style, MARGIN, bottom, theme.muted, theme.background)
    for index, card in enumerate(card for card in cards(view) if card.scored):
        x = MARGIN + index % COLUMNS * (width + GAP)
        y = top + index // COLUMNS * (high + GAP)
        _draw_card(sheet, view, card, header.Box(x, y, x + width, y + high))


def _width() -> int:
    return (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GAP) // COLUMNS


def _card_height(view: View, theme: Theme) -> int:
    return TOP + small_board.slab(theme, view.board, _width() - 2 * INNER).plane.height + FOOT


def _draw_card(sheet: Sheet, view: View, card: Card, box: header.Box) -> None:
    theme, middle = sheet.theme, (box.left + box.right) // 2
    panel = header.panel(theme, box.right - box.left, box.bottom - box.top, theme.panel, theme.raised, 2)
    sheet.paste(panel, box.left + panel.centre_x, box.top + panel.centre_y)
    side = "none" if card.owner is None else view.seats[card.owner].faction or "none"
    scene = objective_scenes.picture(theme, card.objective, side, theme.panel, *SCENE)
    sheet.paste(scene, box.left + 12 + SCENE[0] // 2, box.top + 10 + SCENE[1] // 2)
    x, room = box.left + SCENE[0] + 22, box.right - box.left - SCENE[0] - 34
    name, style = text.fit(_(card.objective.name), NAME, room, 24)
    sheet.write(name, style, x, box.top + 48, theme.ink, theme.panel)
    whose = _("for all")
    if card.owner is not None:
        whose = _("{letter} only", letter=naming.owner_letter(view, card.owner))
    worth, style = text.fit(f"{whose} · +{card.objective.points}", WORTH, room, 24)
    sheet.write(worth, style, x, box.top + 86, theme.muted, theme.panel)
    board = board_with_outlines(view, theme, box.right - box.left - 2 * INNER, card)
    sheet.paste(board, middle, box.top + TOP + board.centre_y)
    words = " · ".join(f"{naming.owner_letter(view, seat)} +{now.points}" for seat, now in card.scored)
    words, style = text.fit(words, RESULT, box.right - box.left - 2 * INNER, 24)
    sheet.write(words, style, middle, box.bottom - 24, theme.gold_text, theme.panel, "m")


def board_with_outlines(view: View, theme: Theme, room: int, card: Card) -> Sprite:
    """Draw a small board, `room` pixels wide, on which the Monsters that fulfil an Objective are lit and outlined.

    Each outline surrounds a group that fulfils it once, and is tagged with the points for it.
    """
    lit = {label for _seat, now in card.scored for labels in now.configurations for label in labels}
    board = small_board.small_board(view, theme, room, {}, lit)
    pitch, at = small_board.largest_pitch(view.board, room), small_board.centres(view.board, room)
    where = {cell.label: (cell.q, cell.r) for cell in layout(view.board).cells}
    lines: list[tuple[Sprite, int, int]] = []
    tags: list[tuple[Sprite, int, int]] = []
    for _seat, now in card.scored:
        for labels in now.configurations:
            places = tuple(where[label] for label in labels)
            link = card.objective.kind in LINKED
            line = outlines.outline(theme, pitch, places, theme.gold_text, OUTLINE, link)
            x, y = at[labels[0]]
            lines.append((line, x, y))
            # The Monsters that are counted together may lie apart, with others' Monsters between them, so the tag stays
            # on the first.
            right, down = (0, 0) if card.objective.kind == "count" else outlines.tag_offset(pitch, places)
            tags.append((outlines.points_tag(theme, card.objective.points, FIGURES, theme.gold), x + right, y + down))
    return compose(board, (*lines, *tags), theme, ())

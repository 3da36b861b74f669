"""Pictures of the abilities for the documentation: part of a board before and after a use, side by side."""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from engine.core import SPECTATOR
from engine.monster_hex.abilities import ability_name
from engine.monster_hex.content import layout
from engine.monster_hex.view import View
from engine.scripted import ScriptedGame
from render import header, text
from render.hexes import HEX_HEIGHT, ROW_DISTANCE, Grid
from render.monster_hex import alt_text, objective_cards
from render.monster_hex.board import NEWEST, Board, Layout
from render.monster_hex.status import newest_captures
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.text import Style
from render.theme import Theme

LABELS: Final = ("Ann", "Ben")
TITLE: Final = Style(44, 800)
GAP: Final = 28
HALF: Final = (WIDTH - 2 * MARGIN - GAP) // 2
"""Width of each half in pixels."""
PITCH: Final = 184
ROWS: Final = 3
"""Number of rows of hexes that are fully visible."""
TITLE_HEIGHT: Final = 84
TOP: Final = TITLE_HEIGHT + header.BOX_HEIGHT + GAP
BOARD_HEIGHT: Final = round(PITCH * ((ROWS - 1) * ROW_DISTANCE + HEX_HEIGHT)) + GAP


class AbilityExample(NamedTuple):
    """A scripted game up to the question about the first seat's ability, the answer, and the part of the board shown.

    `middle` is the hex in the middle of each half of the picture. `before` and `after` are the hexes marked with a ring
    in the first and second half.
    """

    factions: tuple[str, str]
    seed: int
    moves: str
    use: str
    middle: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


_CONTESTED: Final = "place A2 D1 3; place B1 D2 4; decline; place B1 D3 1"
SCENES: Final[Mapping[str, AbilityExample]] = {
    "enchant": AbilityExample(
        ("red", "green"), 31, f"choose enchant; choose curse; {_CONTESTED}", "enchant D1", "D2", ("D1",), ("D1",)
    ),
    "reward": AbilityExample(
        ("red", "blue"),
        17,
        "choose reward; choose strike; place A1 D1 5; place C2 E1 0; place S1 D2 1; decline; place B3 F1 0; "
        "place B3 F2 3; place C1 E3 3",
        "reward; take 6",
        "E2",
        ("E3",),
        ("E3",),
    ),
    "strike": AbilityExample(
        ("blue", "red"),
        33,
        "choose strike; choose reward; place A2 D1 3; place S1 E1 0; decline; place B2 D2 4; place B2 E3 5; "
        "place B1 F2 0",
        "strike; place C1 F1 5",
        "E2",
        ("F2",),
        ("F2", "F1"),
    ),
    "scatter": AbilityExample(
        ("blue", "yellow"),
        7,
        "choose scatter; choose scheme; place S1 D1 5; place A1 C1 5; place C3 D2 3; place C3 C3 3; place A1 B1 1; "
        "place C4 D3 5",
        "place B1 B2 2 scatter",
        "C2",
        (),
        ("B2",),
    ),
    "confuse": AbilityExample(
        ("yellow", "blue"), 31, f"choose confuse; choose strike; {_CONTESTED}", "confuse D2 1", "D2", ("D2",), ("D2",)
    ),
    "scheme": AbilityExample(
        ("yellow", "green"), 31, f"choose scheme; choose curse; {_CONTESTED}", "scheme", "D2", ("D3",), ("D3",)
    ),
    "curse": AbilityExample(
        ("green", "red"), 31, f"choose curse; choose reward; {_CONTESTED}", "curse D2", "D2", ("D2",), ("D2",)
    ),
    "petrify": AbilityExample(
        ("green", "yellow"), 31, f"choose petrify; choose scheme; {_CONTESTED}", "petrify C3", "C3", (), ("C3",)
    ),
}
"""Scenes by ability."""


def draw(ability: str, theme: Theme) -> tuple[Sheet, str]:
    """Paint the board before and after the use of an ability, with the hand of its owner below; return it and alt text.

    The hand includes the Objective that Scheme brings.
    """
    scene = SCENES[ability]
    before, after = games(ability)
    own: View = after.view(-1, 0)
    sheet = Sheet(theme, TOP + BOARD_HEIGHT + MARGIN + objective_cards.hand_height(own))
    views = before.view(-1, SPECTATOR), after.view(-1, SPECTATOR)
    name = ability_name(ability, own.edition)
    for number, (view, rings) in enumerate(zip(views, (scene.before, scene.after), strict=True)):
        left = MARGIN + number * (HALF + GAP)
        title = f"After {name}" if number else "Before"
        sheet.write(title, TITLE, left, 58, theme.ink, theme.background)
        board = _part(view, theme, scene.middle, rings)
        sheet.plane.paste(board.sheet.plane.crop((0, 0, HALF, BOARD_HEIGHT)), (left, TOP))
        gained = view.seats[0].score.points - views[0].seats[0].score.points
        seats = board.seats(LABELS, {0: f"+{gained}"} if gained else {}, gain_fill=theme.gold)
        box = header.Box(left, TITLE_HEIGHT, left + HALF, TITLE_HEIGHT + header.BOX_HEIGHT)
        header.draw_seats(sheet, [seat for seat in seats if seat.name == LABELS[0]], [box])
    objective_cards.draw_hand(sheet, own, TOP + BOARD_HEIGHT + MARGIN)
    told = (
        f"{when}: {alt_text.describe_board(view, LABELS)}" for when, view in zip(("Before", name), views, strict=True)
    )
    return sheet, text.truncate(" ".join(told), ALT_LIMIT)


@cache
def games(ability: str) -> tuple[ScriptedGame, ScriptedGame]:
    """Return the games before and after the use of an ability."""
    scene = SCENES[ability]
    moves, use = scene.moves.split("; "), scene.use.split("; ")
    options = {"abilities": True, "factions": [*scene.factions]}
    before, after = (
        ScriptedGame("monster_hex", len(LABELS), options, scene.seed, script) for script in (moves, [*moves, *use])
    )
    return before, after


def _part(view: View, theme: Theme, middle: str, rings: tuple[str, ...]) -> Board:
    """Return a board laid out so that the part around the hex `middle` is in the upper left corner.

    The hexes in `rings` are marked with a ring.
    """
    place = next(place for place in layout(view.board).places if place.label == middle)
    x = HALF // 2 - (2 * place.q + place.r) * PITCH // 2
    y = BOARD_HEIGHT // 2 - place.r * round(PITCH * ROW_DISTANCE)
    board = Board(view, theme, Layout(Grid(PITCH, x, y), (), BOARD_HEIGHT), newest_captures(view))
    for label in rings:
        board.ring(label, theme.ring, NEWEST)
    return board

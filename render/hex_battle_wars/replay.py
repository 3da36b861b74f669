"""Animated replays of Hex Battle Wars, with at most `MOST` frames so that the file stays small.

To keep the differences between frames small, no board is cropped, no card is highlighted, and rows keep their places.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engine.hex_battle_wars.view import View
from language.messages import _, ngettext
from render import header, text
from render.hex_battle_wars import alt_text, board, cards, naming, rows
from render.hex_battle_wars.themes import BattleTheme
from render.picture import ALT_LIMIT, Sheet

MOST: Final = 48
"""Maximum number of frames. Of a longer game, the views with the most damaging attacks are shown."""


def describe(views: Sequence[View], labels: Sequence[str]) -> str:
    """Return the alt text of a replay that shows the given views."""
    lead = ngettext(
        "Replay of {game}, {number} picture. Last picture:",
        "Replay of {game}, {number} pictures. Last picture:",
        len(views),
        game=_(naming.TITLE),
    )
    return text.truncate_to_text_board(alt_text.describe_board(views[-1], labels, lead), ALT_LIMIT)


def choose_frames(views: Sequence[View]) -> list[View]:
    """Choose at most `MOST` views, spread over the game, including the first and the last.

    Each one is the view with the most damaging attack in its part of the game.
    """
    if len(views) <= MOST:
        return list(views)
    middle, parts = views[1:-1], MOST - 2
    spread = [middle[len(middle) * part // parts : len(middle) * (part + 1) // parts] for part in range(parts)]
    return [views[0], *(max(near, key=_damage) for near in spread), views[-1]]


def _damage(view: View) -> int:
    """Return the damage of the newest attack, or 0 if the view no longer shows it."""
    return view.shot.damage if view.shot is not None and naming.is_fresh(view) else 0


def _layout(view: View) -> board.Layout:
    return board.build_layout(view, cropped=False)


def frame_height(view: View, labels: Sequence[str]) -> int:
    """Return the height of the frames of a replay, in pixels."""
    return _layout(view).height


def draw_frame(view: View, labels: Sequence[str], theme: BattleTheme) -> Sheet:
    """Draw the public board of a view as a frame of a replay."""
    layout, names = _layout(view), naming.display_names(view, labels)
    sheet = Sheet(theme, layout.height)
    board.draw_board(sheet, theme, view, names, layout, ring=False)
    over = view.winners is not None
    title = naming.title(view, names) if over else naming.format_round(view)
    header.draw_title(sheet, title, naming.format_round(view) if over else "", _(naming.TITLE))
    cards.draw(sheet, theme, view if over else replace(view, actors=()), names)
    rows.draw(sheet, theme, view, names, layout.rows)
    return sheet

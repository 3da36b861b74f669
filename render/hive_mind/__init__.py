"""The pictures, alt texts and plain texts of Hive Mind."""

from collections.abc import Callable, Sequence
from itertools import groupby

from engine.hive_mind.view import View
from language.messages import _, ngettext
from render import Painter
from render.hive_mind import (
    alt_text,
    banner,
    board,
    clues,
    draft,
    end_card,
    focus,
    guesses,
    legend,
    mine,
    odds,
    parts,
    results,
    round_page,
    shapes,
    zoom,
)
from render.hive_mind.themes import THEMES, HiveTheme
from render.picture import ALT_LIMIT, Picture, Sheet, draw_and_encode
from render.text import truncate_to_text_board


class HiveMindPainter(Painter):
    """The painter of Hive Mind; it also draws a player's taps, odds, clues and guesses."""

    def guess(
        self, view: View, labels: Sequence[str], hive: str, values: str, odds: bool = False, theme: str = "dark"
    ) -> Picture:
        """Draw a guess of a hive's values; with `odds`, also the odds that the viewer's clues give.

        `values` lists the values of A to L, with "." for a blank. Raises ValueError for a spectator, an unknown hive,
        or values that are not a guess.
        """
        return draw_and_encode(guesses.draw, view, hive, values, odds, self.theme(theme))

    def taps(
        self,
        view: View,
        labels: Sequence[str],
        hive: str,
        taps: str = "",
        values: str = "",
        deduced: bool = True,
        theme: str = "dark",
    ) -> Picture:
        """Draw an open hive while the viewer taps a shape: taps, the hexes that can follow, clues and values.

        `taps` are up to three letters. `values` is a guess that is not saved yet, as in `guess`; without it the
        viewer's own guess is shown. `deduced` shows the values that the viewer's clues make certain. Raises ValueError
        for a spectator, and for a hive, taps or values that there can't be.
        """
        return draw_and_encode(mine.draw, view, labels, hive, taps, values, deduced, self.theme(theme))

    def laid(self, view: View, labels: Sequence[str], title: str, theme: str = "dark") -> Picture:
        """Draw the viewer's shapes of a past round under a title. Raises ValueError for a spectator."""
        return draw_and_encode(shapes.draw, view, labels, self.theme(theme), title)

    def odds(self, view: View, labels: Sequence[str], hive: str, theme: str = "dark") -> Picture:
        """Draw the odds of 1, 2 and 3 on each hex of a hive, by the viewer's clues.

        Raises ValueError for a spectator and for an unknown hive.
        """
        return draw_and_encode(odds.draw, view, hive, self.theme(theme))

    def clues(self, view: View, labels: Sequence[str], theme: str = "dark") -> Picture:
        """Draw the clues that the viewer has received, each with its shape. Raises ValueError for a spectator."""
        return draw_and_encode(clues.draw, view, self.theme(theme))

    def pages(self, view: View) -> tuple[str, ...]:
        """Return the names of the pages that `zoom` can draw.

        They are the hives and "players"; at the end the hives and "points".
        """
        return zoom.pages(view)


def _draw_board(view: View, labels: Sequence[str], theme: HiveTheme, marks: Sequence[str] = ()) -> Sheet:
    """Draw the public board; `marks` are the letters of hexes that get a ring on every open hive.

    Once the points are revealed, the end card or the page of a past round is drawn instead.
    """
    if round_page.is_round_page(view):
        return round_page.draw(view, labels, theme)
    return board.draw(view, labels, theme, marks) if view.scores is None else end_card.draw(view, labels, theme)


def _choose_frames(views: Sequence[View]) -> list[View]:
    """Choose the frames of a replay: one view for each announcement or phase, and the last view.

    Views that differ only in who is ready are skipped. After the end, rounds are shown with all that was hidden.
    """
    frames = [
        round_page.look_back(views, next(same)) for _announcement, same in groupby(range(len(views)), _announced(views))
    ]
    if frames[-1].phase == views[-1].phase:
        frames.pop()
    return [*frames, views[-1]]


def _announced(views: Sequence[View]) -> Callable[[int], object]:
    """Return a function that returns what was announced by the view with an index, and what was chosen."""

    def announced(number: int) -> object:
        view = views[number]
        return [hive.rounds for hive in view.hives], view.phase, view.gift, view.candidate

    return announced


def _describe_board(view: View, labels: Sequence[str]) -> str:
    return (round_page if round_page.is_round_page(view) else alt_text).describe_board(view, labels)


def _describe_replay(views: Sequence[View], labels: Sequence[str]) -> str:
    last = views[-1]
    if last.scores is not None:
        shown = " ".join(results.sentences(last, alt_text.display_names(last, labels)))
    else:
        shown = alt_text.describe_board(last, labels)
    described = ngettext(
        "Replay of {game}, {number} picture. Last picture: {described}",
        "Replay of {game}, {number} pictures. Last picture: {described}",
        len(views),
        game=_(alt_text.TITLE),
        described=shown,
    )
    return truncate_to_text_board(described, ALT_LIMIT)


PAINTER = HiveMindPainter(
    game="hive_mind",
    scene=banner.scene,
    themes=THEMES,
    draw_board=_draw_board,
    describe_board=_describe_board,
    look_back=round_page.look_back,
    draw_hand=shapes.draw,
    draw_preview=focus.draw,
    draw_zoom=zoom.draw,
    draw_legend=legend.draw,
    draw_result=end_card.draw_with_alt,
    choose_frames=_choose_frames,
    board_rows=board.board_rows,
    describe_replay=_describe_replay,
    text=alt_text.plain_text,
    hand_text=draft.plain_text,
    emojis=parts.EMOJIS,
)

"""The illustrated pages of *How to play*: each one idea, one picture, and few words.

The pages need no table and nothing that is remembered: a custom id names the game and the page, so that old pages work
for good. Lessons can be carried by the same pages.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from discord import ui

from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.layouts import BLUE, button, rows_of_buttons
from render.picture import Picture, no_taller

NO_TABLE = "guide"
"""Takes the place of the table id in the custom ids of pages that were opened without a table."""
GUIDE = "guide"
"""The action of the buttons that open a page."""
WORDS = 40
"""The most words of a page, title included."""
TALLEST = 1.12
"""A picture's height at most, in widths: at 390 by 844 pixels, words, picture and *Next* are in sight together."""

GOAL = "goal"
"""The name of the first page of every guide."""
GOAL_TITLE = "Your goal"

BUTTON_NEXT = "Next"
BUTTON_BACK = "Back"


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A page: one idea with its picture. A word in **bold** is explained where it stands, and not used before."""

    name: str
    """Stands in custom ids, so it stays."""
    title: str
    text: str
    picture: Callable[[str], Picture]
    """Draws the picture in a theme, from a view of a real game."""
    alt: str
    """What the picture shows."""
    teaches: tuple[str, ...] = ()
    """The numbers of the rules whose pages show the picture too."""

    def draw(self, theme: str) -> Picture:
        """The picture with its alt text."""
        return no_taller(self.picture(theme), TALLEST)._replace(alt=self.alt)

    @property
    def words(self) -> int:
        """The number of words that a player reads."""
        return len(f"{self.title} {self.text}".split())


def goal(text: str, picture: Callable[[str], Picture], alt: str, teaches: tuple[str, ...] = ()) -> GuidePage:
    """The first page of every guide: what players try to achieve in one sentence, and somebody who has won."""
    return GuidePage(GOAL, GOAL_TITLE, text, picture, alt, teaches)


def guide_id(table: str | None, game: str, page: str = "", *more: str) -> CustomId:
    """The custom id that opens a page, by default the first or the one that fits the table."""
    return CustomId(table or NO_TABLE, None, GUIDE, (game, page, *more))


def number_of(pages: Sequence[GuidePage], name: str) -> int:
    """The number of the page with a name, the first for a name that there is not."""
    return next((number for number, page in enumerate(pages) if page.name == name), 0)


def guide_text(pages: Sequence[GuidePage], number: int) -> str:
    """The words of a page."""
    page = pages[number]
    return f"### {page.title}\n{page.text}\n-# {number + 1} of {len(pages)}"


def guide_buttons(
    table: str | None, game: str, pages: Sequence[GuidePage], number: int, *further: ui.Button[ui.LayoutView]
) -> tuple[ui.ActionRow[ui.LayoutView], ...]:
    """Back and Next, and further buttons beside them."""
    back = button(BUTTON_BACK, guide_id(table, game, pages[max(0, number - 1)].name, "back"))
    following = button(BUTTON_NEXT, guide_id(table, game, pages[min(len(pages) - 1, number + 1)].name, "next"), BLUE)
    back.disabled, following.disabled = number == 0, number == len(pages) - 1
    return rows_of_buttons([back, following, *further])

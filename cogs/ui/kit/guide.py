"""The illustrated pages of *How to play*, from `data/<game>/guide.toml`. Each has one idea, one picture and few words.

The pages need no table and no stored state. A custom id names the game and the page, so old pages keep working.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from discord import ui

from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interface import interface
from cogs.ui.kit.layouts import BLUE, paging_buttons, rows_of_buttons
from engine.core import SPECTATOR
from engine.scripted import ScriptedGame
from language.messages import _
from render import painter
from render.picture import Picture, crop_between, limit_height

NO_TABLE = "guide"
"""A placeholder for the table id in the custom ids of pages opened without a table."""
GUIDE = "guide"
"""The action, in custom ids, of the buttons that open a page of *How to play*."""
MENU = "menu"
"""A detail of custom ids of pages that were opened from *More*: the way back from the first page leads there."""
WORDS = 40
"""The maximum number of words on a page, including the title."""
TALLEST = 1.12
"""The maximum height of a picture as a multiple of its width.

On a screen of 390 by 844 pixels, the text, the picture and *Next* are then visible together.
"""

GOAL = "goal"
"""The name of the first page of every guide."""
LABELS = ("Ann", "Ben", "Cam", "Dan")
"""The seats' names in pictures."""


class _GuidePart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all parts of a guide file."""


class _Shot(_GuidePart, frozen=True):
    """A picture of a position in a game.

    `picture` is the name of a method of the game's painter, followed by its argument if it takes one, such as "preview
    TILE". `at` is the number of actions made before the position; -1 means all. `seat` is the viewer, by default a
    spectator.
    """

    picture: str = "board"
    at: int = -1
    seat: int = SPECTATOR
    between: tuple[float, float] | None = None
    """The part of the picture to show: its upper and lower edge, as fractions of the picture's width."""


class _Game(_GuidePart, frozen=True):
    """A game, given by its actions, separated by semicolons.

    An action is written as "SEAT> ACTION" in turns in which several seats may act. "*" is the first legal action.
    """

    seats: int
    seed: int
    actions: str
    shots: dict[str, _Shot]
    options: dict[str, Any] = {}


class _More(_GuidePart, frozen=True):
    """Text that is added to a page if the table has the trait values listed in `when`."""

    when: dict[str, tuple[str, ...]]
    text: str


class _Page(_GuidePart, frozen=True):
    """A page of a guide file.

    `game` names a scripted game of the file, and `shot` one of its pictures (by default the page's name). In
    `title`, `text` and `game`, the name of a trait in braces is replaced by its value at the table; see
    `Teaching.traits`. The page is shown only for tables with the trait values listed in `when`.
    """

    name: str
    title: str
    text: str
    game: str
    alt: str
    shot: str = ""
    when: dict[str, tuple[str, ...]] = {}
    more: tuple[_More, ...] = ()
    teaches: tuple[str, ...] = ()


class _File(_GuidePart, frozen=True, rename={"games": "game", "pages": "page"}):
    format: Literal["hexcade-guide/1"]
    games: dict[str, _Game]
    pages: tuple[_Page, ...]


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A page of *How to play*: one idea with its picture.

    A word in **bold** is explained on the page, and isn't used on earlier pages.
    """

    name: str
    """The page's name in custom ids; it must not change."""
    title: str
    text: str
    picture: Callable[[str], Picture]
    """A function that draws the picture in a theme, from a view of a real game."""
    alt: str
    """The alt text of the picture."""
    teaches: tuple[str, ...] = ()
    """The numbers of the rules whose pages also show the picture."""

    def draw(self, theme: str) -> Picture:
        """Draw the picture, with its alt text."""
        return limit_height(self.picture(theme), TALLEST)._replace(alt=self.alt)

    @property
    def words(self) -> int:
        """The number of words on the page."""
        return len(f"{self.title} {self.text}".split())


def list_pages(game: str, options: Mapping[str, Any], seats: int) -> Sequence[GuidePage]:
    """Return the guide's pages for a table with these options and seats; empty for a game without a guide."""
    found = _file(game)
    if found is None:
        return ()
    traits = interface(game).teaching.traits(options, seats)
    return [_page(game, page, traits) for page in found.pages if _fits(page.when, traits)]


@cache
def _file(game: str) -> _File | None:
    file = files("data").joinpath(game, "guide.toml")
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), _File) if file.is_file() else None


def _fits(when: Mapping[str, Sequence[str]], traits: Mapping[str, str]) -> bool:
    return all(traits.get(trait, "") in values for trait, values in when.items())


def _page(game: str, page: _Page, traits: Mapping[str, str]) -> GuidePage:
    text = _(page.text) + "".join(_(more.text) for more in page.more if _fits(more.when, traits))
    title, text, of = (each.format_map(traits) for each in (_(page.title), text, page.game))
    return GuidePage(
        page.name,
        title,
        text,
        lambda theme: _draw(game, of, page.shot or page.name, theme),
        _(page.alt),
        page.teaches,
    )


@cache
def _game(game: str, name: str) -> tuple[_Game, ScriptedGame]:
    """Play a scripted game of the guide file; return its definition and the game."""
    found = _file(game)
    assert found is not None
    given = found.games[name]
    script: list[str | tuple[int, str]] = []
    for action in filter(None, re.split(r"\s*;\s*", " ".join(given.actions.split()))):
        seat, mark, rest = action.partition("> ")
        script.append((int(seat), rest) if mark else action)
    return given, ScriptedGame(game, given.seats, given.options, given.seed, script)


def _draw(game: str, name: str, shot: str, theme: str) -> Picture:
    given, played = _game(game, name)
    found, names, drawn = given.shots[shot], LABELS[: given.seats], painter(game)
    kind, _, word = found.picture.partition(" ")
    view = played.view(found.at, found.seat)
    match kind:
        case "result":
            picture = drawn.result(played.views(SPECTATOR), names, theme)
        case "preview" | "zoom":
            picture = getattr(drawn, kind)(view, names, word, theme)
        case "monster":
            picture = getattr(drawn, kind)(word, theme=theme)
        case _:
            picture = getattr(drawn, kind)(view, names, theme)
    return picture if found.between is None else crop_between(picture, *found.between)


def guide_id(table: str | None, game: str, page: str = "", *more: str) -> CustomId:
    """Return the custom id that opens a page of *How to play*, by default the first one.

    If `table` is None, the pages describe the game's default options. `more` is appended to the custom id, so that
    two buttons with the same page differ.
    """
    return CustomId(table or NO_TABLE, None, GUIDE, (game, page, *more))


def find_index(pages: Sequence[GuidePage], name: str) -> int:
    """Return the index of the page with this name, or 0 if there is none."""
    return next((number for number, page in enumerate(pages) if page.name == name), 0)


def guide_texts(pages: Sequence[GuidePage], number: int) -> tuple[str, str]:
    """Format the texts above and below the picture of the page at the index `number`: its heading and its body."""
    page = pages[number]
    note = "" if number else "\n" + _("-# The pictures are examples, not your game.")
    head = _("### {title} ({number} of {pages})", title=page.title, number=number + 1, pages=len(pages))
    return head, page.text + note


def guide_buttons(
    table: str | None,
    game: str,
    pages: Sequence[GuidePage],
    number: int,
    *further: ui.Button[ui.LayoutView],
    menu: ui.Button[ui.LayoutView] | None = None,
) -> tuple[ui.ActionRow[ui.LayoutView], ...]:
    """Build *Previous* and *Next* for the page at the index `number`, followed by the buttons `further`.

    `menu` is the way back to the page from which the pages were opened; it takes the place of *Previous* on the first.
    """
    last = len(pages) - 1
    came_from = () if menu is None else (MENU,)
    back = guide_id(table, game, pages[max(0, number - 1)].name, "back", *came_from)
    following = guide_id(table, game, pages[min(last, number + 1)].name, "next", *came_from)
    turning = paging_buttons(back, following, is_first=number == 0, is_last=number == last, style=BLUE)
    if menu is not None and number == 0:
        turning[0] = menu
    return rows_of_buttons([*turning, *further])

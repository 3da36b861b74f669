"""The parts of a message: layouts, buttons and pictures.

Views are built for one message and stopped at once, so that discord.py keeps none of them in memory. Presses are routed
by custom id.
"""

from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import ui

from cogs.ui.kit.custom_ids import CustomId
from language.messages import N_, _
from language.punctuation import localize_marks
from render.picture import ALT_LIMIT

ROW_LIMIT = 5
BUTTON_LENGTH, OPTION_LENGTH = 80, 100
"""The most characters that Discord allows on a button, and in an option of a select."""

Row = ui.ActionRow[ui.LayoutView]
Button = ui.Button[ui.LayoutView]
GREY, BLUE, GREEN, RED = (
    discord.ButtonStyle.secondary,
    discord.ButtonStyle.primary,
    discord.ButtonStyle.success,
    discord.ButtonStyle.danger,
)

BUTTON_FIRST = N_("First")
BUTTON_BACK = N_("Back")
"""The way back to the page before, on every page. To turn pages, there is *Previous*."""
BUTTON_PREVIOUS = N_("Previous")
BUTTON_NEXT = N_("Next")
BUTTON_NEWEST = N_("Newest")


def layout(*items: ui.Item[ui.LayoutView], colour: int | None = None) -> ui.LayoutView:
    """Build a message of these items; with an accent colour, the items are put into a container."""
    view = ui.LayoutView(timeout=None)
    if colour is None:
        for item in items:
            view.add_item(item)
    else:
        view.add_item(ui.Container(*items, accent_colour=colour))
    for item in view.walk_children():
        _localize_item(item)
    view.stop()
    return view


def _localize_item(item: ui.Item[ui.LayoutView]) -> None:
    """Give the texts of an item, which are joined from parts, the marks of the context's language."""
    match item:
        case ui.TextDisplay():
            item.content = localize_marks(item.content)
        case ui.Button() if item.label:
            item.label = _localize_within(item.label, BUTTON_LENGTH)
        case ui.Select():
            for option in item.options:
                option.label = _localize_within(option.label, OPTION_LENGTH)
                option.description = option.description and _localize_within(option.description, OPTION_LENGTH)
        case ui.MediaGallery():
            for each in item.items:
                each.description = each.description and _localize_within(each.description, ALT_LIMIT)
        case _:
            pass


def _localize_within(text: str, limit: int) -> str:
    """Return a text with the marks of the context's language, or unchanged if they make it longer than `limit`."""
    localized = localize_marks(text)
    return localized if len(localized) <= limit else text


def button(
    label: str,
    custom_id: CustomId,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: discord.PartialEmoji | None = None,
) -> ui.Button[ui.LayoutView]:
    """Build a button that is routed by its custom id."""
    return ui.Button(label=label, custom_id=str(custom_id), style=style, emoji=emoji)


def picture(name: str, alt: str) -> ui.MediaGallery[ui.LayoutView]:
    """Build a media gallery with one attached picture and its alt text."""
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    gallery.add_item(media=f"attachment://{name}", description=alt)
    return gallery


class ClosedRow(ui.ActionRow[ui.LayoutView]):
    """A row of buttons that belong together, to which `with_button` adds none."""


def with_button(
    items: Sequence[ui.Item[ui.LayoutView]], added: ui.Button[ui.LayoutView]
) -> tuple[ui.Item[ui.LayoutView], ...]:
    """Return the items with a button added to the last row, or in a new row if that is closed, full or no buttons."""
    last = items[-1] if items else None
    if isinstance(last, ClosedRow):
        return (*items, *rows_of_buttons([added]))
    if isinstance(last, ui.ActionRow) and len(last.children) < ROW_LIMIT and isinstance(last.children[0], ui.Button):
        return (*items[:-1], ui.ActionRow(*last.children, added))
    return (*items, *rows_of_buttons([added]))


def rows_of_buttons(buttons: Sequence[ui.Button[ui.LayoutView]], across: int | None = None) -> tuple[Row, ...]:
    """Arrange buttons in rows of `across`, or in as few rows of at most five as possible, evenly distributed."""
    rows = -(-len(buttons) // ROW_LIMIT)
    each = across or -(-len(buttons) // max(rows, 1))
    return tuple(ui.ActionRow(*buttons[start : start + each]) for start in range(0, len(buttons), max(each, 1)))


def turn_buttons(page: CustomId, shown: int, turns: Sequence[int]) -> list[ui.Button[ui.LayoutView]]:
    """Build buttons to the first, previous, next and last of the turns, which ascend; `shown` is the current turn.

    Each button adds its turn to the details of the custom id `page`. Buttons to the current turn are disabled.
    """
    wanted = {
        BUTTON_FIRST: turns[0],
        BUTTON_PREVIOUS: max((turn for turn in turns if turn < shown), default=shown),
        BUTTON_NEXT: min((turn for turn in turns if turn > shown), default=shown),
        BUTTON_NEWEST: turns[-1],
    }
    found: list[ui.Button[ui.LayoutView]] = []
    for label, turn in wanted.items():
        # The label is added since several buttons may lead to one turn, and custom ids must be unique in a message.
        made = button(_(label), replace(page, details=(*page.details, str(turn), label)))
        made.disabled = turn == shown
        found.append(made)
    return found


def page_buttons(page: CustomId, shown: int, last: int, *, first: int = 0) -> list[ui.Button[ui.LayoutView]]:
    """Build *Previous* and *Next* for a list with pages numbered from `first` to `last`; none for a single page.

    The number of the page to open is added to the details of the custom id `page`. `shown` is the current page.
    """
    if first == last:
        return []
    # A last detail is added since both buttons may lead to one page, and custom ids must be unique in a message.
    back = replace(page, details=(*page.details, str(max(first, shown - 1)), "back"))
    following = replace(page, details=(*page.details, str(shown + 1), "next"))
    return paging_buttons(back, following, is_first=shown == first, is_last=shown == last)


def paging_buttons(
    back: CustomId,
    following: CustomId,
    *,
    is_first: bool,
    is_last: bool,
    labels: tuple[str, str] = (BUTTON_PREVIOUS, BUTTON_NEXT),
    style: discord.ButtonStyle = GREY,
) -> list[ui.Button[ui.LayoutView]]:
    """Build the buttons to the previous and the next page, which open `back` and `following`.

    The first is disabled on the first page, the second on the last page. `style` is the style of the second.
    The labels are translated here.
    """
    buttons = [button(_(labels[0]), back), button(_(labels[1]), following, style)]
    buttons[0].disabled, buttons[1].disabled = is_first, is_last
    return buttons

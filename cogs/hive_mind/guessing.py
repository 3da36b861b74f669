"""The pages for guessing a hive's starting values (HM-12): typed as twelve digits, or chosen hex by hex."""

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui

from cogs.hive_mind import phrases
from cogs.hive_mind.composing import BLUE, GREEN, GREY, page_id
from cogs.ui.forms import modal
from cogs.ui.interface import Page, Press
from cogs.ui.layouts import button, rows_of_buttons
from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS
from engine.hive_mind.view import View
from render.hive_mind import PAINTER
from tables.refusal import BoardMovedOn
from tables.texts import ROUND_MOVED_ON
from tables.viewer import TableView

BLANK = "." * len(LETTERS)
PLACES = tuple(map(str, range(len(LETTERS))))
VALUES = "values"
LONGEST = 60
"""The field's maximum length, above that of a guess, so that a guess that is too long can be explained."""


def press(table: TableView, name: str, details: Sequence[str]) -> Press | None:
    """The effect of a press on these pages; values are stored as a draft until *Keep*."""
    match name, tuple(details):
        case "tap", (hive, values, place, *_) if hive in preview.may_guess(table.view) and _is_tap(values, place):
            return Press((), "guess", (hive, place), draft=(_draft_name(hive), values))
        case "keep", (hive, values):
            return Press((f"guess:{hive}:{values}",), "move")
        case "unguess", (hive,):
            return Press((f"clear:guess:{hive}",), "guess", (hive,), draft=(_draft_name(hive), BLANK))
        case _:
            return None


def page(table: TableView, name: str, details: Sequence[str]) -> Page | None:
    """A page of the guess; None for an unknown page."""
    view: View = table.view
    match name, tuple(details):
        case "guess", (hive, *place) if hive in preview.may_guess(view):
            kept = preview.own_hive(view, hive).guess or BLANK
            return _page(table, hive, table.drafts.get(_draft_name(hive), kept), _number(place))
        case _:
            return None


def _draft_name(hive: str) -> str:
    return f"guess {hive}"


def _is_tap(values: str, place: str) -> bool:
    return place in PLACES and preview.check_guess(values) is not None


def _number(place: Sequence[str]) -> int:
    """The index of the next hex; the first one by default."""
    return PLACES.index(place[0]) if place and place[0] in PLACES else 0


def form(table: TableView, hive: str) -> ui.Modal:
    """The form for twelve digits. Raises BoardMovedOn if the hive can't be guessed now."""
    if hive not in preview.may_guess(table.view):
        raise BoardMovedOn(ROUND_MOVED_ON)
    now = preview.own_hive(table.view, hive).guess
    written: ui.TextInput[Any] = ui.TextInput(
        custom_id=VALUES, placeholder="123211232113", default=now, required=True, max_length=LONGEST
    )
    hint = "One of 1, 2, 3 for each hex, or a dot for a blank"
    field = ui.Label(text="The values from A to L", description=hint, component=written)
    custom_id = page_id(table, "form_submitted", "guess", hive)
    return modal(f"Your guess of {phrases.hive_name(hive)}", custom_id, [field])


def form_submitted(hive: str, values: Mapping[str, str]) -> Press:
    """The guess of a submitted form; spaces are ignored."""
    written = "".join(values.get(VALUES, "").split())
    return Press((f"guess:{hive}:{written}",), "guess", (hive,), draft=(_draft_name(hive), written))


def _page(table: TableView, hive: str, values: str, place: int) -> Page:
    view: View = table.view
    kept = preview.own_hive(view, hive).guess
    lines = [
        f"**{phrases.hive_name(hive)}: your guess** {phrases.guess_words(values)}",
        "It is kept." if values == kept else "It is not kept yet: press *Keep*.",
        f"A right set of 1s, of 2s, of 3s brings a point each; blanks cost nothing. Hex **{LETTERS[place]}** is next.",
    ]
    action = f"guess:{hive}:{values}"
    return Page(
        "\n".join(lines),
        _rows(table, hive, values, place),
        lambda theme: PAINTER.preview(view, table.names, action, theme),
    )


def _rows(table: TableView, hive: str, values: str, place: int) -> tuple[ui.ActionRow[Any], ...]:
    hexes = [
        button(
            f"{letter} {'-' if value == '.' else value}", page_id(table, "tap", hive, values, str(number), "to"), style
        )
        for number, (letter, value) in enumerate(zip(LETTERS, values, strict=True))
        for style in (BLUE if number == place else GREY,)
    ]
    following = str((place + 1) % len(LETTERS))
    digits = [
        button(
            f"{LETTERS[place]} is {digit}" if digit != "." else f"{LETTERS[place]} blank",
            page_id(table, "tap", hive, values[:place] + digit + values[place + 1 :], following),
        )
        for digit in "123."
    ]
    controls = [
        button("Keep", page_id(table, "keep", hive, values), GREEN),
        button("Write it", page_id(table, "form", "guess", hive)),
    ]
    kept = preview.own_hive(table.view, hive).guess
    controls[0].disabled = values in (kept, BLANK)
    if kept is not None:
        controls.append(button("Take it back", page_id(table, "unguess", hive)))
    controls.append(button("Overview", page_id(table, "move")))
    return (*rows_of_buttons(hexes), *rows_of_buttons(digits), *rows_of_buttons(controls))

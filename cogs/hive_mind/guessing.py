"""The guess of a hive's starting values (HM-12): written as twelve digits, or tapped hex by hex."""

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui

from cogs._cards import button, rows_of_buttons
from cogs._interfaces import Draft, Press
from cogs._looks import Look
from cogs._refusal import BoardMovedOn
from cogs.hive_mind import phrases
from cogs.hive_mind.composing import BLUE, GREEN, GREY, page_id
from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS
from engine.hive_mind.view import View

BLANK = "." * len(LETTERS)
VALUES = "values"
LONGEST = 60
"""More than a guess has, so that one that is too long is explained rather than cut."""


def press(look: Look, what: str, details: Sequence[str]) -> Press | None:
    """What a press of these pages does to the submission; tapping alone does nothing before *Keep*."""
    match what, tuple(details):
        case "keep", (hive, values):
            return Press((f"guess:{hive}:{values}",), "move")
        case "unguess", (hive,):
            return Press((f"clear:guess:{hive}",), "guess", (hive,))
        case _:
            return None


def draft(look: Look, what: str, details: Sequence[str]) -> Draft | None:
    """A page of the guess; None for what is none."""
    view: View = look.view
    match what, tuple(details):
        case "guess", (hive,) if hive in preview.may_guess(view):
            return _page(look, hive, preview.own_hive(view, hive).guess or BLANK, 0)
        case "tap", (hive, values, place, *_) if (
            hive in preview.may_guess(view)
            and preview.check_guess(values) is not None
            and place.isascii()
            and place.isdecimal()
            and len(place) <= 2
        ):
            return _page(look, hive, values, min(int(place), len(LETTERS) - 1))
        case _:
            return None


def form(look: Look, hive: str) -> ui.Modal:
    """Twelve digits to write. Raises BoardMovedOn where nothing is to be guessed."""
    if hive not in preview.may_guess(look.view):
        raise BoardMovedOn(phrases.MOVED_ON)
    now = preview.own_hive(look.view, hive).guess
    title = f"Your guess of {phrases.hive_name(hive)}"
    modal = ui.Modal(title=title, custom_id=str(page_id(look, "filled", "guess", hive)), timeout=None)
    written: ui.TextInput[Any] = ui.TextInput(
        custom_id=VALUES, placeholder="123211232113", default=now, required=True, max_length=LONGEST
    )
    hint = "One of 1, 2, 3 for each hex, or a dot for a blank"
    modal.add_item(ui.Label(text="The values from A to L", description=hint, component=written))
    modal.stop()
    return modal


def filled(hive: str, values: Mapping[str, str]) -> Press:
    """The guess that somebody wrote, spaces forgiven."""
    return Press((f"guess:{hive}:{''.join(values.get(VALUES, '').split())}",), "guess", (hive,))


def _page(look: Look, hive: str, values: str, place: int) -> Draft:
    view: View = look.view
    kept = preview.own_hive(view, hive).guess
    lines = [
        f"**{phrases.hive_name(hive)}: your guess** {phrases.guess_words(values)}",
        "It is kept." if values == kept else "It is not kept yet: press *Keep*.",
        f"A right set of 1s, of 2s, of 3s brings a point each; blanks cost nothing. Hex **{LETTERS[place]}** is next.",
    ]
    action = f"guess:{hive}:{values}"
    return Draft(
        "\n".join(lines), _rows(look, hive, values, place), lambda drawn: drawn.preview(view, look.names, action)
    )


def _rows(look: Look, hive: str, values: str, place: int) -> tuple[ui.ActionRow[Any], ...]:
    hexes = [
        button(
            f"{letter} {'-' if value == '.' else value}", page_id(look, "tap", hive, values, str(number), "to"), style
        )
        for number, (letter, value) in enumerate(zip(LETTERS, values, strict=True))
        for style in (BLUE if number == place else GREY,)
    ]
    following = str((place + 1) % len(LETTERS))
    digits = [
        button(
            f"{LETTERS[place]} is {digit}" if digit != "." else f"{LETTERS[place]} blank",
            page_id(look, "tap", hive, values[:place] + digit + values[place + 1 :], following),
        )
        for digit in "123."
    ]
    ways = [
        button("Keep", page_id(look, "keep", hive, values), GREEN),
        button("Write it", page_id(look, "form", "guess", hive)),
    ]
    kept = preview.own_hive(look.view, hive).guess
    ways[0].disabled = values in (kept, BLANK)
    if kept is not None:
        ways.append(button("Take it back", page_id(look, "unguess", hive)))
    ways.append(button("Overview", page_id(look, "move")))
    return (*rows_of_buttons(hexes), *rows_of_buttons(digits), *rows_of_buttons(ways))

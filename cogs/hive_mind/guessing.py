"""The pages for guessing a hive's starting values (HM-12): hex by hex, as twelve typed digits, or from the odds."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from cogs.hive_mind import phrases
from cogs.hive_mind.keypad import TICK
from cogs.hive_mind.private import may_use_notes
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.forms import modal
from cogs.ui.kit.interface import Page, Press
from cogs.ui.kit.layouts import BLUE, GREEN, button, rows_of_buttons
from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS
from engine.hive_mind.notation import explain_guess
from engine.hive_mind.posterior import HiveNotes, posterior
from engine.hive_mind.submitting import GUESS_CHARACTERS
from engine.hive_mind.view import View
from language.messages import N_, _, format_percentage
from render.hive_mind import PAINTER
from render.hive_mind.alt_text import format_by_row
from render.picture import Picture
from tables.refusal import BoardMovedOn, Refusal
from tables.texts import ROUND_MOVED_ON, put_error_into_words
from tables.viewer import TableView

BLANK = "." * len(LETTERS)
PLACES = tuple(map(str, range(len(LETTERS))))
VALUES = "values"
BUTTON_ODDS, BUTTON_TYPE = N_("Use my odds"), N_("Type")
BUTTON_FILL = N_("Guess by my odds")
KEEP = N_("Keep")
LONGEST = 60
"""Maximum length of the text that can be typed as a guess, in characters.

It exceeds the length of a valid guess, so that a text that is too long gets an explanation.
"""
NO_LAYOUT = N_("These numbers don't fit your clues. Change or blank some of them first.")
AGAINST_CLUES = N_("(this contradicts your clues)")
PAGES = frozenset({"fill", "guess", "keep", "probable", "tap", "unguess"})
"""Names of the pages and presses of a guess. The first page is not listed; it is called `move` in every game."""


def press(table: TableView, name: str, details: Sequence[str]) -> Press | None:
    """Return the effect of a press on these pages, or None if the press is not one of theirs.

    Values are stored as a draft until *Keep* or *Ready* submits them as a guess. `fill` saves guesses at once.
    """
    match name, tuple(details):
        case "tap", (hive, values, place, *_) if hive in preview.guessable_hives(table.view) and _is_tap(values, place):
            return Press((), "guess", (hive, place), draft=(_draft_name(hive), values))
        case "keep", (hive, values):
            return Press((f"guess:{hive}:{values}",), "hives")
        case "probable", (hive,) if hive in preview.guessable_hives(table.view) and may_use_notes(table):
            return Press((), "guess", (hive,), draft=(_draft_name(hive), _find_probable_values(table, hive)))
        case "fill", () if may_use_notes(table):
            return Press(_fill_in(table), "hives")
        case "unguess", (hive,):
            return Press((f"clear:guess:{hive}",), "guess", (hive,), draft=(_draft_name(hive), BLANK))
        case _:
            return None


def _find_probable_values(table: TableView, hive: str) -> str:
    """Return the most probable values of a hive by the viewer's clues, keeping the values entered so far.

    If all values are entered, they are ignored. Raises Refusal if no possible hive has the entered values.
    """
    values = _values(table, hive)
    found = preview.probable_guess(table.view, hive, BLANK if "." not in values else values)
    if not found:
        raise Refusal(_(NO_LAYOUT))
    return found


def _fill_in(table: TableView) -> tuple[str, ...]:
    """Return the actions that save the most probable values as guesses, for all hives without a guess and values."""
    return tuple(f"guess:{hive}:{preview.probable_guess(table.view, hive)}" for hive in _list_unguessed_hives(table))


def _list_unguessed_hives(table: TableView) -> list[str]:
    """Return the hives that may be guessed and have neither a guess nor entered values.

    Entered values count, because *Ready* would save them over a guess.
    """
    return [
        hive
        for hive in preview.guessable_hives(table.view)
        if preview.own_hive(table.view, hive).guess is None and not unsaved_values(table, hive)
    ]


def warn_of_misfit(table: TableView, hive: str, values: str) -> str:
    """Return a warning if guessed values can't be right: by the numbers of a hive, or by the viewer's clues.

    Clues are compared only at tables with odds, which work out what clues mean.
    """
    if warning := phrases.warn_of_guess(values):
        return warning
    if not preview.is_possible_guess(table.view, hive, values, by_clues=False):
        return f" {_(phrases.CONNECTED_THREES)}"
    if may_use_notes(table) and not preview.is_possible_guess(table.view, hive, values, by_clues=True):
        return f" {_(AGAINST_CLUES)}"
    return ""


def unsaved_values(table: TableView, hive: str) -> str:
    """Return the values entered for a hive that are not saved as a guess yet, or an empty text."""
    if hive not in preview.guessable_hives(table.view) or _draft_name(hive) not in table.drafts:
        return ""
    values = _values(table, hive)
    return "" if values in (BLANK, preview.own_hive(table.view, hive).guess) else values


def list_unsaved_guesses(table: TableView) -> tuple[str, ...]:
    """Return the actions that save all entered values as guesses; *Ready* makes them too, so that no input is lost."""
    found = {hive: unsaved_values(table, hive) for hive in preview.guessable_hives(table.view)}
    return tuple(f"guess:{hive}:{values}" for hive, values in found.items() if values)


def page(table: TableView, name: str, details: Sequence[str]) -> Page | None:
    """Return the page of a hive's guess, or None if the name is that of another page or the hive can't be guessed."""
    match name, tuple(details):
        case "guess", (hive, *place) if hive in preview.guessable_hives(table.view):
            return _page(table, hive, _number(place))
        case _:
            return None


def _draft_name(hive: str) -> str:
    return f"guess {hive}"


def _entered_text(table: TableView, hive: str) -> str:
    """Return the text last entered for a hive, valid or not. Without one, return the saved guess or blanks."""
    entered = table.drafts.get(_draft_name(hive), BLANK)
    return entered if entered != BLANK else preview.own_hive(table.view, hive).guess or BLANK


def _values(table: TableView, hive: str) -> str:
    """Return the text last entered for a hive as twelve characters, with blanks for invalid and missing ones."""
    readable = [letter if letter in GUESS_CHARACTERS else "." for letter in _entered_text(table, hive)]
    return "".join(readable)[: len(LETTERS)].ljust(len(LETTERS), ".")


def _is_tap(values: str, place: str) -> bool:
    return place in PLACES and preview.check_guess(values) is not None


def _number(place: Sequence[str]) -> int:
    """Return the index of the hex to be guessed next, given the details of a press; 0 if there are none."""
    return PLACES.index(place[0]) if place and place[0] in PLACES else 0


def list_guess_buttons(table: TableView) -> list[ui.Button[Any]]:
    """Return a button for each hive that may be guessed, and one that guesses all others by the viewer's odds."""
    buttons = [_guess_button(table, hive) for hive in preview.guessable_hives(table.view)]
    if may_use_notes(table) and _list_unguessed_hives(table):
        buttons.append(button(_(BUTTON_FILL), page_id(table, "fill")))
    return buttons


def _guess_button(table: TableView, hive: str) -> ui.Button[Any]:
    """Return the button that opens the page for guessing a hive, ticked if a guess is saved that may be right."""
    guess = preview.own_hive(table.view, hive).guess
    tick = f" {TICK}" if guess is not None and not warn_of_misfit(table, hive, guess) else ""
    label = _("Guess {hive}", hive=phrases.hive_name(hive))
    return button(label + tick, page_id(table, "guess", hive))


def form(table: TableView, hive: str) -> ui.Modal:
    """Build the form for typing a guess as twelve digits, prefilled with the text entered last.

    Raises BoardMovedOn if the hive may not be guessed.
    """
    if hive not in preview.guessable_hives(table.view):
        raise BoardMovedOn(_(ROUND_MOVED_ON))
    now = _entered_text(table, hive)
    written: ui.TextInput[Any] = ui.TextInput(
        custom_id=VALUES,
        placeholder=_("Row by row: {letters}", letters="ABC DEFG HIJ KL"),
        default=None if now == BLANK else now if explain_guess(now) else format_by_row(now),
        required=True,
        max_length=LONGEST,
    )
    hint = _("1, 2 or 3 for each hex, a dot for a blank")
    field = ui.Label(text=_("The numbers from A to L"), description=hint, component=written)
    custom_id = page_id(table, "form_submitted", "guess", hive)
    return modal(_("Your guess of {hive}", hive=phrases.hive_name(hive)), custom_id, [field])


def form_submitted(hive: str, values: Mapping[str, str]) -> Press:
    """Return the effect of a submitted form: it saves a valid guess; an invalid text stays in the form."""
    written = "".join(values.get(VALUES, "").split())
    kept = () if explain_guess(written) else (f"guess:{hive}:{written}",)
    return Press(kept, "guess", (hive,), draft=(_draft_name(hive), written[:LONGEST]))


def _page(table: TableView, hive: str, place: int) -> Page:
    view: View = table.view
    values, kept = _values(table, hive), preview.own_hive(view, hive).guess
    lines = [_("**{hive}: your guess**", hive=phrases.hive_name(hive))]
    answers: list[str] = []
    if problem := explain_guess(_entered_text(table, hive)):
        still = _("Your text is still in the form: press *{button}*.", button=_(BUTTON_TYPE))
        answers.append(f"{put_error_into_words(problem)} {still}")
    elif warning := warn_of_misfit(table, hive, values):
        answers.append(_("This can't be right{warning}.", warning=warning))
    choose = _("Choose a number for each hex, then press *{button}*.", button=_(KEEP))
    lines.append(_("Saved.") if values == kept else choose)
    if may_use_notes(table):
        fits = _("*{button}* fits the whole hive, so a hex may differ from its bright bar.", button=_(BUTTON_ODDS))
        lines.append(fits)
    notes = _notes(table, hive)
    asked = _("**{hive}: which number is under {letter}?**", hive=phrases.hive_name(hive), letter=LETTERS[place])
    by_clues = _("With the odds by your clues:")
    below = "\n".join([*answers, asked if notes is None else f"{asked} {by_clues}"])
    return Page("\n".join(lines), _rows(table, hive, values, place, notes), _picture(table, hive, values), below=below)


def _picture(table: TableView, hive: str, values: str) -> Callable[[str], Picture]:
    """Return a function that draws a guess on a hive; if odds are allowed, with the probability of each value."""
    view, odds = table.view, may_use_notes(table)
    return lambda theme: PAINTER.guess(view, table.names, hive, values, odds, theme)


def _notes(table: TableView, hive: str) -> HiveNotes | None:
    """Return the viewer's odds of a hive's values; None if odds are switched off."""
    if not may_use_notes(table):
        return None
    return next(notes for notes in posterior(table.view) if notes.hive == hive)


def _percent(notes: HiveNotes, place: int, digit: str) -> int:
    return round(100 * notes.counts[place][int(digit) - 1] / notes.layouts)


def _rows(
    table: TableView, hive: str, values: str, place: int, notes: HiveNotes | None
) -> tuple[ui.ActionRow[Any], ...]:
    none_yet = _("no number yet")
    options = [
        discord.SelectOption(
            label=f"{letter}: {none_yet if value == '.' else value}",
            value=PLACES[number],
            default=number == place,
        )
        for number, (letter, value) in enumerate(zip(LETTERS, values, strict=True))
    ]
    hexes: ui.Select[Any] = ui.Select(custom_id=str(page_id(table, "tap", hive, values)), options=options)
    following = str((place + 1) % len(LETTERS))
    digits = [
        button(
            _digit_label(place, digit, notes),
            page_id(table, "tap", hive, values[:place] + digit + values[place + 1 :], following),
        )
        for digit in GUESS_CHARACTERS
    ]
    return (ui.ActionRow(hexes), *rows_of_buttons(digits), *rows_of_buttons(_controls(table, hive, values)))


def _digit_label(place: int, digit: str, notes: HiveNotes | None) -> str:
    if digit == ".":
        return _("Blank")
    return digit if notes is None else f"{digit} · {format_percentage(_percent(notes, place, digit))}"


def _controls(table: TableView, hive: str, values: str) -> list[ui.Button[Any]]:
    """Return the buttons below the values; *Take it back* stands in place of *Keep* while the values are saved."""
    if values == preview.own_hive(table.view, hive).guess:
        keep = button(_("Take it back"), page_id(table, "unguess", hive))
    else:
        keep = button(_(KEEP), page_id(table, "keep", hive, values), GREEN)
        keep.disabled = values == BLANK
    controls = [keep, button(_(BUTTON_TYPE), page_id(table, "form", "guess", hive))]
    if may_use_notes(table):
        controls.append(button(_(BUTTON_ODDS), page_id(table, "probable", hive), BLUE))
    return [*controls, button(_(phrases.BUTTON_HIVES), page_id(table, "hives"))]

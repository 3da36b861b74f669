"""The pages after the last round: guessing totals (HM-18), giving a token away (HM-22), naming the last (HM-23)."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from cogs.hive_mind import phrases
from cogs.hive_mind.private import private_button
from cogs.ui.kit.custom_ids import page_id, read_number
from cogs.ui.kit.forms import modal
from cogs.ui.kit.interface import Page, Press
from cogs.ui.kit.layouts import BUTTON_BACK, GREEN, button, rows_of_buttons
from cogs.ui.messages.pause_block import due_lines
from cogs.ui.texts import texts
from engine.hive_mind.submitting import HIGHEST_TOTAL
from engine.hive_mind.view import View
from language.messages import N_, _, list_and
from render.hive_mind import PAINTER
from render.text import truncate
from tables.refusal import BoardMovedOn, Refusal
from tables.texts import ROUND_MOVED_ON, escape, quote
from tables.viewer import TableView

FIELDS = 5
"""Maximum number of fields in one form, a limit of Discord."""
DIGITS = len(str(HIGHEST_TOTAL))
LONGEST = 20
KEEP = "-"
NO_TOTAL = N_("Write at least one total, or press {button} to skip the guesses.")
KEEP_ONE = N_("At least one total must stay, but you can change it. Nothing was saved.")
PAGES = frozenset({"give", "name"})
"""Names of the pages after the last round. The first page is not listed; it is called `move` in every game."""


def page(table: TableView, name: str, details: Sequence[str]) -> Page | None:
    """Return the page after the last round with this name, or None if there is none."""
    view: View = table.view
    match view.phase, name, tuple(details):
        case "totals", "move", ():
            return _totals(table)
        case "choice", "move", ():
            return _choices(table)
        case "choice", "give", (seat,) if f"gift:{seat}" in table.legal:
            return _confirm_page(table, f"gift:{seat}", _describe_gift(table, seat))
        case "choice", "name", (seat,) if f"candidate:{seat}" in table.legal:
            return _confirm_page(table, f"candidate:{seat}", _("{name} is last", name=_name(table, seat)))
        case _:
            return None


def _others(table: TableView) -> list[int]:
    return [seat for seat in range(len(table.view.seats)) if seat != table.seat]


def _name(table: TableView, seat: str) -> str:
    return escape(table.names[int(seat)])


def _totals(table: TableView) -> Page:
    view: View = table.view
    guessed = view.own.totals if view.own is not None else ()
    shown = [f"{escape(table.names[seat])} **{guessed[seat]}**" for seat in _others(table) if guessed[seat] is not None]
    ready = view.viewer not in view.actors
    lines = [
        _(
            "**Guess the total of each other player: all points of both hives.** A right guess brings you 1 point, and "
            "costs them 2. A wrong one costs nothing."
        ),
        _("Your guesses: {guesses}.", guesses=", ".join(shown)) if shown else _("No guesses yet. They are optional."),
        *_problems(table),
        *due_lines(table, _("This is {until}, or sooner if everybody is ready.")),
    ]
    if ready:
        waiting = [escape(table.names[seat]) for seat in view.actors]
        lines.append(_("You are ready. Waiting for {names}.", names=list_and(waiting)))
        buttons = [button(_(phrases.BUTTON_REOPEN), page_id(table, "reopen")), *private_button(table)]
    else:
        buttons = [
            *_form_buttons(table),
            button(_(phrases.BUTTON_READY), page_id(table, "ready"), GREEN),
            *private_button(table),
        ]
    return Page("\n".join(lines), rows_of_buttons(buttons), lambda theme: PAINTER.hand(view, table.names, theme))


def _parts(table: TableView) -> list[list[int]]:
    """Return the other players' seats in groups that each fit into one form."""
    others = _others(table)
    return [others[start : start + FIELDS] for start in range(0, len(others), FIELDS)]


def _form_buttons(table: TableView) -> list[ui.Button[Any]]:
    most = len(_parts(table))
    labels = (
        [_("Guess totals")]
        if most == 1
        else [_("Guess totals, {number} of {most}", number=number, most=most) for number in range(1, most + 1)]
    )
    return [
        button(label, page_id(table, "form", "totals", str(number)), discord.ButtonStyle.primary)
        for number, label in enumerate(labels)
    ]


def form(table: TableView, part: str) -> ui.Modal:
    """Build a form for guessing the totals of up to five other players; `part` is its index, as text.

    Raises BoardMovedOn if totals are not being guessed.
    """
    view: View = table.view
    if view.phase != "totals" or view.own is None or part not in map(str, range(len(_parts(table)))):
        raise BoardMovedOn(_(ROUND_MOVED_ON))
    fields: list[ui.Item[Any]] = []
    typed = _load_typed_texts(table, int(part))
    for seat in _parts(table)[int(part)]:
        now = typed.get(str(seat), "" if view.own.totals[seat] is None else str(view.own.totals[seat]))
        written: ui.TextInput[Any] = ui.TextInput(
            custom_id=str(seat), default=now or None, required=False, max_length=LONGEST
        )
        fields.append(ui.Label(text=truncate(table.names[seat], 45), component=written))
    return modal(_("The others' totals"), page_id(table, "form_submitted", "totals", part), fields)


def form_submitted(table: TableView, part: str, values: Mapping[str, str]) -> Press:
    """Return the effect of a submitted form: an action with its guesses and those made in the other forms.

    If a text is not a total, no action is made, and the texts stay in the form. Raises Refusal if there is no guess at
    all.
    """
    view: View = table.view
    if view.phase != "totals" or view.own is None or part not in map(str, range(len(_parts(table)))):
        raise BoardMovedOn(_(ROUND_MOVED_ON))
    typed = {str(seat): values.get(str(seat), "").strip()[:LONGEST] for seat in _parts(table)[int(part)]}
    draft = (_draft_name(int(part)), msgspec.json.encode(typed).decode())
    if any(text and not _is_total(text) for text in typed.values()):
        return Press((), "move", draft=draft)
    guesses = {
        seat: total for seat, total in enumerate(view.own.totals) if total is not None and str(seat) not in typed
    }
    guesses |= {int(seat): int(text) for seat, text in typed.items() if text}
    if not guesses:
        has_guess = any(total is not None for total in view.own.totals)
        raise Refusal(_(KEEP_ONE) if has_guess else _(NO_TOTAL, button=_(phrases.BUTTON_READY)))
    return Press(
        ("totals:" + ",".join(f"{seat}={total}" for seat, total in sorted(guesses.items())),), "move", draft=draft
    )


def _draft_name(part: int) -> str:
    return f"totals {part}"


def _load_typed_texts(table: TableView, part: int) -> dict[str, str]:
    """Return the texts last typed into a form, by seat number as text; empty if nothing was typed."""
    draft = table.drafts.get(_draft_name(part))
    return {} if draft is None else msgspec.json.decode(draft, type=dict[str, str])


def _problems(table: TableView) -> list[str]:
    """Return an error message for each text in the forms that is not a valid total."""
    typed = {seat: text for part in range(len(_parts(table))) for seat, text in _load_typed_texts(table, part).items()}
    return [
        _(
            "{text} for {name} isn't a total. Write a whole number such as 17, with at most {digits} digits. "
            "Nothing was changed, and your text is still in the form.",
            text=quote(text),
            name=_name(table, seat),
            digits=DIGITS,
        )
        for seat, text in typed.items()
        if text and not _is_total(text)
    ]


def _is_total(text: str) -> bool:
    return read_number(text, HIGHEST_TOTAL) is not None


def _describe_gift(table: TableView, seat: str) -> str:
    if seat == KEEP:
        return _("You keep both Tokens of Life")
    return _("{name} gets one of your Tokens of Life", name=_name(table, seat))


def _choices(table: TableView) -> Page:
    """Build the page of the viewer's last choices: giving a token away, and naming who is last.

    They can be made in any order (HM-25).
    """
    view: View = table.view
    gifts = [action.removeprefix("gift:") for action in table.legal if action.startswith("gift:")]
    candidates = [action.removeprefix("candidate:") for action in table.legal if action.startswith("candidate:")]
    lines: list[str] = []
    rows: list[ui.ActionRow[Any]] = []
    if gifts:
        lines.append(_("**You won two Tokens of Life. Give one away or keep both.**"))
        rows.append(
            _select(table, "give", _("Who gets a token"), {seat: _describe_gift(table, seat) for seat in gifts})
        )
    if candidates:
        lines.append(_("**The last place is tied. You choose who is last.**"))
        rows.append(_select(table, "name", _("Who is last"), {seat: table.names[int(seat)] for seat in candidates}))
    lines += due_lines(table, _("This is {until}."))
    return Page("\n".join(lines), tuple(rows), lambda theme: PAINTER.board(view, table.names, theme))


def _select(table: TableView, what: str, title: str, choices: Mapping[str, str]) -> ui.ActionRow[Any]:
    options = [discord.SelectOption(label=truncate(label, 100), value=value) for value, label in choices.items()]
    return ui.ActionRow(ui.Select(custom_id=str(page_id(table, what)), placeholder=title, options=options))


def _confirm_page(table: TableView, action: str, words: str) -> Page:
    view: View = table.view
    buttons = [
        button(_(texts.BUTTON_CONFIRM), page_id(table, "do", action), GREEN),
        button(_(BUTTON_BACK), page_id(table, "move")),
    ]
    text = _("**{choice}.** It can't be taken back.", choice=words)
    return Page(text, rows_of_buttons(buttons), lambda theme: PAINTER.board(view, table.names, theme))

"""What is asked after the last round: the guess of totals (HM-18), the gift (HM-22), the candidate (HM-23)."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from cogs import _texts as texts
from cogs._cards import button, rows_of_buttons
from cogs._interfaces import Draft, Press
from cogs._looks import Look
from cogs._refusal import BoardMovedOn, Refusal
from cogs.hive_mind import phrases
from cogs.hive_mind.composing import GREEN, page_id, private_rows
from engine.hive_mind.submitting import HIGHEST_TOTAL
from engine.hive_mind.view import View

FIELDS = 5
"""The most that a form has."""
DIGITS = len(str(HIGHEST_TOTAL))
KEEP = "-"
NO_TOTAL = "That has no total. Write at least one, or press Ready to guess nobody's (HM-18)."
KEEP_ONE = (
    "Your guesses can be changed, but not all be taken back: at least one total stays (HM-18). Nothing was changed."
)


def draft(look: Look, what: str, details: Sequence[str]) -> Draft | None:
    """A page of what is asked at the end; None for what is none."""
    view: View = look.view
    match view.phase, what, tuple(details):
        case "totals", "move", ():
            return _totals(look)
        case "choice", "move", ():
            return _choices(look)
        case "choice", "give", (seat,) if f"gift:{seat}" in look.legal:
            return _sure(look, f"gift:{seat}", _gift_words(look, seat))
        case "choice", "name", (seat,) if f"candidate:{seat}" in look.legal:
            return _sure(look, f"candidate:{seat}", f"{_name(look, seat)} is Elimination Candidate")
        case _:
            return None


def _others(look: Look) -> list[int]:
    return [seat for seat in range(len(look.view.seats)) if seat != look.seat]


def _name(look: Look, seat: str) -> str:
    return texts.escape(look.names[int(seat)])


def _totals(look: Look) -> Draft:
    view: View = look.view
    guessed = view.own.totals if view.own is not None else ()
    shown = [
        f"{texts.escape(look.names[seat])} **{guessed[seat]}**" for seat in _others(look) if guessed[seat] is not None
    ]
    ready = view.viewer not in view.actors
    lines = [
        "**The guess of totals.** A right guess brings a point; whoever is guessed right loses 2 for each.",
        f"Your guesses: {', '.join(shown)}." if shown else "You have guessed nobody's total yet; you need not.",
    ]
    if look.deadline is not None:
        lines.append(f"This is {texts.until(look.deadline)}, or over when everybody is ready.")
    if ready:
        waiting = [texts.escape(look.names[seat]) for seat in view.actors]
        lines.append(f"You are ready. Not yet ready: {texts.and_list(waiting)}.")
        buttons = [button("Reopen", page_id(look, "reopen")), *private_rows(look)]
    else:
        buttons = [*_forms(look), button("Ready", page_id(look, "ready"), GREEN), *private_rows(look)]
    return Draft("\n".join(lines), rows_of_buttons(buttons), lambda drawn: drawn.hand(view, look.names))


def _parts(look: Look) -> list[list[int]]:
    """The other seats as forms hold them."""
    others = _others(look)
    return [others[start : start + FIELDS] for start in range(0, len(others), FIELDS)]


def _forms(look: Look) -> list[ui.Button[Any]]:
    parts = _parts(look)
    labels = (
        ["Guess totals"]
        if len(parts) == 1
        else [f"Guess totals, {number} of {len(parts)}" for number in range(1, len(parts) + 1)]
    )
    return [
        button(label, page_id(look, "form", "totals", str(number)), discord.ButtonStyle.primary)
        for number, label in enumerate(labels)
    ]


def form(look: Look, part: str) -> ui.Modal:
    """The totals of up to five others. Raises BoardMovedOn where none are asked."""
    view: View = look.view
    if view.phase != "totals" or view.own is None or part not in map(str, range(len(_parts(look)))):
        raise BoardMovedOn(phrases.MOVED_ON)
    modal = ui.Modal(title="The others' totals", custom_id=str(page_id(look, "filled", "totals", part)), timeout=None)
    for seat in _parts(look)[int(part)]:
        now = view.own.totals[seat]
        written: ui.TextInput[Any] = ui.TextInput(
            custom_id=str(seat), default=None if now is None else str(now), required=False, max_length=20
        )
        modal.add_item(ui.Label(text=look.names[seat][:45], component=written))
    modal.stop()
    return modal


def filled(look: Look, part: str, values: Mapping[str, str]) -> Press:
    """The guesses of a form, with those of the other one. Raises Refusal for what is no number, and for none at all."""
    view: View = look.view
    if view.phase != "totals" or view.own is None or part not in map(str, range(len(_parts(look)))):
        raise BoardMovedOn(phrases.MOVED_ON)
    guesses = {seat: total for seat, total in enumerate(view.own.totals) if total is not None}
    for seat in _parts(look)[int(part)]:
        text = values.get(str(seat), "").strip()
        guesses.pop(seat, None)
        if text:
            guesses[seat] = _total(look, seat, text)
    if not guesses:
        raise Refusal(KEEP_ONE if any(total is not None for total in view.own.totals) else NO_TOTAL)
    return Press(("totals:" + ",".join(f"{seat}={total}" for seat, total in sorted(guesses.items())),), "move")


def _total(look: Look, seat: int, text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= DIGITS:
        return int(text)
    raise Refusal(
        f"A total is a whole number such as 17, with at most {DIGITS} digits; "
        f"`{texts.escape(text[:20])}` for {texts.escape(look.names[seat])} is none (HM-18). Nothing was changed."
    )


def _gift_words(look: Look, seat: str) -> str:
    return "You keep both Tokens of Life" if seat == KEEP else f"{_name(look, seat)} gets one of your Tokens of Life"


def _choices(look: Look) -> Draft:
    """The open choices of the viewer, at the same time and in any order (HM-25)."""
    view: View = look.view
    gifts = [action.removeprefix("gift:") for action in look.legal if action.startswith("gift:")]
    candidates = [action.removeprefix("candidate:") for action in look.legal if action.startswith("candidate:")]
    lines: list[str] = []
    rows: list[ui.ActionRow[Any]] = []
    if gifts:
        lines.append("**You may give one of your two Tokens of Life away.**")
        rows.append(_select(look, "give", "Who gets a token", {seat: _gift_words(look, seat) for seat in gifts}))
    if candidates:
        lines.append("**The points are level: you choose the Elimination Candidate.**")
        rows.append(_select(look, "name", "The candidate", {seat: look.names[int(seat)] for seat in candidates}))
    if look.deadline is not None:
        lines.append(f"This is {texts.until(look.deadline)}.")
    return Draft("\n".join(lines), tuple(rows), lambda drawn: drawn.board(view, look.names))


def _select(look: Look, what: str, title: str, choices: Mapping[str, str]) -> ui.ActionRow[Any]:
    options = [discord.SelectOption(label=label[:100], value=value) for value, label in choices.items()]
    return ui.ActionRow(ui.Select(custom_id=str(page_id(look, what)), placeholder=title, options=options))


def _sure(look: Look, action: str, words: str) -> Draft:
    view: View = look.view
    buttons = [button(texts.BUTTON_CONFIRM, page_id(look, "do", action), GREEN), button("Back", page_id(look, "move"))]
    text = f"**{words}.** It can't be taken back."
    return Draft(text, rows_of_buttons(buttons), lambda drawn: drawn.board(view, look.names))

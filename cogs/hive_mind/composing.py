"""The pages of a round's submission: overview, and for each hive kind, a hex that is covered, and the shape.

What is chosen is pending in the log at once, and may be overwritten until the round closes (HM-5).
"""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs import _texts as texts
from cogs._cards import button, rows_of_buttons
from cogs._custom_ids import CustomId
from cogs._interfaces import Draft, Press
from cogs._looks import Look
from cogs.hive_mind import phrases
from engine.hive_mind import preview
from engine.hive_mind.view import Shape, View

Row = ui.ActionRow[Any]
GREY, BLUE, GREEN = discord.ButtonStyle.secondary, discord.ButtonStyle.primary, discord.ButtonStyle.success


def turn(view: View) -> int:
    """Counts what was asked so far: the rounds, the guess of totals, the choices, the draw, the end."""
    later = ("totals", "choice", "draw", "over")
    return view.round if view.phase not in later else view.rounds + 1 + later.index(view.phase)


def page_id(look: Look, what: str, *details: str) -> CustomId:
    """What is pressed on a page of this turn."""
    return CustomId(look.row.id, turn(look.view), what, details)


def open_id(look: Look, what: str, *details: str) -> CustomId:
    """What can be pressed at any time."""
    return CustomId(look.row.id, None, what, details)


def private_rows(look: Look) -> list[ui.Button[Any]]:
    """The ways to one's hints and note sheet."""
    buttons = [button("My hints", open_id(look, "hints"))]
    if notes_allowed(look):
        buttons.append(button("Notes", open_id(look, "notes")))
    return buttons


def notes_allowed(look: Look) -> bool:
    """Whether the table lets its players open note sheets."""
    return look.settings.own.get("notes") != "off"


def press(look: Look, what: str, details: Sequence[str]) -> Press | None:
    """What a press of a round's page does to the submission."""
    match what, tuple(details):
        case "shape", (hive, letters):
            lacking = [name for name in preview.missing(look.view) if name != hive]
            after = Press((f"{hive}:{letters}",), "move")
            return after if not lacking else Press(after.actions, "hive", (lacking[0],))
        case "unshape", (hive,):
            return Press((f"clear:{hive}",), "hive", (hive,))
        case "declare", ("double" | "block" as ability, hive):
            return Press((f"{ability}:{hive}",), "move")
        case "withdraw", ("double" | "block" as ability, hive):
            return Press((f"clear:{ability}:{hive}",), "move")
        case "ready", ():
            return Press(("ready",), "handed", (str(turn(look.view)),))
        case "reopen", ():
            return Press(("reopen",), "move")
        case _:
            return None


def draft(look: Look, what: str, details: Sequence[str]) -> Draft | None:
    """A page of a round's submission; None for what is none."""
    view: View = look.view
    match what, tuple(details):
        case "move", ():
            return _overview(look) if view.viewer in view.actors else _ready(look)
        case "hive", (hive,) if hive in preview.open_hives(view):
            kinds = preview.possible_kinds(view, hive)
            return _hive(look, hive, kinds[0] if len(kinds) == 1 else None, None)
        case "hive", (hive, kind) if hive in preview.open_hives(view):
            return _hive(look, hive, kind, None)
        case "over", (hive, kind, letter) if hive in preview.open_hives(view):
            return _hive(look, hive, kind, letter)
        case _:
            return None


def _overview(look: Look) -> Draft:
    view: View = look.view
    lines = [
        f"**{phrases.round_words(view).capitalize()}: your submission.** Only you see it, and it is kept as it is."
    ]
    hives = preview.open_hives(view)
    for name in hives:
        own = preview.own_hive(view, name)
        lines.append(
            f"**{phrases.hive_name(name)}** · {phrases.pending_words(own, preview.possible_kinds(view, name))}"
        )
    lines += _around(look)
    if not preview.missing(view):
        lines.append("Nothing is missing. **Ready** hands it in; the round closes when everybody has.")
    return Draft("\n".join(lines), _overview_rows(look, hives), lambda drawn: drawn.hand(view, look.names))


def _around(look: Look) -> list[str]:
    """Garnets and time."""
    view: View = look.view
    lines: list[str] = []
    if view.own is not None and view.own.garnets.start:
        purse = view.own.garnets
        lines.append(f"Garnets: {purse.start - purse.spent} of {purse.start} left.")
    if look.deadline is not None:
        lines.append(f"The round is {texts.until(look.deadline)}.")
    return lines


def _overview_rows(look: Look, hives: Sequence[str]) -> tuple[Row, ...]:
    view: View = look.view
    lacking = preview.missing(view)
    shapes = [
        button(phrases.hive_name(name), page_id(look, "hive", name), BLUE if name in lacking else GREY)
        for name in hives
    ]
    guesses = [
        button(f"Guess {phrases.hive_name(name)}", page_id(look, "guess", name)) for name in preview.may_guess(view)
    ]
    ready = button("Ready", page_id(look, "ready"), GREEN)
    ready.disabled = bool(lacking)
    return (
        *rows_of_buttons(shapes),
        *rows_of_buttons(_ability_buttons(look, hives)),
        *rows_of_buttons(guesses),
        *rows_of_buttons([ready, *private_rows(look)]),
    )


def _ability_buttons(look: Look, hives: Sequence[str]) -> list[ui.Button[Any]]:
    """Double and Block, where they may be declared or taken back now (HM-13, HM-16)."""
    costs = {(found.what, found.hive): found.cost for found in preview.purchases(look.view)}
    if look.view.round % 3 != 2:
        return []
    buttons: list[ui.Button[Any]] = []
    for name in hives:
        own = preview.own_hive(look.view, name)
        for what, label in phrases.ABILITIES.items():
            wanted = f"{label} {phrases.hive_name(name)}"
            if getattr(own, what):
                buttons.append(button(f"Without {wanted}", page_id(look, "withdraw", what, name), BLUE))
            elif (what, name) in costs:
                cost = costs[what, name]
                price = f"{cost} garnet{'' if cost == 1 else 's'}" if cost else "free"
                buttons.append(button(f"{wanted}: {price}", page_id(look, "declare", what, name)))
    return buttons


def _ready(look: Look) -> Draft:
    view: View = look.view
    waiting = [texts.escape(look.names[seat]) for seat in view.actors]
    lines = [
        f"**{phrases.round_words(view).capitalize()}: you are ready.** Not yet ready: {texts.and_list(waiting)}.",
        *(
            f"**{phrases.hive_name(name)}** · {phrases.pending_words(preview.own_hive(view, name), ())}"
            for name in preview.open_hives(view)
        ),
        *_around(look),
        "**Reopen** lets you change it, as long as somebody is missing.",
    ]
    rows = rows_of_buttons([button("Reopen", page_id(look, "reopen")), *private_rows(look)])
    return Draft("\n".join(lines), rows, lambda drawn: drawn.hand(view, look.names))


def _hive(look: Look, hive: str, kind: str | None, letter: str | None) -> Draft:
    """Kind, then a hex that the shape covers, then the shape: at most 12 choices each."""
    view: View = look.view
    kinds = preview.possible_kinds(view, hive)
    if kind not in kinds:
        kind = None
    shapes = preview.shapes_over(kind, letter) if kind and letter else ()
    rows: list[Row] = [*rows_of_buttons(_kind_buttons(look, hive, kinds, kind))]
    if kind:
        rows.append(_hex_select(look, hive, kind, letter))
    if shapes:
        rows.append(_shape_select(look, hive, shapes))
    rows += rows_of_buttons(_ways(look, hive))
    action = " ".join((hive, *filter(None, (kind, letter if shapes else None))))
    return Draft(
        "\n".join(_hive_lines(look, hive, kind, len(shapes))),
        tuple(rows),
        lambda drawn: drawn.preview(view, look.names, action),
    )


def _hive_lines(look: Look, hive: str, kind: str | None, shapes: int) -> list[str]:
    view: View = look.view
    own = preview.own_hive(view, hive)
    kinds = preview.possible_kinds(view, hive)
    lines = [f"**{phrases.hive_name(hive)}** · {phrases.pending_words(own, kinds)}"]
    barred = preview.kinds_pending_elsewhere(view, hive)
    if barred:
        taken = [f"{phrases.KIND_NAMES[found]} is on {phrases.hive_name(where)}" for found, where in barred.items()]
        lines.append(f"In round 1 the hives take three different kinds: {texts.and_list(taken)}.")
    if kind is None:
        lines.append("Which kind of shape?")
    elif not shapes:
        lines.append(f"Which hex shall the {phrases.KIND_NAMES[kind]} cover?")
    else:
        lines.append("Which shape? What each looks at is beside it.")
    return lines


def _kind_buttons(look: Look, hive: str, kinds: Sequence[str], chosen: str | None) -> list[ui.Button[Any]]:
    return [
        button(
            phrases.KIND_NAMES[kind], page_id(look, "hive", hive, kind), BLUE if kind == chosen or not chosen else GREY
        )
        for kind in kinds
    ]


def _hex_select(look: Look, hive: str, kind: str, chosen: str | None) -> Row:
    options = [
        discord.SelectOption(
            label=letter,
            value=letter,
            default=letter == chosen,
            description=f"{len(preview.shapes_over(kind, letter))} shapes",
        )
        for letter in preview.hexes(kind)
    ]
    custom_id = str(page_id(look, "over", hive, kind))
    return ui.ActionRow(
        ui.Select(custom_id=custom_id, placeholder=f"A hex that the {kind.title()} covers", options=options)
    )


def _shape_select(look: Look, hive: str, shapes: Sequence[Shape]) -> Row:
    options = [
        discord.SelectOption(
            label=shape.letters, value=shape.letters, description=f"looks at {', '.join(shape.looks) or 'nothing'}"
        )
        for shape in shapes
    ]
    custom_id = str(page_id(look, "shape", hive))
    return ui.ActionRow(ui.Select(custom_id=custom_id, placeholder="The shape", options=options))


def _ways(look: Look, hive: str) -> list[ui.Button[Any]]:
    """The other hives, the way back, and taking the shape back."""
    ways = [
        button(phrases.hive_name(name), page_id(look, "hive", name))
        for name in preview.open_hives(look.view)
        if name != hive
    ]
    if preview.own_hive(look.view, hive).shape is not None:
        ways.append(button("Take it back", page_id(look, "unshape", hive)))
    return [*ways, button("Overview", page_id(look, "move"))]

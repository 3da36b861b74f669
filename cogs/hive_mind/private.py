"""What a player may open at any time: the hints, the note sheet, and at the end what everybody played."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from cogs import _texts as texts
from cogs._cards import button, move_button, rows_of_buttons
from cogs._interfaces import Draft
from cogs._looks import Look
from cogs._refusal import Refusal
from cogs.hive_mind import phrases
from cogs.hive_mind.composing import BLUE, GREY, notes_allowed, open_id, turn
from engine.hive_mind import preview
from engine.hive_mind.posterior import posterior
from engine.hive_mind.view import Play, Scores, View
from render.hive_mind import PAINTER

POINTS = "points"


def draft(look: Look, what: str, details: Sequence[str]) -> Draft | None:
    """A private page; None for what is none. Raises Refusal for whom it is not."""
    match what, tuple(details):
        case "hints", ():
            return _hints(look)
        case "handed", (asked,):
            return None if asked == str(turn(look.view)) else _hints(look, "Everybody was ready, and the round closed.")
        case "notes", ():
            return _notes(look)
        case "result", ():
            return _result(look, POINTS)
        case "result", (page,):
            return _result(look, page)
        case _:
            return None


def _require_seat(look: Look) -> View:
    if look.seat is None:
        raise Refusal(phrases.SPECTATOR)
    return look.view


def _ways(look: Look, here: str) -> tuple[ui.ActionRow[Any], ...]:
    buttons: list[ui.Button[Any]] = []
    view: View = look.view
    if look.row.phase == "playing" and view.phase in ("round", "totals") and look.may_resign():
        buttons.append(move_button(look))
    if here != "hints":
        buttons.append(button("My hints", open_id(look, "hints")))
    if here != "notes" and notes_allowed(look):
        buttons.append(button("Notes", open_id(look, "notes")))
    return rows_of_buttons(buttons)


def _hints(look: Look, before: str = "") -> Draft:
    view = _require_seat(look)
    found = preview.hints(view)
    lines = [before] if before else []
    lines.append(
        "**Your hints.** Only you see them; they count the starting values."
        if found
        else "You have no hints yet: each shape tells one when its round closes."
    )
    for name in dict.fromkeys(name for name, _ in found):
        told = [
            f"round {hint.round} {phrases.KIND_NAMES[hint.shape.kind]} {hint.shape.letters}: "
            f"{' + '.join(hint.shape.looks) or 'nothing'} = **{hint.value}**"
            for hive, hint in found
            if hive == name
        ]
        lines.append(f"**{phrases.hive_name(name)}** · {' · '.join(told)}")
    return Draft("\n".join(lines), _ways(look, "hints"), lambda drawn: PAINTER.hints(view, look.names, drawn.theme))


def _notes(look: Look) -> Draft:
    view = _require_seat(look)
    if not notes_allowed(look):
        raise Refusal(phrases.NO_NOTES)
    left = [f"{phrases.hive_name(notes.hive)} {notes.layouts:,}" for notes in posterior(view)]
    text = (
        "**Your note sheet.** What your own hints leave possible, counted exactly; only you see it.\n"
        f"Layouts left of 20,790: {', '.join(left)}."
    )
    return Draft(text, _ways(look, "notes"), lambda drawn: PAINTER.notes(view, look.names, drawn.theme))


def _result(look: Look, page: str) -> Draft:
    """Everything that is told at the end, page by page (HM-29); for everybody."""
    view: View = look.view
    scores = view.scores
    if scores is None:
        raise Refusal(phrases.NOT_TOLD_YET)
    pages = PAINTER.pages(view)
    page = page if page in pages else POINTS
    names = [texts.escape(name) for name in look.names]
    lines = _points(view, scores, names) if page == POINTS else _placements(view, scores, page, names)
    buttons = [
        button(
            "Points" if one == POINTS else phrases.hive_name(one),
            open_id(look, "result", one),
            BLUE if one == page else GREY,
        )
        for one in pages
    ]
    return Draft("\n".join(lines), rows_of_buttons(buttons), lambda drawn: drawn.zoom(view, look.names, page))


def _points(view: View, scores: Scores, names: Sequence[str]) -> list[str]:
    """Points by source, tokens and garnets of each seat."""
    lines = ["**Points by source.**"]
    order = sorted(range(len(names)), key=lambda seat: -scores.seats[seat].points)
    for seat in order:
        score = scores.seats[seat]
        parts = [f"{score.placement} by placement", f"{score.guesses} by guesses", f"{score.blocks} by blocks"]
        if score.totals is not None:
            parts.append(f"{score.totals.right} totals right, hit {score.totals.hit} times")
        if score.feats is not None:
            feats = score.feats
            parts.append(
                f"feats: disjoint {feats.disjoint}, alone {feats.alone}, twos {feats.twos}, avoided {feats.avoided}"
            )
        parts.append(f"on 3s {score.on_threes}, on 2s {score.on_twos}")
        parts.append(f"garnets {score.garnets.start}, spent {score.garnets.spent}, earned {score.garnets.earned}")
        if score.tokens:
            parts.append(f"Tokens of Life {score.tokens}")
        if seat == view.candidate:
            parts.append("Elimination Candidate")
        lines.append(f"{names[seat]} **{score.points}**: {', '.join(parts)}")
    return lines


def _placements(view: View, scores: Scores, hive: str, names: Sequence[str]) -> list[str]:
    """What every seat played on a hive, and what it brought, by round."""
    number = [other.name for other in view.hives].index(hive)
    lines = [f"**{phrases.hive_name(hive)}** · values A to L: `{scores.values[number]}`"]
    for seat, name in enumerate(names):
        played = [_play(plays[seat]) for plays in scores.plays[number]]
        lines.append(f"{name}: {' · '.join(played)}")
    return lines


def _play(play: Play) -> str:
    if play.shape is None:
        return "nothing"
    parts = [f"{play.shape} {play.points}", f"hint {play.hint}"]
    parts += [f"block +{play.blocks}"] if play.blocks else []
    parts += [f"guess +{play.guess}"] if play.guess else []
    return ", ".join(parts)

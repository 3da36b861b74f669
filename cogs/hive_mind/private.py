"""Private pages that can be opened at any time: clues and odds; after the match all points and shapes."""

from collections.abc import Sequence

from cogs.hive_mind import phrases
from cogs.hive_mind.phrases import POINTS
from cogs.ui.kit.custom_ids import open_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import BLUE, GREY, Button, button, rows_of_buttons
from cogs.ui.messages.cards import move_button
from engine.hive_mind import preview
from engine.hive_mind.posterior import posterior
from engine.hive_mind.view import View
from language.messages import N_, _, format_number, ngettext
from render.hive_mind import PAINTER, gains, odds, results
from tables import texts as table_texts
from tables.refusal import Refusal
from tables.viewer import TableView

CLUES, ODDS, RESULT = N_("Clues"), N_("Odds"), N_("Points and shapes")
ALL_CLUES = N_("All that your shapes have told you.")
NO_CLUES = N_("You have no clues yet. Each shape gives one when its round closes.")
ALL_HIVES = 20_790
"""Number of possible hives (HM-2)."""
FIGURES = "figures"
"""The detail of the page of odds on which the percentages are written."""
PAGES = frozenset({"handed", "hints", "notes", "result"})
"""Names of the private pages: the page after *Ready*, *Clues*, *Odds* and *Points and shapes*."""


def private_button(table: TableView) -> list[Button]:
    """Return the button *Odds*, or *Clues* at a table without odds. Either page leads to the other."""
    return odds_button(table) or [button(_(CLUES), open_id(table, "hints"))]


def odds_button(table: TableView, *hive: str) -> list[Button]:
    """Return the button *Odds*, which opens the first open hive or the given one; none if the table has no odds."""
    return [button(_(ODDS), open_id(table, "notes", *hive))] if may_use_notes(table) else []


def may_use_notes(table: TableView) -> bool:
    """Return whether the table's settings allow odds, which work out what a player's clues mean."""
    return table.settings.own.get("notes") != "off"


def page(table: TableView, name: str, details: Sequence[str]) -> Page | None:
    """Return the private page with this name, or None if another module must build the page.

    Raises Refusal if the viewer may not open it.
    """
    match name, tuple(details):
        case "hints", ():
            return _hints(table)
        case "handed", (asked,) if asked != table.version:
            return _close_round(table)
        case "notes", (*shown,):
            return _odds(table, shown[0] if shown else "", has_figures=FIGURES in shown)
        case "result", ():
            return _result(table, "")
        case "result", (shown,):
            return _result(table, shown)
        case _:
            return None


def _require_seat(table: TableView, pressed: str) -> View:
    if table.seat is None:
        raise Refusal(table_texts.format_players_only(pressed))
    return table.view


def _navigation(table: TableView) -> list[Button]:
    """Return the button back to the viewer's submission, and after the end the one of *Points and shapes*."""
    view: View = table.view
    if table.row.phase == "playing" and view.phase in ("round", "totals") and table.may_resign():
        back = move_button(table)
        if len(preview.find_missing(view)) < len(preview.open_hives(view)):
            back.label = _("Back to your shapes")
        return [back]
    return [button(_(RESULT), open_id(table, "result"))] if view.scores is not None else []


def _hints(table: TableView, before: str = "") -> Page:
    view = _require_seat(table, _(CLUES))
    found = preview.hints(view)
    told = before or (phrases.describe_payment(view) or _(ALL_CLUES) if found else _(NO_CLUES))
    rows = rows_of_buttons([*_navigation(table), *odds_button(table)])
    return Page(told, rows, (lambda theme: PAINTER.clues(view, table.names, theme)) if found else None)


def _close_round(table: TableView) -> Page:
    """Build the page after the last *Ready* of a round: the viewer's clues, or at the end their points."""
    view: View = table.view
    if view.scores is None:
        return _hints(table, " ".join((_("The round is over."), phrases.describe_payment(view))).rstrip())
    points = ngettext(
        "**You have {number} point:** {origins}.",
        "**You have {number} points:** {origins}.",
        view.scores.seats[view.viewer].points,
        origins=gains.describe(view, view.viewer),
    )
    told = [points, *_list_failed_guesses(view), _("The card below has everybody's.")]
    return Page("\n".join(told), rows_of_buttons(_navigation(table)))


def _odds(table: TableView, hive: str, *, has_figures: bool) -> Page:
    """Build the page of the odds of one hive, by default the first open one; `has_figures` adds the percentages."""
    view = _require_seat(table, _(ODDS))
    if not may_use_notes(table):
        raise Refusal(_(phrases.NO_NOTES))
    found = {notes.hive: notes for notes in posterior(view)}
    if hive not in found:
        hive = next(iter((*preview.open_hives(view), *found)))
    lines = [
        _("**{hive}: how likely are 1, 2 and 3 on each hex?** Only you see this.", hive=phrases.hive_name(hive))
        if len(found) > 1
        else _("**How likely are 1, 2 and 3 on each hex?** Only you see this."),
        _(
            "Your clues leave {number} of {all} possible hives.",
            number=format_number(found[hive].layouts),
            all=format_number(ALL_HIVES),
        )
        if preview.own_hive(view, hive).hints
        else _("You have no clue here yet. The hexes differ because the three 3s are never all connected."),
    ]
    if paid := odds.describe_paid(next(each.cleared for each in view.hives if each.name == hive)):
        lines.append(paid)
    if has_figures:
        lines += [_("Percent of 1, 2 and 3:"), f"```\n{odds.tabulate_percents(view, hive)}\n```"]
    figures = button(_("Figures"), open_id(table, "notes", hive, FIGURES))
    figures.disabled = has_figures
    rows = (
        *rows_of_buttons([_hive_tab(table, one, shown=hive) for one in found] if len(found) > 1 else []),
        *rows_of_buttons([*_navigation(table), button(_(CLUES), open_id(table, "hints")), figures]),
    )
    return Page("\n".join(lines), rows, lambda theme: PAINTER.odds(view, table.names, hive, theme))


def _hive_tab(table: TableView, hive: str, *, shown: str) -> Button:
    tab = button(phrases.hive_name(hive), open_id(table, "notes", hive), BLUE if hive == shown else GREY)
    tab.disabled = hive == shown
    return tab


def _result(table: TableView, shown: str) -> Page:
    """Build a page of the results: the shapes on the hive `shown` with the viewer's guess, or the points.

    Everybody may open it after the match (HM-29). The picture and its alt text hold the details. Raises Refusal before
    the end.
    """
    view: View = table.view
    if view.scores is None:
        raise Refusal(_(phrases.NOT_TOLD_YET))
    pages = PAINTER.pages(view)
    shown = shown if shown in pages else pages[0]
    names = [table_texts.escape(name) for name in table.names]
    lines = [f"**{results.sentences(view, names)[0]}**"] if shown == POINTS else _describe_hive(view, shown)
    buttons = [
        button(
            _("Shapes") if one != POINTS and len(view.hives) == 1 else phrases.hive_name(one),
            open_id(table, "result", one),
            BLUE if one == shown else GREY,
        )
        for one in pages
    ]
    return Page("\n".join(lines), rows_of_buttons(buttons), lambda theme: PAINTER.zoom(view, table.names, shown, theme))


def _describe_hive(view: View, hive: str) -> list[str]:
    """Return the name of a hive, and the result of the viewer's guess of it."""
    guess = gains.describe_own_guess(view, [other.name for other in view.hives].index(hive))
    name = phrases.hive_name(hive) if len(view.hives) > 1 else _("Everybody's shapes")
    return [f"**{name}**", *([_("Your guess: {result}.", result=guess)] if guess else [])]


def _list_failed_guesses(view: View) -> list[str]:
    """List the viewer's guesses that brought no point; those that did are among the points."""
    plays = view.scores.plays if view.scores is not None else ()
    return [
        _("Guess {hive}: {result}.", hive=phrases.hive_name(hive.name), result=gains.describe_own_guess(view, number))
        for number, hive in enumerate(view.hives)
        if gains.describe_own_guess(view, number) and not any(rounds[view.viewer].guess for rounds in plays[number])
    ]

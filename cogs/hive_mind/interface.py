"""Hive Mind's implementation of the game interface."""

from collections.abc import Mapping, Sequence
from random import Random

from discord import ui

from cogs.hive_mind import closing, composing, guessing, options, phrases, private, reasons
from cogs.hive_mind import sentences as words
from cogs.ui.kit import emojis
from cogs.ui.kit.interface import Composing, GameInterface, Lobby, Page, Press, Teaching, Words
from engine.hive_mind.editions import FIRST_GAME
from engine.hive_mind.events import SeatForfeited
from engine.hive_mind.preview import is_chosen, open_hives
from engine.hive_mind.view import SeatScore, View
from language.messages import N_, _, ngettext
from render.hive_mind import PAINTER, results, round_page
from tables.game_hooks import LEVELS
from tables.refusal import BoardMovedOn
from tables.settings import TableSettings
from tables.texts import ROUND_MOVED_ON
from tables.viewer import TableView

# Texts


def _task(view: View) -> str:
    if view.phase == "totals":
        return _("to guess totals")
    return _("to choose") if view.phase == "choice" else _("to lay shapes")


def _compose_label(view: View) -> str:
    match view.phase:
        case "totals":
            return _("Guess totals")
        case "choice" if view.gift_open:
            is_only_choice = view.standing is None or view.standing.decider is None
            return _("Give a token") if is_only_choice else _("Make your choices")
        case "choice":
            return _("Choose who is last")
        case _:
            return _("Lay shapes")


def _scores(view: View, names: Sequence[str]) -> str:
    """Format everybody's points and Tokens of Life, and who is last. Empty before the end (HM-11)."""
    if view.scores is None:
        return ""
    return " · ".join(
        _score(names[seat], view.scores.seats[seat], candidate=seat == view.candidate)
        for seat in results.rank_seats(view)
    )


def _score(name: str, score: SeatScore, *, candidate: bool) -> str:
    told = [f"{name} **{score.points}**"]
    if score.tokens:
        held = ngettext("{number} Token of Life", "{number} Tokens of Life", score.tokens)
        told.append(emojis.prefix_emoji("token_of_life", held))
    return ", ".join([*told, _("last")] if candidate else told)


def _draw_label(action: str, names: Sequence[str]) -> str | None:
    """Format the random draw of a hive's hidden values; None for any other action."""
    match action.split():
        case ["hive", hive, values]:
            return f"{phrases.hive_name(hive)}: {values}"
        case _:
            return None


# Pages and forms


def _may_compose(table: TableView) -> bool:
    """Return whether the viewer may compose or change a submission now, or has a last choice to make."""
    view: View = table.view
    if view.own is None or view.seats[view.viewer].forfeited:
        return False
    return view.phase in ("round", "totals") or table.must_act


def _page(table: TableView, name: str, details: Sequence[str], *, confirm: bool = True) -> Page:
    view: View = table.view
    pages = [private.page]
    if view.phase == "round":
        pages += [composing.page, guessing.page]
    pages.append(closing.page)
    for page in pages:
        found = page(table, name, details)
        if found is not None:
            return found
    if name == "handed":
        return _page(table, "move", ())
    raise BoardMovedOn(_(ROUND_MOVED_ON))


def _press(table: TableView, name: str, details: Sequence[str]) -> Press | None:
    return composing.press(table, name, details) or guessing.press(table, name, details)


def _form(table: TableView, details: Sequence[str]) -> ui.Modal:
    match tuple(details):
        case "guess", hive:
            return guessing.form(table, hive)
        case "totals", part:
            return closing.form(table, part)
        case _:
            raise BoardMovedOn(_(ROUND_MOVED_ON))


def _handle_form(table: TableView, details: Sequence[str], values: Mapping[str, str]) -> Press:
    match tuple(details):
        case "guess", hive:
            return guessing.form_submitted(hive, values)
        case "totals", part:
            return closing.form_submitted(table, part, values)
        case _:
            raise BoardMovedOn(_(ROUND_MOVED_ON))


def _private_buttons(table: TableView) -> Sequence[tuple[str, str]]:
    """Return the label and the page of the card's private button: *Clues*, which leads to *Odds*, or the result.

    Before the first round is over nobody has a clue.
    """
    if table.row.phase != "playing":
        return ((_(private.RESULT), "result"),)
    return ((_(private.CLUES), "hints"),) if any(hive.rounds for hive in table.view.hives) else ()


# The clock


def _turn_seconds(view: View, settings: TableSettings) -> int | None:
    """Return the time limit of the current phase in seconds, or None if there is none.

    The guess of totals has its own limit (HM-18).
    """
    return options.totals_seconds(settings) if view.phase == "totals" else settings.clock


def _stand_in(settings: TableSettings, view: View, legal: Sequence[str], rng: Random) -> str | None:
    """Return an action that lays a random shape on a hive without one, for a seat whose time is over (HM-27).

    Returns None if the table's settings don't provide for it, or if no such action is legal.
    """
    if settings.own.get(options.MISSING) != options.RANDOM or view.phase != "round":
        return None
    hives = open_hives(view)
    shapes = [action for action in legal if action.partition(":")[0] in hives]
    return rng.choice(shapes) if shapes else None


def _guide_page(view: View) -> str:
    """Return the name of the guide page that explains the pending decision."""
    match view.phase:
        case "totals":
            return "totals"
        case "choice":
            return "gift" if view.edition == "tempo" and view.gift_open else "goal"
        case "round":
            return ("shape", "odd", "odd" if view.parameters.shapes_only else "guess")[(view.round - 1) % 3]
        case "hives":
            return "hive"
        case _:
            return "goal"


INTERFACE = GameInterface(
    colour=0xE0A32E,
    sentence=N_("Deduce hidden numbers, and lay shapes where they pay."),
    minutes=30,
    slow=N_("a few days at a round a day"),
    computers=LEVELS,
    level_lines={
        "easy": N_("Makes a beginner's mistakes"),
        "normal": N_("Deduces where the points are, sometimes wrongly"),
        "strong": N_("Deduces where the points are, rarely wrongly"),
        "master": N_("Also works out where the others are likely to play"),
    },
    default_seats=5,
    record_for_seats_only=True,
    record_text=N_(
        "The record of this game, move by move. Anybody can use it to check the random draws. "
        "It also shows everybody's guesses of totals, so please share it with care."
    ),
    words=Words(
        headline=lambda view, names: phrases.format_round(view),
        step_title=lambda view: f"{round_page.title(view)}.",
        task=_task,
        compose_label=_compose_label,
        scores=_scores,
        verdict=words.verdict,
        sentences=words.sentences,
        card_sentences=words.card_sentences,
        leaver=lambda event: event.seat if isinstance(event, SeatForfeited) else None,  # leaving forfeits (HM-28)
        label=lambda action, view: phrases.describe_action(action),
        draw_label=_draw_label,
    ),
    composing=Composing(
        page=_page,
        may_compose=_may_compose,
        press=_press,
        form=_form,
        form_submitted=_handle_form,
        proposal_page=composing.proposal_page,
        hint_reason=reasons.explain,
        hint_pages=composing.HINT_PAGES,
        private_buttons=_private_buttons,
        zoom_places=lambda view: {name: phrases.hive_name(name) for name in PAINTER.pages(view)},
        pages=private.PAGES | composing.PAGES | guessing.PAGES | closing.PAGES,
        open_pages=frozenset({"hints", "notes", "result"}),
        pages_beside=frozenset({"hints", "notes"}),
    ),
    lobby=Lobby(
        options=options.OPTIONS,
        first_options={options.HIVES: FIRST_GAME},
        first_label=N_("First game: one hive"),
        complete_options=options.complete,
        options_summary=options.summary,
        variant=lambda given: _(options.FIRST) if options.is_first(given) else str(given[options.EDITION]).capitalize(),
    ),
    teaching=Teaching(
        traits=options.list_traits,
        guide_page=_guide_page,
        taught_tables=(({"edition": "gauntlet"}, 5), ({"edition": "tempo"}, 5)),
    ),
    with_choices=lambda given, chosen: options.with_seats(given),
    rematch_options=options.choose_rematch_options,
    is_rateable=lambda given: not options.is_first(given),  # everybody begins with a first game (HM-16)
    turn_seconds=_turn_seconds,
    has_bank=lambda view: view.phase != "totals",  # the guess of totals has its own full time limit (HM-18)
    stand_in=_stand_in,
    submission_text=phrases.describe_submission,
    own_review=(N_("Clue review"), phrases.CLUE_REVIEW),
    is_chosen=is_chosen,
)

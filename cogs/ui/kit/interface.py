"""The interface of a game on Discord: its words, pages, lobby and guide, as functions assigned by the game.

A game exports it as `INTERFACE` of `cogs/<game>/` and is looked up by its name, so a new game needs no change of shared
code. Only the words that every game has, and the pages of a move, have no default.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, TypeAlias

import msgspec
from discord import ui

from cogs.ui.kit import game_options
from cogs.ui.kit.game_options import OptionSpec
from data.store import TableRow
from engine.core import GameType, Outcome
from engine.games import game_title, game_types
from language.messages import N_, _, list_and, ngettext, translate_labels
from render.picture import Picture
from tables.game_hooks import GameHooks
from tables.open_table import gone
from tables.refusal import BoardMovedOn
from tables.settings import TableSettings
from tables.texts import BOARD_MOVED_ON
from tables.viewer import TableView

LEVEL_LINES = {
    "easy": N_("Makes a beginner's mistakes"),
    "normal": N_("Picks the best move without looking ahead"),
    "strong": N_("Looks a few moves ahead"),
    "master": N_("Looks many moves ahead"),
}
"""Descriptions of the computer players' levels."""
RECORD = N_("The record of this game, move by move. Anybody can use it to check the random draws.")

SUBTITLE = " – "
"""The separator of a game's name and its subtitle."""
BUTTON_HINT = N_("Hint")

BUTTON_HAND = N_("My hand")
ZOOM_LAST = N_("Last move")
ZOOM_QUARTERS = {
    "NW": N_("North-west"),
    "NE": N_("North-east"),
    "SW": N_("South-west"),
    "SE": N_("South-east"),
}


@dataclass(frozen=True, slots=True)
class Page:
    """A private message in which a player composes a move: text, components, and optionally a picture."""

    text: str
    rows: tuple[ui.ActionRow[Any], ...] = ()
    picture: Callable[[str], Picture] | None = None
    """A function that draws the picture in a theme; None for a page without a picture."""
    final_action: str | None = None
    """A complete action that only needs *Confirm*; None if the move is incomplete.

    For users who have turned confirming off, it is made at once.
    """
    below: str = ""
    """A text between the picture and the components: what the picture shows, where the eye is."""
    has_hint: bool = True
    """Whether a hint page may have the hint button; False if nothing is left to propose, or if the page marks it."""


PageName: TypeAlias = tuple[str, tuple[str, ...]]
"""The name and the details of a page."""


@dataclass(frozen=True, slots=True)
class Press:
    """The effect of a press or a submitted form: actions to make at once, and the page to show afterwards."""

    actions: tuple[str, ...]
    page: str
    details: tuple[str, ...] = ()
    draft: tuple[str, str] | None = None
    """The name and content of a draft to store for the seat."""
    surprise: bool = False
    """Whether the seat leaves the rest of its set-up to chance; then there are no actions."""


def _task(view: Any) -> str:
    return _("to move")


def _compose_label(view: Any) -> str:
    return _("Move")


def _no_scores(view: Any, names: Sequence[str]) -> str:
    return ""


def _verdict(view: Any, outcome: Outcome, names: Sequence[str]) -> str:
    if not outcome.winners:
        return _("Nobody wins.")
    winners = list_and([names[seat] for seat in outcome.winners])
    return ngettext("{names} wins.", "{names} share the victory.", len(outcome.winners), names=winners)


@dataclass(frozen=True, kw_only=True)
class Words:
    """The texts about a game. Names of seats are passed in escaped."""

    headline: Callable[[Any, Sequence[str]], str]
    """The state of the game in a few words, such as "Round 4 of 9", from the view and the names."""
    step_title: Callable[[Any], str] = lambda view: ""
    """The title of a past view in *Step by step*, such as "Round 2 of 3"; empty for the number of its turn."""
    sentences: Callable[[Any, Sequence[Any], Sequence[str]], list[str]]
    """Sentences about events, newest last, from the view, the events and the names."""
    card_sentences: Callable[[Any, Sequence[Any], Sequence[str]], list[str]] | None = None
    """Shorter sentences about events for cards, whose picture shows the rest; None to use `sentences`."""
    task: Callable[[Any], str] = _task
    """The task of the seats that must act, such as "to place", from the view."""
    compose_label: Callable[[Any], str] = _compose_label
    """The label of the button that opens the first page for composing a move, from the view."""
    scores: Callable[[Any, Sequence[str]], str] = _no_scores
    """The scores of all seats in one line, from the view and the names; empty in a game without scores."""
    verdict: Callable[[Any, Outcome, Sequence[str]], str] = _verdict
    """The winners, their lead and the tie-break in one sentence, from the view, the outcome and the names."""
    leaver: Callable[[Any], int | None] = lambda event: None
    """The seat that leaves the game in an event; None for any other event."""
    label: Callable[[str, Any], str] = lambda action, view: action
    """A legal action in words, unique among the legal actions.

    The view is needed if names depend on the table's options; None stands for the default options.
    """
    draw_label: Callable[[str, Sequence[str]], str | None] = lambda action, names: None
    """A possible outcome of a random draw in words, from the action and the names.

    None for dice, and for actions that `label` describes.
    """

    def outcome_label(self, action: str, names: Sequence[str]) -> str:
        """Return a possible outcome of dice or of a random draw in words, unique among the outcomes of one draw."""
        drawn = self.draw_label(action, names)
        if drawn is not None:
            return drawn
        match action.split():
            case [die, number] if die[1:].isdigit():
                return _("{number} on the {die}", number=number, die=die)
            case _:
                return self.label(action, None)


class ComposePage(Protocol):
    """A function that builds the pages for composing a move."""

    def __call__(self, table: TableView, name: str, details: Sequence[str], /, *, confirm: bool = True) -> Page:
        """Build the page with this name and details.

        Raises Refusal if the viewer may not open it, and BoardMovedOn if it is stale.
        """
        ...


def _may_compose(table: TableView) -> bool:
    return table.must_act


def _refuse_form(table: TableView, details: Sequence[str]) -> ui.Modal:
    raise BoardMovedOn(_(BOARD_MOVED_ON))


def _refuse_submitted_form(table: TableView, details: Sequence[str], values: Mapping[str, str]) -> Press:
    raise BoardMovedOn(_(BOARD_MOVED_ON))


def _private_buttons(table: TableView) -> Sequence[tuple[str, str]]:
    return ((_(BUTTON_HAND), "hand"),) if table.row.phase == "playing" else ()


def _zoom_places(view: Any) -> Mapping[str, str]:
    return {"last": _(ZOOM_LAST)} | translate_labels(ZOOM_QUARTERS)


@dataclass(frozen=True, kw_only=True)
class Composing:
    """The pages and forms in which players compose moves, and the other private pages of a table."""

    page: ComposePage
    """Builds a page from its name and details; the first page is `move`.

    With `confirm=False`, the last choice makes the move without *Confirm*.
    """
    may_compose: Callable[[TableView], bool] = _may_compose
    """Whether the viewer has a move to compose, or may still change a pending submission."""
    press: Callable[[TableView, str, Sequence[str]], Press | None] = lambda table, name, details: None
    """The effect of a press, from the table, the page's name and its details; None if the press only opens the page."""
    first_steps: Callable[[TableView], Sequence[tuple[str, str]]] = lambda table: ()
    """The labels and details of the card's buttons that take a usual first step of a move at once, at most two, from
    the public table. A press has the page name `composing.BEGIN`, and may come from an older card."""
    only_move: Callable[[Any], str] = lambda view: ""
    """The action that the card's move button makes at once because nothing else is possible; empty if there is a
    choice. It is made only if the card shows the current position."""
    asks_at_once: Callable[[Any], bool] = lambda view: False
    """Whether the page of a made move asks the same player's next question, from their view, though the turn is over.

    Within a turn, the page always does.
    """
    form: Callable[[TableView, Sequence[str]], ui.Modal] = _refuse_form
    """Builds a form for composing a move, from the table and the details. Raises Refusal if there is no such form."""
    form_submitted: Callable[[TableView, Sequence[str], Mapping[str, str]], Press] = _refuse_submitted_form
    """The effect of a submitted form, from the table, the details and the values. Raises Refusal for invalid values."""
    typed_choices: Callable[[TableView], list[tuple[str, str]]] | None = None
    """Labels and values with which autocomplete of `/move` completes a move; None for the legal actions in words."""
    typed_page: Callable[[TableView, str], PageName | None] = lambda table, action: None
    """The page that completes or confirms a typed action, from the table and the action.

    None if the action is made at once. Raises EngineError or Refusal for a move that can't be completed.
    """
    proposal_page: Callable[[TableView, Sequence[str], Any], Page | None] = lambda table, actions, after: None
    """Builds the page that proposes a hint, from the table, the hint's actions, and the viewer's view after them.

    If it returns None, a hint of one action is shown on the page that `typed_page` names. If there is none either,
    the first page shows the actions in words.
    """
    hint_reason: Callable[[TableView, Sequence[str]], str] = lambda table, actions: ""
    """The reason for a hint in a sentence or two, from the table and the hint's actions; empty if none is known."""
    better_reason: Callable[[TableView, str, str], str] = lambda table, played, better: ""
    """The reason why the coach prefers a move, from the table, the move played and the better one; empty if unknown."""
    private_buttons: Callable[[TableView], Sequence[tuple[str, str]]] = _private_buttons
    """The buttons on the card that open private pages: the label and the page's name of each."""
    zoom_places: Callable[[Any], Mapping[str, str]] = _zoom_places
    """The parts of the board that can be enlarged, from the view: labels by name. *Zoom* opens with the first one."""
    pages: frozenset[str] = frozenset()
    """The page names in custom ids that belong to the game's composing pages and other private pages, except `move`."""
    hint_pages: frozenset[str] = frozenset({"move"})
    """The names of pages with *Hint*, if the table has hints; by default only the first page of a move."""
    open_pages: frozenset[str] = frozenset()
    """The names of pages that can be opened at any time, even after the end of the game.

    The functions that build them must check whether the viewer may see them.
    """
    pages_beside: frozenset[str] = frozenset()
    """The names of open pages that share one message with the move's pages, since each leads to the other."""


def _traits(options: Mapping[str, Any], seats: int) -> Mapping[str, str]:
    return {"seats": str(seats), **{name: str(value) for name, value in options.items()}}


@dataclass(frozen=True, kw_only=True)
class Teaching:
    """A game's material for new players."""

    traits: Callable[[Mapping[str, Any], int], Mapping[str, str]] = _traits
    """The traits of a table, from its options and number of seats, by which `data/<game>/guide.toml` chooses pages."""
    guide_page: Callable[[Any], str] = lambda view: ""
    """The name of the page of *How to play* about a view's pending decision; empty if there is none."""
    taught_tables: Sequence[tuple[Mapping[str, Any], int]] = ()
    """Example tables (options, seats) whose guides have pages that the guide of an ordinary table lacks.

    A page that teaches a rule is looked up in the ordinary table's guide first, then in these guides.
    """


@dataclass(frozen=True, kw_only=True)
class Lobby:
    """A game's own options, which are set before the game starts."""

    options: Sequence[OptionSpec] = ()
    """The options in the host's form, at most five."""
    new_options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The options written into every new table, unless its host chooses others. Older tables lack them."""
    first_options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The options of a simpler first game, for people of whom nobody has finished a table of the game.

    `/help` writes them into such a table, and a lobby offers them. Empty for a game without a simpler one.
    """
    first_label: str = N_("First game")
    """The label of the lobby's button that chooses `first_options`."""
    complete_options: Callable[[dict[str, Any], Mapping[str, Any]], dict[str, Any]] = lambda chosen, before: chosen
    """Completes the options of a submitted form, from the submitted options and the table's previous options."""
    more_typed: Callable[[int], Mapping[str, Sequence[str]]] = lambda seats: {}
    """Values that `/play` suggests for options that are not in the form, by option name, from the number of seats."""
    options_summary: Callable[[dict[str, Any], TableSettings], str] = lambda options, settings: ""
    """The options in one line; may be empty."""
    variant: Callable[[Mapping[str, Any]], str] = lambda options: ""
    """The variant in a word or two for titles, such as "Tempo"; may be empty."""

    def is_first_game(self, options: Mapping[str, Any]) -> bool:
        """Return whether a table has the options of a first game."""
        return bool(self.first_options) and all(
            options.get(name) == value for name, value in self.first_options.items()
        )

    def typed_options(self, seats: int) -> Mapping[str, Sequence[str]]:
        """Return the values that `/play` suggests at a table with this number of seats, by option name."""
        return {**game_options.typed_options(self.options, seats), **self.more_typed(seats)}

    def options_form(self, table: TableView) -> Sequence[ui.Item[Any]]:
        """Build the fields of the options form; empty for a game without options."""
        return game_options.form_fields(self.options, table)

    def parse_options_form(
        self, options: dict[str, Any], settings: TableSettings, values: Mapping[str, str]
    ) -> tuple[dict[str, Any], TableSettings]:
        """Parse a submitted form into the game's options and the table's settings.

        Raises Refusal for values not offered.
        """
        if not self.options:
            return options, settings
        chosen, settings = game_options.read_options(self.options, settings, values)
        return self.complete_options(chosen, options), settings


@dataclass(frozen=True, kw_only=True)
class GameInterface(GameHooks):
    """One game on Discord: words, pages, lobby and guide, and the hooks that the table service calls."""

    words: Words
    composing: Composing
    colour: int
    lobby: Lobby = Lobby()
    teaching: Teaching = Teaching()
    sentence: str = ""
    """The game in one sentence of at most 70 characters, for its banner."""
    minutes: int = 30
    """The usual duration of a game in one sitting, in minutes; `slow` is that of a slow one, in words."""
    slow: str = N_("some days")
    plays_on: bool = False
    """Whether a computer player goes on moving for a seat that has left the game."""
    card_view: Callable[[Any, Sequence[Any]], Any] = lambda view, events: view
    """The view that the picture of a card shows, from the spectator's view and the events that the card tells."""
    level_lines: Mapping[str, str] = field(default_factory=lambda: LEVEL_LINES)
    """The descriptions of the computer players' levels, by name."""
    record_text: str = RECORD
    """The text sent with the record."""
    own_review: tuple[str, str] | None = None
    """The label and the action of the button for the game's own review of a finished game; None if it has none."""

    @property
    def duration(self) -> str:
        """The usual duration of a game in one sitting, and of a slow one."""
        return _("About {minutes} minutes, or {slow}.", minutes=self.minutes, slow=_(self.slow))

    def typed_choices(self, table: TableView) -> list[tuple[str, str]]:
        """Return the labels and values that autocomplete offers for `/move`."""
        if self.composing.typed_choices is not None:
            return self.composing.typed_choices(table)
        return [(self.words.label(action, table.view), action) for action in table.legal]


@cache
def playable_games() -> Mapping[str, GameType]:
    """Return the registered games that have an interface, from the easiest to learn to the hardest.

    Other games can only be played on the command line.
    """
    return {name: game for name, game in game_types().items() if find_spec(f"cogs.{name}") is not None}


@cache
def interface(game: str) -> GameInterface:
    """Return the interface of a game. Raise InvalidOptions if this program no longer has the game."""
    if game not in playable_games():
        raise gone()
    return import_module(f"cogs.{game}").INTERFACE


def short_title(game: str) -> str:
    """Return a game's title without its subtitle, for buttons and tables."""
    return _(game_title(game)).partition(SUBTITLE)[0]


def format_table_title(table: TableView) -> str:
    """Format a table's game, variant and number."""
    return row_title(table.row)


def row_title(row: TableRow) -> str:
    """Format the title of a table from its row: game, variant and number."""
    variant = (
        interface(row.game).lobby.variant(msgspec.json.decode(row.options)) if row.game in playable_games() else ""
    )
    table_number = msgspec.json.decode(row.settings, type=TableSettings).number
    number = "" if table_number is None else f"#{table_number}"
    return " ".join(part for part in (short_title(row.game), variant, number) if part)

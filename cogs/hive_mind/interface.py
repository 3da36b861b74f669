"""Hive Mind's implementation of the game interface."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from discord import ui

from cogs.hive_mind import closing, composing, guessing, guide, phrases, private
from cogs.hive_mind import options as match_options
from cogs.hive_mind import sentences as words
from cogs.hive_mind.private import notes_allowed
from cogs.ui.kit import emojis
from cogs.ui.kit.guide import GuidePage
from cogs.ui.kit.interface import GameInterface, Page, Press
from engine.core import Outcome
from engine.hive_mind.events import SeatForfeited
from engine.hive_mind.preview import open_hives
from engine.hive_mind.view import SeatScore, View
from render.hive_mind import PAINTER, results
from render.picture import Picture
from tables.game_hooks import LEVELS
from tables.refusal import BoardMovedOn
from tables.settings import TableSettings
from tables.texts import ROUND_MOVED_ON
from tables.viewer import TableView

RECORD = (
    "The record of this match, move by move. With it anybody can check the random draws. "
    "It also shows everybody's guesses of totals, so please share it with care."
)


class HiveInterface(GameInterface):
    """Hive Mind's words, pages and forms."""

    colour = 0xE0A32E
    taught_tables = (({"edition": "gauntlet"}, 5), ({"edition": "tempo"}, 5))
    record_for_seats_only = True
    record_text = RECORD
    open_pages = frozenset({"hints", "notes", "result"})
    computers: Mapping[str, str] = LEVELS
    level_lines: Mapping[str, str] = {
        "easy": "Makes a beginner's mistakes",
        "normal": "Deduces where the points are, now and then wrongly",
        "strong": "Deduces where the points are, and rarely errs",
        "master": "Also works out where the others are likely to be",
    }
    hint_label = "Computer's hint"
    default_seats = 5
    summary = "Lay shapes in secret and work out hidden numbers. About 30 minutes, or a few days."

    def headline(self, view: View, names: Sequence[str]) -> str:
        """The round, or the phase after the last round."""
        return phrases.round_words(view)

    def task(self, view: View) -> str:
        """The actors' task."""
        if view.phase == "totals":
            return "to guess totals"
        return "to choose" if view.phase == "choice" else "to lay shapes"

    def scores(self, view: View, names: Sequence[str]) -> str:
        """Nothing before the end (HM-11); then everybody's points, tokens, and the candidate."""
        if view.scores is None:
            return ""
        return " · ".join(
            _score(names[seat], view.scores.seats[seat], candidate=seat == view.candidate)
            for seat in results.ranked(view)
        )

    def verdict(self, view: View, outcome: Outcome, names: Sequence[str]) -> str:
        """The winners with their points or feats, how far ahead they are, and what broke a tie."""
        return words.verdict(view, outcome, names)

    def sentences(self, view: View, events: Sequence[Any], names: Sequence[str]) -> list[str]:
        """The events as sentences, newest last."""
        return words.sentences(view, events, names)

    def last_sentences(self, view: View, events: Sequence[Any], names: Sequence[str]) -> list[str]:
        """The events as sentences; the verdict tells who won, and by how much."""
        return words.sentences(view, events, names, beside_verdict=True)

    def leaver(self, event: Any) -> int | None:
        """The seat that has left the match by an event (HM-28)."""
        return event.seat if isinstance(event, SeatForfeited) else None

    def with_choices(self, options: dict[str, Any], chosen: Sequence[Mapping[str, str]]) -> dict[str, Any]:
        """The options adjusted to the number of seats at the start."""
        return match_options.with_seats(options)

    def rematch_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options, with garnets that are set for each seat rotated as the seats are."""
        return match_options.rotated(options)

    def label(self, action: str, view: View | None = None) -> str:
        """An action in words."""
        return phrases.action_words(action)

    def outcome_label(self, action: str, names: Sequence[str]) -> str:
        """The hidden values of a hive."""
        match action.split():
            case ["hive", hive, values]:
                return f"{phrases.hive_name(hive)}: {values}"
            case _:
                return super().outcome_label(action, names)

    def compose_label(self, view: View) -> str:
        """What a player is asked for now."""
        match view.phase:
            case "totals":
                return "Guess totals"
            case "choice" if view.gift_open:
                return "Give a token" if view.standing is None or view.standing.decider is None else "Make your choices"
            case "choice":
                return "Choose who is last"
            case _:
                return "Lay shapes"

    def page(self, table: TableView, name: str, details: Sequence[str], *, confirm: bool = True) -> Page:
        """A page by name. Raises BoardMovedOn for an unknown one."""
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
            return self.page(table, "move", ())
        raise BoardMovedOn(ROUND_MOVED_ON)

    def private_buttons(self, table: TableView) -> Sequence[tuple[str, str]]:
        """Hints and notes while the match goes on; at the end what everybody played."""
        if table.row.phase != "playing":
            return (("All placements", "result"),)
        notes = (("Notes", "notes"),) if notes_allowed(table) else ()
        return (("My hints", "hints"), *notes)

    def zoom_places(self, view: View) -> Mapping[str, str]:
        """The hives and the players; at the end the points and the hives."""
        return {name: phrases.hive_name(name) for name in PAINTER.pages(view)}

    def turn_seconds(self, view: View, settings: TableSettings) -> int | None:
        """The time limit: the guess of totals has a separate one (HM-18)."""
        return match_options.totals_seconds(settings) if view.phase == "totals" else settings.clock

    def has_bank(self, view: View) -> bool:
        """Not while totals are guessed: that time is a whole one (HM-18)."""
        return bool(view.phase != "totals")

    def may_compose(self, table: TableView) -> bool:
        """Whether the viewer may change a submission (until the round closes), or has a last choice to make."""
        view: View = table.view
        if view.own is None or view.seats[view.viewer].forfeited:
            return False
        return view.phase in ("round", "totals") or table.must_act

    def submission_text(self, view: View) -> str:
        """The missing parts of the player's submission."""
        return phrases.standing_of_submission(view)

    def press(self, table: TableView, name: str, details: Sequence[str]) -> Press | None:
        """The effect of a press on the submission."""
        return composing.press(table, name, details) or guessing.press(table, name, details)

    def proposal_page(self, table: TableView, actions: Sequence[str], after: Any) -> Page | None:
        """What a hint proposes for a round, all of it on one page."""
        return composing.proposal_page(table, actions, after)

    def form(self, table: TableView, details: Sequence[str]) -> ui.Modal:
        """The form for a guess. Raises BoardMovedOn for an unknown form."""
        match tuple(details):
            case "guess", hive:
                return guessing.form(table, hive)
            case "totals", part:
                return closing.form(table, part)
            case _:
                raise BoardMovedOn(ROUND_MOVED_ON)

    def form_submitted(self, table: TableView, details: Sequence[str], values: Mapping[str, str]) -> Press:
        """The effect of a submitted guess. Raises BoardMovedOn and Refusal."""
        match tuple(details):
            case "guess", hive:
                return guessing.form_submitted(hive, values)
            case "totals", part:
                return closing.form_submitted(table, part, values)
            case _:
                raise BoardMovedOn(ROUND_MOVED_ON)

    def stand_in(self, settings: TableSettings, view: View, legal: Sequence[str], rng: Random) -> str | None:
        """A random shape for a hive without one, if the table's settings say so (HM-27)."""
        if settings.own.get(match_options.MISSING) != match_options.RANDOM or view.phase != "round":
            return None
        hives = open_hives(view)
        shapes = [action for action in legal if action.partition(":")[0] in hives]
        return rng.choice(shapes) if shapes else None

    def guide(self, options: Mapping[str, Any], seats: int) -> Sequence[GuidePage]:
        """The pages for the table's edition."""
        return guide.pages(options["edition"])

    def guide_page(self, view: View) -> str:
        """The page for the round or phase."""
        return guide.fitting_page(view)

    def cover(self) -> Callable[[str], Picture]:
        """A board after two rounds."""
        return guide.cover

    def variant(self, options: Mapping[str, Any]) -> str:
        """The edition in a word."""
        return str(options["edition"]).capitalize()

    def typed_options(self, seats: int) -> Mapping[str, Sequence[str]]:
        """The editions, and some numbers of garnets."""
        return match_options.TYPED

    def options_form(self, table: TableView) -> Sequence[ui.Item[Any]]:
        """The fields for edition, garnets, and the match's own settings."""
        return match_options.form_fields(table)

    def options_submitted(
        self, options: dict[str, Any], settings: TableSettings, values: Mapping[str, str]
    ) -> tuple[dict[str, Any], TableSettings]:
        """The options and settings of the submitted form. Raises Refusal."""
        return match_options.read(options, settings, values)

    def options_summary(self, options: dict[str, Any], settings: TableSettings) -> str:
        """The options in one line, for the lobby."""
        return match_options.summary(options, settings)


def _score(name: str, score: SeatScore, *, candidate: bool) -> str:
    held = f"{score.tokens} Token{'' if score.tokens == 1 else 's'} of Life"
    tokens_held = f", {emojis.marked('token_of_life', held)}" if score.tokens else ""
    return f"{name} **{score.points}**{tokens_held}{', last' if candidate else ''}"


INTERFACE = HiveInterface()

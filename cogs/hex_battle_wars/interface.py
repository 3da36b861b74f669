"""Hex Battle Wars' implementation of the game interface."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from discord import ui

from cogs.hex_battle_wars import commands, guide, setting_up, sight, turns
from cogs.hex_battle_wars import options as game_options
from cogs.hex_battle_wars import sentences as words
from cogs.hex_battle_wars.choosing import plain
from cogs.hex_battle_wars.phrases import action_words
from cogs.ui.kit.guide import GuidePage
from cogs.ui.kit.interface import GameInterface, Page, PageName
from engine.core import Outcome
from engine.hex_battle_wars.content import LAST_ROUND
from engine.hex_battle_wars.events import GameEnded, SeatForfeited
from engine.hex_battle_wars.view import SeatView, View
from render.picture import Picture
from tables.game_hooks import LEVELS
from tables.refusal import BoardMovedOn
from tables.settings import TableSettings
from tables.texts import BOARD_MOVED_ON
from tables.viewer import TableView

SET_UP = {"blocks": "laying blocks", "deploy": "choosing where to start", "over": "the end"}


class BattleInterface(GameInterface):
    """Hex Battle Wars' words, pages and forms."""

    colour = 0x3F6FD8
    taught_tables = (({"obstacles": "players"}, 2),)
    summary = "Climb, hide and shoot among blocks until one is left. About 30 minutes, or one to three weeks."
    computers: Mapping[str, str] = {level: LEVELS[level] for level in ("easy", "normal", "strong")}
    level_lines: Mapping[str, str] = {
        "easy": "Often takes its second best move",
        "normal": "Goes where it hits well and few can hit it",
        "strong": "Thinks of what the others could do next",
    }
    open_pages = frozenset({sight.STATUS})

    def headline(self, view: View, names: Sequence[str]) -> str:
        """The round, or what is set up."""
        if view.phase in SET_UP:
            return SET_UP[view.phase]
        last = "" if view.last_round == LAST_ROUND else f" of {view.last_round}"
        return f"round {view.round}{last}" if view.round else "setting up"

    def task(self, view: View) -> str:
        """The actors' task."""
        if view.phase in ("blocks", "deploy"):
            return "to lay blocks" if view.phase == "blocks" else "to choose where to start"
        return "to choose where to go" if _has_rolled(view) else "to play"

    def compose_label(self, view: View) -> str:
        """The label of the button that opens the first page."""
        if view.phase in ("blocks", "deploy"):
            return "Lay blocks" if view.phase == "blocks" else "Choose a hex"
        return "Choose a hex" if _has_rolled(view) else "Play"

    def scores(self, view: View, names: Sequence[str]) -> str:
        """Everybody's health, and who is invisible."""
        if not view.round:
            return ""
        return " · ".join(_score(name, seat) for name, seat in zip(names, view.seats, strict=True))

    def verdict(self, view: View, outcome: Outcome, names: Sequence[str]) -> str:
        """The winners and what decided."""
        return words.verdict(view, outcome, names)

    def sentences(self, view: View, events: Sequence[Any], names: Sequence[str]) -> list[str]:
        """The events as sentences, newest last."""
        return words.sentences(view, events, names)

    def last_sentences(self, view: View, events: Sequence[Any], names: Sequence[str]) -> list[str]:
        """The events as sentences; the verdict says which round was the last."""
        return self.sentences(view, [event for event in events if not isinstance(event, GameEnded)], names)

    def leaver(self, event: Any) -> int | None:
        """The seat that has left the game by an event (HBW-25)."""
        return event.seat if isinstance(event, SeatForfeited) else None

    def label(self, action: str, view: View | None = None) -> str:
        """An action in words."""
        return action_words(action)

    def outcome_label(self, action: str, names: Sequence[str]) -> str:
        """What a roll brings, where a block or a hazard lies, and which tile is real."""
        match action.split():
            case ["real", tile]:
                return f"Tile {tile} is the real one"
            case ["hazard", kind, label]:
                return f"{kind.capitalize()} on {label}"
            case _:
                return super().outcome_label(action, names)

    def done_text(self, view: View, actions: Sequence[str]) -> str:
        """The reply to typed actions, with what a roll has brought."""
        done = f"Done: {', then '.join(action_words(action) for action in actions)}."
        if view.viewer not in view.actors or view.turn is None:
            return done
        if _has_rolled(view):
            return f"{done} You rolled {view.turn.roll}: now choose where to go."
        if actions[-1].startswith("vanish"):
            real = view.seats[view.viewer].real
            return f"{done} You are invisible: tile {real} is you." if real else f"{done} The roll was too low."
        return done

    # Pages

    def page(self, table: TableView, name: str, details: Sequence[str], *, confirm: bool = True) -> Page:
        """A page by name. Raises BoardMovedOn for one that is stale."""
        if name == sight.STATUS:
            return sight.status(table)
        if not table.must_act:
            raise BoardMovedOn(BOARD_MOVED_ON)
        match name, plain(details):
            case "sight", (label,) if f"deploy {label}" in table.legal:
                return sight.page(table, label, f"deploy {label}", "Start there", "starts")
            case _:
                pages = setting_up if table.view.phase in ("blocks", "deploy") else turns
                return pages.page(table, name, details, confirm=confirm)

    def typed_choices(self, table: TableView) -> list[tuple[str, str]]:
        """What autocomplete offers, the best first."""
        return commands.typed_choices(table, self.label)

    def typed_page(self, table: TableView, action: str) -> PageName | None:
        """The page that confirms a typed action."""
        return commands.typed_page(table, action)

    def private_buttons(self, table: TableView) -> Sequence[tuple[str, str]]:
        """The own character while the game goes on."""
        return ((sight.BUTTON_STATUS, sight.STATUS),) if table.row.phase == "playing" else ()

    # Getting to know the game

    def guide(self, options: Mapping[str, Any], seats: int) -> Sequence[GuidePage]:
        """The pages for a table's options."""
        return guide.pages(options)

    def guide_page(self, view: View) -> str:
        """The page for what is asked now."""
        return guide.fitting_page(view)

    def cover(self) -> Callable[[str], Picture]:
        """A board in the middle of a game."""
        return guide.cover

    # Options

    def with_choices(self, options: dict[str, Any], chosen: Sequence[Mapping[str, str]]) -> dict[str, Any]:
        """The options with the size of the board for the seats there are."""
        return game_options.for_seats(options)

    def rematch_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options, for as many as will be there."""
        return game_options.for_seats(options)

    def variant(self, options: Mapping[str, Any]) -> str:
        """The length in a word."""
        return game_options.PRESET_NAMES[options["preset"]]

    def typed_options(self, seats: int) -> Mapping[str, Sequence[str]]:
        """The values that `/play` suggests."""
        return game_options.TYPED

    def options_form(self, table: TableView) -> Sequence[ui.Item[Any]]:
        """The fields for length, hazards, pieces, blocks and a last round."""
        return game_options.form_fields(table)

    def options_submitted(
        self, options: dict[str, Any], settings: TableSettings, values: Mapping[str, str]
    ) -> tuple[dict[str, Any], TableSettings]:
        """The options of the submitted form. Raises Refusal."""
        return game_options.read(game_options.for_seats(options), values), settings

    def options_summary(self, options: dict[str, Any], settings: TableSettings) -> str:
        """The options in one line, for the lobby."""
        return game_options.summary(options, settings)


def _has_rolled(view: View) -> bool:
    return view.turn is not None and view.turn.stage == "rolled"


def _score(name: str, seat: SeatView) -> str:
    if seat.forfeited or not any(piece.hp for piece in seat.pieces):
        return f"{name} out"
    health = " + ".join(str(piece.hp) for piece in seat.pieces if piece.hp)
    return f"{name} **{health}** HP{', invisible' if seat.tiles else ''}"


INTERFACE = BattleInterface()

"""Connect Four's implementation of the game interface, with the private pages of the reserve and the monsters."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from cogs.connect_four import commands, guide, phrases, setting_up, turns
from cogs.connect_four import options as game_options
from cogs.connect_four import sentences as words
from cogs.ui.kit.custom_ids import open_id
from cogs.ui.kit.guide import GuidePage
from cogs.ui.kit.interface import GameInterface, Page, PageName, Press
from cogs.ui.kit.selects import SELECT_LIMIT
from cogs.ui.messages.cards import move_row
from engine.connect_four import preview
from engine.connect_four.events import Conceded, FourMade
from engine.connect_four.options import dimensions
from engine.connect_four.roster import CLASSES, MONSTERS
from engine.connect_four.view import View
from engine.core import Outcome
from render.connect_four import PAINTER
from render.connect_four.naming import class_words
from render.picture import Picture
from tables.game_hooks import LEVELS
from tables.refusal import BoardMovedOn, Refusal
from tables.settings import TableSettings
from tables.texts import BOARD_MOVED_ON, for_players
from tables.viewer import TableView

RESERVE, MONSTERS_PAGE = "reserve", "monsters"
BUTTON_RESERVE = "My reserve"
NO_RESERVE = "You have no force yet. Choose it first, then your reserve is here."
_HEADLINES = {
    "class": "choosing classes",
    "class roll": "choosing classes",
    "other class": "choosing classes",
    "force": "choosing forces",
    "first roll": "choosing forces",
    "over": "the end",
}
_TASKS = {
    "class": "to choose a class",
    "other class": "to choose another class",
    "force": "to choose a force",
    "click": "to play",
    "retaliate": "to strike back",
    "rampage": "to rampage, or not",
}
_BUTTONS = {
    "class": "Choose a class",
    "other class": "Choose another class",
    "force": "Choose a force",
    "retaliate": "Strike back",
    "rampage": "Rampage",
}


def _private_page(table: TableView, name: str, details: Sequence[str]) -> Page | None:
    """A private page; None for an unknown one. Raises Refusal for viewers who may not open it."""
    match name, tuple(details):
        case "reserve", ():
            return _reserve(table)
        case "monsters", ():
            return _monsters(table, _own_class(table.view))
        case "monsters", (class_name,) if class_name in CLASSES:
            return _monsters(table, class_name)
        case "monsters", (class_name, monster) if monster in MONSTERS:
            return _monsters(table, class_name, monster)
        case (("reserve" | "monsters"), _):
            raise BoardMovedOn(BOARD_MOVED_ON)
        case _:
            return None


def _reserve(table: TableView) -> Page:
    view: View = table.view
    if table.seat is None:
        raise Refusal(for_players(BUTTON_RESERVE))
    own = view.seats[view.viewer]
    if own.force is None or not view.turn:
        raise Refusal(NO_RESERVE)
    text = f"**Your reserve: {phrases.force_size(own.reserve)}.**" if own.reserve else "**Your reserve is empty.**"
    return Page(text, move_row(table), lambda theme: PAINTER.hand(view, table.names, theme))


def _own_class(view: View) -> str:
    """The class that is shown first: the viewer's own, else one at the table, else the first of the roster."""
    seats = view.seats if view.viewer != 1 else view.seats[::-1]
    return next((seat.class_name for seat in seats if seat.class_name), next(iter(CLASSES)))


def _monsters(table: TableView, class_name: str, monster: str | None = None) -> Page:
    found = monster if monster is not None and MONSTERS[monster].class_name == class_name else None
    shown = found or CLASSES[class_name][0].id
    classes = [
        discord.SelectOption(label=class_words(name), value=name, default=name == class_name)
        for name in list(CLASSES)[:SELECT_LIMIT]
    ]
    monsters = [
        discord.SelectOption(
            label=phrases.monster_title(each.id)[:100],
            value=each.id,
            description=f"{each.points} points",
            default=each.id == shown,
        )
        for each in CLASSES[class_name][:SELECT_LIMIT]
    ]
    rows = (_select(table, "Class", classes), _select(table, "Monster", monsters, class_name))
    return Page(phrases.monster_words(shown), rows, lambda theme: PAINTER.monster(shown, theme=theme))


def _select(
    table: TableView, title: str, options: list[discord.SelectOption], *details: str
) -> ui.ActionRow[ui.LayoutView]:
    custom_id = str(open_id(table, MONSTERS_PAGE, *details))
    return ui.ActionRow(ui.Select(custom_id=custom_id, placeholder=title, options=options))


class ClixInterface(GameInterface):
    """Connect Four's words, pages and forms."""

    colour = 0xD6453D
    summary = "Four in a row with monsters that fight. About 30 minutes, or about two weeks."
    computers: Mapping[str, str] = LEVELS
    open_pages = frozenset({RESERVE, MONSTERS_PAGE})

    def headline(self, view: View, names: Sequence[str]) -> str:
        """The turn, or what is chosen."""
        return _HEADLINES.get(view.phase, f"turn {view.turn}")

    def task(self, view: View) -> str:
        """The actors' task."""
        return _TASKS.get(view.phase, "to place or attack")

    def compose_label(self, view: View) -> str:
        """The label of the button that opens the first page."""
        return _BUTTONS.get(view.phase, "Play")

    def scores(self, view: View, names: Sequence[str]) -> str:
        """Kill points, and who could complete a four next."""
        if not view.turn:
            return ""
        told = [f"{name} **{seat.kill_points}**" for name, seat in zip(names, view.seats, strict=True)]
        threats = phrases.threat_words(preview.threats(view), names) if view.winners is None else ""
        return "\n".join(part for part in (f"Kill points: {' · '.join(told)}", threats) if part)

    def verdict(self, view: View, outcome: Outcome, names: Sequence[str]) -> str:
        """The winner and what decided."""
        return words.verdict(view, outcome, names)

    def sentences(self, view: View, events: Sequence[Any], names: Sequence[str]) -> list[str]:
        """The events as sentences, newest last."""
        return words.sentences(events, names)

    def last_sentences(self, view: View, events: Sequence[Any], names: Sequence[str]) -> list[str]:
        """The events as sentences; the verdict names the four in a row."""
        return self.sentences(
            view, [event for event in events if not (view.reason == "four" and isinstance(event, FourMade))], names
        )

    def leaver(self, event: Any) -> int | None:
        """The seat that gave up the game by an event (CF-10)."""
        return event.seat if isinstance(event, Conceded) else None

    def label(self, action: str, view: View | None = None) -> str:
        """An action in words."""
        return phrases.action_words(action)

    def done_text(self, view: View, actions: Sequence[str]) -> str:
        """The reply to typed actions."""
        told = ", then ".join(phrases.action_words(action) for action in actions)
        return f"Done: {told}."

    def submission_text(self, view: View) -> str:
        """What a player has chosen secretly."""
        own = setting_up.own_seat(view)
        if not own.chosen:
            return ""
        what = "class" if view.phase == "class" else "force"
        return f"Your {what} is in. You can change it until the other player has chosen."

    # Getting to know the game

    def guide(self, options: Mapping[str, Any], seats: int) -> Sequence[GuidePage]:
        """The pages for the points of the table's forces."""
        return guide.pages(dimensions(options).points)

    def guide_page(self, view: View) -> str:
        """The page for what is asked now."""
        return guide.fitting_page(view)

    def cover(self) -> Callable[[str], Picture]:
        """A board in the middle of a game."""
        return guide.cover

    # Pages

    def may_compose(self, table: TableView) -> bool:
        """Whether the viewer is asked, or may still change a class or force."""
        may_change = table.seat is not None and table.view.phase in ("class", "force")
        return table.must_act or (may_change and table.may_resign())

    def page(self, table: TableView, name: str, details: Sequence[str], *, confirm: bool = True) -> Page:
        """A page by name. Raises BoardMovedOn for one that is stale."""
        found = _private_page(table, name, details) or setting_up.page(table, name)
        if found is not None:
            return found
        if table.must_act:
            return turns.page(table, name, details, confirm=confirm)
        raise BoardMovedOn(BOARD_MOVED_ON)

    def press(self, table: TableView, name: str, details: Sequence[str]) -> Press | None:
        """The effect of a press while classes and forces are chosen."""
        return setting_up.press(table, name, details)

    def typed_page(self, table: TableView, action: str) -> PageName | None:
        """The page that confirms a typed move."""
        return commands.typed_page(table, action)

    def proposal_page(self, table: TableView, actions: Sequence[str], after: Any) -> Page | None:
        """A class or a force that a hint proposes."""
        return setting_up.proposal(table, actions)

    def private_buttons(self, table: TableView) -> Sequence[tuple[str, str]]:
        """The own reserve while turns are played, and the monsters."""
        has_reserve = table.row.phase == "playing" and table.view.turn
        reserve = ((BUTTON_RESERVE, RESERVE),) if has_reserve else ()
        return (*reserve, ("Monsters", MONSTERS_PAGE))

    # Options

    def variant(self, options: Mapping[str, Any]) -> str:
        """The size in a word, unless it is the standard one."""
        return "" if options["size"] == "standard" else game_options.SIZE_NAMES[options["size"]]

    def typed_options(self, seats: int) -> Mapping[str, Sequence[str]]:
        """The sizes, and what else can be typed."""
        return game_options.TYPED

    def options_form(self, table: TableView) -> Sequence[ui.Item[Any]]:
        """The fields for size, swap, points and classes."""
        return game_options.form_fields(table)

    def options_submitted(
        self, options: dict[str, Any], settings: TableSettings, values: Mapping[str, str]
    ) -> tuple[dict[str, Any], TableSettings]:
        """The options of the submitted form. Raises Refusal."""
        return game_options.read(values), settings

    def options_summary(self, options: dict[str, Any], settings: TableSettings) -> str:
        """The options in one line, for the lobby."""
        return game_options.summary(options)


INTERFACE = ClixInterface()

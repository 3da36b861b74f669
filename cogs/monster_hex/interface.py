"""Monster Hex's implementation of the game interface: texts, pages, and the choice of factions in the lobby."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cogs.monster_hex import composing, guide, typed, verdict
from cogs.monster_hex import sentences as words
from cogs.ui import emojis, texts
from cogs.ui.guide import GuidePage
from cogs.ui.interface import GameInterface, Page, PageName
from engine.core import Outcome
from engine.monster_hex.content import layout
from engine.monster_hex.events import SeatForfeited
from engine.monster_hex.view import SeatView, View
from render.picture import Picture
from tables.game_hooks import SeatChoice
from tables.viewer import TableView

FACTION = "faction"


class MonsterInterface(GameInterface):
    """Monster Hex's texts, and the pages for composing a placement."""

    colour = 0x9668D6
    looks_ahead = True
    plays_on = True
    summary = "Place tiles, surround stones, have the most power there. About 20 minutes, or a few days."

    def headline(self, view: View, names: Sequence[str]) -> str:
        """The round, or that the game is over."""
        return "final score" if view.phase == "over" else f"round {view.round} of {layout(view.board).rounds}"

    def task(self, view: View) -> str:
        """The actors' task."""
        return "to place a tile" if view.take is None else "to choose a value"

    def compose_label(self, view: View) -> str:
        """The label of the button that opens the first page."""
        return "Place a tile" if view.take is None else "Choose a value"

    def scores(self, view: View, names: Sequence[str]) -> str:
        """Everybody's faction and points, in the order of play."""
        order = view.order or range(len(names))
        return " · ".join(_score(names[seat], view.seats[seat]) for seat in order)

    def verdict(self, view: View, outcome: Outcome, names: Sequence[str]) -> str:
        """The winners with their points, how far ahead they are, and what broke a tie."""
        return verdict.sentence(view, outcome, names)

    def sentences(self, view: View, events: Sequence[Any], names: Sequence[str]) -> list[str]:
        """The events as sentences, newest last."""
        return words.sentences(view, events, names)

    def leaver(self, event: Any) -> int | None:
        """The seat that has left the game by an event (MH-23)."""
        return event.seat if isinstance(event, SeatForfeited) else None

    def zoom_places(self, view: View) -> Mapping[str, str]:
        """The last move, before the first one the middle; and the quarters."""
        return {"last": texts.ZOOM_LAST if view.last else "Middle", **texts.ZOOM_QUARTERS}

    def seat_choices(self, options: dict[str, Any]) -> tuple[SeatChoice, ...]:
        """The choice of a faction (MH-3)."""
        return (SeatChoice(FACTION, "Your faction", words.FACTION_NAMES),)

    def with_choices(self, options: dict[str, Any], chosen: Sequence[Mapping[str, str]]) -> dict[str, Any]:
        """The options with the chosen factions, which take precedence over those typed with `/play`."""
        is_shared = len(chosen) == 1 or bool(options.get("shared"))
        factions = [*(choices.get(FACTION) for choices in chosen), *([None] * is_shared)]
        typed = [*(options.get("factions") or ()), *([None] * len(factions))]
        kept = [None if faction in factions else faction for faction in typed]
        wanted = [own or other for own, other in zip(factions, kept, strict=False)]
        return {**options, "board": None, "factions": wanted}

    def rematch_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options without the factions, which people keep as their own choice."""
        return {**options, "factions": None}

    def guide(self, options: Mapping[str, Any], seats: int) -> Sequence[GuidePage]:
        """The pages for the number of seats."""
        return guide.pages(seats)

    def guide_page(self, view: View) -> str:
        """The page for what is asked now."""
        return guide.fitting_page(view)

    def cover(self) -> Callable[[str], Picture]:
        """A board in the middle of a game."""
        return guide.cover

    def typed_options(self, seats: int) -> Mapping[str, Sequence[str]]:
        """A faction for the first seat; the others are left to chance, of solo the shared faction's."""
        others = ["random"] * max(1, seats - 1)
        return {"factions": [",".join([faction, *others]) for faction in words.FACTION_NAMES]}

    def label(self, action: str) -> str:
        """An action in words."""
        match action.split():
            case ["place", tile, label, rotation]:
                return f"{words.tile_name(tile)} on {label}, rotation {rotation}"
            case ["take", value]:
                return f"take the {value}"
            case _:
                return action

    def done_text(self, view: View, actions: Sequence[str]) -> str:
        """The reply to a typed move."""
        return " ".join(_done(action.split()) for action in actions)

    def typed_choices(self, table: TableView) -> list[tuple[str, str]]:
        """What autocomplete offers: hexes, the best first, and then every rotation."""
        return typed.choices(table, self.label)

    def typed_page(self, table: TableView, action: str) -> PageName | None:
        """The page that completes or confirms a typed move. Raises EngineError."""
        return typed.page_name(table, action)

    def page(self, table: TableView, name: str, details: Sequence[str], *, confirm: bool = True) -> Page:
        """The next page of composing a move. Raises BoardMovedOn for a page that is stale."""
        return composing.page(table, name, tuple(details), confirm=confirm)


def _done(words_of_action: Sequence[str]) -> str:
    match words_of_action:
        case ["place", tile, label, _]:
            return f"The {words.monster(tile)} is on {label}."
        case [_, value]:
            return f"The {value} is yours."
        case _:
            return "Done."


def _score(name: str, seat: SeatView) -> str:
    if seat.faction is None:
        return f"{name} **{seat.score.points}**"
    marked = emojis.marked(f"faction_{seat.faction}", name)
    return f"{marked} ({words.FACTION_NAMES[seat.faction]}) **{seat.score.points}**"


INTERFACE = MonsterInterface()

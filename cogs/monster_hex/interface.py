"""Monster Hex's implementation of the game interface: texts, pages, and the choice of factions in the lobby."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from discord import ui

from cogs.monster_hex import abilities, commands, composing, guide
from cogs.monster_hex import options as game_options
from cogs.monster_hex import sentences as words
from cogs.ui.kit.guide import GuidePage
from cogs.ui.kit.interface import GameInterface, Page, PageName, Press
from cogs.ui.texts import texts
from engine.core import Outcome
from engine.monster_hex.abilities import ability_name
from engine.monster_hex.content import layout
from engine.monster_hex.events import GameEnded, SeatForfeited
from engine.monster_hex.objectives import OBJECTIVE
from engine.monster_hex.view import SeatView, View
from render.picture import Picture
from tables.game_hooks import LEVELS, SeatChoice
from tables.settings import TableSettings
from tables.texts import and_list
from tables.viewer import TableView

FACTION = "faction"
_TASKS = {
    "take": "to choose a value",
    "choose": "to choose an ability",
    "ability": "to use an ability, or not",
    "shared": "to place the shared tile",
}
_BUTTONS = {
    "take": "Choose a value",
    "choose": "Choose an ability",
    "ability": "Use your ability",
    "shared": "Place the shared tile",
}


class MonsterInterface(GameInterface):
    """Monster Hex's texts, and the pages for composing a placement."""

    colour = 0x9668D6
    taught_tables = (
        ({}, 2),
        ({"abilities": True, "objectives": True}, 4),
        ({"shared": True}, 2),
        ({}, 1),
        ({"abilities": True, game_options.EDITION: game_options.YEAR}, 2),
    )
    computers: Mapping[str, str] = LEVELS
    looks_ahead = True
    plays_on = True
    summary = "Place tiles, surround stones, have the most power there. About 20 minutes, or one to two weeks."

    def headline(self, view: View, names: Sequence[str]) -> str:
        """The round, or that the game is over."""
        return "final score" if view.phase == "over" else f"round {view.round} of {layout(view.board).rounds}"

    def task(self, view: View) -> str:
        """The actors' task."""
        return _TASKS.get(view.phase, "to place a tile")

    def compose_label(self, view: View) -> str:
        """The label of the button that opens the first page."""
        return _BUTTONS.get(view.phase, "Place a tile")

    def scores(self, view: View, names: Sequence[str]) -> str:
        """Everybody's faction, ability and points, in the order of play; the shared faction's last."""
        order = view.order or range(len(view.seats))
        told = [_score(names[seat], view.seats[seat], view.edition) for seat in order]
        if view.shared is not None and view.shared.faction is not None:
            told.append(f"shared {words.faction_name(view.shared.faction)} {view.shared.score.points}")
        return " · ".join(told)

    def verdict(self, view: View, outcome: Outcome, names: Sequence[str]) -> str:
        """The winners with their points, how far ahead they are, and what broke a tie."""
        return words.verdict(view, outcome, names)

    def sentences(self, view: View, events: Sequence[Any], names: Sequence[str]) -> list[str]:
        """The events as sentences, newest last."""
        return words.sentences(view, events, names)

    def last_sentences(self, view: View, events: Sequence[Any], names: Sequence[str]) -> list[str]:
        """The events as sentences; the verdict says what decided a tie."""
        return self.sentences(view, [event for event in events if not isinstance(event, GameEnded)], names)

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
        seats = len(chosen)
        shared = seats == 1 or (seats == game_options.SHARED_SEATS and bool(options.get(game_options.SHARED)))
        factions = [choices.get(FACTION) for choices in chosen] + [None] * shared
        typed = [*(options.get("factions") or ()), *([None] * len(factions))]
        kept = [None if faction in factions else faction for faction in typed]
        wanted = [own or other for own, other in zip(factions, kept, strict=False)]
        return {
            **options,
            "board": None,
            "factions": wanted,
            game_options.SHARED: shared,
            game_options.HEAD_START: game_options.has_head_start(options, seats),
        }

    def rematch_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options without the factions, which people keep as their own choice."""
        return {**options, "factions": None}

    def variant(self, options: Mapping[str, Any]) -> str:
        """The edition and the variants played."""
        played = [name for name in (game_options.ABILITIES, game_options.OBJECTIVES) if options.get(name)]
        return and_list([name for name in (game_options.edition_name(options), *played) if name])

    def options_form(self, table: TableView) -> Sequence[ui.Item[Any]]:
        """The fields for the variants."""
        return game_options.form_fields(table)

    def options_submitted(
        self, options: dict[str, Any], settings: TableSettings, values: Mapping[str, str]
    ) -> tuple[dict[str, Any], TableSettings]:
        """The options of the submitted form. Raises Refusal."""
        return game_options.read(values), settings

    def solo_score(self, view: View) -> int | None:
        """The points of a game played alone to its end (MH-22)."""
        return view.seats[0].score.points if view.reason == "solo" else None

    def options_summary(self, options: dict[str, Any], settings: TableSettings) -> str:
        """The variants in one line, for the lobby."""
        return game_options.summary(options, settings.seats)

    def may_compose(self, table: TableView) -> bool:
        """Whether the viewer is asked, or may still change the ability chosen."""
        may_change = table.seat is not None and table.view.phase == abilities.CHOOSE
        return table.must_act or (may_change and table.may_resign())

    def press(self, table: TableView, name: str, details: Sequence[str]) -> Press | None:
        """The effect of choosing an ability."""
        return abilities.choice_press(table, name, details)

    def submission_text(self, view: View) -> str:
        """The ability that a player has chosen secretly."""
        return abilities.submission_text(view) if view.phase == abilities.CHOOSE else ""

    def guide(self, options: Mapping[str, Any], seats: int) -> Sequence[GuidePage]:
        """The pages for the number of seats and the variants."""
        begun = [game_options.HEAD_START] * game_options.has_head_start(options, seats)
        return guide.pages(seats, [*game_options.played(options, seats), *begun], options.get(game_options.EDITION))

    def guide_page(self, view: View) -> str:
        """The page for what is asked now."""
        return guide.fitting_page(view)

    def cover(self) -> Callable[[str], Picture]:
        """A board in the middle of a game."""
        return guide.cover

    def typed_options(self, seats: int) -> Mapping[str, Sequence[str]]:
        """The variants, and a faction for the first seat; the others are left to chance."""
        entries = max(seats, 2)
        factions = [",".join([faction, *["random"] * (entries - 1)]) for faction in words.FACTION_NAMES]
        return {**game_options.typed(seats), "factions": factions}

    def label(self, action: str, view: View | None = None) -> str:
        """An action in words, with the names of the view's edition."""
        match action.split():
            case ["place", tile, label, rotation, *scatter]:
                how = ", by Scatter" if scatter else ""
                return f"{words.tile_name(tile)} on {label}, rotation {rotation}{how}"
            case ["shared", label, rotation]:
                return f"shared tile on {label}, rotation {rotation}"
            case ["take", value]:
                return f"take the {value}"
            case _:
                return abilities.action_words(action, None if view is None else view.edition)

    def outcome_label(self, action: str, names: Sequence[str]) -> str:
        """What is drawn: factions, the order of play, tiles and objectives."""
        match action.split():
            case ["faction", seat, faction]:
                return f"{words.FACTION_NAMES[faction]} for {_whose(seat, names)}"
            case ["order", *seats]:
                return f"Order: {', '.join(_whose(seat, names) for seat in seats)}"
            case ["draw", seat, tile]:
                return f"{words.tile_name(tile)} {tile} for {_whose(seat, names)}"
            case ["objective", seat, objective]:
                return f"{OBJECTIVE[objective].name} for {_whose(seat, names)}"
            case ["shared", tile]:
                return f"{words.tile_name(tile)} {tile} as the shared tile"
            case _:
                return super().outcome_label(action, names)

    def done_text(self, view: View, actions: Sequence[str]) -> str:
        """The reply to a typed move."""
        return " ".join(_done(action.split(), view.edition) for action in actions)

    def typed_choices(self, table: TableView) -> list[tuple[str, str]]:
        """What autocomplete offers: hexes, the best first, and then every rotation."""
        return commands.typed_choices(table, lambda action: self.label(action, table.view))

    def typed_page(self, table: TableView, action: str) -> PageName | None:
        """The page that completes or confirms a typed move. Raises EngineError."""
        return commands.typed_page(table, action)

    def page(self, table: TableView, name: str, details: Sequence[str], *, confirm: bool = True) -> Page:
        """The next page of composing a move. Raises BoardMovedOn for a page that is stale."""
        return composing.page(table, name, tuple(details), confirm=confirm)


def _whose(seat: str, names: Sequence[str]) -> str:
    """The name of a seat in a draw, or that it is for the shared faction or for everybody."""
    return names[int(seat)] if seat.isdigit() else {"shared": words.SHARED}.get(seat, "everybody")


def _done(words_of_action: Sequence[str], edition: int | None) -> str:
    match words_of_action:
        case ["place", tile, label, *_]:
            return f"The {words.monster(tile)} is on {label}."
        case ["shared", label, _]:
            return f"The shared tile is on {label}."
        case ["take", value]:
            return f"The {value} is yours."
        case ["choose", ability]:
            return f"You chose {ability_name(ability, edition)}."
        case ["decline"]:
            return "You keep your ability for later."
        case [ability, *_] if ability in abilities.LINES:
            return f"You used {ability_name(ability, edition)}."
        case _:
            return "Done."


def _score(name: str, seat: SeatView, edition: int | None) -> str:
    if seat.faction is None:
        return f"{name} **{seat.score.points}**"
    ability = f", {ability_name(seat.ability, edition)}" if seat.ability else ""
    return f"{name} ({words.FACTION_NAMES[seat.faction]}{ability}) **{seat.score.points}**"


INTERFACE = MonsterInterface()

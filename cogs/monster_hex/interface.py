"""How a placement is composed: tile, hex, rotation, preview, Confirm; each page offers only what can still be legal."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs import _texts as texts
from cogs._cards import button, rows_of_buttons
from cogs._custom_ids import CustomId
from cogs._interfaces import Draft
from cogs._looks import Look
from cogs._refusal import BoardMovedOn
from cogs.monster_hex import sentences as words
from engine.monster_hex import preview
from engine.monster_hex.view import SeatView, TakeChoice, View

EDGES = ("E", "SE", "SW", "W", "NW", "NE")
SELECT_LIMIT = 25

Placements = dict[str, dict[str, list[int]]]


class MonsterInterface:
    """Monster Hex's part of the interface."""

    colour = 0x9668D6
    choice_title = "Your faction"
    how_to_play = (
        "### Monster Hex in one minute\n"
        "- Everybody has the same ten tiles, and each round everybody places one. A tile must touch another Monster "
        "with **one edge of the same power** (any faction); the very first goes on a hex with the violet hexagon.\n"
        "- A **stone** is captured as soon as every hex around it holds a tile. Each player adds up the powers of "
        "their own edges that face it: the most is first, then comes second; a tie is nobody.\n"
        "- At a **Large Stone** the first takes one printed value and the second another one; a value in your own "
        "colour gives 2 more. With two players, twice the other's power takes both values.\n"
        "- A **Small Stone** gives 1 to the first, ties broken by rank (S, A, B, C).\n"
        "- The most points win when the board is full; level points go to whoever was first at the Demon King Stone."
    )

    def headline(self, view: View, names: Sequence[str]) -> str:
        """The round, or that the game is over."""
        return "final score" if view.phase == "over" else f"round {view.round} of {view.rounds}"

    def task(self, view: View) -> str:
        """What whoever must act has to do."""
        return "to place a tile" if view.take is None else "to choose a value"

    def scores(self, view: View, names: Sequence[str]) -> str:
        """Everybody's faction and points, in the order of play."""
        order = view.order or range(len(names))
        return " · ".join(_score(names[seat], view.seats[seat]) for seat in order)

    def sentences(self, view: View, events: Sequence[Any], names: Sequence[str]) -> list[str]:
        """What happened, newest last."""
        return words.sentences(view, events, names)

    def seat_choices(self, options: dict[str, Any]) -> Sequence[tuple[str, str]]:
        """Factions are chosen while the table fills (MH-3)."""
        return tuple(words.FACTION_NAMES.items())

    def with_choices(self, options: dict[str, Any], chosen: Sequence[str | None]) -> dict[str, Any]:
        """A faction chosen in the lobby stands before one that was typed behind /play, which gives way."""
        typed = [*(options.get("factions") or ()), *([None] * len(chosen))]
        kept = [None if faction in chosen else faction for faction in typed]
        wanted = [own or other for own, other in zip(chosen, kept, strict=False)]
        return {**options, "board": None, "factions": wanted}

    def label(self, action: str) -> str:
        """An action in words."""
        match action.split():
            case ["place", tile, label, rotation]:
                return f"{tile} on hex {label}, rotation {rotation}"
            case ["take", value]:
                return f"take the {value}"
            case _:
                return action

    def draft(self, look: Look, what: str, details: Sequence[str], *, confirm: bool = True) -> Draft:
        """The next page of composing a move. Raises BoardMovedOn for a page that fits no longer."""
        view: View = look.view
        if view.take is not None:
            return _take(look, view.take)
        places = _placements(look.legal)
        match what, tuple(details):
            case "move", ():
                return _choose_tile(look, places)
            case "tile", (tile,) if tile in places:
                return _choose_hex(look, places, tile)
            case "hex" | "hexes", (tile, label) if label in places.get(tile, ()):
                return _choose_rotation(look, places, tile, label, places[tile][label][0], confirm=confirm)
            case "turn", (tile, label, rotation) if rotation in map(str, places.get(tile, {}).get(label, ())):
                return _choose_rotation(look, places, tile, label, int(rotation), chosen=True, confirm=confirm)
            case _:
                raise BoardMovedOn(texts.BOARD_MOVED_ON)


def _placements(legal: Sequence[str]) -> Placements:
    """The legal placements by tile and hex."""
    found: Placements = {}
    for action in legal:
        match action.split():
            case ["place", tile, label, rotation]:
                found.setdefault(tile, {}).setdefault(label, []).append(int(rotation))
            case _:
                pass
    return found


def _id(look: Look, what: str, *details: str) -> CustomId:
    return CustomId(look.row.id, look.row.step, what, details)


def _tile_buttons(look: Look, places: Placements, chosen: str | None = None) -> list[ui.Button[ui.LayoutView]]:
    buttons: list[ui.Button[ui.LayoutView]] = []
    for tile in look.view.hand or ():
        style = discord.ButtonStyle.primary if tile == chosen or chosen is None else discord.ButtonStyle.secondary
        pressed = button(tile, _id(look, "tile", tile), style)
        pressed.disabled = tile not in places
        buttons.append(pressed)
    return buttons


def _choose_tile(look: Look, places: Placements) -> Draft:
    return Draft(
        "**Which tile do you place?**",
        rows_of_buttons(_tile_buttons(look, places)),
        lambda painter: painter.hand(look.view, look.names),
    )


def _choose_hex(look: Look, places: Placements, tile: str) -> Draft:
    hexes = [
        discord.SelectOption(label=label, value=label, description=_hex_hint(look.view, tile, label, rotations))
        for label, rotations in places[tile].items()
    ]
    selects = [
        ui.ActionRow(
            ui.Select(
                custom_id=str(_id(look, "hex", tile) if start == 0 else _id(look, "hexes", tile)),
                placeholder=_select_title(tile, hexes[start : start + SELECT_LIMIT], len(hexes)),
                options=hexes[start : start + SELECT_LIMIT],
            )
        )
        for start in range(0, len(hexes), SELECT_LIMIT)
    ]
    return Draft(
        f"**Where does {tile} go?** It fits on {_counted(len(hexes), 'hex', 'hexes')}.",
        (*selects, *rows_of_buttons(_tile_buttons(look, places, tile))),
        lambda painter: painter.preview(look.view, look.names, f"place {tile}"),
    )


def _select_title(tile: str, part: Sequence[discord.SelectOption], total: int) -> str:
    if len(part) == total:
        return f"Hex for {tile}"
    return f"Hex for {tile}: {part[0].value} to {part[-1].value}"


def _hex_hint(view: View, tile: str, label: str, rotations: Sequence[int]) -> str:
    """How many rotations fit, and the stones that would be captured."""
    hint = _counted(len(rotations), "rotation", "rotations")
    captured = [forecast.stone for forecast in preview.forecast(view, tile, label, rotations[0])]
    stones = [words.stone_name(stone) for stone in view.stones if stone.label in captured]
    return f"{hint}, captures {texts.and_list(stones)}"[:100] if stones else hint


def _choose_rotation(
    look: Look, places: Placements, tile: str, label: str, rotation: int, *, chosen: bool = False, confirm: bool
) -> Draft:
    turns = [_turn_button(look, tile, label, turn, rotation) for turn in places[tile][label]]
    action = f"place {tile} {label} {rotation}"
    rest = [button("Other hex", _id(look, "tile", tile)), button("Other tile", _id(look, "move"))]
    if confirm:
        rest.insert(0, button(texts.BUTTON_CONFIRM, _id(look, "do", action), discord.ButtonStyle.success))
        # It is shown already; without Confirm this button is what places the tile.
        turns[places[tile][label].index(rotation)].disabled = True
    return Draft(
        _preview_text(look, tile, label, rotation, confirm=confirm),
        (*rows_of_buttons(turns), *rows_of_buttons(rest)),
        lambda painter: painter.preview(look.view, look.names, action),
        settled=action if chosen or len(turns) == 1 else None,
    )


def _turn_button(look: Look, tile: str, label: str, turn: int, shown: int) -> ui.Button[ui.LayoutView]:
    """A rotation, named by the edges that match there."""
    edges = ", ".join(f"{EDGES[match.edge]} {match.power}" for match in preview.matches(look.view, tile, label, turn))
    name = f"Rotation {turn}" + (f": {edges}" if edges else "")
    style = discord.ButtonStyle.primary if turn == shown else discord.ButtonStyle.secondary
    return button(name, _id(look, "turn", tile, label, str(turn)), style)


def _preview_text(look: Look, tile: str, label: str, rotation: int, *, confirm: bool) -> str:
    view: View = look.view
    how = "Nothing is placed before you press Confirm." if confirm else "The rotation that you press is placed at once."
    lines = [f"**{tile} on hex {label}, rotation {rotation}.** {how}"]
    names = [texts.escape(name) for name in look.names]
    stones = {stone.label: stone for stone in view.stones}
    for forecast in preview.forecast(view, tile, label, rotation):
        powers = [
            f"{names[seat]} has {power}" for seat, power in enumerate(forecast.capture.powers) if power is not None
        ]
        gains = [f"{names[taken.seat]} +{taken.value + taken.bonus}" for taken in forecast.capture.taken]
        if forecast.choice is not None:
            gains = [f"{names[forecast.choice.seat]} chooses a value"]
        lines.append(
            f"Captures {words.stone_name(stones[forecast.stone])}: {texts.and_list(powers)}; "
            f"{texts.and_list(gains) or 'nobody takes it'}."
        )
    return "\n".join(lines)


def _take(look: Look, choice: TakeChoice) -> Draft:
    """The first at a Large Stone picks a value; one of the own colour gives 2 more (MH-10)."""
    view: View = look.view
    own = view.seats[choice.seat].faction
    buttons = [
        button(
            f"{value.points} ({words.FACTION_NAMES[value.faction]})"
            + (" + 2 for your colour" if value.faction == own else ""),
            _id(look, "do", f"take {value.points}"),
            discord.ButtonStyle.primary,
        )
        for value in choice.values
    ]
    stone = next(stone for stone in view.stones if stone.label == choice.stone)
    return Draft(
        f"**You are first at {words.stone_name(stone)}: which value do you take?** The second takes the other one.",
        rows_of_buttons(buttons),
        lambda painter: painter.board(look.view, look.names),
    )


def _score(name: str, seat: SeatView) -> str:
    faction = "" if seat.faction is None else f" ({words.FACTION_NAMES[seat.faction]})"
    return f"{name}{faction} **{seat.score.points}**"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


INTERFACE = MonsterInterface()

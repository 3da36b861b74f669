"""The pages for composing a placement: first tile and hex together, then the way. They offer only legal moves.

A move takes three presses: the card's button, a tile on a hex, and *Place* below the picture of the ways. Ways are the
rotations in which a tile fits on a hex, numbered from 1. The shared tile uses the same pages, as if it were the only
tile in the hand (MH-21). A player whose turn it isn't can use them to look ahead; then nothing is placed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import discord
from discord import ui

from cogs.monster_hex import abilities
from cogs.monster_hex import sentences as words
from cogs.ui.kit import emojis
from cogs.ui.kit.composing import MoveParts, Parts
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import BUTTON_BACK, ROW_LIMIT, Button, Row, button, rows_of_buttons
from cogs.ui.kit.selects import build_selects, remove_select_part
from cogs.ui.texts import texts
from engine.core import join_and
from engine.monster_hex import preview
from engine.monster_hex.content import layout
from engine.monster_hex.preview import powers_at_stones
from engine.monster_hex.view import TakeChoice, View
from render.monster_hex import PAINTER
from render.monster_hex.preview import way_number
from render.monster_hex.prospects import expected_gain, has_known_places, placement_forecast
from render.monster_hex.rotation_names import rotation_effects
from render.monster_hex.rotations import count_columns
from render.picture import Picture
from tables.refusal import BoardMovedOn
from tables.texts import BOARD_MOVED_ON, escape, not_your_turn
from tables.viewer import TableView

SHARED, SCATTER = "shared", "scatter"
MOST_ROWS = 3
"""The number of rows of buttons below the hand. If all hexes need more, each tile has a single row with its best ones.
"""
LINE = 24
"""The number of characters on five buttons that fit side by side on a phone."""
EMOJI_CHARACTERS = 3
"""The number of characters that are as wide as an emoji on a button."""
BUTTON_LIMIT = 3 * ROW_LIMIT
"""The maximum number of hexes shown as buttons on a tile's own page; more are shown in selects."""
WHAT_FITS = "Equal numbers must touch."
"""The line about what fits, on the pages of moves in the first rounds."""
WHAT_COUNTS = "Numbers facing a stone are power; once surrounded, the most takes it."
"""The line about the numbers on the board, on the same pages."""
BEST_FIRST = "Best hexes first; press a name for all."
WHAT_GREEN_MEANS = "Green scores at once."
WHAT_IS_FREE = "Nothing matches now, so any tile may go on these hexes."
WHERE_TO_BEGIN = "Begin on a coloured start hex."
WHAT_PLACE_DOES = "*Place* makes the move."
FIRST_ROUNDS = 2
"""The number of rounds with these lines; the very first tile of a game goes on a start hex instead."""
PAGES = frozenset({"tile", "hex", "hexes", "turn", "value"})
"""The page names in custom ids that belong to placement pages; the first page, `move`, is shared with abilities."""


def page(table: TableView, name: str, details: Sequence[str], *, confirm: bool = True) -> Page:
    """Build the page for the viewer's pending decision: a placement, an ability, or a value.

    Raises BoardMovedOn if the page is stale.
    """
    view: View = table.view
    details = remove_select_part(details)
    if view.phase == abilities.CHOOSE:
        return abilities.choice_page(table)
    if view.ability is not None and table.must_act:
        return abilities.use_page(table, view.ability, name, details, confirm=confirm)
    if view.take is not None and table.must_act:
        return _choose_value(table, view.take, name, details)
    places = placements(table)
    if view.phase == SHARED and table.must_act:
        table = replace(table, view=preview.with_shared_tile(view))
    if not places.has_prefix(details) and (name, details) != ("move", ()):
        raise BoardMovedOn(BOARD_MOVED_ON)
    match name, details:
        case "move", ():
            return _first_page(table, places)
        case "tile", (tile,):
            page = _choose_place(
                table, places, (tile,), lambda theme: abilities.draw_preview(table, f"place {tile}", theme)
            )
            return replace(page, rows=(*page.rows, *rows_of_buttons([button(BUTTON_BACK, page_id(table, "move"))])))
        # "hexes" is the page name in selects posted by an earlier version.
        case "hex" | "hexes", (tile, label):
            return _choose_way(table, places, tile, label, confirm=confirm)
        case "turn", (tile, label, rotation):
            return _preview(table, places, tile, label, int(rotation), confirm=confirm)
        case _:
            raise BoardMovedOn(BOARD_MOVED_ON)


def placements(table: TableView) -> MoveParts:
    """Return the viewer's placements, keyed by tile, hex and rotation.

    On the viewer's turn these are the legal ones, else those that would fit on the current board.
    """
    view: View = table.view
    if table.must_act:
        return MoveParts.of(table.legal, lambda action: split_placement(view, action))
    if view.hand is None or not has_known_places(view):
        return MoveParts({})
    fitting = ((tile, label, str(turn)) for tile in view.hand for label, turn in _list_fits(view, tile))
    return MoveParts({parts: " ".join(("place", *parts)) for parts in fitting})


def _list_fits(view: View, tile: str) -> list[tuple[str, int]]:
    return [(label, turn) for label, turns in preview.find_placements(view, tile).items() for turn in turns]


def split_placement(view: View, action: str) -> Parts | None:
    """Split a placement into tile, hex and rotation; return None for any other action.

    Placements with Scatter and of the shared tile count as placements.
    """
    match action.split():
        case ["place", tile, label, rotation, *_]:
            return tile, label, rotation
        case ["shared", label, rotation] if view.shared is not None and view.shared.tile is not None:
            return view.shared.tile, label, rotation
        case _:
            return None


# Tile and hex


def _first_page(table: TableView, places: MoveParts) -> Page:
    """Build the first page: the hand, with every tile on every hex where it fits.

    If only one tile fits, and only on one hex, the page with its ways is built instead.
    """
    view: View = table.view
    only = {parts[:2] for parts in places.actions}
    if len(only) == 1:
        # The card's button opens this page, so a press on it must never place a tile: it needs Confirm.
        return _choose_way(table, places, *only.pop(), confirm=True)
    if not only:
        return Page(_nothing_text(table), (), lambda theme: PAINTER.hand(view, table.names, theme))
    if view.phase == SHARED and table.must_act:
        (tile,) = places.choices()
        return _choose_place(
            table, places, (tile,), lambda theme: abilities.draw_preview(table, f"place {tile}", theme)
        )
    return _choose_place(table, places, places.choices(), lambda theme: PAINTER.hand(view, table.names, theme))


def _nothing_text(table: TableView) -> str:
    """Return the text for a player whose turn it isn't and whose tiles fit nowhere."""
    if not table.view.hand:
        return f"{not_your_turn(table.waiting_names())} You have no tiles left."
    return f"{not_your_turn(table.waiting_names())} Here is your hand. No tile fits anywhere yet."


def _choose_place(table: TableView, places: MoveParts, tiles: Sequence[str], picture: Callable[[str], Picture]) -> Page:
    """Build the page with the hexes of one or more tiles, each tile's best hexes first.

    Of several tiles, each begins a row with its name, which opens its own page.
    """
    hexes = {tile: rank_hexes(table.view, places, tile) for tile in tiles}
    buttons = {
        tile: [_hex_button(table, places, tile, *each) for each in found.items()] for tile, found in hexes.items()
    }
    _name_repeated(buttons)
    if len(tiles) == 1:
        ((tile, found),) = hexes.items()
        rows = _pack(buttons[tile]) if len(found) <= BUTTON_LIMIT else _hex_selects(table, places, tile, found)
        return Page(_where_text(table, hexes, is_complete=True), rows, picture)
    named = [
        _pack([button(words.tile_name(tile), page_id(table, "tile", tile), emoji=words.monster_emoji(tile)), *found])
        for tile, found in buttons.items()
    ]
    is_complete = sum(map(len, named)) <= max(MOST_ROWS, len(named))
    rows = tuple(row for rows in named for row in (rows if is_complete else rows[:1]))
    return Page(_where_text(table, hexes, is_complete=is_complete), rows, picture)


def _name_repeated(buttons: Mapping[str, Sequence[ui.Button[ui.LayoutView]]]) -> None:
    """Add the Monster's emoji, or else its name, to the buttons of a tile that have the label of an earlier tile's."""
    used: set[str | None] = set()
    for tile, found in buttons.items():
        repeated = [each for each in found if each.label in used]
        used.update(each.label for each in found)
        for each in repeated:
            each.emoji = words.monster_emoji(tile)
            if each.emoji is None:
                each.label = f"{words.tile_name(tile)} {each.label}"


def _pack(buttons: Sequence[Button]) -> tuple[Row, ...]:
    """Arrange buttons in rows that each fit into a line on a phone."""
    rows: list[list[Button]] = [[]]
    for each in buttons:
        row = [*rows[-1], each]
        if len(row) > ROW_LIMIT or sum(map(_count_characters, row)) > LINE:
            rows.append([each])
        else:
            rows[-1] = row
    return tuple(ui.ActionRow(*row) for row in rows)


def _count_characters(placed: Button) -> int:
    return len(placed.label or "") + EMOJI_CHARACTERS * (placed.emoji is not None)


def _where_text(table: TableView, hexes: Mapping[str, Mapping[str, int]], *, is_complete: bool) -> str:
    """Return the question of the page; `is_complete` says whether all hexes of the tiles are shown.

    `hexes` has the points by hex for each tile.
    """
    view: View = table.view
    if not table.must_act:
        which = "your tiles" if len(hexes) > 1 else f"the {_tile_text(table, *hexes)}"
        return f"{not_your_turn(table.waiting_names())} Look ahead: where would {which} go?"
    told = ["**Which tile goes where?**" if len(hexes) > 1 else f"Where does the {_tile_text(table, *hexes)} go?"]
    is_early = view.round <= FIRST_ROUNDS and len(hexes) > 1
    if preview.free_hexes(view):
        told.append(WHAT_IS_FREE if view.monsters else WHERE_TO_BEGIN)
    elif is_early:
        told.append(WHAT_FITS)
    if not is_complete:
        told.append(BEST_FIRST)
    elif is_early:
        told.append(WHAT_COUNTS)
    if any(points for found in hexes.values() for points in found.values()):
        told.append(WHAT_GREEN_MEANS)
    return " ".join(told)


def _tile_text(table: TableView, tile: str) -> str:
    shared = "shared " if table.view.phase == SHARED and table.must_act else ""
    return words.monster(tile, f"**{shared}{words.tile_name(tile)}**")


def _hex_button(table: TableView, places: MoveParts, tile: str, label: str, points: int) -> ui.Button[ui.LayoutView]:
    """Build the button of a tile's hex, which is green if it can bring the viewer points."""
    style = discord.ButtonStyle.success if points else discord.ButtonStyle.secondary
    return button(_hex_label(places, tile, label, points), page_id(table, "hex", tile, label), style)


def _hex_label(places: MoveParts, tile: str, label: str, points: int) -> str:
    """Return the label of a hex's button: the hex, "Scatter" if needed (MH-17), and the points if there are any."""
    found = [action for parts, action in places.actions.items() if parts[:2] == (tile, label)]
    how = " Scatter" if all(action.endswith(SCATTER) for action in found) else ""
    return f"{label}{how} +{points}" if points else f"{label}{how}"


def _hex_selects(table: TableView, places: MoveParts, tile: str, hexes: Mapping[str, int]) -> tuple[Row, ...]:
    """Build a select of a tile's hexes, or several if they are too many for one; the most points are first."""
    options = [
        discord.SelectOption(label=_hex_label(places, tile, label, hexes[label]), value=label)
        for label in sorted(places.choices((tile,)), key=lambda label: -hexes[label])
    ]
    return build_selects(page_id(table, "hex", tile), f"{words.tile_name(tile)} on…", options)


# Ways and preview


def _choose_way(
    table: TableView, places: MoveParts, tile: str, label: str, *, confirm: bool, hinted: int | None = None
) -> Page:
    """Build the page that shows all ways side by side, each with a button that places the tile so.

    The best way is emphasised, or the rotation `hinted` if it is given. If there is only one way, the page with its
    preview is built instead.
    """
    turns = [int(turn) for turn in places.choices((tile, label))]
    if len(turns) == 1:
        return _preview(table, places, tile, label, turns[0], confirm=confirm)
    best = best_rotation(table.view, tile, label, turns) if hinted is None else hinted
    title = words.monster(tile, f"**{_title(table, tile)} on {label}")
    number = turns.index(best) + 1
    text = f"{title}.** Which way?" if hinted is None else f"{title}, way {number}.**"
    text = f"{text} {WHAT_PLACE_DOES}" if table.must_act else f"{not_your_turn(table.waiting_names())} {text}"
    falls = _describe_falls(table, tile, label, best) if table.must_act else []
    return Page(
        text,
        _way_rows(table, places, (tile, label), turns, best),
        lambda theme: abilities.draw_preview(table, f"place {tile} {label}", theme),
        below="\n".join(
            filter(None, [_recommend(table, (tile, label), turns, best, is_hint=hinted is not None), *falls])
        ),
    )


def _recommend(table: TableView, at: tuple[str, str], turns: Sequence[int], best: int, *, is_hint: bool) -> str:
    """Return a sentence about the emphasised way, and one that names the ways that bring as much.

    `at` is the tile and the hex. The power that the way brings is left to the picture if several stones fall.
    """
    tile, label = at
    worth = {turn: rate_placement(table.view, tile, label, turn) for turn in turns}
    alike = [number for number, turn in enumerate(turns, 1) if worth[turn] == worth[best] and turn != best]
    number = f"Way **{turns.index(best) + 1}**"
    if len(alike) + 1 == len(turns):
        return f"{number} will do: all ways bring the same points and power."
    if not table.must_act:
        told = f"{number} looks best now."
    elif len(placement_forecast(table.view, tile, label, best)) > 1:
        told = "" if is_hint else f"{number} looks best."
    else:
        told = f"{number}{'' if is_hint else ' looks best'}: {_describe_effect(table, tile, label, best)}."
    if not alike:
        return told
    others = join_and([str(each) for each in alike])
    as_good = f"{f'Way {others} brings' if len(alike) == 1 else f'Ways {others} bring'} as much."
    return f"{told} {as_good}".lstrip()


def _way_rows(
    table: TableView, places: MoveParts, at: tuple[str, str], turns: Sequence[int], best: int
) -> tuple[Row, ...]:
    """Build the buttons below the picture of the ways, in rows as the picture has them, then *Back*.

    `at` is the tile and the hex. Players whose turn it isn't get the preview of a way instead of *Place*.
    """
    buttons = [
        button(
            f"Place {number}" if table.must_act else str(number),
            page_id(table, "do", places.actions[(*at, str(turn))])
            if table.must_act
            else page_id(table, "turn", *at, str(turn)),
            discord.ButtonStyle.success if turn == best else discord.ButtonStyle.secondary,
        )
        for number, turn in enumerate(turns, 1)
    ]
    return (
        *rows_of_buttons(buttons, count_columns(len(turns))),
        *rows_of_buttons([button(BUTTON_BACK, page_id(table, "move"))]),
    )


def _title(table: TableView, tile: str) -> str:
    """Return the tile's name for the start of a sentence, with "Shared" if it is the shared tile."""
    name = words.tile_name(tile)
    return f"Shared {name}" if table.view.phase == SHARED and table.must_act else name


def _preview(table: TableView, places: MoveParts, tile: str, label: str, rotation: int, *, confirm: bool) -> Page:
    """Build the page that previews a placement, with *Confirm*, *Back*, and *Other way* if there is one."""
    turns = [int(turn) for turn in places.choices((tile, label))]
    action = places.action((tile, label, str(rotation))) if table.must_act else None
    buttons = [button(BUTTON_BACK, page_id(table, "move"))]
    if len(turns) > 1:
        buttons.insert(0, button("Other way", page_id(table, "hex", tile, label)))
    if confirm and action is not None:
        buttons.insert(0, button(texts.BUTTON_CONFIRM, page_id(table, "do", action), discord.ButtonStyle.success))
    title = words.monster(tile, f"**{_title(table, tile)} on {label}**")
    return Page(
        title if table.must_act else f"{not_your_turn(table.waiting_names())} {title}",
        rows_of_buttons(buttons),
        lambda theme: abilities.draw_preview(table, f"place {tile} {label} {rotation}", theme),
        final_action=action,
        below=_preview_text(table, places, tile, label, rotation),
    )


def proposal_page(table: TableView, actions: Sequence[str]) -> Page | None:
    """Build the page that proposes a placement with several ways: their picture, with the hint's way emphasised.

    None for any other action.
    """
    places = placements(table)
    parts = split_placement(table.view, actions[0])
    if len(actions) > 1 or parts is None or len(places.choices(parts[:2])) < 2:
        return None
    if table.view.phase == SHARED:
        table = replace(table, view=preview.with_shared_tile(table.view))
    tile, label, rotation = parts
    return _choose_way(table, places, tile, label, confirm=True, hinted=int(rotation))


def _preview_text(table: TableView, places: MoveParts, tile: str, label: str, rotation: int) -> str:
    """Describe the effect of a placement: its power at stones, and the stones that fall."""
    effect = _describe_effect(table, tile, label, rotation)
    if (places.action((tile, label, str(rotation))) or "").endswith(SCATTER):
        effect += ", by Scatter"
    return "\n".join([f"{effect[:1].upper()}{effect[1:]}.", *_describe_falls(table, tile, label, rotation)])


def _describe_effect(table: TableView, tile: str, label: str, rotation: int) -> str:
    return rotation_effects(table.view, tile, label, [rotation])[rotation]


def _describe_falls(table: TableView, tile: str, label: str, rotation: int) -> list[str]:
    """Describe the stones that would fall after a placement, with the powers around them and the points.

    Several stones share a sentence, so that the page fits on a phone.
    """
    view: View = table.view
    names = words.owner_names(view, [escape(name) for name in table.names])
    captures = placement_forecast(view, tile, label, rotation)
    if len(captures) > 1:
        return [abilities.describe_falls(view, captures, names)]
    return [abilities.describe_fall(view, found, names) for found in captures]


# Values


def _choose_value(table: TableView, choice: TakeChoice, name: str, details: Parts) -> Page:
    """Build the page on which the player with the first place at a Large Stone picks one of its values (MH-10).

    Buttons take a value at once; a typed value is shown with *Confirm* first.
    """
    view: View = table.view
    points = {str(value.points): value for value in choice.values}
    stone = words.stone_name(layout(view.board).stone(choice.stone))
    if name == "value" and len(details) == 1 and details[0] in points:
        text = f"Take the {details[0]} of the **{stone}**? Second place gets the other value."
        final = f"take {details[0]}"
        rows = [button(texts.BUTTON_CONFIRM, page_id(table, "do", final), discord.ButtonStyle.success)]
        rows.append(button("Other value", page_id(table, "move")))
    else:
        text = f"The **{stone}** is yours: which value? Second place gets the other one."
        final, own = None, view.seats[choice.seat].faction
        rows = [
            button(
                f"{value.points} {words.FACTION_NAMES[value.faction]}"
                + (", +2 own colour" if value.faction == own else ""),
                page_id(table, "do", f"take {value.points}"),
                discord.ButtonStyle.primary,
                emojis.emoji(f"faction_{value.faction}"),
            )
            for value in choice.values
        ]
    return Page(text, rows_of_buttons(rows), lambda theme: abilities.draw_board(table, theme), final)


def describe_action(action: str, view: View | None) -> str:
    """Format an action in words, with the names that the view's edition uses and the number of a placement's way.

    Without a view, a way has the number of its rotation, counted from 1.
    """
    match action.split():
        case ["place", tile, label, rotation, *scatter]:
            return describe_placement(tile, label, _way(view, tile, label, int(rotation)), scattered=bool(scatter))
        case ["shared", label, rotation]:
            tile = None if view is None or view.shared is None else view.shared.tile
            way = _way(None if tile is None else view, tile or "", label, int(rotation))
            return f"shared tile on {label}, way {way}"
        case ["take", value]:
            return f"take the {value}"
        case _:
            return abilities.describe_action(action, view)


def describe_placement(tile: str, label: str, way: int, *, scattered: bool = False) -> str:
    """Format a placement in words; `way` is the number of its way."""
    return f"{words.tile_name(tile)} on {label}, way {way}{', by Scatter' if scattered else ''}"


def _way(view: View | None, tile: str, label: str, rotation: int) -> int:
    return rotation + 1 if view is None else way_number(view, tile, label, rotation)


# Points gained


def rank_hexes(view: View, places: MoveParts, tile: str) -> dict[str, int]:
    """Return the hexes on which a tile fits, each with the points that it can bring the viewer there at once.

    The best ones are first: by these points, then by the power at stones.
    """
    best = {
        label: max(rate_placement(view, tile, label, int(turn)) for turn in places.choices((tile, label)))
        for label in places.choices((tile,))
    }
    return {label: best[label][0] for label in sorted(best, key=best.__getitem__, reverse=True)}


def best_rotation(view: View, tile: str, label: str, turns: Sequence[int]) -> int:
    """Return the rotation with the largest expected gain in points; on a tie, the one with the most power at stones."""
    return max(turns, key=lambda turn: rate_placement(view, tile, label, turn))


def rate_placement(view: View, tile: str, label: str, turn: int) -> tuple[int, int]:
    """Return the viewer's expected points by a placement, and the power that the tile brings to stones."""
    points = expected_gain(view, placement_forecast(view, tile, label, turn))
    return points, sum(power for _, power in powers_at_stones(view, tile, label, turn))

"""A seat's hand: a card for each tile with its name, its hexes, and the points it can get.

It is private to the seat's player.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from engine.monster_hex.content import TILE_INDEX, TILES, Tile
from engine.monster_hex.preview import find_placements, scattering_hexes
from engine.monster_hex.view import View
from language.messages import N_, _, list_and
from render import header, text
from render.header import Box
from render.hexes import HEX_HEIGHT
from render.monster_hex import board, naming, objective_cards, status, tiles, variant_texts
from render.monster_hex.preview import way_number
from render.monster_hex.prospects import Prospect, best_prospects, has_known_places, own_points, sort_prospects
from render.monster_hex.small_board import slab, small_board
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Sheet
from render.text import Style
from render.theme import Theme

TITLE = N_("Your hand")
HEADING = Style(50, 800)
TITLE_HEIGHT = 98
BADGE = 78
GAP = 18
INNER = 16
TILE_PITCH, SMALL_TILE_PITCH = 240, 204
NAME, SMALL_NAME = Style(46, 800), Style(40, 800)
RANK = Style(28, 550)
FITS = Style(34, 700)
BEST = Style(30, 700)
LINE = 40
MAX_BEST = 2
STACK = Style(28, 550)
FOOT = 56
WAYS = N_("Ways to turn a tile on a hex: number=rotation to type")
WAITING = N_("waits for the first tile")
COLUMNS = 3
"""The maximum number of cards in a row; if the hand has more tiles, each row has two cards."""


class HandTile(NamedTuple):
    """A tile of the hand, with its best prospect on each hex where it fits.

    `places` has these prospects by hex; None means that the tile captures nothing on that hex.
    """

    tile: Tile
    places: Mapping[str, Prospect | None]

    def best(self, view: View) -> list[Prospect]:
        """Return the tile's placements that bring the viewer the most points, best first, at most `MAX_BEST`."""
        return sort_prospects(view, self.places.values())[:MAX_BEST]


def draw(view: View, labels: Sequence[str], theme: Theme) -> tuple[Sheet, str]:
    """Draw the viewer's hand; return it with its alt text.

    Raises ValueError for a view without a hand.
    """
    view = _own_tiles_view(view)
    hand_tiles = _hand_tiles(view)
    boxes = _boxes(view, theme, hand_tiles)
    bottom = max((box.bottom for box in boxes), default=TITLE_HEIGHT)
    objectives = objective_cards.hand_height(view)
    foot = [_stack_text(view) if hand_tiles else _("No tiles left"), *_shared_lines(view)]
    sheet = Sheet(theme, bottom + FOOT + LINE * (len(foot) - 1) + (0 if hand_tiles else 30) + objectives)
    _draw_title(sheet, view)
    for hand_tile, box in zip(hand_tiles, boxes, strict=True):
        _draw_card(sheet, view, hand_tile, box, beside=len(hand_tiles) > COLUMNS)
    for above, told in enumerate(reversed(foot)):
        line, style = text.fit(told, STACK, WIDTH - 2 * MARGIN)
        y = sheet.plane.height - objectives - 24 - LINE * above
        sheet.write(line, style, MARGIN, y, theme.muted, theme.background)
    objective_cards.draw_hand(sheet, view, sheet.plane.height - objectives)
    return sheet, _alt_text(view, hand_tiles)


def plain_text(view: View, labels: Sequence[str]) -> str:
    """Format the viewer's hand as plain text for a monospaced font.

    Raises ValueError for a view without a hand.
    """
    view = _own_tiles_view(view)
    hand_tiles = _hand_tiles(view)
    faction = naming.faction_name(view.seats[view.viewer], view.viewer)
    lines = [
        f"{_(TITLE)} · {faction} · {status.round_text(view)}",
        _("Powers E SE SW W NW NE{changes}", changes=""),
        _(WAYS),
    ]
    for hand_tile in hand_tiles:
        tile = hand_tile.tile
        lines += [
            "",
            f"{_tile_text(tile)}: {_format_powers(tile)}",
            f"  {_fits_text(view, hand_tile)}",
        ]
        if hand_tile.places:
            turns = find_placements(view, tile.id)
            lines[-1] += f": {_format_ways({label: turns[label] for label in hand_tile.places})}"
        lines += _scatter_lines(view, tile.id)
        for prospect in hand_tile.best(view):
            told = _(
                "+{points} on {hex}, way {number}: captures {stones}",
                points=own_points(view, prospect),
                hex=prospect.label,
                number=way_number(view, tile.id, prospect.label, prospect.rotation),
                stones=list_and(naming.stone_names(view, prospect.stones)),
            )
            lines.append(f"  {told}")
    ability = variant_texts.ability_text(view, view.viewer)
    more = [_("Ability: {ability}", ability=ability)] if ability else []
    foot = (_stack_text(view), *_shared_lines(view), *more, *objective_cards.hand_lines(view))
    return "\n".join((*lines, "", *foot))


def _scatter_lines(view: View, tile: str) -> list[str]:
    """Return a line that lists the hexes and rotations that only the ability Scatter allows (MH-17).

    The result is empty if there are none.
    """
    found = scattering_hexes(view, tile) if has_known_places(view) else {}
    return [_("  by Scatter: {hexes}", hexes=_format_ways(found))] if found else []


def _format_ways(found: Mapping[str, Sequence[int]]) -> str:
    """List hexes with the ways in which a tile fits, each with its number and the rotation to type."""
    return ", ".join(
        f"{label} {' '.join(f'{number}={turn}' for number, turn in enumerate(turns, 1))}"
        for label, turns in found.items()
    )


def _own_tiles_view(view: View) -> View:
    """Return the view as if players were placing their own tiles now.

    While the shared tile has to be placed, the prospects of own tiles would otherwise be computed as for the shared
    tile.
    """
    return msgspec.structs.replace(view, phase="place") if view.phase == "shared" else view


def _shared_lines(view: View) -> list[str]:
    """Return a line about the shared tile if the viewer holds it (MH-21), otherwise an empty list."""
    if view.shared is None or view.shared.tile is None:
        return []
    tile = TILES[TILE_INDEX[view.shared.tile]]
    return [_("Shared tile, yours to place: {tile}, {powers}", tile=_tile_text(tile), powers=_format_powers(tile))]


def _format_powers(tile: Tile) -> str:
    return "".join(map(str, tile.powers))


def _hand_tiles(view: View) -> list[HandTile]:
    if view.hand is None:
        raise ValueError("a spectator has no hand")
    return [HandTile(tile, best_prospects(view, tile.id)) for tile in TILES if tile.id in view.hand]


def _stack_text(view: View) -> str:
    stack = [tile for tile in view.seats[view.viewer].unplayed if tile not in (view.hand or ())]
    if not stack:
        return _("The stack is empty")
    return _("Still in the stack: {monsters}", monsters=", ".join(map(naming.tile_name, stack)))


def _tile_text(tile: Tile) -> str:
    return _("{monster}, rank {rank}", monster=naming.tile_name(tile.id), rank=tile.rank)


def _fits_text(view: View, hand_tile: HandTile) -> str:
    return naming.fits_text(len(hand_tile.places)) if has_known_places(view) else _(WAITING)


def _boxes(view: View, theme: Theme, hand_tiles: Sequence[HandTile]) -> list[Box]:
    """Return the boxes of the hand's cards: up to three in a row, four in two rows of two."""
    beside = len(hand_tiles) > COLUMNS
    columns = 2 if beside else COLUMNS
    width = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) // columns
    height = max((_height(view, theme, each, width, beside) for each in hand_tiles), default=0)
    first = (WIDTH - len(hand_tiles) * (width + GAP) + GAP) // 2 if not beside else MARGIN
    return [
        Box(x, y, x + width, y + height)
        for x, y in (
            (first + index % columns * (width + GAP), TITLE_HEIGHT + index // columns * (height + GAP))
            for index in range(len(hand_tiles))
        )
    ]


def _height(view: View, theme: Theme, hand_tile: HandTile, width: int, beside: bool) -> int:
    board_height = slab(theme, view.board, _board_room(width, beside)).plane.height
    best_height = len(_lines(view, hand_tile, _text_room(width, beside))) * LINE
    if beside:
        return max(24 + board_height + best_height, round(SMALL_TILE_PITCH * HEX_HEIGHT) + 128)
    return round(TILE_PITCH * HEX_HEIGHT) + 154 + board_height + best_height


def _board_room(width: int, beside: bool) -> int:
    return width - 2 * INNER if not beside else width - SMALL_TILE_PITCH - INNER


def _text_room(width: int, beside: bool) -> int:
    return _board_room(width, beside) - 4


def _draw_title(sheet: Sheet, view: View) -> None:
    theme = sheet.theme
    badge = board.seat_badge(theme, view, view.viewer, theme.background, BADGE)
    sheet.paste(badge, MARGIN + BADGE // 2, TITLE_HEIGHT // 2)
    sheet.write(_(TITLE), HEADING, MARGIN + BADGE + 18, TITLE_HEIGHT // 2 + 20, theme.ink, theme.background)
    right, middle = WIDTH - MARGIN, TITLE_HEIGHT // 2
    ability = variant_texts.ability_text(view, view.viewer)
    state = " · ".join(filter(None, (ability, status.round_text(view))))
    sheet.write(state, header.STATE, right, middle + 12, theme.ink, theme.background, "r")


def _marks(view: View, hand_tile: HandTile) -> dict[str, int | None]:
    return {
        label: None if prospect is None else own_points(view, prospect) for label, prospect in hand_tile.places.items()
    }


def _draw_card(sheet: Sheet, view: View, hand_tile: HandTile, box: Box, beside: bool) -> None:
    theme, tile, width = sheet.theme, hand_tile.tile, box.right - box.left
    card = header.panel(theme, width, box.bottom - box.top, theme.panel, theme.raised, 2)
    sheet.paste(card, (box.left + box.right) // 2, (box.top + box.bottom) // 2)
    pitch = SMALL_TILE_PITCH if beside else TILE_PITCH
    middle = box.left + pitch // 2 + 4 if beside else (box.left + box.right) // 2
    faction = view.seats[view.viewer].faction
    y = box.top + 12 + round(pitch * HEX_HEIGHT / 2)
    red = tile.red and "abilities" in view.variants
    sprite = tiles.monster(theme, pitch, faction, tile.id, tile.powers, tiles.LIT, theme.panel, red=red)
    sheet.paste(sprite, middle, y)
    y += round(pitch * HEX_HEIGHT / 2) + 56
    rank, left = _("rank {rank}", rank=tile.rank), box.left + INNER
    room = width - 2 * INNER - GAP - text.width(rank, RANK)
    monster, name = text.fit(naming.tile_name(tile.id), SMALL_NAME if beside else NAME, room, RANK.size)
    if not beside:
        left = middle - (text.width(monster, name) + GAP + text.width(rank, RANK)) // 2
    after = left + GAP + sheet.write(monster, name, left, y, theme.ink, theme.panel)
    sheet.write(rank, RANK, after, y, theme.muted, theme.panel)
    small = small_board(view, theme, _board_room(width, beside), _marks(view, hand_tile))
    board_middle, top = middle, y + 20
    if beside:
        board_middle, top = box.right - INNER // 2 - _board_room(width, beside) // 2, box.top + 8
    sheet.paste(small, board_middle, top + small.centre_y)
    bottom = top + small.plane.height
    y = y + 46 if beside else bottom + 44
    ink = theme.ink if hand_tile.places else theme.muted
    fits, style = text.fit(_fits_text(view, hand_tile), FITS, _text_room(width, beside), 28)
    sheet.write(fits, style, left if beside else middle, y, ink, theme.panel, "l" if beside else "m")
    y = bottom if beside else y
    for line in _lines(view, hand_tile, _text_room(width, beside)):
        y += LINE
        sheet.write(line, BEST, board_middle, y, theme.gold_text, theme.panel, "m")


def _lines(view: View, hand_tile: HandTile, room: int) -> list[str]:
    """Return the lines below the number of hexes on a card: the best hexes with their points."""
    best = _format_best(view, hand_tile)
    joined = " · ".join(best)
    return [joined] if joined and text.width(joined, BEST) <= room else best


def _format_best(view: View, hand_tile: HandTile) -> list[str]:
    return [
        _("+{points} on {hex}", points=own_points(view, prospect), hex=prospect.label)
        for prospect in hand_tile.best(view)
    ]


def _alt_text(view: View, hand_tiles: Sequence[HandTile]) -> str:
    faction = naming.faction_name(view.seats[view.viewer], view.viewer)
    described = _("Your hand, {faction}, powers from E clockwise.", faction=faction)
    for hand_tile in hand_tiles:
        places = " ".join([_fits_text(view, hand_tile), *hand_tile.places])
        described += f" {_tile_text(hand_tile.tile)}, {_format_powers(hand_tile.tile)}: {places}"
        best = _format_best(view, hand_tile)
        described += _(", best {hexes}.", hexes=list_and(best)) if best else "."
    told = [
        _stack_text(view),
        *_shared_lines(view),
        variant_texts.ability_text(view, view.viewer),
        *objective_cards.hand_lines(view),
    ]
    return text.truncate_to_text_board(" ".join([described, *(f"{each}." for each in told if each)]), ALT_LIMIT)

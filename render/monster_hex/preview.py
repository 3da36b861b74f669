"""The preview of a placement, private to the viewer: the board after the placement.

The module also has functions that other previews share.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from engine.monster_hex.content import TILE_INDEX, TILES, layout
from engine.monster_hex.preview import Forecast, Match, expected_points, find_placements, list_matches, scattering_hexes
from engine.monster_hex.view import Monster, View
from language.messages import _, list_and, list_or
from render import text
from render.hexes import EDGE_STEPS, ROW_DISTANCE
from render.monster_hex import board, naming, prospects, status
from render.monster_hex.contests import owners, stone_at
from render.monster_hex.rotation_names import format_rotations, rotation_effects
from render.picture import ALT_LIMIT, Sheet
from render.sprites import Sketch, Sprite
from render.theme import Theme

VERB = "place"
LINK_LENGTH, LINK_WIDTH = 0.07, 0.06
"""The length and width of the mark that links two matching powers, as shares of the pitch."""


def draw(view: View, labels: Sequence[str], action: str, theme: Theme) -> tuple[Sheet, str]:
    """Draw the preview of `place TILE HEX ROTATION`; return it with its alt text.

    Raises ValueError for anything else.
    """
    tile, label, rotation = parse(view, action)
    captures = prospects.placement_forecast(view, tile, label, rotation)
    after = place_tile(view, tile, label, rotation, captures)
    stones = {stone_at(view, capture.stone) for capture in captures}
    picture = board.Board(after, theme, fresh=stones, bright=(label,), mark=theme.gold)
    picture.ring(label, theme.ring, board.NEWEST)
    for capture in captures:
        if capture.capture.taken or capture.choice is not None:
            picture.ring(capture.stone, theme.gold, board.EARLIER + 1)
    for match in list_matches(view, tile, label, rotation):
        middle = picture.grid.point_towards(*picture.where[label], match.edge, 0.5)
        picture.sheet.paste(match_link(theme, picture.grid.pitch, match.edge), *middle)
    name = naming.tile_name(tile)
    gained = gains(view, captures)
    head = (_("{monster} on {hex}?", monster=name, hex=label), status.round_text(view), _headline(view, captures))
    picture.draw_header(head, picture.seats(labels, gained, notes(captures), theme.gold))
    return picture.sheet, _alt_text(view, naming.display_names(view, labels), (tile, label, rotation), captures)


def parse(view: View, action: str) -> tuple[str, str, int]:
    """Parse `place TILE HEX ROTATION`: return the tile, the hex and the rotation.

    Raises ValueError for anything else, for a hex that is not free, and for a spectator's view.
    """
    words = action.split()
    if len(words) != 4 or words[3] not in "012345":
        raise ValueError(f"no placement to preview: {action[:80]!r}")
    tile, label = parse_place(view, " ".join(words[:3]))
    return tile, label, int(words[3])


def parse_place(view: View, action: str) -> tuple[str, str]:
    """Parse `place TILE HEX`: return the tile and the hex.

    Raises ValueError for anything else, for a hex that is not free, and for a spectator's view.
    """
    words = action.split()
    free = {cell.label for cell in layout(view.board).cells} - {monster.label for monster in view.monsters}
    valid = len(words) == 3 and words[0] == VERB and words[1] in TILE_INDEX and words[2] in free
    if not valid or view.viewer < 0:
        raise ValueError(f"no placement to preview: {action[:80]!r}")
    return words[1], words[2]


def place_tile(view: View, tile: str, label: str, rotation: int, captures: Sequence[Forecast]) -> View:
    """Return the view after the viewer places a tile, own or shared, with the captures that follow.

    At a stone where a player would have to choose a value, no points are taken yet.
    """
    printed = TILES[TILE_INDEX[tile]]
    powers = tuple(printed.powers[(edge - rotation) % 6] for edge in range(6))
    monster = Monster(label, prospects.placing_owner(view), tile, printed.rank, printed.red, rotation, powers)
    lying = msgspec.structs.replace(view, monsters=(*view.monsters, monster), last=(label,))
    return with_captures(lying, captures)


def with_captures(view: View, captures: Sequence[Forecast]) -> View:
    """Return the view after captures, without the temporary Stones that are captured.

    A stone at which a player would have to choose a value is not captured yet; the view asks for the value at the first
    such stone (MH-13).
    """
    taken = {capture.stone: capture.capture for capture in captures if capture.choice is None}
    stones = zip(layout(view.board).stones, view.captures, strict=True)
    return msgspec.structs.replace(
        view,
        captures=tuple(taken.get(stone.label, capture) for stone, capture in stones),
        temporary=tuple(stone for stone in view.temporary if stone.label not in taken),
        take=next((capture.choice for capture in captures if capture.choice is not None), None),
    )


def _headline(view: View, captures: Sequence[Forecast]) -> str:
    stones = naming.stone_names(view, [capture.stone for capture in captures])
    return _("Captures {stones}", stones=list_and(stones)) if stones else _("Captures nothing")


def gains(view: View, captures: Sequence[Forecast]) -> dict[int, str]:
    """Return, by seat, the points that the seat is expected to gain, as text such as "+3"."""
    return {seat: f"+{points}" for seat, points in expected_points(view, captures).items()}


def notes(captures: Sequence[Forecast]) -> dict[int, tuple[str, ...]]:
    """Return notes by seat, for the cards of seats that compete for a stone where a player picks a value.

    Each note is a tuple of alternative wordings, from longest to shortest.
    """
    notes: dict[int, list[tuple[str, str]]] = {}
    for capture in captures:
        if capture.choice is None:
            continue
        values = list_or([str(value.points) for value in capture.choice.values])
        wordings = ((_("chooses {values}", values=values), _("chooses")), (_("gets the other"), _("second")))
        for seat, wording in zip((capture.capture.first, capture.capture.second), wordings, strict=True):
            if seat is not None:
                notes.setdefault(seat, []).append(wording)
    return {seat: tuple(map(", ".join, zip(*wordings, strict=True))) for seat, wordings in notes.items()}


@lru_cache(maxsize=64)
def match_link(theme: Theme, pitch: int, edge: int) -> Sprite:
    """Return the mark across an edge that links two equal powers which face each other."""
    across, down = EDGE_STEPS[edge]
    length, thick = pitch * LINK_LENGTH, pitch * LINK_WIDTH
    half = [(side * across / 2 * length / 2, side * down * ROW_DISTANCE * length / 2) for side in (-1, 1)]
    sketch = Sketch(theme, length + 2 * thick, length + 2 * thick, theme.print)
    sketch.stroke(half, thick + 6, theme.print)
    sketch.stroke(half, thick, theme.ring if not theme.is_light else theme.background)
    outline = Sketch(theme, length + 2 * thick, length + 2 * thick, (0, 0, 0))
    outline.stroke(half, thick + 6, (255, 255, 255))
    mask = outline.downsample().image.convert("L").point([0] * 128 + [255] * 128)
    return sketch.finish(mask=mask)


def rotations(view: View, tile: str, label: str) -> tuple[int, ...]:
    """Return the legal rotations of a tile on a hex, including those that Scatter allows; all six if none is legal."""
    found = find_placements(view, tile).get(label, ())
    if view.phase == VERB and view.viewer in view.actors:
        found = tuple(sorted({*found, *scattering_hexes(view, tile).get(label, ())}))
    return found or tuple(range(6))


def way_number(view: View, tile: str, label: str, rotation: int) -> int:
    """Return the number of a rotation among the ways in which a tile fits on a hex, from 1.

    An illegal rotation has the number that it has among all six.
    """
    turns = rotations(view, tile, label)
    return turns.index(rotation) + 1 if rotation in turns else rotation + 1


def _alt_text(view: View, names: Sequence[str], placement: tuple[str, str, int], captures: Sequence[Forecast]) -> str:
    tile, label, rotation = placement
    found: Sequence[Match] = list_matches(view, tile, label, rotation)
    edges = [
        _("{edge} with {hex} ({power})", edge=_(naming.EDGES[match.edge]), hex=match.neighbour, power=match.power)
        for match in found
    ]
    described = _(
        "Preview, only for you: the {monster} on {hex}, way {number}: {matches}.",
        monster=naming.tile_name(tile),
        hex=label,
        number=way_number(view, tile, label, rotation),
        matches=_("matches {edges}", edges=list_and(edges)) if edges else _("matches nothing"),
    )
    for capture in captures:
        described += f" {capture_text(view, names, capture)}"
    if not captures:
        described += _(" Captures nothing.")
    turns = rotations(view, tile, label)
    if rotation in turns:
        effects = rotation_effects(view, tile, label, turns)
        described += f" {format_rotations(view, tile, label, effects)}"
    return text.truncate_to_text_board(described, ALT_LIMIT)


def capture_text(view: View, names: Sequence[str], capture: Forecast) -> str:
    powers = capture.capture.powers
    met = [f"{names[seat]} {powers[seat]}" for seat in owners(view) if powers[seat] is not None]
    outcome = list_and([f"{names[got.seat]} +{got.value + got.bonus}" for got in capture.capture.taken])
    if capture.choice is not None:
        values = list_or([f"{value.points} ({_(value.faction)})" for value in capture.choice.values])
        outcome = _("{name} chooses {values}", name=names[capture.choice.seat], values=values)
    stone = stone_at(view, capture.stone)
    return _(
        "Captures {stone}, power {powers}: {outcome}.",
        stone=naming.stone_name(stone) + (f" {stone.label}" if stone.large else ""),
        powers=list_and(met),
        outcome=outcome or _("nobody gets points"),
    )

"""A placement as it would lie: the tile in place, the edges that match, the stones it would capture. For its owner."""

from collections.abc import Sequence
from functools import lru_cache

from engine.monster_hex.preview import Forecast, Match, forecast, matches
from engine.monster_hex.view import View
from render import text
from render.hexes import EDGE_STEPS, ROW
from render.monster_hex import board, prospects, tiles, words
from render.picture import ALT_LIMIT, Sheet
from render.sprites import Letter, Sketch, Sprite, mask_of
from render.theme import Theme

VERB = "place"
LINK = 0.106
"""Half the width of the mark that joins two equal powers, in pitches."""


def drawn(view: View, labels: Sequence[str], action: str, theme: Theme) -> tuple[Sheet, str]:
    """The preview of `place TILE HEX ROTATION`, and its alt text. Raises ValueError for anything else."""
    tile, label, rotation = _read(view, action)
    matched = matches(view, tile, label, rotation)
    captures = forecast(view, tile, label, rotation)
    printed = next(every for every in view.tiles if every.id == tile)
    powers = tuple(printed.powers[(edge - rotation) % 6] for edge in range(6))
    # What the newest placement captured recedes: here what this one would capture stands out.
    picture = board.Board(view, theme)
    pitch = picture.grid.pitch
    faction = view.seats[view.viewer].faction
    for capture in captures:
        stone = next(stone for stone in view.stones if stone.label == capture.stone)
        if capture.choice is None:
            picture.cover(board.captured_sprite(view, stone, capture.capture, theme, pitch, fresh=True), stone.label)
        picture.put(tiles.ring(theme, pitch, theme.ink, board.EARLIER), stone.label)
    picture.cover(tiles.monster(theme, pitch, faction, printed.rank, printed.red, powers), label)
    picture.put(tiles.ring(theme, pitch, theme.ink), label)
    for match in matched:
        middle = picture.grid.towards(*picture.where[label], match.edge, 0.5)
        picture.sheet.cover(link(theme, pitch, match.edge, match.power), *middle)
    head = (f"{tile} on hex {label}?", f"rotation {rotation}", _headline(captures))
    picture.head(head, picture.seats(labels, _gains(view, label, rotation, captures), _notes(captures)))
    return picture.sheet, _alt(view, words.names(view, labels), (tile, label, rotation), matched, captures)


def _read(view: View, action: str) -> tuple[str, str, int]:
    word = action.split()
    tiles_known = {tile.id for tile in view.tiles}
    free = {cell.label for cell in view.cells} - {monster.label for monster in view.monsters}
    fine = len(word) == 4 and word[0] == VERB and word[1] in tiles_known and word[2] in free and word[3] in "012345"
    if not fine or view.viewer < 0:
        raise ValueError(f"no placement to preview: {action[:80]!r}")
    return word[1], word[2], int(word[3])


def _headline(captures: Sequence[Forecast]) -> str:
    return f"captures {words.joined([capture.stone for capture in captures])}" if captures else "captures nothing"


def _gains(view: View, label: str, rotation: int, captures: Sequence[Forecast]) -> dict[int, str]:
    """The points by seat; with a question mark where somebody may pick otherwise."""
    likely = prospects.expected(view, label, rotation, captures).points
    asked = {seat for capture in captures if capture.choice for seat in _places(capture)}
    return {seat: f"+{points}{'?' * (seat in asked)}" for seat, points in likely.items()}


def _places(capture: Forecast) -> tuple[int, ...]:
    return tuple(seat for seat in (capture.capture.first, capture.capture.second) if seat is not None)


def _notes(captures: Sequence[Forecast]) -> dict[int, tuple[str, ...]]:
    """What seats would do at stones where one of them picks a value, from the fullest to the shortest wording."""
    told: dict[int, list[tuple[str, str, str]]] = {}
    for capture in captures:
        if capture.choice is None:
            continue
        at, values = capture.stone, " or ".join(str(value.points) for value in capture.choice.values)
        strong, weak = (capture.capture.powers[seat] for seat in _places(capture))
        wordings = (
            (f"picks {values} at {at} ({strong} to {weak})", f"picks at {at}", f"1st {at}"),
            (f"gets the other at {at} ({weak} to {strong})", f"second at {at}", f"2nd {at}"),
        )
        for seat, wording in zip(_places(capture), wordings, strict=True):
            told.setdefault(seat, []).append(wording)
    return {seat: tuple(map(", ".join, zip(*wordings, strict=True))) for seat, wordings in told.items()}


@lru_cache(maxsize=256)
def link(theme: Theme, pitch: int, edge: int, power: int) -> Sprite:
    """The two equal powers at an edge that matches, joined on white."""
    across, down = EDGE_STEPS[edge]
    share = 0.5 - tiles.POWER_AWAY
    ends = [(side * across * pitch / 2 * share, side * down * pitch * ROW * share) for side in (-1, 1)]
    radius = pitch * LINK
    sketch = Sketch(theme, pitch, pitch, theme.background)
    sketch.polygon(ends, theme.background, radius + pitch * 0.012)
    sketch.polygon(ends, theme.paper, radius)
    letters = [Letter(tiles.power_text(power), tiles.power_style(pitch), x, y, theme.print) for x, y in ends]
    return sketch.finish(letters, mask_of(sketch, ends, radius))


def _alt(
    view: View,
    shown: Sequence[str],
    placement: tuple[str, str, int],
    matched: Sequence[Match],
    captures: Sequence[Forecast],
) -> str:
    tile, label, rotation = placement
    edges = [f"{words.EDGES[match.edge]} with {match.neighbour} ({match.power})" for match in matched]
    described = f"Preview of {tile} on hex {label}, rotation {rotation}: "
    described += f"matches {words.joined(edges)}." if edges else "no edge matches."
    for capture in captures:
        found = capture.capture
        met = [f"{shown[seat]} {power}" for seat, power in enumerate(found.powers) if power is not None]
        told = words.joined([f"{shown[got.seat]} +{got.value + got.bonus}" for got in found.taken])
        if capture.choice is not None:
            values = " or ".join(f"{value.points} ({value.faction})" for value in capture.choice.values)
            told = f"{shown[capture.choice.seat]} picks {values}"
        described += f" Captures {capture.stone}, power {words.joined(met)}: {told or 'nobody gets points'}."
    described += "" if captures else " Captures nothing."
    return text.cut(described, ALT_LIMIT)

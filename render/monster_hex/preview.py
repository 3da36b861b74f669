"""The preview of a placement: the tile on its hex, matching edges, and captured stones. Private to the tile's owner."""

from collections.abc import Sequence
from functools import lru_cache

from engine.monster_hex.content import TILE_INDEX, TILES, layout
from engine.monster_hex.preview import Forecast, Match, forecast, matches
from engine.monster_hex.view import View
from render import text
from render.hexes import EDGE_STEPS, ROW_DISTANCE
from render.monster_hex import alt_text, board, prospects, tiles
from render.picture import ALT_LIMIT, Sheet
from render.sprites import Letter, Sketch, Sprite, polygon_mask
from render.theme import Theme

VERB = "place"
LINK = 0.106
"""Half the width of the mark that links two matching powers, in pitches."""


def draw(view: View, labels: Sequence[str], action: str, theme: Theme) -> tuple[Sheet, str]:
    """The preview of `place TILE HEX ROTATION`, and its alt text. Raises ValueError for anything else."""
    tile, label, rotation = _parse(view, action)
    matched = matches(view, tile, label, rotation)
    captures = forecast(view, tile, label, rotation)
    printed = TILES[TILE_INDEX[tile]]
    powers = tuple(printed.powers[(edge - rotation) % 6] for edge in range(6))
    # Only captures of the previewed placement are highlighted, not those of the newest one.
    picture = board.Board(view, theme)
    pitch = picture.grid.pitch
    faction = view.seats[view.viewer].faction
    for capture in captures:
        stone = layout(view.board).stone(capture.stone)
        if capture.choice is None:
            picture.paste_over(
                board.captured_sprite(view, stone, capture.capture, theme, pitch, fresh=True), stone.label
            )
        picture.paste(tiles.ring(theme, pitch, theme.ink, board.EARLIER_OUTLINE), stone.label)
    picture.paste_over(tiles.monster(theme, pitch, faction, printed.rank, printed.red, powers), label)
    picture.paste(tiles.ring(theme, pitch, theme.ink), label)
    for match in matched:
        middle = picture.grid.towards(*picture.where[label], match.edge, 0.5)
        picture.sheet.paste_over(match_link(theme, pitch, match.edge, match.power), *middle)
    head = (f"{tile} on hex {label}?", f"rotation {rotation}", _headline(captures))
    picture.draw_header(head, picture.seat_boxes(labels, _gains(view, label, rotation, captures), _notes(captures)))
    return picture.sheet, _alt(view, alt_text.display_names(view, labels), (tile, label, rotation), matched, captures)


def _parse(view: View, action: str) -> tuple[str, str, int]:
    words = action.split()
    free = {cell.label for cell in layout(view.board).cells} - {monster.label for monster in view.monsters}
    valid = (
        len(words) == 4 and words[0] == VERB and words[1] in TILE_INDEX and words[2] in free and words[3] in "012345"
    )
    if not valid or view.viewer < 0:
        raise ValueError(f"no placement to preview: {action[:80]!r}")
    return words[1], words[2], int(words[3])


def _headline(captures: Sequence[Forecast]) -> str:
    return (
        f"captures {alt_text.join_words([capture.stone for capture in captures])}" if captures else "captures nothing"
    )


def _gains(view: View, label: str, rotation: int, captures: Sequence[Forecast]) -> dict[int, str]:
    """The expected points by seat, with a question mark where they depend on a player's choice."""
    likely = prospects.expected_prospect(view, label, rotation, captures).points
    choosing = {seat for capture in captures if capture.choice for seat in _competitors(capture)}
    return {seat: f"+{points}{'?' * (seat in choosing)}" for seat, points in likely.items()}


def _competitors(capture: Forecast) -> tuple[int, ...]:
    return tuple(seat for seat in (capture.capture.first, capture.capture.second) if seat is not None)


def _notes(captures: Sequence[Forecast]) -> dict[int, tuple[str, ...]]:
    """The seats' notes for stones where a player picks a value, in wordings from longest to shortest."""
    notes: dict[int, list[tuple[str, str, str]]] = {}
    for capture in captures:
        if capture.choice is None:
            continue
        at, values = capture.stone, " or ".join(str(value.points) for value in capture.choice.values)
        strong, weak = (capture.capture.powers[seat] for seat in _competitors(capture))
        wordings = (
            (f"picks {values} at {at} ({strong} to {weak})", f"picks at {at}", f"1st {at}"),
            (f"gets the other at {at} ({weak} to {strong})", f"second at {at}", f"2nd {at}"),
        )
        for seat, wording in zip(_competitors(capture), wordings, strict=True):
            notes.setdefault(seat, []).append(wording)
    return {seat: tuple(map(", ".join, zip(*wordings, strict=True))) for seat, wordings in notes.items()}


@lru_cache(maxsize=256)
def match_link(theme: Theme, pitch: int, edge: int, power: int) -> Sprite:
    """The sprite of the two matching powers across an edge, linked on white."""
    across, down = EDGE_STEPS[edge]
    share = 0.5 - tiles.POWER_AWAY
    ends = [(side * across * pitch / 2 * share, side * down * pitch * ROW_DISTANCE * share) for side in (-1, 1)]
    radius = pitch * LINK
    sketch = Sketch(theme, pitch, pitch, theme.background)
    sketch.polygon(ends, theme.background, radius + pitch * 0.012)
    sketch.polygon(ends, theme.paper, radius)
    letters = [Letter(tiles.power_text(power), tiles.power_style(pitch), x, y, theme.print) for x, y in ends]
    return sketch.finish(letters, polygon_mask(sketch, ends, radius))


def _alt(
    view: View,
    names: Sequence[str],
    placement: tuple[str, str, int],
    matched: Sequence[Match],
    captures: Sequence[Forecast],
) -> str:
    tile, label, rotation = placement
    edges = [f"{alt_text.EDGES[match.edge]} with {match.neighbour} ({match.power})" for match in matched]
    described = f"Preview of {tile} on hex {label}, rotation {rotation}: "
    described += f"matches {alt_text.join_words(edges)}." if edges else "no edge matches."
    for capture in captures:
        met = [f"{names[seat]} {power}" for seat, power in enumerate(capture.capture.powers) if power is not None]
        outcome = alt_text.join_words([f"{names[got.seat]} +{got.value + got.bonus}" for got in capture.capture.taken])
        if capture.choice is not None:
            values = " or ".join(f"{value.points} ({value.faction})" for value in capture.choice.values)
            outcome = f"{names[capture.choice.seat]} picks {values}"
        described += f" Captures {capture.stone}, power {alt_text.join_words(met)}: {outcome or 'nobody gets points'}."
    described += "" if captures else " Captures nothing."
    return text.truncate(described, ALT_LIMIT)

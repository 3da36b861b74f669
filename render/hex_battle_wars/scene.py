"""The board, or a part of it, on a sheet with its pieces; both public pictures and close-ups use it."""

from collections.abc import Collection, Sequence
from math import hypot
from typing import Final, NamedTuple

from engine.hex_battle_wars.board import column, field
from engine.hex_battle_wars.view import Shot, View, Walk
from engine.hexgrid import Hex, line
from render.hex_battle_wars import figures, ground, naming
from render.hex_battle_wars.places import Grid, place_of
from render.hex_battle_wars.region import QUIET, Region, draw_region
from render.hex_battle_wars.themes import BattleTheme
from render.picture import Sheet
from render.sprites import Point, Sprite
from render.text import Style

WHOLE: Final = 0.98
"""Width of a character, relative to the height of a hex."""
LEAST_PIECE: Final = 54
SLAB: Final = ground.OVERHANG + ground.SLAB_RIM
"""Distance that the slab with its rim extends beyond the board's hexes, in pixels."""
COORDINATE: Final = Style(24, 550, label=True)
PLATE: Final = 28
LEAST_PLATED: Final = 84


class Spot(NamedTuple):
    """A piece on a hex; `tiles` are the numbers of its tiles there, empty for a visible character."""

    label: str
    seat: int
    piece: int
    tiles: tuple[int, ...] = ()


def spots(view: View) -> list[Spot]:
    """Return all pieces on the board; tiles of a piece that share a hex are one spot."""
    found: list[Spot] = []
    for seat, seated in enumerate(view.seats):
        for number, piece in enumerate(seated.pieces, 1):
            if piece.label is not None:
                found.append(Spot(piece.label, seat, number))
            if piece.invisible:
                stacks: dict[str, tuple[int, ...]] = {}
                for tile, label in enumerate(seated.tiles, 1):
                    if label is not None:
                        stacks[label] = (*stacks.get(label, ()), tile)
                found += [Spot(label, seat, number, tiles) for label, tiles in stacks.items()]
    return found


class Scene:
    """A view's board on a sheet; `grid` determines the board's position and size on the sheet."""

    def __init__(self, sheet: Sheet, theme: BattleTheme, view: View, names: Sequence[str], grid: Grid) -> None:
        self.sheet, self.theme, self.view, self.names, self.grid = sheet, theme, view, names, grid
        self.field = field(view.radius)
        self.size = max(LEAST_PIECE, round(grid.row * WHOLE))

    def foot(self, label: str) -> tuple[int, int]:
        """Return the position of a hex's centre at ground level, in pixels."""
        return self.grid.centre(place_of(self.view.radius, label))

    def top(self, label: str) -> tuple[int, int]:
        """Return the position where a piece on a hex is drawn, in pixels; on a block it is higher."""
        x, y = self.foot(label)
        kind = self.view.ground[self.field.index[label]]
        return x, y - (round(ground.lift(self.grid.column, int(kind))) if kind.isdigit() else 0)

    def level(self, label: str) -> int:
        """Return the level of a hex, 0 to 3."""
        kind = self.view.ground[self.field.index[label]]
        return int(kind) if kind.isdigit() else 0

    def draw_whole(self) -> None:
        """Draw the whole board with its slab, without pieces; it is cached."""
        plane = ground.whole_board(self.theme, self.view.radius, self.view.ground, self.grid, self.sheet.plane.size)
        self.sheet.plane.paste(plane)

    def draw_part(self, reach: Sequence[str] = (), side: str = "none", loud: Collection[str] | None = None) -> None:
        """Draw the part of the board that fits on the sheet, without pieces.

        Hexes in `reach` are lit in the colours of `side`. Those in `loud` have large labels; None stands for all in
        `reach`.
        """
        region = Region(
            self.view.radius,
            self.view.ground,
            self.grid,
            self.sheet.plane.height,
            tuple(reach),
            frozenset(reach if loud is None else loud),
            frozenset(spot.label for spot in spots(self.view)),
            side,
        )
        plane, written = draw_region(self.theme, region)
        self.sheet.plane.paste(plane)
        self.sheet.written = list(written)

    def draw_coordinates(self) -> None:
        """Draw the letter of each column above the board and, below it, the number of hexes in the column.

        If columns are narrow, only every second one has a number.
        """
        radius, theme, grid = self.view.radius, self.theme, self.grid
        step = grid.row // 2 + SLAB
        for q in range(-radius, radius + 1):
            first, last = max(-radius, -radius - q), min(radius, radius - q)
            x, y = grid.centre(Hex(q, first))
            self.sheet.write(column(q + radius), COORDINATE, x, y - step - 5, theme.muted, theme.background, "m")
            if grid.column < 40 and q % 2 and abs(q) != radius:
                continue
            x, y = grid.centre(Hex(q, last))
            words = str(last - first + 1)
            self.sheet.write(words, COORDINATE, x, y + step + 22, theme.faint, theme.background, "m")

    def draw_pieces(
        self,
        acting: tuple[int, int] | None = None,
        owner: int | None = None,
        plates: bool = False,
        seen_from: str | None = None,
    ) -> None:
        """Draw all pieces from back to front.

        `acting` is the seat and number of the piece that gets a ring. `owner` is the seat whose real tile is marked;
        None marks no tile. If `plates` is set, a plate above or below each piece shows its health. The plate is on
        the side away from the hex `seen_from`.
        """
        above = 10_000 if seen_from is None else self.top(seen_from)[1] - self.size // 4
        theme, view, size = self.theme, self.view, self.size
        plated: list[tuple[Sprite, int, int]] = []
        for spot in sorted(spots(view), key=lambda spot: self.foot(spot.label)[1]):
            x, y = self.top(spot.label)
            seated, side = view.seats[spot.seat], naming.find_side(spot.seat)
            letter = naming.piece_letter(view, self.names, spot.seat, spot.piece)
            acts = acting == (spot.seat, spot.piece)
            if spot.tiles:
                numbers = "".join(map(str, spot.tiles)) if len(spot.tiles) == 1 else "·".join(map(str, spot.tiles))
                known = seated.real if owner == spot.seat else None
                real = known in spot.tiles
                self.sheet.paste(figures.draw_tile(theme, size, side, numbers, letter, real), x, y)
            else:
                sprite = figures.character(theme, size, side, letter, self.level(spot.label), acts)
                self.sheet.paste(sprite, x, y)
            inside = 0 <= x <= self.sheet.plane.width and 0 <= y <= self.sheet.plane.height
            if plates and inside and not acts:
                hp = seated.pieces[spot.piece - 1].hp
                colours = theme.sides[side[0]]
                wide = self.grid.column >= LEAST_PLATED
                words = f"{letter}, {hp} HP" if wide else f"{hp} HP"
                plate = figures.pill(theme, words, colours.deep, colours.tint, PLATE if wide else QUIET)
                away = size // 2 + (24 if wide else 10)
                below = y > above if seen_from is not None else self._is_free_below(spot.label)
                plated.append((plate, x, y + away if below else y - size // 2 - 2))
        for plate, x, y in plated:
            half, width = plate.plane.width // 2, self.sheet.plane.width
            self.sheet.paste_over(plate, min(max(x, half + 4), width - half - 4), min(y, self.sheet.plane.height - 26))

    def _is_free_below(self, label: str) -> bool:
        """Return whether the plate of a piece goes below the piece instead of above it.

        It goes above only if there are pieces on the hexes below and none on the hexes above.
        """
        q, r = place_of(self.view.radius, label)
        taken = {place_of(self.view.radius, spot.label) for spot in spots(self.view)}
        below = {Hex(q, r + 1), Hex(q + 1, r), Hex(q - 1, r + 1)}
        above = {Hex(q, r - 1), Hex(q + 1, r - 1), Hex(q - 1, r)}
        return not taken & below or bool(taken & above)

    def draw_walk(self, walk: Walk) -> None:
        """Draw the path of a character, or the paths of its tiles, in a movement."""
        for path in walk.paths:
            if len(path) > 1:
                self.draw_way(path, walk.seat)

    def draw_way(self, path: Sequence[str], seat: int) -> None:
        """Draw a path through hexes in the colours of a seat."""
        points: list[Point] = [self.top(label) for label in path]
        side, _ = naming.find_side(seat)
        figures.draw_path(self.sheet, self.theme, points, side, max(7, round(self.grid.column * 0.15)), True)

    def draw_sight_line(self, origin: str, target: str) -> None:
        """Draw the outlines of the hexes between the ends of a line of sight."""
        start, end = (place_of(self.view.radius, label) for label in (origin, target))
        ring = figures.outline(self.theme, self.grid.column, 3, self.theme.muted)
        for candidates in line(start, end)[1:-1]:
            for place in candidates:
                x, y = self.grid.centre(place)
                kind = self.view.ground[self.field.board.cell[place]]
                up = round(ground.lift(self.grid.column, int(kind))) if kind.isdigit() else 0
                self.sheet.paste(ring, x, y - up)

    def draw_sight_arrow(self, origin: str, target: str) -> None:
        """Draw a dashed arrow from a piece to the target of its attack."""
        width = max(5, round(self.grid.column * 0.1))
        gap = self.size / 2 + 8
        figures.draw_sight(
            self.sheet, self.theme, self.top(origin), self.top(target), (gap, gap + 2), width, self.theme.bone
        )

    def draw_marks(self, labels: Collection[str]) -> None:
        """Draw a ring around each marked hex, or around the piece that stands on it.

        It must be called before the pieces are drawn.
        """
        taken = {spot.label for spot in spots(self.view)}
        for label in labels:
            size = self.size if label in taken else 0
            self.sheet.paste(figures.mark(self.theme, self.grid.column, size), *self.top(label))

    def draw_shot(self, shot: Shot) -> None:
        """Draw the line of sight of an attack, with the hexes that it passes."""
        self.draw_sight_line(shot.origin, shot.label)
        self.draw_sight_arrow(shot.origin, shot.label)

    def draw_blow(self, shot: Shot) -> None:
        """Draw the result of an attack beside its target: the damage, or a word such as "missed"."""
        x, y = self.top(shot.label)
        from_x, from_y = self.top(shot.origin)
        words = f"−{shot.damage}" if shot.damage else ""
        size = max(34, round(self.grid.row * 0.52))
        at_x, at_y = self._find_free_position((x, y), (from_x, from_y), size)
        if words:
            self.sheet.paste_over(figures.burst(self.theme, words, size), at_x, at_y)
        else:
            said = "ghost" if shot.struck == "ghost" else "missed" if not shot.hit else "hit"
            self.sheet.paste_over(figures.pill(self.theme, said, self.theme.bone, self.theme.print), at_x, at_y)

    def _find_free_position(self, target: Point, origin: Point, size: int) -> tuple[int, int]:
        """Return the position beside a target where a sign of `size` pixels covers other pieces least."""
        away, (width, height) = self.size * 0.5 + size * 0.62, self.sheet.plane.size
        others = [self.top(spot.label) for spot in spots(self.view)] + [origin]
        best, most = target, -1.0
        for right, down in ((-0.85, -0.62), (0.85, -0.62), (-1, 0.1), (-0.85, 0.75), (0.05, -1.05)):
            x, y = target[0] + right * away, target[1] + down * away
            if size < x < width - size and size < y < height - size:
                apart = min((hypot(x - other[0], y - other[1]) for other in others if other != target), default=999)
                if min(apart, 3 * size) > most:
                    best, most = (x, y), min(apart, 3 * size)
        return round(best[0]), round(best[1])

"""The board, or a part of it, on a sheet with its pieces; both public pictures and close-ups use it."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from math import hypot
from typing import Final, NamedTuple

from engine.hex_battle_wars.board import field
from engine.hex_battle_wars.view import Shot, View, Walk
from engine.hexgrid import Hex
from language.messages import _
from render import text
from render.hex_battle_wars import ground, meadow, naming, placing, signs, tokens
from render.hex_battle_wars.places import Grid, place_of
from render.hex_battle_wars.placing import Obstacle
from render.hex_battle_wars.region import Region, draw_region
from render.hex_battle_wars.themes import DIM, BattleTheme, ink_on
from render.picture import Sheet
from render.sprites import Letter, Point, Sketch, Sprite, without_ground
from render.theme import Colour, mix

WHOLE, CROWDED, CLOSE = 1.8, 1.6, 1.5
"""Width of a token in side lengths of a hex, with few and with many pieces, and if some are neighbours."""
FEW: Final = 3
"""Maximum number of pieces and tiles on a board that is not crowded."""
LEAST_PIECE: Final = 54
ENCLOSED: Final = 4
"""Minimum number of neighbours inside an outline with which a piece's hex is inside too."""
SLAB: Final = meadow.LIP
"""Distance that the slab extends beyond the board's hexes, in pixels."""
COORDINATE: Final = meadow.COORDINATE
SPARSE: Final = 3
"""Distance between hexes with a label on an enlarged part of the board, in columns and rows."""


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


@lru_cache(maxsize=256)
def _label(theme: BattleTheme, label: str, fill: Colour) -> Sprite:
    """Return the sprite of a quiet label on a hex of a colour."""
    sketch = Sketch(theme, text.width(label, COORDINATE) + 6, COORDINATE.size, fill)
    sprite = sketch.finish([Letter(label, COORDINATE, 0, 0, ink_on(theme, fill))])
    return without_ground(sprite, theme, fill)


class Scene:
    """A view's board on a sheet; `grid` determines the board's position and size on the sheet.

    `owner` is the seat whose real tile is marked; None marks no tile. `top` is the y coordinate above which no sign is
    drawn, since other parts of the picture cover it.
    """

    def __init__(
        self,
        sheet: Sheet,
        theme: BattleTheme,
        view: View,
        names: Sequence[str],
        grid: Grid,
        owner: int | None = None,
        top: int = 0,
    ) -> None:
        self.sheet, self.theme, self.view, self.names, self.grid = sheet, theme, view, names, grid
        self.owner, self.top_edge = owner, top
        self.field = field(view.radius)
        self.spots = spots(view)
        self._taken = {place_of(view.radius, spot.label): spot for spot in self.spots}
        share = CLOSE if self._has_neighbours() else WHOLE if len(self.spots) <= FEW else CROWDED
        self.size = max(LEAST_PIECE, round(ground.side_of(grid.column) * share))
        self._reserved: set[Hex] = set()
        self._arrows: list[tuple[Point, Point]] = []
        self._lines: list[tuple[str, str, bool]] = []
        self.ways: list[Point] = []
        self._signs: list[Obstacle] = []

    def _has_neighbours(self) -> bool:
        """Return whether two pieces are on hexes beside each other."""
        ways = ((1, 0), (0, 1), (1, -1))
        return any(Hex(q + right, r + down) in self._taken for q, r in self._taken for right, down in ways)

    def foot(self, label: str) -> tuple[int, int]:
        """Return the position of a hex's centre at ground level, in pixels."""
        return self.grid.centre(place_of(self.view.radius, label))

    def top(self, label: str) -> tuple[int, int]:
        """Return the position of the middle of a hex's surface, in pixels; on a block it is higher."""
        x, y = self.foot(label)
        return x, y - ground.lift(self.grid.column, self.level(label))

    def body(self, label: str) -> tuple[int, int]:
        """Return the position of the centre of a token on a hex, in pixels."""
        x, y = self.top(label)
        return x, y - round(self.size * tokens.RAISED)

    def level(self, label: str) -> int:
        """Return the level of a hex, 0 to 3."""
        return ground.level_of(self.view.ground[self.field.index[label]])

    def draw_ground(self) -> None:
        """Draw the ground of the board with its coordinates, or the part of it that fits on the sheet."""
        self.sheet.paste(self._ground(), self.grid.x, self.grid.y)

    def _ground(self) -> Sprite:
        return meadow.whole(self.theme, self.view.radius, self.view.ground, self.grid.column)

    def draw_region(self, reach: Sequence[str], side: str) -> None:
        """Draw the ground with an outline in the colours of `side` around the hexes in `reach`; all others are dim.

        Pieces among these hexes are inside the outline.
        """
        view, inside = self.view, set(reach)
        for spot in self.spots:
            around = self.field.neighbours[self.field.index[spot.label]]
            if sum(self.field.name[cell] in inside for cell in around) >= ENCLOSED:
                inside.add(spot.label)
        region = Region(view.radius, view.ground, self.grid, self.sheet.plane.size, tuple(sorted(inside)), side)
        self.draw_ground()
        self.sheet.plane.paste(draw_region(self.theme, region))

    def draw_sparse_labels(self, reach: Sequence[str] = ()) -> None:
        """Draw the labels of a few free hexes on a part of the board, for orientation: in every third column.

        If there are hexes in `reach`, all others are dim.
        """
        theme, (width, height) = self.theme, self.sheet.plane.size
        taken, labelled = {spot.label for spot in self.spots}, set[Hex]()
        for place, label in zip(self.field.hexes, self.field.name, strict=True):
            group = Hex(place.q, place.r // SPARSE)
            is_free = self.view.ground[self.field.index[label]] == ground.PLAIN and label not in taken
            x, y = self.grid.centre(place)
            if (
                place.q % SPARSE
                or not is_free
                or group in labelled
                or not (40 < x < width - 40 and 24 < y < height - 24)
            ):
                continue
            labelled.add(group)
            fill = theme.grounds[ground.tone(place)]
            if reach and label not in reach:
                fill = mix(fill, theme.background, DIM)
            self.sheet.paste(_label(theme, label, fill), x, y)

    def draw_pieces(self, acting: tuple[int, int] | None = None) -> None:
        """Draw all pieces: the tokens from back to front, then the tabs with their heights, then the plates.

        Announced arrows are below the tokens. Between neighbours, where only a head fits, they are below the plates.
        `acting` is the seat and number of the piece that gets a ring.
        """
        ordered = sorted(self.spots, key=lambda spot: self.foot(spot.label)[1])
        near = [line for line in self._lines if self._distance(*line[:2]) == 1]
        for line in self._lines:
            if line not in near:
                self._draw_arrow(*line)
        for spot in ordered:
            self._draw_token(spot, acting == (spot.seat, spot.piece))
        for line in near:
            self._draw_arrow(*line)
        for spot in ordered:
            level = self.level(spot.label)
            if level:
                self._draw_tab(spot, level)
        for spot in ordered:
            self._draw_plate(spot)

    def _draw_token(self, spot: Spot, acts: bool) -> None:
        side, x, y = naming.find_side(spot.seat), *self.body(spot.label)
        if spot.tiles:
            sprite = tokens.tile(self.theme, self.size, side, acts, self._real(spot) in spot.tiles)
        else:
            sprite = tokens.character(self.theme, self.size, side, acts)
        self.sheet.paste(sprite, x, y)

    def _real(self, spot: Spot) -> int | None:
        return self.view.seats[spot.seat].real if self.owner == spot.seat else None

    def _draw_tab(self, spot: Spot, level: int) -> None:
        """Draw the tab with a piece's level at its upper left, or where no piece, arrow or reserved hex is.

        Beside a plate at the upper edge, it is farther out.
        """
        q, r = place_of(self.view.radius, spot.label)
        x, y = self.body(spot.label)
        full = self._taken.keys() | self._reserved
        is_left = any(Hex(q + right, r + down) in full for right, down in ((-1, 0), (-1, 1)))
        is_right = any(Hex(q + right, r + down) in full for right, down in ((1, -1), (1, 0)))
        is_left = is_left or any(self._comes_from_left(ends, (x, y)) for ends in self._arrows)
        sprite, plate_y = tokens.tab(self.theme, self.size, level), self.plate_position(spot)[1]
        aside, up = round(0.36 * self.size), round(self.size * 0.42)
        above = round(self.size * 0.54)
        if plate_y < y:
            plate = self._plate(spot).plane
            aside = (plate.width + sprite.plane.width) // 2 - 6
            above = y - plate_y + (plate.height + sprite.plane.height) // 2 - 6
        if is_left and is_right:
            self.sheet.paste(sprite, x, y - above)
        else:
            self.sheet.paste(sprite, x + (aside if is_left else -aside), y - up)

    def _comes_from_left(self, ends: tuple[Point, Point], at: Point) -> bool:
        """Return whether an arrow touches a token at its upper left."""
        start, end = ends
        other = start if end == at else end if start == at else None
        return other is not None and other[0] < at[0] and other[1] < at[1] + self.size * 0.2

    def _draw_plate(self, spot: Spot) -> None:
        self.sheet.paste(self._plate(spot), *self.plate_position(spot))

    def _plate(self, spot: Spot) -> Sprite:
        view, side = self.view, naming.find_side(spot.seat)[0]
        if spot.tiles:
            letter = naming.tile_letter(view, self.names, spot.seat)
            numbers = "·".join(map(str, spot.tiles))
            return tokens.tile_plate(self.theme, self.size, side, letter, numbers, self._real(spot) in spot.tiles)
        letter = naming.piece_letter(view, self.names, spot.seat, spot.piece)
        share = 100 * view.seats[spot.seat].pieces[spot.piece - 1].hp / view.hp
        return tokens.name_plate(self.theme, self.size, side, letter, round(share / 4) * 4 if share > 4 else 4)

    def plate_position(self, spot: Spot) -> tuple[int, int]:
        """Return the centre of a piece's plate: at its lower edge, or at the upper one if a piece is directly below."""
        x, y = self.body(spot.label)
        q, r = place_of(self.view.radius, spot.label)
        below = Hex(q, r + 1) in self._taken and Hex(q, r - 1) not in self._taken
        away = round(self.size * (0.3 if spot.tiles else 0.42))
        return x, y - away if below else y + away

    def find_label_above(self, label: str) -> str | None:
        """Return the label of the hex directly above another one in the picture, or None at the board's edge."""
        q, r = place_of(self.view.radius, label)
        cell = self.field.board.cell.get(Hex(q, r - 1))
        return None if cell is None else self.field.name[cell]

    def draw_walk(self, walk: Walk) -> None:
        """Draw the path of a character, or the paths of its tiles, in a movement."""
        for path in walk.paths:
            if len(path) > 1:
                self.draw_way(path, walk.seat)

    def draw_way(self, path: Sequence[str], seat: int) -> None:
        """Draw a path through hexes in the colours of a seat."""
        points: list[Point] = [self.top(label) for label in path]
        self.ways += points[:-1]
        side = naming.find_side(seat)[0]
        signs.draw_path(self.sheet, self.theme, points, side, max(7, round(self.grid.column * 0.12)))

    def _distance(self, origin: str, target: str) -> int:
        return self.field.distance(self.field.index[origin], self.field.index[target])

    def _draw_arrow(self, origin: str, target: str, blocked: bool) -> None:
        """Draw a dashed arrow from a piece to the target of its attack; it ends before the target's plate."""
        start, end = self.body(origin), self.top(target) if blocked else self.body(target)
        near = self.size * (0.72 if end[1] > start[1] + self.size * 0.5 else 0.66)
        if blocked and self.is_taken(target):
            return
        gap = ground.side_of(self.grid.column) * 0.3 if blocked else near
        if not blocked and end[1] < start[1] and abs(end[0] - start[0]) < self.size * 0.7:
            gap = self.size * 0.68
        signs.draw_arrow(self.sheet, self.theme, start, end, (near, gap), blocked=blocked)

    def is_taken(self, label: str) -> bool:
        """Return whether a piece is on a hex."""
        return place_of(self.view.radius, label) in self._taken

    def announce_arrow(self, origin: str, target: str, *, blocked: bool = False) -> None:
        """Add an arrow from a piece to the target of its attack, which is drawn with the pieces.

        Tabs and signs keep clear of it. `blocked` makes it grey: the target is out of sight, and `target` is the hex of
        the block that hides it.
        """
        self._lines.append((origin, target, blocked))
        if not blocked:
            self._arrows.append((self.body(origin), self.body(target)))

    def reserve(self, label: str) -> None:
        """Reserve a hex whose text must stay readable, so that tabs keep clear of it."""
        self._reserved.add(place_of(self.view.radius, label))

    def draw_marks(self, labels: Collection[str]) -> None:
        """Draw a ring around each marked hex, or around the piece that stands on it.

        It must be called before the pieces are drawn.
        """
        taken = {spot.label for spot in self.spots}
        for label in labels:
            if label in taken:
                self.sheet.paste(signs.mark(self.theme, self.grid.column, self.size), *self.body(label))
            else:
                self.sheet.paste(signs.mark(self.theme, self.grid.column), *self.top(label))

    def draw_blow(self, shot: Shot) -> None:
        """Draw the result of an attack beside its target: the damage, or a word such as "missed"."""
        if shot.damage:
            size = max(36, round(self.size * 0.44))
            self.draw_beside(shot.label, signs.burst(self.theme, f"−{shot.damage}", size))
        else:
            said = _("ghost") if shot.struck == "ghost" else _("missed") if not shot.hit else _("hit")
            self.draw_beside(shot.label, signs.pill(self.theme, said, self.theme.bone, self.theme.print))

    def draw_beside(self, label: str, sprite: Sprite) -> None:
        """Draw a sign beside the token on a hex, where it covers no piece, plate, path or arrow."""
        size = sprite.plane.width - 6, sprite.plane.height - 6
        at = self.body(label)
        x, y = placing.find_place(at, self.size, size, self._obstacles(), self.sheet.plane.size, self.top_edge)
        self._signs += placing.cover_box(x, y, *size, 3)
        self.sheet.paste_over(sprite, x, y)

    def _obstacles(self) -> list[Obstacle]:
        """Return all that a sign should not cover."""
        found = [*self._signs]
        for spot in self.spots:
            x, y = self.body(spot.label)
            found.append(Obstacle(x, y, self.size * 0.53, 3))
            sprite, at = self._plate(spot), self.plate_position(spot)
            found += placing.cover_box(*at, sprite.plane.width, sprite.plane.height, 3)
            if self.level(spot.label):
                found += placing.cover_box(x, y - self.size * 0.45, self.size, self.size * 0.25, 1)
        found += [Obstacle(x, y, self.grid.column * 0.14, 1) for x, y in self.ways]
        for start, end in self._arrows:
            if hypot(end[0] - start[0], end[1] - start[1]) > self.size:
                found += placing.cover_line(start, end, signs.ARROW, 0.6)
        return found

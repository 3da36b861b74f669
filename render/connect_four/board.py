"""The public board: headline and seats' cards, the grid, the latest actions with dice, and the reserves."""

from collections.abc import Collection, Sequence
from math import hypot
from typing import Final

from engine.connect_four.view import View
from render import header
from render.connect_four import ground, marks, naming, piece, reckoning, reserves
from render.connect_four.ground import Geometry
from render.connect_four.themes import GridTheme
from render.picture import MARGIN, WIDTH, Sheet
from render.sprites import Sprite
from render.text import Style
from render.theme import Colour

SIDE: Final = 34
"""The room for row numbers at each side of the grid's frame, in pixels."""
TALLEST: Final = 1130
TALLEST_MAP: Final = 900
COORDINATE: Final = Style(26, 550, label=True)
SECTION: Final = 24
CARDS_BOTTOM: Final = header.HEIGHT + header.BOX_HEIGHT
LABELS: Final = 50
NEWEST, FALLEN = 7.0, 3.5
HURT_DOWN, DEAD_DOWN = -0.13, 0.2
"""The places of lost clicks and of a destroyed monster's skull below the centre of a square, in widths of a square."""
CLOSE_COLUMNS, CLOSE_ROWS, CLOSE_PITCH = 7, 4, 156
"""The columns, rows and pitch in pixels of the close-up of the last action. It is drawn below a map: a grid whose
squares are too small to show the pieces' values."""


def board_geometry(view: View) -> Geometry:
    """Return the position and size of the whole grid in the picture of the public board."""
    columns, rows = view.columns, view.rows
    room = WIDTH - 2 * (SIDE + ground.BORDER)
    pitch = min(room // columns, TALLEST // rows)
    if pitch < piece.SMALLEST_PLATE:
        pitch = min(room // columns, TALLEST_MAP // rows)
    pitch = pitch // 2 * 2
    left = (WIDTH - columns * pitch) // 2
    return Geometry(columns, rows, pitch, left, CARDS_BOTTOM + SECTION + ground.border_width(pitch))


class Board:
    """A picture of the grid that is drawn step by step, on a sheet of its own.

    `letters` are the seats' letters on pieces, `height` is the picture's height in pixels, and `shown` are the
    squares to draw; None draws all.
    """

    def __init__(
        self,
        view: View,
        theme: GridTheme,
        letters: Sequence[str],
        geometry: Geometry,
        height: int,
        shown: Collection[str] | None = None,
    ) -> None:
        self.view, self.theme, self.letters, self.geometry = view, theme, letters, geometry
        self.sheet = Sheet(theme, height)
        self.sheet.plane.paste(ground.frame(theme, geometry, self.sheet.plane.size))
        self.shown = shown
        winning = {square for four in self.fours() for square in four[1]}
        self.taken = {monster.square for monster in view.monsters}
        for monster in view.monsters:
            if self.has(monster.square):
                is_spent = view.winners is not None and bool(winning) and monster.square not in winning
                drawn = piece.look(monster, letters[monster.seat], is_spent)
                self.sheet.paste(piece.draw_in_grid(theme, geometry.pitch, drawn), *geometry.centre(monster.square))

    def has(self, square: str) -> bool:
        """Return whether a square is drawn."""
        return self.shown is None or square in self.shown

    def paste_over(self, sprite: Sprite, square: str) -> None:
        """Paste a sprite on a square, over the piece there, and remove the texts that it covers."""
        if self.has(square):
            self.sheet.paste_over(sprite, *self.geometry.centre(square))

    def paste(self, sprite: Sprite, square: str, across: float = 0, down: float = 0) -> None:
        """Paste a sprite on a square, offset from its centre by shares of the square's width."""
        if self.has(square):
            x, y = self.geometry.centre(square)
            self.sheet.paste(sprite, x + round(across * self.geometry.pitch), y + round(down * self.geometry.pitch))

    def light(self, squares: Collection[str]) -> None:
        """Light empty squares in the colour of the seat that is to act."""
        for square in squares:
            self.paste(ground.lit(self.theme, self.geometry.pitch, naming.SIDES[self.view.actors[0]]), square)

    def fours(self) -> list[tuple[int, tuple[str, ...]]]:
        """Return the rows of four, each as its seat and its squares; the winner's is last.

        The list is empty before the end of the game.
        """
        if self.view.winners is None:
            return []
        found = [(seat, each.four) for seat, each in enumerate(self.view.seats) if each.four]
        return sorted(found, key=lambda four: four[0] in (self.view.winners or ()))

    def draw_marks(self) -> None:
        """Draw the signs of missing squares, the effects of the last actions, and final rows of four.

        A missing square is one that would complete a row of four.
        """
        theme, pitch, found = self.theme, self.geometry.pitch, marks.marks(self.view)
        fourths = marks.missing_fourths(self.view)
        for square, (seats, is_next) in fourths.items():
            sides = tuple(naming.SIDES[seat] for seat in seats)
            letter = "".join(self.letters[seat] for seat in seats)
            self.paste(ground.threat(theme, pitch, sides, letter, is_next), square)
        for square, away, count in found.falls:
            if square not in fourths:
                strength = 0.75 - 0.5 * away / max(1, count)
                self.paste(ground.chevron(theme, pitch, strength, theme.ring), square)
        for square in found.dead:
            if square not in fourths:
                self.paste(ground.skull(theme, pitch), square, 0, DEAD_DOWN)
        for square in found.fallen:
            self.draw_ring(square, theme.muted, FALLEN)
        for square in found.placed:
            if not any(square in four for _, four in self.fours()):
                self.draw_ring(square, theme.ring, max(3.0, min(NEWEST, pitch * 0.045)))
        for seat, four in self.fours():
            is_won = seat in (self.view.winners or ())
            self.draw_four(four, is_won)
        for start, end in found.arrows:
            self.draw_arrow(start, end)
        self._draw_hurts(found)

    def draw_ring(self, square: str, colour: Colour, thickness: float) -> None:
        """Draw a ring around the piece on a square, if there is one; the ring leaves the piece's badges uncovered.

        `thickness` is in pixels.
        """
        monster = next((each for each in self.view.monsters if each.square == square), None)
        if monster is None:
            return
        pitch = self.geometry.pitch
        badges = () if is_map(self.geometry) else piece.spared(piece.look(monster, ""))
        self.paste(ground.ring(self.theme, pitch, colour, thickness, badges), square)

    def draw_mark(self, square: str) -> None:
        """Draw the ring around a square to which a caption refers; it leaves the badges of a piece there uncovered."""
        monster = next((each for each in self.view.monsters if each.square == square), None)
        badges = () if monster is None or is_map(self.geometry) else piece.spared(piece.look(monster, ""))
        self.paste(ground.draw_ring(self.theme, self.geometry.pitch, badges), square)

    def draw_four(self, four: Sequence[str], is_won: bool = True) -> None:
        """Draw an outline around the squares of a row of four: gold for the winner's, otherwise grey."""
        if not all(map(self.has, four)):
            return
        first, last = sorted(map(ground.place, (four[0], four[-1])))
        colour = self.theme.gold if is_won else self.theme.muted
        spared: list[ground.Spared] = []
        middle = (first[0] + last[0]) / 2, (first[1] + last[1]) / 2
        for monster in self.view.monsters:
            if monster.square in four and not is_map(self.geometry):
                column, row = ground.place(monster.square)
                spared += [
                    part._replace(x=part.x + column - middle[0], y=part.y + middle[1] - row)
                    for part in piece.spared(piece.look(monster, ""))
                ]
        sprite = ground.capsule(
            self.theme, self.geometry.pitch, last[0] - first[0], first[1] - last[1], colour, tuple(spared)
        )
        one, other = self.geometry.centre(four[0]), self.geometry.centre(four[-1])
        self.sheet.paste(sprite, (one[0] + other[0]) // 2, (one[1] + other[1]) // 2)

    def draw_arrow(self, start: str, end: str) -> None:
        """Draw an arrow from the square of an attacker to that of its target, beside the pieces' badges."""
        if start == end or not (self.has(start) and self.has(end)):
            return
        pitch, (x1, y1), (x2, y2) = self.geometry.pitch, self.geometry.centre(start), self.geometry.centre(end)
        length = hypot(x2 - x1, y2 - y1)
        along = (x2 - x1) / length, (y2 - y1) / length
        is_straight = 0 in (x2 - x1, y2 - y1)
        inset = pitch * (0.36 if length < 1.2 * pitch else 0.44 if is_straight else 0.4)
        # The arrow is moved to the upper right, or to the right, because a piece's letter is at its upper left.
        aside = -along[1], along[0]
        if aside[0] < 0 or (aside[0] == 0 and aside[1] > 0):
            aside = -aside[0], -aside[1]
        moved = pitch * (0.13 if along[0] and along[1] else 0.1 if along[0] else 0.2)
        x = (x1 + x2) / 2 + aside[0] * moved
        y = (y1 + y2) / 2 + aside[1] * moved
        half = length / 2 - inset
        points = (-along[0] * half, -along[1] * half), (along[0] * half, along[1] * half)
        self.sheet.paste(ground.arrow(self.theme, *points, pitch), round(x), round(y))

    def _draw_hurts(self, found: marks.Marks) -> None:
        """Draw the clicks that each monster lost and regained, over its silhouette: values and badges stay in view.

        On maps, whose pieces have no values, stars without numbers lie on the upper edge.
        """
        pitch, theme = self.geometry.pitch, self.theme
        for square in dict.fromkeys(hurt.square for hurt in found.hurts):
            own = [hurt.clicks for hurt in found.hurts if hurt.square == square]
            lost, gained = (sum(abs(each) for each in own if (each < 0) == is_gain) for is_gain in (False, True))
            if is_map(self.geometry):
                self.paste(ground.burst(theme, "", pitch, not lost), square, 0, -0.42)
            elif lost and gained:
                self.paste(ground.exchange(theme, f"−{lost}", f"+{gained}"), square, 0, HURT_DOWN)
            elif lost or gained:
                words = f"−{lost}" if lost else f"+{gained}"
                self.paste(ground.burst(theme, words, pitch, not lost), square, 0, HURT_DOWN)

    def draw_coordinates(self) -> None:
        """Write the letters of the columns below the frame, and the numbers of the rows to its left."""
        geometry, theme, sheet = self.geometry, self.theme, self.sheet
        border, pitch = ground.border_width(geometry.pitch), geometry.pitch
        for column in range(geometry.columns):
            x = geometry.left + column * pitch + pitch // 2
            y = geometry.bottom + border + 40
            name = chr(ord("a") + geometry.first_column + column)
            sheet.write(name, COORDINATE, x, y, theme.faint, theme.background, "m")
        for row in range(geometry.rows):
            y = geometry.bottom - row * pitch - pitch // 2 + 9
            x = geometry.left - border - 5
            sheet.write(str(geometry.first_row + row + 1), COORDINATE, x, y, theme.faint, theme.background, "r")


def draw_header(sheet: Sheet, view: View, names: Sequence[str], line: tuple[str, str, str]) -> None:
    """Draw the headline, the state of the game and its name (`line`), and a card for each seat."""
    header.draw_title(sheet, *line)
    header.draw_seats(sheet, seat_cards(view, names, sheet.theme), header.seat_boxes(2))


def seat_cards(view: View, names: Sequence[str], theme: GridTheme) -> list[header.Seat]:
    """Return the contents of the cards of both seats."""
    letters = naming.letters(names)
    gains = marks.kill_gains(view) if view.winners is None else {}
    cards: list[header.Seat] = []
    for seat in (0, 1):
        side, active = theme.sides[naming.SIDES[seat]], seat in view.actors
        card = header.card_colours(theme, side, active)[0]
        cards.append(
            header.Seat(
                name=names[seat],
                badge=piece.seat_badge(theme, seat, letters[seat], card, header.BADGE),
                side=side,
                points=view.seats[seat].kill_points,
                notes=naming.seat_notes(view, seat),
                active=active,
                leader=seat in (view.winners or ()),
                gain=f"+{gains[seat]}" if gains.get(seat) else "",
                points_icon="skull",
            )
        )
    return cards


def is_map(geometry: Geometry) -> bool:
    """Return whether the grid is a map: its squares are too small to show the pieces' values."""
    return geometry.pitch < piece.SMALLEST_PLATE


def public_board_height(view: View, names: Sequence[str]) -> int:
    """Return the height of the public board in pixels."""
    geometry = board_geometry(view)
    height = geometry.bottom + ground.border_width(geometry.pitch) + LABELS + 10
    if is_map(geometry):
        height += CLOSE_ROWS * CLOSE_PITCH + 2 * ground.BORDER + 10 + LABELS + SECTION
    panel = reckoning.height(reckoning.rows(view, names))
    return height + (panel and panel + SECTION) + reserves.reserve_height(view) + reserves.KEY_HEIGHT + MARGIN // 2


def board_rows(view: View, labels: Sequence[str]) -> tuple[int, int | None]:
    """Return the first and the last row of pixels of the seats' cards, the grid and the dice."""
    below = reserves.reserve_height(view) + reserves.KEY_HEIGHT + MARGIN // 2
    return header.HEIGHT, public_board_height(view, naming.display_names(labels)) - below


def draw(view: View, labels: Sequence[str], theme: GridTheme, marked: Sequence[str] = ()) -> Sheet:
    """Draw the public board with rings around the squares in `marked`; the game must have reached its first turn."""
    names = naming.display_names(labels)
    letters = naming.letters(names)
    geometry = board_geometry(view)
    found = reckoning.rows(view, names)
    bottom = geometry.bottom + ground.border_width(geometry.pitch) + LABELS
    height = public_board_height(view, names)
    board = Board(view, theme, letters, geometry, height)
    board.light(marks.open_squares(view))
    board.draw_marks()
    for square in marked:
        board.draw_mark(square)
    board.draw_coordinates()
    sheet = board.sheet
    draw_header(sheet, view, names, naming.headline(view, names))
    y = bottom + 10
    if is_map(geometry):
        y = draw_close_up(sheet, view, letters, y) + SECTION
    if found:
        y = reckoning.draw(sheet, found, letters, y) + SECTION
    y = reserves.draw_reserves(sheet, view, y)
    reserves.draw_key(sheet, y)
    return sheet


def window(view: View, columns: int, rows: int, centre: tuple[float, float]) -> tuple[int, int, int, int]:
    """Return a part of the grid around a place: its left column, lowest row, number of columns and number of rows.

    `centre` is a column and a row, which may lie between squares. The part has at most `columns` columns and `rows`
    rows.
    """
    columns, rows = min(columns, view.columns), min(rows, view.rows)
    left = min(max(0, round(centre[0] - (columns - 1) / 2)), view.columns - columns)
    low = min(max(0, round(centre[1] - (rows - 1) / 2)), view.rows - rows)
    return left, low, columns, rows


def last_place(view: View) -> tuple[float, float]:
    """Return the mean column and row of the squares of the newest action.

    Without an action, they are those of the middle of the lowest row.
    """
    squares = marks.marks(view).latest
    return find_middle(squares) if squares else ((view.columns - 1) / 2, 0)


def find_middle(squares: Sequence[str]) -> tuple[float, float]:
    """Return the mean column and row of some squares, which may lie between squares."""
    places = [ground.place(square) for square in squares]
    return sum(column for column, _ in places) / len(places), sum(row for _, row in places) / len(places)


def draw_close_up(sheet: Sheet, view: View, letters: Sequence[str], top: int) -> int:
    """Draw the squares around the last action, enlarged; return the lower edge."""
    part = window(view, CLOSE_COLUMNS, CLOSE_ROWS, last_place(view))
    return paste_window(sheet, view, letters, part, CLOSE_PITCH, top)


def paste_window(
    sheet: Sheet, view: View, letters: Sequence[str], part: tuple[int, int, int, int], pitch: int, top: int
) -> int:
    """Draw a part of the grid with its own frame and coordinates; return its lower edge.

    `part` is its left column, lowest row, number of columns and number of rows; `pitch` is the width of a square in
    pixels.
    """
    theme, (left, low, columns, rows) = sheet.theme, part
    border = ground.BORDER
    shown = {ground.square_name(left + column, low + row) for column in range(columns) for row in range(rows)}
    geometry = Geometry(columns, rows, pitch, (WIDTH - columns * pitch) // 2, border, left, low)
    height = rows * pitch + 2 * border + 10 + LABELS
    inner = Board(view, theme, letters, geometry, height, shown)
    inner.draw_marks()
    inner.draw_coordinates()
    sheet.plane.paste(inner.sheet.plane, (0, top))
    sheet.written = [*sheet.written, *(written.shift_by(0, top) for written in inner.sheet.written)]
    return top + height

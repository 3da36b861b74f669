"""Pictures of Monster Hex: drawing and encoding against encoding alone, and against the usual recipe; what the other
kinds of pictures take; two threads against one; how late an event loop is while workers draw.

The first three are in CPU time, interleaved, warm, medians; the others by the clock on the wall, leaving out (on Linux)
what was measured while other programs were busy.

The usual recipe draws the same content with the same shapes on one canvas of four times the size in true colour,
letters too, reduces it, and writes a default PNG. The difference between its picture and the painter's is measured
too.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import TypeVar

from PIL import Image, ImageChops, ImageDraw, ImageStat

from benchmarks.rows import Row, in_turns, ms
from cogs.ui.kit.drawing_pool import WORKERS
from engine.monster_hex.content import layout
from engine.monster_hex.view import View
from render import painter, text
from render.badges import paint_badge
from render.gallery import Moment, play, showpiece
from render.header import BADGE, PADDING, card_colours
from render.hexes import Grid
from render.monster_hex import board, changes, glyphs, ground, naming, stones, taken_stones, tiles
from render.monster_hex.contests import contests, edge_states, seat_order
from render.sprites import SCALE, Letter, Sketch, hexagon
from render.text import Written
from render.theme import DARK, Theme

T = TypeVar("T")
LABELS = ("Ann", "Bénédicte", "Zoë Å.", "Maximilian")
BOARDS = (2, 3, 4)
ROUNDS, USUAL_ROUNDS, KINDS_ROUNDS, THREAD_ROUNDS = 60, 5, 15, 20
ENCODING, USUAL, KIB, TWO_THREADS, LATE_MS = 0.8, 30.0, 244.0, 1.7, 5.0
"""What is aimed at: at most so many times what zlib's level 1 takes for the same pixels alone, at least so many times
faster than the usual recipe, at most so large; two threads at least so many times as fast as one; the event loop at
most so late."""
TICK = 0.005
TICKS = 1000
"""How often the event loop is watched, and for how many quiet moments."""
PATIENCE = 60.0
"""How long quiet moments are waited for, in seconds."""
FOREIGN = 0.12
"""How much of one core other programs may take in a quiet moment."""
PROCESSES = Path("/proc/stat")
PAINT = painter("monster_hex")


async def rows() -> AsyncIterator[Row]:
    """The boards, the other kinds, threads, and the event loop."""
    for seats in BOARDS:
        for row in board_rows(late_moment(seats).public):
            yield row
    for row in (*kinds(), *threads()):
        yield row
    yield await loop_row()


def late_moment(seats: int) -> Moment:
    """A random game shortly before its end."""
    return play("monster_hex", seats, seats)[-4]


def heading(view: View) -> list[Written]:
    """The texts above the hexes, as the painter lays them out; they are found before the clock runs."""
    bottom = max(box.bottom for box in board.layout_of(view).boxes)
    badges = {naming.seat_letter(seat, number) for number, seat in enumerate(view.seats)}
    written = board.draw(view, LABELS, DARK).written
    return [each for each in written if each.bottom < bottom and each.text not in badges]


class Canvas:
    """A picture on one canvas of four times the size in true colour, letters too."""

    def __init__(self, theme: Theme, height: int) -> None:
        self.theme = theme
        self.sketch = Sketch(theme, 1198, height - 2, theme.background, SCALE)
        self.draw = ImageDraw.Draw(self.sketch.image)

    def at(self, x: int, y: int) -> Sketch:
        """The canvas with its origin at a point of the picture."""
        return self.sketch.at(x - self.sketch.half_width, y - self.sketch.half_height)

    def put(self, letters: Sequence[Letter], x: int, y: int) -> None:
        """Writes letters around a point."""
        for written, style, across, down, fill in letters:
            baseline = y + down + style.size * text.CAP_HEIGHT / 2
            face = text.font(style.size * SCALE, style.weight)
            self.draw.text(((x + across) * SCALE, baseline * SCALE), written, fill, face, anchor="ms")

    def hexes(self, view: View) -> None:
        """The slab and all that lies on it."""
        grid, theme, table = board.layout_of(view).grid, self.theme, layout(view.board)
        for wider, colour in ((ground.OVERHANG + ground.RIM, theme.slab_edge), (ground.OVERHANG, theme.slab)):
            for place in table.places:
                width = grid.pitch + 2 * wider
                sketch = self.at(*grid.centre(place.q, place.r))
                sketch.polygon(tiles.outline(width), colour, width * tiles.ROUNDED)
        monsters = {monster.label: monster for monster in view.monsters}
        states = edge_states(view)
        for cell in table.cells:
            x, y = grid.centre(cell.q, cell.r)
            monster = monsters.get(cell.label)
            if monster is None:
                self.put([ground.paint_free(self.at(x, y), grid.pitch, cell.label, cell.start)], x, y)
                continue
            faction, edges = view.seats[monster.seat].faction, states[cell.label]
            tiles.paint_monster(self.at(x, y), grid.pitch, faction, monster.tile, edges)
            self.put(tiles.cap_letters(theme, grid.pitch, faction), x, y)
            self.put(tiles.power_letters(theme, grid.pitch, monster.powers, edges), x, y)
        self.stones(view, grid)

    def stones(self, view: View, grid: Grid) -> None:
        """The stones, taken or not."""
        found, pitch, fresh = contests(view), grid.pitch, changes.newest_captures(view)
        for stone, capture in zip(layout(view.board).stones, view.captures, strict=True):
            x, y = grid.centre(stone.q, stone.r)
            sketch = self.at(x, y)
            if capture is not None:
                gains = tuple((got.value + got.bonus, view.seats[got.seat].faction) for got in capture.taken)
                mark = self.theme.ring if stone in fresh else None
                letters = taken_stones.paint_taken(sketch, pitch, stone.name, gains, stone.demon_king, mark)
            elif stone.large:
                worth = tuple((value.points, value.faction) for value in stone.values)
                powers = tuple((power, view.seats[seat].faction) for seat, power in found[stone].powers)
                left = found[stone].left
                letters = stones.paint_large(sketch, pitch, stone.name, worth, powers, left, stone.demon_king)
            else:
                letters = stones.paint_small(sketch, pitch, 1, found[stone].left)
            self.put(letters, x, y)

    def rings(self, view: View) -> None:
        """The rings of the newest placements, as six strokes each."""
        grid = board.layout_of(view).grid
        where = {cell.label: grid.centre(cell.q, cell.r) for cell in layout(view.board).cells}
        for label in view.last:
            newest = label == view.last[-1]
            thickness = board.NEWEST if newest else board.EARLIER
            corners = hexagon(0, 0, tiles.width_of(grid.pitch) + thickness)
            colour = self.theme.ring if newest else self.theme.muted
            self.at(*where[label]).stroke([*corners, corners[0]], thickness, colour)

    def cards(self, view: View) -> None:
        """The seats' cards without their texts."""
        theme = self.theme
        for number, box in zip(seat_order(view), board.layout_of(view).boxes, strict=True):
            seat = view.seats[number]
            side = theme.sides[seat.faction or "none"]
            sketch = self.at((box.left + box.right) // 2, (box.top + box.bottom) // 2)
            width, tall = box.right - box.left, box.bottom - box.top
            fill = card_colours(theme, side, number in view.actors)[0]
            sketch.box(0, 0, width, tall, side.main if number in view.actors else theme.raised, 18)
            sketch.box(0, 0, width - 6, tall - 6, fill, 15)
            x, y = box.left + PADDING + BADGE // 2, (box.top + box.bottom) // 2
            emblem = glyphs.FACTIONS[seat.faction] if seat.faction else None
            letter = naming.seat_letter(seat, number)
            self.put([paint_badge(self.at(x, y), seat.faction or "none", emblem, letter, BADGE)], x, y)


def usual_recipe(view: View, theme: Theme, above: Sequence[Written]) -> bytes:
    """The board on a canvas of four times the size in true colour, reduced, as a default PNG."""
    canvas = Canvas(theme, board.layout_of(view).height)
    canvas.hexes(view)
    canvas.rings(view)
    canvas.cards(view)
    for written in above:
        face = text.font(written.style.size * SCALE, written.style.weight)
        canvas.draw.text((written.left * SCALE, written.top * SCALE), written.text, theme.ink, face, anchor="lt")
    stream = BytesIO()
    canvas.sketch.downsample().image.save(stream, "PNG")
    return stream.getvalue()


def difference(one: bytes, other: bytes) -> float:
    """The mean difference of two pictures' pixels, of 255."""
    with Image.open(BytesIO(one)) as first, Image.open(BytesIO(other)) as second:
        return sum(ImageStat.Stat(ImageChops.difference(first.convert("RGB"), second.convert("RGB"))).mean) / 3


def opened(png: bytes) -> Image.Image:
    """A picture's pixels, as they were before it was encoded."""
    plane = Image.open(BytesIO(png))
    plane.load()
    return plane


def encode(plane: Image.Image) -> None:
    """Encoding alone, with zlib's level 1."""
    plane.save(BytesIO(), "PNG", compress_level=1)


def board_rows(view: View) -> Iterator[Row]:
    """One view's picture against encoding it, against the usual recipe, and its size."""
    start = process_time()
    picture = PAINT.board(view, LABELS)
    cold = (process_time() - start) * 1000
    above = heading(view)
    plane = opened(picture.png)
    fast = in_turns({"both": lambda: PAINT.board(view, LABELS), "encode": lambda: encode(plane)}, ROUNDS)
    both, alone = fast["both"], fast["encode"]
    title = f"board, {len(view.seats)} seats"
    told = f"{ms(both)}, cold {ms(cold)}"
    yield Row(f"{title}: draw + encode", told, f"{ms(alone)} encoding alone", both / alone, "×", at_most=ENCODING)
    both, slow, apart = against_usual(view, above, picture.png)
    told = f"{ms(slow)} usual recipe, {apart:.1f}/255 apart"
    yield Row(f"{title}: times faster than usual", ms(both), told, slow / both, "×", at_least=USUAL)
    size = len(picture.png) / 1024
    yield Row(f"{title}: size", f"{size:.0f} KiB", "", size, "KiB", at_most=KIB)


def against_usual(view: View, above: Sequence[Written], png: bytes) -> tuple[float, float, float]:
    """The CPU milliseconds of the painter and of the usual recipe, and how far their pictures are apart."""
    recipes = {"both": lambda: PAINT.board(view, LABELS), "usual": lambda: usual_recipe(view, DARK, above)}
    taken = in_turns(recipes, USUAL_ROUNDS)
    return taken["both"], taken["usual"], difference(png, usual_recipe(view, DARK, above))


def kinds() -> Iterator[Row]:
    """What the other kinds of pictures take, warm."""
    moments = play("monster_hex", 3, 3)
    moment, action = showpiece(PAINT, moments, LABELS)
    public = [each.public for each in moments]
    recipes: dict[str, Callable[[], object]] = {
        "hand": lambda: PAINT.hand(moment.own, LABELS),
        "where a tile may go": lambda: PAINT.preview(moment.own, LABELS, " ".join(action.split()[:2])),
        "rotations": lambda: PAINT.preview(moment.own, LABELS, " ".join(action.split()[:3])),
        "preview": lambda: PAINT.preview(moment.own, LABELS, action),
        "zoom": lambda: PAINT.zoom(moment.public, LABELS, "last"),
        "legend": lambda: PAINT.legend(moment.public),
        "result": lambda: PAINT.result(public, LABELS),
        "plain text": lambda: PAINT.text(moment.public, LABELS),
    }
    for name, taken in in_turns(recipes, KINDS_ROUNDS).items():
        yield Row(f"picture, 3 seats: {name}", ms(taken))
    taken = in_turns({"replay": lambda: PAINT.replay(public, LABELS)}, 3)["replay"]
    size = len(PAINT.replay(public, LABELS).gif) / 1024
    yield Row(f"picture, 3 seats: replay of {len(public)} positions", f"{ms(taken)}, {size:.0f} KiB")


def machine_time() -> float:
    """The CPU seconds that all programs of this machine have taken; 0 where it does not tell."""
    try:
        user, nice, system, *_ = PROCESSES.read_text().split("\n", 1)[0].split()[1:]
    except OSError:
        return 0.0
    return sum(map(int, (user, nice, system))) / os.sysconf("SC_CLK_TCK")


@contextmanager
def quiet(samples: list[T], taken: Sequence[T]) -> Iterator[None]:
    """Adds what was taken in a `with` block to the samples, unless other programs were busy meanwhile."""
    everybody, own, start = machine_time(), process_time(), perf_counter()
    yield
    others = machine_time() - everybody - (process_time() - own)
    if others <= FOREIGN * (perf_counter() - start):
        samples += taken


def in_threads(job: Callable[[T], object], items: Sequence[T]) -> list[tuple[float, float]]:
    """The seconds that one thread, and right after it two, take for all items, in quiet rounds."""
    seconds: list[tuple[float, float]] = []
    end = perf_counter() + PATIENCE
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(2) as two:
        while len(seconds) < THREAD_ROUNDS and perf_counter() < end:
            taken: list[tuple[float, float]] = []
            with quiet(seconds, taken):
                taken.append((timed(one, job, items), timed(two, job, items)))
    return seconds


def timed(pool: ThreadPoolExecutor, job: Callable[[T], object], items: Sequence[T]) -> float:
    """The seconds by the clock on the wall that a pool takes for all items."""
    start = perf_counter()
    list(pool.map(job, items))
    return perf_counter() - start


def threads() -> Iterator[Row]:
    """Two threads against one."""
    views = [moment.public for moment in play("monster_hex", 3, 3)][-12:] * 3
    planes = [opened(PAINT.board(view, LABELS).png) for view in views]
    drawing = in_threads(lambda view: PAINT.board(view, LABELS), views)
    yield threads_row("draw + encode", drawing, len(views), TWO_THREADS)
    yield threads_row("encode alone", in_threads(encode, planes), len(planes), None)


def threads_row(name: str, seconds: Sequence[tuple[float, float]], pictures: int, at_least: float | None) -> Row:
    """How many times as fast two threads are as one."""
    title = f"two threads: {name}"
    if not seconds:
        return Row(title, "the machine was never quiet")
    one, two = (median(taken) * 1000 / pictures for taken in zip(*seconds, strict=True))
    measured = f"{ms(two)}, {len(seconds)} quiet rounds"
    ratio = median(alone / both for alone, both in seconds)
    return Row(title, measured, f"{ms(one)} one thread", ratio, "×", at_least=at_least)


async def lateness(workers: int) -> list[float]:
    """How late the loop was in quiet moments, in milliseconds, while workers drew one picture after the other."""
    views = [moment.public for moment in play("monster_hex", 3, 3)][-12:]
    loop, late, watching = asyncio.get_running_loop(), list[float](), True

    async def draw() -> None:
        while watching:
            for view in views:
                await loop.run_in_executor(pool, PAINT.board, view, LABELS)

    with ThreadPoolExecutor(max(1, workers)) as pool:
        drawing = [asyncio.create_task(draw()) for _ in range(workers)]
        end = perf_counter() + PATIENCE
        while len(late) < TICKS and perf_counter() < end:
            taken: list[float] = []
            with quiet(late, taken):
                for _ in range(TICKS // 20):
                    due = perf_counter() + TICK
                    await asyncio.sleep(TICK)
                    taken.append((perf_counter() - due) * 1000)
        watching = False
        await asyncio.gather(*drawing)
    return late


async def loop_row() -> Row:
    """How late an event loop is while as many workers draw as the program has; beside it, while none does."""
    idle, late = [await lateness(workers) for workers in (0, WORKERS)]
    title = f"event loop's lateness, {WORKERS} workers drawing"
    if not idle or not late:
        return Row(title, "the machine was never quiet")
    p99 = [quantiles(times, n=100)[98] for times in (idle, late)]
    measured = f"p50 {ms(median(late))}, {len(late)} ticks"
    return Row(title, measured, f"p99 {ms(p99[0])} none drawing", p99[1], "ms p99", at_most=LATE_MS)

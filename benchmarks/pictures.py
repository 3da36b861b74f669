"""Pictures of Monster Hex, as ratios (performance.md, "A board picture").

Four tables: drawing and encoding against encoding alone, and against the usual recipe; what the other kinds of pictures
take; two threads against one; how late an event loop is while workers draw. The first two are in CPU time, interleaved,
warm, medians; the others by the clock on the wall, leaving out (on Linux) what was measured while other programs were
busy.

The usual recipe draws the same content with the same shapes on one canvas of four times the size in true colour,
letters too, reduces it, and writes a default PNG. How far its picture is from the painter's is measured too, so that
nobody has to believe that the two show the same.

Usage: python -m benchmarks.pictures [ROUNDS]
"""

import asyncio
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time, thread_time
from typing import TypeVar

from PIL import Image, ImageChops, ImageDraw, ImageStat

from engine.monster_hex.view import View
from render import painter, text
from render.gallery import Moment, play, showpiece
from render.monster_hex import board, emblems, news, stones, tiles, words
from render.sprites import SCALE, Letter, Sketch
from render.strip import BOX, EMBLEM, PADDING
from render.text import Written
from render.theme import DARK, Theme

T = TypeVar("T")
LABELS = ("Ann", "Bénédicte", "Zoë Å.", "Maximilian")
BOARDS = (2, 3, 4)
ROUNDS = 60
USUAL_ROUNDS = 5
THREAD_ROUNDS = 12
TICK = 0.005
TICKS = 1000
"""How often the event loop is watched, and for how many quiet moments."""
PATIENCE = 60.0
"""How long quiet moments are waited for, in seconds."""
FOREIGN = 0.12
"""How much of one core other programs may take in a quiet moment."""
PROCESSES = Path("/proc/stat")
PAINT = painter("monster_hex")


def late_moment(seats: int) -> Moment:
    """A random game shortly before its end."""
    return play("monster_hex", seats, seats)[-4]


def heading(view: View) -> list[Written]:
    """The texts above the hexes, as the painter lays them out; they are found before the clock runs."""
    bottom = max(box.bottom for box in board.arranged(view).boxes)
    badges = {words.letter(seat, number) for number, seat in enumerate(view.seats)}
    written = board.drawn(view, LABELS, DARK).written
    return [each for each in written if each.bottom < bottom and each.text not in badges]


def usual_recipe(view: View, theme: Theme, above: Sequence[Written]) -> bytes:
    """The board on a canvas of four times the size in true colour, reduced, as a default PNG."""
    grid, boxes, height = board.arranged(view)
    canvas = Sketch(theme, 1198, height - 2, theme.background)
    draw = ImageDraw.Draw(canvas.image)

    def put(letters: Sequence[Letter], x: int, y: int) -> None:
        for written, style, across, down, fill in letters:
            baseline = y + down + style.size * text.CAPITAL / 2
            face = text.font(style.size * SCALE, style.weight)
            draw.text(((x + across) * SCALE, baseline * SCALE), written, fill, face, anchor="ms")

    def at(x: int, y: int) -> Sketch:
        return canvas.at(x - canvas.half_width, y - canvas.half_height)

    for cell in view.cells:
        x, y = grid.centre(cell.q, cell.r)
        board.paint_cell(at(x, y), grid.pitch, cell.start)
        put([board.cell_letter(theme, grid.pitch, cell.label)], x, y)
    where = {cell.label: grid.centre(cell.q, cell.r) for cell in view.cells}
    for label in view.last:
        newest = label == view.last[-1]
        colour, share = (theme.ink, 1.0) if newest else (theme.muted, board.EARLIER)
        tiles.paint_ring(at(*where[label]), grid.pitch, colour, share)
    fresh = news.captured(view)
    for stone in view.stones:
        x, y = grid.centre(stone.q, stone.r)
        sketch = at(x, y)
        if stone.capture is not None:
            gains = tuple((got.value + got.bonus, view.seats[got.seat].faction) for got in stone.capture.taken)
            new = stone in fresh
            letters = stones.paint_captured(sketch, grid.pitch, stone.label, gains, stone.demon_king, new)
        elif stone.large:
            worth = tuple((value.points, value.faction) for value in stone.values)
            letters = stones.paint_large(sketch, grid.pitch, stone.label, worth, stone.demon_king)
        else:
            letters = stones.paint_small(sketch, grid.pitch, stone.label, 1)
        put(letters, x, y)
    for monster in view.monsters:
        faction = view.seats[monster.seat].faction
        tiles.paint_body(at(*where[monster.label]), grid.pitch, faction, monster.red)
        letters = tiles.monster_letters(theme, grid.pitch, monster.rank, monster.red, monster.powers)
        put(letters, *where[monster.label])
    for number, (box, seat) in enumerate(zip(boxes, view.seats, strict=True)):
        sketch = at((box.left + box.right) // 2, (box.top + box.bottom) // 2)
        width, tall = box.right - box.left, box.bottom - box.top
        sketch.box(0, 0, width, tall, theme.line, 16)
        sketch.box(0, 0, width - 4, tall - 4, theme.panel, 14)
        x, y = box.left + PADDING + EMBLEM // 2, box.top + BOX // 2
        put([emblems.paint_badge(at(x, y), seat.faction, words.letter(seat, number), EMBLEM)], x, y)
    for written in above:
        face = text.font(written.style.size * SCALE, written.style.weight)
        draw.text((written.left * SCALE, written.top * SCALE), written.text, theme.ink, face, anchor="lt")
    stream = BytesIO()
    canvas.flat().image.save(stream, "PNG")
    return stream.getvalue()


def difference(one: bytes, other: bytes) -> float:
    """The mean difference of two pictures' pixels, of 255."""
    with Image.open(BytesIO(one)) as first, Image.open(BytesIO(other)) as second:
        return sum(ImageStat.Stat(ImageChops.difference(first.convert("RGB"), second.convert("RGB"))).mean) / 3


def encode(plane: Image.Image) -> None:
    """Encoding alone, as the painter does it."""
    plane.save(BytesIO(), "PNG", compress_level=1)


def measured(recipes: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The median CPU milliseconds of each recipe, taken in turns."""
    times: dict[str, list[float]] = {name: [] for name in recipes}
    for _ in range(rounds):
        for name, recipe in recipes.items():
            start = thread_time()
            recipe()
            times[name].append((thread_time() - start) * 1000)
    return {name: median(taken) for name, taken in times.items()}


def boards(rounds: int) -> Iterator[str]:
    """Drawing and encoding against encoding alone, and against the usual recipe."""
    yield "| seats | cold | draw + encode | encode alone | ratio (aim ≤ 1.5) | KiB (≤ 200) | usual recipe "
    yield "| times slower (≥ 15) | its KiB | difference of 255 |\n|---|---|---|---|---|---|---|---|---|---|\n"
    for seats in BOARDS:
        yield board_row(late_moment(seats).public, rounds)


def board_row(view: View, rounds: int) -> str:
    """What is measured for one view."""
    start = process_time()
    picture = PAINT.board(view, LABELS)
    cold = (process_time() - start) * 1000
    above = heading(view)
    plane = Image.open(BytesIO(picture.png))
    plane.load()
    fast = measured({"both": lambda: PAINT.board(view, LABELS), "encode": lambda: encode(plane)}, rounds)
    usual = usual_recipe(view, DARK, above)
    slow = measured({"usual": lambda: usual_recipe(view, DARK, above)}, USUAL_ROUNDS)["usual"]
    both, alone = fast["both"], fast["encode"]
    return (
        f"| {len(view.seats)} | {cold:.0f} ms | {both:.1f} ms | {alone:.1f} ms | {both / alone:.2f} "
        f"| {len(picture.png) / 1024:.0f} | {slow:.0f} ms | {slow / both:.0f} | {len(usual) / 1024:.0f} "
        f"| {difference(picture.png, usual):.1f} |\n"
    )


def kinds(rounds: int) -> Iterator[str]:
    """What the other kinds of pictures take, warm."""
    moments = play("monster_hex", 3, 3)
    moment, action = showpiece(PAINT, moments, LABELS)
    public = [each.public for each in moments]
    recipes: dict[str, Callable[[], object]] = {
        "hand": lambda: PAINT.hand(moment.own, LABELS),
        "where a tile may go": lambda: PAINT.preview(moment.own, LABELS, " ".join(action.split()[:2])),
        "preview": lambda: PAINT.preview(moment.own, LABELS, action),
        "zoom": lambda: PAINT.zoom(moment.public, LABELS, "last"),
        "legend": lambda: PAINT.legend(moment.public),
        "plain text": lambda: PAINT.text(moment.public, LABELS),
    }
    yield "| three seats | CPU |\n|---|---|\n"
    for name, taken in measured(recipes, max(5, rounds // 4)).items():
        yield f"| {name} | {taken:.1f} ms |\n"
    taken = measured({"replay": lambda: PAINT.replay(public, LABELS)}, 3)["replay"]
    size = len(PAINT.replay(public, LABELS).gif) / 1024
    yield f"| replay of {len(public)} positions, {size:.0f} KiB | {taken:.0f} ms |\n"


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


def in_threads(job: Callable[[T], object], items: Sequence[T]) -> dict[int, list[float]]:
    """The seconds that one and two threads take for all items, in turns, in quiet rounds."""
    seconds: dict[int, list[float]] = {1: [], 2: []}
    end = perf_counter() + PATIENCE
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(2) as two:
        while min(map(len, seconds.values())) < THREAD_ROUNDS and perf_counter() < end:
            for count, pool in ((1, one), (2, two)):
                taken: list[float] = []
                with quiet(seconds[count], taken):
                    start = perf_counter()
                    list(pool.map(job, items))
                    taken.append(perf_counter() - start)
    return seconds


def threads() -> Iterator[str]:
    """Two threads against one."""
    views = [moment.public for moment in play("monster_hex", 3, 3)][-12:] * 3
    planes = [board.drawn(view, LABELS, DARK).plane for view in views]
    jobs = {
        "draw + encode (aim ≥ 1.7)": in_threads(lambda view: PAINT.board(view, LABELS), views),
        "encode alone": in_threads(encode, planes),
    }
    yield "| | two threads | quiet rounds |\n|---|---|---|\n"
    for name, seconds in jobs.items():
        rounds = min(map(len, seconds.values()))
        ratio = f"{median(seconds[1]) / median(seconds[2]):.2f} ×" if rounds else "never quiet"
        yield f"| {name} | {ratio} | {rounds} |\n"


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


def loops() -> Iterator[str]:
    """How late an event loop is while workers draw."""
    yield "| workers drawing | switch interval | late, p50 | late, p99 (aim ≤ 5) | quiet ticks |\n"
    yield "|---|---|---|---|---|\n"
    usual = sys.getswitchinterval()
    for workers, interval in ((0, usual), (1, usual), (2, usual), (2, usual / 5), (2, usual / 10)):
        sys.setswitchinterval(interval)
        late = asyncio.run(lateness(workers))
        told = f"{median(late):.1f} ms | {quantiles(late, n=100)[98]:.1f} ms" if late else "never quiet |"
        yield f"| {workers} | {interval * 1000:.1f} ms | {told} | {len(late)} |\n"
    sys.setswitchinterval(usual)


def main(rounds: int) -> None:
    """Prints the tables."""
    for table in (boards(rounds), kinds(rounds), threads(), loops()):
        for part in table:
            print(part, end="", flush=True)
        print()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)

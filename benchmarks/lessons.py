"""Lessons: all of them read from their files and proved, every answer judged, without pictures. CPU time."""

from collections.abc import AsyncIterator
from time import process_time

from benchmarks.rows import Row
from engine.lessons.files import all_lessons
from engine.lessons.proof import coverage, faults

AT_MOST_S = 60.0


async def rows() -> AsyncIterator[Row]:
    """The proof of all lessons, once and cold, as the first run of the tests takes it."""
    start = process_time()
    lessons = all_lessons()
    wrong = [fault for by_file in lessons.values() for lesson in by_file.values() for fault in faults(lesson)]
    for game, by_file in lessons.items():
        coverage(game, by_file)
    taken = process_time() - start
    if wrong:
        raise ValueError(f"lessons don't hold: {'; '.join(wrong)}")
    proved = [lesson for by_file in lessons.values() for lesson in by_file.values()]
    pages = sum(len(lesson.pages) for lesson in proved)
    name, measured = f"all {len(proved)} lessons proved", f"{taken:.2f} s"
    yield Row(name, measured, f"{pages} pages", figure=taken, unit="s", at_most=AT_MOST_S)

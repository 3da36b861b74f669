"""Users' progress in lessons. If it can't be stored, the pages are shown anyway."""

import json
from collections.abc import Callable, Iterable, Mapping

import structlog
from msgspec.structs import replace

from data.store import LessonRow, Store, StoreUnavailable
from engine.lessons import NO_ANSWERS, Answers, Lesson, can_continue, lessons_of

log = structlog.get_logger()

ANSWER = "answer "
"""The beginning of the names, among an answer's drafts, under which the right answers to earlier pages are stored."""

Change = Callable[[LessonRow, int], LessonRow]
"""A function that takes a progress row and the current time, and returns the changed row."""


async def load_progress(store: Store, user_id: int, lesson: Lesson) -> LessonRow:
    """Return a user's progress in a lesson; a new row if the user has not begun it."""
    async with store.read() as reader:
        found = await reader.read_lesson_progress(user_id, lesson.position.game, lesson.id)
    return found or _new_row(user_id, lesson)


async def load_all_progress(store: Store, user_id: int) -> tuple[LessonRow, ...]:
    """Return a user's progress in all lessons that they have begun, last opened first."""
    async with store.read() as reader:
        return await reader.lessons_of(user_id)


async def note_page(store: Store, user_id: int, lesson: Lesson, page: int, *, done: bool) -> LessonRow | None:
    """Store that a user opened a page, and return the stored progress; `done` marks the lesson as done.

    Returns None if the store is unavailable.
    """
    return await _save_progress(store, user_id, lesson, lambda row, now: _done(_on(row, page), now if done else None))


async def note_answer(
    store: Store, user_id: int, lesson: Lesson, page: int, *, right: bool, done: bool, answers: Answers = NO_ANSWERS
) -> LessonRow | None:
    """Store the result of a user's answer to a page's question, and return the stored progress.

    `right` is whether the answer is right; `done` marks the lesson as done. `answers` are the user's own right answers
    from which the lesson goes on. Returns None if the store is unavailable.
    """
    kept = json.dumps({f"{ANSWER}{number}": "\n".join(actions) for number, actions in answers.items()})

    def give_answer(row: LessonRow, now: int) -> LessonRow:
        on_page = _on(row, page)
        wrong = on_page.wrong if right else on_page.wrong + 1
        return _done(replace(on_page, wrong=wrong, drafts=kept), now if done else None)

    return await _save_progress(store, user_id, lesson, give_answer)


async def keep_draft(store: Store, user_id: int, lesson: Lesson, page: int, name: str, content: str) -> None:
    """Store one named part of an answer that the user is composing on a page.

    Raises StoreUnavailable if the store is unavailable.
    """

    def with_draft(row: LessonRow, now: int) -> LessonRow:
        on_page = _on(row, page)
        return replace(on_page, drafts=json.dumps({**json.loads(on_page.drafts), name: content}))

    await _put(store, user_id, lesson, with_draft)


def read_drafts(row: LessonRow, page: int) -> Mapping[str, str]:
    """Return the parts of the answer being composed on a page, by name; empty if another page was opened since."""
    found: Mapping[str, str] = json.loads(row.drafts) if row.page == page else {}
    return {name: content for name, content in found.items() if not name.startswith(ANSWER)}


def read_answers(row: LessonRow | None, lesson: Lesson, page: int) -> Answers:
    """Return a user's own right answers to the pages before a page, if the lesson can still go on from them."""
    answers = {} if row is None else {number: each for number, each in _stored(row).items() if number < page}
    return answers if can_continue(lesson, answers) else NO_ANSWERS


def _stored(row: LessonRow) -> Answers:
    found: Mapping[str, str] = json.loads(row.drafts)
    return {
        int(name.removeprefix(ANSWER)): tuple(content.split("\n"))
        for name, content in found.items()
        if name.startswith(ANSWER)
    }


def find_continuation(game: str, rows: Iterable[LessonRow]) -> tuple[Lesson, int] | None:
    """Return the lesson and the page where a user continues in a game, or None if all its lessons are done.

    It is the last opened page of the latest unfinished lesson; without one, the first page of the first lesson that
    isn't done. `rows` are sorted by the time of the last visit, newest first.
    """
    lessons = lessons_of(game)
    own = [row for row in rows if row.game == game]
    done = done_lessons(game, own)
    for row in own:
        lesson = lessons.get(row.lesson)
        if lesson is not None and lesson.id not in done:
            return lesson, min(row.page, len(lesson.pages) - 1)
    return next(((lesson, 0) for lesson in lessons.values() if lesson.id not in done), None)


def done_lessons(game: str, rows: Iterable[LessonRow]) -> frozenset[str]:
    """Return the ids of the lessons that a user has done, without lessons that the game no longer has."""
    return frozenset(
        row.lesson for row in rows if row.game == game and row.done is not None and row.lesson in lessons_of(game)
    )


def _new_row(user_id: int, lesson: Lesson) -> LessonRow:
    return LessonRow(user_id=user_id, game=lesson.position.game, lesson=lesson.id)


def _on(row: LessonRow, page: int) -> LessonRow:
    """Return the progress moved to a page; moving to another page resets the count of wrong answers and the drafts.

    The user's own right answers stay.
    """
    if row.page == page:
        return row
    found: Mapping[str, str] = json.loads(row.drafts)
    kept = {name: content for name, content in found.items() if name.startswith(ANSWER)}
    return replace(row, page=page, wrong=0, drafts=json.dumps(kept))


def _done(row: LessonRow, at: int | None) -> LessonRow:
    return replace(row, done=at) if row.done is None else row


async def _save_progress(store: Store, user_id: int, lesson: Lesson, change: Change) -> LessonRow | None:
    try:
        return await _put(store, user_id, lesson, change)
    except StoreUnavailable as error:
        log.warning("lesson progress not stored", error=str(error))
        return None


async def _put(store: Store, user_id: int, lesson: Lesson, change: Change) -> LessonRow:
    async with store.write() as writer:
        await writer.lock(f"lessons of {user_id}")
        before = await writer.read_lesson_progress(user_id, lesson.position.game, lesson.id) or _new_row(
            user_id, lesson
        )
        after = change(before, writer.now)
        await writer.put_lesson(after)
    return after

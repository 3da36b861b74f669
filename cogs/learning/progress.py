"""Users' progress in lessons. If it can't be stored, the pages are shown anyway."""

import json
from collections.abc import Callable, Iterable, Mapping

import structlog
from msgspec.structs import replace

from data.store import LessonRow, Store, StoreUnavailable
from engine.lessons import NO_ANSWERS, Answers, Lesson, Show, can_continue, lessons_of

log = structlog.get_logger()

ANSWER, PASSED = "answer ", "passed "
"""Prefixes of names among an answer's drafts: the right answer to an earlier page, and a page that is passed.

A page is passed once its task is solved, or if it is a last page without a task, once it was shown.
"""

Change = Callable[[LessonRow, int], LessonRow]
"""A function that takes a progress row and the current time, and returns the changed row."""


async def load_progress(store: Store, user_id: int, lesson: Lesson) -> LessonRow:
    """Return a user's progress in a lesson; a new row if the user has not begun it."""
    async with store.read() as reader:
        found = await reader.people.read_lesson_progress(user_id, lesson.position.game, lesson.id)
    return found or _new_row(user_id, lesson)


async def load_all_progress(store: Store, user_id: int) -> tuple[LessonRow, ...]:
    """Return a user's progress in all lessons that they have begun, last opened first."""
    async with store.read() as reader:
        return await reader.people.lessons_of(user_id)


async def note_page(store: Store, user_id: int, lesson: Lesson, page: int) -> LessonRow | None:
    """Store that a user opened a page, and return the stored progress.

    Returns None if the store is unavailable.
    """
    ends = is_last(lesson, page) and page not in list_tasks(lesson)

    def open_page(row: LessonRow, now: int) -> LessonRow:
        return _pass(_on(row, page), lesson, now) if ends else _on(row, page)

    return await _save_progress(store, user_id, lesson, open_page)


async def note_answer(
    store: Store, user_id: int, lesson: Lesson, page: int, *, right: bool, answers: Answers = NO_ANSWERS
) -> LessonRow | None:
    """Store the result of a user's answer to a page's question, and return the stored progress.

    `right` is whether the answer is right. `answers` are the user's own right answers from which the lesson goes on.
    Returns None if the store is unavailable.
    """
    own = {f"{ANSWER}{number}": "\n".join(actions) for number, actions in answers.items()}

    def give_answer(row: LessonRow, now: int) -> LessonRow:
        on_page, kept = _on(row, page), _drafts(row, PASSED) | own
        answered = replace(on_page, wrong=on_page.wrong + (not right), drafts=json.dumps(kept))
        return _pass(answered, lesson, now) if right else answered

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
    return {name: content for name, content in found.items() if not name.startswith((ANSWER, PASSED))}


def read_answers(row: LessonRow | None, lesson: Lesson, page: int) -> Answers:
    """Return a user's own right answers to the pages before a page, if the lesson can still go on from them."""
    stored = {} if row is None else _drafts(row, ANSWER)
    numbered = {int(name.removeprefix(ANSWER)): tuple(content.split("\n")) for name, content in stored.items()}
    answers = {number: actions for number, actions in numbered.items() if number < page}
    return answers if can_continue(lesson, answers) else NO_ANSWERS


def is_last(lesson: Lesson, page: int) -> bool:
    """Return whether a page is the last one of its lesson."""
    return page == len(lesson.pages) - 1


def list_tasks(lesson: Lesson) -> list[int]:
    """List the pages of a lesson that ask for an answer."""
    return [number for number, page in enumerate(lesson.pages) if not isinstance(page, Show)]


def list_open_tasks(row: LessonRow | None, lesson: Lesson) -> list[int]:
    """List the pages whose tasks a user has not solved; none of a lesson that is done."""
    if row is not None and row.done is not None:
        return []
    return [number for number in list_tasks(lesson) if row is None or f"{PASSED}{number}" not in _drafts(row, PASSED)]


def find_continuation(game: str, rows: Iterable[LessonRow]) -> tuple[Lesson, int] | None:
    """Return the lesson and the page where a user continues in a game, or None if all its lessons are done.

    It is the last opened page of the latest unfinished lesson, or its first open task if that page is its end; without
    one, the first page of the first lesson that isn't done. `rows` are sorted by the time of the last visit, newest
    first.
    """
    lessons = lessons_of(game)
    own = [row for row in rows if row.game == game]
    done = done_lessons(game, own)
    for row in own:
        lesson = lessons.get(row.lesson)
        if lesson is not None and lesson.id not in done:
            is_at_end = row.page >= len(lesson.pages) - 1
            return lesson, min(list_open_tasks(row, lesson), default=0) if is_at_end else row.page
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

    The user's own right answers and the passed pages stay.
    """
    if row.page == page:
        return row
    return replace(row, page=page, wrong=0, drafts=json.dumps(_drafts(row, ANSWER, PASSED)))


def _pass(row: LessonRow, lesson: Lesson, now: int) -> LessonRow:
    """Return the progress with the current page passed; the lesson is done once all tasks and the last page are."""
    drafts = json.loads(row.drafts) | {f"{PASSED}{row.page}": ""}
    needed = {*list_tasks(lesson), len(lesson.pages) - 1}
    is_done = drafts.keys() >= {f"{PASSED}{number}" for number in needed}
    return replace(row, drafts=json.dumps(drafts), done=now if is_done and row.done is None else row.done)


def _drafts(row: LessonRow, *prefixes: str) -> dict[str, str]:
    """Return the stored parts whose names have one of the prefixes."""
    found: Mapping[str, str] = json.loads(row.drafts)
    return {name: content for name, content in found.items() if name.startswith(prefixes)}


async def _save_progress(store: Store, user_id: int, lesson: Lesson, change: Change) -> LessonRow | None:
    try:
        return await _put(store, user_id, lesson, change)
    except StoreUnavailable as error:
        log.warning("lesson progress not stored", error=str(error))
        return None


async def _put(store: Store, user_id: int, lesson: Lesson, change: Change) -> LessonRow:
    async with store.write() as writer:
        await writer.lock(f"lessons of {user_id}")
        before = await writer.people.read_lesson_progress(user_id, lesson.position.game, lesson.id) or _new_row(
            user_id, lesson
        )
        after = change(before, writer.now)
        await writer.people.put_lesson(after)
    return after

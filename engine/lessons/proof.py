"""The proof of a lesson: its entries replay, what it expects happens, and every legal answer is judged."""

from collections.abc import Iterator

from engine.core import SPECTATOR
from engine.history import visible
from engine.lessons.files import Ask, Lesson, LessonError, Page, Quiz
from engine.lessons.judging import Stand, judge, position, truth
from engine.lessons.places import places
from engine.lessons.predicates import Happened, holds


def faults(lesson: Lesson) -> list[str]:
    """What is wrong with a lesson, by page and field; empty when all of it holds."""
    found: list[str] = []
    for number, page in enumerate(lesson.pages):
        try:
            stand = position(lesson, number)
            found += [f"page {number + 1}: {each}" for each in _faults(lesson, number, page, stand)]
        except LessonError as error:
            return [*found, f"page {number + 1}: {error.text}"]
    shown = {rule for page in lesson.pages for rule in page.shows}
    return found + [f"teaches: no page shows {rule}" for rule in lesson.teaches if rule not in shown]


def _faults(lesson: Lesson, number: int, page: Page, stand: Stand) -> Iterator[str]:
    view = stand.view(page.seat)
    known = places(lesson.position.game, view)
    yield from (f"marks: there is no {mark} on this board" for mark in page.marks if mark not in known)
    happened = Happened(
        page.seat, visible(stand.rules, stand.events, SPECTATOR if page.seat is None else page.seat), view
    )
    yield from (f"expect: {each} does not happen" for each in page.expect if not holds(each, happened))
    if page.shows and not page.expect and not isinstance(page, Ask):
        yield "shows: nothing is expected to happen on this page"
    if isinstance(page, Quiz) and truth(page, stand) not in page.choices:
        yield f"truth: {truth(page, stand)} is no choice"
    if isinstance(page, Ask):
        yield from _ask_faults(lesson, number, page, stand)


def _ask_faults(lesson: Lesson, number: int, page: Ask, stand: Stand) -> Iterator[str]:
    if not judge(lesson, number, [page.solution.action], stand).accepted:
        yield "solution: it is not accepted"
    rules, accepted, given = stand.rules, 0, set[int]()
    legal = [rules.format_action(each) for each in rules.legal_actions(stand.state, page.seat or 0)]
    for action in legal:
        verdict = judge(lesson, number, [action], stand)
        accepted += verdict.accepted
        if verdict.answer is not None:
            given.add(verdict.answer)
        if not verdict.says:
            yield f"answer: nothing is said to {action}"
    if accepted != page.solution.accepted:
        yield f"solution.accepted: {accepted} of {len(legal)} legal actions are right"
    if accepted == len(legal):
        yield "accept: every legal action is right"
    for index in range(len(page.answer)):
        if index not in given:
            yield f"answer: number {index + 1} is never given"


def coverage(lessons: dict[str, Lesson]) -> dict[str, tuple[str, ...]]:
    """By rule: the lessons that teach it on a page where it occurs."""
    taught: dict[str, list[str]] = {}
    for lesson in lessons.values():
        for rule in lesson.teaches:
            taught.setdefault(rule, []).append(lesson.id)
    ordered = sorted(taught, key=lambda rule: (rule.partition("-")[0], int(rule.partition("-")[2])))
    return {rule: tuple(taught[rule]) for rule in ordered}

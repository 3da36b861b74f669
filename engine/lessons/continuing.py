"""Continuing a lesson from the learner's own right answers instead of its solutions."""

from collections.abc import Sequence

from engine.core import CHANCE
from engine.games import places
from engine.lessons.format import Ask, Lesson, LessonError, Quiz
from engine.lessons.judging import (
    NO_ANSWERS,
    Answers,
    Stand,
    find_right_choice,
    find_solution,
    judge,
    list_answers,
    play_to_page,
)
from engine.lessons.predicates import is_satisfied


def continue_from(lesson: Lesson, page: int, actions: Sequence[str], answers: Answers = NO_ANSWERS) -> Answers | None:
    """Return the learner's answers with a new one to a page, if the lesson can go on from it.

    `answers` are the earlier ones; those to later pages are dropped. The lesson can go on if all its later pages hold:
    their entries can be played, their captions are true, and their questions have a right answer. None if it can't.
    """
    earlier = {number: given for number, given in answers.items() if number < page}
    if not leads_on(lesson, page):
        return earlier
    with_own = {**earlier, page: tuple(actions)}
    return with_own if can_continue(lesson, with_own) else None


def leads_on(lesson: Lesson, page: int) -> bool:
    """Return whether the next page begins after the answer to this one; pages are counted from 0."""
    return page + 1 < len(lesson.pages) and bool(lesson.pages[page + 1].after)


def can_continue(lesson: Lesson, answers: Answers) -> bool:
    """Return whether all pages after a learner's first own answer hold with these answers."""
    if not answers:
        return True
    try:
        return all(
            _holds(lesson, number, play_to_page(lesson, number, answers))
            for number in range(min(answers) + 1, len(lesson.pages))
        )
    except LessonError:
        return False


def _holds(lesson: Lesson, number: int, stand: Stand) -> bool:
    page, happened = lesson.pages[number], stand.build_happened(lesson.pages[number].seat)
    if CHANCE in stand.rules.actors(stand.state):
        return False
    known = places(lesson.position.game, happened.view)
    if not set(page.marks) <= set(known) or not all(is_satisfied(each, happened) for each in page.expect):
        return False
    if isinstance(page, Quiz):
        return find_right_choice(page, stand) in page.choices
    return not isinstance(page, Ask) or _can_be_asked(lesson, number, page, stand)


def _can_be_asked(lesson: Lesson, number: int, page: Ask, stand: Stand) -> bool:
    if not page.offer:
        return judge(lesson, number, [find_solution(page, stand)], stand).accepted
    right = [judge(lesson, number, [each], stand).accepted for each in list_answers(page, stand)]
    return sum(right) == page.solution.accepted

"""Full checks of a lesson: its entries can be played, its expectations hold, and every legal answer gets a response."""

from collections.abc import Iterator

from engine.core import CHANCE
from engine.games import places
from engine.lessons.format import Ask, Lesson, LessonError, Page, Quiz
from engine.lessons.judging import Stand, Verdict, find_right_choice, judge, list_answers, play_to_page
from engine.lessons.predicates import Happened, is_satisfied
from engine.rule_book import rules_of


def faults(lesson: Lesson) -> list[str]:
    """Return the faults of a lesson as sentences that name the page and field; empty if there are none."""
    found: list[str] = []
    for number, page in enumerate(lesson.pages):
        try:
            stand = play_to_page(lesson, number)
            found += [f"page {number + 1}: {each}" for each in _faults(lesson, number, page, stand)]
        except LessonError as error:
            return [*found, f"page {number + 1}: {error.text}"]
    shown = {rule for page in lesson.pages for rule in page.shows}
    return found + [f"teaches: no page shows {rule}" for rule in lesson.teaches if rule not in shown]


def _faults(lesson: Lesson, number: int, page: Page, stand: Stand) -> Iterator[str]:
    if CHANCE in stand.rules.actors(stand.state):
        yield "entries: a draw or die roll is due, so no seat can be asked"
    happened = stand.build_happened(page.seat)
    known = places(lesson.position.game, happened.view)
    yield from (f"marks: {mark} is not on this board" for mark in page.marks if mark not in known)
    yield from (f"expect: {each} is not fulfilled" for each in page.expect if not is_satisfied(each, happened))
    if page.shows and not page.expect and not isinstance(page, Ask):
        yield "shows: this page has nothing under expect"
    if isinstance(page, Quiz) and find_right_choice(page, stand) not in page.choices:
        yield f"truth: {find_right_choice(page, stand)} is not one of the choices"
    if isinstance(page, Ask):
        yield from _ask_faults(lesson, number, page, stand)


def _ask_faults(lesson: Lesson, number: int, page: Ask, stand: Stand) -> Iterator[str]:
    yield from _solution_faults(page, judge(lesson, number, [page.solution.action], stand))
    verdicts = {action: judge(lesson, number, [action], stand) for action in list_answers(page, stand)}
    accepted = sum(verdict.accepted for verdict in verdicts.values())
    yield from (f"answer: no reply to {action}" for action, verdict in verdicts.items() if not verdict.says)
    if accepted != page.solution.accepted:
        yield f"solution.accepted: {accepted} of {len(verdicts)} answers are right"
    if accepted == len(verdicts):
        yield "accept: all answers are right"
    given = {verdict.answer for verdict in verdicts.values()}
    yield from (f"answer: number {index + 1} is never used" for index in range(len(page.answer)) if index not in given)
    if len({each.label for each in page.offer}) < len(page.offer) or len(verdicts) < len(page.offer):
        yield "offer: two answers have the same label or action"


def _solution_faults(page: Ask, verdict: Verdict) -> Iterator[str]:
    if not verdict.accepted:
        yield "solution: not accepted"
    happened = Happened(page.seat, verdict.events, verdict.view, verdict.refused)
    for each in page.solution.expect:
        if not is_satisfied(each, happened):
            yield f"solution.expect: {each} is not fulfilled"
    if page.offer and page.solution.action not in [each.action for each in page.offer]:
        yield "offer: the solution is not among the offered answers"
    if not page.offer and verdict.refused:
        yield "offer: the rules refuse the solution, so players can't choose it at a table; offer answers"


def list_demonstrated_events(lesson: Lesson, number: int) -> frozenset[str]:
    """Return the tags of the events that a page demonstrates, in its entries and after its solution.

    If the solution is refused, the number of the rule that refuses it is included.
    """
    page, stand = lesson.pages[number], play_to_page(lesson, number)
    found = {str(event.__struct_config__.tag) for event in stand.build_happened(page.seat).events}
    if isinstance(page, Ask):
        verdict = judge(lesson, number, [page.solution.action], stand)
        found |= {str(event.__struct_config__.tag) for event in verdict.events} | {verdict.refused}
    return frozenset(found)


def find_taught_rules(lesson: Lesson) -> tuple[str, ...]:
    """Return the rules that a lesson really demonstrates, among those that it teaches.

    A rule counts if a page that lists it in `shows` has an event or refusal listed in the rule's `shown_by`.
    """
    shown = {each.number: set(each.shown_by) for each in rules_of(lesson.position.game)}
    occurring = {
        number: list_demonstrated_events(lesson, number) for number, page in enumerate(lesson.pages) if page.shows
    }
    found = {
        rule
        for number, seen in occurring.items()
        for rule in lesson.pages[number].shows
        if shown.get(rule, seen) & seen
    }
    return tuple(rule for rule in lesson.teaches if rule in found)


def coverage(game: str, lessons: dict[str, Lesson]) -> dict[str, tuple[str, ...]]:
    """Return, for each rule of a game, the ids of the lessons that demonstrate it (see `find_taught_rules`).

    The tuple is empty if there is none.
    """
    by_lesson = [(lesson.id, find_taught_rules(lesson)) for lesson in lessons.values()]
    return {rule.number: tuple(name for name, rules in by_lesson if rule.number in rules) for rule in rules_of(game)}

"""Checks of a lesson's file that need no entry to be played."""

import re
from collections.abc import Iterator
from typing import Any, Final, get_args

from engine.core import AnyRules
from engine.lessons.format import PICTURE, Ask, Lesson, Page, Predicate, Quiz
from engine.rule_book import rule_numbers

_RULE: Final = re.compile(r"[A-Z]+-[1-9][0-9]*")
_COMBINATIONS: Final = ("all", "any")


def objections(lesson: Lesson, rules: AnyRules) -> Iterator[tuple[str, str]]:
    """Yield each fault of a lesson as a pair (page and field, description); `rules` are those of its position."""
    for rule in lesson.teaches:
        yield from _check_rule("teaches", rule, lesson.position.game)
    for number, page in enumerate(lesson.pages, 1):
        for field, objection in _page_objections(lesson, rules, page):
            yield f"page {number}: {field}", objection
        before = lesson.pages[number - 2] if number > 1 else None
        if page.after and not isinstance(before, Ask):
            yield f"page {number}: after", "the previous page doesn't ask for an action"


def _page_objections(lesson: Lesson, rules: AnyRules, page: Page) -> Iterator[tuple[str, str]]:
    for rule in page.shows:
        yield from _check_rule("shows", rule, lesson.position.game)
        if rule not in lesson.teaches:
            yield "shows", f"{rule} is not in teaches"
    if page.seat is not None and not 0 <= page.seat < rules.seats:
        yield "seat", f"unknown seat {page.seat}"
    if not PICTURE.fullmatch(page.picture):
        yield "picture", f"unknown picture {page.picture!r}"
    if page.marks and page.picture != "board":
        yield "marks", "marks need the picture of the board"
    for predicate in page.expect:
        yield from _check_predicate("expect", predicate, rules, lesson.position.game)
    if isinstance(page, Ask):
        if page.seat is None:
            yield "seat", "a seat is required, because the page asks for an action"
        yield from _check_predicate("accept", page.accept, rules, lesson.position.game)
        for predicate in page.solution.expect:
            yield from _check_predicate("solution.expect", predicate, rules, lesson.position.game)
        for answer in page.answer:
            yield from _check_predicate("answer.when", answer.when, rules, lesson.position.game)
    if isinstance(page, Quiz) and (page.truth is None) == (page.right is None):
        yield "truth", "set exactly one of truth and right"
    if isinstance(page, Quiz) and page.right is not None and page.right not in page.choices:
        yield "right", f"{page.right!r} is not one of the choices"


def _check_rule(field: str, rule: str, game: str) -> Iterator[tuple[str, str]]:
    known = rule_numbers(game)
    if not _RULE.fullmatch(rule) or (known and rule not in known):
        yield field, f"unknown rule {rule!r}"


def _check_predicate(field: str, predicate: Predicate, rules: AnyRules, game: str) -> Iterator[tuple[str, str]]:
    for key in _COMBINATIONS:
        for part in predicate.get(key, ()):
            yield from _check_predicate(field, part, rules, game)
    if "not" in predicate:
        yield from _check_predicate(field, predicate["not"], rules, game)
    if "refused" in predicate:
        yield from _check_rule(field, predicate["refused"], game)
    names = {key for key in predicate if key not in (*_COMBINATIONS, "not", "refused", "view", "is", "event", "times")}
    if "event" not in predicate:
        yield from ((field, f"unknown field {name!r}") for name in sorted(names))
        return
    event = _event_types(rules).get(predicate["event"])
    if event is None:
        yield field, f"unknown event {predicate['event']!r}"
        return
    for name in sorted(names):
        if name.partition(".")[0] not in event.__struct_fields__:
            yield field, f"{predicate['event']} has no field {name!r}"


def _event_types(rules: AnyRules) -> dict[str, Any]:
    return {str(event.__struct_config__.tag): event for event in get_args(rules.event_type)}

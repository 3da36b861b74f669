"""The positions of a lesson's pages, and the judging of learners' answers."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from engine.core import SPECTATOR, AnyRules, EngineError
from engine.history import visible
from engine.lessons.format import OR, Ask, Lesson, LessonError, Quiz, log_of
from engine.lessons.predicates import Happened, at, is_satisfied
from engine.messages import Message
from engine.record import Entry, configure
from engine.replay import apply_text

Answers: TypeAlias = Mapping[int, Sequence[str]]
"""The right answers that a learner has given: actions in notation by the index of their page, counted from 0."""
NO_ANSWERS: Answers = {}


class Stand(msgspec.Struct, frozen=True):
    """The position of a lesson's page: the log so far, its state, and the events of the page's own entries."""

    rules: AnyRules
    log: tuple[Entry, ...]
    state: Any
    events: tuple[Any, ...]

    def view(self, seat: int | None) -> Any:
        """Return the view of a seat, or of a spectator if `seat` is None."""
        return self.rules.view(self.state, SPECTATOR if seat is None else seat)

    def build_happened(self, seat: int | None, refused: str = "") -> Happened:
        """Return the page's events and its view, as a seat or spectator sees them, for the check of conditions.

        `refused` is the number of the rule by which an action in this position was refused, or empty.
        """
        events = visible(self.rules, self.events, SPECTATOR if seat is None else seat)
        return Happened(seat, tuple(events), self.view(seat), refused)

    def __repr__(self) -> str:
        return f"Stand({len(self.log)} entries, hidden)"


class Verdict(msgspec.Struct, frozen=True):
    """The judgement of an answer: whether it is accepted, the response, and the seat's events and view after it.

    `refused` is the number of the rule that refused the action. `answer` is the index of the response in the page's
    `answer`, or None if the response is another one.
    """

    accepted: bool
    says: str | Message
    events: tuple[Any, ...]
    view: Any
    refused: str = ""
    answer: int | None = None


def play_to_page(lesson: Lesson, page: int, answers: Answers = NO_ANSWERS) -> Stand:
    """Play a lesson up to a page and return the page's position; pages are counted from 0. Raises LessonError.

    A page that follows a question begins after the learner's own answer in `answers`, or else after the solution.
    """
    rules = configure(lesson.position.configuration)
    stand = _play(Stand(rules, (), rules.initial_state(), ()), log_of(lesson.position.entries), "position")
    for number, each in enumerate(lesson.pages[: page + 1]):
        stand = msgspec.structs.replace(stand, events=())
        before = lesson.pages[number - 1] if number else None
        if each.after and isinstance(before, Ask) and before.seat is not None:
            own = any(asked < number for asked in answers)
            actions = answers.get(number - 1) or (find_solution(before, stand) if own else before.solution.action,)
            entries = [Entry(before.seat, action) for action in actions]
            stand = _play_legal_entries(_play(stand, entries, f"page {number}: solution"), before)
        stand = _play(stand, log_of(each.entries), f"page {number + 1}: entries")
    return stand


def find_solution(page: Ask, stand: Stand) -> str:
    """Return a right answer to a page in a position that a learner's own answers have led to.

    It is the page's solution if that is right there too, else the first right one of the possible answers. Without
    any, it is the solution.
    """
    possible = (page.solution.action, *list_answers(page, stand))
    return next((action for action in possible if _judge_action(page, [action], stand).accepted), possible[0])


def _play(stand: Stand, log: Sequence[Entry], where: str) -> Stand:
    for number, entry in enumerate(log, 1):
        try:
            stand = _with_first_legal(stand, entry)
        except EngineError as error:
            raise LessonError(f"{where}: entry {number}, {entry.action}: {error.text}") from error
    return stand


def _with_first_legal(stand: Stand, entry: Entry) -> Stand:
    """Play the first legal one of an entry's alternative actions. Raises EngineError if none is."""
    *preferred, last = entry.action.split(OR)
    for action in preferred:
        try:
            return _with_entry(stand, Entry(entry.actor, action))
        except EngineError:
            continue
    return _with_entry(stand, Entry(entry.actor, last))


def _with_entry(stand: Stand, entry: Entry) -> Stand:
    after = apply_text(stand.rules, stand.state, entry.actor, entry.action)
    return Stand(stand.rules, (*stand.log, entry), after.state, stand.events + tuple(after.events))


def _play_legal_entries(stand: Stand, page: Ask) -> Stand:
    for entry in log_of(page.then):
        try:
            stand = _with_entry(stand, entry)
        except EngineError:
            continue
    return stand


def judge(lesson: Lesson, page: int, actions: Sequence[str], stand: Stand | None = None) -> Verdict:
    """Judge an answer to a page; pages are counted from 0.

    `actions` are actions in notation, or one choice of a quiz. `stand` is the position of the page, if the caller has
    computed it already. Raises LessonError.
    """
    asked, before = lesson.pages[page], play_to_page(lesson, page) if stand is None else stand
    if isinstance(asked, Quiz):
        choice = " ".join(actions)
        right = find_right_choice(asked, before)
        return Verdict(choice == right, asked.because, (), before.view(asked.seat))
    if not isinstance(asked, Ask) or asked.seat is None:
        raise LessonError(f"page {page + 1}: kind: this page has no question")
    return _judge_action(asked, actions, before)


def _judge_action(page: Ask, actions: Sequence[str], before: Stand) -> Verdict:
    after = msgspec.structs.replace(before, events=())
    refusal: EngineError | None = None
    try:
        for action in actions:
            after = _with_entry(after, Entry(page.seat or 0, action))
        after = _play_legal_entries(after, page)
    except EngineError as error:
        after, refusal = msgspec.structs.replace(before, events=()), error
    rule = "" if refusal is None else refusal.rule
    return _verdict(page, after.build_happened(page.seat, rule), refusal)


def _verdict(page: Ask, happened: Happened, refusal: EngineError | None) -> Verdict:
    seen, view, rule = happened.events, happened.view, happened.refused
    # A refused action is accepted only if `accept` holds because of the refusal, not if it holds without it.
    unasked = refusal is not None and is_satisfied(page.accept, msgspec.structs.replace(happened, refused=""))
    if is_satisfied(page.accept, happened) and not unasked:
        return Verdict(True, page.right, seen, view, rule)
    if refusal is not None:
        return Verdict(False, refusal.message, seen, view, rule)
    for number, answer in enumerate(page.answer):
        if is_satisfied(answer.when, happened):
            return Verdict(False, answer.says, seen, view, answer=number)
    return Verdict(False, "", seen, view)


def list_answers(page: Ask, stand: Stand) -> list[str]:
    """Return the possible answers to a page, in notation: the offered actions, otherwise all legal ones."""
    if page.offer:
        return [each.action for each in page.offer]
    return [stand.rules.format_action(each) for each in stand.rules.legal_actions(stand.state, page.seat or 0)]


def find_right_choice(page: Quiz, stand: Stand) -> str:
    """Return the right choice of a quiz: `right`, or the value in the view if the page sets `truth`.

    True and False in the view stand for the choices "yes" and "no".
    """
    if page.truth is None:
        return page.right or ""
    value = at(stand.view(page.seat), page.truth)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

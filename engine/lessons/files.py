"""The files of lessons: what stands in them, and refusals that name file, page and field."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import msgspec

from engine.core import AnyRules, CorruptRecord, EngineError
from engine.games import game_types
from engine.record import Configuration, Entry, configure
from engine.rule_book import rules_of

FORMAT: Final = "hexcade-lesson/1"
CAPTION_CHARACTERS: Final = 240
QUESTION_CHARACTERS: Final = 160
LABEL_CHARACTERS: Final = 80
"""The most that a button has on Discord."""
_RULE: Final = re.compile(r"[A-Z]+-[1-9][0-9]*")
PICTURE: Final = re.compile(r"board|hand|preview \S.*|zoom \S+")
"""What a page can show."""
_ACTORS: Final = {"chance": -1, "host": -2}
_COMBINATIONS: Final = ("all", "any")

Predicate: TypeAlias = dict[str, Any]
"""What must have happened: see `engine.lessons.predicates`."""
Caption = Annotated[str, msgspec.Meta(min_length=1, max_length=CAPTION_CHARACTERS)]
Question = Annotated[str, msgspec.Meta(min_length=1, max_length=QUESTION_CHARACTERS)]
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=LABEL_CHARACTERS)]
Scripted: TypeAlias = tuple[int | Literal["chance", "host"], str]


class LessonError(CorruptRecord):
    """A lesson that can't be used; the text names the file, the page and the field."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Answer(_Part, frozen=True):
    """What is said to an answer that isn't accepted; the first whose `when` holds is given."""

    says: Caption
    when: Predicate = {}


class Offer(_Part, frozen=True):
    """An answer that is given by a button: the button's label, and the action."""

    label: Label
    action: str


class Solution(_Part, frozen=True):
    """One right action, and how many of the legal ones, or of the offered ones, are right."""

    action: str
    accepted: int


class _Base(_Part, frozen=True, tag_field="kind"):
    """What every page has.

    `entries` are played before the page is shown, after the solution of the page before with `after = "solution"`;
    `expect` must happen in them. `shows` are the rules whose event or refusal occurs on the page.
    """

    seat: int | None = None
    picture: str = "board"
    marks: tuple[str, ...] = ()
    entries: tuple[Scripted, ...] = ()
    after: Literal["", "solution"] = ""
    expect: tuple[Predicate, ...] = ()
    shows: tuple[str, ...] = ()


class Show(_Base, frozen=True, kw_only=True, tag="show"):
    """A position and a caption."""

    caption: Caption


class Ask(_Base, frozen=True, kw_only=True, tag="ask"):
    """A question that is answered by an action of `seat`.

    It is composed as at a table, or chosen from `offer`: a table's pages can't give an action that is refused. `then`
    is played after the action, dice and others' moves; what isn't possible after it is left out. `right` is said to an
    accepted action.
    """

    question: Question
    accept: Predicate
    solution: Solution
    answer: tuple[Answer, ...]
    offer: Annotated[tuple[Offer, ...], msgspec.Meta(min_length=2, max_length=5)] = ()
    right: Caption = "That's it."
    then: tuple[Scripted, ...] = ()


class Quiz(_Base, frozen=True, kw_only=True, tag="quiz"):
    """A question with choices; `truth` is the path of the right one in the view, `right` the choice without one."""

    question: Question
    choices: Annotated[tuple[Label, ...], msgspec.Meta(min_length=2, max_length=5)]
    because: Caption
    truth: str | None = None
    right: str | None = None


Page: TypeAlias = Show | Ask | Quiz


class Position(_Part, frozen=True):
    """A record's configuration and log without a seed: only what stands here is dealt."""

    game: str
    rules_version: int
    seats: int
    entries: tuple[Scripted, ...]
    options: dict[str, Any] = {}

    @property
    def configuration(self) -> Configuration:
        """The configuration that a record has."""
        return Configuration(self.game, self.rules_version, self.options, self.seats)


class Lesson(_Part, frozen=True, rename={"pages": "page"}):
    """A lesson: the rules it teaches, the position it begins with, its pages."""

    format: Literal["hexcade-lesson/1"]
    id: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,31}$")]
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    teaches: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    level: Annotated[int, msgspec.Meta(ge=1, le=99)]
    position: Position
    pages: Annotated[tuple[Page, ...], msgspec.Meta(min_length=1)]


def log_of(entries: tuple[Scripted, ...]) -> tuple[Entry, ...]:
    """Entries as they stand in a file, as those of a log."""
    return tuple(Entry(_ACTORS[actor] if isinstance(actor, str) else actor, action) for actor, action in entries)


def load(file: str, text: str) -> Lesson:
    """The lesson in a file. Raises LessonError."""
    try:
        lesson = msgspec.convert(tomllib.loads(text), Lesson, strict=True)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{file}: {error}") from error
    except msgspec.ValidationError as error:
        raise LessonError(f"{file}: {located(str(error))}") from error
    try:
        rules = configure(lesson.position.configuration)
    except EngineError as error:
        raise LessonError(f"{file}: position: {error.text}") from error
    for place, objection in _objections(lesson, rules):
        raise LessonError(f"{file}: {place}: {objection}")
    return lesson


def located(text: str) -> str:
    """A refusal of msgspec with pages, topics and frames counted from 1, and the field before what is wrong with it."""
    message, _, path = text.partition(" - at `$.")
    if not path:
        return f"fields: {message}"
    counted = re.sub(
        r"(page|topic|frame)\[(\d+)\]\.?", lambda found: f"{found[1]} {int(found[2]) + 1}: ", path.rstrip("`")
    )
    return f"{counted}{'' if counted.endswith(': ') else ': '}{message}"


def _objections(lesson: Lesson, rules: AnyRules) -> Iterator[tuple[str, str]]:
    for rule in lesson.teaches:
        yield from _rule("teaches", rule, lesson.position.game)
    for number, page in enumerate(lesson.pages, 1):
        for field, objection in _page_objections(lesson, rules, page):
            yield f"page {number}: {field}", objection
        before = lesson.pages[number - 2] if number > 1 else None
        if page.after and not isinstance(before, Ask):
            yield f"page {number}: after", "the page before asks for no action"


def _page_objections(lesson: Lesson, rules: AnyRules, page: Page) -> Iterator[tuple[str, str]]:
    for rule in page.shows:
        yield from _rule("shows", rule, lesson.position.game)
        if rule not in lesson.teaches:
            yield "shows", f"{rule} is not in teaches"
    if page.seat is not None and not 0 <= page.seat < rules.seats:
        yield "seat", f"there is no seat {page.seat}"
    if not PICTURE.fullmatch(page.picture):
        yield "picture", f"there is no picture {page.picture!r}"
    if page.marks and page.picture != "board":
        yield "marks", "only the picture of the board has marks"
    for predicate in page.expect:
        yield from _predicate("expect", predicate, rules, lesson.position.game)
    if isinstance(page, Ask):
        if page.seat is None:
            yield "seat", "somebody must be asked"
        yield from _predicate("accept", page.accept, rules, lesson.position.game)
        for answer in page.answer:
            yield from _predicate("answer.when", answer.when, rules, lesson.position.game)
    if isinstance(page, Quiz) and (page.truth is None) == (page.right is None):
        yield "truth", "either truth or right says which choice is right"
    if isinstance(page, Quiz) and page.right is not None and page.right not in page.choices:
        yield "right", f"{page.right!r} is no choice"


def _rule(field: str, rule: str, game: str) -> Iterator[tuple[str, str]]:
    known = rule_numbers(game)
    if not _RULE.fullmatch(rule) or (known and rule not in known):
        yield field, f"there is no rule {rule!r}"


def _predicate(field: str, predicate: Predicate, rules: AnyRules, game: str) -> Iterator[tuple[str, str]]:
    for key in _COMBINATIONS:
        for part in predicate.get(key, ()):
            yield from _predicate(field, part, rules, game)
    if "not" in predicate:
        yield from _predicate(field, predicate["not"], rules, game)
    if "refused" in predicate:
        yield from _rule(field, predicate["refused"], game)
    names = {key for key in predicate if key not in (*_COMBINATIONS, "not", "refused", "view", "is", "event")}
    if "event" not in predicate:
        yield from ((field, f"unknown field {name!r}") for name in sorted(names))
        return
    event = event_types(rules).get(predicate["event"])
    if event is None:
        yield field, f"there is no event {predicate['event']!r}"
        return
    for name in sorted(names):
        if name.partition(".")[0] not in event.__struct_fields__:
            yield field, f"{predicate['event']} has no field {name!r}"


def event_types(rules: AnyRules) -> dict[str, Any]:
    """The events of a game by tag."""
    return {str(event.__struct_config__.tag): event for event in get_args(rules.event_type)}


def rule_numbers(game: str) -> tuple[str, ...]:
    """The numbers of a game's rules; none without a file of rules."""
    return tuple(rule.number for rule in rules_of(game))


def loads(game: str) -> dict[str, Lesson]:
    """All lessons of a game by file name, in the order in which they are learned. Raises LessonError."""
    folder = files("data").joinpath(game, "lessons")
    if not folder.is_dir():
        return {}
    found = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    lessons = {file.name: load(f"{game}/{file.name}", file.read_text("utf-8")) for file in found}
    return dict(sorted(lessons.items(), key=lambda pair: (pair[1].level, pair[0])))


def all_lessons() -> dict[str, dict[str, Lesson]]:
    """The lessons of every registered game. Raises LessonError."""
    return {game: loads(game) for game in game_types()}

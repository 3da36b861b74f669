"""What stands in the file of a lesson."""

import re
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from engine.core import CorruptRecord
from engine.record import Configuration, Entry

CAPTION_CHARACTERS: Final = 240
QUESTION_CHARACTERS: Final = 160
LABEL_CHARACTERS: Final = 80
"""The most that a button has on Discord."""
PICTURE: Final = re.compile(r"board|hand|preview \S.*|zoom \S+")
"""What a page can show."""
_ACTORS: Final = {"chance": -1, "host": -2}

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

    @property
    def text(self) -> str:
        """What is read on the page."""
        return self.caption


class _Question(_Base, frozen=True, kw_only=True):
    question: Question

    @property
    def text(self) -> str:
        """What is read on the page."""
        return self.question


class Ask(_Question, frozen=True, kw_only=True, tag="ask"):
    """A question that is answered by an action of `seat`.

    It is composed as at a table, or chosen from `offer`: a table's pages can't give an action that is refused. `then`
    is played after the action, dice and others' moves; what isn't possible after it is left out. `right` is said to an
    accepted action.
    """

    accept: Predicate
    solution: Solution
    answer: tuple[Answer, ...]
    offer: Annotated[tuple[Offer, ...], msgspec.Meta(min_length=2, max_length=5)] = ()
    right: Caption = "That's it."
    then: tuple[Scripted, ...] = ()


class Quiz(_Question, frozen=True, kw_only=True, tag="quiz"):
    """A question with choices; `truth` is the path of the right one in the view, `right` the choice without one."""

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

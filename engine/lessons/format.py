"""The file format of lessons."""

import re
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from engine.core import CorruptRecord
from engine.record import Configuration, Entry

CAPTION_CHARACTERS: Final = 240
QUESTION_CHARACTERS: Final = 160
LABEL_CHARACTERS: Final = 80
"""Discord's limit for the label of a button."""
PICTURE: Final = re.compile(r"board|hand|preview \S.*|zoom \S+")
"""The pictures that a page can show."""
_ACTORS: Final = {"chance": -1, "host": -2}

Predicate: TypeAlias = dict[str, Any]
"""A condition on events and views; see `engine.lessons.predicates`."""
Caption = Annotated[str, msgspec.Meta(min_length=1, max_length=CAPTION_CHARACTERS)]
Question = Annotated[str, msgspec.Meta(min_length=1, max_length=QUESTION_CHARACTERS)]
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=LABEL_CHARACTERS)]
Scripted: TypeAlias = tuple[int | Literal["chance", "host"], str]


class LessonError(CorruptRecord):
    """An invalid lesson; the message names the file, the page and the field."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Answer(_Part, frozen=True):
    """The response to an answer that is not accepted; the first one whose `when` holds is used."""

    says: Caption
    when: Predicate = {}


class Offer(_Part, frozen=True):
    """An answer offered as a button: its label and its action."""

    label: Label
    action: str


class Solution(_Part, frozen=True):
    """A correct action, and the number of correct ones among all legal or offered actions."""

    action: str
    accepted: int


class _Base(_Part, frozen=True, tag_field="kind"):
    """The fields that all pages have in common.

    `entries` are played before the page is shown; with `after = "solution"` they follow the solution of the previous
    page. `expect` are conditions that must hold after them. `shows` are the rules whose event or refusal occurs on the
    page.
    """

    seat: int | None = None
    picture: str = "board"
    marks: tuple[str, ...] = ()
    entries: tuple[Scripted, ...] = ()
    after: Literal["", "solution"] = ""
    expect: tuple[Predicate, ...] = ()
    shows: tuple[str, ...] = ()


class Show(_Base, frozen=True, kw_only=True, tag="show"):
    """A page with a position and a caption."""

    caption: Caption

    @property
    def text(self) -> str:
        """The text of the page."""
        return self.caption


class _Question(_Base, frozen=True, kw_only=True):
    question: Question

    @property
    def text(self) -> str:
        """The text of the page."""
        return self.question


class Ask(_Question, frozen=True, kw_only=True, tag="ask"):
    """A question that is answered with an action of `seat`.

    The action is composed as at a table, or chosen from `offer`. Offers are needed for actions that the rules refuse,
    since a table's pages cannot compose them. `then` is played after the action: dice and other seats' moves, skipping
    entries that are not possible. `right` is the response to an accepted action.
    """

    accept: Predicate
    solution: Solution
    answer: tuple[Answer, ...]
    offer: Annotated[tuple[Offer, ...], msgspec.Meta(min_length=2, max_length=5)] = ()
    right: Caption = "That's it."
    then: tuple[Scripted, ...] = ()


class Quiz(_Question, frozen=True, kw_only=True, tag="quiz"):
    """A question with choices; the right one is `right`, or the value at the path `truth` in the view."""

    choices: Annotated[tuple[Label, ...], msgspec.Meta(min_length=2, max_length=5)]
    because: Caption
    truth: str | None = None
    right: str | None = None


Page: TypeAlias = Show | Ask | Quiz


class Position(_Part, frozen=True):
    """A configuration and log without a seed: all chance outcomes are listed in the entries."""

    game: str
    rules_version: int
    seats: int
    entries: tuple[Scripted, ...]
    options: dict[str, Any] = {}

    @property
    def configuration(self) -> Configuration:
        """The configuration, in the form that records use."""
        return Configuration(self.game, self.rules_version, self.options, self.seats)


class Lesson(_Part, frozen=True, rename={"pages": "page"}):
    """A lesson: the rules it teaches, its initial position, and its pages."""

    format: Literal["hexcade-lesson/1"]
    id: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,31}$")]
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    teaches: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    level: Annotated[int, msgspec.Meta(ge=1, le=99)]
    position: Position
    pages: Annotated[tuple[Page, ...], msgspec.Meta(min_length=1)]


def log_of(entries: tuple[Scripted, ...]) -> tuple[Entry, ...]:
    """Return entries of a lesson file as log entries."""
    return tuple(Entry(_ACTORS[actor] if isinstance(actor, str) else actor, action) for actor, action in entries)

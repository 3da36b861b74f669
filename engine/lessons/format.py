"""The file format of lessons, as classes into which the files are decoded."""

import re
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from engine.core import CorruptRecord
from engine.record import Configuration, Entry

CAPTION_CHARACTERS: Final = 240
QUESTION_CHARACTERS: Final = 160
LABEL_CHARACTERS: Final = 78
"""The maximum length of a button's label, in characters: Discord's limit, less a sign of right or wrong before it."""
PICTURE: Final = re.compile(r"board|hand|preview \S.*|zoom \S+")
"""The names of the pictures that a page can show."""
OR: Final = " or "
"""The separator of an entry's alternative actions, of which the first legal one is played."""
_ACTORS: Final = {"chance": -1, "host": -2}

Predicate: TypeAlias = dict[str, Any]
"""A condition on events and views, as read from the file; see `engine.lessons.predicates`."""
Caption = Annotated[str, msgspec.Meta(min_length=1, max_length=CAPTION_CHARACTERS)]
Question = Annotated[str, msgspec.Meta(min_length=1, max_length=QUESTION_CHARACTERS)]
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=LABEL_CHARACTERS)]
Scripted: TypeAlias = tuple[int | Literal["chance", "host"], str]


class LessonError(CorruptRecord):
    """An error in a lesson or topic; the message names the file, the page and the field."""


class _LessonPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Answer(_LessonPart, frozen=True):
    """A response to a wrong answer, given if it is the first of the page's responses whose condition `when` holds."""

    says: Caption
    when: Predicate = {}


class Offer(_LessonPart, frozen=True):
    """An answer that is offered as a button: the button's label, and the action in notation."""

    label: Label
    action: str


class Solution(_LessonPart, frozen=True):
    """A correct action, and how many of the offered actions (of all legal ones without an offer) are correct.

    `expect` are conditions that hold after this action, but not after every correct one.
    """

    action: str
    accepted: int
    expect: tuple[Predicate, ...] = ()


class _Base(_LessonPart, frozen=True, tag_field="kind"):
    """The fields that all kinds of pages have in common.

    `seat` is the seat whose view is shown, None for a spectator. `entries` are played before the page is shown;
    with `after = "solution"` they come after the solution of the previous page. `expect` are conditions that must
    hold after these entries. `shows` are the rules that the page demonstrates by an event or a refusal. `marks` are
    the places marked on the board.
    """

    seat: int | None = None
    picture: str = "board"
    marks: tuple[str, ...] = ()
    entries: tuple[Scripted, ...] = ()
    after: Literal["", "solution"] = ""
    expect: tuple[Predicate, ...] = ()
    shows: tuple[str, ...] = ()


class Show(_Base, frozen=True, kw_only=True, tag="show"):
    """A page that shows a position with a caption and asks nothing."""

    caption: Caption

    @property
    def text(self) -> str:
        """The text of the page: its caption."""
        return self.caption


class _Question(_Base, frozen=True, kw_only=True):
    question: Question

    @property
    def text(self) -> str:
        """The text of the page: its question."""
        return self.question


class Ask(_Question, frozen=True, kw_only=True, tag="ask"):
    """A question that the learner answers with an action of `seat`.

    The learner composes the action as at a table, or picks one from `offer`. Actions that the rules refuse must be
    offered, since they cannot be composed. An action is accepted if the condition `accept` holds after it. `then` are
    entries to be played after the action, such as dice and moves of other seats; those that are not legal are skipped.
    `answer` are the responses to wrong actions, and `right` is the response to an accepted one. `opens` is the detail
    with which the game's first page of a move opens, such as "attack" in Connect Four.
    """

    accept: Predicate
    solution: Solution
    answer: tuple[Answer, ...]
    offer: Annotated[tuple[Offer, ...], msgspec.Meta(min_length=2, max_length=5)] = ()
    right: Caption = "That's it."
    then: tuple[Scripted, ...] = ()
    opens: str | None = None


class Quiz(_Question, frozen=True, kw_only=True, tag="quiz"):
    """A question with several choices.

    The right choice is `right`, or the value that the view has at the path `truth`. `because` explains it.
    """

    choices: Annotated[tuple[Label, ...], msgspec.Meta(min_length=2, max_length=5)]
    because: Caption
    truth: str | None = None
    right: str | None = None


Page: TypeAlias = Show | Ask | Quiz


class Position(_LessonPart, frozen=True):
    """The initial position of a lesson: a configuration and the entries played.

    There is no seed, so the entries include the outcomes of chance.
    """

    game: str
    rules_version: int
    seats: int
    entries: tuple[Scripted, ...]
    options: dict[str, Any] = {}

    @property
    def configuration(self) -> Configuration:
        """The game's configuration, in the form that records use."""
        return Configuration(self.game, self.rules_version, self.options, self.seats)


class Lesson(_LessonPart, frozen=True, rename={"pages": "page"}):
    """A lesson: its title and level, the rules that it teaches, its initial position, and its pages."""

    format: Literal["hexcade-lesson/1"]
    id: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,31}$")]
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    teaches: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    level: Annotated[int, msgspec.Meta(ge=1, le=99)]
    position: Position
    pages: Annotated[tuple[Page, ...], msgspec.Meta(min_length=1)]


def log_of(entries: tuple[Scripted, ...]) -> tuple[Entry, ...]:
    """Return the entries of a lesson's file as log entries."""
    return tuple(Entry(_ACTORS[actor] if isinstance(actor, str) else actor, action) for actor, action in entries)

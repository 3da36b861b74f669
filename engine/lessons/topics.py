"""The topics of a game: questions that a user can answer for others with a sequence of pictures from lessons.

They are defined in `data/<game>/topics.toml`. Each picture is a frame: the position of a lesson's page,
possibly after further entries. A frame shows the board or another picture, with the marks and caption of the
page or with its own.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal

import msgspec

from engine.games import game_types, places
from engine.lessons.files import format_location, lessons_of
from engine.lessons.format import PICTURE, Lesson, LessonError, Scripted
from engine.lessons.judging import play_to_page
from engine.rule_book import rule_numbers

FILE: Final = "topics.toml"
MOST_FRAMES: Final = 8
CAPTION_CHARACTERS: Final = 110
"""The maximum length of a caption, in characters: three lines below a picture on a phone."""
_LOOKING_MS, _CHARACTER_MS, _SHORTEST_MS, _LONGEST_MS = 1500, 45, 3000, 6000
"""The time for which a frame is shown, in milliseconds: a base, an addition per character, a minimum, a maximum.

With these times a topic takes less than a minute.
"""

_Caption = Annotated[str, msgspec.Meta(min_length=1, max_length=CAPTION_CHARACTERS)]


class _TopicPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class _Frame(_TopicPart, frozen=True):
    """A frame as written in the file.

    `page` is the number of a page, counted from 1, of the lesson with the id `lesson` (by default the topic's).
    `entries` are played after those of the page.
    """

    page: Annotated[int, msgspec.Meta(ge=1)]
    lesson: str = ""
    caption: _Caption | None = None
    picture: str = "board"
    marks: tuple[str, ...] | None = None
    entries: tuple[Scripted, ...] = ()


class _Topic(_TopicPart, frozen=True, rename={"frames": "frame"}):
    id: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,31}$")]
    question: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    rules: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    lesson: str
    frames: Annotated[tuple[_Frame, ...], msgspec.Meta(min_length=2, max_length=MOST_FRAMES)]


class _File(_TopicPart, frozen=True, rename={"topics": "topic"}):
    format: Literal["hexcade-topics/1"]
    topics: Annotated[tuple[_Topic, ...], msgspec.Meta(min_length=1)]


class TopicFrame(msgspec.Struct, frozen=True):
    """A frame ready to be shown: a lesson, the index of its page, and the caption.

    The lesson is a copy in which the page has the frame's picture, marks and entries.
    """

    lesson: Lesson
    page: int
    caption: str

    @property
    def milliseconds(self) -> int:
        """The time for which the frame is shown, in milliseconds; it depends on the length of the caption."""
        return min(_LONGEST_MS, max(_SHORTEST_MS, _LOOKING_MS + _CHARACTER_MS * len(self.caption)))


class Topic(msgspec.Struct, frozen=True):
    """A question about a game, with the rules that answer it and the frames that show the answer (`scenes`).

    `lesson` is the id of the lesson in which the learner can practise it.
    """

    game: str
    id: str
    question: str
    rules: tuple[str, ...]
    lesson: str
    scenes: tuple[TopicFrame, ...]


@cache
def load_topics(game: str) -> dict[str, Topic]:
    """Return the topics of a game by id, in the order of its file; empty if it has none. Raises LessonError."""
    file = files("data").joinpath(game, FILE)
    if not file.is_file():
        return {}
    return read(f"{game}/{FILE}", file.read_text("utf-8"), game, lessons_of(game))


def load_all_topics() -> dict[str, dict[str, Topic]]:
    """Return the topics of every registered game, by game and id. Raises LessonError."""
    return {game: load_topics(game) for game in game_types()}


def find(game: str, words: str, translate: Callable[[str], str] = str) -> tuple[Topic, ...]:
    """Search the topics of a game for words that were typed; `translate` puts a question into the user's language.

    If the words are exactly an id or a question, only that topic is returned; otherwise all topics that contain
    every word.
    """
    typed = words.casefold().split()
    known = [(topic, translate(topic.question).casefold()) for topic in load_topics(game).values()]
    exact = tuple(topic for topic, question in known if typed in (topic.id.split(), question.split()))
    return exact or tuple(topic for topic, question in known if all(word in f"{topic.id} {question}" for word in typed))


def read(file: str, text: str, game: str, lessons: Mapping[str, Lesson]) -> dict[str, Topic]:
    """Parse the text of a topics file and return the topics by id. Raises LessonError.

    `lessons` are the game's lessons; the keys of the mapping do not matter.
    """
    try:
        found = msgspec.convert(tomllib.loads(text), _File, strict=True).topics
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{file}: {error}") from error
    except msgspec.ValidationError as error:
        raise LessonError(f"{file}: {format_location(str(error))}") from error
    by_id = {lesson.id: lesson for lesson in lessons.values()}
    topics: dict[str, Topic] = {}
    for topic in found:
        for field, objection in _objections(topic, game, by_id):
            raise LessonError(f"{file}: {topic.id}: {field}: {objection}")
        if topic.id in topics:
            raise LessonError(f"{file}: {topic.id}: id: duplicate")
        scenes = tuple(_build_scene(frame, by_id[frame.lesson or topic.lesson]) for frame in topic.frames)
        topics[topic.id] = Topic(game, topic.id, topic.question, topic.rules, topic.lesson, scenes)
    return topics


def _objections(topic: _Topic, game: str, lessons: Mapping[str, Lesson]) -> Iterator[tuple[str, str]]:
    if topic.lesson not in lessons:
        yield "lesson", f"unknown lesson {topic.lesson!r}"
        return
    taught = set(lessons[topic.lesson].teaches)
    for number, frame in enumerate(topic.frames, 1):
        lesson = lessons.get(frame.lesson or topic.lesson)
        if lesson is None:
            yield f"frame {number}: lesson", f"unknown lesson {frame.lesson!r}"
            continue
        taught.update(lesson.teaches)
        yield from ((f"frame {number}: {field}", objection) for field, objection in _frame_objections(frame, lesson))
    for rule in topic.rules:
        if rule not in rule_numbers(game):
            yield "rules", f"unknown rule {rule!r}"
        elif rule not in taught:
            yield "rules", f"none of the lessons teaches {rule}"


def _frame_objections(frame: _Frame, lesson: Lesson) -> Iterator[tuple[str, str]]:
    if frame.page > len(lesson.pages):
        yield "page", f"{lesson.id} has no page {frame.page}"
        return
    if not PICTURE.fullmatch(frame.picture):
        yield "picture", f"unknown picture {frame.picture!r}"
    if frame.marks and frame.picture != "board":
        yield "marks", "marks need the picture of the board"
    if frame.caption is None and len(lesson.pages[frame.page - 1].text) > CAPTION_CHARACTERS:
        yield "caption", f"the page's text has more than {CAPTION_CHARACTERS} characters; write a shorter caption"


def _build_scene(frame: _Frame, lesson: Lesson) -> TopicFrame:
    number = frame.page - 1
    page = lesson.pages[number]
    marks = page.marks if frame.marks is None else frame.marks
    shown = msgspec.structs.replace(
        page,
        picture=frame.picture,
        marks=marks if frame.picture == "board" else (),
        entries=(*page.entries, *frame.entries),
    )
    pages = (*lesson.pages[:number], shown)
    caption = frame.caption or page.text
    return TopicFrame(msgspec.structs.replace(lesson, pages=pages), number, caption)


def topic_faults(topic: Topic) -> list[str]:
    """Play the frames of a topic and return the faults as sentences that name the frame and field.

    The list is empty if there are none.
    """
    found: list[str] = []
    before: object = None
    first: object = None
    for number, scene in enumerate(topic.scenes, 1):
        where, page = f"{topic.id}: frame {number}", scene.lesson.pages[scene.page]
        try:
            stand = play_to_page(scene.lesson, scene.page)
        except LessonError as error:
            return [*found, f"{where}: {error.text}"]
        known = places(topic.game, stand.view(page.seat))
        layout = page.picture.split()[0], page.picture.startswith("zoom") and page.picture, tuple(known)
        if first is not None and layout != first:
            found.append(f"{where}: picture: it has another layout than the first frame")
        first = first or layout
        found += [f"{where}: marks: {mark} is not on this board" for mark in page.marks if mark not in known]
        shown = stand.view(page.seat), page.picture, page.marks
        if shown == before:
            found.append(f"{where}: page: it shows the same as the previous frame")
        before = shown
    return found


def topics_by_rule(game: str) -> dict[str, tuple[str, ...]]:
    """Return, for each rule of a game, the ids of the topics that explain it. Raises LessonError."""
    topics = load_topics(game).values()
    return {rule: tuple(topic.id for topic in topics if rule in topic.rules) for rule in rule_numbers(game)}

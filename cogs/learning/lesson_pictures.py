"""Pictures of lessons and demos: the position of a page as its seat sees it."""

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec

from cogs.ui.kit.drawing_pool import DrawingPool
from engine.lessons import NO_ANSWERS, Answers, Ask, Lesson, play_to_page
from engine.lessons.topics import Topic, TopicFrame
from language.messages import N_, _, list_and, spoken_language
from render import header, painter
from render.animation import Animation, Scene, draw_story
from render.picture import ALT_LIMIT, Picture
from render.text import truncate, truncate_to_text_board

LEARNER = N_("Ann (you)")
"""The learner's name. The games' sentences are in the third person, such as "Ann wins"."""
OTHER = N_("Rival")
COLOURS = {
    "red": N_("Red"),
    "blue": N_("Blue"),
    "yellow": N_("Yellow"),
    "green": N_("Green"),
    "plum": N_("Plum"),
    "ice": N_("Ice"),
}
"""The names of seats in a demo, by the side in their marks."""

KEPT_BYTES = 12 * 1024 * 1024
"""Maximum size of the cached pictures in bytes, enough for about thirty demos."""


def page_picture(
    lesson: Lesson, number: int, theme: str, answers: Answers = NO_ANSWERS, names: Sequence[str] = ()
) -> Picture:
    """Draw the picture of a lesson's page, with alt text; pages are counted from 0.

    `answers` are the learner's own right answers from which the lesson goes on. `names` are the names of the seats, by
    default the lesson's. Raises LessonError for a position that
    can't be reached, and ValueError for a picture that can't be drawn.
    """
    page, names, drawn = lesson.pages[number], names or list_names(lesson), painter(lesson.position.game)
    view = play_to_page(lesson, number, answers).view(page.seat)
    kind, _, what = page.picture.partition(" ")
    match kind:
        case "hand":
            return drawn.hand(view, names, theme)
        case "preview":
            return drawn.preview(view, names, what, theme)
        case "zoom":
            return drawn.zoom(view, names, what, theme)
        case _ if page.marks:
            picture = drawn.board(view, names, theme, marks=page.marks)
            return picture._replace(alt=truncate_to_text_board(f"{_format_marks(page.marks)} {picture.alt}", ALT_LIMIT))
        case _:
            return drawn.board(view, names, theme)


def _format_marks(marks: tuple[str, ...]) -> str:
    return _("A ring marks {places}.", places=list_and(marks))


def list_names(lesson: Lesson) -> list[str]:
    """Return the names of the seats in a lesson: the learner, and numbered rivals if there are several."""
    seats = range(lesson.position.seats)
    learner = find_learner_seat(lesson)
    others = [seat for seat in seats if seat != learner]
    names = {seat: _("Rival {number}", number=number) for number, seat in enumerate(others, 1)}
    if len(others) == 1:
        names = {others[0]: _(OTHER)}
    return [names.get(seat, _(LEARNER)) for seat in seats]


def find_learner_seat(lesson: Lesson) -> int | None:
    """Return the learner's seat, or None if all pages show a spectator's view.

    It is the seat of the first page that asks for an action, else the first seat whose view is shown.
    """
    asked = [page.seat for page in lesson.pages if isinstance(page, Ask)]
    return next((seat for seat in (*asked, *(page.seat for page in lesson.pages)) if seat is not None), None)


class DemoPictures:
    """A cache of demo pictures that evicts the least recently shown."""

    def __init__(self, pool: DrawingPool) -> None:
        self._pool = pool
        self._kept: OrderedDict[str, Animation] = OrderedDict()

    async def picture(self, topic: Topic, theme: str) -> Animation:
        """Return the animation of a topic in a theme, from the cache or newly drawn."""
        digest = picture_digest(topic, theme)
        drawn = self._kept.get(digest)
        if drawn is None:
            drawn = await self._pool.draw(lambda: draw_demo(topic, theme))
        self._keep(digest, drawn)
        return drawn

    def _keep(self, digest: str, drawn: Animation) -> None:
        self._kept[digest] = drawn
        self._kept.move_to_end(digest)
        while sum(len(each.gif) for each in self._kept.values()) > KEPT_BYTES:
            self._kept.popitem(last=False)


def picture_digest(topic: Topic, theme: str) -> str:
    """Return the cache key of a picture: a digest of everything that is drawn in it, and of its language."""
    return hashlib.sha256(msgspec.json.encode((topic.game, topic.scenes, theme, spoken_language()))).hexdigest()


def draw_demo(topic: Topic, theme: str) -> Animation:
    """Draw the animation of a topic: its scenes with their captions.

    Raises LessonError for a position that can't be reached, and ValueError for a scene that can't be drawn.
    """
    pictures = [_draw_scene(scene, theme) for scene in topic.scenes]
    captions = [_(scene.caption).replace("*", "") for scene in topic.scenes]
    durations = [scene.milliseconds for scene in topic.scenes]
    alt = truncate(" ".join(f"{number}. {caption}" for number, caption in enumerate(captions, 1)), ALT_LIMIT)
    return draw_story(pictures, captions, durations, painter(topic.game).theme(theme), alt)


def _draw_scene(scene: TopicFrame, theme: str) -> Scene:
    """Draw one picture of a demo, without the headline and other texts for players."""
    drawn, page = painter(scene.lesson.position.game), scene.lesson.pages[scene.page]
    view = play_to_page(scene.lesson, scene.page).view(page.seat)
    names = name_by_colour(scene.lesson, view)
    picture = page_picture(scene.lesson, scene.page, theme, names=names)
    if page.picture != "board" or drawn.board_rows is None:
        return Scene(picture, header.HEIGHT)
    return Scene(picture, *drawn.board_rows(view, names))


def name_by_colour(lesson: Lesson, view: Any) -> list[str]:
    """Return the names of the seats in a demo, which has no learner: their colours, or numbers without colours."""
    marks = painter(lesson.position.game).seat_marks(view, list_names(lesson))
    return [
        _(COLOURS[mark.split("_")[1]]) if mark else _("Player {number}", number=seat)
        for seat, mark in enumerate(marks, 1)
    ]

"""The lessons of the games: found by id, by rule and by what somebody types."""

from itertools import pairwise

from cogs.ui.kit.custom_ids import LEARN, CustomId, read_number
from cogs.ui.kit.errors import Question
from cogs.ui.kit.interface import playable
from cogs.ui.kit.layouts import Button, button, rows_of_buttons
from cogs.ui.texts import texts
from engine.lessons import Lesson, lessons_of
from tables.refusal import Refusal
from tables.texts import quote

BUTTON_LIST = "Lessons"

LESSONS = "lessons"
"""The action that opens the list of a game's lessons, or of all games."""


def games_with_lessons() -> tuple[str, ...]:
    """The playable games that have lessons."""
    return tuple(game for game in playable() if lessons_of(game))


def list_button(game: str = "", label: str = BUTTON_LIST) -> Button:
    """The button to the lessons of a game, or without one to all games."""
    return button(label, CustomId(LEARN, None, LESSONS, (game,) if game else ()))


def known_game(name: str) -> str:
    """The name of a game that has lessons. Raises Refusal."""
    if name not in playable():
        raise Refusal(texts.unknown_game(name, [game.title for game in playable().values()]))
    if not lessons_of(name):
        raise Refusal("This game has no lessons yet. *How to play* shows it in a minute.")
    return name


def known_lesson(game: str, typed: str) -> Lesson:
    """The lesson with an id or a title. Raises Question with the way to the list, and Refusal for an unknown game."""
    found = lessons_of(known_game(game))
    by_title = {lesson.title.casefold(): lesson for lesson in found.values()}
    lesson = found.get(typed) or by_title.get(typed.strip().casefold())
    if lesson is None:
        rows = rows_of_buttons([list_button(game)])
        raise Question(no_such_lesson(playable()[game].title, typed), rows)
    return lesson


def known_page(lesson: Lesson, text: str) -> int:
    """The number of a page, from a custom id. Raises Question with the way to the list."""
    number = read_number(text, 999)
    if number is None or number >= len(lesson.pages):
        rows = rows_of_buttons([list_button(lesson.position.game)])
        raise Question(no_such_page(lesson.title, len(lesson.pages)), rows)
    return number


def first_lesson(game: str) -> Lesson | None:
    """The lesson that a game is begun with."""
    return next(iter(lessons_of(game).values()), None)


def following(lesson: Lesson) -> Lesson | None:
    """The lesson after this one; None after the last."""
    found = lessons_of(lesson.position.game).values()
    return next((later for earlier, later in pairwise(found) if earlier.id == lesson.id), None)


def lesson_teaching(game: str, rule: str) -> Lesson | None:
    """The first lesson that teaches a rule, by its number."""
    return next((lesson for lesson in lessons_of(game).values() if rule in lesson.teaches), None)


def no_such_lesson(title: str, typed: str) -> str:
    """That a game has no lesson of that name."""
    return f"{title} has no lesson {quote(typed)}. Here are all that it has."


def no_such_page(title: str, pages: int) -> str:
    """That a lesson has fewer pages than a button says."""
    return f"This lesson, {title}, has {pages} pages now, and that is none of them. *Lessons* opens it again."

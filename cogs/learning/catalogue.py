"""Lookup of lessons by id, by title, and by the rule that they teach."""

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
"""Action that opens the list of a game's lessons, or of all games."""


def games_with_lessons() -> tuple[str, ...]:
    """Return the playable games that have lessons."""
    return tuple(game for game in playable() if lessons_of(game))


def list_button(game: str = "", label: str = BUTTON_LIST) -> Button:
    """Return the button to the lessons of a game, or to all games by default."""
    return button(label, CustomId(LEARN, None, LESSONS, (game,) if game else ()))


def known_game(name: str) -> str:
    """Return the name of a game.

    Raises Refusal if the game is unknown or has no lessons.
    """
    if name not in playable():
        raise Refusal(texts.unknown_game(name, [game.title for game in playable().values()]))
    if not lessons_of(name):
        raise Refusal("This game has no lessons yet. *How to play* shows it in a minute.")
    return name


def known_lesson(game: str, typed: str) -> Lesson:
    """Return the lesson with an id or a title.

    Raises Question with a button to the list if there is none, and Refusal for an unknown game.
    """
    found = lessons_of(known_game(game))
    by_title = {lesson.title.casefold(): lesson for lesson in found.values()}
    lesson = found.get(typed) or by_title.get(typed.strip().casefold())
    if lesson is None:
        rows = rows_of_buttons([list_button(game)])
        raise Question(no_such_lesson(playable()[game].title, typed), rows)
    return lesson


def known_page(lesson: Lesson, text: str) -> int:
    """Return the page number from a custom id.

    Raises Question with a button to the list if the lesson has no such page.
    """
    number = read_number(text, 999)
    if number is None or number >= len(lesson.pages):
        rows = rows_of_buttons([list_button(lesson.position.game)])
        raise Question(no_such_page(lesson.title, len(lesson.pages)), rows)
    return number


def first_lesson(game: str) -> Lesson | None:
    """Return a game's first lesson, or None if it has none."""
    return next(iter(lessons_of(game).values()), None)


def following(lesson: Lesson) -> Lesson | None:
    """Return the lesson after this one, or None after the last."""
    found = lessons_of(lesson.position.game).values()
    return next((later for earlier, later in pairwise(found) if earlier.id == lesson.id), None)


def lesson_teaching(game: str, rule: str) -> Lesson | None:
    """Return the first lesson that teaches a rule, or None; `rule` is the rule's number."""
    return next((lesson for lesson in lessons_of(game).values() if rule in lesson.teaches), None)


def no_such_lesson(title: str, typed: str) -> str:
    """Explain that a game has no lesson with this name."""
    return f"{title} has no lesson {quote(typed)}. Here are all that it has."


def no_such_page(title: str, pages: int) -> str:
    """Explain that a lesson has fewer pages than the pressed button expects."""
    return f"This lesson, {title}, has {pages} pages now, and that is none of them. *Lessons* opens it again."

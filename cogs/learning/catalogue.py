"""Lookups of lessons: by id or title, and by the rule that they teach."""

from itertools import islice, pairwise

from cogs.ui.kit.custom_ids import LEARN, CustomId, read_number
from cogs.ui.kit.errors import Question
from cogs.ui.kit.interface import playable_games
from cogs.ui.kit.layouts import Button, button, rows_of_buttons
from cogs.ui.texts import texts
from engine.lessons import Lesson, lessons_of
from language.messages import N_, _
from tables.refusal import Refusal
from tables.texts import quote

BUTTON_LIST = N_("Lessons")

BASICS = 4
"""The number of a game's first lessons that are its basics. After them one can play; the others are *More*."""
PAGE_SECONDS = 22
"""The time that a page of a lesson takes, in seconds, on average."""

LESSONS = "lessons"
"""The action, in custom ids, that opens the list of a game's lessons or the list of all games with lessons."""


def games_with_lessons() -> tuple[str, ...]:
    """Return the playable games that have lessons, from the easiest to learn to the hardest."""
    return tuple(game for game in playable_games() if lessons_of(game))


def list_button(game: str = "", label: str = "") -> Button:
    """Return the button that opens the list of a game's lessons; without a game, the list of all games."""
    return button(label or _(BUTTON_LIST), CustomId(LEARN, None, LESSONS, (game,) if game else ()))


def require_game(name: str) -> str:
    """Return the given game name unchanged if it is a playable game with lessons.

    Raises Refusal if the game is unknown or has no lessons.
    """
    if name not in playable_games():
        raise Refusal(texts.format_unknown_game(name, [_(game.title) for game in playable_games().values()]))
    if not lessons_of(name):
        how = _(texts.BUTTON_HOW_TO_PLAY)
        raise Refusal(_("This game has no lessons yet. *{button}* explains it in a minute.", button=how))
    return name


def require_lesson(game: str, typed: str) -> Lesson:
    """Return the lesson of a game whose id or title is `typed`; case doesn't matter in titles.

    Raises Question if there is no such lesson; its button opens the list of the game's lessons. Raises Refusal if the
    game is unknown or has no lessons.
    """
    found = lessons_of(require_game(game))
    by_title = {_(lesson.title).casefold(): lesson for lesson in found.values()}
    lesson = found.get(typed) or by_title.get(typed.strip().casefold())
    if lesson is None:
        rows = rows_of_buttons([list_button(game)])
        raise Question(no_such_lesson(_(playable_games()[game].title), typed), rows)
    return lesson


def require_page(lesson: Lesson, text: str) -> int:
    """Parse a page number from a custom id; pages are counted from 0.

    Raises Question if the lesson has no such page; its button opens the list of the game's lessons.
    """
    number = read_number(text, 999)
    if number is None or number >= len(lesson.pages):
        rows = rows_of_buttons([list_button(lesson.position.game)])
        raise Question(no_such_page(_(lesson.title), len(lesson.pages)), rows)
    return number


def first_lesson(game: str) -> Lesson | None:
    """Return a game's first lesson, or None if the game has no lessons."""
    return next(iter(lessons_of(game).values()), None)


def basic_lessons(game: str) -> tuple[Lesson, ...]:
    """Return a game's first lessons, after which one can play."""
    return tuple(islice(lessons_of(game).values(), BASICS))


def estimate_minutes(lessons: tuple[Lesson, ...]) -> int:
    """Return how long lessons take, in minutes."""
    return max(1, round(sum(len(lesson.pages) for lesson in lessons) * PAGE_SECONDS / 60))


def next_lesson(lesson: Lesson) -> Lesson | None:
    """Return the next lesson of the same game, or None after the game's last lesson."""
    found = lessons_of(lesson.position.game).values()
    return next((later for earlier, later in pairwise(found) if earlier.id == lesson.id), None)


def find_lesson_for_rule(game: str, rule: str) -> Lesson | None:
    """Return the game's first lesson that teaches the rule with the number `rule`, or None if there is none."""
    return next((lesson for lesson in lessons_of(game).values() if rule in lesson.teaches), None)


def no_such_lesson(title: str, typed: str) -> str:
    """Format the message that a game has no lesson with the typed id or title."""
    return _(
        "{game} has no lesson {lesson}. Press *{button}* to see all its lessons.",
        game=title,
        lesson=quote(typed),
        button=_(BUTTON_LIST),
    )


def no_such_page(title: str, pages: int) -> str:
    """Format the message that a lesson doesn't have the page that a button leads to."""
    return _(
        "That page no longer exists: the lesson {lesson} has {pages} pages now. Press *{button}* to open it again.",
        lesson=title,
        pages=pages,
        button=_(BUTTON_LIST),
    )

"""The buttons of a lesson's pages. Their custom ids hold game, lesson and page, so they keep working."""

import discord

from cogs.at_table.board_pages import TEXT
from cogs.learning.catalogue import list_button, next_lesson
from cogs.learning.progress import is_last, list_open_tasks
from cogs.ui.kit.composing import FIRST_PAGE, HINT
from cogs.ui.kit.custom_ids import LEARN, CustomId, lesson_id
from cogs.ui.kit.interface import BUTTON_HINT
from cogs.ui.kit.layouts import (
    BLUE,
    BUTTON_NEXT,
    BUTTON_PREVIOUS,
    GREEN,
    GREY,
    RED,
    Button,
    Row,
    button,
    rows_of_buttons,
)
from cogs.ui.texts import texts
from data.store import LessonRow
from engine.lessons import Ask, Lesson, Quiz
from language.messages import N_, _
from tables.positions import DOT

BUTTON_TRY_AGAIN = N_("Try again")
BUTTON_SHOW_ME = N_("Show me")
BUTTON_NEXT_LESSON = N_("Next lesson")
BUTTON_SKIP = N_("Skip")
BUTTON_SKIPPED = N_("Skipped task")

CHOICE, OFFER, SHOW_ME = "lesson_choice", "lesson_offer", "lesson_solution"
RIGHT_SIGN, WRONG_SIGN = "\N{CHECK MARK}", "\N{BALLOT X}"
WRONG_BEFORE_SHOWING = 2
"""Number of wrong answers on a page after which *Show me* replaces *Hint*."""

BUTTON_TRY = N_("Try it")
BUTTON_PAGE = N_("Back to the lesson")


def position_id(lesson: Lesson, number: int) -> str:
    """Return the position's id for a page, which takes the place of the table id in custom ids."""
    return DOT.join((LEARN, lesson.position.game, lesson.id, str(number)))


def question_button(lesson: Lesson, number: int) -> Button:
    """Return the button that leads back to a lesson's page.

    It is for the pages that compose a move or show the board as text.
    """
    return button(_(BUTTON_PAGE), lesson_id(lesson.position.game, lesson.id, number))


def action_buttons(lesson: Lesson, number: int, row: LessonRow | None, *, again: bool = False) -> tuple[Row, ...]:
    """Return the buttons for a page on which a move is composed; none for other pages.

    They are the button that composes a move, then *Hint* or *Show me*. `again` changes the label for another attempt.
    """
    page = lesson.pages[number]
    if not isinstance(page, Ask) or page.offer:
        return ()
    label = _(BUTTON_TRY_AGAIN if again else BUTTON_TRY)
    opened = () if page.opens is None else (page.opens,)
    composing = button(label, CustomId(position_id(lesson, number), None, FIRST_PAGE, opened), BLUE)
    hint = button(_(BUTTON_HINT), CustomId(position_id(lesson, number), None, HINT))
    show = button(_(BUTTON_SHOW_ME), _own_id(SHOW_ME, lesson, number))
    showing = show if row is not None and row.wrong >= WRONG_BEFORE_SHOWING else hint
    return rows_of_buttons([composing, showing])


def answer_buttons(lesson: Lesson, number: int, chosen: str = "", *, is_right: bool = False) -> tuple[Row, ...]:
    """Return the answers that a page offers as buttons: a quiz's choices, or actions; none for other pages.

    `chosen` is the last answer: a choice, or an action in notation. Its button shows whether it `is_right`.
    """
    page = lesson.pages[number]
    offered: list[tuple[str, str]] = []
    action = OFFER if isinstance(page, Ask) else CHOICE
    if isinstance(page, Ask):
        offered = [(offer.action, _(offer.label)) for offer in page.offer]
    elif isinstance(page, Quiz):
        offered = [(choice, _(choice)) for choice in page.choices]
    sign, style = (RIGHT_SIGN, GREEN) if is_right else (WRONG_SIGN, RED)
    return rows_of_buttons(
        [
            button(
                f"{sign} {label}" if answer == chosen else label,
                _own_id(action, lesson, number, str(index)),
                style if answer == chosen else GREY,
            )
            for index, (answer, label) in enumerate(offered)
        ]
    )


def page_navigation_buttons(
    lesson: Lesson, number: int, row: LessonRow | None, play: Button | None = None, *, is_answered: bool
) -> tuple[Row, ...]:
    """Return the navigation buttons of a page: back, onwards, and the board as text.

    The first page leads back to the list of lessons. The last page has a second row with `play`, which leads to a
    game, and a button to the first skipped task. `is_answered` is whether the page needs no answer any more.
    """
    game = lesson.position.game
    open_tasks = list_open_tasks(row, lesson)
    is_skipped_offered = is_last(lesson, number) and number not in open_tasks
    skipped = min(open_tasks, default=None) if is_skipped_offered else None
    # custom ids must be unique in a message, and both buttons may lead to the page before
    label = _(BUTTON_SKIPPED if skipped == number - 1 else BUTTON_PREVIOUS)
    back = button(label, lesson_id(game, lesson.id, number - 1)) if number else list_button(game)
    style = BLUE if is_answered else GREY
    onwards = _next_buttons(lesson, number, style, is_open=number in open_tasks)
    board = button(_(texts.BUTTON_TEXT_BOARD), CustomId(position_id(lesson, number), None, TEXT))
    further = [] if play is None else [play]
    if skipped is not None and skipped != number - 1:
        further.insert(0, button(_(BUTTON_SKIPPED), lesson_id(game, lesson.id, skipped)))
    return (*rows_of_buttons([back, *onwards, board]), *rows_of_buttons(further))


def _next_buttons(lesson: Lesson, number: int, style: discord.ButtonStyle, *, is_open: bool) -> tuple[Button, ...]:
    """Return the button to the next page or lesson, called *Skip* if the page's task is open; none at the very end."""
    game = lesson.position.game
    if not is_last(lesson, number):
        label = _(BUTTON_SKIP if is_open else BUTTON_NEXT)
        return (button(label, lesson_id(game, lesson.id, number + 1), style),)
    later = next_lesson(lesson)
    if later is None:
        return ()
    return (button(_(BUTTON_SKIP if is_open else BUTTON_NEXT_LESSON), lesson_id(game, later.id), style),)


def _own_id(action: str, lesson: Lesson, number: int, *more: str) -> CustomId:
    return CustomId(LEARN, None, action, (lesson.position.game, lesson.id, str(number), *more))

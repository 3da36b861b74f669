"""The buttons of a lesson's pages. Their custom ids hold game, lesson and page, so they keep working."""

import discord

from cogs.at_table.board_pages import TEXT
from cogs.learning.catalogue import basic_lessons, next_lesson
from cogs.learning.progress import is_last, list_open_tasks
from cogs.starting.start_page import computer_button
from cogs.ui.kit.answers import Interaction
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
from cogs.ui.requests.interaction_user import is_away
from cogs.ui.texts import texts
from data.store import LessonRow
from engine.lessons import Ask, Lesson, Quiz
from tables.positions import DOT

BUTTON_TRY_AGAIN = "Try again"
BUTTON_SHOW_ME = "Show me"
BUTTON_NEXT_LESSON = "Next lesson"
BUTTON_SKIP = "Skip"
BUTTON_SKIPPED = "Skipped task"

CHOICE, OFFER, SHOW_ME = "lesson_choice", "lesson_offer", "lesson_solution"
RIGHT_SIGN, WRONG_SIGN = "\N{CHECK MARK}", "\N{BALLOT X}"
WRONG_BEFORE_SHOWING = 2
"""Number of wrong answers on a page after which *Show me* replaces *Hint*."""

BUTTON_TRY = "Try it"
BUTTON_PAGE = "Back to the lesson"


def position_id(lesson: Lesson, number: int) -> str:
    """Return the position's id for a page, which takes the place of the table id in custom ids."""
    return DOT.join((LEARN, lesson.position.game, lesson.id, str(number)))


def question_button(lesson: Lesson, number: int) -> Button:
    """Return the button that leads back to a lesson's page.

    It is for the pages that compose a move or show the board as text.
    """
    return button(BUTTON_PAGE, lesson_id(lesson.position.game, lesson.id, number))


def action_buttons(lesson: Lesson, number: int, row: LessonRow | None, *, again: bool = False) -> tuple[Row, ...]:
    """Return the buttons for a page on which a move is composed; none for other pages.

    They are the button that composes a move, then *Hint* or *Show me*. `again` changes the label for another attempt.
    """
    page = lesson.pages[number]
    if not isinstance(page, Ask) or page.offer:
        return ()
    label = BUTTON_TRY_AGAIN if again else BUTTON_TRY
    opened = () if page.opens is None else (page.opens,)
    composing = button(label, CustomId(position_id(lesson, number), None, FIRST_PAGE, opened), BLUE)
    hint = button(BUTTON_HINT, CustomId(position_id(lesson, number), None, HINT))
    show = button(BUTTON_SHOW_ME, _own_id(SHOW_ME, lesson, number))
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
        offered = [(offer.action, offer.label) for offer in page.offer]
    elif isinstance(page, Quiz):
        offered = [(choice, choice) for choice in page.choices]
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
    interaction: Interaction, lesson: Lesson, number: int, row: LessonRow | None, *, is_answered: bool
) -> tuple[Row, ...]:
    """Return the navigation buttons of a page: back, onwards, and *More*, which opens the board as text.

    `is_answered` is whether the page needs no answer any more. The last page also has a button to the first skipped
    task. Those of the game's first lesson and of the last of its basics also have a button that starts a game against
    computer players.
    """
    game = lesson.position.game
    back = button(BUTTON_PREVIOUS, lesson_id(game, lesson.id, max(0, number - 1)))
    back.disabled = number == 0
    open_tasks = list_open_tasks(row, lesson)
    style = BLUE if is_answered else GREY
    onwards = _next_buttons(interaction, lesson, number, style, is_open=number in open_tasks)
    more = button(texts.BUTTON_MORE, CustomId(position_id(lesson, number), None, TEXT))
    further: list[Button] = []
    if is_last(lesson, number) and open_tasks and number not in open_tasks:
        further.append(button(BUTTON_SKIPPED, lesson_id(game, lesson.id, open_tasks[0])))
    basics = basic_lessons(game)
    if lesson in (basics[0], basics[-1]) and is_last(lesson, number) and not is_away(interaction):
        further.append(computer_button(game, style=GREY))
    return (*rows_of_buttons([back, *onwards, more]), *rows_of_buttons(further))


def _next_buttons(
    interaction: Interaction, lesson: Lesson, number: int, style: discord.ButtonStyle, *, is_open: bool
) -> tuple[Button, ...]:
    """Return the button to the next page or lesson; after the last lesson, the one that starts a game.

    It is called *Skip* if the page's task is open. The game is against computer players. Where games can't be played,
    there is no button after the last lesson.
    """
    game = lesson.position.game
    if not is_last(lesson, number):
        label = BUTTON_SKIP if is_open else BUTTON_NEXT
        return (button(label, lesson_id(game, lesson.id, number + 1), style),)
    later = next_lesson(lesson)
    if later is not None:
        label = BUTTON_SKIP if is_open else BUTTON_NEXT_LESSON
        return (button(label, lesson_id(game, later.id), style),)
    return () if is_away(interaction) else (computer_button(game, style=style),)


def _own_id(action: str, lesson: Lesson, number: int, *more: str) -> CustomId:
    return CustomId(LEARN, None, action, (lesson.position.game, lesson.id, str(number), *more))

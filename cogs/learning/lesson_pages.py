"""The private pages of a lesson: a position with its caption, a question, and the result of an answer."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from discord import ui

from cogs.learning.catalogue import basic_lessons, next_lesson
from cogs.learning.lesson_buttons import (
    RIGHT_SIGN,
    WRONG_SIGN,
    action_buttons,
    answer_buttons,
    page_navigation_buttons,
)
from cogs.learning.lesson_list import format_basics, format_more
from cogs.learning.lesson_pictures import list_names, page_picture
from cogs.learning.progress import (
    done_lessons,
    is_last,
    list_open_tasks,
    list_tasks,
    load_all_progress,
    load_progress,
    note_answer,
    note_page,
    read_answers,
)
from cogs.starting.start_page import computer_button
from cogs.ui.kit.answers import Answer, Interaction
from cogs.ui.kit.errors import why_button
from cogs.ui.kit.interface import interface
from cogs.ui.kit.layouts import BLUE, GREY, Button, with_button
from cogs.ui.kit.private_pages import Program, draw
from cogs.ui.requests.interaction_user import is_away
from cogs.ui.requests.table_lookup import find_running_game
from data.store import LessonRow
from engine.lessons import (
    Answers,
    Ask,
    Lesson,
    Verdict,
    continue_from,
    find_solution,
    judge,
    play_to_page,
)
from language.messages import N_, _, ngettext
from render import painter
from render.picture import Picture, limit_height
from tables.texts import escape_quoted, put_into_words

TALLEST = 1.0
"""Maximum height of a picture as a multiple of its width.

With it, text, picture and buttons fit on a screen of 390 by 844 pixels.
"""

RIGHT, WRONG, SHOWN = N_("**Right:**"), N_("**Not yet:**"), N_("**One way to do it:**")
BUTTON_TO_GAME = N_("Back to your game")
UNANSWERED = N_("That doesn't answer the question.")


class LessonPages:
    """A builder of lesson pages that also stores the user's progress."""

    def __init__(self, bot: Program) -> None:
        self.bot = bot
        self.store = bot.service.store

    async def page(self, interaction: Interaction, lesson: Lesson, number: int, said: str = "") -> Answer:
        """Build a page of a lesson; its text and then `said` stand between the picture and the buttons."""
        row = await note_page(self.store, interaction.user.id, lesson, number)
        is_shown = number not in list_tasks(lesson)
        play = await self._play_button(interaction, lesson, number)
        rows = (
            *action_buttons(lesson, number, row),
            *answer_buttons(lesson, number),
            *page_navigation_buttons(lesson, number, row, play, is_answered=is_shown),
        )
        picture = partial(page_picture, lesson, number, answers=read_answers(row, lesson, number))
        below = [said, await self._end(interaction, lesson, row) if is_shown else ""]
        return await self._answer(interaction, lesson, number, below, picture, rows)

    async def action(
        self, interaction: Interaction, lesson: Lesson, number: int, actions: Sequence[str], *, shown: bool = False
    ) -> Answer:
        """Build the page with the result of an answer; `actions` are the answer in notation.

        The lesson's comment and the events stand below the picture, near the pressed button. `shown` is whether the
        user has asked to be shown the solution.
        """
        before = await load_progress(self.store, interaction.user.id, lesson)
        earlier = read_answers(before, lesson, number)
        verdict = judge(lesson, number, actions, play_to_page(lesson, number, earlier))
        right = verdict.accepted
        own = continue_from(lesson, number, actions, earlier) if right else None
        answers = earlier if own is None else own
        row = await note_answer(self.store, interaction.user.id, lesson, number, right=right, answers=answers)
        heading = _format_heading(right=right)
        if shown:
            heading = f"{_(SHOWN)} {'. '.join(_words(lesson, number, action) for action in actions)}."
        below = [
            f"{heading} {escape_quoted(str(put_into_words(verdict.says or UNANSWERED)))}",
            *interface(lesson.position.game).words.sentences(verdict.view, verdict.events, list_names(lesson)),
        ]
        if right:
            note = "" if own is not None else _continuation_note(lesson, number, earlier)
            below += [note, await self._end(interaction, lesson, row, before)]
        trying = () if right else action_buttons(lesson, number, row, again=True)
        play = await self._play_button(interaction, lesson, number)
        answering = (*trying, *answer_buttons(lesson, number, " ".join(actions), is_right=right))
        rows = (
            *(with_button(answering, why_button(verdict.refused, beside=True)) if verdict.refused else answering),
            *page_navigation_buttons(lesson, number, row, play, is_answered=right),
        )
        picture = partial(_draw_after, lesson, number, verdict, earlier)
        return await self._answer(interaction, lesson, number, below, picture, rows)

    async def choice(self, interaction: Interaction, lesson: Lesson, number: int, choice: str) -> Answer:
        """Build the page that says whether a choice of a quiz is right, and why."""
        before = await load_progress(self.store, interaction.user.id, lesson)
        earlier = read_answers(before, lesson, number)
        verdict = judge(lesson, number, [choice], play_to_page(lesson, number, earlier))
        right = verdict.accepted
        row = await note_answer(self.store, interaction.user.id, lesson, number, right=right, answers=earlier)
        told = f"{_format_heading(right=right)} {put_into_words(verdict.says)}"
        play = await self._play_button(interaction, lesson, number)
        below = [told, await self._end(interaction, lesson, row, before) if right else ""]
        rows = (
            *answer_buttons(lesson, number, choice, is_right=right),
            *page_navigation_buttons(lesson, number, row, play, is_answered=right),
        )
        picture = partial(page_picture, lesson, number, answers=earlier)
        return await self._answer(interaction, lesson, number, below, picture, rows)

    async def _end(
        self, interaction: Interaction, lesson: Lesson, row: LessonRow | None, before: LessonRow | None = None
    ) -> str:
        """Return the message at the end of a lesson: that it is done, or the number of tasks solved.

        `before` is the progress before an answer: the answer to the last of the skipped tasks ends the lesson too.
        Empty before the end, or if the progress could not be stored.
        """
        if row is None:
            return ""
        is_finished_now = before is not None and before.done is None and row.done is not None
        if not (is_last(lesson, row.page) or is_finished_now):
            return ""
        if row.done is None:
            return format_tasks_solved(len(list_tasks(lesson)), len(list_open_tasks(row, lesson)))
        game = lesson.position.game
        done = done_lessons(game, await load_all_progress(self.store, interaction.user.id))
        return format_lesson_done(lesson, done)

    async def _play_button(self, interaction: Interaction, lesson: Lesson, number: int) -> Button | None:
        """Return the button of a last page that leads to the user's running game, or that starts one.

        Only the game's first lesson, the last of its basics and its last lesson end with a new game, which is against
        computer players. None where games can't be played, and for other pages.
        """
        if not is_last(lesson, number):
            return None
        game = lesson.position.game
        url = await find_running_game(self.bot.service, interaction.user.id, game)
        if url is not None:
            return Button(label=_(BUTTON_TO_GAME), url=url)
        basics, is_very_last = basic_lessons(game), next_lesson(lesson) is None
        if is_away(interaction) or not (is_very_last or lesson in (basics[0], basics[-1])):
            return None
        return computer_button(game, style=BLUE if is_very_last else GREY)

    async def _answer(
        self,
        interaction: Interaction,
        lesson: Lesson,
        number: int,
        below: Sequence[str],
        picture: Callable[[str], Picture],
        rows: Sequence[ui.Item[ui.LayoutView]],
    ) -> Answer:
        text = lesson_heading(_(lesson.title), number + 1, len(lesson.pages))
        told = "\n".join(line for line in (_(lesson.pages[number].text), *below) if line)
        drawn = await draw(self.bot, interaction, lambda theme: limit_height(picture(theme), TALLEST))
        return Answer(text, tuple(rows), drawn, interface(lesson.position.game).colour, below=told)


def _draw_after(lesson: Lesson, number: int, verdict: Verdict, earlier: Answers, theme: str) -> Picture:
    """Draw the position after an answer as the page's seat sees it; after a refused answer, the unchanged position."""
    if verdict.refused:
        return page_picture(lesson, number, theme, earlier)
    drawn, names = painter(lesson.position.game), list_names(lesson)
    if lesson.pages[number].picture == "hand":
        # after the end of the game there is no hand to draw
        with suppress(ValueError):
            return drawn.hand(verdict.view, names, theme)
    return drawn.board(verdict.view, names, theme)


def _words(lesson: Lesson, number: int, action: str) -> str:
    """Return the words for an action: the label of the offered answer, or else the game's own words."""
    page = lesson.pages[number]
    offers = page.offer if isinstance(page, Ask) else ()
    labels = {offer.action: _(offer.label) for offer in offers}
    return labels.get(action) or interface(lesson.position.game).words.label(action, None)


def _format_heading(*, right: bool) -> str:
    return f"{RIGHT_SIGN} {_(RIGHT)}" if right else f"{WRONG_SIGN} {_(WRONG)}"


def _continuation_note(lesson: Lesson, number: int, earlier: Answers) -> str:
    """Return the note that the next page continues from the solution instead of the user's own right answer."""
    page = lesson.pages[number]
    assert isinstance(page, Ask)
    solution = find_solution(page, play_to_page(lesson, number, earlier)) if earlier else page.solution.action
    return format_continuation_note(_words(lesson, number, solution))


def lesson_heading(title: str, number: int, pages: int) -> str:
    """Format the heading of a lesson's page; `number` starts at 1."""
    return _("### {title} ({number} of {pages})", title=title, number=number, pages=pages)


def format_continuation_note(action: str) -> str:
    """Format the note that the next page continues with `action` instead of the user's own right answer."""
    return "-# " + _("The next page continues from another right answer: {action}.", action=action)


def format_tasks_solved(tasks: int, skipped: int) -> str:
    """Format the message at the end of a lesson with skipped tasks."""
    return ngettext(
        "End of the lesson: {solved} of {number} task solved.",
        "End of the lesson: {solved} of {number} tasks solved.",
        tasks,
        solved=tasks - skipped,
    )


def format_lesson_done(lesson: Lesson, done: frozenset[str]) -> str:
    """Format the message that a lesson is done, with the progress; after the basics and the last, it suggests a game.

    `done` are the ids of all lessons of the game that the user has done.
    """
    game, basics = lesson.position.game, [each.id for each in basic_lessons(lesson.position.game)]
    if next_lesson(lesson) is None:
        return _("Lesson done, and it was the last one. Time to play a game.")
    if lesson.id in basics and done.issuperset(basics):
        return _("Basics done: you can play now, or go on with the next lesson.")
    progress = format_basics(game, done) if lesson.id in basics else format_more(game, done)
    return _("Lesson done. {progress}.", progress=progress)

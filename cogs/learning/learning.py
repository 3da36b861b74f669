"""The handlers of lessons: lists, pages, and the answers that are given by buttons.

A custom id holds game, lesson and page, so that old pages work for months; moves are composed in positions
(`cogs.learning.questions`).
"""

from typing import TypeVar

from cogs.client import Hexcade
from cogs.learning.catalogue import LESSONS, known_game, known_lesson, known_page
from cogs.learning.lesson_buttons import CHOICE, OFFER, SHOW_ME
from cogs.learning.lesson_list import CHOOSE, all_games, lessons_of_game
from cogs.learning.lesson_pages import LessonPages
from cogs.ui.kit.answers import Interaction, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import Handler, selected
from cogs.ui.kit.lesson_ids import LESSON
from engine.lessons import Ask, Lesson, Quiz

PAGE_CHANGED = "This page of the lesson has changed since that button was made. Here it is."

Part = TypeVar("Part")


class Learning:
    """The handlers; all pages are private and never stale."""

    def __init__(self, bot: Hexcade) -> None:
        self.store = bot.service.store
        self.pages = LessonPages(bot)
        self.handlers: dict[str, Handler] = {
            LESSON: self._page,
            LESSONS: self._list,
            CHOOSE: self._chosen,
            CHOICE: self._choice,
            OFFER: self._offer,
            SHOW_ME: self._show_me,
        }

    async def _list(self, interaction: Interaction, pressed: CustomId) -> None:
        game = "".join(pressed.details[:1])
        found = lessons_of_game(self.store, interaction, known_game(game)) if game else None
        await respond(interaction, await (found or all_games(self.store, interaction)))

    async def _chosen(self, interaction: Interaction, pressed: CustomId) -> None:
        lesson = known_lesson("".join(pressed.details[:1]), "".join(selected(interaction)[:1]))
        await respond(interaction, await self.pages.page(interaction, lesson, 0))

    async def _page(self, interaction: Interaction, pressed: CustomId) -> None:
        lesson, number = _found(pressed)
        await respond(interaction, await self.pages.page(interaction, lesson, number))

    async def _choice(self, interaction: Interaction, pressed: CustomId) -> None:
        lesson, number = _found(pressed)
        page = lesson.pages[number]
        choice = _part(pressed, page.choices) if isinstance(page, Quiz) else None
        if not isinstance(page, Quiz) or choice is None:
            await self._changed(interaction, lesson, number)
            return
        await respond(interaction, await self.pages.choice(interaction, lesson, number, page, choice))

    async def _offer(self, interaction: Interaction, pressed: CustomId) -> None:
        lesson, number = _found(pressed)
        page = lesson.pages[number]
        offer = _part(pressed, page.offer) if isinstance(page, Ask) else None
        if offer is None:
            await self._changed(interaction, lesson, number)
            return
        await respond(interaction, await self.pages.action(interaction, lesson, number, [offer.action]))

    async def _show_me(self, interaction: Interaction, pressed: CustomId) -> None:
        lesson, number = _found(pressed)
        page = lesson.pages[number]
        if not isinstance(page, Ask):
            await self._changed(interaction, lesson, number)
            return
        actions = [page.solution.action]
        await respond(interaction, await self.pages.action(interaction, lesson, number, actions, shown=True))

    async def _changed(self, interaction: Interaction, lesson: Lesson, number: int) -> None:
        """Answers a button of a page that has changed since with the page as it is now."""
        said = PAGE_CHANGED
        await respond(interaction, await self.pages.page(interaction, lesson, number, said))


def _found(pressed: CustomId) -> tuple[Lesson, int]:
    """The lesson and the page of a custom id. Raises Refusal."""
    game, lesson, page = (*pressed.details[:3], "", "", "")[:3]
    found = known_lesson(game, lesson)
    return found, known_page(found, page)


def _part(pressed: CustomId, parts: tuple[Part, ...]) -> Part | None:
    """What the last detail names of several; None if there is none of that number."""
    text = "".join(pressed.details[3:4])
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else len(parts)
    return parts[number] if number < len(parts) else None

"""Lessons: `/learn`, lists, pages, and answers given by buttons.

Custom ids hold game, lesson and page, so old pages keep working. Moves are composed in positions
(`cogs.learning.questions`).
"""

from typing import TypeVar

from discord import app_commands
from discord.ext import commands

from cogs.client import Hexcade
from cogs.learning.catalogue import LESSONS, require_game, require_lesson, require_page
from cogs.learning.lesson_buttons import CHOICE, OFFER, SHOW_ME
from cogs.learning.lesson_list import CHOOSE, build_game_list, build_lesson_list
from cogs.learning.lesson_pages import LessonPages
from cogs.learning.progress import load_progress, read_answers
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.custom_ids import LESSON, CustomId
from cogs.ui.kit.interactions import get_selected_values, on
from cogs.ui.kit.interface import playable_games
from cogs.ui.requests.table_lookup import choices, game_choices
from engine.lessons import Ask, Lesson, Quiz, find_solution, lessons_of, play_to_page
from language.messages import N_, _
from tables.refusal import Refusal

LESSON_NEEDS_GAME = N_("Choose a game too: each lesson belongs to a game.")

PAGE_CHANGED = N_("This page of the lesson has changed since you opened it. Here is the new version.")

Part = TypeVar("Part")


class Learning(commands.Cog):
    """A cog for `/learn` and the private pages of lessons.

    Their custom ids have no version, so the pages never become stale.
    """

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.store = bot.service.store
        self.pages = LessonPages(bot)

    @app_commands.command(name="learn", description=N_("Learn a game step by step; only you see it"))
    @app_commands.describe(game_name=N_("Which game"), lesson=N_("Which lesson; suggestions appear as you type"))
    @app_commands.rename(game_name="game")
    @app_commands.choices(game_name=game_choices())
    async def learn(
        self,
        interaction: Interaction,
        game_name: str | None = None,
        lesson: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """Show the list of games, the list of a game's lessons, or the first page of a lesson, privately."""
        async with give_answer(interaction, self.bot.service, "learn") as answer:
            answer.content = await self._answer(interaction, game_name, lesson)

    async def _answer(self, interaction: Interaction, game: str | None, lesson: str | None) -> Answer:
        if game is None and lesson is not None:
            raise Refusal(_(LESSON_NEEDS_GAME))
        if game is None:
            return await build_game_list(self.store, interaction)
        if lesson is None:
            return await build_lesson_list(self.store, interaction, require_game(game))
        return await self.pages.page(interaction, require_lesson(game, lesson), 0)

    @learn.autocomplete("lesson")
    async def _lessons(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        game = str(interaction.namespace.game or "")
        found = lessons_of(game) if game in playable_games() else {}
        return choices([(_(lesson.title), lesson.id) for lesson in found.values()], typed)

    @on(LESSONS)
    async def _list(self, interaction: Interaction, pressed: CustomId) -> None:
        game = "".join(pressed.details[:1])
        found = build_lesson_list(self.store, interaction, require_game(game)) if game else None
        await respond(interaction, await (found or build_game_list(self.store, interaction)))

    @on(CHOOSE)
    async def _chosen(self, interaction: Interaction, pressed: CustomId) -> None:
        lesson = require_lesson("".join(pressed.details[:1]), "".join(get_selected_values(interaction)[:1]))
        await respond(interaction, await self.pages.page(interaction, lesson, 0))

    @on(LESSON)
    async def _page(self, interaction: Interaction, pressed: CustomId) -> None:
        lesson, number = _find(pressed)
        await respond(interaction, await self.pages.page(interaction, lesson, number))

    @on(CHOICE)
    async def _choice(self, interaction: Interaction, pressed: CustomId) -> None:
        lesson, number = _find(pressed)
        page = lesson.pages[number]
        choice = _part(pressed, page.choices) if isinstance(page, Quiz) else None
        if not isinstance(page, Quiz) or choice is None:
            await self._changed(interaction, lesson, number)
            return
        await respond(interaction, await self.pages.choice(interaction, lesson, number, choice))

    @on(OFFER)
    async def _offer(self, interaction: Interaction, pressed: CustomId) -> None:
        lesson, number = _find(pressed)
        page = lesson.pages[number]
        offer = _part(pressed, page.offer) if isinstance(page, Ask) else None
        if offer is None:
            await self._changed(interaction, lesson, number)
            return
        await respond(interaction, await self.pages.action(interaction, lesson, number, [offer.action]))

    @on(SHOW_ME)
    async def _show_me(self, interaction: Interaction, pressed: CustomId) -> None:
        lesson, number = _find(pressed)
        page = lesson.pages[number]
        if not isinstance(page, Ask):
            await self._changed(interaction, lesson, number)
            return
        row = await load_progress(self.store, interaction.user.id, lesson)
        solution = find_solution(page, play_to_page(lesson, number, read_answers(row, lesson, number)))
        await respond(interaction, await self.pages.action(interaction, lesson, number, [solution], shown=True))

    async def _changed(self, interaction: Interaction, lesson: Lesson, number: int) -> None:
        """Show a lesson's page as it is now, after a press on a button that the page no longer has."""
        await respond(interaction, await self.pages.page(interaction, lesson, number, _(PAGE_CHANGED)))


def _find(pressed: CustomId) -> tuple[Lesson, int]:
    """Return the lesson and the page that a custom id names.

    Raises Refusal if there is no such lesson or page.
    """
    game, lesson, page = (*pressed.details[:3], "", "", "")[:3]
    found = require_lesson(game, lesson)
    return found, require_page(found, page)


def _part(pressed: CustomId, parts: tuple[Part, ...]) -> Part | None:
    """Return the one of `parts` whose index is the last detail of the custom id, or None if the index is invalid."""
    number = pressed.number(3)
    return None if number is None or number >= len(parts) else parts[number]

"""The positions of lesson pages: showing the board as text, and composing the move that a page asks for."""

from collections.abc import Sequence
from dataclasses import replace

from cogs.at_table.board_pages import TEXT, text_page
from cogs.learning.catalogue import list_button, require_lesson, require_page
from cogs.learning.lesson_buttons import position_id, question_button
from cogs.learning.lesson_pages import LessonPages
from cogs.learning.lesson_pictures import list_names
from cogs.learning.progress import keep_draft, load_progress, read_answers, read_drafts
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.composing import HINT, hint_page
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import on
from cogs.ui.kit.interface import interface
from cogs.ui.kit.layouts import BUTTON_NEXT, Button, with_button
from cogs.ui.kit.private_pages import Program, page_answer
from cogs.ui.messages.shared_buttons import whatif_lesson_button
from engine.lessons import Ask, Lesson, find_solution, play_to_page
from engine.record import configure
from engine.replay import apply_text
from language.messages import N_, _
from tables.positions import DOT, position_view
from tables.refusal import Refusal
from tables.viewer import TableView

IN_LESSON = N_("-# This is one way to do it. Press the green button to answer with it.")

NOTHING_ASKED = N_("This page of the lesson doesn't ask for a move. Press *{next}* to go on.")


class LessonQuestions:
    """The position kind "lesson": composing an answer on a lesson's page.

    Implements `cogs.positions.positions.PositionKind`. Every attempt at a page's question starts from the same
    position.
    """

    def __init__(self, bot: Program) -> None:
        self.bot = bot
        self.store = bot.service.store
        self.pages = LessonPages(bot)

    async def view(self, user_id: int, table_id: str) -> TableView:
        """Return the position of a page as its seat sees it.

        Raises Refusal if there is no such page.
        """
        lesson, number = _find(table_id)
        row = await load_progress(self.store, user_id, lesson)
        page, stand = lesson.pages[number], play_to_page(lesson, number, read_answers(row, lesson, number))
        return position_view(
            position_id(lesson, number),
            lesson.position.configuration,
            stand.state,
            page.seat,
            list_names(lesson),
            user_id=user_id,
            step=len(stand.log),
            drafts=read_drafts(row, number),
        )

    @on(TEXT)
    async def _show_text(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show the board as text, with the buttons that a lesson's page has no room for."""
        lesson, number = _find(pressed.table)
        table = await self.view(interaction.user.id, pressed.table)
        game = table.row.game
        tries = [whatif_lesson_button(game, lesson.id, number)] if table.outcome is None else []
        further = [question_button(lesson, number), *tries, list_button(game)]
        await respond(interaction, text_page(table, "".join(pressed.details[:1]), *further))

    @on(HINT)
    async def _show_hint(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show the solution's action and its effect, without answering the question.

        The hint is not computed by a computer player, because the solution need not be the strongest action.
        """
        lesson, number = _find(pressed.table)
        asks, table = lesson.pages[number], await self.view(interaction.user.id, pressed.table)
        if not isinstance(asks, Ask) or asks.seat is None or asks.offer:
            raise Refusal(_(NOTHING_ASKED, next=_(BUTTON_NEXT)))
        row = await load_progress(self.store, interaction.user.id, lesson)
        stand = play_to_page(lesson, number, read_answers(row, lesson, number))
        action = find_solution(asks, stand)
        after = apply_text(stand.rules, stand.state, asks.seat, action).state
        page = hint_page(interface(table.row.game), table, [action], stand.rules.view(after, asks.seat))
        shown = replace(page, text="\n".join((self.asked(table), _(IN_LESSON), page.text)))
        answer = await page_answer(self.bot, interaction, table, shown)
        await respond(interaction, replace(answer, rows=with_button(answer.rows, question_button(lesson, number))))

    async def home(self, interaction: Interaction, table: TableView, text: str = "") -> Answer:
        """Build the page of the lesson to which the position belongs; `text` is shown above its buttons."""
        return await self.pages.page(interaction, *_find(table.row.id), text)

    async def act(self, interaction: Interaction, table: TableView, actions: Sequence[str]) -> Answer:
        """Judge an answer and build the page with the result.

        Raises Refusal if the page asks for no action, and EngineError if an action can't be parsed.
        """
        lesson, number = _find(table.row.id)
        if not isinstance(lesson.pages[number], Ask):
            raise Refusal(_(NOTHING_ASKED, next=_(BUTTON_NEXT)))
        rules = configure(lesson.position.configuration)
        written = [rules.format_action(rules.parse_action(action)) for action in actions]
        return await self.pages.action(interaction, lesson, number, written)

    async def keep_draft(self, user_id: int, table: TableView, name: str, content: str) -> None:
        """Store a part of an answer that is being composed."""
        await keep_draft(self.store, user_id, *_find(table.row.id), name, content)

    def asked(self, table: TableView) -> str:
        """Return the page's question, quoted, or an empty text if the page asks for no action."""
        lesson, number = _find(table.row.id)
        page = lesson.pages[number]
        return quote_question(_(page.question)) if isinstance(page, Ask) else ""

    def navigation_buttons(self, table: TableView) -> Sequence[Button]:
        """Return the button that leads back to the lesson's page."""
        return (question_button(*_find(table.row.id)),)


def _find(table_id: str) -> tuple[Lesson, int]:
    _, game, lesson, page = (*table_id.split(DOT, 3), "", "", "")[:4]
    found = require_lesson(game, lesson)
    return found, require_page(found, page)


def quote_question(question: str) -> str:
    """Format a lesson's question as a quote, to be shown above the pages for composing the answer."""
    return f"> {question}"

"""The pages of a planned move: the one that composes it, the one that shows it, and the report that it wasn't made."""

from dataclasses import replace

from discord import ui

from cogs.ui.kit.answers import Answer, Interaction
from cogs.ui.kit.composing import FIRST_PAGE
from cogs.ui.kit.custom_ids import open_id, page_id
from cogs.ui.kit.interface import Page, interface
from cogs.ui.kit.layouts import BLUE, BUTTON_LENGTH, Button, button, rows_of_buttons
from cogs.ui.kit.private_pages import Program, build_page, page_answer
from data.store import PlanRow
from engine.planning import describe_condition, find_stored_objection
from language.messages import N_, _
from render import painter
from tables.planning import mark_report_read
from tables.texts import put_into_words
from tables.viewer import TableView

DELETE = "pl_delete"
TASK = N_("**Plan your move.** I make it when your turn comes, if the board still allows it.")


def add_task(page: Page) -> Page:
    """Return a page of a move with a line above that says that it composes a plan."""
    return replace(page, text=f"{_(TASK)}\n{page.text}")


async def plan_answer(bot: Program, interaction: Interaction, table: TableView, text: str = "") -> Answer:
    """Build the page of a user's plan; without a plan, the first page on which it is composed.

    `table` is the view of the user's next turn (`tables.planning.view_ahead`), and `text` is shown above the page.
    """
    plan = table.plan
    if plan is None or plan.dropped is not None:
        page = add_task(await build_page(table, FIRST_PAGE, ()))
        return await page_answer(bot, interaction, table, replace(page, text=_join(text, page.text)))
    game = table.row.game
    words, condition = interface(game).words.label(plan.action, table.view), describe_condition(game, plan.condition)
    told = _join(
        _("**Your plan: {move}.**", move=words),
        _(
            "I make this move when your turn comes, if {condition}. Otherwise I call you as usual. "
            "Only you can see your plan.",
            condition=put_into_words(condition),
        ),
    )
    buttons = [button(_("Change plan"), open_id(table, FIRST_PAGE)), button(_("Delete plan"), open_id(table, DELETE))]
    drawn, shows = painter(game), plan.action in table.legal
    page = Page(
        _join(text, told),
        rows_of_buttons(buttons),
        lambda theme: (
            drawn.preview(table.view, table.names, plan.action, theme)
            if shows
            else drawn.board(table.view, table.names, theme)
        ),
    )
    return await page_answer(bot, interaction, table, page)


async def add_suggestion(bot: Program, table: TableView, answer: Answer) -> Answer:
    """Return a move's first page with the plan that wasn't made: the reason, once, and a button if it is still legal.

    The answer is unchanged if there is no such plan.
    """
    plan = table.plan
    if plan is None or plan.dropped is None or not table.must_act:
        return answer
    if plan.dropped:
        await mark_report_read(bot.service, table.row.id, plan)
        objection = put_into_words(find_stored_objection(table.row.game, plan.dropped))
        dropped = _("I didn't make your planned move: {reason}.", reason=objection)
        answer = replace(answer, text=f"{dropped}\n{answer.text}")
    suggested = _suggest(table, plan)
    return answer if suggested is None else _add_first(answer, suggested)


def _suggest(table: TableView, plan: PlanRow) -> Button | None:
    """Return the button that proposes the plan, which opens the page to confirm it; None if it is no longer legal."""
    ours = interface(table.row.game)
    page = ours.composing.typed_page(table, plan.action) if plan.action in table.legal else None
    if page is None:
        return None
    name, details = page
    label = _("As planned: {move}", move=ours.words.label(plan.action, table.view))[:BUTTON_LENGTH]
    return button(label, page_id(table, name, *details), BLUE)


def _add_first(answer: Answer, suggested: Button) -> Answer:
    """Return an answer with a button in its first row. A button that does the same is blue instead.

    Discord refuses two equal custom ids.
    """
    offered = [item for row in answer.rows if isinstance(row, ui.ActionRow) for item in row.children]
    for item in offered:
        if isinstance(item, ui.Button) and item.custom_id == suggested.custom_id:
            item.style = BLUE
            return answer
    return replace(answer, rows=(*rows_of_buttons([suggested]), *answer.rows))


def _join(*lines: str) -> str:
    return "\n".join(filter(None, lines))

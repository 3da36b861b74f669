"""The positions of plans: the user's next turn at a table, on whose pages a plan is composed instead of a move."""

from collections.abc import Sequence

from cogs.at_table.plan_page import DELETE, TASK, plan_answer
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import on
from cogs.ui.kit.layouts import Button
from cogs.ui.kit.private_pages import Program
from language.messages import N_, _
from tables import planning
from tables.refusal import BoardMovedOn
from tables.texts import BOARD_MOVED_ON
from tables.viewer import TableView

DELETED = N_("Your plan is deleted. I call you when it's your turn.")


class Plans:
    """The position kind of plans (`cogs.positions.positions.PositionKind`)."""

    def __init__(self, bot: Program) -> None:
        self.bot = bot
        self.service = bot.service

    async def view(self, user_id: int, table_id: str) -> TableView:
        """Return the table as if it were the user's turn. Raise Refusal if they can't plan a move."""
        return await planning.view_ahead(self.service, planning.table_id_of(table_id), user_id)

    async def home(self, interaction: Interaction, table: TableView, text: str = "") -> Answer:
        """Build the page of the user's plan, or the first page on which it is composed; `text` is shown above it."""
        return await plan_answer(self.bot, interaction, table, text)

    async def act(self, interaction: Interaction, table: TableView, actions: Sequence[str]) -> Answer:
        """Keep the action as the user's plan, and build its page.

        Raises Refusal or EngineError if it can't be planned; then an earlier plan stays.
        """
        user_id, position = interaction.user.id, table.row.id
        table_id, action = planning.table_id_of(position), " ".join(actions)
        await planning.keep_plan(self.service, table_id, user_id, table.version, action)
        return await plan_answer(self.bot, interaction, await self.view(user_id, position))

    async def keep_draft(self, user_id: int, table: TableView, name: str, content: str) -> None:
        """Raise BoardMovedOn, since moves that can be planned have no drafts."""
        raise BoardMovedOn(_(BOARD_MOVED_ON))

    def asked(self, table: TableView) -> str:
        """Return the line that says that the page composes a plan."""
        return _(TASK)

    def navigation_buttons(self, table: TableView) -> Sequence[Button]:
        """Return no buttons, since the pages of a move have their own."""
        return ()

    @on(DELETE)
    async def _delete(self, interaction: Interaction, pressed: CustomId) -> None:
        """Delete the user's plan."""
        await planning.delete_plan(self.service, planning.table_id_of(pressed.table), interaction.user.id)
        await respond(interaction, Answer(_(DELETED)))

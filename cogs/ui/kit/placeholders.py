"""Private pages that show a placeholder while their content is computed."""

from collections.abc import Awaitable, Callable

from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.errors import explain
from cogs.ui.kit.layouts import button, rows_of_buttons
from language.messages import _


async def respond_with_placeholder(
    interaction: Interaction, pressed: CustomId, text: str, work: Callable[[], Awaitable[Answer]]
) -> None:
    """Show a placeholder text while the work runs, then its answer, or an error message if it fails.

    The placeholder has a button to ask again, in case a restart interrupts the work.
    """
    again = rows_of_buttons([button(_("Look again"), pressed)])
    await respond(interaction, Answer(text, again))
    try:
        answer = await work()
    except Exception as error:
        answer = Answer(explain(error, action=pressed.action), again)
    await respond(interaction, answer)

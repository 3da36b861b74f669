"""The *Fairness* page: the seal of the secret seed, the seed itself after the game, and *Check*.

All random draws follow from the seed. *Check* repeats them and compares.
"""

import asyncio
from collections.abc import Sequence

import msgspec
from discord.ext import commands

from cogs.client import Hexcade
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import on
from cogs.ui.kit.layouts import BUTTON_BACK, button, rows_of_buttons
from cogs.ui.messages.lobby_message import SET_UP
from cogs.ui.messages.shared_buttons import BUTTON_CHECK, CHECK, FAIRNESS, menu_button
from cogs.ui.texts.texts import format_verdict
from data.store import OPEN_PHASES
from engine.record_json import encode
from language.messages import N_, _
from tables.refusal import Refusal
from tables.texts import CANCELLED, escape
from tables.viewer import TableView

SEALED = N_(
    "-# After the game you also see the number and these texts here, and *{check}* repeats every random draw. "
    "You can note down the seal: it must still be the same then."
)
OPENED = N_(
    "The game is over, so you see everything here. *{check}* repeats every random draw and compares the results."
)
DIFFERS = N_("**Checked:** something doesn't match. Please send the *{record}* to the operator.")

FAIR_PLAY = N_("### Fair play")
FAIRNESS_OVER = N_("Nobody could influence the random draws of this game, neither dice nor shuffles.")
HOW_IT_WORKS = N_(
    "-# They all follow from one secret number, chosen when the table was opened. The seal is its fingerprint, shown "
    "from the start: a different number would have a different seal. Everybody who joins adds a random text, so nobody "
    "can choose a lucky number."
)

FAIRNESS_TEXT = N_(
    "Nobody can influence the random draws of this game, neither dice nor shuffles. After the game you can check it."
)


class FairnessPage(commands.Cog):
    """A cog for *Fairness* and *Check*. Its pages are private, and their buttons never become stale."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot

    @on(FAIRNESS)
    async def _explain(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self.bot.service.view(pressed.table, interaction.user.id)
        await respond(interaction, _page(table))

    @on(CHECK)
    async def _check(self, interaction: Interaction, pressed: CustomId) -> None:
        """Verify the record of the finished game in a separate process, and show the verdict."""
        record = await self.bot.service.ended_record(pressed.table)
        async with self.bot.drawing_pool.hold_user_lock(interaction.user.id):
            found = await self.bot.record_checks.check(await asyncio.to_thread(encode, record))
        table = await self.bot.service.view(pressed.table, interaction.user.id)
        verdict = _(DIFFERS, record=_("Record")) if found.verdict == "broken" else format_verdict(found.lacking)
        # show only the statement: the list of differences may contain data that only the table's players may see
        await respond(interaction, _page(table, f"{verdict}\n-# {found.statement}"))


def _page(table: TableView, verdict: str = "") -> Answer:
    """Build the *Fairness* page, with the verdict if *Check* was pressed.

    Raises Refusal if the table was closed before its game started.
    """
    row = table.row
    if table.view is None and row.phase not in OPEN_PHASES:
        raise Refusal(_(CANCELLED))
    is_open = row.phase in OPEN_PHASES
    first = _(FAIRNESS_TEXT if is_open else FAIRNESS_OVER)
    check = _(BUTTON_CHECK)
    lines = [_(FAIR_PLAY), first, _(HOW_IT_WORKS), value(_("Seal"), f"`{row.commitment}`")]
    buttons = [button(_(BUTTON_BACK), CustomId(row.id, None, SET_UP)) if table.view is None else menu_button(row.id)]
    if is_open:
        lines.append(_(SEALED, check=check))
    else:
        salts = msgspec.json.decode(row.salts, type=list[str]) if row.salts else []
        lines.append(value(_("Sealed number"), f"`{row.server_seed.hex()}`"))
        lines.append(format_salts(list(zip(table.names, salts, strict=False))))
        lines.insert(2, verdict or _(OPENED, check=check))
        if not verdict:
            buttons.insert(0, button(check, CustomId(row.id, None, CHECK)))
    return Answer("\n".join(lines), rows_of_buttons(buttons))


def value(title: str, shown: str) -> str:
    return f"-# {title}: {shown}"


def format_salts(shown: Sequence[tuple[str, str]]) -> str:
    """Format the random texts that the players added to the seed, given as pairs of name and text."""
    return value(_("Random texts"), ", ".join(f"{escape(name)} `{salt}`" for name, salt in shown))

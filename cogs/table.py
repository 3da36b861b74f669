"""What is pressed at a table: every button, select and modal, routed by custom id from one listener.

Nothing depends on what this process remembers, so old buttons and open modals work after a restart.
"""

from typing import Any

import discord
import structlog
from discord.ext import commands

from cogs import _lobby
from cogs import _texts as texts
from cogs._answers import UNREACHABLE, Answer, Interaction, dismiss, expired, explain, is_private, tell
from cogs._cards import CHANCE_VALUE
from cogs._client import Hexcade
from cogs._crowds import MOST
from cogs._custom_ids import CustomId, parse
from cogs._interfaces import Draft, interface
from cogs._looks import Look
from cogs._more import Handler, More
from cogs._options import options_modal, read_options
from cogs._people import person_of
from cogs._preferences import preferences
from cogs._private import draw, hand_of, move_row
from cogs._refusal import BoardMovedOn, Refusal
from cogs._settings_page import SettingsPage
from engine.games import game

OPTIONS = "options"


class TableCog(commands.Cog):
    """Buttons, selects and modals of lobbies, cards, and private messages."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service
        self._handlers: dict[str, Handler] = {
            "join": self._join,
            "leave": self._leave,
            "choose": self._choose,
            "computer": self._add_computer,
            "set": self._set_options,
            "start": self._start,
            "close": self._close,
            "move": self._draft,
            "hand": self._hand,
            "do": self._do,
            **More(bot).handlers,
            **SettingsPage(bot).handlers,
        }

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Routes what is pressed and submitted; slash commands have their own way."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        pressed = parse(_submitted(interaction).get("custom_id", ""))
        if pressed is None:
            return
        with (
            structlog.contextvars.bound_contextvars(table=pressed.table, step=pressed.step),
            self.bot.crowds.entered(interaction.user.id) as under_way,
        ):
            try:
                if under_way > MOST:
                    await self._turn_away(interaction, first=under_way == MOST + 1)
                else:
                    await self._route(interaction, pressed)
            except Exception as error:
                await self._explain(interaction, pressed, error)

    async def _turn_away(self, interaction: Interaction, *, first: bool) -> None:
        """Acknowledges a press and does nothing; says so once, for saying it is work too."""
        await interaction.response.defer()
        if first:
            raise Refusal(texts.TOO_FAST)

    async def _route(self, interaction: Interaction, pressed: CustomId) -> None:
        if pressed.what == OPTIONS:
            # A modal must be the first answer, so this press only reads.
            await self._open_options(interaction, pressed)
            return
        await interaction.response.defer()
        await self._handlers.get(pressed.what, self._draft)(interaction, pressed)

    async def _explain(self, interaction: Interaction, pressed: CustomId, error: Exception) -> None:
        if expired(error):
            return
        try:
            if isinstance(error, BoardMovedOn):
                await self._show_present(interaction, pressed, error.text)
            else:
                text = explain(error, what=pressed.what)
                await self._tell_apart(interaction, Answer(text))
        except UNREACHABLE as failed:
            explain(failed, what=pressed.what)

    async def _tell_apart(self, interaction: Interaction, answer: Answer) -> None:
        """As a message of its own, so that a draft in a private message stays as it was."""
        if not interaction.response.is_done():
            await tell(interaction, answer)
            return
        nobody = discord.AllowedMentions.none()
        await interaction.followup.send(
            view=answer.view(), files=answer.files(), ephemeral=True, allowed_mentions=nobody
        )

    async def _show_present(self, interaction: Interaction, pressed: CustomId, text: str) -> None:
        """A stale press is answered with the present picture, and the way on when it is one's turn."""
        look = await self._look(interaction, pressed)
        picture = None
        if look.view is not None:
            picture = await draw(self.bot, interaction, look, lambda drawn: drawn.board(look.view, look.names))
        await tell(interaction, Answer(text, move_row(look), picture))

    async def _look(self, interaction: Interaction, pressed: CustomId) -> Look:
        return await self.service.look(pressed.table, interaction.user.id)

    # The lobby

    async def _join(self, interaction: Interaction, pressed: CustomId) -> None:
        await self.service.change(pressed.table, _lobby.join(person_of(interaction), str(interaction.id)))

    async def _leave(self, interaction: Interaction, pressed: CustomId) -> None:
        await self.service.change(pressed.table, _lobby.leave(interaction.user.id))

    async def _choose(self, interaction: Interaction, pressed: CustomId) -> None:
        values = _submitted(interaction).get("values", [])
        value = "" if not values or values[0] == CHANCE_VALUE else values[0]
        look = await self._look(interaction, pressed)
        decision = _lobby.choose(interaction.user.id, value, interface(look.row.game))
        await self.service.change(pressed.table, decision)

    async def _add_computer(self, interaction: Interaction, pressed: CustomId) -> None:
        decision = _lobby.add_computer(interaction.user.id, str(interaction.id))
        await self.service.change(pressed.table, decision, step=pressed.step)

    async def _open_options(self, interaction: Interaction, pressed: CustomId) -> None:
        look = await self._look(interaction, pressed)
        if look.row.host != interaction.user.id:
            raise Refusal(texts.ONLY_HOST)
        if look.row.phase != "lobby":
            raise Refusal(texts.ALREADY_STARTED)
        await interaction.response.send_modal(options_modal(look, game(look.row.game)))

    async def _set_options(self, interaction: Interaction, pressed: CustomId) -> None:
        settings = read_options(_submitted(interaction).get("components", []))
        look = await self._look(interaction, pressed)
        decision = _lobby.set_options(interaction.user.id, settings, game(look.row.game))
        await self.service.change(pressed.table, decision)

    async def _start(self, interaction: Interaction, pressed: CustomId) -> None:
        look = await self._look(interaction, pressed)
        decision = _lobby.start(interaction.user.id, game(look.row.game), interface(look.row.game))
        await self.service.change(pressed.table, decision, step=pressed.step)

    async def _close(self, interaction: Interaction, pressed: CustomId) -> None:
        await self.service.change(pressed.table, _lobby.cancel(interaction.user.id), step=pressed.step)

    # Moving

    async def _draft(self, interaction: Interaction, pressed: CustomId) -> None:
        """One page of composing a move; the draft lives in the custom ids of its player's private message."""
        look = await self._look(interaction, pressed)
        look.require_playing()
        if look.seat is None:
            raise Refusal(texts.NOT_AT_THIS_TABLE)
        if pressed.step != look.row.step:
            raise BoardMovedOn(texts.BOARD_MOVED_ON)
        if not look.must_act:
            raise Refusal(texts.not_your_turn(look.waiting_names()))
        values = _submitted(interaction).get("values", [])
        confirm = (await preferences(self.service.store, interaction.user.id)).confirm
        details = (*pressed.details, *values)
        draft = interface(look.row.game).draft(look, pressed.what, details, confirm=confirm)
        if draft.settled is not None and not confirm:
            await self._act(interaction, pressed, draft.settled)
            return
        await tell(interaction, await self._answer(interaction, look, draft))

    async def _answer(self, interaction: Interaction, look: Look, draft: Draft) -> Answer:
        picture = None if draft.picture is None else await draw(self.bot, interaction, look, draft.picture)
        return Answer(draft.text, draft.rows, picture, interface(look.row.game).colour)

    async def _do(self, interaction: Interaction, pressed: CustomId) -> None:
        """Confirm."""
        await self._act(interaction, pressed, ":".join(pressed.details))

    async def _act(self, interaction: Interaction, pressed: CustomId, action: str) -> None:
        """Once the move is durable the private draft goes away, and the new card tells the rest."""
        await self.service.act(pressed.table, interaction.user.id, action, step=pressed.step)
        if is_private(interaction):
            await dismiss(interaction)

    async def _hand(self, interaction: Interaction, pressed: CustomId) -> None:
        look = await self._look(interaction, pressed)
        await tell(interaction, await hand_of(self.bot, interaction, look))


def _submitted(interaction: Interaction) -> dict[str, Any]:
    """What Discord sent of a press or a submitted form, as plain data."""
    return {**interaction.data} if interaction.data is not None else {}


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(TableCog(bot))

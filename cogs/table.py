"""What is pressed at a table: every button, select and modal, routed by custom id from one listener.

Nothing depends on what this process remembers, so old buttons and open modals work after a restart.
"""

from typing import Any

import discord
import msgspec
import structlog
from discord.ext import commands

from cogs import _lobby
from cogs import _texts as texts
from cogs._answers import UNREACHABLE, Answer, Interaction, dismiss, expired, explain, is_private, tell
from cogs._cards import CHANCE_VALUE
from cogs._client import Hexcade
from cogs._crowds import MOST
from cogs._custom_ids import CustomId, parse
from cogs._interfaces import Draft, Press, Together, computers, interface, moment, together
from cogs._looks import Look
from cogs._more import Handler, More
from cogs._options import options_modal, own_options_modal, read_form, read_options
from cogs._people import person_of
from cogs._preferences import preferences
from cogs._private import draw, hand_of, move_row
from cogs._refusal import BoardMovedOn, Refusal
from cogs._settings_page import SettingsPage
from engine.games import game

OPTIONS = "options"
OWN_OPTIONS = "own"
FORM = "form"


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
            "owned": self._set_own_options,
            "filled": self._filled,
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
        # A modal must be the first answer, so these presses only read.
        modals = {OPTIONS: self._open_options, OWN_OPTIONS: self._open_own_options, FORM: self._open_form}
        if pressed.what in modals:
            await modals[pressed.what](interaction, pressed)
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
        look = await self._lobby_of_host(interaction, pressed)
        await interaction.response.send_modal(options_modal(look, game(look.row.game)))

    async def _open_own_options(self, interaction: Interaction, pressed: CustomId) -> None:
        look = await self._lobby_of_host(interaction, pressed)
        await interaction.response.send_modal(own_options_modal(look, _several(look)))

    async def _lobby_of_host(self, interaction: Interaction, pressed: CustomId) -> Look:
        look = await self._look(interaction, pressed)
        if look.row.host != interaction.user.id:
            raise Refusal(texts.ONLY_HOST)
        if look.row.phase != "lobby":
            raise Refusal(texts.ALREADY_STARTED)
        return look

    async def _set_own_options(self, interaction: Interaction, pressed: CustomId) -> None:
        values = read_form(_submitted(interaction).get("components", []))
        look = await self._look(interaction, pressed)
        decision = _lobby.set_own_options(interaction.user.id, game(look.row.game), _several(look), values)
        await self.service.change(pressed.table, decision)

    async def _set_options(self, interaction: Interaction, pressed: CustomId) -> None:
        look = await self._look(interaction, pressed)
        settings = read_options(_submitted(interaction).get("components", []), computers(look.row.game))
        settings = msgspec.structs.replace(settings, own=look.settings.own)
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
        values = _submitted(interaction).get("values", [])
        details = (*pressed.details, *values)
        several = together(look.row.game)
        if several is not None:
            await self._compose(interaction, pressed, look, several, details)
            return
        look.require_playing()
        if look.seat is None:
            raise Refusal(texts.NOT_AT_THIS_TABLE)
        if pressed.step != look.row.step:
            raise BoardMovedOn(texts.BOARD_MOVED_ON)
        if not look.must_act:
            raise Refusal(texts.not_your_turn(look.waiting_names()))
        confirm = (await preferences(self.service.store, interaction.user.id)).confirm
        draft = interface(look.row.game).draft(look, pressed.what, details, confirm=confirm)
        if draft.settled is not None and not confirm:
            await self._act(interaction, pressed, draft.settled)
            return
        await tell(interaction, await self._answer(interaction, look, draft))

    async def _compose(
        self, interaction: Interaction, pressed: CustomId, look: Look, several: Together, details: tuple[str, ...]
    ) -> None:
        """One page of a submission, or a private page; what is chosen there is in the log before it is shown."""
        look.require_begun()
        if pressed.what not in several.open_pages:
            _require_composing(look, several)
            # The card's own button opens whatever is asked now.
            if pressed.what != "move" and pressed.step != moment(look.row, look.view):
                raise BoardMovedOn(several.moved_on)
        press = several.press(look, pressed.what, details) or Press((), pressed.what, details)
        await self._perform(interaction, pressed, look, press)

    async def _perform(self, interaction: Interaction, pressed: CustomId, look: Look, press: Press) -> None:
        if press.actions:
            step = moment(look.row, look.view)
            await self.service.act(pressed.table, interaction.user.id, " ".join(press.actions), step=step)
            look = await self._look(interaction, pressed)
        draft = interface(look.row.game).draft(look, press.what, press.details)
        await tell(interaction, await self._answer(interaction, look, draft))

    async def _open_form(self, interaction: Interaction, pressed: CustomId) -> None:
        look, several = await self._composing(interaction, pressed)
        await interaction.response.send_modal(several.form(look, pressed.details))

    async def _filled(self, interaction: Interaction, pressed: CustomId) -> None:
        values = read_form(_submitted(interaction).get("components", []))
        look, several = await self._composing(interaction, pressed)
        await self._perform(interaction, pressed, look, several.filled(look, pressed.details, values))

    async def _composing(self, interaction: Interaction, pressed: CustomId) -> tuple[Look, Together]:
        """Who composes at a table where several do. Raises Refusal for whoever does not, or not any more."""
        look = await self._look(interaction, pressed)
        several = _several(look)
        _require_composing(look, several)
        if pressed.step != moment(look.row, look.view):
            raise BoardMovedOn(several.moved_on)
        return look, several

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


def _several(look: Look) -> Together:
    """Raises BoardMovedOn for what no such table has, as in a custom id that nobody was given."""
    several = together(look.row.game)
    if several is None:
        raise BoardMovedOn(texts.BOARD_MOVED_ON)
    return several


def _require_composing(look: Look, several: Together) -> None:
    look.require_playing()
    if look.seat is None:
        raise Refusal(texts.NOT_AT_THIS_TABLE)
    if not several.may_compose(look):
        raise Refusal(texts.RESIGNED if not look.may_resign() else texts.not_your_turn(look.waiting_names()))


def _submitted(interaction: Interaction) -> dict[str, Any]:
    """What Discord sent of a press or a submitted form, as plain data."""
    return {**interaction.data} if interaction.data is not None else {}


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(TableCog(bot))

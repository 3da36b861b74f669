"""What stands behind *More*: the board from nearer, again, and in words; and the ways out of a game."""

from collections.abc import Awaitable, Callable
from io import BytesIO

import discord

from cogs import _lobby
from cogs import _texts as texts
from cogs._answers import Answer, Interaction, confirm, tell
from cogs._cards import button, rows_of_buttons
from cogs._client import Hexcade
from cogs._custom_ids import CustomId
from cogs._interfaces import interface, moment, together
from cogs._looks import Look
from cogs._private import draw, theme_of
from cogs._refusal import Refusal
from engine import sheet
from engine.games import game
from render import painter

Handler = Callable[[Interaction, CustomId], Awaitable[None]]

TEXT_LIMIT = 3_800
HISTORY_SENTENCES = 24
ANIMATION = "replay.gif"
WHOLE, LAST = "whole", "last"


class More:
    """The pages behind *More*; all of them private, none of them changing the board but the ways out."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service
        self.handlers: dict[str, Handler] = {
            "more": self._more,
            "rules": self._rules,
            "legend": self._legend,
            "text": self._text,
            "zoom": self._zoom,
            "history": self._history,
            "replay": self._replay,
            "past": self._past,
            "resign": self._ask_resign,
            "resigned": self._resign,
            "cancel": self._ask_cancel,
            "cancelled": self._cancel,
            "record": self._record,
            "end": self._ask_end,
            "ended": self._end,
        }

    async def _look(self, interaction: Interaction, pressed: CustomId) -> Look:
        return await self.service.look(pressed.table, interaction.user.id)

    async def _more(self, interaction: Interaction, pressed: CustomId) -> None:
        look = await self._look(interaction, pressed)
        look.require_begun()
        table, step = look.row.id, look.row.step
        red = discord.ButtonStyle.danger
        looks = [
            button(texts.BUTTON_ZOOM, CustomId(table, None, "zoom", (LAST,))),
            button(texts.BUTTON_HISTORY, CustomId(table, None, "history")),
            button(texts.BUTTON_REPLAY, CustomId(table, None, "replay")),
            button(texts.BUTTON_TEXT_BOARD, CustomId(table, None, "text")),
            button(texts.BUTTON_LEGEND, CustomId(table, None, "legend")),
            button(texts.BUTTON_RULES, CustomId(table, None, "rules")),
        ]
        outs: list[discord.ui.Button[discord.ui.LayoutView]] = []
        if look.row.phase != "playing":
            outs.append(button(texts.BUTTON_RECORD, CustomId(table, step, "record")))
        elif look.may_resign():
            outs.append(button(texts.BUTTON_RESIGN, CustomId(table, None, "resign"), red))
        if look.row.phase == "playing" and look.row.host == interaction.user.id:
            if together(look.row.game) is not None:
                outs.append(button(texts.BUTTON_END_ROUND, CustomId(table, None, "end"), red))
            outs.append(button(texts.BUTTON_CANCEL, CustomId(table, None, "cancel"), red))
        rows = (*rows_of_buttons(looks), *rows_of_buttons(outs))
        await tell(interaction, Answer(texts.more(game(look.row.game).title, look.row.commitment), rows))

    async def _rules(self, interaction: Interaction, pressed: CustomId) -> None:
        look = await self._look(interaction, pressed)
        await tell(interaction, Answer(interface(look.row.game).how_to_play, _back(look)))

    async def _legend(self, interaction: Interaction, pressed: CustomId) -> None:
        look = await self._look(interaction, pressed)
        picture = await draw(self.bot, interaction, look, lambda drawn: drawn.legend(look.view))
        await tell(interaction, Answer(texts.LEGEND, _back(look), picture))

    async def _text(self, interaction: Interaction, pressed: CustomId) -> None:
        look = await self._look(interaction, pressed)
        look.require_begun()
        board = painter(look.row.game).text(look.view, look.names).replace("`", "'")
        await tell(interaction, Answer(f"```\n{board[:TEXT_LIMIT]}\n```", _back(look)))

    async def _zoom(self, interaction: Interaction, pressed: CustomId) -> None:
        """A part of the board: around the newest move, a quarter, or all of it."""
        look = await self._look(interaction, pressed)
        look.require_begun()
        around = pressed.details[0] if pressed.details else LAST
        if around == WHOLE:
            picture = await draw(self.bot, interaction, look, lambda drawn: drawn.board(look.view, look.names))
        else:
            try:
                picture = await draw(
                    self.bot, interaction, look, lambda drawn: drawn.zoom(look.view, look.names, around)
                )
            except ValueError as error:
                raise Refusal(str(error)) from None
        places = {LAST: texts.ZOOM_LAST, WHOLE: texts.ZOOM_WHOLE, **texts.ZOOM_QUARTERS}
        last, whole, *quarters = (
            button(
                # A quarter by its letters, so that all four stand in one row on a phone too.
                place if place in texts.ZOOM_QUARTERS else label,
                CustomId(look.row.id, None, "zoom", (place,)),
                discord.ButtonStyle.primary if place == around else discord.ButtonStyle.secondary,
            )
            for place, label in places.items()
        )
        rows = (*rows_of_buttons([last, whole, _more_button(look)]), *rows_of_buttons(quarters))
        await tell(interaction, Answer(texts.zoomed(places.get(around, around)), rows, picture))

    async def _history(self, interaction: Interaction, pressed: CustomId) -> None:
        """The last turns in words."""
        look, events, _ = await self.service.news(pressed.table, 0)
        names = [texts.escape(name) for name in look.names]
        told = interface(look.row.game).sentences(look.view, events, names)[-HISTORY_SENTENCES:]
        while sum(map(len, told)) > TEXT_LIMIT - len(told):
            del told[0]
        await tell(interaction, Answer("\n".join(told) or texts.NOTHING_YET, _back(look)))

    async def _replay(self, interaction: Interaction, pressed: CustomId) -> None:
        """The game so far as an animation, drawn in a worker."""
        look, views = await self.service.history(pressed.table)
        theme = await theme_of(self.bot, interaction)
        async with self.bot.studio.private(interaction.user.id):
            animation = await self.bot.studio.draw(lambda: painter(look.row.game).replay(views, look.names, theme))
        gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
        gallery.add_item(media=f"attachment://{ANIMATION}", description=animation.alt)
        file = discord.File(BytesIO(animation.gif), filename=ANIMATION, description=animation.alt)
        steps = button(texts.BUTTON_STEPS, CustomId(look.row.id, None, "past", (str(len(views) - 1),)))
        rows = (gallery, *rows_of_buttons([steps, _more_button(look)]))
        await tell(interaction, Answer(texts.replayed(len(views) - 1), rows, attached=(file,)))

    async def _past(self, interaction: Interaction, pressed: CustomId) -> None:
        """The board after one turn of the game, with the way to the turns before and after it."""
        look, views = await self.service.history(pressed.table)
        text = pressed.details[0] if pressed.details else ""
        last = len(views) - 1
        number = min(int(text), last) if text.isascii() and text.isdigit() and len(text) < 6 else last
        picture = await draw(self.bot, interaction, look, lambda drawn: drawn.board(views[number], look.names))
        wanted = {
            texts.BUTTON_FIRST: 0,
            texts.BUTTON_BACK: number - 1,
            texts.BUTTON_FORWARD: number + 1,
            texts.BUTTON_NEWEST: last,
        }
        buttons = [
            button(label, CustomId(look.row.id, None, "past", (str(max(0, turn)), label)))
            for label, turn in wanted.items()
        ]
        for pressable, turn in zip(buttons, wanted.values(), strict=True):
            pressable.disabled = turn == number or not 0 <= turn <= last
        rows = rows_of_buttons([*buttons, _more_button(look)])
        await tell(interaction, Answer(texts.turn_of(number, last), rows, picture))

    async def _ask_resign(self, interaction: Interaction, pressed: CustomId) -> None:
        look = await self._look(interaction, pressed)
        look.require_playing()
        if not look.may_resign():
            raise Refusal(texts.NOT_AT_THIS_TABLE if look.seat is None else texts.RESIGNED)
        yes = button(texts.BUTTON_YES_RESIGN, CustomId(pressed.table, None, "resigned"), discord.ButtonStyle.danger)
        await tell(interaction, Answer(texts.CONFIRM_RESIGN, rows_of_buttons([yes, _more_button(look)])))

    async def _resign(self, interaction: Interaction, pressed: CustomId) -> None:
        await self.service.resign(pressed.table, interaction.user.id)
        await confirm(interaction, Answer(texts.RESIGNED))

    async def _ask_cancel(self, interaction: Interaction, pressed: CustomId) -> None:
        look = await self._look(interaction, pressed)
        look.require_playing()
        if look.row.host != interaction.user.id:
            raise Refusal(texts.ONLY_HOST)
        yes = button(texts.BUTTON_YES_CANCEL, CustomId(pressed.table, None, "cancelled"), discord.ButtonStyle.danger)
        await tell(interaction, Answer(texts.CONFIRM_CANCEL, rows_of_buttons([yes, _more_button(look)])))

    async def _cancel(self, interaction: Interaction, pressed: CustomId) -> None:
        await self.service.change(pressed.table, _lobby.cancel(interaction.user.id))
        await confirm(interaction, Answer(texts.ENDED_FOR_ALL))

    async def _ask_end(self, interaction: Interaction, pressed: CustomId) -> None:
        """Whether the host wants to go on without those who are late."""
        look = await self._look(interaction, pressed)
        look.require_playing()
        if look.row.host != interaction.user.id:
            raise Refusal(texts.ONLY_HOST)
        asked = CustomId(pressed.table, moment(look.row, look.view), "ended")
        yes = button(texts.BUTTON_YES_END_ROUND, asked, discord.ButtonStyle.danger)
        missing = [seat for seat in look.seats if seat.seat in look.actors]
        late = ["you" if seat.user_id == interaction.user.id else seat.name for seat in missing]
        await tell(interaction, Answer(texts.confirm_end_round(late), rows_of_buttons([yes, _more_button(look)])))

    async def _end(self, interaction: Interaction, pressed: CustomId) -> None:
        await self.service.close(pressed.table, step=pressed.step or 0, host=interaction.user.id)
        await confirm(interaction, Answer(texts.ROUND_ENDED))

    async def _record(self, interaction: Interaction, pressed: CustomId) -> None:
        """The whole record with its seed, once the game is over."""
        text = sheet.encode(await self.service.record(pressed.table))
        file = discord.File(BytesIO(text), filename=f"{pressed.table}.json")
        await interaction.followup.send(texts.RECORD, file=file, ephemeral=True)


def _back(look: Look) -> tuple[discord.ui.ActionRow[discord.ui.LayoutView], ...]:
    """The way back; there is none in the lobby, whose rules stand alone."""
    return () if look.view is None else rows_of_buttons([_more_button(look)])


def _more_button(look: Look) -> discord.ui.Button[discord.ui.LayoutView]:
    return button(texts.BUTTON_MORE, CustomId(look.row.id, None, "more"))

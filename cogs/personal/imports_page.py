"""The pages of an imported record: its boards turn by turn, its replay, and the list of records."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from io import BytesIO
from typing import TypeAlias

import discord
from discord import ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import get_selected_values, on
from cogs.ui.kit.interface import interface
from cogs.ui.kit.layouts import BUTTON_BACK, button, picture, rows_of_buttons, turn_buttons
from cogs.ui.kit.private_pages import draw, own_preferences, text_answer
from cogs.ui.messages.shared_buttons import whatif_record_button
from cogs.ui.texts import texts
from data.store import ImportRow
from engine.core import EngineError
from engine.games import game_title
from engine.record import GameRecord
from language.messages import N_, _, ngettext
from render import painter
from tables.records import record_checks as refusals
from tables.records import record_import
from tables.records.forgetting import forgotten_name
from tables.records.record_import import IMPORTS_MS, Boards
from tables.refusal import Refusal
from tables.texts import put_into_words

NO_IMPORTS = N_("You have no imported records yet. Add one with `/import` and a file.")

TOO_LONG_TO_ANIMATE = N_(
    "This game is too long for one animation. Use the buttons below the board to go through it turn by turn."
)

OWNER = "me"
"""A placeholder for the table id in the custom ids of these pages."""
BOARD, TEXT, REPLAY, REMOVE, LIST = "brought", "brought_text", "brought_replay", "brought_remove", "brought_list"
ANIMATION = "replay.gif"
MOST_FRAMES = 500

Method: TypeAlias = Callable[["ImportsPage", Interaction, CustomId], Awaitable[None]]


def _catch_unplayable(method: Method) -> Method:
    """Wrap a page's handler: if the rules of the record no longer exist, show the list and *Remove* instead."""

    async def handle(page: "ImportsPage", interaction: Interaction, pressed: CustomId) -> None:
        try:
            await method(page, interaction, pressed)
        except EngineError as error:
            rows = rows_of_buttons([_list_button(), _remove_button(_import_id(interaction, pressed))])
            await respond(
                interaction, Answer(refusals.format_unsupported_record(str(put_into_words(error.message))), rows)
            )

    return handle


class ImportsPage(commands.Cog):
    """The pages of imported records; only the user who imported a record can open them."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    async def list_imports(self, user_id: int) -> Answer:
        """List the records that a user has imported."""
        async with self.service.store.read() as reader:
            rows = await reader.people.imports_of_user(user_id)
        if not rows:
            return Answer(_(NO_IMPORTS))
        title = _("Your imported records")
        return Answer(f"### {title}", (_choices(rows),))

    async def board(self, interaction: Interaction, import_id: str, number: int | None) -> Answer:
        """Build the page with a record's board after a turn; None means the last turn."""
        record, boards = await self._replay_record(interaction, import_id)
        last = len(boards.views) - 1
        shown = last if number is None else min(number, last)
        game, names = record.configuration.game, _names(record)
        drawn = painter(game)
        image = await draw(self.bot, interaction, lambda theme: drawn.board(boards.views[shown], names, theme))
        lines = [import_title(_(game_title(game)), shown, last)]
        if shown == last:
            lines.append(_ending(game, boards, names))
        async with self.service.store.read() as reader:
            row = await reader.people.find_import(import_id)
        if row is not None:
            lines.append(format_expiry(row[0].created + IMPORTS_MS))
        return Answer("\n".join(lines), _buttons(import_id, shown, last), image, interface(game).colour)

    async def _replay_record(self, interaction: Interaction, import_id: str) -> tuple[GameRecord, Boards]:
        record = await record_import.find_import(self.service, import_id, interaction.user.id)
        async with self.bot.drawing_pool.hold_user_lock(interaction.user.id):
            return record, await self.bot.record_checks.play_again(lambda: record_import.boards(record))

    @on(BOARD)
    @_catch_unplayable
    async def _board(self, interaction: Interaction, pressed: CustomId) -> None:
        await respond(interaction, await self.board(interaction, _import_id(interaction, pressed), pressed.number(1)))

    @on(TEXT)
    @_catch_unplayable
    async def _text(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show a record's board after a turn as text."""
        import_id, turn = pressed.detail(0), pressed.number(1)
        record, boards = await self._replay_record(interaction, import_id)
        shown = min(turn or 0, len(boards.views) - 1)
        told = painter(record.configuration.game).text(boards.views[shown], _names(record))
        page = CustomId(OWNER, None, TEXT, (import_id, str(shown)))
        back = button(_(BUTTON_BACK), replace(page, action=BOARD))
        await respond(interaction, text_answer(told, pressed.detail(2), page, back))

    @on(REPLAY)
    @_catch_unplayable
    async def _replay(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show the replay of a record, drawn in a worker thread."""
        import_id = pressed.detail(0)
        record, boards = await self._replay_record(interaction, import_id)
        last = len(boards.views) - 1
        if last >= MOST_FRAMES:
            raise Refusal(_(TOO_LONG_TO_ANIMATE))
        theme, drawn = (await own_preferences(self.bot, interaction)).theme, painter(record.configuration.game)
        async with self.bot.drawing_pool.hold_user_lock(interaction.user.id):
            found = await self.bot.drawing_pool.draw(lambda: drawn.replay(boards.views, _names(record), theme))
        file = discord.File(BytesIO(found.gif), filename=ANIMATION, description=found.alt)
        shown = pressed.number(1)
        board = CustomId(OWNER, None, BOARD, (import_id,))
        # a last detail is added since both buttons may lead to the start, and custom ids must be unique in a message
        steps = button(_(texts.BUTTON_STEPS), replace(board, details=(import_id, "0", "steps")))
        back = button(_(BUTTON_BACK), replace(board, details=(import_id, str(last if shown is None else shown))))
        rows = (picture(ANIMATION, found.alt), *rows_of_buttons([steps, back]))
        await respond(interaction, Answer(texts.format_replay(over=boards.outcome is not None), rows, attached=(file,)))

    @on(REMOVE)
    async def _remove(self, interaction: Interaction, pressed: CustomId) -> None:
        await record_import.remove(self.service, pressed.detail(0), interaction.user.id)
        await respond(interaction, Answer(_("The record is removed."), rows_of_buttons([_list_button()])))

    @on(LIST)
    async def _list(self, interaction: Interaction, pressed: CustomId) -> None:
        await respond(interaction, await self.list_imports(interaction.user.id))


def _import_id(interaction: Interaction, pressed: CustomId) -> str:
    """Return the id of the record selected in the list or contained in the button."""
    return next(iter(get_selected_values(interaction)), pressed.detail(0))


def _names(record: GameRecord) -> tuple[str, ...]:
    """Return generic names for the seats, since a record contains no users."""
    return tuple(forgotten_name(seat) for seat in range(record.configuration.seats))


def _ending(game: str, boards: Boards, names: Sequence[str]) -> str:
    if boards.outcome is None:
        return _("The record ends before the end of the game.")
    return interface(game).words.verdict(boards.views[-1], boards.outcome, names)


def _buttons(import_id: str, shown: int, last: int) -> tuple[ui.ActionRow[ui.LayoutView], ...]:
    """Return the buttons of a record's board: other turns, *Text board*, *Replay*, the list, and *Remove*."""
    turning = turn_buttons(CustomId(OWNER, None, BOARD, (import_id,)), shown, range(last + 1))
    told = button(_(texts.BUTTON_TEXT_BOARD), CustomId(OWNER, None, TEXT, (import_id, str(shown))))
    replay = button(_(texts.BUTTON_REPLAY), CustomId(OWNER, None, REPLAY, (import_id, str(shown))))
    buttons = [told, replay, whatif_record_button(OWNER, import_id, shown), _list_button(), _remove_button(import_id)]
    return (*rows_of_buttons(turning), *rows_of_buttons(buttons))


def _list_button() -> ui.Button[ui.LayoutView]:
    return button(_(BUTTON_BACK), CustomId(OWNER, None, LIST))


def _remove_button(import_id: str) -> ui.Button[ui.LayoutView]:
    return button(_("Remove"), CustomId(OWNER, None, REMOVE, (import_id,)), discord.ButtonStyle.danger)


def _choices(rows: Sequence[ImportRow]) -> ui.ActionRow[ui.LayoutView]:
    options = [discord.SelectOption(label=import_label(_(game_title(row.game)), row.n), value=row.id) for row in rows]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(CustomId(OWNER, None, BOARD)), placeholder=_("Choose a record"), options=options
    )
    return ui.ActionRow(select)


def import_title(game: str, turn: int, last: int) -> str:
    if turn == 0:
        where = _("Your record, the start of {last}. Only you see it.", last=last)
    else:
        where = _("Your record, step {turn} of {last}. Only you see it.", turn=turn, last=last)
    return f"### {game}\n{where}"


def import_label(game: str, entries: int) -> str:
    return ngettext("{game}, {number} entry", "{game}, {number} entries", entries, game=game)


def format_expiry(moment: int) -> str:
    return "-# " + _("Kept until {date}. `/verify` checks the file.", date=f"<t:{moment // 1000}:D>")

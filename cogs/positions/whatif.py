"""*What if*: the kind of position in which a user tries out moves for all seats.

All state is in the store's `sandboxes`. Tables are read only for their names, and never changed.
"""

import asyncio
from collections.abc import Iterable, Sequence

from cogs.client import Hexcade
from cogs.learning import lesson_pictures
from cogs.positions.whatif_page import (
    DICE,
    DRAW,
    FURTHER,
    ON,
    RANDOM,
    RESET,
    SEAT,
    TO_END,
    UNDO,
    Shown,
    board_page,
    further_rows,
)
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.custom_ids import CustomId, open_id, read_number
from cogs.ui.kit.interactions import get_selected_values, on
from cogs.ui.kit.interface import interface
from cogs.ui.kit.layouts import BUTTON_BACK, Button, button
from cogs.ui.kit.selects import SELECT_LIMIT
from cogs.ui.texts import texts
from engine.lessons import lessons_of
from language.messages import N_, _
from tables.game_hooks import stand_in
from tables.positions import position_view
from tables.refusal import BoardMovedOn
from tables.texts import BOARD_MOVED_ON
from tables.viewer import TableView
from tables.whatif import sandbox as moves
from tables.whatif import sandboxes
from tables.whatif.origins import Start, list_names
from tables.whatif.sandbox import Sandbox, find_group
from tables.whatif.sandboxes import Change, continue_play, create_rng

YOUR_OLD_ONE = N_("-# This replaces the position you tried before.")

HOME = "more"
NOWHERE = 999
"""A number larger than any seat or any index; it stands for numbers that are too large."""
SECONDS, SECONDS_TO_END = 5.0, 10.0
"""The computation time for the computer player per press, in seconds: for one turn, and up to the end of the game."""


class WhatIf:
    """The position kind of *What if* sandboxes (`cogs.positions.positions.PositionKind`)."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.store = bot.service.store

    # The PositionKind protocol

    async def view(self, user_id: int, table_id: str) -> TableView:
        """Return the sandbox's position after the moves tried so far, as the chosen seat sees it.

        Raises Refusal if the sandbox was deleted or replaced.
        """
        return (await self._shown(user_id, await sandboxes.load_sandbox(self.store, user_id, table_id))).table

    async def home(self, interaction: Interaction, table: TableView, text: str = "") -> Answer:
        """Build the page of the sandbox to which the position belongs; `text` is shown above it."""
        return await self.opened(interaction, table.row.id, text)

    async def act(self, interaction: Interaction, table: TableView, actions: Sequence[str]) -> Answer | None:
        """Make the moves and build the page with the new position.

        None if a simultaneous turn is not over, so that the user goes on composing.
        """
        user_id, seat = interaction.user.id, table.seat
        now = await sandboxes.load_sandbox(self.store, user_id, table.row.id)
        if now.step != table.row.step or seat is None:
            raise BoardMovedOn(_(BOARD_MOVED_ON))
        after = await sandboxes.change(
            self.store, user_id, now, lambda seen: moves.acted(seen, seat, actions, create_rng())
        )
        if table.is_simultaneous and after.turn == now.turn:
            return None
        return await self._page(interaction, after)

    async def keep_draft(self, user_id: int, table: TableView, name: str, content: str) -> None:
        """Store a part of a move that is being composed in the sandbox."""
        await sandboxes.keep_draft(self.store, user_id, table.row.id, table.row.step, name, content)

    def asked(self, table: TableView) -> str:
        """Return an empty text, since a sandbox has no task."""
        return ""

    def navigation_buttons(self, table: TableView) -> list[Button]:
        """Return the button that leads back to the sandbox's page."""
        return [button(_("The position"), open_id(table, HOME))]

    # Starting and showing a sandbox

    async def begin(self, interaction: Interaction, start: Start) -> Answer:
        """Start a sandbox, which replaces the user's previous one.

        Raises Refusal or EngineError if the position can't be used.
        """
        made, replaces = await sandboxes.begin(self.store, interaction.user.id, *start)
        return await self._page(interaction, made, _(YOUR_OLD_ONE) if replaces else "")

    async def opened(self, interaction: Interaction, sandbox_id: str | None = None, text: str = "") -> Answer:
        """Build the page of the user's sandbox.

        Raises Refusal if they have none, or if `sandbox_id` is not theirs.
        """
        now = await sandboxes.load_sandbox(self.store, interaction.user.id, sandbox_id)
        return await self._page(interaction, now, text)

    async def _page(
        self, interaction: Interaction, sandbox: Sandbox, text: str = "", path: Sequence[int] = ()
    ) -> Answer:
        shown = await self._shown(interaction.user.id, sandbox)
        return await board_page(self.bot, interaction, shown, text, path)

    async def _shown(self, user_id: int, sandbox: Sandbox) -> Shown:
        standing = await asyncio.to_thread(moves.standing, sandbox)
        names = await self._list_names(sandbox)
        table = position_view(
            sandbox.id,
            sandbox.configuration,
            standing.state,
            sandbox.seat,
            names,
            user_id=user_id,
            step=sandbox.step,
            turn=sandbox.turn,
            drafts=sandbox.drafts,
        )
        return Shown(sandbox, standing, table)

    async def _list_names(self, sandbox: Sandbox) -> Sequence[str]:
        """Return the names of the seats: those in the lesson or at the table from which the position comes."""
        seats = sandbox.configuration.seats
        lesson = lessons_of(sandbox.configuration.game).get(sandbox.origin.lesson_id)
        if lesson is not None and lesson.position.seats == seats:
            return lesson_pictures.list_names(lesson)
        return await list_names(self.bot.service, sandbox.origin, seats)

    async def _current(self, interaction: Interaction, pressed: CustomId) -> Sandbox:
        now = await sandboxes.load_sandbox(self.store, interaction.user.id, pressed.table)
        if pressed.version != str(now.step):
            raise BoardMovedOn(_(BOARD_MOVED_ON))
        return now

    async def _change(self, interaction: Interaction, pressed: CustomId, change: Change) -> None:
        now = await self._current(interaction, pressed)
        after = await sandboxes.change(self.store, interaction.user.id, now, change)
        await respond(interaction, await self._page(interaction, after))

    @on(UNDO)
    async def _take_back(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._change(interaction, pressed, lambda now: moves.take_move_back(now, create_rng()))

    @on(RESET)
    async def _reset(self, interaction: Interaction, pressed: CustomId) -> None:
        await self._change(interaction, pressed, lambda now: moves.reset(now, create_rng()))

    @on(DICE)
    async def _choose_dice(self, interaction: Interaction, pressed: CustomId) -> None:
        """Switch the sandbox between random outcomes of draws and dice, and outcomes chosen by the user."""
        await self._change(
            interaction, pressed, lambda now: moves.set_dice_choice(now, create_rng(), chosen=not now.chooses)
        )

    @on(FURTHER)
    async def _show_further(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show the page behind *More*."""
        shown = await self._shown(interaction.user.id, await self._current(interaction, pressed))
        back = button(_(BUTTON_BACK), open_id(shown.table, HOME))
        await respond(interaction, Answer(f"### {_(texts.BUTTON_MORE)}", further_rows(shown, back)))

    @on(SEAT)
    async def _choose_seat(self, interaction: Interaction, pressed: CustomId) -> None:
        seat = next(iter(_numbers(get_selected_values(interaction))), 0)
        await self._change(interaction, pressed, lambda now: moves.view_from_seat(now, seat))

    @on(DRAW)
    async def _draw(self, interaction: Interaction, pressed: CustomId) -> None:
        """Apply a random outcome of the pending draw, or the one selected.

        If there are many outcomes, the user first selects a group of them.
        """
        now = await self._current(interaction, pressed)
        if RANDOM in pressed.details:
            await self._change(interaction, pressed, lambda seen: moves.apply_draw(seen, None, create_rng()))
            return
        path = _numbers((*pressed.details, *get_selected_values(interaction)))
        outcomes = (await asyncio.to_thread(moves.standing, now)).outcomes
        group = find_group(outcomes, path, SELECT_LIMIT)
        if not group:
            raise BoardMovedOn(_(BOARD_MOVED_ON))
        if len(group) > 1:
            await respond(interaction, await self._page(interaction, now, path=path))
            return
        await self._change(interaction, pressed, lambda seen: moves.apply_draw(seen, group[0], create_rng()))

    @on(ON, TO_END)
    async def _go_on(self, interaction: Interaction, pressed: CustomId) -> None:
        """Let the computer player move for all seats: one turn, or to the end of the game within the time limit."""
        now = await self._current(interaction, pressed)
        user_id, to_end = interaction.user.id, pressed.action == TO_END
        player = stand_in(interface(now.configuration.game).computers)
        seconds, think = SECONDS_TO_END if to_end else SECONDS, self.bot.thinking.think
        async with self.bot.drawing_pool.hold_user_lock(user_id):
            after = await continue_play(now, player, think, create_rng(), to_end=to_end, seconds=seconds)
        after = await sandboxes.change(self.store, user_id, now, lambda before: after)
        await respond(interaction, await self._page(interaction, after))


def _numbers(texts: Iterable[str]) -> list[int]:
    """Parse the numbers (seats or indexes) among the texts; a number that is too large becomes `NOWHERE`."""
    found = [read_number(text, NOWHERE) for text in texts if text.isdecimal()]
    return [NOWHERE if number is None else number for number in found]

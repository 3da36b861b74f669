"""Pages for positions that belong to no table. Presses on them never change a table.

Moves are composed on the pages of the game's interface, as at a table (`cogs.at_table.move_pages`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from discord.ext import commands

from cogs.at_table.board_pages import TEXT, ZOOM, text_page, zoom_page
from cogs.at_table.move_pages import Made, MovePages, with_buttons, with_game_pages
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.composing import FIRST_PAGE
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import Handler, Route, collect, on
from cogs.ui.kit.interface import GameInterface, Page, Press, interface
from cogs.ui.kit.layouts import Button
from cogs.ui.kit.private_pages import Program, page_answer
from cogs.ui.texts import texts
from language.messages import _
from tables.committing.changes import committed
from tables.positions import DOT
from tables.refusal import BoardMovedOn, Refusal
from tables.texts import NO_SUCH_TABLE, format_stale_press
from tables.viewer import TableView

HOME = "more"
"""The action that opens a position's start page; at a table, the same action opens *More*."""


class PositionKind(Protocol):
    """A kind of position, such as a lesson's questions; its position ids start with the kind's name and a dot.

    Its own pages register handlers with `on`. They take precedence over the shared handlers for composing a move.
    """

    async def view(self, user_id: int, table_id: str) -> TableView:
        """Return the position (`tables.positions.position_view`) as this user may see it.

        Raises Refusal if the user has no such position.
        """
        ...

    async def home(self, interaction: Interaction, table: TableView, text: str = "") -> Answer:
        """Build the start page of a position, with `text` above it; it is also shown after a press on a stale page."""
        ...

    async def act(self, interaction: Interaction, table: TableView, actions: Sequence[str]) -> Answer | None:
        """Make actions, given in notation, and return the page to show.

        None if the same seat must go on composing. Raises Refusal or EngineError if the actions are not allowed.
        """
        ...

    async def keep_draft(self, user_id: int, table: TableView, name: str, content: str) -> None:
        """Store a named part of a move that is being composed; the view of the position contains it as a draft."""
        ...

    def asked(self, table: TableView) -> str:
        """Return the text above the buttons of each page for composing a move, such as a lesson's question, or ""."""
        ...

    def navigation_buttons(self, table: TableView) -> Sequence[Button]:
        """Return the buttons added to each page, such as *Back*."""
        ...


class Positions(MovePages, commands.Cog):
    """The dispatcher of presses in positions; `kinds` holds the kinds of positions by the prefix of their ids."""

    def __init__(self, bot: Program, kinds: Mapping[str, PositionKind]) -> None:
        self.bot = bot
        self._kinds = kinds
        self.routes = with_game_pages(collect([self]))
        """The routes of the handlers that all kinds of positions share."""
        self.routes_of_kinds = {name: self.routes | collect([kind]) for name, kind in kinds.items()}

    def route(self, pressed: CustomId) -> Route | None:
        """Return the route of a press, or None if no handler is registered. Raise Refusal for an unknown kind."""
        self._kind(pressed.table)
        found = self.routes_of_kinds.get(pressed.table.partition(DOT)[0], self.routes).get(pressed.action)
        return found and replace(found, handler=self._current(found.handler))

    def _current(self, handler: Handler) -> Handler:
        """Wrap a handler so that a stale press is answered with the position's current start page."""

        async def handle(interaction: Interaction, pressed: CustomId) -> None:
            try:
                await handler(interaction, pressed)
            except BoardMovedOn as error:
                text = _(texts.DONE_MOVED_ON) if committed.get() else error.text
                table = await self.view(interaction, pressed)
                await respond(interaction, await self._kind(pressed.table).home(interaction, table, text))

        return handle

    def _kind(self, table_id: str) -> PositionKind:
        kind = self._kinds.get(table_id.partition(DOT)[0])
        if kind is None:
            raise Refusal(_(NO_SUCH_TABLE))
        return kind

    # Composing and making a move

    async def view(self, interaction: Interaction, pressed: CustomId) -> TableView:
        """Return the position of a press, as the user sees it.

        Raises Refusal if the user has no such position.
        """
        return await self._kind(pressed.table).view(interaction.user.id, pressed.table)

    def require_composing(self, table: TableView, ours: GameInterface, pressed: CustomId) -> None:
        """Raise BoardMovedOn for a stale page, or if there is no move to compose."""
        is_stale = pressed.version != table.version and pressed.action != FIRST_PAGE
        if is_stale or table.row.phase != "playing" or not ours.composing.may_compose(table):
            raise BoardMovedOn(format_stale_press(table.row.phase, simultaneous=table.is_simultaneous))

    async def answer(self, interaction: Interaction, table: TableView, page: Page, name: str) -> Answer:
        """Build a private page of a position, with its question above the buttons and its navigation buttons below."""
        shown = replace(page, below="\n".join(filter(None, (page.below, self._kind(table.row.id).asked(table)))))
        return with_buttons(await page_answer(self.bot, interaction, table, shown), self.navigation_buttons(table))

    async def make(self, interaction: Interaction, table: TableView, press: Press) -> Made | None:
        """Store the draft of a press and make its actions; return the updated position for the next page.

        None if the position's kind has already answered the press.
        """
        kind, user_id, table_id = self._kind(table.row.id), interaction.user.id, table.row.id
        if press.draft is not None:
            await kind.keep_draft(user_id, table, *press.draft)
            table = await kind.view(user_id, table_id)
        if press.actions:
            answer = await kind.act(interaction, table, press.actions)
            if answer is not None:
                await respond(interaction, answer)
                return None
            table = await kind.view(user_id, table_id)
        return table, ()

    async def act(self, interaction: Interaction, pressed: CustomId, action: str) -> None:
        """Make a complete action, then show the page returned by the position's kind.

        If the same seat must go on composing, show the first page for composing instead.
        """
        table = await self.view(interaction, pressed)
        self.require_composing(table, interface(table.row.game), pressed)
        await self._perform(interaction, table, Press((action,), FIRST_PAGE))

    def navigation_buttons(self, table: TableView) -> Sequence[Button]:
        """Return the buttons that the position's kind adds to each page."""
        return self._kind(table.row.id).navigation_buttons(table)

    # Viewing

    @on(HOME)
    async def _show_home(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self.view(interaction, pressed)
        await respond(interaction, await self._kind(pressed.table).home(interaction, table))

    @on(TEXT)
    async def _text(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self.view(interaction, pressed)
        await respond(interaction, text_page(table, "".join(pressed.details[:1]), *self.navigation_buttons(table)))

    @on(ZOOM)
    async def _zoom(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self.view(interaction, pressed)
        around = pressed.details[0] if pressed.details else None
        await respond(
            interaction, await zoom_page(self.bot, interaction, table, around, *self.navigation_buttons(table))
        )

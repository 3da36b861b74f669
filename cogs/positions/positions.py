"""The pages of positions that are no tables: whatever is pressed there ends here and never at a table.

Moves are composed by the pages of the game's interface, as at a table (`cogs.at_table.moves`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from discord.ext import commands

from cogs.at_table.board_pages import TEXT, ZOOM, text_page, zoom_page
from cogs.at_table.moves import FIRST_PAGE, with_game_pages
from cogs.ui.kit.answers import Answer, Interaction, open_form, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.forms import read_form
from cogs.ui.kit.interactions import Handler, Route, collect, on, on_form, selected, submitted
from cogs.ui.kit.interface import GameInterface, Page, Press, interface
from cogs.ui.kit.layouts import Button, with_button
from cogs.ui.kit.private_pages import Program, hand_answer, own_preferences, page_answer
from cogs.ui.texts import texts
from tables.committing.changes import committed
from tables.positions import DOT
from tables.refusal import BoardMovedOn, Refusal
from tables.texts import NO_SUCH_TABLE, moved_on
from tables.viewer import TableView

HOME = "more"
"""The action of the page from which moves are composed: where *More* leads at a table."""


class PositionKind(Protocol):
    """A kind of position, such as a lesson's questions; the ids of its positions begin with its name and a dot.

    Handlers of its own pages are registered with `on`; they come before those of composing a move.
    """

    async def view(self, user_id: int, table_id: str) -> TableView:
        """The position (`tables.positions.position_view`) as this person may see it. Raises Refusal."""
        ...

    async def home(self, interaction: Interaction, table: TableView, text: str = "") -> Answer:
        """The page from which moves are composed, below `text`: also the answer to a press on a stale page."""
        ...

    async def act(self, interaction: Interaction, table: TableView, actions: Sequence[str]) -> Answer | None:
        """Makes actions in notation; None if the same seat goes on composing. Raises Refusal or EngineError."""
        ...

    async def keep_draft(self, user_id: int, table: TableView, name: str, content: str) -> None:
        """Stores a part of a move that is being composed; it comes back among the drafts of `view`."""
        ...

    def asked(self, table: TableView) -> str:
        """What stands above each page on which a move is composed, such as what is asked for; empty if nothing does."""
        ...

    def ways(self, table: TableView) -> Sequence[Button]:
        """The buttons that are added to each page, such as the way back."""
        ...


class Positions(commands.Cog):
    """Dispatches what is pressed in positions; `kinds` are by the beginning of their ids."""

    def __init__(self, bot: Program, kinds: Mapping[str, PositionKind]) -> None:
        self.bot = bot
        self._kinds = kinds
        self.routes = with_game_pages(collect([self]))
        """The routes that all kinds have."""
        self.routes_of_kinds = {name: self.routes | collect([kind]) for name, kind in kinds.items()}

    def route(self, pressed: CustomId) -> Route | None:
        """Return the route of a press; None if nothing is registered for it. Raises Refusal for an unknown kind."""
        self._kind(pressed.table)
        found = self.routes_of_kinds.get(pressed.table.partition(DOT)[0], self.routes).get(pressed.action)
        return found and replace(found, handler=self._current(found.handler))

    def _current(self, handler: Handler) -> Handler:
        """Wrap a handler: a stale press is answered with the current position."""

        async def handle(interaction: Interaction, pressed: CustomId) -> None:
            try:
                await handler(interaction, pressed)
            except BoardMovedOn as error:
                text = texts.DONE_MOVED_ON if committed.get() else error.text
                table = await self._view(interaction, pressed)
                await respond(interaction, await self._kind(pressed.table).home(interaction, table, text))

        return handle

    def _kind(self, table_id: str) -> PositionKind:
        kind = self._kinds.get(table_id.partition(DOT)[0])
        if kind is None:
            raise Refusal(NO_SUCH_TABLE)
        return kind

    async def _view(self, interaction: Interaction, pressed: CustomId) -> TableView:
        return await self._kind(pressed.table).view(interaction.user.id, pressed.table)

    # Composing a move

    @on(FIRST_PAGE)
    async def _open_page(self, interaction: Interaction, pressed: CustomId) -> None:
        """Shows a page of a move or another page of the game, after storing what the press chose."""
        table = await self._view(interaction, pressed)
        ours = interface(table.row.game)
        details = (*pressed.details, *selected(interaction))
        if pressed.action not in ours.composing.open_pages:
            _require_composing(table, ours, pressed)
        press = ours.composing.press(table, pressed.action, details)
        if press is not None:
            await self._perform(interaction, table, press)
            return
        confirm = (await own_preferences(self.bot, interaction)).confirm
        page = ours.composing.page(table, pressed.action, details, confirm=confirm)
        if page.final_action is not None and not confirm:
            await self._act(interaction, table, (page.final_action,), (FIRST_PAGE, ()))
            return
        await self._show(interaction, table, page)

    async def _perform(self, interaction: Interaction, table: TableView, press: Press) -> None:
        if press.draft is not None:
            kind = self._kind(table.row.id)
            await kind.keep_draft(interaction.user.id, table, *press.draft)
            table = await kind.view(interaction.user.id, table.row.id)
        await self._act(interaction, table, press.actions, (press.page, press.details))

    async def _act(
        self, interaction: Interaction, table: TableView, actions: Sequence[str], after: tuple[str, tuple[str, ...]]
    ) -> None:
        """Makes the actions, then shows what the kind answers, or the page of the same seat that follows."""
        kind = self._kind(table.row.id)
        if actions:
            answer = await kind.act(interaction, table, actions)
            if answer is not None:
                await respond(interaction, answer)
                return
            table = await kind.view(interaction.user.id, table.row.id)
        await self._show(interaction, table, interface(table.row.game).composing.page(table, *after))

    async def _show(self, interaction: Interaction, table: TableView, page: Page) -> None:
        asked = self._kind(table.row.id).asked(table)
        shown = replace(page, text="\n".join(filter(None, (asked, page.text))))
        await self._respond(interaction, table, await page_answer(self.bot, interaction, table, shown))

    async def _respond(self, interaction: Interaction, table: TableView, answer: Answer) -> None:
        rows = answer.rows
        for way in self._ways(table):
            rows = with_button(rows, way)
        await respond(interaction, replace(answer, rows=rows))

    def _ways(self, table: TableView) -> Sequence[Button]:
        return self._kind(table.row.id).ways(table)

    @on_form("form")
    async def _open_form(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._view(interaction, pressed)
        ours = interface(table.row.game)
        _require_composing(table, ours, pressed)
        await open_form(interaction, ours.composing.form(table, pressed.details))

    @on("form_submitted")
    async def _form_submitted(self, interaction: Interaction, pressed: CustomId) -> None:
        values = read_form(submitted(interaction).get("components", []))
        table = await self._view(interaction, pressed)
        ours = interface(table.row.game)
        _require_composing(table, ours, pressed)
        await self._perform(interaction, table, ours.composing.form_submitted(table, pressed.details, values))

    @on("do")
    async def _confirm(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._view(interaction, pressed)
        _require_composing(table, interface(table.row.game), pressed)
        await self._act(interaction, table, (":".join(pressed.details),), (FIRST_PAGE, ()))

    # Looking

    @on(HOME)
    async def _home(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._view(interaction, pressed)
        await respond(interaction, await self._kind(pressed.table).home(interaction, table))

    @on("hand")
    async def _hand(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._view(interaction, pressed)
        await self._respond(interaction, table, await hand_answer(self.bot, interaction, table))

    @on(TEXT)
    async def _text(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._view(interaction, pressed)
        await respond(interaction, text_page(table, "".join(pressed.details[:1]), *self._ways(table)))

    @on(ZOOM)
    async def _zoom(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._view(interaction, pressed)
        around = pressed.details[0] if pressed.details else None
        await respond(interaction, await zoom_page(self.bot, interaction, table, around, *self._ways(table)))


def _require_composing(table: TableView, ours: GameInterface, pressed: CustomId) -> None:
    """Raises BoardMovedOn for a stale page, and where nothing is to be composed."""
    is_stale = pressed.version != table.version and pressed.action != FIRST_PAGE
    if is_stale or table.row.phase != "playing" or not ours.composing.may_compose(table):
        raise BoardMovedOn(moved_on(table.row.phase, simultaneous=table.is_simultaneous))

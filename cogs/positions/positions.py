"""The pages of positions that are no tables: whatever is pressed there ends here and never at a table.

Moves are composed by the pages of the game's interface, as at a table (`cogs.at_table.moves`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cogs.at_table.board_pages import TEXT, ZOOM, text_page, zoom_page
from cogs.at_table.moves import FIRST_PAGE
from cogs.positions.kinds import PositionKind
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.first_responses import open_form
from cogs.ui.kit.forms import read_form
from cogs.ui.kit.interactions import Handler, selected, submitted
from cogs.ui.kit.interface import GameInterface, Page, Press, interface
from cogs.ui.kit.layouts import Button, with_button
from cogs.ui.kit.private_pages import Program, hand_answer, page_answer
from cogs.ui.texts import texts
from tables.committing.changes import committed
from tables.positions import DOT
from tables.preferences import preferences
from tables.refusal import BoardMovedOn, Refusal
from tables.texts import NO_SUCH_TABLE, moved_on
from tables.viewer import TableView

HOME = "more"
"""The action of the page from which moves are composed: where *More* leads at a table."""


class Positions:
    """Dispatches what is pressed in positions; `kinds` are by the beginning of their ids."""

    def __init__(self, bot: Program, kinds: Mapping[str, PositionKind]) -> None:
        self.bot = bot
        self._kinds = kinds
        self.forms: dict[str, Handler] = {"form": self._current(self._open_form)}
        self._handlers: dict[str, Handler] = {
            "form_submitted": self._form_submitted,
            "do": self._confirm,
            "hand": self._hand,
            HOME: self._home,
            TEXT: self._text,
            ZOOM: self._zoom,
        }

    async def handle(self, interaction: Interaction, pressed: CustomId) -> None:
        """Answers a press, a select or a submitted form."""
        own = self._kind(pressed.table).handlers.get(pressed.action)
        handler = own or self._handlers.get(pressed.action, self._open_page)
        await self._current(handler)(interaction, pressed)

    def _current(self, handler: Handler) -> Handler:
        """The handler, which answers what is stale with the position as it is."""

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
        confirm = (await preferences(self.bot.service.store, interaction.user.id)).confirm
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

    async def _open_form(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._view(interaction, pressed)
        ours = interface(table.row.game)
        _require_composing(table, ours, pressed)
        await open_form(interaction, ours.composing.form(table, pressed.details))

    async def _form_submitted(self, interaction: Interaction, pressed: CustomId) -> None:
        values = read_form(submitted(interaction).get("components", []))
        table = await self._view(interaction, pressed)
        ours = interface(table.row.game)
        _require_composing(table, ours, pressed)
        await self._perform(interaction, table, ours.composing.form_submitted(table, pressed.details, values))

    async def _confirm(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._view(interaction, pressed)
        _require_composing(table, interface(table.row.game), pressed)
        await self._act(interaction, table, (":".join(pressed.details),), (FIRST_PAGE, ()))

    # Looking

    async def _home(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._view(interaction, pressed)
        await respond(interaction, await self._kind(pressed.table).home(interaction, table))

    async def _hand(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._view(interaction, pressed)
        await self._respond(interaction, table, await hand_answer(self.bot, interaction, table))

    async def _text(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._view(interaction, pressed)
        await respond(interaction, text_page(table, "".join(pressed.details[:1]), *self._ways(table)))

    async def _zoom(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self._view(interaction, pressed)
        around = pressed.details[0] if pressed.details else None
        await respond(interaction, await zoom_page(self.bot, interaction, table, around, *self._ways(table)))


def _require_composing(table: TableView, ours: GameInterface, pressed: CustomId) -> None:
    """Raises BoardMovedOn for a stale page, and where nothing is to be composed."""
    is_stale = pressed.version != table.version and pressed.action != FIRST_PAGE
    if is_stale or table.row.phase != "playing" or not ours.composing.may_compose(table):
        raise BoardMovedOn(moved_on(table.row.phase, simultaneous=table.is_simultaneous))

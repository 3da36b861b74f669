"""Composing a move step by step on the private pages that each game provides.

The same code serves a table and a position without a table, such as a lesson's question.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from cogs.ui.kit.answers import Answer, Interaction, is_private, open_form, respond
from cogs.ui.kit.composing import FIRST_PAGE
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.forms import read_form
from cogs.ui.kit.interactions import Route, get_data, get_selected_values, on, on_form
from cogs.ui.kit.interface import GameInterface, Page, Press, interface, playable_games
from cogs.ui.kit.layouts import Button, with_button
from cogs.ui.kit.private_pages import Program, build_page, hand_answer, own_preferences
from tables.viewer import TableView

Made: TypeAlias = tuple[TableView, Sequence[Button]]
"""The result of performing a press: the table afterwards, and buttons to add to the page that is shown next."""


class MovePages:
    """Base class with the handlers for composing a move. Subclasses implement them for a table or for a position."""

    # commands.Cog has a metaclass of its own, so `abc` cannot mark the methods that subclasses implement
    bot: Program

    async def view(self, interaction: Interaction, pressed: CustomId) -> TableView:
        """Return the table of a press, as the user may see it. Raise Refusal if it doesn't exist."""
        raise NotImplementedError

    def require_composing(self, table: TableView, ours: GameInterface, pressed: CustomId) -> None:
        """Raise Refusal if the user has no move to compose, or BoardMovedOn if the pressed page is stale."""
        raise NotImplementedError

    async def make(self, interaction: Interaction, table: TableView, press: Press) -> Made | None:
        """Make the actions of a press and store its draft.

        Returns None if this method has already answered the interaction, so that no further page must be shown.
        """
        raise NotImplementedError

    async def act(self, interaction: Interaction, pressed: CustomId, action: str) -> None:
        """Make a complete action, given in notation, and answer the press."""
        raise NotImplementedError

    async def answer(self, interaction: Interaction, table: TableView, page: Page, name: str) -> Answer:
        """Convert a page of the game's interface into a private answer. `name` is the name of the page."""
        raise NotImplementedError

    def navigation_buttons(self, table: TableView) -> Sequence[Button]:
        """Return the navigation buttons to add to pages that only show something, such as the hand."""
        return ()

    @on(FIRST_PAGE)
    async def _open_page(self, interaction: Interaction, pressed: CustomId) -> None:
        """Handle a press on a page of the game: perform its effect, or show the page that it opens.

        A page that only needs *Confirm* makes its move at once for users who have turned confirmation off.
        """
        table = await self.view(interaction, pressed)
        ours = interface(table.row.game)
        details = (*pressed.details, *get_selected_values(interaction))
        if pressed.action in ours.composing.open_pages:
            table.require_begun()
        else:
            self.require_composing(table, ours, pressed)
        only = ours.composing.only_move(table.view) if pressed.action == FIRST_PAGE else ""
        if only and pressed.version == table.version and not is_private(interaction):
            await self.act(interaction, pressed, only)
            return
        press = ours.composing.press(table, pressed.action, details)
        if press is not None:
            await self._perform(interaction, table, press)
            return
        # a choice on the public card never makes a move at once: it opens a private page, which can offer *Take back*
        confirm = (await own_preferences(self.bot, interaction)).confirm or not is_private(interaction)
        page = await build_page(table, pressed.action, details, confirm=confirm)
        if page.final_action is not None and not confirm and pressed.table == table.row.id:
            await self.act(interaction, pressed, page.final_action)
            return
        await respond(interaction, await self.answer(interaction, table, page, pressed.action))

    async def _perform(self, interaction: Interaction, table: TableView, press: Press) -> None:
        made = await self.make(interaction, table, press)
        if made is None:
            return
        now, further = made
        page = await build_page(now, press.page, press.details)
        await respond(interaction, with_buttons(await self.answer(interaction, now, page, press.page), further))

    @on_form("form")
    async def _open_form(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self.view(interaction, pressed)
        ours = interface(table.row.game)
        self.require_composing(table, ours, pressed)
        await open_form(interaction, ours.composing.form(table, pressed.details))

    @on("form_submitted")
    async def _handle_form(self, interaction: Interaction, pressed: CustomId) -> None:
        values = read_form(get_data(interaction).get("components", []))
        table = await self.view(interaction, pressed)
        ours = interface(table.row.game)
        self.require_composing(table, ours, pressed)
        await self._perform(interaction, table, ours.composing.form_submitted(table, pressed.details, values))

    @on("do")
    async def _confirm(self, interaction: Interaction, pressed: CustomId) -> None:
        await self.act(interaction, pressed, ":".join(pressed.details))

    @on("hand")
    async def _show_hand(self, interaction: Interaction, pressed: CustomId) -> None:
        table = await self.view(interaction, pressed)
        await respond(
            interaction, with_buttons(await hand_answer(self.bot, interaction, table), self.navigation_buttons(table))
        )


def with_buttons(answer: Answer, further: Sequence[Button]) -> Answer:
    """Return a copy of the answer with the buttons `further` added after its last row."""
    for each in further:
        answer = replace(answer, rows=with_button(answer.rows, each))
    return answer


def with_game_pages(routes: dict[str, Route]) -> dict[str, Route]:
    """Return the routes, extended by one route for each page name of all games.

    The added routes have the handler of `FIRST_PAGE`, a move's first page. Raises ValueError if a page name
    already has a route.
    """
    pages = frozenset[str]().union(*(interface(game).composing.pages for game in playable_games()))
    if taken := pages & routes.keys():
        raise ValueError(f"two handlers for {', '.join(sorted(taken))}")
    return routes | dict.fromkeys(pages, routes[FIRST_PAGE])

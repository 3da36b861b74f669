"""*How to play*: the illustrated pages of a game, opened from a lobby, from *More*, or without a table."""

from collections.abc import Sequence

from discord import ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.learning.catalogue import first_lesson
from cogs.starting.start_page import computer_button
from cogs.ui.kit.answers import Answer, Interaction, is_private, respond
from cogs.ui.kit.custom_ids import CustomId, lesson_id
from cogs.ui.kit.guide import (
    GOAL,
    GUIDE,
    MENU,
    NO_TABLE,
    GuidePage,
    find_index,
    guide_buttons,
    guide_id,
    guide_texts,
    list_pages,
)
from cogs.ui.kit.interactions import on
from cogs.ui.kit.interface import interface, playable_games
from cogs.ui.kit.layouts import BLUE, GREY, button, rows_of_buttons
from cogs.ui.kit.private_pages import draw
from cogs.ui.messages.shared_buttons import menu_button
from cogs.ui.texts import texts
from engine.core import GameType
from engine.games import game_type
from language.messages import _
from render import painter
from tables.opening import choose_seat_count
from tables.refusal import Refusal
from tables.viewer import TableView


class GuidePages(commands.Cog):
    """A cog for *How to play* and its private pages.

    Their custom ids have no version, so the pages never become stale.
    """

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot

    @on("rules")
    async def _open(self, interaction: Interaction, pressed: CustomId) -> None:
        """Open *How to play* at its first page, the goal.

        From a private page of a game that has begun, which is a page behind *More*, the first page has *Back*.
        """
        table = await self.bot.service.view(pressed.table, interaction.user.id)
        is_behind_menu = is_private(interaction) and table.view is not None
        await self._show(interaction, game_type(table.row.game), table, GOAL, is_behind_menu=is_behind_menu)

    @on(GUIDE)
    async def _page(self, interaction: Interaction, pressed: CustomId) -> None:
        """Show the page that is named in the custom id, for the options and seats of its table.

        If the table can't be read or has another game, the page is shown for the game's default options.
        """
        game = playable_games().get(pressed.details[0] if pressed.details else "")
        if game is None:
            raise Refusal(
                texts.format_unknown_game(
                    "".join(pressed.details[:1]), [_(one.title) for one in playable_games().values()]
                )
            )
        table = await self._table(interaction, pressed)
        if table is not None and table.row.game != game.name:
            table = None
        is_behind_menu = table is not None and MENU in pressed.details[2:]
        await self._show(interaction, game, table, "".join(pressed.details[1:2]), is_behind_menu=is_behind_menu)

    async def _table(self, interaction: Interaction, pressed: CustomId) -> TableView | None:
        if pressed.table == NO_TABLE:
            return None
        try:
            return await self.bot.service.view(pressed.table, interaction.user.id)
        except Refusal:
            return None

    async def _show(
        self, interaction: Interaction, game: GameType, table: TableView | None, name: str, *, is_behind_menu: bool
    ) -> None:
        ours = interface(game.name)
        menu = menu_button(table.row.id) if table is not None and is_behind_menu else None
        pages = list_pages(game.name, *_configuration(game, table))
        if not pages:
            drawn = painter(game.name)
            picture = await draw(self.bot, interaction, lambda theme: drawn.legend(None, theme))
            rows = rows_of_buttons([] if menu is None else [menu])
            missing = Answer(_("This game has no pages yet. Its legend is below."), rows, picture, ours.colour)
            await respond(interaction, missing)
            return
        number = find_index(pages, name)
        picture = await draw(self.bot, interaction, pages[number].draw)
        table_id = None if table is None else table.row.id
        further = _further_buttons(game, table, pages, number, is_behind_menu=is_behind_menu)
        rows = guide_buttons(table_id, game.name, pages, number, *further, menu=menu)
        heading, body = guide_texts(pages, number)
        await respond(interaction, Answer(heading, rows, picture, ours.colour, below=body))


def _further_buttons(
    game: GameType, table: TableView | None, pages: Sequence[GuidePage], number: int, *, is_behind_menu: bool
) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons of a page apart from those that turn pages.

    On the first page of a table, it is the page about the pending decision, if that is a later one than the next. On
    the last page, it is the first lesson. Without a table, a game against computer players is added.
    """
    found: list[ui.Button[ui.LayoutView]] = []
    topic = 0 if table is None or number else find_index(pages, _find_topic(table))
    if table is not None and topic > 1:
        come_from = [MENU] if is_behind_menu else []
        opened = guide_id(table.row.id, game.name, pages[topic].name, "now", *come_from)
        found.append(button(_("Now: {title}", title=pages[topic].title), opened))
    lesson = first_lesson(game.name)
    if number == len(pages) - 1 and lesson is not None:
        found.append(button(_("First lesson"), lesson_id(game.name, lesson.id), BLUE))
    return found if table is not None else [*found, computer_button(game.name, style=GREY)]


def _configuration(game: GameType, table: TableView | None) -> tuple[dict[str, object], int]:
    """Return the options and the number of seats that the pages explain: the table's, or those of a new table."""
    if table is None:
        ours = interface(game.name)
        seats = choose_seat_count(game, None, ours.default_seats)
        return game.options(seats, dict(ours.lobby.new_options)), seats
    return table.options, len(table.seats) if table.view is not None else table.settings.seats


def _find_topic(table: TableView) -> str:
    """Return the name of the page about the pending decision; empty in a lobby."""
    return "" if table.view is None else interface(table.row.game).teaching.guide_page(table.view)

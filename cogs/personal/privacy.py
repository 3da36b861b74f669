"""The slash command `/privacy`: a user's stored data, its export as a file, and its deletion."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import Hexcade
from cogs.ui.kit.answers import Answer, Interaction, build_file_answer, max_file_size, respond
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import on
from cogs.ui.kit.layouts import BUTTON_BACK, button, rows_of_buttons
from language.messages import N_, _, ngettext
from tables.records import archives, forgetting

DELETED = N_(
    "Your data has been deleted. Finished games show your seat's number in place of your name. Thank you for playing."
)

CONFIRM_DELETE = N_(
    "### Delete your data?\n"
    "- Your settings, statistics and imported records are deleted.\n"
    "- Finished games are kept for the other players. There you are called *Player 1*, *Player 2* and so on.\n"
    "- Messages in channels stay. The people who run the server can delete them.\n"
    "- If a server has blocked you from its tables, you stay blocked.\n"
    "- This can't be undone."
)

OWNER = "me"
"""A placeholder for the table id in the custom ids of this page."""
PRIVACY, EXPORT, ASK_DELETE, DELETE = "privacy", "privacy_export", "privacy_ask", "privacy_delete"
FILE = "my_data.zip"

PRIVACY_TEXT = N_(
    "### Your data\n"
    "I store your Discord id and name, the games that you play and their results, the moves that you plan, your "
    "notes, settings and vacations, where you look for a game, and the records that you import. I don't read messages "
    "or member lists.\n"
    "You can export all of it as a file, or delete it."
)


class PrivacyPage(commands.Cog):
    """The command `/privacy` and its pages; users can access only their own data."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @app_commands.command(name="privacy", description=N_("What I store about you: export it as a file, or delete it"))
    async def privacy(self, interaction: Interaction) -> None:
        """Show the user's privacy page, privately."""
        async with give_answer(interaction, self.service, "privacy") as answer:
            answer.content = self.answer()

    def answer(self) -> Answer:
        """Build the first page, with buttons to export or delete the data."""
        export = button(_("Export my data"), CustomId(OWNER, None, EXPORT))
        delete = button(_("Delete my data"), CustomId(OWNER, None, ASK_DELETE), discord.ButtonStyle.danger)
        return Answer(_(PRIVACY_TEXT), rows_of_buttons([export, delete]))

    @on(PRIVACY)
    async def _show(self, interaction: Interaction, pressed: CustomId) -> None:
        await respond(interaction, self.answer())

    @on(EXPORT)
    async def _export(self, interaction: Interaction, pressed: CustomId) -> None:
        async with self.bot.drawing_pool.hold_user_lock(interaction.user.id):
            archive = await archives.personal_data(self.service, interaction.user.id, max_file_size(interaction))
        text = format_data_export(archive.left_out)
        await respond(interaction, build_file_answer(text, FILE, archive.data, *rows_of_buttons([_back()])))

    @on(ASK_DELETE)
    async def _ask(self, interaction: Interaction, pressed: CustomId) -> None:
        async with self.service.store.read() as reader:
            tables = await reader.tables.of_user(interaction.user.id)
        lobbies = sum(row.phase == "lobby" for row in tables)
        text = "\n".join(line for line in (_(CONFIRM_DELETE), open_games(lobbies, len(tables) - lobbies)) if line)
        yes = button(_("Yes, delete it"), CustomId(OWNER, None, DELETE), discord.ButtonStyle.danger)
        await respond(interaction, Answer(text, rows_of_buttons([yes, _back()])))

    @on(DELETE)
    async def _delete(self, interaction: Interaction, pressed: CustomId) -> None:
        """Delete the user's data. The request is stored first, so that the upkeep finishes an interrupted deletion."""
        await forgetting.request(self.service, interaction.user.id)
        await forgetting.forget(self.service, interaction.user.id)
        await respond(interaction, Answer(_(DELETED)))


def _back() -> discord.ui.Button[discord.ui.LayoutView]:
    return button(_(BUTTON_BACK), CustomId(OWNER, None, PRIVACY))


def open_games(lobbies: int, games: int) -> str:
    """Format the warning that deletion affects the user's open lobbies and games."""
    found: list[str] = []
    if games:
        found.append(
            ngettext(
                "- You resign {number} game that you are playing now. The other players continue.",
                "- You resign {number} games that you are playing now. The other players continue.",
                games,
            )
        )
    if lobbies:
        found.append(
            ngettext(
                "- You leave {number} table that hasn't started. Tables that you host are closed.",
                "- You leave {number} tables that haven't started. Tables that you host are closed.",
                lobbies,
            )
        )
    return "\n".join(found)


def format_data_export(left_out: int) -> str:
    text = _("### Your data\nThis file contains everything I store about you.")
    if not left_out:
        return text
    rest = ngettext(
        "{number} part didn't fit into one file; ask the people who run this bot for the rest.",
        "{number} parts didn't fit into one file; ask the people who run this bot for the rest.",
        left_out,
    )
    return f"{text} {rest}"

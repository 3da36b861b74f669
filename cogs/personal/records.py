"""The slash commands `/verify`, `/export` and `/import`: checking, exporting and importing records as files."""

import asyncio
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import Hexcade
from cogs.personal.imports_page import ImportsPage
from cogs.ui.kit.answers import Answer, Interaction, build_file_answer, max_file_size
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.interactions import download_record
from cogs.ui.texts.texts import BUTTON_MORE, format_verdict
from data.store import OPEN_PHASES
from engine.games import game_type
from engine.record import GameRecord
from engine.record_json import decode
from language.messages import N_, _, ngettext
from tables.opening import is_id
from tables.records import archives, record_import
from tables.records import record_checks as refusals
from tables.records.checking_process import Finding
from tables.refusal import Refusal
from tables.service import TableService
from tables.texts import escape

BROKEN = N_("**Checked:** this record is not valid.")
SAME_AS_HERE = N_("It matches the game that was played here, move for move.")
OTHER_THAN_HERE = N_("It differs from the game that was played at this table, so somebody has changed it.")
SEAL_AS_HERE = N_("Its seal matches the game that was played here.")
NOTHING_TO_EXPORT = N_("You have no finished games yet, so there is nothing to export.")

DRAWS_DIFFER = N_("**Checked:** every move follows the rules, but the draws don't match their seal.")
EXPORT_NOTE = N_(
    "-# Unpack the file. Then `/verify` checks one of its records, and `/import` shows one turn by turn. "
    "Open games are not included, because their records contain everybody's hands."
)

RECORDS = "records.zip"


class RecordsCog(commands.Cog):
    """The commands `/verify`, `/export` and `/import`."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @app_commands.command(name="verify", description=N_("Check every move and every random draw in a record file"))
    @app_commands.describe(file=N_("A record: the file from the button Record, or one from /export"))
    async def verify(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Check a record, privately."""
        async with give_answer(interaction, self.service, "verify") as answer:
            data = await download_record(file)
            async with self.bot.drawing_pool.hold_user_lock(interaction.user.id):
                finding = await self.bot.record_checks.check(data)
                if finding.error:
                    raise Refusal(refusals.format_unreadable_record(finding.error))
                record = await asyncio.to_thread(decode, data)
            origin = await compare_with_stored(self.service, record, interaction.user.id)
            answer.content = Answer("\n".join(verdict(record, finding, origin)))

    @app_commands.command(name="export", description=N_("Get the records of your finished games in one file"))
    async def export(self, interaction: Interaction) -> None:
        """Send the records of the user's finished games, privately."""
        async with give_answer(interaction, self.service, "export") as answer:
            async with self.bot.drawing_pool.hold_user_lock(interaction.user.id):
                archive = await archives.records(self.service, interaction.user.id, max_file_size(interaction))
            if not archive.games:
                raise Refusal(_(NOTHING_TO_EXPORT))
            text = f"{format_export_reply(archive.games, archive.left_out)}\n{_(EXPORT_NOTE)}"
            answer.content = build_file_answer(text, RECORDS, archive.data)

    @app_commands.command(
        name="import", description=N_("View a game from a record file; without a file, list your imported records")
    )
    @app_commands.describe(file=N_("A record file; it is stored for 90 days"))
    async def bring(self, interaction: Interaction, file: discord.Attachment | None = None) -> None:
        """Store a record for the user and show its last board; without a file, list the stored records."""
        async with give_answer(interaction, self.service, "import") as answer:
            page = self.bot.require_cog(ImportsPage)
            if file is None:
                answer.content = await page.list_imports(interaction.user.id)
                return
            data = await download_record(file)
            async with self.bot.drawing_pool.hold_user_lock(interaction.user.id):
                row = await record_import.bring(self.service, self.bot.record_checks, interaction.user.id, data)
            answer.content = await page.board(interaction, row.id, None)


async def compare_with_stored(service: TableService, record: GameRecord, user_id: int) -> str:
    """Compare a record with the stored game of the same table; return the result as a sentence.

    Empty if there is no such game, or if it is not over, so that nothing about it is confirmed or denied. If the
    user may not see the record of the finished game, only the seal is compared, since the seal is public.
    """
    configuration = record.configuration
    if not is_id(configuration.table):
        return ""
    async with service.store.read() as reader:
        row = await reader.tables.get(configuration.table)
    if row is None or row.phase in OPEN_PHASES or row.salts is None or configuration.commitment is None:
        return ""
    if configuration.commitment != row.commitment:
        return _(OTHER_THAN_HERE)
    try:
        known = await service.record(row.id, user_id)
    except Refusal:
        return _(SEAL_AS_HERE)
    moves, known_moves = ([(one.actor, one.action) for one in log] for log in (record.entries, known.entries))
    is_same = (configuration, moves) == (known.configuration, known_moves)
    return _(SAME_AS_HERE if is_same else OTHER_THAN_HERE)


def verdict(record: GameRecord, finding: Finding, origin: str) -> list[str]:
    """Format the result of checking a record, as lines of text."""
    said = _(DRAWS_DIFFER if finding.follows else BROKEN)
    if finding.verdict != "broken":
        said = format_verdict(finding.lacking)
    title = verify_title(_(game_type(record.configuration.game).title))
    lines = [title, said, *differences(finding.differences), origin, f"-# {finding.statement}"]
    return [line for line in lines if line]


def verify_title(game: str) -> str:
    return _("### A record of {game}", game=game)


def differences(found: Sequence[str]) -> list[str]:
    """Format the differences found in a record, one line each; text from the file is escaped."""
    return [f"- {escape(one[:200])}" for one in found]


def format_export_reply(games: int, left_out: int) -> str:
    title = _("### Your records")
    if not left_out:
        count = ngettext("{number} finished game.", "{number} finished games, newest first.", games)
        return f"{title}\n{count}"
    newest = ngettext("Your newest {number} finished game.", "Your newest {number} finished games.", games)
    older = ngettext(
        "{number} older one doesn't fit into one file here. You can get each game's record with *{record}* under "
        "*{more}*.",
        "{number} older ones don't fit into one file here. You can get each game's record with *{record}* under "
        "*{more}*.",
        left_out,
        record=_("Record"),
        more=_(BUTTON_MORE),
    )
    return f"{title}\n{newest} {older}"

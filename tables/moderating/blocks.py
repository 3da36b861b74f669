"""Blocks by moderators: a blocked user can't open, join or be invited to a server's tables, nor take over a seat.

When a user is blocked, they leave all lobbies, and a lobby that they host is cancelled. Their games in progress
continue; a moderator can remove them from a game (`tables.moderating.moderation`).
"""

from contextlib import suppress

from data.store import AuditRow
from language.messages import _
from tables.committing.changes import Change, Decision
from tables.moderating import moderation
from tables.moderating.moderation import BLOCK, UNBLOCK, Moderator
from tables.open_table import OpenTable
from tables.refusal import Refusal
from tables.seat_changes.seating import require_lobby
from tables.service import TableService


async def block(service: TableService, guild_id: int, user_id: int, by: Moderator) -> None:
    """Block a user. Raise Refusal if they are already blocked."""
    async with service.store.write() as writer:
        is_known = bool(await writer.servers.filter_blocked_users(guild_id, [user_id]))
        if not is_known:
            await writer.servers.add_block(guild_id, user_id)
            await writer.servers.add_audit(_build_audit_row(guild_id, user_id, BLOCK, by))
    service.notify()
    # Also done for users who are already blocked: the program may have been killed before they had left all lobbies.
    await _leave_lobbies(service, guild_id, user_id, by)
    if is_known:
        raise Refusal(_(moderation.BLOCKED_ALREADY))


async def _leave_lobbies(service: TableService, guild_id: int, user_id: int, by: Moderator) -> None:
    async with service.store.read() as reader:
        rows = await reader.tables.of_user(user_id)
    for row in rows:
        if row.phase == "lobby" and row.guild_id == guild_id:
            # The user may have left this lobby meanwhile, or its game may have started.
            with suppress(Refusal):
                await service.change(row.id, _leave_lobby(user_id, by))


def _leave_lobby(user_id: int, by: Moderator) -> Decision:
    def decide(table: OpenTable) -> Change:
        require_lobby(table)
        leaving = moderation.end(by) if table.row.host == user_id else moderation.remove(by, user_id)
        return leaving(table)

    return decide


async def unblock(service: TableService, guild_id: int, user_id: int, by: Moderator) -> None:
    """Unblock a user. Raise Refusal if they are not blocked."""
    async with service.store.write() as writer:
        if not await writer.servers.remove_block(guild_id, user_id):
            raise Refusal(_(moderation.NOT_BLOCKED))
        await writer.servers.add_audit(_build_audit_row(guild_id, user_id, UNBLOCK, by))
    service.notify()


def _build_audit_row(guild_id: int, user_id: int, act: str, by: Moderator) -> AuditRow:
    return AuditRow(guild_id=guild_id, actor=by.id, act=act, user_id=user_id, reason=by.reason)

"""The command `bot.py doctor`, which checks everything that the program needs and prints each result with advice."""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import aiohttp

from data.store import ProcessRow, Store, StoreUnavailable
from data.store.connection import COPY_ADVICE, sqlite_file
from data.store.processes import shard_count
from ops.config import Config, ConfigError
from ops.proxies import ProxyConnector

DISCORD_API = "https://discord.com/api/v10"
PERMISSIONS = {
    "view channels": 1 << 10,
    "send messages": 1 << 11,
    "attach files": 1 << 15,
    "read message history": 1 << 16,
    "create public threads": 1 << 35,
    "send messages in threads": 1 << 38,
}
"""Bits of the permissions that the bot's invitation asks for, keyed by their names in Discord.

docs/hosting/discord.md lists the same permissions.
"""
ADMINISTRATOR = 1 << 3
PRIVILEGED = {"presence": 0b11 << 12, "guild members": 0b11 << 14, "message content": 0b11 << 18}
"""Application flags of the privileged intents by name: the bits of the full and the limited variant."""
CLOCK_SECONDS = 5
"""Allowed clock skew in seconds, against Discord and against the database.

Discord shows deadlines by its own clock, and allows 3 seconds for a response.
"""
DISK_BYTES = 200 * 1024 * 1024
REQUEST_SECONDS = 10
SERVERS_NAMED = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check; if `ok` is False, `text` says what to do."""

    what: str
    ok: bool
    text: str

    def __str__(self) -> str:
        return f"{'ok' if self.ok else 'problem':8} {self.what:12} {self.text}"


@dataclass(frozen=True, slots=True)
class _Response:
    """A response from Discord: status, body, and seconds by which its clock is ahead of this machine's."""

    status: int
    body: Any
    ahead: float | None


async def examine(config: Config, font: Callable[[], str], everywhere: Sequence[str]) -> tuple[Finding, ...]:
    """Check token, permissions, user installs, clock, database, font and disk; return all findings.

    `font` says which fonts are installed, or raises OSError. `everywhere` are the names of the commands that are
    available to users who have installed the application for themselves (a user install).
    """
    return (
        *await _check_discord(config, everywhere),
        *await _check_database(config),
        _check_font(font),
        *_check_disk(config),
    )


async def _check_discord(config: Config, everywhere: Sequence[str]) -> tuple[Finding, ...]:
    if config.discord_token is None:
        return (
            Finding("token", True, "No token is set, so the bot starts with the playground on this machine."),
            Finding("permissions", True, "The playground grants all permissions."),
            Finding("installs", True, "The playground allows user installs."),
            Finding("clock", True, "The playground uses this machine's clock."),
        )
    base = DISCORD_API if config.discord_base_url is None else f"{config.discord_base_url}/api/v10"
    headers = {"Authorization": f"Bot {config.discord_token}"}
    try:
        timeout = aiohttp.ClientTimeout(total=REQUEST_SECONDS)
        connector = ProxyConnector(config)
        async with aiohttp.ClientSession(headers=headers, timeout=timeout, connector=connector) as session:
            me = await _ask(session, f"{base}/users/@me")
            if me.status != 200:
                return _token(me), _clock(me)
            application = await _ask(session, f"{base}/applications/@me")
            servers = await _ask(session, f"{base}/users/@me/guilds")
    except (aiohttp.ClientError, OSError, ValueError, ConfigError) as error:
        reason = (str(error) or type(error).__name__).rstrip(".")
        advice = "Check the network, HTTPS_PROXY and DISCORD_BASE_URL."
        return (Finding("token", False, f"{base} can't be reached: {reason}. {advice}"),)
    return _token(me), _check_permissions(application, servers), _check_installs(application, everywhere), _clock(me)


async def _ask(session: aiohttp.ClientSession, address: str) -> _Response:
    async with session.get(address) as response:
        date = response.headers.get("Date")
        ahead = None if date is None else parsedate_to_datetime(date).timestamp() - time.time()
        # A proxy may answer in HTML.
        body = await response.json(content_type=None) if response.status == 200 else None
        return _Response(response.status, body, ahead)


def _token(me: _Response) -> Finding:
    if me.status == 200:
        return Finding("token", True, f"Discord accepts it; the bot is {me.body.get('username')}.")
    if me.status == 401:
        return Finding(
            "token", False, "Discord refuses it. Copy it again from the developer portal into DISCORD_TOKEN."
        )
    return Finding("token", False, f"It can't be checked: Discord answered {me.status}. Try again later.")


def _check_permissions(application: _Response, servers: _Response) -> Finding:
    if application.status != 200 or servers.status != 200:
        text = f"They can't be checked: Discord answered {application.status} and {servers.status}. Try again later."
        return Finding("permissions", False, text)
    invitation = _build_invitation_url(application.body["id"])
    if not servers.body:
        return Finding("permissions", False, f"The bot isn't in a server yet. Invite it: {invitation}")
    lacking = {server["name"]: missing for server in servers.body if (missing := _missing(server))}
    if lacking:
        named = [f"{name} lacks {', '.join(missing)}" for name, missing in lacking.items()]
        more = "" if len(named) <= SERVERS_NAMED else f"; and {len(named) - SERVERS_NAMED} more servers"
        return Finding("permissions", False, f"{'; '.join(named[:SERVERS_NAMED])}{more}. Invite it again: {invitation}")
    privileged = _list_privileged_intents(application.body)
    needless = f" The bot needs no privileged intents; you can turn off {', '.join(privileged)}." if privileged else ""
    return Finding(
        "permissions", True, f"The bot has all permissions in all its servers ({len(servers.body)}).{needless}"
    )


def _check_installs(application: _Response, everywhere: Sequence[str]) -> Finding:
    """Report whether users may install the application for themselves; the finding is ok in both cases."""
    if application.status != 200:
        return Finding(
            "installs",
            False,
            f"It can't be checked: Discord answered {application.status}. Try again later.",
        )
    *others, last = (f"/{name}" for name in everywhere)
    named = f"{', '.join(others)} and {last}"
    if "1" in (application.body.get("integration_types_config") or {}):
        return Finding("installs", True, f"Users can install the bot for themselves and use {named} anywhere.")
    text = (
        f"Only servers can install the bot. To let users use {named} anywhere, tick User Install in the developer "
        "portal under Installation, give it the scope applications.commands, and restart the program."
    )
    return Finding("installs", True, text)


def _build_invitation_url(application_id: str) -> str:
    wanted = sum(PERMISSIONS.values())
    return (
        f"https://discord.com/oauth2/authorize?client_id={application_id}"
        f"&scope=bot+applications.commands&permissions={wanted}"
    )


def _missing(server: Mapping[str, Any]) -> list[str]:
    """Return the permissions that the bot lacks in a server; channels may override them."""
    own = int(server.get("permissions", 0))
    if own & ADMINISTRATOR or server.get("owner"):
        return []
    return [name for name, bit in PERMISSIONS.items() if not own & bit]


def _list_privileged_intents(application: Mapping[str, Any]) -> list[str]:
    flags = int(application.get("flags", 0))
    return [name for name, bits in PRIVILEGED.items() if flags & bits]


def _clock(response: _Response) -> Finding:
    if response.ahead is None:
        return Finding("clock", True, "It can't be compared: Discord's answer has no date.")
    if abs(response.ahead) <= CLOCK_SECONDS:
        return Finding("clock", True, f"It is within {CLOCK_SECONDS} seconds of Discord's.")
    way = "behind" if response.ahead > 0 else "ahead of"
    text = f"It is {abs(response.ahead):.0f} seconds {way} Discord's. Synchronise it with NTP."
    return Finding("clock", False, text)


async def _check_database(config: Config) -> tuple[Finding, ...]:
    """Check the database and the processes that use it."""
    try:
        file = sqlite_file(config.database_url)
        if file is not None and not file.exists():
            return (Finding("database", True, f"{file} is created at the first start."),)
        store = await Store.open(config.database_url, migrate=False)
        async with store.read() as reader:
            tables, processes = await reader.tables.count_open(), await reader.processes.alive()
            _, alive = await reader.facts.alive()
        seconds_off = store.seconds_off
        await store.close()
    except StoreUnavailable as error:
        return (Finding("database", False, f"{error} Check DATABASE_URL."),)
    found = Finding("database", True, f"Connected and migrated; {tables} tables are open.")
    if not alive:
        found = Finding("database", False, f"Connected and migrated, but no program has used it. {COPY_ADVICE}")
    if seconds_off:
        way = "ahead of" if seconds_off > 0 else "behind"
        text = f"Its clock is {abs(seconds_off):.0f} seconds {way} this machine's. Synchronise both with NTP."
        found = Finding("database", False, text)
    return (found, *map(_check_process, processes))


def _check_process(row: ProcessRow) -> Finding:
    """Compare the clock of a process that uses the database with the database's clock.

    `row` is the stored row of the process. The doctor itself has none.
    """
    text = f"On {row.host}, version {row.build}, {_describe_connection(row.shards)}"
    if abs(row.ahead) <= CLOCK_SECONDS * 1000:
        return Finding("process", True, f"{text}; its clock matches the database's.")
    way = "behind" if row.ahead > 0 else "ahead of"
    seconds = abs(row.ahead) // 1000
    return Finding(
        "process", False, f"{text}; its clock is {seconds} seconds {way} the database's. Synchronise it with NTP."
    )


def _describe_connection(held: str) -> str:
    """Format a phrase about a process's connection to Discord, such as "on standby".

    `held` is the text in the column `shards` of the process's row.
    """
    count = shard_count(held)
    if count is None:
        return "on standby"
    if count == 1:
        return "connected to Discord"
    return f"connected to Discord with shards {held.replace(',', ', ')}"


def _check_font(font: Callable[[], str]) -> Finding:
    try:
        found = font()
    except OSError as error:
        return Finding("font", False, f"The fonts can't be read: {error}. Reinstall requirements.lock.")
    return Finding("font", True, found)


def _check_disk(config: Config) -> Iterator[Finding]:
    """Check the folders of an SQLite database and of the heartbeat file."""
    try:
        file = sqlite_file(config.database_url)
    except StoreUnavailable:
        file = None
    files = [config.heartbeat_file] if file is None else [file, config.heartbeat_file]
    for folder in dict.fromkeys(each.absolute().parent for each in files):
        yield _check_folder(folder)


def _check_folder(folder: Path) -> Finding:
    # Missing folders are created later, so the nearest existing one is checked.
    there = next(each for each in (folder, *folder.parents) if each.is_dir())
    try:
        with tempfile.TemporaryFile(dir=there) as probe:
            probe.write(b"hexcade")
            os.fsync(probe.fileno())
        free = shutil.disk_usage(there).free
    except OSError as error:
        return Finding("disk", False, f"{there} isn't writable: {error.strerror}. Give this user write access.")
    room = f"{free // 1024**2:,} MiB free in {there}"
    if free < DISK_BYTES:
        return Finding("disk", False, f"Only {room}. Free at least {DISK_BYTES // 1024**2} MiB.")
    return Finding("disk", True, f"{room}; the folder is writable.")

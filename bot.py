"""Hexcade: hex and grid games for Discord communities. `python bot.py` starts it; without a token, on this machine.

With DISCORD_TOKEN it is the bot. Without, it supervises two processes: the playground, which is a small Discord on the
loopback address with a page to play on, and the same bot, connected to it (design.md, The playground).
"""

import asyncio
import ctypes
import os
import secrets
import signal
import sys
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

import aiohttp
import discord
import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from cogs import _logging, _settings
from cogs._client import Hexcade
from cogs._doctor import examine
from cogs._settings import Settings, SettingsError
from data.store import Store, StoreUnavailable
from data.store.backup import BackupError, backup, restore
from playground.supervisor import CONFIGURATION_ERROR, ChildCommand, Supervisor, follow_parent

HERE = Path(__file__).resolve().parent
WORLD = "var/playground.sqlite3"
M_MMAP_THRESHOLD = -3
LARGE_BYTES = 64 << 10
"""From this size on, what drawing takes for a moment goes back to the system. It costs no time that can be measured."""


def main(arguments: Sequence[str] = ()) -> int:
    """Runs the bot, or the playground with the bot, or what the arguments ask for; gives the exit status."""
    try:
        settings = _settings.load()
    except SettingsError as error:
        return fail(str(error))
    match arguments:
        case []:
            return start(settings)
        case ["backup", file]:
            return keep(backup(settings.database_url, Path(file)), f"rows are kept in {file}")
        case ["restore", file]:
            return keep(restore(settings.database_url, Path(file)), f"rows were restored from {file}")
        case ["doctor"]:
            return doctor(settings)
        case _:
            return fail("usage: bot.py, or bot.py doctor, or bot.py backup FILE, or bot.py restore FILE")


def doctor(settings: Settings) -> int:
    """Says how everything is that the program needs; 1 where something should be done."""
    findings = asyncio.run(examine(settings))
    for finding in findings:
        print(finding)
    return 0 if all(finding.well for finding in findings) else 1


def keep(work: Coroutine[Any, Any, int], done: str) -> int:
    """Runs a backup or a restore to its end, and says how many rows it moved."""
    try:
        print(f"{asyncio.run(work)} {done}.")
    except (BackupError, StoreUnavailable) as error:
        return fail(str(error))
    return 0


def start(settings: Settings) -> int:
    """Runs the bot, or without a token the playground with the bot."""
    if settings.discord_token is None and settings.discord_base_url is not None:
        return fail("DISCORD_BASE_URL is set, but DISCORD_TOKEN is not.")
    if settings.discord_token is None:
        return supervise(settings)
    follow_parent()
    give_memory_back()
    _logging.configure(settings)
    return asyncio.run(run_bot(settings, settings.discord_token.get_secret_value()))


def give_memory_back() -> None:
    """Keeps glibc from holding on to large blocks, which it does once it has seen one freed; elsewhere does nothing."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)


def fail(text: str) -> int:
    """Says in one line why the program can't run as it is set up; gives the exit status for that."""
    print(f"hexcade: {' '.join(text.split())}", file=sys.stderr)
    return CONFIGURATION_ERROR


def supervise(settings: Settings) -> int:
    """Runs the playground and the bot as two processes, until told to stop."""
    bot_token = secrets.token_urlsafe(24)
    port = str(settings.playground_port)
    server = ChildCommand(
        "playground",
        [sys.executable, "-m", "playground", "--port", port, "--world", WORLD],
        {
            **os.environ,
            # Its modules lie beside this file, wherever the program was started.
            "PYTHONPATH": str(HERE),
            "PLAYGROUND_RUN_TOKEN": secrets.token_urlsafe(24),
            "PLAYGROUND_BOT_TOKEN": bot_token,
        },
    )
    bot = ChildCommand(
        "bot",
        [sys.executable, __file__],
        {**os.environ, "DISCORD_TOKEN": bot_token, "DISCORD_BASE_URL": f"http://127.0.0.1:{port}"},
        after=("127.0.0.1", settings.playground_port),
    )
    return Supervisor([server, bot]).run()


async def run_bot(settings: Settings, token: str) -> int:
    """Connects and serves until a signal asks to stop."""
    if settings.discord_base_url is not None:
        use_base_url(settings.discord_base_url)
    try:
        store = await Store.open(settings.database_url)
    except StoreUnavailable as error:
        return fail(str(error))
    bot = Hexcade(settings, store)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, bot.stopping.set)
    try:
        async with bot:
            await bot.health.open()
            await serve(bot, token)
    except SettingsError as error:
        return fail(str(error))
    except discord.LoginFailure:
        return fail("Discord refused the token in DISCORD_TOKEN. Copy it anew from the developer portal.")
    except (OSError, aiohttp.ClientError, discord.DiscordException, StoreUnavailable) as error:
        # Not a matter of set-up: a supervisor may try again.
        fail(str(error) if isinstance(error, StoreUnavailable) else f"Discord can't be reached: {error}")
        return 1
    return 1 if bot.failed else 0


async def serve(bot: Hexcade, token: str) -> None:
    """Until the bot is asked to stop, or its connection ends for good."""
    connected = asyncio.create_task(bot.start(token))
    asked = asyncio.create_task(bot.stopping.wait())
    await asyncio.wait({connected, asked}, return_when=asyncio.FIRST_COMPLETED)
    asked.cancel()
    if connected.done():
        connected.result()
    else:
        await bot.close()
        await connected


def use_base_url(base: str) -> None:
    """Sends discord.py to another address; these three names of it are undocumented, and held by a test."""
    Route.BASE = f"{base}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(base.replace("http", "ws", 1) + "/gateway/")
    setattr(Asset, "BASE", f"{base}/cdn")  # noqa: B010 - declared a literal


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Hexcade: hex and grid games for Discord communities, started by `python bot.py`.

With DISCORD_TOKEN it is the bot. Without it, it supervises two processes: the playground, a local imitation of Discord
on the loopback address with a web page, and the same bot connected to it.
"""

import gc

if __name__ == "__main__":
    # Imported objects live as long as the program: searching them for garbage takes a seventh of the start's CPU time.
    gc.disable()

import asyncio
import os
import secrets
import signal
import sys
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import discord
import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from cogs.client import EVERYWHERE, Hexcade
from data.store import Store, StoreInUse, StoreUnavailable, StoreUnreachable
from data.store.backup import Copied, backup, restore
from data.store.connection import COPY_ADVICE
from data.store.copying import CopyError
from data.store.moving import move
from ops import logs
from ops.config import Config, ConfigError, load
from ops.doctor import examine
from playground.supervisor import CONFIGURATION_ERROR, ChildCommand, Supervisor, follow_parent
from render import fonts

HERE = Path(__file__).resolve().parent
AUTHENTICATION_FAILED, SHARDING_REQUIRED = 4004, 4011
"""Discord's close codes for a token that was reset, and for a bot that needs more shards."""
WORLD = "var/playground.sqlite3"
NO_SHAPING = (
    "FriBiDi is missing, so scripts such as Arabic have separate letters in pictures: install the package libfribidi0."
)
USAGE = (
    "usage: bot.py, or bot.py doctor, or bot.py backup FILE, or bot.py restore FILE, or bot.py move-database FROM TO"
)


def main(arguments: Sequence[str] = ()) -> int:
    """Run the program or the subcommand in the arguments; return the exit status."""
    try:
        config = load()
    except ConfigError as error:
        return fail(str(error))
    match arguments:
        case []:
            return start(config)
        case ["backup", file]:
            return move_rows(backup(config.database_url, Path(file)), f"rows were backed up to {file}")
        case ["restore", file]:
            return move_rows(restore(config.database_url, Path(file)), f"rows were restored from {file}")
        case ["move-database", source, target]:
            return move_database(source, target)
        case ["doctor"]:
            return doctor(config)
        case _:
            return fail(USAGE)


def doctor(config: Config) -> int:
    """Run the checks and print their findings; return exit status 1 if one of them failed, else 0."""
    findings = asyncio.run(examine(config, describe_fonts, EVERYWHERE))
    for finding in findings:
        print(finding)
    return 0 if all(finding.ok for finding in findings) else 1


def describe_fonts() -> str:
    """Say which fonts are installed and whether scripts with joined letters can be drawn.

    Raises OSError if a font can't be read.
    """
    families = [fonts.open_font(file, 32, 600).getname()[0] for file in (fonts.INTER, fonts.CJK)]
    joined = "" if fonts.can_shape() else f" {NO_SHAPING}"
    return f"{' and '.join(map(str, families))} are installed.{joined}"


def move_rows(work: Coroutine[Any, Any, Copied], done: str) -> int:
    """Run the backup or restore `work`, and print the number of rows copied, followed by the text `done`.

    Returns the exit status.
    """
    try:
        copied = asyncio.run(work)
    except (CopyError, StoreUnavailable) as error:
        return fail(str(error))
    print(f"{copied.rows} {done}.")
    return check_rows(copied.rows, copied.alive)


def move_database(source: str, target: str) -> int:
    """Move all rows from one database into another and print their number; return the exit status."""
    try:
        moved = asyncio.run(move(source, target))
    except (CopyError, StoreUnavailable) as error:
        return fail(str(error))
    print(f"{moved.rows} rows of {moved.tables} tables were moved; counts and digests are the same.")
    if moved.source_in_use:
        print("Hexcade is running on FROM: what it writes now is not moved. Stop it first, unless this was a trial.")
    return check_rows(moved.rows, moved.alive)


def check_rows(rows: int, alive: int | None) -> int:
    """Print when the program that wrote the copied rows was last alive, and return the exit status.

    `rows` is the number of rows copied. If it is 0, a warning is printed and the exit status is 1. `alive` is the
    time in milliseconds UTC, None if unknown.
    """
    if alive is not None:
        print(f"The program was last alive on {datetime.fromtimestamp(alive / 1000, UTC):%Y-%m-%d at %H:%M:%S} UTC.")
    if rows:
        return 0
    fail(f"There was nothing to copy. {COPY_ADVICE}")
    return 1


def start(config: Config) -> int:
    """Run the bot, or without a token the playground with the bot; return the exit status."""
    if config.discord_token is None and config.discord_base_url is not None:
        return fail("DISCORD_BASE_URL is set, but DISCORD_TOKEN is not.")
    if config.discord_token is None:
        return supervise(config)
    follow_parent()
    logs.configure(config)
    return asyncio.run(run_bot(config, config.discord_token))


def fail(text: str) -> int:
    """Print a configuration error in one line and return its exit status."""
    print(f"hexcade: {' '.join(text.split())}", file=sys.stderr)
    return CONFIGURATION_ERROR


def supervise(config: Config) -> int:
    """Run the playground and the bot as two processes until a signal stops them; return the exit status."""
    bot_token = secrets.token_urlsafe(24)
    port = str(config.playground_port)
    server = ChildCommand(
        "playground",
        [
            *(sys.executable, "-m", "playground", "--port", port, "--world", WORLD),
            *("--shards", str(config.playground_shards), "--servers", str(config.playground_servers)),
            *("--messages", str(config.playground_messages), "--intents", config.playground_intents),
        ],
        {
            **os.environ,
            # The modules are beside this file, whatever the working directory.
            "PYTHONPATH": str(HERE),
            "PLAYGROUND_RUN_TOKEN": secrets.token_urlsafe(24),
            "PLAYGROUND_BOT_TOKEN": bot_token,
        },
    )
    bot = ChildCommand(
        "bot",
        [sys.executable, __file__],
        {**os.environ, "DISCORD_TOKEN": bot_token, "DISCORD_BASE_URL": f"http://127.0.0.1:{port}"},
        after=("127.0.0.1", config.playground_port),
    )
    return Supervisor([server, bot]).run()


async def run_bot(config: Config, token: str) -> int:
    """Connect to Discord and run the bot until a signal stops it; return the exit status."""
    if config.discord_base_url is not None:
        use_base_url(config.discord_base_url)
    try:
        store = await Store.open(config.database_url, shared=True)
    except StoreUnavailable as error:
        fail(str(error))
        return 1 if isinstance(error, StoreUnreachable) else CONFIGURATION_ERROR
    bot = Hexcade(config, store)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, bot.stop)
    try:
        async with bot:
            await bot.health.open()
            await serve(bot, token)
    except (ConfigError, StoreInUse) as error:
        return fail(str(error))
    except discord.LoginFailure:
        return fail("Discord refused the token in DISCORD_TOKEN. Copy it again from the developer portal.")
    except (OSError, aiohttp.ClientError, discord.DiscordException, StoreUnavailable) as error:
        code = error.code if isinstance(error, discord.ConnectionClosed) else None
        if code == SHARDING_REQUIRED:
            if config.shards is not None:
                return fail("Discord requires more shards. Set SHARDS=auto, stop all processes, then start them again.")
            fail("Discord requires more shards. Stop all processes, then start them: they adopt the new number.")
            return 1
        if code == AUTHENTICATION_FAILED:
            return fail("The token in DISCORD_TOKEN is no longer valid. Copy the new one from the developer portal.")
        # Not a configuration error: a supervisor may restart the program.
        fail(str(error) if isinstance(error, StoreUnavailable) else f"Discord can't be reached: {error}")
        return 1
    return 1 if bot.failed else 0


async def serve(bot: Hexcade, token: str) -> None:
    """Run the bot until it is asked to stop or its connection ends for good.

    Errors of the login or the connection are raised, unless the bot was asked to stop before.
    """
    asked = asyncio.create_task(bot.stopping.wait())
    try:
        login = asyncio.create_task(bot.login(token))
        await asyncio.wait({login, asked}, return_when=asyncio.FIRST_COMPLETED)
        if not login.done():
            # Cancelled before the session is closed, which would make the login fail.
            await _cancel(login)
            return
        login.result()
        connected = asyncio.create_task(bot.connect())
        await asyncio.wait({connected, asked}, return_when=asyncio.FIRST_COMPLETED)
        if connected.done():
            connected.result()
            return
    finally:
        asked.cancel()
    await bot.close()
    # While the gateway is disconnected, discord.py would sleep until its next attempt.
    await _cancel(connected)


async def _cancel(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait for its end, ignoring exceptions."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def use_base_url(base: str) -> None:
    """Point discord.py at another address by setting three undocumented attributes; a test checks that they exist."""
    Route.BASE = f"{base}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(base.replace("http", "ws", 1) + "/gateway/")
    setattr(Asset, "BASE", f"{base}/cdn")  # noqa: B010 - declared a literal


if __name__ == "__main__":
    gc.freeze()
    gc.enable()
    sys.exit(main(sys.argv[1:]))

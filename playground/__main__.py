"""`python -m playground`: run the server until SIGINT or SIGTERM; exit status 2 means an invalid setting."""

import argparse
import asyncio
import errno
import ipaddress
import logging
import os
import secrets
import signal
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

from playground import intents, limits, permissions
from playground.server import PLAYGROUND, Settings, listen
from playground.supervisor import CONFIGURATION_ERROR, follow_parent
from playground.tokens import TokenFileError, keep_token, make_token
from playground.world import WorldError

_WORLD = Path("var/playground.sqlite3")
_OTHER_BOT = Path("var/other_bot")
"""The folder of the token and the world of a bot of another project."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Print the error in one line and exit."""
        _exit(message)


def _exit(reason: str) -> None:
    print(f"playground: {reason}", file=sys.stderr)
    raise SystemExit(CONFIGURATION_ERROR)


def _settings(arguments: list[str]) -> Settings:
    parser = _Parser(prog="playground", description="A local imitation of Discord.")
    parser.add_argument("--port", type=int, default=8800, help="port to listen on (default 8800)")
    parser.add_argument("--world", type=Path, help=f"SQLite file with all state (default {_WORLD})")
    parser.add_argument("--run-token", default=os.environ.get("PLAYGROUND_RUN_TOKEN"), help="session token of the page")
    parser.add_argument("--bot-token", default=os.environ.get("PLAYGROUND_BOT_TOKEN"), help="token of the bot")
    parser.add_argument("--address", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--allow-other-machines", action="store_true", help="required for any address except 127.0.0.1")
    parser.add_argument(
        "--shards", type=int, default=1, help="number of shards that the bot is told to start (default 1)"
    )
    parser.add_argument("--servers", type=int, default=1, help="number of servers that the bot is on (default 1)")
    parser.add_argument(
        "--messages",
        type=int,
        default=limits.MESSAGES,
        help=f"messages that the bot may send per channel in 5 seconds (default {limits.MESSAGES}, as on Discord)",
    )
    parser.add_argument(
        "--intents",
        default=os.environ.get("PLAYGROUND_INTENTS", ""),
        help=f"privileged intents of the bot, separated by commas: {', '.join(intents.PRIVILEGED)} (default none)",
    )
    parser.add_argument(
        "--token-file",
        type=Path,
        nargs="?",
        const=_OTHER_BOT / "token",
        help=f"for a bot of another project: the file for its token (default {_OTHER_BOT / 'token'}). The bot is an "
        f"administrator, and its world is {_OTHER_BOT / 'world.sqlite3'}.",
    )
    given = parser.parse_args(arguments)
    if not 1 <= given.port <= 65535:
        parser.error(f"the port must be from 1 to 65535, not {given.port}")
    most_of = {"shards": limits.SHARDS, "servers": limits.SERVERS, "messages": limits.MESSAGES_LIMIT}
    for name, most in most_of.items():
        if not 1 <= (number := getattr(given, name)) <= most:
            parser.error(f"--{name} must be from 1 to {most}, not {number}")
    try:
        address = ipaddress.ip_address(given.address)
    except ValueError:
        parser.error(f"{given.address!r} is not an IP address")
        raise
    if address.is_unspecified:
        parser.error(f"{address} means all addresses: give the one that you will open the page with")
    if str(address) != "127.0.0.1":
        if not given.allow_other_machines:
            parser.error(f"listening on {address} needs --allow-other-machines")
        print(
            f"Warning: anybody who can reach {address} and has the address below can play as anybody.", file=sys.stderr
        )
    try:
        privileged = intents.parse_privileged(given.intents)
    except ValueError as error:
        parser.error(f"--intents: {error}")
        raise
    if given.token_file and given.bot_token:
        parser.error("--token-file and --bot-token exclude each other")
    world = given.world or (_OTHER_BOT / "world.sqlite3" if given.token_file else _WORLD)
    token = given.bot_token or (partial(keep_token, given.token_file) if given.token_file else make_token)
    session_token = given.run_token or secrets.token_urlsafe(24)
    settings = Settings(
        *(world, given.port, session_token, token, str(address)),
        shards=given.shards,
        servers=given.servers,
        messages=given.messages,
        privileged=privileged,
    )
    if given.token_file:
        return replace(settings, names=("Bot", "Playground"), bot_role=permissions.BITS["ADMINISTRATOR"])
    return settings


async def _serve(settings: Settings) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    runner = await listen(settings)
    if not isinstance(settings.bot_token, str):
        print(f"Bot token: {runner.app[PLAYGROUND].gateway.bot_token}", flush=True)
    print(f"Playground: {settings.page_url}", flush=True)
    try:
        await stop.wait()
    finally:
        await runner.cleanup()


def main(arguments: list[str]) -> None:
    """Run the playground until SIGINT or SIGTERM."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    follow_parent()
    settings = _settings(arguments)
    try:
        asyncio.run(_serve(settings))
    except (WorldError, TokenFileError) as error:
        _exit(str(error))
    except OSError as error:
        if error.errno not in (errno.EADDRINUSE, errno.EACCES, errno.EADDRNOTAVAIL):
            raise
        reason = "is in use" if error.errno == errno.EADDRINUSE else "cannot be opened"
        _exit(f"port {settings.port} on {settings.address} {reason}")


if __name__ == "__main__":
    main(sys.argv[1:])

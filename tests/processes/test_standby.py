"""Two real programs on one PostgreSQL: one is connected, the other one stands by and takes over."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from tests.fault_proxy import BEFORE
from tests.playground_driver import ROOT
from tests.postgresql import postgresql
from tests.processes.several_programs import ALL, CONNECTED, until
from tests.program_processes import ProgramProcesses, start_program
from tests.table_driver import buttons, is_public, table_of

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="function")]


@asynccontextmanager
async def standby(program: ProgramProcesses, url: str, base: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Yield a second program that stands by; kill it at the end."""
    with (program.folder / "standby.log").open("ab") as log:
        environment = {**program.environment, "DISCORD_BASE_URL": base, "HEARTBEAT_FILE": "standby"}
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(ROOT / "bot.py"), cwd=program.folder, env=environment, stdout=log, stderr=log
        )
    try:
        await until(url, ALL, 2)
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_a_game_goes_on_when_the_connected_program_is_killed_while_it_posts(tmp_path: Path) -> None:
    async with (
        postgresql() as url,
        start_program(tmp_path, proxied=True, DATABASE_URL=url) as program,
        standby(program, url, program.playground.base),
    ):
        await until(url, CONNECTED, 1)
        table = await table_of(program, [await program.person("Ann"), await program.person("Ben")])
        card = await table.start()
        for number in range(4):
            async for moment in table.turn(card):
                if number == 1 and moment == "preview":
                    program.proxy.trap("POST", r"/channels/\d+/messages$", BEFORE, program.kill_bot)
                if number == 1 and moment == "confirmed":
                    await program.proxy.sprung()
                    await program.playground.bot_is_online()
            card = await table.next_card(card)

        connection = await asyncpg.connect(url)
        found = await connection.fetch("SELECT actor, action FROM entries WHERE table_id = $1 ORDER BY n", table.id)
        await connection.close()
        assert [row["action"] for row in found if int(row["actor"]) >= 0] == table.confirmed
        public = [message for message in await table.messages() if is_public(message)]
        assert len(public) == len(table.confirmed) + 1
        assert len([message for message in public if buttons(message)]) == 1
        assert await program.playground.unknown_routes() == {}


async def test_a_program_that_stood_still_stands_by_when_it_goes_on(tmp_path: Path) -> None:
    async with (
        postgresql() as url,
        start_program(tmp_path, DATABASE_URL=url) as program,
        standby(program, url, program.playground.base) as other,
    ):
        assert program.bot
        await until(url, CONNECTED, 1)
        program.bot.send_signal(signal.SIGSTOP)
        await until(url, f"{ALL} WHERE shards <> '' AND started = (SELECT max(started) FROM processes)", 1)

        program.bot.send_signal(signal.SIGCONT)
        await until(url, ALL, 2)
        await until(url, CONNECTED, 1)
        assert (program.bot.returncode, other.returncode) == (None, None)

        other.send_signal(signal.SIGTERM)
        assert await other.wait() == 0
        await until(url, CONNECTED, 1)
        await program.playground.bot_is_online()

"""Empty PostgreSQL databases for tests; a test process reuses a few, one test after the other."""

import asyncio
import atexit
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from tests.playground_driver import PATIENCE_SECONDS

SERVER = "postgresql://postgres@127.0.0.1:5432"
_unused: list[str] = []


async def administer(statement: str, database: str = "test") -> None:
    """Run statements on the PostgreSQL server."""
    connection = await asyncpg.connect(f"{SERVER}/{database}", command_timeout=PATIENCE_SECONDS)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@asynccontextmanager
async def postgresql() -> AsyncIterator[str]:
    """Yield the address of an empty database; skip the test without a server, or fail it if one is required.

    `.ci/run` sets HEXCADE_REQUIRE_POSTGRES=1.
    """
    name = _unused.pop() if _unused else await _created()
    yield f"{SERVER}/{name}"
    await _emptied(name)
    _unused.append(name)


async def _created() -> str:
    name = f"hexcade_test_{secrets.token_hex(6)}"
    try:
        await administer(f"CREATE DATABASE {name}")
    except (OSError, asyncpg.PostgresError) as error:
        reason = f"No PostgreSQL for tests at {SERVER}/test: {error}"
        if os.environ.get("HEXCADE_REQUIRE_POSTGRES") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    atexit.register(lambda: asyncio.run(administer(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")))
    return name


async def _emptied(name: str) -> None:
    """Close remaining connections and reset the database to an empty schema."""
    await administer(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    await administer(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
    await administer("DROP SCHEMA public CASCADE; CREATE SCHEMA public", name)

"""A PgBouncer in front of the tests' PostgreSQL."""

import asyncio
import os
import shutil
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.playground_driver import PATIENCE_SECONDS, free_port
from tests.postgresql import SERVER

SETTINGS = """
[databases]
* = host=127.0.0.1 port=5432 user=postgres

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
ignore_startup_parameters = extra_float_digits
"""


@asynccontextmanager
async def pgbouncer(address: str, mode: str) -> AsyncIterator[str]:
    """Yield the address of a database behind PgBouncer in this pool mode; skip the test if it isn't installed.

    The test fails if PgBouncer is required: `.ci/run` sets HEXCADE_REQUIRE_POSTGRES=1.
    """
    program = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        reason = "PgBouncer is not installed."
        if os.environ.get("HEXCADE_REQUIRE_POSTGRES") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    port = free_port()
    with TemporaryDirectory() as folder:
        # PgBouncer refuses to run as root, so another user must be able to read its settings.
        os.chmod(folder, 0o755)
        file = _settings(Path(folder), port, mode)
        user = ["-u", "nobody"] if os.getuid() == 0 else []
        process = await asyncio.create_subprocess_exec(program, *user, str(file), stdin=DEVNULL, stderr=PIPE)
        try:
            assert process.stderr is not None
            async with asyncio.timeout(PATIENCE_SECONDS):
                while b"process up" not in (line := await process.stderr.readline()):
                    assert line, "PgBouncer has not started"
            yield address.replace(SERVER, f"postgresql://postgres@127.0.0.1:{port}")
        finally:
            process.kill()
            await asyncio.wait_for(process.communicate(), PATIENCE_SECONDS)


def _settings(folder: Path, port: int, mode: str) -> Path:
    file = folder / "pgbouncer.ini"
    file.write_text(SETTINGS.format(port=port, mode=mode))
    return file

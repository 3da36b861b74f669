"""A small HTTP proxy on loopback with CONNECT tunnels; every host leads to the test's one server."""

import asyncio
import ssl
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

CERTIFICATE = Path(__file__).parent / "discord_test.pem"
"""Certificate and key of `discord.test`, its subdomains and 127.0.0.1."""


class SmallProxy:
    """A proxy that records the first line of each request and rejects requests without the expected credentials."""

    def __init__(self, upstream: int, credentials: str | None) -> None:
        self._upstream = upstream
        self._expected = None if credentials is None else f"Basic {b64encode(credentials.encode()).decode()}"
        self._tasks: set[asyncio.Task[None]] = set()
        self.requests: list[str] = []
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        task = asyncio.create_task(self._answer(reader, writer))
        self._tasks.add(task)
        try:
            await task
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            writer.close()

    def cut(self) -> None:
        """Cut all connections."""
        for task in self._tasks:
            task.cancel()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        method, target, _ = lines[0].split()
        self.requests.append(f"{method} {target}")
        headers = dict(line.split(": ", 1) for line in lines[1:] if line)
        if self._expected not in (None, headers.get("Proxy-Authorization")):
            writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
            return await writer.drain()
        above, below = await asyncio.open_connection("127.0.0.1", self._upstream)
        try:
            if method == "CONNECT":
                writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            else:
                below.write(head)
            async with asyncio.TaskGroup() as group:
                group.create_task(_pass_on(above, writer))
                group.create_task(_pass_on(reader, below))
        finally:
            below.close()


async def _pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    while data := await source.read(1 << 16):
        target.write(data)
        await target.drain()
    target.close()


@asynccontextmanager
async def small_proxy(
    upstream: int, credentials: str | None = None, *, secure: bool = False
) -> AsyncIterator[SmallProxy]:
    """Run a proxy; if `secure`, clients connect to it over TLS."""
    proxy = SmallProxy(upstream, credentials)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0, ssl=server_context() if secure else None)
    proxy.port = server.sockets[0].getsockname()[1]
    async with server:
        yield proxy
        proxy.cut()


def server_context() -> ssl.SSLContext:
    """Return the TLS context of a server with the certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


def client_context() -> ssl.SSLContext:
    """Return the TLS context of a client that trusts the certificate."""
    return ssl.create_default_context(cafile=str(CERTIFICATE))

"""Access control: host, origin, session cookie, tokens, security headers, and limits on bodies and connections."""

import asyncio
import contextlib
import io
import logging
import socket
from itertools import cycle, islice
from typing import Any

import aiohttp
import pytest

from playground import limits
from tests.local_server import Server
from tests.playground_driver import PATIENCE_SECONDS

PEOPLE = "/playground/people"


ME = "/api/v10/users/@me"
OTHER_HOSTS = ("localhost:{port}", "127.0.0.1", "127.0.0.1:{other}", "evil.example:{port}", "")
OTHER_ORIGINS = ("http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:{port}")


@pytest.mark.parametrize(
    ("headers", "paths", "status"),
    [
        *(
            ({"Host": host}, ("/", "/page/app.js", PEOPLE, ME, "/gateway/", "/attachments/1/1/a.png"), 403)
            for host in OTHER_HOSTS
        ),
        *(({"Origin": origin}, (PEOPLE, ME, "/gateway/"), 403) for origin in OTHER_ORIGINS),
        *(({"Cookie": cookie}, ("/", "/?token=wrong", PEOPLE, "/playground/status", ME), 401) for cookie in ("", "x")),
        *(({"Authorization": header}, (ME,), 401) for header in ("Bot wrong", "wrong", "")),
    ],
    ids=lambda value: str(value)[:40],
)
async def test_requests_of_others_are_refused(
    server: Server, headers: dict[str, str], paths: tuple[str, ...], status: int
) -> None:
    port = server.settings.port
    headers = {name: value.format(port=port, other=port + 1) for name, value in headers.items()}
    (name,) = server.cookie
    cookies = {name: headers.pop("Cookie")} if "Cookie" in headers else server.cookie
    for path in paths:
        given = headers if "Authorization" in headers else {"X-Person": server.ann, **headers}
        answered, _, got = await server.ask("GET", path, given, cookies=cookies)
        assert (answered, "Set-Cookie" in got) == (status, False), path


async def test_requests_from_the_own_origin_are_accepted(server: Server) -> None:
    headers = {"Origin": server.base, "X-Person": server.ann}

    status, body, _ = await server.ask("GET", "/api/v10/users/@me", headers, cookies=server.cookie)
    window = await server.open(headers={"Origin": server.base})

    assert (status, body["global_name"]) == (200, "Ann")
    assert window.seen[0]["op"] == 10


async def test_the_token_of_the_printed_url_is_exchanged_for_a_session_cookie(server: Server) -> None:
    address = f"/?person={server.ben}&token={server.settings.session_token}"
    async with server.session.get(server.base + address, allow_redirects=False) as response:
        cookie = response.cookies[next(iter(server.cookie))]
        assert (response.status, response.headers["Location"]) == (303, f"/?person={server.ben}")
    assert (cookie.value, cookie["samesite"], cookie["httponly"]) == ("run", "Strict", True)

    status, body, _ = await server.ask("GET", "/", cookies=server.cookie)
    assert (status, b"<title>Page" in body) == (200, True)


async def test_a_socket_without_the_session_cookie_cannot_identify_as_a_person(server: Server) -> None:
    server.cookie.clear()

    window = await server.connect(f"person:{server.ann}")

    assert await window.wait_until_closed() == 4004


@pytest.mark.parametrize("path", ["/", "/page/app.js", PEOPLE, "/api/v10/users/@me", "/nowhere", "/attachments/1/1/a"])
async def test_responses_have_security_headers_and_no_cors(server: Server, path: str) -> None:
    headers = {"Origin": server.base, "X-Person": server.ann}
    _, _, got = await server.ask("GET", path, headers, cookies=server.cookie)
    _, _, options = await server.ask("OPTIONS", path, {"Origin": server.base}, cookies=server.cookie)

    for answer in (got, options):
        assert not [name for name in answer if name.lower().startswith("access-control")]
        assert answer["Content-Security-Policy"].startswith("default-src 'self';")
        assert "unsafe" not in answer["Content-Security-Policy"]
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize(
    ("name", "content", "kind", "download"),
    [
        ("board.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 20, "image/png", False),
        ("board.gif", b"GIF89a\x02\0\x03\0", "image/gif", False),
        ("board.jpg", b"\xff\xd8\xff\xd9", "image/jpeg", False),
        ("board.webp", b"RIFF\0\0\0\0WEBPVP8X" + b"\0" * 14, "image/webp", False),
        ("record.json", b"{}", "application/json", True),
        ("board.txt", b"text", "text/plain; charset=utf-8", True),
        ("page.html", b"<script>alert(1)</script>", "application/octet-stream", True),
        ("picture.svg", b"<svg onload='alert(1)'/>", "application/octet-stream", True),
        ("fake.png", b"<script>alert(1)</script>", "application/octet-stream", True),
    ],
)
async def test_attachments_have_allow_listed_media_types(
    server: Server, name: str, content: bytes, kind: str, download: bool
) -> None:
    _, message = await server.post({"content": "x"}, **{name: content})
    address = message["attachments"][0]["url"].removeprefix(server.base)

    async with server.session.get(server.base + address, cookies=server.cookie) as response:
        assert await response.read() == content
        assert response.headers["Content-Type"] == kind
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers.get("Content-Disposition", "").startswith("attachment") == download


async def test_attachments_need_the_session_cookie_or_the_token_of_the_bot(server: Server) -> None:
    _, message = await server.post({"content": "x"}, **{"board.txt": b"hand"})
    path = message["attachments"][0]["url"].removeprefix(server.base)

    for allowed in ({"cookies": server.cookie}, {"headers": {"Authorization": "Bot bot"}}):
        status, content, _ = await server.ask("GET", path, **allowed)
        assert (status, content) == (200, b"hand")
    wrong = dict.fromkeys(server.cookie, "wrong")
    for refused in ({}, {"cookies": wrong}, {"headers": {"Authorization": "Bot wrong"}, "cookies": server.cookie}):
        status, _, headers = await server.ask("GET", path, **refused)
        assert (status, headers["X-Content-Type-Options"]) == (401, "nosniff")


@pytest.mark.parametrize(
    "path",
    [
        *(f"/page/{name}" for name in ("../world.sqlite3", "..%2fworld.sqlite3", "%2e%2e/world.sqlite3", "x.py")),
        "/page//etc/passwd",
        *(f"/attachments/{ids}/a" for ids in ("1/9999999999999999999", "x/1", "1/1")),
    ],
)
async def test_other_files_than_those_of_the_page_and_attachments_are_not_found(server: Server, path: str) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.settings.port)
    host = server.base.removeprefix("http://")
    ((name, value),) = server.cookie.items()
    head = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {name}={value}\r\nConnection: close\r\n\r\n"
    writer.write(head.encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()

    assert answer.split(b" ", 2)[1] == b"404"


async def test_no_url_in_a_message_is_fetched(server: Server) -> None:
    connected = asyncio.Event()
    listener = await asyncio.start_server(lambda reader, writer: connected.set(), "127.0.0.1", 0)
    address = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/a.png"
    embed = {"title": "t", "url": address, "image": {"url": address}, "thumbnail": {"url": address}}
    gallery = {"type": 12, "items": [{"media": {"url": address}}]}

    for body in ({"content": address, "embeds": [embed]}, {"flags": 1 << 15, "components": [gallery]}):
        status, message = await server.post(body)
        assert status == 200
    await server.as_person(server.ann, "POST", f"/channels/{server.channel}/messages", {"content": address})
    await server.as_person(server.ann, "GET", f"/channels/{server.channel}/messages")

    assert message["components"][0]["items"][0]["media"]["url"] == address
    # The event loop would now accept a connection from the listener's queue.
    await asyncio.sleep(0)
    assert not connected.is_set()
    listener.close()
    await listener.wait_closed()


async def test_request_bodies_have_a_size_limit(server: Server) -> None:
    path, headers = f"/api/v10/channels/{server.channel}/messages", {"X-Person": server.ann}
    too_long = io.BytesIO(b'{"content":"' + b"x" * limits.JSON_BYTES + b'"}')
    status, body, _ = await server.ask("POST", path, headers, cookies=server.cookie, data=too_long)
    assert (status, body["code"]) == (413, 40005)

    status, body = await server.post({"content": "x"}, **{"big.txt": b"x" * (limits.ATTACHMENT_BYTES + 1)})
    assert (status, body["code"]) == (413, 40005)

    nine = bytes(9 * 2**20)
    status, body = await server.post({"content": "x"}, a=nine, b=nine, c=nine)
    assert (status, body["code"]) == (413, 40005)

    async def endless() -> Any:
        with contextlib.suppress(ConnectionError):
            for _ in range(100):
                yield b" " * 65536

    headers = {"Content-Type": "application/json"}
    status, _, _ = await server.ask("POST", PEOPLE, headers, cookies=server.cookie, data=endless())
    assert status == 413


async def test_authenticated_sockets_are_limited(server: Server) -> None:
    windows = [await server.open() for _ in range(limits.SOCKETS)]
    with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
        await server.open()
    assert await (await server.connect(server.bot_token)).wait_until_closed() == 1013

    await windows[0].connection.close()

    assert (await server.bot_online()).seen


async def test_sockets_without_a_credential_do_not_lock_out_the_page_and_the_bot(server: Server) -> None:
    before = await server.window(server.ann)
    for _ in range(limits.SOCKETS):
        await server.open_unauthenticated()

    bot, window = await server.bot_online(), await server.window(server.ben)

    for connection in (before, bot, window):
        await connection.beat()


@pytest.mark.parametrize(
    ("addresses", "maximum"),
    [
        (["127.0.0.1"], limits.UNAUTHENTICATED_SOCKETS_PER_ADDRESS),
        ([f"127.0.0.{host}" for host in range(3, 100)], limits.UNAUTHENTICATED_SOCKETS),
    ],
    ids=["of an address", "of all"],
)
async def test_the_oldest_of_too_many_unauthenticated_sockets_is_closed(
    server: Server, addresses: list[str], maximum: int
) -> None:
    known = await server.open_unauthenticated("127.0.0.2") if len(addresses) == 1 else await server.window(server.ann)
    first, second, *_ = [
        await server.open_unauthenticated(address) for address in islice(cycle(addresses), maximum + 1)
    ]

    assert await first.wait_until_closed() == 1013
    for kept in (second, known):
        await kept.beat()


async def test_a_socket_without_identify_is_closed_after_a_timeout(server: Server) -> None:
    silent, unidentified = await server.open_unauthenticated(), await server.open()
    window = await server.window(server.ann)

    server.pass_time(limits.IDENTIFY_SECONDS + 1)

    assert (await silent.wait_until_closed(), await unidentified.wait_until_closed()) == (4009, 4009)
    await window.beat()


async def test_the_server_listens_on_one_address_only(server: Server) -> None:
    # On Linux every address of 127.0.0.0/8 is local; the server listens on one of them only.
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", server.settings.port), timeout=5)


async def test_an_aborted_upload_is_logged_without_traceback(
    server: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that is killed during an upload aborts it like this."""
    caplog.set_level(logging.INFO, "playground.guard")
    told = asyncio.Event()
    monkeypatch.setattr(caplog.handler, "filters", [lambda record: told.set() or True])
    _, writer = await asyncio.open_connection("127.0.0.1", server.settings.port)
    head = (
        f"POST /api/v10/channels/{server.channel}/messages HTTP/1.1\r\nHost: 127.0.0.1:{server.settings.port}\r\n"
        "Authorization: Bot bot\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 99999\r\n\r\n"
        '--x\r\nContent-Disposition: form-data; name="files[0]"; filename="board.png"\r\n\r\n'
    )
    writer.write(head.encode() + b"\x89PNG")
    await writer.drain()
    writer.transport.abort()

    await asyncio.wait_for(told.wait(), PATIENCE_SECONDS)

    assert [(record.levelname, record.exc_info) for record in caplog.records] == [("INFO", None)]
    assert "upload interrupted" in caplog.text

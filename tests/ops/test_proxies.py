"""Proxies: the proxy of each request, and that only the proxy receives its password."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
import yarl
from aiohttp import web
from discord.http import HTTPClient, Route

from ops.config import Config, ConfigError
from ops.proxies import ProxyConnector, find_proxy
from tests.small_proxy import client_context, server_context, small_proxy
from tests.small_server import small_server

CREDENTIALS = "ann:p@ss:w/rd"
IN_ADDRESS = "ann:p%40ss:w%2Frd@"


def settings(**named: Any) -> Config:
    """Return settings with these proxies and no others."""
    proxies = dict.fromkeys(("https_proxy", "http_proxy", "all_proxy"))
    return Config(**{**proxies, "no_proxy": "", **named})


@asynccontextmanager
async def discord_behind_a_proxy(*, secure: bool) -> AsyncIterator[int]:
    """Serve what the program requests from Discord (REST, a file and a WebSocket); yield the port."""

    async def answer(request: web.Request) -> web.StreamResponse:
        if request.path != "/gateway/":
            return web.json_response({"path": request.path})
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_str("hello")
        await socket.close()
        return socket

    async with small_server(answer, server_context() if secure else None) as port:
        yield port


@pytest.mark.parametrize("secure_proxy", [False, True])
@pytest.mark.parametrize("secure", [True, False])
async def test_requests_gateway_and_files_go_through_the_proxy(
    monkeypatch: pytest.MonkeyPatch, secure: bool, secure_proxy: bool
) -> None:
    http_scheme, ws_scheme = ("https", "wss") if secure else ("http", "ws")
    monkeypatch.setattr(Route, "BASE", f"{http_scheme}://discord.test/api/v10")
    async with (
        discord_behind_a_proxy(secure=secure) as port,
        small_proxy(port, CREDENTIALS, secure=secure_proxy) as proxy,
    ):
        address = f"{'https' if secure_proxy else 'http'}://{IN_ADDRESS}127.0.0.1:{proxy.port}"
        config = settings(**{f"{http_scheme}_proxy": address})
        http = HTTPClient(asyncio.get_running_loop(), ProxyConnector(config, ssl=client_context()))
        await http.static_login("token")
        socket = await http.ws_connect(f"{ws_scheme}://gateway.discord.test/gateway/")
        assert await socket.receive_str() == "hello"
        await socket.close()
        assert b"/a.json" in await http.get_from_cdn(f"{http_scheme}://cdn.discord.test/a.json")
        await http.close()

    assert proxy.requests == (
        ["CONNECT discord.test:443", "CONNECT gateway.discord.test:443", "CONNECT cdn.discord.test:443"]
        if secure
        else [
            "GET http://discord.test/api/v10/users/@me",
            "GET ws://gateway.discord.test/gateway/",
            "GET http://cdn.discord.test/a.json",
        ]
    )


async def test_this_machine_is_reached_without_a_proxy() -> None:
    async with discord_behind_a_proxy(secure=False) as port, small_proxy(port) as proxy:
        config = settings(http_proxy=f"http://127.0.0.1:{proxy.port}")
        async with aiohttp.ClientSession(connector=ProxyConnector(config)) as session:
            async with session.get(f"http://127.0.0.1:{port}/x") as response:
                assert await response.json() == {"path": "/x"}
            async with session.ws_connect(f"ws://localhost:{port}/gateway/") as socket:
                assert await socket.receive_str() == "hello"

    assert proxy.requests == []


@pytest.mark.parametrize(
    ("named", "address", "port"),
    [
        ({}, "https://discord.com", None),
        ({"https_proxy": "http://p:1"}, "https://discord.com", 1),
        ({"https_proxy": "http://p:1"}, "wss://gateway.discord.gg", 1),
        ({"https_proxy": "http://p:1"}, "http://discord.com", None),
        ({"http_proxy": "http://p:1"}, "https://discord.com", None),
        ({"http_proxy": "http://p:1"}, "ws://gateway.discord.gg", 1),
        ({"https_proxy": "p:1"}, "https://discord.com", 1),
        ({"https_proxy": "https://p:1/"}, "https://discord.com", 1),
        ({"all_proxy": "http://p:1"}, "wss://gateway.discord.gg", 1),
        ({"all_proxy": "http://p:1", "https_proxy": "http://p:2"}, "https://discord.com", 2),
        ({"all_proxy": "SOCKS5h://p:1"}, "https://discord.com", None),
        ({"https_proxy": "http://p:1", "no_proxy": "example.com, .Discord.com"}, "https://discord.com", None),
        ({"https_proxy": "http://p:1", "no_proxy": "discord.com"}, "https://cdn.discord.com", None),
        ({"https_proxy": "http://p:1", "no_proxy": "discord.com"}, "https://notdiscord.com", 1),
        ({"https_proxy": "http://p:1", "no_proxy": "*"}, "https://discord.com", None),
        *(
            ({"all_proxy": "http://p:1"}, address, None)
            for address in ("http://127.0.0.1:8800", "ws://127.0.0.9", "http://localhost", "http://[::1]:8800")
        ),
    ],
)
def test_each_address_has_the_proxy_of_its_setting(named: Any, address: str, port: int | None) -> None:
    proxy = find_proxy(settings(**named), yarl.URL(address))

    assert (proxy and proxy.address.port) == port


@pytest.mark.parametrize("value", ["socks5://ann:secret@p:1", "http://ann:secret/x@p:1", "http://", "p:secret"])
@pytest.mark.parametrize("name", ["https_proxy", "all_proxy"])
def test_a_proxy_that_cannot_be_used_is_named_without_its_password(name: str, value: str) -> None:
    if name == "all_proxy":
        value = value.replace("socks5", "ftp")
    with pytest.raises(ConfigError, match=f"^The setting {name.upper()} can't be used: ") as caught:
        find_proxy(settings(**{name: value}), yarl.URL("https://discord.com"))

    assert "secret" not in str(caught.value)

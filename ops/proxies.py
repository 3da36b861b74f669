"""Proxies for requests to other machines, from HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY.

The proxy is chosen for each request, because Discord's REST API and its gateway may need different ones.
"""

import base64
import ipaddress
from typing import Any, NamedTuple
from urllib.request import proxy_bypass_environment  # pyright: ignore[reportAttributeAccessIssue] - undocumented

import aiohttp
import yarl
from aiohttp.connector import Connection
from aiohttp.tracing import Trace

from ops.config import LOOPBACK_HOSTS, Config, ConfigError

SECURE = ("https", "wss")
PROXY_AUTHORIZATION = "Proxy-Authorization"


class Proxy(NamedTuple):
    """A proxy's address without credentials, and the headers with the credentials."""

    address: yarl.URL
    headers: dict[str, str]


class ProxyConnector(aiohttp.TCPConnector):
    """A connector that uses the proxies in the settings.

    aiohttp's `trust_env` supports no proxy for `wss`, and reads passwords for Discord from `~/.netrc`.
    """

    def __init__(self, config: Config, **options: Any) -> None:
        super().__init__(limit=0, **options)
        self._config = config

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: list[Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 - aiohttp's own signature
    ) -> Connection:
        """Connect for a request, through its proxy if there is one; raises ConfigError for an invalid proxy address."""
        proxy = find_proxy(self._config, req.url)
        if proxy is not None:
            # An HTTPS request goes through a tunnel, and only the CONNECT request that opens it carries the proxy's
            # password.
            req.update_proxy(proxy.address, None, proxy.headers if req.is_ssl() else None)
            if not req.is_ssl():
                req.headers.update(proxy.headers)
        return await super().connect(req, traces, timeout)


def find_proxy(config: Config, address: yarl.URL) -> Proxy | None:
    """Return the proxy for an address, None if it needs none; raises ConfigError for an invalid setting."""
    host = address.host or ""
    if _is_loopback(host) or proxy_bypass_environment(host, {"no": config.no_proxy}):
        return None
    name, setting = (
        ("HTTPS_PROXY", config.https_proxy) if address.scheme in SECURE else ("HTTP_PROXY", config.http_proxy)
    )
    if setting is not None:
        return _parse(name, setting)
    # SOCKS is not supported, and many machines set a SOCKS proxy in ALL_PROXY for other programs, so it is ignored.
    if config.all_proxy is None or config.all_proxy.lower().startswith("socks"):
        return None
    return _parse("ALL_PROXY", config.all_proxy)


def _is_loopback(host: str) -> bool:
    try:
        return host in LOOPBACK_HOSTS or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _parse(name: str, value: str) -> Proxy:
    try:
        address = yarl.URL(value if "://" in value else f"http://{value}")
    except ValueError:
        address = yarl.URL()
    if address.scheme not in ("http", "https") or not address.host:
        # The message leaves out the value, which may hold a password.
        raise ConfigError(
            f"The setting {name} can't be used: it should be http://proxy.example:3128, or with a password "
            "http://user:password@proxy.example:3128, with /, ?, # and @ written as %2F, %3F, %23 and %40."
        )
    if address.user is None:
        return Proxy(address.origin(), {})
    credentials = base64.b64encode(f"{address.user}:{address.password or ''}".encode()).decode()
    return Proxy(address.origin(), {PROXY_AUTHORIZATION: f"Basic {credentials}"})

"""Access control of all requests: host, origin, session cookie, bot token or signed URL, then rate limits."""

import hashlib
import hmac
import ipaddress
import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from aiohttp import web

from playground import limits
from playground.bodies import json_response
from playground.errors import ApiError, ErrorCode, Json, rate_limited
from playground.paths import PREFIX, has_unknown_version
from playground.rate_limits import RateLimits
from playground.service import PLAYGROUND

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_log = logging.getLogger(__name__)
# As on Discord, the token in the path authenticates these routes.
_TOKEN_IN_PATH = (f"{PREFIX}/interactions/{{", f"{PREFIX}/webhooks/{{")
_PUBLIC = (f"{PREFIX}/gateway",)
_FILES = ("/attachments/", "/cdn/")
_NEEDS_COOKIE = ("/playground/", *_FILES)
_LONG_SEGMENT = re.compile(r"/[^/]{40,}")
_MAJOR_PARAMETERS = ("channel", "guild", "interaction", "token")
_SIGNATURE = "hm"
"""Name of the query parameter that holds a file's signature, as on Discord."""


@dataclass(frozen=True)
class Actor:
    """The authenticated requester: the bot or a person."""

    user: Json
    bot: bool


ACTOR = web.RequestKey("actor", Actor)


def authority(address: str, port: int) -> str:
    """Return address and port in the form of the Host header."""
    host = f"[{address}]" if ipaddress.ip_address(address).version == 6 else address
    return host if port == 80 else f"{host}:{port}"


def sign_address(address: str, key: str) -> str:
    """Return a file's URL with a signature of its path. Anybody with this URL may fetch the file."""
    return f"{address}?{_SIGNATURE}={_signature(urlsplit(address).path, key)}"


def _signature(path: str, key: str) -> str:
    return hmac.new(key.encode(), path.encode(), hashlib.sha256).hexdigest()


class Guard:
    """Middleware that authenticates requests and adds security headers to responses."""

    def __init__(self, host: str, session_token: str, bot_token: str, rates: RateLimits) -> None:
        self.host = host
        self.origin = f"http://{host}"
        self.cookie_name = "playground_" + "".join(letter if letter.isalnum() else "_" for letter in host)
        self.session_token = session_token
        self.bot_token = bot_token
        self.rates = rates
        # style-src has no 'unsafe-inline'. connect-src lists the socket for browsers whose 'self' only covers http.
        self.headers = {
            "Content-Security-Policy": f"default-src 'self'; connect-src 'self' ws://{host}; object-src 'none'; "
            "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
        }

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Handle a request; an unexpected exception becomes 400, because discord.py retries 5xx for too long."""
        try:
            try:
                response = await self._handle(request, handler)
            finally:
                request.app[PLAYGROUND].gateway.flush()
        except ApiError as error:
            response = json_response(error.body, error.status)
        except web.HTTPRequestEntityTooLarge:
            response = json_response(ApiError(ErrorCode.TOO_LARGE).body, 413)
        except (web.HTTPNotFound, web.HTTPMethodNotAllowed):
            self._count_unknown_route(request)
            found = ErrorCode.INVALID_VERSION if has_unknown_version(request.path) else ErrorCode.NOT_FOUND
            error = ApiError(found)
            response = json_response(error.body, error.status)
        except web.HTTPException:
            raise
        except ConnectionResetError:
            # The client disconnected during its upload; this response is never received.
            _log.info("%s %s: upload interrupted", request.method, _template(request))
            response = json_response(ApiError(ErrorCode.BAD_REQUEST).body, 400)
        except Exception:
            _log.exception("%s %s failed", request.method, _template(request))
            response = json_response(ApiError(ErrorCode.BAD_REQUEST).body, 400)
        if not response.prepared:
            response.headers.update(self.headers)
        return response

    async def _handle(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.headers.getall("Host", []) != [self.host]:
            raise ApiError(ErrorCode.FORBIDDEN)
        if request.headers.get("Origin", self.origin) != self.origin:
            raise ApiError(ErrorCode.FORBIDDEN)
        template = _template(request)
        if template in _PUBLIC:
            return await handler(request)
        if template.startswith("/api/"):
            as_bot = "Authorization" in request.headers or template.startswith(_TOKEN_IN_PATH)
            if not template.startswith(_TOKEN_IN_PATH):
                request[ACTOR] = self._authenticate_bot(request) if as_bot else self._person(request)
            return await self._rate_limited(request, handler, template) if as_bot else await handler(request)
        if template.startswith(_FILES) and "Authorization" in request.headers:
            self._authenticate_bot(request)
        elif (
            template.startswith(_NEEDS_COOKIE)
            and not self.has_session_cookie(request)
            and not (template.startswith(_FILES[0]) and self._has_signature(request))
        ):
            raise ApiError(ErrorCode.UNAUTHORIZED)
        return await handler(request)

    def has_session_cookie(self, request: web.Request) -> bool:
        """Return whether the request has the session cookie of this run."""
        return secrets.compare_digest(request.cookies.get(self.cookie_name, "").encode(), self.session_token.encode())

    def _has_signature(self, request: web.Request) -> bool:
        given = request.query.get(_SIGNATURE, "")
        return hmac.compare_digest(_signature(request.path, self.bot_token).encode(), given.encode())

    def is_session_token(self, token: str) -> bool:
        """Return whether this is the session token from the printed URL."""
        return secrets.compare_digest(token.encode(), self.session_token.encode())

    def _authenticate_bot(self, request: web.Request) -> Actor:
        given = request.headers["Authorization"].encode()
        if not secrets.compare_digest(given, f"Bot {self.bot_token}".encode()):
            raise ApiError(ErrorCode.UNAUTHORIZED)
        return Actor(request.app[PLAYGROUND].world.bot, bot=True)

    def _person(self, request: web.Request) -> Actor:
        user = request.app[PLAYGROUND].world.users.get(request.headers.get("X-Person", ""))
        if user is None or user["bot"] or not self.has_session_cookie(request):
            raise ApiError(ErrorCode.UNAUTHORIZED)
        return Actor(user, bot=False)

    async def _rate_limited(self, request: web.Request, handler: Handler, template: str) -> web.StreamResponse:
        route = f"{request.method} {template}"
        resource = ":".join(request.match_info.get(name, "") for name in _MAJOR_PARAMETERS)
        limit = self.rates.find_limit(route)
        remaining, wait = self.rates.consume(f"{route} {resource}", limit.requests, limit.seconds)
        headers = self.rates.headers(limit, remaining, wait)
        if remaining < 0:
            return json_response(rate_limited(wait).body, 429, headers)
        try:
            response = await handler(request)
        except ApiError as error:
            response = json_response(error.body, error.status)
            if error.status == 429:
                headers |= {"Via": "1.1 playground", "Retry-After": str(error.body["retry_after"])}
        response.headers.update(headers)
        return response

    def _count_unknown_route(self, request: web.Request) -> None:
        counts = request.app[PLAYGROUND].unknown_routes
        # A long path segment is a token and must not be stored.
        key = f"{request.method} {_LONG_SEGMENT.sub('/{token}', request.path)[:200]}"
        if key in counts or len(counts) < limits.UNKNOWN_ROUTES_KEPT:
            counts[key] = counts.get(key, 0) + 1


def _template(request: web.Request) -> str:
    resource = request.match_info.route.resource
    return resource.canonical if resource else request.path

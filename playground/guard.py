"""Who may ask at all: the exact host, the own origin, the cookie of this run or the bot's token; then the limits."""

import ipaddress
import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web

from playground import limits
from playground.bodies import reply
from playground.rates import RateLimits
from playground.refusals import Json, Reason, RefusedError, limited
from playground.service import PLAYGROUND

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_log = logging.getLogger(__name__)
# These carry a token of their own in the path, as with Discord.
_OWN_TOKEN = ("/api/v10/interactions/{", "/api/v10/webhooks/{")
_LONG = re.compile(r"/[^/]{40,}")
_MAJOR = ("channel", "guild", "interaction", "token")


@dataclass(frozen=True)
class Actor:
    """Who asks: the bot or a person, as a user."""

    user: Json
    bot: bool


ACTOR = web.RequestKey("actor", Actor)


def authority(address: str, port: int) -> str:
    """Return address and port as a browser writes them in `Host`."""
    host = f"[{address}]" if ipaddress.ip_address(address).version == 6 else address
    return host if port == 80 else f"{host}:{port}"


class Guard:
    """The checks before and the headers after every request."""

    def __init__(self, host: str, run_token: str, bot_token: str, rates: RateLimits) -> None:
        self.host = host
        self.origin = f"http://{host}"
        self.cookie = "playground_" + "".join(letter if letter.isalnum() else "_" for letter in host)
        self.run_token = run_token
        self.bot_token = bot_token
        self.rates = rates
        # style-src has no 'unsafe-inline'; connect-src names the socket for browsers whose 'self' is only http.
        self.headers = {
            "Content-Security-Policy": f"default-src 'self'; connect-src 'self' ws://{host}; object-src 'none'; "
            "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
        }

    @web.middleware
    async def around(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer one request: refusals as Discord's bodies, a fault of ours as 400 (clients repeat 5xx for long)."""
        try:
            try:
                response = await self._answer(request, handler)
            finally:
                request.app[PLAYGROUND].gateway.flush()
        except RefusedError as refusal:
            response = reply(refusal.body, refusal.status)
        except web.HTTPRequestEntityTooLarge:
            response = reply(RefusedError(Reason.TOO_LARGE).body, 413)
        except web.HTTPMethodNotAllowed:
            self._count_unknown(request)
            response = reply(RefusedError(Reason.METHOD_NOT_ALLOWED).body, 405)
        except web.HTTPNotFound:
            self._count_unknown(request)
            response = reply(RefusedError(Reason.NOT_FOUND).body, 404)
        except web.HTTPException:
            raise
        except ConnectionResetError:
            # A bot that is killed while it uploads is no fault of ours, and nobody reads this answer.
            _log.info("%s %s was cut off", request.method, _template(request))
            response = reply(RefusedError(Reason.BAD_REQUEST).body, 400)
        except Exception:
            _log.exception("The playground failed on %s %s", request.method, _template(request))
            response = reply(RefusedError(Reason.BAD_REQUEST).body, 400)
        if not response.prepared:
            response.headers.update(self.headers)
        return response

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.headers.getall("Host", []) != [self.host]:
            raise RefusedError(Reason.WRONG_PLACE)
        if request.headers.get("Origin", self.origin) != self.origin:
            raise RefusedError(Reason.WRONG_PLACE)
        template = _template(request)
        if template.startswith("/api/"):
            as_bot = "Authorization" in request.headers or template.startswith(_OWN_TOKEN)
            if not template.startswith(_OWN_TOKEN):
                request[ACTOR] = self._bot(request) if as_bot else self._person(request)
            return await self._limited(request, handler, template) if as_bot else await handler(request)
        if template.startswith("/playground/") and not self.has_cookie(request):
            raise RefusedError(Reason.UNAUTHORIZED)
        return await handler(request)

    def has_cookie(self, request: web.Request) -> bool:
        """Say whether the request carries this run's cookie."""
        return secrets.compare_digest(request.cookies.get(self.cookie, "").encode(), self.run_token.encode())

    def is_run_token(self, token: str) -> bool:
        """Say whether this is the token of the printed address."""
        return secrets.compare_digest(token.encode(), self.run_token.encode())

    def _bot(self, request: web.Request) -> Actor:
        given = request.headers["Authorization"].encode()
        if not secrets.compare_digest(given, f"Bot {self.bot_token}".encode()):
            raise RefusedError(Reason.UNAUTHORIZED)
        return Actor(request.app[PLAYGROUND].world.bot, bot=True)

    def _person(self, request: web.Request) -> Actor:
        user = request.app[PLAYGROUND].world.users.get(request.headers.get("X-Person", ""))
        if user is None or user["bot"] or not self.has_cookie(request):
            raise RefusedError(Reason.UNAUTHORIZED)
        return Actor(user, bot=False)

    async def _limited(self, request: web.Request, handler: Handler, template: str) -> web.StreamResponse:
        route = f"{request.method} {template}"
        place = ":".join(request.match_info.get(name, "") for name in _MAJOR)
        remaining, wait = self.rates.spend(f"{route} {place}")
        headers = self.rates.headers(route, remaining, wait)
        if remaining < 0:
            return reply(limited(wait).body, 429, headers)
        try:
            response = await handler(request)
        except RefusedError as refusal:
            response = reply(refusal.body, refusal.status)
            if refusal.reason is Reason.LIMITED:
                headers |= {"Via": "1.1 playground", "Retry-After": str(refusal.body["retry_after"])}
        response.headers.update(headers)
        return response

    def _count_unknown(self, request: web.Request) -> None:
        counts = request.app[PLAYGROUND].unknown_routes
        # A long part is a token, which is no one's to read.
        key = f"{request.method} {_LONG.sub('/{token}', request.path)[:200]}"
        if key in counts or len(counts) < limits.UNKNOWN_ROUTES_KEPT:
            counts[key] = counts.get(key, 0) + 1


def _template(request: web.Request) -> str:
    resource = request.match_info.route.resource
    return resource.canonical if resource else request.path

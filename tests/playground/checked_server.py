"""`python -m tests.playground.checked_server`: the playground, checking the bot's requests against Discord's API.

Appends each problem as a line to the file in PLAYGROUND_PROBLEMS. A press may be answered later than at Discord,
because two cores run several programs and browsers.
"""

import os
import sys
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from aiohttp import web

from playground import __main__, bodies, limits
from playground.guard import Guard
from tests.openapi import problems

ANSWER_SECONDS = 15
_bot_request: ContextVar[web.Request | None] = ContextVar("bot_request", default=None)
_parse = bodies._parse
_handle = Guard._handle


async def _handle_and_remember(self: Guard, request: web.Request, handler: Any) -> web.StreamResponse:
    of_bot = "Authorization" in request.headers or request.path.endswith("/callback") or "/webhooks/" in request.path
    _bot_request.set(request if of_bot else None)
    return await _handle(self, request, handler)


def _parse_and_validate(content: bytes) -> Any:
    body, request = _parse(content), _bot_request.get()
    if request is not None:
        found = problems(request.method, request.path.removeprefix("/api/v10"), body)
        with Path(os.environ["PLAYGROUND_PROBLEMS"]).open("a") as file:
            file.writelines(line + "\n" for line in found)
    return body


if __name__ == "__main__":
    bodies._parse = _parse_and_validate
    Guard._handle = _handle_and_remember
    limits.CALLBACK_SECONDS = ANSWER_SECONDS
    __main__.main(sys.argv[1:])

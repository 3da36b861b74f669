"""`python -m tests.playground.checked_server`: the playground, its bot's bodies checked against Discord's description.

What is wrong is added, a line each, to the file named by PLAYGROUND_PROBLEMS.
"""

import os
import sys
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from aiohttp import web

from playground import __main__, bodies
from playground.guard import Guard
from tests.playground.openapi import problems

_asked: ContextVar[web.Request | None] = ContextVar("asked", default=None)
_parse = bodies._parse
_answer = Guard._answer


async def _answer_noting(self: Guard, request: web.Request, handler: Any) -> web.StreamResponse:
    of_bot = "Authorization" in request.headers or request.path.endswith("/callback") or "/webhooks/" in request.path
    _asked.set(request if of_bot else None)
    return await _answer(self, request, handler)


def _parse_checking(content: bytes) -> Any:
    body, request = _parse(content), _asked.get()
    if request is not None:
        found = problems(request.method, request.path.removeprefix("/api/v10"), body)
        with Path(os.environ["PLAYGROUND_PROBLEMS"]).open("a") as file:
            file.writelines(line + "\n" for line in found)
    return body


if __name__ == "__main__":
    bodies._parse = _parse_checking
    Guard._answer = _answer_noting
    __main__.main(sys.argv[1:])

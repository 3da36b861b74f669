"""Bot or playground with marks on the path of a click: `python -m benchmarks.click_marks bot.py` or `playground`.

Whenever a function on the path is entered or left, a line goes to the file that CLICK_MARKS names: the label, the
process, the time and the CPU time of the process in nanoseconds. The program itself knows nothing of it.
"""

import functools
import importlib
import inspect
import os
import runpy
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

BOT = {
    "discord.gateway:DiscordWebSocket.received_message": "event",
    "cogs.ui.kit.first_responses:acknowledge": "defer",
    "tables.service:TableService.make_move": "move",
    "tables.service:load": "load",
    "tables.service:decide_and_commit": "act",
    "tables.service:TableService.notify": "notify",
    "cogs.outbox.outbox:Outbox.due": "due",
    "cogs.outbox.messages:Messages.card": "card",
    "cogs.outbox.pictures:PublicPictures.newest": "picture",
    "cogs.ui.kit.drawing_pool:DrawingPool._timed": "draw",
    "render.picture:Sheet.encode": "encode",
    "cogs.outbox.delivery:Delivery.post": "post",
    "cogs.outbox.delivery:Delivery.in_open_thread": "send",
    "aiohttp:ClientSession.request": "request",
}
PLAYGROUND = {
    "playground.interactions:post_interaction": "press",
    "playground.responses:post_callback": "callback",
    "playground.channels:post_message": "message",
    "playground.channels:read_body": "body",
    "playground.gateway:Gateway.flush": "flush",
}
MARKED = {"bot.py": BOT, "playground": PLAYGROUND}


def mark(file: int, label: str) -> None:
    """Notes that a point of the path was reached."""
    os.write(file, f"{label} {os.getpid()} {time.perf_counter_ns()} {time.process_time_ns()}\n".encode())


def marked(function: Callable[..., Any], file: int, label: str) -> Callable[..., Any]:
    """The function, with a mark `LABEL>` when it is entered and `LABEL<` when it is left."""
    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def waiting(*arguments: Any, **named: Any) -> Any:
            mark(file, f"{label}>")
            try:
                return await function(*arguments, **named)
            finally:
                mark(file, f"{label}<")

        return waiting

    @functools.wraps(function)
    def calling(*arguments: Any, **named: Any) -> Any:
        mark(file, f"{label}>")
        try:
            return function(*arguments, **named)
        finally:
            mark(file, f"{label}<")

    return calling


def install(places: dict[str, str], file: int) -> None:
    """Marks functions, each named as MODULE:NAME or MODULE:CLASS.NAME."""
    for place, label in places.items():
        module, _, path = place.partition(":")
        *owners, name = path.split(".")
        owner = functools.reduce(getattr, owners, importlib.import_module(module))
        setattr(owner, name, marked(getattr(owner, name), file, label))


if __name__ == "__main__":
    program = sys.argv[1]
    install(
        MARKED[Path(program).name], os.open(os.environ["CLICK_MARKS"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    )
    sys.argv = sys.argv[1:]
    if program.endswith(".py"):
        runpy.run_path(program, run_name="__main__")
    else:
        runpy.run_module(program, run_name="__main__", alter_sys=True)

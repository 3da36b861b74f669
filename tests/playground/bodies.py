"""Request bodies shared by tests of the playground: a picture, a command and a card."""

import struct
import zlib

from tests.local_server import Json

PLAY: Json = {
    "name": "play",
    "description": "Start a game",
    "options": [
        {"type": 3, "name": "game", "description": "Which", "required": True, "autocomplete": True},
        {"type": 4, "name": "seats", "description": "How many", "min_value": 2, "max_value": 4},
        {"type": 5, "name": "open", "description": "For all"},
        {"type": 6, "name": "rival", "description": "Who"},
        {"type": 3, "name": "theme", "description": "Look", "choices": [{"name": "Dark", "value": "dark"}]},
    ],
}
BUTTON: Json = {"type": 2, "style": 1, "label": "Move", "custom_id": "move"}
OPTIONS = [{"label": name, "value": name} for name in "abc"]
ROW: Json = {"type": 1, "components": [BUTTON, {**BUTTON, "custom_id": "off", "disabled": True}]}
SELECT: Json = {"type": 1, "components": [{"type": 3, "custom_id": "hex", "max_values": 2, "options": OPTIONS}]}


def slash_options(**options: object) -> list[Json]:
    """Return options of /play as a client sends them."""
    types = {option["name"]: option["type"] for option in PLAY["options"]}
    return [{"type": types[name], "name": name, "value": value} for name, value in options.items()]


def png(width: int, height: int) -> bytes:
    """Return a black PNG picture."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" * (width + 1)) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")

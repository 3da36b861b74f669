"""Media types from magic bytes, and image sizes from headers, without decoding."""

import struct

_DOWNLOADS = {"json": "application/json", "txt": "text/plain; charset=utf-8"}
UNKNOWN = "application/octet-stream"
PICTURES = frozenset({"image/png", "image/gif", "image/jpeg", "image/webp"})


def content_type(filename: str, content: bytes) -> str:
    """Return a media type from an allow-list; anything else is application/octet-stream."""
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if content[:6] in (b"GIF87a", b"GIF89a"):
        return "image/gif"
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    return _DOWNLOADS.get(filename.rpartition(".")[2].lower(), UNKNOWN)


def size(kind: str, content: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels, None if the header is invalid."""
    reader = {"image/png": _png, "image/gif": _gif, "image/jpeg": _jpeg, "image/webp": _webp}.get(kind)
    try:
        return reader(content) if reader else None
    except (struct.error, IndexError):
        return None


def is_animated(kind: str, content: bytes) -> bool:
    """Return whether an image is a GIF, or a WebP file with the animation flag."""
    flags = content[20:21] if kind == "image/webp" and content[12:16] == b"VP8X" else b"\0"
    return kind == "image/gif" or bool(flags and flags[0] & 2)


def _png(content: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", content, 16)
    return width, height


def _gif(content: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<HH", content, 6)
    return width, height


def _jpeg(content: bytes) -> tuple[int, int] | None:
    place = 2
    while content[place] == 0xFF:
        marker = content[place + 1]
        # Frame headers of JPEG have the markers C0 to CF, except for C4, C8 and CC, which have other meanings.
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", content, place + 5)
            return width, height
        place += 2 + struct.unpack_from(">H", content, place + 2)[0]
    return None


def _webp(content: bytes) -> tuple[int, int] | None:
    kind = content[12:16]
    if kind == b"VP8X":
        return int.from_bytes(content[24:27], "little") + 1, int.from_bytes(content[27:30], "little") + 1
    if kind == b"VP8L":
        packed = struct.unpack_from("<I", content, 21)[0]
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", content, 26)
        return width & 0x3FFF, height & 0x3FFF
    return None

"""The pictures in docs/players about time, seats and leagues, reduced to a size for the repository."""

import io
from pathlib import Path

from PIL import Image

DOCUMENTED = (
    "asleep-end",
    "away-card",
    "cant-post-move",
    "card-days",
    "clock-form",
    "cup-over",
    "emergency-question",
    "expiry-computer",
    "expiry-open-seat",
    "follow-page",
    "invitation",
    "league-form",
    "league-joined",
    "league-my-season",
    "league-my-tables",
    "league-preview",
    "league-standings",
    "nudge",
    "organise",
    "pass-on-asked",
    "pause-question",
    "pings-page",
    "quiet-set",
    "take-back-question",
    "time-page",
)
MOST_BYTES = 60_000
COLOURS = (192, 128, 96, 64, 48, 32)


def keep(taken: Path, folder: Path) -> None:
    """Store those of the taken pictures that documents show, with few colours."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in DOCUMENTED:
        source = taken / f"{name}.png"
        if source.exists():
            (folder / source.name).write_bytes(_small(source))


def _small(file: Path) -> bytes:
    """Return a PNG with the most colours that fit into MOST_BYTES."""
    with Image.open(file) as opened:
        picture = opened.convert("RGB")
    found = b""
    for colours in COLOURS:
        found = _png(picture, colours)
        if len(found) <= MOST_BYTES:
            break
    return found


def _png(picture: Image.Image, colours: int) -> bytes:
    few = picture.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    written = io.BytesIO()
    few.save(written, "PNG", optimize=True)
    return written.getvalue()

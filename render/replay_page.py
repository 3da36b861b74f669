"""A finished game as one HTML page: self-contained, with a picture and sentences for each step.

Without a script, the page shows all steps one below the other; with its own script, one at a time.
"""

import re
from base64 import b64encode
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from render.picture import Picture

PICTURE_WIDTH = 600
"""The width of the page's pictures in pixels."""
TEMPLATE = Path(__file__).with_suffix(".html")

# Private-use characters around a seat's number. They stand for a name until the page is written.
_PLACEHOLDER = re.compile("\ue000([0-9]+)\ue001")
_CUSTOM_EMOJI = re.compile(r"<a?:\w+:[0-9]+> ?")
_BOLD = "**"


class PageStep(NamedTuple):
    """A step of the page: its title, its sentences with placeholders for names, and its picture."""

    title: str
    told: Sequence[str]
    picture: Picture


class ReplayPage(NamedTuple):
    """The content of a page; `note` is a sentence below the names, and may be empty."""

    title: str
    names: Sequence[str]
    note: str
    steps: Sequence[PageStep]


def name_placeholders(seats: int) -> list[str]:
    """Return the placeholders for the names of all seats, by seat number."""
    return [f"\ue000{seat}\ue001" for seat in range(seats)]


def shrink(picture: Picture) -> Picture:
    """Return a picture with the width of the page's pictures, in its own colours."""
    drawn = Image.open(BytesIO(picture.png))
    height = round(drawn.height * PICTURE_WIDTH / drawn.width)
    small = drawn.convert("RGB").resize((PICTURE_WIDTH, height), Image.Resampling.BOX)
    stream = BytesIO()
    small.quantize(palette=drawn, dither=Image.Dither.NONE).save(stream, "PNG", optimize=True)
    return Picture(stream.getvalue(), PICTURE_WIDTH, height, picture.alt)


def write_page(page: ReplayPage) -> bytes:
    """Write a page as HTML. Each different picture is stored once, and nothing is loaded from elsewhere."""
    # Imported here, because only this function needs it.
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup, escape

    def fill_names(sentence: str) -> Markup:
        """Escape a sentence, drop Discord's markup, and replace its placeholders by isolated names."""
        plain = str(escape(_CUSTOM_EMOJI.sub("", sentence).replace(_BOLD, "")))
        return Markup(_PLACEHOLDER.sub(lambda found: f"<bdi>{escape(page.names[int(found[1])])}</bdi>", plain))

    environment = Environment(autoescape=True, undefined=StrictUndefined)
    environment.filters.update(fill_names=fill_names, base64=lambda data: b64encode(data).decode())
    numbers: dict[bytes, int] = {}
    steps = [(step, numbers.setdefault(step.picture.png, len(numbers))) for step in page.steps]
    pictures = {number: step.picture for step, number in steps}
    template = environment.from_string(TEMPLATE.read_text("utf-8"))
    return template.render(page=page, steps=steps, pictures=list(pictures.values()), width=PICTURE_WIDTH).encode()

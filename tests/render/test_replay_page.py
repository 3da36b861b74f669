"""The HTML page of a replay: self-contained, each picture once, a text for each, and names that stay text."""

import re
from io import BytesIO

from PIL import Image

from render.picture import Picture
from render.replay_page import PageStep, ReplayPage, name_placeholders, shrink, write_page

NAME = '<img src="x" onerror=alert(1)>&'
ESCAPED = "&lt;img src=&#34;x&#34; onerror=alert(1)&gt;&amp;"


def draw_small(colour: str, alt: str) -> Picture:
    stream = BytesIO()
    Image.new("P", (60, 90)).save(stream, "PNG")
    return Picture(stream.getvalue() + colour.encode(), 60, 90, alt)


def write_three_steps() -> str:
    """Write a page of three steps; the first and the last have the same picture."""
    ann, ben = name_placeholders(2)
    steps = [
        PageStep("The start", [], draw_small("red", "An empty board.")),
        PageStep("Step 1 of 2", [f"**{ann}** takes <:bat:12> {ben}'s bat.", "1 < 2"], draw_small("blue", f"{NAME} 1.")),
        PageStep("Step 2 of 2", [f"{ben} passes."], draw_small("red", "An empty board again.")),
    ]
    return write_page(ReplayPage("Hexes", [NAME, "سامي"], "", steps)).decode()


def test_a_picture_is_stored_once_and_every_step_has_its_own_alt_text():
    page = write_three_steps()

    assert len(re.findall(r"data:image/png;base64,", page)) == 2
    shown = re.findall(r'<div class="board (p\d)" role="img" aria-label="([^"]*)">', page)
    assert shown == [("p0", "An empty board."), ("p1", f"{ESCAPED} 1."), ("p0", "An empty board again.")]


def test_names_are_escaped_and_isolated_and_sentences_lose_discords_markup():
    page = write_three_steps()

    assert f"<p><bdi>{ESCAPED}</bdi> takes <bdi>سامي</bdi>&#39;s bat.</p>" in page
    assert "<p>1 &lt; 2</p>" in page
    assert "<img" not in page


def test_a_page_loads_nothing_from_elsewhere():
    page = write_three_steps()

    assert re.findall(r"https?:|//[a-z]|<link|<iframe|@import|\bsrc=(?!&)", page) == []
    assert set(re.findall(r"url\(.{6}", page)) == {'url("data:'}
    assert "default-src 'none'" in page


def test_a_picture_shrinks_to_the_pages_width_in_its_own_colours():
    drawn = Image.new("P", (1200, 900))
    drawn.putpalette([20, 20, 30, 240, 200, 80, 200, 60, 50])
    drawn.paste(1, (0, 0, 400, 900))
    drawn.paste(2, (400, 0, 500, 900))
    stream = BytesIO()
    drawn.save(stream, "PNG")

    small = shrink(Picture(stream.getvalue(), 1200, 900, "Three colours."))

    shown = Image.open(BytesIO(small.png))
    assert (shown.size, small.width, small.height, small.alt) == ((600, 450), 600, 450, "Three colours.")
    colours = {colour for _, colour in shown.convert("RGB").getcolors() or ()}
    assert colours == {(20, 20, 30), (240, 200, 80), (200, 60, 50)}

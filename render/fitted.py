"""Pictures that are shown beside words on a phone: none taller than its share of the screen."""

from io import BytesIO

from PIL import Image

from render.picture import Picture


def part_between(picture: Picture, above: float, below: float) -> Picture:
    """The part of a picture between two heights in shares of its width, each moved up to an empty row."""
    drawn = Image.open(BytesIO(picture.png))
    upper, lower = (_empty_row(drawn, min(picture.height, round(share * picture.width))) for share in (above, below))
    out = BytesIO()
    drawn.crop((0, upper, picture.width, lower)).save(out, "PNG", compress_level=1)
    return Picture(out.getvalue(), picture.width, lower - upper, picture.alt)


def _empty_row(drawn: Image.Image, row: int) -> int:
    """The lowest row of background alone, not below this one; the lower end of a picture counts as one."""
    while 0 < row < drawn.height and drawn.crop((0, row, drawn.width, row + 1)).getextrema() != (0, 0):
        row -= 1
    return row


def no_taller(picture: Picture, share: float) -> Picture:
    """The picture with its height at most `share` of its width: one that is taller gets equal margins at its sides."""
    width = round(picture.height / share)
    if width <= picture.width:
        return picture
    drawn = Image.open(BytesIO(picture.png))
    # Every picture's palette begins with its background.
    wide = Image.new(drawn.mode, (width, picture.height), 0)
    palette = drawn.getpalette()
    assert palette is not None, "pictures are indexed"
    wide.putpalette(palette)
    wide.paste(drawn, ((width - picture.width) // 2, 0))
    out = BytesIO()
    wide.save(out, "PNG", compress_level=1)
    return Picture(out.getvalue(), width, picture.height, picture.alt)

"""Pictures that are shown beside words on a phone: none taller than its share of the screen."""

from io import BytesIO

from PIL import Image

from render.picture import Picture


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

"""Media types and dimensions of attachments that Pillow encoded."""

import io

import pytest
from PIL import Image

from playground import pictures


def encoded(kind: str, mode: str = "RGB", **options: bool) -> bytes:
    """Return an image of 37 × 23 pixels."""
    stream = io.BytesIO()
    Image.new(mode, (37, 23)).save(stream, kind, **options)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (encoded("PNG"), "image/png"),
        (encoded("PNG", "P"), "image/png"),
        (encoded("GIF", "P"), "image/gif"),
        (encoded("JPEG"), "image/jpeg"),
        (encoded("JPEG", progressive=True), "image/jpeg"),
        (encoded("WEBP"), "image/webp"),
        (encoded("WEBP", lossless=True), "image/webp"),
        (encoded("WEBP", "RGBA"), "image/webp"),
    ],
)
def test_images_are_recognized_by_their_content(content: bytes, kind: str) -> None:
    assert pictures.content_type("anything.txt", content) == kind
    assert pictures.size(kind, content) == (37, 23)


@pytest.mark.parametrize("kind", sorted(pictures.PICTURES))
def test_a_truncated_image_has_no_size(kind: str) -> None:
    beginnings = {"image/png": "PNG", "image/gif": "GIF", "image/jpeg": "JPEG", "image/webp": "WEBP"}
    content = encoded(beginnings[kind], "P" if kind == "image/gif" else "RGB")[:8]

    assert pictures.size(kind, content) is None

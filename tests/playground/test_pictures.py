"""Attachments' types and sizes, read from the first bytes as other programs write them."""

import io

import pytest
from PIL import Image

from playground import pictures


def encoded(kind: str, mode: str = "RGB", **options: bool) -> bytes:
    """Return a picture of 37 × 23 pixels."""
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
def test_pictures_are_known_by_their_content(content: bytes, kind: str) -> None:
    assert pictures.content_type("anything.txt", content) == kind
    assert pictures.size(kind, content) == (37, 23)


@pytest.mark.parametrize("kind", sorted(pictures.PICTURES))
def test_a_picture_that_breaks_off_has_no_size(kind: str) -> None:
    beginnings = {"image/png": "PNG", "image/gif": "GIF", "image/jpeg": "JPEG", "image/webp": "WEBP"}
    content = encoded(beginnings[kind], "P" if kind == "image/gif" else "RGB")[:8]

    assert pictures.size(kind, content) is None


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.json", "application/json"),
        ("A.TXT", "text/plain; charset=utf-8"),
        ("a.html", pictures.UNKNOWN),
        ("a", pictures.UNKNOWN),
    ],
)
def test_other_types_go_by_a_short_list_of_names(name: str, kind: str) -> None:
    assert pictures.content_type(name, b"<html>") == kind
    assert pictures.size(kind, b"<html>") is None

"""Security rules for the page's source files."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "playground" / "page"
SCRIPTS = sorted(PAGE.glob("*.js"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_text_never_becomes_markup_or_code(path: Path) -> None:
    markup = r"innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|DOMParser|document\.write|srcdoc"
    code = r"\beval\(|Function\("

    assert re.findall(f"{markup}|{code}", path.read_text()) == []


def test_the_document_has_no_inline_script_or_style() -> None:
    text = (PAGE / "index.html").read_text()

    assert re.findall(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=", text) == []


@pytest.mark.parametrize("path", [*SCRIPTS, *PAGE.glob("*.css"), *PAGE.glob("*.html")], ids=lambda path: path.name)
def test_nothing_is_loaded_from_another_origin(path: Path) -> None:
    imports = re.findall(r'(?:from|import)\s*\(?"([^"]+)"|url\(([^)]*)\)|\s(?:src|href)="([^"]+)"', path.read_text())

    own = re.compile(r"\./\w+\.js|/page/[\w.]+|#[\w-]+")
    assert [name for found in imports for name in found if name and not own.fullmatch(name)] == []

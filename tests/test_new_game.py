"""The command that adds a game: the names that it refuses, and the files that it writes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.new_game import NameRefused, check_name, rule_prefix, write_game
from tools.new_game.__main__ import main

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Chess", "lower-case words joined by _, such as tiny_game"),
        ("tiny-game", "lower-case words joined by _, such as tiny_game"),
        ("2048", "lower-case words joined by _, such as tiny_game"),
        ("tiny__game", "lower-case words joined by _, such as tiny_game"),
        ("class", "Python uses the word. Add a second word."),
        ("a_game_with_a_name_that_is_too_long", "has 35 characters: a game's name has at most 32."),
        ("hive_mind", "engine/hive_mind exists. Choose another name."),
        ("text", "render/text.py exists. Choose another name."),
        ("help", "is a word of shared code .* Add a second word."),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_the_reason(name: str, why: str) -> None:
    with pytest.raises(NameRefused, match=why):
        check_name(name, ROOT)


@pytest.mark.parametrize("name", ["a", "z9", "zzz_a_game_with_a_name_of_32_let"])
def test_files_are_sorted_and_formatted_whatever_the_name(name: str, tmp_path: Path) -> None:
    written = write_game(name, tmp_path)

    ruff = (sys.executable, "-m", "ruff")
    options = ("--no-cache", f"--config={ROOT / 'pyproject.toml'}", tmp_path)
    assert subprocess.run((*ruff, "check", *options), check=False).returncode == 0
    assert subprocess.run((*ruff, "format", "--check", *options), check=False).returncode == 0
    texts = [f"{path.relative_to(tmp_path)} {path.read_text()}" for path in written]
    assert [text for text in texts if re.search(r"high[ _]?card|\bHC-|_hc\d", text, re.IGNORECASE)] == []
    with pytest.raises(NameRefused, match="exists"):
        write_game(name, tmp_path)


def test_rule_numbers_begin_with_letters_that_no_other_game_has(tmp_path: Path) -> None:
    book = tmp_path / "docs" / "rules" / "monster_hex.md"
    book.parent.mkdir(parents=True)
    book.write_text("- MH-1 **Your hand.**")

    assert rule_prefix("tiny_game", tmp_path) == "TG"
    assert rule_prefix("many_hats", tmp_path) == "MA", "MH is Monster Hex's"
    assert rule_prefix("high_court", tmp_path) == "HI", "HC is the template's"
    assert rule_prefix("x1", tmp_path) == "XX"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [([], "Usage:"), (["--help"], "Usage:"), (["a", "b"], "Usage:"), (["Chess"], "'Chess' can't")],
)
def test_the_command_says_what_is_wrong(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert told in capsys.readouterr().err

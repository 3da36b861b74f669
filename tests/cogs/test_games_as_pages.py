"""A finished game as a page: its steps, and what a long game leaves out; the command line's answers to bad records."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest

from cogs.ui.messages import replay_page
from cogs.ui.messages.replay_page import FinishedGame, make_replay_page
from engine.record_json import decode, encode
from render import Picture
from tests.random_records import random_record
from tools.replay_page import main, read_finished_game

RECORDS = Path(__file__).parents[1] / "engine" / "records"
SHORT = RECORDS / "monster_hex_draw_2.json"


class FakeDrawing:
    """Draws no boards, but different pictures of a given size in bytes."""

    def __init__(self, size: int) -> None:
        self.size, self.drawn = size, 0

    async def draw(self, job: Callable[[str], Picture]) -> Picture:
        """Return a new picture without calling the job."""
        self.drawn += 1
        return Picture(Random(self.drawn).randbytes(self.size), 600, 400, f"Board {self.drawn}.")


def read(path: Path) -> FinishedGame:
    return read_finished_game(decode(path.read_bytes()))


def headings(page: bytes) -> list[str]:
    return re.findall(r"<h2[^>]*>(.*?)</h2>", page.decode())


def sentences(page: bytes) -> list[str]:
    return re.findall(r"<p>(.*?)</p>", page.decode())


async def test_a_page_has_the_start_each_told_step_and_the_result():
    over = read(SHORT)

    page = await make_replay_page(over, FakeDrawing(100).draw)

    last = len(over.turns) - 1
    steps = [f"Step {turn} of {last}" for turn in range(1, last + 1)]
    assert headings(page) == ["The start", *steps, "The result"]
    assert re.fullmatch(r"<bdi>Player \d</bdi> wins with \d+ points.*", sentences(page)[-1])
    assert b"This page shows" not in page


@pytest.mark.parametrize(
    ("size", "note", "boards"),
    [
        (150_000, "the last board of each round,", 10),
        (700_000, "the last board of every 5 rounds,", 3),
    ],
)
async def test_a_page_that_would_be_too_large_shows_ends_of_rounds_and_says_so(size: int, note: str, boards: int):
    """A game of 9 rounds: the start and 9, or 2, ends of rounds. No sentence is lost."""
    over = read(RECORDS / "monster_hex_2_variants_draw_2.json")
    whole = await make_replay_page(over, FakeDrawing(100).draw)

    page = await make_replay_page(over, FakeDrawing(size).draw)

    assert len(page) <= replay_page.MOST_BYTES
    assert note in page.decode()
    assert len(headings(page)) == boards + 1
    assert sentences(page) == sentences(whole)


async def test_a_long_game_is_drawn_at_most_so_often():
    over = read_finished_game(decode(random_record("hex_battle_wars", 6)))
    drawing = FakeDrawing(100)

    page = await make_replay_page(over, drawing.draw)

    assert len(over.turns) > replay_page.MOST_PICTURES >= drawing.drawn - 1
    assert f"This game has {len(over.turns) - 1} steps. This page shows the last board of every 2 rounds" in str(page)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"no record", "This is not JSON."),
        (b"{}", 'The "format" of a record must be'),
        (b"", "This is not JSON."),
    ],
)
def test_the_command_names_the_fault_of_a_bad_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, reason: str
):
    source, out = tmp_path / "record.json", tmp_path / "game.html"
    source.write_bytes(content)

    assert main([str(source), str(out)]) == 2
    assert reason in capsys.readouterr().err
    assert not out.exists()


def test_the_command_makes_no_page_of_a_game_that_is_not_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    record = decode(SHORT.read_bytes())
    source, out = tmp_path / "record.json", tmp_path / "game.html"
    source.write_bytes(encode(msgspec.structs.replace(record, entries=record.entries[:-5])))

    assert main([str(source), str(out)]) == 2
    assert "The game in this record is not over" in capsys.readouterr().err
    assert not out.exists()


def test_the_command_names_a_file_that_it_cant_read_and_its_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main([str(tmp_path / "none.json"), str(tmp_path / "out.html")]) == 2
    assert "No such file" in capsys.readouterr().err
    assert main([]) == 2
    assert "python -m tools.replay_page RECORD OUT" in capsys.readouterr().err

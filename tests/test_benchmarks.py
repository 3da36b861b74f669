"""The benchmarks' table: what counts as met, and which parts there are."""

import re
from pathlib import Path

import pytest

from benchmarks.__main__ import PARTS, main
from benchmarks.rows import HEADINGS, Row, line

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("row", "met"),
    [
        (Row("a", "1 ms"), None),
        (Row("a", "1 ms", figure=1.0, unit="ms"), None),
        (Row("a", "1 ms", figure=5.0, at_most=5.0), True),
        (Row("a", "1 ms", figure=5.1, at_most=5.0), False),
        (Row("a", "1 ms", figure=3.0, at_least=3.0), True),
        (Row("a", "1 ms", figure=2.9, at_least=3.0), False),
    ],
)
def test_an_aim_is_met_up_to_its_limit_and_not_beyond(row: Row, met: bool | None) -> None:
    assert row.met is met


def test_a_line_tells_figure_and_aim_in_the_same_unit() -> None:
    cells = [cell.strip() for cell in line(Row("a", "7 ms", "4 ms", 1.75, "×", at_most=1.5).cells()).split("|")[1:-1]]

    assert dict(zip(HEADINGS, cells, strict=True)) == {
        "what": "a",
        "measured": "7 ms",
        "reference": "4 ms",
        "figure": "1.75 ×",
        "aim": "≤ 1.5 ×",
        "met": "no",
    }


def test_an_unknown_part_is_refused_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nonsense"]) == 2
    said = capsys.readouterr().err
    assert [name for name in PARTS if name not in said] == []


def test_every_part_is_told_in_the_document() -> None:
    told = re.findall(r"^\| `(\w+)` \|", (ROOT / "docs/performance.md").read_text(), re.MULTILINE)

    assert told == list(PARTS)

"""Records written by earlier versions of the program still replay: every entry, every digest, and the result.

The files hold whole games: overwriting, clearing, reopening, stand-ins, closes, forfeits and take-backs. New versions
of the program add files and never change these; `test_fairness.py` verifies their draws.
"""

from pathlib import Path

import pytest

from engine.record_json import decode
from engine.replay import replay

RECORDS = {path.stem: decode(path.read_bytes()) for path in (Path(__file__).parent / "records").glob("*.json")}


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_an_old_record_replays(name: str):
    replayed = replay(RECORDS[name])

    assert all(entry.digest is not None for entry in RECORDS[name].entries)
    assert replayed.error is None
    assert replayed.rules.outcome(replayed.states[-1]) is not None


def test_there_are_old_records_of_every_edition_board_and_variant():
    options = [record.configuration.options for record in RECORDS.values()]

    assert {chosen.get("edition") for chosen in options} == {"gauntlet", "tempo", "recharged", None}
    assert {chosen.get("board") for chosen in options} == {2, 3, 4, None}
    for variant in ("abilities", "objectives", "shared"):
        assert {chosen.get(variant) for chosen in options} == {False, True, None}
    assert 1 in {record.configuration.seats for record in RECORDS.values()}

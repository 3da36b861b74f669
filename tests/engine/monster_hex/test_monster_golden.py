"""The golden playthrough (MH-1 to MH-14)."""

from tests.engine.monster_hex import golden


def test_golden_playthrough() -> None:
    """Every draw, hand, number of legal actions, event and the result of a recorded game are as they were."""
    assert golden.transcript(golden.log()) == golden.FILE.read_text()

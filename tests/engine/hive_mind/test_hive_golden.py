"""The golden playthroughs (HM-1 to HM-29)."""

import pytest

from tests.engine.hive_mind import golden


@pytest.mark.parametrize("edition", ["gauntlet", "tempo", "recharged"])
def test_golden_playthrough(edition: str) -> None:
    """Every draw, number of legal actions, event with who sees it, and the result of a recorded match."""
    assert golden.transcript(edition, golden.log(edition)) == golden.file_of(edition).read_text()

"""Exports of seasons with rules 1, written before rules had versions: they verify, and are imported as they were."""

import json
from pathlib import Path

import msgspec
import pytest

from leagues import export
from leagues.document_checks import decode
from leagues.seasons import Seasons
from leagues.settings import RULES
from leagues.verification import verify
from tables.refusal import Refusal
from tests.playing import CHANNEL, GUILD, ORGANISER

EXPORTS = {path.stem: path.read_bytes() for path in sorted((Path(__file__).parent / "exports").glob("*.json"))}
"""A season and a cup of Connect Four with void, voided and counted tables; the season also with unfinished ones."""


@pytest.mark.parametrize("data", EXPORTS.values(), ids=EXPORTS)
def test_an_old_export_verifies(data: bytes) -> None:
    document = decode(data)

    found = verify(document)

    assert (found.verdict, found.lacking, found.differences) == ("verified", (), ())
    assert document.season.rules == 1


@pytest.mark.parametrize("data", EXPORTS.values(), ids=EXPORTS)
async def test_an_old_export_keeps_its_rules_and_standings_when_it_is_imported(seasons: Seasons, data: bytes) -> None:
    told = decode(data)

    season = await seasons.import_season(GUILD, CHANNEL, ORGANISER, data)

    again = decode((await export.files(seasons, season))[export.DOCUMENT])
    assert (season.rules, season.ranking) == (1, "mean")
    assert (again.standings, again.deals) == (told.standings, told.deals)
    assert verify(again).verdict == "verified"


def test_an_old_cup_does_not_verify_by_later_rules() -> None:
    told = json.loads(EXPORTS["cup_by_rules_1"])
    told["season"]["rules"] = 2

    assert verify(decode(msgspec.json.encode(told))).verdict == "broken"


def test_an_export_by_unknown_rules_is_refused_with_both_versions() -> None:
    told = json.loads(EXPORTS["cup_by_rules_1"])
    told["season"] |= {"rules": RULES + 1, "something": "new"}

    with pytest.raises(Refusal, match=f"by version {RULES + 1} of the league rules.*up to version {RULES}"):
        decode(msgspec.json.encode(told))

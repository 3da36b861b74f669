"""Records written by earlier versions of the program still replay: every entry, every digest, and the result.

The files hold whole games with overwriting, clearing, reopening, stand-ins, closes, forfeits and take-backs. New
versions of the program add files and never change these. `test_fairness.py` verifies their draws.
"""

from pathlib import Path
from typing import Any, get_args

import pytest

from engine.connect_four import actions as clix
from engine.core import HOST, Close, Forfeit
from engine.hex_battle_wars import actions as battle
from engine.record import StandIn, Takeback, configure, parse_host
from engine.record_json import decode
from engine.replay import replay

RECORDS = {path.stem: decode(path.read_bytes()) for path in (Path(__file__).parent / "records").glob("*.json")}


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_an_old_record_replays(name: str):
    replayed = replay(RECORDS[name])

    assert all(entry.digest is not None for entry in RECORDS[name].entries)
    assert replayed.error is None
    assert replayed.rules is not None
    assert replayed.rules.outcome(replayed.states[-1]) is not None


def test_there_are_old_records_of_every_edition_board_variant_and_start():
    options = [record.configuration.options for record in RECORDS.values()]

    assert {chosen.get("edition") for chosen in options} == {"gauntlet", "tempo", "recharged", 2024, None}
    assert {chosen.get("board") for chosen in options} == {2, 3, 4, None}
    for switch in ("abilities", "objectives", "shared", "swap", "same_class", "double_start", "hazards"):
        assert {chosen.get(switch) for chosen in options} == {False, True, None}
    assert {chosen.get("obstacles") for chosen in options} == {"program", "players", None}
    assert {record.configuration.seats for record in RECORDS.values()} == set(range(1, 8))


@pytest.mark.parametrize(("name", "actions"), [("connect_four", clix.Action), ("hex_battle_wars", battle.Action)])
def test_the_old_records_of_a_game_hold_every_kind_of_action(name: str, actions: Any):
    found: set[type] = set()
    for record in RECORDS.values():
        if record.configuration.game == name:
            rules = configure(record.configuration)
            commands = [parse_host(entry.action) for entry in record.entries if entry.actor == HOST]
            found |= {type(command) for command in commands}
            found |= {type(rules.parse_action(entry.action)) for entry in record.entries if entry.actor != HOST}

    assert found == {*get_args(actions), Close, Forfeit, StandIn, Takeback}

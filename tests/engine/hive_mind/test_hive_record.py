"""Records on the command line: the whole result, hints included, and reproducible games."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.core import HOST, SPECTATOR
from engine.game import act, begin
from engine.record import Configuration
from engine.record_json import encode
from engine.takeback import takeback_policy
from tests.engine.hive_mind.positions import record
from tests.logged import new_logged_game

# The rule book's worked examples within a match of `recharged`: rounds 2 and 3 on hive charge.
MATCH = (
    "chance hive charge 123211232113",
    "chance hive marcer 123211232113",
    "chance hive zero 112213231213",
    "0 charge:GFE marcer:DEH zero:HKL ready",
    "1 charge:BCG marcer:GJL zero:ADE ready",
    "2 charge:BCG marcer:DEH zero:CFI ready",
    "0 charge:CFG marcer:GJL zero:CFI double:charge ready",
    "1 charge:BCF marcer:DEH zero:EIJ block:charge ready",
    "2 charge:CFI marcer:BCG zero:IKL ready",
    "0 charge:DHI marcer:BCG zero:ADE guess:charge:123211232113 ready",
    "1 charge:DHK marcer:BCG zero:CFI guess:zero:1.......1.1. ready",
    "2 charge:HIK marcer:HIJ zero:HKL",
    "2 ready",
)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Return a function that runs a command and returns its exit status and standard output."""

    def call(*arguments: object) -> tuple[int, str]:
        status = main([str(argument) for argument in arguments])
        return status, capsys.readouterr().out

    return call


@pytest.fixture
def worked(tmp_path: Path) -> Path:
    path = tmp_path / "worked.json"
    path.write_bytes(encode(record("recharged", 3, *MATCH)))
    return path


def test_replay_gives_every_figure_of_the_rule_book(worked: Path, run: Any) -> None:
    """Worked examples: hints 4, 7, 4, 4 in round 1, 6 points each in round 2, and H doubled in round 3."""
    status, out = run("replay", worked)
    shown = json.loads(out)
    assert (status, shown["over"], shown["error"], shown["valid"]) == (0, True, None, 3 + 12 + 14 + 14)
    first, second, third = (played["hives"] for played in shown["result"]["rounds"])

    assert [seat["hint"] for seat in first["charge"]["seats"]] == [4, 4, 4]
    assert [seat["hint"] for seat in first["marcer"]["seats"]] == [7, 4, 7]
    assert first["charge"]["shapes"] == {"tri": 0, "arc": 2, "line": 1}
    assert first["charge"]["counts"] == [0, 2, 2, 0, 1, 1, 3, 0, 0, 0, 0, 0]
    assert first["charge"]["cleared"] == ""
    assert second["charge"] == {
        "shapes": {"tri": 2, "arc": 0, "line": 1},
        "counts": [0, 1, 3, 0, 0, 3, 1, 0, 1, 0, 0, 0],
        "cleared": "BCFGI",
        "seats": [
            # CFG looks at BEIJ: 2 + 1 + 2 + 1; BCF at AEGIJ: 1 + 1 + 2 + 2 + 1; CFI at BG: 2 + 2.
            {"shape": "CFG", "hint": 6, "points": 6, "blocks": 0, "guess": 0},
            {"shape": "BCF", "hint": 7, "points": 6, "blocks": 0, "guess": 0},
            {"shape": "CFI", "hint": 4, "points": 6, "blocks": 0, "guess": 0},
        ],
    }
    # D (2) lies under two shapes, one of them a doubler's: a Block. H (3) lies under three. On K nobody doubles.
    assert third["charge"]["seats"] == [
        {"shape": "DHI", "hint": 2 + 1, "points": 3, "blocks": 0, "guess": 3},
        {"shape": "DHK", "hint": 1 + 3, "points": 3, "blocks": 1, "guess": 0},
        {"shape": "HIK", "hint": 2 + 1 + 1 + 1 + 3, "points": 3, "blocks": 0, "guess": 0},
    ]
    assert third["charge"]["cleared"] == "H"
    assert shown["result"]["seats"][0]["guesses"] == 3
    assert set(shown["result"]) == {
        "seats",
        "winner",
        "second_winner",
        "candidate",
        "candidates",
        "decider",
        "rounds",
    }
    assert set(shown["result"]["seats"][0]) == {
        "points",
        "placement",
        "guesses",
        "blocks",
        "on_threes",
        "on_twos",
        "garnets",
        "tokens",
        "feats",
        "totals",
    }


def test_replay_as_a_seat_shows_only_its_own(tmp_path: Path, run: Any) -> None:
    """HM-10, HM-11: before the end a seat sees its own submission and hints, a spectator neither."""
    path = tmp_path / "open.json"
    path.write_bytes(encode(record("recharged", 3, *MATCH[:8])))
    views = {viewer: json.loads(run("replay", path, "--as", viewer)[1])["view"] for viewer in ("0", "2", "spectator")}

    assert [hint["value"] for hint in views["0"]["own"]["hives"][0]["hints"]] == [4]
    assert views["0"]["own"]["hives"][0]["shape"]["letters"] == "CFG"
    assert views["0"]["own"]["hives"][0]["double"]
    assert views["2"]["own"]["hives"][0]["shape"] is None
    assert views["spectator"]["own"] is None
    assert views["2"]["actors"] == [2]
    for view in views.values():
        assert view["scores"] is None
        assert "123211232113" not in json.dumps(view)


def test_legal_lists_what_adds_to_the_submission(tmp_path: Path, run: Any) -> None:
    """In round 2, with two hives covered: the shapes of the third, Block and Double."""
    path = tmp_path / "open.json"
    path.write_bytes(encode(record("recharged", 3, *MATCH[:7], "2 charge:CFI marcer:GJL")))
    lines = run("legal", path, "--seat", "2")[1].split()

    assert lines[:6] == ["block:charge", "block:marcer", "block:zero", "double:charge", "double:marcer", "double:zero"]
    assert len(lines) == 6 + 13 + 30
    assert {line.split(":")[0] for line in lines[6:]} == {"zero"}
    assert run("legal", path, "--seat", "0")[1] == ""


def test_the_step_follows_readiness_and_never_what_is_pending() -> None:
    """Submitting, overwriting, buying and guessing keep the step. Ready and reopen advance it."""
    seed = bytes(range(32))
    game = begin(Configuration("hive_mind", 1, {"edition": "recharged"}, 3), seed).game
    game = act(game, HOST, "close", seed).game
    steps: list[int] = []
    for token in ("charge:ABC", "charge:ADE", "clear:charge", "double:zero", "block:zero", "clear:double:zero",
                  "charge:ADE", "marcer:ABD", "zero:ABC", "ready", "reopen", "zero:CFI", "ready"):  # fmt: skip
        game = act(game, 0, token, seed).game
        steps.append(game.step)

    assert [step - steps[0] for step in steps] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 3]


def test_a_submission_is_taken_back_freely_and_a_hint_never() -> None:
    """Nobody has seen a pending submission. After the round has resolved, the seat knows its hints."""
    seed = bytes(range(32))
    logged = new_logged_game(Configuration("hive_mind", 1, {"edition": "gauntlet"}, 3), seed).act(0, "1:ABC", seed)
    policy = takeback_policy(*logged, 0)
    assert policy.kind == "free"
    own = logged.act(HOST, f"takeback {policy.entry}", seed).game.view(0).own
    assert own.hives[0].shape is None
    for seat in range(3):
        logged = logged.act(seat, "1:ABE", seed).act(seat, "ready", seed)

    assert takeback_policy(*logged, 2).kind == "refused"
    assert logged.game.view(SPECTATOR).hives[0].round == 2

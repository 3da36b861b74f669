"""Connect Four on the command line; and a class that is added by adding a file, in a copy of engine and data."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main
from tests.engine.connect_four.clix_positions import GARGOYLES

ROOT = Path(__file__).parents[3]


@pytest.fixture
def run(capsys):
    """Runs a command; gives exit status and what it prints."""

    def call(*arguments):
        status = main([str(argument) for argument in arguments])
        return status, capsys.readouterr().out

    return call


def shortened(path, entries):
    """The record at a path with its first entries alone, as it was while the game went on."""
    record = json.loads(path.read_text())
    record["entries"] = record["entries"][:entries]
    path.write_text(json.dumps(record))


def test_a_random_game_is_played_replayed_and_verified(run, tmp_path):
    path = tmp_path / "game.json"

    assert run("play", "connect_four", "--players", "random", "--seed", "5", "--record", path)[0] == 0
    status, out = run("replay", path, "--as", "spectator")

    shown = json.loads(out)
    entries = len(json.loads(path.read_text())["entries"])
    assert (status, shown["valid"], shown["error"], shown["over"]) == (0, entries, None, True)
    assert shown["result"]["reason"] in ("four", "double_four", "kill_points")
    status, out = run("verify", path)
    assert (status, json.loads(out)["verified"]) == (0, True)


def test_the_same_seed_plays_the_same_game(run, tmp_path):
    records = [tmp_path / name for name in ("one.json", "two.json")]
    for path in records:
        run("play", "connect_four", "--players", "random", "--seed", "6", "--record", path)
    assert records[0].read_bytes() == records[1].read_bytes()


def test_what_is_legal_is_listed_for_whoever_is_asked(run, tmp_path):
    path = tmp_path / "game.json"
    run("play", "connect_four", "--players", "random", "--seed", "5", "--record", path)
    shortened(path, 0)

    status, out = run("legal", path)

    assert status == 0
    assert "class vampire" in out
    assert "class alien" in out


@pytest.fixture
def copied(tmp_path):
    """A copy of engine and data, in which Python can be run."""
    for folder in ("engine", "data"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))

    def call(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "engine", *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
        )

    return tmp_path, call


def test_a_file_beside_the_roster_is_a_class_to_play_with(copied):
    folder, call = copied
    shutil.copy(GARGOYLES, folder / "data/connect_four/gargoyles.toml")
    record = folder / "game.json"
    assert call("play", "connect_four", "--players", "random", "--seed", "2", "--record", str(record)).returncode == 0
    content = json.loads(record.read_text())
    content["entries"] = [[0, "class gargoyle"], [1, "class vampire"], [0, "force gar-maul*2 gar-mite*1"]]
    del content["seed"]
    record.write_text(json.dumps(content))

    shown = call("replay", str(record), "--as", "0")

    assert shown.returncode == 0, shown.stderr
    assert json.loads(shown.stdout)["view"]["seats"][0]["force"] == [["gar-mite", 1], ["gar-maul", 2]]


def test_a_wrong_file_is_named_at_the_start_with_monster_and_field(copied):
    folder, call = copied
    text = GARGOYLES.read_text().replace('rank = "rookie"', 'rank = "boss"', 1)
    (folder / "data/connect_four/gargoyles.toml").write_text(text)

    refused = call("games")

    assert refused.returncode != 0
    assert "gargoyles.toml: monster gar-" in refused.stderr
    assert "rank: Invalid enum value 'boss'" in refused.stderr

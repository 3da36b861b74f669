"""Connect Four on the command line, and a class that is added as a file to a copy of engine and data."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.connect_four.clix_positions import GARGOYLES

ROOT = Path(__file__).parents[3]


@pytest.fixture
def copied(tmp_path):
    """Return a copy of engine and data, and a function that runs the engine's command line in it."""
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

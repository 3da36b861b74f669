"""`python -m engine`: replay, play, legal, verify and games; bad input never ends in a traceback."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main

pytestmark = pytest.mark.usefixtures("toys")

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run(capsys):
    """Return a function that runs a command and returns exit status, standard output and standard error."""

    def call(*arguments):
        status = main([str(argument) for argument in arguments])
        output = capsys.readouterr()
        return status, output.out, output.err

    return call


@pytest.fixture
def finished(tmp_path, run):
    """Return the path of the record of a finished race of three."""
    path = tmp_path / "race.json"
    assert run("play", "toy_race", "--seats", 3, "--players", "greedy", "--record", path)[0] == 0
    return path


@pytest.fixture
def open_bids(tmp_path):
    """Return the path of a record of sealed bids: seat 0 has bid 4 and seat 1 is asked."""
    path = tmp_path / "bids.json"
    path.write_text(json.dumps(sheet("toy_bids", ["chance", "roll 6"], [0, "bid 4"])))
    return path


def sheet(game, *entries, **changes):
    fields = {"format": "hexcade/1", "game": game, "rules_version": 1, "seats": 2, "entries": entries}
    return {**fields, **changes}


def apply_changes(path, change):
    """Change the JSON of a record in its file and return the path."""
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))
    return path


def test_a_played_game_replays_verifies_and_is_over(finished, run):
    status, out, err = run("replay", finished)
    shown = json.loads(out)

    assert (status, err) == (0, "")
    assert (shown["valid"], shown["error"], shown["over"]) == (27, None, True)
    assert shown["result"]["winners"]
    status, out, _ = run("verify", finished)
    assert status == 0
    assert json.loads(out) == {
        "verdict": "verified",
        "verified": True,
        "lacking": [],
        "statement": "Proved: all 27 entries follow the rules and 18 draws come from the committed seed; "
        "not proved: that the players made these moves or that nobody saw hidden information.",
        "over": True,
        "entries": 27,
        "draws": 18,
        "draws_taken_back": 0,
        "takebacks": 0,
        "closes": 0,
        "forfeits": 0,
        "digests": 27,
        "missing_digests": 0,
        "differences": [],
    }
    assert run("legal", finished) == (0, "", "")


def test_a_game_without_a_file_is_written_to_standard_output(run):
    status, out, _ = run("play", "toy_bids", "--seats", 2, "--options", '{"rounds": 1}', "--seed", 5)
    record = json.loads(out)

    assert status == 0
    assert (record["game"], record["options"], record["seats"]) == ("toy_bids", {"rounds": 1}, 2)
    assert record["commitment"]
    assert record["salts"]
    assert record["seed"]
    assert run("play", "toy_bids", "--seats", 2, "--options", '{"rounds": 1}', "--seed", 5)[1] == out
    assert run("play", "toy_bids", "--seats", 2, "--options", '{"rounds": 1}', "--seed", 6)[1] != out


def test_replay_shows_each_viewer_its_own_and_without_viewer_everything(open_bids, run):
    def view(*viewer):
        return json.loads(run("replay", open_bids, *viewer)[1])["view"]

    assert view("--as", "0")["own"] == 4
    assert view("--as", "1")["own"] is None
    assert view("--as", "spectator")["own"] is None
    everything = view()
    assert everything["state"]["pending"] == [4, None]
    assert everything["seats"] == [view("--as", "0"), view("--as", "1")]
    assert everything["spectator"] == view("--as", "spectator")


def test_before_the_end_there_is_no_result(open_bids, run):
    shown = json.loads(run("replay", open_bids)[1])

    assert (shown["over"], shown["result"]) == (False, None)


def test_the_valid_prefix_is_shown_with_the_fault(open_bids, run):
    apply_changes(open_bids, lambda record: record["entries"].extend([[1, "bid 9"], [1, "bid 2"]]))
    status, out, _ = run("replay", open_bids, "--as", "spectator")
    shown = json.loads(out)

    assert status == 1
    assert shown["valid"] == 2
    assert shown["error"] == {"entry": 3, "code": "illegal_action", "text": "You have the tokens 1, 2, 3, 4, 5."}
    assert shown["view"]["committed"] == [True, False]


def test_a_record_of_an_unknown_game_is_invalid_from_the_start(tmp_path, run):
    path = tmp_path / "chess.json"
    path.write_text(json.dumps(sheet("chess")))
    status, out, _ = run("replay", path)
    shown = json.loads(out)

    assert status == 1
    assert (shown["valid"], shown["error"]["entry"], shown["error"]["code"]) == (0, 0, "unknown_game")
    assert (shown["over"], shown["result"], shown["view"]) == (False, None, None)
    assert run("legal", path)[0] == 1
    assert run("verify", path)[0] == 1


def test_legal_actions_are_listed_one_per_line(open_bids, run):
    bids_of_1 = "bid 1\nbid 2\nbid 3\nbid 4\nbid 5\n"

    assert run("legal", open_bids) == (0, bids_of_1, "")
    assert run("legal", open_bids, "--seat", 1) == (0, bids_of_1, "")
    assert run("legal", open_bids, "--seat", 0) == (0, "", "")


def test_what_several_seats_may_do_is_listed_once(tmp_path, run):
    path = tmp_path / "open.json"
    path.write_text(json.dumps(sheet("toy_bids", ["chance", "roll 6"])))

    assert run("legal", path)[1] == "bid 1\nbid 2\nbid 3\nbid 4\nbid 5\n"


def test_before_a_draw_its_outcomes_are_what_is_legal(tmp_path, run):
    path = tmp_path / "start.json"
    path.write_text(json.dumps(sheet("toy_bids")))

    assert run("legal", path)[1].splitlines() == [f"roll {prize}" for prize in range(1, 7)]


def test_no_legal_actions_are_given_after_a_record_that_is_not_valid(open_bids, run):
    apply_changes(open_bids, lambda record: record["entries"].append([1, "bid 9"]))
    status, out, err = run("legal", open_bids)

    assert (status, out) == (1, "")
    assert "entry 3" in err


def test_verify_says_what_differs(finished, run):
    def change(record):
        first = record["entries"][0]
        record["entries"] = [[first[0], f"draw 0 {int(first[1][-1]) % 9 + 1}"]]

    status, out, _ = run("verify", apply_changes(finished, change))
    shown = json.loads(out)

    assert (status, shown["verified"]) == (1, False)
    assert [(fault["entry"], fault["code"]) for fault in shown["differences"]] == [(1, "wrong_draw")]


def test_a_record_that_lacks_something_has_an_exit_status_of_its_own(finished, run):
    status, out, _ = run("verify", apply_changes(finished, lambda record: record.pop("seed")))
    shown = json.loads(out)

    assert (status, shown["verdict"], shown["verified"], shown["differences"]) == (3, "follows", False, [])
    assert shown["lacking"] == ["the seed is missing, so the draws can't be repeated"]


def test_the_games_are_listed(run):
    listed = {game["game"]: game for game in map(json.loads, run("games")[1].splitlines())}

    assert listed["toy_bids"]["seats"] == [2, 3, 4]
    assert listed["toy_bids"]["rules_version"] == 1
    assert listed["toy_bids"]["options"]["2"] == {"rounds": 3}
    assert listed["toy_bids"]["players"] == ["random", "greedy"]
    assert listed["hive_mind"]["players"] == [
        "random",
        "greedy",
        "easy",
        "normal",
        "strong",
        "master",
        "deduction",
        "casual",
    ]
    assert "monster_hex" in listed


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["replay"],
        ["replay", "no/such/file.json"],
        ["replay", "."],
        ["replay", "FILE", "--as", "7"],
        ["replay", "FILE", "--as", "-1"],
        ["replay", "FILE", "--as", "²"],
        ["replay", "FILE", "--as", "9" * 5000],
        ["legal", "FILE", "--seat", "2"],
        ["legal", "FILE", "--seat", "x"],
        ["play", "chess", "--seats", "2"],
        ["play", "toy_bids"],
        ["play", "toy_bids", "--seats", "9"],
        ["play", "toy_bids", "--seats", "9999999"],
        ["play", "toy_bids", "--seats", "2", "--options", "{"],
        ["play", "toy_bids", "--seats", "2", "--options", "[]"],
        ["play", "toy_bids", "--seats", "2", "--options", "[" * 100_000],
        ["play", "toy_bids", "--seats", "2", "--options", '{"rounds": "many"}'],
        ["play", "toy_bids", "--seats", "2", "--players", "genius"],
        ["play", "toy_bids", "--seats", "2", "--seed", "-1"],
        ["play", "toy_bids", "--seats", "2", "--record", "no/such/folder/r.json"],
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(arguments, open_bids, run):
    status, out, err = run(*[open_bids if argument == "FILE" else argument for argument in arguments])

    assert (status, out) == (2, "")
    assert err.startswith("engine: ")
    assert err.count("\n") == 1
    assert len(err) < 700


@pytest.mark.parametrize("data", [b"", b"\xff", b"[" * 50_000, b"{}", b"x" * (1 << 21), b'{"format": "hexcade/1"}'])
@pytest.mark.parametrize("command", ["replay", "legal", "verify"])
def test_a_file_that_is_no_record_is_unreadable(command, data, tmp_path, run):
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    status, out, err = run(command, path)

    assert (status, out) == (2, "")
    assert err.count("\n") == 1


def test_it_runs_as_a_module(tmp_path):
    path = tmp_path / "monster.json"
    play = ["play", "monster_hex", "--seats", "3", "--players", "greedy", "--record", path]
    for arguments in (play, ["replay", path, "--as", "1"], ["verify", path], ["legal", path], ["games"]):
        done = subprocess.run([sys.executable, "-m", "engine", *arguments], cwd=ROOT, capture_output=True, check=False)

        assert (done.returncode, done.stderr) == (0, b"")

"""The command line of the engine: replay, play, arena, habits, legal, verify, games, rules, lesson, lessons.

Output is JSON or plain lines on standard output. Exit status:

- 0: success
- 1: the record is invalid or differs from what its seed gives
- 2: unreadable input; one line on standard error gives the reason
- 3: `verify` found no difference, but the record lacks data for a full proof
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from engine import fairness, rule_book
from engine.core import SPECTATOR, EngineError, GameType, InvalidOptions, Player
from engine.game import act, begin
from engine.games import game_type, game_types
from engine.lessons import command as lesson_commands
from engine.players import decide, players
from engine.players.arena import Contest, Hypotheses
from engine.players.arena_command import run_arena, run_habits
from engine.record import INTEGER_DIGITS, NEWEST_DRAW, RECORD_BYTES, Configuration, GameRecord
from engine.record_json import decode, encode
from engine.replay import Replay, replay
from engine.verification import verify

VALID, INVALID, UNREADABLE, LACKING = 0, 1, 2, 3
STATUSES = {"verified": VALID, "follows": LACKING, "broken": INVALID}
"""The exit status of `verify` for each verdict."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InvalidOptions(message[:500])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command of the command line and return the exit status."""
    try:
        options = _parser().parse_args(arguments)
        return options.command(options)
    except EngineError as error:
        print(f"engine: {error.text}", file=sys.stderr)
    except OSError as error:
        print(f"engine: {error.filename}: {error.strerror}", file=sys.stderr)
    return UNREADABLE


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description="Play, replay and verify games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    command = commands.add_parser("replay", help="replay a record and show a view")
    command.add_argument("file", metavar="FILE")
    command.add_argument("--as", dest="viewer", metavar="SEAT|spectator", help="show only what this viewer can see")
    command.set_defaults(command=_replay)
    command = commands.add_parser("play", help="play a whole game with computer players")
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "--seats", type=_parse_integer, metavar="N", help="required if the game allows several numbers of seats"
    )
    command.add_argument("--options", default="{}", metavar="JSON")
    command.add_argument(
        "--players", default="random", metavar="NAME", help="the computer player in all seats; `games` lists the names"
    )
    command.add_argument(
        "--seed", type=_parse_integer, default=0, metavar="N", help="random seed; equal seeds give equal games"
    )
    command.add_argument("--record", metavar="FILE", help="write the record to this file instead of standard output")
    command.set_defaults(command=_play)
    command = commands.add_parser("arena", help="play computer players against each other on the same deals")
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "--players", required=True, metavar="A,B,C", help="round robin; a single player shows how balanced the game is"
    )
    _add_contest_arguments(command, "games for each pair, rounded to whole deals", 200)
    command.add_argument(
        "--sprt", type=_share, nargs=2, metavar=("P0", "P1"), help="stop a pair once one of these win rates is rejected"
    )
    command.add_argument(
        "--draw",
        type=_words,
        default=(),
        metavar="WORDS",
        help="choose actions that begin with these words at random, such as class",
    )
    command.add_argument(
        "--withhold",
        type=_words,
        default=(),
        metavar="WORDS",
        help="let only one seat play actions that begin with these words",
    )
    command.add_argument("--json", metavar="FILE", help="also write the results to this file")
    command.set_defaults(command=_arena)
    command = commands.add_parser("habits", help="count what a computer player does in whole games")
    command.add_argument("game", metavar="GAME")
    command.add_argument("--level", required=True, metavar="NAME", help="the computer player whose habits count")
    command.add_argument(
        "--against", metavar="NAME", help="the player in all other seats; the default is the same player, counted too"
    )
    _add_contest_arguments(command, "number of games", 40)
    command.set_defaults(command=_habits)
    command = commands.add_parser("legal", help="list the legal actions after a record")
    command.add_argument("file", metavar="FILE")
    command.add_argument("--seat", type=_parse_integer, metavar="S")
    command.set_defaults(command=_legal)
    command = commands.add_parser(
        "verify",
        help="check the commitment, draws and digests of a record",
        description="Replays a record and repeats every draw. Verdicts and exit statuses: verified (0): everything "
        "that a record can prove is proved; follows (3): everything follows the rules, but the record lacks what is "
        "listed under lacking, such as the end of the game; broken (1): the record has the differences listed under "
        "differences.",
    )
    command.add_argument("file", metavar="FILE")
    command.set_defaults(command=_verify)
    command = commands.add_parser("lesson", help="print the pages of a lesson and the reply to every legal answer")
    command.add_argument("file", metavar="FILE")
    command.set_defaults(command=_lesson)
    command = commands.add_parser("lessons", help="check all lessons and list the rules that they teach")
    command.set_defaults(command=_lessons)
    commands.add_parser("games", help="list the games").set_defaults(command=_games)
    command = commands.add_parser("rules", help="list a game's rules, or update its rule book")
    command.add_argument("game", metavar="GAME")
    command.add_argument("--book", metavar="FILE", help="update the rules in this rule book instead of listing them")
    command.set_defaults(command=_rules)
    return parser


def _add_contest_arguments(command: argparse.ArgumentParser, games: str, default: int) -> None:
    command.add_argument(
        "--seats", type=_parse_integer, metavar="N", help="required if the game allows several numbers of seats"
    )
    command.add_argument("--options", default="{}", metavar="JSON")
    command.add_argument("--games", type=_parse_integer, default=default, metavar="N", help=games)
    command.add_argument(
        "--seed", type=_parse_integer, default=0, metavar="S", help="random seed; equal seeds give equal games"
    )
    command.add_argument("--processes", type=_parse_integer, default=1, metavar="N")


def _parse_integer(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= INTEGER_DIGITS):
        raise argparse.ArgumentTypeError(f"enter a whole number of at most {INTEGER_DIGITS} digits")
    return int(text)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if not 0 < share < 1:
        raise argparse.ArgumentTypeError("enter a number between 0 and 1")
    return share


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _read(path: str) -> GameRecord:
    with Path(path).open("rb") as file:
        return decode(file.read(RECORD_BYTES + 1))


def _show(value: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(value, enc_hook=str)).decode())


def _replay(options: argparse.Namespace) -> int:
    record = _read(options.file)
    viewer = _parse_viewer(options.viewer, record.configuration.seats)
    replayed = replay(record)
    rules = replayed.rules
    state = replayed.states[-1] if replayed.states else None
    _show(
        {
            "valid": replayed.valid,
            "error": replayed.error,
            "over": rules is not None and rules.outcome(state) is not None,
            "result": rules and rules.result(state),
            "view": _view(replayed, viewer),
        }
    )
    return VALID if replayed.error is None else INVALID


def _parse_viewer(text: str | None, seats: int) -> Player | None:
    if text is None or text == "spectator":
        return None if text is None else SPECTATOR
    if text.isascii() and text.isdecimal() and len(text) <= INTEGER_DIGITS and int(text) < seats:
        return int(text)
    raise InvalidOptions(f"--as must be spectator or a seat from 0 to {seats - 1}.")


def _view(replayed: Replay, viewer: Player | None) -> Any:
    """Return the last view of a seat or spectator, or the last state with all views if `viewer` is None.

    None if the replay has no rules.
    """
    if replayed.rules is None:
        return None
    rules, state = replayed.rules, replayed.states[-1]
    if viewer is not None:
        return rules.view(state, viewer)
    seats = [rules.view(state, seat) for seat in range(rules.seats)]
    return {"state": state, "seats": seats, "spectator": rules.view(state, SPECTATOR)}


def _seats(found: GameType, given: int | None) -> int:
    if given is not None:
        return given
    if len(found.seats) > 1:
        raise InvalidOptions(f"--seats is required: {', '.join(map(str, found.seats))}.")
    return min(found.seats)


def _game_options(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidOptions("--options must be a JSON object.") from error


def _play(options: argparse.Namespace) -> int:
    raw = _game_options(options.options)
    found = game_type(options.game)
    seed = fairness.derive_seed(options.seed)
    seats = _seats(found, options.seats)
    salts = tuple(f"{options.seed}-{seat}" for seat in range(seats))
    configuration = Configuration(
        game=found.name,
        rules_version=found.rules_version,
        options=raw,
        seats=seats,
        table=f"play-{options.seed}",
        commitment=fairness.commitment(seed),
        salts=salts,
        draw=NEWEST_DRAW,
    )
    advance = begin(configuration, seed)
    log = list(advance.entries)
    while (game := advance.game).outcome is None:
        seat = game.actors[0]
        advance = act(game, seat, decide(game, seat, options.players, seed), seed)
        log += advance.entries
    record = encode(GameRecord(game.configuration, tuple(log), seed))
    if options.record is None:
        sys.stdout.write(record.decode())
    else:
        Path(options.record).write_bytes(record)
        _show({"entries": game.n, "result": game.result})
    return VALID


def _contest(options: argparse.Namespace) -> Contest:
    found = game_type(options.game)
    return Contest(
        game=found.name,
        seats=_seats(found, options.seats),
        options=_game_options(options.options),
        games=max(1, options.games),
        seed=options.seed,
    )


def _arena(options: argparse.Namespace) -> int:
    hypotheses = options.sprt and Hypotheses(*sorted(options.sprt))
    contest = msgspec.structs.replace(
        _contest(options), hypotheses=hypotheses, drawn=options.draw, withheld=options.withhold
    )
    run_arena(contest, options.players.split(","), options.json, options.processes)
    return VALID


def _habits(options: argparse.Namespace) -> int:
    run_habits(_contest(options), options.level, options.against, options.processes)
    return VALID


def _legal(options: argparse.Namespace) -> int:
    record = _read(options.file)
    seats = record.configuration.seats
    if options.seat is not None and options.seat >= seats:
        raise InvalidOptions(f"--seat must be a seat from 0 to {seats - 1}.")
    replayed = replay(record)
    if replayed.error is not None or replayed.rules is None:
        fault = replayed.error
        print(f"engine: entry {fault and fault.entry}: {fault and fault.text}", file=sys.stderr)
        return INVALID
    rules, state = replayed.rules, replayed.states[-1]
    lines: dict[str, None] = {}
    for player in rules.actors(state) if options.seat is None else (options.seat,):
        lines.update((rules.format_action(action), None) for action in rules.legal_actions(state, player))
    for text in lines:
        print(text)
    return VALID


def _verify(options: argparse.Namespace) -> int:
    found = verify(_read(options.file))
    _show(found)
    return STATUSES[found.verdict]


def _lesson(options: argparse.Namespace) -> int:
    return lesson_commands.check_lesson(options.file)


def _lessons(_: argparse.Namespace) -> int:
    return lesson_commands.check_lessons()


def _games(_: argparse.Namespace) -> int:
    for found in game_types().values():
        print(
            msgspec.json.encode(
                {
                    "game": found.name,
                    "title": found.title,
                    "seats": found.seats,
                    "rules_version": found.rules_version,
                    "options": {str(seats): found.options(seats, {}) for seats in found.seats},
                    "players": list(players(found.name)),
                }
            ).decode()
        )
    return VALID


def _rules(options: argparse.Namespace) -> int:
    found = rule_book.rules_of(options.game)
    if options.book is None:
        for each in found:
            print(f"{each.number} {each.title}: {each.text}")
    else:
        book = Path(options.book)
        book.write_text(rule_book.write_into(book.read_text("utf-8"), found), "utf-8")
    return VALID


if __name__ == "__main__":
    sys.exit(main())

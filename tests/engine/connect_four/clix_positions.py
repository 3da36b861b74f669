"""Positions and scripts for the tests of Connect Four."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from engine.connect_four import GAME_TYPE
from engine.connect_four.grid import grid
from engine.connect_four.roster import CLASSES, MONSTERS, read
from engine.connect_four.state import ACT, Piece, Position, Setup, State, to_counts, to_reserve
from engine.connect_four.turn import start_turn
from engine.core import CHANCE, HOST, Close, EngineError

RULES = GAME_TYPE.rules(2, {})
TABLE = grid(7, 6)
GARGOYLES = Path(__file__).parent / "gargoyles.toml"

Condition = tuple[str, int, int, int, bool]
"""A monster's id, click, tokens, victims, and whether it is infected."""


@cache
def gargoyles():
    """Return the monsters of a made-up class; tests register them with the fixture `class_of_tests`."""
    return tuple(read(GARGOYLES.name, GARGOYLES.read_text()))


def on(monster, click=None, tokens=0, victims=0, infected=False) -> Condition:
    """Return the condition of a monster on the grid, on its starting click by default."""
    return monster, MONSTERS[monster].start if click is None else click, tokens, victims, infected


def position(first: Mapping[str, str | Condition], second: Mapping[str, str | Condition], table=TABLE) -> Position:
    """Return a grid with the monsters of both seats; `first` and `second` map squares to an id or to `on(...)`."""
    board: list[Piece | None] = [None] * len(table.board)
    for seat, monsters in enumerate((first, second)):
        for square, monster in monsters.items():
            condition = on(monster) if isinstance(monster, str) else monster
            board[table.board.index[square]] = Piece(seat, *condition)
    return Position(tuple(board))


def game(first, second, reserves=("", ""), active=0, kill_points=(0, 0), passes=0, turn=9, table=TABLE) -> State:
    """Return a state in which the active seat must act.

    A reserve is written like a force (`vam-1r*2 vam-u*1`). An empty text means an empty reserve.
    """
    classes, numbers = [], []
    for text in reserves:
        force = tuple((word.split("*")[0], int(word.split("*")[1])) for word in text.split())
        name = MONSTERS[force[0][0]].class_name if force else next(iter(CLASSES))
        classes.append(name)
        numbers.append(to_reserve(name, force))
    forces = to_counts(classes[0], numbers[0]), to_counts(classes[1], numbers[1])
    setup = Setup(classes=tuple(classes), forces=forces, rolls=(3, 2))
    board = position(first, second, table)
    return State(ACT, active, turn, board, tuple(numbers), kill_points, passes, None, None, (), setup, None)


def turn_of(state, seat, rules=RULES):
    """Begin the seat's turn and return the state and the events after the turn's automatic effects."""
    events = []
    return start_turn(grid(*rules._size[:2]), state, seat, events), events


def play(state, *script, rules=RULES):
    """Play some actions and return the new state and all events; `d6 34` stands for two dice."""
    told = []
    for line in script:
        for text in [f"d6 {number}" for number in line[3:]] if line.startswith("d6") else [line]:
            player = CHANCE if text.startswith("d6") else HOST if text == "close" else rules.actors(state)[0]
            action = Close() if text == "close" else rules.parse_action(text)
            after = rules.apply(state, player, action)
            state = after.state
            told += after.events
    return state, told


def monsters(state, rules=RULES):
    """Return owner, id, click, tokens and victims of each monster, by square."""
    seen = rules.view(state, -3)
    return {each.square: (each.seat, each.id, each.click, each.tokens, each.victims) for each in seen.monsters}


def named(events, kind):
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def refused(state, text, rules=RULES, player=None):
    """Return the text of the refusal of an action; fail if the action is legal."""
    try:
        rules.apply(state, rules.actors(state)[0] if player is None else player, rules.parse_action(text))
    except EngineError as error:
        return error.text
    raise AssertionError(f"{text} is allowed")

"""Matches of Hive Mind played by notation, for tests of single rules."""

from collections.abc import Sequence
from typing import Any

from engine.core import CHANCE, HOST, Close, EngineError, Transition
from engine.hive_mind import GAME_TYPE
from engine.hive_mind.events import Event
from engine.hive_mind.rules import HiveMindRules
from engine.hive_mind.state import State
from engine.record import Configuration, Entry, GameRecord
from engine.replay import apply_text

BOARD = "123211232113"
"""The board of the rule book's worked examples."""
HIVES = {"gauntlet": ("1", "2"), "tempo": ("1", "2", "3"), "recharged": ("charge", "marcer", "zero")}
ACTORS = {"chance": CHANCE, "host": HOST}


def rules_for(edition: str = "recharged", seats: int = 3, garnets: int | Sequence[int] | None = None) -> HiveMindRules:
    """Return the rules of an edition."""
    return GAME_TYPE.rules(seats, {"edition": edition} | ({} if garnets is None else {"garnets": garnets}))


def laid(rules: HiveMindRules, boards: Sequence[str] | str = BOARD) -> State:
    """Return the state after all hives are laid, with one board for each hive or the same for all."""
    state = rules.initial_state()
    hives = HIVES[rules.view(state, 0).edition]
    for hive, board in zip(hives, [boards] * len(hives) if isinstance(boards, str) else boards, strict=True):
        state = after(rules, state, f"chance hive {hive} {board}")
    return state


def after(rules: HiveMindRules, state: State, *lines: str) -> State:
    """Play lines of an actor and its actions, such as "0 charge:ADE zero:CFI ready" or "host close"."""
    return played(rules, state, *lines).state


def played(rules: HiveMindRules, state: State, *lines: str) -> Transition[State, Event]:
    """Play such lines and return the new state with all events."""
    events: list[Event] = []
    for actor, action in entries(*lines):
        transition = apply_text(rules, state, actor, action)
        state = transition.state
        events.extend(transition.events)
    return Transition(state, tuple(events))


def entries(*lines: str) -> list[tuple[int, str]]:
    """Return the (actor, action) pairs of such lines; a line of chance or the host is one action."""
    found: list[tuple[int, str]] = []
    for line in lines:
        actor, _, actions = line.partition(" ")
        player = ACTORS[actor] if actor in ACTORS else int(actor)
        found += [(player, action) for action in ([actions] if player < 0 else actions.split())]
    return found


def record(edition: str, seats: int, *lines: str, **options: Any) -> GameRecord:
    """Return a record without a commitment."""
    configuration = Configuration("hive_mind", 1, {"edition": edition, **options}, seats)
    return GameRecord(configuration, tuple(Entry(actor, action) for actor, action in entries(*lines)))


def refused(rules: HiveMindRules, state: State, line: str) -> tuple[str, str]:
    """Return code and text of the refusal of a line's last action, or empty texts if it is legal."""
    *before, (actor, action) = entries(line)
    for earlier, text in before:
        state = apply_text(rules, state, earlier, text).state
    try:
        apply_text(rules, state, actor, action)
    except EngineError as error:
        return error.code, error.text
    return "", ""


def play_to_end(rules: HiveMindRules, state: State) -> State:
    """Return the final state after the host closes everything open and chance takes its first outcomes."""
    while actors := rules.actors(state):
        if actors == (CHANCE,):
            state = rules.apply(state, CHANCE, rules.chance_outcomes(state)[0]).state
        else:
            state = rules.apply(state, HOST, Close()).state
    return state


def result(rules: HiveMindRules, state: State) -> dict[str, Any]:
    """Return the result of a match that the host closes from this state on."""
    found = rules.result(play_to_end(rules, state))
    assert found is not None
    return found


def gains(rules: HiveMindRules, state: State, number: int, hive: str = "1") -> list[int]:
    """Return each seat's placement points on a hive in a round, counted from 1 over the match."""
    return [seat["points"] for seat in result(rules, state)["rounds"][number - 1]["hives"][hive]["seats"]]

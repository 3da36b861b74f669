"""The golden playthroughs: a whole match of each edition in text, to be read in reviews.

Each entry of the log is followed by what happened, as a spectator sees it, or "to SEAT" where only one seat does;
before a seat's entry stands the number of its advancing legal actions. After an intended change of behaviour,
`python -m tests.engine.hive_mind.golden` writes the files anew from their own logs, and the difference shows what
changed.
"""

from pathlib import Path
from typing import Final

import msgspec

from engine.core import CHANCE, HOST, SPECTATOR
from engine.hive_mind import GAME_TYPE
from engine.hive_mind.editions import EDITIONS
from engine.hive_mind.events import Event
from engine.hive_mind.rules import HiveMindRules
from engine.replay import apply_text

SEATS: Final = 3
ACTORS: Final = {"chance": CHANCE, "host": HOST}


def file_of(edition: str) -> Path:
    """Where the match of an edition is kept."""
    return Path(__file__).with_name(f"golden_{edition}.txt")


def log(edition: str) -> list[tuple[str, str]]:
    """The actors and actions of a file."""
    lines = [line.removeprefix("> ") for line in file_of(edition).read_text().splitlines() if line.startswith("> ")]
    return [(actor, action) for actor, _, action in (line.partition(": ") for line in lines)]


def transcript(edition: str, entries: list[tuple[str, str]]) -> str:
    """The text of a match with these entries."""
    rules = GAME_TYPE.rules(SEATS, {"edition": edition})
    state, lines = rules.initial_state(), list[str]()
    for actor, action in entries:
        player = ACTORS[actor] if actor in ACTORS else int(actor)
        if player >= 0:
            lines.append(f"  {actor} has {len(rules.legal_actions(state, player))} advancing actions")
        lines.append(f"> {actor}: {action}")
        transition = apply_text(rules, state, player, action)
        state = transition.state
        lines += [_seen(rules, event) for event in transition.events]
    result = rules.result(state) or {}
    rounds = result.pop("rounds")
    for number, played in enumerate(rounds, 1):
        for hive, found in played["hives"].items():
            lines.append(f"round {number}, hive {hive}: {msgspec.json.encode(found).decode()}")
    lines += [f"{name}: {msgspec.json.encode(value).decode()}" for name, value in result.items()]
    return "\n".join(lines) + "\n"


def _seen(rules: HiveMindRules, event: Event) -> str:
    """An event with who sees it: everybody, or one seat."""
    text = msgspec.json.encode(event).decode()
    if rules.visible(event, SPECTATOR) is not None:
        return f"  {text}"
    seats = [seat for seat in range(SEATS) if rules.visible(event, seat) is not None]
    return f"  to {', '.join(map(str, seats))}: {text}"


if __name__ == "__main__":
    for name in EDITIONS:
        file_of(name).write_text(transcript(name, log(name)))

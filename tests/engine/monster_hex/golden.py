"""The golden playthrough: a whole 2-player game in text, to be read in reviews.

Each entry of the log is followed by what a spectator sees happen; before a seat's entry stand its hand and the number
of its legal actions. After an intended change of behaviour, `python -m tests.engine.monster_hex.golden` writes the
file anew from its own log, and the difference shows what changed.
"""

from pathlib import Path
from typing import Final

import msgspec

from engine.core import CHANCE, HOST, SPECTATOR
from engine.monster_hex import GAME_TYPE
from engine.replay import apply_text

FILE: Final = Path(__file__).with_name("golden.txt")
ACTORS: Final = {"chance": CHANCE, "host": HOST, "0": 0, "1": 1}


def log() -> list[tuple[str, str]]:
    """The actors and actions of the file."""
    lines = [line.removeprefix("> ") for line in FILE.read_text().splitlines() if line.startswith("> ")]
    return [(actor, action) for actor, _, action in (line.partition(": ") for line in lines)]


def transcript(entries: list[tuple[str, str]]) -> str:
    """The text of a 2-player game with these entries."""
    rules = GAME_TYPE.rules(2, {"factions": ["blue", None]})
    state, lines = rules.initial_state(), list[str]()
    for actor, action in entries:
        player = ACTORS[actor]
        if player >= 0:
            hand = " ".join(rules.view(state, player).hand or ())
            lines.append(f"  {actor} holds {hand}: {len(rules.legal_actions(state, player))} legal actions")
        lines.append(f"> {actor}: {action}")
        transition = apply_text(rules, state, player, action)
        state = transition.state
        seen = (rules.visible(event, SPECTATOR) for event in transition.events)
        lines += [f"  {msgspec.json.encode(event).decode()}" for event in seen]
    result = rules.result(state) or {}
    stones = result.pop("stones")
    for name, value in (*result.items(), *stones.items()):
        lines.append(f"{name}: {msgspec.json.encode(value).decode()}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(transcript(log()))

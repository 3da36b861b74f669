"""The golden playthroughs: whole games as text, for review.

The first line of a file is the configuration. After each entry of the log come the events that a spectator sees, and
lines "to SEAT" for events that only that seat sees, or sees in full. Before a seat's entry stands the number of its
legal actions. After an intended change of behaviour, run `python -m tests.engine.golden` to regenerate the files from
their own logs. The diff then shows the change.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from engine.core import CHANCE, HOST, SPECTATOR, AnyRules
from engine.games import game_type
from engine.replay import apply_text

FILES: Final = {f"{path.parent.name}_{path.stem}": path for path in sorted(Path(__file__).parent.glob("*/golden*.txt"))}
ACTORS: Final = {"chance": CHANCE, "host": HOST}
LINE: Final = 400
"""The greatest length of a part of the result on one line, in characters."""


def played_again(path: Path) -> str:
    """Replay the log in a file and return the new text of the file."""
    head, *lines = path.read_text().splitlines()
    seats, _, options = head.partition(" seats, ")
    rules = game_type(path.parent.name).rules(int(seats), msgspec.json.decode(options))
    log = (line.removeprefix("> ").partition(": ") for line in lines if line.startswith("> "))
    told = _told(rules, [(actor, action) for actor, _, action in log])
    return "\n".join([head, *told]) + "\n"


def _told(rules: AnyRules, log: list[tuple[str, str]]) -> Iterator[str]:
    state = rules.initial_state()
    for actor, action in log:
        player = ACTORS[actor] if actor in ACTORS else int(actor)
        if player >= 0:
            yield f"  {actor} has {len(rules.legal_actions(state, player))} legal actions"
        yield f"> {actor}: {action}"
        transition = apply_text(rules, state, player, action)
        state = transition.state
        for event in transition.events:
            yield from _seen(rules, event)
    for name, value in (rules.result(state) or {}).items():
        yield from _result(name, value)


def _seen(rules: AnyRules, event: Any) -> Iterator[str]:
    """Yield an event as everybody sees it, and as seats see it that see more."""
    public = rules.visible(event, SPECTATOR)
    if public is not None:
        yield f"  {_json(public)}"
    seen = {seat: rules.visible(event, seat) for seat in range(rules.seats)}
    for seat, own in seen.items():
        if own not in (public, None):
            yield f"  to {seat}: {_json(own)}"


def _result(name: str, value: Any) -> Iterator[str]:
    """Yield a part of the result on one line, or its own parts if the line is too long."""
    line = f"{name}: {_json(value)}"
    if len(line) <= LINE or not isinstance(value, dict | list):
        yield line
        return
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        yield from _result(f"{name} {key}", part)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    for file in FILES.values():
        file.write_text(played_again(file))

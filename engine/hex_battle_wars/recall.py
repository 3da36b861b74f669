"""The newest attack of each seat among some events, for a picture of more than the last turn."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine.hex_battle_wars.events import AttackRolled, DamageRolled
from engine.hex_battle_wars.view import Shot, View


def add_attacks(view: View, happened: Sequence[Any]) -> View:
    """Return a view that also reports each seat's last attack among public events, oldest first.

    A view alone reports one attack, so players would never see their own if an opponent answers at once.
    """
    found: dict[int, Shot] = {}
    for event in happened:
        if isinstance(event, AttackRolled | DamageRolled):
            found.pop(event.shot.seat, None)
            found[event.shot.seat] = event.shot
    return replace(view, attacks=tuple(found.values()))

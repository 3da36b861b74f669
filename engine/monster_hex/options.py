"""The options of Monster Hex: what a table may choose before the first draw."""

from typing import Any, Final, cast

from engine.core import InvalidOptions, echo
from engine.monster_hex.content import BOARD_SIZES, FACTIONS

SEATS: Final = (2, 3, 4)
_KEYS: Final = ("factions", "board", "abilities", "objectives", "shared")


def complete(seats: int, raw: dict[str, Any]) -> dict[str, Any]:
    """The options with their defaults. Raises InvalidOptions, saying what is possible (MH-1, MH-3)."""
    if type(seats) is not int or seats not in SEATS:
        raise InvalidOptions(f"Monster Hex is for {SEATS[0]} to {SEATS[-1]} players.")
    for key in raw:
        if key not in _KEYS:
            raise InvalidOptions(f"Monster Hex has no option {echo(str(key))}; its options are {', '.join(_KEYS)}.")
    for variant in ("abilities", "objectives", "shared"):
        if raw.get(variant, False) is not False:
            raise InvalidOptions(f"The option {variant} can only be false: Monster Hex is played without it here.")
    return {
        "factions": _factions(seats, raw.get("factions")),
        "board": _board(seats, raw.get("board")),
        "abilities": False,
        "objectives": False,
        "shared": False,
    }


def _factions(seats: int, raw: object) -> list[str | None]:
    if raw is None:
        return [None] * seats
    names = ", ".join(FACTIONS)
    if not isinstance(raw, (list, tuple)):
        raise InvalidOptions(f"The option factions is a list with one of {names} or null per seat.")
    chosen: list[str | None] = []
    for name in cast("list[object]", raw):
        if name is not None and not (isinstance(name, str) and name in FACTIONS):
            raise InvalidOptions(f"There is no faction {echo(str(name))}; the factions are {names}, or null for any.")
        if name is not None and name in chosen:
            raise InvalidOptions(f"The faction {name} is chosen twice; every seat has its own.")
        chosen.append(name)
    if len(chosen) != seats:
        raise InvalidOptions(f"The option factions needs {seats} entries, one per seat, not {len(chosen)}.")
    return chosen


def _board(seats: int, raw: object) -> int:
    if raw is None or (type(raw) is int and raw == seats):
        return seats
    sizes = ", ".join(map(str, BOARD_SIZES))
    raise InvalidOptions(f"{seats} seats play on board {seats} of the boards {sizes}, not {echo(str(raw))}.")

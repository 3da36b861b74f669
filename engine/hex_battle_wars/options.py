"""The options of Hex Battle Wars, which are set before the game begins."""

from typing import Any, Final

from engine.core import InvalidOptions, quote_input
from engine.hex_battle_wars.board import LEAST_RADIUS, MOST_RADIUS
from engine.hex_battle_wars.content import CONTENT, SEATS
from engine.messages import Message

PRESETS: Final = tuple(CONTENT.presets)
OBSTACLES: Final = ("program", "players")
PIECES_AT_MOST: Final = 3
HP_AT_MOST: Final = 999
ROUNDS_AT_MOST: Final = 999
_KEYS: Final = ("preset", "hp", "radius", "obstacles", "hazards", "pieces", "max_rounds")


def complete(seats: int, raw: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a game, with missing ones filled in from the preset.

    Raises InvalidOptions if an option is unknown or invalid; its text lists the possible values.
    """
    if type(seats) is not int or seats not in SEATS:
        raise InvalidOptions(
            Message("Hex Battle Wars is for {fewest} to {most} players.", fewest=SEATS[0], most=SEATS[-1])
        )
    for key in raw:
        if key not in _KEYS:
            raise InvalidOptions(
                Message(
                    "Hex Battle Wars has no option {name}; its options are {options}.",
                    name=quote_input(str(key)),
                    options=", ".join(_KEYS),
                )
            )
    name = _choice(raw, "preset", PRESETS, PRESETS[0])
    preset = CONTENT.presets[name]
    radius = CONTENT.radius[preset.radius][seats]
    return {
        "preset": name,
        "hp": _number(raw, "hp", 1, HP_AT_MOST, preset.hp),
        "radius": _number(raw, "radius", LEAST_RADIUS, MOST_RADIUS, radius),
        "obstacles": _choice(raw, "obstacles", OBSTACLES, preset.obstacles),
        "hazards": _parse_switch(raw, "hazards", preset.hazards),
        "pieces": _number(raw, "pieces", 1, PIECES_AT_MOST, 1),
        "max_rounds": _last_round(raw, preset.max_rounds),
    }


def _last_round(raw: dict[str, Any], default: int) -> int | None:
    """Return the option `max_rounds`; None, which only older records have, means no limit (HBW-26)."""
    if "max_rounds" in raw and raw["max_rounds"] is None:
        return None
    return _number(raw, "max_rounds", 1, ROUNDS_AT_MOST, default)


def _choice(raw: dict[str, Any], key: str, choices: tuple[str, ...], default: str) -> str:
    value = raw.get(key, default)
    if value not in choices:
        raise InvalidOptions(
            Message(
                "The option {name} must be one of {choices}, not {value}.",
                name=key,
                choices=", ".join(choices),
                value=quote_input(str(value)),
            )
        )
    return value


def _number(raw: dict[str, Any], key: str, least: int, most: int, default: int) -> int:
    value = raw.get(key, default)
    if type(value) is not int or not least <= value <= most:
        raise InvalidOptions(
            Message(
                "The option {name} must be a number from {least} to {most}, not {value}.",
                name=key,
                least=least,
                most=most,
                value=quote_input(str(value)),
            )
        )
    return value


def _parse_switch(raw: dict[str, Any], key: str, default: bool) -> bool:
    value = raw.get(key, default)
    if type(value) is not bool:
        raise InvalidOptions(
            Message("The option {name} must be true or false, not {value}.", name=key, value=quote_input(str(value)))
        )
    return value

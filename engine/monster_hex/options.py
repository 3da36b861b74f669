"""The options of Monster Hex, which are chosen before the game starts."""

from collections.abc import Mapping
from typing import Any, Final, cast

from engine.core import InvalidOptions, quote_input
from engine.messages import Message, PluralMessage
from engine.monster_hex.content import BOARD_SIZES, FACTIONS

SEATS: Final = (1, 2, 3, 4)
HEAD_START_SEATS: Final = (2, 4)
_HEAD_STARTS: Final[Mapping[tuple[int, bool], tuple[int, ...]]] = {
    (2, False): (0, 2),
    (2, True): (1, 0),
    (4, False): (3, 0, 0, 2),
}
"""Starting points in the order of play, by (number of seats, whether the shared faction plays)."""
_KEYS: Final = ("factions", "board", "abilities", "objectives", "shared", "head_start", "edition")
EDITION: Final = 2024
"""The only earlier edition that can be chosen; without a choice the current rules apply (MH-24)."""
EDITION_SEATS: Final = (2, 3, 4)


def complete(seats: int, raw: dict[str, Any]) -> dict[str, Any]:
    """Return the options with defaults filled in (MH-1, MH-3, MH-21 to MH-24).

    Raises InvalidOptions, naming the possible values.
    """
    if type(seats) is not int or seats not in SEATS:
        raise InvalidOptions(Message("Monster Hex is for {least} to {most} players.", least=SEATS[0], most=SEATS[-1]))
    for key in raw:
        if key not in _KEYS:
            raise InvalidOptions(
                Message(
                    "Monster Hex has no option {option}; its options are {options}.",
                    option=quote_input(str(key)),
                    options=", ".join(_KEYS),
                )
            )
    for variant in ("abilities", "objectives", "shared", "head_start"):
        if type(raw.get(variant, False)) is not bool:
            given = quote_input(str(raw[variant]))
            text = Message("The option {option} must be true or false, not {given}.", option=variant, given=given)
            raise InvalidOptions(text)
    if raw.get("shared", False) and seats > 2:
        raise InvalidOptions("The shared faction is for 2 players, and always part of a solo game. Turn it off.")
    if raw.get("head_start", False) and seats not in HEAD_START_SEATS:
        raise InvalidOptions("A head start is for 2 or 4 players. Turn it off for 1 or 3.")
    _check_edition(seats, raw)
    shared = seats == 1 or raw.get("shared", False)
    # `edition` is omitted if it was not chosen, so that configurations without this option keep their digests.
    return {
        "factions": _parse_factions(seats, shared, raw.get("factions")),
        "board": _board(seats, shared, raw.get("board")),
        "abilities": raw.get("abilities", False),
        "objectives": raw.get("objectives", False),
        "shared": shared,
        "head_start": raw.get("head_start", False),
        **({} if raw.get("edition") is None else {"edition": EDITION}),
    }


def _check_edition(seats: int, raw: Mapping[str, Any]) -> None:
    """Raise InvalidOptions for an unknown edition, and for options that the 2024 edition lacks (MH-24)."""
    edition = raw.get("edition")
    if edition is None:
        return
    if type(edition) is not int or edition != EDITION:
        given = quote_input(str(edition))
        raise InvalidOptions(
            Message("The option edition must be {edition} or left out, not {given}.", edition=EDITION, given=given)
        )
    if seats not in EDITION_SEATS:
        text = Message(
            "The {edition} edition has no solo game. Play with 2 to 4 players, or choose the current edition.",
            edition=EDITION,
        )
        raise InvalidOptions(text, rule="MH-24")
    if raw.get("objectives", False):
        text = Message(
            "The {edition} edition has no objectives. Play without them, or choose the current edition.",
            edition=EDITION,
        )
        raise InvalidOptions(text, rule="MH-24")


def _parse_factions(seats: int, shared: bool, raw: object) -> list[str | None]:
    entries = seats + shared
    if raw is None:
        return [None] * entries
    names = ", ".join(FACTIONS)
    if not isinstance(raw, (list, tuple)):
        text = Message(
            "The option factions must be a list with one entry per seat: {factions} or null.", factions=names
        )
        raise InvalidOptions(text)
    chosen: list[str | None] = []
    for name in cast("list[object]", raw):
        if name is not None and not (isinstance(name, str) and name in FACTIONS):
            raise InvalidOptions(
                Message(
                    "There is no faction {faction}; the factions are {factions}, or null for any.",
                    faction=quote_input(str(name)),
                    factions=names,
                )
            )
        if name is not None and name in chosen:
            raise InvalidOptions(
                Message("The faction {faction} is chosen twice. Each seat needs its own.", faction=name)
            )
        chosen.append(name)
    if len(chosen) != entries:
        raise InvalidOptions(_describe_entries(entries, shared, len(chosen)))
    return chosen


def _describe_entries(entries: int, shared: bool, given: int) -> Message:
    if shared:
        return Message(
            "The option factions needs {entries} entries (one per seat and one for the shared faction), not {given}.",
            entries=entries,
            given=given,
        )
    return Message(
        "The option factions needs {entries} entries (one per seat), not {given}.", entries=entries, given=given
    )


def head_start(full: Mapping[str, Any], seats: int) -> tuple[int, ...]:
    """Return the starting points in the order of play, or an empty tuple if the option is off (MH-3).

    `full` are options with all defaults filled in.
    """
    return _HEAD_STARTS[seats, full["shared"]] if full["head_start"] else ()


def board_for(seats: int, shared: bool) -> int:
    """Return the size of the board (2, 3 or 4) for this many seats (MH-1).

    `shared` says whether the shared faction plays, which makes the board one size larger (MH-21, MH-22).
    """
    return max(2, seats + shared)


def _board(seats: int, shared: bool, raw: object) -> int:
    size = board_for(seats, shared)
    if raw is None or (type(raw) is int and raw == size):
        return size
    fields = {"board": size, "given": quote_input(str(raw)), "boards": ", ".join(map(str, BOARD_SIZES))}
    if shared:
        raise InvalidOptions(
            PluralMessage(
                "{number} seat with the shared faction plays on board {board}, not {given}. The boards are {boards}.",
                "{number} seats with the shared faction play on board {board}, not {given}. The boards are {boards}.",
                seats,
                **fields,
            )
        )
    raise InvalidOptions(
        PluralMessage(
            "{number} seat plays on board {board}, not {given}. The boards are {boards}.",
            "{number} seats play on board {board}, not {given}. The boards are {boards}.",
            seats,
            **fields,
        )
    )

"""A record as JSON: written with one line per entry, and read from outside within the limits of design.md, Trust."""

from collections.abc import Sized
from typing import Any, Final, cast

import msgspec

from engine import fairness
from engine.core import CHANCE, HOST, CorruptRecord, echo
from engine.record import ACTION_CHARACTERS, INTEGER_DIGITS, Configuration, Entry, GameRecord

FORMAT: Final = "hexcade/1"

RECORD_BYTES: Final = 1 << 20
ENTRIES: Final = 20_000
NAME_CHARACTERS: Final = 100
OPTIONS: Final = 100
NESTING: Final = 16
VALUES: Final = 10_000
"""Of salts and options, inner ones too."""
LISTS: Final = 3 * ENTRIES
"""In which the brackets in texts count too."""

_INTEGER_LIMIT: Final = 10**INTEGER_DIGITS
_ACTORS: Final = {"chance": CHANCE, "host": HOST}
_ACTOR_NAMES: Final = {player: name for name, player in _ACTORS.items()}


class _Sheet(msgspec.Struct):
    """The fields of a record's JSON, entries still unread."""

    format: str
    game: str
    rules_version: int
    seats: int
    entries: list[list[Any]]
    options: dict[str, Any] = {}
    table: str = ""
    commitment: str | None = None
    salts: tuple[str, ...] | None = None
    seed: str | None = None


def decode(data: bytes) -> GameRecord:
    """A record from outside. Raises CorruptRecord for anything that is none, or is larger than records may be."""
    if len(data) > RECORD_BYTES:
        raise CorruptRecord(f"A record has at most {RECORD_BYTES} bytes; this has more.")
    # Reading small lists by the hundred thousand takes longer than refusing them may.
    if data.count(b"[") + data.count(b"{") > LISTS:
        raise CorruptRecord(f"A record has at most {LISTS} lists; this has more.")
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CorruptRecord("This is not JSON.") from error
    sheet = _sheet(raw)
    for name, text in [("game", sheet.game), ("table", sheet.table), *(("salt", salt) for salt in sheet.salts or ())]:
        if len(text) > NAME_CHARACTERS:
            raise CorruptRecord(f"A {name} has at most {NAME_CHARACTERS} characters; {echo(text)} has more.")
    if sheet.salts is not None and len(sheet.salts) != sheet.seats:
        raise CorruptRecord(f"There are {sheet.seats} seats, but {len(sheet.salts)} salts.")
    if sheet.commitment is not None:
        _bytes(sheet.commitment, "commitment")
    configuration = Configuration(
        sheet.game, sheet.rules_version, sheet.options, sheet.seats, sheet.table, sheet.commitment, sheet.salts
    )
    entries = tuple(_entry(number, raw) for number, raw in enumerate(sheet.entries, 1))
    return GameRecord(configuration, entries, _bytes(sheet.seed, "seed") if sheet.seed is not None else None)


def _sheet(raw: Any) -> _Sheet:
    if not isinstance(raw, dict):
        raise CorruptRecord("A record is a JSON object.")
    content = cast("dict[str, Any]", raw)
    if content.get("format") != FORMAT:
        raise CorruptRecord(f'A record\'s "format" is "{FORMAT}"; this has none, or another.')
    for name in content:
        if name not in _Sheet.__struct_fields__:
            raise CorruptRecord(f"A record has no field {echo(name)}.")
    _check_length(content.get("entries"), ENTRIES, "entries")
    _check_length(content.get("options"), OPTIONS, "options")
    _check_values([value for name, value in content.items() if name != "entries"])
    try:
        return msgspec.convert(content, _Sheet)
    except msgspec.ValidationError as error:
        raise CorruptRecord(f"The record does not fit its format: {error}.") from error


def _check_length(value: Any, most: int, name: str) -> None:
    if isinstance(value, list | dict) and len(cast("Sized", value)) > most:
        raise CorruptRecord(f"A record has at most {most} {name}; this has {len(cast('Sized', value))}.")


def _check_values(level: list[Any]) -> None:
    """Refuses deep nesting, too many values, and any number that is not an integer of a few digits."""
    count = 0
    for _ in range(NESTING):
        count += len(level)
        if count > VALUES:
            raise CorruptRecord(f"A record has at most {VALUES} values beside its entries; this has more.")
        level = _inner(level)
    if level:
        raise CorruptRecord(f"A record is nested at most {NESTING} deep.")


def _inner(level: list[Any]) -> list[Any]:
    """What is in the lists and objects of a level; its numbers are checked."""
    inner: list[Any] = []
    for value in level:
        if isinstance(value, str):
            continue
        if isinstance(value, list):
            inner += value
        elif isinstance(value, dict):
            inner += cast("dict[str, Any]", value).values()
        else:
            _check_number(value)
    return inner


def _check_number(value: Any) -> None:
    if isinstance(value, float) or (isinstance(value, int) and abs(value) >= _INTEGER_LIMIT):
        raise CorruptRecord(f"Numbers in a record are integers of at most {INTEGER_DIGITS} digits.")


def _bytes(text: str, name: str) -> bytes:
    try:
        data = bytes.fromhex(text)
    except ValueError:
        data = b""
    if len(data) != fairness.SEED_BYTES:
        raise CorruptRecord(f"A {name} is {fairness.SEED_BYTES} bytes in hexadecimal.")
    return data


def _entry(number: int, raw: list[Any]) -> Entry:
    match raw:
        case [actor, str(action)]:
            digest = None
        case [actor, str(action), str(digest)]:
            pass
        case _:
            raise CorruptRecord(f"Entry {number} is not [actor, action] or [actor, action, digest].")
    if not isinstance(actor, str):
        _check_number(actor)
    player = _ACTORS.get(actor) if isinstance(actor, str) else actor
    if not isinstance(player, int) or isinstance(player, bool) or (isinstance(actor, int) and actor < 0):
        raise CorruptRecord(f'Entry {number}: the actor is a seat, "chance" or "host".')
    if len(action) > ACTION_CHARACTERS:
        raise CorruptRecord(f"Entry {number}: an action has at most {ACTION_CHARACTERS} characters.")
    return Entry(player, action, digest)


def encode(record: GameRecord) -> bytes:
    """The record as JSON, one line per entry; `decode` is its inverse."""
    head = {"format": FORMAT, **msgspec.structs.asdict(record.configuration)}
    head["seed"] = record.seed.hex() if record.seed is not None else None
    fields = [msgspec.json.encode(name) + b": " + msgspec.json.encode(value) for name, value in head.items()]
    lines = b",\n".join(b"  " + msgspec.json.encode(_raw(entry)) for entry in record.entries)
    return b"{" + b",\n ".join(fields) + b',\n "entries": [\n' + lines + b"\n ]}\n"


def _raw(entry: Entry) -> list[Any]:
    raw = [_ACTOR_NAMES.get(entry.actor, entry.actor), entry.action]
    return raw if entry.digest is None else [*raw, entry.digest]

"""Records as JSON: encoding with one line per entry, and decoding of untrusted input within size limits."""

import json
from collections import Counter
from collections.abc import Sized
from typing import Any, Final, NoReturn, cast

import msgspec

from engine import fairness
from engine.core import CHANCE, HOST, CorruptRecord, quote_input
from engine.messages import Message, WordList
from engine.record import (
    ACTION_CHARACTERS,
    INTEGER_DIGITS,
    LOG_LIMIT,
    NEWEST_DRAW,
    RECORD_BYTES,
    Configuration,
    Entry,
    GameRecord,
)

FORMAT: Final = "hexcade/1"

DRAWS: Final = {f"draw/{version}": version for version in range(1, NEWEST_DRAW + 1)}
"""The versions of the draw protocol by their names in JSON; a record that names none uses version 1."""

NAME_CHARACTERS: Final = 100
OPTIONS: Final = 100
NESTING: Final = 16
VALUES: Final = 10_000
"""The maximum number of values in a record's fields other than the entries, nested values included."""
LISTS: Final = 3 * LOG_LIMIT
"""The maximum number of lists and objects in a record's JSON; brackets inside strings are counted too."""

_NESTED: Final = Message("A record can be nested at most {most} levels deep; this one is deeper.", most=NESTING)
_NOT_JSON: Final = Message("This is not JSON.")
_ACTORS: Final = {"chance": CHANCE, "host": HOST}
_ACTOR_NAMES: Final = {player: name for name, player in _ACTORS.items()}


class _Fields(msgspec.Struct):
    """The fields of a record's JSON; the entries are still raw lists."""

    format: str
    game: str
    rules_version: int
    seats: int
    entries: list[list[Any]]
    options: dict[str, Any] = {}
    table: str = ""
    commitment: str | None = None
    salts: tuple[str, ...] | None = None
    draw: str = "draw/1"
    drawn_order: bool = False
    seed: str | None = None


def decode(data: bytes) -> GameRecord:
    """Decode a record from untrusted JSON.

    Raises CorruptRecord for anything invalid or too large.
    """
    if len(data) > RECORD_BYTES:
        raise CorruptRecord(Message("A record can have at most {most} bytes; this one has more.", most=RECORD_BYTES))
    # Parsing hundreds of thousands of small lists would take too long.
    if data.count(b"[") + data.count(b"{") > LISTS:
        raise CorruptRecord(Message("A record can have at most {most} lists; this one has more.", most=LISTS))
    fields = _read_fields(_parse_json(data))
    for name, text in [
        ("game", fields.game),
        ("table", fields.table),
        *(("salt", salt) for salt in fields.salts or ()),
    ]:
        if len(text) > NAME_CHARACTERS:
            raise CorruptRecord(
                Message(
                    "A {name} has at most {most} characters; {text} has more.",
                    name=name,
                    most=NAME_CHARACTERS,
                    text=quote_input(text),
                )
            )
    if fields.salts is not None and len(fields.salts) != fields.seats:
        text = Message("There are {seats} seats, but {salts} salts.", seats=fields.seats, salts=len(fields.salts))
        raise CorruptRecord(text)
    if fields.commitment is not None:
        _decode_hex(fields.commitment, "commitment")
    if fields.draw not in DRAWS:
        raise CorruptRecord(
            Message(
                "The draw protocol of a record must be {draws}, not {text}.",
                draws=WordList(list(DRAWS), "or"),
                text=quote_input(fields.draw),
            )
        )
    configuration = Configuration(
        game=fields.game,
        rules_version=fields.rules_version,
        options=fields.options,
        seats=fields.seats,
        table=fields.table,
        commitment=fields.commitment,
        salts=fields.salts,
        draw=DRAWS[fields.draw],
        drawn_order=fields.drawn_order,
    )
    entries = tuple(_decode_entry(number, raw) for number, raw in enumerate(fields.entries, 1))
    return GameRecord(configuration, entries, _decode_hex(fields.seed, "seed") if fields.seed is not None else None)


def _parse_json(data: bytes) -> Any:
    """Parse JSON. Numbers must be integers of a few digits, and keys must be unique within an object.

    Raises CorruptRecord.
    """
    try:
        parsed = json.loads(
            data.decode(),
            object_pairs_hook=_reject_duplicate_keys,
            parse_int=_parse_integer,
            parse_float=_parse_integer,
            parse_constant=_reject_constant,
        )
        # Escapes in JSON can form lone surrogates, which cannot be encoded in UTF-8.
        msgspec.json.encode(parsed)
    except RecursionError as error:
        raise CorruptRecord(_NESTED) from error
    except (json.JSONDecodeError, UnicodeError) as error:
        raise CorruptRecord(_NOT_JSON) from error
    return parsed


def _reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise CorruptRecord(Message("The key {key} appears twice in an object.", key=quote_input(twice)))
    return found


def _parse_integer(text: str) -> int:
    if not text.removeprefix("-").isdecimal() or len(text.removeprefix("-")) > INTEGER_DIGITS:
        problem = Message("Numbers in a record must be integers of at most {most} digits.", most=INTEGER_DIGITS)
        raise CorruptRecord(problem)
    return int(text)


def _reject_constant(text: str) -> NoReturn:
    raise CorruptRecord(_NOT_JSON)


def _read_fields(raw: Any) -> _Fields:
    if not isinstance(raw, dict):
        raise CorruptRecord(Message("A record must be a JSON object."))
    content = cast("dict[str, Any]", raw)
    if content.get("format") != FORMAT:
        raise CorruptRecord(Message('The "format" of a record must be "{format}".', format=FORMAT))
    for name in content:
        if name not in _Fields.__struct_fields__:
            raise CorruptRecord(Message("A record has no field {name}.", name=quote_input(name)))
    _check_length(content.get("entries"), LOG_LIMIT, "entries")
    _check_length(content.get("options"), OPTIONS, "options")
    _check_values([value for name, value in content.items() if name != "entries"])
    try:
        return msgspec.convert(content, _Fields)
    except msgspec.ValidationError as error:
        raise CorruptRecord(Message("The record doesn't match its format: {error}.", error=str(error))) from error


def _check_length(value: Any, most: int, name: str) -> None:
    if isinstance(value, list | dict) and len(cast("Sized", value)) > most:
        number = len(cast("Sized", value))
        text = Message(
            "A record can have at most {most} {name}; this one has {number}.", most=most, name=name, number=number
        )
        raise CorruptRecord(text)


def _check_values(level: list[Any]) -> None:
    """Raise CorruptRecord if values are nested too deep, or if there are too many; `level` holds the outermost ones."""
    count = 0
    for _ in range(NESTING):
        count += len(level)
        if count > VALUES:
            text = Message(
                "A record can have at most {most} values outside its entries; this one has more.", most=VALUES
            )
            raise CorruptRecord(text)
        level = _inner_values(level)
    if level:
        raise CorruptRecord(_NESTED)


def _inner_values(level: list[Any]) -> list[Any]:
    """Return the elements of all lists and objects among the values of one nesting level."""
    inner: list[Any] = []
    for value in level:
        if isinstance(value, list):
            inner += value
        elif isinstance(value, dict):
            inner += cast("dict[str, Any]", value).values()
    return inner


def _decode_hex(text: str, name: str) -> bytes:
    try:
        data = bytes.fromhex(text)
    except ValueError:
        data = b""
    if len(data) != fairness.SEED_BYTES:
        problem = Message("A {name} must be {number} bytes in hexadecimal.", name=name, number=fairness.SEED_BYTES)
        raise CorruptRecord(problem)
    return data


def _decode_entry(number: int, raw: list[Any]) -> Entry:
    match raw:
        case [actor, str(action)]:
            digest = None
        case [actor, str(action), str(digest)]:
            pass
        case _:
            text = Message("Entry {number} must be [actor, action] or [actor, action, digest].", number=number)
            raise CorruptRecord(text)
    player = _ACTORS.get(actor) if isinstance(actor, str) else actor
    if not isinstance(player, int) or isinstance(player, bool) or (isinstance(actor, int) and actor < 0):
        text = Message('Entry {number}: the actor must be a seat, "chance" or "host".', number=number)
        raise CorruptRecord(text)
    if len(action) > ACTION_CHARACTERS:
        text = Message(
            "Entry {number}: an action can have at most {most} characters.", number=number, most=ACTION_CHARACTERS
        )
        raise CorruptRecord(text)
    return Entry(player, action, digest)


def encode(record: GameRecord) -> bytes:
    """Encode a record as JSON in which each entry has a line of its own; the inverse of `decode`."""
    head = {"format": FORMAT, **msgspec.structs.asdict(record.configuration)}
    del head["draw"]
    if record.configuration.draw > 1:
        head["draw"] = f"draw/{record.configuration.draw}"
    if not record.configuration.drawn_order:
        del head["drawn_order"]
    head["seed"] = record.seed.hex() if record.seed is not None else None
    fields = [msgspec.json.encode(name) + b": " + msgspec.json.encode(value) for name, value in head.items()]
    lines = b",\n".join(b"  " + msgspec.json.encode(_encode_entry(entry)) for entry in record.entries)
    return b"{" + b",\n ".join(fields) + b',\n "entries": [\n' + lines + b"\n ]}\n"


def _encode_entry(entry: Entry) -> list[Any]:
    raw = [_ACTOR_NAMES.get(entry.actor, entry.actor), entry.action]
    return raw if entry.digest is None else [*raw, entry.digest]

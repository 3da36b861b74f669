"""The monsters, read from the TOML files of `data/connect_four`, validated, and stored in lookups.

`roster.toml` is read first, then the other files in order of their names, so a new class only needs a new file.
`MONSTERS` and `CLASSES` are in roster order: the order of the files and of the monsters in each. A *click* is a step of
a monster's dial; a `Face` holds the values and powers that it shows at one click.
"""

import re
import tomllib
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias, cast

import msgspec

Rank: TypeAlias = Literal["rookie", "experienced", "veteran", "unique"]
RANKS: Final = ("rookie", "experienced", "veteran")
"""The ranks of monsters that are not unique, from 1."""

SLOTS: Final = ("speed", "attack", "defense", "damage")
POWERS: Final[Mapping[str, tuple[str, ...]]] = {
    "speed": ("rampage", "miasma", "decay"),
    "attack": ("pack", "shackle", "bloodthirst"),
    "defense": ("tough", "acid", "absorb", "unseen"),
    "damage": ("lifedrain", "savage", "agony", "piercing", "infect"),
}
"""The powers that a card may have, for each slot (CF-19)."""
NO_ROSTERS: Final = ("rules.toml", "topics.toml", "guide.toml")
"""TOML files of the folder that do not contain monsters."""
LEAST_POINTS: Final = 100
"""The smallest number of points that a force can be limited to; every class has a monster that costs no more."""
COPIES: Final = 4
"""The maximum number of copies of one monster in a force, unless it is unique (CF-5)."""
_WORD: Final = re.compile(r"[a-z][a-z0-9-]*")
_VALUE: Final = re.compile(r"(H|\d{1,2})(\*?)")


class RosterError(ValueError):
    """An error in a file of monsters; the message names the file, the monster and the field."""


class Face(msgspec.Struct, frozen=True, gc=False):
    """The values and active powers that a monster shows at one click of its dial (CF-1 to CF-3).

    A value is None where an hourglass is shown. A power is "" if none is active in that slot.
    """

    speed: int | None
    attack: int | None
    defense: int | None
    damage: int
    speed_power: str
    attack_power: str
    defense_power: str
    damage_power: str

    @property
    def powers(self) -> tuple[str, ...]:
        """The active powers, in the order of `SLOTS`."""
        found = (self.speed_power, self.attack_power, self.defense_power, self.damage_power)
        return tuple(power for power in found if power)

    @property
    def hourglass(self) -> bool:
        """Whether the face shows an hourglass in any slot."""
        return self.speed is None or self.attack is None or self.defense is None


class Monster(msgspec.Struct, frozen=True):
    """A monster as printed: its values at each click, and the powers of its cards by slot.

    `faces[blooded][click]` is the face at a click, where `blooded` says whether the monster has a victim token.
    `card` has the powers without a victim token, and `blooded_card` those with one; both may be the same.
    """

    id: str
    name: str
    rank: Rank
    class_name: str
    points: int
    range: int
    start: int
    card: Mapping[str, str]
    blooded_card: Mapping[str, str]
    faces: tuple[tuple[Face, ...], tuple[Face, ...]]

    @property
    def unique(self) -> bool:
        """Whether a force may contain only one copy of this monster."""
        return self.rank == "unique"

    @property
    def copies(self) -> int:
        """The maximum number of copies of this monster in a force (CF-5)."""
        return 1 if self.unique else COPIES

    @property
    def clicks(self) -> int:
        """The number of clicks on the dial; a monster that is turned past the last one is destroyed."""
        return len(self.faces[0])

    def face(self, click: int, victims: int) -> Face:
        """Return the face at a click, counted from 0, for a monster with this number of victim tokens (CF-2)."""
        return self.faces[victims > 0][click]


class _Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    rank: Rank
    class_name: str = msgspec.field(name="class")
    points: int
    range: int
    start: int
    card: dict[str, str]
    dial: list[str]
    blooded_card: dict[str, str] | None = None


Wrong: TypeAlias = Callable[[str, str], RosterError]
"""A function that builds a RosterError from a field name and a message."""
MONSTERS: Final[dict[str, Monster]] = {}
"""All monsters by id, in roster order."""
CLASSES: Final[dict[str, tuple[Monster, ...]]] = {}
"""The monsters of each class by class name, in roster order."""
NUMBER: Final[dict[str, int]] = {}
"""The position of each monster in the roster, counted from 0, by monster id."""
NUMBER_IN_CLASS: Final[dict[str, int]] = {}
"""The position of each monster within its class, counted from 0, by monster id."""


def face(monster: str, click: int, victims: int) -> Face:
    """Return the face of a monster, given its id, its click and its number of victim tokens (CF-2)."""
    return MONSTERS[monster].faces[victims > 0][click]


def read(file: str, text: str) -> list[Monster]:
    """Parse the text of a file of monsters and return them. Raises RosterError."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RosterError(f"{file}: {error}") from error
    entries = table.get("monsters")
    if set(table) != {"monsters"} or not isinstance(entries, list):
        raise RosterError(f"{file}: the file must contain only [[monsters]] tables")
    return [_monster(file, number, entry) for number, entry in enumerate(cast("list[Any]", entries), 1)]


def _monster(file: str, number: int, entry: Any) -> Monster:
    name = str(cast("dict[str, Any]", entry).get("id", number)) if isinstance(entry, dict) else str(number)

    def build_roster_error(field: str, text: str) -> RosterError:
        return RosterError(f"{file}: monster {name}: {field}: {text}")

    try:
        source = msgspec.convert(entry, _Source, strict=True)
    except msgspec.ValidationError as error:
        text, _, path = str(error).partition(" - at `$.")
        raise build_roster_error(path.rstrip("`") or "fields", text) from error
    _check_fields(source, build_roster_error)
    blooded = source.card if source.blooded_card is None else source.blooded_card
    _check_card("card", source.card, build_roster_error)
    _check_card("blooded_card", blooded, build_roster_error)
    clicks = [
        _click(build_roster_error, f"dial[{place}]", text, source.card, blooded)
        for place, text in enumerate(source.dial)
    ]
    return Monster(
        id=source.id,
        name=source.name,
        rank=source.rank,
        class_name=source.class_name,
        points=source.points,
        range=source.range,
        start=source.start,
        card=source.card,
        blooded_card=blooded,
        faces=(tuple(plain for plain, _ in clicks), tuple(bloody for _, bloody in clicks)),
    )


def _check_fields(source: _Source, wrong: Wrong) -> None:
    """Raise RosterError for a malformed id or class, an empty name, and numbers out of range."""
    for field, value in (("id", source.id), ("class", source.class_name)):
        if not _WORD.fullmatch(value):
            raise wrong(field, f"{value!r} must be lower-case letters, digits and hyphens")
    if not source.name.strip():
        raise wrong("name", "is empty")
    if source.points < 1:
        raise wrong("points", f"{source.points} is not a positive number")
    if source.range < 0:
        raise wrong("range", f"{source.range} is below 0")
    if not 0 <= source.start < len(source.dial):
        raise wrong("start", f"{source.start} is not one of the {len(source.dial)} clicks of the dial, counted from 0")


def _check_card(field: str, card: Mapping[str, str], wrong: Wrong) -> None:
    """Raise RosterError for a slot that does not exist, and for a power that its slot cannot have."""
    for slot, power in card.items():
        if power not in POWERS.get(slot, ()):
            possible = ", ".join(POWERS[slot]) if slot in POWERS else f"slots {', '.join(SLOTS)}"
            raise wrong(f"{field}.{slot}", f"{power!r} is not allowed; allowed: {possible}")


def _click(
    wrong: Wrong, field: str, text: str, card: Mapping[str, str], blooded: Mapping[str, str]
) -> tuple[Face, Face]:
    """Parse one click of a dial and return its faces with the powers of the normal and of the blooded card."""
    words = text.split()
    found = [_VALUE.fullmatch(word) for word in words]
    if len(words) != len(SLOTS) or None in found:
        raise wrong(field, f"{text!r} must be four values, each a number or H, optionally followed by *")
    values: list[int | None] = []
    marked: list[str] = []
    for slot, match in zip(SLOTS, found, strict=True):
        shown, mark = cast("re.Match[str]", match).groups()
        if shown == "H" and slot == "damage":
            raise wrong(field, "damage cannot be an hourglass")
        if mark and slot not in card and slot not in blooded:
            raise wrong(field, f"{slot} is marked, but neither card has a power there")
        values.append(None if shown == "H" else int(shown))
        marked.append(slot if mark else "")
    speed, attack, defense, damage = values
    return (
        Face(speed, attack, defense, damage or 0, *(card.get(slot, "") for slot in marked)),
        Face(speed, attack, defense, damage or 0, *(blooded.get(slot, "") for slot in marked)),
    )


def check(files: Sequence[tuple[str, Sequence[Monster]]]) -> tuple[Monster, ...]:
    """Return the monsters of all files in one tuple after validation.

    Raises RosterError if an id is used twice, or if every monster of a class costs more than `LEAST_POINTS`.
    """
    seen: dict[str, str] = {}
    cheapest: dict[str, tuple[int, str]] = {}
    for file, monsters in files:
        for monster in monsters:
            if monster.id in seen:
                raise RosterError(f"{file}: monster {monster.id}: id: already used in {seen[monster.id]}")
            seen[monster.id] = file
            known = cheapest.get(monster.class_name, (monster.points, file))
            cheapest[monster.class_name] = min(known[0], monster.points), file
    for name, (points, file) in cheapest.items():
        if points > LEAST_POINTS:
            raise RosterError(f"{file}: class {name}: points: no monster has {LEAST_POINTS} points or less")
    return tuple(monster for _, monsters in files for monster in monsters)


def _fill(monsters: Iterable[Monster]) -> None:
    for table in (MONSTERS, CLASSES, NUMBER, NUMBER_IN_CLASS):
        table.clear()
    for monster in monsters:
        NUMBER[monster.id] = len(MONSTERS)
        MONSTERS[monster.id] = monster
        others = CLASSES.get(monster.class_name, ())
        NUMBER_IN_CLASS[monster.id] = len(others)
        CLASSES[monster.class_name] = (*others, monster)


def _load() -> tuple[Monster, ...]:
    found = [
        path
        for path in files("data.connect_four").iterdir()
        if path.name.endswith(".toml") and path.name not in NO_ROSTERS
    ]
    ordered = sorted(found, key=lambda path: (path.name != "roster.toml", path.name))
    return check([(path.name, read(path.name, path.read_text("utf-8"))) for path in ordered])


@contextmanager
def add_monsters(monsters: Iterable[Monster]) -> Generator[None]:
    """Add monsters to the roster for the duration of a `with` block, for tests.

    Their ids and classes must not exist yet.
    """
    before = tuple(MONSTERS.values())
    _fill((*before, *monsters))
    try:
        yield
    finally:
        _fill(before)


_fill(_load())

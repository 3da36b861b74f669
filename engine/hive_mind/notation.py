"""Conversion of actions to and from text, in the notation of the rule book; one action per text.

`write` returns canonical notation. `read` ignores case and the order of a shape's letters. Its errors explain the
mistake.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Final, Literal, NoReturn

from engine.core import InvalidAction, quote_input
from engine.hive_mind.actions import (
    READY,
    SUBMITS,
    USES,
    Ability,
    Action,
    Clear,
    DrawCandidate,
    Give,
    Guess,
    LayHive,
    NameCandidate,
    Ready,
    Reopen,
    Submit,
    Totals,
)
from engine.hive_mind.board import BOARD, LETTERS, SHAPE_INDEX, SHAPES, letters
from engine.hive_mind.editions import ABILITIES, Match
from engine.hive_mind.state import NONE
from engine.hive_mind.submitting import GUESS_CHARACTERS, HIGHEST_TOTAL
from engine.messages import Message, WordList

_DIGITS: Final = len(str(HIGHEST_TOTAL))
_FORMS: Final = WordList(
    (
        *("HIVE:LETTERS", "double:HIVE", "block:HIVE", "guess:HIVE:VALUES", "clear:HIVE", "clear:double:HIVE"),
        *("clear:block:HIVE", "clear:guess:HIVE", "ready", "reopen", "totals:SEAT=N", "gift:SEAT", "candidate:SEAT"),
    ),
    "or",
)


def write(match: Match, action: Action) -> str:
    """Format an action in canonical notation."""
    hives = match.edition.hives
    match action:
        case Submit(hive, shape):
            return f"{hives[hive]}:{SHAPES[shape].letters}"
        case Ability(ability, hive):
            return f"{ABILITIES[ability]}:{hives[hive]}"
        case Guess(hive, values):
            return f"guess:{hives[hive]}:{values}"
        case Clear(what, hive):
            return f"clear:{hives[hive]}" if what == "shape" else f"clear:{what}:{hives[hive]}"
        case Ready():
            return "ready"
        case Reopen():
            return "reopen"
        case Totals(guesses):
            return "totals:" + ",".join(f"{seat}={total}" for seat, total in guesses)
        case Give(seat):
            return "gift:-" if seat == NONE else f"gift:{seat}"
        case NameCandidate(seat):
            return f"candidate:{seat}"
        case LayHive(hive, values):
            return f"hive {hives[hive]} {values}"
        case DrawCandidate(seat):
            return f"candidate {seat}"


def tokens(text: str) -> tuple[str, ...]:
    """Split a typed line into the texts of single actions; they are separated by spaces, with or without commas."""
    words = (word.rstrip(",") for word in text.split())
    return tuple(word for word in words if word)


def read(match: Match, text: str) -> Action:
    """Parse the text of one action.

    Raises InvalidAction, which explains the mistake, if the text is not valid notation.
    """
    words = text.split()
    if not words:
        _refuse(Message("Write one of these: {forms}.", forms=_FORMS))
    if len(words) == 1:
        return _parse_seat_action(match, words[0])
    match [words[0].lower(), *words[1:]]:
        case ["hive", name, values]:
            return LayHive(_hive(match, name), _values(values, "123"))
        case ["candidate", seat]:
            return DrawCandidate(_seat(match, seat))
        case _:
            return _refuse(Message("{text} is more than one action. Write them one by one.", text=quote_input(text)))


def _parse_seat_action(match: Match, word: str) -> Action:
    head, *rest = word.split(":")
    verb = head.lower()
    if verb in _PLAIN:
        if rest:
            _refuse(Message("Write {verb} alone, without {rest}.", verb=verb, rest=quote_input(":" + ":".join(rest))))
        return _PLAIN[verb]
    if verb in _READERS:
        return _READERS[verb](match, rest)
    if not rest:
        _refuse(Message("I don't know {word}. Write one of these: {forms}.", word=quote_input(word), forms=_FORMS))
    hive = _hive(match, head)
    if len(rest) != 1:
        _refuse(
            Message(
                "Write a shape as HIVE:LETTERS, for example {hive}:ADE, not {word}.",
                hive=match.edition.hives[hive],
                word=quote_input(word),
            )
        )
    return SUBMITS[hive][_shape(rest[0])]


_PLAIN: Final[dict[str, Action]] = {"ready": READY, "reopen": Reopen()}


def _ability(ability: int) -> Callable[[Match, list[str]], Ability]:
    """Return a parser for the part of an action's text that follows the name of the given ability."""

    def read(match: Match, rest: list[str]) -> Ability:
        return USES[ability][_parse_only_hive(match, rest, f"{ABILITIES[ability]}:HIVE")]

    return read


def _guess(match: Match, rest: list[str]) -> Guess:
    if len(rest) != 2:
        _refuse(Message("Write a guess as guess:HIVE:VALUES, with the values from A to L and a dot for a blank."))
    return Guess(_hive(match, rest[0]), _values(rest[1], GUESS_CHARACTERS))


def _clear(match: Match, rest: list[str]) -> Clear:
    if len(rest) == 1:
        return Clear("shape", _hive(match, rest[0]))
    what = rest[0].lower() if rest else ""
    if len(rest) != 2 or what not in _CLEARABLE:
        _refuse(Message("Write clear:HIVE for a shape, clear:double:HIVE, clear:block:HIVE or clear:guess:HIVE."))
    return Clear(_CLEARABLE[what], _hive(match, rest[1]))


_CLEARABLE: Final[dict[str, Literal["double", "block", "guess"]]] = {
    "double": "double",
    "block": "block",
    "guess": "guess",
}


def _totals(match: Match, rest: list[str]) -> Totals:
    found: dict[int, int] = {}
    for pair in ":".join(rest).split(","):
        seat, equals, total = pair.partition("=")
        if not equals:
            _refuse(Message("Write totals as totals:SEAT=N,SEAT=N, not {text}.", text=quote_input(pair)))
        number = _seat(match, seat)
        if number in found:
            _refuse(Message("You guessed seat {seat} twice. Write one total for each seat.", seat=number))
        points = _number(total)
        if points is None:
            _refuse(
                Message(
                    "A total must be a number of at most {digits} digits, not {text}.",
                    digits=_DIGITS,
                    text=quote_input(total),
                )
            )
        found[number] = points
    return Totals(tuple(sorted(found.items())))


def _parse_gift(match: Match, rest: list[str]) -> Give:
    if rest == ["-"]:
        return Give(NONE)
    return Give(_parse_only_seat(match, rest, Message("Write gift:SEAT, or gift:- to keep both.")))


def _candidate(match: Match, rest: list[str]) -> NameCandidate:
    return NameCandidate(_parse_only_seat(match, rest, Message("Write candidate:SEAT.")))


_READERS: Final[dict[str, Callable[[Match, list[str]], Action]]] = {
    **{name: _ability(ability) for ability, name in enumerate(ABILITIES)},
    "guess": _guess,
    "clear": _clear,
    "totals": _totals,
    "gift": _parse_gift,
    "candidate": _candidate,
}


def _parse_only_hive(match: Match, rest: list[str], form: str) -> int:
    if len(rest) != 1:
        hives = ", ".join(match.edition.hives)
        _refuse(Message("Write {form}, with one of the hives {hives}.", form=form, hives=hives))
    return _hive(match, rest[0])


def _parse_only_seat(match: Match, rest: list[str], otherwise: Message) -> int:
    if len(rest) != 1:
        _refuse(otherwise)
    return _seat(match, rest[0])


def _hive(match: Match, name: str) -> int:
    if name.lower() not in match.edition.hives:
        hives = ", ".join(match.edition.hives)
        _refuse(Message("There is no hive {name}. The hives are {names}.", name=quote_input(name), names=hives))
    return match.edition.hives.index(name.lower())


def _seat(match: Match, text: str) -> int:
    number = _number(text)
    if number is None:
        _refuse(
            Message(
                "A seat must be a number of at most {digits} digits, not {text}.",
                digits=_DIGITS,
                text=quote_input(text),
            )
        )
    if number >= match.seats:
        _refuse(Message("There is no seat {seat}. The seats are 0 to {last}.", seat=number, last=match.seats - 1))
    return number


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _DIGITS else None


def explain_guess(text: str) -> InvalidAction | None:
    """Return the error that explains the mistake in the values of a guess, or None if there is none."""
    try:
        _values(text, GUESS_CHARACTERS)
    except InvalidAction as error:
        return error
    return None


def _values(text: str, allowed: str) -> str:
    """Return the text if it consists of twelve of the allowed characters, one for each hex.

    Raises InvalidAction otherwise; the characters of a guess include the dot.
    """
    is_guess = allowed == GUESS_CHARACTERS
    for letter, value in zip(LETTERS, text, strict=False):
        if value not in allowed:
            _refuse(_explain_value(letter, quote_input(value), is_guess=is_guess))
    if len(text) != len(LETTERS):
        _refuse(_explain_length(quote_input(text), len(text), is_guess=is_guess))
    return text


def _explain_value(letter: str, value: str, *, is_guess: bool) -> Message:
    if is_guess:
        return Message(
            "A guess has 1, 2 or 3, or a dot for a blank on each hex. On {letter} you wrote {value}.",
            letter=letter,
            value=value,
        )
    return Message("A hive has 1, 2 or 3 on each hex. On {letter} you wrote {value}.", letter=letter, value=value)


def _explain_length(text: str, length: int, *, is_guess: bool) -> Message:
    if is_guess:
        return Message(
            "A guess has twelve values, one for each hex from A to L. {text} has {length}.", text=text, length=length
        )
    return Message(
        "A hive has twelve values, one for each hex from A to L. {text} has {length}.", text=text, length=length
    )


def _shape(text: str) -> int:
    """Parse three letters, in any order and case, and return the index of the shape (HM-3).

    Raises InvalidAction if they are not a shape.
    """
    cells = [LETTERS.find(letter) for letter in text.upper()]
    for letter, cell in zip(text, cells, strict=False):
        if cell < 0:
            _refuse(Message("There is no hex {letter}. The hexes are A to L.", letter=quote_input(letter)))
    if len(cells) != 3:
        _refuse(
            Message(
                "A shape has three hexes, for example ADE. {text} has {number}.",
                text=quote_input(text),
                number=len(cells),
            )
        )
    for cell in cells:
        if cells.count(cell) > 1:
            _refuse(
                Message(
                    "A shape has three different hexes. {letter} appears twice in {text}.",
                    letter=LETTERS[cell],
                    text=text.upper(),
                )
            )
    name = letters(sorted(cells))
    if name not in SHAPE_INDEX:
        _refuse(_explain_disconnected(sorted(cells)))
    return SHAPE_INDEX[name]


def _explain_disconnected(cells: list[int]) -> Message:
    """Explain why three hexes are not connected: which one lies apart, and which hexes it touches."""
    touching = [pair for pair in combinations(cells, 2) if BOARD.distance[pair[0]][pair[1]] == 1]
    a, b, c = letters(cells)
    if not touching:
        return Message("{a}{b}{c} is not connected: no two of {a}, {b} and {c} touch.", a=a, b=b, c=c)
    first, last = (LETTERS[cell] for cell in touching[0])
    alone = next(cell for cell in cells if cell not in touching[0])
    return Message(
        "{shape} is not connected: {letter} touches {around}, not {first} or {last}.",
        shape=a + b + c,
        letter=LETTERS[alone],
        around=WordList([*letters(sorted(BOARD.neighbours[alone]))], "and"),
        first=first,
        last=last,
    )


def _refuse(message: Message) -> NoReturn:
    raise InvalidAction(message)

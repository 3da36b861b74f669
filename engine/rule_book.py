"""The numbered rules of each game, in two wordings: one for players, and an exact one for the rule book.

Both come from `data/<game>/rules.toml`; `write_into` updates the rule book in `docs/rules` from it.
"""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, TypeAlias

import msgspec

from engine.core import EngineError, quote_input
from engine.games import game_type, game_types
from engine.messages import Message

FILE: Final = "rules.toml"
_NUMBER: Final = re.compile(r"([A-Z]+)-([1-9][0-9]*)", re.ASCII)

_Words: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\S")]


class RuleBookError(ValueError):
    """An error in a rules file; the text names the file, the rule and the field."""


class UnknownRule(EngineError):  # noqa: N818 - the name says what happened, as those of `engine.core` do
    code = "unknown_rule"


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A numbered rule of a game.

    `text` is the wording for players, and `exact` the one that the program implements. `asked` are words and short
    phrases with which people ask for the rule (see `engine.rule_search`). `shown_by` names the events that illustrate
    the rule, and the rule numbers of refusals (`EngineError.rule`) that illustrate it. `related` are the numbers of
    rules to read next. `parts` are pairs of a name and a sentence without a full stop, such as a power and its effect.
    """

    number: str
    title: _Words
    text: _Words
    exact: _Words
    asked: Annotated[tuple[_Words, ...], msgspec.Meta(min_length=1)]
    shown_by: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    related: tuple[str, ...] = ()
    parts: tuple[tuple[_Words, _Words], ...] = ()


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: Annotated[tuple[Rule, ...], msgspec.Meta(min_length=1)]


@cache
def rules_of(game: str) -> tuple[Rule, ...]:
    """Return the rules of a game in numerical order, cached; () if the game has no rules file.

    Raises InvalidOptions for an unknown game, RuleBookError for an invalid file.
    """
    name = game_type(game).name
    file = files("data") / name / FILE
    return read(f"{name}/{FILE}", file.read_text("utf-8")) if file.is_file() else ()


def rule_numbers(game: str) -> tuple[str, ...]:
    """Return the numbers of a game's rules, such as "MH-5", in order; () if the game has no rules file.

    Raises what `rules_of` raises.
    """
    return tuple(rule.number for rule in rules_of(game))


def find_rule(game: str, number: str) -> Rule:
    """Return the rule of a game with this number, such as "MH-5".

    Raises InvalidOptions for an unknown game, UnknownRule for an unknown number.
    """
    known = rules_of(game)
    found = next((each for each in known if each.number == number), None)
    if found is None:
        title = game_type(game).title
        raise UnknownRule(_explain_unknown_rule(title, number, known))
    return found


def _explain_unknown_rule(title: str, number: str, known: Sequence[Rule]) -> Message:
    rule = quote_input(number)
    if not known:
        return Message("{game} has no rule {rule}; it has no numbered rules.", game=title, rule=rule)
    return Message(
        "{game} has no rule {rule}; its rules are {first} to {last}.",
        game=title,
        rule=rule,
        first=known[0].number,
        last=known[-1].number,
    )


def game_of(number: str) -> str | None:
    """Return the name of the game to which a rule number belongs, or None if no game has that rule."""
    return next((game for game in game_types() if any(each.number == number for each in rules_of(game))), None)


def read(file: str, text: str) -> tuple[Rule, ...]:
    """Parse the text of a rules file and return its rules.

    Raises RuleBookError.
    """
    try:
        rules = msgspec.convert(tomllib.loads(text), _File, strict=True).rules
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RuleBookError(f"{file}: {error}") from error
    _check(file, rules)
    return rules


def _check(file: str, rules: Sequence[Rule]) -> None:
    """Check that rule numbers are consecutive, and that every rule referred to exists.

    Raises RuleBookError.
    """
    first = _NUMBER.fullmatch(rules[0].number)
    name = "" if first is None else first[1]
    numbers = [each.number for each in rules]
    for place, each in enumerate(rules, 1):
        if each.number != f"{name}-{place}":
            raise RuleBookError(f"{file}: rule {place}: number: {each.number!r} is not {name or 'MH'}-{place}")
        for field, named in (("shown_by", each.shown_by), ("related", each.related)):
            wrong = [other for other in named if _NUMBER.fullmatch(other) and other not in numbers]
            if wrong:
                raise RuleBookError(f"{file}: rule {each.number}: {field}: there is no rule {wrong[0]}")
        if each.number in each.related or set(each.related) - set(numbers):
            raise RuleBookError(f"{file}: rule {each.number}: related: list only numbers of other rules")


def write_into(book: str, rules: Sequence[Rule]) -> str:
    """Return the text of a rule book with the entries of `rules` replaced by their present wording.

    The rest of the text is unchanged.
    """
    for each in rules:
        entry = re.compile(rf"^- {each.number} .*\n(?:  .*\n)*", re.MULTILINE)
        book = entry.sub(lambda _, each=each: _format_rule(each), book)
    return book


def _format_rule(found: Rule) -> str:
    """Format a rule as an entry of the rule book: the wording for players, then the exact one."""
    exact = found.exact.replace("\n", "\n    ")
    return f"- {found.number} **{found.title}.** {found.text}\n  - {exact}\n"

"""Search of a game's rules in the words in which people ask, with the best matches first.

Whole words are compared, without their endings and accents, with three fields of each rule: the question words
(`Rule.asked` and the names of `Rule.parts`), the title and the text. Rare words weigh more than common ones. Japanese
has no spaces: within a run of ideographs or of kana, each two neighbouring characters are a word.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from itertools import pairwise
from math import log
from typing import Final

import msgspec

from engine.rule_book import Rule, rules_of

LONGEST: Final = 100
"""The maximum number of characters of a typed text that are read."""
MOST_WORDS: Final = 12
"""The maximum number of different words of a typed text that are compared."""
_ASKED, _TITLE, _TEXT = 3.0, 3.0, 1.0
"""The weights of a word by the field in which it stands."""
_BEGUN: Final = 0.6
"""The factor for a word of which only the beginning was typed."""
_PHRASE: Final = 2.0
"""The weight of a whole question phrase or title that the typed text contains."""
_LEAST_SHARE: Final = 0.3
"""The minimum score of a match, as a share of the best one's."""
_SHORTEST_BEGINNING: Final = 3
_SIMILARITY: Final = 0.8
_JAPANESE: Final = re.compile("[\u3040-\u309f]+|[\u30a0-\u30ff]+|[\u3005\u3400-\u9fff]+")
"""A run of hiragana, katakana or ideographs."""
_WORD: Final = re.compile(rf"{_JAPANESE.pattern}|[^\W_\u3005\u3040-\u30ff\u3400-\u9fff]+")
_ACCENTS: Final = re.compile("[\u0300-\u036f]")
_ELISION: Final = re.compile(r"\b(?:[cdjlmnst]|qu)['\u2019](?=\w{2})")
"""A shortened word before a vowel, such as "l'" in French."""
_ENDINGS: Final = ("ing", "ion", "ed", "er", "e")
_SHORTEST_STEM: Final = 3
_LITTLE_WORD: Final = re.compile(
    r"a|about|after|all|am|an|and|any|are|as|at|be|been|before|but|by|can|could|did|do|does|doesnt|dont|"
    r"for|from|get|got|had|has|have|how|i|if|in|is|isnt|it|its|just|me|mine|my|of|on|or|our|should|so|"
    r"some|that|the|their|them|then|there|these|they|this|those|to|up|was|we|were|what|whats|when|where|which|"
    r"who|whom|whose|why|will|with|would|you|your|[\u3040-\u309f]+"
)
"""Words that say nothing about the topic, such as the endings in hiragana; ignored unless nothing else was typed."""


class _Indexed(msgspec.Struct, frozen=True):
    """A rule with the weight of each of its words, and the words of its title and of its question phrases."""

    rule: Rule
    weights: Mapping[str, float]
    title: frozenset[str]
    phrases: tuple[frozenset[str], ...]


class _Index(msgspec.Struct, frozen=True):
    """The indexed rules of a game, and the rarity of each of their words."""

    rules: tuple[_Indexed, ...]
    rarity: Mapping[str, float]


def find(game: str, typed: str, rules: tuple[Rule, ...] = ()) -> tuple[Rule, ...]:
    """Search the rules of a game for what was typed, best matches first; all rules for an empty text.

    A number ("MH-5", "mh 5", "5") finds its rule alone. `rules` are the game's rules in the user's language, by default
    in English.
    """
    known = rules or rules_of(game)
    if not typed.strip():
        return known
    wanted = "".join(_fold(typed[:LONGEST]).split()).replace("-", "")
    numbered = tuple(
        each for each in known if wanted in (each.number.casefold().replace("-", ""), each.number.rpartition("-")[2])
    )
    return numbered or _rank(_index(known), _split_typed(game, typed))


def find_near(game: str, typed: str, rules: tuple[Rule, ...] = ()) -> tuple[Rule, ...]:
    """Search the rules of a game for words that are spelled almost like the typed ones, best matches first."""
    index = _index(rules or rules_of(game))
    found = (get_close_matches(word, index.rarity, n=2, cutoff=_SIMILARITY) for word in _split_typed(game, typed))
    return _rank(index, {near: near for words in found for near in words})


def find_parts(rule: Rule, typed: str) -> tuple[str, ...]:
    """Return the names of the parts of a rule that the typed text contains, in the rule's order."""
    words = _split(typed[:LONGEST])
    return tuple(name for name, _ in rule.parts if _split(name).keys() <= words.keys())


def _rank(index: _Index, words: Mapping[str, str]) -> tuple[Rule, ...]:
    """Return the rules with the best scores, best first; a rule whose whole title was typed comes first."""
    scores = {each.rule.number: _score(index, each, words) for each in index.rules}
    least = max(scores.values(), default=0.0) * _LEAST_SHARE
    found = [each for each in index.rules if scores[each.rule.number] > 0 and scores[each.rule.number] >= least]
    ranked = sorted(found, key=lambda each: (each.title != frozenset(words), -scores[each.rule.number]))
    return tuple(each.rule for each in ranked)


def _score(index: _Index, indexed: _Indexed, words: Mapping[str, str]) -> float:
    score = 0.0
    for stem, word in words.items():
        if stem in index.rarity:
            score += indexed.weights.get(stem, 0.0) * index.rarity[stem]
        elif len(word) >= _SHORTEST_BEGINNING or _JAPANESE.match(word):
            begun = (
                indexed.weights[known] * index.rarity[known] for known in indexed.weights if known.startswith(word)
            )
            score += _BEGUN * max(begun, default=0.0)
    said = frozenset(words)
    whole = (sum(index.rarity[word] for word in phrase) for phrase in indexed.phrases if phrase <= said)
    return score + _PHRASE * max(whole, default=0.0)


@cache
def _index(rules: tuple[Rule, ...]) -> _Index:
    indexed = tuple(_index_rule(each) for each in rules)
    counts = Counter(word for each in indexed for word in each.weights)
    return _Index(indexed, {word: log(1 + len(indexed) / count) for word, count in counts.items()})


def _index_rule(rule: Rule) -> _Indexed:
    weights: dict[str, float] = {}
    asked = (*rule.asked, *(name for name, _ in rule.parts))
    for words, weight in ((_split(rule.text), _TEXT), (_split(rule.title), _TITLE), (_flatten(asked), _ASKED)):
        weights |= dict.fromkeys(words, weight)
    phrases = tuple(frozenset(_split(phrase)) for phrase in (*asked, rule.title))
    return _Indexed(rule, weights, frozenset(_split(rule.title)), phrases)


def _flatten(phrases: Iterable[str]) -> list[str]:
    return [word for phrase in phrases for word in _split(phrase)]


def _split(text: str) -> dict[str, str]:
    """Return the different words of a text by their stems; without little words, if others are left."""
    plain = _ELISION.sub("", _fold(text)).replace("'", "").replace("\u2019", "")
    words = [part for word in _WORD.findall(plain) for part in _split_japanese(word)]
    telling = [word for word in words if not _LITTLE_WORD.fullmatch(word)] or words
    return {_stem(word): word for word in telling}


def _fold(text: str) -> str:
    """Return a text in small letters without accents; full-width letters and digits become plain ones."""
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold()))
    return unicodedata.normalize("NFC", plain)


def _split_japanese(word: str) -> list[str]:
    """Return the pairs of neighbouring characters of a Japanese run, and any other word itself."""
    is_japanese = len(word) > 1 and _JAPANESE.match(word)
    return [before + after for before, after in pairwise(word)] if is_japanese else [word]


def _split_typed(game: str, typed: str) -> dict[str, str]:
    """Return the first words of a typed text by their stems; without those of the game's name, if others are left."""
    words = _split(typed[:LONGEST])
    name = _split(game.replace("_", " ")).keys()
    if name < words.keys():
        words = {stem: word for stem, word in words.items() if stem not in name}
    return dict(list(words.items())[:MOST_WORDS])


def _stem(word: str) -> str:
    """Remove the plural and one more ending of a word: "winning", "wins" and "winner" become "win"."""
    stem = word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > _SHORTEST_STEM else word
    for ending in _ENDINGS:
        if stem.endswith(ending) and len(stem) - len(ending) >= _SHORTEST_STEM:
            stem = stem.removesuffix(ending)
            break
    if len(stem) > _SHORTEST_STEM and stem[-1] == stem[-2]:
        stem = stem[:-1]
    return stem[:-1] + "i" if len(stem) > _SHORTEST_STEM and stem.endswith("y") else stem

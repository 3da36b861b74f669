"""Search of rules: questions of beginners, numbers, beginnings of words, misspelled words and bounds."""

import pytest

from engine.connect_four.roster import POWERS
from engine.games import game_types
from engine.rule_book import Rule, find_rule, rules_of
from engine.rule_search import LONGEST, MOST_WORDS, find, find_near, find_parts

QUESTIONS = {
    "monster_hex": [
        ("how do I win", "MH-14"),
        ("tie", "MH-9"),
        ("what happens if two players have the same power?", "MH-9"),
        ("equal power", "MH-11"),
        ("what does the number on the stone mean", "MH-10"),
        ("what do I do", "MH-4"),
        ("who wins in a tie", "MH-14"),
        ("can I rotate my tile", "MH-5"),
        ("rotate", "MH-5"),
        ("where can I place a tile?", "MH-5"),
        ("why can't I place my tile here", "MH-5"),
        ("what if nothing fits", "MH-6"),
        ("score", "MH-8"),
        ("how do I capture a stone", "MH-8"),
        ("how many points is a big stone", "MH-10"),
        ("who goes first", "MH-3"),
        ("how many players", "MH-1"),
        ("when does the game end", "MH-4"),
        ("how many tiles are in my hand", "MH-2"),
        ("can I play alone", "MH-22"),
        ("what are the white diamonds", "MH-15"),
        ("what does petrify do", "MH-19"),
        ("can I resign", "MH-23"),
        ("what happens when my time runs out", "MH-23"),
    ],
    "connect_four": [
        ("how do I win", "CF-16"),
        ("diagonal", "CF-16"),
        ("does a diagonal count as four in a row?", "CF-16"),
        ("tie", "CF-16"),
        ("score", "CF-17"),
        ("how do I hit", "CF-13"),
        ("why was I hit in my own turn", "CF-13"),
        ("who goes first", "CF-6"),
        ("how often can a monster attack", "CF-14"),
        ("can I attack diagonally", "CF-11"),
        ("how far can I shoot", "CF-11"),
        ("line of sight", "CF-12"),
        ("what do the numbers mean", "CF-1"),
        ("what is the hourglass", "CF-3"),
        ("what is defense", "CF-1"),
        ("can I attack my own monster", "CF-11"),
        ("what do I do", "CF-10"),
        ("can I place and attack in the same turn", "CF-10"),
        ("what happens when a monster is destroyed", "CF-15"),
        ("can I pass", "CF-18"),
        ("what is the red skull", "CF-17"),
        ("what if the board is full", "CF-18"),
        ("how do I give up", "CF-20"),
    ],
    "hive_mind": [
        ("how do I win", "HM-22"),
        ("tie", "HM-24"),
        ("score", "HM-9"),
        ("how do I get points", "HM-9"),
        ("what if two players choose the same hex", "HM-9"),
        ("what is a shape", "HM-3"),
        ("three shapes on one hex", "HM-9"),
        ("can I pass", "HM-27"),
        ("what do I do", "HM-5"),
        ("can I rotate a shape", "HM-3"),
        ("what does my hint mean", "HM-4"),
        ("why are the odds not equal", "HM-2"),
        ("why did I get no points in the first round", "HM-8"),
        ("can I use the same kind twice", "HM-7"),
        ("can I change my shapes", "HM-5"),
        ("whose turn is it", "HM-5"),
        ("how many 3s are there", "HM-2"),
        ("what does double do", "HM-14"),
        ("how can I stop a double", "HM-15"),
        ("what are garnets", "HM-17"),
        ("how many players", "HM-26"),
        ("where do I see my score", "HM-11"),
        ("what do the pips show", "HM-10"),
        ("who is eliminated", "HM-23"),
        ("what happens if I miss a round", "HM-27"),
    ],
    "hex_battle_wars": [
        ("how do I win", "HBW-22"),
        ("tie", "HBW-26"),
        ("how far can I move", "HBW-14"),
        ("must I move exactly what I rolled", "HBW-14"),
        ("can I walk through another character", "HBW-15"),
        ("how do I hit", "HBW-20"),
        ("does height help", "HBW-20"),
        ("how far can I attack", "HBW-19"),
        ("can I attack first and then move", "HBW-7"),
        ("how do I become invisible", "HBW-9"),
        ("how do I stop being invisible", "HBW-11"),
        ("how many characters do I have", "HBW-1"),
        ("what dice do I roll", "HBW-14"),
        ("what do I do", "HBW-7"),
        ("can I attack while invisible", "HBW-10"),
        ("how do I find an invisible enemy", "HBW-13"),
        ("what does water do", "HBW-16"),
        ("why am I stuck in quicksand", "HBW-18"),
        ("who goes first", "HBW-6"),
        ("what is AC", "HBW-1"),
        ("how much damage does a hit do", "HBW-22"),
        ("critical hit", "HBW-21"),
        ("can I heal", "HBW-22"),
        ("can I skip my turn", "HBW-8"),
        ("how many rounds are there", "HBW-26"),
        ("why can't I see him", "HBW-23"),
    ],
}
"""Questions of beginners, and the rule that answers each."""


@pytest.mark.parametrize(
    ("game", "typed", "number"), [(game, *each) for game, asked in QUESTIONS.items() for each in asked]
)
def test_a_beginners_question_finds_its_rule_among_the_first_three(game: str, typed: str, number: str) -> None:
    assert number in [each.number for each in find(game, typed)[:3]]


@pytest.mark.parametrize("game", game_types())
def test_each_title_and_each_question_phrase_finds_its_rule(game: str) -> None:
    for each in rules_of(game):
        assert find(game, each.title)[0] == each
        missed = [phrase for phrase in each.asked if each not in find(game, phrase)]
        assert not missed, each.number


def test_each_power_is_a_part_of_its_rule_and_finds_it() -> None:
    powers = {power for each in POWERS.values() for power in each}
    rule = find_rule("connect_four", "CF-19")
    assert dict(rule.parts).keys() == powers
    for power in powers:
        assert rule in find("connect_four", power)[:3]
        assert find_parts(rule, f"What does {power} do?") == (power,)


def test_a_number_finds_its_rule_alone_and_nothing_typed_finds_all() -> None:
    for typed in ("MH-12", "mh 12", "12"):
        assert find("monster_hex", typed) == (find_rule("monster_hex", "MH-12"),)
    assert find("monster_hex", " ") == rules_of("monster_hex")


def test_words_are_whole_or_the_beginning_of_one_that_is_being_typed() -> None:
    inside, begun = find("monster_hex", "ones"), find("monster_hex", "overwh")

    assert find_rule("monster_hex", "MH-8") not in inside, "“ones” is only the end of “stones”"
    assert begun[0].number == "MH-12"


def test_other_forms_of_a_word_find_the_same_rules() -> None:
    for game, forms in {
        "monster_hex": ("capture", "captured", "capturing"),
        "hive_mind": ("guess", "guessing"),
    }.items():
        assert len({find(game, form)[0] for form in forms}) == 1


def test_the_name_of_the_game_is_ignored_if_other_words_are_left() -> None:
    for name, question in (("connect four", "acid"), ("Connect Four", "hourglass"), ("hex battle wars", "water")):
        game = name.lower().replace(" ", "_")
        assert find(game, f"{name} {question}") == find(game, question)
    assert find("connect_four", "connect four")[0].number == "CF-16"


def test_a_misspelled_word_has_near_rules() -> None:
    assert find("monster_hex", "roatte") == ()
    assert "MH-5" in [each.number for each in find_near("monster_hex", "roatte")[:3]]
    assert find_near("monster_hex", "xyzzy") == ()


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    assert find("monster_hex", "x" * LONGEST + " tie") == ()
    assert find("monster_hex", " ".join(f"x{number}" for number in range(MOST_WORDS)) + " tie") == ()


def test_accents_shortened_words_and_full_width_signs_make_no_difference() -> None:
    tie, end = rule("MH-1", "L’égalité"), rule("MH-2", "La fin de la partie")

    for typed in ("egalite", "qu'est-ce que l'égalité ?", "ＭＨ－１"):
        assert find("monster_hex", typed, (tie, end)) == (tie,)


@pytest.mark.parametrize("typed", ["タイルを回せますか", "回転", "回"])
def test_japanese_is_found_by_its_ideographs_and_katakana(typed: str) -> None:
    turning, ending = rule("MH-1", "タイルを回す、回転"), rule("MH-2", "いつ終わりますか、得点タイル")

    assert find("monster_hex", typed, (ending, turning))[0] == turning


def rule(number: str, title: str) -> Rule:
    """Return a rule with the given title, and without other words."""
    return Rule(number, title, "", "", (), ())

"""`/rules`: a rule by number, title or word, related rules, *Show to everybody*, and *Why?* below a refusal."""

import time
from typing import Any

import pytest

from cogs.learning.rule_pages import RULES_NEED_GAME, SECONDS, SHOW, find_guide_page, format_rules_heading, no_such_rule
from cogs.ui.kit.errors import rule_id
from cogs.ui.kit.guide import list_pages
from cogs.ui.kit.interface import interface, playable_games
from cogs.ui.requests import limits
from engine.rule_book import find_rule, rules_of
from tables import lobby
from tests.cog_tables import ANN, BEN, CHANNEL, PEOPLE, TABLE, logged, mover, open_lobby
from tests.in_process_program import EPHEMERAL, InProcessProgram, InteractionResult

SHOWN = f"guide::{SHOW}:MH-12"


def private(result: InteractionResult) -> bool:
    """Return whether the first message sent is private."""
    bodies = [(request.body or {}).get("data", request.body) or {} for request in result.requests]
    return bool(bodies[0].get("flags", 0) & EPHEMERAL)


@pytest.mark.parametrize("words", ["MH-12", "mh 12", "Overwhelm", "twice the other's"])
async def test_a_rule_is_found_by_number_title_and_word(program: InProcessProgram, words: str) -> None:
    shown = await program.command(ANN, "rules", game="monster_hex", find=words)

    if len([part for part in shown.custom_ids if part.startswith("guide::rule_related:")]) == len(shown.custom_ids):
        # Other rules match too, so there is a choice below the best ones.
        assert f"“{words}”" in shown.text
        assert find_rule("monster_hex", "MH-12").text in shown.text
        shown = await program.press(ANN, "guide::rule_related:+1", ["MH-12"], private=True)
    if words == "mh 12":
        shown = await program.press(ANN, str(rule_id("MH-12")), private=True)
    found = find_rule("monster_hex", "MH-12")
    assert found.text in shown.text
    assert {SHOWN, "guide::guide:monster_hex:overwhelm"} <= set(shown.custom_ids)
    assert private(shown) or shown.acknowledged


async def test_without_words_all_rules_are_offered_and_what_is_not_found_is_said(program: InProcessProgram) -> None:
    everything = await program.command(ANN, "rules", game="hive_mind")
    nothing = await program.command(ANN, "rules", game="hive_mind", find="@everyone chess")

    assert format_rules_heading("Hive Mind", len(rules_of("hive_mind"))) in everything.text
    assert [part for part in everything.custom_ids if "rule_related" in part] == [
        "guide::rule_related:+1",
        "guide::rule_related:+2",
    ]
    assert "I found no rule about" in nothing.text
    assert "guide::rule_related:+2" in nothing.custom_ids, "all rules are offered"


async def test_a_question_is_answered_by_the_best_rules_in_full(program: InProcessProgram) -> None:
    shown = await program.command(ANN, "rules", game="monster_hex", find="who wins in a tie?")
    near = await program.command(ANN, "rules", game="monster_hex", find="roatte")

    assert find_rule("monster_hex", "MH-14").text in shown.text
    assert "Perhaps you mean one of these." in near.text
    assert len(near.custom_ids) == 1


async def test_a_power_is_answered_by_its_own_sentence(program: InProcessProgram) -> None:
    acid = await program.command(ANN, "rules", game="connect_four", find="acid")
    every = await program.command(ANN, "rules", game="connect_four", find="CF-19")

    parts = dict(find_rule("connect_four", "CF-19").parts)
    assert f"**Acid**: {parts['acid']}." in acid.text
    assert parts["tough"] not in acid.text
    assert all(part in every.text for part in parts.values())


async def test_suggestions_follow_what_is_typed(program: InProcessProgram) -> None:
    async def suggested(typed: str, game: str = "connect_four") -> list[Any]:
        result = await program.autocomplete(ANN, "rules", "find", typed, game=game)
        return result.suggestions

    assert (await suggested("cf-12"))[0] == "CF-12"
    assert "CF-3" in await suggested("hourglass")
    assert len(await suggested("")) == len(rules_of("connect_four"))
    assert await suggested("", "chess") == []


async def test_what_there_is_not_is_refused(program: InProcessProgram) -> None:
    for number in (f"MH-{99}", "", "x"):
        for custom_id in (f"guide::rule:{number}", f"guide::{SHOW}:{number}"):
            result = await program.press(ANN, custom_id, private=True)
            assert no_such_rule(number) in result.text
    assert "chess" in (await program.command(ANN, "rules", game="chess")).text
    assert (await program.command(ANN, "rules", find="tie")).text == RULES_NEED_GAME


async def test_the_words_may_name_the_game(program: InProcessProgram) -> None:
    assert "HBW-26" in (await program.command(ANN, "rules", find="Hex battle last round")).text
    assert "Connect Four" in (await program.command(ANN, "rules", find="connect four")).text


async def test_in_the_channel_of_a_game_its_rules_and_lessons_are_meant(program: InProcessProgram) -> None:
    await open_lobby(program.service, game="hex_battle_wars")

    assert "HBW-2" in (await program.command(ANN, "rules", find="HBW-2")).text
    assert (await program.autocomplete(ANN, "rules", "find", "climb")).suggestions
    assert (await program.command(ANN, "learn")).text.split("**")[1] == "Hex Battle Wars"


async def test_the_thread_of_a_game_that_is_over_keeps_its_rules(program: InProcessProgram) -> None:
    await open_lobby(program.service, game="hex_battle_wars")
    await program.service.change(TABLE, lobby.cancel(ANN.id))
    async with program.store.write() as writer:
        await writer.messages.record(TABLE, "thread", CHANNEL, CHANNEL, 0, 1)

    assert "HBW-2" in (await program.command(ANN, "rules", find="HBW-2")).text


async def test_a_rule_is_shown_to_everybody_once_in_a_while(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await program.press(ANN, SHOWN, private=True)
    again = await program.press(BEN, SHOWN, private=True)
    monkeypatch.setattr(limits, "now", lambda: time.monotonic() + SECONDS)
    later = await program.press(BEN, SHOWN, private=True)

    for result in (shown, later):
        (public,) = [request.body["data"] for request in result.requests]
        assert not public.get("flags", 0) & EPHEMERAL
        assert public["allowed_mentions"] == {"parse": []}
        assert find_rule("monster_hex", "MH-12").text in str(public)
    assert "A rule was just shown here." in again.text
    assert find_rule("monster_hex", "MH-12").text not in again.text


@pytest.mark.parametrize(
    ("game", "people", "action", "number", "said"),
    [
        ("monster_hex", 2, "take 3", "MH-10", "You have no value to choose now. Place a tile."),
        ("hive_mind", 3, "guess:charge:............", "HM-12", ""),
        ("connect_four", 2, "pass", "CF-4", ""),
        ("hex_battle_wars", 2, "pass", "HBW-5", ""),
    ],
)
async def test_a_refusal_is_told_privately_leads_to_its_rule_and_changes_nothing(
    program: InProcessProgram, game: str, people: int, action: str, number: str, said: str
) -> None:
    table = await program.start(people, game=game)
    person, seen = await mover(program.service)
    others = [one for seat, one in enumerate(PEOPLE[:people]) if seat not in seen.actors]
    before, posted = await logged(program.service), len(program.discord.made)
    do = f"{TABLE}:{table.version}:do:{action}"

    pressed = await program.press(person, do, private=True)
    typed = await program.command(person, "move", action=action)
    page = await program.press(person, f"guide::rule:{number}:why", private=True)

    assert pressed.text == typed.text
    assert said in typed.text
    assert private(typed)
    assert pressed.buttons["Why?"] == typed.buttons["Why?"] == f"guide::rule:{number}:why"
    assert find_rule(game, number).text in page.text
    for other in others:
        assert f"It's {person.name}'s turn." in (await program.press(other, do, private=True)).text
    await program.outbox.settle()
    assert (await logged(program.service), len(program.discord.made)) == (before, posted)


@pytest.mark.parametrize("game", playable_games())
def test_guides_teach_rules_of_their_game(game: str) -> None:
    ours, numbers = interface(game), {each.number for each in rules_of(game)}
    taught = {number for number in numbers if find_guide_page(game, number) is not None}

    assert len(taught) >= len(numbers) / 3
    for options, seats in ours.teaching.taught_tables:
        for page in list_pages(game, {**_options(game, seats), **options}, seats):
            assert set(page.teaches) <= numbers


def _options(game: str, seats: int) -> dict[str, Any]:
    return playable_games()[game].options(seats, {})

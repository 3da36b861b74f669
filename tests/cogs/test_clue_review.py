"""*Clue review* of Hive Mind: shapes laid and the best ones by round, for their player alone, after the match."""

from collections.abc import Callable
from typing import Any

import pytest

from cogs.hive_mind.clue_review import (
    ALL_BEST,
    BEST,
    CLEARER,
    HINT_MARK,
    HINTED,
    LOOKING,
    NO_SHAPES,
    YOU_LAID,
    describe_best,
    describe_laid,
)
from cogs.hive_mind.phrases import CLUE_REVIEW
from cogs.ui.kit.custom_ids import CustomId
from engine.hive_mind import clue_review
from engine.hive_mind.clue_review import LaidRound, LaidShape, ReviewedRound
from tables.after_the_end import reviews
from tables.open_table import Person
from tests.cog_tables import ANN, EVE, TABLE, play, start_table
from tests.engine.hive_mind.positions import after, laid, rules_for
from tests.fake_discord import parts
from tests.in_process_program import InProcessProgram, InteractionResult


@pytest.fixture(autouse=True)
def work(program: InProcessProgram, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the jobs; in the made-up review, BCG is 2.5 points better on the first hive of each round."""
    asked: list[str] = []

    async def ask(work: Callable[[Any], Any], question: tuple[LaidRound, ...]) -> Any:
        asked.append(work.__name__)
        return tuple(
            ReviewedRound(each.view, (LaidShape(min(each.decisions), "ADE", 2.0, "BCG", 4.5, False, 3, 1),))
            for each in question
        )

    monkeypatch.setattr(program.bot.thinking._last, "ask", ask)
    return asked


async def finished(program: InProcessProgram, people: int = 3) -> None:
    await start_table(program.service, people, game="hive_mind")
    await play(program.service)
    await program.outbox.settle()


async def pressed(
    program: InProcessProgram, *details: str, person: Person = ANN, private: bool = True
) -> InteractionResult:
    return await program.press(person, str(CustomId(TABLE, None, CLUE_REVIEW, details)), private=private)


async def test_each_round_shows_both_submissions_and_leads_to_the_others(
    program: InProcessProgram, work: list[str]
) -> None:
    await finished(program)
    assert f"{TABLE}::{CLUE_REVIEW}" in (await program.press(ANN, f"{TABLE}::more", private=True)).custom_ids

    for number in (1, 2, 3):
        answer = await pressed(program, str(number))
        body, text = answer.requests[-1].body, answer.requests[-1].texts

        assert f"### Clue review · round {number} of 3" in text
        assert text.index(f"**{YOU_LAID}:**") < text.index(CLEARER if number == 1 else f"**{BEST}:**")
        pictures = [item["description"] for part in parts(body) if part.get("type") == 12 for item in part["items"]]
        assert [alt.partition(":")[0] for alt in pictures] == [YOU_LAID, BEST]
        shown = [part["custom_id"] for part in parts(body) if "custom_id" in part]
        assert shown == [*(f"{TABLE}::{CLUE_REVIEW}:{each}" for each in (1, 2, 3)), f"{TABLE}::more"]
    assert work == ["review"], "it is computed once"


async def test_from_the_card_a_private_page_says_at_once_that_it_is_being_computed(program: InProcessProgram) -> None:
    await finished(program)

    deferred, said, shown = (await pressed(program, private=False)).requests

    assert deferred.body["data"]["flags"] & 64
    assert said.texts == LOOKING
    assert "round 1 of 3" in shown.texts


async def test_only_a_player_of_a_finished_match_gets_one(program: InProcessProgram, work: list[str]) -> None:
    await start_table(program.service, 3, game="hive_mind")
    assert (await pressed(program)).text == reviews.ONLY_OVER
    await play(program.service)
    assert (await pressed(program, person=EVE, private=False)).text == reviews.NOT_YOUR_GAME
    assert work == []


async def test_who_laid_no_shape_is_told_so(program: InProcessProgram) -> None:
    await start_table(program.service, 3, game="hive_mind")
    await program.service.resign(TABLE, ANN.id)
    await play(program.service)

    assert (await pressed(program)).requests[-1].texts == NO_SHAPES


def reviewed(*shapes: LaidShape) -> ReviewedRound:
    rules = rules_for("recharged", 3)
    state = after(rules, laid(rules), "host close", "0 charge:ADE zero:HKL")
    return ReviewedRound(rules.view(state, 0), shapes)


def test_a_hint_that_is_called_worse_is_explained() -> None:
    charge, zero = LaidShape(0, "ADE", 3.0, "BCG", 4.0, True), LaidShape(2, "HKL", 2.0, "HKL", 2.0, True)
    shown = reviewed(charge, zero)

    assert f"Charge: ADE, 3.0 expected, paid 0 {HINT_MARK}" in describe_laid(shown)
    assert f"HKL, 2.0 expected, paid 0 {HINT_MARK}" not in describe_laid(shown)
    assert "about 5.0 points" in describe_laid(shown)
    assert "about 6.0 points" in describe_best(shown)
    assert describe_best(shown).endswith(HINTED)
    assert describe_best(reviewed(zero)) == ALL_BEST
    assert HINTED not in describe_best(reviewed(charge._replace(hinted=False)))


def test_what_was_paid_stands_beside_what_was_expected() -> None:
    charge, zero = LaidShape(0, "ADE", 3.0, "BCG", 4.0, False, 5, 1), LaidShape(2, "HKL", 2.0, "HKL", 2.0, False, 2, 2)
    shown = reviewed(charge, zero)

    assert "It paid 7." in describe_laid(shown)
    assert "- Zero: HKL, 2.0 expected, paid 2" in describe_laid(shown)
    assert "It would have paid 3." in describe_best(shown)
    assert "- Charge: BCG, 4.0 expected, would have paid 1" in describe_best(shown)


def test_a_difference_too_small_to_be_sure_of_is_no_better_shape() -> None:
    close = LaidShape(0, "ADE", 3.0, "BCG", 3.0 + clue_review.LEAST / 2, False)

    assert describe_best(reviewed(close)) == ALL_BEST
    assert reviewed(close).best_view == reviewed(close).view

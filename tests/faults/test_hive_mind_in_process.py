"""Hive Mind in the whole program: others' pending choices show nowhere, and typed commands are understood."""

from tests.cog_tables import ANN, BEN, TABLE
from tests.hive_matches import started
from tests.in_process_program import InProcessProgram

OTHER = "bcdefghjkm"


async def test_the_order_of_ones_games_says_nothing_of_what_others_have_pending(program: InProcessProgram) -> None:
    await started(program.service)
    await started(program.service, table=OTHER, edition="gauntlet")
    program.outbox.clock.now += 1_000
    before = (await program.command(ANN, "games")).text
    assert "round 1 of 3" in before
    assert "round 1 of 6" in before

    await program.service.act(OTHER, BEN.id, "1:ADE")

    assert (await program.command(ANN, "games")).text == before


async def test_a_choice_that_is_offered_counts_by_its_label_too(program: InProcessProgram) -> None:
    """Discord may send the label or the value."""
    await started(program.service, edition="gauntlet")
    (hive,) = await offered(program, "hive submit", "hive")
    assert hive == {"name": "Hive 1", "value": "1"}
    shape = (await offered(program, "hive submit", "letters", hive="Hive 1"))[0]

    result = await program.command(ANN, "hive submit", hive="Hive 1", letters=shape["name"])
    await program.outbox.settle()

    assert f"Done: `1:{shape['value']}`" in result.text
    for turn in (1, 2):
        await program.service.expire(TABLE, turn=turn)
    (guess,) = await offered(program, "hive guess", "values", "111", hive="Hive 1")
    assert "(" not in guess["name"]
    (guess,) = await offered(program, "hive guess", "values", "111111", hive="Hive 1")
    assert "(6 ones" in guess["name"]
    result = await program.command(ANN, "hive guess", hive="Hive 1", values=guess["name"])
    await program.outbox.settle()
    assert f"Done: `guess:1:{guess['value']}`" in result.text


async def offered(
    program: InProcessProgram, command: str, focused: str, typed: str = "", **options: str
) -> list[dict[str, str]]:
    """Return the autocomplete choices offered to Ann."""
    result = await program.autocomplete(ANN, command, focused, typed, **options)
    return [{key: choice[key] for key in ("name", "value")} for choice in result.requests[0].body["data"]["choices"]]

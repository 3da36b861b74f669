"""Whatever is typed first, and whoever types it: what is offered is a list, and never an accident."""

import logging

import pytest

from tests.cogs.cog_tables import DAN, TABLE, mover, play, start_table
from tests.in_process_program import InProcessProgram

TYPED = ("", "A1", "place", "x" * 6000, "\0", "٣", "-1")


def offered_options(program: InProcessProgram) -> list[tuple[str, str]]:
    """Each option that is suggested as it is typed, by its command."""
    return [
        (command.qualified_name, option.display_name)
        for command in program.bot.tree.walk_commands()
        for option in getattr(command, "parameters", ())
        if option.autocomplete
    ]


async def test_nothing_is_looked_up_for_a_text_that_is_longer_than_any_suggestion(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of 3,000 words would be looked for in each of thousands of suggestions."""
    await start_table(program.service)
    person, _ = await mover(program.service)
    monkeypatch.setattr(program.store, "read", None)

    for name, option in offered_options(program):
        result = await program.autocomplete(person, name, option, "a " * 3_000)
        (answer,) = result.requests
        assert answer.body["data"]["choices"] == [], (name, option)


async def test_every_option_is_offered_with_no_other_one_filled_in(
    program: InProcessProgram, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord lets a later option be filled in before an earlier one."""
    await start_table(program.service)
    await play(program.service, moves=3, table=TABLE)
    person, _ = await mover(program.service)
    options = offered_options(program)
    assert ("monster place", "rotation") in options

    for name, option in options:
        for typed in TYPED:
            for whoever in (person, DAN):
                result = await program.autocomplete(whoever, name, option, typed)
                (answer,) = result.requests
                assert len(answer.body["data"]["choices"]) <= 25
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []

"""Whatever is typed first, and whoever types it: what is offered is a list, and never an accident."""

import logging

import pytest
from discord import AppCommandOptionType, app_commands

from tests.cogs.cog_tables import DAN, TABLE, mover, play, start_table
from tests.in_process_program import InProcessProgram

STRING, INTEGER = AppCommandOptionType.string, AppCommandOptionType.integer
APOLOGY = "something went wrong on my side"
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


@pytest.mark.parametrize(
    "typed", [" ", "9" * 5_000, "٣", "a " * 200, "\0"], ids=["blank", "digits", "Arabic", "words", "null"]
)
async def test_every_command_answers_whatever_its_texts_are(program: InProcessProgram, typed: str) -> None:
    await start_table(program.service)
    person, _ = await mover(program.service)
    commands = [command for command in program.bot.tree.walk_commands() if isinstance(command, app_commands.Command)]
    assert {"away", "battle attack", "move"} <= {command.qualified_name for command in commands}

    for command in commands:
        kinds = {option.display_name: option for option in command.parameters}
        # Discord holds a text to the length that an option has.
        texts = {
            name: typed[: option.max_value and int(option.max_value)]
            for name, option in kinds.items()
            if option.type is STRING and not option.choices
        }
        choices = {name: option.choices[0].value for name, option in kinds.items() if option.choices}
        numbers = {name: 1 for name, option in kinds.items() if option.type is INTEGER}
        if texts:
            result = await program.command(person, command.qualified_name, **texts, **choices, **numbers)
            assert result.acknowledged, command.qualified_name
            assert APOLOGY not in result.text, command.qualified_name

"""Text options of every command, typed partly or at random: suggestions and refusals, never an internal error."""

import logging
import re
from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands

from cogs.ui.kit.interface import playable_games
from tests.cog_tables import ANN, CHANNEL, DAN, TABLE, logged, mover, play, start_table
from tests.in_process_program import InProcessProgram

STRING, INTEGER = AppCommandOptionType.string, AppCommandOptionType.integer
APOLOGY = "something went wrong on my side"
TYPED = ("", "A1", "place", "x" * 6000, "\0", "٣", "-1")
HOSTILE = "[a](http://c) @everyone <@300000000000000000> `d` **e** ||f|| <#1> 'g'\n# h\n" + "x" * 400
TextOptions = list[tuple[app_commands.Command[Any, Any, Any], app_commands.Parameter]]


def text_options(program: InProcessProgram) -> TextOptions:
    """Return every option that takes free text, with its command."""
    return [
        (command, option)
        for command in program.bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
        for option in command.parameters
        if option.type is STRING and not option.choices
    ]


def filled_in(command: app_commands.Command[Any, Any, Any]) -> dict[str, Any]:
    """Return a value for each required option of a command."""
    required = [option for option in command.parameters if option.required]
    return {each.display_name: each.choices[0].value if each.choices else "a1" for each in required}


@pytest.fixture
async def playing(program: InProcessProgram) -> InProcessProgram:
    """Return the program with a table of each game at which Ann must act."""
    for number, game in enumerate(playable_games()):
        table = f"{TABLE[:-1]}{number}"
        await start_table(program.service, id=table, game=game, people=max(2, min(playable_games()[game].seats)))
        while ANN.id not in [seat.user_id for seat in (await program.service.view(table)).awaited_seats()]:
            await play(program.service, 1, table)
    return program


async def entries(program: InProcessProgram) -> list[Any]:
    """Return the logs of all tables."""
    return [await logged(program.service, f"{TABLE[:-1]}{number}") for number in range(len(playable_games()))]


def offered_options(program: InProcessProgram) -> list[tuple[str, str]]:
    """Return each option with autocomplete, with its command."""
    return [
        (command.qualified_name, option.display_name)
        for command in program.bot.tree.walk_commands()
        for option in getattr(command, "parameters", ())
        if option.autocomplete
    ]


async def test_nothing_is_looked_up_for_a_text_that_is_longer_than_any_suggestion(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise each of 3,000 words would be searched in each of thousands of suggestions."""
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
    """In Discord, a later option can be filled in before an earlier one."""
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
        # Discord enforces an option's maximum length.
        texts = {
            name: typed[: int(option.max_value or len(typed))]
            for name, option in kinds.items()
            if option.type is STRING and not option.choices
        }
        choices = {name: option.choices[0].value for name, option in kinds.items() if option.choices}
        numbers = {name: 1 for name, option in kinds.items() if option.type is INTEGER}
        given: dict[str, Any] = {**texts, **choices, **numbers}
        if texts:
            result = await program.command(person, command.qualified_name, **given)
            assert result.acknowledged, command.qualified_name
            assert APOLOGY not in result.text, command.qualified_name


async def test_an_optional_option_that_is_blank_counts_as_left_out(playing: InProcessProgram) -> None:
    optional = [(command, option.display_name) for command, option in text_options(playing) if not option.required]
    assert ("battle tiles", "two") in [(command.qualified_name, option) for command, option in optional]

    for command, option in optional:
        name, given = command.qualified_name, filled_in(command)
        # The options after it keep their places.
        given |= {"three": "a2"} if option in ("one", "two") else {}
        with_blank: dict[str, Any] = {**given, option: " "}
        blank = await playing.command(ANN, name, **with_blank)
        # A channel has only one demo at a time.
        without = await playing.command(ANN, name, channel=CHANNEL + (name == "demo"), **given)
        assert (name, option, blank.text) == (name, option, without.text)


async def test_a_required_option_that_is_blank_is_asked_for_and_moves_no_other_into_its_place(
    playing: InProcessProgram,
) -> None:
    required = [(command, option.display_name) for command, option in text_options(playing) if option.required]
    before = await entries(playing)
    asked_for = {}

    for command, option in required:
        given = {**filled_in(command), option: " "}
        asked_for[command.qualified_name, option] = (await playing.command(ANN, command.qualified_name, **given)).text

    assert await entries(playing) == before
    for place in (
        *(("monster place", "tile"), ("monster place", "hex"), ("monster take", "value")),
        *(("clix place", "monster"), ("clix place", "column"), ("clix attack", "attacker"), ("clix attack", "target")),
        ("battle attack", "target"),
    ):
        assert asked_for.pop(place) == f"Fill in *{place[1]}*, or pick it from the list."
    assert [place for place, text in asked_for.items() if not text or "reference" in text] == []


async def test_what_is_typed_is_repeated_as_words_alone(playing: InProcessProgram) -> None:
    """No link, mention, markdown or line break; long text is shortened, and there are no Python quotes."""
    for command, option in text_options(playing):
        typed = HOSTILE[: int(option.max_value or len(HOSTILE))]
        given = {**filled_in(command), option.display_name: typed}
        result = await playing.command(ANN, command.qualified_name, **given)

        # A command to copy is in a code block, where nothing is markup.
        told = re.sub(r"```.*?```", "", result.text, flags=re.DOTALL)
        live = re.sub(r"\\.", "", told)
        for marked in ("](", "://", "@everyone", "<@3", "<#1", "`d", "**e", "||", "\n# h", "\\n", "x" * 100, "'["):
            assert marked not in live, (command.qualified_name, option.display_name, told)
        assert "reference" not in told

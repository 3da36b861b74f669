"""Opening leagues and cups: previews, and *Change*, which keeps what was chosen."""

from typing import Any

import pytest

from cogs.league.new_league import CUP_OPEN_MS
from tests.cog_tables import ANN, CHANNEL, GUILD
from tests.in_process_program import InProcessProgram
from tests.running_dispatchers import Clock


@pytest.fixture(autouse=True)
def manager(program: InProcessProgram) -> None:
    """Let Ann manage the server, so that she may open leagues."""
    program.managers.add(ANN.id)


def chosen(field: dict[str, Any]) -> list[str]:
    """Return the values that a select offers as chosen."""
    return [option["value"] for option in field["options"] if option.get("default")]


async def test_a_cup_has_a_preview_and_is_open_only_once_it_is_published(
    program: InProcessProgram, clock: Clock
) -> None:
    page = await program.press(ANN, "league::league_cup", private=True)
    preview = await program.press(ANN, page.buttons["Hive Mind"], private=True)

    assert f"<t:{(clock.now + CUP_OPEN_MS) // 1000}:t>" in preview.text
    assert "3 tables each" in preview.text
    assert await program.bot.seasons.leagues_of(GUILD) == ()

    await program.press(ANN, preview.buttons["Publish"], private=True)
    again = await program.press(ANN, preview.buttons["Publish"], private=True)

    (season,) = await program.bot.seasons.leagues_of(GUILD)
    assert (season.league.game, season.is_cup, season.row.channel_id) == ("hive_mind", True, CHANNEL)
    assert "already published" in again.text


async def test_change_goes_back_to_the_games_with_the_chosen_one_bright(program: InProcessProgram) -> None:
    page = await program.press(ANN, "league::league_cup", private=True)
    preview = await program.press(ANN, page.buttons["Hive Mind"], private=True)

    again = await program.press(ANN, preview.buttons["Change"], private=True)

    bright = [
        part["label"] for row in again.page["components"] for part in row.get("components", ()) if part["style"] == 1
    ]
    assert bright == ["Hive Mind"]


async def test_change_opens_the_form_of_a_league_with_what_was_chosen(program: InProcessProgram) -> None:
    form = (await program.press(ANN, "league::league_new")).form
    values = {name: field["options"][-1]["value"] for name, field in form.items()}
    assert all(chosen(field) != [values[name]] for name, field in form.items())

    preview = await program.submit(ANN, "league::league_preview", values)
    again = (await program.press(ANN, preview.buttons["Change"], private=True)).form

    assert {name: chosen(field) for name, field in again.items()} == {name: [value] for name, value in values.items()}


async def test_an_old_change_button_opens_the_usual_form(program: InProcessProgram) -> None:
    """Buttons posted before *Change* passed the choice have no details; a choice that is gone is ignored."""
    usual = {name: chosen(field) for name, field in (await program.press(ANN, "league::league_new")).form.items()}

    for details in ("", ":nonsense:2020-01-01:99"):
        form = (await program.press(ANN, f"league::league_new{details}", private=True)).form
        assert {name: chosen(field) for name, field in form.items()} == usual

"""A demo in a channel, by clicks: posted once in a while, gone on with after kill -9, tried, and played."""

import pytest

from tests.playground_driver import Json, Person, pictures, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import EPHEMERAL, buttons, custom_ids

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

GAMES = ("connect_four", "hex_battle_wars", "hive_mind", "monster_hex")


def is_demo(message: Json) -> bool:
    return "Next topic" in buttons(message) and not message["flags"] & EPHEMERAL


async def posted(person: Person, channel: str, **options: str) -> Json:
    """Type the command, and return the message that it posts."""
    await person.slash(channel, "demo", **options)
    return await person.wait_for(channel, is_demo)


@pytest.mark.parametrize("game", GAMES)
async def test_a_demo_goes_on_after_a_kill_and_leads_to_a_lesson_and_a_table(
    killable: ProgramProcesses, game: str
) -> None:
    ann, ben = await killable.person("Ann"), await killable.person("Ben")
    channel = await killable.channel()
    suggested = [choice["value"] for choice in await ann.autocomplete(channel, "demo", "topic", game=game)]

    demo = await posted(ann, channel, game=game, topic=suggested[1])
    refused = await ben.answer(await ben.slash(channel, "demo", game=game))
    await killable.restart_bot()
    await ben.click(demo, label="Next topic")
    following = await ben.wait_for(channel, lambda message: f"demo_next:{game}:{suggested[2]}" in str(message))
    lesson = await ben.answer(await ben.click(following, label="Try it"))
    opened = await ben.answer(await ben.click(following, label="Play"))
    lobby = await ann.wait_for(channel, lambda message: any(text.endswith(":set_up") for text in custom_ids(message)))

    assert len(pictures(demo)) == len(pictures(following)) == 1
    assert "A demo was shown here a moment ago" in texts(refused)
    assert following["id"] == demo["id"]
    assert texts(following) != texts(demo)
    assert demo["mentions"] == following["mentions"] == []
    assert lesson["flags"] & EPHEMERAL
    assert pictures(lesson)
    assert "The table is open" in texts(opened)
    assert "Join" in buttons(lobby)

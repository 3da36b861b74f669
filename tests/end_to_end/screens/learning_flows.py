"""Flows about learning: lists of lessons, their pages and answers, and demos in a channel."""

from tests.end_to_end.screens.phone import LAPTOP, Phone
from tests.end_to_end.screens.scene import Scene

GAMES = ("connect_four", "hex_battle_wars", "hive_mind", "monster_hex")


async def _open(phone: Phone, custom_id: str, shot: str = "") -> None:
    """Press one of several buttons of the same name, by its custom id."""
    await phone.page.locator(f'button[data-custom-id="{custom_id}"]').last.click()
    await phone.calm()
    if shot:
        await phone.shot(shot)


async def learn(scene: Scene) -> None:
    """Take a lesson with two wrong answers and *Show me*, then a quiz and an offer question of Hive Mind."""
    (kim,) = await scene.people("Kim")
    phone = await scene.phone(kim, await scene.stage.channel())
    await phone.type("/help", shot="learn-help")
    await phone.press("Learn", shot="learn-games")
    await _open(phone, "learn::lessons:monster_hex", shot="learn-list")
    await phone.press("Begin", shot="learn-show")
    await phone.press("Board as text", shot="learn-text")
    await phone.press("Back to the lesson", "Next", "Next", shot="learn-ask")
    await phone.press("Try it", shot="learn-compose")
    await phone.press("Serpent", "D4", shot="learn-compose-turn")
    await phone.press("Place 1", shot="learn-wrong")
    await phone.press("Try again", "Serpent", "D4", "Place 1", shot="learn-wrong-twice")
    await phone.press("Show me", shot="learn-shown")
    await phone.press("Previous", "Next", "Try it", "Serpent", "D1", "Place 1", shot="learn-right")
    await phone.press("Next", shot="learn-next")
    await phone.press("Board as text", "Lessons", shot="learn-list-done")
    await phone.press("All games", shot="learn-games-begun")
    await _open(phone, "learn::lessons:hive_mind")
    await phone.choose("Choose a lesson", "6. What everybody is told")
    await phone.press("Next", shot="learn-quiz")
    await phone.press("0", shot="learn-quiz-wrong")
    await phone.press("2", shot="learn-quiz-right")
    await phone.press("Board as text", "Lessons")
    await phone.choose("Choose a lesson", "7. Three hives at once")
    await phone.press("Next", shot="learn-offer")
    await phone.press("A Tri: A, D and E", shot="learn-offer-right")


async def demo(scene: Scene) -> None:
    """Show a demo of each game on a phone and a laptop; then the next topic, a lesson to try, and a table to play."""
    (ann,) = await scene.people("Ann")
    for game in GAMES:
        channel = await scene.stage.channel()
        hers = await scene.phone(ann, channel)
        await ann.slash(channel, "demo", game=game)
        await hers.shot(f"demo-{game}", last=2)
        await hers.screen(f"demo-{game}-phone")
        await (await scene.phone(ann, channel, **LAPTOP)).screen(f"demo-{game}-laptop")
        if game == GAMES[-1]:
            await hers.press("Next topic", shot="demo-next", last=2)
            await hers.press("Try it", shot="demo-try", private=True)
            await hers.press("Play", shot="demo-play", last=2)

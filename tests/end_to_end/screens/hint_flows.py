"""Flows about *Hint* in games against computer players, on a phone."""

import re
from typing import Any

from tests.end_to_end.screens.phone import Phone
from tests.end_to_end.screens.scene import Scene

ASKING = {
    "monster_hex": "first_monsters",
    "hive_mind": "first_shapes",
    "connect_four": "first_drop",
    "hex_battle_wars": "first_turn",
}
"""A lesson of each game that asks for a move."""


async def _press_action(phone: Phone, action: str) -> None:
    """Press the lowest button with this action."""
    await phone.page.locator(f'button[data-custom-id$=":{action}"]').last.click()
    await phone.calm()


async def _take_hint(phone: Phone, game: str, shot: str = "", **part: Any) -> None:
    """Make the move of the hint that is shown: by *Confirm* or *Ready*, or in Monster Hex by the *Place* of its way."""
    said = await phone.page.locator("body").inner_text() if game == "monster_hex" else ""
    ways = re.findall(r", way (\d)\.", said)
    confirm = phone.page.locator('button:has-text("Confirm"), button:has-text("Ready")').last
    await phone.press(f"Place {ways[-1]}" if ways else await confirm.inner_text(), shot=shot, **part)


async def hints(scene: Scene) -> None:
    """Show the button, the hint, and the page after it is confirmed; in Hex Battle Wars the first picks mark it."""
    for game, computers, first in (
        ("monster_hex", 1, "Place a tile"),
        ("hive_mind", 4, "Lay shapes"),
        ("connect_four", 1, "Choose a class"),
    ):
        _, _, (hers,) = await scene.game("Ann", computers=computers, game=game)
        await hers.press(first, shot=f"hint-{game}-page")
        await hers.screen(f"hint-{game}-phone")
        await hers.press("Hint", shot=f"hint-{game}")
        await _take_hint(hers, game, f"hint-{game}-confirmed")


async def hints_of_connect_four(scene: Scene) -> None:
    """Follow the hints of Connect Four from the choice of a class into the game."""
    _, _, (hers,) = await scene.game("Ann", computers=1, game="connect_four")
    for number in range(1, 8):
        await _press_action(hers, "move")
        await hers.press("Hint", shot=f"hint-clix-{number}", private=True)
        await hers.press("Confirm")


async def hints_told_at_the_end(scene: Scene) -> None:
    """Show the number of hints taken on the last card."""
    table, card, (hers,) = await scene.game("Ann", computers=1)
    await hers.press("Place a tile", "Hint", shot="hint")
    await _take_hint(hers, "monster_hex")
    card = await table.next_card(card)
    while not table.over(card):
        card = await scene.played(table, card)
    await hers.shot("hint-end")


async def hints_of_lessons(scene: Scene) -> None:
    """Show the hint of a lesson's question in each game."""
    (kim,) = await scene.people("Kim")
    phone = await scene.phone(kim, await scene.stage.channel())
    for game, lesson in ASKING.items():
        await kim.answer(await kim.slash(phone.channel, "learn", game=game, lesson=lesson))
        while not await phone.page.locator('button[data-custom-id$="::hint"]').count():
            await phone.press("Next")
        await phone.shot(f"hint-lesson-{game}-page", private=True)
        await phone.press("Hint", shot=f"hint-lesson-{game}", private=True)
        await _take_hint(phone, game, f"hint-lesson-{game}-right", private=True)

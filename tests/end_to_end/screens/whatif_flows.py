"""Flows about *What if*, on a phone."""

from tests.end_to_end.screens.scene import Scene
from tests.random_records import random_record


async def whatif(scene: Scene) -> None:
    """Explore a record of each game: other moves, chosen draws, moves by the computer."""
    (ann,) = await scene.people("Ann")
    channel = await scene.stage.channel()
    hers = await scene.phone(ann, channel)
    for game, seats, turn in (
        ("monster_hex", 2, 9),
        ("hive_mind", 3, 4),
        ("connect_four", 2, 12),
        ("hex_battle_wars", 2, 30),
    ):
        await ann.answer(await ann.slash(channel, "whatif", file=random_record(game, seats), step=turn))
        await hers.shot(f"whatif-{game}")
        await hers.press("More", "Choose draws", shot=f"whatif-{game}-chooses")
        await hers.press("Computer moves", shot=f"whatif-{game}-computer")
        await hers.press("More", "Zoom", shot=f"whatif-{game}-zoom")

"""Flows about reviewing a finished game, on a phone."""

from random import Random

from tests.end_to_end.screens.scene import Scene


async def turning_points(scene: Scene) -> None:
    """Review a game of each kind with a coach: last card, turning points, and the coach's preferred moves."""
    for game in ("monster_hex", "connect_four"):
        table, _, (hers, _) = await scene.game("Ann", "Ben", game=game)
        await _play(scene, table.id)
        await hers.calm()
        await hers.shot(f"review-{game}-card")
        await hers.press("More", "My turning points", shot=f"review-{game}-first", private=True)
        await hers.screen(f"review-{game}-phone")
        if await hers.page.get_by_role("button", name="2", exact=True).count():
            await hers.press("2", shot=f"review-{game}-second", private=True)
        await hers.press("Step by step", shot=f"review-{game}-step", private=True)
        await hers.press("Compare with the coach", shot=f"review-{game}-would", private=True)


async def _play(scene: Scene, table_id: str) -> None:
    """Play random moves to the end."""
    service, rng = scene.stage.client.service, Random(3)
    while (table := await service.load(table_id)).row.phase == "playing":
        person = table.awaited_seats()[0].user_id
        assert person is not None
        await service.act(table_id, person, rng.choice((await service.view(table_id, person)).legal))
    await scene.stage.settle()

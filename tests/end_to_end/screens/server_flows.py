"""Flows about servers, moderation, trust, and channels in which the board can't be posted."""

import io
import zipfile

from tests.end_to_end.screens.scene import Scene
from tests.end_to_end.screens.stage import HOUR, MINUTE
from tests.playground_driver import Json, Person, components


async def server_page(scene: Scene) -> None:
    """The owner of a server sets where and how games are played."""
    ann, ben = await scene.people("Ann", "Ben")
    room, other = await scene.stage.channel(), await scene.stage.channel()
    await scene.stage.playground.role("Game masters", ben)
    phone = await scene.phone(ann, room)
    await phone.type("/server")
    await phone.shot("server")
    await phone.choose("All channels", "#room-1")
    await phone.shot("server-set")
    his = await scene.phone(ben, other)
    await his.type("/play")
    await his.shot("server-elsewhere")
    await phone.press("Reset to defaults")


async def moderating(scene: Scene) -> None:
    """A moderator pauses, locks, blocks and ends, and what the players read of it."""
    ann, ben, cleo = await scene.people("Ann", "Ben", "Cleo")
    await scene.stage.playground.role("Owners", cleo, permissions=("MANAGE_GUILD",))
    table, card = await scene.game([ann, ben], ben, clock="days")
    cleos = await scene.phone(cleo, table.channel)
    await cleos.type("/moderate")
    await cleos.shot("moderate")
    await cleos.page.locator("#messages .select").last.click()
    await cleos.page.get_by_role("option").first.click()
    await cleos.calm()
    await cleos.shot("moderate-table")
    await cleos.press("Pause")
    await cleos.shot("moderate-pause-form")
    await cleos.fill("Why?", "a dispute about the last move")
    await cleos.press("Send")
    await cleos.shot("moderate-paused")
    his = await scene.phone(ben, card["channel_id"])
    await his.shot("moderated-pause-card")
    await cleos.press("Lock")
    await cleos.press("Send")
    await cleos.shot("moderate-locked")
    await his.shot("moderated-lock-card")
    await cleos.press("Open tables")
    await cleos.press("Log")
    await cleos.shot("moderate-log")
    await cleos.press("Open tables")
    await cleos.press("Blocked people")
    await cleos.press("Block somebody")
    await cleos.choose("Who?", "Ben")
    await cleos.shot("moderate-block-form")
    await cleos.press("Send")
    await cleos.shot("moderate-blocked")
    room = await scene.stage.channel()
    bens = await scene.phone(ben, room)
    await ben.slash(room, "play", game="monster_hex")
    await bens.shot("blocked-play")


async def moderated_end(scene: Scene) -> None:
    """A moderator removes somebody, blocks somebody, and ends a game."""
    ann, ben, cleo, dan = await scene.people("Ann", "Ben", "Cleo", "Dan")
    await scene.stage.playground.role("Owners", cleo, permissions=("MANAGE_GUILD",))
    _, card = await scene.game([ann, ben, dan], ben, clock="days")
    cleos = await scene.phone(cleo, card["channel_id"])
    await cleos.press("More")
    await cleos.press("Moderate")
    await cleos.press("Remove somebody")
    await cleos.shot("moderate-remove-form")
    await cleos.page.get_by_role("dialog").get_by_text("Dan").click()
    await cleos.press("Send")
    await cleos.shot("moderate-removed")
    dans = await scene.phone(dan, card["channel_id"])
    await dans.shot("moderated-removed-card", last=2)
    await cleos.press("End game for all")
    await cleos.shot("moderate-end-form")
    await cleos.press("Send")
    await cleos.shot("moderate-ended", last=2)
    await dans.shot("moderated-ended-card")


async def _file_of(person: Person, message: Json) -> bytes:
    url = next(part["file"]["url"] for part in components(message) if part["type"] == 13)
    async with person.playground.session.get(url) as response:
        return await response.read()


async def trust(scene: Scene) -> None:
    """A finished game is checked, exported, verified, imported; personal data is shown and deleted."""
    ann, ben = await scene.people("Kim", "Ben")
    table = await scene.table([ann, ben])
    over = await table.play(await table.start())
    hers = await scene.phone(ann, over["channel_id"])
    await hers.shot("over")
    await hers.press("Check")
    await hers.shot("check")
    channel = await scene.stage.channel()
    hers = await scene.phone(ann, channel)
    exported = await ann.answer(await ann.slash(channel, "export"))
    await hers.shot("export")
    with zipfile.ZipFile(io.BytesIO(await _file_of(ann, exported))) as archive:
        record = archive.read(next(name for name in archive.namelist() if table.id in name))
    await ann.answer(await ann.slash(channel, "verify", file=record))
    await hers.shot("verify")
    await ann.answer(await ann.slash(channel, "verify", file=record.replace(b"place", b"plaec", 1)))
    await hers.shot("verify-broken")
    await ann.answer(await ann.slash(channel, "verify", file=b"hello"))
    await hers.shot("verify-no-record")
    await ann.answer(await ann.slash(channel, "import", file=record))
    await hers.shot("import")
    await hers.type("/import")
    await hers.shot("imports")
    await hers.type("/privacy")
    await hers.shot("privacy")
    await hers.press("Delete my data")
    await hers.shot("privacy-delete")
    await hers.press("Yes, delete it")
    await hers.shot("privacy-deleted")


async def cannot_post(scene: Scene) -> None:
    """Permissions are withdrawn during a game: players are told privately, and the board comes when they are back."""
    ann, ben = await scene.people("Ann", "Ben")
    table, card = await scene.game([ann, ben], ann, clock="days")
    hers = await scene.phone(ann, card["channel_id"])
    await scene.stage.playground.deny(table.channel, "SEND_MESSAGES_IN_THREADS", "ATTACH_FILES")
    async for _ in table.turn(card):
        pass
    await scene.stage.settle()
    await hers.shot("cant-post-move")
    his = await scene.phone(ben, card["channel_id"])
    await his.press("More")
    await his.shot("cant-post-more", last=2)
    await his.type("/hand")
    await his.shot("cant-post-hand")
    await his.type("/games")
    await his.shot("cant-post-games")
    await scene.stage.playground.deny(table.channel)
    await scene.stage.passes(HOUR + MINUTE)
    await his.screen("cant-post-again")

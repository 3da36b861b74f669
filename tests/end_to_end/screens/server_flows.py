"""Flows about servers, moderation, trust, and channels where the board can't be posted."""

import io
import zipfile

from tests.end_to_end.screens.scene import Scene
from tests.end_to_end.screens.stage import HOUR, MINUTE
from tests.playground_driver import Json, Person, components


async def server_page(scene: Scene) -> None:
    """Set where and how games are played, as the owner of a server."""
    ann, ben = await scene.people("Ann", "Ben")
    room, other = await scene.stage.channel(), await scene.stage.channel()
    await scene.stage.playground.role("Game masters", ben)
    phone = await scene.phone(ann, room)
    await phone.type("/server", shot="server")
    await phone.choose("All channels", "#room-1")
    await phone.shot("server-set")
    his = await scene.phone(ben, other)
    await his.type("/play", shot="server-elsewhere")
    await phone.press("Reset to defaults")


async def _moderator(scene: Scene) -> Person:
    """Return a person who may moderate games."""
    (cleo,) = await scene.people("Cleo")
    await scene.stage.playground.role("Owners", cleo, permissions=("MANAGE_GUILD",))
    return cleo


async def moderating(scene: Scene) -> None:
    """Pause and lock a table and block a player as a moderator; show the players' view of it."""
    cleo = await _moderator(scene)
    table, _, (_, his) = await scene.game("Ann", "Ben", turn="Ben", clock="days")
    cleos = await scene.phone(cleo, table.channel)
    await cleos.type("/moderate", shot="moderate")
    await cleos.choose_first()
    await cleos.shot("moderate-table")
    await cleos.press("Pause", shot="moderate-pause-form")
    await cleos.fill("Why?", "a dispute about the last move")
    await cleos.press("Send", shot="moderate-paused")
    await his.shot("moderated-pause-card")
    await cleos.press("Lock", "Send", shot="moderate-locked")
    await his.shot("moderated-lock-card")
    await cleos.press("Open tables", "Log", shot="moderate-log")
    await cleos.press("Open tables", "Blocked people", "Block somebody")
    await cleos.choose("Who?", "Ben")
    await cleos.shot("moderate-block-form")
    await cleos.press("Send", shot="moderate-blocked")
    his = await scene.phone(his.person, await scene.stage.channel())
    await his.type("/play")
    await his.press("Open a table", shot="blocked-play")


async def moderated_end(scene: Scene) -> None:
    """Replace or remove a player and end the game as a moderator."""
    cleo = await _moderator(scene)
    _, card, (*_, dans) = await scene.game("Ann", "Ben", "Dan", turn="Ben", clock="days")
    cleos = await scene.phone(cleo, card["channel_id"])
    await cleos.press("More", "This table", "Moderate", "Replace somebody", shot="moderate-replace-form")
    await cleos.press("Cancel", "Remove somebody")
    await cleos.tick("Dan")
    await cleos.shot("moderate-remove-form")
    await cleos.press("Send", shot="moderate-removed")
    await dans.shot("moderated-removed-card", last=2)
    await cleos.press("End game for all", shot="moderate-end-form")
    await cleos.press("Send", shot="moderate-ended", last=2)
    await dans.shot("moderated-ended-card")


async def _file_of(person: Person, message: Json) -> bytes:
    url = next(part["file"]["url"] for part in components(message) if part["type"] == 13)
    async with person.playground.session.get(url) as response:
        return await response.read()


async def trust(scene: Scene) -> None:
    """Check, export, verify and import a finished game; show and delete personal data."""
    ann, ben = await scene.people("Kim", "Ben")
    table = await scene.table([ann, ben])
    over = await table.play(await table.start())
    hers = await scene.phone(ann, over["channel_id"])
    await hers.shot("over")
    await hers.press("More", "Check", shot="check")
    channel = await scene.stage.channel()
    hers = await scene.phone(ann, channel)
    exported = await ann.answer(await ann.slash(channel, "export"))
    await hers.shot("export")
    with zipfile.ZipFile(io.BytesIO(await _file_of(ann, exported))) as archive:
        record = archive.read(next(name for name in archive.namelist() if table.id in name))
    broken = record.replace(b"place", b"plaec", 1)
    for command, file, name in (
        ("verify", record, "verify"),
        ("verify", broken, "verify-broken"),
        ("verify", b"hello", "verify-no-record"),
        ("import", record, "import"),
    ):
        await ann.answer(await ann.slash(channel, command, file=file))
        await hers.shot(name)
    await hers.press("Previous", shot="import-turn-before")
    await hers.type("/import", shot="imports")
    await hers.type("/privacy", shot="privacy")
    await hers.press("Delete my data", shot="privacy-delete")
    await hers.press("Yes, delete it", shot="privacy-deleted")


async def cannot_post(scene: Scene) -> None:
    """Withdraw permissions during a game: players are told privately, and the board follows once they are back."""
    table, card, (hers, his) = await scene.game("Ann", "Ben", turn="Ann", clock="days")
    await scene.stage.playground.deny(table.channel, "SEND_MESSAGES_IN_THREADS", "ATTACH_FILES")
    async for _ in table.turn(card):
        pass
    await scene.stage.settle()
    await hers.shot("cant-post-move")
    await his.press("More", shot="cant-post-more", last=2)
    await his.type("/hand", shot="cant-post-hand")
    await his.type("/games", shot="cant-post-games")
    await scene.stage.playground.deny(table.channel)
    await scene.passes(HOUR + MINUTE)
    # The thread could not be written to, so the game continues in the channel.
    await (await scene.phone(his.person, table.channel)).shot("cant-post-again", last=2)


async def deleted_card(scene: Scene) -> None:
    """Delete a card, which is posted again automatically."""
    _, card, (hers, his) = await scene.game("Ann", "Ben", turn="Ben", clock="days")
    await scene.stage.playground.delete_message(card["channel_id"], card["id"])
    await hers.screen("card-deleted-phone")
    await scene.passes(MINUTE)
    await his.screen("card-back-phone")

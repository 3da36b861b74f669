"""Flows about seats: invitations, swapping, passing on, replacing, standing in; and the pages about one's games."""

from tests.end_to_end.screens.phone import LAPTOP
from tests.end_to_end.screens.scene import Scene
from tests.end_to_end.screens.stage import DAY
from tests.end_to_end.table_driver import open_table


async def invitation(scene: Scene) -> None:
    """People are invited by name, join, or don't."""
    ann, ben, cleo = await scene.people("Ann", "Ben", "Cleo")
    table = await open_table(scene.stage, ann, await scene.stage.channel(), seats=3, clock="days")
    hers = await scene.phone(ann, table.channel)
    await hers.shot("lobby")
    await hers.screen("lobby-phone")
    await hers.press("Invite")
    await hers.shot("invite-form-empty")
    await hers.choose("Who shall play with you?", "Ben", "Cleo")
    await hers.page.get_by_role("dialog").get_by_text("Only those who are invited").click()
    await hers.shot("invite-form")
    await hers.press("Send")
    await hers.shot("invited", last=3)
    his = await scene.phone(ben, table.channel)
    await his.shot("invitation")
    await his.press("Join")
    await his.shot("invitation-joined", last=2)
    cleos = await scene.phone(cleo, table.channel)
    await cleos.press("Not this time")
    await cleos.shot("invitation-declined", last=3)
    (dan,) = await scene.people("Dan")
    dans = await scene.phone(dan, table.channel)
    await dans.press("Join")
    await dans.shot("invited-only")


async def seats_in_lobby(scene: Scene) -> None:
    """Seats are swapped, given away, freed and drawn."""
    ann, ben, cleo = await scene.people("Ann", "Ben", "Cleo")
    table = await open_table(scene.stage, ann, await scene.stage.channel(), seats=3)
    await table.join(ben)
    hers = await scene.phone(ann, table.channel)
    await hers.press("Seats")
    await hers.shot("seats-page")
    await hers.choose("Swap places with", "2. Ben")
    await hers.shot("swap-asked", last=2)
    his = await scene.phone(ben, table.channel)
    await his.shot("swap-question")
    await his.press("Yes, swap")
    await his.shot("swapped", last=3)
    await his.press("Seats")
    await his.shot("seats-page-guest")
    await his.choose("Give my seat to", "Cleo")
    await (await scene.phone(cleo, table.channel)).shot("seat-given", last=2)
    await hers.press("Seats")
    await hers.choose("As listed above", "Drawn at the start")
    await hers.shot("order-drawn")


async def pass_on(scene: Scene) -> None:
    """A player passes their seat on."""
    ann, ben, cleo = await scene.people("Ann", "Ben", "Cleo")
    _, card = await scene.game([ann, ben], ben)
    his = await scene.phone(ben, card["channel_id"])
    await his.press("More")
    await his.press("Pass my seat on")
    await his.choose("Who shall play on?", "Cleo")
    await his.shot("pass-on-form")
    await his.press("Send")
    await his.shot("pass-on-asked", last=2)
    cleos = await scene.phone(cleo, card["channel_id"])
    await cleos.shot("pass-on-offer", last=2)
    await cleos.press("Take the seat")
    await cleos.shot("pass-on-taken", last=3)
    await cleos.screen("pass-on-taken-phone")


async def replace(scene: Scene) -> None:
    """A host replaces a computer player."""
    ann, ben, _ = await scene.people("Ann", "Ben", "Cleo")
    table = await scene.table([ann, ben], computers=1)
    card = await table.start()
    hers = await scene.phone(ann, card["channel_id"])
    await hers.press("More")
    await hers.press("Replace")
    await hers.shot("replace-form-empty")
    await hers.choose("Who shall play on?", "Cleo")
    await hers.shot("replace-form")


async def stand_in(scene: Scene) -> None:
    """Somebody lets the computer play for a while."""
    ann, ben = await scene.people("Ann", "Ben")
    _, card = await scene.game([ann, ben], ben, clock="days")
    his = await scene.phone(ben, card["channel_id"])
    await his.press("More")
    await his.press("Time")
    await his.press("Let the computer play for me")
    await his.shot("stand-in-private", last=2)
    hers = await scene.phone(ann, card["channel_id"])
    await hers.shot("stand-in-card")
    await his.press("I'm back")
    await his.shot("stand-in-back")


async def own_pages(scene: Scene) -> None:
    """/games, /settings, /help and /play."""
    ann, ben, cleo = await scene.people("Joe", "Ben", "Cleo")
    for people in ([ann, ben], [ann, cleo]):
        table, card = await scene.game(people, ann, clock="days")
    table, card = await scene.game([ann, ben], ben, clock="days")
    await open_table(scene.stage, ann, await scene.stage.channel(), seats=2)
    table, card = await scene.game([ann, ben])
    await table.resigned(card, ben)
    await scene.stage.passes(DAY / 8)
    phone = await scene.phone(ann, await scene.stage.channel())
    for name in ("games", "help", "play"):
        await phone.type(f"/{name}")
        await phone.shot(name)
    wide = await scene.phone(ann, await scene.stage.channel(), **LAPTOP)
    await wide.type("/games")
    await wide.screen("games-laptop")

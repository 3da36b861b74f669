"""Flows about moves and pings: taking back, muting, nudging, following, and what is behind More."""

from tests.end_to_end.hive_mind_driver import hive_mind_table
from tests.end_to_end.screens.phone import LAPTOP
from tests.end_to_end.screens.scene import Scene
from tests.end_to_end.screens.stage import HOUR, MINUTE
from tests.end_to_end.table_driver import buttons
from tests.playground_driver import texts


async def take_back_allowed(scene: Scene) -> None:
    """A move is asked back, and allowed."""
    ann, ben = await scene.people("Ann", "Ben")
    table, card = await scene.game([ann, ben], ann)
    hers = await scene.phone(ann, card["channel_id"])
    card = await scene.played(table, card)
    await hers.shot("take-back-offered", last=2)
    await hers.press("Take back")
    await hers.shot("take-back-asked")
    his = await scene.phone(ben, card["channel_id"])
    await his.shot("take-back-question", top=440)
    await his.screen("take-back-question-phone")
    await his.press("Allow")
    await his.shot("take-back-done", last=2)
    await hers.screen("take-back-done-phone")


async def take_back_kept(scene: Scene) -> None:
    """A move is asked back behind More, and stays."""
    ann, ben = await scene.people("Ann", "Ben")
    table, card = await scene.game([ann, ben], ann)
    card = await scene.played(table, card)
    hers = await scene.phone(ann, card["channel_id"])
    await hers.press("More")
    await hers.press("Take back")
    await hers.shot("take-back-more")
    await hers.press("Ask Ben")
    his = await scene.phone(ben, card["channel_id"])
    await his.press("Keep the move")
    await his.shot("take-back-kept", last=2)
    await hers.shot("take-back-kept-hers")


async def take_back_from_computer(scene: Scene) -> None:
    """Against the computer a move is taken back at once."""
    (ann,) = await scene.people("Ann")
    table = await scene.table([ann], computers=1)
    card = await scene.played(table, await table.start())
    hers = await scene.phone(ann, card["channel_id"])
    await hers.press("More")
    await hers.press("Take back")
    await hers.shot("take-back-computer")


async def pings(scene: Scene) -> None:
    """The page Pings: mute, nudge, follow; direct messages."""
    ann, ben, cleo = await scene.people("Ann", "Ben", "Cleo")
    table, card = await scene.game([ann, ben], ben, clock="days")
    hers = await scene.phone(ann, card["channel_id"])
    await hers.press("More")
    await hers.press("Pings")
    await hers.shot("pings-early")
    await scene.stage.passes(2 * HOUR)
    hers = await scene.phone(ann, card["channel_id"])
    await hers.press("More")
    await hers.press("Pings")
    await hers.shot("pings-page")
    await hers.press("Nudge")
    await hers.shot("pings-nudged", last=2)
    await hers.press("Mute this table")
    await hers.shot("pings-muted")
    his = await scene.phone(ben, card["channel_id"])
    await his.shot("nudge")
    watching = await scene.phone(cleo, card["channel_id"])
    await watching.press("More")
    await watching.shot("more-watching")
    await watching.press("Pings")
    await watching.shot("follow-page")
    await watching.press("Follow each turn")
    await watching.shot("follow-set")
    await scene.played(table, card)
    direct = (await cleo.request("GET", "users/@me/channels"))[0]["id"]
    await (await scene.phone(cleo, direct)).shot("follow-direct")


async def direct_calls(scene: Scene) -> None:
    """Calls as direct messages, and what is told when Discord refuses them."""
    ann, ben = await scene.people("Ann", "Ida")
    channel = await scene.stage.channel()
    his = await scene.phone(ben, channel)
    await his.type("/settings")
    await his.choose("Mention me in the channel", "Send me a direct message")
    await his.shot("settings-direct")
    table, card = await scene.game([ann, ben], ann, clock="days")
    card = await scene.played(table, card)
    direct = (await ben.request("GET", "users/@me/channels"))[0]["id"]
    await (await scene.phone(ben, direct)).shot("call-direct", last=2)
    await scene.stage.playground.accept_direct_messages(ben, accepted=False)
    card = await scene.played(table, card, 2)
    his = await scene.phone(ben, card["channel_id"])
    await his.shot("call-instead", last=2)
    await his.press("More")
    await his.shot("direct-refused", last=2)


async def last_one(scene: Scene) -> None:
    """In a round that all submit, the last one is told so."""
    ann, ben, cleo = await scene.people("Ann", "Ben", "Cleo")
    match = await hive_mind_table(scene.stage, [ann, ben, cleo], 0, seed=3, clock="days")
    card = await match.start()
    await match.submit(ann, await match.now(card))
    await scene.stage.passes(HOUR)
    hers = await scene.phone(ann, card["channel_id"])
    await hers.shot("round-waiting")
    await match.submit(cleo, await match.now(card))
    await scene.stage.passes(11 * MINUTE)
    his = await scene.phone(ben, card["channel_id"])
    await his.shot("last-one", last=2)
    await his.screen("last-one-phone")


async def more_pages(scene: Scene) -> None:
    """What is behind More: the board as text, what happened, fairness; and the laptop."""
    ann, ben = await scene.people("Ann", "Ben")
    table, card = await scene.game([ann, ben], ann)
    card = await scene.played(table, card, 2)
    hers = await scene.phone(ann, card["channel_id"])
    await hers.press("More")
    for label, name in (("Board as text", "text-board"), ("What happened", "history"), ("Fairness", "fairness")):
        await hers.press(label)
        await hers.shot(name)
        await hers.press("More")
    await hers.press("Resign")
    await hers.shot("resign")
    wide = await scene.phone(ann, card["channel_id"], **LAPTOP)
    await wide.screen("card-laptop")
    assert "Place a tile" in buttons(card), texts(card)

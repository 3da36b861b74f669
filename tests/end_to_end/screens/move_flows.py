"""Flows about moves and pings: taking back, muting, nudging, following, and the pages behind *More*."""

from tests.end_to_end.screens.phone import LAPTOP
from tests.end_to_end.screens.scene import Scene
from tests.end_to_end.screens.stage import HOUR, MINUTE
from tests.hive_mind_driver import hive_mind_table


async def take_back_allowed(scene: Scene) -> None:
    """Ask to take a move back, and allow it."""
    table, card, (hers, his) = await scene.game_opened_by("Ann", "Ben")
    await scene.played(table, card)
    await hers.shot("take-back-offered", last=2)
    await hers.press("Take back", shot="take-back-asked", last=2)
    await his.shot("take-back-question", top=440)
    await his.screen("take-back-question-phone")
    await his.press("Allow", shot="take-back-done", last=2)
    await hers.screen("take-back-done-phone")


async def take_back_kept(scene: Scene) -> None:
    """Ask behind *More* to take a move back, and decline."""
    table, card, (hers, his) = await scene.game_opened_by("Ann", "Ben")
    await scene.played(table, card)
    await hers.press("More", "Take back", shot="take-back-more")
    await hers.press("Ask Ben")
    await his.press("Keep the move", shot="take-back-kept", last=2)
    await hers.shot("take-back-kept-hers")


async def take_back_refused(scene: Scene) -> None:
    """Offer no take-back behind *More*: the computer's move ended the round and tiles were drawn."""
    table, card, (hers,) = await scene.game("Ann", computers=1)
    await scene.played(table, card)
    await hers.press("More", shot="take-back-drawn")


async def take_backs_of_other_games(scene: Scene) -> None:
    """Take back a move on its answer page in Hex Battle Wars, and secret choices in Connect Four and Hive Mind."""
    table, card, phones = await scene.game("Ann", "Ben", game="hex_battle_wars")
    mover = next(phone for phone in phones if phone.person is table.who(card))
    await mover.press("Choose a hex")
    await mover.press_first()
    await mover.press("Confirm", shot="take-back-battle", private=True)
    await mover.press("Take back", shot="take-back-battle-asked", private=True)
    _, _, (hers, _) = await scene.game("Ann", "Ben", game="connect_four")
    await hers.press("Choose a class", "Werewolves", "More", "Take back", shot="take-back-unseen")
    _, _, (hers, *_) = await scene.game("Ann", "Ben", "Cleo", game="hive_mind")
    await hers.press("Lay shapes", "A", "B", "C")
    await hers.press("More", shot="take-back-not-ready")


async def rotations(scene: Scene) -> None:
    """Show the first tile of Monster Hex, which may be placed in six rotations."""
    table, card, phones = await scene.game("Ann", "Ben")
    mover = next(phone for phone in phones if phone.person is table.who(card))
    await mover.press("Place a tile")
    await mover.press_first("hex", shot="rotations", private=True)
    await mover.screen("rotations-phone")


async def pings(scene: Scene) -> None:
    """Show the *Pings* page: mute, nudge, follow; and the follower's direct message."""
    table, card, (hers, his) = await scene.game("Ann", "Ben", turn="Ben", clock="days")
    await hers.press("More", "This table", "Pings", shot="pings-early")
    await scene.passes(2 * HOUR)
    await hers.press("More", "This table", "Pings", shot="pings-page")
    await hers.press("Nudge", shot="pings-nudged", last=2)
    await hers.press("Mute this table")
    await hers.shot("pings-muted", private=True)
    await his.shot("nudge")
    watching = await scene.another(hers, "Cleo")
    await watching.press("More", shot="more-watching")
    await watching.press("This table", "Pings", shot="follow-page")
    await watching.press("Follow each turn", shot="follow-set")
    await scene.played(table, card)
    await (await scene.direct(watching.person)).shot("follow-direct")


async def direct_calls(scene: Scene) -> None:
    """Show calls by direct message, and the notice when Discord refuses them."""
    (ida,) = await scene.people("Ida")
    phone = await scene.phone(ida, await scene.stage.channel())
    await phone.type("/settings")
    await phone.choose("Mention me in the channel", "Send me a direct message")
    await phone.shot("settings-direct")
    table, card, (_, idas) = await scene.game("Ann", "Ida", turn="Ann", clock="days")
    card = await scene.played(table, card)
    await (await scene.direct(ida)).shot("call-direct", last=2)
    await scene.stage.playground.accept_direct_messages(ida, accepted=False)
    await scene.played(table, card, 2)
    await idas.shot("call-instead", last=2)
    await idas.press("More", shot="direct-refused", last=2)


async def last_one(scene: Scene) -> None:
    """Show the message to the last player in a round of simultaneous submissions."""
    ann, ben, cleo = await scene.people("Ann", "Ben", "Cleo")
    match = await hive_mind_table(scene.stage, [ann, ben, cleo], 0, seed=3, clock="days")
    card = await match.start()
    await match.submit(ann, await match.now(card))
    await scene.passes(HOUR)
    hers = await scene.phone(ann, card["channel_id"])
    await hers.shot("round-waiting")
    await match.submit(cleo, await match.now(card))
    await scene.passes(11 * MINUTE)
    his = await scene.phone(ben, card["channel_id"])
    await his.shot("last-one", last=2)
    await his.screen("last-one-phone")


async def more_pages(scene: Scene) -> None:
    """Show the pages behind *More*: text board, history, resigning, fairness; and the card on a laptop."""
    table, card, (hers, _) = await scene.game("Ann", "Ben", turn="Ann")
    await scene.played(table, card, 2)
    await hers.press("More", "What happened", shot="history")
    await hers.press("More", "Board as text", shot="text-board")
    await hers.press("More", "This table", shot="this-table")
    for label, name in (("Resign", "resign"), ("Fairness", "fairness"), ("End game for all", "end-for-all")):
        await hers.press("More", "This table", label, shot=name)
    wide = await scene.phone(hers.person, hers.channel, **LAPTOP)
    await wide.shot("card-laptop", last=2)


async def text_boards(scene: Scene) -> None:
    """Show the text boards of the other games."""
    for game, computers in (("hive_mind", 2), ("connect_four", 1), ("hex_battle_wars", 1)):
        _, _, (hers,) = await scene.game("Ann", computers=computers, game=game)
        await hers.press("More", "Board as text", shot=f"text-board-{game.replace('_', '-')}")

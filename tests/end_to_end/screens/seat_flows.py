"""Flows about seats (invitations, swaps, passing on, replacements, stand-ins) and about one's own games."""

from tests.end_to_end.screens.phone import LAPTOP
from tests.end_to_end.screens.scene import Scene
from tests.end_to_end.screens.stage import DAY
from tests.table_driver import open_table


async def invitation(scene: Scene) -> None:
    """Invite people by name; one joins, one declines, and an uninvited person is refused."""
    ann, *_ = await scene.people("Ann", "Ben", "Cleo")
    table = await open_table(scene.stage, ann, await scene.stage.channel(), seats=3, clock="days")
    hers = await scene.phone(ann, table.channel)
    await hers.shot("lobby")
    await hers.screen("lobby-phone")
    await hers.press("Set up", "Invite", shot="invite-form-empty")
    await hers.choose("Who do you want to invite?", "Ben", "Cleo")
    await hers.tick("Only invited players")
    await hers.shot("invite-form")
    await hers.press("Send", shot="invited", last=3)
    his = await scene.another(hers, "Ben")
    await his.shot("invitation")
    await his.press("Join", shot="invitation-joined", last=2)
    await (await scene.another(hers, "Cleo")).press("Not this time", shot="invitation-declined", last=3)
    await (await scene.another(hers, "Dan")).press("Join", shot="invited-only")


async def seats_in_lobby(scene: Scene) -> None:
    """Swap seats, give one away, and have the order drawn."""
    ann, ben, _ = await scene.people("Ann", "Ben", "Cleo")
    table = await open_table(scene.stage, ann, await scene.stage.channel(), seats=3)
    await table.join(ben)
    hers = await scene.phone(ann, table.channel)
    await hers.press("Set up", "Seats", shot="seats-page")
    await hers.choose("Swap places with", "2. Ben")
    await hers.shot("swap-asked", last=2)
    his = await scene.phone(ben, table.channel)
    await his.shot("swap-question")
    await his.press("Yes, swap", shot="swapped", last=3)
    await his.press("Set up", "Seats", shot="seats-page-guest")
    await his.choose("Give my seat to", "Cleo")
    await (await scene.another(hers, "Cleo")).shot("seat-given", last=2)
    await hers.press("Set up", "Seats")
    await hers.choose("As listed above", "Drawn at the start")
    await hers.shot("order-drawn")


async def pass_on(scene: Scene) -> None:
    """Pass a player's seat on to another person."""
    await scene.people("Cleo")
    _, _, (_, his) = await scene.game("Ann", "Ben", turn="Ben")
    await his.press("More", "This table", "Pass my seat on")
    await his.choose("Who should play on?", "Cleo")
    await his.shot("pass-on-form")
    await his.press("Send", shot="pass-on-asked", last=2)
    cleos = await scene.another(his, "Cleo")
    await cleos.shot("pass-on-offer", last=2)
    await cleos.press("Take the seat", shot="pass-on-taken", last=3)
    await cleos.screen("pass-on-taken-phone")


async def replace(scene: Scene) -> None:
    """Replace a computer player as the host."""
    await scene.people("Cleo")
    _, _, (hers, _) = await scene.game("Ann", "Ben", computers=1)
    await hers.press("More", "This table", "Replace", shot="replace-form-empty")
    await hers.tick("Computer 1")
    await hers.choose("Who should play on?", "Cleo")
    await hers.shot("replace-form")
    await hers.press("Send", shot="replace-asked", last=2)


async def stand_in(scene: Scene) -> None:
    """Let the computer stand in for a player who then comes back."""
    _, _, (hers, his) = await scene.game("Ann", "Ben", turn="Ben", clock="days")
    await his.press("More", "Time", "Let the computer play for me", shot="stand-in-private", last=2)
    await hers.shot("stand-in-card")
    await his.press("I'm back", shot="stand-in-back")


async def own_pages(scene: Scene) -> None:
    """Show the pages /games, /help, /play and /stats."""
    for other, turn in (("Ben", "Joe"), ("Cleo", "Joe"), ("Ben", "Ben")):
        await scene.game("Joe", other, turn=turn, clock="days")
    table, card, (joes, bens) = await scene.game("Joe", "Ben")
    await table.resigned(card, bens.person)
    await open_table(scene.stage, joes.person, await scene.stage.channel(), seats=2)
    await scene.passes(DAY / 8)
    phone = await scene.phone(joes.person, await scene.stage.channel())
    for name in ("games", "help", "play", "stats"):
        await phone.type(f"/{name}", shot=name)
    wide = await scene.phone(joes.person, await scene.stage.channel(), **LAPTOP)
    await wide.type("/games")
    await wide.screen("games-laptop")


async def own_settings(scene: Scene) -> None:
    """Set light pictures, moves without confirmation, and private statistics."""
    _, _, (joes, _) = await scene.game("Joe", "Ben", turn="Joe")
    await joes.type("/settings")
    for now, wish in (
        ("Dark", "Light"),
        ("Ask before making a move", "Move without asking"),
        ("Everybody here can see them", "Only I can see them"),
    ):
        await joes.choose(now, wish)
    await joes.shot("settings-changed")
    await joes.press("My hand", shot="hand-light")


async def several_tables(scene: Scene) -> None:
    """Play two games in one channel: a command asks which table it is about."""
    people, channel = await scene.people("Ann", "Ben"), await scene.stage.channel()
    for _ in range(2):
        table = await open_table(scene.stage, people[0], channel, seats=2)
        await table.join(people[1])
        await table.start()
    phone = await scene.phone(people[0], channel)
    await phone.screen("several-lobbies-phone")
    await phone.type("/hand", shot="several-which")


async def direct_game(scene: Scene) -> None:
    """Play alone against the computer in direct messages with the bot."""
    (lou,) = await scene.people("Lou")
    phone = await scene.direct(lou)
    await phone.type("/play", shot="direct-play")
    await phone.press("Play the computer now")
    await phone.screen("direct-game-phone")


async def elsewhere(scene: Scene) -> None:
    """Use private commands on a server without the bot, with the app installed for the user."""
    (lou,) = await scene.people("Lou")
    server = await scene.stage.playground.control("POST", "elsewhere")
    phone = await scene.phone(lou, server["channels"][0]["id"])
    for name in ("help", "games", "settings", "play"):
        await phone.type(f"/{name}", shot=f"elsewhere-{name}")


async def rules_by_number(scene: Scene) -> None:
    """Show rules by number, by search and in full."""
    _, card, (anns, _) = await scene.game("Ann", "Ben")
    ann = anns.person
    for name, game, words in (
        ("rules-number", "monster_hex", "12"),
        ("rules-word", "hive_mind", "tie"),
        ("rules-clix", "connect_four", "CF-3"),
        ("rules-battle", "hex_battle_wars", "HBW-9"),
        ("rules-all", "monster_hex", ""),
    ):
        options = {"game": game, "find": words} if words else {"game": game}
        await ann.slash(card["channel_id"], "rules", **options)
        await anns.shot(name, private=True)

"""Flows about leagues: an evening cup of ten people, and a season of eight."""

from tests.end_to_end.league_driver import dealt_tables, lost_by_resigning, pressed, shown
from tests.end_to_end.screens.phone import LAPTOP, Phone
from tests.end_to_end.screens.scene import Scene
from tests.end_to_end.screens.stage import DAY, HOUR, MINUTE
from tests.hive_mind_driver import HiveMindDriver
from tests.table_driver import TableDriver

TEN = ("Ann", "Ben", "Cleo", "Dia", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe")


async def cup(scene: Scene) -> None:
    """Play an evening cup of Hive Mind: ten people, three deals."""
    people, channel = await scene.people(*TEN), await scene.stage.channel()
    phone = await scene.phone(people[0], channel)
    await phone.type("/league", shot="league-none")
    await phone.press("Cup now", shot="cup-which")
    await phone.press("Hive Mind", shot="cup-preview")
    await phone.press("Publish", shot="cup-opened", last=2)
    card = await shown(people[0], channel, "Hive Mind cup")
    await phone.press("I'm in", shot="cup-joined")
    for person in people[1:]:
        await pressed(person, card, "I'm in")
    await scene.passes(2 * MINUTE)
    await phone.shot("cup-card", about="10 people in")
    await phone.press("Start dealing", shot="cup-started", last=4)
    known: set[str] = set()
    for deal in (1, 2, 3):
        # The message about a deal waits for its threads.
        await scene.passes(5)
        tables = await dealt_tables(scene.stage, channel, people, known, 2)
        if deal == 1:
            await phone.press("My tables", shot="cup-my-tables")
        for table in tables:
            await _played(scene, table)
        await scene.passes(2 * MINUTE)
        await phone.shot(f"cup-standings-{deal}", about="Hive Mind cup", last=2)
    await phone.shot("cup-over", about="Hive Mind cup is over")
    there = await scene.phone(people[0], tables[0].lobby["id"])
    await there.shot("cup-table-counted", last=2)
    await phone.screen("cup-end-phone")
    await phone.press("Standings", shot="cup-final-standings")
    wide = await scene.phone(people[1], channel, **LAPTOP)
    await wide.screen("cup-end-laptop")


async def _played(scene: Scene, table: TableDriver) -> None:
    """Play a match of Hive Mind to its end."""
    driver = HiveMindDriver(table, seed=len(table.id))
    card = await driver.card_after(None)
    while not table.over(card):
        for person in table.people:
            await driver.submit(person, card)
            await scene.stage.settle()
        card = await driver.card_after(card)


async def season(scene: Scene) -> None:
    """Play a season of Connect Four with eight people and an organiser who must decide disputes."""
    people, channel = await scene.people(*TEN[:8]), await scene.stage.channel()
    phone = await scene.phone(people[0], channel)
    await phone.type("/league")
    await phone.press("New league")
    await phone.choose("Game and kind of season", "Connect Four – HorrorClix Edition: Season of quick games")
    await phone.shot("league-form")
    await phone.press("Send", shot="league-preview")
    await phone.press("Publish", shot="league-published", last=2)
    card = await shown(people[0], channel, "league · season 1")
    other = await scene.phone(people[1], channel)
    await other.press("I'm in", shot="league-joined")
    for person in (people[0], *people[2:]):
        await pressed(person, card, "I'm in")
    await scene.passes(DAY + 4 * HOUR)
    await phone.shot("league-deal", last=7)
    await other.type("/league", shot="league-page")
    await other.press("My tables", shot="league-my-tables")
    known: set[str] = set()
    for day in range(4):
        for table in await dealt_tables(scene.stage, channel, people, known, 4):
            await lost_by_resigning(table, table.people[day % 2])
            await scene.stage.settle()
        await scene.passes(DAY)
    await scene.passes(2 * MINUTE)
    await phone.shot("league-card", about="about 10 tables")
    await other.press("Standings", shot="league-standings", private=True)
    await other.press("Explain", shot="league-explain", private=True)
    await other.press("My tables", "My season", shot="league-my-season", private=True)
    await _organised(phone, other)
    await scene.passes(60 * DAY)
    await phone.screen("league-end-phone")
    wide = await scene.phone(people[2], channel, **LAPTOP)
    await wide.screen("league-end-laptop")


async def _organised(phone: Phone, other: Phone) -> None:
    """Report a problem as a player; correct one result and void a table as the organiser."""
    await other.press("My tables", "Report", shot="league-report")
    await other.fill("What happened", "Ben answers in the last minute each time.")
    await other.press("Send")
    await phone.press("Organise", shot="organise")
    await phone.press("People", shot="organise-people")
    await phone.press("Back", "Tables", shot="organise-tables")
    await _counted_table(phone)
    await phone.press("Correct result", shot="organise-correct")
    field = phone.page.get_by_role("dialog").get_by_label("Places")
    first, second = (line.partition(":")[0] for line in (await field.input_value()).splitlines())
    await phone.fill("Places", f"{first}: 1\n{second}: 1")
    await phone.fill("Why", "Both agreed on a draw.")
    await phone.press("Send", shot="organise-table")
    await phone.press("Tables")
    await _counted_table(phone)
    await phone.press("Void")
    await phone.fill("Why", "Played twice.")
    await phone.press("Send")
    await phone.press("Tables", "Back", "Log", shot="organise-log")


async def _counted_table(phone: Phone) -> None:
    """Choose a counted table at which the organiser doesn't sit."""
    await phone.page.get_by_role("button", name="Choose a table").last.click()
    options = phone.page.get_by_role("option").filter(has_text="Counted")
    await options.filter(has_not_text=phone.person.user["global_name"]).first.click()
    await phone.calm()

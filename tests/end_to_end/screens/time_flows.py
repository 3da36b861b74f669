"""Flows about time: clocks, reminders, what happens when time runs out, and time that doesn't count."""

from tests.end_to_end.screens.scene import Scene
from tests.end_to_end.screens.stage import DAY, HOUR, MINUTE
from tests.end_to_end.table_driver import TableDriver, open_table
from tests.playground_driver import Json, Person

DAYS = "Days 1 day a move, 3 days bank, 6 hours regained"
TWELVE = "12 hours"


async def clock_in_lobby(scene: Scene) -> None:
    """A host sets the clock of a table, by a preset and by own values, and makes weekends free."""
    ann, ben = await scene.people("Eva", "Ben")
    table = await open_table(scene.stage, ann, await scene.stage.channel(), seats=3)
    await table.join(ben)
    phone = await scene.phone(ann, table.channel)
    await phone.press("Time")
    await phone.shot("clock-form")
    await phone.choose("Clock", DAYS)
    await phone.press("Send")
    await phone.shot("clock-preset-set", last=2)
    await phone.press("Free weekends")
    await phone.shot("weekend-needs-zone")
    await phone.press("Quiet hours and time zone")
    await phone.press("Set quiet hours")
    await phone.fill("Your time zone", "Berlin")
    await phone.press("Send")
    await phone.shot("weekend-zone-set")
    await phone.press("Time")
    await phone.press("Send")
    await phone.press("Free weekends")
    await phone.shot("weekend-free", last=4)
    await phone.press("Time")
    await phone.fill("Time for each move", "36h")
    await phone.fill("Bank of each player, on top", "2 dys")
    await phone.press("Send")
    await phone.shot("clock-unreadable")
    await phone.press("Time")
    await phone.fill("Time for each move", "36h")
    await phone.fill("Bank of each player, on top", "2 days")
    await phone.press("Send")
    await phone.shot("clock-own-set")


async def time_page_and_pauses(scene: Scene) -> None:
    """The page Time, a pause by agreement, an emergency pause."""
    ann, ben = await scene.people("Ann", "Ben")
    _, card = await scene.game([ann, ben], ben, clock="days")
    hers, his = await scene.phone(ann, card["channel_id"]), await scene.phone(ben, card["channel_id"])
    await his.shot("card-days", top=440)
    await his.screen("card-days-phone")
    await hers.press("More")
    await hers.shot("more")
    await hers.press("Time")
    await hers.shot("time-page")
    await hers.press("Ask for a pause")
    await hers.shot("pause-asked-private")
    await his.calm()
    await his.shot("pause-question", top=440)
    await his.press("Agree")
    await his.shot("pause-card")
    await hers.press("More")
    await hers.press("Time")
    await hers.shot("pause-time-page")
    await hers.press("Resume")
    await hers.shot("pause-resumed")
    await his.shot("pause-over-card")
    await hers.press("More")
    await hers.press("Time")
    await hers.press("Emergency pause")
    await hers.shot("emergency-question")
    await hers.press("Yes, pause for 72 hours")
    await hers.shot("emergency-private")
    await his.calm()
    await his.shot("emergency-card", last=2)


async def pause_declined(scene: Scene) -> None:
    """Somebody would rather play on."""
    ann, ben = await scene.people("Ann", "Ben")
    _, card = await scene.game([ann, ben], ben, clock="days")
    hers, his = await scene.phone(ann, card["channel_id"]), await scene.phone(ben, card["channel_id"])
    await hers.press("More")
    await hers.press("Time")
    await hers.press("Ask for a pause")
    await his.calm()
    await his.press("Play on")
    await his.shot("pause-declined", last=2)


async def _misses(scene: Scene, table: TableDriver, card: Json) -> Json:
    """The card after a deadline that somebody misses."""
    await scene.stage.passes(12 * HOUR + 10 * MINUTE)
    return await table.next_card(card)


async def _misses_twice(scene: Scene, expiry: str, first: str = "") -> tuple[TableDriver, Json, Person, Person]:
    """A game in which Ben has missed two deadlines in a row; the one after the first is photographed."""
    ann, ben = await scene.people("Ann", "Ben")
    table = await scene.table([ann, ben], clock=TWELVE)
    form = await ann.click(table.lobby, label="Time")
    await ann.submit(form, {"clock": TWELVE, "expiry": expiry})
    await scene.stage.settle()
    await table.lobby_with("12 hours")
    card = await table.start()
    while table.who(card) is not ben:
        card = await scene.played(table, card)
    card = await _misses(scene, table, card)
    if first:
        phone = await scene.phone(ann, card["channel_id"])
        await phone.shot(first)
    while table.who(card) is not ben:
        card = await scene.played(table, card)
    card = await _misses(scene, table, card)
    return table, card, ann, ben


async def reminder(scene: Scene) -> None:
    """A reminder comes when a quarter of the time is left; then the deadline passes."""
    ann, ben = await scene.people("Ann", "Ben")
    _, card = await scene.game([ann, ben], ben, clock=TWELVE)
    await scene.stage.passes(9 * HOUR + MINUTE)
    phone = await scene.phone(ben, card["channel_id"])
    await phone.shot("reminder", last=2)
    await phone.screen("reminder-phone")


async def expiry_default(scene: Scene) -> None:
    """Default moves go on."""
    _, card, ann, _ = await _misses_twice(scene, "default", first="expiry-first")
    await (await scene.phone(ann, card["channel_id"])).shot("expiry-default")


async def expiry_stand_in(scene: Scene) -> None:
    """A computer player stands in until its owner is back."""
    _, card, _, ben = await _misses_twice(scene, "computer", first="expiry-first-computer")
    phone = await scene.phone(ben, card["channel_id"])
    await phone.shot("expiry-computer", bottom=285)
    await phone.press("I'm back")
    await phone.shot("expiry-back", last=2)


async def expiry_open_seat(scene: Scene) -> None:
    """The seat is open to anybody."""
    _, card, _, _ = await _misses_twice(scene, "replace", first="expiry-first-replace")
    (cleo,) = await scene.people("Cleo")
    phone = await scene.phone(cleo, card["channel_id"])
    await phone.shot("expiry-open-seat")
    await phone.press("Take this seat")
    await phone.shot("expiry-seat-taken", last=3)


async def expiry_forfeit(scene: Scene) -> None:
    """The seat is forfeited."""
    ann, ben, cleo = await scene.people("Ann", "Ben", "Cleo")
    table = await scene.table([ann, ben, cleo], clock=TWELVE)
    form = await ann.click(table.lobby, label="Time")
    await ann.submit(form, {"clock": TWELVE, "expiry": "forfeit"})
    await scene.stage.settle()
    await table.lobby_with("12 hours")
    card = await table.start()
    for _ in range(2):
        while table.who(card) is not ben:
            card = await scene.played(table, card)
        card = await _misses(scene, table, card)
    phone = await scene.phone(ann, card["channel_id"])
    await phone.shot("expiry-forfeit")


async def vacation(scene: Scene) -> None:
    """A vacation is announced, and the cards tell of it."""
    ann, ben = await scene.people("Ann", "Fay")
    _, card = await scene.game([ann, ben], ben, clock="1 day")
    channel = await scene.stage.channel()
    his = await scene.phone(ben, channel)
    await his.type("/away")
    await his.shot("away-none")
    days = await ben.autocomplete(channel, "away", "until")
    await ben.slash(channel, "away", until=days[6]["value"])
    await his.shot("away-announced")
    await scene.stage.passes(2 * HOUR)
    hers = await scene.phone(ann, card["channel_id"])
    await hers.shot("away-card", top=400)
    await scene.stage.passes(2 * DAY)
    hers = await scene.phone(ann, card["channel_id"])
    await hers.shot("away-card-later")
    his = await scene.phone(ben, channel)
    await his.type("/away")
    await his.shot("away-now")
    await his.press("End my vacation")
    await his.shot("away-ended")


async def quiet_hours(scene: Scene) -> None:
    """Somebody sets quiet hours, and changes them again."""
    (ann,) = await scene.people("Gus")
    channel = await scene.stage.channel()
    phone = await scene.phone(ann, channel)
    await phone.type("/settings")
    await phone.shot("settings")
    await phone.press("Quiet hours and time zone")
    await phone.shot("quiet-page")
    await phone.press("Set quiet hours")
    await phone.fill("Your time zone", "York")
    await phone.fill("Quiet from", "22:30")
    await phone.fill("Quiet until", "7")
    await phone.shot("quiet-form")
    await phone.press("Send")
    await phone.shot("quiet-which-zone")


async def quiet_hours_set(scene: Scene) -> None:
    """Quiet hours in one zone, and what they do at a table."""
    ann, ben = await scene.people("Ann", "Hal")
    _, card = await scene.game([ann, ben], ben, clock="1 day")
    his = await scene.phone(ben, card["channel_id"])
    await his.press("More")
    await his.press("Time")
    await his.press("Quiet hours and time zone")
    await his.press("Set quiet hours")
    await his.fill("Your time zone", "Berlin")
    await his.fill("Quiet from", "10:30 pm")
    await his.fill("Quiet until", "7:00")
    await his.press("Send")
    await his.shot("quiet-set")
    await his.press("Set quiet hours")
    await his.fill("Quiet until", "8")
    await his.press("Send")
    await his.shot("quiet-changed-today")


async def sleeping_game(scene: Scene) -> None:
    """A game without a limit asks those whom it has waited for."""
    ann, ben = await scene.people("Ann", "Ben")
    _, card = await scene.game([ann, ben], ben)
    await scene.stage.passes(7 * DAY + HOUR)
    his = await scene.phone(ben, card["channel_id"])
    await his.shot("asleep", last=2)
    await his.press("End the game")
    await his.shot("asleep-end", last=2)
    await his.press("I'm still here")
    await his.shot("asleep-here", last=2)

"""Flows about time: clocks, reminders, expired deadlines, and time that doesn't count."""

from tests.end_to_end.screens.phone import Phone
from tests.end_to_end.screens.scene import Scene
from tests.end_to_end.screens.stage import DAY, HOUR, MINUTE
from tests.playground_driver import Json, Person
from tests.table_driver import TableDriver, open_table

DAYS = "Days 1 day for each move, plus 3 days of reserve in all; a move in time gives 6 hours back"
TWELVE = "12 hours"


async def clock_in_lobby(scene: Scene) -> None:
    """Set a table's clock as the host, by a preset and by custom values, and make weekends free."""
    ann, ben = await scene.people("Eva", "Ben")
    table = await open_table(scene.stage, ann, await scene.stage.channel(), seats=3)
    await table.join(ben)
    phone = await scene.phone(ann, table.channel)
    await phone.press("Set up", shot="set-up")
    await phone.press("Time", shot="clock-form")
    await phone.choose("Clock", DAYS)
    await phone.press("Send", shot="clock-preset-set", last=2)
    await phone.press("Free weekends", shot="weekend-needs-zone")
    await phone.type("/settings")
    await phone.press("Quiet hours and time zone", "Set quiet hours")
    await phone.fill("Your time zone", "Berlin")
    await phone.press("Send", shot="weekend-zone-set", last=2)
    await phone.press("Set up", "Free weekends", shot="weekend-free", last=4)
    for bank, name in (("2 dys", "clock-unreadable"), ("2 days", "clock-own-set")):
        await phone.press("Time")
        await phone.fill("Time for each move", "36h")
        await phone.fill("Reserve per player, for the whole game", bank)
        await phone.press("Send", shot=name)


async def time_page_and_pauses(scene: Scene) -> None:
    """Show the *Time* page, a pause by agreement and an emergency pause."""
    _, _, (hers, his) = await scene.game("Ann", "Ben", turn="Ben", clock="days")
    await his.shot("card-days", top=440)
    await his.screen("card-days-phone")
    await hers.press("More", shot="more")
    await hers.press("Time", shot="time-page")
    await hers.press("Ask for a pause", shot="pause-asked-private")
    await his.calm()
    await his.shot("pause-question", top=440)
    await his.press("Agree", shot="pause-card")
    await hers.press("More", "Time", shot="pause-time-page")
    await hers.press("Resume", shot="pause-resumed")
    await his.shot("pause-over-card")
    await hers.press("More", "Time", "Emergency pause", shot="emergency-question")
    await hers.press("Yes, pause for 72 hours", shot="emergency-private")
    await his.calm()
    await his.shot("emergency-card", last=2)


async def pause_declined(scene: Scene) -> None:
    """Decline a pause that another player asks for."""
    _, _, (hers, his) = await scene.game("Ann", "Ben", turn="Ben", clock="days")
    await hers.press("More", "Time", "Ask for a pause")
    await his.calm()
    await his.press("Play on", shot="pause-declined", last=2)


async def _misses(scene: Scene, table: TableDriver, card: Json, person: Person) -> Json:
    """Let a person's next deadline expire, and return the card after it."""
    card = await scene.turn_of(table, card, person)
    await scene.passes(12 * HOUR + 10 * MINUTE)
    return await table.next_card(card)


async def _misses_twice(scene: Scene, expiry: str, *names: str, first: str = "") -> list[Phone]:
    """Let Ben miss two deadlines in a row, and return the windows; `first` names a picture after the first."""
    table, card, phones = await scene.game("Ann", "Ben", *names, clock=TWELVE, expiry=expiry)
    hers, his = phones[:2]
    card = await _misses(scene, table, card, his.person)
    if first:
        await hers.shot(first)
    await _misses(scene, table, card, his.person)
    return phones


async def reminder(scene: Scene) -> None:
    """Show the reminder when a quarter of the time is left."""
    _, _, (_, his) = await scene.game("Ann", "Ben", turn="Ben", clock=TWELVE)
    await scene.passes(9 * HOUR + MINUTE)
    await his.shot("reminder", last=2)
    await his.screen("reminder-phone")


async def expiry_default(scene: Scene) -> None:
    """Let default moves continue after two missed deadlines."""
    hers, _ = await _misses_twice(scene, "default", first="expiry-first")
    await hers.shot("expiry-default")


async def expiry_stand_in(scene: Scene) -> None:
    """Let a computer player stand in after two missed deadlines, until the player is back."""
    _, his = await _misses_twice(scene, "computer", first="expiry-first-computer")
    await his.shot("expiry-computer", bottom=285)
    await his.press("I'm back", shot="expiry-back", last=2)


async def expiry_open_seat(scene: Scene) -> None:
    """Offer the seat to anybody after two missed deadlines."""
    hers, _ = await _misses_twice(scene, "replace", first="expiry-first-replace")
    cleos = await scene.another(hers, "Cleo")
    await cleos.shot("expiry-open-seat", about="A seat is free")
    await cleos.press("Take this seat", shot="expiry-seat-taken", last=3)


async def expiry_forfeit(scene: Scene) -> None:
    """Forfeit the seat after two missed deadlines."""
    hers, *_ = await _misses_twice(scene, "forfeit", "Cleo")
    await hers.shot("expiry-forfeit")


async def vacation(scene: Scene) -> None:
    """Announce a vacation, show it on the cards, and end it."""
    _, _, (hers, fays) = await scene.game("Ann", "Fay", turn="Fay", clock="1 day")
    fays = await scene.phone(fays.person, channel := await scene.stage.channel())
    await fays.type("/away", shot="away-none")
    days = await fays.person.autocomplete(channel, "away", "until")
    await fays.person.slash(channel, "away", until=days[6]["value"])
    await fays.shot("away-announced")
    await scene.passes(2 * HOUR)
    await hers.shot("away-card", top=400)
    await scene.passes(2 * DAY)
    await hers.shot("away-card-later")
    await fays.type("/away", shot="away-now")
    await fays.press("End my vacation", shot="away-ended")


async def _types_quiet_hours(phone: Phone, zone: str, begin: str, until: str) -> None:
    await phone.press("Set quiet hours")
    for label, text in (("Your time zone", zone), ("Quiet from", begin), ("Quiet until", until)):
        await phone.fill(label, text)


async def quiet_hours(scene: Scene) -> None:
    """Set quiet hours in a place with several time zones."""
    (gus,) = await scene.people("Gus")
    phone = await scene.phone(gus, await scene.stage.channel())
    await phone.type("/settings", shot="settings")
    await phone.press("Quiet hours and time zone", shot="quiet-page")
    await _types_quiet_hours(phone, "Indiana", "22:30", "7")
    await phone.shot("quiet-form")
    await phone.press("Send", shot="quiet-which-zone")
    await phone.choose_first()
    await phone.shot("quiet-zone-chosen")


async def quiet_hours_set(scene: Scene) -> None:
    """Set quiet hours in one zone; they can be corrected for a while, and changed again a day later."""
    _, _, (_, his) = await scene.game("Ann", "Hal", turn="Hal", clock="1 day")
    await his.press("More", "Time", "Quiet hours and time zone")
    await _types_quiet_hours(his, "Berlin", "10:30 pm", "7:00")
    await his.press("Send", shot="quiet-set")
    await scene.passes(HOUR)
    await _types_quiet_hours(his, "Berlin", "10:30 pm", "8")
    await his.press("Send", shot="quiet-changed-today")


async def sleeping_game(scene: Scene) -> None:
    """Show the question of a sleeping game without a time limit, and its answers."""
    _, _, (_, his) = await scene.game("Ann", "Ben", turn="Ben", clock="no limit")
    await scene.passes(7 * DAY + HOUR)
    await his.shot("asleep", last=2)
    await his.press("End the game", shot="asleep-end", last=2)
    await his.press("I'm still here", shot="asleep-here", last=2)

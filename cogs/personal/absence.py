"""The slash command `/away`: announce, show and end a vacation. It needs no table."""

import re
from datetime import date, timedelta

from discord import app_commands
from discord.ext import commands

from cogs.client import Hexcade
from cogs.personal.quiet_hours import quiet_button, quiet_state
from cogs.ui.kit.answers import Answer, Interaction, respond
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.custom_ids import MOST_ID, CustomId
from cogs.ui.kit.interactions import on
from cogs.ui.kit.layouts import button, rows_of_buttons
from cogs.ui.requests.interaction_user import get_person
from data.store import VacationRow
from tables.preferences import preferences
from tables.refusal import Refusal
from tables.service import TableService
from tables.texts import quote
from tables.timing.absence import NOT_AWAY, come_home, day_of, find_vacation, go_away, require_first_day
from tables.timing.quiet import find_user_zone

UNTIL_MISSING = "Please add your last day away: pick `until` from the list, or type it like 2026-12-24."
AWAY_HOW = (
    "The cards of your games show it. At tables with 12 hours or more for each move, your clock stops until "
    "you are back. You can still make moves."
)

OWNER = "me"
END_VACATION = "vacation_end"
OFFERED_DAYS = 25
DAY = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")


class Absence(commands.Cog):
    """The command `/away` and the button *End my vacation*."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @on(END_VACATION)
    async def _end(self, interaction: Interaction, pressed: CustomId) -> None:
        vacation = pressed.number(0, MOST_ID)
        if vacation is None:
            raise Refusal(NOT_AWAY)
        has_begun = await come_home(self.service, get_person(interaction), vacation)
        ended = (
            "Welcome back. Your vacation has ended, and your clocks are running again."
            if has_begun
            else "Your vacation is cancelled. Your clocks keep running."
        )
        await respond(interaction, Answer(ended))

    @app_commands.command(name="away", description="Announce a vacation: your clocks stop until you are back")
    @app_commands.describe(until="Your last day away", since="Your first day away; default: today")
    @app_commands.rename(since="from")
    async def away(
        self,
        interaction: Interaction,
        until: app_commands.Range[str, 1, 40] | None = None,
        since: app_commands.Range[str, 1, 40] | None = None,
    ) -> None:
        """Announce a vacation; without dates, show the announced one."""
        async with give_answer(interaction, self.service, "away") as answer:
            if until is None and since is not None:
                raise Refusal(UNTIL_MISSING)
            if until is None:
                answer.content = await self._shown(interaction)
                return
            today = await _today(self.service, interaction)
            first = today if since is None else read_day(since, today)
            # The first day is checked first, since a weekday given as the last day is counted from it.
            require_first_day(first, today)
            found = await go_away(self.service, get_person(interaction), first, read_day(until, first))
            answer.content = _answer(found, self.service.now(), AWAY_HOW)

    async def _shown(self, interaction: Interaction) -> Answer:
        found = await find_vacation(self.service, interaction.user.id)
        if found is None:
            now = await preferences(self.service.store, interaction.user.id)
            text = f"{NOT_AWAY}\n{quiet_state(now, self.service.now())}"
            return Answer(text, rows_of_buttons([quiet_button()]))
        return _answer(found, self.service.now(), "")

    @away.autocomplete("until")
    @away.autocomplete("since")
    async def _days(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        today = await _today(self.service, interaction)
        days = [today + timedelta(days=number) for number in range(2 * OFFERED_DAYS)]
        named = [(_name(day, today), day.isoformat()) for day in days]
        words = typed.lower().split()
        choices = [
            app_commands.Choice(name=name, value=value)
            for name, value in named
            if all(word in f"{name.lower()} {value}" for word in words)
        ]
        return choices[:OFFERED_DAYS]


def read_day(text: str, today: date) -> date:
    """Parse a day: 2026-12-24, today, tomorrow, or the name of a weekday, which means its next date.

    Raises Refusal for any other text.
    """
    typed = text.strip().lower()
    found = DAY.fullmatch(typed)
    if found is not None:
        try:
            return date(*(int(number) for number in found.groups()))
        except ValueError:
            raise Refusal(unreadable_day(text)) from None
    days = [today + timedelta(days=number) for number in range(8)]
    named = {"today": today, "tomorrow": days[1]} | {day.strftime("%A").lower(): day for day in days[1:]}
    named |= {day.strftime("%a").lower(): day for day in days[1:]}
    if typed not in named:
        raise Refusal(unreadable_day(text))
    return named[typed]


async def _today(service: TableService, interaction: Interaction) -> date:
    now = await preferences(service.store, interaction.user.id)
    return day_of(service.now(), find_user_zone(now))


def _name(day: date, today: date) -> str:
    name = f"{day:%A}, {day.day} {day:%B}"
    if day == today:
        return f"{name} (today)"
    return f"{name} (tomorrow)" if day == today + timedelta(days=1) else name


def _answer(row: VacationRow, now: int, more: str) -> Answer:
    text = "\n".join(line for line in (format_vacation(row.begins, row.ends, now), more) if line)
    end = button("End my vacation", CustomId(OWNER, None, END_VACATION, (str(row.id),)))
    return Answer(text, rows_of_buttons([end]))


def format_vacation(begins: int, ends: int, now: int) -> str:
    since = "You are away" if begins <= now else f"You will be away from <t:{begins // 1000}:f>"
    return f"{since} until <t:{ends // 1000}:f>."


def unreadable_day(text: str) -> str:
    return f"I don't understand the day {quote(text)}. Pick one from the list, or type it like 2026-12-24."

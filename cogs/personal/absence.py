"""The slash command `/away` and its page: announce, show and end a vacation. It needs no table."""

import asyncio
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from discord import app_commands, ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.personal.quiet_hours import quiet_button, quiet_state
from cogs.personal.typed_days import MOST_CHARACTERS, read_days
from cogs.ui.kit.answers import Answer, Interaction, open_form, respond
from cogs.ui.kit.command_answers import give_answer
from cogs.ui.kit.custom_ids import MOST_ID, CustomId
from cogs.ui.kit.forms import modal, read_form
from cogs.ui.kit.interactions import get_data, on, on_form
from cogs.ui.kit.layouts import button, rows_of_buttons
from cogs.ui.requests.interaction_user import get_person
from data.store import VacationRow
from language.messages import N_, _, format_day
from tables.preferences import preferences
from tables.refusal import Refusal
from tables.service import TableService
from tables.timing.absence import NOT_AWAY, come_home, day_of, find_vacation, go_away, require_first_day
from tables.timing.quiet import find_user_zone

UNTIL_MISSING = N_("Please add your last day away: pick `until` from the list, or type it like 24.12. or Friday.")
AWAY_HOW = N_(
    "The cards of your games show it. At tables with 12 hours or more for each move, your clock stops until "
    "you are back. You can still make moves."
)
AT_HOME = N_("You haven't announced a vacation. You can be away for 14 days of any 60. How long will you be away?")
TWO_READINGS = N_("That can mean different days. Which ones do you mean?")
OLD_BUTTON = N_("This button is from an older version. Type `/away` to announce your vacation.")
DAY_HINT = N_("Such as 24.12., Friday or in 5 days")

OWNER = "me"
END_VACATION, SPAN, FORM, SUBMITTED, DAYS = "vacation_end", "away", "away_form", "away_submitted", "away_days"
WEEKEND, SATURDAY = "weekend", 5
SPANS = {WEEKEND: N_("This weekend"), "7": N_("One week"), "14": N_("Two weeks")}
"""By detail of a button's custom id, the weekend or a number of days that begins today: the button's label."""
FROM_FIELD, UNTIL_FIELD = "from", "until"
OFFERED_DAYS = 25
MOST_READINGS = 5


class Absence(commands.Cog):
    """The command `/away` and the buttons of its page."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @on(END_VACATION)
    async def _end(self, interaction: Interaction, pressed: CustomId) -> None:
        vacation = pressed.number(0, MOST_ID)
        if vacation is None:
            raise Refusal(_(NOT_AWAY))
        has_begun = await come_home(self.service, get_person(interaction), vacation)
        ended = (
            _("Welcome back. Your vacation has ended, and your clocks are running again.")
            if has_begun
            else _("Your vacation is cancelled. Your clocks keep running.")
        )
        await respond(interaction, Answer(ended))

    @on(SPAN)
    async def _announce_span(self, interaction: Interaction, pressed: CustomId) -> None:
        """Announce a vacation of a usual length: the weekend, or a number of days from today."""
        span, today = pressed.detail(0), await _today(self.service, interaction)
        if span not in SPANS:
            raise Refusal(_(OLD_BUTTON))
        if span == WEEKEND:
            # on a Sunday, only that day is left of the weekend
            first = today + timedelta(days=max(0, SATURDAY - today.weekday()))
            last = today + timedelta(days=6 - today.weekday())
        else:
            first, last = today, today + timedelta(days=int(span) - 1)
        await respond(interaction, await self._announce(interaction, first, last))

    @on_form(FORM)
    async def _open_form(self, interaction: Interaction, pressed: CustomId) -> None:
        fields = [
            _field(_("Your last day away"), UNTIL_FIELD, _(DAY_HINT), required=True),
            _field(_("Your first day away"), FROM_FIELD, _("Leave this empty for today"), required=False),
        ]
        await open_form(interaction, modal(_("A vacation"), CustomId(OWNER, None, SUBMITTED), fields))

    @on(SUBMITTED)
    async def _submit(self, interaction: Interaction, pressed: CustomId) -> None:
        values = read_form(get_data(interaction).get("components", []))
        since, until = values.get(FROM_FIELD, "").strip(), values.get(UNTIL_FIELD, "")
        await respond(interaction, await self._announce_typed(interaction, since or None, until))

    @on(DAYS)
    async def _announce_days(self, interaction: Interaction, pressed: CustomId) -> None:
        """Announce a vacation for one of the meanings of a typed day."""
        try:
            first, last = (date.fromisoformat(pressed.detail(number)) for number in (0, 1))
        except ValueError:
            raise Refusal(_(OLD_BUTTON)) from None
        await respond(interaction, await self._announce(interaction, first, last))

    async def _announce_typed(self, interaction: Interaction, since: str | None, until: str) -> Answer:
        """Announce a vacation with typed days, or ask which days are meant."""
        today = await _today(self.service, interaction)
        firsts = [today] if since is None else await asyncio.to_thread(read_days, since, today)
        if len(firsts) == 1:
            # checked first, since a weekday given as the last day is counted from it
            require_first_day(firsts[0], today)
        pairs = {(first, last) for first in firsts for last in await asyncio.to_thread(read_days, until, today, first)}
        possible = sorted(pair for pair in pairs if pair[0] <= pair[1]) or sorted(pairs)
        if len(possible) > 1:
            return _ask_days(possible[:MOST_READINGS], today)
        return await self._announce(interaction, *possible[0])

    async def _announce(self, interaction: Interaction, first: date, last: date) -> Answer:
        found = await go_away(self.service, get_person(interaction), first, last)
        return _answer(found, self.service.now(), _(AWAY_HOW))

    @app_commands.command(name="away", description=N_("Announce a vacation: your clocks stop until you are back"))
    @app_commands.describe(until=N_("Your last day away"), since=N_("Your first day away; default: today"))
    @app_commands.rename(since="from")
    async def away(
        self,
        interaction: Interaction,
        until: app_commands.Range[str, 1, MOST_CHARACTERS] | None = None,
        since: app_commands.Range[str, 1, MOST_CHARACTERS] | None = None,
    ) -> None:
        """Announce a vacation; without dates, show the announced one."""
        async with give_answer(interaction, self.service, "away") as answer:
            if until is None and since is not None:
                raise Refusal(_(UNTIL_MISSING))
            if until is None:
                answer.content = await self._shown(interaction)
                return
            answer.content = await self._announce_typed(interaction, since, until)

    async def _shown(self, interaction: Interaction) -> Answer:
        found = await find_vacation(self.service, interaction.user.id)
        if found is None:
            now = await preferences(self.service.store, interaction.user.id)
            text = f"{_(AT_HOME)}\n{quiet_state(now, self.service.now())}"
            spans = [button(_(label), CustomId(OWNER, None, SPAN, (span,))) for span, label in SPANS.items()]
            until = button(_("Until …"), CustomId(OWNER, None, FORM))
            return Answer(text, rows_of_buttons([*spans, until, quiet_button()]))
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


async def _today(service: TableService, interaction: Interaction) -> date:
    now = await preferences(service.store, interaction.user.id)
    return day_of(service.now(), find_user_zone(now))


def _name(day: date, today: date) -> str:
    name = format_day(day)
    if day == today:
        return _("{day} (today)", day=name)
    return _("{day} (tomorrow)", day=name) if day == today + timedelta(days=1) else name


def _ask_days(readings: Sequence[tuple[date, date]], today: date) -> Answer:
    """Build the page that repeats a text with several meanings, with a button for each first and last day."""
    one_start = len({first for first, _ in readings}) == 1
    buttons = [
        button(
            _format_span(None if one_start else _name(first, today), _name(last, today)),
            CustomId(OWNER, None, DAYS, (first.isoformat(), last.isoformat())),
        )
        for first, last in readings
    ]
    return Answer(_(TWO_READINGS), rows_of_buttons(buttons))


def _format_span(first: str | None, last: str) -> str:
    if first is None:
        return _("Until {last}", last=last)
    return _("{first} to {last}", first=first, last=last)


def _field(label: str, name: str, hint: str, *, required: bool) -> ui.Label[Any]:
    field: ui.TextInput[Any] = ui.TextInput(custom_id=name, required=required, max_length=MOST_CHARACTERS)
    return ui.Label(text=label, description=hint, component=field)


def _answer(row: VacationRow, now: int, more: str) -> Answer:
    text = "\n".join(line for line in (format_vacation(row.begins, row.ends, now), more) if line)
    end = button(_("End my vacation"), CustomId(OWNER, None, END_VACATION, (str(row.id),)))
    return Answer(text, rows_of_buttons([end]))


def format_vacation(begins: int, ends: int, now: int) -> str:
    until = f"<t:{ends // 1000}:f>"
    if begins <= now:
        return _("You are away until {until}.", until=until)
    return _("You will be away from {since} until {until}.", since=f"<t:{begins // 1000}:f>", until=until)

"""The page *Quiet hours*: a user's time zone, and the hours in which they get no pings."""

import re
from typing import Any

import discord
from discord import ui
from discord.ext import commands

from cogs.client import Hexcade
from cogs.ui.kit.answers import Answer, Interaction, open_form, respond
from cogs.ui.kit.custom_ids import CustomId, read_number
from cogs.ui.kit.forms import modal, read_form
from cogs.ui.kit.interactions import get_data, get_selected_values, on, on_form
from cogs.ui.kit.layouts import button, rows_of_buttons
from cogs.ui.requests.interaction_user import get_person
from tables.preferences import Preferences, preferences
from tables.refusal import Refusal
from tables.timing import quiet
from tables.timing.absence import set_quiet_hours
from tables.timing.quiet import has_quiet_hours
from tables.timing.running_time import DAY_MINUTES
from tables.timing.time_zones import MOST_CHARACTERS, UNIVERSAL, format_local_time, format_zone, search_zones

QUIET_COUNT = (
    "During quiet hours you get no pings. At tables with 12 hours or more for each move, your clock stops too."
)
NO_QUIET = "You have no quiet hours."
QUIET_TITLE = "Quiet hours"
TIME_HINT = "Such as 22:30 or 10:30 pm; leave both empty for none"

OWNER = "me"
"""A placeholder for the table id in the custom ids of this page."""
QUIET, FORM, SUBMITTED, ZONE, NONE = "quiet", "quiet_form", "quiet_submitted", "quiet_zone", "quiet_none"
ZONE_FIELD, FROM_FIELD, UNTIL_FIELD = "zone", "from", "until"
EMPTY = "-"
CLOCK = re.compile(r"([0-9]{1,2})(?:[:.h]?([0-5][0-9]))?\s*(am|pm|a\.m\.|p\.m\.|h)?", re.ASCII)

ZONE_LABEL = "Your time zone"
FROM_LABEL = "Quiet from"
UNTIL_LABEL = "Quiet until"


class QuietHoursPage(commands.Cog):
    """The page *Quiet hours*, opened from `/settings` and from the page *Time*."""

    def __init__(self, bot: Hexcade) -> None:
        self.service = bot.service

    @on(QUIET)
    async def _show(self, interaction: Interaction, pressed: CustomId) -> None:
        now = await preferences(self.service.store, interaction.user.id)
        await respond(interaction, self._page(now))

    def _page(self, now: Preferences) -> Answer:
        buttons = [button("Set quiet hours", CustomId(OWNER, None, FORM), discord.ButtonStyle.primary)]
        if has_quiet_hours(now):
            buttons.append(button("No quiet hours", CustomId(OWNER, None, NONE)))
        text = f"### {QUIET_TITLE}\n{quiet_state(now, self.service.now())}\n{QUIET_COUNT}"
        return Answer(text, rows_of_buttons(buttons))

    @on_form(FORM)
    async def _open_form(self, interaction: Interaction, pressed: CustomId) -> None:
        now = await preferences(self.service.store, interaction.user.id)
        begin, until = ("" if minutes is None else clock(minutes) for minutes in (now.quiet_from, now.quiet_until))
        fields = [
            _field(
                ZONE_LABEL,
                ZONE_FIELD,
                "A large city in it, such as Berlin or New York, or UTC+2",
                format_zone(now.time_zone),
                MOST_CHARACTERS,
                required=True,
            ),
            _field(FROM_LABEL, FROM_FIELD, TIME_HINT, begin, 10),
            _field(UNTIL_LABEL, UNTIL_FIELD, TIME_HINT, until, 10),
        ]
        await open_form(interaction, modal(QUIET_TITLE, CustomId(OWNER, None, SUBMITTED), fields))

    @on(SUBMITTED)
    async def _submit_quiet_hours(self, interaction: Interaction, pressed: CustomId) -> None:
        """Store the submitted quiet hours; if several time zones match, ask for one of them first."""
        values = read_form(get_data(interaction).get("components", []))
        begin, until = read_clock(values.get(FROM_FIELD, "")), read_clock(values.get(UNTIL_FIELD, ""))
        typed = values.get(ZONE_FIELD, "")
        zones = search_zones(typed)
        if not zones:
            raise Refusal(quiet.unknown_zone(typed))
        if len(zones) == 1:
            await self._set(interaction, zones[0], begin, until)
            return
        details = tuple(EMPTY if minutes is None else str(minutes) for minutes in (begin, until))
        now = self.service.now()
        options = [
            discord.SelectOption(
                label=f"{format_zone(zone)} · {format_local_time(zone, now)}", value=zone, description=zone
            )
            for zone in zones
        ]
        select: ui.Select[Any] = ui.Select(
            custom_id=str(CustomId(OWNER, None, ZONE, details)), placeholder=ZONE_LABEL, options=options
        )
        await respond(interaction, Answer("Which of these do you mean?", (ui.ActionRow(select),)))

    @on(ZONE)
    async def _zone(self, interaction: Interaction, pressed: CustomId) -> None:
        begin, until = (_minutes(text) for text in (*pressed.details, EMPTY, EMPTY)[:2])
        await self._set(interaction, next(iter(get_selected_values(interaction)), ""), begin, until)

    @on(NONE)
    async def _clear_quiet_hours(self, interaction: Interaction, pressed: CustomId) -> None:
        now = await preferences(self.service.store, interaction.user.id)
        await self._set(interaction, now.time_zone or UNIVERSAL, None, None)

    async def _set(self, interaction: Interaction, zone: str, begin: int | None, until: int | None) -> None:
        stored = await set_quiet_hours(self.service, get_person(interaction), zone, begin, until)
        await respond(interaction, self._page(stored))


def quiet_button() -> ui.Button[ui.LayoutView]:
    """Build the button that opens the page *Quiet hours*."""
    return button("Quiet hours and time zone", CustomId(OWNER, None, QUIET))


def quiet_state(now: Preferences, moment: int) -> str:
    """Describe a user's quiet hours and time zone."""
    zone, there = format_zone(now.time_zone), format_local_time(now.time_zone, moment)
    if has_quiet_hours(now) and now.quiet_from is not None and now.quiet_until is not None:
        return quiet_line(clock(now.quiet_from), clock(now.quiet_until), zone, there)
    return f"{NO_QUIET} {zone_line(zone, there)}"


def clock(minutes: int) -> str:
    """Format minutes after midnight as `22:30`."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def read_clock(text: str) -> int | None:
    """Parse a time of day into minutes after midnight; None for empty text. Raise Refusal for any other text."""
    typed = text.strip().lower()
    if not typed:
        return None
    found = CLOCK.fullmatch(typed)
    if found is None:
        raise Refusal(quiet.unknown_time(text))
    hours, minutes, half = int(found[1]), int(found[2] or 0), (found[3] or "").replace(".", "")
    if half in ("am", "pm"):
        if not 1 <= hours <= 12:
            raise Refusal(quiet.unknown_time(text))
        hours = hours % 12 + 12 * (half == "pm")
    if hours * 60 + minutes > DAY_MINUTES:
        raise Refusal(quiet.unknown_time(text))
    return (hours * 60 + minutes) % DAY_MINUTES


def _minutes(text: str) -> int | None:
    return read_number(text, DAY_MINUTES - 1)


def _field(label: str, name: str, hint: str, now: str, most: int, *, required: bool = False) -> ui.Label[Any]:
    field: ui.TextInput[Any] = ui.TextInput(custom_id=name, default=now or None, required=required, max_length=most)
    return ui.Label(text=label, description=hint, component=field)


def quiet_line(begin: str, until: str, zone: str, clock: str) -> str:
    return f"Your quiet hours: {begin} to {until}, in {zone}, where it is {clock} now."


def zone_line(zone: str, clock: str) -> str:
    return f"Your time zone: {zone}, where it is {clock} now."

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
from language.messages import N_, _
from tables.preferences import Preferences, preferences
from tables.refusal import Refusal
from tables.timing import quiet
from tables.timing.absence import set_quiet_hours
from tables.timing.quiet import has_quiet_hours
from tables.timing.running_time import DAY_MINUTES
from tables.timing.time_zones import MOST_CHARACTERS, UNIVERSAL, format_local_time, format_zone, search_zones

QUIET_COUNT = N_(
    "During quiet hours you get no pings. At tables with 12 hours or more for each move, your clock stops too."
)
NO_QUIET = N_("You have no quiet hours.")
QUIET_TITLE = N_("Quiet hours")
TIME_HINT = N_("Such as 22:30 or 10:30 pm; leave both empty for none")

OWNER = "me"
"""A placeholder for the table id in the custom ids of this page."""
QUIET, FORM, SUBMITTED, ZONE, NONE = "quiet", "quiet_form", "quiet_submitted", "quiet_zone", "quiet_none"
ZONE_FIELD, FROM_FIELD, UNTIL_FIELD = "zone", "from", "until"
EMPTY = "-"
CLOCK = re.compile(r"([0-9]{1,2})(?:[:.h]?([0-5][0-9]))?\s*(am|pm|a\.m\.|p\.m\.|h)?", re.ASCII)

ZONE_LABEL = N_("Your time zone")
FROM_LABEL = N_("Quiet from")
UNTIL_LABEL = N_("Quiet until")


class QuietHoursPage(commands.Cog):
    """The page *Quiet hours*, opened from `/settings` and from the page *Time*."""

    def __init__(self, bot: Hexcade) -> None:
        self.service = bot.service

    @on(QUIET)
    async def _show(self, interaction: Interaction, pressed: CustomId) -> None:
        now = await preferences(self.service.store, interaction.user.id)
        await respond(interaction, self._page(now))

    def _page(self, now: Preferences) -> Answer:
        buttons = [button(_("Set quiet hours"), CustomId(OWNER, None, FORM), discord.ButtonStyle.primary)]
        if has_quiet_hours(now):
            buttons.append(button(_("No quiet hours"), CustomId(OWNER, None, NONE)))
        text = f"### {_(QUIET_TITLE)}\n{quiet_state(now, self.service.now())}\n{_(QUIET_COUNT)}"
        return Answer(text, rows_of_buttons(buttons))

    @on_form(FORM)
    async def _open_form(self, interaction: Interaction, pressed: CustomId) -> None:
        now = await preferences(self.service.store, interaction.user.id)
        begin, until = ("" if minutes is None else clock(minutes) for minutes in (now.quiet_from, now.quiet_until))
        fields = [
            _field(
                _(ZONE_LABEL),
                ZONE_FIELD,
                _("A large city in it, such as Berlin or New York, or UTC+2"),
                format_zone(now.time_zone),
                MOST_CHARACTERS,
                required=True,
            ),
            _field(_(FROM_LABEL), FROM_FIELD, _(TIME_HINT), begin, 10),
            _field(_(UNTIL_LABEL), UNTIL_FIELD, _(TIME_HINT), until, 10),
        ]
        await open_form(interaction, modal(_(QUIET_TITLE), CustomId(OWNER, None, SUBMITTED), fields))

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
            custom_id=str(CustomId(OWNER, None, ZONE, details)), placeholder=_(ZONE_LABEL), options=options
        )
        await respond(interaction, Answer(_("Which of these do you mean?"), (ui.ActionRow(select),)))

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
    return button(_("Quiet hours and time zone"), CustomId(OWNER, None, QUIET))


def quiet_state(now: Preferences, moment: int) -> str:
    """Describe a user's quiet hours and time zone."""
    zone, there = format_zone(now.time_zone), format_local_time(now.time_zone, moment)
    if has_quiet_hours(now) and now.quiet_from is not None and now.quiet_until is not None:
        return quiet_line(clock(now.quiet_from), clock(now.quiet_until), zone, there)
    return f"{_(NO_QUIET)} {zone_line(zone, there)}"


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
    return _(
        "Your quiet hours: {begin} to {until}, in {zone}, where it is {clock} now.",
        begin=begin,
        until=until,
        zone=zone,
        clock=clock,
    )


def zone_line(zone: str, clock: str) -> str:
    return _("Your time zone: {zone}, where it is {clock} now.", zone=zone, clock=clock)

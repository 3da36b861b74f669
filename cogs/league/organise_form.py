"""The forms of organisers' actions and of players' reports: building them, and reading the submitted fields."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from cogs.league.organise_page import ACT
from cogs.ui.kit.answers import Interaction
from cogs.ui.kit.custom_ids import MOST_ID, CustomId, read_number
from cogs.ui.kit.forms import choice_field, modal, radio_field, read_choices
from cogs.ui.kit.interactions import get_data
from cogs.ui.requests.interaction_user import build_person
from cogs.ui.texts.league_texts import BUTTONS, KINDS, table_choice
from data.store import SeasonTableRow
from language.messages import N_, _, format_time_unit, ngettext, translate_labels
from leagues import acts
from leagues.season import Season, people_of, result_of
from leagues.table_decisions import ranked_people
from tables.moderating.moderation import REASON_LIMIT
from tables.open_table import ISOLATES, Person
from tables.refusal import Refusal

PLAYED_OUT = "play"
BAD_PLACES = N_("Write one line for each person, such as `Ann: 1`. Use the given names, and places from 1.")

REPORTED = "league_reported"
WHO, WHY, DAYS, PLACES, KIND, TABLE, RUNNING = "who", "why", "days", "places", "kind", "table", "running"
RUNNING_TABLES: Final = {"void": N_("They end now and don't count"), PLAYED_OUT: N_("They are played out first")}
DAYS_OFFERED: Final = (1, 2, 3, 7, 14)
TABLES_OFFERED: Final = 24
HINT_LIMIT: Final = 100
NONE: Final = "-"


def act_form(season: Season, act: str, details: Sequence[str]) -> ui.Modal:
    """Build the form of an organiser's action, with fields for the people or places concerned and the reason.

    `details` holds the id of the table or report concerned, if there is one. Raises Refusal if the table is unknown.
    """
    fields: list[ui.Item[Any]] = []
    if act in (acts.PUT_IN, acts.TAKE_OUT):
        fields.append(_people_field(_("Who?"), 1))
    if act in (acts.FORBID, acts.ALLOW):
        fields.append(_people_field(_("Which two?"), 2))
    if act == acts.MOVE_DATES:
        days = {str(number): count_days(number) for number in DAYS_OFFERED}
        fields.append(radio_field(_("By how many days?"), DAYS, days, str(DAYS_OFFERED[0])))
    if act == acts.END_NOW and season.rules >= 2 and season.open_tables():
        hint, choices = _name_running(season), translate_labels(RUNNING_TABLES)
        fields.append(radio_field(_("What about the running tables?"), RUNNING, choices, "void", hint))
    if act == acts.CORRECT:
        fields.append(_places_field(season, season.table("".join(details[:1]))))
    fields.append(_text_field(_("Why?"), WHY, _("Everybody can read it in the season's log")))
    return modal(_(BUTTONS[act]), CustomId(season.row.id, None, ACT, (act, *details)), fields)


def _name_running(season: Season) -> str:
    """Name the running tables by their people, such as "Ann–Ben, Cam–Dee and 2 more", at most `HINT_LIMIT` long."""
    named = ["–".join(_names(season, table)) for table in season.open_tables()]
    for shown in range(len(named), 0, -1):
        rest, text = len(named) - shown, ", ".join(named[:shown])
        if rest:
            text = _("{tables} and {number} more", tables=text, number=rest)
        if len(text) <= HINT_LIMIT:
            return text
    return ngettext("{number} table", "{number} tables", len(named))


def report_form(season: Season, user: int) -> ui.Modal:
    """Build the form in which a player reports something to the organisers."""
    own = [table for table in season.tables[::-1] if user in people_of(table)][:TABLES_OFFERED]
    tables = {NONE: _("No table in particular")} | {
        table.table_id: table_choice(table.deal, _names(season, table)) for table in own
    }
    kinds = translate_labels(KINDS)
    fields: list[ui.Item[Any]] = [
        radio_field(_("What is it about?"), KIND, kinds, next(iter(KINDS))),
        choice_field(_("Which table?"), TABLE, tables, NONE),
        _text_field(_("What happened?"), WHY, ""),
    ]
    return modal(_("Report to the organisers"), CustomId(season.row.id, None, REPORTED), fields)


def read_report(interaction: Interaction) -> tuple[str, str | None, str]:
    """Return the kind, the table's id and the text of a report. The id is None if no table was chosen.

    Raises Refusal if the form can't be read.
    """
    values = _values(interaction)
    table = values.get(TABLE, NONE)
    return values.get(KIND, ""), None if table == NONE else table, values.get(WHY, "")


def read_why(interaction: Interaction) -> str:
    """Return the reason that an organiser has typed for an action.

    Raises Refusal if the form can't be read.
    """
    return _values(interaction).get(WHY, "")


def is_played_out(interaction: Interaction) -> bool:
    """Return whether an organiser who ends a season wants its running tables to be played out."""
    return _values(interaction).get(RUNNING) == PLAYED_OUT


def read_days(interaction: Interaction) -> int:
    """Return the number of days by which a season's dates are postponed, or 0 if no valid number was submitted."""
    return read_number(_values(interaction).get(DAYS, ""), 999) or 0


def read_people(interaction: Interaction, wanted: int) -> tuple[Person, ...]:
    """Return the people chosen in a form, with their display names on the server. Bots are left out.

    Raises Refusal unless exactly `wanted` people remain.
    """
    data = get_data(interaction)
    chosen = read_choices(data.get("components", [])).get(WHO, ())
    resolved: dict[str, Any] = data.get("resolved") or {}
    users: dict[str, Any] = resolved.get("users") or {}
    members: dict[str, Any] = resolved.get("members") or {}
    found: list[Person] = []
    for text in dict.fromkeys(chosen):
        user = users.get(text) or {}
        number = read_number(text, MOST_ID)
        if number is not None and user and not user.get("bot"):
            nick = (members.get(text) or {}).get("nick")
            username = str(user.get("username") or text)
            found.append(build_person(number, nick or user.get("global_name") or username, username))
    if len(found) != wanted:
        text = _("Choose one person who isn't a bot.") if wanted == 1 else _("Choose two people who aren't bots.")
        raise Refusal(text)
    return tuple(found)


def read_places(interaction: Interaction, season: Season, table: SeasonTableRow) -> tuple[int, ...]:
    """Return the places typed into a form, in the order of the table's people.

    Raises Refusal if a line can't be read or the names don't match.
    """
    lines = [line.strip() for line in _values(interaction).get(PLACES, "").splitlines() if line.strip()]
    found: defaultdict[str, list[int]] = defaultdict(list)
    for name, place in map(_place, lines):
        found[name.strip(ISOLATES)].append(place)
    wanted = [season.names[person].strip(ISOLATES) for person in ranked_people(table)]
    if Counter({name: len(places) for name, places in found.items()}) != Counter(wanted):
        raise Refusal(_(BAD_PLACES))
    # people with the same name are listed in seat order, so their places are taken in this order
    return tuple(found[name].pop(0) for name in wanted)


def _place(line: str) -> tuple[str, int]:
    name, __, typed = line.rpartition(":")
    place = read_number(typed.strip(), 99)
    if place is None:
        raise Refusal(_(BAD_PLACES))
    return name.strip(), place


def _places_field(season: Season, table: SeasonTableRow) -> ui.Label[Any]:
    """Build the text field that lists a table's people with their places, one per line, for correction.

    Without a result the places follow the order of seats.
    """
    people = ranked_people(table)
    result = result_of(table)
    places = range(1, len(people) + 1) if result is None else result.places
    text = "\n".join(f"{season.names[person]}: {place}" for person, place in zip(people, places, strict=True))
    return _text_field(
        _("Places, 1 is the best"), PLACES, _("One line for each person; tied people have the same place"), text
    )


def _people_field(label: str, number: int) -> ui.Label[Any]:
    select: ui.UserSelect[Any] = ui.UserSelect(custom_id=WHO, min_values=number, max_values=number, required=True)
    return ui.Label(text=label, component=select)


def _text_field(label: str, custom_id: str, hint: str, text: str = "") -> ui.Label[Any]:
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=custom_id,
        required=True,
        max_length=REASON_LIMIT,
        style=discord.TextStyle.paragraph,
        default=text or None,
    )
    return ui.Label(text=label, description=hint or None, component=field)


def _names(season: Season, table: SeasonTableRow) -> list[str]:
    return [season.names[person] for person in people_of(table)]


def _values(interaction: Interaction) -> dict[str, str]:
    return {name: values[0] for name, values in read_choices(get_data(interaction).get("components", [])).items()}


def count_days(number: int) -> str:
    return format_time_unit(number, "day")

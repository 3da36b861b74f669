"""The organisers' pages of a season: people, tables, log and reports, with the organisers' actions."""

from collections.abc import Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from cogs.ui.kit.answers import Answer
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.layouts import BUTTON_BACK, Button, button, page_buttons, rows_of_buttons
from cogs.ui.messages.season_card import ORGANISE
from cogs.ui.texts import league_texts
from data.store import MessageRow, SeasonActRow, SeasonTableRow
from language.messages import N_, _, format_time_unit, list_and, ngettext
from leagues import acts, reports
from leagues.acts import Details
from leagues.season import Season, people_of, result_of
from leagues.undoing import IRREVOCABLE
from render.text import truncate
from tables.texts import escape

BUTTON_TABLES = N_("Tables")
LOST_CHANNEL = N_(
    "**Its channel was deleted, so no tables are dealt.** To continue in another channel, use `/league` there and "
    "press this button."
)
NO_TABLES = N_("No tables have been dealt yet.")

ASK, ACT, TABLES, TABLE, PEOPLE, LOG, UNDO, EXPORT, MOVE = (
    "league_ask",
    "league_act",
    "league_tables",
    "league_table",
    "league_people",
    "league_log",
    "league_undo",
    "league_export",
    "league_move",
)
PICKED = "picked"
TABLES_A_PAGE = 25
LOG_LINES = 12
REPORTS_SHOWN = 5

Item = ui.Item[Any]

NOTHING_DONE = N_("No actions yet.")


def main_page(season: Season, waiting: Sequence[SeasonActRow], note: str = "") -> Answer:
    """Build the organisers' main page: the state of a season, the open reports `waiting`, and possible actions."""
    row = season.row
    lines = [*([f"**{note}**"] if note else []), organise_text(season, len(season.open_tables()), len(waiting))]
    items: list[Item] = []
    lines += league_texts.list_first([_report_line(season, act) for act in waiting[:REPORTS_SHOWN]], 3_000)
    if waiting:
        options = [discord.SelectOption(label=act.why[:100], value=str(act.id)) for act in waiting[:REPORTS_SHOWN]]
        items.append(_select(_("Settle a report"), CustomId(row.id, None, ASK, (reports.SETTLE,)), options))
    items += rows_of_buttons(
        [
            _page(_(BUTTON_TABLES), season, TABLES),
            _page(_("People"), season, PEOPLE),
            _page(_(league_texts.BUTTON_LOG), season, LOG),
            _page(_("Export"), season, EXPORT),
        ]
    )
    if season.is_over:
        return Answer("\n".join(lines), tuple(items))
    if season.has_lost_channel:
        lines.append(_(LOST_CHANNEL))
        items += rows_of_buttons(
            [button(_("Continue in this channel"), CustomId(row.id, None, MOVE), discord.ButtonStyle.success)]
        )
        return Answer("\n".join(lines), tuple(items))
    offered = [acts.GO_ON if row.held else acts.HOLD, acts.MOVE_DATES]
    if not season.is_cup:
        offered.append(acts.LAST if season.settings.renews else acts.RENEW)
    offered.append(acts.END_NOW)
    if row.state != "closing":
        offered.insert(0, acts.DEAL_NOW)
    items += rows_of_buttons([ask_button(season, act) for act in offered])
    return Answer("\n".join(lines), tuple(items))


def people_page(season: Season) -> Answer:
    """Build the page of a season's members, former members, and pairs who must not be dealt a table together."""
    names = season.names
    apart = [list_and([names[person] for person in sorted(pair)]) for pair in season.forbidden]
    out = [member.name for member in season.members if member.state != "in"]
    text = people_text(season.name, [member.name for member in season.active], out, sorted(apart))
    offered = [acts.PUT_IN, acts.TAKE_OUT, acts.FORBID]
    if season.forbidden:
        offered.append(acts.ALLOW)
    buttons = [] if season.is_over else [ask_button(season, act) for act in offered]
    return Answer(text, rows_of_buttons([*buttons, _back(season)]))


def tables_page(season: Season, page: int) -> Answer:
    """Build the page for choosing one of the season's tables, newest first. `page` is counted from 0."""
    newest = season.tables[::-1]
    pages = max(1, -(-len(newest) // TABLES_A_PAGE))
    page = min(page, pages - 1)
    shown = newest[page * TABLES_A_PAGE :][:TABLES_A_PAGE]
    items: list[Item] = []
    if shown:
        options = [
            discord.SelectOption(
                label=league_texts.table_choice(table.deal, _names(season, table)),
                value=table.table_id,
                description=truncate(_state(season, table), 100),
            )
            for table in shown
        ]
        items.append(_select(_("Choose a table"), CustomId(season.row.id, None, TABLE, (PICKED,)), options))
    buttons: list[Button] = []
    buttons += page_buttons(CustomId(season.row.id, None, TABLES), page, pages - 1)
    head = _("### Tables · {season}", season=escape(season.name))
    text = head if shown else f"{head}\n{_(NO_TABLES)}"
    return Answer(text, (*items, *rows_of_buttons([*buttons, _back(season)])))


def table_page(season: Season, table: SeasonTableRow, thread: MessageRow | None, note: str = "") -> Answer:
    """Build the page of one of the season's tables: its result, and the actions that change how it counts."""
    place = None if thread is None else thread.message_id
    text = table_text(table.deal, _names(season, table), _state(season, table), place)
    offered: list[str] = []
    if not season.is_over:
        offered.append(acts.RESTORE if table.state == "void" else acts.VOID)
        if table.state != "open":
            offered.append(acts.CORRECT)
    moderate = button(_("Replace or end"), CustomId(table.table_id, None, "moderate"))
    buttons = [
        *(ask_button(season, act, table.table_id) for act in offered),
        *([moderate] if table.state == "open" else []),
        _page(_(BUTTON_TABLES), season, TABLES),
    ]
    return Answer(f"**{note}**\n{text}" if note else text, rows_of_buttons(buttons))


def log_page(season: Season, done: Sequence[SeasonActRow], *, may_undo: bool) -> Answer:
    """Build the page with the log of organisers' actions, newest first.

    With `may_undo` it has a select for undoing them, as long as the season has not ended.
    """
    shown = [act for act in done[::-1] if act.act not in reports.PRIVATE][:LOG_LINES]
    lines = [log_line(act, describe_subject(season, act)) for act in shown]
    text = log_text(season.name, lines, season.commitment)
    items: list[Item] = []
    undoable = [act for act in shown if act.undo != IRREVOCABLE and act.undone is None]
    if may_undo and undoable and not season.is_over:
        options = [
            discord.SelectOption(
                label=undo_choice(act, describe_subject(season, act)), value=str(act.id), description=act.why[:100]
            )
            for act in undoable
        ]
        items.append(_select(_("Undo an action"), CustomId(season.row.id, None, UNDO), options))
    return Answer(text, (*items, *(rows_of_buttons([_back(season)]) if may_undo else ())))


def describe_subject(season: Season, act: SeasonActRow) -> str:
    """Name the people or the number of days that an action was about; empty if there are none."""
    details = msgspec.json.decode(act.details, type=Details)
    names = season.names
    if details.user is not None:
        return escape(names.get(details.user, _("somebody")))
    if details.pair is not None:
        return escape(list_and([names.get(person, _("somebody")) for person in details.pair]))
    # None for imported seasons, which store their tables under other ids
    table = next((table for table in season.tables if table.table_id == details.table), None)
    if table is not None:
        return escape(list_and(_names(season, table)))
    return format_time_unit(details.days, "day") if details.days else ""


def ask_button(season: Season, act: str, *details: str) -> Button:
    """Return the button that opens the form of an organiser's action, or that deals tables at once."""
    style = discord.ButtonStyle.danger if act == acts.END_NOW else discord.ButtonStyle.secondary
    action = ACT if act == acts.DEAL_NOW else ASK
    return button(_(league_texts.BUTTONS[act]), CustomId(season.row.id, None, action, (act, *details)), style)


def places_of(season: Season, table: SeasonTableRow) -> list[str]:
    """Return the places of a table's people, best first, each such as "1 Ann"; empty without a result."""
    result = result_of(table)
    if result is None:
        return []
    found = sorted(zip(result.places, result.people, strict=True))
    return [f"{place} {escape(season.names[person])}" for place, person in found]


def _report_line(season: Season, act: SeasonActRow) -> str:
    details = msgspec.json.decode(act.details, type=reports.Report)
    table = None if details.table is None else ", ".join(_names(season, season.table(details.table)))
    return report_line(act, details.kind, table)


def _state(season: Season, table: SeasonTableRow) -> str:
    return table_state(table.state, table.why, places_of(season, table))


def _names(season: Season, table: SeasonTableRow) -> list[str]:
    return [season.names[person] for person in people_of(table)]


def _page(label: str, season: Season, action: str) -> Button:
    return button(label, CustomId(season.row.id, None, action))


def _back(season: Season) -> Button:
    return _page(_(BUTTON_BACK), season, ORGANISE)


def _select(placeholder: str, custom_id: CustomId, options: list[discord.SelectOption]) -> ui.ActionRow[Any]:
    select: ui.Select[Any] = ui.Select(custom_id=str(custom_id), placeholder=placeholder, options=options)
    return ui.ActionRow(select)


def organise_text(season: Season, running: int, waiting: int) -> str:
    """Format the head of the organisers' main page: title, state of the season, and number of open reports."""
    lines = [_("### Organise · {season}", season=escape(season.name)), league_texts.state(season, running)]
    if waiting:
        lines.append(ngettext("**{number} report** to settle.", "**{number} reports** to settle.", waiting))
    return "\n".join(lines)


def report_line(act: SeasonActRow, kind: str, table: str | None) -> str:
    where = "" if table is None else f" · {escape(table)}"
    who = league_texts.format_person(act.actor)
    return f"<t:{act.created // 1000}:R> {who} · {_(league_texts.KINDS.get(kind, kind))}{where}: {escape(act.why)}"


def log_line(act: SeasonActRow, about: str) -> str:
    """Format an organiser's action as one line of the log."""
    told = league_texts.format_logged(act.act, league_texts.format_person(act.actor), about)
    why = "" if act.why == acts.NO_REASON else f": {escape(act.why)}"
    undone = "" if act.undone is None else " · " + _("*undone*")
    return f"<t:{act.created // 1000}:R> {told}{why}{undone}"


def log_text(name: str, lines: Sequence[str], commitment: str) -> str:
    """Format the log page, including the commitment to the secret seed from which all deals are drawn."""
    head = _("### Log · {season}", season=escape(name))
    sealed = "-# " + _(
        "All deals are drawn from a seed that was sealed before the first deal: {seed}", seed=f"`{commitment[:16]}…`"
    )
    return "\n".join([head, *(league_texts.list_first(lines, 3_400) or [_(NOTHING_DONE)]), sealed])


def undo_choice(act: SeasonActRow, about: str) -> str:
    """Format an action as an option of the select for undoing, at most 100 characters long."""
    return truncate(league_texts.format_act(act.act, about), 100)


def people_text(name: str, names: Sequence[str], out: Sequence[str], apart: Sequence[str]) -> str:
    lines = [_("### People · {season}", season=escape(name))]
    lines.append(_("In: {names}.", names=_join_names(names)) if names else _("In: nobody yet."))
    if out:
        lines.append(_("Not taking part: {names}.", names=_join_names(out)))
    if apart:
        pairs = league_texts.list_first([escape(pair) for pair in apart], 800)
        lines.append(_("Kept apart: {pairs}.", pairs="; ".join(pairs)))
    return "\n".join(lines)


def _join_names(names: Sequence[str]) -> str:
    return list_and(league_texts.list_first([escape(one) for one in names], 1_200))


def table_text(deal: int, names: Sequence[str], state: str, place: int | None) -> str:
    where = "" if place is None else f" → <#{place}>"
    head = _("### Deal {deal} · {names}", deal=deal, names=", ".join(escape(name) for name in names))
    return f"{head}{where}\n{state}"


def table_state(state: str, why: str, places: Sequence[str]) -> str:
    """Format the state of a season's table in one line: in progress, void, or counted with its places."""
    reason, listed = _(league_texts.WHY.get(why, "")), " · ".join(places)
    if state == "open":
        return _("Being played.")
    if state == "void":
        return _("Void: {reason}.", reason=reason) if reason else _("Void.")
    if reason:
        return _("Counted, {reason}: {places}.", reason=reason, places=listed)
    return _("Counted: {places}.", places=listed)

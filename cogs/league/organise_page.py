"""The pages of a season's organisers: people, tables, the log and reports, with what can be done about them."""

from collections.abc import Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from cogs.ui.kit.answers import Answer
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.layouts import Button, button, page_buttons, rows_of_buttons
from cogs.ui.messages.season_card import ORGANISE
from cogs.ui.texts import league_texts, organise_texts
from data.store import MessageRow, SeasonActRow, SeasonTableRow
from leagues import acts, reports
from leagues.acts import Details
from leagues.season import Season, people_of, result_of
from leagues.undoing import IRREVOCABLE
from tables.texts import and_list, escape

BUTTON_TABLES = "Tables"
LOST_CHANNEL = (
    "**Its channel is gone, so no tables are dealt.** Run `/league` where it should go on, and press the button here."
)
NO_TABLES = "No table is dealt yet."

ASK, TABLES, TABLE, PEOPLE, LOG, UNDO, EXPORT, MOVE = (
    "league_ask",
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


def main_page(season: Season, waiting: Sequence[SeasonActRow], note: str = "") -> Answer:
    """How a season stands, and all that its organisers can do."""
    row = season.row
    lines = [*([f"**{note}**"] if note else []), organise_texts.page(season, len(season.open_tables()), len(waiting))]
    items: list[Item] = []
    lines += league_texts.some([_report_line(season, act) for act in waiting[:REPORTS_SHOWN]], 3_000)
    if waiting:
        options = [discord.SelectOption(label=act.why[:100], value=str(act.id)) for act in waiting[:REPORTS_SHOWN]]
        items.append(_select("Settle a report", CustomId(row.id, None, ASK, (reports.SETTLE,)), options))
    items += rows_of_buttons(
        [
            _page(BUTTON_TABLES, season, TABLES),
            _page("People", season, PEOPLE),
            _page(organise_texts.BUTTON_LOG, season, LOG),
            _page("Export", season, EXPORT),
        ]
    )
    if season.is_over:
        return Answer("\n".join(lines), tuple(items))
    if season.has_lost_channel:
        lines.append(LOST_CHANNEL)
        items += rows_of_buttons(
            [button("Go on in this channel", CustomId(row.id, None, MOVE), discord.ButtonStyle.success)]
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
    """Who is in and who isn't, and who is kept apart."""
    names = season.names
    apart = [and_list([names[person] for person in sorted(pair)]) for pair in season.forbidden]
    out = [member.name for member in season.members if member.state != "in"]
    text = organise_texts.people(season.name, [member.name for member in season.active], out, sorted(apart))
    offered = [acts.PUT_IN, acts.TAKE_OUT, acts.FORBID]
    if season.forbidden:
        offered.append(acts.ALLOW)
    buttons = [] if season.is_over else [ask_button(season, act) for act in offered]
    return Answer(text, rows_of_buttons([*buttons, _back(season)]))


def tables_page(season: Season, page: int) -> Answer:
    """The season's tables to choose one, the newest first."""
    newest = season.tables[::-1]
    pages = max(1, -(-len(newest) // TABLES_A_PAGE))
    page = min(page, pages - 1)
    shown = newest[page * TABLES_A_PAGE :][:TABLES_A_PAGE]
    items: list[Item] = []
    if shown:
        options = [
            discord.SelectOption(
                label=organise_texts.table_choice(table.deal, _names(season, table)),
                value=table.table_id,
                description=_state(season, table)[:100],
            )
            for table in shown
        ]
        items.append(_select("Choose a table", CustomId(season.row.id, None, TABLE, (PICKED,)), options))
    buttons: list[Button] = []
    buttons += page_buttons(CustomId(season.row.id, None, TABLES), page, pages - 1)
    head = f"### {BUTTON_TABLES} · {escape(season.name)}"
    text = head if shown else f"{head}\n{NO_TABLES}"
    return Answer(text, (*items, *rows_of_buttons([*buttons, _back(season)])))


def table_page(season: Season, table: SeasonTableRow, thread: MessageRow | None, note: str = "") -> Answer:
    """A table, how it counts, and what can be done about that."""
    place = None if thread is None else thread.message_id
    text = organise_texts.table(table.deal, _names(season, table), _state(season, table), place)
    offered: list[str] = []
    if not season.is_over:
        offered.append(acts.RESTORE if table.state == "void" else acts.VOID)
        if table.state != "open":
            offered.append(acts.CORRECT)
    moderate = button("Replace or end", CustomId(table.table_id, None, "moderate"))
    buttons = [
        *(ask_button(season, act, table.table_id) for act in offered),
        *([moderate] if table.state == "open" else []),
        _page(BUTTON_TABLES, season, TABLES),
    ]
    return Answer(f"**{note}**\n{text}" if note else text, rows_of_buttons(buttons))


def log_page(season: Season, done: Sequence[SeasonActRow], *, may_undo: bool) -> Answer:
    """What organisers did, the newest first; those who may can undo it until the season is over."""
    shown = [act for act in done[::-1] if act.act not in reports.PRIVATE][:LOG_LINES]
    lines = [organise_texts.log_line(act, about(season, act)) for act in shown]
    text = organise_texts.log(season.name, lines, season.commitment)
    items: list[Item] = []
    undoable = [act for act in shown if act.undo != IRREVOCABLE and act.undone is None]
    if may_undo and undoable and not season.is_over:
        options = [
            discord.SelectOption(
                label=organise_texts.undo_choice(act, about(season, act)), value=str(act.id), description=act.why[:100]
            )
            for act in undoable
        ]
        items.append(_select("Undo one of these", CustomId(season.row.id, None, UNDO), options))
    return Answer(text, (*items, *(rows_of_buttons([_back(season)]) if may_undo else ())))


def about(season: Season, act: SeasonActRow) -> str:
    """Whom or which table an act was about, in words."""
    details = msgspec.json.decode(act.details, type=Details)
    names = season.names
    if details.user is not None:
        return escape(names.get(details.user, "somebody"))
    if details.pair is not None:
        return escape(and_list([names.get(person, "somebody") for person in details.pair]))
    # An imported season has its tables under other ids.
    table = next((table for table in season.tables if table.table_id == details.table), None)
    if table is not None:
        return f"the table of {escape(and_list(_names(season, table)))}"
    return f"by {details.days} days" if details.days else ""


def ask_button(season: Season, act: str, *details: str) -> Button:
    """The button that asks about an act in a form."""
    style = discord.ButtonStyle.danger if act == acts.END_NOW else discord.ButtonStyle.secondary
    return button(organise_texts.BUTTONS[act], CustomId(season.row.id, None, ASK, (act, *details)), style)


def places_of(season: Season, table: SeasonTableRow) -> list[str]:
    """The places of a table's people, the best first, as "1 Ann"."""
    result = result_of(table)
    if result is None:
        return []
    found = sorted(zip(result.places, result.people, strict=True))
    return [f"{place} {escape(season.names[person])}" for place, person in found]


def _report_line(season: Season, act: SeasonActRow) -> str:
    details = msgspec.json.decode(act.details, type=reports.Report)
    table = None if details.table is None else ", ".join(_names(season, season.table(details.table)))
    return organise_texts.report_line(act, details.kind, table)


def _state(season: Season, table: SeasonTableRow) -> str:
    return organise_texts.table_state(table.state, table.why, places_of(season, table))


def _names(season: Season, table: SeasonTableRow) -> list[str]:
    return [season.names[person] for person in people_of(table)]


def _page(label: str, season: Season, action: str) -> Button:
    return button(label, CustomId(season.row.id, None, action))


def _back(season: Season) -> Button:
    return _page("Back", season, ORGANISE)


def _select(placeholder: str, custom_id: CustomId, options: list[discord.SelectOption]) -> ui.ActionRow[Any]:
    select: ui.Select[Any] = ui.Select(custom_id=str(custom_id), placeholder=placeholder, options=options)
    return ui.ActionRow(select)

"""Public messages of leagues: season card, deal, counted table, end of a season."""

from collections.abc import Collection, Mapping, Sequence

import discord
import msgspec
from discord import ui

from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interface import interface
from cogs.ui.kit.layouts import Button, button, layout, picture, rows_of_buttons
from cogs.ui.messages.cards import PICTURE
from cogs.ui.texts import league_texts
from cogs.ui.texts.texts import mention
from data.store import MessageRow, SeasonActRow
from language.messages import N_, _, ngettext
from leagues.agreement import Proposal
from leagues.messages import CountedLine, CountedPayload
from leagues.rated_alone import RatedLine, RatedPayload
from leagues.season import Season, people_of
from leagues.table_decisions import ranked_people
from tables.texts import escape

JOIN, LEAVE, MINE, STANDINGS, EXPLAIN, ORGANISE, START, RATINGS, AGREE = (
    "league_join",
    "league_leave",
    "league_mine",
    "league_standings",
    "league_explain",
    "league_organise",
    "league_start",
    "league_ratings",
    "league_agree",
)
CARD, DEAL, RESULT, NOTE = "card", "deal", "result", "note"
"""Details of custom ids that distinguish a season's public messages."""
BUTTON_AGREE = N_("I agree")
_LEFT_THREE = N_(
    "{user}, you have left three tables at once in **{season}**, so you get no new tables for now. "
    "Press *{button}* whenever you want to return."
)
_TIME_RAN_OUT = N_(
    "{user}, your time ran out in **{season}**, so you get no new tables for now. "
    "Press *{button}* whenever you want to return."
)


def card_view(season: Season, alt: str) -> ui.LayoutView:
    """Build the season card."""
    settings = season.settings
    head = "\n".join(
        (
            f"## {league_texts.escape(season.name)}",
            f"{season.game} · {league_texts.seats(settings.least, settings.most)} · "
            f"{league_texts.format_table_count(settings)}",
            league_texts.state(season, len(season.open_tables())),
        )
    )
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(head), picture(PICTURE, alt)]
    return layout(*items, *rows_of_buttons(_buttons(season)), colour=interface(season.league.game).colour)


def card_id(season_id: str) -> CustomId:
    """Return the custom id that opens the standings; it also identifies a season card."""
    return CustomId(season_id, None, STANDINGS, (CARD,))


def _buttons(season: Season) -> list[Button]:
    row, bright = season.row, discord.ButtonStyle
    buttons: list[Button] = []
    if row.state in ("open", "running"):
        buttons.append(button(_(league_texts.BUTTON_JOIN), CustomId(row.id, None, JOIN, (CARD,)), bright.success))
    if season.is_cup and row.state == "open":
        buttons.append(button(_(league_texts.BUTTON_START), CustomId(row.id, None, START)))
    buttons += [
        button(_(league_texts.BUTTON_MINE), CustomId(row.id, None, MINE, (CARD,))),
        button(_(league_texts.BUTTON_STANDINGS), card_id(row.id)),
        button(_(league_texts.BUTTON_EXPLAIN), CustomId(row.id, None, EXPLAIN)),
    ]
    if len(buttons) < 5:
        buttons.append(button(_(league_texts.BUTTON_ORGANISE), CustomId(row.id, None, ORGANISE)))
    return buttons


def deal_view(
    season: Season, deal: int, threads: Mapping[str, MessageRow], standings_alt: str | None = None
) -> ui.LayoutView:
    """Build the message about a deal, which links to the existing threads of its tables.

    `standings_alt` is the alt text of the picture of the standings, or None without a picture.
    """
    places = [
        f"<#{threads[table.table_id].message_id}>"
        if table.table_id in threads
        else ", ".join(league_texts.escape(season.names[person]) for person in people_of(table))
        for table in season.tables
        if table.deal == deal
    ]
    text = ui.TextDisplay[ui.LayoutView](deal_text(season.name, deal, places))
    pictures = [] if standings_alt is None else [picture(PICTURE, standings_alt)]
    return layout(text, *pictures, *rows_of_buttons([_my_tables(season.row.id, DEAL, str(deal))]))


def counted_view(season: Season, payload: CountedPayload, row: int) -> ui.LayoutView:
    """Build the message about a table's effect on standings and ratings; `row` is the outbox row's id."""
    text = ui.TextDisplay[ui.LayoutView](format_counted(season.name, payload.lines, season.names, payload.why))
    opened = button(_(league_texts.BUTTON_STANDINGS), CustomId(season.row.id, None, STANDINGS, (RESULT, str(row))))
    return layout(text, *rows_of_buttons([opened, _my_tables(season.row.id, RESULT, str(row))]))


def question_view(season: Season, act: SeasonActRow) -> ui.LayoutView:
    """Build the message that asks a table's players to agree to an action of an organiser who plays at this table."""
    proposal = msgspec.json.decode(act.details, type=Proposal)
    people = [season.names[person] for person in ranked_people(season.table(proposal.table))]
    places = [f"{place} {name}" for place, name in sorted(zip(proposal.places, people, strict=False))]
    text = ui.TextDisplay[ui.LayoutView](format_question(act.actor, proposal.decision, act.why, places))
    agreed = CustomId(season.row.id, None, AGREE, (str(act.id),))
    return layout(text, *rows_of_buttons([button(_(BUTTON_AGREE), agreed, discord.ButtonStyle.success)]))


def rated_view(table_id: str, payload: RatedPayload, row: int) -> ui.LayoutView:
    """Build the message about the ratings after a table outside leagues; `row` is the outbox row's id."""
    text = ui.TextDisplay[ui.LayoutView](format_rated(payload.lines))
    opened = button(_("Ratings here"), CustomId(table_id, None, RATINGS, (RESULT, str(row))))
    return layout(text, *rows_of_buttons([opened]))


def result_view(season: Season, champions: Collection[str], alt: str) -> ui.LayoutView:
    """Build the message about the end of a season."""
    text = ui.TextDisplay[ui.LayoutView](league_texts.result(season.name, [*champions]))
    opened = button(_(league_texts.BUTTON_STANDINGS), CustomId(season.row.id, None, STANDINGS, (NOTE,)))
    colour = interface(season.league.game).colour
    return layout(text, picture(PICTURE, alt), *rows_of_buttons([opened]), colour=colour)


def note_view(season: Season, kind: str, user: int, row: int) -> ui.LayoutView:
    """Build the message to a member who gets no new tables; `kind` is that of `leagues.season.Note`.

    `row` is the outbox row's id.
    """
    text = ui.TextDisplay[ui.LayoutView](format_note(kind, user, season.name))
    back = CustomId(season.row.id, None, JOIN, (NOTE, str(row)))
    return layout(text, *rows_of_buttons([button(_(league_texts.BUTTON_BACK_IN), back, discord.ButtonStyle.success)]))


def _my_tables(season_id: str, *details: str) -> Button:
    return button(_(league_texts.BUTTON_MINE), CustomId(season_id, None, MINE, details))


def format_question(actor: int, decision: str, why: str, places: Sequence[str]) -> str:
    """Format the question whether a table's players agree to an action of an organiser who plays at this table.

    `places` are the places and names that the action would set; empty for other actions.
    """
    result = f" ({', '.join(escape(place) for place in places)})" if places else ""
    return _(
        "{who} organises this league and plays at this table, so you all decide together. {decision}: {why}\n"
        "It is done once everybody at this table has pressed *{button}*.",
        who=league_texts.format_person(actor),
        decision=f"**{_(league_texts.BUTTONS.get(decision, decision))}**{result}",
        why=escape(why),
        button=_(BUTTON_AGREE),
    )


def format_counted(season: str, lines: Sequence[CountedLine], names: Mapping[int, str], why: str) -> str:
    """Format a table's effect on the standings and ratings of its season, or the reason why it doesn't count."""
    name, reason = escape(season), _(league_texts.WHY.get(why, ""))
    if not lines:
        if reason:
            return _("**{season}**: this table doesn't count: {reason}.", season=name, reason=reason)
        return _("**{season}**: this table doesn't count.", season=name)
    if reason:
        head = _("**{season}**: counted, {reason}.", season=name, reason=reason)
    else:
        head = _("**{season}**: counted.", season=name)
    return "\n".join([head, *(f"- {_format_counted_line(line, names)}" for line in lines)])


def _format_counted_line(line: CountedLine, names: Mapping[int, str]) -> str:
    parts = [f"{escape(names[line.user])} +{line.points}", _("score **{score}**", score=line.score)]
    if line.place is not None:
        parts.append(_("place {place}", place=line.place))
    if line.change is not None and line.rating is None:
        parts.append(_("rating new"))
    elif line.change is not None:
        parts.append(_("rating {rating}", rating=f"{line.rating} ({line.change:+})"))
    return " · ".join(parts)


def format_rated(lines: Sequence[RatedLine]) -> str:
    """Format the effect of a table outside leagues on the ratings; without `lines`, say why it isn't rated."""
    if not lines:
        return _(
            "You have played six rated tables together in 30 days, so this one isn't rated. League tables always are."
        )
    told = " · ".join(f"{escape(line.name)} **{line.rating}** ({line.change:+})" for line in lines)
    return _("Rated: {ratings}", ratings=told)


def deal_text(name: str, number: int, places: Sequence[str]) -> str:
    """Format the message about a deal; `places` has each table's thread, or its players while there is no thread."""
    listed = " · ".join(league_texts.list_first(places, 3_000))
    head = ngettext(
        "**{season}** · deal {deal}: {number} new table",
        "**{season}** · deal {deal}: {number} new tables",
        len(places),
        season=escape(name),
        deal=number,
    )
    return f"{head}\n{listed}"


def format_note(kind: str, user: int, name: str) -> str:
    """Format the message to a member who gets no new tables; `kind` says why."""
    note = _LEFT_THREE if kind == "dodger" else _TIME_RAN_OUT
    return _(note, user=mention(user), season=escape(name), button=_(league_texts.BUTTON_BACK_IN))

"""The texts of the organisers' pages, of the season's log, and of reports."""

from collections.abc import Sequence

from cogs.ui.texts import league_texts
from cogs.ui.texts.texts import mention
from data.store import SeasonActRow
from leagues import acts, agreement, reports
from leagues.season import Season
from render.text import pluralize
from tables.texts import and_list, escape

BUTTON_LOG = "Log"
BUTTON_AGREE = "I agree"
NOTHING_DONE = "Nothing yet: it has run by itself."


KINDS = {"stalling": "Somebody stalls", "conduct": "How somebody behaves", "correction": "A result is wrong"}
REPORTED = "Thank you, the organisers of this season find it on their page. Only they see it."

BUTTONS = {
    acts.PUT_IN: "Put in",
    acts.TAKE_OUT: "Take out",
    acts.FORBID: "Keep apart",
    acts.ALLOW: "Allow together",
    acts.VOID: "Void",
    acts.RESTORE: "Restore",
    acts.CORRECT: "Correct result",
    acts.HOLD: "Hold deals",
    acts.GO_ON: "Go on",
    acts.LAST: "Last season",
    acts.RENEW: "Next season too",
    acts.MOVE_DATES: "Put off",
    acts.DEAL_NOW: "Deal now",
    acts.END_NOW: "End season",
    reports.SETTLE: "Settle",
}
_TOLD = {
    acts.PUT_IN: "put in",
    acts.TAKE_OUT: "took out",
    acts.FORBID: "keeps apart",
    acts.ALLOW: "allows together",
    acts.VOID: "voided",
    acts.RESTORE: "restored",
    acts.CORRECT: "corrected",
    acts.HOLD: "held the deals",
    acts.GO_ON: "had the deals go on",
    acts.LAST: "made this the last season",
    acts.RENEW: "had a next season follow",
    acts.MOVE_DATES: "put the dates off",
    acts.DEAL_NOW: "dealt tables",
    acts.END_NOW: "ended the season",
    acts.IMPORT: "brought the season in",
    agreement.ASK: "asked a table's people about it",
    agreement.AGREE: "agreed",
    reports.REPORT: "reported",
    reports.SETTLE: "settled a report",
}


def days(number: int) -> str:
    return pluralize(number, "day")


def audited(act: str) -> str:
    """What an organiser did, as the server's log of moderators tells it; the act is without its mark."""
    undone = act.removeprefix("undo ")
    told = _TOLD.get(undone, undone)
    return f"league: {told}" if undone == act else f"league: took back: {told}"


def page(season: Season, running: int, waiting: int) -> str:
    """The head of the organisers' page."""
    lines = [f"### Organise · {escape(season.name)}", league_texts.state(season, running)]
    if waiting:
        lines.append(f"**{pluralize(waiting, 'report')}** to settle.")
    return "\n".join(lines)


def report_line(act: SeasonActRow, kind: str, table: str | None) -> str:
    where = "" if table is None else f" · {escape(table)}"
    return f"<t:{act.created // 1000}:R> {_person(act.actor)} · {KINDS.get(kind, kind)}{where}: {escape(act.why)}"


def log_line(act: SeasonActRow, about: str) -> str:
    """What an organiser did, as one line."""
    whom = f" {about}" if about else ""
    undone = " · *undone*" if act.undone is not None else ""
    told = f"{_TOLD.get(act.act, act.act)}{whom}"
    return f"<t:{act.created // 1000}:R> {_person(act.actor)} {told}: {escape(act.why)}{undone}"


def log(name: str, lines: Sequence[str], commitment: str) -> str:
    """The log, with the commitment to the seed from which all deals of the season are drawn."""
    sealed = f"-# Deals are drawn from a seed that was sealed before the first one: `{commitment[:16]}…`"
    return "\n".join([f"### Log · {escape(name)}", *(league_texts.some(lines, 3_400) or [NOTHING_DONE]), sealed])


def undo_choice(act: SeasonActRow, about: str) -> str:
    """An act in the select of those that can be undone, at most 100 characters."""
    return f"{_TOLD.get(act.act, act.act)} {about}".strip()[:100]


def people(name: str, names: Sequence[str], out: Sequence[str], apart: Sequence[str]) -> str:
    lines = [f"### People · {escape(name)}", f"In: {_some_names(names) or 'nobody yet'}."]
    if out:
        lines.append(f"Not in now: {_some_names(out)}.")
    if apart:
        lines.append(f"Kept apart: {'; '.join(league_texts.some([escape(pair) for pair in apart], 800))}.")
    return "\n".join(lines)


def _some_names(names: Sequence[str]) -> str:
    return and_list(league_texts.some([escape(one) for one in names], 1_200))


def table(deal: int, names: Sequence[str], state: str, place: int | None) -> str:
    where = "" if place is None else f" → <#{place}>"
    return f"### Deal {deal} · {', '.join(escape(name) for name in names)}{where}\n{state}"


def table_state(state: str, why: str, places: Sequence[str]) -> str:
    """How a table stands, in one line."""
    reason = league_texts.WHY.get(why, "")
    match state:
        case "open":
            return "Being played."
        case "void":
            return f"Void{f': {reason}' if reason else ''}."
        case _:
            return f"Counted{f', {reason}' if reason else ''}: {' · '.join(places)}."


def table_choice(deal: int, names: Sequence[str]) -> str:
    return f"Deal {deal}: {', '.join(names)}"[:100]


def done(act: str, season: Season) -> str:
    return f"Done: {_TOLD.get(act, act)}. It stands in the log of {escape(season.name)}."


def contradicted(places: str) -> str:
    """Tells that a corrected result isn't that of the table's record."""
    return f"The record of that game says otherwise ({places}). Your correction counts; the log keeps why."


def imported(name: str, channel: int) -> str:
    return f"**{escape(name)}** is here, with its card in <#{channel}>. Ratings stay those of this server's tables."


def question(actor: int, decision: str, why: str, places: Sequence[str]) -> str:
    """What an organiser who sits at a table asks its people."""
    result = f" ({', '.join(escape(place) for place in places)})" if places else ""
    return (
        f"{_person(actor)} organises this league and sits here too, so you decide together. "
        f"**{BUTTONS.get(decision, decision)}**{result}: {escape(why)}\n"
        f"It is done once everybody who sits here has pressed *{BUTTON_AGREE}*."
    )


def _person(user: int) -> str:
    return mention(user) if user > 0 else "somebody"


def exported(name: str, *, is_over: bool) -> str:
    seeds = (
        "With the seed, so that `python -m leagues verify` computes every deal again."
        if is_over
        else "Without the seed of its deals, which is told once the season is over."
    )
    return f"**{escape(name)}**: standings, tables and ratings as CSV, and everything as JSON. {seeds}"

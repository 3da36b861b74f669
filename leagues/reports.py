"""Reports of players to a season's organisers, and how they are settled. Both are acts in the season's log."""

from typing import Final

import msgspec

from data.store import SeasonActRow
from language.messages import _
from leagues import texts
from leagues.season import Decision, Season, SeasonChange, encode_json
from leagues.undoing import IRREVOCABLE
from tables.moderating.moderation import REASON_LIMIT
from tables.refusal import Refusal

REPORT, SETTLE = "report", "settle"
PRIVATE: Final = (REPORT, SETTLE)
"""The names of the acts that only organisers can see."""
KINDS: Final = ("stalling", "conduct", "correction")
MOST_OPEN: Final = 5
"""Maximum number of open reports per user."""


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """The content of a player's report, as stored in the details of its row."""

    kind: str
    table: str | None = None


class Settled(msgspec.Struct, frozen=True):
    """The details of the act that settles a report: the row id of that report."""

    report: int


def list_open_reports(acts: tuple[SeasonActRow, ...]) -> tuple[SeasonActRow, ...]:
    """Return the reports among the acts of a season that are not settled yet, oldest first."""
    settled = {msgspec.json.decode(act.details, type=Settled).report for act in acts if act.act == SETTLE}
    return tuple(act for act in acts if act.act == REPORT and act.id not in settled)


def report(user_id: int, kind: str, table_id: str | None, text: str, acts: tuple[SeasonActRow, ...]) -> Decision:
    """Send a report to the organisers. Raise Refusal unless the user is or was a member."""

    def decide(season: Season) -> SeasonChange:
        season.require_member(user_id)
        if kind not in KINDS:
            raise Refusal(_(texts.UNKNOWN_REPORT))
        if table_id is not None:
            season.table(table_id)
        if sum(act.actor == user_id for act in list_open_reports(acts)) >= MOST_OPEN:
            raise Refusal(_(texts.REPORTS_WAIT))
        return SeasonChange(act=_act(season, user_id, REPORT, Report(kind, table_id), text))

    return decide


def settle(actor: int, report_id: int, why: str, acts: tuple[SeasonActRow, ...]) -> Decision:
    """Settle a report; `why` is the note about its outcome."""

    def decide(season: Season) -> SeasonChange:
        if all(act.id != report_id for act in list_open_reports(acts)):
            raise Refusal(_(texts.SETTLED_ALREADY))
        return SeasonChange(act=_act(season, actor, SETTLE, Settled(report_id), why))

    return decide


def _act(season: Season, actor: int, name: str, details: msgspec.Struct, text: str) -> SeasonActRow:
    said = text.strip()[:REASON_LIMIT]
    if not said:
        raise Refusal(_(texts.SAY_WHAT))
    return SeasonActRow(
        season_id=season.row.id, actor=actor, act=name, details=encode_json(details), undo=IRREVOCABLE, why=said
    )

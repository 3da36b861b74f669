"""The acts of organisers: names, details, and the rows that record them in the season and the audit trail."""

from dataclasses import replace

import msgspec

from data.store import AuditRow, SeasonActRow
from language.messages import _
from leagues import texts
from leagues.season import Season, SeasonChange, encode_json
from leagues.undoing import AUDITED, IRREVOCABLE, Undo
from tables.moderating.moderation import REASON_LIMIT
from tables.refusal import Refusal

PUT_IN, TAKE_OUT = "put in", "take out"
VOID, RESTORE, CORRECT = "void", "restore", "correct"
HOLD, GO_ON, MOVE_DATES = "hold", "go on", "move dates"
FORBID, ALLOW = "forbid", "allow"
LAST, RENEW = "last season", "next season"
DEAL_NOW, END_NOW = "deal now", "end now"
IMPORT = "import"
"""The name of an organiser's act, like each constant above.

In the audit trail these names have the prefix `AUDITED`.
"""


NO_REASON = "–"
"""The stored reason of an act that needs none."""


class Details(msgspec.Struct, frozen=True, omit_defaults=True):
    """The details of an organiser's act, stored as JSON in its row. Each kind of act uses only some of the fields."""

    user: int | None = None
    table: str | None = None
    people: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    pair: tuple[int, int] | None = None
    days: int = 0
    deal: int = 0
    agreed: bool = False


def record_act(
    season: Season, actor: int, name: str, why: str, details: Details, undo: Undo | None, change: SeasonChange
) -> SeasonChange:
    """Return the change, extended by the rows that record it as an organiser's act.

    Raises Refusal if the reason `why` is empty or too long.
    """
    reason = why.strip()
    if not reason:
        raise Refusal(_(texts.WHY_NEEDED))
    if len(reason) > REASON_LIMIT:
        raise Refusal(texts.format_reason_limit(REASON_LIMIT))
    row = SeasonActRow(
        season_id=season.row.id,
        actor=actor,
        act=name,
        details=encode_json(details),
        undo=IRREVOCABLE if undo is None else encode_json(undo),
        why=reason,
    )
    audit = AuditRow(
        guild_id=season.league.guild_id,
        table_id=details.table,
        actor=actor,
        act=f"{AUDITED}{name}",
        user_id=details.user,
        reason=reason,
    )
    return replace(change, act=row, audit=audit)

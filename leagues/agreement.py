"""Agreement about a table: an organiser who plays at it may decide about it only if all its people agree."""

from collections.abc import Collection

import msgspec

from data.store import SeasonActRow
from language.messages import _
from leagues import acts, texts
from leagues.season import Decision, Season, SeasonChange, encode_json
from leagues.table_decisions import correct_result, restore_table, void_table
from leagues.undoing import IRREVOCABLE
from tables.moderating.moderation import REASON_LIMIT
from tables.refusal import Refusal

ASK, AGREE = "ask", "agree"


class Proposal(msgspec.Struct, frozen=True):
    """A proposal of an organiser to the people of a table, as stored in its row.

    The row also contains the organiser's reason.
    """

    table: str
    decision: str
    places: tuple[int, ...] = ()


class Agreement(msgspec.Struct, frozen=True):
    """A user's agreement to a proposal. It refers to the proposal by its row id."""

    proposal: int


def decision(actor: int, proposal: Proposal, why: str, *, agreed: bool) -> Decision:
    """Build the decision that a proposal is about. Raise Refusal if it is not an act about a table."""
    if proposal.decision == acts.CORRECT:
        return correct_result(actor, proposal.table, proposal.places, why, agreed=agreed)
    if proposal.decision in (acts.VOID, acts.RESTORE):
        about = void_table if proposal.decision == acts.VOID else restore_table
        return about(actor, proposal.table, why, agreed=agreed)
    raise Refusal(_(texts.NO_SUCH_ACT))


def ask(actor: int, proposal: Proposal, why: str) -> Decision:
    """Ask a table's people to agree to an act. Raise Refusal if the act is not possible at present."""

    def decide(season: Season) -> SeasonChange:
        decision(actor, proposal, why, agreed=True)(season)
        return SeasonChange(act=_row(season, actor, ASK, proposal, why), asked=True)

    return decide


def agree(user_id: int, asked: SeasonActRow, done: Collection[SeasonActRow], people: frozenset[int]) -> Decision:
    """Store a user's agreement to the proposal `asked`. If nobody else must agree, perform the act instead.

    Raises Refusal if the user is not asked or has already agreed, or if the act was already performed.
    """
    proposal = msgspec.json.decode(asked.details, type=Proposal)

    def decide(season: Season) -> SeasonChange:
        if user_id not in people or user_id == asked.actor:
            raise Refusal(_(texts.NOT_ASKED))
        if _is_done(asked, proposal, done):
            raise Refusal(_(texts.DECIDED_ALREADY))
        agreed = {row.actor for row in agreements(asked.id, done)}
        if people - agreed - {user_id, asked.actor}:
            if user_id in agreed:
                raise Refusal(_(texts.AGREED_ALREADY))
            return SeasonChange(act=_row(season, user_id, AGREE, Agreement(asked.id), asked.why))
        return decision(asked.actor, proposal, asked.why, agreed=True)(season)

    return decide


def _is_done(asked: SeasonActRow, proposal: Proposal, done: Collection[SeasonActRow]) -> bool:
    """Return whether a proposed act was already performed with everybody's agreement, even if it was undone since."""
    newer = [row for row in done if row.id > asked.id and row.act == proposal.decision]
    found = [msgspec.json.decode(row.details, type=acts.Details) for row in newer]
    return any(details.agreed and details.table == proposal.table for details in found)


def agreements(asked_id: int, done: Collection[SeasonActRow]) -> tuple[SeasonActRow, ...]:
    """Return the acts in `done` that are agreements to this proposal."""
    return tuple(
        row
        for row in done
        if row.act == AGREE and msgspec.json.decode(row.details, type=Agreement).proposal == asked_id
    )


def _row(season: Season, actor: int, name: str, details: msgspec.Struct, why: str) -> SeasonActRow:
    return SeasonActRow(
        season_id=season.row.id,
        actor=actor,
        act=name,
        details=encode_json(details),
        undo=IRREVOCABLE,
        why=why.strip()[:REASON_LIMIT],
    )

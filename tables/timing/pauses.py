"""Pauses of a game: agreed on by all, for an emergency, or by a moderator. The decisions are pure functions.

During a pause all clocks of the table stand still. Moves are still possible. All pauses of a table are stored in its
row, including past ones, so that deadlines can be recomputed correctly later.
"""

from typing import Final, Literal

import msgspec

from data.store import SeatRow, TableChanges, TableRow, Writer
from language.messages import N_, _
from tables.committing.changes import Change, Decision
from tables.open_table import OpenTable, find_unanswered, is_played_by_person, require_active
from tables.refusal import Refusal
from tables.texts import escape
from tables.timing.running_time import DAY_MS, Span

REQUEST_ENDED = N_("That request has already been answered. Nothing was changed.")
REQUEST_IS_YOURS = N_("The others answer your request. You can withdraw it with *Play on*.")
EMERGENCY_USED = N_(
    "You've already used your emergency pause in this game. You can ask the others for a pause at any time."
)
MODERATORS_RESUME = N_(
    "A moderator has paused this game, and only a moderator can resume it. You can still make moves."
)
OUT = N_("You're out of this game, so you can't pause it. You can watch it to the end.")
NOT_PAUSED = N_("This game isn't paused.")

PAUSE_END: Final = "pause_end"
"""Kind of timer: the end of a pause. The number in its row distinguishes the pauses of a table."""
LONGEST_MS: Final = 30 * DAY_MS
"""Maximum length of a pause in milliseconds, so that no table stays paused for ever."""
EMERGENCY_MS: Final = 3 * DAY_MS
MOST_PAST: Final = 50
"""Maximum number of past pauses that are stored. Deadlines don't depend on older ones any more."""

PauseKind = Literal["agreed", "emergency", "moderator"]


class PauseRequest(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's open request for a pause, made at `at` (milliseconds UTC).

    `agreed` are the other seats that have agreed. The pause begins once all have agreed; one refusal ends the request.
    """

    seat: int
    at: int
    agreed: tuple[int, ...] = ()


class Pause(msgspec.Struct, frozen=True, omit_defaults=True):
    """A current pause with its begin and its latest end in milliseconds UTC.

    `seat` is the seat that asked for it, None if a moderator began it.
    """

    kind: PauseKind
    begin: int
    end: int
    seat: int | None = None


class PauseTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event about a pause, for the story: it happened after entry `n`, when the table was at `step`.

    `kind` is the kind of the pause if it has begun, else `resumed`, `over` (its time is up) or `declined`. `seat` is
    the seat that caused it.
    """

    n: int
    step: int
    kind: str
    seat: int | None = None


class Pauses(msgspec.Struct, frozen=True, omit_defaults=True):
    """The pauses of a table: an open request, the current pause, past ones, and events for the story.

    `emergencies` are the users who have used their emergency pause.
    """

    request: PauseRequest | None = None
    standing: Pause | None = None
    past: tuple[tuple[int, int], ...] = ()
    emergencies: tuple[int, ...] = ()
    told: tuple[PauseTold, ...] = ()


def decode_pauses(row: TableRow) -> Pauses:
    """Return the pauses of a table."""
    return Pauses() if row.pause is None else msgspec.json.decode(row.pause, type=Pauses)


def list_pause_spans(row: TableRow) -> tuple[Span, ...]:
    """Return the table's pauses, past and current, as spans in which its clocks stand still."""
    pauses = decode_pauses(row)
    standing = () if pauses.standing is None else ((pauses.standing.begin, pauses.standing.end),)
    return tuple(Span(begin, end) for begin, end in (*pauses.past, *standing))


def list_pause_events(row: TableRow, n: int, step: int) -> list[tuple[int, PauseTold]]:
    """Return the pause events of a table, with their entry numbers.

    Included are those after entry `n`, and those at entry `n` that happened after `step`.
    """
    return [(told.n, told) for told in decode_pauses(row).told if (told.n, told.step) > (n, step)]


def find_current_pause(row: TableRow, now: int | None = None) -> Pause | None:
    """Return the current pause of a table, or None. If `now` is given, a pause that ends at `now` or before is over."""
    pause = decode_pauses(row).standing if row.phase == "playing" else None
    return None if pause is None or (now is not None and pause.end <= now) else pause


def ask(user_id: int, now: int) -> Decision:
    """Ask the others for a pause, or agree to another player's open request. Idempotent."""

    def decide(table: OpenTable) -> Change:
        seat, pauses = _player(table, user_id), _require_unpaused(table, now)
        request = pauses.request
        if request is None or not _is_playing(table, request.seat):
            request = PauseRequest(seat.seat, now)
        elif request.seat != seat.seat and seat.seat not in request.agreed:
            request = msgspec.structs.replace(request, agreed=(*request.agreed, seat.seat))
        return _answered(table, pauses, request, now)

    return decide


def agree(user_id: int, asker: int, at: int, now: int) -> Decision:
    """Agree to the pause that the seat `asker` requested at `at` (milliseconds UTC). Idempotent."""

    def decide(table: OpenTable) -> Change:
        seat = _player(table, user_id)
        standing = find_current_pause(table.row, now)
        if standing is not None and standing.kind == "agreed":
            return Change(only_card=True)
        pauses = _require_unpaused(table, now)
        request = _require_request(pauses, asker, at)
        if seat.seat == asker:
            raise Refusal(_(REQUEST_IS_YOURS))
        if seat.seat not in request.agreed:
            request = msgspec.structs.replace(request, agreed=(*request.agreed, seat.seat))
        return _answered(table, pauses, request, now)

    return decide


def decline(user_id: int, asker: int, at: int) -> Decision:
    """End an open request for a pause: another player declines it, or its asker withdraws it."""

    def decide(table: OpenTable) -> Change:
        seat, pauses = _player(table, user_id), decode_pauses(table.row)
        _require_request(pauses, asker, at)
        told = pauses.told if seat.seat == asker else (*pauses.told, _told(table, "declined", seat.seat))
        return _changed(msgspec.structs.replace(pauses, request=None, told=told))

    return decide


def emergency_pause(user_id: int, now: int) -> Decision:
    """Start an emergency pause of `EMERGENCY_MS` at once, without the others' consent. Each user has one per game."""

    def decide(table: OpenTable) -> Change:
        seat, pauses = _player(table, user_id), _require_unpaused(table, now)
        if user_id in pauses.emergencies:
            raise Refusal(_(EMERGENCY_USED))
        used = msgspec.structs.replace(pauses, emergencies=(*pauses.emergencies, user_id))
        return _begun(table, used, Pause("emergency", now, now + EMERGENCY_MS, seat.seat))

    return decide


def pause_by_moderator(now: int) -> Decision:
    """Start a pause that only moderators can end, for at most `LONGEST_MS`. It replaces any other."""

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        standing = find_current_pause(table.row, now)
        if standing is not None and standing.kind == "moderator":
            raise Refusal(format_already_paused(standing))
        pauses = _end_current(decode_pauses(table.row), now)
        return _begun(table, pauses, Pause("moderator", now, now + LONGEST_MS))

    return decide


def resume(user_id: int, now: int) -> Decision:
    """End the current pause. Idempotent.

    Any player may end a pause that all agreed on. An emergency pause can be ended only by the player who called it,
    while they still play. Raises Refusal otherwise, and for a moderator's pause.
    """

    def decide(table: OpenTable) -> Change:
        seat, standing = _player(table, user_id), find_current_pause(table.row, now)
        if standing is None:
            return Change(only_card=True)
        if standing.kind == "moderator":
            raise Refusal(_(MODERATORS_RESUME))
        caller = seat.seat if standing.seat is None else standing.seat
        if standing.kind == "emergency" and caller != seat.seat and _is_playing(table, caller):
            raise Refusal(format_owner_resumes(table.seats[caller].name))
        return _resume(table, now, "resumed", seat.seat)

    return decide


def resume_by_moderator(now: int) -> Decision:
    """End the current pause, whatever kind it is."""

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        if find_current_pause(table.row, now) is None:
            raise Refusal(_(NOT_PAUSED))
        return _resume(table, now, "resumed", None)

    return decide


def end_pause(now: int) -> Decision:
    """End a pause whose time is over. Raise Refusal if there is no such pause; then the timer is stale."""

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        standing = decode_pauses(table.row).standing
        if standing is None or standing.end > now:
            raise Refusal(_(NOT_PAUSED))
        return _resume(table, now, "over", None)

    return decide


def shift_pauses(pauses: Pauses, now: int, by: int) -> Pauses:
    """Return the pauses after the clock was set back by `by` milliseconds (negative).

    A pause that begins later than `now` is moved by `by`. A past pause that began before `now` but ends later than
    `now` gets the end `now`.
    """
    past = tuple((begin + by, end + by) if begin > now else (begin, min(end, now)) for begin, end in pauses.past)
    standing = pauses.standing
    if standing is not None and standing.begin > now:
        standing = msgspec.structs.replace(standing, begin=standing.begin + by, end=standing.end + by)
    return msgspec.structs.replace(pauses, past=past, standing=standing)


async def schedule_pause(writer: Writer, before: OpenTable, after: OpenTable) -> None:
    """Set or delete the timer that ends a table's pause, after a change of the table."""
    row = after.row
    if row.phase != "playing" or before.row.pause == row.pause:
        return
    standing = find_current_pause(row)
    if standing is None:
        await writer.timers.clear(row.id, PAUSE_END)
    else:
        await writer.timers.set(row.id, PAUSE_END, len(decode_pauses(row).told), standing.end)


def update_pause(table: OpenTable, now: int) -> str | None:
    """Return the new value of `tables.pause` after seats have changed, or None if it stays the same.

    An open request ends if its asker no longer plays. It is granted if no other player is left to answer.
    """
    pauses = decode_pauses(table.row)
    request = pauses.request
    if table.row.phase != "playing" or request is None:
        return None
    if not _is_playing(table, request.seat):
        return _changed(msgspec.structs.replace(pauses, request=None)).columns.get("pause")
    if find_unanswered(table.staying, request):
        return None
    return _answered(table, _end_current(pauses, now), request, now).columns.get("pause")


def _is_playing(table: OpenTable, seat: int) -> bool:
    return any(other.seat == seat and is_played_by_person(other) for other in table.staying)


def _player(table: OpenTable, user_id: int) -> SeatRow:
    """Return the seat of a user who is still in the game.

    Raises Refusal if the user has no seat or is out of the game.
    """
    table.require_playing()
    seat = table.require_seat(user_id)
    require_active(seat)
    if seat not in table.staying:
        raise Refusal(_(OUT))
    return seat


def _require_unpaused(table: OpenTable, now: int) -> Pauses:
    """Return the stored pauses of a table that is not paused now. Raise Refusal if it is paused."""
    standing = find_current_pause(table.row, now)
    if standing is not None:
        raise Refusal(format_already_paused(standing))
    return _end_current(decode_pauses(table.row), now)


def _require_request(pauses: Pauses, asker: int, at: int) -> PauseRequest:
    request = pauses.request
    if request is None or (request.seat, request.at) != (asker, at):
        raise Refusal(_(REQUEST_ENDED))
    return request


def _answered(table: OpenTable, pauses: Pauses, request: PauseRequest, now: int) -> Change:
    """Build the change for an agreement to a request. If it was the last one missing, the pause begins."""
    if find_unanswered(table.staying, request):
        return _changed(msgspec.structs.replace(pauses, request=request))
    return _begun(table, pauses, Pause("agreed", now, now + LONGEST_MS, request.seat))


def _begun(table: OpenTable, pauses: Pauses, pause: Pause) -> Change:
    told = (*pauses.told, _told(table, pause.kind, pause.seat))
    return _changed(msgspec.structs.replace(pauses, request=None, standing=pause, told=told))


def _resume(table: OpenTable, now: int, kind: str, seat: int | None) -> Change:
    pauses = _end_current(decode_pauses(table.row), now)
    return _changed(msgspec.structs.replace(pauses, told=(*pauses.told, _told(table, kind, seat))))


def _end_current(pauses: Pauses, now: int) -> Pauses:
    """Return the pauses with the current one ended now and moved to the past ones."""
    if pauses.standing is None:
        return pauses
    span = (pauses.standing.begin, min(now, pauses.standing.end))
    return msgspec.structs.replace(pauses, standing=None, past=(*pauses.past, span)[-MOST_PAST:])


def _told(table: OpenTable, kind: str, seat: int | None) -> PauseTold:
    return PauseTold(table.require_playing().n, table.row.step, kind, seat)


def _changed(pauses: Pauses) -> Change:
    """Build the change that stores new pauses. Only the card and the clocks change, so open pages stay valid."""
    kept = msgspec.structs.replace(pauses, told=pauses.told[-MOST_PAST:])
    return Change(columns=TableChanges(pause=msgspec.json.encode(kept).decode()), only_card=True)


def format_already_paused(pause: Pause) -> str:
    return _(
        "This game is already paused, until {end} at the latest. You can still make moves.",
        end=f"<t:{pause.end // 1000}:f>",
    )


def format_owner_resumes(name: str) -> str:
    return _(
        "{name} started this pause and can end it; otherwise it ends by itself. You can still make moves.",
        name=escape(name),
    )

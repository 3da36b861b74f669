"""Hints: the action that a game's strongest computer player would choose in a person's place.

Hints exist only in games against computer players alone. The computer player gets only the view of the person's seat,
so a hint reveals nothing that the seat could not know. Its random seed is derived from the seat's own
(`engine.players.question`). A position has one hint: it is stored with the seat, and shown again without being computed
again. It counts as taken if the seat then plays it (`tables.moves.act_as`). Hints are not in the log.
"""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from weakref import WeakValueDictionary

import msgspec

from data.store import SeatRow
from engine.game import Game, act
from engine.players import question
from language.messages import N_, _
from tables import texts
from tables.committing.changes import Change
from tables.computer_players import Think
from tables.game_hooks import LEVELS
from tables.open_table import OpenTable, is_stood_in, require_active
from tables.refusal import BoardMovedOn, Refusal
from tables.service import TableService
from tables.settings import TableSettings

AMONG_PEOPLE = N_("Hints are only for games against computer players, and other people play in this one.")
ALONE = N_("There are no hints when you play alone, because your points count for the best scores.")
RATED = N_("This game is rated, so it has no hints. Lessons and games against the computer have them.")
STOOD_IN = N_("A computer player makes your moves now. Press *I'm back* on the card first, then you can get hints.")

MOST_CHARACTERS: Final = 80
"""Maximum length of a hint of several actions in characters, so that one button can make all of them."""


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A hint request: the table, the seat, and the level of the computer player that computes the hint."""

    table: OpenTable
    seat: SeatRow
    level: str

    @property
    def known(self) -> tuple[str, ...]:
        """The hint already stored for this position, as actions; empty if there is none."""
        return self.table.find_hint(self.seat)


@dataclass(frozen=True, slots=True, repr=False)
class Hint:
    """A hint: one or more actions in notation.

    In a simultaneous turn, `after` is the user's view once they have chosen these actions.
    """

    actions: tuple[str, ...]
    after: Any


def top_level(computers: Collection[str]) -> str:
    """Return the strongest of a game's computer players, or the first one if they have no levels."""
    return next((level for level in [*LEVELS][::-1] if level in computers), next(iter(computers)))


def explain_no_hints(settings: TableSettings, seats: Sequence[SeatRow]) -> str:
    """Return the reason why a table offers no hints, or an empty string if it offers hints."""
    if settings.rated or settings.season is not None:
        return _(RATED)
    if len(seats) == 1:
        return _(ALONE)
    # A user who was forgotten has no id any more, but still counts as a person.
    people = [seat for seat in seats if seat.user_id is not None or seat.player is None]
    return _(AMONG_PEOPLE) if len(people) > 1 else ""


class Hints:
    """The service that computes and stores hints."""

    def __init__(self, service: TableService, think: Think) -> None:
        self._service = service
        self._think = think
        self._locks: WeakValueDictionary[tuple[str, int], asyncio.Lock] = WeakValueDictionary()

    async def ask(self, table_id: str, user_id: int, version: str | None) -> HintRequest:
        """Create a hint request for a user's seat, for a page of this version.

        Raises Refusal if hints are not allowed or the seat need not act, BoardMovedOn if the page is stale.
        """
        table = await self._service.load(table_id)
        game, seat = table.require_playing(), table.require_seat(user_id)
        require_active(seat)
        why = explain_no_hints(table.settings, table.seats)
        if why:
            raise Refusal(why)
        table.require_current(version)
        if is_stood_in(seat):
            raise Refusal(_(STOOD_IN))
        if seat.seat not in game.actors:
            raise Refusal(texts.not_your_turn(table.waiting_names()))
        return HintRequest(table, seat, top_level(self._service.hooks(table.row.game).computers))

    async def answer(self, asked: HintRequest) -> Hint:
        """Return the stored hint of the position, or compute and store a new one.

        Raises BoardMovedOn if the position has changed meanwhile.
        """
        table_id, seat = asked.table.row.id, asked.seat.seat
        # A concurrent second request waits for the first one and then uses its stored hint.
        async with self._locks.setdefault((table_id, seat), asyncio.Lock()):
            kept = (await self._service.load(table_id)).seats[seat]
            actions = replace(asked, seat=kept).known
            if not actions:
                actions = await self._find(asked)
                await self._service.change(table_id, lambda table: _store_hint(table, asked, actions))
        return Hint(actions, self._after(asked, actions).view(seat))

    async def _find(self, asked: HintRequest) -> tuple[str, ...]:
        """Compute the actions of a hint. In a simultaneous turn these are several choices, otherwise one action.

        The choice that ends the turn for the seat is left out unless it is the only one. The length is limited to
        `MOST_CHARACTERS`.
        """
        game, seat, seed = asked.table.require_playing(), asked.seat.seat, asked.table.row.server_seed
        ready = self._service.hooks(asked.table.row.game).set_up_hint(game.view(seat))
        if ready is not None:
            return (ready,)
        now, found = game, list[str]()
        while True:
            action = await self._think(question(now, seat, asked.level, seed))
            if not game.is_simultaneous:
                return (action,)
            now = act(now, seat, action, seed).game
            is_last = now.turn != game.turn or seat not in now.actors
            if found and (is_last or len(" ".join([*found, action])) > MOST_CHARACTERS):
                return tuple(found)
            found.append(action)
            if is_last:
                return tuple(found)

    def _after(self, asked: HintRequest, actions: Sequence[str]) -> Game:
        """Return the game after the hint's choices in a simultaneous turn, without a choice that would end the turn."""
        game = asked.table.require_playing()
        for action in actions if game.is_simultaneous else ():
            after = act(game, asked.seat.seat, action, asked.table.row.server_seed).game
            if after.turn != game.turn:
                break
            game = after
        return game


def _store_hint(table: OpenTable, asked: HintRequest, actions: Sequence[str]) -> Change:
    """Build the change that stores a hint with the seat.

    Raises BoardMovedOn if the position has changed.
    """
    table.require_playing()
    seat = table.seats[asked.seat.seat]
    position = asked.table.hint_position(asked.seat)
    if seat.user_id != asked.seat.user_id or is_stood_in(seat) or table.hint_position(seat) != position:
        raise BoardMovedOn(_(texts.BOARD_MOVED_ON))
    if table.find_hint(seat):
        return Change(only_card=True)
    earlier = table.list_turn_hints(seat)
    stored = [position, *actions, *(("", *earlier) if earlier else ())]
    given = msgspec.structs.replace(seat, hint="\n".join(stored))
    return Change(seats=tuple(given if other == seat else other for other in table.seats), only_card=True)

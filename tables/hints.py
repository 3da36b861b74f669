"""Hints: what the top level of a game would do in the place of whoever is to move against computer players alone.

It is asked as a computer player is, with the view of that seat and nothing else, so a hint tells nothing that the seat
could not know; its seed is the seat's own (`engine.players.question`). The same position has one hint: it is kept with
the seat, counted once, and told again without thinking. The log knows nothing of it.
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
from tables import texts
from tables.committing.changes import Change
from tables.game_hooks import LEVELS
from tables.open_table import OpenTable, is_stood_in, require_active
from tables.refusal import BoardMovedOn, Refusal
from tables.service import TableService
from tables.settings import TableSettings
from tables.thinking import Think

AMONG_PEOPLE = "Hints are for games against computer players alone. People play here, so this one is all yours."
ALONE = "A game played alone has no hints: its points count among the best scores of everybody."
RATED = "This game is rated, so it has no hints. Lessons and games against the computer have them."
STOOD_IN = "A computer player makes your moves now. Press *I'm back* on the card first, then a hint is for you."

MOST_CHARACTERS: Final = 80
"""The most characters of a hint of several actions, so that one button can make all of them."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks for a hint, and in which position of which table; `level` is who answers."""

    table: OpenTable
    seat: SeatRow
    level: str

    @property
    def position(self) -> str:
        """What names the position: its version, and how much the seat has chosen in it, which may be hidden."""
        return f"{self.table.version}.{self.table.require_playing().logged[self.seat.seat]}"

    @property
    def known(self) -> tuple[str, ...]:
        """The hint that was given for this position; empty if none was."""
        position, _, actions = (self.seat.hint or "").partition("\n")
        return tuple(actions.split("\n")) if position == self.position else ()


@dataclass(frozen=True, slots=True, repr=False)
class Hint:
    """Actions in notation; `after` is the asker's view with all of them chosen, where several seats choose at a time.

    `number` counts the hints of the seat.
    """

    actions: tuple[str, ...]
    after: Any
    number: int


def top_level(computers: Collection[str]) -> str:
    """The strongest of a game's computer players; the first one where they are no levels."""
    return next((level for level in [*LEVELS][::-1] if level in computers), next(iter(computers)))


def why_none(settings: TableSettings, seats: Sequence[SeatRow]) -> str:
    """Why a table has no hints; empty for one that has."""
    if settings.rated or settings.season is not None:
        return RATED
    if len(seats) == 1:
        return ALONE
    # Whoever has been forgotten was a person too.
    people = [seat for seat in seats if seat.user_id is not None or seat.player is None]
    return AMONG_PEOPLE if len(people) > 1 else ""


class Hints:
    """Gives hints, and counts them."""

    def __init__(self, service: TableService, think: Think) -> None:
        self._service = service
        self._think = think
        self._locks: WeakValueDictionary[tuple[str, int], asyncio.Lock] = WeakValueDictionary()

    async def ask(self, table_id: str, user_id: int, version: str | None) -> Asked:
        """A question for a hint. Raises Refusal for whoever gets none, BoardMovedOn for a page that is stale."""
        table = await self._service.load(table_id)
        game, seat = table.require_playing(), table.require_seat(user_id)
        require_active(seat)
        why = why_none(table.settings, table.seats)
        if why:
            raise Refusal(why)
        table.require_current(version)
        if is_stood_in(seat):
            raise Refusal(STOOD_IN)
        if seat.seat not in game.actors:
            raise Refusal(texts.not_your_turn(table.waiting_names()))
        return Asked(table, seat, top_level(self._service.hooks(table.row.game).computers))

    async def answer(self, asked: Asked) -> Hint:
        """The hint, thought of unless it is known, and counted. Raises BoardMovedOn if the position is gone."""
        table_id, seat = asked.table.row.id, asked.seat.seat
        # Who presses again meanwhile waits for the same thought.
        async with self._locks.setdefault((table_id, seat), asyncio.Lock()):
            kept = (await self._service.load(table_id)).seats[seat]
            actions, number = replace(asked, seat=kept).known, kept.hints
            if not actions:
                actions = await self._found(asked)
                after = await self._service.change(table_id, lambda table: _counted(table, asked, actions))
                number = after.seats[seat].hints
        return Hint(actions, self._after(asked, actions).view(seat), number)

    async def _found(self, asked: Asked) -> tuple[str, ...]:
        """The next action; in a turn that several seats submit at the same time all that are chosen before the last."""
        game, seat, seed = asked.table.require_playing(), asked.seat.seat, asked.table.row.server_seed
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

    def _after(self, asked: Asked, actions: Sequence[str]) -> Game:
        """The game with a hint's choices made, as far as others learn nothing of them."""
        game = asked.table.require_playing()
        for action in actions if game.is_simultaneous else ():
            after = act(game, asked.seat.seat, action, asked.table.row.server_seed).game
            if after.turn != game.turn:
                break
            game = after
        return game


def _counted(table: OpenTable, asked: Asked, actions: Sequence[str]) -> Change:
    """Keeps a hint with the seat and counts it, once for a position. Raises BoardMovedOn if the position is gone."""
    table.require_playing()
    seat = table.seats[asked.seat.seat]
    now = Asked(table, seat, asked.level)
    if seat.user_id != asked.seat.user_id or is_stood_in(seat) or now.position != asked.position:
        raise BoardMovedOn(texts.BOARD_MOVED_ON)
    if now.known:
        return Change(only_card=True)
    given = msgspec.structs.replace(seat, hints=seat.hints + 1, hint="\n".join([asked.position, *actions]))
    return Change(seats=tuple(given if other == seat else other for other in table.seats), only_card=True)

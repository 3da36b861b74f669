"""Positions that are no tables of the store: a lesson's question, and the sandbox of *What if*.

Their pages are those of a table, so what they show is a `TableView` too. In the place of a table's id they have one of
their own with a dot in it, which no table's has, so that nothing pressed there can reach a table.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from data.store import SeatRow, TableRow
from engine.core import SPECTATOR, Forfeit
from engine.games import game_type
from engine.record import Configuration, configure
from tables.open_table import ACTIVE, RESIGNED
from tables.settings import TableSettings
from tables.viewer import TableView

DOT: Final = "."
LONGEST_ID: Final = 42
"""The most characters of a position's id, so that every page of every game has room beside it in its custom ids."""


def is_position(table_id: str) -> bool:
    """Whether the id in the place of a table's is that of a position."""
    return DOT in table_id


def position_view(
    table_id: str,
    configuration: Configuration,
    state: Any,
    seat: int | None,
    names: Sequence[str],
    *,
    user_id: int,
    step: int,
    turn: int = 0,
    drafts: Mapping[str, str] | None = None,
) -> TableView:
    """A position as one of its seats, or a spectator (None), sees it; `user_id` looks at it and has all its seats.

    `step` must change with each action that is made in the position, and `turn` with each turn, so that pages go stale
    as at a table; they never decrease. Raises InvalidOptions and VersionMismatch.
    """
    rules = configure(configuration)
    options = game_type(configuration.game).options(configuration.seats, configuration.options)
    viewer = SPECTATOR if seat is None else seat
    actors = tuple(player for player in rules.actors(state) if player >= 0)
    outcome = rules.outcome(state)
    staying = {act.seat for act in rules.host_actions(state) if isinstance(act, Forfeit)}
    seats = tuple(
        SeatRow(
            seat=number,
            user_id=user_id,
            name=name,
            state=ACTIVE if outcome is not None or number in staying else RESIGNED,
        )
        for number, name in enumerate(names)
    )
    settings = TableSettings(seats=len(seats))
    legal = rules.legal_actions(state, viewer) if viewer in actors else ()
    return TableView(
        row=TableRow(
            id=table_id,
            game=configuration.game,
            rules_version=configuration.rules_version,
            phase="playing" if outcome is None else "finished",
            host=user_id,
            guild_id=None,
            channel_id=0,
            step=step,
            turn=turn,
            options=msgspec.json.encode(options).decode(),
            settings=msgspec.json.encode(settings).decode(),
            server_seed=b"",
            commitment="",
            created=0,
            updated=0,
        ),
        seats=seats,
        settings=settings,
        seat=seat,
        view=rules.view(state, viewer),
        legal=tuple(rules.format_action(action) for action in legal),
        actors=actors,
        outcome=outcome,
        deadline=None,
        staying=tuple(each for each in seats if each.state == ACTIVE) if outcome is None else (),
        is_simultaneous=outcome is None and rules.is_simultaneous(state),
        drafts=drafts or {},
    )

"""Positions without a stored table: those of questions in lessons, and of the sandbox of *What if*.

They are shown by the pages of a table, so they are turned into a `TableView`. Their ids contain a dot, which
table ids never do. So no button of a position can act on a table.
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
"""Maximum length of a position's id. It leaves enough of Discord's 100 characters of a custom id for the page's own
part."""


def is_position(table_id: str) -> bool:
    """Return whether an id belongs to a position and not to a table."""
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
    """Build the view of a position, as one of its seats or a spectator (`seat` None) sees it. `user_id` has all seats.

    `step` must increase with each action made in the position, and `turn` with each turn, so that older pages become
    stale as at a table. Raises InvalidOptions for options that the game does not allow, and VersionMismatch for rules
    of another version.
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

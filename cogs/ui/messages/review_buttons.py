"""The buttons that look back at one's own moves in a game that is over."""

from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.layouts import BLUE, GREY, Button, button
from data.store import OPEN_PHASES
from engine.players.coach import is_coached
from tables.viewer import TableView

REVIEW, WOULD = "review", "would"


def review_buttons(table: TableView) -> list[Button]:
    """*My turning points* on the card of a game that is over, if it has a coach."""
    if table.row.phase != "finished" or not is_coached(table.row.game, len(table.seats)):
        return []
    return [button("My turning points", CustomId(table.row.id, None, REVIEW))]


def point_buttons(table_id: str, shown: int, count: int) -> list[Button]:
    """A button for each turning point, where there are several."""
    return [
        button(str(number), CustomId(table_id, None, REVIEW, (str(number),)), BLUE if number == shown else GREY)
        for number in range(1, count + 1)
        if count > 1
    ]


def would_buttons(table: TableView, user_id: int, turn: int, view: object) -> list[Button]:
    """*What would you have played?* beside a turn of a game that is over, for whom it was to move."""
    movers = getattr(view, "actors", ())
    is_own = any(seat.user_id == user_id and seat.seat in movers for seat in table.seats)
    if not is_own or table.row.phase in OPEN_PHASES or not is_coached(table.row.game, len(table.seats)):
        return []
    return [button("What would you have played?", CustomId(table.row.id, None, WOULD, (str(turn),)))]

"""What a kind of position provides, so that moves can be composed in it by the pages of a table."""

from collections.abc import Sequence
from typing import Protocol

from cogs.ui.kit.answers import Answer, Interaction
from cogs.ui.kit.layouts import Button
from tables.viewer import TableView


class PositionKind(Protocol):
    """A kind of position, such as a lesson's questions; the ids of its positions begin with its name and a dot.

    Handlers of its own pages are registered with `on`; they come before those of composing a move.
    """

    async def view(self, user_id: int, table_id: str) -> TableView:
        """The position (`tables.positions.position_view`) as this person may see it. Raises Refusal."""
        ...

    async def home(self, interaction: Interaction, table: TableView, text: str = "") -> Answer:
        """The page from which moves are composed, below `text`: also the answer to a press on a stale page."""
        ...

    async def act(self, interaction: Interaction, table: TableView, actions: Sequence[str]) -> Answer | None:
        """Makes actions in notation; None if the same seat goes on composing. Raises Refusal or EngineError."""
        ...

    async def keep_draft(self, user_id: int, table: TableView, name: str, content: str) -> None:
        """Stores a part of a move that is being composed; it comes back among the drafts of `view`."""
        ...

    def asked(self, table: TableView) -> str:
        """What stands above each page on which a move is composed, such as what is asked for; empty if nothing does."""
        ...

    def ways(self, table: TableView) -> Sequence[Button]:
        """The buttons that are added to each page, such as the way back."""
        ...

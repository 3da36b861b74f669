"""The board and the variants with which a game is played (MH-15 to MH-24)."""

from functools import cache, cached_property
from typing import Final

from engine.monster_hex.content import TILES, Layout, layout, layout_of_2024
from engine.monster_hex.view import View

NOBODY: Final = -1
"""The value of `Variants.shared_owner` in games without the shared faction."""


class Variants:
    """The board, the number of seats and the variants of one game.

    `owners` is the number of seats, plus 1 if the shared faction plays. `shared_owner` is the owner number of that
    faction, the one after the last seat, or `NOBODY`. `is_solo` is set for a game with one seat and the shared faction
    (MH-22). `edition` is 2024, or None for the current rules. `has_groups` says whether adjacent temporary Stones are
    captured together (MH-19, MH-24). `names` are the option names of the variants in play. A base game has no variants
    and the current rules.
    """

    def __init__(
        self,
        board: int,
        seats: int,
        abilities: bool = False,
        objectives: bool = False,
        shared: bool = False,
        edition: int | None = None,
    ) -> None:
        self.layout: Final[Layout] = layout(board) if edition is None else layout_of_2024(board)
        self.seats: Final = seats
        self.abilities: Final = abilities
        self.objectives: Final = objectives
        self.shared: Final = shared
        self.owners: Final = seats + shared
        self.shared_owner: Final = seats if shared else NOBODY
        self.is_solo: Final = seats == 1
        self.edition: Final = edition
        self.has_groups: Final = edition is None
        played = {"abilities": abilities, "objectives": objectives, "shared": shared}
        self.names: Final = tuple(name for name, is_played in played.items() if is_played)
        self.is_base_game: Final = not self.names and edition is None

    @cached_property
    def label_order(self) -> tuple[int, ...]:
        """By site (printed Stones, then cells): its position among all hexes in label order."""
        layout = self.layout
        order = sorted(layout.places, key=lambda place: (place.r, place.q))
        rank = {place.label: number for number, place in enumerate(order)}
        return tuple(rank[place.label] for place in (*layout.stones, *layout.cells))

    @property
    def most_entries(self) -> int:
        """An upper bound on the number of log entries of a game in which seats play only listed legal actions.

        It counts assigned factions, forfeits, the order of play, a draw for each tile, a placement for each hex and a
        choice of value for each printed Stone (temporary Stones ask for none). The variants add dealt cards, choices of
        abilities, the use of an ability and a card for each red tile, and the draw of a shared tile for each round.
        """
        layout, seats = self.layout, self.seats
        entries = self.owners + seats + 1 + seats * len(TILES) + len(layout.cells) + len(layout.stones)
        if self.objectives:
            entries += 2 + seats
        if self.abilities:
            entries += seats + 2 * seats * sum(tile.red for tile in TILES)
        return entries + layout.rounds * self.shared


def variants_of(view: View) -> Variants:
    """Return the board and variants of the game that a view shows; cached."""
    return _variants(view.board, len(view.seats), view.variants, view.edition)


@cache
def _variants(board: int, seats: int, names: tuple[str, ...], edition: int | None) -> Variants:
    return Variants(board, seats, "abilities" in names, "objectives" in names, "shared" in names, edition)

"""Programs that leak a true secret, each in one channel: comparing twin worlds finds every one of them.

None of them marks what it leaks. They tell the hands, the log or the seed that the program has loaded, so they show
that the twins do differ in these, and that each channel is looked at.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog
from discord import ui

from cogs import _announcer, _cards, _looks, _private, _texts
from cogs._custom_ids import CustomId
from cogs._interfaces import interface
from cogs._looks import Look, OpenTable
from cogs._pictures import Themed, attachment
from cogs._tables import TableService
from engine import fairness
from engine import table as engine_table
from tests.cogs.dispatchers import Clock
from tests.secrets.test_twin_worlds import PLAYABLE
from tests.secrets.twins import World, true_world, twin_world
from tests.secrets.watching import DRAWN, EVERYTHING, Scene, differences, scene, world

ONE_BY_ONE = "monster_hex"


class Insider:
    """What a mutant knows and must not tell: the table as the program has loaded it last."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._load = _looks.load
        patch.setattr(_looks, "load", self._watched)

    async def _watched(self, reader: Any, table_id: str) -> OpenTable:
        self.table = await self._load(reader, table_id)
        return self.table

    @property
    def game(self) -> engine_table.Table:
        return self.table.require_playing()

    @property
    def hands(self) -> str:
        return fairness.canonical(self.game.state).decode()[:600]

    @property
    def digest(self) -> str:
        """As `fairness` says: an unsalted hash of what is hidden, never to be shown before the end."""
        return self.game.entries[-1].digest or ""

    @property
    def seed(self) -> str:
        return self.table.row.server_seed.hex()

    @property
    def log(self) -> str:
        return ", ".join(entry.action for entry in self.game.entries)


Mutant = Callable[[pytest.MonkeyPatch, Insider], None]


def view_of_whoever_acts(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    patch.setattr(engine_table.Table, "view", lambda self, viewer: self.rules.view(self.state, self.actors[0]))


def seat_of_whoever_acts(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    patch.setattr(OpenTable, "seat_of", lambda self, user_id: self.seats[self.actors[0]])


def legal_actions_of_whoever_acts(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    look = _looks.look

    async def leaking(reader: Any, table: OpenTable, user_id: int | None) -> Look:
        found = await look(reader, table, user_id)
        return changed(found, legal=insider.game.legal(insider.game.actors[0]))

    patch.setattr(_looks, "look", leaking)


def changed(look: Look, **changes: Any) -> Look:
    """The look with other fields; it is a dataclass with slots."""
    return Look(**{name: getattr(look, name) for name in Look.__slots__} | changes)


def hands_in_an_error(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    not_your_turn = _texts.not_your_turn
    patch.setattr(_texts, "not_your_turn", lambda names: f"{not_your_turn(names)} {insider.hands}")


def hands_in_a_private_picture(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    zoom = Themed.zoom

    def leaking(self: Themed, view: Any, labels: Any, around: str) -> Any:
        picture = zoom(self, view, labels, around)
        return picture._replace(png=picture.png + insider.hands.encode())

    patch.setattr(Themed, "zoom", leaking)


def hands_in_the_cards_picture(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    def leaking(picture: Any, name: str) -> Any:
        return attachment(picture._replace(png=picture.png + insider.hands.encode()), name)

    patch.setattr(_announcer, "attachment", leaking)


def hands_in_the_alt_text(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    picture = _cards.picture
    patch.setattr(_cards, "picture", lambda name, alt: picture(name, alt[:400] + insider.hands))


def digest_in_a_public_custom_id(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    card_view = _announcer.card_view

    def leaking(look: Look, story: str, alt: str) -> Any:
        telling = CustomId(look.row.id, None, "more", (insider.digest,))
        return card_view(look, story, alt).add_item(ui.ActionRow(_cards.button("More", telling)))

    patch.setattr(_announcer, "card_view", leaking)


def digest_in_a_file_name(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    patch.setattr(_announcer, "attachment", lambda picture, name: attachment(picture, f"{insider.digest}.png"))


def hands_in_the_log(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    hand = _private.hand_of

    async def leaking(*given: Any) -> Any:
        structlog.get_logger().info("a hand", holds=insider.hands)
        return await hand(*given)

    # The cogs are loaded anew, so they take it from here.
    patch.setattr(_private, "hand_of", leaking)


def hands_on_the_card(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    for name in PLAYABLE:
        patch.setattr(type(interface(name)), "scores", lambda self, view, names: insider.hands)


def log_in_the_history(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    for name in PLAYABLE:
        patch.setattr(type(interface(name)), "sentences", lambda self, view, events, names: [insider.log])


def events_of_whoever_acts(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    """What happened is told with the tiles that were drawn."""
    ours, story = type(interface(ONE_BY_ONE)), engine_table.story
    patch.setattr(
        engine_table,
        "story",
        lambda configuration, entries, since, viewer: story(configuration, entries, since, insider.game.actors[0]),
    )
    patch.setattr(
        ours, "sentences", lambda self, view, events, names: [str(msgspec.to_builtins(event)) for event in events]
    )


def views_of_whoever_acts_in_the_replay(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    history, board = engine_table.history, Themed.board
    patch.setattr(
        engine_table,
        "history",
        lambda configuration, entries, viewer: history(configuration, entries, insider.game.actors[0]),
    )

    def drawn(self: Themed, view: Any, labels: Any) -> Any:
        picture = board(self, view, labels)
        return picture._replace(png=picture.png + fairness.canonical(view))

    patch.setattr(Themed, "board", drawn)


def record_before_the_end(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    async def leaking(self: TableService, table_id: str) -> Any:
        table = await self.load(table_id)
        return table.require_begun().record()

    patch.setattr(TableService, "record", leaking)


def seed_behind_more(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    more = _texts.more
    patch.setattr(_texts, "more", lambda title, commitment: more(title, insider.seed))


def pending_seats_by_the_hands(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    """Who is asked to act depends on what is hidden."""
    patch.setattr(Look, "waiting_for", lambda self: self.seats[: 1 + odd(insider.digest)])


def time_left_by_the_hands(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    look = _looks.look

    async def leaking(reader: Any, table: OpenTable, user_id: int | None) -> Look:
        found = await look(reader, table, user_id)
        return changed(found, deadline=1_700_000_000_000 + 60_000 * odd(insider.digest))

    patch.setattr(_looks, "look", leaking)


def odd(digest: str) -> int:
    return int(digest, 16) % 2


MUTANTS: list[tuple[Mutant, str, str]] = [
    (view_of_whoever_acts, "idle", "hand"),
    (seat_of_whoever_acts, "stranger", "hand"),
    (legal_actions_of_whoever_acts, "idle", "autocomplete of /move action"),
    (hands_in_an_error, "idle", "move"),
    (hands_in_a_private_picture, "idle", "zoom:NW"),
    (hands_in_the_cards_picture, "stranger", "public pictures"),
    (hands_in_the_alt_text, "stranger", "public messages"),
    (digest_in_a_public_custom_id, "stranger", "public messages"),
    (digest_in_a_file_name, "stranger", "public pictures"),
    (hands_in_the_log, "idle", "the log"),
    (hands_on_the_card, "idle", "public messages"),
    (log_in_the_history, "stranger", "history"),
    (events_of_whoever_acts, "idle", "history"),
    (views_of_whoever_acts_in_the_replay, "idle", "past:2"),
    (record_before_the_end, "stranger", "record"),
    (seed_behind_more, "idle", "more"),
    (pending_seats_by_the_hands, "stranger", "public messages"),
    (time_left_by_the_hands, "acting", "public messages"),
]


EVERY_GAMES: list[tuple[Mutant, str, str]] = [
    (view_of_whoever_acts, "idle", "hand"),
    (seat_of_whoever_acts, "stranger", "hand"),
    (hands_in_the_cards_picture, "stranger", "public pictures"),
    (digest_in_a_public_custom_id, "stranger", "public messages"),
    (hands_in_the_log, "idle", "the log"),
    (hands_on_the_card, "idle", "public messages"),
    (log_in_the_history, "stranger", "history"),
    (record_before_the_end, "stranger", "record"),
    (pending_seats_by_the_hands, "stranger", "public messages"),
]
"""Those that are tried on the other games too; what they are drawn or written by is each game's own."""
CASES = [
    *((ONE_BY_ONE, *mutant) for mutant in MUTANTS),
    *((name, *mutant) for name in PLAYABLE if name != ONE_BY_ONE for mutant in EVERY_GAMES),
]


def unlike_twin(at: Scene, who: str) -> World:
    """A twin in which whoever must act knows something else, and the mutants that tell one bit tell another."""
    viewer, true, acting = at.viewer(who)[1], true_world(at.game), at.game.actors[0]

    def is_unlike(twin: World) -> bool:
        if odd(twin.entries[-1].digest or "") == odd(true.entries[-1].digest or ""):
            return False
        return acting == viewer or at.game.rules.view(twin.state, acting) != at.game.view(acting)

    return next(filter(is_unlike, (twin_world(at.game, viewer, number) for number in range(1_000))))


@pytest.mark.parametrize(
    ("name", "mutant", "who", "where"), CASES, ids=lambda value: getattr(value, "__name__", str(value))
)
async def test_a_true_secret_in_any_channel_is_found(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, name: str, mutant: Mutant, who: str, where: str
) -> None:
    at = await scene(tmp_path / "scene", clock, name, monkeypatch)
    looks = [what for what in EVERYTHING if what == where or what not in DRAWN]
    found: list[dict[str, str]] = []
    for number, truth in enumerate((None, unlike_twin(at, who))):
        with monkeypatch.context() as patch:
            mutant(patch, Insider(patch))
            found.append(await world(at, tmp_path / str(number), clock, truth, who, looks))

    assert where in differences(found)

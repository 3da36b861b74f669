"""Mutants that leak a true secret, each in one channel: comparing twin worlds finds every leak.

No mutant marks its leak. They leak the hands, log or seed of the loaded table, so they prove that the twins differ in
these and that each channel is compared.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog
from discord import ui

from cogs.at_table import more, move_pages, moves
from cogs.managing import moderate_page
from cogs.outbox import cards as card_sender
from cogs.outbox import follow_messages
from cogs.personal import records
from cogs.ui.kit.answers import attachment
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interface import interface
from cogs.ui.messages import call_messages, cards, pause_block
from engine import fairness
from engine.game import Advance, Game
from engine.record import GameRecord
from render import painter
from tables import service, story
from tables.open_table import OpenTable
from tables.records import archives
from tables.service import TableService
from tables.viewer import TableView
from tests.running_dispatchers import Clock
from tests.secrets.scenes import PLAYABLE, StoredTable, scene
from tests.secrets.viewer_observations import DRAWN, EVERYTHING, KNOWS_ALL, Insider, differences, patch_words, world
from tests.twin_worlds import World, true_world, twin_world

ONE_BY_ONE = "monster_hex"
PAINTER: Any = type(painter(ONE_BY_ONE))


Mutant = Callable[[pytest.MonkeyPatch, Insider], None]


def view_of_whoever_acts(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    patch.setattr(Game, "view", lambda self, viewer: self.rules.view(self.state, self.actors[0]))


def seat_of_whoever_acts(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    patch.setattr(OpenTable, "seat_of", lambda self, user_id: self.seats[self.actors[0]])


def legal_actions_of_whoever_acts(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    view_of = service.build_table_view

    async def leaking(reader: Any, table: OpenTable, user_id: int | None, now: int) -> TableView:
        found = await view_of(reader, table, user_id, now)
        return replace(found, legal=insider.game.legal(insider.game.actors[0]))

    patch.setattr(service, "build_table_view", leaking)


def hands_in_an_error(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    not_your_turn = moves.not_your_turn
    # The interface keeps the module it was created with; discord.py unloads that module whenever a program is closed.
    page: Any = interface(ONE_BY_ONE).composing.page
    patch.setattr(moves, "not_your_turn", lambda names: f"{not_your_turn(names)} {insider.hands}")
    patch.setitem(page.__globals__, "not_your_turn", lambda names: f"{not_your_turn(names)} {insider.hands}")


def hands_in_a_private_picture(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    zoom = PAINTER.zoom

    def leaking(self: Any, *drawn: Any) -> Any:
        picture = zoom(self, *drawn)
        return picture._replace(png=picture.png + insider.hands.encode())

    patch.setattr(PAINTER, "zoom", leaking)


def hands_in_the_cards_picture(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    def leaking(picture: Any, name: str) -> Any:
        return attachment(picture._replace(png=picture.png + insider.hands.encode()), name)

    patch.setattr(card_sender, "attachment", leaking)


def hands_in_the_alt_text(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    picture = cards.picture
    patch.setattr(cards, "picture", lambda name, alt: picture(name, alt[:400] + insider.hands))


def digest_in_a_public_custom_id(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    card_view = card_sender.card_view

    def leaking(table: TableView, told: str, alt: str, **more: Any) -> Any:
        telling = CustomId(table.row.id, None, "more", (insider.digest,))
        return card_view(table, told, alt, **more).add_item(ui.ActionRow(cards.button("More", telling)))

    patch.setattr(card_sender, "card_view", leaking)


def digest_in_a_file_name(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    patch.setattr(card_sender, "attachment", lambda picture, name: attachment(picture, f"{insider.digest}.png"))


def hands_in_the_log(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    hand = moves.hand_answer

    async def leaking(*given: Any) -> Any:
        structlog.get_logger().info("a hand", holds=insider.hands)
        return await hand(*given)

    for module in (moves, move_pages):
        patch.setattr(module, "hand_answer", leaking)


def hands_on_the_card(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    for name in PLAYABLE:
        patch_words(patch, name, task=lambda view: insider.hands)


def log_in_the_history(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    def leaking(view: Any, events: Any, names: Any) -> list[str]:
        return [insider.log]

    for name in PLAYABLE:
        patch_words(patch, name, sentences=leaking)


def events_of_whoever_acts(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    """Store and report events with the drawn tiles."""

    def stored(self: Advance) -> tuple[bytes, ...]:
        seen = partial(self.game.rules.visible, viewer=self.game.actors[0])
        return tuple(fairness.encode_canonical([*filter(None, map(seen, events))]) for events in self.events)

    def leaking(view: Any, events: Any, names: Any) -> list[str]:
        return [str(msgspec.to_builtins(event)) for event in events]

    patch.setattr(Advance, "public_events", stored)
    patch_words(patch, ONE_BY_ONE, sentences=leaking)


def views_of_whoever_acts_in_the_replay(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    history, board = story.history_with_events, PAINTER.board
    patch.setattr(
        story,
        "history_with_events",
        lambda configuration, log, viewer: history(configuration, log, insider.game.actors[0]),
    )

    def drawn(self: Any, view: Any, *others: Any) -> Any:
        picture = board(self, view, *others)
        return picture._replace(png=picture.png + fairness.encode_canonical(view))

    patch.setattr(PAINTER, "board", drawn)


def record_before_the_end(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    async def leaking(self: TableService, table_id: str, user_id: int) -> Any:
        table = await self.load(table_id)
        return GameRecord(table.require_begun().configuration, insider.entries, table.row.server_seed)

    patch.setattr(TableService, "record", leaking)


def compared_before_the_end(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    """Let `/verify` treat a running game as ended, so that it says whether a guess is right."""
    for module in (records, service):
        patch.setattr(module, "OPEN_PHASES", ())


def seed_behind_more(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    title_text = more.more_title
    patch.setattr(more, "more_title", lambda title, page: f"{title_text(title, page)} {insider.seed}")


def pending_seats_by_the_hands(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    """Make the pending seats depend on the hidden state."""
    patch.setattr(TableView, "awaited_seats", lambda self: self.seats[: 1 + odd(insider.digest)])


def time_left_by_the_hands(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    view_of = service.build_table_view

    async def leaking(reader: Any, table: OpenTable, user_id: int | None, now: int) -> TableView:
        found = await view_of(reader, table, user_id, now)
        due = 1_700_000_000_000 + 60_000 * odd(insider.digest)
        return replace(found, deadline=due, seats=tuple(msgspec.structs.replace(seat, due=due) for seat in found.seats))

    patch.setattr(service, "build_table_view", leaking)


def hands_in_the_message_to_a_follower(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    view = follow_messages.follow_view
    patch.setattr(
        follow_messages, "follow_view", lambda table, story, *more: view(table, f"{story} {insider.hands}", *more)
    )


def hands_in_a_call(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    call = call_messages.call_text
    patch.setattr(call_messages, "call_text", lambda *given, **more: f"{call(*given, **more)} {insider.hands}")


def hands_in_a_direct_message(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    direct = call_messages.direct_text
    patch.setattr(call_messages, "direct_text", lambda *given, **more: f"{direct(*given, **more)} {insider.hands}")


def hands_in_the_question_to_sleepers(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    asleep = pause_block.format_sleep_question
    patch.setattr(pause_block, "format_sleep_question", lambda *given: f"{asleep(*given)} {insider.hands}")


def seed_for_moderators(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    answer = moderate_page.table_answer
    patch.setattr(moderate_page, "table_answer", lambda *given, **more: answer(*given, **more | {"note": insider.seed}))


def moves_of_all_in_the_personal_data(patch: pytest.MonkeyPatch, insider: Insider) -> None:
    async def leaking(reader: Any, table_id: str, user_id: int) -> Any:
        return [entry.action for entry in insider.entries]

    patch.setattr(archives, "_own_moves", leaking)


def odd(digest: str) -> int:
    return int(digest, 16) % 2


MUTANTS: list[tuple[Mutant, str, str]] = [
    (view_of_whoever_acts, "idle", "hand"),
    (seat_of_whoever_acts, "stranger", "hand"),
    (legal_actions_of_whoever_acts, "idle", "autocomplete of /move action"),
    (hands_in_an_error, "idle", "tile:A1"),
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
    (compared_before_the_end, "idle", "/verify a file"),
    (seed_behind_more, "idle", "more"),
    (pending_seats_by_the_hands, "stranger", "public messages"),
    (time_left_by_the_hands, "acting", "public messages"),
    (hands_in_the_message_to_a_follower, "stranger", "public messages"),
    (hands_in_a_direct_message, "idle", "public messages"),
    (hands_in_the_question_to_sleepers, "idle", "public messages"),
    (seed_for_moderators, "stranger", "moderator: moderate"),
    (moves_of_all_in_the_personal_data, "idle", "privacy_export"),
]


EVERY_GAMES: list[tuple[Mutant, str, str]] = [
    (view_of_whoever_acts, "idle", "hand"),
    (hands_on_the_card, "idle", "public messages"),
    (log_in_the_history, "stranger", "history"),
]
"""Mutants also tried on the other games, in what each game draws and writes itself; the other channels are shared."""
CASES = [
    *((ONE_BY_ONE, *mutant) for mutant in MUTANTS),
    # In Hive Mind, one of the seats to act is mentioned and another gets a direct message.
    ("hive_mind", hands_in_a_call, "idle", "public messages"),
    *(
        (name, *mutant)
        for name in PLAYABLE
        if name != ONE_BY_ONE
        for mutant in EVERY_GAMES
        if (name, mutant[1]) not in KNOWS_ALL
    ),
]


def unlike_twin(at: StoredTable, who: str) -> World:
    """Return a twin in which the seat with a secret knows something else, and one-bit mutants leak another bit."""
    viewer, true = at.viewer(who)[1], true_world(at.game, at.log)
    knowing = at.viewer("idle" if (at.game.configuration.game, "idle") in KNOWS_ALL else "acting")[1]

    def knows_something_else(twin: World) -> bool:
        return knowing == viewer or twin.game.view(knowing) != at.game.view(knowing)

    def tells_another_bit(twin: World) -> bool:
        return odd(twin.entries[-1].digest or "") != odd(true.entries[-1].digest or "")

    twins = (twin_world(at.game, at.log, viewer, number) for number in range(1_000))
    unlike = filter(knows_something_else, twins)
    if at.game.configuration.game != ONE_BY_ONE:
        # With one of three tiles, both twins may leak the same bit; these games' mutants leak more than a bit.
        return next(unlike)
    return next(filter(tells_another_bit, unlike))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "mutant", "who", "where"), CASES, ids=lambda value: getattr(value, "__name__", str(value))
)
async def test_a_true_secret_in_any_channel_is_found(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, name: str, mutant: Mutant, who: str, where: str
) -> None:
    at = await scene(tmp_path / "scene", clock, name, monkeypatch)
    looks = [page for page in EVERYTHING if page == where or page not in DRAWN]
    found: list[dict[str, str]] = []
    for number, truth in enumerate((true_world(at.game, at.log), unlike_twin(at, who))):
        with monkeypatch.context() as patch:
            mutant(patch, Insider(patch))
            found.append(await world(at, tmp_path / str(number), clock, truth, who, looks))

    assert where in differences(found), [shown.get(where) for shown in found]

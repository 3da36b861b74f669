"""Public messages stay within Discord's limits for all names and show nothing hidden."""

import re
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from cogs.ui.kit.custom_ids import LIMIT, parse
from cogs.ui.messages.cards import card_view, folded_view, pings
from cogs.ui.messages.lobby_message import IN_THREAD, lobby_view
from cogs.ui.messages.stories import STORY_SENTENCES, format_events, story_text
from engine.core import SPECTATOR
from engine.game import act, begin
from engine.monster_hex.content import layout
from engine.monster_hex.events import PointsTaken, SeatForfeited, StoneCaptured, TilePlaced
from render import painter
from tables.moderating.moderation_state import Moderation
from tables.settings import TableSettings
from tables.story import MoveTakenBack, SeatHandedOver
from tables.takebacks import Request
from tables.timing.pauses import PauseRequest, Pauses
from tables.viewer import Away, TableView
from tests import hive_matches, openapi
from tests.cog_tables import GAME, PEOPLE, SEED, new_game, seat_row, table_row, table_view
from tests.fake_discord import parts, words

LONGEST = ("*" * 32, "_" * 32, "\\" * 32, "🙂" * 32)
"""Names of 32 characters, the maximum, each with characters to be escaped or counted twice."""
COMPONENTS, CHARACTERS, ALT = 40, 4000, 1024


def body(view: Any) -> dict[str, Any]:
    """Return the message as it is sent, after checking it against Discord's limits."""
    sent = {"flags": 1 << 15, "components": view.to_components()}
    components = [part for part in parts(sent) if "type" in part]
    custom_ids = [part["custom_id"] for part in components if "custom_id" in part]
    assert len(components) <= COMPONENTS
    assert sum(len(part["content"].encode("utf-16-le")) // 2 for part in components if part["type"] == 10) <= CHARACTERS
    assert len(set(custom_ids)) == len(custom_ids)
    assert all(1 <= len(custom_id) <= LIMIT and parse(custom_id) for custom_id in custom_ids)
    assert all(len(part["label"]) <= 80 for part in components if part["type"] == 2)
    assert all(len(part["components"]) <= 5 for part in components if part["type"] == 1)
    assert openapi.problems("POST", "/channels/1/messages", sent) == []
    return sent


def buttons(sent: dict[str, Any]) -> list[str]:
    """Return the actions of a message's buttons."""
    found = [parse(part["custom_id"]) for part in parts(sent) if part.get("type") == 2]
    return [custom_id.action for custom_id in found if custom_id is not None]


def alt_of(table: TableView) -> str:
    return painter(GAME).board(table.view, table.names).alt


def lobby(*names: str, phase: Any = "lobby", **settings: Any) -> TableView:
    """Return a lobby of people and of computer players, whose names begin with Computer."""
    row = table_row(settings=TableSettings(seats=4), phase=phase, step=999_999_999, id="z" * 10)
    seats = tuple(
        seat_row(number, name=name, user_id=None, player="normal")
        if name.startswith("Computer")
        else seat_row(number, PEOPLE[number], name=name, choices='{"faction":"yellow"}')
        for number, name in enumerate(names)
    )
    return TableView(row, seats, TableSettings(seats=4, **settings), None, None, (), (), None, None)


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Computer 1"), LONGEST])
def test_a_lobby_says_who_sits_where_and_what_can_be_done(names: tuple[str, ...]) -> None:
    sent = body(lobby_view(lobby(*names, clock=86_400), None))

    text = words(sent)
    assert (f"{len(names)} of 4 seats taken" in text) == (len(names) < 4)
    assert "-# 1 day for each move" in text
    assert "host, Yellow" in text
    assert ("Normal" in text) == ("Computer 1" in names)
    full = len(names) == 4
    others = ["leave"] if any(not name.startswith("Computer") for name in names[1:]) else []
    joining = [] if full else ["join"]
    assert buttons(sent) == [*joining, *others, "start" if full else "fill_seats", "rules", "set_up"]
    # Discord's button styles: 1 is blue, 3 is green.
    styles = {part["label"]: part["style"] for part in parts(sent) if part.get("type") == 2}
    assert (styles.get("Join"), styles.get("Start")) == ((None, 3) if full else (1, None))
    assert SEED.hex() not in text


def test_a_lobby_of_one_has_nothing_to_wait_for() -> None:
    alone = replace(lobby("Ann"), settings=TableSettings(seats=1))
    sent = body(lobby_view(alone, None))
    labels = [part["label"] for part in parts(sent) if part.get("type") == 2]
    assert "press Start" in str(sent)
    assert labels == ["Start", "How to play", "Set up"]


def test_a_lobby_leaves_a_faction_to_chance() -> None:
    (select,) = [part for part in parts(body(lobby_view(lobby("Ann"), None))) if part.get("type") == 3]

    assert [option["value"] for option in select["options"]] == ["red", "blue", "yellow", "green", "chance"]


def test_a_lobby_that_is_over_has_no_buttons_and_says_where_the_game_is() -> None:
    started = lobby_view(table_view(new_game(4), names=LONGEST), 123)
    closed = lobby_view(lobby("Ann", phase="cancelled"), None)

    assert buttons(body(started)) == buttons(body(closed)) == []
    assert words(body(started)) == IN_THREAD
    assert "closed" in words(body(closed))


@pytest.mark.usefixtures("known_emojis")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_card_stays_within_the_limits_from_the_first_tile_to_the_last(seats: int) -> None:
    game = new_game(seats)
    events = begin(game.configuration, SEED).visible(SPECTATOR)
    while True:
        table = table_view(game, names=LONGEST)
        sent = body(card_view(table, story_text(table, events), alt_of(table)))
        (gallery,) = [part for part in parts(sent) if part.get("type") == 12]
        assert 0 < len(gallery["items"][0]["description"]) <= ALT
        assert buttons(sent) == (
            ["move", "hand", "more"] if game.outcome is None else ["again", "share", "replay", "more"]
        )
        if game.outcome is not None:
            break
        events = ()
        for _ in range(3):
            if game.actors:
                advance = act(game, game.actors[0], game.legal(game.actors[0])[-1], SEED)
                game, events = advance.game, (*events, *advance.visible(SPECTATOR))
    assert SEED.hex() not in str(sent)


@pytest.mark.usefixtures("known_emojis")
@pytest.mark.parametrize("tie", [False, True])
def test_a_story_of_any_length_leaves_room_for_the_rest_of_its_card(tie: bool) -> None:
    """The story has more events than a board has stones, and the longest names: the card keeps the newest sentences."""
    table = table_view(new_game(4), names=LONGEST)
    story: list[object] = []
    for stone in layout(4).stones * 2:
        if tie:
            story.append(StoneCaptured(stone.label, (10, 10, 10, 10), None, None, False))
        else:
            story.append(TilePlaced(0, "S1", "A1", 0))
            story.append(StoneCaptured(stone.label, (10, 9, 8, 7), 0, 1, True))
            story += [PointsTaken(seat, stone.label, 9, 2) for seat in (0, 1)]

    text = story_text(table, [*story, SeatForfeited(3)])

    assert text.splitlines()[-1].endswith("has left the game.")
    assert 3 <= len(text.splitlines()) <= STORY_SENTENCES
    body(card_view(table, text, alt_of(table)))
    body(folded_view(text))


def test_a_seat_that_changed_hands_is_told_with_the_names_of_then() -> None:
    table = table_view(new_game(2), names=("Dan", "Ben"))
    placed = TilePlaced(0, "S1", "A1", 0)

    told = story_text(
        table, [placed, SeatHandedOver(0, "Ann", "C_m"), placed, SeatHandedOver(0, "C_m", "Dan"), placed]
    ).splitlines()

    assert [line.split()[0] for line in told[::2]] == ["Ann", "C\\_m", "Dan"]
    assert told[1::2] == ["**C\\_m** plays on for Ann.", "**Dan** plays on for C\\_m."]


def test_who_has_left_is_said_once_on_a_card_and_stays_in_its_story() -> None:
    table = table_view(new_game(3), names=("Ann", "Ben", "Cam"))
    left = [SeatForfeited(0)]

    assert story_text(table, left, on_card=True) == ""
    assert story_text(table, left) == "Ann has left the game."


def test_a_take_back_is_told_until_the_seat_has_moved_again() -> None:
    table, placed = table_view(new_game(2), names=("Ann", "Ben")), TilePlaced(0, "S1", "A1", 0)
    taken_back = MoveTakenBack(0, (placed,), others=False, count=1)

    assert "took back" in story_text(table, [taken_back], on_card=True)
    assert story_text(table, [taken_back, placed], on_card=True) == story_text(table, [placed])
    assert "took back" in "".join(format_events(table, [taken_back, placed], 9)), "What happened tells everything"


def test_the_end_card_tells_no_events() -> None:
    game = new_game(2)
    while game.outcome is None:
        game = act(game, game.actors[0], game.legal(game.actors[0])[0], SEED).game
    placed = [TilePlaced(0, "S1", "A1", 0)]

    assert story_text(table_view(game), placed, on_card=True) == ""
    assert story_text(table_view(game), placed) != "", "the message before it does"


def test_a_ping_is_for_exactly_those_who_must_act() -> None:
    game = new_game(3)
    table = table_view(game)
    (actor,) = game.actors

    everybody = [person.id for person in PEOPLE]
    assert pings(table, everybody).to_dict() == {"parse": [], "users": [PEOPLE[actor].id]}
    assert re.findall(r"<@(\d+)>", words(body(card_view(table, "", alt_of(table))))) == [str(PEOPLE[actor].id)]


def test_a_name_that_looks_like_a_mention_pings_nobody() -> None:
    table = table_view(new_game(2), names=(f"<@{PEOPLE[3].id}>", "@everyone"))

    text = words(body(card_view(table, story_text(table, [SeatForfeited(0), SeatForfeited(1)]), alt_of(table))))

    assert f"<@{PEOPLE[3].id}>" not in text
    assert "@everyone" not in text


@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_public_depends_on_whose_eyes_it_was_made_with_or_tells_a_hand(seats: int) -> None:
    """Every seat's view gives the same card as a spectator's, and no custom id on it names a tile."""
    game = new_game(seats)
    for _ in range(6):
        game = act(game, game.actors[0], game.legal(game.actors[0])[0], SEED).game
        spectator = table_view(game)
        public = body(card_view(spectator, "", alt_of(spectator)))
        for seat in range(seats):
            own = table_view(game, seat)
            assert body(card_view(own, "", alt_of(own))) == public
        for part in parts(public):
            custom_id = parse(part.get("custom_id", ""))
            assert custom_id is None or custom_id.details == ()


def test_a_card_on_which_everything_is_told_at_once_leaves_out_the_oldest_of_its_story() -> None:
    """Seven people with the longest names all have vacations ahead, and there are two open questions and a lock."""
    table = hive_matches.table_view(hive_matches.new_match(7))
    seats = tuple(
        msgspec.structs.replace(seat, name="_*" * 16, user_id=10**18 + seat.seat, due=1_700_000_000_000 + seat.seat)
        for seat in table.seats
    )
    asked = {
        "pause": Pauses(request=PauseRequest(0, 1)),
        "takeback": Request(0, 1, 1, others=True),
        "moderation": Moderation(locked=True),
    }
    row = msgspec.structs.replace(
        table.row, **{name: msgspec.json.encode(value).decode() for name, value in asked.items()}
    )
    away = tuple(Away(seat.seat, 1_700_000_000_000, 1_700_000_000_000) for seat in seats)
    table = replace(table, row=row, seats=seats, staying=seats, away=away)
    told = [f"Move {number}: {'and so on ' * 19}" for number in range(12)]

    text = words(body(card_view(table, "\n".join(told), "the board")))

    assert told[-1] in text
    assert told[0] not in text


def test_an_old_card_becomes_one_small_line_for_each_thing_that_happened() -> None:
    assert words(body(folded_view("One.\nTwo."))) == "-# One.\n-# Two."
    assert words(body(folded_view(""))) == "-# The board has moved on."

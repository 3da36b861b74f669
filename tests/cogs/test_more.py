"""The pages behind *More* and `/settings`: any press, at any time, by anybody, and the largest pages."""

import io

import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from cogs.at_table.more import BUTTON_YES_END_ROUND
from cogs.at_table.more_menu import MOST_BUTTONS
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interface import interface
from cogs.ui.texts import texts
from data.store import Store
from engine.games import game_type
from render import painter
from render.theme import THEMES
from tables import lobby
from tables import texts as table_texts
from tables.open_table import Person
from tables.preferences import Preferences, change_preferences, preferences
from tables.settings import TableSettings
from tests import hive_matches
from tests.cog_tables import ANN, BEN, EVE, GAME, PEOPLE, TABLE, mover, open_lobby, play, seat_row, start_table
from tests.fake_discord import selects
from tests.in_process_program import InProcessProgram, InteractionResult

LONGEST = ("*" * 32, "_" * 32, "`" * 32, "🙂" * 32)
ALWAYS = ("more", "views", "this_table", "legend", "text", "zoom", "history", "replay", "past", "past_text")
MEBIBYTE = 1024 * 1024


async def shown(program: InProcessProgram, action: str, person: Person = EVE, *details: str) -> InteractionResult:
    """Press an action on a private message and return the answer, which must be a page."""
    result = await program.press(person, str(CustomId(TABLE, None, action, details)), private=True)
    assert result.page
    return result


# Nothing to show


async def test_behind_a_lobby_there_is_no_board(program: InProcessProgram) -> None:
    pages = [page for page in ALWAYS if page != "legend"]
    await open_lobby(program.service)
    for action in pages:
        assert "hasn't started yet" in (await shown(program, action)).text, action

    await program.service.change(TABLE, lobby.cancel(ANN.id))
    for action in pages:
        assert "No game was played" in (await shown(program, action)).text, action


async def test_the_rules_of_a_lobby_stand_alone(program: InProcessProgram) -> None:
    await open_lobby(program.service)

    assert (await shown(program, "rules")).labels == ["Next"]
    assert (await shown(program, "legend")).labels == []


# Buttons by viewer


async def test_a_stranger_may_look_at_every_page(program: InProcessProgram) -> None:
    await start_table(program.service)

    for action in ALWAYS:
        page = await shown(program, action)
        assert page.text, action
        assert (action in ("more", "views", "replay")) != ("Back" in page.labels), (
            "each page but those of a card leads back"
        )


async def test_ways_out_are_for_whom_they_are(program: InProcessProgram) -> None:
    await start_table(program.service, 3)

    looks, table = ["Legend", "Zoom", "What happened", "Board as text"], ["Time", "This table"]
    for person, seldom in (
        (ANN, ["Replace", "Moderate", "Resign", "End game for all"]),
        (BEN, ["Pass my seat on", "Resign"]),
        (EVE, []),
    ):
        assert (await shown(program, "more", person)).labels == [*looks, *table]
        assert (await shown(program, "this_table", person)).labels == [
            *("Pings", "Fairness", "My note"),
            *(*seldom, "Back"),
        ]
    for action, person, refusal in (
        ("resign", EVE, "You're watching"),
        ("resigned", EVE, "You're watching"),
        ("cancel", BEN, "Only the host"),
        ("cancelled", BEN, "Only the host"),
        ("cancelled", EVE, "Only the host"),
    ):
        assert refusal in (await shown(program, action, person)).text

    assert (await shown(program, "resigned", BEN)).text == table_texts.RESIGNED
    assert (await shown(program, "more", BEN)).labels == [*looks, *table]
    for action in ("resign", "resigned"):
        assert "You have resigned" in (await shown(program, action, BEN)).text


async def test_take_back_is_offered_only_to_whoever_can(program: InProcessProgram) -> None:
    await start_table(program.service)
    person, seen = await mover(program.service)
    other = BEN if person is ANN else ANN

    await program.service.act(TABLE, person.id, seen.legal[0])

    assert "Take back" in (await shown(program, "more", person)).labels
    assert "Take back" not in (await shown(program, "more", other)).labels


async def test_against_computers_alone_nothing_is_offered_that_needs_somebody_else(program: InProcessProgram) -> None:
    await open_lobby(program.service, TableSettings(seats=2))
    await program.service.change(TABLE, lobby.fill_with_computers(ANN.id, "salt 1"))
    await program.service.change(TABLE, lobby.start(ANN.id, game_type(GAME), interface(GAME)))

    for action, labels in (
        ("more", ["Legend", "Zoom", "What happened", "Board as text", "Resign"]),
        ("this_table", ["Legend", "Zoom", "What happened", "Board as text", "Resign"]),
        ("resign", ["Yes, resign", "End without a result", "Pass my seat on", "Back"]),
        ("cancel", ["Yes, end it", "Back"]),
        ("time", ["Let the computer play for me", "Quiet hours and time zone", "Back"]),
    ):
        assert (await shown(program, action, ANN)).labels == labels
    assert (await shown(program, "more", EVE)).labels[4:] == ["Pings"]

    await program.service.resign(TABLE, ANN.id)
    over = (await shown(program, "more", ANN)).labels
    assert "Check" not in over


async def test_the_record_is_kept_until_the_end(program: InProcessProgram) -> None:
    await start_table(program.service)
    for person in (ANN, EVE):
        assert "Record" not in (await shown(program, "more", person)).labels
        assert "you can get it once the game is over" in (await shown(program, "record", person)).text

    await program.service.resign(TABLE, ANN.id)

    for person in (ANN, EVE):
        assert (await shown(program, "more", person)).labels[4:] == ["My turning points", "What if", "Check", "Record"]
        assert (await shown(program, "this_table", person)).labels == (await shown(program, "more", person)).labels
        ((name, record),) = (await shown(program, "record", person)).files.items()
        assert (name, b'"seed"' in record) == (f"{TABLE}.json", True)
    for action in ("resign", "resigned", "cancel", "cancelled"):
        assert "This game is over" in (await shown(program, action, ANN)).text


async def test_a_zoom_outside_the_board_says_what_there_is(program: InProcessProgram) -> None:
    await start_table(program.service)

    for around in ("", "Z99", "last move", "<@1>", "A" * 80):
        assert "zoom to a hex from" in (await shown(program, "zoom", EVE, around)).text


async def test_a_zoom_says_what_it_shows(program: InProcessProgram) -> None:
    await start_table(program.service)
    assert (await shown(program, "zoom")).text == "Middle."
    await play(program.service, 1)
    page = await shown(program, "zoom")
    assert page.text == "Last move."
    assert page.labels == [
        *("Last move", "North-west", "North-east", "South-west", "South-east"),
        *("Whole board", "Back"),
    ]


async def test_a_zoom_of_hive_mind_goes_from_hive_to_hive(program: InProcessProgram) -> None:
    await hive_matches.started(program.service)

    page = await shown(program, "zoom")

    assert (page.text, page.labels) == (
        "Charge.",
        ["Charge", "Marcer", "Zero", "Players", "Whole board", "Back"],
    )
    assert (await shown(program, "zoom", EVE, "players")).text == "Players."


async def test_a_turn_that_never_was_is_the_newest(program: InProcessProgram) -> None:
    await start_table(program.service)
    await play(program.service, 3)

    for turn in ((), ("",), ("-1",), ("4",), ("99999",), ("9" * 50,), ("²",), ("Newest",)):
        page = await shown(program, "past", EVE, *turn)
        assert page.text.startswith("Step 3 of 3.\nAnn placed the ")
        assert page.labels == ["First", "Previous", "Board as text", "Back"]


async def test_steps_begin_at_the_start_tell_what_happened_and_leave_out_secret_choices(
    program: InProcessProgram,
) -> None:
    await hive_matches.started(program.service)
    for person in PEOPLE[:3]:
        await program.service.act(TABLE, person.id, f"{hive_matches.ROUND_1} ready")

    story = await shown(program, "history")
    replay = await program.press(EVE, story.buttons["Replay"], private=True)
    start = await program.press(EVE, replay.buttons["Step by step"], private=True)
    step = await program.press(EVE, start.buttons["Next"], private=True)

    assert start.text == "The start."
    assert step.text.startswith("Round 1 of 3.\n**Charge**, round 1: 3 Tris."), "three players have laid shapes"
    assert start.buttons["Back"] == story.buttons["Replay"]
    assert replay.buttons["Back"] == f"{TABLE}::history"


async def test_before_the_first_turn_there_is_one_picture(program: InProcessProgram) -> None:
    await start_table(program.service)

    assert (await shown(program, "replay")).text == "The game so far."
    page = await shown(program, "past")
    assert (page.text, page.labels) == ("The start.", ["Board as text", "Back"])


async def test_pages_show_the_board_of_their_place_and_turn_in_the_viewers_own_theme(program: InProcessProgram) -> None:
    await start_table(program.service)
    await play(program.service, 3)
    await change_preferences(program.store, ANN, theme="light")
    seen, views = await program.service.past_views(TABLE)
    drawn = painter(GAME)

    for action, details, picture in (
        ("zoom", ("NW",), drawn.zoom(seen.view, seen.names, "NW", "light").png),
        ("zoom", ("whole",), drawn.board(seen.view, seen.names, "light").png),
        ("past", ("1",), drawn.board(views[1], seen.names, "light").png),
        ("replay", (), drawn.replay(views, seen.names, "light").gif),
    ):
        (file,) = (await shown(program, action, ANN, *details)).files.values()
        assert file == picture, (action, details)


async def test_the_host_closes_a_round_after_being_asked(program: InProcessProgram) -> None:
    await hive_matches.started(program.service)
    await program.service.act(TABLE, BEN.id, hive_matches.ROUND_1 + " ready")

    asked = await shown(program, "end", ANN)

    assert "without waiting for you and Cam" in asked.text
    await program.press(ANN, asked.buttons[BUTTON_YES_END_ROUND], private=True)
    assert (await program.service.load(TABLE)).row.turn == 2
    assert "Only the host of this table" in (await shown(program, "end", BEN)).text


# Largest pages


@pytest.mark.slow
async def test_every_page_of_the_longest_game_is_within_discords_limits(program: InProcessProgram) -> None:
    """Four seats with the longest names play to the last stone."""
    people = [Person(person.id, name) for person, name in zip(PEOPLE, LONGEST, strict=False)]
    await open_lobby(program.service, TableSettings(seats=4))
    async with program.service.store.write(TABLE) as writer:
        for seat, person in enumerate(people):
            await writer.tables.put_seat(TABLE, seat_row(seat, person))
    await program.service.change(TABLE, lobby.start(ANN.id, game_type(GAME), interface(GAME)))
    table = await play(program.service)
    assert table.row.phase == "finished"
    _, views = await program.service.past_views(TABLE)

    for action in (*ALWAYS, "rules"):
        assert (await shown(program, action)).page
    for around in ("whole", "NW", "NE", "SW", "SE"):
        assert (await shown(program, "zoom", EVE, around)).page
    replay = await shown(program, "replay")
    assert replay.text.startswith("The whole game.")
    (gif,) = replay.files.values()
    assert len(gif) <= 10 * MEBIBYTE
    with Image.open(io.BytesIO(gif)) as animation:
        assert isinstance(animation, GifImageFile)
        assert animation.n_frames == len(views)
    assert len(views) > 30


# Settings


async def test_who_has_set_nothing_has_the_defaults(store: Store) -> None:
    assert await preferences(store, ANN.id) == Preferences(theme="dark", confirm=True)


async def test_settings_are_each_persons_own_and_stay(store: Store) -> None:
    await change_preferences(store, ANN, theme="light", confirm=False)
    await change_preferences(store, BEN, theme="high_contrast")

    assert await preferences(store, ANN.id) == Preferences("light", False)
    assert await preferences(store, BEN.id) == Preferences("high_contrast", True)
    assert await preferences(store, EVE.id) == Preferences()


async def test_what_another_version_keeps_besides_is_no_hindrance(store: Store) -> None:
    async with store.write() as writer:
        await writer.people.put_user(ANN.id, ANN.name, '{"theme":"light","song":"la"}')
        await writer.people.put_user(BEN.id, BEN.name)

    assert await preferences(store, ANN.id) == Preferences("light", True)
    assert await preferences(store, BEN.id) == Preferences()


async def test_each_choice_takes_effect_at_once_and_leaves_the_other(program: InProcessProgram) -> None:
    for action, value, chosen, kept in (
        ("confirm", "no", ["dark", "no", "mention", "yes"], Preferences(confirm=False)),
        ("theme", "high_contrast", ["high_contrast", "no", "mention", "yes"], Preferences("high_contrast", False)),
        ("confirm", "yes", ["high_contrast", "yes", "mention", "yes"], Preferences("high_contrast", True)),
        ("listed", "no", ["high_contrast", "yes", "mention", "no"], Preferences("high_contrast", True, listed=False)),
    ):
        page = (await program.press(ANN, f"me::{action}", [value], private=True)).page
        options = [option for select in selects(page) for option in select["options"]]
        assert [option["value"] for option in options if option.get("default")] == ["-", *chosen]
        assert await preferences(program.store, ANN.id) == kept


async def test_a_theme_that_is_not_offered_changes_nothing(program: InProcessProgram) -> None:
    await change_preferences(program.store, ANN, theme="light")

    for values in ((), ("sepia",), ("",), ("dark; light",)):
        await program.press(ANN, "me::theme", values, private=True)
        assert await preferences(program.store, ANN.id) == Preferences("light")


def test_every_theme_that_is_offered_can_be_drawn() -> None:
    assert texts.THEMES.keys() == THEMES.keys()
    assert Preferences().theme in THEMES


async def test_what_happened_is_told_by_rounds_and_turns_pages(program: InProcessProgram) -> None:
    await start_table(program.service)
    start = await shown(program, "history")
    assert start.text.startswith("### What happened\n**Round 1 of 9**\n")
    await play(program.service, 14)

    newest = await shown(program, "history")
    assert newest.text.startswith("### What happened\n-# Round ")
    assert "*Earlier* has what came before." in newest.text
    oldest = await program.press(EVE, newest.buttons["Earlier"], private=True)
    while "Earlier" in oldest.buttons:
        oldest = await program.press(EVE, oldest.buttons["Earlier"], private=True)

    assert "**Round 1 of" in oldest.text
    assert "has what came before" not in oldest.text
    assert oldest.labels == ["Later", "Replay", "Back"]


async def test_the_host_of_hive_mind_closes_a_round_under_time_and_no_page_has_more_than_eight_buttons(
    program: InProcessProgram,
) -> None:
    program.managers.add(ANN.id)
    await hive_matches.started(program.service)

    for person, closes in ((ANN, True), (BEN, False)):
        assert ("Close round" in (await shown(program, "time", person)).labels) == closes
        assert len((await shown(program, "this_table", person)).labels) <= MOST_BUTTONS

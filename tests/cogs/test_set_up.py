"""*Set up* in a lobby: the settings, permissions, and the page after each change."""

from tables.settings import TableSettings
from tests.cog_tables import ANN, BEN, CAM, EVE, TABLE, open_lobby
from tests.in_process_program import InProcessProgram

SET_UP = f"{TABLE}::set_up"
DAY = 86_400


async def lobby(program: InProcessProgram, **settings: object) -> None:
    await open_lobby(program.service, TableSettings(**{"seats": 3, "host_called": True, **settings}))


async def test_everybody_sees_what_is_set_and_the_buttons_of_what_is_theirs(program: InProcessProgram) -> None:
    await lobby(program, clock=DAY)
    await program.press(BEN, f"{TABLE}::join")

    host, guest, stranger = [await program.press(person, SET_UP) for person in (ANN, BEN, EVE)]

    for page in (host, guest, stranger):
        assert "1 day for each move." in page.text
        assert "3 seats; the host starts the game." in page.text
    assert host.labels == [
        *("Invite", "Time", "Free weekends", "Players and start", "Game options", "Seats", "Fairness"),
        "Close table",
    ]
    assert guest.labels == ["Seats", "Fairness"]
    assert stranger.labels == ["Fairness"]
    assert "Only the host, **Ann**, can change these settings." in guest.text
    assert "Only the host" not in host.text


async def test_the_page_shows_what_was_set_and_is_never_stale(program: InProcessProgram) -> None:
    await lobby(program)
    front = await program.press(ANN, SET_UP)
    page = await program.press(ANN, front.buttons["Seats"], private=True)
    await program.press(BEN, f"{TABLE}::join")

    late = await program.press(ANN, page.buttons["Add computer player"], private=True)
    assert "The seats have changed in the meantime" in late.text
    assert len((await program.service.load(TABLE)).seats) == 2

    added = await program.press(ANN, late.buttons["Add computer player"], private=True)
    assert len((await program.service.load(TABLE)).seats) == 3
    assert "Add computer player" not in added.labels

    closed = await program.press(ANN, front.buttons["Close table"], private=True)
    assert closed.text == "The table is closed."
    assert (await program.service.load(TABLE)).row.phase == "cancelled"


async def test_a_computer_player_on_the_last_seat_begins_the_game(program: InProcessProgram) -> None:
    await lobby(program, seats=2, start_when_full=True)
    page = await program.press(ANN, f"{TABLE}::seats")

    begun = await program.press(ANN, page.buttons["Add computer player"], private=True)

    assert "The game is starting" in begun.text
    assert (await program.service.load(TABLE)).row.phase == "playing"


async def test_who_is_invited_says_no_with_leave_too(program: InProcessProgram) -> None:
    await lobby(program, invited=(CAM.id,))

    assert "If you change your mind" in (await program.press(CAM, f"{TABLE}::leave")).text
    assert (await program.service.load(TABLE)).settings.invited == ()

"""*Take back* by presses: the buttons, the messages, and the card."""

import msgspec
import pytest

from cogs.at_table.moves import DONE
from cogs.at_table.take_back import STOPPED, TAKEN_BACK
from cogs.monster_hex.abilities import PICK
from engine.games import game_type
from tables.takebacks import Request, request_of
from tables.texts import STILL_CHOOSING, TAKE_BACK_ENDED
from tests.cog_tables import ANN, DAN, PEOPLE, TABLE, act, logged, mover, start_table
from tests.fake_discord import BOT
from tests.hive_matches import ROUND_1, started
from tests.in_process_program import InProcessProgram, ids_in, to_json


async def confirmed(program: InProcessProgram) -> tuple[int, str]:
    """Confirm a move of the acting person; return their seat and the custom id of *Take back*."""
    person, seen = await mover(program.service)
    result = await program.press(person, f"{TABLE}:{seen.version}:do:{seen.legal[0]}", private=True)
    (custom_id,) = [found for found in result.custom_ids if "takeback" in found]
    assert DONE in result.text
    assert seen.seat is not None
    return seen.seat, custom_id


async def test_a_move_is_asked_back_on_the_card_and_allowed_with_one_tap(program: InProcessProgram) -> None:
    await start_table(program.service)
    seat, custom_id = await confirmed(program)
    asker, other = PEOPLE[seat], PEOPLE[1 - seat]
    await program.outbox.settle()

    page = await program.press(asker, custom_id, private=True)

    assert f"I've asked {other.name} on the card, where they can agree with one tap" in page.text
    await program.outbox.settle()
    question = f"{asker.name} asks to take back the last move. {other.name}: is that all right with you?"
    assert question in program.newest_card
    (allow,), (keep,) = ids_in(program.newest_card, "takeback_allow"), ids_in(program.newest_card, "takeback_keep")
    assert await program.press(DAN, allow)
    refused = await program.press(asker, allow)
    assert "The others answer" in refused.text
    assert request_of((await program.service.load(TABLE)).row) is not None

    for _ in range(2):
        await program.press(other, allow)
    await program.press(other, keep)

    await program.outbox.settle()
    card = program.newest_card
    assert f"{asker.name} took back a move: placed the " in card
    assert f"<@{asker.id}> to place" in card
    assert ids_in(program.newest_card, "takeback_allow") == []
    assert (await program.service.load(TABLE)).actors == (seat,)
    assert sum(entry.action.startswith("takeback") for entry in await logged(program.service)) == 1
    (stop,) = [found for found in page.custom_ids if ":takeback_keep:" in found]
    ended = await program.press(asker, stop, private=True)
    assert ended.requests[-1].path.endswith("@original"), "the page itself is brought up to date"
    assert (ended.text, ended.custom_ids) == (TAKE_BACK_ENDED, [])


async def test_the_page_that_won_a_stone_asks_for_its_value(program: InProcessProgram) -> None:
    await start_table(program.service)
    for _ in range(40):
        person, seen = await mover(program.service)
        result = await program.press(person, f"{TABLE}:{seen.version}:do:{seen.legal[0]}", private=True)
        after = await program.service.view(TABLE, person.id)
        if after.must_act and after.view.take is not None:
            assert "which value?" in result.text
            assert [found for found in result.custom_ids if ":do:take " in found]
            return
    pytest.fail("no stone was won")


async def test_keeping_the_move_is_told_on_the_card(program: InProcessProgram) -> None:
    await start_table(program.service)
    seat, custom_id = await confirmed(program)
    await program.press(PEOPLE[seat], custom_id, private=True)
    await program.outbox.settle()

    await program.press(PEOPLE[1 - seat], ids_in(program.newest_card, "takeback_keep")[0])

    await program.outbox.settle()
    assert "would rather keep it, so it stays." in program.newest_card
    assert ids_in(program.newest_card, "takeback_allow") == []
    again = await program.press(PEOPLE[seat], custom_id, private=True)
    assert "didn't agree, so the move stays" in again.text


async def test_whoever_asked_stops_asking_on_the_private_page(program: InProcessProgram) -> None:
    await start_table(program.service)
    seat, custom_id = await confirmed(program)
    page = await program.press(PEOPLE[seat], custom_id, private=True)
    (stop,) = [found for found in page.custom_ids if ":takeback_keep:" in found]

    told = await program.press(PEOPLE[seat], stop, private=True)

    assert STOPPED in told.text
    assert request_of((await program.service.load(TABLE)).row) is None


async def test_behind_more_it_is_said_first_what_would_come_of_it(program: InProcessProgram) -> None:
    await start_table(program.service, 3)
    seat, _ = await confirmed(program)
    menu = await program.press(PEOPLE[seat], f"{TABLE}::more")
    assert f"{TABLE}::takeback" in menu.custom_ids
    stranger = await program.press(DAN, f"{TABLE}::more")
    assert f"{TABLE}::takeback" not in stranger.custom_ids

    page = await program.press(PEOPLE[seat], f"{TABLE}::takeback", private=True)

    others = [PEOPLE[other].name for other in range(3) if other != seat]
    assert f"{others[0]} and {others[1]} have to agree first" in page.text
    assert request_of((await program.service.load(TABLE)).row) is None
    (ask,) = [found for found in page.custom_ids if "::takeback:" in found]
    await program.press(PEOPLE[seat], ask, private=True)
    found = request_of((await program.service.load(TABLE)).row)
    assert isinstance(found, Request)


@pytest.mark.parametrize(("game", "page"), [("connect_four", "class"), ("monster_hex", PICK)])
async def test_a_secret_choice_is_taken_back_at_once_on_the_answer_to_it(
    program: InProcessProgram, game: str, page: str
) -> None:
    options = msgspec.json.encode(game_type(game).options(2, {"abilities": True} if "hex" in game else {})).decode()
    table = await start_table(program.service, game=game, options=options)
    value = (await program.service.view(TABLE, PEOPLE[0].id)).legal[0].split()[1]
    chosen = await program.press(PEOPLE[0], f"{TABLE}:{table.version}:{page}:{value}", private=True)
    assert (await program.service.load(TABLE)).actors == (1,), chosen.text
    (custom_id,) = [found for found in chosen.custom_ids if "::takeback:" in found]

    back = await program.press(PEOPLE[0], custom_id, private=True)

    assert TAKEN_BACK in back.text
    assert (await program.service.load(TABLE)).actors == (0, 1)


async def test_the_last_secret_choice_is_not_offered_back_because_it_shows_all(program: InProcessProgram) -> None:
    options = msgspec.json.encode(game_type("monster_hex").options(2, {"abilities": True})).decode()
    await start_table(program.service, game="monster_hex", options=options)
    chosen = None
    for person in PEOPLE[:2]:
        seen = await program.service.view(TABLE, person.id)
        value = seen.legal[0].split()[1]
        chosen = await program.press(person, f"{TABLE}:{seen.version}:{PICK}:{value}", private=True)

    assert chosen is not None
    assert (await program.service.load(TABLE)).require_playing().view(0).phase == "place"
    assert not [found for found in chosen.custom_ids if "::takeback:" in found]


async def test_against_the_computer_it_is_done_at_once(program: InProcessProgram) -> None:
    await start_table(program.service, 1, 1, game="connect_four")
    seat, custom_id = await confirmed(program)

    done = await program.press(PEOPLE[seat], custom_id, private=True)

    assert TAKEN_BACK in done.text
    assert any(":move" in found for found in done.custom_ids), "the next move is one press away"


async def test_the_new_card_alone_says_that_a_public_move_is_taken_back(program: InProcessProgram) -> None:
    await start_table(program.service, 1, 1)
    await program.outbox.settle()
    await act(program.service)

    done = await program.press(ANN, f"{TABLE}::takeback:1", private=True)

    await program.outbox.settle()
    assert f"{ANN.name} took back a move: " in program.newest_card
    assert done.text == ""
    assert done.requests[-1].method == "DELETE"


async def test_a_typed_move_offers_it_too(program: InProcessProgram) -> None:
    await start_table(program.service)
    person, seen = await mover(program.service)
    await program.command(person, "settings")
    await program.press(person, "me::confirm", ["no"])

    await program.command(person, "move", action=seen.legal[0])
    await program.outbox.settle()

    answers = [request for request in program.discord.requests if request.path.startswith(f"/webhooks/{BOT}")]
    assert any(f"{TABLE}::takeback:1" in to_json(request.body) for request in answers)


@pytest.mark.parametrize(("game", "action"), [("connect_four", "class"), ("monster_hex", "choose")])
async def test_a_secret_choice_that_is_typed_offers_it_too(program: InProcessProgram, game: str, action: str) -> None:
    options = msgspec.json.encode(game_type(game).options(2, {"abilities": True} if "hex" in game else {})).decode()
    await start_table(program.service, game=game, options=options)
    legal = (await program.service.view(TABLE, PEOPLE[0].id)).legal
    await program.command(PEOPLE[0], "settings")
    await program.press(PEOPLE[0], "me::confirm", ["no"])

    await program.command(PEOPLE[0], "move", action=next(text for text in legal if text.startswith(action)))
    assert (await program.service.load(TABLE)).actors == (1,)
    await program.outbox.settle()

    answers = [request for request in program.discord.requests if request.path.startswith(f"/webhooks/{BOT}")]
    assert any(f"{TABLE}::takeback:1" in to_json(request.body) for request in answers)


@pytest.mark.parametrize("command", ["move", "hive submit"])
async def test_where_others_still_choose_the_answer_to_a_typed_choice_and_more_lead_to_changing_it(
    program: InProcessProgram, command: str
) -> None:
    await started(program.service)
    if command == "move":
        await program.command(ANN, "move", action=f"{ROUND_1} ready")
    else:
        *others, (hive, letters) = [word.split(":") for word in ROUND_1.split()]
        for own, laid in others:
            await program.command(ANN, "hive submit", hive=own, letters=laid)
        await program.command(ANN, "hive submit", hive=hive, letters=letters, ready=True)
    await program.outbox.settle()

    answers = [request for request in program.discord.requests if request.path.startswith(f"/webhooks/{BOT}")]
    behind = await program.press(ANN, f"{TABLE}::takeback", private=True)
    assert STILL_CHOOSING in behind.text
    (change,) = behind.custom_ids
    assert f'"{change}"' in to_json(answers[-1].body)
    page = await program.press(ANN, change, private=True)
    assert f"{TABLE}:t1:reopen" in page.custom_ids


async def test_whatever_is_in_a_button_of_a_game_changes_nothing(program: InProcessProgram) -> None:
    await start_table(program.service)
    before = await program.service.load(TABLE)

    for custom_id, said in (
        *((f"takeback{details}", "") for details in (":x", ":99999", "_allow", "_allow:x:1", "_allow:0")),
        *((f"takeback_keep:{details}", "") for details in ("99999:1", "0:3")),
        *((f"pause_{details}", "answered") for details in ("agree:x:y", "decline", "agree:9:9")),
        *((f"idle_{details}", "answered") for details in ("here:-1", "end")),
    ):
        for version in ("", "1", "t1"):
            result = await program.press(PEOPLE[0], f"{TABLE}:{version}:{custom_id}")
            assert result.acknowledged
            assert "something went wrong" not in result.text
            assert version or said in result.text, custom_id
    assert (await program.service.load(TABLE)).row == before.row


async def test_without_confirming_a_press_on_the_card_opens_the_page_and_a_press_on_the_page_makes_the_move(
    program: InProcessProgram,
) -> None:
    """The move can be taken back from the private answer."""
    await start_table(program.service)
    person, seen = await mover(program.service)
    await program.command(person, "settings")
    await program.press(person, "me::confirm", ["no"])
    _, tile, label, rotation = seen.legal[0].split()
    only = f"{TABLE}:{seen.version}:turn:{tile}:{label}:{rotation}"

    page = await program.press(person, only)
    assert (await program.service.load(TABLE)).row.step == seen.row.step
    assert any(":do:" in found for found in page.custom_ids)
    made = await program.press(person, only, private=True)

    assert [found for found in made.custom_ids if "::takeback:" in found]

"""Leagues in Discord: permissions, bad input, a deleted channel, and state that survives a restart."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from cogs.league import league_pages, organise_page
from cogs.league.new_league import STARTED_ALREADY, format_start_reply
from cogs.outbox.outbox import RETRY_MS
from cogs.ui.messages import season_card
from cogs.ui.messages.season_card import deal_text
from data.store import league_schema
from leagues import acts, export, organising, reports
from leagues.messages import OLD_CARD_PAUSE_MS
from leagues.season import Season, people_of, result_of
from leagues.season_document import DOCUMENT_BYTES
from leagues.settings import PRESETS
from tables.open_table import Person
from tests.cog_tables import ANN, BEN, CHANNEL, GUILD
from tests.fake_discord import refusal
from tests.in_process_program import AttachedFile, InProcessProgram
from tests.playing import act_twice, lose_by_resigning, publish
from tests.running_dispatchers import Clock

WHY = "they asked for it"
CAM = Person(ANN.id + 77, "Cam")
OTHER_CHANNEL = CHANNEL + 5


@pytest.fixture(autouse=True)
def manager(program: InProcessProgram) -> None:
    """Let Ann manage the server, so that she may organise its leagues."""
    program.managers.add(ANN.id)


async def published(program: InProcessProgram, kind: int = 0) -> Season:
    """Publish a season of Connect Four with one of its presets, open for joining."""
    preset = PRESETS["connect_four"][kind]
    options = dict(preset.options)
    return await publish(program.bot.seasons, "connect_four", options, preset.settings, guild=GUILD, channel=CHANNEL)


async def begin_season(program: InProcessProgram, clock: Clock, people: tuple[Person, ...] = (ANN, BEN)) -> Season:
    """Return a season that has dealt its first tables."""
    season = await published(program)
    for person in people:
        await program.bot.seasons.join(season.row.id, person)
    clock.now = season.row.begins
    await program.bot.seasons.advance(season.row.id)
    await program.outbox.settle()
    return await program.bot.seasons.load(season.row.id)


async def test_who_may_not_organise_is_told_so_and_nothing_changes(program: InProcessProgram, clock: Clock) -> None:
    season = await begin_season(program, clock)
    row = season.row

    for custom_id in (f"{row.id}::{season_card.ORGANISE}", f"{row.id}::league_ask:{acts.VOID}", "league::league_cup"):
        answer = await program.press(CAM, custom_id)
        assert "moderat" in answer.text.lower()
    assert (await program.bot.seasons.load(row.id)).row.version == row.version


async def test_a_league_isnt_published_in_the_past_nor_twice(program: InProcessProgram, clock: Clock) -> None:
    minute = clock.now // 60_000

    past = await program.press(ANN, f"aaaaaaaaaa::league_publish:hive_mind:season:18:{minute - 1}")
    unread = await program.press(ANN, "aaaaaaaaaa::league_publish:hive_mind:nonsense:18:9")
    first = await program.press(ANN, f"aaaaaaaaaa::league_publish:hive_mind:season:18:{minute + 600}")
    second = await program.press(ANN, f"aaaaaaaaaa::league_publish:hive_mind:season:18:{minute + 600}")

    assert "has passed" in past.text
    assert "has passed" in unread.text
    assert "is open in" in first.text
    assert "already published" in second.text


async def test_a_league_isnt_published_where_nothing_can_be_posted(program: InProcessProgram, clock: Clock) -> None:
    minute = clock.now // 60_000 + 600
    data: Any = {"app_permissions": "0"}

    answer = await program.press(ANN, f"aaaaaaaaaa::league_publish:hive_mind:season:18:{minute}", **data)

    assert "permission" in answer.text.lower()
    assert await program.bot.seasons.leagues_of(GUILD) == ()


async def test_a_channel_that_is_gone_holds_the_deals_until_the_season_is_moved(
    program: InProcessProgram, clock: Clock
) -> None:
    season = await begin_season(program, clock)
    await program.bot.seasons.lose_channel(season.row.id, CHANNEL)

    channel = {"id": str(OTHER_CHANNEL), "type": 0, "name": "other", "position": 1, "guild_id": str(GUILD)}
    elsewhere = {"channel": channel, "channel_id": str(OTHER_CHANNEL)}
    page = await program.press(ANN, f"{season.row.id}::{season_card.ORGANISE}", private=True)
    assert "Its channel was deleted" in page.text
    moved = await program.press(ANN, f"{season.row.id}::league_move", private=True, **elsewhere)
    await program.outbox.settle()

    assert "Its channel was deleted" not in moved.text
    season = await program.bot.seasons.load(season.row.id)
    assert (season.row.channel_id, season.league.channel_id, season.row.held) == (OTHER_CHANNEL, OTHER_CHANNEL, 0)
    assert season.row.message_id is not None


async def test_a_deleted_season_card_comes_back_and_a_deleted_channel_holds_the_deals(
    program: InProcessProgram, clock: Clock
) -> None:
    season = await begin_season(program, clock)
    seasons, card = program.bot.seasons, season.row.message_id
    edit = f"/channels/{CHANNEL}/messages/{card}"

    program.discord.fail_next("PATCH", edit, refusal(404, 10008))
    await seasons.change(season.row.id, organising.hold(ANN.id, WHY))
    clock.now += OLD_CARD_PAUSE_MS
    await program.outbox.settle()
    season = await seasons.load(season.row.id)
    assert season.row.message_id not in (None, card)

    program.discord.fail_next("PATCH", f"/channels/{CHANNEL}/messages/{season.row.message_id}", refusal(404, 10003))
    await seasons.change(season.row.id, organising.resume_deals(ANN.id, WHY))
    clock.now += OLD_CARD_PAUSE_MS
    await program.outbox.settle()
    season = await seasons.load(season.row.id)
    assert (season.row.message_id, season.row.held) == (None, 1)


def cards(program: InProcessProgram, season: Season) -> list[int]:
    """Return the ids of the season's cards that are in the channel."""
    return [int(message["id"]) for message in program.discord.messages(CHANNEL) if ":card" in json.dumps(message)]


@pytest.mark.parametrize(
    "interrupted", ["", "after posting", "after posting, nonces forgotten", "before deleting", "after deleting"]
)
async def test_a_card_too_old_to_edit_is_replaced_by_one_new_card(
    program: InProcessProgram, clock: Clock, interrupted: str
) -> None:
    season = await begin_season(program, clock)
    seasons, card = program.bot.seasons, season.row.message_id
    clock.now += OLD_CARD_PAUSE_MS
    await program.outbox.settle()

    program.discord.fail_next("PATCH", f"/channels/{CHANNEL}/messages/{card}", refusal(400, 30046))
    if interrupted.startswith("after posting"):
        program.discord.lose_response("POST", f"/channels/{CHANNEL}/messages")
    elif interrupted == "before deleting":
        program.discord.fail_next("DELETE", f"/channels/{CHANNEL}/messages/{card}", refusal(500))
    elif interrupted:
        program.discord.lose_response("DELETE", f"/channels/{CHANNEL}/messages/{card}")
    await seasons.change(season.row.id, organising.hold(ANN.id, WHY))
    await program.outbox.settle()
    if interrupted.endswith("forgotten"):
        program.discord.forget_nonces()
    await seasons.join(season.row.id, CAM)
    for _ in range(3):
        clock.now += OLD_CARD_PAUSE_MS
        await program.outbox.settle()

    shown = (await seasons.load(season.row.id)).row.message_id
    assert shown not in (None, card)
    assert cards(program, season) == [shown]
    assert "3 people in" in json.dumps(program.discord.messages(CHANNEL))
    assert program.discord.failures_left == 0


async def test_a_deal_is_one_message_and_its_threads_name_the_people(program: InProcessProgram, clock: Clock) -> None:
    season = await begin_season(program, clock)
    clock.now += 10_000
    await program.outbox.settle()

    texts = [json.dumps(message) for message in program.discord.messages(CHANNEL)]
    assert sum("deal 1" in text and "new table" in text for text in texts) == 1
    # The season's card and the deal: the message from which the thread was made is gone.
    assert len(texts) == 2
    assert len(season.open_tables()) == len(program.discord.threads) == 1


async def test_where_no_thread_may_be_opened_a_dealt_table_keeps_its_message(
    program: InProcessProgram, clock: Clock
) -> None:
    """Its thread is made from this message once the permission is granted."""
    program.discord.fail_next("POST", r".*/threads", refusal(403, 50013))
    season = await begin_season(program, clock)
    table = season.open_tables()[0].table_id

    async with program.store.read() as reader:
        thread, line = await reader.messages.newest(table, "thread"), await reader.messages.newest(table, "lobby")
    assert thread is not None
    assert thread.message_id == CHANNEL
    assert line is not None
    assert line.message_id in [int(message["id"]) for message in program.discord.messages(CHANNEL)]


async def test_a_dealt_table_whose_thread_is_deleted_gets_another(program: InProcessProgram, clock: Clock) -> None:
    season = await begin_season(program, clock)
    table = await program.service.load(season.open_tables()[0].table_id)
    (thread,) = program.discord.threads
    program.discord.delete_thread(thread)

    await program.service.resign(table.row.id, ANN.id)
    for _ in range(3):
        clock.now += RETRY_MS[0]
        await program.outbox.settle()

    (other,) = program.discord.threads
    assert other != thread
    assert program.discord.messages(other)
    assert str(other) not in {message["id"] for message in program.discord.messages(CHANNEL)}


async def test_an_organiser_who_sits_at_a_table_asks_the_others_there(program: InProcessProgram, clock: Clock) -> None:
    season = await begin_season(program, clock)
    seasons, table = program.bot.seasons, season.open_tables()[0].table_id
    void = f"{season.row.id}::league_act:{acts.VOID}:{table}"

    asked = await program.submit(ANN, void, {"why": "We never began."})
    await program.outbox.settle()

    assert "asked the others" in asked.text
    assert (await seasons.load(season.row.id)).table(table).state == "open"
    question = next(one.texts for one in reversed(program.discord.requests) if "decide together" in one.texts)
    assert "We never began." in question
    async with program.store.read() as reader:
        (act,) = await reader.leagues.season_acts(season.row.id)
    agree = f"{season.row.id}::league_agree:{act.id}"
    for person in (CAM, ANN):
        assert "Only the people at this table" in (await program.press(person, agree)).text
    assert "agreed" in (await program.press(BEN, agree)).text
    voided = (await seasons.load(season.row.id)).table(table)
    assert (voided.state, voided.why) == ("void", "organiser")
    assert "already decided" in (await program.press(BEN, agree)).text


async def test_every_page_is_shown_while_a_season_runs_and_once_it_is_over(
    program: InProcessProgram, clock: Clock
) -> None:
    """The walk covers all states of a season, and the fake Discord checks each body against its API description."""
    season = await begin_season(program, clock)
    row = season.row
    seasons = program.bot.seasons
    actions = ("mine", "standings", "explain", "organise", "people", "tables", "log", "me", "away")
    for _ in range(2):
        for action in actions:
            answer = await program.press(ANN, f"{row.id}::league_{action}", private=True)
            assert answer.text, action
        if not (await seasons.load(row.id)).is_over:
            await seasons.end_now(row.id, ANN.id, WHY)


async def test_my_tables_of_a_season_that_is_over_says_so_and_offers_no_vacation(
    program: InProcessProgram, clock: Clock
) -> None:
    season = await begin_season(program, clock)
    await program.bot.seasons.end_now(season.row.id, ANN.id, WHY)

    for person in (ANN, CAM):
        answer = await program.press(person, f"{season.row.id}::{season_card.MINE}", private=True)

        assert "\nOver · 0 tables counted\n" in answer.text
        assert f"{season.row.id}::{league_pages.AWAY}" not in answer.custom_ids


async def test_the_pages_of_organisers_fit_whatever_was_written(program: InProcessProgram, clock: Clock) -> None:
    season = await begin_season(program, clock, tuple(Person(1000 + number, "_" * 32) for number in range(70)))
    seasons, row = program.bot.seasons, season.row
    await seasons.join(row.id, ANN)
    for number in range(6):
        decide = organising.hold if number % 2 == 0 else organising.resume_deals
        await seasons.change(row.id, decide(ANN.id, "*" * 300))
    for person in range(1000, 1003):
        for _ in range(2):
            await seasons.change(row.id, reports.report(person, "conduct", None, "*" * 300, ()))

    for page in ("log", "people", "organise"):
        answer = await program.press(ANN, f"{row.id}::league_{page}", private=True)
        assert 100 < len(answer.text) <= 4_000, page
    dealt = deal_text("A" * 100, 1, [f"<#{CHANNEL + number}>" for number in range(500)])
    assert len(dealt) <= 4_000
    assert "more" in dealt


async def test_voiding_a_table_says_nothing_about_a_correction(program: InProcessProgram, clock: Clock) -> None:
    season = await begin_season(program, clock)
    program.managers.add(CAM.id)
    seasons, table = program.bot.seasons, season.open_tables()[0]
    await act_twice(seasons, table.table_id)
    await lose_by_resigning(seasons, table.table_id, people_of(table)[0])
    await seasons.change(season.row.id, organising.correct_result(CAM.id, table.table_id, (1, 2), WHY))

    voided = await program.submit(CAM, f"{season.row.id}::league_act:{acts.VOID}:{table.table_id}", {"why": WHY})

    assert "Done: voided" in voided.text
    assert "correction" not in voided.text


async def test_a_result_of_two_people_of_one_name_is_corrected_by_the_order_of_lines(
    program: InProcessProgram, clock: Clock
) -> None:
    """Seasons of older versions don't tell them apart."""
    season = await begin_season(program, clock, (ANN, BEN))
    async with program.store.write() as writer:
        await writer.leagues.put_members([msgspec.structs.replace(each, name=ANN.name) for each in season.members])
    program.managers.add(CAM.id)
    seasons, table = program.bot.seasons, season.open_tables()[0]
    await act_twice(seasons, table.table_id)
    await lose_by_resigning(seasons, table.table_id, people_of(table)[0])
    lines = f"{ANN.name}: 1\n{ANN.name}: 2"
    correct = f"{season.row.id}::league_act:{acts.CORRECT}:{table.table_id}"

    await program.submit(CAM, correct, {"places": lines, "why": WHY})

    corrected = result_of((await seasons.load(season.row.id)).table(table.table_id))
    assert corrected is not None
    assert corrected.places == (1, 2)


async def test_a_season_card_posted_before_a_restart_shows_what_changed_meanwhile(
    program: InProcessProgram, clock: Clock
) -> None:
    program.discord.lose_response("POST", f"/channels/{CHANNEL}/messages")
    season = await published(program)
    await program.outbox.settle()
    assert (await program.bot.seasons.load(season.row.id)).row.message_id is None
    await program.bot.seasons.join(season.row.id, ANN)
    clock.now += 60_000
    await program.outbox.settle()

    card = (await program.bot.seasons.load(season.row.id)).row.message_id
    assert card is not None
    shown = [request for request in program.discord.requests if request.method == "PATCH" and str(card) in request.path]
    assert "1 person in" in shown[-1].texts


async def test_a_card_and_a_deal_whose_nonces_are_spent_are_posted_in_their_channel(
    program: InProcessProgram, clock: Clock
) -> None:
    """Discord's answers to the posts are lost, and a moderator deletes the messages."""
    posts = f"/channels/{CHANNEL}/messages"
    program.discord.spend_nonce(posts)
    season = await published(program)
    await program.outbox.settle()
    await program.outbox.settle(RETRY_MS[0])
    assert (await program.bot.seasons.load(season.row.id)).row.message_id is not None

    for person in (ANN, BEN):
        await program.bot.seasons.join(season.row.id, person)
    await program.outbox.settle()
    clock.now = season.row.begins
    # One nonce of the table's lobby and one of the deal.
    program.discord.spend_nonce(posts, times=2)
    await program.bot.seasons.advance(season.row.id)
    await program.outbox.settle()
    for _ in range(4):
        await program.outbox.settle(RETRY_MS[1])

    assert program.discord.failures_left == 0
    told = [str(message["components"]) for message in program.discord.messages(CHANNEL)]
    assert sum(f":{season_card.DEAL}:" in text for text in told) == 1


async def test_a_season_whose_channel_is_gone_before_its_card_is_held(program: InProcessProgram, clock: Clock) -> None:
    program.discord.fail_next("POST", f"/channels/{CHANNEL}/messages", refusal(404, 10003))
    season = await published(program)
    await program.outbox.settle()

    assert (await program.bot.seasons.load(season.row.id)).row.held == 1
    page = await program.press(ANN, f"{season.row.id}::{season_card.ORGANISE}", private=True)
    assert "Its channel was deleted" in page.text


async def test_a_season_is_moved_once_whatever_is_pressed_on_an_old_page(
    program: InProcessProgram, clock: Clock
) -> None:
    season = await begin_season(program, clock)
    await program.bot.seasons.lose_channel(season.row.id, CHANNEL)
    for channel_id in (OTHER_CHANNEL, CHANNEL + 6):
        channel = {"id": str(channel_id), "type": 0, "name": "other", "position": 1, "guild_id": str(GUILD)}
        elsewhere = {"channel": channel, "channel_id": str(channel_id)}
        await program.press(ANN, f"{season.row.id}::league_move", private=True, **elsewhere)
        await program.outbox.settle()

    assert (await program.bot.seasons.load(season.row.id)).row.channel_id == OTHER_CHANNEL


async def test_starting_a_cup_early_says_what_was_dealt_and_is_done_once(program: InProcessProgram) -> None:
    cup = await published(program, kind=2)
    for person in (ANN, BEN):
        await program.bot.seasons.join(cup.row.id, person)

    answers = [await program.press(ANN, f"{cup.row.id}::{season_card.START}", private=True) for _ in range(2)]

    assert [answer.text for answer in answers] == [format_start_reply(1), STARTED_ALREADY]


async def test_explain_says_in_words_how_a_cup_stands_for_a_person(program: InProcessProgram) -> None:
    cup = await published(program, kind=2)
    for person in (ANN, BEN):
        await program.bot.seasons.join(cup.row.id, person)
    cup = await program.bot.seasons.deal_now(cup.row.id, ANN.id)
    await act_twice(program.bot.seasons, cup.tables[0].table_id)
    await lose_by_resigning(program.bot.seasons, cup.tables[0].table_id, BEN.id)

    told = [(await program.press(one, f"{cup.row.id}::{season_card.EXPLAIN}", private=True)).text for one in (ANN, BEN)]

    assert all("Most wins take the cup" in text for text in told)
    # Code would keep English marks in each language.
    assert "**: 1 won, 0 lost\n" in told[0]
    assert f"won against {BEN.name}" in told[0]
    assert f"lost to {ANN.name}" in told[1]


async def test_what_was_agreed_and_undone_isnt_done_again_by_an_old_button(
    program: InProcessProgram, clock: Clock
) -> None:
    season = await begin_season(program, clock)
    seasons, table = program.bot.seasons, season.open_tables()[0].table_id
    await program.submit(ANN, f"{season.row.id}::league_act:{acts.VOID}:{table}", {"why": WHY})
    async with program.store.read() as reader:
        (asked,) = await reader.leagues.season_acts(season.row.id)
    agree = f"{season.row.id}::league_agree:{asked.id}"
    await program.press(BEN, agree)
    async with program.store.read() as reader:
        done = (await reader.leagues.season_acts(season.row.id))[-1]
    undo, organise = f"{season.row.id}::{organise_page.UNDO}", f"{season.row.id}::{season_card.ORGANISE}"
    program.managers.add(CAM.id)
    undone = await program.press(CAM, undo, [str(done.id)], private=True)

    assert organise in undone.custom_ids
    assert "already decided" in (await program.press(BEN, agree)).text
    assert (await seasons.load(season.row.id)).table(table).state == "open"


@pytest.mark.slow
async def test_leagues_13_presses_by_wrong_people_and_on_stale_cards_change_nothing(
    program: InProcessProgram, clock: Clock
) -> None:
    program.managers.clear()
    season = await begin_season(program, clock)
    table = season.open_tables()[0].table_id
    stranger, random, before = CAM, Random(13), await everything(program)
    names = [
        name for name in vars(organise_page) if name.isupper() and name.startswith(("ASK", "TABLE", "UNDO", "MOVE"))
    ]
    organisers = [getattr(organise_page, name) for name in names] + [
        *("league_act", "league_export", season_card.ORGANISE, season_card.START, "league_publish", "league_cup_game"),
    ]
    details = ["", *(f":{act}" for act in vars(acts).values() if isinstance(act, str) and "\n" not in act)]
    for number in range(5_000):
        if random.random() < 0.6:
            custom_id = f"{season.row.id}::{random.choice(organisers)}{random.choice(details)}:{table}"
            person = random.choice((stranger, BEN))
        else:
            action = random.choice((*organisers, "league_join", "league_leave", "league_cap", "league_mine"))
            custom_id, person = f"gonegonego::{action}{random.choice(details)}", random.choice((stranger, ANN, BEN))
        values = [random.choice((table, "1", "99", "x"))] if random.random() < 0.3 else []
        result = await program.press(person, custom_id[:100], values, private=bool(number % 2))
        assert result.acknowledged, custom_id
    assert await everything(program) == before


async def everything(program: InProcessProgram) -> list[Any]:
    """Return all rows of the SQL tables of leagues."""
    tables = (
        league_schema.leagues,
        league_schema.seasons,
        league_schema.members,
        league_schema.season_tables,
        league_schema.rating_events,
        league_schema.ratings,
        league_schema.season_acts,
    )
    async with program.store._engine.connect() as connection:
        return [(await connection.execute(select(table))).all() for table in tables]


async def exported(program: InProcessProgram, clock: Clock) -> dict[str, Any]:
    """Return the document of a season that is over, with the ids of another league."""
    season = await begin_season(program, clock)
    season = await program.bot.seasons.end_now(season.row.id, ANN.id, WHY)
    document = json.loads((await export.files(program.bot.seasons, season))[export.DOCUMENT])
    for part in ("league", "season"):
        document[part]["id"] = "bcdefghjkm"
    return document


async def test_a_season_of_four_megabytes_is_brought_in(program: InProcessProgram, clock: Clock) -> None:
    document = json.dumps(await exported(program, clock)).encode()

    answer = await program.command(ANN, "league", file=AttachedFile(document.ljust(DOCUMENT_BYTES)))

    assert f"is imported. Its card is in <#{CHANNEL}>" in answer.text


@pytest.mark.parametrize(
    ("content", "size", "said"),
    [
        (b"{}", DOCUMENT_BYTES + 1, "it is larger than 4 MB"),
        (b"PK\x03\x04 and more", None, "JSON is malformed"),
        (b"place,name", None, "JSON is malformed"),
        (b'{"format": "hexcade/1", "entries": []}', None, "missing required field"),
    ],
    ids=["too large", "an archive", "a table", "a record"],
)
async def test_a_file_that_is_no_season_is_refused_as_such(
    program: InProcessProgram, content: bytes, size: int | None, said: str
) -> None:

    answer = await program.command(ANN, "league", file=AttachedFile(content, size=size))

    assert "isn't an exported season" in answer.text
    assert said in answer.text
    assert "record" not in answer.text
    assert program.discord.fetched == ([] if size else ["https://cdn.invalid/77"])

"""`/verify`, `/export` and `/import`: the answers about a file, and the files that a person gets."""

import io
import json
import zipfile
import zlib
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from cogs.personal.imports_page import NO_IMPORTS
from cogs.personal.records import (
    BROKEN,
    NOTHING_TO_EXPORT,
    OTHER_THAN_HERE,
    SAME_AS_HERE,
    SEAL_AS_HERE,
    compare_with_stored,
)
from cogs.ui.kit import answers
from cogs.ui.kit.errors import DONE_UNTOLD
from cogs.ui.kit.interactions import FILE_IS_ZIP, FILE_TOO_LARGE
from cogs.ui.kit.interface import interface
from cogs.ui.kit.layouts import BUTTON_FIRST
from cogs.ui.texts.texts import CHECKED, CHECKED_BUT
from data.store import ImportRow, Store
from data.store.people_schema import imports
from data.store.schema import tables
from engine import fairness
from engine.game import act, begin
from engine.games import game_type
from engine.record import NEWEST_DRAW, RECORD_BYTES, Configuration, Entry, GameRecord
from engine.record_json import decode, encode
from tables import lobby
from tables.records import record_checks as refusals
from tables.records import record_import
from tables.records.record_checks import RecordChecks
from tables.service import TableService
from tests.cog_tables import ANN, BEN, EVE, TABLE, logged, open_lobby, play, start_table
from tests.hive_matches import HIVE
from tests.in_process_program import AttachedFile, InProcessProgram, InteractionResult, to_json
from tests.postgresql import postgresql

SECOND = "bcdefghjkm"
HOUR = 3_600_000


GAME_UNKNOWN = b"""{"format": "hexcade/1", "game": "**@all**", "rules_version": 99, "seats": 2, "entries": []}"""


async def ended_record(program: InProcessProgram, table: str = TABLE) -> bytes:
    return encode(await program.service.ended_record(table))


async def verified(program: InProcessProgram, data: bytes, person: Any = EVE) -> str:
    return (await program.command(person, "verify", file=AttachedFile(data))).text


def archive(result: InteractionResult, name: str) -> dict[str, bytes]:
    """Return the files of an archive in an answer."""
    with zipfile.ZipFile(io.BytesIO(result.files[name])) as found:
        return {one: found.read(one) for one in found.namelist()}


def apply_changes(data: bytes, **fields: Any) -> bytes:
    """Return a record with some fields changed."""
    return json.dumps(json.loads(data) | fields).encode()


async def finished(program: InProcessProgram) -> bytes:
    """Return the record of a finished game of Ann and Ben."""
    await start_table(program.service)
    await play(program.service)
    return await ended_record(program)


async def test_a_true_record_is_proved_and_recognised(program: InProcessProgram) -> None:
    said = await verified(program, await finished(program))

    assert CHECKED in said
    assert SAME_AS_HERE in said
    assert "Proved: all" in said


async def test_a_record_in_which_nothing_differs_says_what_it_lacks(program: InProcessProgram) -> None:
    record = json.loads(await finished(program))
    said = await verified(
        program, json.dumps(record | {"entries": [entry[:2] for entry in record["entries"]]}).encode()
    )

    assert f"{CHECKED_BUT} {len(record['entries'])} digests are missing." in said
    assert SAME_AS_HERE in said


async def test_a_record_that_was_changed_is_found_out(program: InProcessProgram) -> None:
    data = await finished(program)
    entries = json.loads(data)["entries"]
    moves = [number for number, entry in enumerate(entries) if isinstance(entry[0], int)]
    without_last_move = apply_changes(data, entries=entries[: moves[-1]])
    other_draw = apply_changes(data, entries=[["chance", "order 1 0"] if e[0] == "chance" else e for e in entries])

    assert OTHER_THAN_HERE in await verified(program, without_last_move)
    assert BROKEN in await verified(program, other_draw)
    said = await verified(program, apply_changes(data, seed="00" * 32))
    assert "The seed doesn't match the game's commitment" in said
    assert CHECKED not in said


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not JSON"),
        (b"\x89PNG", "not JSON"),
        (b"[" * 100_000, "lists"),
        (b'{"format": "hexcade/1", "a": 1e999}', "integers of at most 6 digits"),
        (b'{"format": "other"}', "format"),
        (GAME_UNKNOWN, "I don't know a game called"),
        (GAME_UNKNOWN.replace(b"**@all**", b"monster_hex"), "version 99 of the rules"),
    ],
)
async def test_what_is_no_record_is_told_as_such(program: InProcessProgram, data: bytes, said: str) -> None:
    shown = await verified(program, data)

    assert refusals.NO_RECORD in shown
    assert "*Record* under *More*" in shown
    assert said in shown
    assert "**@all**" not in shown


async def test_little_of_a_file_is_echoed_and_none_of_its_marks(program: InProcessProgram) -> None:
    """The answer contains no wall of text, no mention and no link from the file."""
    data = await finished(program)
    entries = json.loads(data)["entries"]
    first = next(number for number, entry in enumerate(entries) if isinstance(entry[0], int))
    entries[first][1] = "@everyone [x](http://y) " + "w" * 450

    shown = await verified(program, apply_changes(data, entries=entries))

    assert BROKEN in shown
    assert "w" * 81 not in shown
    assert "[x](http" not in shown
    assert len(shown) < 1_000


async def test_an_archive_of_export_is_not_unpacked_and_it_is_told_what_to_send(program: InProcessProgram) -> None:
    """The archive is refused, whatever its unpacked size."""
    bomb = zipped(bytes(10**7))
    for command in ("verify", "import"):
        answer = await program.command(EVE, command, file=AttachedFile(bomb))
        assert FILE_IS_ZIP in answer.text


async def test_a_large_file_is_not_even_fetched(program: InProcessProgram) -> None:
    for command in ("verify", "import"):
        answer = await program.command(EVE, command, file=AttachedFile(b"{}", size=RECORD_BYTES + 1))
        assert FILE_TOO_LARGE in answer.text
    assert program.discord.fetched == []


def long_record(rounds: int) -> bytes:
    """Return a long valid record in which one move is made and taken back again and again."""
    seed = fairness.derive_seed(3)
    configuration = Configuration("hex_battle_wars", 1, {}, 2, "x", fairness.commitment(seed), ("a", "b"), NEWEST_DRAW)
    configuration = msgspec.structs.replace(configuration, rules_version=game_type("hex_battle_wars").rules_version)
    advance = begin(configuration, seed)
    log = [Entry(one.actor, one.action) for one in advance.entries]
    game = advance.game
    made = act(game, game.actors[0], game.legal(game.actors[0])[0], seed).entries[0]
    for _ in range(rounds):
        start = len(log)
        log += [Entry(made.actor, made.action), Entry(-2, f"takeback {start}")]
    return encode(GameRecord(game.configuration, tuple(log), seed))


async def test_a_record_that_takes_too_long_is_given_up_politely(program: InProcessProgram) -> None:
    """The system ends the checking process; the program continues, and nothing of the record is kept."""
    program.bot.record_checks = RecordChecks(0, 0)

    assert refusals.TAKES_TOO_LONG in await verified(program, long_record(9_000))
    answer = await program.command(EVE, "import", file=AttachedFile(long_record(9_000)))
    assert refusals.TAKES_TOO_LONG in answer.text
    async with program.store.read() as reader:
        assert await reader.people.imports_of_user(EVE.id) == ()


async def test_nothing_is_said_about_a_game_that_goes_on(program: InProcessProgram) -> None:
    """Otherwise somebody could guess its seed, draws or hands and have the guess confirmed."""
    await start_table(program.service)
    async with program.store.read() as reader:
        row = await reader.tables.get(TABLE)
    assert row is not None
    assert row.salts is not None
    table = await program.service.load(TABLE)
    assert table.game is not None
    true = GameRecord(table.game.configuration, await logged(program.service), None)
    wrong = msgspec.structs.replace(
        true, configuration=msgspec.structs.replace(true.configuration, commitment="0" * 64)
    )

    origins = (SAME_AS_HERE, OTHER_THAN_HERE, SEAL_AS_HERE)

    for record in (true, wrong):
        said = await verified(program, encode(record), ANN)
        assert not any(text in said for text in origins)


async def test_a_file_that_names_an_impossible_table_is_compared_with_none() -> None:
    """PostgreSQL rejects text with a zero byte."""
    configuration = Configuration("monster_hex", 1, {}, 2, "\0", "0" * 64)
    async with postgresql() as url:
        store = await Store.open(url)
        assert await compare_with_stored(TableService(store, interface), GameRecord(configuration, ()), EVE.id) == ""
        await store.close()


async def test_a_stranger_learns_only_the_seal_of_a_game_whose_record_is_for_its_people(
    program: InProcessProgram,
) -> None:
    await start_table(program.service, 3, game=HIVE)
    await program.service.change(TABLE, lobby.cancel(ANN.id))
    data = await ended_record(program)
    guessed = apply_changes(data, entries=json.loads(data)["entries"][:1])

    for record in (data, guessed):
        said = await verified(program, record, EVE)
        assert SEAL_AS_HERE in said
        assert OTHER_THAN_HERE not in said
    assert SAME_AS_HERE in await verified(program, data, ANN)


async def test_an_export_has_ones_finished_games_and_no_open_one(program: InProcessProgram) -> None:
    data = await finished(program)
    await start_table(program.service, id=SECOND)
    await open_lobby(program.service, id="cdefghjkmn")
    # Players keep their records even after the program loses the game.
    async with program.store._engine.begin() as connection:
        await connection.execute(tables.update().where(tables.c.id == TABLE).values(game="chess"))
    data = data.replace(b'"monster_hex"', b'"chess"')

    answer = await program.command(BEN, "export")

    found = archive(answer, "records.zip")
    assert [name.split("_", 1)[1] for name in found] == [f"chess_{TABLE}.json"]
    assert next(iter(found.values())) == data
    assert "1 finished game" in answer.text
    assert await verified(program, answer.files["records.zip"]) == FILE_IS_ZIP
    assert NOTHING_TO_EXPORT in (await program.command(EVE, "export")).text


async def test_an_export_takes_the_newest_that_fit(program: InProcessProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, table in enumerate((TABLE, SECOND)):
        await start_table(program.service, id=table)
        await play(program.service, table=table)
        program.outbox.clock.now += HOUR * (number + 1)
    small = len(zipped(await ended_record(program, SECOND))) + 600
    monkeypatch.setattr(answers, "ROOM_LEFT", 10**7 - small)

    answer = await program.command(ANN, "export")

    assert [name.endswith(f"{SECOND}.json") for name in archive(answer, "records.zip")] == [True]
    assert "1 older one doesn't fit" in answer.text


def zipped(content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("x" * 40, content)
    return file.getvalue()


async def test_a_record_is_looked_at_turn_by_turn_and_replayed(program: InProcessProgram) -> None:
    data = await finished(program)

    shown = await program.command(EVE, "import", file=AttachedFile(data))

    assert "wins" in shown.text
    assert "Player 1" in shown.text
    assert ANN.name not in shown.text
    step = next(one for one in shown.custom_ids if one.endswith(f":0:{BUTTON_FIRST}"))
    first = await program.press(EVE, step, private=True)
    assert "the start" in first.text
    assert first.files
    told = await program.press(EVE, next(one for one in shown.custom_ids if "brought_text" in one), private=True)
    assert "```" in told.text
    assert "Player 1" in told.text
    replay = next(one for one in shown.custom_ids if "brought_replay" in one)
    again = await program.press(EVE, replay, private=True)
    assert any(name.endswith(".gif") for name in again.files)


async def test_a_record_is_its_importers_alone_and_removable(program: InProcessProgram) -> None:
    shown = await program.command(EVE, "import", file=AttachedFile(await finished(program)))
    board, remove = (
        next(one for one in shown.custom_ids if f":{action}:" in one) for action in ("brought", "brought_remove")
    )

    assert refusals.IMPORT_GONE in (await program.press(ANN, board)).text
    await program.press(ANN, remove)
    listed = await program.command(EVE, "import")
    assert "me::brought" in listed.custom_ids
    assert NO_IMPORTS in (await program.command(ANN, "import")).text
    await program.press(EVE, remove)
    assert NO_IMPORTS in (await program.command(EVE, "import")).text
    assert refusals.IMPORT_GONE in (await program.press(EVE, board)).text


async def test_a_record_of_rules_that_are_gone_is_listed_and_removable(program: InProcessProgram) -> None:
    shown = await program.command(EVE, "import", file=AttachedFile(await finished(program)))
    async with program.store._engine.begin() as connection:
        ((content,),) = await connection.execute(select(imports.c.content))
        older = zlib.compress(apply_changes(zlib.decompress(content), rules_version=99))
        await connection.execute(imports.update().values(game="chess", content=older))

    listed = await program.command(EVE, "import")
    assert "Chess, " in to_json([request.body for request in listed.requests])
    for action in ("brought", "brought_text", "brought_replay"):
        page = await program.press(EVE, next(one for one in shown.custom_ids if f":{action}:" in one), private=True)
        assert "version 99 of the rules" in page.text
    await program.press(EVE, next(one for one in page.custom_ids if "brought_remove" in one), private=True)
    assert NO_IMPORTS in (await program.command(EVE, "import")).text


async def test_a_removal_whose_answer_is_lost_is_not_told_as_failed(program: InProcessProgram) -> None:
    await record_import.keep(program.store, ImportRow("brought234", EVE.id, "tiny", 0, 0), "digest", b"{}")
    program.discord.fail_next("PATCH", r"/webhooks/\d+/[^/]+/messages/@original", OSError("connection lost"), times=100)

    removed = await program.press(EVE, "me::brought_remove:brought234", private=True)

    assert removed.requests[-1].texts == DONE_UNTOLD


async def test_a_record_brought_twice_is_kept_once_and_not_more_than_the_limit(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_import, "MOST_IMPORTS", 1)
    data = await finished(program)
    for _ in range(2):
        await program.command(EVE, "import", file=AttachedFile(data))
    other = apply_changes(data, entries=json.loads(data)["entries"][:5])

    answer = await program.command(EVE, "import", file=AttachedFile(other))

    assert refusals.format_too_many_imports(1) in answer.text
    async with program.store.read() as reader:
        assert len(await reader.people.imports_of_user(EVE.id)) == 1


async def test_a_record_that_breaks_the_rules_is_not_kept(program: InProcessProgram) -> None:
    data = await finished(program)
    entries = json.loads(data)["entries"]

    answer = await program.command(EVE, "import", file=AttachedFile(apply_changes(data, entries=entries[3:])))

    assert "can't be replayed" in answer.text
    assert "Entry 1" in answer.text
    assert decode(data).entries

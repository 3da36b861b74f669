"""`/privacy`: a person's data as a file, and its deletion while games are open."""

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from cogs.personal.privacy import DELETED, open_games
from cogs.personal.records import SAME_AS_HERE
from cogs.ui.texts.texts import CHECKED
from data.store.schema import metadata
from engine.record_json import encode
from engine.verification import verify
from tables import lobby
from tables.dispatching.dispatcher import Backoff
from tables.preferences import change_preferences
from tables.records import forgetting
from tables.seat_changes import seats
from tables.settings import TableSettings
from tests.cog_tables import (
    ANN,
    BEN,
    CAM,
    CHANNEL,
    EVE,
    TABLE,
    mover,
    open_lobby,
    play,
    start_table,
)
from tests.in_process_program import AttachedFile, InProcessProgram, to_json

LOBBY, GUEST, PLAYING, HOSTED, ALONE = "lobby22222", "guest22222", "playing222", "hosted2222", "alone22222"


async def everything(program: InProcessProgram) -> str:
    """Return all rows of the database as text."""
    async with program.store._engine.connect() as connection:
        return repr([(await connection.execute(select(table))).all() for table in metadata.sorted_tables])


async def busy(program: InProcessProgram) -> None:
    """Give Ann a finished game, lobbies of her own and of Ben's, and open games of both."""
    service = program.service
    await start_table(service)
    await play(service)
    await open_lobby(service, id=LOBBY)
    await open_lobby(service, id=GUEST, host=BEN.id)
    await service.change(GUEST, lobby.join(ANN, "guest"))
    await start_table(service, 3, id=PLAYING)
    await start_table(service, 2, id=HOSTED)
    await start_table(service, 1, 1, id=ALONE)
    await change_preferences(program.store, ANN, theme="light")
    await program.command(ANN, "import", file=AttachedFile(encode(await service.ended_record(TABLE))))


async def test_the_file_has_all_that_is_stored_of_a_person_and_nothing_secret(program: InProcessProgram) -> None:
    await busy(program)
    person, seen = await mover(program.service, PLAYING)
    await program.service.act(PLAYING, person.id, seen.legal[0])

    answer = await program.press(ANN, "me::privacy_export", private=True)

    with zipfile.ZipFile(io.BytesIO(answer.files["my_data.zip"])) as found:
        content = {name: json.loads(found.read(name)) for name in found.namelist()}
    data = content["data.json"]
    assert data["your_id"] == str(ANN.id)
    assert len(data["seats.user_id"]) == 6
    assert [row["name"] for row in data["users.id"]] == [ANN.name]
    assert {row["id"] for row in data["tables.host"]} >= {TABLE, LOBBY, PLAYING, HOSTED, ALONE}
    assert {f"moves/{name}.json" for name in (TABLE, PLAYING)} <= set(content)
    assert content[f"moves/{TABLE}.json"]
    assert any(name.startswith("imports/") for name in content)
    others = to_json({name: one for name, one in content.items() if not name.startswith("imports/")})
    assert not any(secret in others for secret in (str(BEN.id), str(CAM.id), BEN.name, "server_seed", "digest"))
    async with program.store.read() as reader:
        for table in (PLAYING, HOSTED):
            entries = await reader.logs.entries(table)
            own = [one["move"] for one in content[f"moves/{table}.json"]]
            ours = {seat.seat for seat in await reader.tables.seats(table) if seat.user_id == ANN.id}
            assert own == [entry.action for entry in entries if int(entry.actor) in ours]


async def test_whoever_is_deleted_leaves_their_games_and_is_nowhere(program: InProcessProgram) -> None:
    await busy(program)
    await program.outbox.settle()
    asked = await program.press(ANN, "me::privacy_ask", private=True)
    assert "You resign 3 games" in asked.text
    assert "You leave 2 tables" in asked.text

    done = await program.press(ANN, "me::privacy_delete", private=True)

    assert DELETED in done.text
    await program.outbox.settle()
    async with program.store.read() as reader:
        phases = {
            name: row.phase for name in (LOBBY, GUEST, PLAYING, HOSTED, ALONE) if (row := await reader.tables.get(name))
        }
        assert phases == {
            LOBBY: "cancelled",
            GUEST: "lobby",
            PLAYING: "playing",
            HOSTED: "finished",
            ALONE: "cancelled",
        }
        row, names = await reader.tables.get(PLAYING), [seat.name for seat in await reader.tables.seats(PLAYING)]
        assert row is not None
        assert row.host == BEN.id
        assert names == ["Player 1", BEN.name, CAM.name]
        assert await reader.people.pending_deletions() == ()
    async with program.store.write() as writer:
        await writer.outbox.mark_done([one.id for one in await writer.outbox.pending(10**15)])
    left = await everything(program)
    assert str(ANN.id) not in left
    assert not re.search(rf"\b{ANN.name}\b", left), "no line that was posted meanwhile names them"
    await play(program.service, table=PLAYING)
    assert (await program.service.load(PLAYING)).row.phase == "finished"


async def test_ones_direct_messages_are_forgotten_too(program: InProcessProgram) -> None:
    """Direct messages belong to one person, and their channel id would reveal whose games those were."""
    direct = 4 * 10**17 + 7
    await program.start(1, 1, guild_id=None, channel_id=direct)
    assert str(direct) in await everything(program)

    await program.press(ANN, "me::privacy_delete", private=True)
    await program.outbox.settle()

    assert str(direct) not in await everything(program)
    async with program.store.read() as reader:
        assert await reader.outbox.pending(10**15) == ()


async def test_a_lobby_no_longer_shows_who_has_declined_and_is_deleted(program: InProcessProgram) -> None:
    await open_lobby(program.service, TableSettings(seats=3, host_called=True, invited=(EVE.id,)))
    await program.service.change(TABLE, lobby.leave(EVE.id))
    await program.outbox.settle()
    assert str(EVE.id) in str(program.discord.messages(CHANNEL))

    await program.press(EVE, "me::privacy_delete", private=True)
    await program.outbox.settle()

    assert str(EVE.id) not in str(program.discord.messages(CHANNEL))


async def test_the_games_of_the_others_stay_proved(program: InProcessProgram) -> None:
    await start_table(program.service)
    await play(program.service)
    before = await program.service.ended_record(TABLE)

    await program.press(ANN, "me::privacy_delete", private=True)

    assert await program.service.ended_record(TABLE) == before
    assert verify(before).verified
    shown = await program.press(BEN, f"{TABLE}::check")
    assert CHECKED in shown.text
    said = await program.command(BEN, "verify", file=AttachedFile(encode(before)))
    assert SAME_AS_HERE in said.text
    stats = await program.command(BEN, "stats")
    assert "2 players: 1 game" in stats.text
    assert ANN.name not in stats.text


async def test_somebody_is_forgotten_by_what_operators_are_told_to_run(program: InProcessProgram) -> None:
    """The SQL in docs/hosting/people.md forgets somebody who can't press buttons any more."""
    await start_table(program.service)
    await play(program.service)
    document = (Path(__file__).parents[2] / "docs/hosting/people.md").read_text()
    (script,) = re.findall(r"^```sql\n(.*?)^```", document, re.MULTILINE | re.DOTALL)

    async with program.store._engine.begin() as connection:
        await connection.execute(text(script.replace("PERSON", str(ANN.id))))
    await forgetting.forget_waiting(program.service, Backoff(forgetting.RETRY_MS))

    await program.outbox.settle()
    left = await everything(program)
    assert str(ANN.id) not in left
    assert str(BEN.id) in left


async def test_a_deletion_goes_on_after_a_kill(program: InProcessProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    """The request is stored first, so the upkeep resumes it, and steps already done are not repeated."""
    await busy(program)
    real, calls = forgetting._leave, 0

    async def dies(*given: Any) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise RuntimeError("killed here")
        await real(*given)

    monkeypatch.setattr(forgetting, "_leave", dies)
    await program.press(ANN, "me::privacy_delete", private=True)
    assert str(ANN.id) in await everything(program)
    monkeypatch.setattr(forgetting, "_leave", real)

    await forgetting.forget_waiting(program.service, Backoff(forgetting.RETRY_MS))
    once = await everything(program)
    await forgetting.forget_waiting(program.service, Backoff(forgetting.RETRY_MS))

    assert await everything(program) == once
    async with program.store.write() as writer:
        await writer.outbox.mark_done([one.id for one in await writer.outbox.pending(10**15)])
    assert str(ANN.id) not in await everything(program)


async def test_a_seat_offered_to_somebody_who_is_deleted_can_be_offered_again(program: InProcessProgram) -> None:
    await start_table(program.service)
    await program.service.change(TABLE, seats.offer(ANN.id, 0, EVE.id))
    await program.outbox.settle()

    await program.press(EVE, "me::privacy_delete", private=True)

    assert str(EVE.id) not in await everything(program)
    await program.service.change(TABLE, seats.offer(ANN.id, 0, CAM.id))
    await program.outbox.settle()


@pytest.mark.parametrize(
    ("lobbies", "told"), [(1, "1 table that hasn't started"), (2, "2 tables that haven't started")]
)
def test_it_is_told_what_becomes_of_open_tables(lobbies: int, told: str) -> None:
    assert told in open_games(lobbies, 0)


async def test_who_has_nothing_can_ask_too(program: InProcessProgram) -> None:
    page = await program.command(EVE, "privacy")
    assert {"me::privacy_export", "me::privacy_ask"} <= set(page.custom_ids)

    for action in ("privacy", "privacy_ask", "privacy_export", "privacy_delete"):
        assert (await program.press(EVE, f"me::{action}", private=True)).text
    assert str(EVE.id) not in await everything(program)

"""Tables of a game that the program no longer has: their rows stay readable, and moderators can end them."""

from sqlalchemy import text

from data.store import Store
from engine.record_json import encode
from tables.moderating import moderation
from tables.moderating.moderation import Moderator
from tables.service import TableService
from tables.texts import GAME_GONE
from tests.cog_tables import ANN, MINUTES_5, open_lobby, play, start_table
from tests.in_process_program import AttachedFile, InProcessProgram, to_json
from tests.running_dispatchers import Clock, Running

OVER, OPEN, LOBBY = "over000001", "open000001", "lobby00001"


async def cut_out(store: Store) -> None:
    """Assign all rows to a game that the program does not have."""
    async with store.write() as writer:
        for table in ("tables", "imports"):
            await writer._transaction.connection.execute(text(f"UPDATE {table} SET game = 'far_checkers'"))


async def test_lists_show_a_game_that_is_gone_by_its_name_with_what_the_rows_tell(program: InProcessProgram) -> None:
    await play(program.service, table=(await start_table(program.service, id=OVER)).row.id)
    record = encode(await program.service.record(OVER, ANN.id))
    await program.command(ANN, "import", file=AttachedFile(record))
    await program.start(id=OPEN)
    await cut_out(program.store)
    program.managers.add(ANN.id)

    games = (await program.command(ANN, "games")).text
    assert "**Far Checkers #1**" in games
    assert "you won" in games
    assert "**Far Checkers #2** in <#200000000000000000> · this game is no longer available" in games
    assert "**Far Checkers**\n2 players: 1 game, 1 won" in (await program.command(ANN, "stats")).text
    for command in ("moderate", "import"):
        assert "Far Checkers" in to_json([request.body for request in (await program.command(ANN, command)).requests])
    assert "records.zip" in (await program.command(ANN, "export")).files
    assert "my_data.zip" in (await program.press(ANN, "me::privacy_export")).files
    for pressed in (f"{OPEN}:2:move", f"{OPEN}::more", f"{OVER}::replay", f"{OVER}::again", f"{OVER}::review"):
        assert (await program.press(ANN, pressed)).text == GAME_GONE


async def test_a_moderator_ends_a_table_of_a_game_that_is_gone_and_nothing_is_tried_to_be_posted_for_ever(
    program: InProcessProgram,
) -> None:
    await start_table(program.service, id=OPEN)
    await open_lobby(program.service, id=LOBBY)
    await program.outbox.settle()
    await cut_out(program.store)

    for table in (OPEN, LOBBY):
        await program.service.change(table, moderation.end(Moderator(ANN.id)))
    await program.outbox.settle()

    assert "You have no games yet" in (await program.command(ANN, "games")).text
    async with program.store.read() as reader:
        assert [row.kind for row in await reader.outbox.pending(2**62)] == []


async def test_a_deadline_of_a_game_that_is_gone_waits_in_case_it_comes_back(
    service: TableService, store: Store, clock: Clock, timers: Running
) -> None:
    await start_table(service, id=OPEN, clock=MINUTES_5)
    await cut_out(store)

    await timers.settle(MINUTES_5 * 1000)

    async with store.read() as reader:
        deadline = await reader.timers.get(OPEN, "deadline")
    assert deadline is not None
    assert deadline.due > clock.now

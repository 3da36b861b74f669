"""Everything shown apart from the board: clocks, pings, moderation, files, and later messages."""

from typing import Any

from engine.record import GameRecord
from engine.record_json import encode
from tables.calling.nudges import FIRST_MS
from tables.open_table import Person
from tables.timing import deadlines, idle
from tests.cog_tables import EVE, PEOPLE, SEED, TABLE
from tests.in_process_program import AttachedFile, InProcessProgram, InteractionResult
from tests.secrets.scenes import StoredTable, await_answer

PAGES = (
    *("pings", "time", "replace", "privacy", "privacy_export", "privacy_ask", "guide", "theme", "confirm", "listed"),
    *("follow:end", "follow:turns", "mute", "unmute", "pause_sos", "end", "cancel", "computer", "clock", "seats"),
    *("set_up", "own", "form", "share", "again", "games", "quiet", "weekends"),
    *("brought_list", "brought", "brought_replay"),
)
"""Actions that do not change the game."""
MODERATION = (
    *("this_table", "moderate", "mod_tables", "mod_blocked", "mod_ask:lock", "mod_ask:offer", "replace", "mod_log"),
)
COMMANDS = (
    *("export", "import", "privacy", "stats", "away", "server", "moderate"),
    *("battle status", "clix status", "hive status"),
)
LATER = ("stand_in", "back", "pause_ask", "pause_agree:0:0", "pause_sos_now", "pause_resume", "idle_here:0")
"""Actions that change the table but not the game."""


def record_of(scene: StoredTable) -> AttachedFile:
    """Return the record of a person who has guessed everything hidden."""
    return AttachedFile(encode(GameRecord(scene.game.configuration, scene.log, SEED)))


async def around_the_table(program: InProcessProgram, scene: StoredTable, person: Person) -> dict[str, str]:
    """Return all that a person is shown who opens all pages except the board, requests files and moderates."""
    shown = {what: await await_answer(program, program.press(person, f"{TABLE}::{what}")) for what in PAGES}
    for command in COMMANDS:
        shown[f"/{command}"] = await await_answer(program, program.command(person, command))
    for command in ("verify", "import"):
        shown[f"/{command} a file"] = await await_answer(
            program, program.command(person, command, file=record_of(scene))
        )
    program.managers.add(person.id)
    for what in MODERATION:
        shown[f"moderator: {what}"] = await await_answer(program, program.press(person, f"{TABLE}::{what}"))
    shown["moderator: mod_pick"] = await await_answer(program, program.press(person, "server::mod_pick", [TABLE]))
    for command in ("moderate", "server"):
        shown[f"moderator: /{command}"] = await await_answer(program, program.command(person, command))
    program.managers.clear()
    return shown


async def as_time_passes(program: InProcessProgram, person: Person) -> dict[str, str]:
    """Return the answers to nudges, reminders, a sleeping table, pauses, an offered seat and a moderator's acts.

    Their public messages are checked with the other public messages.
    """
    shown: dict[str, str] = {}
    await program.outbox.settle(FIRST_MS)
    for sitting in (person, *PEOPLE):
        shown[f"nudge by {sitting.name}"] = await await_answer(program, program.press(sitting, f"{TABLE}::nudge"))
    table = await program.service.load(TABLE)
    reminding = max(seat.remind or 0 for seat in table.seats)
    assert reminding, "somebody is to be reminded"
    await program.service.change(TABLE, deadlines.remind(table.row.turn, reminding))
    await program.outbox.settle()
    await program.service.change(TABLE, idle.ask(program.service.now(), has_limit=False))
    await program.outbox.settle()
    for what in LATER:
        shown[f"later: {what}"] = await await_answer(program, program.press(person, f"{TABLE}::{what}"))
    shown["replaced"] = await await_answer(program, replaced(program, PEOPLE[0]))
    program.managers.add(person.id)
    for act in ("lock", "pause", "resume"):
        reason = [{"type": 18, "id": 3, "component": {"type": 4, "id": 4, "custom_id": "reason", "value": "a reason"}}]
        shown[f"mod_act {act}"] = await await_answer(program, program.submit(person, f"{TABLE}::mod_act:{act}", reason))
    for what in ("moderate", "mod_log", "time", "more", "history"):
        shown[f"afterwards: {what}"] = await await_answer(program, program.press(person, f"{TABLE}::{what}"))
    shown["afterwards: privacy_export"] = await await_answer(program, program.press(person, "me::privacy_export"))
    program.managers.clear()
    return shown


async def replaced(program: InProcessProgram, person: Person) -> InteractionResult:
    """Let a person offer their seat."""
    people: dict[str, Any] = {"type": 5, "id": 4, "custom_id": "people", "values": [str(EVE.id)]}
    return await program.submit(person, f"{TABLE}::replaced:0", [{"type": 18, "id": 3, "component": people}])

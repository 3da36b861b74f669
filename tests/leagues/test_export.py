"""Seasons as files: exported, verified without the bot, and imported on another server (acceptance 15)."""

import codecs
import csv
import json
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from cogs.ui.kit.interface import interface
from data.store import LeagueRow, Store
from leagues import export, organising
from leagues.__main__ import main
from leagues.document_checks import decode
from leagues.joining import leave
from leagues.scoring import SeatEnd
from leagues.season import Season, people_of
from leagues.seasons import Seasons
from leagues.settings import PRESETS
from tables.open_table import Person
from tables.refusal import Refusal
from tables.service import TableService
from tests.migrated_database import open_store
from tests.playground_driver import PATIENCE_SECONDS
from tests.playing import GUILD, ORGANISER, begin, count_as, join, league, step
from tests.running_dispatchers import Clock

WHY = "as agreed"
ELSEWHERE, CHANNEL = 8, 80
TABLES = (export.STANDINGS, export.TABLES, export.RATINGS)


@pytest.fixture
async def elsewhere(tmp_path: Path, clock: Clock) -> AsyncIterator[Seasons]:
    """Yield the leagues service on another, empty store."""
    store = await open_store(tmp_path / "elsewhere.sqlite3", clock=clock)
    yield Seasons(TableService(store, interface))
    await store.close()


async def playing(seasons: Seasons, clock: Clock, deals: int = 4) -> Season:
    """Start a season and play several deals, with leaving, joining and organisers' acts in the second one."""
    season = await begin(seasons, await join(seasons, await league(seasons, "monster_hex"), 9), clock)
    for number in range(1, deals + 1):
        while (tables := season.open_tables()) and len(tables) > 1:
            people = people_of(tables[0])
            places = [1, 1, 3, 4] if number % 2 else [2, 1, 4, 3]
            ends = [SeatEnd(person, 5, place, left=False) for person, place in zip(people, places, strict=False)]
            season = await count_as(seasons, season, *ends)
        if number == 2:
            table_id = next(table.table_id for table in season.tables if table.state == "counted")
            await seasons.change(season.row.id, leave(4))
            await seasons.join(season.row.id, Person(10, "=Jon"))
            await seasons.change(season.row.id, organising.forbid_pair(ORGANISER, 2, 3, WHY))
            await seasons.change(season.row.id, organising.void_table(ORGANISER, table_id, WHY))
        assert season.row.due is not None
        clock.now = season.row.due
        season = await step(seasons, season)
    return season


async def over(seasons: Seasons, clock: Clock) -> Season:
    season = await playing(seasons, clock)
    return await seasons.end_now(season.row.id, ORGANISER, WHY)


async def document(seasons: Seasons, season: Season) -> bytes:
    return (await export.files(seasons, season))[export.DOCUMENT]


Verify = Callable[[bytes], tuple[int, Any]]


@pytest.fixture
def verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verify:
    """Return a function that runs the verify command on a document, and returns its exit status and output."""

    def verify(data: bytes) -> tuple[int, Any]:
        path = tmp_path / "season.json"
        path.write_bytes(data)
        status = main(["verify", str(path)])
        said = capsys.readouterr()
        return status, json.loads(said.out) if said.out else said.err

    return verify


async def test_a_season_verifies_without_the_bot(seasons: Seasons, clock: Clock, verified: Verify) -> None:
    season = await over(seasons, clock)

    status, found = verified(await document(seasons, season))

    assert (status, found["verdict"], found["lacking"], found["differences"]) == (0, "verified", [], [])
    assert (found["deals"], found["tables"]) == (5, len(season.tables))


async def test_the_seed_is_told_only_once_the_season_is_over(seasons: Seasons, clock: Clock, verified: Verify) -> None:
    season = await playing(seasons, clock, 1)
    files = await export.files(seasons, season)

    assert season.row.seed.hex() not in "".join(content.decode() for content in files.values())
    status, found = verified(files[export.DOCUMENT])
    assert (status, found["verdict"]) == (3, "follows")
    assert json.loads(files[export.DOCUMENT])["season"]["commitment"] == season.commitment
    await seasons.end_now(season.row.id, ORGANISER, WHY)
    assert season.row.seed.hex() in (await document(seasons, season)).decode()


def of_another_result(told: Any) -> None:
    result = next(table["result"] for table in told["tables"] if table["state"] == "counted")
    result["places"] = [1] * len(result["places"])


CHANGES: dict[str, Callable[[Any], object]] = {
    "another order": lambda told: told["tables"][0]["people"].reverse(),
    "other people": lambda told: told["deals"][0]["made_from"]["pool"].pop(),
    "another seed": lambda told: told["season"].update(seed="00" * 32),
    "another commitment": lambda told: told["season"].update(commitment="00" * 32),
    "other meetings": lambda told: told["deals"][-1]["made_from"]["history"].pop(0),
    "another result": of_another_result,
    "another winner": lambda told: told["standings"][0].update(score="60"),
    "one deal more": lambda told: told["deals"].append(told["deals"][-1] | {"number": 9}),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_what_was_changed_does_not_verify(
    seasons: Seasons,
    clock: Clock,
    verified: Verify,
    change: Callable[[Any], object],
) -> None:
    told = json.loads(await document(seasons, await over(seasons, clock)))
    change(told)

    status, found = verified(json.dumps(told).encode())

    assert (status, found["verdict"]) == (1, "broken")
    assert found["differences"]


async def test_a_deal_verifies_after_somebody_was_forgotten(seasons: Seasons, clock: Clock, verified: Verify) -> None:
    gone = 300_000_000_000_000_007
    season = await join(seasons, await league(seasons, "monster_hex"), 6)
    await seasons.join(season.row.id, Person(gone, "Gus"))
    season = await begin(seasons, season, clock)
    assert gone in {person for table in season.tables for person in people_of(table)}
    season = await seasons.end_now(season.row.id, ORGANISER, WHY)
    async with seasons.store.write() as writer:
        await writer.people.forget_person(gone)

    data = await document(seasons, season)

    assert str(gone).encode() not in data
    assert verified(data)[0] == 0


async def test_an_export_brought_in_elsewhere_gives_the_same_standings(
    seasons: Seasons, elsewhere: Seasons, clock: Clock, verified: Verify
) -> None:
    season = await over(seasons, clock)
    data = await document(seasons, season)

    there = await elsewhere.import_season(ELSEWHERE, CHANNEL, ORGANISER, data)

    found = await elsewhere.load(there.row.id)
    assert found.standings == season.standings
    assert found.results != ()
    assert (found.name, found.row.seed, found.row.state) == (season.name, season.row.seed, "final")
    assert (found.league.guild_id, found.row.channel_id, found.row.due) == (ELSEWHERE, CHANNEL, None)
    assert await elsewhere.leagues_of(ELSEWHERE) == ()
    assert await elsewhere.ratings(ELSEWHERE, "monster_hex") == {}
    async with elsewhere.store.read() as reader:
        acts = await reader.leagues.season_acts(there.row.id)
        (entry,) = await reader.servers.audit_of_server(ELSEWHERE, 9)
        waiting = await reader.outbox.pending(2**60, 9, busy_tables=(), busy_rows=())
    assert [act.act for act in acts] == ["forbid", "void", "end now"]
    assert acts[0].created < acts[2].created
    assert (entry.act, entry.actor) == ("league: import", ORGANISER)
    assert [row.kind for row in waiting] == ["season_card"]
    # An imported season can be exported again.
    assert verified(await document(elsewhere, found))[0] == 0


async def test_an_export_comes_once(seasons: Seasons, elsewhere: Seasons, clock: Clock) -> None:
    data = await document(seasons, await over(seasons, clock))

    await elsewhere.import_season(ELSEWHERE, CHANNEL, ORGANISER, data)
    with pytest.raises(Refusal, match="already has this season"):
        await elsewhere.import_season(ELSEWHERE, CHANNEL, ORGANISER, data)
    with pytest.raises(Refusal, match="already has this season"):
        await seasons.import_season(GUILD, CHANNEL, ORGANISER, data)
    await seasons.import_season(ELSEWHERE, CHANNEL, ORGANISER, data)


async def test_former_players_of_elsewhere_are_others_than_those_here(
    seasons: Seasons, elsewhere: Seasons, clock: Clock
) -> None:
    told = json.loads(await document(seasons, await over(seasons, clock)))
    as_former = json.loads(json.dumps(told).replace('"user_id": 1,', '"user_id": -1,'))
    for table in as_former["tables"]:
        result = table["result"] or {"people": []}
        for people in (table["people"], result["people"]):
            people[:] = [-1 if person == 1 else person for person in people]
    for deal in as_former["deals"]:
        deal["made_from"]["people"] = [-1 if one == 1 else one for one in deal["made_from"]["people"]]
    data = json.dumps(as_former).encode()

    first = await elsewhere.import_season(ELSEWHERE, CHANNEL, ORGANISER, data)
    second = await elsewhere.import_season(ELSEWHERE + 1, CHANNEL, ORGANISER, data)

    assert (await elsewhere.load(first.row.id)).names[-1] == "Former player 1"
    assert (await elsewhere.load(second.row.id)).names[-2] == "Former player 2"
    assert second.standings != ()


async def test_what_is_no_export_is_refused_and_says_why(
    seasons: Seasons, elsewhere: Seasons, clock: Clock, tmp_path: Path, verified: Verify
) -> None:
    season = await playing(seasons, clock)
    running = await document(seasons, season)
    season = await seasons.end_now(season.row.id, ORGANISER, WHY)
    good = await document(seasons, season)

    def apply_changes(change: Callable[[Any], Any]) -> bytes:
        told = json.loads(good)
        change(told)
        return json.dumps(told).encode()

    bad: tuple[bytes, ...] = (
        b"",
        b"[]",
        b"\xff",
        b"{" * 100_000,
        b" " * (5 << 20),
        apply_changes(lambda told: told.update(format="hexcade/1")),
        apply_changes(lambda told: told.update(more=1)),
        apply_changes(lambda told: told["season"].pop("number")),
        apply_changes(lambda told: told["season"].update(seed="00")),
        apply_changes(lambda told: told["season"].update(begins=-1)),
        apply_changes(lambda told: told["league"].update(game="chess")),
        apply_changes(lambda told: told["league"].update(name="x" * 101)),
        apply_changes(lambda told: told["league"].update(options={"size": "quick"})),
        apply_changes(lambda told: told["league"]["settings"].update(least=2, ideal=9, most=9)),
        apply_changes(lambda told: told["league"]["settings"].update(clock="never")),
        apply_changes(lambda told: told["league"]["settings"].update(most=99)),
        apply_changes(lambda told: told["members"].pop(0)),
        apply_changes(lambda told: told["members"].append(told["members"][0])),
        apply_changes(lambda told: told["members"].extend([told["members"][0]] * 1_000)),
        apply_changes(lambda told: told["tables"].append(told["tables"][0])),
        apply_changes(lambda told: told["tables"][0].update(people=[1, 1])),
        apply_changes(lambda told: told["tables"][0]["result"].update(places=[9, 9, 9, 9])),
        apply_changes(lambda told: told["tables"][1]["result"].update(places=[1, 2])),
        apply_changes(lambda told: told["tables"][1].update(result=None)),
        apply_changes(lambda told: told["deals"].append(told["deals"][0])),
        apply_changes(lambda told: told["deals"][0]["made_from"].update(sizes=[2, 9, 400])),
        apply_changes(lambda told: told["deals"][0]["made_from"].update(history=[[1, 77]])),
        apply_changes(lambda told: told["deals"][0]["made_from"].update(everybody=[-1])),
    )
    for number, data in enumerate(bad):
        with pytest.raises(Refusal, match="isn't an exported season"):
            await elsewhere.import_season(ELSEWHERE, CHANNEL, ORGANISER, data)
        status, said = verified(data)
        assert (status, str(said).startswith("leagues: ")) == (2, True), number
    with pytest.raises(Refusal, match="wasn't over"):
        await elsewhere.import_season(ELSEWHERE, CHANNEL, ORGANISER, running)
    with pytest.raises(Refusal, match="don't match"):
        await elsewhere.import_season(ELSEWHERE, CHANNEL, ORGANISER, apply_changes(CHANGES["another winner"]))
    assert main(["verify", str(tmp_path / "nowhere.json")]) == 2
    async with elsewhere.store.read() as reader:
        assert await reader.leagues.of_server(ELSEWHERE) == ()


async def test_options_that_are_nested_as_deep_as_can_be_read_are_refused(seasons: Seasons, clock: Clock) -> None:
    """Such options must not exceed the recursion limit in the text of the refusal."""
    told = json.loads(await document(seasons, await over(seasons, clock)))
    told["league"]["options"] = {"board": "deep"}

    for depth in range(900, 1_000):
        data = json.dumps(told).replace('"deep"', "[" * depth + "]" * depth).encode()
        with pytest.raises(Refusal, match="isn't an exported season"):
            decode(data)


async def test_every_preset_of_every_game_is_exported(seasons: Seasons, elsewhere: Seasons, verified: Verify) -> None:
    for game, presets in PRESETS.items():
        for preset in presets:
            row = LeagueRow(
                id=f"{game[:5]}{preset.name}",
                guild_id=GUILD,
                channel_id=CHANNEL,
                organiser=ORGANISER,
                name="A league",
                game=game,
                options=msgspec.json.encode(preset.options).decode(),
                settings=msgspec.json.encode(preset.settings).decode(),
                created=1,
            )
            season = await seasons.create(row, seasons.now() + 1)
            await seasons.end_now(season.row.id, ORGANISER, WHY)
            data = await document(seasons, season)
            assert verified(data)[0] == 0
            assert (await elsewhere.import_season(ELSEWHERE, CHANNEL, ORGANISER, data)).row.state == "cancelled"


async def test_files_for_spreadsheets(seasons: Seasons, clock: Clock) -> None:
    season = await over(seasons, clock)

    files = await export.files(seasons, season)
    found = {name: list(csv.DictReader(files[name].decode("utf-8-sig").splitlines())) for name in TABLES}

    assert all(files[name].startswith(codecs.BOM_UTF8) for name in TABLES)
    standings = found[export.STANDINGS]
    assert [line["person"] for line in standings] == [f"<@{line.person}>" for line in season.standings]
    assert all(line["score"].count(".") == 1 for line in standings)
    tables = found[export.TABLES]
    assert len(tables) == sum(len(people_of(table)) for table in season.tables)
    assert {line["id"] for line in tables} == {f"#{table.table_id}" for table in season.tables}
    assert {line["place"] for line in tables if line["state"] == "void"} == {""}
    ratings = await seasons.ratings(GUILD, "monster_hex")
    assert {line["person"]: float(line["mu"]) for line in found[export.RATINGS]} == {
        f"<@{person}>": row.mu for person, row in ratings.items()
    }


NAMES = {
    "Zoë 李": "Zoë 李",
    "3 Friends": "3 Friends",
    "B-52": "B-52",
    "=1+1": "'=1+1",
    "＝2+2": "'＝2+2",
    " @SUM(1)": "' @SUM(1)",
    "-Jon": "'-Jon",
    "+1": "'+1",
    "007": "'007",
    "1e5": "'1e5",
    "2026-01-02": "'2026-01-02",
}
"""Names, and their cells in a spreadsheet, where none is evaluated as a formula."""
GONE = 300_000_000_000_000_099


async def named(seasons: Seasons, store: Store, clock: Clock) -> dict[str, bytes]:
    """Return the files of a season of people with the NAMES and of one forgotten person."""
    season = await league(seasons, "monster_hex")
    for number, name in enumerate((*NAMES, "Gus")):
        person = GONE if name == "Gus" else 300_000_000_000_000_001 + number
        season = await seasons.join(season.row.id, Person(person, name))
    season = await begin(seasons, season, clock)
    for table in season.open_tables():
        ends = [SeatEnd(person, 5, place, left=False) for place, person in enumerate(people_of(table), 1)]
        season = await count_as(seasons, season, *ends)
    season = await seasons.end_now(season.row.id, ORGANISER, WHY)
    async with store.write() as writer:
        await writer.people.forget_person(GONE)
    return await export.files(seasons, season)


async def test_a_name_is_never_computed_and_a_former_player_has_no_id(seasons: Seasons, clock: Clock) -> None:
    files = await named(seasons, seasons.store, clock)

    for file in TABLES:
        lines = list(csv.DictReader(files[file].decode("utf-8-sig").splitlines()))
        assert {line["name"] for line in lines} == {*NAMES.values(), "Former player 1"}
        assert {line["person"] for line in lines if line["name"] == "Former player 1"} == {"former player 1"}


@pytest.mark.slow
async def test_a_spreadsheet_keeps_names_and_ids(seasons: Seasons, store: Store, clock: Clock, tmp_path: Path) -> None:
    """LibreOffice opens the files with the settings it suggests."""
    files = await named(seasons, store, clock)

    for name in TABLES:
        lines = list(csv.reader(files[name].decode("utf-8-sig").splitlines()))
        (tmp_path / name).write_bytes(files[name])
        cells = opened_in_libreoffice(tmp_path / name)
        assert cells[0] == [("string", text) for text in lines[0]], "no byte order mark is left in the first one"
        texts = {number for number, title in enumerate(lines[0]) if title in ("name", "person", "id")}
        for line, row in zip(lines[1:], cells[1:], strict=True):
            assert [row[number] for number in texts] == [("string", line[number]) for number in texts]


COMMA, QUOTE, UTF_8, FIRST_LINE = 44, 34, 76, 1


def opened_in_libreoffice(file: Path) -> list[list[tuple[str, str]]]:
    """Return the rows of a file as LibreOffice reads it: each cell's type and text.

    Skips the test if LibreOffice is not installed, or fails it if HEXCADE_REQUIRE_LIBREOFFICE is 1.
    """
    program = shutil.which("soffice")
    if program is None:
        reason = "No LibreOffice for tests: no program soffice."
        if os.environ.get("HEXCADE_REQUIRE_LIBREOFFICE") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    options = [f"-env:UserInstallation={(file.parent / 'profile').as_uri()}", "--headless"]
    # LibreOffice detects the encoding by the byte order mark only in its import dialog.
    options += [f"--infilter=CSV:{COMMA},{QUOTE},{UTF_8},{FIRST_LINE}", "--convert-to", "fods"]
    command = [program, *options, "--outdir", str(file.parent), str(file)]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE_SECONDS)
    table = ElementTree.parse(file.with_suffix(".fods")).find(".//{*}table")
    assert table is not None
    return [[cell for one in row for cell in _read(one)] for row in table.iterfind("{*}table-row")]


def _read(cell: ElementTree.Element) -> list[tuple[str, str]]:
    """Return a cell's type and text, as many times as the cell is repeated."""
    attributes = {name.rpartition("}")[2]: value for name, value in cell.items()}
    assert "formula" not in attributes
    found = attributes.get("value-type", ""), "\n".join("".join(part.itertext()) for part in cell)
    return [found] * int(attributes.get("number-columns-repeated", 1))

"""L1 to L6 through the whole program: where only others' secrets differ, whoever looks is sent the same.

Everything is compared: texts, pictures byte for byte, alt texts, custom ids, file names, errors, and the log. Each
channel has its mutant, a program that leaks there and nowhere else (engine.md, No-leak guarantee).
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import structlog

from cogs import _cards, _looks, _private, _texts
from cogs._computer import ComputerPlayers
from cogs._interfaces import interface
from cogs._looks import OpenTable, Person
from cogs._pictures import Themed
from engine.core import SPECTATOR
from engine.games import games
from tests.cogs import cog_tables
from tests.cogs.cog_tables import ANN, BEN, DAN, PEOPLE, TABLE, play, seat_row, start_table
from tests.cogs.dispatchers import Clock
from tests.faults.hall import Hall, Told, as_json, open_hall

MOVES = 5
PLAYABLE = [name for name in games() if find_spec(f"cogs.{name}")]
EVERYTHING = ("more", "hand", "rules", "text", "legend", "history", "replay", "zoom:NW", "past:2", "record")
ERRORS = ("move", "do:nothing", "do:place A1 B1 0", "do:place C4 G3 0", "tile:A1", "hexes:B1:C1", "resign", "cancel")


def play_on(state: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole program takes this for the state of the table."""
    load = _looks.load

    async def twin(reader: Any, table_id: str) -> OpenTable:
        found = await load(reader, table_id)
        assert found.game is not None
        game = msgspec.structs.replace(found.game, state=state)
        return OpenTable(found.row, found.seats, game)

    monkeypatch.setattr(_looks, "load", twin)


def as_sent(told: Told) -> str:
    """Everything that one interaction was answered with."""
    bodies = [(asked.method, as_json(asked.body), asked.files) for asked in told.asked]
    return repr((bodies, sorted(told.files.items())))


async def everything_shown(hall: Hall, person: Person, step: int) -> Iterator[tuple[str, str]]:
    """All that a person is sent who presses everything, and the public card, and the log."""
    shown: list[tuple[str, str]] = []
    with structlog.testing.capture_logs() as logs:
        shown += [(what, as_sent(await hall.press(person, f"{TABLE}::{what}"))) for what in EVERYTHING]
        shown += [(what, as_sent(await hall.press(person, f"{TABLE}:{step}:{what}"))) for what in ERRORS]
        shown.append(("/hand", as_sent(await hall.command(person, "hand"))))
        shown.append(("/games", as_sent(await hall.command(person, "games"))))
        await hall.outbox.settle()
    shown.append(("the card", repr(hall.discord.made)))
    shown.append(("the log", repr([{**line, "error": None} for line in logs])))
    return iter(shown)


async def world(folder: Path, clock: Clock, state: Any, viewer: Person, patch: pytest.MonkeyPatch) -> dict[str, str]:
    """What the viewer, who has no turn, finds out in a world; the same world and time give the same."""
    clock.now = 1_700_000_000_000
    async with open_hall(folder, clock) as hall:
        await start_table(hall.service)
        await play(hall.service, moves=MOVES)
        step = (await hall.service.load(TABLE)).row.step
        with patch.context() as here:
            if state is not None:
                play_on(state, here)
            return dict(await everything_shown(hall, viewer, step))


async def state_of(folder: Path, clock: Clock) -> tuple[Any, int]:
    """The true state after the moves, and the seat that must act."""
    async with open_hall(folder, clock) as hall:
        await start_table(hall.service)
        game = (await play(hall.service, moves=MOVES)).require_playing()
        return game, game.actors[0]


async def worlds(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, viewer: Person) -> list[dict[str, str]]:
    """The true world, and twins of it: a sampled one, and where there is one, one that was changed by hand."""
    game, _ = await state_of(tmp_path / "true", clock)
    seat = next((number for number, person in enumerate(PEOPLE[:2]) if person == viewer), SPECTATOR)
    suite = import_module(f"tests.engine.{game.configuration.game}.conformance").CONFORMANCE
    rng, rules = Random(3), game.rules
    # Whoever has no seat knows less than anybody: the twins of seat 0 hide what seat 0 does not know.
    knows = max(seat, 0)
    twins = [rules.determinize(rules.view(game.state, knows), rng), *suite.twins(rules, game.state, knows, rng)]
    twins = [twin for twin in twins if twin != game.state][:2]
    assert twins, "the twins change no secret"
    states = [game.state, *twins]
    return [
        await world(tmp_path / str(number), clock, state, viewer, monkeypatch) for number, state in enumerate(states)
    ]


def differences(found: list[dict[str, str]]) -> list[str]:
    """Where the worlds can be told apart."""
    return [what for what, shown in found[0].items() if any(other[what] != shown for other in found[1:])]


async def idle(tmp_path: Path, clock: Clock) -> Person:
    """The one of the two who need not act."""
    _, actor = await state_of(tmp_path / "asked", clock)
    return (ANN, BEN)[1 - actor]


@pytest.mark.parametrize("name", PLAYABLE)
@pytest.mark.parametrize("stranger", [False, True])
async def test_worlds_that_differ_in_others_secrets_look_the_same(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, name: str, stranger: bool
) -> None:
    """L1, L3 and L5: nothing differs, so that no planted value can show, and one's own hand is there in each."""
    monkeypatch.setattr(cog_tables, "GAME", name)
    viewer = DAN if stranger else await idle(tmp_path, clock)
    found = await worlds(tmp_path, clock, monkeypatch, viewer)
    assert differences(found) == []
    assert ("private.png" in found[0]["hand"]) is not stranger


# Mutants: each leaks through one channel


SECRET = [""]


def leak_in_text(patch: pytest.MonkeyPatch) -> None:
    not_your_turn = _texts.not_your_turn
    patch.setattr(_texts, "not_your_turn", lambda names: f"{not_your_turn(names)} {SECRET[0]}")


def leak_in_alt(patch: pytest.MonkeyPatch) -> None:
    picture = _cards.picture
    patch.setattr(_cards, "picture", lambda name, alt: picture(name, f"{alt[:900]} {SECRET[0]}"))


def leak_in_file_name(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("cogs._more.ANIMATION", f"replay-{abs(hash(SECRET[0]))}.gif")


def leak_in_picture(patch: pytest.MonkeyPatch) -> None:
    zoom = Themed.zoom

    def leaking(self: Themed, view: Any, labels: Any, around: str) -> Any:
        picture = zoom(self, view, labels, around)
        return picture._replace(png=picture.png + SECRET[0].encode())

    patch.setattr(Themed, "zoom", leaking)


def leak_in_log(patch: pytest.MonkeyPatch) -> None:
    hand = _private.hand_of

    async def leaking(*given: Any) -> Any:
        structlog.get_logger().info("a hand", holds=SECRET[0])
        return await hand(*given)

    # The cogs are loaded anew, so they take it from here.
    patch.setattr(_private, "hand_of", leaking)


def leak_in_custom_id(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("cogs._more.LAST", f"last-{abs(hash(SECRET[0])) % 10**9}")


def leak_in_card(patch: pytest.MonkeyPatch) -> None:
    ours = interface("monster_hex")
    patch.setattr(type(ours), "scores", lambda self, view, names: SECRET[0])


MUTANTS: list[tuple[Callable[[pytest.MonkeyPatch], None], str]] = [
    (leak_in_text, "move"),
    (leak_in_alt, "the card"),
    (leak_in_file_name, "replay"),
    (leak_in_picture, "zoom:NW"),
    (leak_in_log, "the log"),
    (leak_in_custom_id, "more"),
    (leak_in_card, "the card"),
]


@pytest.mark.parametrize(("mutant", "where"), MUTANTS, ids=lambda value: getattr(value, "__name__", ""))
async def test_a_leak_in_any_channel_is_found(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, mutant: Callable[[Any], None], where: str
) -> None:
    viewer = await idle(tmp_path, clock)
    found: list[dict[str, str]] = []
    for number, secret in enumerate(("S1 C4", "A1 B2")):
        with monkeypatch.context() as patch:
            patch.setitem(SECRET, 0, secret) if isinstance(SECRET, dict) else SECRET.__setitem__(0, secret)
            mutant(patch)
            found.append(await world(tmp_path / f"leak {number}", clock, None, viewer, patch))
    assert where in differences(found)


# L2, L4, L6


async def test_a_computer_player_chooses_the_same_in_worlds_that_it_cannot_tell_apart(
    tmp_path: Path, clock: Clock
) -> None:
    """L2: it knows what a person at its seat would, and not the truth."""
    game, seat = await state_of(tmp_path / "true", clock)
    rng, choices = Random(5), set()
    for _ in range(8):
        twin = msgspec.structs.replace(game, state=game.rules.determinize(game.view(seat), rng))
        row = await _row(tmp_path, clock)
        choices.add(ComputerPlayers._choose(OpenTable(row, (), twin), seat_row(seat, player="greedy", user_id=None)))
    assert len(choices) == 1


async def _row(tmp_path: Path, clock: Clock) -> Any:
    async with open_hall(tmp_path / "true", clock) as hall:
        return (await hall.service.load(TABLE)).row


async def test_who_is_shown_as_pending_changes_only_with_a_card(hall: Hall) -> None:
    """L4: composing a move, looking at a hand, or a wrong press leave step, card and pending seats as they are."""
    await start_table(hall.service)
    await hall.outbox.settle()
    look, said = await hall.service.look(TABLE), len(hall.discord.asked)
    (acting,) = look.waiting_for()
    person = next(person for person in PEOPLE if person.id == acting.user_id)
    for what in ("move", "hand", "do:nothing"):
        await hall.press(person, f"{TABLE}:{look.row.step}:{what}", private=True)
    await hall.outbox.settle()

    after = await hall.service.look(TABLE)
    assert (after.row.step, after.actors) == (look.row.step, look.actors)
    public = [asked for asked in hall.discord.asked[said:] if asked.path.startswith("/channels")]
    assert {asked.method for asked in public} <= {"GET"}


async def test_what_a_stranger_reads_everybody_at_the_table_reads_too(hall: Hall) -> None:
    """L6: the history, the board in words without the own hand, and the rules are the same for all."""
    await start_table(hall.service)
    await play(hall.service, moves=MOVES)
    for what in ("history", "rules"):
        stranger, seated = [await hall.press(person, f"{TABLE}::{what}") for person in (DAN, ANN)]
        assert stranger.text == seated.text
    stranger, seated = [await hall.press(person, f"{TABLE}::text") for person in (DAN, ANN)]
    assert "hand" not in stranger.text
    assert set(stranger.text.splitlines()) <= set(seated.text.splitlines())

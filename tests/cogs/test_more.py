"""The pages behind More and a person's settings: whatever is pressed, whenever, by whomever; and how large they get."""

import io
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from PIL import Image

from cogs.at_table.after_the_end import AfterTheEnd
from cogs.at_table.fairness_page import FairnessPage
from cogs.at_table.more import More
from cogs.at_table.moves import Moves
from cogs.at_table.seats import Seats
from cogs.guide_pages import GuidePages
from cogs.personal.games_list import GamesPage
from cogs.personal.preferences_page import OWNER, PreferencesPage
from cogs.starting.lobby import Lobby
from cogs.starting.start_page import StartPage
from cogs.ui.kit.custom_ids import LIMIT, CustomId, parse
from cogs.ui.kit.drawing_pool import DrawingPool
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
from tables.refusal import Refusal
from tables.service import TableService
from tables.settings import TableSettings
from tests import hive_matches, openapi
from tests.cog_tables import ANN, BEN, EVE, GAME, GUILD, PEOPLE, TABLE, open_lobby, play, seat_row, start_table
from tests.fake_discord import parts

LONGEST = ("*" * 32, "_" * 32, "`" * 32, "🙂" * 32)
ALWAYS = ("more", "views", "this_table", "legend", "text", "zoom", "history", "replay", "past", "past_text")
MEBIBYTE = 1024 * 1024


class Pressed:
    """A press in a private message; keeps what it is answered."""

    type = discord.InteractionType.component
    guild_id = GUILD
    permissions = discord.Permissions.none()

    def __init__(self, person: Person, **data: Any) -> None:
        self.user = SimpleNamespace(id=person.id, display_name=person.name)
        self.data = data
        self.extras: dict[str, Any] = {}
        self.message = SimpleNamespace(flags=SimpleNamespace(ephemeral=True))
        self.response = SimpleNamespace(is_done=lambda: True)
        self.followup = SimpleNamespace(send=self._send)
        self.views: list[Any] = []
        self.files: list[discord.File] = []

    async def edit_original_response(self, *, view: Any, attachments: list[discord.File], **_: Any) -> None:
        self.views.append(view)
        self.files = attachments

    async def _send(self, text: str, *, file: discord.File, ephemeral: bool) -> None:
        assert ephemeral
        self.files = [file]

    @property
    def body(self) -> dict[str, Any]:
        """The one page that was shown, which must be within Discord's limits."""
        (view,) = self.views
        sent = {"flags": 1 << 15, "components": view.to_components()}
        components = [part for part in parts(sent) if "type" in part]
        custom_ids = [part["custom_id"] for part in components if "custom_id" in part]
        assert len(components) <= 40
        assert sum(len(part["content"].encode("utf-16-le")) // 2 for part in components if part["type"] == 10) <= 4000
        assert all(len(custom_id) <= LIMIT and parse(custom_id) for custom_id in custom_ids)
        assert len(set(custom_ids)) == len(custom_ids)
        assert all(
            len(item["description"]) <= 1024 for part in components if part["type"] == 12 for item in part["items"]
        )
        assert openapi.problems("POST", "/channels/1/messages", sent) == []
        return sent

    @property
    def words(self) -> str:
        return "\n".join(part["content"] for part in parts(self.body) if "content" in part)

    @property
    def labels(self) -> list[str]:
        """The buttons that can be pressed."""
        return [part["label"] for part in parts(self.body) if part.get("type") == 2 and not part.get("disabled")]


@pytest.fixture
async def bot(service: TableService) -> AsyncIterator[Any]:
    """As much of the bot as the pages ask for."""
    drawing_pool = DrawingPool()
    yield SimpleNamespace(service=service, drawing_pool=drawing_pool)
    drawing_pool.close()


async def shown(bot: Any, action: str, person: Person = EVE, *details: str) -> Pressed:
    """What somebody is shown who presses this."""
    pressed: Any = Pressed(person)
    handlers = {**More(bot).handlers, **GuidePages(bot).handlers}
    await handlers[action](pressed, CustomId(TABLE, None, action, details))
    return pressed


# When there is nothing to show


@pytest.mark.parametrize("action", [page for page in ALWAYS if page != "legend"])
async def test_behind_a_lobby_there_is_no_board(bot: Any, action: str) -> None:
    await open_lobby(bot.service)
    with pytest.raises(Refusal, match="hasn't started yet"):
        await shown(bot, action)

    await bot.service.change(TABLE, lobby.cancel(ANN.id))
    with pytest.raises(Refusal, match="No game was played"):
        await shown(bot, action)


async def test_the_rules_of_a_lobby_stand_alone(bot: Any) -> None:
    await open_lobby(bot.service)

    assert (await shown(bot, "rules")).labels == ["Next"]
    assert (await shown(bot, "legend")).labels == []


# What is offered, and to whom


@pytest.mark.parametrize("action", [*ALWAYS, "rules"])
async def test_a_stranger_may_look_at_every_page(bot: Any, action: str) -> None:
    await start_table(bot.service)

    page = await shown(bot, action)

    assert page.words
    assert (action == "more") != ("More" in page.labels), "each page leads back"


async def test_ways_out_are_for_whom_they_are(bot: Any) -> None:
    await start_table(bot.service, 3)

    shared = ["Zoom", "What happened", "Board as text", "More views", "Time", "This table"]
    for person, own, seldom in (
        (ANN, ["Take back", "Pings", "Resign"], ["Replace", "Moderate", "End game for all"]),
        (BEN, ["Take back", "Pings", "Resign"], ["Pass my seat on"]),
        (EVE, ["Pings"], []),
    ):
        assert (await shown(bot, "more", person)).labels == [*shared, *own]
        assert (await shown(bot, "this_table", person)).labels == ["How to play", "Fairness", *seldom, "More"]
    for action, person, refusal in (
        ("resign", EVE, "You're watching"),
        ("resigned", EVE, "You're watching"),
        ("cancel", BEN, "for the host"),
        ("cancelled", BEN, "for the host"),
        ("cancelled", EVE, "for the host"),
    ):
        with pytest.raises(Refusal, match=refusal):
            await shown(bot, action, person)

    assert (await shown(bot, "resigned", BEN)).words == table_texts.RESIGNED
    assert (await shown(bot, "more", BEN)).labels == [*shared, "Pings"]
    for action in ("resign", "resigned"):
        with pytest.raises(Refusal, match="You have resigned"):
            await shown(bot, action, BEN)


async def test_the_record_is_kept_until_the_end(bot: Any) -> None:
    await start_table(bot.service)
    for person in (ANN, EVE):
        assert "Record" not in (await shown(bot, "more", person)).labels
        with pytest.raises(Refusal, match="you can have it when the game is over"):
            await shown(bot, "record", person)

    await bot.service.resign(TABLE, ANN.id)

    for person in (ANN, EVE):
        assert (await shown(bot, "more", person)).labels[4:] == ["Record", "This table"]
        (file,) = (await shown(bot, "record", person)).files
        assert (file.filename, b'"seed"' in file.fp.read()) == (f"{TABLE}.json", True)
    for action in ("resign", "resigned", "cancel", "cancelled"):
        with pytest.raises(Refusal, match="This game is over"):
            await shown(bot, action, ANN)


@pytest.mark.parametrize("around", ["", "Z99", "last move", "<@1>", "A" * 80])
async def test_a_zoom_outside_the_board_says_what_there_is(bot: Any, around: str) -> None:
    await start_table(bot.service)

    with pytest.raises(Refusal, match="its hexes are named from"):
        await shown(bot, "zoom", EVE, around)


async def test_a_zoom_says_what_it_shows(bot: Any) -> None:
    await start_table(bot.service)
    assert (await shown(bot, "zoom")).words == "Middle."
    await play(bot.service, 1)
    page = await shown(bot, "zoom")
    assert page.words == "Last move."
    assert page.labels == [
        *("Last move", "North-west", "North-east", "South-west", "South-east"),
        *("Whole board", "More"),
    ]


async def test_a_zoom_of_hive_mind_goes_from_hive_to_hive(bot: Any) -> None:
    await hive_matches.started(bot.service)

    page = await shown(bot, "zoom")

    assert (page.words, page.labels) == (
        "Charge.",
        ["Charge", "Marcer", "Zero", "Players", "Whole board", "More"],
    )
    assert (await shown(bot, "zoom", EVE, "players")).words == "Players."


@pytest.mark.parametrize("turn", [(), ("",), ("-1",), ("4",), ("99999",), ("9" * 50,), ("²",), ("Newest",)])
async def test_a_turn_that_never_was_is_the_newest(bot: Any, turn: tuple[str, ...]) -> None:
    await start_table(bot.service)
    await play(bot.service, 3)

    page = await shown(bot, "past", EVE, *turn)

    assert page.words == "After turn 3 of 3."
    assert page.labels == ["First", "Back", "Board as text", "More"]


async def test_before_the_first_turn_there_is_one_picture(bot: Any) -> None:
    await start_table(bot.service)

    assert (await shown(bot, "replay")).words == "The game so far in 0 turns."
    page = await shown(bot, "past")
    assert (page.words, page.labels) == ("The start.", ["Board as text", "More"])


async def test_pages_show_the_board_of_their_place_and_turn_in_the_viewers_own_theme(bot: Any) -> None:
    await start_table(bot.service)
    await play(bot.service, 3)
    await change_preferences(bot.service.store, ANN, theme="light")
    seen, views = await bot.service.past_views(TABLE)
    drawn = painter(GAME)

    for action, details, picture in (
        ("zoom", ("NW",), drawn.zoom(seen.view, seen.names, "NW", "light").png),
        ("zoom", ("whole",), drawn.board(seen.view, seen.names, "light").png),
        ("past", ("1",), drawn.board(views[1], seen.names, "light").png),
        ("replay", (), drawn.replay(views, seen.names, "light").gif),
    ):
        (file,) = (await shown(bot, action, ANN, *details)).files
        assert file.fp.read() == picture, (action, details)


async def test_the_host_closes_a_round_after_being_asked(bot: Any) -> None:
    await hive_matches.started(bot.service)
    await bot.service.act(TABLE, BEN.id, hive_matches.ROUND_1 + " ready")

    asked = await shown(bot, "end", ANN)

    assert "without waiting for you and Cam" in asked.words
    yes = next(part["custom_id"] for part in parts(asked.body) if part.get("label") == texts.BUTTON_YES_END_ROUND)
    confirmed = parse(yes)
    assert confirmed is not None
    await More(bot).handlers[confirmed.action](Pressed(ANN), confirmed)  # type: ignore[arg-type]
    assert (await bot.service.load(TABLE)).row.turn == 2
    with pytest.raises(Refusal, match="for the host of this table"):
        await shown(bot, "end", BEN)


# As large as it gets


@pytest.mark.slow
async def test_every_page_of_the_longest_game_is_within_discords_limits(bot: Any) -> None:
    """Four seats to the last stone, with the longest names."""
    people = [Person(person.id, name) for person, name in zip(PEOPLE, LONGEST, strict=False)]
    await open_lobby(bot.service, TableSettings(seats=4))
    async with bot.service.store.write(TABLE) as writer:
        for seat, person in enumerate(people):
            await writer.put_seat(TABLE, seat_row(seat, person))
    await bot.service.change(TABLE, lobby.start(ANN.id, game_type(GAME), interface(GAME)))
    table = await play(bot.service)
    assert table.row.phase == "finished"
    _, views = await bot.service.past_views(TABLE)

    for action in (*ALWAYS, "rules"):
        assert (await shown(bot, action)).body
    for around in ("whole", "NW", "NE", "SW", "SE"):
        assert (await shown(bot, "zoom", EVE, around)).body
    replay = await shown(bot, "replay")
    assert replay.words.startswith("The whole game in")
    (file,) = replay.files
    gif = file.fp.read()
    assert len(gif) <= 10 * MEBIBYTE
    with Image.open(io.BytesIO(gif)) as animation:
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
        await writer.put_user(ANN.id, ANN.name, '{"theme":"light","language":"eo"}')
        await writer.put_user(BEN.id, BEN.name)

    assert await preferences(store, ANN.id) == Preferences("light", True)
    assert await preferences(store, BEN.id) == Preferences()


async def chosen(bot: Any, action: str, *values: str) -> Pressed:
    """What Ann is shown when she chooses this in her settings."""
    pressed: Any = Pressed(ANN, values=list(values))
    await PreferencesPage(bot).handlers[action](pressed, CustomId(OWNER, None, action))
    return pressed


def defaults(page: Pressed) -> list[str]:
    """What the selects of the settings have chosen."""
    selects = [part for part in parts(page.body) if part.get("type") == 3]
    return [option["value"] for select in selects for option in select["options"] if option.get("default")]


async def test_each_choice_takes_effect_at_once_and_leaves_the_other(bot: Any) -> None:
    store = bot.service.store

    assert defaults(await chosen(bot, "confirm", "no")) == ["dark", "no", "mention", "yes"]
    assert defaults(await chosen(bot, "theme", "high_contrast")) == ["high_contrast", "no", "mention", "yes"]
    assert await preferences(store, ANN.id) == Preferences("high_contrast", False)
    assert defaults(await chosen(bot, "confirm", "yes")) == ["high_contrast", "yes", "mention", "yes"]
    assert await preferences(store, ANN.id) == Preferences("high_contrast", True)
    assert defaults(await chosen(bot, "listed", "no")) == ["high_contrast", "yes", "mention", "no"]
    assert await preferences(store, ANN.id) == Preferences("high_contrast", True, listed=False)


@pytest.mark.parametrize("values", [(), ("sepia",), ("",), ("dark; light",)])
async def test_a_theme_that_is_not_offered_changes_nothing(bot: Any, values: tuple[str, ...]) -> None:
    await change_preferences(bot.service.store, ANN, theme="light")

    assert (await chosen(bot, "theme", *values)).views == []
    assert await preferences(bot.service.store, ANN.id) == Preferences("light")


def test_every_theme_that_is_offered_can_be_drawn() -> None:
    assert texts.THEMES.keys() == THEMES.keys()
    assert Preferences().theme in THEMES


def test_no_page_takes_anothers_presses(bot: Any) -> None:
    """They are told apart by one word of the custom id."""
    shared = [Lobby(bot), Moves(bot), More(bot), PreferencesPage(bot), GuidePages(bot), StartPage(bot)]
    shared += [FairnessPage(bot), GamesPage(bot), AfterTheEnd(bot), Seats(bot)]
    taken = [action for part in shared for action in (*part.handlers, *getattr(part, "forms", ()))]
    games = ["move", "tile", "hex", "hexes", "turn", "hive", "over", "shape", "ready", "reopen", "guess", "hints"]

    assert len({*taken, *games}) == len(taken) + len(games)

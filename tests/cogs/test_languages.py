"""Messages in the language of each person, and nothing on a page that isn't translated."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from gettext import NullTranslations
from typing import Any

import msgspec
import pytest
from babel import dates

from cogs.personal.open_seats_page import BUTTON_OFF
from cogs.ui.kit.drawing_pool import DrawingPool
from cogs.ui.texts.league_texts import BUTTONS
from language import catalogues, messages
from language.catalogues import ENGLISH, load_catalogue
from language.messages import _, ngettext, speaking, spoken_language
from leagues import acts
from tables.preferences import change_preferences, preferences
from tables.settings import TableSettings
from tables.texts import ALREADY_IN
from tests.cog_tables import ANN, BEN, CAM, DAN, play
from tests.cogs.test_commands import nested
from tests.cogs.test_leagues_in_discord import begin_season
from tests.in_process_program import InProcessProgram
from tests.running_dispatchers import Clock

PSEUDO = "tok"
"""The language of `Pseudo`: one that Babel knows, and the program doesn't speak."""
GERMAN = "de"
WRAPPED = re.compile(r"⟦[^⟦⟧]*⟧")
NAMES = re.compile(r"Monster Hex|Connect Four( – HorrorClix Edition)?|Hive Mind|Hex Battle Wars|UTC|<t:\d+:\w>")
"""Text that no language changes."""


class Pseudo(NullTranslations):
    """A catalogue that marks each translated message, and makes it 40 % longer."""

    def gettext(self, message: str) -> str:
        """Return the message in brackets."""
        return f"⟦{message}{'~' * (2 * len(message) // 5)}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of English in brackets."""
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture(autouse=True)
def all_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "SPOKEN", (*catalogues.SPOKEN, PSEUDO))
    monkeypatch.setattr(
        messages, "load_catalogue", lambda language: Pseudo() if language == PSEUDO else load_catalogue(language)
    )
    for module, name in ((messages, "format_list"), (dates, "format_date")):
        monkeypatch.setattr(module, name, mark_pseudo(getattr(module, name)))


def mark_pseudo(translate: Callable[..., str]) -> Callable[..., str]:
    """Return a function of Babel that marks its text in the language of `Pseudo`."""

    def marked(*given: Any, locale: str = "", **more: Any) -> str:
        locale = locale or given[2]
        text = translate(*given[:2], locale=locale, **more)
        return f"⟦{text}⟧" if locale == PSEUDO else text

    return marked


def test_a_message_has_its_fields_and_the_form_of_its_number() -> None:
    with speaking(PSEUDO):
        assert _("a {word}", word="tile") == "⟦a tile~~~⟧"
        assert ngettext("{number} tile", "{number} tiles", 1) == "⟦1 tile~~~~~⟧"
    assert ngettext("{number} tile of {name}", "{number} tiles of {name}", 2, name="Ann") == "2 tiles of Ann"
    assert _("a {brace") == "a {brace", "without fields, braces are text"
    with speaking(GERMAN):
        assert _("") == ""


async def test_a_picture_is_drawn_in_the_language_of_its_reader(drawing_pool: DrawingPool) -> None:
    with speaking(GERMAN):
        assert await drawing_pool.draw(spoken_language) == GERMAN
    assert await drawing_pool.draw(spoken_language) == ENGLISH


async def test_each_person_reads_their_own_language(program: InProcessProgram) -> None:
    program.locales[ANN.id] = "de"

    german, english = [await program.command(person, "settings") for person in (ANN, BEN)]
    assert german.text.startswith("### Deine Einstellungen")
    assert english.text.startswith("### Your settings")
    page = await program.press(ANN, "me::quiet", private=True)
    assert "Ruhezeiten" in page.text
    refused = await program.submit(ANN, "me::quiet_submitted", {"zone": "Nowhere", "from": "", "until": ""})
    assert refused.text.startswith("Die Zeitzone „Nowhere“ kenne ich nicht.")


async def test_a_person_may_choose_another_language_than_that_of_their_discord(program: InProcessProgram) -> None:
    program.locales[ANN.id] = "de"

    english = await program.press(ANN, "me::language", ["en"], private=True)
    assert english.text.startswith("### Your settings")
    assert (await program.command(ANN, "settings")).text.startswith("### Your settings")
    german = await program.press(ANN, "me::language", ["-"], private=True)
    assert german.text.startswith("### Deine Einstellungen")
    await program.press(ANN, "me::language", ["eo"], private=True)
    assert (await preferences(program.store, ANN.id)).language == ""


async def test_a_message_sent_later_is_in_the_language_of_its_reader(program: InProcessProgram) -> None:
    """A direct message speaks the language of each person's Discord; the card speaks the table's."""
    program.locales = {ANN.id: "de", BEN.id: "de"}
    for person in (ANN, BEN):
        await program.command(person, "settings")
        await asyncio.gather(*program.bot._following)
        await change_preferences(program.store, person, pings="direct")

    await program.start(2)
    (sent,) = program.public("Du bist am Zug: ")
    assert "Zum Brett" in sent
    assert "Place a tile" in program.newest_card


@pytest.mark.parametrize(
    ("community", "chosen", "language"),
    [(None, "-", "de"), ("en-US", "-", "en"), ("de", "-", "de"), ("de", "en", "en"), (None, "en", "en")],
)
async def test_a_table_speaks_the_language_of_its_server(
    program: InProcessProgram, community: str | None, chosen: str, language: str
) -> None:
    """Ann, who reads German, opens the table."""
    program.locales[ANN.id], program.community = "de", community
    program.managers.add(ANN.id)
    await program.press(ANN, "server::server_set:language", [chosen], private=True)

    await program.command(ANN, "play", game="hive_mind", seats=3)
    await program.outbox.settle()

    (row,) = await program.open_tables()
    assert program.public("Mitspielen" if language == "de" else "Join") != []
    assert msgspec.json.decode(row.settings, type=TableSettings).language == language


@pytest.mark.parametrize(
    ("community", "card", "lobby"), [("de", "Plättchen legen", "Einrichten"), ("en-GB", "Place a tile", "Set up")]
)
async def test_two_people_at_a_table_read_their_own_pages_and_one_card(
    program: InProcessProgram, community: str, card: str, lobby: str
) -> None:
    program.locales, program.community = {ANN.id: "de", BEN.id: "en-GB"}, community

    await program.command(ANN, "play", game="monster_hex", seats=2)
    await program.outbox.settle()
    (row,) = await program.open_tables()
    assert lobby in program.public(f"{row.id}::set_up")[-1]
    await program.press(BEN, f"{row.id}::join")
    await program.outbox.settle()
    german, english = [(await program.press(person, f"{row.id}::hand", private=True)).text for person in (ANN, BEN)]
    assert "Deine Hand" in german
    assert "Your hand" in english
    assert card in program.newest_card


async def test_a_table_of_four_languages(program: InProcessProgram) -> None:
    """In a Brazilian server all cards are in Portuguese; people read their own pages, refusals and messages."""
    locales = {ANN: "ja", BEN: "fr", CAM: "de"}
    program.locales, program.community = {person.id: locale for person, locale in locales.items()}, "pt-BR"
    for person in locales:
        await program.command(person, "settings")
        await asyncio.gather(*program.bot._following)
        await change_preferences(program.store, person, pings="direct")
    await program.command(ANN, "play", game="monster_hex", seats=4)
    await program.outbox.settle()
    (row,) = await program.open_tables()
    for person, locale in locales.items():
        await program.press(person, f"{row.id}::join")
        refused = await program.press(person, f"{row.id}::join")
        assert translate(locale, ALREADY_IN) in refused.text
    await program.press(DAN, f"{row.id}::join")

    for _turn in (*locales, DAN):
        await play(program.service, 1, row.id)
        await program.outbox.settle()
        assert translate("pt-BR", "Place a tile") in program.newest_card
    for person, locale in locales.items():
        page = await program.press(person, f"{row.id}::hand", private=True)
        assert translate(locale, "Your hand. Only you can see it.") in page.text
        assert program.public(translate(locale, "It's your turn {task}.").split("{task}")[0])
    await play(program.service, None, row.id)
    await program.outbox.settle()
    assert program.public(translate("pt-BR", "Play again"))


def translate(language: str, message: str) -> str:
    """Return a message in a language."""
    with speaking(language):
        return _(message)


async def test_nothing_on_a_translated_page_is_left_in_english(program: InProcessProgram) -> None:
    """Every page of `/settings`, with each choice made; only what is listed above is in no language."""
    program.locales[ANN.id] = PSEUDO
    pages = [await program.command(ANN, "settings")]
    for action, values in (
        ("pinged", ["direct"]),
        ("quiet", []),
        ("quiet_none", []),
        ("seats_here", []),
        ("seats_games", ["monster_hex"]),
        ("seats_often", ["daily"]),
        ("seats_off", []),
    ):
        pages.append(await program.press(ANN, f"me::{action}", values, private=True))
    pages.append(await program.submit(ANN, "me::quiet_submitted", {"zone": "Berlin", "from": "22", "until": "6"}))
    pages.append(await program.submit(ANN, "me::quiet_submitted", {"zone": "Berlin", "from": "9", "until": "23"}))
    pages.append(await program.submit(ANN, "me::quiet_submitted", {"zone": "", "from": "9:99", "until": ""}))

    assert not any(label == BUTTON_OFF for page in pages for label in page.buttons)
    assert [text for page in pages for text in find_untranslated(page.page)] == []


async def test_nothing_on_the_pages_of_leagues_is_left_in_english(program: InProcessProgram, clock: Clock) -> None:
    """The pages and forms of players and organisers, except names."""
    program.locales[ANN.id] = PSEUDO
    program.managers.add(ANN.id)
    season = await begin_season(program, clock)
    table = season.tables[0].table_id
    opened = ["standings", "explain", "mine", "me", "away", "report", "organise", "people", "tables", "export"]
    opened += [f"ask:{act}:{table}" for act in BUTTONS if act != acts.END_NOW]
    pages = [await program.command(ANN, "league")]
    pages += [await program.press(ANN, f"{season.row.id}::league_{action}", private=True) for action in opened]
    pages.append(await program.press(ANN, f"{season.row.id}::league_table:picked", [table], private=True))
    pages.append(await program.submit(ANN, f"{season.row.id}::league_act:{acts.HOLD}", {"why": "0"}))
    pages.append(await program.press(ANN, f"{season.row.id}::league_log", private=True))
    new = ("new", "cup", "cup_game:connect_four")
    pages += [await program.press(ANN, f"league::league_{action}", private=True) for action in new]

    shown = [request.body for page in pages for request in page.requests]
    left = {re.sub(r"Autumn league|Ann|Ben|<[#@]\d+>", "", text) for text in find_untranslated(shown)}
    assert [text for text in left if [*find_untranslated({"content": text})]] == []


def find_untranslated(page: object) -> Iterator[str]:
    """Yield the texts of a page that have words outside the marks of `Pseudo`."""
    shown = ("content", "label", "placeholder", "description", "title")
    if isinstance(page, str):
        left = page
        while WRAPPED.search(left):
            left = WRAPPED.sub("", left)
        if re.search(r"[A-Za-z]{2}", NAMES.sub("", left)):
            yield page
    elif isinstance(page, dict):
        for key, value in page.items():
            if key in shown or not isinstance(value, str):
                yield from find_untranslated(value)
    elif isinstance(page, list):
        for value in page:
            yield from find_untranslated(value)


def test_the_search_for_english_text_finds_it() -> None:
    page = json.loads('[{"type": 10, "content": "⟦a ⟦b~⟧ c~⟧ · **Hive Mind**"}, {"type": 2, "label": "Go on"}]')

    assert list(find_untranslated(page)) == ["Go on"]


async def test_descriptions_and_choices_are_in_every_language(payload: list[dict[str, Any]]) -> None:
    """Only proper names are the same in each."""
    parts = [part for command in payload for part in nested(command)]
    choices = [choice for part in parts for choice in part.get("choices", ())]
    texts = [(part, "description") for part in parts] + [(choice, "name") for choice in choices]

    english = {part[key] for part, key in texts if GERMAN not in (part.get(f"{key}_localizations") or {})}
    assert english == {"Monster Hex", "Hive Mind", "Hex Battle Wars"}
    assert not any(part.get("name_localizations") for part in parts), "messages name commands"


async def test_rules_and_lessons_are_found_and_read_in_german(program: InProcessProgram) -> None:
    program.locales[ANN.id] = "de"

    page = await program.command(ANN, "rules", game="monster_hex", find="Gleichstand am kleinen Stein")
    assert "Kleine Steine" in page.text
    page = await program.command(ANN, "learn", game="monster_hex", lesson="Dein erster Stein")
    assert "Dein erster Stein" in page.text
    assert "Die Felder mit Ring sind Steine" in page.text

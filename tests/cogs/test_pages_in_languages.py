"""Pages, stories and pictures of every game have no English word in another language, and fit Discord's limits."""

import re
from collections.abc import Callable, Iterator
from gettext import NullTranslations
from random import Random
from typing import Any

import pytest
from babel import dates

from cogs.ui.kit.interface import interface, playable_games
from engine.core import SPECTATOR
from engine.game import act
from engine.games import game_types
from language import catalogues, messages
from language.catalogues import ENGLISH, SPOKEN, load_catalogue, name_language
from language.messages import speaking
from render import painter
from render import text as text_of_pictures
from tests.cog_tables import ANN, SEED, new_game
from tests.cogs.page_walks import components, reached
from tests.cogs.test_game_pages import DRAWN, TABLES
from tests.cogs.test_languages import PSEUDO
from tests.in_process_program import InProcessProgram

ACCENTS = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")
WORD = re.compile(r"[^\W\d_]{2,}")
UNTOUCHED = re.compile(r"(\{[^}]*\}|<[^>]*>)")
NAMES = ("Xx", "Zz", "Kk", "Ww", "Qq", "Jj")
"""Names of seats without a vowel."""
PROPER = (
    *NAMES,
    "Hive Mind",
    "Hex Battle Wars",
    "Charge",
    "Marcer",
    "Zero",
    "Genius Recharged",
    "Tempo Up",
    "Zero's Gauntlet",
    "ABC",
    "DEFG",
    "HIJ",
)
"""Names of games, editions and hives, and letters of hexes."""
GAMES = [name for name in game_types() if name != "probe"]


SHOWN = ("content", "label", "placeholder", "description", "title")
"""The keys of texts in a message or form."""
MOST_PRESSES = 200


class Accented(NullTranslations):
    """A catalogue that puts an accent on each vowel of a message, so that English words are recognised in any part."""

    def gettext(self, message: str) -> str:
        """Return the message with accents, except in its fields and mentions."""
        parts = UNTOUCHED.split(message)
        return "".join(part if UNTOUCHED.fullmatch(part) else part.translate(ACCENTS) for part in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of English with accents."""
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def accented(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speak the language of `Accented`."""
    monkeypatch.setattr(
        messages, "load_catalogue", lambda language: Accented() if language == PSEUDO else load_catalogue(language)
    )
    monkeypatch.setattr(messages, "format_list", lambda words, style, locale: ", ".join(words))
    monkeypatch.setattr(dates, "format_date", put_accents(dates.format_date))
    monkeypatch.setattr(catalogues, "SPOKEN", (*SPOKEN, PSEUDO))
    with speaking(PSEUDO):
        yield


def put_accents(translate: Callable[..., str]) -> Callable[..., str]:
    """Return a function of Babel that formats in English, with accents."""

    def accented(*given: Any, locale: str = "", **more: Any) -> str:
        return translate(*given[:2], locale="en_GB", **more).translate(ACCENTS)

    return accented


def list_texts(page: object) -> Iterator[str]:
    """Yield the texts of a message or form as it is sent to Discord."""
    if isinstance(page, dict):
        for key, value in page.items():
            if isinstance(value, str) and key in SHOWN:
                yield value
            yield from list_texts(value)
    elif isinstance(page, list):
        for value in page:
            yield from list_texts(value)


def find_english(text: str, names: tuple[str, ...] = ()) -> list[str]:
    """Return the words of a text that have vowels and no accent, except names and emojis."""
    left = re.sub(r"<:?[^>]*>|`[^`]*`|https?://\S+", " ", text)
    for name in sorted((*PROPER, *names), key=len, reverse=True):
        left = left.replace(name, " ")
    return [word for word in WORD.findall(left) if re.search(r"[aeiouyAEIOUY]", word) and word.isascii()]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the texts that are drawn from now on; texts in cached sprites are left out."""
    found, draw = set[str](), text_of_pictures.draw_coverage

    def note(text: str, style: text_of_pictures.Style) -> Any:
        found.add(text)
        return draw(text, style)

    monkeypatch.setattr(text_of_pictures, "draw_coverage", note)
    return found


@pytest.mark.usefixtures("accented", "known_emojis")
@pytest.mark.parametrize("name", DRAWN)
def test_no_page_of_a_game_has_an_english_word(name: str, written: set[str]) -> None:
    table = TABLES[name]

    _actions, pages = reached(interface(table.row.game), table)

    shown = ("content", "label", "placeholder", "description")
    texts = {
        str(part[key])
        for _name, page in pages
        for part in [*components(page), *(option for each in components(page) for option in each.get("options", ()))]
        for key in shown
        if part.get(key)
    }
    texts |= {page.below for _name, page in pages}
    texts |= {page.picture("dark").alt for page in dict(reversed(pages)).values() if page.picture is not None}
    names = (*table.names, "Computer")
    assert {word: text for text in texts | written for word in find_english(text, names)} == {}


@pytest.mark.usefixtures("known_emojis")
@pytest.mark.parametrize("language", [language for language in SPOKEN if language != ENGLISH])
@pytest.mark.parametrize("name", DRAWN)
def test_every_page_of_a_game_fits_in_every_language(name: str, language: str) -> None:
    """The walk compares labels, texts and numbers of components with Discord's limits."""
    table = TABLES[name]

    with speaking(language):
        _actions, pages = reached(interface(table.row.game), table)

    assert pages != []


@pytest.mark.usefixtures("accented")
@pytest.mark.parametrize("game", GAMES)
def test_no_picture_or_sentence_of_a_whole_game_has_an_english_word(game: str, written: set[str]) -> None:
    drawn, words, rng = painter(game), interface(game).words, Random(3)
    now = new_game(max(2, min(game_types()[game].seats)), game)
    names, views, told = NAMES[: now.configuration.seats], [now.view(SPECTATOR)], list[str]()
    while now.actors:
        seat = now.actors[0]
        view = now.view(seat)
        told += [words.task(view), words.compose_label(view), words.headline(view, names), words.scores(view, names)]
        made = act(now, seat, rng.choice(now.legal(seat)), SEED)
        told += words.sentences(made.game.view(SPECTATOR), made.visible(SPECTATOR), names)
        now = made.game
        views.append(now.view(SPECTATOR))
        if len(views) % 5 == 0:
            told += [drawn.board(views[-1], names).alt, drawn.text(views[-1], names)]
    told.append(drawn.result(views, names).alt)
    assert {word: text for text in {*told, *written} for word in find_english(text)} == {}


@pytest.mark.usefixtures("accented")
async def test_no_page_behind_the_commands_has_an_english_word(program: InProcessProgram) -> None:
    """The private pages that can be reached from the commands by pressing what they offer."""
    program.locales[ANN.id] = PSEUDO
    program.managers.add(ANN.id)
    await program.start(2)
    commands = ("help", "play", "games", "settings", "away", "privacy", "stats", "league", "server", "moderate")
    pages = [await program.command(ANN, name) for name in commands]
    for game in playable_games():
        pages += [await program.command(ANN, name, game=game) for name in ("learn", "rules", "stats")]
    seen, texts = set[str](), set[str]()
    while pages and len(seen) < MOST_PRESSES:
        page = pages.pop(0)
        texts |= {text for request in page.requests for text in list_texts(request.body)}
        for custom_id in page.custom_ids:
            kind = ":".join(custom_id.split(":")[2:4])
            if kind not in seen:
                seen.add(kind)
                pages.append(await program.press(ANN, custom_id, private=True))
    names = ("Ann", "Ben", "UTC", *map(name_language, catalogues.SPOKEN))
    assert {word: text for text in texts for word in find_english(text, names)} == {}

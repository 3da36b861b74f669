"""The picture of a season's result: champions, first three places, best streak, and biggest upset."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final, Literal, NamedTuple

from language.messages import N_, _, list_and, ngettext
from render import course_chart, result, text
from render.league import parts, standings
from render.league.parts import SMALL
from render.league.standings import Row
from render.picture import ALT_LIMIT, MARGIN, WIDTH, Picture, Sheet, draw_and_encode
from render.result import Banner
from render.sprites import Sketch, Sprite
from render.theme import Theme, find_theme

NO_PLACES: Final = N_("No places this time")
NO_CHAMPION: Final = standings.DIVIDER
EQUAL: Final = N_("Level on score, wins and tables together")
GAP: Final = 14
FACT_HEIGHT: Final = 112
FACT_LEAD: Final = course_chart.MARKED
FACT: Final = result.SEAT
ICON: Final = 60
FACT_LEFT: Final = standings.NAME_LEFT
FACT_ROOM: Final = WIDTH - MARGIN - 28 - FACT_LEFT
STREAK_ICON, UPSET_ICON = "fire", "lightning-bolt"
DISC, TROPHY, EMBLEM = 165, 210, 240
"""The radius of the disc on the right of the banner, and the sizes of the trophy and the emblem, in pixels.

The disc shows either the trophy or the emblem.
"""
LEAST_NAME: Final = 6
NOTE_LINE: Final = 40
NAME_LENGTHS: Final = (32, 20, 12, 8, 5)
REST: Final = N_("The rest is in the picture.")


class Content(NamedTuple):
    """The content of a season's result.

    `places` are the rows of the first three places, `kind` and `deals` are those of the standings. `lead` says by how
    much the champion leads. `lead`, `streak`, `upset` and `note` are texts. Everything but the title, the subtitle and
    the game can be empty.
    """

    title: str
    subtitle: str
    game: str
    champions: Sequence[str] = ()
    places: Sequence[Row] = ()
    streak: str = ""
    upset: str = ""
    note: str = ""
    lead: str = ""
    kind: Literal["season", "cup"] = "season"
    deals: Sequence[int] = ()


def draw(content: Content, theme: str = "dark") -> Picture:
    """Draw a season's result as a picture with its alt text.

    Raises ValueError for an unknown theme.
    """
    return draw_and_encode(draw_with_alt, content, find_theme(theme))


def draw_with_alt(content: Content, theme: Theme) -> tuple[Sheet, str]:
    """Draw the picture on a sheet and return the sheet with its alt text."""
    notes = text.wrap(content.note, SMALL, parts.ROOM)
    facts = _facts(content)
    sheet = Sheet(theme, _height(content, len(facts), len(notes)))
    top = result.draw_banner(sheet, _banner(content, theme))
    title, _ = text.fit(content.title, result.HEADING, parts.ROOM // 2)
    top = result.draw_heading(sheet, title, top, content.subtitle)
    if content.places:
        rows = [row._replace(name=parts.writable_player_name(row.name, n)) for n, row in enumerate(content.places, 1)]
        columns = standings.Content("", "", content.game, rows, kind=content.kind, deals=content.deals)
        top = standings.draw_rows(sheet, columns, rows, top) + GAP
    for icon, lead, words in facts:
        top = _draw_fact(sheet, content.game, icon, lead, words, top) + GAP
    for line in notes:
        top += NOTE_LINE
        sheet.write(line, SMALL, MARGIN, top - 8, theme.muted, theme.background)
    return sheet, describe(content)


def _facts(content: Content) -> list[tuple[str, str, str]]:
    """Return the facts shown below the places, each as icon, heading and text; facts without a text are left out."""
    facts = [(STREAK_ICON, _("Best streak"), content.streak), (UPSET_ICON, _("Biggest upset"), content.upset)]
    return [fact for fact in facts if fact[-1]]


def _height(content: Content, facts: int, notes: int) -> int:
    places = standings.ROW * len(content.places) + GAP if content.places else 0
    bottom = result.TOP + result.BANNER_HEIGHT + result.HEADING_HEIGHT + places + (FACT_HEIGHT + GAP) * facts
    return bottom + NOTE_LINE * notes + MARGIN - GAP


def _banner(content: Content, theme: Theme) -> Banner:
    side = parts.accent(theme, content.game).side
    art = partial(_draw_art, game=content.game, won=bool(content.champions))
    if not content.champions:
        return Banner(side, _("The season is over"), _(NO_PLACES), "", _(NO_CHAMPION), "", art, crowned=False)
    names = [parts.writable_player_name(name, number) for number, name in enumerate(content.champions, 1)]
    together = _format_champions(names)
    best = content.places[0] if content.places else None
    if len(names) > 1:
        return Banner(side, _("Champions"), together, best.score if best else "", _("each"), _(EQUAL), art)
    score, note = (best.score, best.note) if best else ("", "")
    return Banner(side, _("Champion"), together, score, note, content.lead, art)


def _format_champions(names: Sequence[str]) -> str:
    """Return the champions' names on one line; if several names don't fit even when shortened, return their number.

    The names are also in the rows below.
    """
    smallest = result.NAME._replace(size=result.SMALLEST_NAME)
    lengths = range(max(LEAST_NAME, *map(len, names)), LEAST_NAME - 1, -1)

    def width(words: str) -> int:
        return text.width(words, smallest)

    words = text.shorten_names_to_fit(names, lengths, result.NAME_ROOM, list_and, width)
    if len(names) == 1 or width(words) <= result.NAME_ROOM:
        return words
    return ngettext("{number} person", "{number} people", len(names))


def _draw_art(sketch: Sketch, game: str, won: bool) -> None:
    """Draw the picture on the banner: a trophy, or the game's emblem if there is no champion."""
    accent = parts.accent(sketch.theme, game)
    sketch.circle(0, 0, DISC, accent.side.deep)
    icon, size, fill = ("trophy", TROPHY, sketch.theme.gold) if won else (accent.emblem, EMBLEM, accent.side.tint)
    sketch.icon(icon, 0, 0, size, fill)


def _draw_fact(sheet: Sheet, game: str, icon: str, lead: str, words: str, top: int) -> int:
    theme = sheet.theme
    sheet.paste_opaque(_fact_card(theme, game, icon), WIDTH // 2, top + FACT_HEIGHT // 2)
    sheet.write(lead, FACT_LEAD, FACT_LEFT, top + 44, theme.muted, theme.panel)
    words, style = text.fit(words, FACT, FACT_ROOM, SMALL.size)
    sheet.write(words, style, FACT_LEFT, top + 87, theme.ink, theme.panel)
    return top + FACT_HEIGHT


@lru_cache(maxsize=8)
def _fact_card(theme: Theme, game: str, icon: str) -> Sprite:
    sketch = Sketch(theme, parts.ROOM, FACT_HEIGHT, theme.background)
    sketch.box(0, 0, parts.ROOM, FACT_HEIGHT, theme.raised, 18)
    sketch.box(0, 0, parts.ROOM - 4, FACT_HEIGHT - 4, theme.panel, 16)
    sketch.icon(icon, standings.SIGN_CENTRE - WIDTH / 2, 0, ICON, parts.accent(theme, game).lit)
    return sketch.finish()


def describe(content: Content) -> str:
    """Return the alt text: the whole content in words, cut to Discord's limit.

    To fit, names are shortened first.
    """
    count = len(content.champions)

    def told(names: Sequence[str]) -> str:
        words = [_("Result of {title}. {subtitle}.", title=content.title, subtitle=content.subtitle)]
        if count:
            champions = text.join_people(names[:count])
            words.append(ngettext("Champion: {names}.", "Champions: {names}.", count, names=champions))
        else:
            words.append(f"{_(NO_PLACES)}. {_(NO_CHAMPION)}.")
        if content.places:
            rows = [_told(row, name) for row, name in zip(content.places, names[count:], strict=True)]
            words.append(_("Places: {people}.", people="; ".join(rows)))
        words += [f"{lead}: {fact}." for _, lead, fact in _facts(content)]
        return " ".join([*words, content.note]).strip()

    names = [text.normalize_name(one) for one in (*content.champions, *(row.name for row in content.places))]
    named = [name or _("Player {number}", number=number) for number, name in enumerate(names, 1)]
    return text.truncate_saying(text.shorten_names_to_fit(named, NAME_LENGTHS, ALT_LIMIT, told), ALT_LIMIT, _(REST))


def _told(row: Row, name: str) -> str:
    form, rating = standings.form_letters(row), row.rating
    facts = [
        row.score,
        row.note,
        _("form {form}", form=form) if form else "",
        _("rating {rating}", rating=rating) if rating else "",
    ]
    return f"{standings.place_told(row)}{name} {', '.join(fact for fact in facts if fact)}"

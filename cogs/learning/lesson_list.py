"""The lists of lessons: of all games, and of one game with the user's progress."""

import discord

from cogs.learning.catalogue import basic_lessons, estimate_minutes, games_with_lessons, list_button
from cogs.learning.progress import done_lessons, find_continuation, load_all_progress
from cogs.starting.start_page import computer_button
from cogs.ui.kit.answers import Answer, Interaction
from cogs.ui.kit.custom_ids import LEARN, CustomId, lesson_id
from cogs.ui.kit.guide import NO_TABLE, guide_id
from cogs.ui.kit.interface import interface, playable_games, short_title
from cogs.ui.kit.layouts import BLUE, BUTTON_BACK, Button, button, rows_of_buttons
from cogs.ui.kit.selects import build_selects
from cogs.ui.messages.shared_buttons import HELP
from cogs.ui.requests.interaction_user import is_away
from cogs.ui.requests.table_lookup import find_game_here
from cogs.ui.texts import texts
from data.store import LessonRow, Store
from engine.lessons import lessons_of
from language.messages import N_, _, ngettext

BUTTON_CONTINUE = N_("Continue")

ACROSS = 2
"""The number of buttons that fit beside each other on a phone."""
CHOOSE = "lesson_pick"
"""The action, in custom ids, of the select with a game's lessons."""

LEARN_TITLE = N_("### Learn a game\nShort, hands-on lessons: look at a position, try a move, and see what happens.")
CHOOSE_TITLE = N_("Choose a lesson")
DONE, BASIC = N_("done"), N_("basics")


async def build_game_list(store: Store, interaction: Interaction) -> Answer:
    """Build the list of games with lessons: for each game, the user's progress and the button to its lessons.

    The game of the channel comes first. *Back* leads to `/help`.
    """
    here = await find_game_here(store, interaction)
    rows = await load_all_progress(store, interaction.user.id)
    games = sorted(games_with_lessons(), key=lambda game: game != here)
    lines = [format_progress(game, done_lessons(game, rows)) for game in games]
    buttons = [list_button(game, short_title(game)) for game in games]
    back = button(_(BUTTON_BACK), CustomId(NO_TABLE, None, HELP))
    rows = (*rows_of_buttons(buttons, ACROSS), *rows_of_buttons([back]))
    return Answer("\n".join([_(LEARN_TITLE), *lines]), rows)


async def build_lesson_list(store: Store, interaction: Interaction, game: str) -> Answer:
    """Build the list of a game's lessons, with the user's progress and the button to continue."""
    rows = await load_all_progress(store, interaction.user.id)
    done, lessons = done_lessons(game, rows), lessons_of(game)
    basics = [lesson.id for lesson in basic_lessons(game)]
    options = [
        discord.SelectOption(
            label=add_number(number, _(lesson.title)),
            value=lesson.id,
            description=_(DONE) if lesson.id in done else _(BASIC) if lesson.id in basics else None,
        )
        for number, lesson in enumerate(lessons.values(), 1)
    ]
    choosing = build_selects(CustomId(LEARN, None, CHOOSE, (game,)), _(CHOOSE_TITLE), options, short=None)
    buttons = [
        *_next_buttons(interaction, game, rows),
        button(_(texts.BUTTON_HOW_TO_PLAY), guide_id(None, game)),
        list_button(label=_("All games")),
    ]
    return Answer(format_lesson_list(game, done), (*choosing, *rows_of_buttons(buttons)), colour=interface(game).colour)


def _next_buttons(interaction: Interaction, game: str, rows: tuple[LessonRow, ...]) -> list[Button]:
    """Return the button to the page where the user continues; if all lessons are done, the one that starts a game.

    If all lessons are done and games can't be played here, there is no button.
    """
    found = find_continuation(game, rows)
    if found is not None:
        lesson, page = found
        is_begun = any(row.game == game for row in rows)
        label = _(BUTTON_CONTINUE) if is_begun else _("Begin")
        return [button(label, lesson_id(game, lesson.id, page), BLUE)]
    return [] if is_away(interaction) else [computer_button(game)]


def format_progress(game: str, done: frozenset[str]) -> str:
    """Format a game's title and the user's progress in its lessons, in one line; `done` are ids of lessons."""
    return f"**{_(playable_games()[game].title)}** · {format_basics(game, done)} · {format_more(game, done)}"


def format_basics(game: str, done: frozenset[str]) -> str:
    """Format the number of a game's basic lessons with the time they take, or with the user's progress in them."""
    basics = basic_lessons(game)
    finished = sum(lesson.id in done for lesson in basics)
    if finished:
        return _("Basics: {done} of {number} lessons done", done=finished, number=len(basics))
    minutes = estimate_minutes(basics)
    return _("Basics: {number} lessons, about {minutes} minutes", number=len(basics), minutes=minutes)


def format_more(game: str, done: frozenset[str]) -> str:
    """Format the number of a game's further lessons, or the user's progress in them."""
    basics = {lesson.id for lesson in basic_lessons(game)}
    number, finished = len(lessons_of(game)) - len(basics), len(done - basics)
    if finished:
        return _("More: {done} of {number} lessons done", done=finished, number=number)
    return ngettext("More: {number} lesson", "More: {number} lessons", number)


def format_lesson_list(game: str, done: frozenset[str]) -> str:
    """List the basic lessons of a game, mark those that are done, and say how many more there are."""
    lines = [
        f"{number}\\. {_(lesson.title)}{f' · *{_(DONE)}*' if lesson.id in done else ''}"
        for number, lesson in enumerate(basic_lessons(game), 1)
    ]
    head = f"### {_(playable_games()[game].title)}\n**{format_basics(game, done)}**"
    more = _("**{more}**, in any order, in the list below.", more=format_more(game, done))
    return "\n".join([head, *lines, more])


def add_number(number: int, title: str) -> str:
    """Format a lesson's number and title for an option of the select."""
    return f"{number}. {title}"

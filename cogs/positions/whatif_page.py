"""The page of a sandbox: the board seen by the seat to move, the last events, and the possible actions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import discord
from discord import ui

from cogs.at_table.board_pages import TEXT, ZOOM
from cogs.learning.lesson_buttons import BUTTON_PAGE
from cogs.ui.kit.answers import Answer, Interaction
from cogs.ui.kit.custom_ids import CustomId, lesson_id, open_id, page_id
from cogs.ui.kit.interface import format_table_title, interface
from cogs.ui.kit.layouts import RED, Button, Row, button, rows_of_buttons
from cogs.ui.kit.private_pages import Program, draw
from cogs.ui.kit.selects import SELECT_LIMIT
from cogs.ui.messages.cards import move_buttons, verdict
from cogs.ui.messages.shared_buttons import BUTTON_WHATIF
from cogs.ui.messages.stories import escaped_names, format_events
from cogs.ui.texts import texts
from language.messages import N_, _, list_and, ngettext
from render import painter
from render.text import truncate
from tables.texts import escape
from tables.viewer import TableView
from tables.whatif.sandbox import Origin, Sandbox, Standing, find_group, groups

DRAW_DUE = N_("**A random draw is next.** Choose its result, or leave it to chance.")
ABOUT = N_("-# This doesn't change the game. Kept for 7 days.")

ON, TO_END, UNDO, RESET, DICE, SEAT, DRAW = "wi_on", "wi_end", "wi_back", "wi_reset", "wi_dice", "wi_seat", "wi_draw"
FURTHER = "wi_more"
RANDOM = "random"
SENTENCES = 8
STORY_CHARACTERS = 1_800


@dataclass(frozen=True, slots=True)
class Shown:
    """A sandbox together with its current state and the view that the user gets."""

    sandbox: Sandbox
    standing: Standing
    table: TableView


async def board_page(bot: Program, interaction: Interaction, shown: Shown, text: str, path: Sequence[int]) -> Answer:
    """Build the page of a sandbox; `text` is shown above it.

    `path` lists the indexes that select a group of outcomes, from which the user can choose.
    """
    table = shown.table
    drawn = painter(table.row.game)
    picture = await draw(bot, interaction, lambda theme: drawn.board(table.view, table.names, theme))
    words = "\n".join(filter(None, (text, *_lines(shown))))
    return Answer(words, _rows(shown, path), picture, interface(table.row.game).colour)


def _lines(shown: Shown) -> list[str]:
    table, sandbox, standing = shown.table, shown.sandbox, shown.standing
    ours = interface(table.row.game)
    head = _title(
        f"{format_table_title(table)} · {ours.words.headline(table.view, escaped_names(table))}", sandbox.origin
    )
    lines = [f"{head} {_format_move_count(len(sandbox.moves))}", *_story(shown)]
    if table.outcome is not None:
        lines.append(f"{_(texts.GAME_OVER)} {verdict(table)}")
    elif standing.is_draw_due:
        lines.append(_(DRAW_DUE))
    else:
        waiting = [table.names[seat] for seat in table.actors]
        lines.append(_format_movers(waiting, table.names[sandbox.seat]))
    lines += [ours.words.scores(table.view, escaped_names(table)), _(ABOUT)]
    return lines


def _story(shown: Shown) -> list[str]:
    """Return sentences about the last change, newest last; the oldest ones are dropped to fit the limits."""
    sentences = format_events(shown.table, shown.standing.seen(shown.sandbox.seat), SENTENCES)
    while sum(map(len, sentences)) > STORY_CHARACTERS:
        del sentences[0]
    return sentences


def _rows(shown: Shown, path: Sequence[int]) -> tuple[Row, ...]:
    table, sandbox, standing = shown.table, shown.sandbox, shown.standing
    rows: list[Row] = []
    moving: list[Button] = []
    going: list[Button] = []
    if standing.is_draw_due:
        rows.append(_outcomes(shown, path))
        moving.append(button(_("At random"), page_id(table, DRAW, RANDOM), discord.ButtonStyle.primary))
    elif table.outcome is None:
        if len(_movers(shown)) > 1:
            rows.append(_seats(shown))
        moving += [*move_buttons(table), button(_("Computer moves"), _step_id(shown, ON))]
        going.append(button(_("To the end"), _step_id(shown, TO_END)))
    if sandbox.moves:
        going.append(button(_("Undo"), _step_id(shown, UNDO)))
        going.append(button(_("Reset"), _step_id(shown, RESET), RED))
    rows += rows_of_buttons(moving)
    rows += rows_of_buttons([*going, *_steps(sandbox), button(_(texts.BUTTON_MORE), _step_id(shown, FURTHER))])
    return tuple(rows)


def further_rows(shown: Shown, *ways: Button) -> tuple[Row, ...]:
    """Build the buttons of the page behind *More*: who chooses draws, the board as text, and the zoom, then `ways`."""
    looks = {TEXT: texts.BUTTON_TEXT_BOARD, ZOOM: texts.BUTTON_ZOOM}
    dice = _("Draw for me") if shown.sandbox.chooses else _("Choose draws")
    looking = [button(_(label), open_id(shown.table, action)) for action, label in looks.items()]
    return rows_of_buttons([button(dice, _step_id(shown, DICE)), *looking, *ways])


def _step_id(shown: Shown, action: str) -> CustomId:
    """Return a custom id that contains the sandbox's step, so that the button becomes stale with any change."""
    return CustomId(shown.table.row.id, str(shown.sandbox.step), action)


def _steps(sandbox: Sandbox) -> list[Button]:
    """Return the button that leads to another step of the original game, or back to the original lesson.

    The list is empty for a position with another origin.
    """
    origin = sandbox.origin
    if origin.lesson_id:
        page = lesson_id(sandbox.configuration.game, origin.lesson_id, origin.page)
        return [button(_(BUTTON_PAGE), page)]
    if not origin.table:
        return []
    past = CustomId(origin.table, None, "past", (str(origin.turn or 0),))
    return [button(_("Another step"), past)]


def _movers(shown: Shown) -> list[int]:
    """Return the seats that may act now; in a simultaneous turn, these are all seats still in the game."""
    table = shown.table
    if not table.is_simultaneous:
        return list(table.actors)
    return [seat.seat for seat in table.staying]


def _seats(shown: Shown) -> Row:
    options = [
        discord.SelectOption(
            label=truncate(shown.table.names[seat], 100), value=str(seat), default=seat == shown.sandbox.seat
        )
        for seat in _movers(shown)[:SELECT_LIMIT]
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(_step_id(shown, SEAT)), placeholder=_("Whose move"), options=options
    )
    return ui.ActionRow(select)


def _outcomes(shown: Shown, path: Sequence[int]) -> Row:
    """Build the select of the pending draw's outcomes; above 25, of groups of outcomes.

    `path` is the list of indexes of the groups selected so far.
    """
    table = shown.table
    ours, names = interface(table.row.game), table.names
    options = [
        discord.SelectOption(
            label=_label(found, lambda action: ours.words.outcome_label(action, names)), value=str(number)
        )
        for number, found in enumerate(groups(find_group(shown.standing.outcomes, path, SELECT_LIMIT), SELECT_LIMIT))
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(replace(_step_id(shown, DRAW), details=tuple(map(str, path)))),
        placeholder=_("Draw result"),
        options=options,
    )
    return ui.ActionRow(select)


def _label(found: Sequence[str], words: Callable[[str], str]) -> str:
    if len(found) == 1:
        return truncate(words(found[0]), 100)
    return _group_label(truncate(words(found[0]), 45), truncate(words(found[-1]), 45))


# Texts of the pages


def _title(game: str, origin: Origin) -> str:
    """Format the heading of a sandbox's page: the game, and the origin of the position."""
    if origin.lesson:
        started = _("Started from the lesson *{lesson}*.", lesson=escape(_(origin.lesson)))
    elif origin.turn:
        started = _("Started from step {step} of {last}.", step=origin.turn, last=origin.last)
    else:
        started = _("Started from the start.")
    return f"### {_(BUTTON_WHATIF)} · {game}\n{started}"


def _format_move_count(moves: int) -> str:
    return ngettext("{number} move tried.", "{number} moves tried.", moves) if moves else _("Try another move.")


def _format_movers(names: Sequence[str], own: str) -> str:
    """Format the players who must move; `own` is the name of the one whose move the user makes now."""
    if names == [own]:
        return _("**{name} is to move**, and you choose what they do.", name=escape(own))
    shown = list_and([escape(name) for name in names])
    movers = ngettext("{names} is to move.", "{names} are to move.", len(names), names=shown)
    choice = _("You now choose for {name}.", name=escape(own))
    return f"{movers} **{choice}**"


def _group_label(first: str, last: str) -> str:
    """Format the label of a group of outcomes: its first and last outcome."""
    return f"{first} … {last}"

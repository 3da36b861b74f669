"""A finished game as one HTML page that opens in any browser, for *Share* and for `tools.replay_page`."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from cogs.ui.kit.interface import interface
from engine.core import Outcome
from language.messages import N_, _, ngettext
from render import Painter, Picture, painter
from render.replay_page import PageStep, ReplayPage, name_placeholders, shrink, write_page

MOST_PICTURES = 60
"""The maximum number of boards on a page. It bounds the time for drawing."""
MOST_BYTES = 4_000_000
"""The maximum size of a page."""
RESULT = N_("The result")

Draw = Callable[[Callable[[str], Picture]], Awaitable[Picture]]
"""A function that draws one picture: it calls the given function with the name of a theme."""


class FinishedGame(NamedTuple):
    """A finished game: a spectator's views with the events of each turn, the outcome, and the names by seat number."""

    game: str
    title: str
    turns: Sequence[tuple[Any, Sequence[Any]]]
    outcome: Outcome
    names: Sequence[str]


async def make_replay_page(over: FinishedGame, draw: Draw) -> bytes:
    """Make the page of a finished game, at most `MOST_BYTES` long; its pictures are drawn one after the other.

    A game that is too long for that shows the last board of each round, or of each second or third round and so on. No
    sentence is left out.
    """
    drawn, words, views = painter(over.game), interface(over.game).words, [view for view, _events in over.turns]
    last, hidden = len(views) - 1, name_placeholders(len(over.names))
    told = await asyncio.to_thread(lambda: [words.sentences(view, events, hidden) for view, events in over.turns])
    # Turns without a sentence, such as choices in secret, have no step of their own.
    turns = [0, *(turn for turn in range(1, last) if told[turn]), last]
    rounds = [drawn.round_number(view) for view in [views[0], *views]]
    result = await draw(lambda theme: shrink(drawn.result(views, over.names, theme)))
    boards: dict[int, Picture] = {}
    page = b""
    for joined in range(rounds[-1] + 2):
        shown = _last_of_rounds(turns, rounds, joined)
        if len(shown) > MOST_PICTURES:
            continue
        for turn in shown:
            if turn not in boards:
                boards[turn] = await draw(_board_job(drawn, views, turn, over.names))
        steps = [
            PageStep(
                words.step_title(views[turn]).rstrip(".") or format_turn(turn, last),
                [sentence for each in told[before + 1 : turn + 1] for sentence in each],
                boards[turn],
            )
            for before, turn in pairwise([0, *shown])
        ]
        steps.append(PageStep(_(RESULT), [words.verdict(views[-1], over.outcome, hidden)], result))
        content = ReplayPage(over.title, over.names, format_shortened(last, joined), steps)
        page = await asyncio.to_thread(write_page, content)
        if len(page) <= MOST_BYTES:
            break
    return page


def _board_job(drawn: Painter, views: Sequence[Any], turn: int, names: Sequence[str]) -> Callable[[str], Picture]:
    return lambda theme: shrink(drawn.board(drawn.look_back(views, turn), names, theme))


def _last_of_rounds(turns: Sequence[int], rounds: Sequence[int], joined: int) -> list[int]:
    """Return the start and the last turn of each group of `joined` rounds; all turns for 0.

    `rounds` holds the round in which each turn was played.
    """
    if not joined:
        return [*dict.fromkeys(turns)]
    groups = [(rounds[turn] - 1) // joined for turn in turns]
    ends = [turn for turn, (group, following) in zip(turns, pairwise(groups), strict=False) if group != following]
    return [*dict.fromkeys([turns[0], *ends, turns[-1]])]


def format_turn(turn: int, last: int) -> str:
    return _("Step {turn} of {last}", turn=turn, last=last) if turn else _("The start")


def format_shortened(last: int, joined: int) -> str:
    """Format the note that a page shows only the last board of each group of rounds; empty if it shows all."""
    if not joined:
        return ""
    return ngettext(
        "This game has {last} steps. This page shows the last board of each round, with all that happened until then.",
        "This game has {last} steps. This page shows the last board of every {number} rounds, with all that happened "
        "until then.",
        joined,
        last=last,
    )

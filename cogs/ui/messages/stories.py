"""The story of a table: the events since its last card as sentences.

Sentences name the players as they were at the time of each event.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from cogs.ui.kit import emojis
from cogs.ui.kit.interface import interface
from cogs.ui.messages.pause_block import pause_sentence
from language.messages import N_, _, capitalize
from tables.open_table import ACTIVE, FORFEITED, is_stood_in
from tables.seat_changes import handovers
from tables.story import MoveTakenBack, SeatHandedOver, SeatNoted
from tables.texts import escape
from tables.timing.clock_settings import COMPUTER, FORFEIT, REPLACE
from tables.timing.pauses import PauseTold, find_current_pause
from tables.viewer import TableView

STORY_SENTENCES = 12
STORY_CHARACTERS = 2_500
"""The maximum length of the story, in characters.

Discord allows 4,000 characters per message, and escaped names take up room.
"""

_IF_AGAIN = {
    COMPUTER: N_("If it happens again, the computer plays until they are back."),
    REPLACE: N_("If it happens again, the computer plays, and anybody may take the seat."),
    FORFEIT: N_("If it happens again, the seat is forfeited."),
}


def story_text(table: TableView, events: Sequence[object], *, on_card: bool = False) -> str:
    """Format the events since the last card as sentences; the oldest are dropped to fit the limits.

    A take-back is told only until the seat has moved again. With `on_card`, events that lines of the card tell are
    omitted: players who left or have a stand-in, and the current pause. The card of a finished game tells no events,
    since the message before it does.
    """
    if on_card and table.outcome is not None:
        return ""
    newest = max((n for n, event in enumerate(events) if not isinstance(event, _PSEUDO_EVENTS)), default=-1)
    told = [event for n, event in enumerate(events) if n > newest or not isinstance(event, MoveTakenBack)]
    sentences = format_events(table, told, STORY_SENTENCES, beside_card=on_card, brief=True)
    while sum(map(len, sentences)) > STORY_CHARACTERS:
        del sentences[0]
    return "\n".join(sentences)


PAUSE_ENDS = ("resumed", "over", "declined")
"""The kinds of pause events that don't begin a pause."""

_PSEUDO_EVENTS = (MoveTakenBack, PauseTold, SeatHandedOver, SeatNoted)


def _is_on_card(table: TableView, event: PauseTold | SeatNoted) -> bool:
    """Return whether a line of the card tells an event: the current pause, a forfeit, or a stand-in."""
    if isinstance(event, PauseTold):
        return event.kind not in PAUSE_ENDS and find_current_pause(table.row) is not None
    if event.kind == handovers.STAND_IN:
        return is_stood_in(table.seats[event.seat])
    return event.kind == handovers.FORFEITED


@dataclass(frozen=True, slots=True)
class Heading:
    """A pseudo-event: a heading before the events of a round or turn."""

    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """The sentences of a round or turn, below its heading."""

    heading: str
    sentences: list[str]

    def format(self, marks: Sequence[discord.PartialEmoji | None]) -> str:
        return "\n".join((self.heading, *emojis.mark_once(self.sentences, marks)))


def format_sections(
    table: TableView, events: Sequence[tuple[int, object]], turns: Sequence[tuple[int, Any]]
) -> list[Section]:
    """Format a whole story as sections, oldest first, with the game's headline at the start of each turn as heading.

    Events have the number of their entry, and the views in `turns` that of the entry before them.
    """
    headline, names = interface(table.row.game).words.headline, escaped_names(table)
    numbers, told, heading = [number for number, _view in turns], list[object](), ""
    for number, event in events:
        _entry, view = turns[max(0, bisect_left(numbers, number) - 1)]
        found = headline(view, names)
        if found != heading:
            heading = found
            told.append(Heading(f"**{capitalize(found)}**"))
        told.append(event)
    headings = {each.text for each in told if isinstance(each, Heading)}
    sections: list[Section] = []
    for line in _sentences(table, told, beside_card=False, brief=False):
        if line in headings:
            sections.append(Section(line, []))
        else:
            sections[-1].sentences.append(line)
    return [section for section in sections if section.sentences]


def format_events(
    table: TableView, events: Sequence[object], most: int, *, beside_card: bool = False, brief: bool = False
) -> list[str]:
    """Format the newest events as sentences, at most `most`, newest last; each seat's emoji is shown only once.

    `brief` leaves out what a card's picture shows. With `beside_card`, sentences that repeat lines of the card are
    omitted: about players who left, and others.
    """
    sentences = _sentences(table, events, beside_card=beside_card, brief=brief)[-most:]
    return emojis.mark_once(sentences, seat_marks(table))


def _sentences(table: TableView, events: Sequence[object], *, beside_card: bool, brief: bool) -> list[str]:
    """Format the events as sentences, with the players' names at the time of each event.

    After a player has left a seat, or while a computer player stands in for them, sentences name the computer player
    instead.
    """
    ours, names = interface(table.row.game), _names_before(table, events)
    marks = seat_marks(table)
    leavers = [None if isinstance(event, SeatHandedOver | SeatNoted) else ours.words.leaver(event) for event in events]
    absent = {seat.seat for seat in table.seats if seat.state != ACTIVE} - {*leavers}
    forfeited = {seat.seat for seat in table.seats if seat.state == FORFEITED}
    stood_in = _find_stand_ins_before(table, events)
    sentences: list[str] = []
    begin = 0
    for end, (event, leaver) in enumerate(zip([*events, None], [*leavers, None], strict=True)):
        handed_over = isinstance(event, SeatHandedOver)
        if not isinstance(event, SeatHandedOver | SeatNoted | Heading) and leaver is None and end < len(events):
            continue
        by_computer = stood_in | (absent if ours.plays_on else set())
        shown = [stand_in_name(name) if seat in by_computer else name for seat, name in enumerate(names)]
        marked = emojis.mark_names(marks, shown)
        # For a player whose time ran out, a `SeatNoted` event already says so; the game's own event is left out.
        until = end + (leaver is not None and not beside_card and leaver not in forfeited)
        sentences += _game_sentences(table, events[begin:until], marked, beside_card=beside_card, brief=brief)
        if handed_over:
            names[event.seat] = escape(event.after)
            stood_in.discard(event.seat)
            before, after = escape(event.before), escape(event.after)
            sentences.append(format_seat_change(before, after, removed=event.removed))
        elif isinstance(event, SeatNoted):
            _update_stand_ins(stood_in, event)
            if not beside_card or not _is_on_card(table, event):
                sentences += format_handover(event.kind, escape(event.name), table.settings.on_expiry)
        elif isinstance(event, Heading):
            sentences.append(event.text)
        absent |= {leaver} - {None}
        begin = end + 1
    return sentences


def _game_sentences(
    table: TableView, events: Sequence[object], names: Sequence[str], *, beside_card: bool, brief: bool
) -> list[str]:
    """Format the game's events as sentences, and between them the pauses and the moves taken back."""
    words = interface(table.row.game).words
    tell = (brief and words.card_sentences) or words.sentences
    sentences: list[str] = []
    begin = 0
    for number, event in enumerate(events):
        if isinstance(event, PauseTold):
            sentences += tell(table.view, events[begin:number], names)
            if not beside_card or not _is_on_card(table, event):
                sentences.append(pause_sentence(event, escaped_names(table)))
            begin = number + 1
        elif isinstance(event, MoveTakenBack):
            move = next(iter(tell(table.view, event.events, names)), "")
            sentences += tell(table.view, events[begin:number], names)
            sentences.append(format_takeback(names[event.seat], move, others=event.others, count=event.count))
            begin = number + 1
    return sentences + tell(table.view, events[begin:], names)


def _update_stand_ins(stood_in: set[int], event: SeatNoted, *, backwards: bool = False) -> None:
    """Update the set of seats with a stand-in by one event; with `backwards`, undo the event."""
    if event.kind in handovers.STANDS_IN:
        (stood_in.discard if backwards else stood_in.add)(event.seat)
    elif event.kind == handovers.BACK:
        (stood_in.add if backwards else stood_in.discard)(event.seat)


def _find_stand_ins_before(table: TableView, events: Sequence[object]) -> set[int]:
    """Return the seats in which computer players stood in before the first of the events."""
    found = {seat.seat for seat in table.seats if is_stood_in(seat)}
    for event in reversed(events):
        if isinstance(event, SeatNoted):
            _update_stand_ins(found, event, backwards=True)
    return found


def _names_before(table: TableView, events: Sequence[object]) -> list[str]:
    """Return the players' escaped names as they were before the first of the events."""
    names = escaped_names(table)
    for event in reversed(events):
        if isinstance(event, SeatHandedOver):
            names[event.seat] = escape(event.before)
    return names


def escaped_names(table: TableView) -> list[str]:
    """Return the names at the table, escaped for use in a message."""
    return [escape(name) for name in table.names]


def seat_marks(table: TableView) -> tuple[discord.PartialEmoji | None, ...]:
    """Return the emoji of each seat, None for seats without one."""
    return emojis.seat_marks(table.row.game, table.view, table.names)


def format_handover(kind: str, name: str, on_expiry: str) -> list[str]:
    """Format sentences about a missed deadline, a stand-in or the return of a player, for the story.

    `kind` is one of the kinds in `handovers`, `on_expiry` the table's setting for missed deadlines. The name is passed
    in escaped.
    """
    match kind:
        case handovers.LATE:
            told = _("{name} missed one deadline and plays on.", name=name)
            return [" ".join(filter(None, (told, _(_IF_AGAIN.get(on_expiry, "")))))]
        case handovers.LAST_ONE:
            told = _(
                "Time ran out for {name} again. Nobody else is here to play, so default moves are made until somebody "
                "is back.",
                name=name,
            )
            return [told + " " + _("Anybody may take the seat.") if on_expiry == REPLACE else told]
        case handovers.STAND_IN:
            return [_("{name} lets the computer play for a while.", name=name)]
        case handovers.AWAY_STAND_IN:
            return [_("Time ran out for {name} again, so the computer plays for them.", name=name)]
        case handovers.AWAY_OPENED:
            return [
                _(
                    "Time ran out for {name} again, so the computer plays for them until somebody takes the seat.",
                    name=name,
                )
            ]
        case handovers.BACK:
            return [_("{name} is back.", name=name)]
        case handovers.PLANNED:
            return [_("{name} had planned this.", name=name)]
        case handovers.FORFEITED:
            return [_("Time ran out for {name} again, so the seat is forfeited.", name=name)]
        case _:
            return []


def format_takeback(name: str, told: str, *, others: bool, count: int) -> str:
    """Format the sentence that a move was taken back, for the story. The name is passed in escaped.

    `told` is the game's sentence about the move. `others` is whether moves of other seats are undone too. `count`
    is the number of this take-back among those of the seat, counted from 1.
    """
    # `told` starts with the name, which the new sentence already contains.
    move = told.removeprefix(f"{name}'s ").removeprefix(f"{name} ").rstrip(".")
    back = _("{name} took back a move", name=name)
    if count > 1:
        back = _("{name} took back a move, take-back number {count}", name=name, count=count)
    sentence = f"{back}: {move}." if move else f"{back}."
    return sentence + " " + _("Later moves are undone too.") if others else sentence


def format_seat_change(before: str, after: str, *, removed: bool) -> str:
    """Format the change of a seat's player for the story of a game. Names are passed in escaped."""
    if removed:
        return _("A moderator removed {before} from the table. {after} plays on.", before=before, after=f"**{after}**")
    return _("{after} plays on for {before}.", after=f"**{after}**", before=before)


def stand_in_name(name: str) -> str:
    return _("Computer for {name}", name=name)

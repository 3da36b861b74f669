"""The texts of the table service: refusals, and helpers shared with the rest of the interface.

Names are escaped here, so that no caller can forget it.
"""

import re
from collections.abc import Sequence

from engine.core import EngineError, quote_input
from engine.messages import Message, PluralMessage, WordList
from engine.record import format_player_counts
from language.messages import N_, _, format_time_unit, list_and, list_or, ngettext, speaking, spoken_language

NO_SUCH_TABLE = N_("That table is gone. `/play` opens a new one.")
NOT_AT_THIS_TABLE = N_("You're watching. Zoom and What happened are under More.")
NOT_STARTED = N_("This game hasn't started yet. All seats must be taken first.")
BOARD_MOVED_ON = N_("The board has moved on since that button appeared. Nothing was changed; this is the board now.")
ROUND_MOVED_ON = N_("That round has closed since you opened this page. Nothing was changed; this is the board now.")
LOBBY_MOVED_ON = N_("The table has changed since that button appeared, so your press did nothing. Please press again.")
ONLY_HOST = N_("Only the host of this table can do that.")
START_NEEDS_SEAT = N_("Only players at this table can start the game. Take a seat first.")
ALREADY_IN = N_("You already have a seat at this table. I ping you when it's your turn.")
ALREADY_SEATED = N_("You already have a seat at this table.")
NOT_SEATED = N_("You have no seat at this table.")
HOST_STAYS = N_("As the host you can't leave the table, but its settings let you close it for everybody.")
OFFER_LAPSED = N_("That seat is no longer on offer. Its player plays on.")
OFFERED_ALREADY = N_("They have already been asked and haven't answered yet.")
OFFERED_TOO_OFTEN = N_("This seat has been offered too often in this game, so you can't offer it again.")
OFFERED_TO_SOMEBODY_ELSE = N_("This seat is offered to somebody else. Zoom and What happened are under More.")
ONLY_WHO_OFFERED = N_("Only the person who offered this seat can withdraw the offer.")
PASS_ON_YOUR_OWN = N_("You can pass on your own seat. Only the host can offer other seats.")
ALREADY_STARTED = N_("This game has already started.")
RECORD_AFTER_THE_END = N_("The record shows what everybody holds, so you can get it once the game is over.")
RECORD_FOR_SEATS = N_("This record contains secret guesses, so only the players of this game can get it.")
AGAIN_AFTER_THE_END = N_("A rematch is possible once this game is over.")
AGAIN_FOR_PLAYERS = N_("A rematch is for people who had a seat at this table. `/play` opens a table of your own.")
NO_SHARE_HERE = N_(
    "A game in direct messages is private and can't be shared. You can share games that you play on a server."
)
SHARE_AFTER_THE_END = N_("You can share a game once it has been played to its end.")
WAS_FULL = N_("All seats were taken.")
GAME_GONE = N_("I no longer support this game, so I can't show its board, and you can't play on.")
CANCELLED = N_("The table was closed. No game was played.")
RESIGNED = N_("You have resigned.")
FORFEITED = N_("You ran out of time twice in a row, so your seat was forfeited. You can follow the game.")
STILL_CHOOSING = N_("You can change your choice until everybody is ready.")
TAKE_BACK_ENDED = N_("That request is over. Nothing was changed; the newest card shows the game now.")
OUT_OF_THE_GAME = N_("You're out of this game, so you can't do that. You can watch it to the end.")
TAKE_BACK_IS_YOURS = N_("The others answer your request. You can withdraw it with *Keep the move*.")
CANT_POST = N_(
    "-# The game is saved, but I can't post the board in its channel because I lack a permission. Somebody "
    "who runs this server can grant it."
)
CLOCKS: dict[str, int | None] = {
    "no limit": None,
    "5 minutes": 5 * 60,
    "30 minutes": 30 * 60,
    "2 hours": 2 * 3600,
    "12 hours": 12 * 3600,
    "1 day": 24 * 3600,
    "2 days": 2 * 24 * 3600,
    "3 days": 3 * 24 * 3600,
    "7 days": 7 * 24 * 3600,
    "14 days": 14 * 24 * 3600,
}
BANK_NEEDS_MOVE = N_(
    "A reserve also needs a time for each move, such as 24 hours. Please type both. Nothing was changed."
)
MOVE_RANGE = N_("The time for each move must be from 1 minute to 14 days. Nothing was changed.")
BANK_RANGE = N_("A reserve can hold at most 30 days. Nothing was changed.")
REGAINED_RANGE = N_("A move can't give back more than the whole reserve. Nothing was changed.")
STANDS_IN_ALREADY = N_("The computer already plays for you. Press *I'm back* when you want your seat back.")


def escape(text: str) -> str:
    """Escape a user's text for a message, so that it makes no markdown, links or mentions."""
    # Not discord.py's escape functions: they leave links, channels and timestamps unchanged.
    marked = re.sub(r"[\\*_~`|<>\[\]#:]|(?<!\S)[-+](?=\s)|(?<=\d)\.", r"\\\g<0>", text)
    return re.sub(r"@(everyone|here|[!&]?[0-9]{17,20})", "@\u200b\\1", marked)


def escape_quoted(text: str) -> str:
    """Escape an engine's error text for a message, because text in “quotes” may come from a user.

    The quotes become those of the context's language.
    """
    return re.sub("“([^“”]*)”", lambda quoted: _("“{text}”", text=escape(quoted[1])), text)


def put_into_words(message: object) -> object:
    """Return a message of the engine in the context's language; numbers and names are returned unchanged.

    Text without fields is a message too. Text that is no message stays as it is.
    """
    if isinstance(message, str):
        return _(message)
    if isinstance(message, WordList):
        words = [str(put_into_words(word)) for word in message.words]
        return list_and(words) if message.last == "and" else list_or(words)
    if not isinstance(message, Message):
        return message
    fields = {name: put_into_words(value) for name, value in message.fields.items()}
    if isinstance(message, PluralMessage):
        return ngettext(message.text, message.many, message.number, **fields)
    return _(message.text, **fields)


def put_error_into_words(error: EngineError) -> str:
    """Return an error of the engine in the context's language; user input quoted in it is escaped."""
    return escape_quoted(str(put_into_words(error.message)))


def quote(typed: str) -> str:
    """Quote a user's text for a message: in “quotes”, escaped, on one line, and shortened if it is long."""
    return escape_quoted(quote_input(typed))


SEASON_OVER = N_("Its season or cup is over, so this game has ended, too. `/league` shows what goes on.")


def describe_end(phase: str, *, season_over: bool = False) -> str:
    """Say that a game is over; `season_over` says that it ended because its season did."""
    if phase != "cancelled":
        return _("This game is over.")
    return _(SEASON_OVER) if season_over else _("This game was ended early.")


def not_your_turn(waiting: Sequence[str]) -> str:
    if not waiting:
        return _("A computer player is thinking.")
    if len(waiting) == 1:
        return _("It's {name}'s turn.", name=escape(waiting[0]))
    return _("We're waiting for {names}.", names=list_and([escape(name) for name in waiting]))


def move_kept(name: str) -> str:
    return _("{name} didn't agree, so the move stays.", name=escape(name))


def format_open_request(name: str) -> str:
    return _("{name} has asked to take a move back. Please wait until everybody has answered.", name=escape(name))


def format_players_only(button: str) -> str:
    """Format the refusal for people who don't play at a table; `button` is a label in the context's language."""
    return _("*{button}* is for the players of this table.", button=button) + " " + _(NOT_AT_THIS_TABLE)


def format_already_shared(channel: int) -> str:
    return _("This game has already been shared in {channel}. You can share a game only once.", channel=f"<#{channel}>")


def has_seat_already(name: str) -> str:
    return _("{name} already has a seat at this table. Choose somebody else.", name=escape(name))


def format_seat_out(name: str) -> str:
    return _("{name}'s seat is out of this game for good.", name=escape(name))


def format_still_active(name: str) -> str:
    return _(
        "{name} is still playing. They can pass their seat on under More. You can offer it once they "
        "have missed two turns or left the server.",
        name=escape(name),
    )


def too_many_tables(scope: str, limit: int) -> str:
    head = {
        "host": _("You have {limit} open tables already, which is the limit.", limit=limit),
        "channel": _("This channel has {limit} open tables already, which is the limit.", limit=limit),
        "server": _("This server has {limit} open tables already, which is the limit.", limit=limit),
    }[scope]
    return head + " " + _("Finish or close one first; `/games` lists yours.")


def format_full_lobby(seats: int) -> str:
    return _(
        "All {seats} seats are taken. The host can add seats in the table's settings, if the game allows more.",
        seats=seats,
    )


def format_free_seats(free: int, possible: str, *, may_shrink: bool) -> str:
    if may_shrink:
        ways = _("fill them with computer players, wait for somebody to join or set fewer seats")
    else:
        ways = _("fill them with computer players or wait for somebody to join")
    head = ngettext("{number} seat is still free: {ways}.", "{number} seats are still free: {ways}.", free, ways=ways)
    return f"{head} {possible}"


def format_reserved_seats(names: Sequence[str]) -> str:
    return _(
        "The free seats are reserved for {names}, who played the last game. If somebody declines, you can join.",
        names=list_and([escape(name) for name in names]),
    )


def format_waiting_rematch(names: Sequence[str]) -> str:
    return ngettext(
        "{names} has not answered yet. You can add a computer player or set fewer seats.",
        "{names} have not answered yet. You can add a computer player or set fewer seats.",
        len(names),
        names=list_and([escape(name) for name in names]),
    )


def format_taken_seats(taken: int) -> str:
    return _("{taken} seats are already taken, so there can't be fewer.", taken=taken)


def seats_range(title: str, possible: Sequence[int]) -> str:
    return _("{game} is for {players}.", game=title, players=put_into_words(format_player_counts(possible)))


def format_host_start(opens: int) -> str:
    when = f"<t:{opens // 1000}:R>"
    return _("Only the host can start this game now. Anybody at the table can start it {when}.", when=when)


def format_taken_choice(label: str, name: str) -> str:
    return _("{label} is taken by {name}. Choose another one, or leave it to chance.", label=label, name=escape(name))


def unknown_choice(value: str) -> str:
    return _("{value} can't be chosen here.", value=quote(value))


def computer_name(number: int, language: str) -> str:
    """Return the name of a computer player in the language of its table."""
    with speaking(language):
        return _("Computer {number}", number=number)


def format_stale_press(phase: str, *, simultaneous: bool, begun: bool = True) -> str:
    """Return the text that answers a stale press. If the game has not begun, it mentions no board."""
    if phase == "lobby":
        return _(LOBBY_MOVED_ON)
    if not begun:
        return _(CANCELLED)
    return _(ROUND_MOVED_ON) if simultaneous else _(BOARD_MOVED_ON)


def unknown_clock(text: str, known: Sequence[str]) -> str:
    return _("{clock} is not on the list of clocks: {clocks}.", clock=quote(text), clocks=", ".join(known))


def unreadable_duration(text: str) -> str:
    return _(
        "I can't read the time {time}, so nothing was changed. "
        "Write a number with its unit, such as 90 min, 36h or 2 days.",
        time=quote(text),
    )


def format_duration(seconds: int, units: int = 2) -> str:
    """Format a duration, such as "1 hour 30 minutes". Only the `units` largest units are given."""
    parts: list[str] = []
    for name, size in (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(format_time_unit(count, name))
    space = "" if spoken_language() == "ja" else " "
    return space.join(parts[:units]) or _("no time")

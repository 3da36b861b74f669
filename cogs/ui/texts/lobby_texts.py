"""The texts of the pages on which a game is chosen, opened and started: /help, /play, and the lobby's options."""

from collections.abc import Mapping, Sequence

from tables.texts import and_list, escape

WHEN_FULL, BY_HOST = "full", "host"
STARTS = {WHEN_FULL: "When the last seat is taken", BY_HOST: "When the host presses Start"}
START_NAMES = {"when full": WHEN_FULL, "by the host": BY_HOST}
"""The choices of `/play start`."""

BUTTON_COMPUTER_NOW = "Play the computer now"
BUTTON_OPEN = "Open a table"


INVITE_TITLE = "Invite to a game"
INVITE_NOBODY = "Choose at least one other person. Computer players have a button of their own."

HELP = "*Play* starts a game against the computer. To play with friends, type `/play`."
COMMANDS = {
    "play": "start a game",
    "learn": "learn a game step by step",
    "demo": "show a game to everybody here",
    "rules": "look up a rule",
    "games": "your games",
    "league": "leagues and cups of this server",
    "stats": "results and ratings of a person",
    "settings": "colours, pings, quiet hours",
    "away": "take a vacation: your clocks stand still",
    "move": "make a move by typing it",
    "hand": "see your tiles",
    "whatif": "try other moves in a past game",
    "export": "your finished games as a file",
    "import": "look at a game from a file",
    "verify": "check a game's file",
    "privacy": "get or delete your data",
    "server": "for those who manage this server",
    "moderate": "for moderators",
    "help": "what this is, and the games",
}
TYPED_GAME = "{}, by typing"
"""What a game's own command is for; the braces take its description."""


def commands_list(commands: Mapping[str, str]) -> str:
    """The commands of the program by name, in a short list; those of one game come last, with their descriptions."""
    shared = [f"`/{name}` {about}" for name, about in COMMANDS.items() if name in commands]
    own = [f"`/{name}` {TYPED_GAME.format(about)}" for name, about in commands.items() if name not in COMMANDS]
    return "\n".join([*shared, *own])


def game_line(title: str, players: str, summary: str) -> str:
    """A game with how many play it, and below that what it is."""
    return f"**{title}** · {players}\n{summary}".strip()


def starts_now(title: str, place: int, *, in_thread: bool) -> str:
    """Where a game has been started: its thread, or the channel while the thread is on its way."""
    if in_thread:
        return f"Your game of {title} has started. Its board is in <#{place}>."
    return f"Your game of {title} starts now in <#{place}>: its board opens there."


def invitation_sent(channel: int, users: Sequence[int]) -> str:
    names = and_list([f"<@{user}>" for user in users])
    return f"Your table is open in <#{channel}>, and {names} {'is' if len(users) == 1 else 'are'} invited."


def rematch_state(phase: str, channel: int, *, seated: bool) -> str:
    """What has become of the next game, after a press on Play again."""
    if phase == "lobby":
        return f"You're in. The table of the next game is in <#{channel}>; it starts when everybody has agreed."
    if phase == "playing":
        begun = "The next game starts" if seated else "The next game has begun without you"
        return f"{begun} in <#{channel}>."
    return "The next game of this table is over already. `/play` opens a new table."


def rematch(taken: int, seats: int) -> str:
    return f"The next game of the same people. {taken} of {seats} are in; it starts when everybody has agreed."


def awaited(users: Sequence[int]) -> str:
    return f"Still to answer: {and_list([f'<@{user}>' for user in users])}."


def declined(names: Sequence[str]) -> str:
    return f"Not this time: {and_list([escape(name) for name in names])}."


def settings_line(parts: Sequence[str]) -> str:
    """What is set at a table, in one line."""
    line = " · ".join(part.removesuffix(".") for part in parts if part)
    return f"-# {line[:1].upper()}{line[1:]}"


def set_up_title(title: str) -> str:
    return f"### Settings of {title}"


def host_sets_up(host: str | None) -> str:
    """Who may change it; the name comes escaped."""
    return f"{'The host' if host is None else f'**{host}** is the host and'} can change it."


def seats_and_start(seats: int, *, start_when_full: bool) -> str:
    start = "the game starts when the last seat is taken" if start_when_full else "the host starts the game"
    return f"{seats} seats; {start}."


def computers(name: str, levels: Mapping[str, str], lines: Mapping[str, str]) -> str:
    line = lines.get(name, "")
    return f"Computer players: {levels.get(name, name)}{', who ' + line[0].lower() + line[1:] if line else ''}."


def shared(channel: int) -> str:
    return f"The result and the replay come to <#{channel}>, for everybody to see."


def you_cant_write(channel: int) -> str:
    return f"You can't write in <#{channel}>. Choose a channel in which you can."


def i_cant_see(channel: int) -> str:
    return f"I can't see <#{channel}>. Choose another channel, or ask somebody who runs this server to let me in."


def i_cant_write(channel: int, permissions: Sequence[str]) -> str:
    shown = and_list([f"**{permission}**" for permission in permissions])
    return (
        f"To post in <#{channel}> I need the permission {shown}. Choose another channel, or ask who runs this server."
    )


def too_many_invited(seats: int) -> str:
    return f"A table of this game has at most {seats} seats, yours included. Please invite fewer people."


def typed_again(reason: str, typed: str) -> str:
    """Why a typed command was refused, and the command, to be copied and put right."""
    shown = typed.replace("`", "'")
    return f"{reason}\nNothing is lost. To put it right, copy what you typed:\n```\n{shown}\n```"

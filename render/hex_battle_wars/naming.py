"""Names and short texts that the pictures, alt texts and plain texts of Hex Battle Wars share."""

from collections.abc import Sequence
from typing import Final

from engine.hex_battle_wars.content import LAST_ROUND
from engine.hex_battle_wars.view import Modifier, Shot, View
from render import header, text
from render.emojis import seat_mark
from render.hex_battle_wars.figures import HEROES
from render.hex_battle_wars.themes import SIDES

TITLE: Final = "Hex Battle Wars"
_ROLLING: Final = {
    "hazards": "Laying water and quicksand",
    "stats": "Rolling armour and hiding",
    "order": "Rolling who lays first",
    "laying": "Laying blocks",
    "first": "Rolling who goes first",
}
_ASKED: Final = ("blocks", "deploy", "turn")
"""The phases in which a seat must act; in all others before the end, chance acts."""
_REASONS: Final = {"last": "Last one standing", "max_rounds": "Most health left", "forfeit": "Everybody else has left"}


def display_names(view: View, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the seats' names as they can be drawn.

    A name with a character that the font lacks is replaced by the seat's colour.
    """
    return tuple(
        text.writable_name(labels[number] if number < len(labels) else "", SIDES[number].capitalize())
        for number in range(len(view.seats))
    )


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """Return a letter for each seat: the initial of its name if no other seat has it, else the seat's number."""
    initials = [name[0].upper() for name in names]
    return tuple(
        initial if initial.isalpha() and initials.count(initial) == 1 else str(seat)
        for seat, initial in enumerate(initials, 1)
    )


def seat_marks(view: View, names: Sequence[str]) -> list[str]:
    """Return for each seat the name of the emoji that shows the colour and letter of its characters."""
    return [seat_mark(find_side(seat)[0], letter) for seat, letter in enumerate(letters(display_names(view, names)))]


def piece_letter(view: View, names: Sequence[str], seat: int, piece: int) -> str:
    """Return the text on a piece's badge: the seat's letter, followed by the piece's number if the seat has several."""
    letter = letters(names)[seat]
    if len(view.seats[seat].pieces) == 1:
        return letter
    return f"{letter}{piece}" if letter.isalpha() else f"{letter}·{piece}"


def piece_name(view: View, names: Sequence[str], seat: int, piece: int) -> str:
    """Return the name of a piece: that of its seat, followed by the piece's number if the seat has several."""
    return names[seat] if len(view.seats[seat].pieces) == 1 else f"{names[seat]} {piece}"


def find_side(seat: int) -> tuple[str, str]:
    """Return the name of a seat's colours in the theme, and the name of the icon on its characters."""
    return SIDES[seat], HEROES[seat]


def health(view: View, seat: int) -> int:
    """Return the health left of all pieces of a seat together; 0 for a seat that has left the game."""
    return 0 if view.seats[seat].forfeited else sum(piece.hp for piece in view.seats[seat].pieces)


def is_hidden(view: View, seat: int) -> bool:
    """Return whether a piece of a seat is invisible."""
    return any(piece.invisible for piece in view.seats[seat].pieces)


def seat_status(view: View, seat: int) -> str:
    """Return the status on a seat's card: "has left", "out", "hidden", or an empty string."""
    seated = view.seats[seat]
    if seated.forfeited:
        return "has left"
    if seated.out_round is not None:
        return "out"
    return "hidden" if is_hidden(view, seat) else ""


def title(view: View, names: Sequence[str], room: int = header.TITLE_ROOM) -> str:
    """Return the headline, with names shortened to `room` pixels: whose turn it is and what to do, or who has won."""
    if view.winners is not None:
        winners = [names[seat] for seat in view.winners]
        if not winners:
            return "Nobody wins"
        verb = "wins" if len(winners) == 1 else "share the victory"
        return header.fit_title(winners, lambda short: f"{text.join_words(short)} {verb}", room)
    if view.turn is None or view.phase in _ROLLING:
        return _ROLLING.get(view.phase, "Rolling the dice")
    if not view.actors and view.phase in _ASKED:
        return text.ENDED_EARLY
    name = names[view.turn.seat]
    return header.fit_title([name], lambda short: f"{short[0]} {_task(view)}", room)


def _task(view: View) -> str:
    turn = view.turn
    if turn is None or view.phase not in _ASKED:
        return "rolls"
    if view.phase == "blocks":
        return "to lay blocks"
    if view.phase == "deploy":
        return "to choose a start"
    if turn.stage == "rolled":
        return "to move"
    hidden = is_hidden(view, turn.seat)
    if turn.stage == "start" and hidden:
        return "to hold or appear"
    if turn.stage == "moved":
        return "to end" if hidden else "to attack"
    return "to act"


def roll_words(view: View) -> str:
    """Return the words after the movement roll, such as "steps rolled"; an empty string if no roll is to be used."""
    turn = view.turn
    if turn is None or turn.stage != "rolled" or not turn.roll or view.phase != "turn":
        return ""
    if is_hidden(view, turn.seat):
        return "step each" if turn.roll == 1 else "steps each"
    return "step rolled" if turn.roll == 1 else "steps rolled"


def format_round(view: View) -> str:
    """Return the round, such as "Round 3 of 60"; at the end, the reason why the game ended."""
    if view.winners is not None:
        return _REASONS.get(view.reason or "", "") if view.winners else "Everybody has left"
    if not view.round:
        return "Set-up"
    return f"Round {view.round}" if view.last_round == LAST_ROUND else f"Round {view.round} of {view.last_round}"


def modifier_words(part: Modifier) -> str:
    """Format a modifier for players: "− 5 far", "+ 2 high"."""
    if part.name == "distance":
        return f"− {-part.number} far"
    return f"+ {part.number} high" if part.number > 0 else f"− {-part.number} low"


def reckoning(shot: Shot) -> str:
    """Format the d20 of an attack with its modifiers, such as "15 − 5 far = 10 vs 13"."""
    parts = "".join(f" {modifier_words(part)}" for part in shot.modifiers)
    return f"{shot.die}{parts} = {format_number(shot.total)} vs {shot.armour}"


def format_number(number: int) -> str:
    """Format a number with a typographic minus sign instead of a hyphen."""
    return str(number).replace("-", "−")


def shot_result(shot: Shot) -> str:
    """Format the result of an attack so far, such as "missed", "a ghost" or "hit −11"."""
    if not shot.hit:
        return "missed"
    if shot.struck == "ghost":
        return "a ghost"
    if not shot.damage_die:
        return "hit"
    return f"hit −{shot.damage}"


def target_words(view: View, names: Sequence[str], shot: Shot) -> str:
    """Return the name of an attack's target: a piece, or a tile such as "Ben’s tile 2"."""
    name = piece_name(view, names, shot.target_seat, shot.target_piece)
    return f"{name}’s tile {shot.tile}" if shot.tile else name


def is_fresh(view: View) -> bool:
    """Return whether the newest attack is still shown: its piece is on the same hex and its seat hasn't acted since."""
    shot = view.shot
    if shot is None or not shot.die:
        return False
    piece, turn = view.seats[shot.seat].pieces[shot.piece - 1], view.turn
    if piece.label != shot.origin:
        return False
    return not (turn is not None and turn.seat == shot.seat and turn.stage != "start" and view.phase == "turn")


def should_show_newest_walk(view: View) -> bool:
    """Return whether the newest movement is still shown: a piece that moved is still where it ended."""
    walk = view.walk
    if walk is None:
        return False
    if len(walk.paths) == 1:
        return view.seats[walk.seat].pieces[walk.piece - 1].label == walk.paths[0][-1]
    tiles = view.seats[walk.seat].tiles
    return any(path and path[-1] == label for path, label in zip(walk.paths, tiles, strict=False))

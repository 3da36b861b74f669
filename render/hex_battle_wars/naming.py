"""Names and short texts that the pictures, alt texts and plain texts of Hex Battle Wars share."""

from collections.abc import Sequence
from typing import Final

from engine.hex_battle_wars.content import LAST_ROUND
from engine.hex_battle_wars.odds import Odds
from engine.hex_battle_wars.picks import QuickPick
from engine.hex_battle_wars.view import Modifier, Shot, View
from language.messages import N_, _, list_and, ngettext
from render import header, text
from render.badges import seat_letters
from render.emojis import seat_mark
from render.hex_battle_wars.themes import SIDES
from render.hex_battle_wars.tokens import HEROES

TITLE: Final = N_("Hex Battle Wars")
HIDDEN, OUT, HAS_LEFT = N_("hidden"), N_("out"), N_("has left")
FREE_HINT: Final = N_("free hint")
"""The mark of a hint that isn't counted."""
SIGN: Final = "\n"
"""The value of a field that is drawn as a sign; no name contains it."""
EVERYBODY_LEFT: Final = N_("Everybody has left")
COLOURS: Final = (N_("Red"), N_("Blue"), N_("Yellow"), N_("Green"), N_("Plum"), N_("Ice"))
"""The names of the colours in `SIDES`."""
MOST_ATTACKS: Final = 3
"""Maximum number of attacks with a row below the board, as many as a card has sentences."""
_ROLLING: Final = {
    "hazards": N_("Laying water and quicksand"),
    "stats": N_("Rolling armour and invisibility"),
    "order": N_("Rolling who lays first"),
    "laying": N_("Laying blocks"),
    "first": N_("Rolling who goes first"),
}
_ASKED: Final = ("blocks", "deploy", "turn")
"""The phases in which a seat must act; in all others before the end, chance acts."""
_HEIGHTS: Final = {1: N_("raised"), 2: N_("high ground"), 3: N_("highest ground")}
_HAZARDS: Final = {"water": N_("in water"), "quicksand": N_("in quicksand")}
_MODIFIERS: Final = {"distance": N_("{number} distance"), "height": N_("{number} height")}
_REASONS: Final = {"last": N_("Last one standing"), "max_rounds": N_("Most health left"), "forfeit": N_("By forfeit")}


def display_names(view: View, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the seats' names as they can be drawn.

    A name with a character that the font lacks is replaced by the seat's colour.
    """
    return tuple(
        text.writable_name(labels[number] if number < len(labels) else "", _(COLOURS[number]))
        for number in range(len(view.seats))
    )


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """Return a letter for each seat; see `badges.seat_letters`.

    A name that was replaced by the seat's colour, because the font lacks it, counts as one without letters.
    """
    return seat_letters(tuple("" if name == _(COLOURS[seat]) else name for seat, name in enumerate(names)))


def seat_marks(view: View, names: Sequence[str]) -> list[str]:
    """Return for each seat the name of the emoji that shows the colour and letter of its characters."""
    return [seat_mark(find_side(seat)[0], letter) for seat, letter in enumerate(letters(display_names(view, names)))]


def piece_letter(view: View, names: Sequence[str], seat: int, piece: int) -> str:
    """Return the text on a piece's plate: the seat's letter, followed by the piece's number if the seat has several."""
    letter = letters(names)[seat]
    return letter if len(view.seats[seat].pieces) == 1 else f"{letter}{piece}"


def tile_letter(view: View, names: Sequence[str], seat: int) -> str:
    """Return the text above the numbers of a hidden character's tiles: the seat's letter.

    If the seat has several pieces, a question mark tells its tiles from these.
    """
    letter = letters(names)[seat]
    return letter if len(view.seats[seat].pieces) == 1 else f"{letter}?"


def piece_name(view: View, names: Sequence[str], seat: int, piece: int) -> str:
    """Return the name of a piece: that of its seat, followed by a number such as "#2" if the seat has several."""
    return names[seat] if len(view.seats[seat].pieces) == 1 else f"{names[seat]} #{piece}"


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
    """Return the status on a seat's card, in English: "has left", "out", "hidden", or an empty string."""
    seated = view.seats[seat]
    if seated.forfeited:
        return HAS_LEFT
    if seated.out_round is not None:
        return OUT
    return HIDDEN if is_hidden(view, seat) else ""


def title(view: View, names: Sequence[str], room: int = header.TITLE_ROOM) -> str:
    """Return the headline, with names shortened to `room` pixels: whose turn it is and what to do, or who has won."""
    if view.winners is not None:
        winners = [names[seat] for seat in view.winners]
        if not winners:
            return _("Nobody wins")
        return header.fit_title(winners, _describe_winners, room)
    if view.turn is None or view.phase in _ROLLING:
        return _(_ROLLING.get(view.phase, N_("Rolling the dice")))
    if not view.actors and view.phase in _ASKED:
        return _(text.ENDED_EARLY)
    name = names[view.turn.seat]
    return header.fit_title([name], lambda short: _(_task(view), name=short[0]), room)


def _describe_winners(names: Sequence[str]) -> str:
    return ngettext("{names} wins", "{names} share the victory", len(names), names=list_and(names))


def _task(view: View) -> str:
    """Return the headline for the phase of a turn, with a field for the name."""
    turn = view.turn
    if turn is None or view.phase not in _ASKED:
        return N_("{name} rolls")
    if view.phase == "blocks":
        return N_("{name} to lay blocks")
    if view.phase == "deploy":
        return N_("{name} to choose a start")
    if turn.stage == "rolled":
        return N_("{name} to move")
    hidden = is_hidden(view, turn.seat)
    if turn.stage == "start" and hidden:
        return N_("{name} to hold or appear")
    if turn.stage == "moved":
        return N_("{name} to end") if hidden else N_("{name} to attack")
    return N_("{name} to act")


def roll_words(view: View) -> str:
    """Return the words after the movement roll, such as "steps rolled"; an empty string if no roll is to be used."""
    turn = view.turn
    if turn is None or turn.stage != "rolled" or not turn.roll or view.phase != "turn":
        return ""
    if is_hidden(view, turn.seat):
        return ngettext("step each", "steps each", turn.roll)
    return ngettext("step rolled", "steps rolled", turn.roll)


def roll_text(view: View) -> str:
    """Return the movement roll, such as "5 steps rolled"; an empty string if no roll is to be used."""
    turn = view.turn
    if turn is None or not roll_words(view):
        return ""
    if is_hidden(view, turn.seat):
        return ngettext("{number} step each", "{number} steps each", turn.roll)
    return ngettext("{number} step rolled", "{number} steps rolled", turn.roll)


def format_round(view: View) -> str:
    """Return the round, such as "Round 3 of 60"; at the end, the reason why the game ended."""
    if view.winners is not None:
        return _(_REASONS.get(view.reason or "", "") if view.winners else EVERYBODY_LEFT)
    if not view.round:
        return _("Set-up")
    if view.last_round == LAST_ROUND:
        return _("Round {number}", number=view.round)
    return _("Round {number} of {rounds}", number=view.round, rounds=view.last_round)


def modifier_words(part: Modifier) -> str:
    """Format a modifier for players: "− 5 distance", "+ 2 height"."""
    return _(_MODIFIERS[part.name], number=f"{'+' if part.number > 0 else '−'} {abs(part.number)}")


def format_modifiers(parts: Sequence[Modifier]) -> str:
    """Format all modifiers of an attack, each after a space: " − 3 distance + 1 height"."""
    return "".join(f" {modifier_words(part)}" for part in parts)


def reckoning(shot: Shot) -> str:
    """Format the d20 of an attack with its modifiers, such as "15 − 5 distance = 10 vs 13"; without any, "15 vs 13"."""
    parts = format_modifiers(shot.modifiers)
    rolled = f"{shot.die}{parts} = {format_number(shot.total)}" if parts else shot.die
    return _("{roll} vs {armour}", roll=rolled, armour=shot.armour)


def format_number(number: int) -> str:
    """Format a number with a typographic minus sign instead of a hyphen."""
    return str(number).replace("-", "−")


def shot_result(shot: Shot) -> str:
    """Format the result of an attack so far, such as "missed", "a ghost" or "hit −11"."""
    if not shot.hit:
        return _("missed")
    if shot.struck == "ghost":
        return _("a ghost")
    if not shot.damage_die:
        return _("hit")
    return _("hit −{damage}", damage=shot.damage)


def target_words(view: View, names: Sequence[str], shot: Shot) -> str:
    """Return the name of an attack's target: a piece, or a tile such as "Ben’s tile 2"."""
    if shot.tile:
        return tile_name(names, shot.target_seat, shot.tile)
    return piece_name(view, names, shot.target_seat, shot.target_piece)


def tile_name(names: Sequence[str], seat: int, tile: int) -> str:
    """Return the name of a hidden character's tile, such as "Ben’s tile 2"."""
    return _("{name}’s tile {tile}", name=text.possessive(names[seat], ""), tile=tile)


def split_at_signs(words: str) -> list[str]:
    """Return the parts of a text before, between and after its signs; see `SIGN`."""
    return [part.strip() for part in words.split(SIGN)]


def is_fresh(view: View) -> bool:
    """Return whether the newest attack is the newest event, so that it is shown.

    That is so until the next seat has moved or attacked.
    """
    shot, turn = view.shot, view.turn
    if shot is None or not shot.die or view.seats[shot.seat].pieces[shot.piece - 1].label != shot.origin:
        return False
    if shot.tile and not shot.hit and shot.label not in view.seats[shot.target_seat].tiles:
        return False
    if turn is None or view.winners is not None:
        return True
    if turn.seat == shot.seat:
        return view.phase in ("attack", "damage")
    return turn.seat == _find_next_seat(view, shot.seat) and turn.stage != "moved"


def list_attacks(view: View) -> tuple[Shot, ...]:
    """Return the attacks to report, oldest first: those that a card tells, and the newest while it is shown."""
    if view.shot is None or not is_fresh(view) or view.shot in view.attacks:
        return view.attacks[-MOST_ATTACKS:]
    return (*view.attacks, view.shot)[-MOST_ATTACKS:]


def should_show_newest_walk(view: View) -> bool:
    """Return whether the newest movement is still shown.

    A piece that moved must still be where it ended, and no other seat may have had a turn since.
    """
    walk, turn = view.walk, view.turn
    if walk is None:
        return False
    if turn is not None and view.winners is None:
        is_own = turn.seat == walk.seat and (turn.stage == "moved" or view.phase not in _ASKED)
        if not is_own and (turn.seat != _find_next_seat(view, walk.seat) or turn.stage == "moved"):
            return False
    if view.shot is not None and view.shot.seat != walk.seat and is_fresh(view):
        return False
    if len(walk.paths) == 1:
        return view.seats[walk.seat].pieces[walk.piece - 1].label == walk.paths[0][-1]
    tiles = view.seats[walk.seat].tiles
    return any(path and path[-1] == label for path, label in zip(walk.paths, tiles, strict=False))


def _find_next_seat(view: View, seat: int) -> int:
    """Return the seat clockwise from another one that is still in the game."""
    count = len(view.seats)
    after = ((seat + step) % count for step in range(1, count + 1))
    return next((each for each in after if not view.seats[each].forfeited and view.seats[each].out_round is None), seat)


def lowest_level(view: View) -> int:
    """Return the lowest level with a block left in the box; 1 if the box is empty."""
    return next((level for level, left in enumerate(view.box, 1) if left), 1)


def list_reasons(target: Odds) -> list[str]:
    """Return what else matters for an attack: whether only a 20 hits, and how likely a tile is the real one."""
    found = [_("· a 20 always hits")] if target.armour - sum(part.number for part in target.modifiers) > 20 else []
    if target.tile and target.tiles > 1:
        found.append(_("· 1 in {tiles} is real", tiles=target.tiles))
    return found


def list_benefits(view: View, names: Sequence[str], pick: QuickPick) -> list[str]:
    """Return what a quick pick brings in short phrases, the most important first."""
    found = [_("best attack")] if pick.is_best_shot else []
    found += [_(_HEIGHTS[pick.height])] if pick.height else []
    if pick.hazard:
        found.append(_(_HAZARDS[pick.hazard]))
    if pick.cover:
        found.append(_("{number} higher beside it", number=pick.cover))
    if pick.middle is not None:
        found.append(_("{number} from the middle", number=pick.middle) if pick.middle else _("the middle"))
    nearest = pick.nearest
    if nearest is not None:
        near = tile_name(names, nearest.seat, nearest.tile) if nearest.tile else names[nearest.seat]
        far = ngettext("{number} hex away", "{number} hexes away", pick.distance)
        found.append(_("beside {name}", name=near) if pick.is_beside else far)
    return found

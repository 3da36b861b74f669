"""The pages of a turn: vanish or appear, roll, walk, attack and pass, in the order of the rules (HBW-7)."""

from collections.abc import Sequence

from cogs.hex_battle_wars import attacking, phrases, tiles, walking
from cogs.hex_battle_wars.choosing import board_picture, build_confirmation, own_picture, plain
from cogs.hex_battle_wars.phrases import describe_ground, format_percent
from cogs.ui.kit import emojis
from cogs.ui.kit.composing import BEGIN
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page, Press
from cogs.ui.kit.layouts import BLUE, BUTTON_BACK, GREEN, Button, Row, button, rows_of_buttons
from engine.hex_battle_wars import events
from engine.hex_battle_wars.odds import Odds, targets
from engine.hex_battle_wars.preview import Side, sides
from engine.hex_battle_wars.terrain import COSTS
from engine.hex_battle_wars.view import Piece, Turn, View
from engine.hex_battle_wars.viewing import match_of
from language.messages import N_, _, list_and, ngettext
from tables.refusal import BoardMovedOn
from tables.texts import BOARD_MOVED_ON
from tables.viewer import TableView

BUTTON_HOLD = N_("Stay invisible · {chance}")
BUTTON_VANISH = N_("Vanish · {chance}")
BUTTON_ROLL = N_("Roll to move")
ROLL = "roll"
PASS = "pass"
AIM = "aim-"
"""Prefix in the detail of the card's *Attack*, before the round."""
FAIR = 40
"""Lowest chance to wound, in percent, with which the card offers an attack."""
PAGES = frozenset(
    {BEGIN, "aim", "go", "hexes", "looks", PASS, ROLL, "shoot", "sight", "spell", "spread", "strike", "tile"}
)
"""Names of the pages and presses of a turn. The first page is not listed; it is called `move` in every game.

Only pages of older versions have buttons to `hexes` and `looks`.
"""


def page(table: TableView, name: str, details: Sequence[str], *, confirm: bool) -> Page:
    """Build the page of a turn with this name and these details.

    Raises BoardMovedOn if they don't fit the current position, so that the page is stale.
    """
    turn = turn_of(table.view)
    chosen = plain(details)
    if turn.stage == "rolled":
        return _roll_page(table, turn, name, chosen, confirm=confirm)
    match name, chosen:
        case "move", ():
            return _turn(table, turn)
        case "spell", () if "vanish" in table.legal:
            return _spell(table, turn)
        case "aim", () if targets(table.view):
            return attacking.aim(table)
        case "strike", words if f"attack {' '.join(words)}" in table.legal:
            return attacking.strike(table, " ".join(words), confirm=confirm)
        case "pass", () if PASS in table.legal:
            return _pass(table, turn, confirm=confirm)
        case _:
            raise BoardMovedOn(_(BOARD_MOVED_ON))


def over(table: TableView) -> Page:
    """Build the page after a roll that has ended the viewer's turn; raises BoardMovedOn after anything else."""
    told = describe_roll(table)
    if not told:
        raise BoardMovedOn(_(BOARD_MOVED_ON))
    ended = _("You see nobody, so your turn is over.")
    return Page(f"**{told}** {ended}", (), own_picture(table))


def _roll_page(table: TableView, turn: Turn, name: str, chosen: tuple[str, ...], *, confirm: bool) -> Page:
    if acting_piece(table.view, turn).invisible:
        return tiles.page(table, name, chosen, confirm=confirm)
    match name, chosen:
        case "move" | "hexes" | "looks", ():
            return walking.where_to(table, turn)
        case "go" | "sight", (label,) if f"move {label}" in table.legal:
            return walking.go(table, label, confirm=confirm)
        case "shoot", (label, *words) if (odds := walking.find_shot(table, label, words)) is not None:
            return walking.shoot(table, label, odds, confirm=confirm)
        case _:
            raise BoardMovedOn(_(BOARD_MOVED_ON))


def turn_of(view: View) -> Turn:
    """Return the current turn.

    Raises BoardMovedOn if no turn is being played.
    """
    if view.turn is None or view.phase != "turn":
        raise BoardMovedOn(_(BOARD_MOVED_ON))
    return view.turn


def acting_piece(view: View, turn: Turn) -> Piece:
    """Return the acting piece, or the seat's first piece if none has been chosen yet."""
    return view.seats[turn.seat].pieces[(turn.piece or 1) - 1]


def is_boxed_in(view: View, turn: Turn) -> bool:
    """Return whether the acting piece can step on no hex beside it, so that a roll keeps it there (HBW-15)."""
    if turn.piece is None or acting_piece(view, turn).label is None:
        return False
    return all(side.why for side in sides(view, turn.seat, turn.piece))


def name_roll(view: View) -> str:
    """Return the label of the button that makes the movement roll."""
    return _("Roll for your tiles") if acting_piece(view, turn_of(view)).invisible else _(BUTTON_ROLL)


# The card's button


def first_steps(table: TableView) -> tuple[tuple[str, str], ...]:
    """Return labels and details of the card's buttons at the beginning of a turn; empty later in the turn.

    *Attack* is one of them if an enemy in sight can be wounded with a fair chance. A boxed-in piece has no *Roll*, and
    *Attack* with any chance. The details name the round.
    """
    step = _find_first_step(table.view)
    if step is None:
        return ()
    (piece, action), current = step, str(table.view.round)
    if action != ROLL:
        return ((_(BUTTON_HOLD, chance=format_percent(11 - piece.invisibility, 10)), current),)
    is_stuck = is_boxed_in(table.view, turn_of(table.view))
    rolls = () if is_stuck else ((_(BUTTON_ROLL), current),)
    best = max(targets(table.view), key=lambda odds: odds.wounds, default=None)
    if best is None or (best.wounds < FAIR and not is_stuck):
        return rolls
    attack = _("Attack · {chance}", chance=format_percent(best.hits))
    return *rolls, (attack, f"{AIM}{current}")


def press(table: TableView, name: str, details: Sequence[str]) -> Press | None:
    """Return the effect of *Roll*, or of the card's buttons, which on an older card only open the page."""
    if name == ROLL:
        return Press((ROLL,), "move")
    if name != BEGIN:
        return None
    view: View = table.view
    step, detail = _find_first_step(view), "".join(details)
    if step is None or detail.removeprefix(AIM) != str(view.round):
        return Press((), "move")
    if not detail.startswith(AIM):
        return Press((step[1],), "move")
    found = targets(view)
    return Press((), "strike", (*found[0].action.split()[1:],)) if len(found) == 1 else Press((), "aim")


def _find_first_step(view: View) -> tuple[Piece, str] | None:
    """Return the acting piece and its usual first action: to roll, or to stay invisible.

    None if the turn has begun, or if a piece must be chosen first.
    """
    turn = view.turn
    if turn is None or view.phase != "turn" or turn.stage != "start" or turn.acted or turn.piece is None:
        return None
    own = view.seats[turn.seat].pieces
    hidden = next((piece for piece in own if piece.invisible), None)
    return (own[turn.piece - 1], ROLL) if hidden is None else (hidden, "hold")


# The turn


def _turn(table: TableView, turn: Turn) -> Page:
    """Build the main page of a turn, with the actions that are possible now in the order of the rules (HBW-7)."""
    view: View = table.view
    own = view.seats[turn.seat]
    if "hold" in table.legal:
        return _invisible_page(table, turn)
    found = targets(view)
    lines = [_title(table, turn), *_describe_position(view, turn)]
    rows: list[Row] = []
    if turn.piece is None:
        lines.append(_("Which of your pieces do you use this turn?"))
        rows += rows_of_buttons(_piece_buttons(table))
    steps = [*_steps(table, turn, found), *_ends(table, own.passes)]
    if turn.stage == "moved":
        return attacking.whom(table, "\n".join(lines), "strike", (), steps)
    return Page("\n".join(lines), (*rows, *rows_of_buttons(steps)), own_picture(table))


def _title(table: TableView, turn: Turn) -> str:
    told, is_hidden = describe_roll(table), any(piece.invisible for piece in table.view.seats[turn.seat].pieces)
    if not told and turn.stage == "invisibility":
        told = _("You are visible, and your turn continues.")
        if is_hidden:
            told = _("You are invisible, and your turn continues.")
    following = N_("Next, roll for your tiles.") if is_hidden else N_("Next: walk, attack, or both.")
    asked = _(_QUESTIONS.get(turn.stage, following))
    return f"**{told}** {asked}" if told else asked


_QUESTIONS = {
    "start": N_("**Your turn: vanish, walk, attack.** In this order, and only what you like."),
    "moved": N_("Attack now, or end your turn."),
}


def describe_roll(table: TableView) -> str:
    """Describe the newest roll of the press that led to a page, and its effect; empty if it rolled nothing to tell.

    A movement roll is described only if it leads nowhere. Others are shown with the question where to go.
    """
    for event in reversed(table.happened):
        match event:
            case events.VanishRolled(die=die, score=score, success=success):
                effect = _("You are invisible.") if success else _("You stay visible.")
                return f"{_compare(die, score)} {effect}"
            case events.HoldRolled(die=die, score=score, success=success):
                effect = _("You stay invisible.") if success else _("You are visible again.")
                return f"{_compare(die, score)} {effect}"
            case events.MovementRolled(die=die, held="stuck"):
                return _("You rolled {die}: too low to leave the hazard, so you stay.", die=die)
            case events.MovementRolled(die=die, held="boxed_in"):
                return _("You rolled {die}: no way out is that long, so you stay.", die=die)
            case _:
                continue
    return ""


def _compare(die: int, score: int) -> str:
    if die >= score:
        return _("You rolled {die}, and {score} was enough.", die=die, score=score)
    return _("You rolled {die}, and {score} was needed.", die=die, score=score)


def _describe_position(view: View, turn: Turn) -> list[str]:
    """Describe the hex of the acting piece or its real tile, and what keeps the piece from leaving it, if anything.

    The list is empty if no piece has been chosen yet.
    """
    if turn.piece is None:
        return []
    piece = acting_piece(view, turn)
    if piece.label is None:
        own = view.seats[turn.seat]
        real = own.real and own.tiles[own.real - 1]
        secret = N_("Tile {tile} on {hex} is you; only you know. You can't attack until you appear.")
        return [_(secret, tile=own.real, hex=real)]
    cell = match_of(view).grid.index[piece.label]
    there = describe_ground(view, cell)
    place = N_("You are on {hex}, {ground}, with {hp} HP.") if there else N_("You are on {hex}, with {hp} HP.")
    lines = [_(place, hex=piece.label, ground=there, hp=piece.hp)]
    if is_boxed_in(view, turn):
        around = sides(view, turn.seat, turn.piece)
        lines.append(explain_blocked_piece(piece.label, around, moved=turn.stage == "moved"))
    elif view.ground[cell] in COSTS and turn.stage != "moved":
        lines.append(_(_WAYS_OUT[view.ground[cell]], cost=COSTS[view.ground[cell]]))
    return lines


_WAYS_OUT = {
    "w": N_("To leave the water you need to roll {cost} or more."),
    "q": N_("To leave the quicksand you need to roll {cost} or more."),
}


def explain_blocked_piece(label: str, around: Sequence[Side], *, moved: bool) -> str:
    """Explain why a piece can't leave its hex, and what the player can still do (HBW-15).

    `moved` is whether the roll for movement has already been made.
    """
    whys = {why: [side.label for side in around if side.why == why] for why in ("too high", "too low", "taken")}
    told = list_and([_explain_sides(why, labels) for why, labels in whys.items() if labels])
    if moved:
        used = N_("You can't leave {hex} now: {reasons}. You stay there, and your roll is used up.")
        return _(used, hex=label, reasons=told)
    return _(
        "You can't leave {hex} now: {reasons}. That can change when others move. If you roll, you stay there. "
        "You can still vanish or attack.",
        hex=label,
        reasons=told,
    )


def _explain_sides(why: str, labels: Sequence[str]) -> str:
    """Return why some hexes can't be entered from the hex beside them, as a clause."""
    number, hexes = len(labels), list_and(labels)
    match why:
        case "too high":
            return ngettext("{hexes} is too high", "{hexes} are too high", number, hexes=hexes)
        case "too low":
            return ngettext("{hexes} is too far down", "{hexes} are too far down", number, hexes=hexes)
        case __:
            return ngettext("{hexes} is taken", "{hexes} are taken", number, hexes=hexes)


def _piece_buttons(table: TableView) -> list[Button]:
    view: View = table.view
    own = view.seats[view.viewer].pieces
    return [
        button(_piece_label(number, piece), page_id(table, "do", f"use {number}"))
        for number, piece in enumerate(own, 1)
        if f"use {number}" in table.legal
    ]


def _piece_label(number: int, piece: Piece) -> str:
    place = piece.label or _("invisible")
    return _("Piece {number} · {place} · {hp} HP", number=number, place=place, hp=piece.hp)


def _steps(table: TableView, turn: Turn, found: Sequence[Odds]) -> list[Button]:
    """Return those of the buttons *Vanish*, *Roll* and *Attack* that are possible now; a single one is bright.

    For a boxed-in piece *Attack* is the first and *Roll* the last one, and the first one is bright.
    """
    view: View = table.view
    is_stuck = is_boxed_in(view, turn)
    made: list[Button] = []
    if "vanish" in table.legal:
        made.append(button(_name_vanish(view, turn), page_id(table, "spell"), emoji=emojis.emoji(phrases.TILE)))
    if "roll" in table.legal:
        sides = 6 if acting_piece(view, turn).invisible else 10
        die = emojis.emoji(phrases.die_name(sides, sides))
        made.append(button(name_roll(view), page_id(table, ROLL), emoji=die))
    if found and turn.stage != "moved":
        made.insert(0 if is_stuck else len(made), attacking.attack_button(table, found))
    if made and (is_stuck or len(made) == 1):
        made[0].style = BLUE
    return made


def _name_vanish(view: View, turn: Turn) -> str:
    return _(BUTTON_VANISH, chance=format_percent(11 - acting_piece(view, turn).invisibility, 10))


def _ends(table: TableView, passes: int) -> list[Button]:
    made: list[Button] = []
    if "pass" in table.legal:
        made.append(button(ngettext("Pass · {number} left", "Pass · {number} left", passes), page_id(table, PASS)))
    if "end" in table.legal:
        made.append(button(_("End turn"), page_id(table, "do", "end")))
    return made


# An invisible turn, and vanishing


def _invisible_page(table: TableView, turn: Turn) -> Page:
    """Build the page that asks at the start of an invisible turn: stay invisible or appear (HBW-10, HBW-11)."""
    view: View = table.view
    own = view.seats[turn.seat]
    piece = next(piece for piece in own.pieces if piece.invisible)
    real = None if own.real is None else own.tiles[own.real - 1]
    lines = [
        _("**You are invisible.** Tile {tile} on {hex} is you; only you know.", tile=own.real, hex=real),
        _(
            "To stay invisible, you need {score} or more on a d10. Otherwise you appear on {hex}.",
            score=piece.invisibility,
            hex=real,
        ),
        _("Your turn continues either way. You must be visible to attack."),
    ]
    hold = _(BUTTON_HOLD, chance=format_percent(11 - piece.invisibility, 10))
    buttons = [
        button(hold, page_id(table, "do", "hold")),
        button(_("Appear on {hex}", hex=real), page_id(table, "do", "appear")),
    ]
    return Page("\n".join(lines), rows_of_buttons(buttons), own_picture(table))


def _spell(table: TableView, turn: Turn) -> Page:
    """Build the page that asks whether to vanish. After the roll, chance chooses the real tile (HBW-9)."""
    text = _(
        "**Vanish?** With {score} or more on a d10, three tiles take your place, and you learn which one is you. "
        "Then you can't attack until you appear. If it fails, you can still walk and attack.",
        score=acting_piece(table.view, turn).invisibility,
    )
    buttons = [
        button(_name_vanish(table.view, turn), page_id(table, "do", "vanish"), GREEN),
        button(_(BUTTON_BACK), page_id(table, "move")),
    ]
    return Page(text, rows_of_buttons(buttons), board_picture(table))


# Passing


def _pass(table: TableView, turn: Turn, *, confirm: bool) -> Page:
    """Build the page that confirms a turn without any action (HBW-8)."""
    text = ngettext(
        "**Pass?** You do nothing this turn, and it costs your last pass for this game.",
        "**Pass?** You do nothing this turn, and it costs one of your {number} passes for this game.",
        table.view.seats[turn.seat].passes,
    )
    back = [button(_(BUTTON_BACK), page_id(table, "move"))]
    return build_confirmation(table, text, PASS, back, board_picture(table), confirm=confirm)

"""The pages of a turn: vanish or appear, roll, walk, attack and pass, in the order of the rules (HBW-7)."""

from collections.abc import Sequence

import discord
from discord import ui

from cogs.hex_battle_wars import phrases, sight, tiles
from cogs.hex_battle_wars.choosing import (
    build_confirmation,
    column,
    format_best,
    hex_button,
    hex_rows,
    own_picture,
    plain,
    preview,
    selected_column,
)
from cogs.hex_battle_wars.phrases import (
    describe_ground,
    describe_odds,
    describe_scores,
    format_percent,
    format_target,
    list_reasons,
)
from cogs.ui.kit import emojis
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import BLUE, GREEN, GREY, RED, Button, Row, button, rows_of_buttons
from engine.core import join_and
from engine.hex_battle_wars.odds import Odds, targets
from engine.hex_battle_wars.preview import Side, destination, destination_labels, sides, suggestions
from engine.hex_battle_wars.terrain import COSTS
from engine.hex_battle_wars.view import Piece, Turn, View
from engine.hex_battle_wars.viewing import match_of
from render.text import pluralize
from tables.refusal import BoardMovedOn
from tables.texts import BOARD_MOVED_ON, escape
from tables.viewer import TableView

MOST_TARGETS = 10
"""Maximum number of targets offered as buttons. If there are more, a select offers them."""
BEST = 3
PAGES = frozenset({"aim", "go", "hexes", "looks", "sight", "spell", "strike", "tile"})
"""Names of the pages and presses of a turn. The first page is not listed; it is called `move` in every game."""


def page(table: TableView, name: str, details: Sequence[str], *, confirm: bool) -> Page:
    """Build the page of a turn with this name and these details.

    Raises BoardMovedOn if they don't fit the current position, so that the page is stale.
    """
    turn = turn_of(table.view)
    chosen, shown = plain(details), selected_column(details)
    if turn.stage == "rolled":
        return _roll_page(table, turn, name, chosen, shown, confirm=confirm)
    match name, chosen:
        case "move", ():
            return _turn(table, turn)
        case "spell", () if "vanish" in table.legal:
            return _spell(table, turn)
        case "aim", () if targets(table.view):
            return _aim(table)
        case "strike", words if f"attack {' '.join(words)}" in table.legal:
            return _strike(table, " ".join(words), confirm=confirm)
        case _:
            raise BoardMovedOn(BOARD_MOVED_ON)


def _roll_page(
    table: TableView, turn: Turn, name: str, chosen: tuple[str, ...], shown: str | None, *, confirm: bool
) -> Page:
    if acting_piece(table.view, turn).invisible:
        return tiles.page(table, name, chosen, shown, confirm=confirm)
    match name, chosen:
        case "move" | "hexes" | "looks", ():
            return _destinations(table, turn, shown, look=name == "looks", confirm=confirm)
        case "go", (label,) if f"move {label}" in table.legal:
            return _go(table, label, confirm=confirm)
        case "sight", (label,) if f"move {label}" in table.legal:
            return sight.page(table, label, f"move {label}", "Go there", "looks")
        case _:
            raise BoardMovedOn(BOARD_MOVED_ON)


def turn_of(view: View) -> Turn:
    """Return the current turn.

    Raises BoardMovedOn if no turn is being played.
    """
    if view.turn is None or view.phase != "turn":
        raise BoardMovedOn(BOARD_MOVED_ON)
    return view.turn


def acting_piece(view: View, turn: Turn) -> Piece:
    """Return the acting piece, or the seat's first piece if none has been chosen yet."""
    return view.seats[turn.seat].pieces[(turn.piece or 1) - 1]


def _names(table: TableView) -> list[str]:
    return [escape(name) for name in table.names]


# The turn


def _turn(table: TableView, turn: Turn) -> Page:
    """Build the main page of a turn, with the actions that are possible now in the order of the rules (HBW-7)."""
    view: View = table.view
    own = view.seats[turn.seat]
    if "hold" in table.legal:
        return _invisible_page(table, turn)
    found = targets(view)
    lines = [_title(view, turn), *_describe_position(view, turn)]
    rows: list[Row] = []
    if turn.piece is None:
        lines.append("Which of your pieces do you use this turn?")
        rows += rows_of_buttons(_piece_buttons(table))
    elif turn.stage == "moved":
        lines += [_target_line(table, odds) for odds in found] or ["Nobody is in sight."]
    steps = [*_steps(table, turn, found), *_ends(table, own.passes)]
    rows += _target_rows(table, found if turn.stage == "moved" else (), steps)
    picture = preview(table, "attack") if found and turn.stage == "moved" else own_picture(table)
    return Page("\n".join(lines), tuple(rows), picture)


def _title(view: View, turn: Turn) -> str:
    if turn.stage == "moved":
        return "**You can attack now, or end your turn.**"
    if turn.stage == "invisibility":
        hidden = any(piece.invisible for piece in view.seats[turn.seat].pieces)
        now = "invisible" if hidden else "visible"
        return f"**You are {now}, and your turn continues.** The card shows the roll."
    if turn.acted:
        return "**Your turn continues.**"
    return "**Your turn.** Vanish, move and attack, in this order. You can skip any of them."


def _describe_position(view: View, turn: Turn) -> list[str]:
    """Describe the hex and scores of the acting piece, and what keeps it from leaving the hex, if anything.

    The list is empty if no piece has been chosen yet.
    """
    if turn.piece is None:
        return []
    piece = acting_piece(view, turn)
    if piece.label is None:
        return [f"{describe_scores(piece)}. You can't attack until you appear."]
    cell = match_of(view).grid.index[piece.label]
    there = describe_ground(view, cell)
    lines = [f"You are on {piece.label}{f', {phrases.ground(there)}' if there else ''}: {describe_scores(piece)}."]
    around = sides(view, turn.seat, turn.piece)
    if all(side.why for side in around):
        lines.append(explain_blocked_piece(piece.label, around, moved=turn.stage == "moved"))
    elif view.ground[cell] in COSTS and turn.stage != "moved":
        lines.append(f"To leave the {there} you need to roll {COSTS[view.ground[cell]]} or more.")
    return lines


def explain_blocked_piece(label: str, around: Sequence[Side], *, moved: bool) -> str:
    """Explain why a piece can't leave its hex, and what the player can still do (HBW-15).

    `moved` is whether the roll for movement has already been made.
    """
    whys = {why: [side.label for side in around if side.why == why] for why in _WHYS}
    told = join_and([f"{join_and(labels)} {_WHYS[why][len(labels) > 1]}" for why, labels in whys.items() if labels])
    start = f"You can't leave {label} now: {told}."
    if moved:
        return f"{start} You stay there, and your roll is used up."
    return f"{start} That can change when others move. If you roll, you stay there. You can still vanish or attack."


_WHYS = {
    "too high": ("is too high", "are too high"),
    "too low": ("is too far down", "are too far down"),
    "taken": ("is taken", "are taken"),
}


def _piece_buttons(table: TableView) -> list[Button]:
    view: View = table.view
    own = view.seats[view.viewer].pieces
    return [
        button(_piece_label(number, piece), page_id(table, "do", f"use {number}"), BLUE)
        for number, piece in enumerate(own, 1)
        if f"use {number}" in table.legal
    ]


def _piece_label(number: int, piece: Piece) -> str:
    return f"Piece {number} · {piece.label or 'invisible'} · {piece.hp} HP"


def _steps(table: TableView, turn: Turn, found: Sequence[Odds]) -> list[Button]:
    """Return those of the buttons *Vanish*, *Roll* and *Attack* that are possible now."""
    view: View = table.view
    made: list[Button] = []
    if "vanish" in table.legal:
        score = acting_piece(view, turn).invisibility
        made.append(
            button(
                f"Vanish · {format_percent(11 - score, 10)}", page_id(table, "spell"), emoji=emojis.emoji(phrases.TILE)
            )
        )
    if "roll" in table.legal:
        hidden = acting_piece(view, turn).invisible
        what, die = ("for your tiles", phrases.die_name(6, 6)) if hidden else ("to move", phrases.die_name(10, 10))
        made.append(button(f"Roll {what}", page_id(table, "do", "roll"), BLUE, emojis.emoji(die)))
    if found and turn.stage != "moved":
        made.append(button(f"Attack · {len(found)} in sight", page_id(table, "aim"), RED))
    return made


def _ends(table: TableView, passes: int) -> list[Button]:
    made: list[Button] = []
    if "pass" in table.legal:
        made.append(button(f"Pass · {passes} left", page_id(table, "do", "pass")))
    if "end" in table.legal:
        made.append(button("End turn", page_id(table, "do", "end")))
    return made


# An invisible turn, and vanishing


def _invisible_page(table: TableView, turn: Turn) -> Page:
    """Build the page that asks at the start of an invisible turn: stay invisible or appear (HBW-10, HBW-11)."""
    view: View = table.view
    own = view.seats[turn.seat]
    piece = next(piece for piece in own.pieces if piece.invisible)
    real = None if own.real is None else own.tiles[own.real - 1]
    lines = [
        f"**You are invisible.** Tile {own.real} on {real} is you; only you know.",
        f"To stay invisible, you need {piece.invisibility} or more on a d10. Otherwise you appear on {real}.",
        "Your turn continues either way. You must be visible to attack.",
    ]
    buttons = [
        button(f"Stay invisible · {format_percent(11 - piece.invisibility, 10)}", page_id(table, "do", "hold"), BLUE),
        button(f"Appear on {real}", page_id(table, "do", "appear")),
    ]
    return Page("\n".join(lines), rows_of_buttons(buttons), own_picture(table))


def _spell(table: TableView, turn: Turn) -> Page:
    """Build the page for vanishing, which asks which tile should be the real one (HBW-9)."""
    score = acting_piece(table.view, turn).invisibility
    lines = [
        f"**Vanish?** You need {score} or more on a d10. Then three tiles take your place, and you can't attack.",
        "Only you know which tile is you. Which one do you choose?",
    ]
    buttons = [button("Any", page_id(table, "do", "vanish"), GREEN)]
    buttons += [button(f"Tile {tile}", page_id(table, "do", f"vanish {tile}")) for tile in (1, 2, 3)]
    buttons.append(button("Back", page_id(table, "move")))
    return Page("\n".join(lines), rows_of_buttons(buttons), own_picture(table))


# Walking


def _destinations(table: TableView, turn: Turn, shown: str | None, *, look: bool, confirm: bool) -> Page:
    """Build the page for choosing a destination: the best hexes with their reasons, and all others by column.

    With `look`, choosing a hex shows what would be seen from it instead of walking there.
    """
    view: View = table.view
    labels, best = destination_labels(view), suggestions(view, most=BEST)
    target = "sight" if look else "go"
    buttons = [hex_button(each.label, each.level, page_id(table, target, each.label)) for each in best]
    first = column(best[0].label)
    rows = [
        *rows_of_buttons(buttons),
        *hex_rows(table, labels, "looks" if look else "hexes", target, (), shown or first),
    ]
    if look:
        text = "**From which hex do you want to look?** You haven't moved yet."
        rows += rows_of_buttons([button("Choose where to go", page_id(table, "hexes"))])
    else:
        at_once = "" if confirm else " You walk there at once."
        text = (
            f"**You rolled {turn.roll}. Where do you go?** You can reach {pluralize(len(labels), 'hex')} "
            f"with exactly that roll.{at_once}"
        )
        if not confirm:
            rows += rows_of_buttons([button("What do I see from…", page_id(table, "looks"))])
    told = format_best([(each.label, list_reasons(each)) for each in best])
    return Page(f"{text}\n{told}", tuple(rows), preview(table, "move", shown))


def _go(table: TableView, label: str, *, confirm: bool) -> Page:
    """Build the page that confirms a walk, with its path and the enemies in sight from its end."""
    view: View = table.view
    found = destination(view, label)
    assert found is not None
    steps = [
        name
        if cost == 1
        else f"{name} ({phrases.ground(describe_ground(view, match_of(view).grid.index[name]))}, {cost})"
        for name, cost in zip(found.path[1:], found.costs, strict=True)
    ]
    text = f"**Walk to {label}?** {found.path[0]} › {' › '.join(steps)}\n{sight.summarize_sight(table, label)}"
    others = [
        button("What do I see?", page_id(table, "sight", label)),
        button("Other hex", page_id(table, "hexes")),
    ]
    return build_confirmation(table, text, f"move {label}", others, preview(table, f"move {label}"), confirm=confirm)


# Attacking


def _target_line(table: TableView, odds: Odds) -> str:
    who = format_target(_names(table), table.view, odds)
    return f"**{who[:1].upper()}{who[1:]}**, {odds.hp} HP: {describe_odds(odds)}"


def _target_label(table: TableView, odds: Odds) -> str:
    return f"{format_target(table.names, table.view, odds)} · {format_percent(odds.hits)}"


def _target_emoji(table: TableView, odds: Odds) -> discord.PartialEmoji | None:
    return emojis.seat_mark(table.row.game, table.view, table.names, odds.seat)


def _target_rows(table: TableView, found: Sequence[Odds], further: Sequence[Button]) -> tuple[Row, ...]:
    """Return the rows for choosing a target, as buttons or as a select, followed by the buttons `further`."""
    words = [odds.action.split()[1:] for odds in found]
    if len(found) <= MOST_TARGETS:
        return rows_of_buttons(
            [
                button(
                    _target_label(table, odds)[:80],
                    page_id(table, "strike", *parts),
                    RED,
                    _target_emoji(table, odds),
                )
                for odds, parts in zip(found, words, strict=True)
            ]
            + [*further]
        )
    options = [
        discord.SelectOption(
            label=_target_label(table, odds)[:100],
            value=" ".join(parts),
            description=describe_odds(odds)[:100],
            emoji=_target_emoji(table, odds),
        )
        for odds, parts in zip(found, words, strict=True)
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(page_id(table, "strike")), placeholder="Target", options=options
    )
    return (ui.ActionRow(select), *rows_of_buttons(further))


def _aim(table: TableView) -> Page:
    """Build the page that lists all targets in sight with the odds of attacking them."""
    found = targets(table.view)
    lines = ["**Whom do you attack?** An attack ends your turn.", *(_target_line(table, odds) for odds in found)]
    back = button("Back", page_id(table, "move"), GREY)
    return Page("\n".join(lines), _target_rows(table, found, [back]), preview(table, "attack"))


def _strike(table: TableView, target: str, *, confirm: bool) -> Page:
    action = f"attack {target}"
    odds = next(each for each in targets(table.view) if each.action == action)
    who = format_target(_names(table), table.view, odds)
    lines = [
        f"**Attack {who}?** {odds.hp} HP, armour {odds.armour}.",
        f"d20 {describe_odds(odds)}. A 20 always hits, for double damage. The attack ends your turn.",
    ]
    back = [button("Back", page_id(table, "move"))]
    return build_confirmation(table, "\n".join(lines), action, back, preview(table, action), confirm=confirm)

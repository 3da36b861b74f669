"""Attacking: the targets in sight as buttons, by expected damage, and the attack to confirm."""

from collections.abc import Sequence

import discord
from discord import ui

from cogs.hex_battle_wars.choosing import build_confirmation, preview
from cogs.hex_battle_wars.marks import explain_aim
from cogs.hex_battle_wars.phrases import (
    capitalize_target,
    describe_odds,
    format_percent,
    format_target,
    format_target_name,
)
from cogs.ui.kit import emojis
from cogs.ui.kit.composing import offers_hints
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import BLUE, BUTTON_BACK, BUTTON_LENGTH, GREY, Button, Row, button, rows_of_buttons
from engine.hex_battle_wars.odds import Odds, targets
from engine.hex_battle_wars.picks import find_hint_attack
from language.messages import N_, _
from render.hex_battle_wars import choices
from render.text import truncate
from tables.texts import escape
from tables.viewer import TableView

ENDS_TURN = N_("Then your turn ends.")
MOST_TARGETS = 10
"""Maximum number of targets offered as buttons. If there are more, a select offers them."""


def attack_button(table: TableView, found: Sequence[Odds]) -> Button:
    """Return the button that attacks from the present hex; of several targets, the next page asks for one."""
    if len(found) == 1:
        (odds,) = found
        who = format_target_name(table.names, table.view, odds.seat, odds.piece, odds.tile)
        label = _("Attack {target} · {chance}", target=truncate(who, 60), chance=format_percent(odds.hits))
        return button(label, page_id(table, "strike", *odds.action.split()[1:]))
    best = max(odds.hits for odds in found)
    return button(_("Attack · up to {chance}", chance=format_percent(best)), page_id(table, "aim"))


def aim(table: TableView) -> Page:
    """Build the page that asks whom to attack from the present hex."""
    back = button(_(BUTTON_BACK), page_id(table, "move"))
    return whom(table, _("**Attack whom?** An attack ends your turn."), "strike", (), [back])


def whom(table: TableView, text: str, page: str, chosen: tuple[str, ...], further: Sequence[Button]) -> Page:
    """Build a page for choosing a target, with the buttons `further`.

    A choice opens the page `page` with the details `chosen` and the target. At a table that offers hints, the target
    that a hint would name after the movement is marked, with the reason in the text.
    """
    view, found = table.view, targets(table.view)
    is_asked = len(found) > 1 and view.turn.stage == "moved" and offers_hints(table)
    hint = find_hint_attack(view, view.viewer) if is_asked else None
    rows = _target_rows(table, found, page, chosen, hint, further)
    if hint is not None:
        (aimed,) = [odds for odds in found if odds.action == hint]
        text = f"{text}\n{explain_aim(view, hint, format_who(table, aimed))}"
    return Page(text, rows, lambda theme: choices.whom(view, table.names, hint, theme), has_hint=not is_asked)


def _target_rows(
    table: TableView,
    found: Sequence[Odds],
    page: str,
    chosen: tuple[str, ...],
    hint: str | None,
    further: Sequence[Button],
) -> tuple[Row, ...]:
    """Return the targets as buttons or as a select, most expected damage first, followed by the buttons `further`."""
    by_damage = sorted(found, key=lambda odds: -odds.damage)
    if len(found) <= MOST_TARGETS:
        aims = [
            button(
                truncate(_label(table, odds), BUTTON_LENGTH),
                page_id(table, page, *chosen, *odds.action.split()[1:]),
                BLUE if odds.action == hint else GREY,
                _emoji(table, odds),
            )
            for odds in by_damage
        ]
        return rows_of_buttons([*aims, *further])
    options = [
        discord.SelectOption(
            label=truncate(_label(table, odds), 100),
            value=" ".join(odds.action.split()[1:]),
            description=describe_odds(odds)[:100],
            emoji=_emoji(table, odds),
        )
        for odds in by_damage
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(page_id(table, page, *chosen)), placeholder=_("Target"), options=options
    )
    return (ui.ActionRow(select), *rows_of_buttons(further))


def _label(table: TableView, odds: Odds) -> str:
    target = format_target(table.names, table.view, odds)
    return f"{capitalize_target(target, odds) if odds.tile else target} · {format_percent(odds.hits)}"


def _emoji(table: TableView, odds: Odds) -> discord.PartialEmoji | None:
    return emojis.seat_mark(table.row.game, table.view, table.names, odds.seat)


def format_who(table: TableView, odds: Odds) -> str:
    """Format a target with its hex, for a text."""
    return format_target([escape(name) for name in table.names], table.view, odds)


def describe_attack(title: str, odds: Odds) -> str:
    """Describe an attack to be confirmed, below its title."""
    chance = format_percent(odds.hits)
    if odds.hits == 1:
        hits = _("You hit only with a 20 ({chance}).", chance=chance)
    else:
        hits = _("You hit with {needed} or more on a d20 ({chance}).", needed=odds.needed, chance=chance)
    told = [hits, _("A hit takes 1 to 16 of their {hp} HP; a 20 always hits, for double.", hp=odds.hp)]
    if odds.tiles > 1:
        wounds = N_("One of the {number} tiles is real, so this wounds with {percent} %.")
        told.append(_(wounds, number=odds.tiles, percent=odds.wounds))
    return f"{title}\n{' '.join([*told, _(ENDS_TURN)])}"


def strike(table: TableView, target: str, *, confirm: bool) -> Page:
    """Build the page that confirms an attack from the present hex; `target` is its hex, with the tile if needed."""
    action = f"attack {target}"
    odds = next(each for each in targets(table.view) if each.action == action)
    text = describe_attack(_("**Attack {target}?**", target=format_who(table, odds)), odds)
    back = [button(_(BUTTON_BACK), page_id(table, "move"))]
    return build_confirmation(table, text, action, back, preview(table, action), confirm=confirm)

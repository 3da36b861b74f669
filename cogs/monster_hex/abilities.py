"""The ability pages: choosing an ability at the start, and using it or declining after a red rank (MH-15 to MH-19)."""

from collections.abc import Sequence

import discord
from discord import ui
from msgspec.structs import replace

from cogs.monster_hex import sentences as words
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page, Press
from cogs.ui.kit.layouts import ROW_LIMIT, Row, button, rows_of_buttons
from cogs.ui.kit.selects import build_selects
from cogs.ui.texts import texts
from engine.monster_hex.abilities import ABILITIES, abilities_of
from engine.monster_hex.ability_preview import ability_forecast
from engine.monster_hex.actions import Ability
from engine.monster_hex.content import FACTIONS, TILES
from engine.monster_hex.notation import read
from engine.monster_hex.preview import Forecast, expected_points
from engine.monster_hex.variants import variants_of
from engine.monster_hex.view import AbilityChoice, View
from language.messages import N_, _, capitalize, list_and, ngettext
from render.monster_hex import PAINTER
from render.monster_hex.naming import ability_name
from render.picture import Picture, limit_height
from tables.refusal import BoardMovedOn
from tables.texts import BOARD_MOVED_ON, escape
from tables.viewer import TableView

CHOOSE, DECLINE, CONFUSE = "choose", "decline", "confuse"
PICK = "pick"
"""The page name in the custom ids of buttons that choose an ability.

The name `choose` is already used by the lobby's buttons.
"""
LINES = {
    "enchant": N_("all powers of one of your Monsters grow by 1"),
    "reward": N_("from now on, each first place at a Large Stone brings you 1 point more"),
    "strike": N_("place another tile at once"),
    "scatter": N_("place the tile with the red rank beside any Monster, without matching powers"),
    "confuse": N_("turn an opponent's Monster beside the tile with the red rank"),
    "scheme": N_("draw an objective that only you score"),
    "curse": N_("all powers of one opponent's Monster shrink by 1"),
    "petrify": N_("turn an empty hex into a Large Stone worth 1"),
}
"""Descriptions of the abilities in one line each."""
DRAGON_LINES = {
    "enchant": N_("they grow by 2"),
    "reward": N_("2 points more"),
    "scatter": N_("any empty hex"),
    "confuse": N_("any opponent's Monster"),
    "curse": N_("they shrink by 2"),
    "petrify": N_("worth 2"),
}
"""By ability: the stronger effect that it has after the Dragon, the tile of rank S."""
TALLEST = 1.2
"""The maximum height of a page's picture, as a share of its width, so that question and buttons share a screen."""
TARGET_LIMIT = 4 * ROW_LIMIT
"""The maximum number of targets shown as buttons; more are shown in selects."""
PAGES = frozenset({PICK, "target", "turned", "use"})
"""The page names in custom ids that belong to ability pages; the first page, `move`, is shared with placements."""


def line(ability: str) -> str:
    """Describe an ability in one line, including its stronger effect after the Dragon."""
    effect = _(LINES[ability])
    if ability not in DRAGON_LINES:
        return effect
    return _("{effect} (after the Dragon: {stronger})", effect=effect, stronger=_(DRAGON_LINES[ability]))


def draw_board(table: TableView, theme: str) -> Picture:
    """Draw the board for a page that asks a question about it."""
    return limit_height(PAINTER.board(table.view, table.names, theme), TALLEST)


def draw_preview(table: TableView, action: str, theme: str) -> Picture:
    """Draw the preview of an action, or of the beginning of one, for a page."""
    return limit_height(PAINTER.preview(table.view, table.names, action, theme), TALLEST)


# Choosing at the start


def choice_page(table: TableView) -> Page:
    """Build the page that offers the abilities of the viewer's faction.

    The viewer can change the choice until all have chosen.
    """
    view: View = table.view
    own, edition = view.seats[view.viewer], view.edition
    offered = _offered_abilities(view)
    told = [f"**{ability_name(ability, edition)}**: {line(ability)}." for ability in offered]
    when = _(
        "You may use it each time you place one of your three tiles with a red rank (white diamonds): {monsters}.",
        monsters=list_and([words.monster(tile.id) for tile in TILES if tile.red]),
    )
    buttons = [
        button(
            ability_name(ability, edition),
            page_id(table, PICK, ability),
            discord.ButtonStyle.success if ability == own.ability else discord.ButtonStyle.primary,
        )
        for ability in offered
    ]
    return Page(
        f"{_describe_choice(table, offered)} {when}",
        rows_of_buttons(buttons),
        lambda theme: PAINTER.hand(view, table.names, theme),
        below="\n".join(told),
    )


def _describe_choice(table: TableView, offered: Sequence[str]) -> str:
    """Describe the viewer's choice: what to choose, or what was chosen and whether it can still be changed."""
    view: View = table.view
    own, edition = view.seats[view.viewer].ability, view.edition
    if own is None and len(offered) == 1:
        return _("**Choose your ability.** In the {edition} edition your faction has only one.", edition=edition)
    if own is None:
        return _("**Choose your ability.** It stays secret until all have chosen.")
    chosen = _("You chose **{ability}**.", ability=ability_name(own, edition))
    waiting = [escape(table.names[seat]) for seat in view.actors if seat != view.viewer]
    if not waiting or len(offered) < 2:
        return chosen
    change = ngettext(
        "You can change it until {names} has chosen.",
        "You can change it until {names} have chosen.",
        len(waiting),
        names=list_and(waiting),
    )
    return f"{chosen} {change}"


def _offered_abilities(view: View) -> list[str]:
    """Return the abilities among which the viewer can choose."""
    faction = view.seats[view.viewer].faction or FACTIONS[0]
    return [ABILITIES[number] for number in abilities_of(FACTIONS.index(faction), view.edition)]


def submission_text(view: View) -> str:
    """Format the viewer's secretly chosen ability; empty if none is chosen yet."""
    own = view.seats[view.viewer].ability
    if own is None:
        return ""
    name = ability_name(own, view.edition)
    if len(_offered_abilities(view)) == 1:
        return _("You chose {ability}.", ability=name)
    return _("You chose {ability}. You can change it until all have chosen.", ability=name)


def choice_press(table: TableView, page: str, details: Sequence[str]) -> Press | None:
    """Return the effect of a press that chooses an ability, or None for any other press."""
    view: View = table.view
    if view.phase != CHOOSE or page != PICK or len(details) != 1 or details[0] not in LINES:
        return None
    return Press((f"{CHOOSE} {details[0]}",), "move")


# Using an ability


def use_page(table: TableView, asked: AbilityChoice, page: str, details: tuple[str, ...], *, confirm: bool) -> Page:
    """Build a page for using an ability after a tile with a red rank.

    The pages are: the targets (`move`), the rotations for Confuse, and the preview with *Confirm*. Raises BoardMovedOn
    if the page is stale.
    """
    match page, details:
        case "move", ():
            return _first_page(table, asked)
        case "target", (label,) if label in asked.targets:
            if asked.ability == CONFUSE:
                return _turns_page(table, label, None)
            return _preview_page(table, asked, f"{asked.ability} {label}")
        case "turned", (label, rotation) if f"{CONFUSE} {label} {rotation}" in table.legal:
            return _turns_page(table, label, rotation)
        case "use", _ if " ".join(details) in table.legal:
            return _preview_page(table, asked, " ".join(details))
        case _:
            raise BoardMovedOn(_(BOARD_MOVED_ON))


def _first_page(table: TableView, asked: AbilityChoice) -> Page:
    """Build the page that describes the ability, with buttons for its targets and *Decline*."""
    placed = next(monster for monster in table.view.monsters if monster.label == asked.label)
    name = ability_name(asked.ability, table.view.edition)
    rank = _("The {monster} on {hex} has a red rank.", monster=words.monster(placed.tile), hex=asked.label)
    text = f"{rank} **{name}**: {_describe_use(asked)}"
    if not asked.targets:
        use = button(_("Use {ability}", ability=name), page_id(table, "do", asked.ability), discord.ButtonStyle.success)
        rows = rows_of_buttons([use, _decline(table)])
    elif len(asked.targets) <= TARGET_LIMIT:
        targets = [button(_use_of(table, asked, label), page_id(table, "target", label)) for label in asked.targets]
        rows = (*rows_of_buttons(targets), *rows_of_buttons([_decline(table)]))
    else:
        rows = (*_selects(table, asked), *rows_of_buttons([_decline(table)]))
    return Page(text, rows, lambda theme: draw_board(table, theme))


def _describe_use(asked: AbilityChoice) -> str:
    """Describe what the ability would do now; the text ends with a question if the ability needs a target."""
    strength = asked.strength
    match asked.ability:
        case "enchant":
            return _("all powers of one of your Monsters grow by {strength}. Which one?", strength=strength)
        case "curse":
            return _("all powers of one opponent's Monster shrink by {strength}. Which one?", strength=strength)
        case "confuse":
            return _("turn an opponent's Monster. Which one?")
        case "petrify":
            return _("an empty hex becomes a Large Stone worth {strength}. Which one?", strength=strength)
        case "reward":
            return ngettext(
                "from now on, each first place at a Large Stone brings you {number} point more.",
                "from now on, each first place at a Large Stone brings you {number} points more.",
                strength,
            )
        case ability:
            return f"{_(LINES[ability])}."


def _target(table: TableView, label: str) -> str:
    """Format a target: the Monster and its hex, or the label of an empty hex."""
    found = next((monster for monster in table.view.monsters if monster.label == label), None)
    return label if found is None else f"{words.tile_name(found.tile)} {label}"


def _use_of(table: TableView, asked: AbilityChoice, label: str) -> str:
    """Return the label of a target's button: the target and the change that the ability would make to it."""
    target = _target(table, label)
    match asked.ability:
        case "enchant":
            return f"{target} +{asked.strength}"
        case "curse":
            return f"{target} −{asked.strength}"
        case "confuse":
            return _("Turn {target}", target=target)
        case _:
            return target


def _selects(table: TableView, asked: AbilityChoice) -> tuple[Row, ...]:
    """Build selects of the targets, used if there are more than fit on buttons."""
    options = [discord.SelectOption(label=_use_of(table, asked, label), value=label) for label in asked.targets]
    return build_selects(page_id(table, "target"), ability_name(asked.ability, table.view.edition), options)


def _decline(table: TableView) -> ui.Button[ui.LayoutView]:
    return button(_("Decline"), page_id(table, "do", DECLINE))


def _turns_page(table: TableView, label: str, chosen: str | None) -> Page:
    """Build the page for Confuse with the possible rotations and, if one is chosen, its preview."""
    prefix = f"{CONFUSE} {label} "
    turns = [action.removeprefix(prefix) for action in table.legal if action.startswith(prefix)]
    rotation = chosen or turns[0]
    action = f"{prefix}{rotation}"
    view: View = table.view
    now = next(monster for monster in view.monsters if monster.label == label)
    buttons = [
        button(
            _turn_name((int(turn) - now.rotation) % 6),
            page_id(table, "turned", label, turn),
            discord.ButtonStyle.primary if turn == rotation else discord.ButtonStyle.secondary,
        )
        for turn in sorted(turns, key=lambda turn: (int(turn) - now.rotation) % 6)
    ]
    title = _("Turn the {monster} on {hex}.", monster=words.monster(now.tile), hex=label)
    text = f"{title} {_effects(table, action)}"
    rows = (*rows_of_buttons(buttons), *_confirm_rows(table, action))
    return Page(text, rows, lambda theme: draw_preview(table, action, theme))


def _turn_name(steps: int) -> str:
    """Return the name of a rotation by `steps` sixths of a turn clockwise."""
    if steps == 3:
        return _("Half a turn")
    return _("{steps}/6 right", steps=steps) if steps < 3 else _("{steps}/6 left", steps=6 - steps)


def _preview_page(table: TableView, asked: AbilityChoice, action: str) -> Page:
    """Build the page that previews an ability action, with *Confirm*."""
    name = ability_name(asked.ability, table.view.edition)
    if asked.targets:
        # the hex of `confuse D2 1` is followed by a rotation
        title = _("**{ability}** on {target}.", ability=name, target=_target(table, action.split()[1]))
    else:
        title = f"**{name}**."
    return Page(
        f"{title} {_effects(table, action)}",
        _confirm_rows(table, action),
        lambda theme: draw_preview(table, action, theme),
        final_action=action,
    )


def _confirm_rows(table: TableView, action: str) -> tuple[ui.ActionRow[ui.LayoutView], ...]:
    confirm = button(_(texts.BUTTON_CONFIRM), page_id(table, "do", action), discord.ButtonStyle.success)
    return rows_of_buttons([confirm, button(_("Other target"), page_id(table, "move")), _decline(table)])


def _effects(table: TableView, action: str) -> str:
    """Describe the effect of an ability action: changed powers at stones, and stones that would fall."""
    view: View = table.view
    used = read(variants_of(view), action)
    if not isinstance(used, Ability):
        raise BoardMovedOn(_(BOARD_MOVED_ON))
    found = ability_forecast(view, used)
    names = words.owner_names(view, [escape(each) for each in table.names])
    told = [
        f"{words.stone_at(view, change.stone)}: {_format_changes(change.before, change.after, names)}."
        for change in found.powers
        if change.before != change.after
    ]
    # Reward raises the bonus before the captures that follow (MH-16)
    seats = [
        replace(seated, reward=found.reward) if view.ability is not None and seat == view.ability.seat else seated
        for seat, seated in enumerate(view.seats)
    ]
    told += [describe_fall(replace(view, seats=tuple(seats)), forecast, names) for forecast in found.captures]
    return " ".join(told) or _("It affects no stone now.")


def _format_changes(before: Sequence[int | None], after: Sequence[int | None], names: Sequence[str]) -> str:
    changed = [(who, old, new) for who, old, new in zip(names, before, after, strict=False) if old != new]
    return ", ".join(f"{who} {0 if old is None else old} → {0 if new is None else new}" for who, old, new in changed)


def describe_fall(view: View, forecast: Forecast, names: Sequence[str]) -> str:
    """Describe the fall of a stone as predicted by `forecast`: the powers around it, and each player's points.

    If a player chooses a value, the points are those of the best one.
    """
    points = words.points_text(expected_points(view, [forecast]), names) or _("nobody scores")
    if forecast.choice is not None:
        chooser = names[forecast.choice.seat]
        points = _("{points}, if {name} chooses the best value", points=points, name=chooser)
    stone = words.stone_at(view, forecast.stone)
    powers = sorted((power for power in forecast.capture.powers if power is not None), reverse=True)
    if len(powers) < 2:
        return _("The {stone} falls: {points}.", stone=stone, points=points)
    against = _(" to ").join(map(str, powers))
    if powers[0] == powers[1] and forecast.capture.first is not None:
        return _("The {stone} falls {powers}, by rank: {points}.", stone=stone, powers=against, points=points)
    return _("The {stone} falls {powers}: {points}.", stone=stone, powers=against, points=points)


def describe_falls(view: View, captures: Sequence[Forecast], names: Sequence[str]) -> str:
    """Describe the fall of several stones in one sentence: their names, and each player's points from all of them."""
    points = words.points_text(expected_points(view, captures), names) or _("nobody scores")
    stones = list_and([words.stone_at(view, forecast.stone) for forecast in captures])
    stones = f"{capitalize(stones)}"
    if any(forecast.choice is not None for forecast in captures):
        return _("{stones} fall: {points}, with the best values chosen.", stones=stones, points=points)
    return _("{stones} fall: {points}.", stones=stones, points=points)


def typed_choices(table: TableView) -> list[tuple[str, str]]:
    """Return the viewer's legal ability actions as pairs of words and notation."""
    return [(describe_action(action, table.view), action) for action in table.legal if action.split()[0] in _VERBS]


def describe_action(action: str, view: View | None) -> str:
    """Format an ability action (choose, use or decline) in words, with the names of the view's edition.

    Without a view, the names are those of the default edition, and a turned Monster has its new rotation from 1.
    """
    edition = None if view is None else view.edition
    match action.split():
        case [verb, ability] if verb == CHOOSE:
            return _("choose {ability}", ability=ability_name(ability, edition))
        case [verb] if verb == DECLINE:
            return _("decline the ability")
        case [ability]:
            return _("use {ability}", ability=ability_name(ability, edition))
        case [ability, label]:
            return _("{ability} on {hex}", ability=ability_name(ability, edition), hex=label)
        case [ability, label, rotation]:
            turn = _format_turn(view, label, int(rotation))
            return _("{ability} on {hex}, {turn}", ability=ability_name(ability, edition), hex=label, turn=turn)
        case _:
            return action


def _format_turn(view: View | None, label: str, rotation: int) -> str:
    now = next((each.rotation for each in view.monsters if each.label == label), None) if view is not None else None
    return _("way {number}", number=rotation + 1) if now is None else _turn_name((rotation - now) % 6)


_VERBS = frozenset({CHOOSE, DECLINE, *LINES})

"""The pages of a turn: clicks for hourglasses, placing, attacking, striking back, rampage, passing."""

from collections import Counter
from collections.abc import Sequence

import discord
from discord import ui

from cogs.connect_four import phrases
from cogs.ui.kit import emojis
from cogs.ui.kit.composing import HINT, MoveParts, Parts, offers_hints
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import BUTTON_HINT, Page
from cogs.ui.kit.layouts import BLUE, GREEN, GREY, RED, Row, button, rows_of_buttons
from cogs.ui.kit.selects import MOST_BUTTONS, Entry, build_selects, cut, lines, menu, remove_select_part
from cogs.ui.texts import texts
from engine.connect_four import GAME_TYPE, preview
from engine.connect_four.players import Normal
from engine.connect_four.preview import AttackChoice, Forecast, Landing
from engine.connect_four.roster import MONSTERS, face
from engine.connect_four.view import View
from language.messages import N_, _, list_and, ngettext
from render.connect_four import PAINTER
from render.connect_four.naming import ranked_name, short_name
from render.picture import Picture
from tables.refusal import BoardMovedOn
from tables.texts import BOARD_MOVED_ON, escape
from tables.viewer import TableView

MOST_ATTACKS = 4
"""Maximum number of attacks shown as buttons with a line each. More are shown in a select.

With this limit, a phone shows the picture and all buttons at once.
"""
RETALIATIONS = {"retaliate close": N_("Strike back"), "retaliate ranged": N_("Shoot back")}
SHACKLE = N_("With shackle, a hit takes only 1 click but adds an action token: with two, a monster attacks no more.")
SHACKLED = N_("A hit takes 1 click and adds an action token: with two, a monster attacks no more.")
MOST_CLICKS = 15
"""Maximum number of monsters in one action `click`, because a custom id has no room for more squares."""
PAGES = frozenset({"attack", "clicks", "column", "concede", "place", "strike"})
"""Names of the pages and presses of a turn. The first page is not listed; it is called `move` in every game."""


def page(table: TableView, name: str, details: Sequence[str], *, confirm: bool) -> Page:
    """Build the page of a turn with this name and these details.

    Raises BoardMovedOn if they don't fit the current position, so that the page is stale.
    """
    view: View = table.view
    details = remove_select_part(details)
    match view.phase, name, details:
        case _, "concede", ():
            return _concede(table)
        case "click", "move", ():
            return _clicks(table)
        case "click", "clicks", squares if squares and set(squares) <= set(view.choices):
            return _confirm_clicks(table, squares)
        case "retaliate", "move", ():
            return _retaliate(table)
        case "rampage", "move", ():
            return _rampage(table)
        case "act", "move", ():
            return _first_page(table, confirm=confirm)
        case "act", "move", ("attack",):
            return _attacks(table)
        case "act", "place", (monster,) if _placements(table).has_prefix((monster,)):
            return _columns(table, monster, confirm=confirm)
        case "act", "column", (monster, column) if f"drop {monster} {column}" in table.legal:
            return _landing(table, monster, column, confirm=confirm)
        case "act", "attack", _ if len(details) <= 1:
            return _attacks(table, *details)
        case "act", "strike", _ if f"attack {' '.join(details)}" in table.legal:
            return _strike(table, " ".join(details), confirm=confirm)
        case _:
            raise BoardMovedOn(_(BOARD_MOVED_ON))


def _draw(table: TableView, action: str, theme: str) -> Picture:
    return PAINTER.preview(table.view, table.names, action, theme)


def _board(table: TableView, theme: str) -> Picture:
    return PAINTER.board(table.view, table.names, theme)


def _names(table: TableView) -> list[str]:
    marks = emojis.seat_marks(table.row.game, table.view, table.names)
    return emojis.mark_names(marks, [escape(name) for name in table.names])


def _confirm_buttons(table: TableView, action: str, *, confirm: bool) -> list[ui.Button[ui.LayoutView]]:
    """Return the *Confirm* button; empty if the player has turned confirmation off."""
    return [button(_(texts.BUTTON_CONFIRM), page_id(table, "do", action), GREEN)] if confirm else []


# Hourglasses


def _clicks(table: TableView) -> Page:
    view: View = table.view
    told = [_hourglass_line(view, square) for square in view.choices]
    text = _(
        "**Before you place or attack, you may turn monsters that show an hourglass one click.** "
        "An hourglass on attack keeps them from attacking, one on defense from being attacked."
    )
    leave = _("Leave it") if len(view.choices) == 1 else _("Leave them")
    none = button(leave, page_id(table, "do", "click none"), BLUE)
    if len(view.choices) == 1:
        give = button(_("Turn {square}", square=view.choices[0]), page_id(table, "clicks", view.choices[0]), BLUE)
        rows: tuple[Row, ...] = rows_of_buttons([none, give])
    else:
        options = [
            discord.SelectOption(label=cut(_hourglass_line(view, square).replace("*", "")), value=square)
            for square in view.choices[:25]
        ]
        several: ui.Select[ui.LayoutView] = ui.Select(
            custom_id=str(page_id(table, "clicks")),
            placeholder=_("Monsters that take a click"),
            max_values=min(len(options), MOST_CLICKS),
            options=options,
        )
        rows = (ui.ActionRow(several), *rows_of_buttons([none]))
    return Page("\n".join([text, *told[:MOST_BUTTONS]]), rows, lambda theme: _board(table, theme))


def _hourglass_line(view: View, square: str) -> str:
    """Describe what a click does to a monster that shows an hourglass."""
    monster = phrases.monster_on(view, square)
    left = phrases.clicks_left(monster)
    name = f"**{phrases.format_monster(monster.id, square)}**"
    if left == 1:
        return _("{monster} would be destroyed; nobody scores", monster=name)
    after = face(monster.id, monster.click + 1, monster.victims)
    if after.hourglass:
        return ngettext(
            "{monster} would still show one, with {number} click left",
            "{monster} would still show one, with {number} clicks left",
            left - 1,
            monster=name,
        )
    return ngettext(
        "{monster} would lose the hourglass, with {number} click left",
        "{monster} would lose the hourglass, with {number} clicks left",
        left - 1,
        monster=name,
    )


def _confirm_clicks(table: TableView, squares: Sequence[str]) -> Page:
    action = f"click {' '.join(squares[:MOST_CLICKS])}"
    told = [_hourglass_line(table.view, square) for square in squares]
    buttons = [
        button(_(texts.BUTTON_CONFIRM), page_id(table, "do", action), GREEN),
        button(_("Back"), page_id(table, "move")),
    ]
    text = _("**Turn {squares} one click?**", squares=list_and(squares))
    return Page(
        "\n".join([text, *told]),
        rows_of_buttons(buttons),
        lambda theme: _board(table, theme),
        final_action=action,
    )


# Placing


def _placements(table: TableView) -> MoveParts:
    """Return the legal placements, each split into monster and column."""

    def split(action: str) -> Parts | None:
        verb, *parts = action.split()
        return tuple(parts) if verb == "drop" else None

    return MoveParts.of(table.legal, split)


def _first_page(table: TableView, *, confirm: bool) -> Page:
    """Build the first page of a turn: placing; attacking if nothing can be placed; passing if neither is possible."""
    monsters = _placements(table).choices()
    if monsters:
        return _columns(table, _preselected_monster(table.view, monsters), confirm=confirm)
    if _choices(table):
        return _attacks(table)
    rows = rows_of_buttons([button(_("Pass"), page_id(table, "do", "pass"), BLUE)])
    text = _("You can neither place nor attack, so you pass. After two passes in a row, kill points decide the game.")
    return Page(text, rows, lambda theme: _board(table, theme))


def _preselected_monster(view: View, monsters: Sequence[str]) -> str:
    """Return the monster that the page for placing preselects.

    It has the most copies on the grid, so that the choice seldom changes. Ties go to the most copies in the reserve.
    """
    placed = Counter(monster.id for monster in view.monsters if monster.seat == view.viewer)
    numbers = dict(view.seats[view.viewer].reserve)
    return max(monsters, key=lambda monster: (placed[monster], numbers.get(monster, 0)))


def _columns(table: TableView, monster: str, *, confirm: bool) -> Page:
    view: View = table.view
    places = _placements(table)
    numbers = dict(view.seats[view.viewer].reserve)
    options = [
        discord.SelectOption(
            label=f"{ranked_name(each)} ×{numbers.get(each, 0)}",
            value=each,
            description=cut(phrases.describe_values(each)),
            default=each == monster,
        )
        for each in places.choices()
    ]
    hint = [button(_(BUTTON_HINT), page_id(table, HINT))] if offers_hints(table) else []
    columns = [_column(view, monster, each) for each in places.choices((monster,))]
    attack = [button(_("Attack instead"), page_id(table, "attack"))] if _choices(table) else []
    rows = [
        *build_selects(page_id(table, "place"), _("Monster"), options, short=None),
        *menu(table, _("Column"), columns, "column", monster),
        *rows_of_buttons([*attack, *hint]),
    ]
    points = phrases.format_points(MONSTERS[monster].points)
    text = _("**{monster}**, {points}. Which column?", monster=phrases.monster_title(monster), points=points)
    how = "" if confirm else _("It is placed at once.")
    return Page(
        _join(text, how),
        tuple(rows),
        lambda theme: _draw(table, f"drop {monster}", theme),
        has_hint=False,  # it is in the row below the columns
    )


def _column(view: View, monster: str, column: str) -> Entry:
    """Return the menu entry of a column, which says if the monster would complete or prevent a four there."""
    found = _land(view, monster, column)
    stops = any(
        threat.is_next and threat.seat != view.viewer and threat.square == found.square
        for threat in preview.threats(view)
    )
    if found.fours:
        return Entry(_("{column} · four", column=column), column, _("makes four in a row"), GREEN)
    line = _("lands on {square}", square=found.square)
    if stops:
        return Entry(_("{column} · stops a four", column=column), column, line, BLUE)
    return Entry(column, column, line)


def _land(view: View, monster: str, column: str) -> Landing:
    found = preview.landing(view, view.viewer, monster, ord(column) - ord("a"))
    if found is None:
        raise BoardMovedOn(_(BOARD_MOVED_ON))
    return found


def _landing(table: TableView, monster: str, column: str, *, confirm: bool) -> Page:
    view: View = table.view
    found = _land(view, monster, column)
    action = f"drop {monster} {column}"
    told = [
        _("**{monster}** lands on **{square}**.", monster=phrases.monster_title(monster), square=found.square),
    ]
    if found.fours:
        told.append(_("Four in a row: {squares}. You win.", squares=" ".join(found.fours[0])))
    else:
        theirs = [threat for threat in found.threats if threat.seat != view.viewer]
        told.append(phrases.describe_threats(theirs, _names(table)))  # the picture names those of the viewer
    others = [button(_("Change"), page_id(table, "place", monster))]
    return Page(
        "\n".join(part for part in told if part),
        rows_of_buttons([*_confirm_buttons(table, action, confirm=confirm), *others]),
        lambda theme: _draw(table, action, theme),
        final_action=action,
    )


# Attacking


def _choices(table: TableView) -> tuple[AttackChoice, ...]:
    """Return the attacks that the viewer may make now; empty if the viewer can't attack."""
    view: View = table.view
    return preview.attacks(view, view.viewer) if table.must_act and view.phase == "act" else ()


def _attacks(table: TableView, attacker: str | None = None) -> Page:
    """Build the page for choosing among all attacks, or among those of a given attacker.

    The best attacks come first. The picture rings the monsters that may attack; details stand below it, so that the
    board is in view. An attack from afar that has the same chances and consequences as the close one is left out; it
    can be typed.
    """
    view: View = table.view
    found = [each for each in _choices(table) if attacker in (None, each.square)]
    shown = [each for each in found if not (each.ranged and preview.is_like_close(view, each, found))]
    if not shown:
        raise BoardMovedOn(_(BOARD_MOVED_ON))
    back = [button(_("Place instead"), page_id(table, "move"))] if _placements(table).actions else []
    forecasts = [preview.forecast(view, each.square, each.target, each.ranged) for each in _sort(table, shown)]
    entries = [_target(view, each) for each in forecasts]
    start = "attack" if attacker is None else f"attack {attacker}"
    return Page(
        _("**Which attack?** The most promising comes first.") if len(entries) > 1 else _("**Which attack?**"),
        menu(table, _("Attack"), entries, "strike", further=back, most=MOST_ATTACKS),
        lambda theme: _draw(table, start, theme),
        below=_join(_describe_fours(table, forecasts), *lines(entries, MOST_ATTACKS), _describe_safe(view)),
    )


def _sort(table: TableView, attacks: Sequence[AttackChoice]) -> list[AttackChoice]:
    by_action = {f"attack {_write(each)}": each for each in attacks}
    return [by_action[action] for action in _sort_actions(table, [*by_action])]


def _sort_actions(table: TableView, actions: Sequence[str]) -> list[str]:
    """Return actions in the order in which the computer player *normal* prefers them."""
    rules = GAME_TYPE.rules(2, table.options)
    by_action = {rules.parse_action(each): each for each in actions}
    return [by_action[action] for action in Normal(rules, table.view.viewer).sort(table.view, [*by_action])]


def _write(choice: AttackChoice) -> str:
    """Return an attack in notation, without its verb."""
    return f"{choice.square} {choice.target} {'ranged' if choice.ranged else 'close'}"


def _describe_fours(table: TableView, forecasts: Sequence[Forecast]) -> str:
    """Format the fours that the next placement could complete, and the targets whose destruction stops a rival's."""
    told = phrases.describe_threats(preview.threats(table.view), _names(table))
    return " ".join(filter(None, (told, phrases.describe_way_out(table.view, forecasts))))


def _describe_safe(view: View) -> str:
    """Name the opposing monsters that no attack reaches now; empty if every one can be attacked."""
    targets = {choice.target for choice in preview.attacks(view, view.viewer)}
    safe = [each.square for each in view.monsters if each.seat != view.viewer and each.square not in targets]
    return _("-# Out of range or sight, or can’t be attacked: {squares}.", squares=list_and(safe)) if safe else ""


def _join(*lines: str) -> str:
    return "\n".join(filter(None, lines))


def _target(view: View, forecast: Forecast) -> Entry:
    """Return the menu entry of an attack, with its odds."""
    start, end = (phrases.monster_on(view, square) for square in (forecast.square, forecast.target))
    ranged = forecast.attack.ranged
    attacker, target = (f"{short_name(each.id)} {each.square}" for each in (start, end))
    text = N_("{attacker} shoots {target}") if ranged else N_("{attacker} attacks {target}")
    return Entry(
        _(text, attacker=attacker, target=target),
        _write(AttackChoice(start.square, end.square, ranged, shackle=False)),
        phrases.describe_attack(forecast, start, end),
        BLUE,
    )


def _strike(table: TableView, written: str, *, confirm: bool) -> Page:
    """Build the page that confirms an attack, with its odds and a button that adds or removes shackle.

    `written` is the attack in notation, without its verb.
    """
    view: View = table.view
    start, end, kind, *shackle = written.split()
    forecast = preview.forecast(view, start, end, kind == "ranged", bool(shackle))
    attacker, target = phrases.monster_on(view, start), phrases.monster_on(view, end)
    action = f"attack {written}"
    text = N_("**{attacker} shoots {target}.**") if kind == "ranged" else N_("**{attacker} attacks {target}.**")
    names = [phrases.format_monster(each.id, each.square) for each in (attacker, target)]
    told = [_(text, attacker=names[0], target=names[1])]
    other = f"{start} {end} {kind}" + ("" if shackle else " shackle")
    rest = [button(_("Other attack"), page_id(table, "attack"))]
    if f"attack {other}" in table.legal:
        switch = _("Without shackle") if shackle else _("With shackle")
        rest.insert(0, button(switch, page_id(table, "strike", other)))
        told.append("" if shackle else _(SHACKLE))
    told.append(_(SHACKLED) if shackle else "")
    if _placements(table).actions:
        rest.append(button(_("Place instead"), page_id(table, "move")))
    return Page(
        "\n".join(part for part in told if part),
        rows_of_buttons([*_confirm_buttons(table, action, confirm=confirm), *rest]),
        lambda theme: _draw(table, action, theme),
        final_action=action,
        below=_join(
            phrases.collapse_words(forecast.collapse, _names(table)),
            phrases.describe_danger(view, forecast, _names(table)),
            phrases.explain_attack(forecast),
        ),
    )


# Questions within an attack


def only_move(view: View) -> str:
    """Return the retaliation if every way to strike back has the same odds; empty where there is a choice."""
    attack = view.attack
    if view.phase != "retaliate" or attack is None:
        return ""
    forecast = preview.forecast(view, attack.square, attack.target, attack.ranged, attack.shackle)
    return "retaliate close" if len(forecast.retaliations) == 1 else ""


def _retaliate(table: TableView) -> Page:
    view: View = table.view
    attack = view.attack
    if attack is None:
        raise BoardMovedOn(_(BOARD_MOVED_ON))
    forecast = preview.forecast(view, attack.square, attack.target, attack.ranged, attack.shackle)
    attacker, target = phrases.monster_on(view, attack.square), phrases.monster_on(view, attack.target)
    names = {"target": phrases.format_monster(target.id, target.square), "attacker": short_name(attacker.id)}
    doomed = phrases.describe_doomed(view, attack, forecast)
    if len(forecast.retaliations) == 1:
        (odds,) = forecast.retaliations
        text = _("**{target} strikes back at {attacker}.**", **names)
        told = [_("It hits {blow}.", blow=phrases.describe_blow(odds, attacker)), doomed]
        buttons = [button(_("Strike now"), page_id(table, "do", "retaliate close"), BLUE)]
    else:
        text = _("**{target} strikes back at {attacker}. How?** The most promising comes first.", **names)
        told, buttons = [doomed], []
        for number, action in enumerate(_sort_actions(table, ["retaliate close", "retaliate ranged"])):
            way, odds = _(RETALIATIONS[action]), forecast.retaliations[action == "retaliate ranged"]
            told.append(_("**{way}**: hits {blow}.", way=way, blow=phrases.describe_blow(odds, attacker)))
            buttons.append(button(way, page_id(table, "do", action), GREY if number else BLUE))
    return Page(text, rows_of_buttons(buttons), lambda theme: _board(table, theme), below=_join(*told))


def _rampage(table: TableView) -> Page:
    view: View = table.view
    square = view.rampaging
    if square is None:
        raise BoardMovedOn(_(BOARD_MOVED_ON))
    told: list[str] = []
    buttons: list[ui.Button[ui.LayoutView]] = []
    forecasts = {target: preview.forecast(view, square, target, ranged=False) for target in view.choices}
    attacker = phrases.monster_on(view, square)
    for number, action in enumerate(_sort_actions(table, ["rampage none", *(f"rampage {each}" for each in forecasts)])):
        target, style = action.removeprefix("rampage "), GREY if number else BLUE
        if target not in forecasts:
            buttons.append(button(_("No second attack"), page_id(table, "do", action), style))
            continue
        attacked = phrases.monster_on(view, target)
        name = phrases.format_monster(attacked.id, target)
        told.append(f"**{name}**: {phrases.describe_attack(forecasts[target], attacker, attacked)}")
        buttons.append(button(_("Attack {target}", target=target), page_id(table, "do", action), style))
    text = _(
        "**{monster} rampages: you may attack once more.** The most promising comes first.",
        monster=phrases.format_monster(attacker.id, square),
    )
    fours = _describe_fours(table, [*forecasts.values()])
    return Page(text, rows_of_buttons(buttons), lambda theme: _board(table, theme), below=_join(fours, *told))


def _concede(table: TableView) -> Page:
    text = _("Resign? {name} will win. It can't be taken back.", name=escape(table.names[1 - table.view.viewer]))
    rows = rows_of_buttons(
        [button(_("Yes, resign"), page_id(table, "do", "concede"), RED), button(_("Back"), page_id(table, "move"))]
    )
    return Page(text, rows, lambda theme: _board(table, theme))

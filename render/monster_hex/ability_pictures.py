"""Previews of abilities: the board after an ability is used, with the changes. Private to the ability's owner."""

from collections.abc import Sequence

import msgspec

from engine.core import EngineError
from engine.monster_hex.ability_preview import AbilityForecast, ability_forecast
from engine.monster_hex.actions import Ability
from engine.monster_hex.notation import read
from engine.monster_hex.preview import Forecast
from engine.monster_hex.variants import variants_of
from engine.monster_hex.view import View
from language.messages import _, list_and
from render import text
from render.monster_hex import board, naming, preview, status
from render.monster_hex.contests import owners, stone_at
from render.picture import ALT_LIMIT, Sheet
from render.theme import Theme


def draw(view: View, labels: Sequence[str], action: str, theme: Theme) -> tuple[Sheet, str]:
    """Draw the preview of an answer to the question whether and how the viewer uses an ability (MH-15).

    Returns the sheet with its alt text. Raises ValueError without such a question, or if `action` does not answer it.
    """
    if view.ability is None:
        raise ValueError(f"no ability to preview: {action[:80]!r}")
    try:
        used = read(variants_of(view), action)
    except EngineError as error:
        raise ValueError(f"no ability to preview: {action[:80]!r}") from error
    if not isinstance(used, Ability):
        raise ValueError(f"no ability to preview: {action[:80]!r}")
    found = ability_forecast(view, used)
    target = _target(found)
    used_on = _changed(view, found, target)
    after = preview.with_captures(used_on, found.captures)
    stones = {stone_at(view, capture.stone) for capture in found.captures if capture.stone != target}
    picture = board.Board(after, theme, fresh=stones, bright=(target,) if target else (), mark=theme.gold)
    if target:
        picture.ring(target, theme.ring, board.NEWEST)
    for capture in found.captures:
        if capture.capture.taken or capture.choice is not None:
            picture.ring(capture.stone, theme.gold, board.EARLIER + 1)
    name = naming.ability_name(view.ability.ability, view.edition)
    title = _("{ability} on {hex}?", ability=name, hex=target) if target else f"{name}?"
    head = (title, status.round_text(view), _headline(used_on, found.captures))
    gains = preview.gains(view, found.captures)
    picture.draw_header(head, picture.seats(labels, gains, preview.notes(found.captures), theme.gold))
    return picture.sheet, _alt_text(used_on, naming.display_names(view, labels), title, found)


def _target(found: AbilityForecast) -> str:
    """Return the hex whose tile or stone the ability changes; empty if it changes none."""
    if found.monster is not None:
        return found.monster.label
    return "" if found.stone is None else found.stone.label


def _changed(view: View, found: AbilityForecast, target: str) -> View:
    """Return the view after the ability is used on the hex `target`, but before the captures that follow.

    A temporary Stone made by the ability is included, even if it is itself captured at once (MH-19).
    """
    monsters = tuple(
        found.monster if found.monster is not None and monster.label == target else monster for monster in view.monsters
    )
    made = () if found.stone is None else (found.stone,)
    temporary = tuple(sorted((*view.temporary, *made), key=lambda stone: stone.label))
    return msgspec.structs.replace(view, monsters=monsters, temporary=temporary, last=view.last[-1:])


def _headline(view: View, captures: Sequence[Forecast]) -> str:
    stones = naming.stone_names(view, [capture.stone for capture in captures])
    return _("Captures {stones}", stones=list_and(stones)) if stones else ""


def _alt_text(view: View, names: Sequence[str], title: str, found: AbilityForecast) -> str:
    told = [_("Preview, only for you: {title}", title=title)]
    if found.monster is not None:
        told.append(_("The tile there would have powers {powers}.", powers=naming.powers_text(found.monster)))
    for change in found.powers:
        powers = [
            _(
                "{name} {before} to {after}",
                name=names[owner],
                before=change.before[owner] or 0,
                after=change.after[owner] or 0,
            )
            for owner in owners(view)
            if change.before[owner] != change.after[owner]
        ]
        told.append(_("Power at {hex}: {powers}.", hex=change.stone, powers=", ".join(powers)))
    told += [preview.capture_text(view, names, capture) for capture in found.captures]
    return text.truncate_to_text_board(" ".join(told), ALT_LIMIT)

"""Walks through a game's pages: press everything that a page offers and collect the results."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from cogs.ui.kit.answers import Answer
from cogs.ui.kit.custom_ids import CustomId, parse
from cogs.ui.kit.interface import GameInterface, Page, Press
from tables.viewer import TableView
from tests import openapi
from tests.fake_discord import BUTTON, SELECT, parts

TEXT = 10
SELECTS = (SELECT, 5, 6, 7, 8)
CARD_CONTROLS, PAGE_CONTROLS, OTHER_CONTROLS = 6, 8, 4
"""The maximum numbers of controls: on a card, on a private page, and beside keys, pins or other things to choose from.
"""
LEAST_CHOICES = 3
BRANCHES = ("tap", "form", "result", "keep")
"""Pages that walks leave out: hex by hex, by typing, or after the end."""


def components(page: Page) -> list[dict[str, Any]]:
    """Return the components of a page as they are sent to Discord."""
    return [part for part in parts(Answer(page.text, page.rows).view().to_components()) if "type" in part]


def list_faults(there: Sequence[dict[str, Any]], most: int = PAGE_CONTROLS) -> list[str]:
    """Return the faults of a message's components: too many controls, or two buttons with one name.

    A button's name is its emoji, if it has one, and its label.
    Three or more buttons with one action are keys, pins or other things to choose from, as are the options of a select.
    With them there may be more controls, but beside them at most `OTHER_CONTROLS` other buttons.
    """
    controls = [part for part in there if part["type"] in (BUTTON, *SELECTS)]
    actions = [_find_action(part) for part in controls]
    chosen = {action for action, count in Counter(actions).items() if action and count >= LEAST_CHOICES}
    names = Counter(
        f"{part.get('emoji', {}).get('name', '')} {part['label']}".strip() for part in controls if part.get("label")
    )
    twice = [f"two buttons {name}" for name, count in names.items() if count > 1]
    others = [part for part, action in zip(controls, actions, strict=True) if action not in chosen]
    buttons = [part for part in others if part["type"] == BUTTON]
    is_full = len(controls) > most and (not chosen or len(buttons) > OTHER_CONTROLS)
    return [*twice, *([f"{len(controls)} controls, {len(buttons)} beside choices: {[*names]}"] if is_full else [])]


def _find_action(part: dict[str, Any]) -> str:
    custom_id = parse(part.get("custom_id", ""))
    return custom_id.action if custom_id is not None and part["type"] == BUTTON else ""


def pressed(page: Page, *, described: bool = True) -> list[tuple[CustomId, list[str], bool]]:
    """List the pressable components of a page: custom id, values of a select, and whether it is enabled.

    Only a `described` page is compared with Discord's API description, because the comparison is slow.
    """
    there = components(page)
    found = [part for part in there if "custom_id" in part]
    assert len({part["custom_id"] for part in found}) == len(found)
    assert list_faults(there) == []
    assert len(there) + 2 <= 40, "room for a picture"
    assert all(len(part["label"]) <= 80 for part in there if part["type"] == BUTTON)
    assert all(1 <= len(part["options"]) <= 25 for part in there if part["type"] == SELECT)
    assert all(len(part.get("placeholder", "")) <= 150 for part in there if part["type"] == SELECT)
    assert sum(len(part["content"]) for part in there if part["type"] == TEXT) <= 4000
    if described:
        body = {"flags": 1 << 15, "components": Answer(page.text, page.rows).view().to_components()}
        assert openapi.problems("POST", "/channels/1/messages", body) == []
    ids = []
    for part in found:
        custom_id = parse(part["custom_id"])
        assert custom_id is not None
        ids.append((custom_id, [option["value"] for option in part.get("options", ())], not part.get("disabled")))
    return ids


def reached(
    ours: GameInterface, table: TableView, *, without: Collection[str] = BRANCHES
) -> tuple[set[str], list[tuple[str, Page]]]:
    """Return all actions that presses can make, and the pages on the way with their names.

    A press that only stores a draft is followed by further presses of the same name, each with that draft alone.
    """
    waiting: list[tuple[str, tuple[str, ...], TableView, str]] = [("move", (), table, "")]
    seen: set[tuple[str, tuple[str, ...], str]] = set()
    actions: set[str] = set()
    pages: list[tuple[str, Page]] = []
    names: set[str] = set()
    while waiting:
        name, details, at, only = waiting.pop()
        key = name, details, repr(at.drafts)
        if key in seen or name in without:
            continue
        seen.add(key)
        press = ours.composing.press(at, name, details)
        if press is not None:
            actions.update(press.actions)
            if press.draft is not None and not press.actions:
                waiting.append((press.page, press.details, replace(at, drafts=dict([press.draft])), name))
        elif name == "do":
            actions.add(":".join(details))
        else:
            page = ours.composing.page(at, name, details)
            pages.append((name, page))
            described = name not in names
            names.add(name)
            for custom_id, values, enabled in pressed(page, described=described):
                assert custom_id.version in (None, table.version)
                if enabled and only in ("", custom_id.action):
                    chosen = [(*custom_id.details, value) for value in values] or [custom_id.details]
                    waiting += [(custom_id.action, details, at, only) for details in chosen]
    return actions, pages


def with_draft(table: TableView, press: Press | None) -> TableView:
    """Return the table with the draft that a press stores."""
    assert press is not None
    assert press.draft is not None
    return replace(table, drafts={**table.drafts, **dict([press.draft])})

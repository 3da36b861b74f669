"""The slash commands as sent to Discord: one violation of its rules makes it refuse all of them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cogs.client import EVERYWHERE
from cogs.ui.kit.interface import playable_games

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
SUB_COMMAND, GROUP, STRING, INTEGER = 1, 2, 3, 4
NAME = re.compile(r"[-_'\w]{1,32}")


def nested(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a command or option and all options below it."""
    yield command
    for option in command.get("options", ()):
        yield from nested(option)


def in_all_languages(part: dict[str, Any], key: str) -> list[str]:
    """Return a text of a command, option or choice in English and in the languages with a translation."""
    return [part[key], *(part.get(f"{key}_localizations") or {}).values()]


def letters(command: dict[str, Any]) -> int:
    """Count the characters that count towards a command's limit of 8,000, in all languages together."""
    texts = [command["name"], command.get("description", "")]
    for part in (command, *command.get("choices", ())):
        texts += (part.get("name_localizations") or {}).values()
        texts += (part.get("description_localizations") or {}).values()
    texts += [text for choice in command.get("choices", ()) for text in (choice["name"], str(choice["value"]))]
    return sum(map(len, texts)) + sum(letters(option) for option in command.get("options", ()))


async def test_names_and_descriptions_are_as_discord_wants_them(payload: list[dict[str, Any]]) -> None:
    assert len(payload) <= 100
    assert len({command["name"] for command in payload}) == len(payload)
    for part in (part for command in payload for part in nested(command)):
        assert NAME.fullmatch(part["name"])
        assert part["name"] == part["name"].lower()
        assert all(1 <= len(text) <= 100 for text in in_all_languages(part, "description"))
        names = [option["name"] for option in part.get("options", ())]
        assert len(names) == len(set(names)) <= 25
    assert all(letters(command) <= 8000 for command in payload)


async def test_required_options_come_first(payload: list[dict[str, Any]]) -> None:
    for part in (part for command in payload for part in nested(command)):
        required = [bool(option.get("required")) for option in part.get("options", ()) if option["type"] > GROUP]
        assert required == sorted(required, reverse=True)


async def test_choices_are_few_short_and_never_beside_autocomplete(payload: list[dict[str, Any]]) -> None:
    with_choices = [part for command in payload for part in nested(command) if part.get("choices")]
    assert with_choices
    for option in with_choices:
        assert not option.get("autocomplete")
        assert len(option["choices"]) <= 25
        assert len({choice["name"] for choice in option["choices"]}) == len(option["choices"])
        for choice in option["choices"]:
            assert all(1 <= len(text) <= 100 for text in in_all_languages(choice, "name"))
            assert 1 <= len(str(choice["value"])) <= 100


async def test_bounds_fit_the_types(payload: list[dict[str, Any]]) -> None:
    for part in (part for command in payload for part in nested(command)):
        assert not {"min_value", "max_value"} & part.keys() or part["type"] == INTEGER
        assert not {"min_length", "max_length"} & part.keys() or part["type"] == STRING
        assert part.get("max_length", 0) <= 6000


async def test_every_game_can_be_chosen_and_has_its_own_commands(payload: list[dict[str, Any]]) -> None:
    chosen = {
        command["name"]: option["choices"]
        for command in payload
        for option in command.get("options", ())
        if option["name"] == "game" and option.get("choices")
    }

    assert chosen.keys() == {"play", "learn", "demo", "rules"}
    for choices in chosen.values():
        assert [(choice["value"], choice["name"]) for choice in choices] == [
            (name, game.title) for name, game in playable_games().items()
        ]
    (monster,) = [command for command in payload if command["name"] == "monster"]
    assert [option["name"] for option in monster["options"]] == ["place", "take", "ability"]
    assert [option["type"] for option in monster["options"]] == [SUB_COMMAND] * 3
    assert all(option["autocomplete"] for sub in monster["options"] for option in sub["options"])


async def test_documents_name_these_commands_and_no_others(payload: list[dict[str, Any]]) -> None:
    parts = {
        command["name"]: [each for each in command.get("options", ()) if each["type"] <= GROUP] for command in payload
    }
    names = {f"{name} {part['name']}" for name, inside in parts.items() for part in inside}
    names |= {name for name, inside in parts.items() if not inside}
    listed = (ROOT / "docs/players/commands.md").read_text()
    table = " ".join(re.findall(r"^\| (`/.+?`) \|", listed, re.MULTILINE))

    assert [name for name in names if not re.search(rf"`/{name}\b", table)] == []
    for document in DOCUMENTS:
        named = set(re.findall(r"`/([a-z]+(?: [a-z]+)?)(?: [^`]*)?`", document.read_text()))
        alone = {name.partition(" ")[0] for name in named}
        assert alone - parts.keys() <= {"healthz", "metrics"}, document
        assert {name for name in named if " " in name and parts.get(name.partition(" ")[0])} <= names, document


async def test_documents_say_where_each_command_is_offered(payload: list[dict[str, Any]]) -> None:
    sentence = " and ".join((", ".join(f"`/{name}`" for name in EVERYWHERE[:-1]), f"`/{EVERYWHERE[-1]}`"))
    hosting = " ".join((ROOT / "docs/hosting/discord.md").read_text().split())
    on_servers = re.search(r"\| ([^|]+) \| on servers only \|", hosting)
    assert on_servers is not None

    assert sentence in hosting
    assert set(EVERYWHERE) < {command["name"] for command in payload}
    assert set(re.findall(r"`/(\w+)`", on_servers[1])) == {
        command["name"] for command in payload if not command["dm_permission"]
    }

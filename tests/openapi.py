"""Request bodies that the bot sends, validated against Discord's published API description."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jsonschema_rs import Draft202012, Draft202012Validator, Registry, ValidationError

FILE = Path(__file__).with_name("discord_openapi") / "openapi.json"
_BASE = "urn:discord"


@cache
def _description() -> Any:
    description = json.loads(FILE.read_text())
    # Discord takes ids as numbers too, and discord.py numbers its files so.
    description["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
    return description


@cache
def _registry() -> Registry:
    return Registry([(_BASE, _description())], draft=Draft202012)


@cache
def _paths() -> list[tuple[re.Pattern[str], str]]:
    # Fixed words win over parameters: ".../messages/@original" over ".../messages/{message_id}".
    ordered = sorted(_description()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(path))), path) for path in ordered]


@cache
def _validator(path: str, method: str) -> Draft202012Validator:
    parts = ("paths", path, method, "requestBody", "content", "application/json", "schema")
    pointer = "/".join(quote(part.replace("~", "~0").replace("/", "~1"), safe="~") for part in parts)
    return Draft202012Validator({"$ref": f"{_BASE}#/{pointer}"}, registry=_registry())


def problems(method: str, path: str, body: Any) -> list[str]:
    """Return what is wrong with a body sent to a path under /api/v10, a line each.

    A path or a method that Discord does not have is a problem of its own, as is a body where no JSON is taken.
    """
    found = next((template for pattern, template in _paths() if pattern.fullmatch(path)), None)
    operation = _description()["paths"].get(found, {}).get(method.lower()) if found else None
    if found is None or operation is None:
        return [f"{method} {path}: Discord has no such route"]
    forms = operation.get("requestBody", {}).get("content", {})
    if "application/json" not in forms:
        return [f"{method} {path}: takes no JSON body"] if body else []
    errors = _validator(found, method.lower()).iter_errors(body)
    return [f"{method} {path}: {place(error)}" for error in errors]


def place(error: ValidationError) -> str:
    """Return where a mistake is and what it is; of alternatives, what the one with the right `type` lacks."""
    alternatives = getattr(error.kind, "context", None)
    if alternatives:
        return place(min(filter(None, alternatives), key=_distance)[0])
    where = ".".join(str(part) for part in error.instance_path)
    return f"{where or 'body'}: {error.message[:300]}"


def _distance(errors: list[ValidationError]) -> tuple[bool, int]:
    kinds = [(type(error.kind).__name__, error.instance_path[-1:]) for error in errors]
    other_kind = any(path == ["type"] and name in ("Enum", "Constant") for name, path in kinds)
    return other_kind or kinds[0][0] == "Type", len(errors)

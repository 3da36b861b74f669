"""Validation of the bot's request bodies against Discord's published API description."""

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
    # Discord also accepts numeric ids; discord.py numbers its files that way.
    description["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
    return description


@cache
def _registry() -> Registry:
    return Registry([(_BASE, _description())], draft=Draft202012)


@cache
def _paths() -> list[tuple[re.Pattern[str], str]]:
    # Literal segments win over parameters: ".../messages/@original" over ".../messages/{message_id}".
    ordered = sorted(_description()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(path))), path) for path in ordered]


@cache
def _validator(path: str, method: str) -> Draft202012Validator:
    parts = ("paths", path, method, "requestBody", "content", "application/json", "schema")
    pointer = "/".join(quote(part.replace("~", "~0").replace("/", "~1"), safe="~") for part in parts)
    return Draft202012Validator({"$ref": f"{_BASE}#/{pointer}"}, registry=_registry())


def problems(method: str, path: str, body: Any) -> list[str]:
    """Return the problems of a body sent to a path under /api/v10, one a line.

    An unknown path or method is a problem, and so is a body on a route that takes no JSON.
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
    """Return the position and message of an error; of several alternatives, describe the one with the right `type`."""
    alternatives = getattr(error.kind, "context", None)
    if alternatives:
        return place(min(filter(None, alternatives), key=_distance)[0])
    where = ".".join(str(part) for part in error.instance_path)
    return f"{where or 'body'}: {error.message[:300]}"


def _distance(errors: list[ValidationError]) -> tuple[bool, int]:
    kinds = [(type(error.kind).__name__, error.instance_path[-1:]) for error in errors]
    other_kind = any(path == ["type"] and name in ("Enum", "Constant") for name, path in kinds)
    return other_kind or kinds[0][0] == "Type", len(errors)

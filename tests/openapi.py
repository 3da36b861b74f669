"""Request bodies that the bot sends, validated against Discord's published API description."""

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

FILE = Path(__file__).with_name("discord_openapi") / "openapi.json"
_BASE = "urn:discord"


@cache
def _description() -> Any:
    description = json.loads(FILE.read_text())
    # Discord takes ids as numbers too, and discord.py numbers its files so.
    description["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
    return description


@cache
def _registry() -> Registry[Any]:
    return Registry().with_resource(_BASE, Resource.from_contents(_description(), default_specification=DRAFT202012))


@cache
def _paths() -> list[tuple[re.Pattern[str], str]]:
    # Fixed words win over parameters: ".../messages/@original" over ".../messages/{message_id}".
    ordered = sorted(_description()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(path))), path) for path in ordered]


def _check_alternatives(keyword: str) -> Any:
    """Return a check of `keyword` that tries only the alternative of the body's `type`: all take ten times as long."""
    check_all = Draft202012Validator.VALIDATORS[keyword]

    def check(validator: Any, alternatives: list[Any], body: Any, schema: Any) -> Iterator[ValidationError]:
        kind = body.get("type") if isinstance(body, dict) else None
        fitting = [one for one in alternatives if kind in _types(one.get("$ref", ""))] if isinstance(kind, int) else []
        if len(fitting) == 1:
            return islice(validator.descend(body, fitting[0]), 1)
        return check_all(validator, alternatives, body, schema)

    return check


@cache
def _types(reference: str) -> Sequence[Any]:
    """The values that the description has for `type` in what is referred to; none if it says none."""
    schema = _description()["components"]["schemas"].get(reference.removeprefix("#/components/schemas/"), {})
    return schema.get("properties", {}).get("type", {}).get("enum", ())


_Validator = extend(Draft202012Validator, {keyword: _check_alternatives(keyword) for keyword in ("oneOf", "anyOf")})


@cache
def _validator(path: str, method: str, form: str) -> Any:
    pointer = "/".join(part.replace("~", "~0").replace("/", "~1") for part in ("paths", path, method))
    media = form.replace("/", "~1")
    reference = f"{_BASE}#/{pointer}/requestBody/content/{media}/schema"
    return _Validator({"$ref": reference}, registry=_registry())


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
    errors = _validator(found, method.lower(), "application/json").iter_errors(body)
    return [f"{method} {path}: {place(error)}" for error in errors]


def place(error: ValidationError) -> str:
    """Return where a mistake is and what it is; of alternatives, what the one with the right `type` lacks."""
    if error.context:
        alternatives: dict[Any, list[ValidationError]] = {}
        for one in error.context:
            alternatives.setdefault(one.schema_path[0], []).append(one)
        return place(min(alternatives.values(), key=_distance)[0])
    where = ".".join(str(part) for part in error.absolute_path)
    return f"{where or 'body'}: {error.message[:300]}"


def _distance(errors: list[ValidationError]) -> tuple[bool, int]:
    other_kind = any(list(error.path)[-1:] == ["type"] and error.validator in ("enum", "const") for error in errors)
    return other_kind or errors[0].validator == "type", len(errors)

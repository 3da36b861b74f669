"""Services of compose.yaml, with variables substituted as Docker Compose does."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

COMPOSE = (Path(__file__).parents[1] / "compose.yaml").read_text()
_VARIABLE = re.compile(r"\$\{(\w+)(?::([-+?])([^${}]*))?\}")


def service(name: str, variables: Mapping[str, str]) -> dict[str, Any]:
    """Return a service's settings with its variables substituted.

    `variables` are those that Compose takes from the shell or from `.env`. Raises ValueError with the variable's
    message if a required variable is missing.
    """

    def put_in(found: re.Match[str]) -> str:
        variable, operator, word = found.groups()
        value = variables.get(variable, "")
        match operator:
            case "-":
                return value or word
            case "+":
                return word if value else ""
            case "?" if not value:
                raise ValueError(word)
            case _:
                return value

    def resolved(text: str) -> str:
        while (inner := _VARIABLE.sub(put_in, text)) != text:
            text = inner
        return text

    settings = yaml.safe_load(COMPOSE)["services"][name]
    return {**settings, "environment": {key: resolved(text) for key, text in settings["environment"].items()}}

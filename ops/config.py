"""The configuration, read from environment variables and `.env` and validated at the start.

`.env.example` explains the settings.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import yarl
from dotenv import dotenv_values

from ops.heartbeat import DEFAULT_FILE

MOST_SHARDS = 1_000
"""Maximum of the setting `SHARDS`: the number of sessions that Discord lets most bots start in a day."""
ENV_FILE = Path(".env")
MOST_TABLES = 1_000_000
"""Maximum value of each setting that limits the number of open tables."""
LOOPBACK_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
IN_ANY_CASE = frozenset({"log_level", "log_format", "shards"})
"""The settings whose words may be in upper or lower case."""
INTENTS = r"^(members|presences|message_content)(, *(members|presences|message_content))*$"
Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]
Limit = Annotated[int, msgspec.Meta(ge=1, le=MOST_TABLES)]


class ConfigError(Exception):
    """An invalid setting; the text is one line for the operator."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """The operator's settings; each field is named like its environment variable, in lower case."""

    discord_token: str | None = field(default=None, repr=False)
    discord_base_url: str | None = None
    https_proxy: str | None = field(default=None, repr=False)
    http_proxy: str | None = field(default=None, repr=False)
    all_proxy: str | None = field(default=None, repr=False)
    no_proxy: str = ""
    allow_remote_base_url: bool = False
    database_url: str = field(default="sqlite+aiosqlite:///var/hexcade.sqlite3", repr=False)
    playground_port: Port = 8800
    playground_shards: Annotated[int, msgspec.Meta(ge=1, le=32)] = 1
    playground_servers: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1
    playground_messages: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 5
    playground_intents: Annotated[str, msgspec.Meta(pattern=INTENTS)] = ""
    """Privileged intents that are switched on in the playground, separated by commas."""
    shards: Annotated[int, msgspec.Meta(ge=1, le=MOST_SHARDS)] | None = None
    """Number of shards, None for Discord's recommendation."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"
    tables_per_host: Limit = 10
    tables_per_channel: Limit = 20
    tables_per_server: Limit = 100
    lobby_hours: Annotated[int, msgspec.Meta(ge=1, le=24 * 30)] = 24
    health_port: Port | None = None
    health_address: str = "127.0.0.1"
    heartbeat_file: Path = DEFAULT_FILE


def load() -> Config:
    """Load the settings of this process; raises ConfigError, which names the invalid variable and the problem."""
    try:
        _require_file(ENV_FILE)
        file = dotenv_values(ENV_FILE)
    except UnicodeDecodeError:
        raise ConfigError("The file .env can't be read: it isn't valid UTF-8.") from None
    except OSError as error:
        raise ConfigError(f"The file .env can't be read: {error.strerror}.") from None
    return parse({**_lower_names(file), **_lower_names(os.environ)})


def parse(texts: Mapping[str, str]) -> Config:
    """Return the settings with these texts by field name; other names are ignored. Raises ConfigError."""
    prepared = {name: text.lower() if name in IN_ANY_CASE else text for name, text in texts.items()}
    if prepared.get("shards") == "auto":
        del prepared["shards"]
    try:
        config = msgspec.convert(prepared, Config, strict=False, dec_hook=lambda kind, text: kind(text))
    except msgspec.ValidationError as error:
        reason, _, name = str(error).rpartition(" - at `$.")
        raise _refuse(
            name.removesuffix("`").upper(), f"{reason[:1].lower()}{reason[1:]}; .env.example explains it"
        ) from None
    if config.discord_base_url is None:
        return config
    _require_safe_base_url(config.discord_base_url, allow_remote=config.allow_remote_base_url)
    return replace(config, discord_base_url=config.discord_base_url.rstrip("/"))


def _lower_names(variables: Mapping[str, str | None]) -> dict[str, str]:
    """Return the variables that are not empty by their names in lower case."""
    return {name.lower(): value for name, value in variables.items() if value}


def _require_file(path: Path) -> None:
    """Raise ConfigError for a folder or a broken link, which would be treated as a missing file."""
    if path.is_dir():
        reason = "it is a folder; Docker creates one if the file is missing. Remove it and create the file"
        raise ConfigError(f"The file {path} can't be read: {reason}.")
    if path.is_symlink() and not path.exists():
        raise ConfigError(f"The file {path} can't be read: it is a link to a missing file.")


def _require_safe_base_url(text: str, *, allow_remote: bool) -> None:
    """Raise ConfigError for an unusable address, or a remote one, which would receive the token, unless allowed."""
    try:
        # The HTTP client uses the same parser, so the check sees the host that requests will go to.
        address = yarl.URL(text)
    except ValueError as error:
        raise _refuse("DISCORD_BASE_URL", str(error)) from None
    if address.scheme not in ("http", "https") or not address.host or "?" in text or "#" in text:
        raise _refuse("DISCORD_BASE_URL", "it should be an address with a host, such as http://127.0.0.1:8800")
    if address.user is not None or address.password is not None:
        # Requests carry the token in the Authorization header, which leaves no place for a password.
        raise _refuse("DISCORD_BASE_URL", "it should be an address without user and password")
    if address.host not in LOOPBACK_HOSTS and not allow_remote:
        raise ConfigError(
            f"DISCORD_BASE_URL names {address.host}, which isn't this machine and would receive the token. "
            "To allow that, set ALLOW_REMOTE_BASE_URL=true."
        )


def _refuse(name: str, reason: str) -> ConfigError:
    return ConfigError(f"The setting {name} can't be used: {reason}.")

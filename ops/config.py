"""The configuration, read from environment variables and `.env` and validated at the start.

`.env.example` explains the settings.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import yarl
from dotenv import dotenv_values

from ops.heartbeat import DEFAULT_FILE

MOST_SHARDS = 1_000
"""Maximum of the setting `SHARDS`: the number of sessions that Discord lets most bots start in a day."""
ENV_FILE = Path(".env")
MOST_TABLES = 1_000_000
"""Maximum value of each setting that limits the number of open tables."""
LOOPBACK_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
FLAGS = {
    **dict.fromkeys(("true", "t", "yes", "y", "on", "1"), True),
    **dict.fromkeys(("false", "f", "no", "n", "off", "0"), False),
}
"""The texts of a setting that is true or false."""


class ConfigError(Exception):
    """An invalid setting; the text is one line for the operator."""


def setting(default: Any, read: Callable[[str], Any] = str, *, secret: bool = False) -> Any:
    """Declare a setting.

    `read` converts its text and raises ValueError with a reason if the text is invalid. The repr of the configuration
    leaves out a `secret` value.
    """
    return field(default=default, repr=not secret, metadata={"read": read})


def number(least: int, most: int) -> Callable[[str], int]:
    """Return a function that reads a number in these bounds."""

    def read(text: str) -> int:
        try:
            value = int(text) if text.isascii() else None
        except ValueError:
            value = None
        if value is None or not least <= value <= most:
            raise ValueError(f"it should be a number from {least} to {most}")
        return value

    return read


def word(*words: str) -> Callable[[str], str]:
    """Return a function that reads one of these words in upper or lower case."""

    def read(text: str) -> str:
        if text.lower() not in words:
            raise ValueError(f"it should be {', '.join(words[:-1])} or {words[-1]}")
        return text.lower()

    return read


def _flag(text: str) -> bool:
    if text.lower() not in FLAGS:
        raise ValueError("it should be true or false")
    return FLAGS[text.lower()]


def _shards(text: str) -> int | None:
    if text.lower() == "auto":
        return None
    try:
        return number(1, MOST_SHARDS)(text)
    except ValueError:
        raise ValueError(f"it should be auto or a number from 1 to {MOST_SHARDS}") from None


def _base_url(text: str) -> str:
    # The HTTP client uses the same parser, so the check sees the host that requests will go to.
    address = yarl.URL(text)
    if address.scheme not in ("http", "https") or not address.host or "?" in text or "#" in text:
        raise ValueError("it should be an address with a host, such as http://127.0.0.1:8800")
    if address.user is not None or address.password is not None:
        # Requests carry the token in the Authorization header, which leaves no place for a password.
        raise ValueError("it should be an address without user and password")
    return text.rstrip("/")


@dataclass(frozen=True, kw_only=True)
class Config:
    """The operator's settings; each field is named like its environment variable, in lower case."""

    discord_token: str | None = setting(None, secret=True)
    discord_base_url: str | None = setting(None, _base_url)
    https_proxy: str | None = setting(None, secret=True)
    http_proxy: str | None = setting(None, secret=True)
    all_proxy: str | None = setting(None, secret=True)
    no_proxy: str = setting("")
    allow_remote_base_url: bool = setting(False, _flag)
    database_url: str = setting("sqlite+aiosqlite:///var/hexcade.sqlite3", secret=True)
    playground_port: int = setting(8800, number(1, 65535))
    playground_shards: int = setting(1, number(1, 32))
    playground_servers: int = setting(1, number(1, 10))
    playground_messages: int = setting(5, number(1, 10_000))
    shards: int | None = setting(None, _shards)
    """Number of shards, None for Discord's recommendation."""
    log_level: str = setting("info", word("debug", "info", "warning", "error"))
    log_format: str = setting("text", word("text", "json"))
    tables_per_host: int = setting(10, number(1, MOST_TABLES))
    tables_per_channel: int = setting(20, number(1, MOST_TABLES))
    tables_per_server: int = setting(100, number(1, MOST_TABLES))
    lobby_hours: int = setting(24, number(1, 24 * 30))
    health_port: int | None = setting(None, number(1, 65535))
    health_address: str = setting("127.0.0.1")
    heartbeat_file: Path = setting(DEFAULT_FILE, Path)  # noqa: RUF009 - it returns a field


def load() -> Config:
    """Load the settings of this process; raises ConfigError, which names the invalid variable and the problem."""
    try:
        _require_file(ENV_FILE)
        file = dotenv_values(ENV_FILE)
    except UnicodeDecodeError:
        raise ConfigError("The file .env can't be read: it isn't valid UTF-8.") from None
    except OSError as error:
        raise ConfigError(f"The file .env can't be read: {error.strerror}.") from None
    config = parse({**_lower_names(file), **_lower_names(os.environ)})
    _refuse_remote_base_url(config)
    return config


def parse(texts: Mapping[str, str]) -> Config:
    """Return the settings with these texts by field name; other names are ignored. Raises ConfigError."""
    values: dict[str, Any] = {}
    for each in fields(Config):
        if each.name in texts:
            try:
                values[each.name] = each.metadata["read"](texts[each.name])
            except ValueError as error:
                raise ConfigError(f"The setting {each.name.upper()} can't be used: {error}.") from None
    return Config(**values)


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


def _refuse_remote_base_url(config: Config) -> None:
    """Raise ConfigError for a remote base address that is not explicitly allowed, since it would receive the token."""
    if config.discord_base_url is None or config.allow_remote_base_url:
        return
    host = yarl.URL(config.discord_base_url).host
    if host not in LOOPBACK_HOSTS:
        raise ConfigError(
            f"DISCORD_BASE_URL names {host}, which isn't this machine and would receive the token. "
            "To allow that, set ALLOW_REMOTE_BASE_URL=true."
        )

"""The configuration, read from environment variables and `.env` and validated at the start.

`.env.example` explains the settings.
"""

from pathlib import Path
from typing import Literal

import yarl
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from ops import heartbeat

MOST_SHARDS = 1_000
"""Maximum of the setting `SHARDS`: the number of sessions that Discord lets most bots start in a day."""
ENV_FILE = Path(".env")
MOST_TABLES = 1_000_000
"""Maximum value of each setting that limits the number of open tables."""
LOOPBACK_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})


class ConfigError(Exception):
    """An invalid setting; the text is one line for the operator."""


class Config(BaseSettings):
    """The operator's settings; each field is named like its environment variable, in lower case."""

    model_config = SettingsConfigDict(env_file=ENV_FILE, env_ignore_empty=True, extra="ignore")

    discord_token: SecretStr | None = None
    discord_base_url: str | None = None
    https_proxy: SecretStr | None = None
    http_proxy: SecretStr | None = None
    all_proxy: SecretStr | None = None
    no_proxy: str = ""
    allow_remote_base_url: bool = False
    database_url: str = Field(default="sqlite+aiosqlite:///var/hexcade.sqlite3", repr=False)
    playground_port: int = Field(default=8800, ge=1, le=65535)
    playground_shards: int = Field(default=1, ge=1, le=32)
    playground_servers: int = Field(default=1, ge=1, le=10)
    playground_messages: int = Field(default=5, ge=1, le=10_000)
    shards: int | None = Field(default=None, ge=1, le=MOST_SHARDS)
    """Number of shards, None for Discord's recommendation."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"
    tables_per_host: int = Field(default=10, ge=1, le=MOST_TABLES)
    tables_per_channel: int = Field(default=20, ge=1, le=MOST_TABLES)
    tables_per_server: int = Field(default=100, ge=1, le=MOST_TABLES)
    lobby_hours: int = Field(default=24, ge=1, le=24 * 30)
    health_port: int | None = Field(default=None, ge=1, le=65535)
    health_address: str = "127.0.0.1"
    heartbeat_file: Path = heartbeat.DEFAULT_FILE

    @field_validator("log_level", "log_format", mode="before")
    @classmethod
    def _lower(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value

    @field_validator("shards", mode="before")
    @classmethod
    def _shards(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        if value.lower() == "auto":
            return None
        if not (value.isascii() and value.isdecimal()):
            raise ValueError(f"Input should be auto or a number from 1 to {MOST_SHARDS}")
        return value

    @field_validator("discord_base_url")
    @classmethod
    def _base_url(cls, value: str | None) -> str | None:
        if value is None:
            return None
        # The HTTP client uses the same parser, so the check sees the host that requests will go to.
        address = yarl.URL(value)
        if address.scheme not in ("http", "https") or not address.host or "?" in value or "#" in value:
            raise ValueError("Input should be an address with a host, such as http://127.0.0.1:8800")
        if address.user is not None or address.password is not None:
            # Requests carry the token in the Authorization header, which leaves no place for a password.
            raise ValueError("Input should be an address without user and password")
        return value.rstrip("/")


def load() -> Config:
    """Load the settings of this process; raises ConfigError, which names the invalid variable and the problem."""
    try:
        _require_file(ENV_FILE)
        config = Config()
    except ValidationError as error:
        problem = error.errors()[0]
        name = ".".join(str(part) for part in problem["loc"]).upper()
        reason = problem["msg"].removeprefix("Value error, ")
        raise ConfigError(f"The setting {name} can't be used: {reason}.") from None
    except UnicodeDecodeError:
        raise ConfigError("The file .env can't be read: it isn't valid UTF-8.") from None
    except OSError as error:
        raise ConfigError(f"The file .env can't be read: {error.strerror}.") from None
    _refuse_remote_base_url(config)
    return config


def _require_file(path: Path) -> None:
    """Raise ConfigError for a folder or a broken link, which pydantic-settings would treat as a missing file."""
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

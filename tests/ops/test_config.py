"""Settings: an operator's mistake is reported in one clear line."""

import builtins
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from ops import config
from ops.config import Config, ConfigError

EXAMPLE = Path(__file__).parents[2] / ".env.example"


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty working folder, with no .env file and no setting in the environment."""
    monkeypatch.chdir(tmp_path)
    for each in fields(Config):
        monkeypatch.delenv(each.name.upper(), raising=False)
    return tmp_path


def refused() -> str:
    """Return the one-line text with which the settings are refused."""
    with pytest.raises(ConfigError) as caught:
        config.load()
    text = str(caught.value)
    assert "\n" not in text
    assert text.endswith(".")
    assert "Traceback" not in text
    return text


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("PLAYGROUND_PORT", "eighty", "expected `int`"),
        ("PLAYGROUND_PORT", "0", ">= 1"),
        ("PLAYGROUND_PORT", "65536", "<= 65535"),
        ("PLAYGROUND_INTENTS", "all", "matching regex"),
        ("SHARDS", "0", ">= 1"),
        ("SHARDS", "many", ".env.example explains it"),
        ("LOG_LEVEL", "loud", "invalid enum value 'loud'"),
        ("LOG_FORMAT", "xml", "invalid enum value 'xml'"),
        ("ALLOW_REMOTE_BASE_URL", "perhaps", "expected `bool`"),
        ("TABLES_PER_HOST", "0", ">= 1"),
        ("TABLES_PER_CHANNEL", "-3", ">= 1"),
        ("TABLES_PER_SERVER", "many", "expected `int`"),
        ("TABLES_PER_HOST", "1000001", "<= 1000000"),
        ("TABLES_PER_CHANNEL", "9" * 25, "<= 1000000"),
        pytest.param("TABLES_PER_SERVER", "9" * 5000, "out of range", id="TABLES_PER_SERVER-5000 digits"),
        pytest.param("SHARDS", "9" * 5000, "out of range", id="SHARDS-5000 digits"),
        ("SHARDS", "٣", "expected `int | null`"),
        ("PLAYGROUND_PORT", "٨٠٨٠", "expected `int`"),
        ("LOBBY_HOURS", "1e99", "expected `int`"),
        ("LOBBY_HOURS", "721", "<= 720"),
        ("DISCORD_BASE_URL", "127.0.0.1:8800", "http://"),
        ("DISCORD_BASE_URL", "ftp://127.0.0.1", "http://"),
        ("DISCORD_BASE_URL", "http://", "host"),
        ("DISCORD_BASE_URL", "http://127.0.0.1:port", "port"),
        ("DISCORD_BASE_URL", "http://[::1", "Invalid IPv6"),
        ("DISCORD_BASE_URL", "http://127.0.0.1/?a=b", "http://"),
        ("DISCORD_BASE_URL", "http://user:secret@127.0.0.1", "without user and password"),
        ("DISCORD_BASE_URL", "http://127.0.0.1@example.com/", "without user and password"),
        ("DISCORD_BASE_URL", "http://user:secret", "port"),
    ],
)
def test_a_malformed_setting_is_named_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, reason: str
) -> None:
    monkeypatch.setenv(name, value)

    text = refused()

    assert text.startswith(f"The setting {name} can't be used: ")
    assert reason in text
    assert "secret" not in text


HERE = ("http://127.0.0.1:8800", "http://localhost:8800/", "http://[::1]:8800", "https://localhost")
ELSEWHERE = (
    *("https://example.com", "http://127.0.0.1.example.com", "http://example.com:8800", "http://10.0.0.1"),
    "http://[2001:db8::1]:80",
)
DISGUISED = ("http://example.com?@127.0.0.1", "http://example.com#@127.0.0.1", "http://example.com\\@127.0.0.1")


@pytest.mark.parametrize("address", [*HERE, *ELSEWHERE, *DISGUISED])
def test_a_base_address_that_is_not_this_machine_is_refused_unless_allowed(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("DISCORD_BASE_URL", address)
    if address in ELSEWHERE:
        assert "would receive the token" in refused()
        monkeypatch.setenv("ALLOW_REMOTE_BASE_URL", "true")
    if address in DISGUISED:
        assert "DISCORD_BASE_URL" in refused()
    else:
        assert config.load().discord_base_url == address.rstrip("/")


def test_a_settings_file_that_is_no_text_is_refused(empty_folder: Path) -> None:
    (empty_folder / ".env").write_bytes(b"LOG_LEVEL=\xff\xfe")

    assert ".env" in refused()


@pytest.mark.parametrize(
    ("make", "reason"),
    [(Path.mkdir, "Docker creates one"), (lambda path: path.symlink_to("gone"), "a link")],
    ids=["a folder", "a link to nothing"],
)
def test_a_settings_file_that_is_no_file_is_refused(
    empty_folder: Path, make: Callable[[Path], None], reason: str
) -> None:
    make(empty_folder / ".env")

    text = refused()
    assert text.startswith("The file .env can't be read: ")
    assert reason in text


@pytest.mark.parametrize("call", ["is_dir", "open"])
def test_a_settings_file_of_another_user_is_refused(
    empty_folder: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """In an unreadable folder it is even unknown whether the file exists."""
    (empty_folder / ".env").write_text("LOG_LEVEL=debug\n")

    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(*((Path, "is_dir") if call == "is_dir" else (builtins, "open")), refuse)

    assert refused() == "The file .env can't be read: Permission denied."


def test_a_settings_file_is_read_and_the_environment_stands_before_it(
    empty_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (empty_folder / ".env").write_text("LOG_LEVEL=Debug\nLOBBY_HOURS=2\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("LOBBY_HOURS", "3")
    monkeypatch.setenv("PLAYGROUND_PORT", "")

    settings = config.load()

    assert (settings.log_level, settings.lobby_hours, settings.playground_port) == ("debug", 3, 8800)


def test_no_token_and_no_password_is_in_a_text_of_the_settings(
    empty_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "the-secret-token")
    monkeypatch.setenv("DATABASE_URL", "postgresql://ann:the-secret-word@host/hexcade")
    monkeypatch.setenv("https_proxy", "http://ann:the-secret-word@proxy:3128")
    (empty_folder / ".env").write_text("ALL_PROXY=http://ann:the-secret-word@proxy:3129\n")

    settings = config.load()

    assert "the-secret" not in f"{settings!r} {settings}"
    assert settings.https_proxy is not None
    assert settings.https_proxy.endswith("proxy:3128")
    assert settings.all_proxy is not None
    assert settings.discord_token is not None
    assert settings.discord_token == "the-secret-token"


def test_the_example_names_every_setting_and_only_those_each_with_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = dict(re.findall(r"^# ([A-Z_]+)=(.*)$", EXAMPLE.read_text(), re.MULTILINE))
    defaults = Config()
    assert shown.keys() == {each.name.upper() for each in fields(Config)}

    for name, value in shown.items():
        monkeypatch.setenv(name, value)

    assert config.load() == defaults


def test_every_line_of_the_example_is_a_comment() -> None:
    assert all(line.startswith("#") for line in EXAMPLE.read_text().splitlines() if line)

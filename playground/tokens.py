"""Tokens in Discord's form, and the file that keeps one for a bot that isn't part of this project."""

import base64
import os
import secrets
import time
from pathlib import Path

_TOKEN_EPOCH = 1_293_840_000
"""Start of a token's time stamp, in seconds since 1970."""


def make_token(bot: str) -> str:
    """Return a new token in Discord's form: the bot's id, the time and a secret, each in base 64.

    Some libraries read the bot's id from its token.
    """
    stamp = (int(time.time()) - _TOKEN_EPOCH).to_bytes(4, "big")
    return f"{_encode(bot.encode())}.{_encode(stamp)}.{secrets.token_urlsafe(28)}"


def _encode(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


class TokenFileError(Exception):
    """The file of the token cannot be read or written; the message is one line."""


def keep_token(file: Path, bot: str) -> str:
    """Return the token in a file, or write a new one if there is none for this bot; raises TokenFileError.

    A new world has a bot with another id, so the token of the old world is replaced.
    """
    try:
        if file.exists() and (token := file.read_text().strip()).startswith(f"{_encode(bot.encode())}."):
            return token
        token = make_token(bot)
        file.parent.mkdir(parents=True, exist_ok=True)
        # Only the owner may read it.
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as opened:
            opened.write(token + "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise TokenFileError(f"the token file {file} cannot be used: {error}") from error
    return token

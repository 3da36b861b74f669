"""Signed file URLs like Discord's: anybody with the URL may fetch the file."""

import hashlib
import hmac
from urllib.parse import urlsplit

PARAMETER = "hm"


def signed(address: str, key: str) -> str:
    """Return the URL with a signature of its path."""
    return f"{address}?{PARAMETER}={_signature(urlsplit(address).path, key)}"


def is_signed(path: str, signature: str, key: str) -> bool:
    """Return whether the signature matches the path."""
    return hmac.compare_digest(_signature(path, key).encode(), signature.encode())


def _signature(path: str, key: str) -> str:
    return hmac.new(key.encode(), path.encode(), hashlib.sha256).hexdigest()

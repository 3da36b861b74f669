"""Addresses of files with a signature, as those of Discord: whoever was given one may fetch that file."""

import hashlib
import hmac
from urllib.parse import urlsplit

PARAMETER = "hm"


def signed(address: str, key: str) -> str:
    """An address with the signature of its path."""
    return f"{address}?{PARAMETER}={_signature(urlsplit(address).path, key)}"


def is_signed(path: str, signature: str, key: str) -> bool:
    """Whether this is the signature of a path."""
    return hmac.compare_digest(_signature(path, key).encode(), signature.encode())


def _signature(path: str, key: str) -> str:
    return hmac.new(key.encode(), path.encode(), hashlib.sha256).hexdigest()

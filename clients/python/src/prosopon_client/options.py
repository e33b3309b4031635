"""Reads what applications give the library, and names what is wrong with it."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any
from urllib.parse import urlsplit

from .errors import InvalidOptionError

SHORTEST_KEY = 32


def address_of(url: Any) -> str:
    """The address without final slashes."""
    try:
        parts = urlsplit(url) if isinstance(url, str) else None
    except ValueError:
        parts = None
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        example = "such as https://face.example.org"
        raise InvalidOptionError(f"url: expected the address of the service, {example}, not {url!r}")
    if parts.query or parts.fragment or parts.username is not None:
        raise InvalidOptionError("url: expected an address without query, fragment and credentials")
    return str(url).rstrip("/")


def require_credentials(id: Any, key: Any, secret: Any) -> None:
    """Id, key and secret as `prosopon client create` prints them."""
    if not isinstance(id, str) or not id:
        raise InvalidOptionError(f"id: expected the id of a client, not {id!r}")
    if key is not None and len(key_bytes(key)) < SHORTEST_KEY:
        raise InvalidOptionError("key: expected base64 of 32 or more bytes, as it was printed")
    if secret is not None and (not isinstance(secret, str) or not secret):
        raise InvalidOptionError(f"secret: expected text, not {type(secret).__name__}")


def key_bytes(text: Any) -> bytes:
    """Of base64 or base64url, padded or not. Empty: it is neither."""
    try:
        standard = text.translate(str.maketrans("-_", "+/")).strip()
        return base64.b64decode(standard.rstrip("=") + "=" * (-len(standard.rstrip("=")) % 4), validate=True)
    except (AttributeError, TypeError, ValueError, binascii.Error):
        return b""


def token_id(token: Any) -> str:
    """The id of a task token."""
    try:
        claims = token.split(".")[1]
        decoded = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
        return str(decoded["tokenid"])
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise InvalidOptionError("token: expected a task token, as task_token() returns it") from error

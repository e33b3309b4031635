"""What came back over HTTP: an answer of the service, a refusal, or something it never sends."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx

from .errors import BY_STATUS, RefusedError, UnexpectedResponseError

#: Instead of a member: an empty object, a token.
NOTHING = "an empty object"
TOKEN = "a token"

#: Characters of a response in errors, and in their messages.
BODY = 1000
EXCERPT = 80

#: Statuses that end by themselves. A proxy sends 502 and 504 while the service restarts.
TEMPORARY = frozenset((409, 429, 502, 503, 504))


def refuse_redirect(method: str, address: str, response: httpx.Response) -> None:
    """Raises UnexpectedResponseError if the response redirects. Credentials do not follow."""
    redirected = bool(response.history)
    if not redirected and not 300 <= response.status_code < 400:
        return
    header = response.headers.get("location")
    location = str(response.url) if redirected else header and str(httpx.URL(address).join(header))
    raise UnexpectedResponseError(
        f"{method} {address}: redirected to {location or 'no address'} (status {response.status_code}). "
        "Redirects are not followed: set url to the address of the service itself.",
        status=response.status_code,
        address=address,
        location=location or None,
    )


def value_of(method: str, address: str, response: httpx.Response, expects: str, or_none: bool) -> Any:
    """The JSON or text of a successful response. None: no content."""
    status, text = response.status_code, response.text
    if status == 204 and (or_none or expects == NOTHING):
        return None
    value = text if expects == TOKEN else json_of(text)
    if fits(value, expects):
        return value
    raise UnexpectedResponseError(
        f"{method} {address}: status {status}, but not an answer of Prosopon: {excerpt(text)}. "
        "Does url lead to the service, past proxies and login pages?",
        status=status,
        address=address,
        body=text[:BODY],
    )


def refusal_of(method: str, address: str, response: httpx.Response) -> RefusedError:
    """The service's own refusal, or that of whatever answered for it."""
    status, text = response.status_code, response.text
    parsed = json_of(text)
    body = parsed if isinstance(parsed, dict) else {}
    said = next((body[name] for name in ("message", "Message") if isinstance(body.get(name), str)), None)
    code = body.get("code")
    wait = response.headers.get("retry-after", "")
    return BY_STATUS.get(status, RefusedError)(
        said or f"{method} {address}: status {status}, {excerpt(text)}",
        status=status,
        code=code if isinstance(code, int) else None,
        job_id=response.headers.get("jobid"),
        retry_after=float(wait) if wait.isdigit() else None,
        body=text[:BODY],
        by_service=said is not None,
    )


def fits(value: Any, expects: str) -> bool:
    if expects == TOKEN:
        return re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+", value, re.ASCII) is not None
    return isinstance(value, dict) and (not value if expects == NOTHING else expects in value)


def json_of(text: str) -> Any:
    """None: not JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def excerpt(text: str) -> str:
    words = " ".join(text.split())
    if not words:
        return "without content"
    return json.dumps(words[:EXCERPT] + ("…" if len(words) > EXCERPT else ""), ensure_ascii=False)

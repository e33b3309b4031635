"""Calls as data, and their responses: shared by both clients."""

from __future__ import annotations

import base64
import random
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast
from urllib.parse import quote, urlencode

import httpx
import jwt

from .errors import ConnectionError, InvalidOptionError, ProsoponError, RefusedError
from .models import SearchResponse
from .options import key_bytes
from .responses import TEMPORARY, refusal_of, refuse_redirect, value_of

#: An image, or a video: its bytes, or base64 of them.
Picture = bytes | bytearray | memoryview | str

#: Seconds before the first retry. Each further retry doubles them, with some variation.
FIRST_WAIT = 0.5
#: Longest wait in seconds that the service may ask for. Beyond it, the caller decides.
LONGEST_WAIT = 30.0
#: Life of a signed token in seconds, and the remaining life at which it is renewed.
TOKEN_LIFE = 300
TOKEN_MARGIN = 60


Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Call(Generic[Answer]):
    """A request, and the type of its response."""

    method: str
    #: Includes the query.
    path: str
    #: A member of every answer of the service to this call, `NOTHING` or `TOKEN`. Proxies and login
    #: pages answer otherwise, often with 200.
    expects: str
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    #: Whether repeating the call is harmless.
    repeatable: bool = True
    #: No content is an answer, too.
    or_none: bool = False
    #: Authenticates by id and secret, not by a signed token.
    basic: bool = False
    #: Needs no credentials.
    public: bool = False


def to_base64(picture: Picture) -> str:
    return picture if isinstance(picture, str) else base64.b64encode(picture).decode("ascii")


def algorithm_for(key: bytes) -> str:
    """The strongest that the key is long enough for (RFC 7518, section 3.2)."""
    return "HS512" if len(key) >= 64 else "HS384" if len(key) >= 48 else "HS256"


def images_of(pictures: Iterable[Picture]) -> list[dict[str, Any]]:
    return [{"image": to_base64(picture)} for picture in pictures]


def live_images_of(
    pictures: Iterable[Picture],
    directions: Iterable[str] = (),
    burst: Iterable[tuple[Picture, float]] = (),
) -> list[dict[str, Any]]:
    """The second image carries the demanded directions, and the frames between, if any."""
    images = images_of(pictures)
    if tags := list(directions):
        images[-1]["tags"] = tags
    if frames := [{"image": to_base64(picture), "at": at} for picture, at in burst]:
        images[-1]["burst"] = frames
    return images


def reference(number: str | None, **more: str) -> dict[str, str]:
    return {**more} if number is None else {"reference-number": number, **more}


def search_call(
    name: str,
    images: Iterable[Picture],
    transaction_id: str,
    tags: Iterable[str] | None,
    reference_number: str | None,
    top_matches: bool = False,
) -> Call[SearchResponse]:
    body: dict[str, Any] = {"images": images_of(images)}
    if tags is not None:
        body["tags"] = list(tags)
    if top_matches:
        body["topMatches"] = True
    headers = reference(reference_number, **{"transaction-id": transaction_id})
    return Call[SearchResponse]("POST", f"/api/face/v1/{name}", "result", body, headers)


def segment(id: int | str) -> str:
    """The id as one segment of a path. Raises ValueError if it would name another place."""
    text = quote(str(id), safe="")
    # Addresses resolve these, encoded or not.
    if text in (".", ".."):
        raise ValueError(f"{text!r} is not an id")
    return text


def query(path: str, members: Mapping[str, Any]) -> str:
    def text(value: Any) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)

    given = {name: text(value) for name, value in members.items() if value is not None}
    return f"{path}?{urlencode(given)}"


class Credentials:
    """Signs tokens with the key of a client. Reuses each for some minutes."""

    def __init__(
        self, id: str, key: str | None, secret: str | None, audience: str
    ) -> None:
        self._id, self._key, self._secret, self._audience = id, key, secret, audience
        self._token = ""
        self._ends = 0.0

    def header(self, call: Call[Any]) -> str:
        if call.basic:
            if self._secret is None:
                raise InvalidOptionError("secret: task tokens need the secret of the client")
            return "Basic " + to_base64(f"{self._id}:{self._secret}".encode())
        now = time.time()
        if self._ends - TOKEN_MARGIN <= now:
            if self._key is None:
                raise InvalidOptionError("key: operations need the key of the client")
            issued = int(now)
            ends = issued + TOKEN_LIFE
            claims = {"sub": self._id, "aud": self._audience, "iat": issued, "exp": ends}
            key = key_bytes(self._key)
            self._token = jwt.encode(claims, key, algorithm=algorithm_for(key))
            self._ends = ends
        return f"Bearer {self._token}"


def request_of(
    call: Call[Any],
    credentials: Credentials,
    url: str,
    timeout: float,
    sandbox_outcome: str | None = None,
) -> dict[str, Any]:
    """Arguments of `httpx.Client.request`, complete whoever made that client."""
    headers = dict(call.headers)
    if not call.public:
        headers["authorization"] = credentials.header(call)
    # What has id and secret hands out tokens and results: nothing to force.
    if sandbox_outcome is not None and not (call.basic or call.public):
        headers["sandbox-outcome"] = sandbox_outcome
    body = {} if call.body is None else {"json": call.body}
    return {
        "method": call.method,
        "url": url + call.path,
        "headers": headers,
        "timeout": timeout,
        "follow_redirects": False,
        **body,
    }


def answer_of(call: Call[Answer], url: str, response: httpx.Response) -> Answer:
    """The answer of the service. Raises RefusedError and UnexpectedResponseError."""
    address = url + call.path.partition("?")[0]
    refuse_redirect(call.method, address, response)
    if not response.is_success:
        raise refusal_of(call.method, address, response)
    value = value_of(call.method, address, response, call.expects, call.or_none)
    return cast(Answer, value)


def unanswered(call: Call[Any], url: str, error: httpx.RequestError) -> ConnectionError:
    address = url + call.path.partition("?")[0]
    return ConnectionError(f"{call.method} {address}: {str(error) or type(error).__name__}")


def wait_after(error: ProsoponError, call: Call[Any], attempt: int, retries: int) -> float | None:
    """Seconds to wait before the next attempt. None: a retry would not help."""
    if attempt >= retries:
        return None
    back_off = FIRST_WAIT * 2**attempt * random.uniform(0.5, 1)
    if isinstance(error, ConnectionError):
        return back_off if call.repeatable else None
    if not isinstance(error, RefusedError) or error.status not in TEMPORARY:
        return None
    if not error.by_service and not call.repeatable:
        return None
    asked = error.retry_after or 0
    return None if asked > LONGEST_WAIT else max(asked, back_off)

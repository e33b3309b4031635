"""Verifies results of liveness sessions, for both clients."""

from __future__ import annotations

from typing import Any

import jwt

from .calls import Call, Picture, reference, to_base64
from .errors import InvalidOptionError
from .models import CreatedLivenessSession

SESSIONS = "/api/v1/liveness-sessions"
#: Asks for the public keys of the service.
KEYS = Call[dict[str, Any]]("GET", "/oauth/jwks", "keys", public=True)

#: Tolerated difference of clocks in seconds.
CLOCK_SKEW = 60
TYPE = "liveness-result+jwt"

#: What a session may demand.
DEMANDS = ("level", "movement", "attempts", "lifetime_seconds", "return_url", "reference_image")


def camel_case(name: str) -> str:
    first, *more = name.split("_")
    return first + "".join(word.capitalize() for word in more)


def demanded_members(demanded: dict[str, Any]) -> dict[str, Any]:
    """The members of the request, from names of either style: `return_url`, `returnUrl`."""
    members: dict[str, Any] = {}
    known = {camel_case(name) for name in DEMANDS}
    for name, value in demanded.items():
        member = camel_case(name)
        if member not in known:
            raise InvalidOptionError(f"{name}: a session has no such demand; it has {', '.join(DEMANDS)}")
        if member in members:
            raise InvalidOptionError(f"{name}: given twice")
        members[member] = value
    return members


def session_call(
    nonce: str,
    class_id: int | None,
    photo: Picture | None,
    reference_number: str | None,
    demanded: dict[str, Any],
) -> Call[CreatedLivenessSession]:
    body: dict[str, Any] = {"nonce": nonce, **demanded_members(demanded)}
    if class_id is not None:
        body["classId"] = str(class_id)
    if photo is not None:
        body["photo"] = to_base64(photo)
    headers = reference(reference_number)
    return Call[CreatedLivenessSession]("POST", SESSIONS, "sessionId", body, headers)


def signing_key(key_set: dict[str, Any], key_id: Any) -> Any:
    """The elliptic-curve key with that id. Keys of other kinds sign other things."""
    keys = key_set["keys"] if isinstance(key_set["keys"], list) else []
    for key in keys:
        if isinstance(key, dict) and key.get("kid") == key_id and key.get("kty") == "EC":
            try:
                return jwt.PyJWK.from_dict(key, "ES256").key
            except (jwt.PyJWTError, ValueError, TypeError) as error:
                raise jwt.InvalidTokenError(f"the key of the service cannot be read: {error}") from error
    raise jwt.InvalidTokenError("no key of the service for ES256 has that id")


def verified(result: str, key_set: dict[str, Any], *, id: str, nonce: str, issuer: str) -> dict[str, Any]:
    """The claims of a result. Raises jwt.InvalidTokenError."""
    header = jwt.get_unverified_header(result)
    if header.get("typ") != TYPE:
        raise jwt.InvalidTokenError("not a result of a liveness session")
    key = signing_key(key_set, header.get("kid"))
    claims: dict[str, Any] = jwt.decode(
        result,
        key,
        algorithms=["ES256"],
        audience=id,
        issuer=issuer.rstrip("/"),
        leeway=CLOCK_SKEW,
        options={"require": ["exp", "iat", "jti", "aud", "iss", "nonce", "decision"]},
    )
    if claims["nonce"] != nonce:
        raise jwt.InvalidTokenError("the result is of a session with another nonce")
    return claims

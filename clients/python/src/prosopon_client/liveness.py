"""Verifies results of liveness sessions, for both clients."""

from __future__ import annotations

from typing import Any

import jwt

from .calls import Call, Picture, reference, to_base64
from .models import CreatedLivenessSession

SESSIONS = "/api/v1/liveness-sessions"
#: Asks for the public keys of the service.
KEYS = Call[dict[str, Any]]("GET", "/oauth/jwks", public=True)

#: Tolerated difference of clocks in seconds.
CLOCK_SKEW = 60
TYPE = "liveness-result+jwt"


def session_call(
    nonce: str,
    class_id: int | None,
    photo: Picture | None,
    reference_number: str | None,
    demanded: dict[str, Any],
) -> Call[CreatedLivenessSession]:
    body: dict[str, Any] = {"nonce": nonce, **demanded}
    if class_id is not None:
        body["classId"] = str(class_id)
    if photo is not None:
        body["photo"] = to_base64(photo)
    headers = reference(reference_number)
    return Call[CreatedLivenessSession]("POST", SESSIONS, body, headers)


def verified(result: str, key_set: dict[str, Any], *, id: str, nonce: str, issuer: str) -> dict[str, Any]:
    """The claims of a result. Raises jwt.InvalidTokenError."""
    header = jwt.get_unverified_header(result)
    if header.get("typ") != TYPE:
        raise jwt.InvalidTokenError("not a result of a liveness session")
    usable = [key for key in jwt.PyJWKSet.from_dict(key_set).keys if key.key_id == header.get("kid")]
    if not usable:
        raise jwt.InvalidTokenError("no key of the service has that id")
    claims: dict[str, Any] = jwt.decode(
        result,
        usable[0].key,
        algorithms=["ES256"],
        audience=id,
        issuer=issuer.rstrip("/"),
        leeway=CLOCK_SKEW,
        options={"require": ["exp", "iat", "jti", "aud", "iss", "nonce", "decision"]},
    )
    if claims["nonce"] != nonce:
        raise jwt.InvalidTokenError("the result is of a session with another nonce")
    return claims

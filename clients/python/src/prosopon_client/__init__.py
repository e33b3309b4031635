"""Client of Prosopon, the open, self-hosted face-biometrics service."""

from .async_client import AsyncProsopon
from .calls import Picture
from .client import Prosopon
from .errors import (
    ConnectionError,
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
    ProsoponError,
    RefusedError,
    TooManyRequestsError,
    UnauthenticatedError,
    UnavailableError,
)

__all__ = [
    "AsyncProsopon",
    "ConnectionError",
    "ForbiddenError",
    "InvalidRequestError",
    "NotFoundError",
    "Picture",
    "Prosopon",
    "ProsoponError",
    "RefusedError",
    "TooManyRequestsError",
    "UnauthenticatedError",
    "UnavailableError",
]

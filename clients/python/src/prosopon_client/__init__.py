"""Client of Prosopon, the open, self-hosted face-biometrics service."""

from .async_client import AsyncProsopon
from .calls import Picture
from .client import Prosopon
from .errors import (
    ConnectionError,
    ForbiddenError,
    InvalidOptionError,
    InvalidRequestError,
    NotFoundError,
    ProsoponError,
    RefusedError,
    TooManyRequestsError,
    UnauthenticatedError,
    UnavailableError,
    UnexpectedResponseError,
)

__all__ = [
    "AsyncProsopon",
    "ConnectionError",
    "ForbiddenError",
    "InvalidOptionError",
    "InvalidRequestError",
    "NotFoundError",
    "Picture",
    "Prosopon",
    "ProsoponError",
    "RefusedError",
    "TooManyRequestsError",
    "UnauthenticatedError",
    "UnavailableError",
    "UnexpectedResponseError",
]

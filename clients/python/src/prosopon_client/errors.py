"""Errors of calls, as types. Each tells whether to try again, and when."""

from __future__ import annotations


class ProsoponError(Exception):
    """Base class of all errors of calls."""


class ConnectionError(ProsoponError):
    """No response: no connection, or a timeout."""


class InvalidOptionError(ProsoponError):
    """An option of the library is missing or invalid. The message names it."""


class UnexpectedResponseError(ProsoponError):
    """Something else answered, such as a proxy or a login page.

    A redirect, or a response that the service does not give. Whether the service did what was
    asked is unknown.
    """

    def __init__(
        self, message: str, *, status: int, address: str, location: str | None = None, body: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        #: Address of the call, without its query.
        self.address = address
        #: Target of a redirect.
        self.location = location
        #: Beginning of the response.
        self.body = body


class RefusedError(ProsoponError):
    """The call was refused, by the service or by a proxy before it."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: int | None = None,
        job_id: str | None = None,
        retry_after: float | None = None,
        body: str = "",
        by_service: bool = False,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        #: gRPC status code, if the response has one.
        self.code = code
        #: Id of the job. The operator finds the call by it.
        self.job_id = job_id
        #: Seconds to wait, as the service asks.
        self.retry_after = retry_after
        #: Beginning of the response.
        self.body = body
        #: Whether the service itself refused, not a proxy before it.
        self.by_service = by_service


class InvalidRequestError(RefusedError):
    """400, 413, 415: the request is invalid. The message names the member."""


class UnauthenticatedError(RefusedError):
    """401: key, secret or token is invalid."""


class ForbiddenError(RefusedError):
    """403: client or token may not do this, or no attempts are left."""


class NotFoundError(RefusedError):
    """404: the class has no template."""


class TooManyRequestsError(RefusedError):
    """429: too many calls, or too many refused comparisons with the class."""


class UnavailableError(RefusedError):
    """503: the service is overloaded, starting, or lacks a model."""


BY_STATUS: dict[int, type[RefusedError]] = {
    400: InvalidRequestError,
    401: UnauthenticatedError,
    403: ForbiddenError,
    404: NotFoundError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    429: TooManyRequestsError,
    503: UnavailableError,
}

"""What can go wrong with a call, as types: each says whether to try again, and when."""

from __future__ import annotations


class ProsoponError(Exception):
    """Whatever goes wrong with a call."""


class ConnectionError(ProsoponError):
    """There was no answer: no connection, or none in time."""


class RefusedError(ProsoponError):
    """The service refused."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: int | None = None,
        job_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        #: gRPC status code, where the answer has one.
        self.code = code
        #: Id of the job, by which the operator finds the call.
        self.job_id = job_id
        #: Seconds that the service asks to wait.
        self.retry_after = retry_after


class InvalidRequestError(RefusedError):
    """400, 413, 415: the request is wrong; the message names the member."""


class UnauthenticatedError(RefusedError):
    """401: key, secret or token are not valid."""


class ForbiddenError(RefusedError):
    """403: client or token may not do this, or its attempts are used up."""


class NotFoundError(RefusedError):
    """404: there is no template of the class."""


class TooManyRequestsError(RefusedError):
    """429: too many calls, or too many refused comparisons with the class."""


class UnavailableError(RefusedError):
    """503: overloaded, starting, or lacking a model."""


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

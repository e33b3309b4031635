"""The client for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Self

import httpx

from .calls import (
    Answer,
    Call,
    Credentials,
    Picture,
    answer_of,
    images_of,
    live_images_of,
    query,
    reference,
    request_of,
    segment,
    to_base64,
    unanswered,
    wait_after,
)
from .calls import search_call as _search
from .errors import ProsoponError
from .liveness import KEYS, SESSIONS, session_call, verified
from .models import (
    CreatedLivenessSession,
    EnrollResponse,
    FaceImageQualityResponse,
    FaceTemplateStatus,
    LivenessDetectionResponse,
    LivenessSession,
    PhotoVerifyResponse,
    SearchResponse,
    TaskResult,
    VerifyResponse,
)
from .options import address_of, require_credentials, token_id
from .responses import NOTHING, TOKEN


class AsyncProsopon:
    """The service for an application's server, with its key and secret."""

    def __init__(
        self,
        url: str,
        *,
        id: str,
        key: str | None = None,
        secret: str | None = None,
        audience: str = "prosopon",
        retries: int = 3,
        timeout: float = 60.0,
        sandbox_outcome: str | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        require_credentials(id, key, secret)
        self._id = id
        self._url = address_of(url)
        self._credentials = Credentials(id, key, secret, audience)
        self._retries = retries
        self._timeout = timeout
        #: Of a sandbox client: how its next calls end, `success` or an error code.
        self.sandbox_outcome = sandbox_outcome
        self._http = http or httpx.AsyncClient()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._http.aclose()

    async def enroll(
        self,
        class_id: int,
        images: Iterable[Picture],
        *,
        consent: str | None = None,
        reference_number: str | None = None,
    ) -> EnrollResponse:
        """Adds the faces to the template of the class. Creates it if there is none."""
        body: dict[str, Any] = {"images": images_of(images)}
        if consent is not None:
            body["consent"] = consent
        headers = reference(reference_number)
        path = f"/api/face/v1/enroll/{segment(class_id)}"
        return await self._call(Call[EnrollResponse]("POST", path, "performedAction", body, headers, repeatable=False))

    async def verify(
        self, class_id: int, image: Picture, *, reference_number: str | None = None
    ) -> VerifyResponse:
        """Whether the face in the image matches the class. A "no" is an answer, not an error."""
        body = {"image": to_base64(image)}
        headers = reference(reference_number)
        path = f"/api/face/v1/verify/{segment(class_id)}"
        return await self._call(Call[VerifyResponse]("POST", path, "verified", body, headers))

    async def template_status(
        self, class_id: int, *, reference_number: str | None = None
    ) -> FaceTemplateStatus:
        headers = reference(reference_number)
        path = f"/api/face/v1/template/status/{segment(class_id)}"
        return await self._call(Call[FaceTemplateStatus]("GET", path, "available", headers=headers))

    async def set_tags(
        self, class_id: int, tags: Iterable[str], *, reference_number: str | None = None
    ) -> None:
        """Replaces the tags of a template."""
        headers = reference(reference_number)
        path = f"/api/face/v1/template/{segment(class_id)}/tags"
        await self._call(Call[None]("PUT", path, NOTHING, list(tags), headers))

    async def delete_template(self, class_id: int, *, reference_number: str | None = None) -> None:
        """Erases the template. Raises NotFoundError if there is none, even after a lost call."""
        headers = reference(reference_number)
        path = f"/api/face/v1/template/{segment(class_id)}"
        await self._call(Call[None]("DELETE", path, NOTHING, headers=headers))

    async def search(
        self,
        images: Iterable[Picture],
        *,
        transaction_id: str,
        tags: Iterable[str] | None = None,
        top_matches: bool = False,
        reference_number: str | None = None,
    ) -> SearchResponse:
        """Finds the people in the images: who reaches the threshold.

        top_matches: the most similar people instead, however dissimilar, if the client may.
        """
        call = _search("search", images, transaction_id, tags, reference_number, top_matches)
        return await self._call(call)

    async def identify(
        self,
        images: Iterable[Picture],
        *,
        transaction_id: str,
        tags: Iterable[str] | None = None,
        reference_number: str | None = None,
    ) -> SearchResponse:
        """Identifies the people in the images: who reaches the threshold."""
        call = _search("identify", images, transaction_id, tags, reference_number)
        return await self._call(call)

    async def liveness(
        self,
        images: Iterable[Picture],
        *,
        directions: Iterable[str] = (),
        burst: Iterable[tuple[Picture, float]] = (),
        reference_number: str | None = None,
    ) -> LivenessDetectionResponse:
        """Whether one or two images show a live person. The second may answer a challenge.

        burst: small frames between both, each with its milliseconds since the first image.
        """
        body = {"liveImages": live_images_of(images, directions, burst)}
        headers = reference(reference_number)
        return await self._call(Call[LivenessDetectionResponse]("POST", "/api/v1/livenessdetection", "live", body, headers))

    async def video_liveness(
        self, video: Picture, *, reference_number: str | None = None
    ) -> LivenessDetectionResponse:
        """Whether the video shows a live person."""
        body = {"video": to_base64(video)}
        headers = reference(reference_number)
        return await self._call(Call[LivenessDetectionResponse]("POST", "/api/v1/videolivenessdetection", "live", body, headers))

    async def photo_verify(
        self,
        photo: Picture,
        images: Iterable[Picture],
        *,
        directions: Iterable[str] = (),
        burst: Iterable[tuple[Picture, float]] = (),
        security_object: Picture | None = None,
        reference_number: str | None = None,
    ) -> PhotoVerifyResponse:
        """Whether the live images show a live person who matches the ID photo.

        burst: as in `liveness`.
        With a chip's EF.DG2 as `photo`, `security_object` is its EF.SOD.
        """
        live = live_images_of(images, directions, burst)
        body = {"photo": to_base64(photo), "liveImages": live}
        if security_object is not None:
            body["securityObject"] = to_base64(security_object)
        headers = reference(reference_number)
        return await self._call(Call[PhotoVerifyResponse]("POST", "/api/v1/photoverify", "verificationLevel", body, headers))

    async def quality(
        self, image: Picture, *, reference_number: str | None = None
    ) -> FaceImageQualityResponse:
        """Measures of ISO/IEC 29794-5 for the largest face."""
        body = {"image": to_base64(image)}
        headers = reference(reference_number)
        return await self._call(Call[FaceImageQualityResponse]("POST", "/api/ofiq/v1/faceimagequality", "qualityMeasurements", body, headers))

    async def create_liveness_session(
        self,
        nonce: str,
        *,
        class_id: int | None = None,
        photo: Picture | None = None,
        reference_number: str | None = None,
        **demanded: str | int | bool,
    ) -> CreatedLivenessSession:
        """Creates a session that a browser runs. Its result is signed. Keep its nonce.

        `demanded`: `level`, `movement`, `attempts`, `lifetime_seconds`, `return_url`, `reference_image`.
        """
        call = session_call(nonce, class_id, photo, reference_number, demanded)
        return await self._call(call)

    async def liveness_session(self, session_id: str) -> LivenessSession:
        """State of the session. Verify `result` with `verify_liveness_result`."""
        return await self._call(Call[LivenessSession]("GET", f"{SESSIONS}/{segment(session_id)}", "state"))

    async def delete_liveness_session(self, session_id: str) -> str:
        """Erases the session with its images, and returns a receipt."""
        call = Call[dict[str, str]]("DELETE", f"{SESSIONS}/{segment(session_id)}", "receipt")
        return (await self._call(call))["receipt"]

    async def verify_liveness_result(
        self, result: str, *, nonce: str, issuer: str | None = None
    ) -> dict[str, Any]:
        """The claims of a result of this service, client and nonce. Raises jwt.InvalidTokenError.

        issuer: public address of the service, if it differs.
        """
        keys = await self._call(KEYS)
        return verified(result, keys, id=self._id, nonce=nonce, issuer=issuer or self._url)

    async def task_token(self, bcid: str | None, **wanted: str | int | bool) -> str:
        """A task token for a browser or phone: the right to one task for one person.

        `bcid` is `storage.partition.classId`, `wanted` what `/token` takes beside it:
        `task`, `maxtries`, `livedetection`, `challenge`, `challenges`, `autoenroll`, `traits`.
        """
        path = query("/token", {"id": self._id, "bcid": bcid, **wanted})
        return await self._call(Call[str]("GET", path, TOKEN, basic=True))

    async def task_result(self, token: str) -> TaskResult | None:
        """The result of the token's task, which you can trust. None: nothing has run yet."""
        path = query("/api/task/v1/result", {"tokenid": token_id(token)})
        return await self._call(Call[TaskResult | None]("GET", path, "tokenid", or_none=True, basic=True))

    async def _call(self, call: Call[Answer]) -> Answer:
        attempt = 0
        while True:
            try:
                outcome = self.sandbox_outcome
                request = request_of(call, self._credentials, self._url, self._timeout, outcome)
                return answer_of(call, self._url, await self._http.request(**request))
            except httpx.RequestError as error:
                failure: ProsoponError = unanswered(call, self._url, error)
                failure.__cause__ = error
            except ProsoponError as error:
                failure = error
            wait = wait_after(failure, call, attempt, self._retries)
            if wait is None:
                raise failure
            await asyncio.sleep(wait)
            attempt += 1

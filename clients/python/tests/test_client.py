"""Both clients against a running service, and against one that refuses."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import inspect
import json
import os
from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key

from prosopon_client import (
    AsyncProsopon,
    ConnectionError,
    InvalidOptionError,
    InvalidRequestError,
    NotFoundError,
    Prosopon,
    RefusedError,
    TooManyRequestsError,
    UnauthenticatedError,
    UnexpectedResponseError,
)

URL = os.environ.get("PROSOPON_URL", "")
ID, KEY, SECRET = (os.environ.get(f"PROSOPON_{name}", "") for name in ("ID", "KEY", "SECRET"))
running = pytest.mark.skipif(URL == "", reason="PROSOPON_URL names no running service")
PHOTO = Path(os.environ.get("PROSOPON_PHOTO", os.devnull)).read_bytes()
LARGE = 9_007_199_254_740_993


@running
def test_a_person_is_enrolled_verified_found_and_erased() -> None:
    with Prosopon(URL, id=ID, key=KEY) as prosopon:
        enrolled = prosopon.enroll(LARGE, [PHOTO], consent="form 7", reference_number="case 7")
        assert enrolled["performedAction"] == "NEW_TEMPLATE_CREATED"
        assert prosopon.verify(LARGE, PHOTO)["verified"]
        prosopon.set_tags(LARGE, ["staff"])
        status = prosopon.template_status(LARGE)
        assert (status["classId"], status["tags"]) == (LARGE, ["staff"])
        found = prosopon.identify([PHOTO], transaction_id="case 7", tags=["staff"])
        assert found["result"][0]["matches"][0]["classId"] == LARGE
        measured = prosopon.quality(PHOTO)["qualityMeasurements"]
        assert "HeadPoseYaw" in [one["measure"] for one in measured]
        prosopon.delete_template(LARGE)
        with pytest.raises(NotFoundError) as refused:
            prosopon.verify(LARGE, PHOTO)
        assert (refused.value.status, refused.value.code) == (404, 5)
        assert refused.value.job_id


@running
def test_the_result_of_a_liveness_session_is_verified() -> None:
    nonce = "of the test of Python"
    with Prosopon(URL, id=ID, key=KEY) as prosopon:
        assert prosopon.create_liveness_session(nonce, level="motion")["token"]
        ended = prosopon.liveness_session(os.environ["PROSOPON_SESSION"])
        assert (ended["state"], ended["level"]) == ("succeeded", "challenge")
        result = ended["result"] or ""
        claims = prosopon.verify_liveness_result(result, nonce=nonce)
        assert (claims["jti"], claims["decision"]) == (ended["sessionId"], "succeeded")
        for text, expected in (
            (result, {"nonce": "of another session"}),
            (result, {"nonce": nonce, "issuer": "https://elsewhere.example"}),
            (result[:-8] + "AAAAAAAA", {"nonce": nonce}),
        ):
            with pytest.raises(jwt.InvalidTokenError):
                prosopon.verify_liveness_result(text, **expected)
        with Prosopon(URL, id="another", key=KEY) as another, pytest.raises(jwt.InvalidTokenError):
            another.verify_liveness_result(result, nonce=nonce)
        assert prosopon.delete_liveness_session(ended["sessionId"]).count(".") == 2


@running
def test_a_task_token_is_asked_for_and_how_it_ended() -> None:
    async def ask() -> None:
        async with AsyncProsopon(URL, id=ID, key=KEY, secret=SECRET) as prosopon:
            token = await prosopon.task_token("test.snake.5", task="verify", livedetection=False)
            assert await prosopon.task_result(token) is None
            assert not (await prosopon.template_status(5))["available"]
        async with AsyncProsopon(URL, id=ID, secret="guess") as stranger:
            with pytest.raises(UnauthenticatedError):
                await stranger.task_token("test.snake.5")

    asyncio.run(ask())


@running
def test_a_sandbox_ends_as_it_is_told() -> None:
    key = os.environ["PROSOPON_SANDBOX_KEY"]
    with Prosopon(URL, id="sandbox", key=key, sandbox_outcome="success") as sandbox:
        assert sandbox.verify(1, b"no face")["verified"]
        sandbox.sandbox_outcome = "FaceNotFound"
        assert sandbox.enroll(1, [b"no face"])["errors"][0]["errorCode"] == "FaceNotFound"
        sandbox.sandbox_outcome = "NotFound"
        with pytest.raises(NotFoundError):
            sandbox.delete_template(1)
        sandbox.sandbox_outcome = None
        assert not sandbox.template_status(1)["available"]

    async def ask() -> None:
        async with AsyncProsopon(URL, id=ID, key=KEY, sandbox_outcome="success") as real:
            with pytest.raises(InvalidRequestError):
                await real.verify(1, b"no face")

    asyncio.run(ask())


class Answers(httpx.MockTransport):
    """Answers in this order, then by the last one; None: the connection breaks."""

    def __init__(self, *answers: httpx.Response | None) -> None:
        self.times = 0

        def handle(request: httpx.Request) -> httpx.Response:
            answer = answers[min(self.times, len(answers) - 1)]
            self.times += 1
            if answer is None:
                raise httpx.ReadError("broken", request=request)
            return answer

        super().__init__(handle)


def fine() -> httpx.Response:
    return httpx.Response(200, json={"verified": True})


def refused(status: int, wait: str) -> httpx.Response:
    return httpx.Response(status, headers={"retry-after": wait})


SERVICE = "https://service.example"


def client(answers: httpx.MockTransport, key: str | None = "A" * 88) -> Prosopon:
    return Prosopon(SERVICE, id="shop", key=key, http=httpx.Client(transport=answers))


def async_client(answers: httpx.MockTransport, key: str | None = "A" * 88) -> AsyncProsopon:
    return AsyncProsopon(SERVICE, id="shop", key=key, http=httpx.AsyncClient(transport=answers))


async def called(client: Any, method: str, *given: Any, **named: Any) -> Any:
    """The answer of either client."""
    answer = getattr(client, method)(*given, **named)
    return await answer if inspect.isawaitable(answer) else answer


def test_refusals_for_now_are_tried_again_as_the_service_asks() -> None:
    answers = Answers(refused(503, "1"), fine())
    assert client(answers).verify(1, b"")["verified"]
    assert answers.times == 2
    answers = Answers(refused(429, "900"))
    with pytest.raises(TooManyRequestsError) as thrown:
        client(answers).verify(1, b"")
    assert (thrown.value.retry_after, answers.times) == (900, 1)


def test_after_a_broken_connection_only_what_may_be_done_twice() -> None:
    answers = Answers(None, fine())
    assert client(answers).verify(1, b"")["verified"]
    answers = Answers(None, fine())
    with pytest.raises(ConnectionError):
        client(answers).enroll(1, [b""])
    assert answers.times == 1


def test_the_keys_of_results_are_asked_for_as_calls_are() -> None:
    for kind in (client, async_client):
        answers = Answers(None, httpx.Response(200, json={"keys": []}))
        verifying = called(kind(answers, key=None), "verify_liveness_result", "no result", nonce="")
        with pytest.raises(jwt.InvalidTokenError):
            asyncio.run(verifying)
        assert answers.times == 2
        missing = called(kind(Answers(httpx.Response(404))), "verify_liveness_result", "", nonce="")
        with pytest.raises(NotFoundError):
            asyncio.run(missing)


def test_address_and_timeout_hold_whoever_made_the_connections() -> None:
    asked: list[tuple[str, float]] = []

    def record(request: httpx.Request) -> httpx.Response:
        asked.append((str(request.url), request.extensions["timeout"]["read"]))
        return httpx.Response(200, json={"available": False})

    async def ask(prosopon: Prosopon | AsyncProsopon) -> None:
        await called(prosopon, "template_status", 1)

    elsewhere = {"base_url": "https://elsewhere.example", "timeout": 1}
    for given in ({}, elsewhere):
        for url in ("https://service.example/face", "https://service.example/face/"):
            named: dict[str, Any] = {"id": "shop", "key": "A" * 88, "timeout": 7.0}
            http = httpx.Client(transport=httpx.MockTransport(record), **given)
            asyncio.run(ask(Prosopon(url, http=http, **named)))
            async_http = httpx.AsyncClient(transport=httpx.MockTransport(record), **given)
            asyncio.run(ask(AsyncProsopon(url, http=async_http, **named)))
    address = "https://service.example/face/api/face/v1/template/status/1"
    assert asked == [(address, 7.0)] * 8


def test_a_token_is_signed_as_the_length_of_its_key_allows() -> None:
    headers: list[str] = []

    def record(request: httpx.Request) -> httpx.Response:
        headers.append(request.headers["authorization"])
        return httpx.Response(200, json={"available": False})

    transport = httpx.MockTransport(record)
    for size, algorithm in ((32, "HS256"), (47, "HS256"), (48, "HS384"), (512, "HS512")):
        key = b"\xfb\xff\xfe" * 171
        for text in (base64.b64encode(key[:size]), base64.urlsafe_b64encode(key[:size]).rstrip(b"=")):
            client(transport, key=text.decode()).template_status(1)
            token = headers.pop().removeprefix("Bearer ")
            jwt.decode(token, key[:size], algorithms=[algorithm], audience="prosopon")


def test_an_id_stays_one_segment_of_its_path() -> None:
    paths: list[str] = []

    def record(request: httpx.Request) -> httpx.Response:
        paths.append(request.url.raw_path.decode())
        return httpx.Response(200, json={"receipt": ""})

    calls: dict[str, list[Any]] = {
        "liveness_session": [],
        "delete_liveness_session": [],
        "template_status": [],
        "delete_template": [],
        "set_tags": [[]],
        "verify": [b""],
        "enroll": [[]],
    }

    async def ask(prosopon: Prosopon | AsyncProsopon) -> None:
        for method, more in calls.items():
            with contextlib.suppress(UnexpectedResponseError):
                await called(prosopon, method, "../../face/v1/template/1001", *more)
            for dots in (".", ".."):
                with pytest.raises(ValueError):
                    await called(prosopon, method, dots, *more)

    transport = httpx.MockTransport(record)
    for prosopon in (client(transport), async_client(transport)):
        asyncio.run(ask(prosopon))
    assert len(paths) == 2 * len(calls)
    for path in paths:
        assert "/..%2F..%2Fface%2Fv1%2Ftemplate%2F1001" in path


def test_both_clients_have_the_same_methods() -> None:
    def methods(kind: type) -> dict[str, str]:
        return {
            name: str(inspect.signature(method))
            for name, method in inspect.getmembers(kind, inspect.isfunction)
            if not name.startswith("_") and name not in ("close", "aclose")
        }

    assert methods(Prosopon) == methods(AsyncProsopon)


def test_a_photo_is_compared_with_images_and_the_frames_between_them() -> None:
    sent: list[Any] = []

    def record(request: httpx.Request) -> httpx.Response:
        sent.append(json.loads(request.content)["liveImages"])
        return httpx.Response(200, json={"verificationLevel": "LEVEL_5"})

    async def ask(prosopon: Prosopon | AsyncProsopon) -> None:
        given = {"directions": ["left"], "burst": [(b"c", 150), (b"d", 330)]}
        await called(prosopon, "photo_verify", b"id", [b"a", b"b"], **given)

    transport = httpx.MockTransport(record)
    for prosopon in (client(transport), async_client(transport)):
        asyncio.run(ask(prosopon))
    burst = [{"image": "Yw==", "at": 150}, {"image": "ZA==", "at": 330}]
    images = [{"image": "YQ=="}, {"image": "Yg==", "tags": ["left"], "burst": burst}]
    assert sent == [images, images]


TASK_TOKEN = f".{base64.urlsafe_b64encode(json.dumps({'tokenid': '1'}).encode()).decode()}."
PAGE = "<html><title>Log in</title>"
CALLS: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "verify": ([1, b""], {}),
    "enroll": ([1, []], {}),
    "template_status": ([1], {}),
    "set_tags": ([1, []], {}),
    "delete_template": ([1], {}),
    "search": ([[]], {"transaction_id": "1"}),
    "liveness": ([[b""]], {}),
    "photo_verify": ([b"", [b""]], {}),
    "quality": ([b""], {}),
    "task_token": (["test.shop.1"], {}),
    "task_result": ([TASK_TOKEN], {}),
    "create_liveness_session": (["nonce of mine"], {}),
    "liveness_session": (["1"], {}),
    "delete_liveness_session": (["1"], {}),
}


def thrown_by(method: str, status: int, **answer: Any) -> list[Exception]:
    """What the method of either client raises at this answer."""
    given, named = CALLS[method]
    thrown: list[Exception] = []
    for kind in (Prosopon, AsyncProsopon):
        answers = Answers(httpx.Response(status, **answer))
        connection: Any = httpx.Client if kind is Prosopon else httpx.AsyncClient
        one = kind(
            SERVICE, id="shop", key="A" * 88, secret="s", retries=1, http=connection(transport=answers)
        )
        with pytest.raises(Exception) as raised:
            asyncio.run(called(one, method, *given, **named))
        assert answers.times == 1, method
        thrown.append(raised.value)
    return thrown


@pytest.mark.parametrize("method", CALLS)
def test_what_the_service_never_sends_is_a_named_error(method: str) -> None:
    for body, kind in (
        (PAGE, "text/html"),
        (PAGE, "application/json"),
        ("", "text/html"),
        ('{"login":"/sso"}', "application/json"),
        ("[]", "application/json"),
        ("null", "application/json"),
        ('"done"', "application/json"),
    ):
        for error in thrown_by(method, 200, text=body, headers={"content-type": kind}):
            assert isinstance(error, UnexpectedResponseError)
            assert (error.status, error.body) == (200, body)
            assert SERVICE in str(error) and "not an answer of Prosopon" in str(error)


@pytest.mark.parametrize("method", CALLS)
def test_a_redirect_is_named_and_not_followed(method: str) -> None:
    for status in (301, 302, 307):
        for error in thrown_by(method, status, headers={"location": "/login?next=1"}):
            assert isinstance(error, UnexpectedResponseError)
            assert (error.status, error.location) == (status, f"{SERVICE}/login?next=1")
            assert f"redirected to {SERVICE}/login?next=1" in str(error)


def test_a_refusal_of_another_shape_keeps_status_and_body() -> None:
    for body in ('{"error":{"message":"blocked"}}', '{"message":{"text":"x"}}', "null", '["x"]', '{"mess', PAGE):
        for status in (400, 401, 403, 404, 500):
            headers = {"content-type": "application/json"}
            for error in thrown_by("verify", status, text=body, headers=headers):
                assert isinstance(error, RefusedError)
                assert (error.status, error.body, error.code, error.by_service) == (status, body, None, False)
                assert f"status {status}, " in str(error)


def test_a_proxy_that_has_no_service_is_tried_again_unless_that_may_do_harm() -> None:
    for status in (502, 504):
        assert client(Answers(httpx.Response(status), fine())).verify(1, b"")["verified"]
        thrown_by("enroll", status)


def test_a_missing_or_wrong_option_is_named() -> None:
    for url, named in (
        (None, {}),
        ("faces.example", {}),
        ("ftp://faces.example", {}),
        ("https://faces.example?x", {}),
        (SERVICE, {"id": None}),
        (SERVICE, {"id": ""}),
        (SERVICE, {"key": "no key!"}),
        (SERVICE, {"key": "AAAA"}),
        (SERVICE, {"secret": 7}),
    ):
        for kind in (Prosopon, AsyncProsopon):
            with pytest.raises(InvalidOptionError):
                kind(url, **{"id": "shop", **named})  # type: ignore[arg-type]
    with pytest.raises(InvalidOptionError):
        client(Answers(fine())).task_result("x")
    with pytest.raises(InvalidOptionError):
        client(Answers(fine()), key=None).verify(1, b"")


def test_demands_of_a_session_are_named_as_python_names_them() -> None:
    sent: list[Any] = []

    def record(request: httpx.Request) -> httpx.Response:
        sent.append(json.loads(request.content))
        return httpx.Response(200, json={"sessionId": "1"})

    prosopon = client(httpx.MockTransport(record))
    for name in ("return_url", "returnUrl"):
        prosopon.create_liveness_session("nonce", class_id=7, **{name: "https://shop.example"})
    expected = {"nonce": "nonce", "classId": "7", "returnUrl": "https://shop.example"}
    assert sent == [expected, expected]
    for wrong in ({"returnURI": "x"}, {"classID": 7}, {"return_url": "x", "returnUrl": "x"}):
        with pytest.raises(InvalidOptionError):
            prosopon.create_liveness_session("nonce", **wrong)


def test_the_most_similar_people_are_asked_for_by_an_option() -> None:
    sent: list[Any] = []

    def record(request: httpx.Request) -> httpx.Response:
        sent.append(json.loads(request.content).get("topMatches"))
        return httpx.Response(200, json={"result": []})

    prosopon = client(httpx.MockTransport(record))
    prosopon.search([], transaction_id="1")
    prosopon.search([], transaction_id="1", top_matches=True)
    assert sent == [None, True]


def test_keys_of_other_kinds_do_not_verify_results() -> None:
    rsa = jwt.algorithms.RSAAlgorithm.to_jwk(generate_private_key(65537, 2048).public_key())
    key = {**json.loads(rsa), "kid": "1"}
    result = jwt.encode({}, "s" * 32, headers={"typ": "liveness-result+jwt", "kid": "1"})
    for keys in ([key], [{"kty": "EC", "kid": "1", "crv": "P-256"}], [], None, [7]):
        answers = Answers(httpx.Response(200, json={"keys": keys}))
        with pytest.raises(jwt.InvalidTokenError):
            client(answers).verify_liveness_result(result, nonce="1")
